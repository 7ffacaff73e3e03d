//! Loads that do not depend on positions: f_i = a(t) F_i.
//!
//! Constant loads (a = 1) have the potential -sum F_i . x_i and count as external energy; loads that vary in time have
//! none, and their work is `injected`. Gravity is F = M (g, g, g): the row sums of M, lumped or consistent, times g.

use sinew_math::parallel::sum_indexed;
use sinew_math::sparse::{BlockMatrix, NOT_FREE, Pattern, ScalarMatrix};

use crate::mechanics::{Configuration, ForceTerm, Mass, Role, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_stencils, finite_vector};
use crate::models::signal::Signal;

/// What the vector of a [`field`] means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// Newtons on each vertex.
    PerVertex,
    /// Newtons per kilogram: an acceleration.
    PerMass,
    /// Newtons in total, shared in proportion to mass.
    Total,
}

struct Loads {
    name: String,
    loads: Vec<(u32, Vec3)>,
    /// Those on held vertices.
    on_held: Vec<(u32, Vec3)>,
    amplitude: Option<Signal>,
}

/// The weight of all masses; `g` in m/s^2. A consistent mass and its lumped form give the same.
pub fn gravity(mass: &Mass, g: [f64; 3]) -> Result<Box<dyn ForceTerm>, ModelError> {
    let g = finite_vector("gravity", g)?;
    let loads = mass.vertex_masses().into_iter().enumerate().map(|(v, m)| (v as u32, g * m)).collect();
    Ok(Box::new(Loads { name: "gravity".into(), loads, on_held: Vec::new(), amplitude: None }))
}

/// Forces in newtons on single vertices, times `amplitude` if that is given.
pub fn point_loads(
    name: impl Into<String>,
    vertices: usize,
    loads: &[(u32, [f64; 3])],
    amplitude: Option<Signal>,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let stencils: Vec<[u32; 1]> = loads.iter().map(|(v, _)| [*v]).collect();
    check_stencils("point load", &stencils, vertices)?;
    let loads = loads.iter().map(|(v, f)| Ok((*v, finite_vector("force", *f)?))).collect::<Result<_, ModelError>>()?;
    Ok(Box::new(Loads { name: name.into(), loads, on_held: Vec::new(), amplitude }))
}

/// One vector on the vertices `which`, times `amplitude` if that is given; `mass` is of all vertices.
pub fn field(
    name: impl Into<String>,
    mass: &Mass,
    which: &[u32],
    vector: [f64; 3],
    spread: Spread,
    amplitude: Option<Signal>,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let masses = mass.vertex_masses();
    let stencils: Vec<[u32; 1]> = which.iter().map(|v| [*v]).collect();
    check_stencils("vertex", &stencils, masses.len())?;
    let vector = finite_vector("force", vector)?;
    let total: f64 = which.iter().map(|v| masses[*v as usize]).sum();
    if spread == Spread::Total && total.is_nan() | (total <= 0.0) {
        return Err(ModelError::BadValue { what: "the mass under a force", value: total, need: "positive" });
    }
    let share = |v: u32| match spread {
        Spread::PerVertex => 1.0,
        Spread::PerMass => masses[v as usize],
        Spread::Total => masses[v as usize] / total,
    };
    let loads = which.iter().map(|v| (*v, vector * share(*v))).collect();
    Ok(Box::new(Loads { name: name.into(), loads, on_held: Vec::new(), amplitude }))
}

impl Loads {
    fn add(&self, factor: f64, out: &mut [f64]) {
        self.loads.iter().for_each(|load| add(factor, load, out));
    }
}

fn add(factor: f64, (v, f): &(u32, Vec3), out: &mut [f64]) {
    for c in 0..3 {
        out[3 * *v as usize + c] += factor * f[c];
    }
}

impl ForceTerm for Loads {
    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        if self.amplitude.is_some() { Role::Driven } else { Role::External }
    }

    fn elements(&self) -> usize {
        self.loads.len()
    }

    fn couplings(&self, _visit: &mut dyn FnMut(u32, u32)) {}

    fn bind(&mut self, free: &[u32], _pattern: &Pattern) {
        let held = |v: u32| free[v as usize] == NOT_FREE;
        self.on_held = self.loads.iter().filter(|(v, _)| held(*v)).copied().collect();
    }

    fn energy(&self, at: &Configuration) -> f64 {
        if self.amplitude.is_some() {
            return 0.0;
        }
        -sum_indexed(self.loads.len(), |i| {
            let (v, f) = &self.loads[i];
            let x = &at.x[3 * *v as usize..3 * *v as usize + 3];
            f.x * x[0] + f.y * x[1] + f.z * x[2]
        })
    }

    fn add_force(&self, at: &Configuration, f: &mut [f64]) {
        self.add(self.amplitude.as_ref().map_or(1.0, |a| a.at(at.t).value), f);
    }

    fn add_force_on_held(&self, at: &Configuration, f: &mut [f64]) {
        let factor = self.amplitude.as_ref().map_or(1.0, |a| a.at(at.t).value);
        self.on_held.iter().for_each(|load| add(factor, load, f));
    }

    fn add_force_rate(&self, at: &Configuration, out: &mut [f64]) {
        if let Some(amplitude) = &self.amplitude {
            self.add(amplitude.at(at.t).rate, out);
        }
    }

    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]) {
        if let Some(amplitude) = &self.amplitude {
            self.add(amplitude.at(b.t).value - amplitude.at(a.t).value, out);
        }
    }

    fn add_stiffness_product(&self, _at: &Configuration, _dx: &[f64], _out: &mut [f64]) {}

    fn add_tangent(&self, _at: &Configuration, _stiffness: f64, _damping: f64, _projected: bool, _a: &mut BlockMatrix) {
    }

    fn add_metric(&self, _rest: &Configuration, _stiffness: f64, _damping: f64, _a: &mut ScalarMatrix) -> bool {
        true
    }

    fn time_dependent(&self) -> bool {
        self.amplitude.is_some()
    }
}
