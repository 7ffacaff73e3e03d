//! The tet nearest to a point, through a uniform grid with about one cell a tet.
//!
//! A tet is listed in every grid cell that its bounding box meets. A point looks into its own cell and then into shells of cells
//! around it: everything outside shell r is at least r cell widths away, so the search ends when the best tet is nearer.

use crate::mechanics::Vec3;

/// Tets sorted into cells.
pub(super) struct TetGrid {
    low: Vec3,
    high: Vec3,
    width: f64,
    counts: [usize; 3],
    /// Tets of cell c are `tets[starts[c]..starts[c + 1]]`.
    starts: Vec<u32>,
    tets: Vec<u32>,
}

/// Cells of the grid at most for each tet, so that a long thin body does not fill the memory with empty ones.
const CELLS_PER_TET: usize = 2;

impl TetGrid {
    pub fn new(corners: &[[Vec3; 4]]) -> Self {
        let fold = |start: f64, by: fn(&Vec3, &Vec3) -> Vec3| {
            corners.iter().flatten().fold(Vec3::repeat(start), |a, p| by(&a, p))
        };
        let (low, high) = (fold(f64::INFINITY, |a, p| a.inf(p)), fold(f64::NEG_INFINITY, |a, p| a.sup(p)));
        let size = high - low;
        let most = CELLS_PER_TET * corners.len() + 8;
        let mut width = (size.product() / corners.len() as f64).cbrt().max(1e-6 * size.norm());
        let counts_at = |width: f64| [0, 1, 2].map(|c| (size[c] / width).floor() as usize + 1);
        while counts_at(width).iter().product::<usize>() > most {
            width *= 1.25;
        }
        let mut grid = Self { low, high, width, counts: counts_at(width), starts: Vec::new(), tets: Vec::new() };
        // Count, sum up, fill.
        let mut starts = vec![0u32; grid.counts.iter().product::<usize>() + 1];
        corners.iter().for_each(|t| grid.cells_of(t, |c| starts[c + 1] += 1));
        for c in 1..starts.len() {
            starts[c] += starts[c - 1];
        }
        let mut next = starts.clone();
        let mut tets = vec![0; *starts.last().expect("one more than cells") as usize];
        for (k, t) in corners.iter().enumerate() {
            grid.cells_of(t, |c| {
                tets[next[c] as usize] = k as u32;
                next[c] += 1;
            });
        }
        (grid.starts, grid.tets) = (starts, tets);
        grid
    }

    /// Diagonal of the box around all tets.
    pub fn size(&self) -> f64 {
        (self.high - self.low).norm()
    }

    fn cell(&self, p: Vec3) -> [usize; 3] {
        std::array::from_fn(|c| (((p[c] - self.low[c]) / self.width).max(0.0) as usize).min(self.counts[c] - 1))
    }

    fn number(&self, [i, j, k]: [usize; 3]) -> usize {
        (i * self.counts[1] + j) * self.counts[2] + k
    }

    fn cells_of(&self, t: &[Vec3; 4], mut visit: impl FnMut(usize)) {
        let (a, b) =
            (self.cell(t[0].inf(&t[1]).inf(&t[2]).inf(&t[3])), self.cell(t[0].sup(&t[1]).sup(&t[2]).sup(&t[3])));
        for i in a[0]..=b[0] {
            for j in a[1]..=b[1] {
                (a[2]..=b[2]).for_each(|k| visit(self.number([i, j, k])));
            }
        }
    }

    /// The nearest tet and its distance, 0 inside; of equally near ones the first.
    pub fn nearest(&self, corners: &[[Vec3; 4]], p: Vec3) -> (usize, f64) {
        let inside = p.sup(&self.low).inf(&self.high);
        let off = (p - inside).norm_squared();
        let home = self.cell(inside);
        let mut best = (usize::MAX, f64::INFINITY);
        for shell in 0..=*self.counts.iter().max().expect("three axes") {
            // What is not yet looked at is at least so far away.
            let reach = shell.saturating_sub(1) as f64 * self.width;
            if shell > 0 && best.1 <= off + reach * reach {
                break;
            }
            self.shell(home, shell, |cell| {
                for &k in &self.tets[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
                    let distance = squared_distance(&corners[k as usize], p);
                    if distance < best.1 || distance == best.1 && (k as usize) < best.0 {
                        best = (k as usize, distance);
                    }
                }
            });
        }
        (best.0, best.1.sqrt())
    }

    /// Cells at exactly `r` steps from home along the farthest axis.
    fn shell(&self, home: [usize; 3], r: usize, mut visit: impl FnMut(usize)) {
        let from = home.map(|h| h.saturating_sub(r));
        let to: [usize; 3] = std::array::from_fn(|c| (home[c] + r).min(self.counts[c] - 1));
        for i in from[0]..=to[0] {
            for j in from[1]..=to[1] {
                let edge = i.abs_diff(home[0]) == r || j.abs_diff(home[1]) == r;
                if edge {
                    (from[2]..=to[2]).for_each(|k| visit(self.number([i, j, k])));
                    continue;
                }
                let ends = [home[2].checked_sub(r), (r > 0).then_some(home[2] + r)];
                for k in ends.into_iter().flatten().filter(|k| *k < self.counts[2]) {
                    visit(self.number([i, j, k]));
                }
            }
        }
    }
}

/// Squared distance of a point to a tet of positive volume; 0 inside.
fn squared_distance(t: &[Vec3; 4], p: Vec3) -> f64 {
    let faces = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]].map(|f| f.map(|i: usize| t[i]));
    let outside = |[a, b, c]: &[Vec3; 3]| (b - a).cross(&(c - a)).dot(&(p - a)) > 0.0;
    let out = faces.iter().filter(|f| outside(f));
    out.map(|f| (closest_on_triangle(f, p) - p).norm_squared()).reduce(f64::min).unwrap_or(0.0)
}

/// The point of a triangle nearest to p: of the seven regions (corners, edges, face) that of p decides. [ericson2004, sec. 5.1.5]
fn closest_on_triangle([a, b, c]: &[Vec3; 3], p: Vec3) -> Vec3 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return *a;
    }
    let (d3, d4) = (ab.dot(&(p - b)), ac.dot(&(p - b)));
    if d3 >= 0.0 && d4 <= d3 {
        return *b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let (d5, d6) = (ab.dot(&(p - c)), ac.dot(&(p - c)));
    if d6 >= 0.0 && d5 <= d6 {
        return *c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let sum = va + vb + vc;
    a + ab * (vb / sum) + ac * (vc / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_finds_what_a_search_over_all_finds() {
        let mut seed = 3u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64
        };
        // Scattered tets of different sizes, in a long box with gaps.
        let tets: Vec<[Vec3; 4]> = (0..200)
            .map(|_| {
                let (c, s) = (Vec3::new(10.0 * next(), next(), next()), 0.02 + 0.3 * next() * next());
                [c, c + Vec3::x() * s, c + Vec3::y() * s, c + Vec3::z() * s]
            })
            .collect();
        let grid = TetGrid::new(&tets);
        for _ in 0..500 {
            let p = Vec3::new(12.0 * next() - 1.0, 3.0 * next() - 1.0, 3.0 * next() - 1.0);
            let all = tets.iter().map(|t| squared_distance(t, p)).fold(f64::INFINITY, f64::min).sqrt();
            let (tet, distance) = grid.nearest(&tets, p);
            assert_eq!(distance, all);
            assert_eq!(squared_distance(&tets[tet], p).sqrt(), all);
        }
    }
}
