//! Fibres that keep apart: correction impulses between segments that are nearer than a thickness. [bridson2002, sec. 7.2]
//!
//! A segment runs between two squares of four vertices each, through their middles. Where the nearest points of two segments of
//! different fibres are closer than the thickness d and come closer still, [impulses](rounds) stop that, with friction; to draw overlapping
//! fibres apart they then separate at a share of the overlap over h. A few rounds, in each of which all pairs see the same
//! velocities. Momenta are kept, angular momentum up to the thickness.
//!
//! Last, fibres whose velocities would carry them past each other within the next step are [braked](ways), if wanted. Those that forces drive
//! through all the same are [put back](passing) at its end.

mod near;
mod order;
mod passing;
mod plane;
mod rounds;
mod strands;
mod ways;

use std::sync::Mutex;

use rayon::prelude::*;

use super::distance::Pair;
use crate::mechanics::{Impulse, Moment, Vec3};
use crate::models::ModelError;
use crate::models::error::{above_zero, check_stencils, not_negative};
use near::{Search, Segments};
pub use order::side_by_side;
pub use passing::fibres_passing;
use rounds::{Bodies, Rounds, Touch};
use strands::{Strands, at, middle_of};
use ways::Ways;

/// How fibres keep apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Apart {
    /// Distance that two fibres keep between their middles (m).
    pub thickness: f64,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// Share of an overlap that is gone after a step.
    pub push: f64,
    /// Whether fibres are kept from passing each other by their velocities within one step.
    pub passing: bool,
}

/// Rounds of impulses a step.
const ROUNDS: usize = 4;

struct Fibres {
    name: String,
    strands: Strands,
    apart: Apart,
    work: Mutex<Work>,
}

#[derive(Default)]
struct Work {
    /// Middles of the squares.
    middle: Vec<Vec3>,
    bodies: Bodies,
    before: Vec<Vec3>,
    search: Search,
    touches: Vec<Touch>,
    rounds: Rounds,
    ways: Ways,
}

/// Keeps the cuboids of fibres apart, whose corners are 0 to 3 round one end and 4 to 7 round the other.
pub fn fibres(
    name: impl Into<String>,
    vertices: usize,
    cuboids: &[[u32; 8]],
    apart: Apart,
) -> Result<Box<dyn Impulse>, ModelError> {
    let Apart { thickness, friction, push, .. } = apart;
    check_stencils("cuboid", cuboids, vertices)?;
    not_negative("friction coefficient", friction)?;
    above_zero("thickness", thickness)?;
    if !(0.0..=1.0).contains(&push) {
        return Err(ModelError::BadValue { what: "push", value: push, need: "between 0 and 1" });
    }
    Ok(Box::new(Fibres { name: name.into(), strands: Strands::new(cuboids), apart, work: Mutex::default() }))
}

/// Fibres as they lie: half a thickness around each.
struct Lying<'a> {
    strands: &'a Strands,
    middle: &'a [Vec3],
    thickness: f64,
}

impl Segments for Lying<'_> {
    fn len(&self) -> usize {
        self.strands.segments.len()
    }

    fn ends(&self, e: usize) -> [Vec3; 2] {
        self.strands.ends(e, self.middle)
    }

    fn radius(&self, _e: usize) -> f64 {
        0.5 * self.thickness
    }

    fn thread(&self, e: usize) -> u32 {
        self.strands.fibre[e]
    }
}

impl Fibres {
    /// Middles, masses and velocities of the squares.
    fn gather(&self, moment: &Moment, v: &[f64], work: &mut Work) {
        let Work { middle, bodies, before, .. } = work;
        let squares = &self.strands.squares;
        let mass = |vertex: u32| moment.masses[vertex as usize];
        self.strands.middles(moment.x, middle);
        self.strands.inverse_masses(moment.masses, &mut bodies.inverse_mass);
        let moving = squares.par_iter().zip(&bodies.inverse_mass).map(|(square, inverse)| match inverse {
            // Of a square the centre of mass moves; a held one goes where it is led.
            0.0 => middle_of(square, v),
            inverse => square.iter().map(|vertex| at(v, *vertex) * mass(*vertex)).sum::<Vec3>() * *inverse,
        });
        moving.collect_into_vec(&mut bodies.velocity);
        before.clone_from(&bodies.velocity);
    }

    /// Stops what is too near and comes closer, then draws it apart. Returns the energy put in.
    fn keep_apart(&self, h: f64, work: &mut Work) -> f64 {
        let Self { strands, apart: Apart { thickness, friction, push, .. }, .. } = self;
        let Work { middle, bodies, search, touches, rounds, .. } = work;
        let pairs = search.pairs(&Lying { strands, middle, thickness: *thickness });
        if pairs.is_empty() {
            return 0.0;
        }
        let nearest = pairs.par_iter().map(|pair| {
            let x = strands.corners(*pair, middle);
            let nearest = Pair::Edges.nearest(&x);
            let (distance, normal) = nearest.distance(Pair::Edges, &x);
            Touch { pair: *pair, along: [nearest.weights[1], -nearest.weights[3]], normal, value: thickness - distance }
        });
        nearest.collect_into_vec(touches);
        rounds.arrange(strands, touches);
        let mut injected = 0.0;
        for _ in 0..ROUNDS {
            injected += rounds.round(strands, bodies, touches, *friction, |_| 0.0);
        }
        if *push > 0.0 {
            let calm = bodies.kinetic();
            rounds.round(strands, bodies, touches, 0.0, |touch| push * touch.value / h);
            // What drives overlapping fibres apart comes from outside.
            injected += (bodies.kinetic() - calm).max(0.0);
        }
        injected
    }
}

impl Impulse for Fibres {
    fn name(&self) -> &str {
        &self.name
    }

    fn apply(&self, moment: &Moment, v: &mut [f64]) -> f64 {
        let mut work = self.work.lock().expect("nobody panics while holding it");
        let work = &mut *work;
        self.gather(moment, v, work);
        let mut injected = self.keep_apart(moment.h, work);
        if self.apart.passing {
            let Work { middle, bodies, ways, rounds, .. } = work;
            injected += ways.brake(&self.strands, middle, bodies, self.apart.thickness, moment.h, rounds);
        }
        for ((square, after), before) in self.strands.squares.iter().zip(&work.bodies.velocity).zip(&work.before) {
            let change = after - before;
            if change != Vec3::zeros() {
                for vertex in square {
                    let k = 3 * *vertex as usize;
                    (0..3).for_each(|c| v[k + c] += change[c]);
                }
            }
        }
        injected
    }
}
