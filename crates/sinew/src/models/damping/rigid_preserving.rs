//! Damping of everything but the best-fit rigid motion of a body: f_i = -c m_i dv_i, dv_i = v_i - (v_cm + w x r_i), with
//! r_i = x_i - x_cm and w = I^-1 L from the angular momentum L = sum m_i r_i x v_i [dinev2018, eqs. 32-36].
//!
//! The printed eq. 32 has the sign of w x r_i wrong and changes the angular momentum; this form keeps both momenta. D =
//! c (M - M P), P the projection onto rigid motions, is symmetric positive semidefinite but couples all vertices:
//! products are exact, the assembled tangent leaves it (and K) out. As a force every scheme treats it explicitly:
//! rigid motion stays free of it to rounding, Newton's method contracts by c h an iteration at worst, and c h must stay
//! below 1 (c h is the k of the paper's eq. 33). Adding c M to the tangent instead would allow any c, but a scheme
//! with one solve a step then brakes free fall, and Newton's method does so within its tolerance.
//!
//! As an impulse at the end of each step, dv_i <- exp(-c h) dv_i, it is stable for any c and costs one pass over the
//! vertices, at first order in h. The paper's k is 1 - exp(-c h).
//!
//! Cheap and robust, but not a material: the vibration of a coiled rope is braked all over. One term per body. For
//! bodies on a line (inertia without rank 3) the rotation about the line is left out.

use sinew_math::sparse::{BlockMatrix, Pattern, ScalarMatrix};

use crate::mechanics::{Configuration, ForceTerm, Impulse, Mass, Mat3, Moment, Role, Vec3};
use crate::models::ModelError;
use crate::models::error::not_negative;

struct RigidPreserving {
    name: String,
    rate: f64,
    /// The body's vertices and their masses.
    masses: Vec<(u32, f64)>,
    total: f64,
}

/// The force; `rate` c in 1/s. The body is made of the vertices with positive mass (row sums; `mass` is of all vertices).
pub fn rigid_preserving(name: impl Into<String>, rate: f64, mass: &Mass) -> Result<Box<dyn ForceTerm>, ModelError> {
    Ok(Box::new(RigidPreserving::new(name.into(), rate, mass)?))
}

/// The same damping as an impulse at the end of each step.
pub fn rigid_preserving_impulse(
    name: impl Into<String>,
    rate: f64,
    mass: &Mass,
) -> Result<Box<dyn Impulse>, ModelError> {
    Ok(Box::new(RigidPreserving::new(name.into(), rate, mass)?))
}

fn point(values: &[f64], v: u32) -> Vec3 {
    Vec3::from_column_slice(&values[3 * v as usize..3 * v as usize + 3])
}

fn add(out: &mut [f64], v: u32, value: Vec3) {
    for c in 0..3 {
        out[3 * v as usize + c] += value[c];
    }
}

/// Centre of mass and inverse inertia about it.
struct Frame {
    center: Vec3,
    inverse_inertia: Mat3,
}

/// The rigid motion nearest to some velocities.
struct Rigid {
    velocity: Vec3,
    spin: Vec3,
}

impl RigidPreserving {
    fn new(name: String, rate: f64, mass: &Mass) -> Result<Self, ModelError> {
        let rate = not_negative("damping rate", rate)?;
        let all = mass.vertex_masses().into_iter().enumerate();
        let masses: Vec<(u32, f64)> = all.filter(|(_, m)| *m > 0.0).map(|(v, m)| (v as u32, m)).collect();
        if masses.is_empty() {
            return Err(ModelError::Empty { what: "the body to be damped" });
        }
        let total = masses.iter().map(|(_, m)| m).sum();
        Ok(Self { name, rate, masses, total })
    }

    fn mean(&self, values: &[f64]) -> Vec3 {
        self.masses.iter().map(|(v, m)| point(values, *v) * *m).sum::<Vec3>() / self.total
    }

    fn frame(&self, x: &[f64]) -> Frame {
        let center = self.mean(x);
        let inertia: Mat3 = self
            .masses
            .iter()
            .map(|(v, m)| {
                let r = point(x, *v) - center;
                (Mat3::from_diagonal_element(r.norm_squared()) - r * r.transpose()) * *m
            })
            .sum();
        // Pseudo-inverse: a body on a line has no inertia about it.
        let eigen = inertia.symmetric_eigen();
        let smallest = 1e-10 * eigen.eigenvalues.max();
        let inverse = eigen.eigenvalues.map(|l| if l > smallest { 1.0 / l } else { 0.0 });
        let q = eigen.eigenvectors;
        Frame { center, inverse_inertia: q * Mat3::from_diagonal(&inverse) * q.transpose() }
    }

    fn fit(&self, frame: &Frame, x: &[f64], v: &[f64]) -> Rigid {
        let velocity = self.mean(v);
        let momentum: Vec3 =
            self.masses.iter().map(|(i, m)| (point(x, *i) - frame.center).cross(&(point(v, *i) - velocity)) * *m).sum();
        Rigid { velocity, spin: frame.inverse_inertia * momentum }
    }

    /// out += factor m_i (v_i - rigid motion at i)
    fn add_defect(&self, factor: f64, x: &[f64], v: &[f64], out: &mut [f64]) {
        let frame = self.frame(x);
        let rigid = self.fit(&frame, x, v);
        for (i, m) in &self.masses {
            let defect = point(v, *i) - rigid.velocity - rigid.spin.cross(&(point(x, *i) - frame.center));
            add(out, *i, defect * (factor * m));
        }
    }
}

impl ForceTerm for RigidPreserving {
    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        Role::Damping
    }

    fn elements(&self) -> usize {
        self.masses.len()
    }

    fn couplings(&self, _visit: &mut dyn FnMut(u32, u32)) {}

    fn bind(&mut self, _free: &[u32], _pattern: &Pattern) {}

    fn add_force(&self, at: &Configuration, f: &mut [f64]) {
        self.add_defect(-self.rate, at.x, at.v, f);
    }

    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]) {
        // Velocities are subtracted vertex by vertex; nothing here is stiff enough to need more care.
        let (before, after) = (self.frame(a.x), self.frame(b.x));
        let (from, to) = (self.fit(&before, a.x, a.v), self.fit(&after, b.x, b.v));
        let drift = to.velocity - from.velocity;
        for (i, m) in &self.masses {
            let turn = |rigid: &Rigid, frame: &Frame, x: &[f64]| rigid.spin.cross(&(point(x, *i) - frame.center));
            let turning = turn(&to, &after, b.x) - turn(&from, &before, a.x);
            let change = (point(b.v, *i) - point(a.v, *i)) - drift - turning;
            add(out, *i, change * (-self.rate * m));
        }
    }

    fn add_stiffness_product(&self, at: &Configuration, dx: &[f64], out: &mut [f64]) {
        let frame = self.frame(at.x);
        let Rigid { velocity, spin } = self.fit(&frame, at.x, at.v);
        let shift = self.mean(dx);
        // I w = L, so I dw = dL - dI w.
        let change: Vec3 = self
            .masses
            .iter()
            .map(|(i, m)| {
                let (r, dr) = (point(at.x, *i) - frame.center, point(dx, *i) - shift);
                let turn = spin * (2.0 * r.dot(&dr)) - dr * r.dot(&spin) - r * dr.dot(&spin);
                (dr.cross(&(point(at.v, *i) - velocity)) - turn) * *m
            })
            .sum();
        let spin_change = frame.inverse_inertia * change;
        for (i, m) in &self.masses {
            let (r, dr) = (point(at.x, *i) - frame.center, point(dx, *i) - shift);
            add(out, *i, (spin_change.cross(&r) + spin.cross(&dr)) * (-self.rate * m));
        }
    }

    fn add_damping_product(&self, at: &Configuration, dv: &[f64], out: &mut [f64]) {
        self.add_defect(self.rate, at.x, dv, out);
    }

    fn add_tangent(&self, _at: &Configuration, _stiffness: f64, _damping: f64, _projected: bool, _a: &mut BlockMatrix) {
    }

    /// Nothing, as for the tangent.
    fn add_metric(&self, _rest: &Configuration, _stiffness: f64, _damping: f64, _a: &mut ScalarMatrix) -> bool {
        true
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }

    fn damped(&self) -> bool {
        true
    }
}

impl Impulse for RigidPreserving {
    fn name(&self) -> &str {
        &self.name
    }

    fn apply(&self, moment: &Moment, v: &mut [f64]) -> f64 {
        let frame = self.frame(moment.x);
        let rigid = self.fit(&frame, moment.x, v);
        let taken = -(-self.rate * moment.h).exp_m1();
        for (i, _) in &self.masses {
            let defect = point(v, *i) - rigid.velocity - rigid.spin.cross(&(point(moment.x, *i) - frame.center));
            add(v, *i, defect * -taken);
        }
        0.0
    }
}
