//! A motor between two sets of vertices: a torque T about the line through their middles on the rotor, the opposite one on
//! the stator, and no net force on either.
//!
//! With a the unit vector from the stator's middle to the rotor's, r_i = x_i - middle of the set and I = sum (r^2 1 - r r^T),
//!
//!   f_i = w x r_i,   I w = +-T a,
//!
//! so that sum f_i = 0 and sum r_i x f_i = +-T a exactly, however the sets are bent: the motor changes neither momentum of
//! the whole. It follows the body and has no potential; its work is `injected`. K is not symmetric: products have it, the
//! assembled tangent leaves it out.

use sinew_math::sparse::{BlockMatrix, Pattern, ScalarMatrix};

use crate::mechanics::{Configuration, ForceTerm, Mat3, Role, Vec3};
use crate::models::ModelError;
use crate::models::error::finite;

/// What to give to [`motor`].
#[derive(Debug, Clone, PartialEq)]
pub struct Motor {
    /// Vertices that the torque turns, not all on one line.
    pub rotor: Vec<u32>,
    /// Vertices that bear it.
    pub stator: Vec<u32>,
    /// T in N m, about the direction from stator to rotor.
    pub torque: f64,
}

struct MotorTerm {
    name: String,
    motor: Motor,
}

/// A motor on vertices of the world; `rest` are the rest positions of all of them.
pub fn motor(name: impl Into<String>, rest: &[f64], motor: Motor) -> Result<Box<dyn ForceTerm>, ModelError> {
    finite("torque", motor.torque)?;
    let vertices = rest.len() / 3;
    for (what, set) in [("rotor", &motor.rotor), ("stator", &motor.stator)] {
        if let Some((index, vertex)) = set.iter().copied().enumerate().find(|(_, v)| *v as usize >= vertices) {
            return Err(ModelError::VertexOutOfRange { what, index, vertex, vertices });
        }
        let eigen = if set.is_empty() { Vec3::zeros() } else { Set::new(rest, set).inertia.symmetric_eigenvalues() };
        if !(eigen.min() > 1e-9 * eigen.max()) {
            let need = "three or more that are not on one line";
            return Err(ModelError::BadValue {
                what: "number of vertices of rotor or stator",
                value: set.len() as f64,
                need,
            });
        }
    }
    if Set::new(rest, &motor.rotor).middle == Set::new(rest, &motor.stator).middle {
        return Err(ModelError::NoDirection { what: "the line from stator to rotor" });
    }
    Ok(Box::new(MotorTerm { name: name.into(), motor }))
}

fn point(values: &[f64], v: u32) -> Vec3 {
    Vec3::from_column_slice(&values[3 * v as usize..3 * v as usize + 3])
}

/// Middle and inertia of a set of points of mass one.
struct Set {
    middle: Vec3,
    inertia: Mat3,
}

impl Set {
    fn new(x: &[f64], vertices: &[u32]) -> Self {
        let middle = mean(x, vertices);
        let of = |v: &u32| {
            let r = point(x, *v) - middle;
            Mat3::from_diagonal_element(r.norm_squared()) - r * r.transpose()
        };
        Self { middle, inertia: vertices.iter().map(of).sum() }
    }

    /// I^-1 b; not a number for points on a line.
    fn turn(&self, b: &Vec3) -> Vec3 {
        self.inertia.try_inverse().map_or(Vec3::repeat(f64::NAN), |inverse| inverse * b)
    }
}

fn mean(x: &[f64], vertices: &[u32]) -> Vec3 {
    vertices.iter().map(|v| point(x, *v)).sum::<Vec3>() / vertices.len() as f64
}

impl MotorTerm {
    /// Calls `each(set, vertices, sign)` for rotor and stator, and hands over the line from one to the other.
    fn both(&self, x: &[f64], mut each: impl FnMut(&Set, &[u32], f64, &Vec3)) {
        let [rotor, stator] = [&self.motor.rotor, &self.motor.stator].map(|set| Set::new(x, set));
        let line = rotor.middle - stator.middle;
        each(&rotor, &self.motor.rotor, self.motor.torque, &line);
        each(&stator, &self.motor.stator, -self.motor.torque, &line);
    }

    fn add_forces(&self, c: f64, x: &[f64], f: &mut [f64]) {
        self.both(x, |set, vertices, torque, line| {
            let w = set.turn(&(line.normalize() * (c * torque)));
            for v in vertices {
                let force = w.cross(&(point(x, *v) - set.middle));
                (0..3).for_each(|k| f[3 * *v as usize + k] += force[k]);
            }
        });
    }
}

impl ForceTerm for MotorTerm {
    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        Role::Driven
    }

    fn elements(&self) -> usize {
        1
    }

    fn couplings(&self, _visit: &mut dyn FnMut(u32, u32)) {}

    fn bind(&mut self, _free: &[u32], _pattern: &Pattern) {}

    fn add_force(&self, at: &Configuration, f: &mut [f64]) {
        self.add_forces(1.0, at.x, f);
    }

    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]) {
        self.add_forces(-1.0, a.x, out);
        self.add_forces(1.0, b.x, out);
    }

    fn add_stiffness_product(&self, at: &Configuration, dx: &[f64], out: &mut [f64]) {
        let change = mean(dx, &self.motor.rotor) - mean(dx, &self.motor.stator);
        self.both(at.x, |set, vertices, torque, line| {
            let a = line.normalize();
            let w = set.turn(&(a * torque));
            let turned = (change - a * a.dot(&change)) / line.norm();
            // I w = T a, so I dw = T da - dI w.
            let shift = mean(dx, vertices);
            let inertia_change: Vec3 = vertices
                .iter()
                .map(|v| {
                    let (r, dr) = (point(at.x, *v) - set.middle, point(dx, *v) - shift);
                    w * (2.0 * r.dot(&dr)) - dr * r.dot(&w) - r * dr.dot(&w)
                })
                .sum();
            let dw = set.turn(&(turned * torque - inertia_change));
            for v in vertices {
                let (r, dr) = (point(at.x, *v) - set.middle, point(dx, *v) - shift);
                let force = dw.cross(&r) + w.cross(&dr);
                (0..3).for_each(|k| out[3 * *v as usize + k] -= force[k]);
            }
        });
    }

    fn add_tangent(&self, _at: &Configuration, _stiffness: f64, _damping: f64, _projected: bool, _a: &mut BlockMatrix) {
    }

    /// Nothing: a load.
    fn add_metric(&self, _rest: &Configuration, _stiffness: f64, _damping: f64, _a: &mut ScalarMatrix) -> bool {
        true
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }
}
