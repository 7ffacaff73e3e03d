//! Starts from which no contact can mend: surfaces that cross, bodies inside bodies, obstacles inside bodies, bodies deep inside obstacles.
//!
//! The first three are refused: a push along the nearest way out leads in there. The last is told, since it is pushed out, with all the
//! energy that the push holds at such a depth. Asked once, when a scene is built.

use rayon::prelude::*;

use super::assemble::{Assembly, Part};
use super::error::{Place, SceneError};
use crate::contact::bvh::Bounds;
use crate::contact::surface::point;
use crate::contact::{MeshShape, Obstacle, Surface};
use crate::mechanics::Vec3;
use crate::output::ObstacleShape;
use crate::output::csv::brief;

/// What must not be so at the start.
pub(super) enum Doubt {
    /// An obstacle with this point lies inside one of these bodies.
    Inside { point: Vec3, bodies: Vec<usize> },
    /// Surfaces of these bodies cross, or one of the bodies is in another.
    Crossing { surface: Box<Surface>, bodies: Vec<usize> },
    /// One of these bodies is deep inside an obstacle.
    Deep { obstacle: Obstacle, kind: &'static str, bodies: Vec<usize> },
}

/// The start as doubts look at it.
pub(super) struct Start<'a> {
    pub assembly: &'a Assembly,
    /// Places of all vertices.
    pub x: &'a [f64],
    /// Whether a vertex is held: where it is put is no slip.
    pub held: &'a [bool],
}

/// Share of a body's size: deeper than that it was not put there to rest on the surface.
const DEEP: f64 = 0.1;
/// Share of a body's size, which covers the rounding of places that were written down.
const SHALLOW: f64 = 1e-6;
/// Share of a body's size: surfaces closer than this are joined, not crossed.
const TOUCH: f64 = 1e-9;

impl Doubt {
    /// One sentence if it is so: an error, or a warning.
    pub fn settle(self, start: &Start, place: &Place, warnings: &mut Vec<String>) -> Result<(), SceneError> {
        let Start { assembly, x, .. } = start;
        let name = |v: u32| {
            let part = assembly.parts.iter().find(|part| part.range().contains(&(v as usize)));
            part.map_or("?", |part| part.name.as_str()).to_owned()
        };
        match self {
            Doubt::Crossing { mut surface, bodies } => {
                if let Some((edge, triangle)) = surface.crossing(x) {
                    let (one, other) = (name(edge[0]), name(triangle[0]));
                    let at = spell(&meeting(edge.map(|v| point(x, v)), triangle.map(|v| point(x, v))));
                    let who = if one == other {
                        format!("the surface of `{one}` crosses itself")
                    } else {
                        format!("the surfaces of `{one}` and `{other}` cross each other")
                    };
                    return Err(
                        place.error(format!("{who} at the start, near ({at}); begin with bodies that are apart"))
                    );
                }
                match start.overlap(&bodies) {
                    None => Ok(()),
                    Some((one, other, at)) => {
                        let [one, other] = [one, other].map(|i| &assembly.parts[i].name);
                        Err(place.error(format!(
                            "`{one}` lies inside `{other}` at the start, near ({}); begin with bodies that are apart",
                            spell(&at)
                        )))
                    }
                }
            }
            Doubt::Inside { point, bodies } => {
                for part in bodies.iter().map(|i| &assembly.parts[*i]) {
                    // Cloth and ropes have no inside.
                    let around = start.bounds(part);
                    if around.squared_distance(&point) == 0.0
                        && start.shape(part).is_some_and(|shape| shape.distance(point).value < 0.0)
                    {
                        let name = &part.name;
                        return Err(place.error(format!(
                            "the obstacle starts inside `{name}`; move one of them, or let `body` name the bodies that feel it"
                        )));
                    }
                }
                Ok(())
            }
            Doubt::Deep { obstacle, kind, bodies } => {
                let told = bodies.iter().filter_map(|i| start.deep(&assembly.parts[*i], &obstacle, kind));
                warnings.extend(told.map(|sentence| place.warning(sentence)));
                Ok(())
            }
        }
    }
}

impl Start<'_> {
    fn bounds(&self, part: &Part) -> Bounds {
        part.range().fold(Bounds::empty(), |b, v| b.with(&Bounds::around(&[point(self.x, v as u32)])))
    }

    /// The closed surface of a body; none if it has holes.
    fn shape(&self, part: &Part) -> Option<MeshShape> {
        let vertices = self.x[3 * part.range().start..3 * part.range().end].as_chunks::<3>().0;
        let triangles: Vec<[u32; 3]> = part.surface.iter().map(|t| t.map(|v| v - part.first)).collect();
        MeshShape::new(vertices, &triangles).ok()
    }

    /// A body of which a vertex, the middle of a triangle or that of its first tet is inside of a solid, that solid, and where. All are
    /// looked at since edges that end on a face, or run along it, pierce nothing; and the surfaces of a body put on itself are one.
    fn overlap(&self, bodies: &[usize]) -> Option<(usize, usize, Vec3)> {
        let parts = &self.assembly.parts;
        let around: Vec<Bounds> = bodies.iter().map(|i| self.bounds(&parts[*i])).collect();
        for (k, other) in bodies.iter().enumerate() {
            // A hollow shell of triangles may hold something.
            let near: Vec<usize> =
                (0..bodies.len()).filter(|j| *j != k && around[*j].overlaps(&around[k])).map(|j| bodies[j]).collect();
            if parts[*other].tets.is_empty() || near.is_empty() {
                continue;
            }
            let Some(shape) = self.shape(&parts[*other]) else { continue };
            let touch = TOUCH * extent(&around[k]);
            let inside = |p: &Vec3| {
                around[k].squared_distance(p) == 0.0 && !shape.is_beyond(*p, 0.0) && shape.distance(*p).value < -touch
            };
            for one in near {
                let part = &parts[one];
                let middle = |list: &[u32]| list.iter().map(|v| point(self.x, *v)).sum::<Vec3>() / list.len() as f64;
                let corners = part.outer_vertices().into_iter().map(|v| point(self.x, v));
                let faces = part.surface.iter().map(|t| middle(t));
                let points: Vec<Vec3> = corners.chain(faces).chain(part.tets.first().map(|t| middle(t))).collect();
                if let Some(p) = points.par_iter().find_first(|p| inside(p)) {
                    return Some((one, *other, *p));
                }
            }
        }
        None
    }

    /// What is odd about a body inside an obstacle.
    fn deep(&self, part: &Part, obstacle: &Obstacle, kind: &str) -> Option<String> {
        let free: Vec<u32> = part.outer_vertices().into_iter().filter(|v| !self.held[*v as usize]).collect();
        let placed = obstacle.at(0.0);
        let depth = |v: &u32| placed.within(point(self.x, *v), 0.0).map_or(0.0, |near| -near.distance.value);
        let depths: Vec<f64> = free.par_iter().map(depth).collect();
        let size = extent(&self.bounds(part));
        let deepest = depths.iter().copied().fold(0.0, f64::max);
        let inside = depths.iter().filter(|d| **d > SHALLOW * size).count();
        if inside == 0 || (inside < free.len() && deepest <= DEEP * size) {
            return None;
        }
        Some(format!(
            "{inside} of {} vertices of `{}` start inside the {kind}, up to {} m deep; move one of them, or let `body` name the \
             bodies that feel it",
            free.len(),
            part.name,
            brief(deepest)
        ))
    }
}

fn extent(bounds: &Bounds) -> f64 {
    (bounds.high - bounds.low).max()
}

fn spell(p: &Vec3) -> String {
    p.iter().map(|c| brief(*c)).collect::<Vec<_>>().join(", ")
}

/// Where a segment goes through the plane of a triangle.
fn meeting([p, q]: [Vec3; 2], [a, b, c]: [Vec3; 3]) -> Vec3 {
    let normal = (b - a).cross(&(c - a));
    p.lerp(&q, normal.dot(&(a - p)) / normal.dot(&(q - p)))
}

/// A point inside an obstacle; none for a plane, which is everywhere.
pub(super) fn inner_point(shape: &ObstacleShape) -> Option<Vec3> {
    match shape {
        ObstacleShape::Plane { .. } => None,
        ObstacleShape::Sphere { center, .. } => Some(Vec3::from(*center)),
        ObstacleShape::Box { low, high } => Some((Vec3::from(*low) + Vec3::from(*high)) * 0.5),
        ObstacleShape::Capsule { a, b, .. } => Some((Vec3::from(*a) + Vec3::from(*b)) * 0.5),
        // A corner is as good as inside: what holds the whole surface holds it, too.
        ObstacleShape::Surface { points, .. } => points.first().copied(),
    }
}
