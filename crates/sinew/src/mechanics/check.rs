//! Finite-difference checks of a force term: force against energy, tangents against force.
//!
//! Central differences with step 1e-6 of the configuration's size leave errors near 1e-9 of the scale; each function
//! returns the largest discrepancy relative to the scale of what was compared, so that tests state one bound.

use super::{Configuration, ForceTerm};

/// Positions and velocities of all vertices at a time, owned.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Time in seconds.
    pub t: f64,
    /// Positions.
    pub x: Vec<f64>,
    /// Velocities.
    pub v: Vec<f64>,
}

impl Sample {
    /// Borrowed form.
    pub fn at(&self) -> Configuration<'_> {
        Configuration { t: self.t, x: &self.x, v: &self.v }
    }

    /// The sample moved by c along a direction of positions.
    pub fn moved(&self, c: f64, dx: &[f64]) -> Self {
        Self { x: self.x.iter().zip(dx).map(|(x, d)| x + c * d).collect(), ..self.clone() }
    }

    /// The sample with velocities changed by c along a direction.
    pub fn pushed(&self, c: f64, dv: &[f64]) -> Self {
        Self { v: self.v.iter().zip(dv).map(|(x, d)| x + c * d).collect(), ..self.clone() }
    }

    /// The sample at a later time, same positions and velocities.
    pub fn later(&self, dt: f64) -> Self {
        Self { t: self.t + dt, ..self.clone() }
    }
}

fn force(term: &dyn ForceTerm, s: &Sample) -> Vec<f64> {
    let mut f = vec![0.0; s.x.len()];
    term.add_force(&s.at(), &mut f);
    f
}

fn difference(a: &[f64], b: &[f64], scale: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| (a - b) * scale).collect()
}

/// Largest entry of a - b relative to the largest entry of either (or to `floor` if that is larger).
pub fn discrepancy(a: &[f64], b: &[f64], floor: f64) -> f64 {
    let largest =
        |v: &mut dyn Iterator<Item = f64>| v.fold(0.0, |m: f64, x| if x.is_nan() { f64::NAN } else { m.max(x.abs()) });
    let scale = largest(&mut a.iter().chain(b).copied()).max(floor);
    largest(&mut a.iter().zip(b).map(|(a, b)| a - b)) / scale.max(f64::MIN_POSITIVE)
}

/// |f . dx + dV| along a direction, by central differences of step `eps`, relative to |f| |dx|.
pub fn force_against_energy(term: &dyn ForceTerm, s: &Sample, dx: &[f64], eps: f64) -> f64 {
    let slope = (term.energy(&s.moved(eps, dx).at()) - term.energy(&s.moved(-eps, dx).at())) / (2.0 * eps);
    let f = force(term, s);
    let work: f64 = f.iter().zip(dx).map(|(f, d)| f * d).sum();
    let scale = f.iter().map(|f| f * f).sum::<f64>().sqrt() * dx.iter().map(|d| d * d).sum::<f64>().sqrt();
    (slope + work).abs() / scale.max(f64::MIN_POSITIVE)
}

/// K dx against the central difference of the force, relative.
pub fn stiffness_against_force(term: &dyn ForceTerm, s: &Sample, dx: &[f64], eps: f64) -> f64 {
    let expected = difference(&force(term, &s.moved(-eps, dx)), &force(term, &s.moved(eps, dx)), 0.5 / eps);
    let mut product = vec![0.0; dx.len()];
    term.add_stiffness_product(&s.at(), dx, &mut product);
    discrepancy(&product, &expected, 0.0)
}

/// D dv against the central difference of the force, relative.
pub fn damping_against_force(term: &dyn ForceTerm, s: &Sample, dv: &[f64], eps: f64) -> f64 {
    let expected = difference(&force(term, &s.pushed(-eps, dv)), &force(term, &s.pushed(eps, dv)), 0.5 / eps);
    let mut product = vec![0.0; dv.len()];
    term.add_damping_product(&s.at(), dv, &mut product);
    discrepancy(&product, &expected, 0.0)
}

/// df/dt at fixed x and v against the central difference in time, relative.
pub fn rate_against_force(term: &dyn ForceTerm, s: &Sample, eps: f64) -> f64 {
    let expected = difference(&force(term, &s.later(eps)), &force(term, &s.later(-eps)), 0.5 / eps);
    let mut rate = vec![0.0; s.x.len()];
    term.add_force_rate(&s.at(), &mut rate);
    discrepancy(&rate, &expected, 0.0)
}

/// f(b) - f(a) against the plain difference, relative.
pub fn force_difference(term: &dyn ForceTerm, a: &Sample, b: &Sample) -> f64 {
    let expected = difference(&force(term, b), &force(term, a), 1.0);
    let mut out = vec![0.0; a.x.len()];
    term.add_force_difference(&a.at(), &b.at(), &mut out);
    discrepancy(&out, &expected, 0.0)
}
