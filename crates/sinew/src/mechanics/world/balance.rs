//! Momentum of a world, and the powers that change its energy: d(total)/dt = injected - dissipated.

use sinew_math::parallel::{dot, sum_indexed};

use super::{Scratch, World};
use crate::mechanics::{Configuration, ForceTerm, Grip, Mass, Momentum, Powers, Role, State, Vec3};

impl World {
    /// Linear and angular momentum of all vertices.
    pub fn momentum(&self, s: &State) -> Momentum {
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f, .. } = scratch;
            self.all_mass.apply(v, f);
            let component = |c: usize| sum_indexed(x.len() / 3, |i| f[3 * i + c]);
            let turn = |a: usize, b: usize| {
                sum_indexed(x.len() / 3, |i| x[3 * i + a] * f[3 * i + b] - x[3 * i + b] * f[3 * i + a])
            };
            Momentum {
                linear: [component(0), component(1), component(2)],
                angular: [turn(1, 2), turn(2, 0), turn(0, 1)],
            }
        })
    }

    /// Whether the total energy can change other than by the method's own error.
    pub fn is_open(&self) -> bool {
        self.moving
            || self.barriers.iter().any(|b| b.grips().is_some())
            || self.terms.iter().any(|t| !t.role().has_potential() || t.has_defect() || t.time_dependent())
    }

    /// Rates at which damping takes and scripts, winds and moving obstacles give energy. `acceleration` of the free
    /// vertices is needed only for the reaction of scripted vertices with a consistent mass.
    pub fn powers(&self, s: &State, acceleration: Option<&[f64]>) -> Powers {
        let mut powers = Powers::default();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f, w } = scratch;
            let at = Configuration { t: s.t, x, v };
            for term in &self.terms {
                match term.role() {
                    Role::Damping | Role::Driven => {
                        let work = term.power(&at).unwrap_or_else(|| {
                            f.fill(0.0);
                            term.add_force(&at, f);
                            dot(f, v)
                        });
                        match term.role() {
                            Role::Damping => {
                                let support = term.energy_rate(&at);
                                powers.injected += support;
                                powers.dissipated += support - work;
                            }
                            _ => powers.injected += work,
                        }
                    }
                    _ => {
                        powers.injected += term.energy_rate(&at);
                        if term.has_defect() {
                            f.fill(0.0);
                            term.add_defect(&at, f);
                            powers.injected += dot(f, v);
                        }
                    }
                }
            }
            if self.moving {
                // The reaction (M a - f) on each scripted vertex works with the vertex' velocity.
                f.fill(0.0);
                self.for_held(s.t, |k, pose, p| f[k..k + 3].copy_from_slice(pose.acceleration(p).as_slice()));
                match &self.all_mass {
                    Mass::Lumped(mass) => {
                        for h in &self.held {
                            let (m, k) = (mass.masses()[h.vertex as usize], 3 * h.vertex as usize);
                            (k..k + 3).for_each(|k| w[k] = m * f[k]);
                        }
                    }
                    Mass::Consistent(_) => {
                        for (a, vertex) in acceleration.unwrap_or_default().chunks_exact(3).zip(&self.free_vertex) {
                            f[3 * *vertex as usize..][..3].copy_from_slice(a);
                        }
                        self.all_mass.apply(f, w);
                    }
                }
                f.fill(0.0);
                for term in &self.terms {
                    term.add_force_on_held(&at, f);
                }
                for h in &self.held {
                    for k in 3 * h.vertex as usize..3 * h.vertex as usize + 3 {
                        powers.injected += (w[k] - f[k]) * v[k];
                    }
                }
            }
            if self.grips.moving() {
                let inertia = |grip: &Grip| grip.course.acceleration(s.t) * self.gripped_mass(grip);
                // What arrives is stopped within the step: loads go on, but of what is stiff there is no smooth motion whose losses could be told.
                for load in [true, false] {
                    f.fill(0.0);
                    self.terms_that(|t| (t.role() == Role::External) == load).for_each(|term| term.add_force(&at, f));
                    let flow = self.led_work(1.0, v, f, load, |grip| if load { inertia(grip) } else { Vec3::zeros() });
                    powers.injected += flow.injected;
                    powers.dissipated += flow.dissipated;
                }
            }
        });
        powers
    }

    /// The share of [`powers`](Self::powers) that the forces without a potential have on the free vertices, scripts and
    /// potentials taken as still: injected - dissipated = f_nc . v. What such a force does to a scripted vertex the
    /// script pays, so it counts as injected.
    pub(super) fn powers_without_potential(&self, s: &State) -> Powers {
        let mut powers = Powers::default();
        let silent = |t: &dyn ForceTerm| t.role().has_potential() && !t.has_defect();
        let inertial = self.moving && self.mass.lumped().is_none();
        if !inertial && self.terms.iter().all(|t| silent(t.as_ref())) {
            return powers;
        }
        self.tally.force();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f, w } = scratch;
            let at = Configuration { t: s.t, x, v };
            for term in self.terms_that(|t| !silent(t)) {
                f.fill(0.0);
                match term.role().has_potential() {
                    true => term.add_defect(&at, f),
                    false => term.add_force(&at, f),
                }
                let work = dot(f, v);
                let script: f64 =
                    self.held.iter().map(|h| 3 * h.vertex as usize).map(|k| dot(&f[k..k + 3], &v[k..k + 3])).sum();
                powers.injected -= script;
                if term.role() == Role::Damping {
                    let support = term.energy_rate(&at);
                    powers.injected += support;
                    powers.dissipated += support - work;
                } else {
                    powers.injected += work;
                }
            }
            if inertial {
                // -M_fp a_p drives the free vertices.
                f.fill(0.0);
                self.for_held(s.t, |k, pose, p| f[k..k + 3].copy_from_slice(pose.acceleration(p).as_slice()));
                self.all_mass.apply(f, w);
                powers.injected -= self
                    .free_vertex
                    .iter()
                    .map(|vertex| 3 * *vertex as usize)
                    .map(|k| dot(&w[k..k + 3], &v[k..k + 3]))
                    .sum::<f64>();
            }
        });
        powers
    }
}
