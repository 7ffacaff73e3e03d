//! Tetrahedra with linear shape functions and one material: F = Ds Dm^-1, force -vol P Dm^-T.
//!
//! Ds and Dm hold the edges x_a - x_0 now and at rest as columns; row a of Dm^-1 is the gradient of vertex a's shape
//! function, and vertex 0 has minus the sum of the three. [bonet2008, ch. 9]

use std::ops::Range;

use sinew_math::parallel::wide;
use sinew_math::small::{LANES, Lane, LaneMatrix, multiply};

use super::materials::Material;
use super::mean::{MeanGradient, StrainPair, as_matrix, as_six, positive, strain_blocks};
use super::rotation::axial;
use super::tangent::positive_part;
use crate::mechanics::elements::{Blocks, ElementLaw, Local, Scalars};
use crate::mechanics::gauge::{Gauge, largest_strain, von_mises};
use crate::mechanics::{Between, Configuration, Mat3, Vec3};
use crate::models::ModelError;
use crate::models::error::check_stencils;

/// Signed volume; positive if (p1 - p0, p2 - p0, p3 - p0) is right-handed.
pub fn tet_volume(p: &[Vec3; 4]) -> f64 {
    (p[1] - p[0]).dot(&(p[2] - p[0]).cross(&(p[3] - p[0]))) / 6.0
}

/// Edges from vertex 0 as columns.
pub(super) fn edges(p: &[Vec3; 4]) -> Mat3 {
    Mat3::from_columns(&[p[1] - p[0], p[2] - p[0], p[3] - p[0]])
}

/// The rest shape of one tet.
#[derive(Debug, Clone, Copy)]
pub struct RestTet {
    /// Dm^-1; its rows are the gradients of the shape functions of vertices 1, 2, 3.
    pub inverse: Mat3,
    /// Volume in m^3.
    pub volume: f64,
}

impl RestTet {
    /// From rest positions; the volume is returned if it is not clearly positive.
    pub fn new(p: &[Vec3; 4]) -> Result<Self, f64> {
        let dm = edges(p);
        let volume = tet_volume(p);
        let longest =
            (0..4).flat_map(|a| (0..a).map(move |b| (a, b))).fold(0.0, |l: f64, (a, b)| l.max((p[a] - p[b]).norm()));
        // Below this the volume is rounding error of the coordinates.
        let rounding = 1e-14 * longest.powi(3);
        match dm.try_inverse() {
            Some(inverse) if volume > rounding => Ok(Self { inverse, volume }),
            _ => Err(if volume.abs() <= rounding { 0.0 } else { volume }),
        }
    }

    /// F = Ds Dm^-1; also dF of displacements and F' of velocities.
    pub fn gradient(&self, x: &[Vec3; 4]) -> Mat3 {
        edges(x) * self.inverse
    }

    /// Forces -vol P g_a of a first Piola stress; they sum to zero.
    pub fn forces(&self, p: &Mat3) -> [Vec3; 4] {
        let h = p * self.inverse.transpose() * -self.volume;
        let (a, b, c) = (h.column(0).into_owned(), h.column(1).into_owned(), h.column(2).into_owned());
        [-(a + b + c), a, b, c]
    }

    /// w vol g_a . g_b, the matrix of w/2 |F|^2 on each axis.
    pub fn laplacian(&self, w: f64) -> [[f64; 4]; 4] {
        let g = self.shape_gradients();
        g.map(|a| g.map(|b| w * self.volume * a.dot(&b)))
    }

    /// Gradients of all four shape functions.
    pub fn shape_gradients(&self) -> [Vec3; 4] {
        let row = |a: usize| self.inverse.row(a).transpose();
        [-(row(0) + row(1) + row(2)), row(0), row(1), row(2)]
    }
}

/// Stencils and rest shapes of a set of tets.
#[derive(Debug, Clone)]
pub struct RestTets {
    stencils: Vec<[u32; 4]>,
    rest: Vec<RestTet>,
    /// Four tets side by side, the last one repeated where there are fewer.
    lanes: Vec<RestLanes>,
}

/// Rest shapes of several tets side by side.
#[derive(Debug, Clone, Copy)]
struct RestLanes {
    /// Corners by vertex and lane.
    corners: [[u32; LANES]; 4],
    inverse: LaneMatrix,
    volume: Lane,
}

impl RestLanes {
    fn new(stencils: &[[u32; 4]], rest: &[RestTet]) -> Self {
        let of = |k: usize| k.min(rest.len() - 1);
        Self {
            corners: std::array::from_fn(|a| std::array::from_fn(|k| stencils[of(k)][a])),
            inverse: std::array::from_fn(|r| {
                std::array::from_fn(|c| std::array::from_fn(|k| rest[of(k)].inverse[(r, c)]))
            }),
            volume: std::array::from_fn(|k| rest[of(k)].volume),
        }
    }

    /// F = Ds Dm^-1
    #[inline(always)]
    fn gradients(&self, x: &[[f64; 3]]) -> LaneMatrix {
        let mut edges = [[[0.0; LANES]; 3]; 3];
        for k in 0..LANES {
            let origin = x[self.corners[0][k] as usize];
            for c in 0..3 {
                let corner = x[self.corners[c + 1][k] as usize];
                for r in 0..3 {
                    edges[r][c][k] = corner[r] - origin[r];
                }
            }
        }
        multiply(&edges, &self.inverse)
    }

    /// The last three columns of the forces -vol P g_a.
    #[inline(always)]
    fn forces(&self, p: &LaneMatrix) -> LaneMatrix {
        let mut gradients = [[[0.0; LANES]; 3]; 3];
        for r in 0..3 {
            for c in 0..3 {
                for k in 0..LANES {
                    gradients[r][c][k] = -self.volume[k] * self.inverse[c][r][k];
                }
            }
        }
        multiply(p, &gradients)
    }
}

impl RestTets {
    /// `rest` holds the positions of all vertices.
    pub fn new(rest: &[f64], tets: &[[u32; 4]]) -> Result<Self, ModelError> {
        check_stencils("tet", tets, rest.len() / 3)?;
        let shapes = tets.iter().enumerate().map(|(tet, stencil)| {
            let p = stencil.map(|v| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]));
            if let Some(a) = p.iter().position(|p| !p.iter().all(|c| c.is_finite())) {
                return Err(ModelError::NonFiniteRest { tet, vertex: stencil[a] });
            }
            RestTet::new(&p).map_err(|volume| match volume {
                0.0 => ModelError::FlatTet { tet, volume: tet_volume(&p) },
                _ => ModelError::InvertedTet { tet, volume },
            })
        });
        let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
        let lanes = tets.chunks(LANES).zip(shapes.chunks(LANES)).map(|(t, r)| RestLanes::new(t, r)).collect();
        Ok(Self { rest: shapes, stencils: tets.to_vec(), lanes })
    }

    /// Vertices of each tet.
    pub fn stencils(&self) -> &[[u32; 4]] {
        &self.stencils
    }

    /// Rest shape of tet e.
    pub fn shape(&self, e: usize) -> &RestTet {
        &self.rest[e]
    }
}

/// Tets of one material.
#[derive(Debug, Clone)]
pub struct Tets<M> {
    /// Rest shapes.
    pub rest: RestTets,
    /// The material.
    pub material: M,
}

impl<M: Material> Tets<M> {
    fn gradient(&self, e: usize, at: &Local<4>) -> Mat3 {
        self.rest.shape(e).gradient(&at.x)
    }

    fn pair(&self, e: usize, at: &Between<4>) -> StrainPair {
        let shape = self.rest.shape(e);
        StrainPair::new(shape.gradient(&at.x[0]), shape.gradient(&at.x[1]))
    }
}

/// x_b - x_a of each vertex, formed before anything else so that close states keep their digits.
pub(super) fn displacement(a: &Local<4>, b: &Local<4>) -> [Vec3; 4] {
    std::array::from_fn(|i| b.x[i] - a.x[i])
}

impl<M: Material> ElementLaw<4> for Tets<M> {
    fn stencils(&self) -> &[[u32; 4]] {
        self.rest.stencils()
    }

    fn energy(&self, e: usize, at: &Local<4>) -> f64 {
        self.rest.shape(e).volume * self.material.energy_density(&self.gradient(e, at))
    }

    fn force(&self, e: usize, at: &Local<4>) -> [Vec3; 4] {
        self.rest.shape(e).forces(&self.material.stress(&self.gradient(e, at)))
    }

    fn energies(&self, elements: Range<usize>, at: &Configuration) -> f64 {
        let x = at.x.as_chunks::<3>().0;
        let lanes = &self.rest.lanes[elements.start / LANES..elements.end.div_ceil(LANES)];
        wide(
            #[inline(always)]
            || {
                let (mut sum, mut left) = (0.0, elements.len());
                for shape in lanes {
                    let density = self.material.energy_densities(&shape.gradients(x));
                    for k in 0..LANES.min(left) {
                        sum += shape.volume[k] * density[k];
                    }
                    left = left.saturating_sub(LANES);
                }
                sum
            },
        )
    }

    fn forces(&self, elements: Range<usize>, at: &Configuration, out: &mut [f64]) {
        let x = at.x.as_chunks::<3>().0;
        let lanes = &self.rest.lanes[elements.start / LANES..elements.end.div_ceil(LANES)];
        wide(
            #[inline(always)]
            || {
                for (shape, out) in lanes.iter().zip(out.chunks_mut(12 * LANES)) {
                    let h = shape.forces(&self.material.stresses(&shape.gradients(x)));
                    for (k, out) in out.as_chunks_mut::<12>().0.iter_mut().enumerate() {
                        for c in 0..3 {
                            out[c] = -(h[c][0][k] + h[c][1][k] + h[c][2][k]);
                            out[3 + c] = h[c][0][k];
                            out[6 + c] = h[c][1][k];
                            out[9 + c] = h[c][2][k];
                        }
                    }
                }
            },
        );
    }

    fn force_difference(&self, e: usize, a: &Local<4>, b: &Local<4>) -> [Vec3; 4] {
        let shape = self.rest.shape(e);
        let df = shape.gradient(&displacement(a, b));
        shape.forces(&self.material.stress_difference(&shape.gradient(&a.x), &df))
    }

    fn stiffness(&self, e: usize, at: &Local<4>) -> Blocks<4> {
        self.material.tangent(&self.gradient(e, at)).blocks(self.rest.shape(e))
    }

    fn projected_stiffness(&self, e: usize, at: &Local<4>) -> Blocks<4> {
        self.material.projected_tangent(&self.gradient(e, at)).blocks(self.rest.shape(e))
    }

    fn stiffness_product(&self, e: usize, at: &Local<4>, dx: &[Vec3; 4]) -> [Vec3; 4] {
        let shape = self.rest.shape(e);
        // `forces` has the sign of f = -vol P g; a product with K = -df/dx has the other one.
        shape.forces(&-self.material.stress_change(&shape.gradient(&at.x), &shape.gradient(dx)))
    }

    fn stress_values(&self) -> usize {
        6
    }

    fn mean_force(&self, e: usize, at: &Between<4>) -> [Vec3; 4] {
        let p = self.pair(e, at);
        let stress = match self.material.mean_stress(&p) {
            Some(s) => p.middle() * s,
            None => MeanGradient::new(&self.material, &p.f).stress(),
        };
        self.rest.shape(e).forces(&stress)
    }

    fn mean_stress(&self, e: usize, at: &Between<4>, change: &[Vec3; 4], out: &mut [f64]) {
        let p = self.pair(e, at);
        let Some(stress) = self.material.mean_stress(&p) else { return out.fill(0.0) };
        let mut six = as_six(&stress);
        if change.iter().any(|d| *d != Vec3::zeros())
            && let Some(tangent) = self.material.mean_tangent(&p)
        {
            six += tangent * as_six(&p.f[1].tr_mul(&self.rest.shape(e).gradient(change)));
        }
        out.copy_from_slice(six.as_slice());
    }

    fn mean_stiffness(&self, e: usize, at: &Between<4>, stress: &[f64]) -> Blocks<4> {
        let (p, shape) = (self.pair(e, at), self.rest.shape(e));
        match self.material.mean_tangent(&p) {
            Some(tangent) => strain_blocks(shape, 0.5, &as_matrix(stress), &tangent, &p.middle(), &p.f[1]),
            None => MeanGradient::new(&self.material, &p.f).blocks(&self.material, shape),
        }
    }

    fn symmetric_mean_stiffness(&self, e: usize, at: &Between<4>, stress: &[f64]) -> Blocks<4> {
        let (p, shape) = (self.pair(e, at), self.rest.shape(e));
        match self.material.mean_tangent(&p) {
            Some(tangent) => {
                let middle = p.middle();
                let stress = positive_part(&as_matrix(stress));
                strain_blocks(shape, 0.5, &stress, &positive(&tangent), &middle, &middle)
            }
            None => MeanGradient::new(&self.material, &p.f).projected_blocks(&self.material, shape),
        }
    }

    fn strain_metric(&self, e: usize, at: &Local<4>) -> Option<Blocks<4>> {
        let f = self.gradient(e, at);
        Some(strain_blocks(self.rest.shape(e), 0.0, &Mat3::zeros(), &self.material.rest_tangent(), &f, &f))
    }

    fn turn_rate(&self, e: usize, at: &Local<4>) -> Option<f64> {
        let shape = self.rest.shape(e);
        let f = shape.gradient(&at.x);
        let spin = |inverse| axial(&(shape.gradient(&at.v) * inverse)).norm();
        Some(f.try_inverse().map_or(0.0, spin))
    }

    fn inside_out(&self, e: usize, at: &Between<4>) -> bool {
        let p = self.pair(e, at);
        p.inverted() && self.material.mean_stress(&p).is_none()
    }

    fn metric(&self, e: usize, _rest: &Local<4>) -> Scalars<4> {
        self.rest.shape(e).laplacian(self.material.metric())
    }

    fn warped(&self) -> bool {
        self.material.warped()
    }

    fn gauge(&self, e: usize, at: &Local<4>, gauge: Gauge) -> Option<f64> {
        let f = self.gradient(e, at);
        Some(match gauge {
            Gauge::Strain => largest_strain(&f),
            Gauge::Stress => von_mises(&f, &self.material.stress(&f)),
            Gauge::EnergyDensity => self.material.energy_density(&f),
        })
    }

    fn measure(&self, e: usize) -> f64 {
        self.rest.shape(e).volume
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [f64; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

    #[test]
    fn the_unit_corner_has_a_sixth_of_the_cube() {
        let rest = RestTets::new(&CORNERS, &[[0, 1, 2, 3]]).unwrap();
        assert_eq!(rest.shape(0).volume, 1.0 / 6.0);
        assert_eq!(rest.shape(0).inverse, Mat3::identity());
        assert_eq!(rest.shape(0).shape_gradients()[0], Vec3::new(-1.0, -1.0, -1.0));
    }

    #[test]
    fn bad_tets_are_named() {
        let good = [0, 1, 2, 3];
        let cases = [
            ([0, 2, 1, 3], "tet 1 is inside out at rest"),
            ([0, 1, 2, 2], "tet 1 uses vertex 2 twice"),
            ([0, 1, 2, 4], "tet 1 names vertex 4, but there are 4 vertices"),
        ];
        for (bad, sentence) in cases {
            let message = RestTets::new(&CORNERS, &[good, bad]).unwrap_err().to_string();
            assert!(message.starts_with(sentence), "{message}");
        }
        let mut rest = CORNERS;
        rest[4] = f64::NAN;
        assert!(RestTets::new(&rest, &[good]).unwrap_err().to_string().contains("not finite"));
    }

    #[test]
    fn a_flat_tet_is_found_at_any_scale_and_place() {
        for scale in [1e-6, 1.0, 1e6] {
            let flat: Vec<f64> = [0.1, 0.2, 0.3, 0.4, 0.2, 0.7, 0.9, 0.5, 0.1, 0.65, 0.35, 0.4]
                .iter()
                .enumerate()
                .map(|(i, x)| scale * if i == 11 { 0.0 } else { *x })
                .collect();
            // The last vertex in the plane of the others.
            let p: [Vec3; 3] = std::array::from_fn(|i| Vec3::from_column_slice(&flat[3 * i..3 * i + 3]));
            let inside = p[0] + 0.3 * (p[1] - p[0]) + 0.4 * (p[2] - p[0]);
            let mut rest = flat.clone();
            rest[9..12].copy_from_slice(inside.as_slice());
            assert!(matches!(RestTets::new(&rest, &[[0, 1, 2, 3]]), Err(ModelError::FlatTet { tet: 0, .. })));
        }
    }
}
