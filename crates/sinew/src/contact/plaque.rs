//! Plaque: what a surface still carries where vertices rub it, patch by patch [michels2017, Fig. 5].
//!
//! The patches are the triangles of a mesh that is an obstacle. A vertex that is pushed by E' and slides with the velocity
//! u_t over the patch under it does the work h E' |u_t| on it in a step of size h. A patch of area A is clean after w A:
//!
//! share = min(1, work/(w A)),   cleaned = sum A share / sum A.
//!
//! Bookkeeping at the end of each step: it changes no motion, and clean patches are as rough as others. The colours of
//! the paper's picture have no numbers, so this law is ours, the simplest that needs both pressing and rubbing.

use std::sync::Mutex;

use super::obstacle::Obstacle;
use super::penalty::Penalty;
use super::shapes::Shape;
use crate::mechanics::{Impulse, Moment, Vec3};
use crate::models::ModelError;
use crate::models::error::check_stencils;

struct Plaque {
    vertices: Vec<u32>,
    obstacle: Obstacle,
    penalty: Penalty,
    /// w A of each patch (J).
    needed: Vec<f64>,
    worn: Mutex<Worn>,
}

/// What has been rubbed off so far.
struct Worn {
    /// Work on each patch (J).
    work: Vec<f64>,
    history: History,
}

/// The share cleaned at a few times, evenly spread over the run: when there is no more room every other one goes.
#[derive(Default)]
struct History {
    kept: [(f64, f64); History::ROOM],
    count: usize,
    steps: usize,
    stride: usize,
}

impl History {
    const ROOM: usize = 10;

    fn push(&mut self, t: f64, share: f64) {
        self.steps += 1;
        self.stride = self.stride.max(1);
        if !self.steps.is_multiple_of(self.stride) {
            return;
        }
        if self.count == Self::ROOM {
            (0..Self::ROOM / 2).for_each(|i| self.kept[i] = self.kept[2 * i + 1]);
            self.count = Self::ROOM / 2;
            self.stride *= 2;
            if !self.steps.is_multiple_of(self.stride) {
                return;
            }
        }
        self.kept[self.count] = (t, share);
        self.count += 1;
    }
}

/// Counts the plaque that the vertices `which` out of `vertices` take off a mesh where a [`penalty`](super::penalty()) pushes
/// them; `work` is what a clean surface took (J/m^2).
pub fn plaque(
    vertices: usize,
    which: &[u32],
    obstacle: Obstacle,
    penalty: Penalty,
    work: f64,
) -> Result<Box<dyn Impulse>, ModelError> {
    if !(work > 0.0 && work.is_finite()) {
        return Err(ModelError::BadValue { what: "plaque", value: work, need: "positive and finite" });
    }
    let stencils: Vec<[u32; 1]> = which.iter().map(|v| [*v]).collect();
    check_stencils("contact vertex", &stencils, vertices)?;
    let needed: Vec<f64> = match obstacle.shape() {
        Shape::Mesh(mesh) => {
            mesh.triangles().iter().map(|t| work * area(&t.map(|v| mesh.vertices()[v as usize]))).collect()
        }
        _ => return Err(ModelError::Empty { what: "the list of the obstacle's patches" }),
    };
    let worn = Mutex::new(Worn { work: vec![0.0; needed.len()], history: History::default() });
    Ok(Box::new(Plaque { vertices: which.to_vec(), obstacle, penalty, needed, worn }))
}

fn area([a, b, c]: &[Vec3; 3]) -> f64 {
    0.5 * (b - a).cross(&(c - a)).norm()
}

impl Plaque {
    /// cleaned
    fn share(&self, work: &[f64]) -> f64 {
        work.iter().zip(&self.needed).map(|(work, needed)| work.min(*needed)).sum::<f64>()
            / self.needed.iter().sum::<f64>()
    }
}

impl Impulse for Plaque {
    fn name(&self) -> &str {
        "plaque"
    }

    fn apply(&self, moment: &Moment, v: &mut [f64]) -> f64 {
        let Shape::Mesh(mesh) = self.obstacle.shape() else { return 0.0 };
        let worn = &mut *self.worn.lock().expect("no thread panics with the lock held");
        for vertex in &self.vertices {
            let k = 3 * *vertex as usize;
            let x = Vec3::from_column_slice(&moment.x[k..k + 3]);
            if self.obstacle.is_beyond(moment.t, x, self.penalty.offset) {
                continue;
            }
            let near = self.obstacle.nearness(moment.t, x);
            let (_, push, _) = self.penalty.law(self.penalty.offset - near.distance.value);
            if push > 0.0 {
                let u = Vec3::from_column_slice(&v[k..k + 3]) - near.velocity;
                let across = u - near.distance.normal * u.dot(&near.distance.normal);
                let patch = mesh.nearest_triangle(self.obstacle.motion().pose(moment.t).original(x));
                worn.work[patch as usize] += moment.h * push * across.norm();
            }
        }
        let share = self.share(&worn.work);
        worn.history.push(moment.t, share);
        0.0
    }

    fn remark(&self) -> Option<String> {
        let worn = self.worn.lock().expect("no thread panics with the lock held");
        let history = &worn.history;
        let then: Vec<String> = history.kept[..history.count]
            .iter()
            .map(|(t, share)| format!("{:.2} % at {t:.3} s", 100.0 * share))
            .collect();
        let touched = worn.work.iter().filter(|work| **work > 0.0).count();
        let (patches, now) = (self.needed.len(), 100.0 * self.share(&worn.work));
        Some(format!("plaque: {now:.2} % cleaned, {touched} of {patches} patches touched; {}", then.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_that_rubs_cleans_the_patch_under_it() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]];
        let tet = Obstacle::mesh(&corners, &[[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]).expect("closed");
        let penalty = Penalty { stiffness: 10.0, offset: 0.1, ramp: 0.0 };
        let plaque = plaque(2, &[0, 1], tet, penalty, 4.0).expect("sound");
        // The first vertex is 0.1 m deep in the layer over the upper face and slides at 2 m/s, the second is away.
        let (x, mut v) = ([0.2, 0.2, 0.0, 0.2, 0.2, 1.0], [2.0, 0.0, 5.0, 1.0, 0.0, 0.0]);
        let masses = [1.0; 2];
        for step in 1..=4 {
            let moment = Moment { t: 0.25 * f64::from(step), h: 0.25, x: &x, masses: &masses };
            assert_eq!(plaque.apply(&moment, &mut v), 0.0);
        }
        // 1 s at 1 N and 2 m/s are 2 J, just what the face of 1/2 m^2 needs; it is 0.5 of 1.5 + sqrt 3/2 square metres.
        let share = 100.0 * 0.5 / (1.5 + 0.75f64.sqrt());
        let remark = plaque.remark().expect("there is one");
        assert!(remark.starts_with(&format!("plaque: {share:.2} % cleaned, 1 of 4 patches")), "{remark}");
        assert!(remark.contains(&format!("{:.2} % at 0.500 s", 0.5 * share)), "{remark}");
        assert_eq!(v, [2.0, 0.0, 5.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_long_history_stays_short_and_even() {
        let mut history = History::default();
        (1..=100).for_each(|i| history.push(f64::from(i), 0.0));
        let times: Vec<f64> = history.kept[..history.count].iter().map(|(t, _)| *t).collect();
        assert_eq!(times, [16.0, 32.0, 48.0, 64.0, 80.0, 96.0]);
    }
}
