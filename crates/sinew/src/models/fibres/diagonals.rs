//! The diagonals of a cuboid in pairs: what resists twist and shear is the difference of the two diagonals of a face.
//!
//! With d = x_b' - x_a and e = x_a' - x_b the diagonals of face f (a, b at one end, a', b' at the other) and D their rest length
//!
//!   g_f = (|d|^2 - |e|^2)/2D - rest,   t = (g_0 + g_1 + g_2 + g_3)/2,   V = k_s |g|^2/2 + (k_t - k_s) t^2/2.
//!
//! To first order g_f is the difference of the lengths. A twist theta makes all four a^2 theta/D, a shift u makes two of
//! them 2 a u/D with opposite signs, so k_t = D^2/(4 a^4) GJ/L and k_s = D^2/(8 a^2) G A_s/L. Stretch and bending change both
//! diagonals of a face alike and cost nothing here. Single diagonal springs would take part in them: in a cuboid as
//! slender as a hair's, L/a = 300, springs stiff enough for the twist make it 10^4 times too stiff against stretch.
//!
//! V is a polynomial without a singular state; f = -sum s_f (d - e)/D on the ends of the diagonals, s = dV/dg.

use super::beam::Segment;
use crate::mechanics::{Between, Blocks, ElementLaw, Elements, ForceTerm, Local, Mat3, Vec3};
use crate::models::ModelError;
use crate::models::error::check_stencils;

/// The diagonals of many cuboids. Corners 0 to 3 go round one end, 4 to 7 in the same way round the other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagonals {
    /// Corners of each cuboid.
    pub corners: Vec<[u32; 8]>,
    /// Constants of each.
    pub(super) laws: Vec<Pairs>,
}

/// Constants of one cuboid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pairs {
    /// k_s in N/m
    shear: f64,
    /// k_t in N/m
    twist: f64,
    /// 1/D
    scale: f64,
    rest: [f64; 4],
}

impl Pairs {
    /// Of a cuboid with a length and the sides of its ends, relaxed at the given corners. In a tapered one a shift sees
    /// the mean of the sides, a twist their product.
    pub(super) fn new(segment: &Segment, length: f64, sides: [f64; 2], corners: &[Vec3; 8]) -> Self {
        let mean = 0.5 * (sides[0] + sides[1]);
        let squared = length * length + mean * mean;
        let mut pairs = Self {
            shear: segment.shift * squared / (8.0 * mean * mean),
            twist: segment.twist * squared / (4.0 * (sides[0] * sides[1]).powi(2)),
            scale: 1.0 / squared.sqrt(),
            rest: [0.0; 4],
        };
        pairs.rest = pairs.differences(&faces(corners));
        pairs
    }

    /// g
    fn differences(&self, faces: &[[Vec3; 2]; 4]) -> [f64; 4] {
        // |d|^2 - |e|^2 = (d - e).(d + e) does not cancel.
        std::array::from_fn(|f| {
            let [d, e] = &faces[f];
            0.5 * self.scale * (d - e).dot(&(d + e)) - self.rest[f]
        })
    }

    /// s = dV/dg, linear in g.
    fn tensions(&self, g: &[f64; 4]) -> [f64; 4] {
        let common = 0.25 * (self.twist - self.shear) * (g[0] + g[1] + g[2] + g[3]);
        g.map(|g| self.shear * g + common)
    }

    fn stored(&self, g: &[f64; 4]) -> f64 {
        0.5 * self.tensions(g).iter().zip(g).map(|(s, g)| s * g).sum::<f64>()
    }

    /// dg_f/dx
    fn slopes(&self, faces: &[[Vec3; 2]; 4]) -> [[Vec3; 8]; 4] {
        std::array::from_fn(|f| {
            let mut slope = [Vec3::zeros(); 8];
            put(&mut slope, f, &faces[f].map(|d| d * self.scale), 1.0);
            slope
        })
    }
}

/// Both diagonals of each face, differences of positions or of anything else in the corners.
fn faces(x: &[Vec3; 8]) -> [[Vec3; 2]; 4] {
    std::array::from_fn(|f| {
        let [a, b, c, d] = ends(f);
        [x[d] - x[a], x[c] - x[b]]
    })
}

/// a, b at one end of a face, a', b' at the other.
fn ends(f: usize) -> [usize; 4] {
    let next = (f + 1) % 4;
    [f, next, 4 + f, 4 + next]
}

/// Adds `weight` times a vector along each diagonal of a face to its ends, the second with the opposite sign.
fn put(to: &mut [Vec3; 8], f: usize, along: &[Vec3; 2], weight: f64) {
    let [a, b, c, d] = ends(f);
    let [first, second] = along.map(|along| along * weight);
    to[d] += first;
    to[a] -= first;
    to[c] -= second;
    to[b] += second;
}

/// The diagonals of cuboids as a force term on `vertices` vertices.
pub fn diagonals(
    name: impl Into<String>,
    vertices: usize,
    cuboids: Diagonals,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    check_stencils("cuboid", &cuboids.corners, vertices)?;
    Ok(Box::new(Elements::new(name, vertices, cuboids)))
}

impl Diagonals {
    /// -sum s_f dg_f/dx
    fn pull(&self, e: usize, faces: &[[Vec3; 2]; 4], s: &[f64; 4]) -> [Vec3; 8] {
        let mut force = [Vec3::zeros(); 8];
        for f in 0..4 {
            put(&mut force, f, &faces[f], -s[f] * self.laws[e].scale);
        }
        force
    }

    /// sum C_fg dg_f dg_g^T: upper triangle.
    fn material(&self, e: usize, faces: &[[Vec3; 2]; 4]) -> Blocks<8> {
        let law = &self.laws[e];
        let slopes = law.slopes(faces);
        let sum: [Vec3; 8] = std::array::from_fn(|a| slopes.iter().map(|slope| slope[a]).sum());
        let mut k = [[Mat3::zeros(); 8]; 8];
        let mut add = |slope: &[Vec3; 8], weight: f64, corners: &[usize]| {
            for a in corners {
                for b in corners {
                    if a <= b {
                        k[*a][*b] += slope[*a] * (slope[*b] * weight).transpose();
                    }
                }
            }
        };
        for (f, slope) in slopes.iter().enumerate() {
            add(slope, law.shear, &ends(f));
        }
        add(&sum, 0.25 * (law.twist - law.shear), &[0, 1, 2, 3, 4, 5, 6, 7]);
        k
    }

    /// sum s_f/D (Hess |d|^2/2 - Hess |e|^2/2), or its positive part.
    fn add_geometric(&self, e: usize, s: &[f64; 4], projected: bool, k: &mut Blocks<8>) {
        for f in 0..4 {
            let [a, b, c, d] = ends(f);
            for (ends, weight) in [([a, d], s[f]), ([b, c], -s[f])] {
                if projected && weight < 0.0 {
                    continue;
                }
                let weight = Mat3::from_diagonal_element(weight * self.laws[e].scale);
                k[ends[0]][ends[0]] += weight;
                k[ends[1]][ends[1]] += weight;
                k[ends[0]][ends[1]] -= weight;
            }
        }
    }

    fn tangent(&self, e: usize, at: &Local<8>, projected: bool) -> Blocks<8> {
        let faces = faces(&at.x);
        let s = self.laws[e].tensions(&self.laws[e].differences(&faces));
        let mut k = self.material(e, &faces);
        self.add_geometric(e, &s, projected, &mut k);
        k
    }
}

impl ElementLaw<8> for Diagonals {
    fn stencils(&self) -> &[[u32; 8]] {
        &self.corners
    }

    fn energy(&self, e: usize, at: &Local<8>) -> f64 {
        let law = &self.laws[e];
        law.stored(&law.differences(&faces(&at.x)))
    }

    fn force(&self, e: usize, at: &Local<8>) -> [Vec3; 8] {
        let faces = faces(&at.x);
        self.pull(e, &faces, &self.laws[e].tensions(&self.laws[e].differences(&faces)))
    }

    fn force_difference(&self, e: usize, a: &Local<8>, b: &Local<8>) -> [Vec3; 8] {
        let law = &self.laws[e];
        let (from, to) = (faces(&a.x), faces(&b.x));
        let change = faces(&std::array::from_fn(|i| b.x[i] - a.x[i]));
        // g_b - g_a = (d_a + d_b).(d_b - d_a)/2D, the same for e.
        let dg: [f64; 4] = std::array::from_fn(|f| {
            let part = |j: usize| (from[f][j] + to[f][j]).dot(&change[f][j]);
            0.5 * law.scale * (part(0) - part(1))
        });
        let (s, ds) = (law.tensions(&law.differences(&to)), law.tensions(&dg));
        let (first, second) = (self.pull(e, &change, &s), self.pull(e, &from, &ds));
        std::array::from_fn(|i| first[i] + second[i])
    }

    fn stiffness(&self, e: usize, at: &Local<8>) -> Blocks<8> {
        self.tangent(e, at, false)
    }

    fn projected_stiffness(&self, e: usize, at: &Local<8>) -> Blocks<8> {
        self.tangent(e, at, true)
    }

    fn stiffness_product(&self, e: usize, at: &Local<8>, dx: &[Vec3; 8]) -> [Vec3; 8] {
        let law = &self.laws[e];
        let (faces, change) = (faces(&at.x), faces(dx));
        let dg: [f64; 4] =
            std::array::from_fn(|f| law.scale * (faces[f][0].dot(&change[f][0]) - faces[f][1].dot(&change[f][1])));
        let (s, ds) = (law.tensions(&law.differences(&faces)), law.tensions(&dg));
        let (first, second) = (self.pull(e, &change, &s), self.pull(e, &faces, &ds));
        std::array::from_fn(|i| -first[i] - second[i])
    }

    fn secant(&self, e: usize, at: &Local<8>) -> Option<Blocks<8>> {
        let law = &self.laws[e];
        let mut k = [[Mat3::zeros(); 8]; 8];
        self.add_geometric(e, &law.tensions(&law.differences(&faces(&at.x))), false, &mut k);
        Some(k)
    }

    /// The mean tension on the mean diagonals: V_1 - V_0 = s_m . (g_1 - g_0) since s is linear in g, and
    /// g_1 - g_0 = d_m . (d_1 - d_0)/D - e_m . (e_1 - e_0)/D since g is quadratic in them.
    fn mean_force(&self, e: usize, at: &Between<8>) -> [Vec3; 8] {
        let law = &self.laws[e];
        let [g, h] = at.x.map(|x| law.differences(&faces(&x)));
        let s = law.tensions(&std::array::from_fn(|f| 0.5 * (g[f] + h[f])));
        self.pull(e, &faces(&at.middle().x), &s)
    }

    fn strain_metric(&self, e: usize, at: &Local<8>) -> Option<Blocks<8>> {
        Some(self.material(e, &faces(&at.x)))
    }
}
