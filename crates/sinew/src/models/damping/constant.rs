//! f = -D v with a constant matrix D over all vertices: Rayleigh damping and drag.
//!
//! Linear, so force, products and tangent are exact. D is symmetric positive semidefinite.

use std::sync::{Arc, Mutex};

use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{for_each_part, sum_indexed};
use sinew_math::sparse::{BlockMatrix, NOT_FREE, Pattern, ScalarMatrix};

use crate::mechanics::{Configuration, ForceTerm, Mass, Role};
use crate::models::ModelError;
use crate::models::error::not_negative;

/// See the module's head.
struct ConstantDamping {
    name: String,
    matrix: BlockMatrix,
    /// Scalars that stand for `matrix`, if all terms have them.
    metric: Option<ScalarMatrix>,
    /// One number a vertex, if that is all there is in `matrix`: drag.
    lumped: Option<Vec<f64>>,
    /// (block of `matrix`, block of the free matrix, transposed), in the order of the free matrix.
    places: Vec<(u32, u32, bool)>,
    /// Vertices that are held.
    held: Vec<u32>,
    buffers: Mutex<Vec<Vec<f64>>>,
}

/// D = rate M: every motion dies away as exp(-rate t), free fall and rotation too ("ether drag"). `rate` in 1/s;
/// `mass` is of all vertices, and those with zero mass are not braked.
pub fn drag(name: impl Into<String>, rate: f64, mass: &Mass) -> Result<Box<dyn ForceTerm>, ModelError> {
    let rest = vec![0.0; 3 * mass.vertex_masses().len()];
    let rate = not_negative("drag rate", rate)?;
    rayleigh(name, rate, 0.0, mass, &mut [], &rest)
}

/// D = alpha M + beta K with K the stiffness of `terms` (the elastic ones) at rest, over all vertices; alpha in 1/s, beta in s.
///
/// For small motion: D knows only the rest shape, so it brakes bodies that turn; use strain-rate damping for those. K is
/// the projected stiffness, equal to the true one for bodies that are not under compression at rest, so that damping
/// never adds energy. The terms are bound to the vertices as they are; a world binds them anew.
pub fn rayleigh(
    name: impl Into<String>,
    alpha: f64,
    beta: f64,
    mass: &Mass,
    terms: &mut [Box<dyn ForceTerm>],
    rest: &[f64],
) -> Result<Box<dyn ForceTerm>, ModelError> {
    not_negative("rayleigh alpha", alpha)?;
    not_negative("rayleigh beta", beta)?;
    let vertices = rest.len() / 3;
    let mut pairs = Vec::new();
    mass.entries(&mut |i, j, _| pairs.push((i, j)));
    for term in terms.iter() {
        term.couplings(&mut |i, j| pairs.push((i, j)));
    }
    let pattern = Arc::new(Pattern::new(vertices, pairs));
    let mut matrix = BlockMatrix::new(pattern.clone());
    let everyone: Vec<u32> = (0..vertices as u32).collect();
    let still = vec![0.0; rest.len()];
    let at = Configuration { t: 0.0, x: rest, v: &still };
    let mut metric = Some(ScalarMatrix::new(pattern.clone()));
    for term in terms.iter_mut().filter(|t| t.role() == Role::Elastic) {
        term.bind(&everyone, &pattern);
        term.add_tangent(&at, beta, 0.0, true, &mut matrix);
        metric = metric.and_then(|mut m| term.add_metric(&at, beta, 0.0, &mut m).then_some(m));
    }
    mass.entries(&mut |i, j, m| {
        let block = matrix.block_mut(pattern.slot(i, j).expect("the pattern holds the mass"));
        for c in [0, 4, 8] {
            block[c] += alpha * m;
        }
        if let Some(metric) = &mut metric {
            metric.add(i, j, alpha * m);
        }
    });
    let lumped = match mass {
        Mass::Lumped(mass) if terms.is_empty() => Some(mass.masses().iter().map(|m| alpha * m).collect()),
        _ => None,
    };
    let (name, (places, held, buffers)) = (name.into(), Default::default());
    Ok(Box::new(ConstantDamping { name, matrix, metric, lumped, places, held, buffers }))
}

impl ConstantDamping {
    /// out += sign D v
    fn add(&self, sign: f64, v: impl Fn(usize) -> f64 + Sync, out: &mut [f64]) {
        if let Some(lumped) = &self.lumped {
            return for_each_part(out, |first, out| {
                out.iter_mut().zip(first..).for_each(|(out, k)| *out += sign * (lumped[k / 3] * v(k)));
            });
        }
        let n = out.len();
        let mut buffer = self.buffers.lock().expect("no thread panics with the lock held").pop().unwrap_or_default();
        buffer.resize(2 * n, 0.0);
        let (from, to) = buffer.split_at_mut(n);
        from.iter_mut().enumerate().for_each(|(i, x)| *x = v(i));
        self.matrix.apply(from, to);
        out.iter_mut().zip(to).for_each(|(out, dv)| *out += sign * *dv);
        self.buffers.lock().expect("no thread panics with the lock held").push(buffer);
    }
}

impl ForceTerm for ConstantDamping {
    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        Role::Damping
    }

    fn elements(&self) -> usize {
        self.matrix.pattern().nodes()
    }

    fn couplings(&self, visit: &mut dyn FnMut(u32, u32)) {
        let pattern = self.matrix.pattern();
        for i in 0..pattern.nodes() {
            for j in &pattern.columns()[pattern.row(i)][1..] {
                visit(i as u32, *j);
            }
        }
    }

    fn bind(&mut self, free: &[u32], pattern: &Pattern) {
        let all = self.matrix.pattern();
        self.held = (0..free.len() as u32).filter(|v| free[*v as usize] == NOT_FREE).collect();
        self.places.clear();
        for i in 0..all.nodes() {
            for slot in all.row(i) {
                let (a, b) = (free[i], free[all.columns()[slot] as usize]);
                if a != NOT_FREE && b != NOT_FREE {
                    let to = pattern.slot(a.min(b), a.max(b)).expect("the pattern was built from these couplings");
                    self.places.push((slot as u32, to as u32, a > b));
                }
            }
        }
        self.places.sort_unstable_by_key(|(_, to, _)| *to);
    }

    fn add_force(&self, at: &Configuration, f: &mut [f64]) {
        self.add(-1.0, |i| at.v[i], f);
    }

    fn add_force_on_held(&self, at: &Configuration, f: &mut [f64]) {
        let Some(lumped) = &self.lumped else { return self.add_force(at, f) };
        for v in &self.held {
            let k = 3 * *v as usize;
            (k..k + 3).for_each(|k| f[k] -= lumped[*v as usize] * at.v[k]);
        }
    }

    fn power(&self, at: &Configuration) -> Option<f64> {
        let (lumped, v) = (self.lumped.as_ref()?, at.v.as_chunks::<3>().0);
        Some(-sum_indexed(v.len(), |i| lumped[i] * v[i].iter().map(|v| v * v).sum::<f64>()))
    }

    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]) {
        self.add(-1.0, |i| b.v[i] - a.v[i], out);
    }

    fn add_stiffness_product(&self, _at: &Configuration, _dx: &[f64], _out: &mut [f64]) {}

    fn add_damping_product(&self, _at: &Configuration, dv: &[f64], out: &mut [f64]) {
        self.add(1.0, |i| dv[i], out);
    }

    fn add_tangent(&self, _at: &Configuration, _stiffness: f64, damping: f64, _projected: bool, a: &mut BlockMatrix) {
        if damping == 0.0 {
            return;
        }
        let values = self.matrix.values();
        for_each_part(a.values_mut(), |first, part| {
            let begin = |slot: usize| self.places.partition_point(|(_, to, _)| (*to as usize) < slot);
            let places = &self.places[begin(first / 9)..begin((first + part.len()) / 9)];
            for (from, to, transposed) in places {
                let from = &values[9 * *from as usize..9 * *from as usize + 9];
                let to = &mut part[9 * *to as usize - first..][..9];
                for r in 0..3 {
                    for c in 0..3 {
                        to[3 * r + c] += damping * if *transposed { from[3 * c + r] } else { from[3 * r + c] };
                    }
                }
            }
        });
    }

    fn add_metric(&self, _rest: &Configuration, _stiffness: f64, damping: f64, a: &mut ScalarMatrix) -> bool {
        let Some(metric) = &self.metric else { return false };
        for (from, to, _) in &self.places {
            a.values_mut()[*to as usize] += damping * metric.values()[*from as usize];
        }
        true
    }

    fn damped(&self) -> bool {
        true
    }
}
