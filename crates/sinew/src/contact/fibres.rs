//! Fibres that keep apart: correction impulses between segments that are nearer than a thickness. [bridson2002, sec. 7.2]
//!
//! A segment runs between two squares of four vertices each, through their middles. Where the nearest points of two segments of
//! different fibres, p = sum w_i c_i, are closer than the thickness d and come closer still, an impulse along n stops that,
//!
//!   J = m (u - n . sum w_i u_i),   1/m = sum w_i^2 / M_i,   Delta u_i = w_i J n / M_i,   |J_t| <= mu J against sliding,
//!
//! with M_i the mass of a square and u = 0, or, to draw overlapping fibres apart, u = share of the overlap over h. All pairs are looked
//! at with the same velocities, and a pair's impulse is divided by the most pairs that any of its squares is part of: then no energy
//! is made and the order does not matter. A few such rounds. Momenta are kept, angular momentum up to the thickness.
//!
//! Fibres that pass each other within one step, never closer than d at its end, are not noticed.

use std::sync::Mutex;

use rayon::prelude::*;

use super::bvh::{Bounds, Tree};
use super::distance::Pair;
use crate::mechanics::{Impulse, Moment, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_stencils, not_negative};

/// How fibres keep apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Apart {
    /// Distance that two fibres keep between their middles (m).
    pub thickness: f64,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// Share of an overlap that is gone after a step.
    pub push: f64,
}

/// Rounds of impulses a step.
const ROUNDS: usize = 4;
/// Segments that are searched by one task.
const CHUNK: usize = 256;

struct Fibres {
    name: String,
    /// The squares at both ends of each segment.
    segments: Vec<[u32; 2]>,
    /// Fibre of each segment.
    fibre: Vec<u32>,
    squares: Vec<[u32; 4]>,
    apart: Apart,
    work: Mutex<Work>,
}

#[derive(Default)]
struct Work {
    tree: Tree,
    /// Middles, velocities and masses of the squares; a held one has no 1/M.
    middle: Vec<Vec3>,
    velocity: Vec<Vec3>,
    inverse_mass: Vec<f64>,
    before: Vec<Vec3>,
    change: Vec<Vec3>,
    /// Pairs that a square is part of.
    count: Vec<u32>,
    pairs: Vec<Touch>,
    found: Vec<Vec<Touch>>,
}

/// Two segments that are too near.
#[derive(Debug, Clone, Copy)]
struct Touch {
    squares: [u32; 4],
    weights: [f64; 4],
    normal: Vec3,
    overlap: f64,
}

/// Keeps the cuboids of fibres apart, whose corners are 0 to 3 round one end and 4 to 7 round the other.
pub fn fibres(
    name: impl Into<String>,
    vertices: usize,
    cuboids: &[[u32; 8]],
    apart: Apart,
) -> Result<Box<dyn Impulse>, ModelError> {
    let Apart { thickness, friction, push } = apart;
    check_stencils("cuboid", cuboids, vertices)?;
    not_negative("friction coefficient", friction)?;
    if !(thickness > 0.0 && thickness.is_finite()) {
        return Err(ModelError::BadValue { what: "thickness", value: thickness, need: "above 0 and finite" });
    }
    if !(0.0..=1.0).contains(&push) {
        return Err(ModelError::BadValue { what: "push", value: push, need: "between 0 and 1" });
    }
    let (mut squares, mut segments, mut fibre): (Vec<[u32; 4]>, Vec<[u32; 2]>, Vec<u32>) = Default::default();
    for corners in cuboids {
        let [near, far] = [0, 4].map(|k| std::array::from_fn(|c| corners[k + c]));
        // A fibre goes on where one cuboid ends and the next begins.
        if squares.last() != Some(&near) {
            fibre.push(fibre.last().map_or(0, |f| f + 1));
            squares.push(near);
        } else {
            fibre.extend(fibre.last().copied());
        }
        squares.push(far);
        segments.push([squares.len() as u32 - 2, squares.len() as u32 - 1]);
    }
    let work = Mutex::new(Work {
        velocity: vec![Vec3::zeros(); squares.len()],
        change: vec![Vec3::zeros(); squares.len()],
        count: vec![0; squares.len()],
        ..Work::default()
    });
    Ok(Box::new(Fibres { name: name.into(), segments, fibre, squares, apart, work }))
}

fn at(values: &[f64], vertex: u32) -> Vec3 {
    Vec3::from_column_slice(&values[3 * vertex as usize..3 * vertex as usize + 3])
}

impl Fibres {
    /// Middles and masses of the squares, and the pairs that are too near.
    fn search(&self, moment: &Moment, work: &mut Work) {
        let Work { tree, middle, inverse_mass, pairs, found, .. } = work;
        let middles = self.squares.par_iter().map(|s| s.iter().map(|v| at(moment.x, *v)).sum::<Vec3>() / 4.0);
        middles.collect_into_vec(middle);
        let inverse = self.squares.par_iter().map(|square| {
            let masses = square.map(|v| moment.masses[v as usize]);
            // What is held by one corner does not yield.
            if masses.contains(&0.0) { 0.0 } else { 1.0 / masses.iter().sum::<f64>() }
        });
        inverse.collect_into_vec(inverse_mass);
        let ends = |e: usize| self.segments[e].map(|s| middle[s as usize]);
        let around = |e: usize| Bounds::around(&ends(e));
        if tree.is_empty() {
            let boxes: Vec<Bounds> = (0..self.segments.len()).into_par_iter().map(around).collect();
            *tree = Tree::new(&boxes);
        } else {
            tree.refit(&around);
        }
        found.resize(self.segments.len().div_ceil(CHUNK), Vec::new());
        found.par_iter_mut().enumerate().for_each(|(k, found)| {
            found.clear();
            for e in k * CHUNK..((k + 1) * CHUNK).min(self.segments.len()) {
                let begin = found.len();
                let ([a, b], grown) = (ends(e), around(e).grown(self.apart.thickness));
                tree.near(&grown, |other| {
                    let other = other as usize;
                    if other <= e || self.fibre[other] == self.fibre[e] {
                        return;
                    }
                    let [c, d] = ends(other);
                    // Segments are no nearer than the lines through them, which are told apart at a tenth of the price.
                    let across = (b - a).cross(&(d - c));
                    let far = (c - a).dot(&across).powi(2) > self.apart.thickness.powi(2) * across.norm_squared();
                    if !far && grown.overlaps(&Bounds::around(&[c, d])) {
                        found.extend(self.touch(e, other, &[a, b, c, d]));
                    }
                });
                // The tree's order depends on how it was built.
                found[begin..].sort_unstable_by_key(|touch| touch.squares);
            }
        });
        pairs.clear();
        found.iter().for_each(|found| pairs.extend_from_slice(found));
    }

    fn touch(&self, e: usize, other: usize, x: &[Vec3; 4]) -> Option<Touch> {
        let nearest = Pair::Edges.nearest(x);
        if nearest.between.norm_squared() >= self.apart.thickness.powi(2) {
            return None;
        }
        let (distance, normal) = nearest.distance(Pair::Edges, x);
        let ([a, b], [c, d]) = (self.segments[e], self.segments[other]);
        Some(Touch {
            squares: [a, b, c, d],
            weights: nearest.weights,
            normal,
            overlap: self.apart.thickness - distance,
        })
    }

    /// One round of impulses towards separation at `speed(pair)`. Returns the work of held squares.
    fn round(&self, work: &mut Work, friction: f64, speed: impl Fn(&Touch) -> f64) -> f64 {
        let Work { velocity, inverse_mass, change, count, pairs, .. } = work;
        change.fill(Vec3::zeros());
        count.fill(0);
        let relative = |touch: &Touch, velocity: &[Vec3]| -> Vec3 {
            touch.squares.iter().zip(touch.weights).map(|(s, w)| velocity[*s as usize] * w).sum()
        };
        let acts = |touch: &Touch, velocity: &[Vec3]| relative(touch, velocity).dot(&touch.normal) < speed(touch);
        for touch in pairs.iter().filter(|touch| acts(touch, velocity)) {
            touch.squares.iter().for_each(|s| count[*s as usize] += 1);
        }
        let mut injected = 0.0;
        for touch in pairs.iter().filter(|touch| acts(touch, velocity)) {
            let Touch { squares, weights, normal, .. } = touch;
            let give: f64 = (0..4).map(|i| weights[i].powi(2) * inverse_mass[squares[i] as usize]).sum();
            if give == 0.0 {
                continue;
            }
            let most = squares.iter().map(|s| count[*s as usize]).max().unwrap_or(1);
            let u = relative(touch, velocity);
            let along = u - normal * u.dot(normal);
            let push = (speed(touch) - u.dot(normal)) / give;
            let slide = along.norm();
            // Friction stops sliding, or takes mu times the push.
            let grip = if slide > 0.0 { (friction * push).min(slide / give) / slide } else { 0.0 };
            let impulse = (normal * push - along * grip) / f64::from(most);
            for (s, w) in squares.iter().zip(weights) {
                let s = *s as usize;
                change[s] += impulse * (w * inverse_mass[s]);
                if inverse_mass[s] == 0.0 {
                    injected += w * impulse.dot(&velocity[s]);
                }
            }
        }
        velocity.iter_mut().zip(change).for_each(|(v, change)| *v += *change);
        injected
    }

    /// Kinetic energy of the middles.
    fn kinetic(work: &Work) -> f64 {
        let free = work.velocity.iter().zip(&work.inverse_mass).filter(|(_, inverse)| **inverse > 0.0);
        free.map(|(v, inverse)| 0.5 * v.norm_squared() / inverse).sum()
    }
}

impl Impulse for Fibres {
    fn name(&self) -> &str {
        &self.name
    }

    fn apply(&self, moment: &Moment, v: &mut [f64]) -> f64 {
        let mut work = self.work.lock().expect("nobody panics while holding it");
        let work = &mut *work;
        self.search(moment, work);
        if work.pairs.is_empty() {
            return 0.0;
        }
        let mass = |vertex: u32| moment.masses[vertex as usize];
        for (square, velocity) in self.squares.iter().zip(&mut work.velocity) {
            let total: f64 = square.iter().map(|v| mass(*v)).sum();
            let held = square.iter().any(|v| mass(*v) == 0.0);
            // Of a square the centre of mass moves; a held one goes where it is led.
            *velocity = match held {
                true => square.iter().map(|vertex| at(v, *vertex)).sum::<Vec3>() / 4.0,
                false => square.iter().map(|vertex| at(v, *vertex) * mass(*vertex)).sum::<Vec3>() / total,
            };
        }
        work.before.clone_from(&work.velocity);
        let mut injected = 0.0;
        for _ in 0..ROUNDS {
            injected += self.round(work, self.apart.friction, |_| 0.0);
        }
        if self.apart.push > 0.0 {
            let calm = Self::kinetic(work);
            self.round(work, 0.0, |touch| self.apart.push * touch.overlap / moment.h);
            // What drives overlapping fibres apart comes from outside.
            injected += (Self::kinetic(work) - calm).max(0.0);
        }
        for ((square, after), before) in self.squares.iter().zip(&work.velocity).zip(&work.before) {
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
