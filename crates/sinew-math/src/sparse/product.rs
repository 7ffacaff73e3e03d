//! Y = A X for the matrices of 3x3 blocks and 1 to 8 vectors at a time.
//!
//! On one thread every stored pair is visited once and used twice: y_i += A_ij x_j and y_j += A_ji x_i, where A_ji is
//! A_ij^T read again if the matrix is symmetric. On several threads each row gathers its own sum, the blocks above the diagonal through the transposed index of the pattern,
//! so no two threads write one place. Both ways add the same numbers in the same order (rows above ascending, then the
//! own row), so they give the same bits.
//!
//! Three to eight vectors are interleaved first (vertex by vertex, four vectors side by side): one read of a block then
//! serves all of them, and the inner loops run over four vectors at once.

use std::cell::Cell;
use std::ops::Range;

use rayon::prelude::*;

use super::Pattern;
use crate::parallel::wide;

/// Below this many blocks a product is over before other threads wake up.
const PARALLEL_BLOCKS: usize = 20_000;
/// Rows of one task.
const ROWS: usize = 512;
/// Vectors side by side in one group; the compiler turns loops of this length into vector instructions.
const LANES: usize = 4;

thread_local! {
    /// Interleaved vectors, kept between products. Taken out while in use: a stolen task may run another product.
    static SCRATCH: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
}

/// The blocks of a matrix in the order of its pattern: A_ij above the diagonal and A_ji below, the latter transposed if
/// `MIRRORED` (a symmetric matrix hands over the same blocks twice).
///
/// Vertices from `first` on, `nodes` of them: all, or a run that no block leaves.
#[derive(Clone, Copy)]
pub(super) struct Triangles<'a, const MIRRORED: bool> {
    pattern: &'a Pattern,
    first: usize,
    nodes: usize,
    upper: &'a [[f64; 9]],
    lower: &'a [[f64; 9]],
}

impl<'a, const MIRRORED: bool> Triangles<'a, MIRRORED> {
    pub(super) fn new(pattern: &'a Pattern, upper: &'a [f64], lower: &'a [f64]) -> Self {
        let (upper, lower) = (upper.as_chunks().0, lower.as_chunks().0);
        Self { pattern, first: 0, nodes: pattern.nodes(), upper, lower }
    }

    /// The diagonal block of these vertices, which no block may leave.
    pub(super) fn of(self, vertices: &Range<usize>) -> Self {
        Self { first: vertices.start, nodes: vertices.len(), ..self }
    }

    fn blocks(&self) -> usize {
        if self.nodes == 0 {
            0
        } else {
            self.pattern.row(self.first + self.nodes - 1).end - self.pattern.row(self.first).start
        }
    }
}

/// y = A x
pub(super) fn apply<const M: bool>(a: Triangles<M>, x: &[f64], y: &mut [f64]) {
    check(a, x, y, 1);
    multiply::<M, 1, 1>(a, x, y);
}

/// Y = A X, vectors one after the other.
pub(super) fn apply_block<const M: bool>(a: Triangles<M>, x: &[f64], y: &mut [f64], columns: usize) {
    check(a, x, y, columns);
    let n = 3 * a.nodes;
    let mut done = 0;
    while done < columns {
        let width = match columns - done {
            left @ 1..=2 => left,
            left => left.min(2 * LANES),
        };
        let range = done * n..(done + width) * n;
        let (x, y) = (&x[range.clone()], &mut y[range]);
        match width {
            1 => multiply::<M, 1, 1>(a, x, y),
            2 => {
                let (y0, y1) = y.split_at_mut(n);
                multiply::<M, 1, 1>(a, &x[..n], y0);
                multiply::<M, 1, 1>(a, &x[n..], y1);
            }
            3..=LANES => interleaved::<M, 1>(a, x, y),
            _ => interleaved::<M, 2>(a, x, y),
        }
        done += width;
    }
}

fn check<const M: bool>(a: Triangles<M>, x: &[f64], y: &[f64], columns: usize) {
    let n = 3 * a.nodes * columns;
    assert!(x.len() == n && y.len() == n, "vectors and matrix differ in size");
}

/// Interleaves up to G groups of vectors, multiplies and separates again; missing vectors stay zero.
fn interleaved<const M: bool, const G: usize>(a: Triangles<M>, x: &[f64], y: &mut [f64]) {
    let nodes = a.nodes;
    if nodes == 0 {
        return;
    }
    let size = 3 * LANES * G * nodes;
    let mut scratch = SCRATCH.take();
    if scratch.len() < 2 * size {
        scratch.resize(2 * size, 0.0);
    }
    let (mixed_x, mixed_y) = scratch[..2 * size].split_at_mut(size);
    // Group by group: each has 12 values of every vertex.
    let columns = x.len() / (3 * nodes);
    for (i, mixed) in mixed_x.chunks_exact_mut(3 * LANES * G).enumerate() {
        for c in 0..LANES * G {
            for r in 0..3 {
                let value = if c < columns { x[c * 3 * nodes + 3 * i + r] } else { 0.0 };
                mixed[(c / LANES) * 3 * LANES + r * LANES + c % LANES] = value;
            }
        }
    }
    multiply::<M, G, LANES>(a, mixed_x, mixed_y);
    for (i, mixed) in mixed_y.chunks_exact(3 * LANES * G).enumerate() {
        for c in 0..columns {
            for r in 0..3 {
                y[c * 3 * nodes + 3 * i + r] = mixed[(c / LANES) * 3 * LANES + r * LANES + c % LANES];
            }
        }
    }
    SCRATCH.set(scratch);
}

/// The three unknowns of a vertex in C vectors side by side.
type Vertex<const C: usize> = [[f64; C]; 3];

fn multiply<const M: bool, const G: usize, const C: usize>(a: Triangles<M>, x: &[f64], y: &mut [f64]) {
    let x = x.as_chunks::<C>().0.as_chunks::<3>().0.as_chunks::<G>().0;
    let y = y.as_chunks_mut::<C>().0.as_chunks_mut::<3>().0.as_chunks_mut::<G>().0;
    if a.blocks() >= PARALLEL_BLOCKS && rayon::current_num_threads() > 1 {
        y.par_chunks_mut(ROWS).enumerate().for_each(|(k, y)| {
            wide(
                #[inline(always)]
                || gather_rows(a, x, k * ROWS..k * ROWS + y.len(), y),
            );
        });
    } else {
        wide(
            #[inline(always)]
            || scatter_rows(a, x, y),
        );
    }
}

/// Each pair of blocks visited once, for its row and its column.
#[inline(always)]
fn scatter_rows<const M: bool, const G: usize, const C: usize>(
    a: Triangles<M>,
    x: &[[Vertex<C>; G]],
    y: &mut [[Vertex<C>; G]],
) {
    let columns = a.pattern.columns();
    y.fill([[[0.0; C]; 3]; G]);
    for i in 0..a.nodes {
        let row = a.pattern.row(a.first + i);
        let mut own = [[[0.0; C]; 3]; G];
        for g in 0..G {
            own[g] = add_product(a.upper[row.start], x[i][g], own[g]);
        }
        let row = row.start + 1..row.end;
        for ((upper, lower), j) in a.upper[row.clone()].iter().zip(&a.lower[row.clone()]).zip(&columns[row]) {
            let j = *j as usize - a.first;
            let (xj, yj) = (&x[j], &mut y[j]);
            for g in 0..G {
                own[g] = add_product(*upper, xj[g], own[g]);
                yj[g] = add_lower::<M, C>(*lower, x[i][g], yj[g]);
            }
        }
        for g in 0..G {
            y[i][g] = add(own[g], y[i][g]);
        }
    }
}

/// Rows of the result on their own.
#[inline(always)]
fn gather_rows<const M: bool, const G: usize, const C: usize>(
    a: Triangles<M>,
    x: &[[Vertex<C>; G]],
    rows: Range<usize>,
    y: &mut [[Vertex<C>; G]],
) {
    let columns = a.pattern.columns();
    for (i, y) in rows.zip(y) {
        let (mut sum, mut own) = ([[[0.0; C]; 3]; G], [[[0.0; C]; 3]; G]);
        for above in a.pattern.above(a.first + i) {
            for g in 0..G {
                sum[g] = add_lower::<M, C>(a.lower[above.slot as usize], x[above.row as usize - a.first][g], sum[g]);
            }
        }
        let row = a.pattern.row(a.first + i);
        for (block, j) in a.upper[row.clone()].iter().zip(&columns[row]) {
            for g in 0..G {
                own[g] = add_product(*block, x[*j as usize - a.first][g], own[g]);
            }
        }
        for g in 0..G {
            y[g] = add(own[g], sum[g]);
        }
    }
}

// The kernels take and return values: behind references the compiler would have to fear overlap and give up vectors.
// Fused multiply-adds are one rounding on every machine, so the bits do not depend on it either.

#[inline(always)]
fn add<const C: usize>(x: Vertex<C>, mut y: Vertex<C>) -> Vertex<C> {
    for r in 0..3 {
        for c in 0..C {
            y[r][c] += x[r][c];
        }
    }
    y
}

/// y + A x
#[inline(always)]
fn add_product<const C: usize>(a: [f64; 9], x: Vertex<C>, mut y: Vertex<C>) -> Vertex<C> {
    for r in 0..3 {
        for k in 0..3 {
            for c in 0..C {
                y[r][c] = a[3 * r + k].mul_add(x[k][c], y[r][c]);
            }
        }
    }
    y
}

/// y + A_ji x from the block stored below the diagonal.
#[inline(always)]
fn add_lower<const MIRRORED: bool, const C: usize>(a: [f64; 9], x: Vertex<C>, y: Vertex<C>) -> Vertex<C> {
    if MIRRORED { add_transposed(a, x, y) } else { add_product(a, x, y) }
}

/// y + A^T x
#[inline(always)]
fn add_transposed<const C: usize>(a: [f64; 9], x: Vertex<C>, mut y: Vertex<C>) -> Vertex<C> {
    for r in 0..3 {
        for k in 0..3 {
            for c in 0..C {
                y[r][c] = a[3 * k + r].mul_add(x[k][c], y[r][c]);
            }
        }
    }
    y
}
