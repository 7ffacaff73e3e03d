//! What a world is made of, and what can be wrong with it.

use std::sync::Arc;

use crate::mechanics::{Barrier, ForceTerm, Impulse, Motion, Vec3};

/// A vertex whose position is prescribed.
#[derive(Clone)]
pub struct Held {
    /// Index among all vertices.
    pub vertex: u32,
    /// How it moves; [`Still`](crate::mechanics::motion::Still) for a pin.
    pub motion: Arc<dyn Motion>,
}

/// Why a world cannot be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// There is nothing to move.
    #[error("no vertex is free to move; remove some pins")]
    NothingFree,
    /// A free vertex has no inertia.
    #[error("vertex {vertex} is free but has mass {mass}; give it a positive mass, attach an element to it or pin it")]
    BadMass {
        /// Index among all vertices.
        vertex: usize,
        /// The mass found.
        mass: f64,
    },
    /// A coordinate is not a number.
    #[error("vertex {vertex} has a coordinate that is not a finite number")]
    NonFinite {
        /// Index among all vertices.
        vertex: usize,
    },
}

/// What a world is made of.
#[derive(Default)]
pub struct Parts {
    /// Rest positions of all vertices, three values a vertex.
    pub rest: Vec<f64>,
    /// Point mass of each vertex in kilograms (added to the tets' share).
    pub point_masses: Vec<f64>,
    /// Tets and their masses.
    pub tet_masses: Vec<([u32; 4], f64)>,
    /// Consistent instead of lumped mass for the tets.
    pub consistent: bool,
    /// Held vertices; the last entry for a vertex counts.
    pub held: Vec<Held>,
    /// Forces.
    pub terms: Vec<Box<dyn ForceTerm>>,
    /// What changes velocities at the end of each step.
    pub impulses: Vec<Box<dyn Impulse>>,
    /// What changes places and velocities at the end of each step.
    pub barriers: Vec<Box<dyn Barrier>>,
}

/// Mean rest distance of coupled vertices; where nothing is coupled or all is one point, the size of the whole, or 1 m.
pub(super) fn mean_coupling(rest: &[f64], terms: &[Box<dyn ForceTerm>]) -> f64 {
    let point = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
    let (mut sum, mut count) = (0.0, 0.0);
    for term in terms {
        term.couplings(&mut |i, j| {
            let length = (point(i) - point(j)).norm();
            if length > 0.0 {
                sum += length;
                count += 1.0;
            }
        });
    }
    if count > 0.0 {
        return sum / count;
    }
    let extent = |c: usize| {
        let along = || rest.iter().skip(c).step_by(3);
        along().fold(f64::MIN, |m, x| m.max(*x)) - along().fold(f64::MAX, |m, x| m.min(*x))
    };
    let diagonal = Vec3::from_fn(|c, _| extent(c)).norm();
    if diagonal > 0.0 { diagonal } else { 1.0 }
}
