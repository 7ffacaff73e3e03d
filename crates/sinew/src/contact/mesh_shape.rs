//! A closed surface of triangles as an obstacle: signed distance by the nearest triangle [baerentzen2005].
//!
//! With q the nearest point of the surface, d = ±|x - q|, and the sign is that of (x - q) . N with N the angle-weighted
//! pseudonormal at q: the normal of a face, the sum of those of both faces at an edge, the sum of the faces' normals weighted by their
//! angles at a vertex. This sign is right everywhere, at sharp edges and in narrow clefts too. The Hessian is that of the
//! distance from a plane, an edge or a vertex. The triangles lie in a [tree](super::bvh), so a distance costs a few dozen of
//! them near the surface, whether there are a hundred or millions; places that are [far](super::outside) are told without. Not for surfaces with holes, which have no inside.

use rayon::prelude::*;

use super::bvh::{Bounds, Tree};
use super::distance::{Pair, squared_to_triangle};
use super::outside::Outside;
use super::shapes::Distance;
use crate::mechanics::{Mat3, Vec3};
use crate::models::ModelError;
use crate::models::error::check_stencils;

/// See the module's head.
#[derive(Debug)]
pub struct MeshShape {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// The triangle beyond the side from corner i to i + 1.
    neighbours: Vec<[u32; 3]>,
    /// Angle-weighted sums of normals.
    vertex_normals: Vec<Vec3>,
    tree: Tree,
    outside: Outside,
    /// Closer than this the direction from the nearest point is rounding.
    touch: f64,
}

/// Of six times the volume, over what it is summed up from and over the farthest coordinate and the square of the size: places are rounded, too.
const ROUNDING: f64 = 72.0 * f64::EPSILON;

impl MeshShape {
    /// Checks that the surface is closed and builds its tables.
    pub fn new(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, ModelError> {
        if triangles.is_empty() {
            return Err(ModelError::Empty { what: "the list of the mesh's triangles" });
        }
        check_stencils("triangle", triangles, vertices.len())?;
        for (index, p) in vertices.iter().enumerate() {
            if let Some(value) = p.iter().find(|x| !x.is_finite()) {
                let (what, quantity, need) = ("vertex", "a coordinate of", "finite");
                return Err(ModelError::BadElementValue { what, index, quantity, value: *value, need });
            }
        }
        let vertices: Vec<Vec3> = vertices.iter().map(|p| Vec3::from(*p)).collect();
        let mut triangles = triangles.to_vec();
        // Six times the volume: negative where all look inward.
        let volume = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| vertices[v as usize] - vertices[triangles[0][0] as usize]);
            a.dot(&b.cross(&c))
        };
        let (sixfold, terms) =
            triangles.iter().map(volume).fold((0.0, 0.0), |(sum, size), v| (sum + v, size + v.abs()));
        if sixfold < 0.0 {
            triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        let neighbours = neighbours(&triangles)?;
        let used = triangles
            .iter()
            .flatten()
            .map(|v| vertices[*v as usize])
            .fold(Bounds::empty(), |b, p| b.with(&Bounds::around(&[p])));
        let (farthest, length) = (used.low.amax().max(used.high.amax()), (used.high - used.low).amax());
        if sixfold.abs() <= ROUNDING * (terms + farthest * length * length) {
            return Err(ModelError::NoVolume { triangles: triangles.len() });
        }

        let corner = |t: &[u32; 3]| t.map(|v| vertices[v as usize]);
        let mut vertex_normals = vec![Vec3::zeros(); vertices.len()];
        for t in &triangles {
            let x = corner(t);
            let n = normal(&x);
            for i in 0..3 {
                let (u, v) = (x[(i + 1) % 3] - x[i], x[(i + 2) % 3] - x[i]);
                vertex_normals[t[i] as usize] += n * u.cross(&v).norm().atan2(u.dot(&v));
            }
        }
        let boxes: Vec<Bounds> = triangles.par_iter().map(|t| Bounds::around(&corner(t))).collect();
        let (tree, outside) = (Tree::new(&boxes), Outside::new(&boxes));
        let around = tree.bounds();
        let touch = 1e-14 * (around.low.abs().sup(&around.high.abs())).norm();
        Ok(Self { vertices, triangles, neighbours, vertex_normals, tree, outside, touch })
    }

    /// Its corners.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Its triangles, outward.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Number of triangles whose distance is looked at to find the nearest one.
    pub fn looks(&self, x: Vec3) -> usize {
        let mut looks = 0;
        self.nearest(x, |_| looks += 1);
        looks
    }

    /// Whether a point is surely outside and farther away than `reach`: for most that are it says so, at next to no price.
    pub fn is_beyond(&self, x: Vec3, reach: f64) -> bool {
        self.tree.bounds().squared_distance(&x) > reach * reach || self.outside.is_beyond(&x, reach)
    }

    /// The triangle nearest to a point.
    pub fn nearest_triangle(&self, x: Vec3) -> u32 {
        self.nearest(x, |_| ())
    }

    fn corners(&self, triangle: u32) -> [Vec3; 3] {
        self.triangles[triangle as usize].map(|v| self.vertices[v as usize])
    }

    fn nearest(&self, x: Vec3, mut look: impl FnMut(u32)) -> u32 {
        let squared = |t: u32| {
            look(t);
            squared_to_triangle(&x, &self.corners(t))
        };
        // A place that is not a number has no nearest triangle; its distance is not a number with any.
        self.tree.nearest(&x, f64::INFINITY, squared).map_or(0, |(t, _)| t)
    }

    /// Signed distance of a point.
    pub fn distance(&self, x: Vec3) -> Distance {
        let t = self.nearest(x, |_| ());
        let [a, b, c] = self.corners(t);
        let near = Pair::VertexTriangle.nearest(&[x, a, b, c]);
        let on: [bool; 3] = std::array::from_fn(|i| near.weights[i + 1] != 0.0);
        // Pseudonormal and, where the surface bends, the directions in which the distance is straight.
        let own = normal(&[a, b, c]);
        let (pseudo, edge) = match on {
            [true, true, true] => (own, None),
            _ => match (0..3).find(|i| on[*i] && on[(i + 1) % 3]) {
                Some(side) => {
                    let beyond = normal(&self.corners(self.neighbours[t as usize][side]));
                    let corners = [a, b, c];
                    (own + beyond, (corners[(side + 1) % 3] - corners[side]).try_normalize(0.0))
                }
                None => {
                    let corner = (0..3).find(|i| on[*i]).unwrap_or(0);
                    (self.vertex_normals[self.triangles[t as usize][corner] as usize], None)
                }
            },
        };
        let (r, sign) = (near.between.norm(), if near.between.dot(&pseudo) < 0.0 { -1.0 } else { 1.0 });
        if r <= self.touch {
            let normal = pseudo.try_normalize(0.0).unwrap_or_else(Vec3::z);
            return Distance { value: sign * r, normal, hessian: Mat3::zeros() };
        }
        let normal = near.between * (sign / r);
        let hessian = if on == [true; 3] {
            Mat3::zeros()
        } else {
            let straight = edge.map_or_else(Mat3::zeros, |e| e * e.transpose());
            (Mat3::identity() - normal * normal.transpose() - straight) * (sign / r)
        };
        Distance { value: sign * r, normal, hessian }
    }
}

/// Unit normal; zero for a flat triangle, which has no say.
fn normal([a, b, c]: &[Vec3; 3]) -> Vec3 {
    (b - a).cross(&(c - a)).try_normalize(0.0).unwrap_or_else(Vec3::zeros)
}

/// The triangle beyond each side.
fn neighbours(triangles: &[[u32; 3]]) -> Result<Vec<[u32; 3]>, ModelError> {
    let mut sides: Vec<([u32; 2], u32)> = (triangles.iter().enumerate())
        .flat_map(|(k, t)| {
            let side = move |i: usize| {
                let (a, b) = (t[i], t[(i + 1) % 3]);
                // Twice the number of the side, plus one if it runs downward.
                ([a.min(b), a.max(b)], 2 * (3 * k + i) as u32 + u32::from(a > b))
            };
            (0..3).map(side)
        })
        .collect();
    sides.par_sort_unstable();
    let (mut open, mut first) = (0, None);
    let mut beyond = vec![[0; 3]; triangles.len()];
    for group in sides.chunk_by(|a, b| a.0 == b.0) {
        let [(edge, one), (_, two)] = group else {
            open += 1;
            first = first.or(Some(group[0].0));
            continue;
        };
        if one % 2 == two % 2 {
            return Err(ModelError::UnorientedMesh { edge: *edge });
        }
        let (one, two) = (one / 2, two / 2);
        beyond[one as usize / 3][one as usize % 3] = two / 3;
        beyond[two as usize / 3][two as usize % 3] = one / 3;
    }
    match first {
        Some(first) => Err(ModelError::OpenMesh { edges: open, first }),
        None => Ok(beyond),
    }
}
