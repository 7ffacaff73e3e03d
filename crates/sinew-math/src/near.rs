//! Which points are nearer to each other than a distance, by cell lists: space is cut into cells at least that wide, so only the
//! 27 cells around a point can hold its neighbours, and n points in a bounded density cost O(n).
//!
//! Every point has the full list of its neighbours in ascending order, whatever the cells were: sums over it have one
//! order. After the first search of a kind nothing is allocated but what a longer list needs.

/// Lists of neighbours. See the module's head.
#[derive(Debug, Clone, Default)]
pub struct NearLists {
    starts: Vec<usize>,
    near: Vec<u32>,
    cells: Cells,
}

/// Points sorted by cell.
#[derive(Debug, Clone, Default)]
struct Cells {
    starts: Vec<usize>,
    points: Vec<u32>,
    /// Cell of each point.
    of: Vec<usize>,
}

impl NearLists {
    /// Searches anew: j is listed at i if |x_i - x_j| <= `distance`, i != j and `keep(i, j)`.
    pub fn search(&mut self, points: &[[f64; 3]], distance: f64, keep: impl Fn(u32, u32) -> bool) {
        let grid = Grid::around(points, distance);
        self.cells.sort(points, &grid);
        self.starts.clear();
        self.near.clear();
        self.starts.push(0);
        for (i, p) in points.iter().enumerate() {
            let first = self.near.len();
            grid.around_cell(self.cells.of[i], |cell| {
                for j in &self.cells.points[self.cells.starts[cell]..self.cells.starts[cell + 1]] {
                    if *j as usize != i
                        && squared_distance(p, &points[*j as usize]) <= distance * distance
                        && keep(i as u32, *j)
                    {
                        self.near.push(*j);
                    }
                }
            });
            self.near[first..].sort_unstable();
            self.starts.push(self.near.len());
        }
    }

    /// Neighbours of point i, ascending.
    pub fn of(&self, i: usize) -> &[u32] {
        &self.near[self.starts[i]..self.starts[i + 1]]
    }

    /// Number of pairs, each counted once.
    pub fn pairs(&self) -> usize {
        self.near.len() / 2
    }
}

/// |a - b|^2
#[inline(always)]
pub fn squared_distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|c| (a[c] - b[c]) * (a[c] - b[c])).sum()
}

/// Cells of one size over the bounding box.
struct Grid {
    low: [f64; 3],
    width: [f64; 3],
    count: [usize; 3],
}

impl Grid {
    fn around(points: &[[f64; 3]], distance: f64) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for p in points {
            for c in 0..3 {
                low[c] = low[c].min(p[c]);
                high[c] = high[c].max(p[c]);
            }
        }
        // Not more cells along an axis than keep the whole grid in proportion to the points, wherever they are.
        let most = ((4 * points.len()) as f64).cbrt().ceil().max(1.0);
        // No finite extent is one cell: a lost point must not cost memory.
        let count = std::array::from_fn(|c| ((high[c] - low[c]) / distance).floor().clamp(1.0, most) as usize);
        let count = count.map(|n: usize| n.max(1));
        let width = std::array::from_fn(|c| (high[c] - low[c]) / count[c] as f64);
        Self { low, width, count }
    }

    fn cell(&self, p: &[f64; 3]) -> usize {
        let along = |c: usize| {
            let place = (p[c] - self.low[c]) / self.width[c];
            // Not a number (no extent) is the first cell.
            (place as usize).min(self.count[c] - 1)
        };
        (along(0) * self.count[1] + along(1)) * self.count[2] + along(2)
    }

    fn around_cell(&self, cell: usize, mut visit: impl FnMut(usize)) {
        let [_, ny, nz] = self.count;
        let at = [cell / (ny * nz), cell / nz % ny, cell % nz];
        let range = |c: usize| at[c].saturating_sub(1)..=(at[c] + 1).min(self.count[c] - 1);
        for i in range(0) {
            for j in range(1) {
                for k in range(2) {
                    visit((i * ny + j) * nz + k);
                }
            }
        }
    }
}

impl Cells {
    fn sort(&mut self, points: &[[f64; 3]], grid: &Grid) {
        let cells: usize = grid.count.iter().product();
        self.of.clear();
        self.of.extend(points.iter().map(|p| grid.cell(p)));
        self.starts.clear();
        self.starts.resize(cells + 1, 0);
        for cell in &self.of {
            self.starts[cell + 1] += 1;
        }
        for cell in 0..cells {
            self.starts[cell + 1] += self.starts[cell];
        }
        self.points.clear();
        self.points.resize(points.len(), 0);
        // Filled from the back, so that the starts end up where they were.
        for (i, cell) in self.of.iter().enumerate().rev() {
            self.starts[cell + 1] -= 1;
            self.points[self.starts[cell + 1]] = i as u32;
        }
        // starts[c + 1] is now where cell c begins: shift by one, and the last ends with all points.
        self.starts.rotate_left(1);
        self.starts[cells] = points.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scattered(n: usize, stretch: [f64; 3]) -> Vec<[f64; 3]> {
        let mut seed = 7u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64
        };
        (0..n).map(|_| std::array::from_fn(|c| stretch[c] * next())).collect()
    }

    #[test]
    fn the_lists_are_those_of_the_direct_search() {
        let mut lists = NearLists::default();
        for stretch in [[1.0; 3], [10.0, 0.3, 1.0], [5.0, 0.0, 0.0], [0.0; 3], [1e9, 1.0, 1.0]] {
            let points = scattered(200, stretch);
            for distance in [0.05, 0.3, 2.0, 100.0] {
                lists.search(&points, distance, |i, j| (i + j) % 3 != 0);
                for i in 0..points.len() {
                    let near = |j: &u32| {
                        *j as usize != i
                            && !(i as u32 + j).is_multiple_of(3)
                            && squared_distance(&points[i], &points[*j as usize]) <= distance * distance
                    };
                    let expected: Vec<u32> = (0..points.len() as u32).filter(near).collect();
                    assert_eq!(lists.of(i), expected, "{stretch:?} {distance} point {i}");
                }
            }
        }
    }

    #[test]
    fn points_that_are_lost_do_no_harm() {
        let mut points = scattered(20, [1.0; 3]);
        points[3] = [f64::NAN; 3];
        points[5] = [f64::INFINITY, 0.0, -1e300];
        let mut lists = NearLists::default();
        lists.search(&points, 0.5, |_, _| true);
        assert!(lists.of(3).is_empty() && lists.of(5).is_empty());
        lists.search(&[], 0.5, |_, _| true);
        assert_eq!(lists.pairs(), 0);
    }
}
