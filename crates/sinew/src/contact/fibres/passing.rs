//! Fibres that have passed each other within a step are put back on their own sides.
//!
//! A stiff fibre answers an impulse on one of its squares with all of itself, so braking at the end of a step does not stop what the forces of the
//! next one drive through. So a step is looked at again when it has been made, by the [ways](super::ways) that its squares have gone; places
//! change by h Delta u and velocities by Delta u, four corners of a square alike. What that bends and stretches fibres by comes from outside and is booked.
//!
//! Not for schemes that keep energy: a square that is moved aside stretches the curved fibre that it is part of, which comes out as vibration.

use rayon::prelude::*;

use super::rounds::{Bodies, Rounds};
use super::strands::Strands;
use super::ways::Ways;
use crate::mechanics::Vec3;
use crate::mechanics::barrier::{Barrier, Passage};
use crate::models::ModelError;
use crate::models::error::{above_zero, check_stencils};

struct Passing {
    name: String,
    strands: Strands,
    thickness: f64,
    /// Middles of the squares at both ends of the step.
    middle: [Vec<Vec3>; 2],
    bodies: Bodies,
    before: Vec<Vec3>,
    rounds: Rounds,
    ways: Ways,
}

/// Lets no fibre of these cuboids (see [`super::fibres`]) pass another one.
pub fn fibres_passing(
    name: impl Into<String>,
    vertices: usize,
    cuboids: &[[u32; 8]],
    thickness: f64,
) -> Result<Box<dyn Barrier>, ModelError> {
    check_stencils("cuboid", cuboids, vertices)?;
    above_zero("thickness", thickness)?;
    Ok(Box::new(Passing {
        name: name.into(),
        strands: Strands::new(cuboids),
        thickness,
        middle: Default::default(),
        bodies: Bodies::default(),
        before: Vec::new(),
        rounds: Rounds::default(),
        ways: Ways::default(),
    }))
}

impl Barrier for Passing {
    fn name(&self) -> &str {
        &self.name
    }

    fn confine(&mut self, passage: &Passage, x: &mut [f64], v: &mut [f64]) -> bool {
        let Self { strands, thickness, middle: [from, to], bodies, before, rounds, ways, .. } = self;
        let h = passage.duration();
        strands.middles(passage.from, from);
        strands.middles(x, to);
        strands.inverse_masses(passage.masses, &mut bodies.inverse_mass);
        from.par_iter().zip(&*to).map(|(from, to)| (to - from) / h).collect_into_vec(&mut bodies.velocity);
        before.clone_from(&bodies.velocity);
        ways.brake(strands, from, bodies, *thickness, h, rounds);
        let mut changed = false;
        for ((square, after), before) in strands.squares.iter().zip(&bodies.velocity).zip(&*before) {
            let change = after - before;
            if change == Vec3::zeros() {
                continue;
            }
            changed = true;
            for vertex in square {
                for c in 0..3 {
                    let k = 3 * *vertex as usize + c;
                    x[k] += h * change[c];
                    v[k] += change[c];
                }
            }
        }
        changed
    }
}
