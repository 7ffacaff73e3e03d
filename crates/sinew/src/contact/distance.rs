//! Distances of a vertex from a triangle and of two edges, with the weights of the nearest points and all derivatives.
//!
//! Both are the least |r| over the parameters theta of r = sum w_i(theta) x_i on four vertices: weights (1, -a, -b, -c) for vertex and
//! triangle, (1 - s, s, -(1 - t), -t) for edges. The nearest points lie inside, on a side or at a corner, which leaves 2, 1 or 0
//! parameters free. With phi = |r|^2/2 on those,
//!
//! d phi/dx_i = w_i r,   Hess phi = w_i w_j I - B_i A^-1 B_j^T,   A = dr/dtheta . dr/dtheta,   B_i = w_i dr/dtheta + dw_i/dtheta r,
//!
//! which is exact in all regions, since r is linear in theta. Flat triangles and edges without length are handled by their
//! sides and ends. Between regions the distance is once continuously differentiable, but for parallel edges.

use crate::mechanics::{Blocks, Mat3, Vec3, zero_blocks};

/// What two things on four vertices are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// Vertex 0 and the triangle of the others.
    VertexTriangle,
    /// Edge 0-1 and edge 2-3.
    Edges,
}

/// The nearest points of a pair.
#[derive(Debug, Clone, Copy)]
pub struct Nearest {
    /// w: r = sum w_i x_i; the sum of all weights is 0.
    pub weights: [f64; 4],
    /// r, from the second thing to the first.
    pub between: Vec3,
    /// dw/dtheta of the parameters that are free.
    free: [Option<[f64; 4]>; 2],
}

/// Two nearly parallel edges, or two sides of a flat triangle, have a determinant below this share of their lengths squared.
const PARALLEL: f64 = 1e-14;

impl Pair {
    /// The nearest points.
    pub fn nearest(self, x: &[Vec3; 4]) -> Nearest {
        match self {
            Pair::VertexTriangle => vertex_triangle(x),
            Pair::Edges => edges(x),
        }
    }

    /// The distance.
    pub fn distance(self, x: &[Vec3; 4]) -> f64 {
        self.nearest(x).between.norm()
    }

    /// A unit vector across both, for things that touch.
    pub fn across(self, x: &[Vec3; 4]) -> Vec3 {
        let n = match self {
            Pair::VertexTriangle => (x[2] - x[1]).cross(&(x[3] - x[1])),
            Pair::Edges => (x[1] - x[0]).cross(&(x[3] - x[2])),
        };
        n.try_normalize(0.0).unwrap_or_else(Vec3::z)
    }
}

impl Nearest {
    /// Distance and unit vector from the second thing to the first; across both where they touch.
    pub fn distance(&self, pair: Pair, x: &[Vec3; 4]) -> (f64, Vec3) {
        let d = self.between.norm();
        if d > 0.0 { (d, self.between / d) } else { (0.0, pair.across(x)) }
    }

    /// Hess(|r|^2/2), all blocks.
    pub fn hessian(&self, x: &[Vec3; 4]) -> Blocks<4> {
        let w = &self.weights;
        let mut h: Blocks<4> =
            std::array::from_fn(|i| std::array::from_fn(|j| Mat3::from_diagonal_element(w[i] * w[j])));
        let columns = |dw: &[f64; 4]| {
            let slope: Vec3 = (0..4).map(|i| x[i] * dw[i]).sum();
            // B_i^T, a 3-vector for each vertex.
            (slope, std::array::from_fn::<Vec3, 4, _>(|i| slope * w[i] + self.between * dw[i]))
        };
        let mut subtract = |c: f64, a: &[Vec3; 4], b: &[Vec3; 4]| {
            for (row, a) in h.iter_mut().zip(a) {
                for (block, b) in row.iter_mut().zip(b) {
                    *block -= a * b.transpose() * c;
                }
            }
        };
        match &self.free {
            [Some(one), Some(two)] => {
                let ((p, a), (q, b)) = (columns(one), columns(two));
                let (pp, pq, qq) = (p.dot(&p), p.dot(&q), q.dot(&q));
                let det = pp * qq - pq * pq;
                if det > 0.0 {
                    subtract(qq / det, &a, &a);
                    subtract(-pq / det, &a, &b);
                    subtract(-pq / det, &b, &a);
                    subtract(pp / det, &b, &b);
                }
            }
            [Some(one), None] | [None, Some(one)] => {
                let (p, a) = columns(one);
                if p.norm_squared() > 0.0 {
                    subtract(1.0 / p.norm_squared(), &a, &a);
                }
            }
            [None, None] => {}
        }
        h
    }

    fn new(x: &[Vec3; 4], weights: [f64; 4], free: [Option<[f64; 4]>; 2]) -> Self {
        Self { weights, between: between(x, &weights), free }
    }
}

/// r; differences first: far from the origin the sum of weighted places would cancel.
fn between(x: &[Vec3; 4], weights: &[f64; 4]) -> Vec3 {
    (1..4).map(|i| (x[i] - x[0]) * weights[i]).sum()
}

/// The nearer of two.
fn nearer(a: Nearest, b: Nearest) -> Nearest {
    if b.between.norm_squared() < a.between.norm_squared() { b } else { a }
}

fn vertex_triangle(x: &[Vec3; 4]) -> Nearest {
    let (u, v, d) = (x[2] - x[1], x[3] - x[1], x[0] - x[1]);
    let (uu, uv, vv, ud, vd) = (u.dot(&u), u.dot(&v), v.dot(&v), u.dot(&d), v.dot(&d));
    let det = uu * vv - uv * uv;
    if det > PARALLEL * uu * vv {
        let (b, c) = ((vv * ud - uv * vd) / det, (uu * vd - uv * ud) / det);
        if b >= 0.0 && c >= 0.0 && b + c <= 1.0 {
            let free = [Some([0.0, 1.0, -1.0, 0.0]), Some([0.0, 1.0, 0.0, -1.0])];
            return Nearest::new(x, [1.0, b + c - 1.0, -b, -c], free);
        }
    }
    // Outside, or flat: the nearest point is on a side.
    let sides = [[1, 2], [2, 3], [3, 1]].map(|[i, j]| vertex_side(x, i, j));
    nearer(nearer(sides[0], sides[1]), sides[2])
}

/// Squared distance of a point from a triangle: what [`Pair::nearest`] would say, at a fraction of its price.
pub fn squared_to_triangle(p: &Vec3, [a, b, c]: &[Vec3; 3]) -> f64 {
    let (u, v, d) = (b - a, c - a, p - a);
    let (uu, uv, vv, ud, vd) = (u.dot(&u), u.dot(&v), v.dot(&v), u.dot(&d), v.dot(&d));
    let det = uu * vv - uv * uv;
    if det > PARALLEL * uu * vv {
        let (s, t) = ((vv * ud - uv * vd) / det, (uu * vd - uv * ud) / det);
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            return (d - u * s - v * t).norm_squared();
        }
    }
    let side = |a: &Vec3, b: &Vec3| {
        let t = along(*a, *b, *p).0;
        (p - a - (b - a) * t).norm_squared()
    };
    side(a, b).min(side(b, c)).min(side(c, a))
}

/// Vertex 0 and the side from i to j.
fn vertex_side(x: &[Vec3; 4], i: usize, j: usize) -> Nearest {
    let (t, inside) = along(x[i], x[j], x[0]);
    let mut weights = [1.0, 0.0, 0.0, 0.0];
    (weights[i], weights[j]) = (t - 1.0, -t);
    let mut slope = [0.0; 4];
    (slope[i], slope[j]) = (1.0, -1.0);
    Nearest::new(x, weights, [inside.then_some(slope), None])
}

/// Where on the segment the point nearest to p is, and whether that is between the ends.
fn along(a: Vec3, b: Vec3, p: Vec3) -> (f64, bool) {
    let (e, d) = (b - a, p - a);
    let (length, t) = (e.norm_squared(), e.dot(&d));
    if t <= 0.0 || length == 0.0 {
        (0.0, false)
    } else if t >= length {
        (1.0, false)
    } else {
        (t / length, true)
    }
}

fn edges(x: &[Vec3; 4]) -> Nearest {
    let (u, v, d) = (x[1] - x[0], x[3] - x[2], x[0] - x[2]);
    let (uu, uv, vv, ud, vd) = (u.dot(&u), u.dot(&v), v.dot(&v), u.dot(&d), v.dot(&d));
    let det = uu * vv - uv * uv;
    const S: [f64; 4] = [-1.0, 1.0, 0.0, 0.0];
    const T: [f64; 4] = [0.0, 0.0, 1.0, -1.0];
    let weights = |s: f64, t: f64| [1.0 - s, s, t - 1.0, -t];
    if det > PARALLEL * uu * vv {
        let (s, t) = ((uv * vd - vv * ud) / det, (uu * vd - uv * ud) / det);
        if s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0 {
            return Nearest::new(x, weights(s, t), [Some(S), Some(T)]);
        }
    }
    // One of the nearest points is an end of its edge.
    let ends = [0.0, 1.0].map(|s| {
        let (t, inside) = along(x[2], x[3], x[s as usize]);
        (s, t, [None, inside.then_some(T)])
    });
    let others = [0.0, 1.0].map(|t| {
        let (s, inside) = along(x[0], x[1], x[2 + t as usize]);
        (s, t, [inside.then_some(S), None])
    });
    let squared = |(s, t, _): &(f64, f64, _)| between(x, &weights(*s, *t)).norm_squared();
    let [first, rest @ ..] = [&ends[0], &ends[1], &others[0], &others[1]];
    let mut best = (first, squared(first));
    for other in rest {
        let d = squared(other);
        if d < best.1 {
            best = (other, d);
        }
    }
    let (s, t, free) = *best.0;
    Nearest::new(x, weights(s, t), free)
}

/// c = |u x v|^2 of the two edges over the squares of their rest lengths, with gradient and Hessian (upper blocks, all of them
/// filled): 0 where they are parallel.
pub fn crossing(x: &[Vec3; 4], scale: f64) -> (f64, [Vec3; 4], Blocks<4>) {
    let (u, v) = (x[1] - x[0], x[3] - x[2]);
    let (uu, uv, vv) = (u.dot(&u), u.dot(&v), v.dot(&v));
    let (gu, gv) = ((u * vv - v * uv) * (2.0 * scale), (v * uu - u * uv) * (2.0 * scale));
    let identity = Mat3::identity();
    let huu = (identity * vv - v * v.transpose()) * (2.0 * scale);
    let hvv = (identity * uu - u * u.transpose()) * (2.0 * scale);
    let huv = (u * v.transpose() * 2.0 - v * u.transpose() - identity * uv) * (2.0 * scale);
    let mut h = zero_blocks();
    for (i, si) in [(0, -1.0), (1, 1.0)] {
        for (j, sj) in [(0, -1.0), (1, 1.0)] {
            h[i][j] = huu * (si * sj);
            h[2 + i][2 + j] = hvv * (si * sj);
            h[i][2 + j] = huv * (si * sj);
            h[2 + j][i] = huv.transpose() * (si * sj);
        }
    }
    (scale * u.cross(&v).norm_squared(), [-gu, gu, -gv, gv], h)
}
