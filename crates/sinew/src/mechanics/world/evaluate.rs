//! The world as a [`MechanicalSystem`]: expand the free vertices to all, sum the terms, restrict to the free ones.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use sinew_math::sparse::{BlockMatrix, NOT_FREE, Pattern, ScalarMatrix};

use super::{Scratch, Split, World};
use crate::mechanics::pieces::connected;
use crate::mechanics::{
    Configuration, DiscreteGradient, Energy, Frames, LinearSplit, Mass, MechanicalSystem, Piece, Pin, Powers, Role,
    State, Vec3, Warping, Weights,
};

impl World {
    /// f -= sign M_fp a_p; nothing to do for lumped masses and still pins.
    fn add_inertial_coupling(&self, t: f64, sign: f64, scratch: (&mut [f64], &mut [f64]), f: &mut [f64]) {
        if !self.moving || self.mass.lumped().is_some() {
            return;
        }
        let (a, ma) = scratch;
        a.fill(0.0);
        self.for_held(t, |k, pose, p| a[k..k + 3].copy_from_slice(pose.acceleration(p).as_slice()));
        self.all_mass.apply(a, ma);
        for (row, vertex) in self.free_vertex.iter().enumerate() {
            for c in 0..3 {
                f[3 * row + c] -= sign * ma[3 * *vertex as usize + c];
            }
        }
    }
}

impl World {
    /// out -= M_fp da_p/dt. A pose knows no rate of its acceleration, so a central difference in time stands in for it.
    fn add_inertial_coupling_rate(&self, t: f64, scratch: (&mut [f64], &mut [f64]), out: &mut [f64]) {
        // Truncation and rounding are both about 1e-10 of the value for motions with rates of 0.1 to 100 1/s.
        let step = 1e-5;
        let (a, ma) = scratch;
        self.add_inertial_coupling(t + step, 0.5 / step, (a, ma), out);
        self.add_inertial_coupling(t - step, -0.5 / step, (a, ma), out);
    }
}

impl MechanicalSystem for World {
    fn dofs(&self) -> usize {
        3 * self.free_vertex.len()
    }

    fn mass(&self) -> &Mass {
        &self.mass
    }

    fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    fn interrupted(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn energy(&self, s: &State) -> Energy {
        self.tally.energy();
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            let mut energy = Energy { kinetic: 0.5 * self.all_mass.norm_squared(at.v), ..Energy::default() };
            for term in &self.terms {
                match term.role() {
                    Role::Elastic => energy.elastic += term.energy(&at),
                    Role::External => energy.external += term.energy(&at),
                    Role::Contact => energy.contact += term.energy(&at),
                    Role::Damping | Role::Driven => {}
                }
            }
            energy
        })
    }

    fn force(&self, s: &State, f: &mut [f64]) {
        self.tally.force();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            all.fill(0.0);
            let at = Configuration { t: s.t, x, v };
            for term in &self.terms {
                term.add_force(&at, all);
            }
            self.restrict_into(all, f);
            self.add_inertial_coupling(s.t, 1.0, (all, w), f);
            self.let_free(f);
        });
    }

    fn nonconservative_force(&self, s: &State, f: &mut [f64]) -> bool {
        let inertial = self.moving && self.mass.lumped().is_none();
        if !inertial && self.terms.iter().all(|t| t.role().has_potential() && !t.has_defect()) {
            return false;
        }
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            all.fill(0.0);
            let at = Configuration { t: s.t, x, v };
            for term in &self.terms {
                match term.role().has_potential() {
                    true => term.add_defect(&at, all),
                    false => term.add_force(&at, all),
                }
            }
            self.restrict_into(all, f);
            self.add_inertial_coupling(s.t, 1.0, (all, w), f);
            self.let_free(f);
        });
        true
    }

    fn nonconservative_powers(&self, s: &State) -> Powers {
        self.powers_without_potential(s)
    }

    fn force_rate(&self, s: &State, out: &mut [f64]) {
        self.tally.force();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            all.fill(0.0);
            let at = Configuration { t: s.t, x, v };
            if self.moving || self.grips.moving() {
                // Scripted vertices move: -K_fp v_p - D_fp a_p.
                w.fill(0.0);
                self.for_held(s.t, |k, pose, p| w[k..k + 3].copy_from_slice(pose.velocity(p).as_slice()));
                self.for_led(|k, course| course.led(Vec3::from_column_slice(&at.v[k..k + 3])), w);
                for term in &self.terms {
                    term.add_stiffness_product(&at, w, all);
                }
                self.for_held(s.t, |k, pose, p| w[k..k + 3].copy_from_slice(pose.acceleration(p).as_slice()));
                self.for_led(|_, course| course.acceleration(s.t), w);
                for term in self.terms_that(|t| t.damped()) {
                    term.add_damping_product(&at, w, all);
                }
                all.iter_mut().for_each(|f| *f = -*f);
            }
            for term in self.terms_that(|t| t.time_dependent()) {
                term.add_force_rate(&at, all);
            }
            self.restrict_into(all, out);
            self.add_inertial_coupling_rate(s.t, (all, w), out);
            self.let_free(out);
        });
    }

    fn force_difference(&self, a: &State, b: &State, out: &mut [f64]) {
        self.tally.force();
        self.with_expanded(a, |from| {
            self.with_expanded(b, |to| {
                let before = Configuration { t: a.t, x: &from.x, v: &from.v };
                let after = Configuration { t: b.t, x: &to.x, v: &to.v };
                from.f.fill(0.0);
                for term in &self.terms {
                    term.add_force_difference(&before, &after, &mut from.f);
                }
                self.restrict_into(&from.f, out);
                self.add_inertial_coupling(b.t, 1.0, (&mut to.f, &mut to.w), out);
                self.add_inertial_coupling(a.t, -1.0, (&mut to.f, &mut to.w), out);
                self.let_free(out);
            });
        });
    }

    fn stiffness_product(&self, s: &State, dx: &[f64], out: &mut [f64]) {
        self.tally.product();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            self.extend_free(dx, w);
            all.fill(0.0);
            for term in &self.terms {
                term.add_stiffness_product(&Configuration { t: s.t, x, v }, w, all);
            }
            self.restrict_into(all, out);
            self.let_free(out);
        });
    }

    fn damping_product(&self, s: &State, dv: &[f64], out: &mut [f64]) {
        self.tally.product();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            self.extend_free(dv, w);
            all.fill(0.0);
            for term in self.terms_that(|t| t.damped()) {
                term.add_damping_product(&Configuration { t: s.t, x, v }, w, all);
            }
            self.restrict_into(all, out);
            self.let_free(out);
        });
    }

    fn tangent(&self, s: &State, weights: Weights, projected: bool, a: &mut BlockMatrix) {
        self.tally.tangent();
        a.set_zero();
        self.mass.add_to(weights.mass, a);
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            self.add_free(a, |a| {
                for term in &self.terms {
                    term.add_tangent(&at, weights.stiffness, weights.damping, projected, a);
                }
            });
        });
    }

    fn tangent_is_exact(&self) -> bool {
        self.terms.iter().all(|t| t.tangent_is_exact())
    }

    fn damped(&self) -> bool {
        self.terms.iter().any(|t| t.damped())
    }

    fn time_dependent(&self) -> bool {
        self.moving || self.grips.moving() || self.terms.iter().any(|t| t.time_dependent())
    }

    fn remembers(&self) -> bool {
        World::remembers(self)
    }

    fn gripped(&self) -> bool {
        !self.grips.all().is_empty()
    }

    fn frequency_bound(&self, s: &State) -> f64 {
        let mut masses = self.all_mass.vertex_masses();
        for h in &self.held {
            masses[h.vertex as usize] = f64::INFINITY;
        }
        // A consistent tet mass has eigenvalues down to a fifth of the lumped one.
        let consistent = if self.mass.lumped().is_some() { 1.0 } else { 5.0 };
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            (consistent * self.terms.iter().map(|t| t.frequency_bound(&at, &masses)).sum::<f64>()).sqrt()
        })
    }

    fn element_size(&self) -> f64 {
        self.element_size
    }

    fn discrete_gradient(&self) -> Option<&dyn DiscreteGradient> {
        Some(self)
    }

    fn pieces(&self) -> &[Piece] {
        self.pieces.get_or_init(|| {
            let (mut pairs, mut ties) = (Vec::new(), Vec::new());
            let mut pins = vec![None; self.vertices()];
            for h in &self.held {
                let k = 3 * h.vertex as usize;
                let rest = Vec3::from_column_slice(&self.rest[k..k + 3]);
                pins[h.vertex as usize] = Some(Pin { rest, motion: h.motion.clone() });
            }
            for term in self.terms_that(|t| !t.searches()) {
                term.couplings(&mut |i, j| {
                    let (a, b) = (self.free_row[i as usize], self.free_row[j as usize]);
                    match (&pins[i as usize], &pins[j as usize]) {
                        (None, None) => pairs.push((a, b)),
                        (None, Some(pin)) => ties.push((a, pin.clone())),
                        (Some(pin), None) => ties.push((b, pin.clone())),
                        (Some(_), Some(_)) => {}
                    }
                });
            }
            connected(self.free_vertex.len(), &pairs, &ties, 1e-9 * self.element_size)
        })
    }

    fn linear_split(&self) -> Option<&dyn LinearSplit> {
        Some(self.split.get_or_init(|| {
            let zero = vec![0.0; self.rest.len()];
            let at = Configuration { t: 0.0, x: &self.rest, v: &zero };
            let mut stiffness = BlockMatrix::new(self.pattern.clone());
            for term in self.terms_that(|t| t.role() == Role::Elastic) {
                term.add_tangent(&at, 1.0, 0.0, false, &mut stiffness);
            }
            let mut all = vec![0.0; self.rest.len()];
            for term in self.terms_that(|t| t.role().has_potential() && !t.time_dependent()) {
                term.add_force(&at, &mut all);
            }
            let [mut rest, mut load] = [(); 2].map(|_| vec![0.0; self.dofs()]);
            self.restrict_into(&self.rest, &mut rest);
            self.restrict_into(&all, &mut load);
            Split { rest, stiffness, load }
        }))
    }

    fn warping(&self) -> Option<&dyn Warping> {
        let mut elastic = self.terms_that(|t| t.role() == Role::Elastic).peekable();
        (elastic.peek().is_some() && elastic.all(|t| t.frames().is_some())).then_some(self)
    }

    fn metric(&self, weights: Weights, a: &mut ScalarMatrix) -> Result<(), String> {
        self.tally.tangent();
        a.set_zero();
        self.mass.entries(&mut |i, j, m| a.add(i, j, weights.mass * m));
        let still = vec![0.0; self.rest.len()];
        let rest = Configuration { t: 0.0, x: &self.rest, v: &still };
        for term in &self.terms {
            if !term.add_metric(&rest, weights.stiffness, weights.damping, a) {
                return Err(term.name().into());
            }
        }
        Ok(())
    }

    fn contacts(&self, s: &State, visit: &mut dyn FnMut(u32, Vec3, f64)) {
        if self.terms.iter().all(|t| t.role() != Role::Contact) {
            return;
        }
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            for term in self.terms_that(|t| t.role() == Role::Contact) {
                term.contacts(&at, &mut |v, n, k| {
                    if self.free_row[v as usize] != NOT_FREE {
                        visit(self.free_row[v as usize], n, k);
                    }
                });
            }
        });
    }

    fn secant(&self, s: &State, a: &mut BlockMatrix) -> bool {
        self.tally.tangent();
        a.set_zero();
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            let mut all = true;
            self.add_free(a, |a| all = self.terms_that(|t| t.role() == Role::Elastic).all(|t| t.add_secant(&at, a)));
            all
        })
    }
}

impl Warping for World {
    fn rotations(&self, s: &State, out: &mut [f64]) -> bool {
        let elastic = || self.terms_that(|t| t.role() == Role::Elastic);
        if !elastic().all(|t| t.frames() == Some(Frames::Vertices)) {
            return false;
        }
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            let mut all = self.rotations.lock().expect("no thread panics with the lock held");
            all.clear();
            // Vertices without an element do not turn.
            let identity = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
            (0..self.vertices()).for_each(|_| all.extend(identity));
            for term in elastic() {
                term.write_rotations(&at, &mut all);
            }
            for (to, vertex) in out.chunks_exact_mut(9).zip(&self.free_vertex) {
                to.copy_from_slice(&all[9 * *vertex as usize..][..9]);
            }
        });
        true
    }

    fn elastic_force(&self, s: &State, f: &mut [f64]) {
        self.tally.force();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, .. } = scratch;
            all.fill(0.0);
            let at = Configuration { t: s.t, x, v };
            for term in self.terms_that(|t| t.role() == Role::Elastic) {
                term.add_force(&at, all);
            }
            self.restrict_into(all, f);
        });
    }
}

impl LinearSplit for Split {
    fn rest(&self) -> &[f64] {
        &self.rest
    }

    fn stiffness(&self) -> &BlockMatrix {
        &self.stiffness
    }

    fn load(&self) -> &[f64] {
        &self.load
    }
}
