//! The world's mean forces over a step, and what they do: [`DiscreteGradient`] for all terms together.
//!
//! With the mean force g on all vertices, positions x_p of scripted ones from their scripts and M over all vertices,
//!
//!   d(kinetic + V) = sum over potentials (V_1 - V_0 + g . dx) + sum over others g . dx - g_p . dx_p + v_p . (M dv)_p
//!                    + (v_f - dx_f/h) . M_fp dv_p,
//!
//! with v the mean velocities: the exact books of a step. The first sum vanishes for potentials at rest, the last product
//! wherever dx = h v: all but fitted modes beside scripted vertices with a consistent mass. What is gripped is scripted in this.
//!
//! A step with the forces f(x_1) at its end has other books: what moves gives f(x_1) times its own way. The mean force of a stiff spring
//! that starts compressed and ends free is half of that at the start, and no such force has acted.

use sinew_math::parallel::dot;
use sinew_math::sparse::{BlockMatrix, GeneralMatrix};

use super::{Scratch, World};
use crate::mechanics::{Configuration, DiscreteGradient, Flow, ForceTerm, Role, Span, State, Vec3};

/// Which forces a step is made with.
#[derive(Clone, Copy)]
enum Acting<'a> {
    /// Those between its ends.
    Mean,
    /// Those at its end, and what the change of momentum is more than they explain.
    End(&'a [f64]),
}

impl World {
    /// Runs `work` with the span of a step and scratch over all vertices.
    fn with_span<R>(&self, from: &State, to: &State, work: impl FnOnce(&Span, &mut [f64], &mut [f64]) -> R) -> R {
        self.with_expanded(from, |a| {
            self.with_expanded(to, |b| {
                let rate = 1.0 / (to.t - from.t);
                let Scratch { x: x0, v: mean, f: middle, .. } = a;
                let Scratch { x: x1, f, w, .. } = b;
                for (((m, v), x0), x1) in middle.iter_mut().zip(mean.iter_mut()).zip(&*x0).zip(&*x1) {
                    *m = 0.5 * (x0 + x1);
                    *v = (x1 - x0) * rate;
                }
                let middle = Configuration { t: 0.5 * (from.t + to.t), x: middle, v: mean };
                work(&Span { t: [from.t, to.t], x: [x0, x1], middle }, f, w)
            })
        })
    }

    /// Runs `work` with the span of a step that stays where it is, and scratch over all vertices.
    fn with_standstill<R>(&self, s: &State, work: impl FnOnce(&Span, &mut [f64]) -> R) -> R {
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, w, .. } = scratch;
            work(&Span { t: [s.t, s.t], x: [x, x], middle: Configuration { t: s.t, x, v } }, w)
        })
    }

    /// out -= M_fp (v_p1 - v_p0)/h; nothing for lumped masses and still pins.
    fn subtract_mean_coupling(&self, t: [f64; 2], scratch: (&mut [f64], &mut [f64]), out: &mut [f64]) {
        if !self.moving || self.mass.lumped().is_some() {
            return;
        }
        let (dv, product) = scratch;
        self.script_change(t, dv);
        self.all_mass.apply(dv, product);
        let rate = 1.0 / (t[1] - t[0]);
        for (row, vertex) in self.free_vertex.iter().enumerate() {
            for c in 0..3 {
                out[3 * row + c] -= rate * product[3 * *vertex as usize + c];
            }
        }
    }

    /// v_p1 - v_p0 on scripted vertices, zero on the others.
    fn script_change(&self, t: [f64; 2], dv: &mut [f64]) {
        dv.fill(0.0);
        for (t, sign) in [(t[0], -1.0), (t[1], 1.0)] {
            self.for_held(t, |k, pose, p| {
                pose.velocity(p).iter().enumerate().for_each(|(c, v)| dv[k + c] += sign * v);
            });
        }
    }

    /// Share of a force on all vertices that the change of momentum confirms: 1 + f . r/f^2 with what is missing, r. A descent that
    /// stalls may leave a vertex 1e-11 m too deep in an obstacle of 1e15 N/m: it has not moved as if that had pushed it.
    fn confirmed(&self, f: &[f64], missing: &[f64]) -> f64 {
        let (mut product, mut square) = (0.0, 0.0);
        for (vertex, r) in self.free_vertex.iter().zip(missing.chunks_exact(3)) {
            let f = &f[3 * *vertex as usize..][..3];
            product += dot(f, r);
            square += dot(f, f);
        }
        if square > 0.0 { (1.0 + product / square).clamp(0.0, 1.0) } else { 1.0 }
    }

    /// The books of a step, by the forces that acted in it.
    fn flow_by(&self, acting: Acting, from: &State, to: &State) -> Flow {
        let mut flow = Flow::default();
        if !self.is_open() {
            return flow;
        }
        let h = to.t - from.t;
        self.with_span(from, to, |step, f, w| {
            let work = |f: &[f64]| h * dot(f, step.middle.v);
            let end = |k: usize| Configuration { t: step.t[k], x: step.x[k], v: step.middle.v };
            // Where forces without a mean act.
            let place = match acting {
                Acting::Mean => step.middle,
                Acting::End(_) => end(1),
            };
            let held = |f: &[f64]| -> f64 {
                let of = |k: usize| h * dot(&f[k..k + 3], &step.middle.v[k..k + 3]);
                self.held.iter().map(|p| of(3 * p.vertex as usize)).sum()
            };
            for term in &self.terms {
                let idle = term.role().has_potential() && !term.time_dependent() && !term.has_defect();
                if idle && !self.moving && !self.grips.moving() {
                    continue;
                }
                f.fill(0.0);
                match acting {
                    Acting::Mean => term.add_mean_force(step, f),
                    Acting::End(_) => term.add_force(&place, f),
                }
                if self.moving {
                    flow.injected -= held(f);
                }
                if self.grips.moving() {
                    flow += self.led_work(h, step.middle.v, f, true, |_| Vec3::zeros());
                }
                match term.role() {
                    Role::Damping => {
                        let support = h * term.energy_rate(&place);
                        flow.injected += support;
                        flow.dissipated += support - work(f);
                    }
                    Role::Driven => flow.injected += work(f),
                    _ => {
                        if term.time_dependent() {
                            flow.injected += match acting {
                                Acting::Mean => term.energy(&end(1)) - term.energy(&end(0)) + work(f),
                                Acting::End(missing) => h * term.energy_rate(&place) * self.confirmed(f, missing),
                            };
                        }
                        if term.has_defect() {
                            f.fill(0.0);
                            term.add_defect(&place, f);
                            flow.injected += work(f);
                        }
                    }
                }
            }
            if self.grips.moving() {
                // What it takes to change the velocity of what is led.
                flow.injected += self.gain_of_led(step.t);
            }
            if self.moving {
                self.script_change(step.t, f);
                if self.mass.lumped().is_none() {
                    // (v_f - dx_f/h) . M_fp dv_p
                    self.all_mass.apply(f, w);
                    for (row, vertex) in self.free_vertex.iter().enumerate() {
                        for c in 0..3 {
                            let (i, k) = (3 * row + c, 3 * *vertex as usize + c);
                            flow.injected += (0.5 * (from.v[i] + to.v[i]) - step.middle.v[k]) * w[k];
                        }
                    }
                }
                // v_p . (M dv)_p with the mean of the scripted velocities.
                for (row, vertex) in self.free_vertex.iter().enumerate() {
                    for c in 0..3 {
                        f[3 * *vertex as usize + c] = to.v[3 * row + c] - from.v[3 * row + c];
                    }
                }
                self.all_mass.apply(f, w);
                for t in step.t {
                    self.for_held(t, |k, pose, p| {
                        flow.injected += 0.5 * pose.velocity(p).dot(&Vec3::from_column_slice(&w[k..k + 3]))
                    });
                }
            }
        });
        flow
    }

    /// The mean force on all vertices, held and gripped ones, too.
    pub(super) fn mean_force_on_all(&self, from: &State, to: &State, f: &mut [f64]) {
        self.with_span(from, to, |step, _, _| {
            f.fill(0.0);
            self.terms.iter().for_each(|term| term.add_mean_force(step, f));
        });
    }

    /// Share of the stresses of each term.
    fn stresses_of<'a>(&'a self, stresses: &'a [f64]) -> impl Iterator<Item = (&'a dyn ForceTerm, &'a [f64])> {
        let mut rest = stresses;
        self.terms.iter().map(move |term| {
            let (own, others) = rest.split_at(term.stress_values());
            rest = others;
            (term.as_ref(), own)
        })
    }
}

impl DiscreteGradient for World {
    fn stress_values(&self) -> usize {
        self.terms.iter().map(|t| t.stress_values()).sum()
    }

    fn mean_force(&self, from: &State, to: &State, f: &mut [f64]) {
        self.tally.force();
        self.with_span(from, to, |step, all, w| {
            all.fill(0.0);
            for term in &self.terms {
                term.add_mean_force(step, all);
            }
            self.restrict_into(all, f);
            self.subtract_mean_coupling(step.t, (all, w), f);
            self.let_free(f);
        });
    }

    fn mean_stresses(&self, from: &State, to: &State, d: Option<&[f64]>, out: &mut [f64]) {
        self.with_span(from, to, |step, _, w| {
            if let Some(d) = d {
                self.extend_free(d, w);
            }
            let mut rest = out;
            for term in &self.terms {
                let (own, others) = rest.split_at_mut(term.stress_values());
                term.write_mean_stresses(step, d.map(|_| &*w), own);
                rest = others;
            }
        });
    }

    fn add_mean_tangent(&self, from: &State, to: &State, c: f64, stresses: &[f64], a: &mut GeneralMatrix) {
        self.tally.tangent();
        self.with_span(from, to, |step, _, _| {
            self.add_free_general(a, |a| {
                let mut symmetric = None;
                for (term, own) in self.stresses_of(stresses) {
                    if !term.add_mean_tangent(step, c, own, a) {
                        let b = symmetric.get_or_insert_with(|| BlockMatrix::new(self.pattern.clone()));
                        term.add_symmetric_mean_tangent(step, c, own, false, b);
                    }
                }
                if let Some(b) = symmetric {
                    a.add_symmetric(1.0, &b);
                }
            });
        });
    }

    fn add_symmetric_mean_tangent(&self, from: &State, to: &State, c: f64, stresses: &[f64], a: &mut BlockMatrix) {
        self.tally.tangent();
        self.with_span(from, to, |step, _, _| {
            self.add_free(a, |a| {
                for (term, own) in self.stresses_of(stresses) {
                    term.add_symmetric_mean_tangent(step, c, own, true, a);
                }
            });
        });
    }

    /// A step that goes nowhere: its mean stress is the stress, and half of its change belongs to each end.
    fn stresses(&self, s: &State, d: Option<&[f64]>, out: &mut [f64]) {
        self.with_standstill(s, |step, w| {
            if let Some(d) = d {
                self.extend_free(d, w);
                w.iter_mut().for_each(|d| *d *= 2.0);
            }
            let mut rest = out;
            for term in &self.terms {
                let (own, others) = rest.split_at_mut(term.stress_values());
                term.write_mean_stresses(step, d.map(|_| &*w), own);
                rest = others;
            }
        });
    }

    fn add_mixed_tangent(&self, s: &State, damping: f64, stresses: &[f64], projected: bool, a: &mut BlockMatrix) {
        self.tally.tangent();
        self.with_standstill(s, |step, _| {
            self.add_free(a, |a| {
                for (term, own) in self.stresses_of(stresses) {
                    // Of damping the rate is that of the state, not of a step.
                    match own.is_empty() || term.role() == Role::Damping {
                        true => term.add_tangent(&step.middle, 1.0, damping, projected, a),
                        false => term.add_symmetric_mean_tangent(step, 2.0, own, projected, a),
                    }
                }
            });
        });
    }

    fn mean_flow(&self, from: &State, to: &State) -> Flow {
        self.flow_by(Acting::Mean, from, to)
    }

    fn end_flow(&self, from: &State, to: &State, missing: &[f64]) -> Flow {
        self.flow_by(Acting::End(missing), from, to)
    }

    fn strain_rate_force(&self, s: &State, out: &mut [f64]) {
        self.tally.product();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f, .. } = scratch;
            f.fill(0.0);
            for term in &self.terms {
                term.add_strain_rate_force(&Configuration { t: s.t, x, v }, f);
            }
            self.restrict_into(f, out);
            self.let_free(out);
        });
    }

    fn add_strain_metric(&self, s: &State, c: f64, a: &mut BlockMatrix) {
        self.tally.tangent();
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            self.add_free(a, |a| self.terms.iter().for_each(|term| term.add_strain_metric(&at, c, a)));
        });
    }

    fn turn_rate(&self, s: &State) -> f64 {
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            let (mut sum, mut count) = (0.0, 0);
            for term in &self.terms {
                if let Some(squares) = term.squared_turn_rates(&at) {
                    sum += squares;
                    count += term.elements();
                }
            }
            if count > 0 { (sum / count as f64).sqrt() } else { 0.0 }
        })
    }

    fn inside_out(&self, from: &State, to: &State) -> usize {
        self.with_span(from, to, |step, _, _| self.terms.iter().map(|t| t.inside_out(step)).sum())
    }
}
