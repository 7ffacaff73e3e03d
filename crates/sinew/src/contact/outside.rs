//! Which places around a closed surface are surely outside and not near, without asking for a distance.
//!
//! A grid of cubes over the surface and a margin. Cubes that meet the box of a triangle are walls; what can be reached from the
//! margin without crossing a wall is outside, as the surface is closed. An outside cube none of whose 26 neighbours is
//! a wall is farther from the surface than a cube's side. A place in it costs one look, where its nearest of a million triangles
//! costs a thousand.

use super::bvh::Bounds;
use crate::mechanics::Vec3;

/// See the module's head.
#[derive(Debug)]
pub struct Outside {
    low: Vec3,
    side: f64,
    cells: [usize; 3],
    far: Vec<bool>,
}

/// Cubes along the longest side of the box around everything.
const CELLS: f64 = 64.0;
/// Cubes of margin on every side.
const MARGIN: f64 = 2.0;

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Unknown,
    Wall,
    Outside,
}

impl Outside {
    /// Of a closed surface whose triangles have these boxes.
    pub fn new(boxes: &[Bounds]) -> Self {
        let around = boxes.iter().fold(Bounds::empty(), |a, b| a.with(b));
        let size = around.high - around.low;
        // A surface of no extent has no cubes, and nothing is known.
        let side = size.max() / CELLS;
        if !(side > 0.0 && side.is_finite()) {
            return Self { low: Vec3::zeros(), side: 0.0, cells: [0; 3], far: Vec::new() };
        }
        let cells = std::array::from_fn(|c| (size[c] / side).ceil() as usize + 2 * MARGIN as usize);
        let mut grid = Self { low: around.low.add_scalar(-MARGIN * side), side, cells, far: Vec::new() };
        let mut state = vec![Cell::Unknown; cells.iter().product()];
        for b in boxes {
            let [from, to] = [b.low, b.high].map(|x| grid.cell(&x));
            for_box(from, to, |at| state[grid.index(at)] = Cell::Wall);
        }
        grid.flood(&mut state);
        grid.far = vec![false; state.len()];
        let last = cells.map(|n| n - 1);
        for_box([0; 3], last, |at| {
            let mut near = false;
            let [from, to] = [at.map(|k| k.saturating_sub(1)), std::array::from_fn(|c| (at[c] + 1).min(last[c]))];
            for_box(from, to, |at| near |= state[grid.index(at)] == Cell::Wall);
            let k = grid.index(at);
            grid.far[k] = state[k] == Cell::Outside && !near;
        });
        grid
    }

    /// Whether x is surely outside and farther from the surface than `reach`; false where that is not known.
    pub fn is_beyond(&self, x: &Vec3, reach: f64) -> bool {
        let p = x - self.low;
        let inside = (0..3).all(|c| p[c] >= 0.0 && p[c] < self.side * self.cells[c] as f64);
        inside && reach <= self.side && self.far[self.index(self.cell(x))]
    }

    fn cell(&self, x: &Vec3) -> [usize; 3] {
        std::array::from_fn(|c| (((x[c] - self.low[c]) / self.side) as usize).min(self.cells[c] - 1))
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.cells[1] + y) * self.cells[0] + x
    }

    /// Marks all that can be reached from the first corner, which lies in the margin.
    fn flood(&self, state: &mut [Cell]) {
        let mut waiting = vec![[0; 3]];
        state[0] = Cell::Outside;
        while let Some(at) = waiting.pop() {
            for c in 0..3 {
                let mut visit = |k: usize| {
                    let mut next = at;
                    next[c] = k;
                    let index = self.index(next);
                    if state[index] == Cell::Unknown {
                        state[index] = Cell::Outside;
                        waiting.push(next);
                    }
                };
                if at[c] > 0 {
                    visit(at[c] - 1);
                }
                if at[c] + 1 < self.cells[c] {
                    visit(at[c] + 1);
                }
            }
        }
    }
}

fn for_box(from: [usize; 3], to: [usize; 3], mut visit: impl FnMut([usize; 3])) {
    for z in from[2]..=to[2] {
        for y in from[1]..=to[1] {
            (from[0]..=to[0]).for_each(|x| visit([x, y, z]));
        }
    }
}
