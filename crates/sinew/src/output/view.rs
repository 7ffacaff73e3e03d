//! What a run shows: bodies, springs and obstacles, as indices into all vertices; scenes fill it, pictures and frames
//! read it.

use std::sync::Arc;

use super::picture::{Drawing, Solid};
use super::skin::Skin;
use crate::mechanics::{Motion, Pose, Vec3};

/// Everything visible in a scene.
#[derive(Clone)]
pub struct View {
    /// Bodies in the order of the scene.
    pub bodies: Vec<BodyView>,
    /// Obstacles in the order of the scene.
    pub obstacles: Vec<ObstacleView>,
    /// Held vertices, marked in pictures where they are few.
    pub held: Vec<u32>,
    /// Unit vector that points upwards in pictures: against gravity, or z.
    pub up: Vec3,
}

/// A body: which vertices it has and how they are joined.
#[derive(Debug, Clone, Default)]
pub struct BodyView {
    /// Name in the scene.
    pub name: String,
    /// Its first vertex.
    pub first: usize,
    /// Number of its vertices.
    pub count: usize,
    /// Tetrahedra.
    pub tets: Vec<[u32; 4]>,
    /// Boundary triangles, outward.
    pub surface: Vec<[u32; 3]>,
    /// Springs.
    pub edges: Vec<[u32; 2]>,
    /// A fine surface carried by the tets, shown in place of theirs.
    pub skin: Option<Skin>,
}

impl BodyView {
    /// Number of the vertices of its skin.
    pub fn skin_vertices(&self) -> usize {
        self.skin.as_ref().map_or(0, |skin| skin.bound.len())
    }
}

/// An obstacle in its original placement, and how it moves.
#[derive(Clone)]
pub struct ObstacleView {
    /// Its shape.
    pub shape: ObstacleShape,
    /// Its motion.
    pub motion: Arc<dyn Motion>,
}

/// Shapes of obstacles.
#[derive(Debug, Clone, PartialEq)]
pub enum ObstacleShape {
    /// All points below the plane.
    Plane {
        /// A point on it.
        point: [f64; 3],
        /// Unit normal on the open side.
        normal: [f64; 3],
    },
    /// A ball.
    Sphere {
        /// Its centre.
        center: [f64; 3],
        /// Its radius in metres.
        radius: f64,
    },
    /// A box with sides along the axes in its original placement.
    Box {
        /// Lowest corner.
        low: [f64; 3],
        /// Highest corner.
        high: [f64; 3],
    },
    /// All points within `radius` of a segment.
    Capsule {
        /// One end of the segment.
        a: [f64; 3],
        /// The other end.
        b: [f64; 3],
        /// Radius in metres.
        radius: f64,
    },
    /// A closed surface.
    Surface {
        /// Its corners.
        points: Arc<[Vec3]>,
        /// Its triangles, outward.
        triangles: Arc<[[u32; 3]]>,
    },
}

impl ObstacleShape {
    /// A round rod with flat ends as a surface.
    pub fn cylinder(a: Vec3, b: Vec3, radius: f64) -> Self {
        const SIDES: u32 = 64;
        let axis = (b - a).normalize();
        let e1 = axis.cross(&Vec3::ith(axis.iamin(), 1.0)).normalize();
        let e2 = axis.cross(&e1);
        let mut points = vec![a, b];
        let mut triangles = Vec::new();
        for k in 0..SIDES {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(SIDES);
            let out = (e1 * angle.cos() + e2 * angle.sin()) * radius;
            points.extend([a + out, b + out]);
            let (i, j) = (2 + 2 * k, 2 + 2 * ((k + 1) % SIDES));
            triangles.extend([[i, j, i + 1], [j, j + 1, i + 1], [0, j, i], [1, i + 1, j + 1]]);
        }
        Self::Surface { points: points.into(), triangles: triangles.into() }
    }
}

/// Colours of bodies (linear light): brick, petrol, amber, plum, moss, slate.
const BODIES: [[f64; 3]; 6] = [
    [0.76, 0.19, 0.10],
    [0.05, 0.33, 0.46],
    [0.80, 0.46, 0.05],
    [0.36, 0.13, 0.42],
    [0.22, 0.42, 0.10],
    [0.20, 0.24, 0.33],
];
/// Colour of obstacles (linear red, green, blue).
pub const OBSTACLE: [f64; 3] = [0.42, 0.45, 0.50];
const HELD: [f64; 3] = [0.05, 0.055, 0.065];
/// More held vertices than this are a clamped face that needs no marks.
const MARKS: usize = 40;

/// Colour of a body (linear red, green, blue).
pub fn body_color(body: usize) -> [f64; 3] {
    BODIES[body % BODIES.len()]
}

impl View {
    /// Number of simulated vertices.
    pub fn simulated_vertices(&self) -> usize {
        self.bodies.iter().map(|b| b.first + b.count).max().unwrap_or(0)
    }

    /// Number of drawn vertices: the simulated ones, followed by those of the skins.
    pub fn drawn_vertices(&self) -> usize {
        self.first_of_skin(self.bodies.len())
    }

    /// First drawn vertex of the skin of a body.
    pub fn first_of_skin(&self, body: usize) -> usize {
        self.simulated_vertices() + self.bodies[..body].iter().map(BodyView::skin_vertices).sum::<usize>()
    }

    /// Positions (or velocities) of the drawn vertices from those of the simulated ones.
    pub fn draw(&self, x: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.extend_from_slice(x);
        self.bodies.iter().filter_map(|b| b.skin.as_ref()).for_each(|skin| skin.draw(x, 0, out));
    }

    /// Triangles that show a body, as indices of drawn vertices: those of its skin if it has one.
    pub fn triangles(&self, body: usize) -> Vec<[u32; 3]> {
        match &self.bodies[body].skin {
            Some(skin) => {
                let first = self.first_of_skin(body) as u32;
                skin.triangles.iter().map(|t| t.map(|v| v + first)).collect()
            }
            None => self.bodies[body].surface.clone(),
        }
    }

    /// Springs of a body; what shows a body without triangles.
    pub fn lines(&self, body: usize) -> &[[u32; 2]] {
        &self.bodies[body].edges
    }

    /// What is seen at time t with all vertices at x. Bodies with a surface show it; the others show their springs.
    pub fn drawing(&self, t: f64, x: &[f64]) -> Drawing {
        let point = |i: u32| Vec3::new(x[3 * i as usize], x[3 * i as usize + 1], x[3 * i as usize + 2]);
        let mut focus: Vec<Vec3> = x
            .chunks_exact(3)
            .map(|p| Vec3::new(p[0], p[1], p[2]))
            .filter(|p| p.iter().all(|c| c.is_finite()))
            .collect();
        if focus.is_empty() {
            focus.push(Vec3::zeros());
        }
        let low = focus.iter().fold(Vec3::repeat(f64::INFINITY), |a, p| a.inf(p));
        let high = focus.iter().fold(Vec3::repeat(f64::NEG_INFINITY), |a, p| a.sup(p));
        // A single point needs some size, a molecule has 1e-9 m.
        let size = (high - low).norm().max(1e-6 * high.norm()).max(1e-12);

        let mut solids = Vec::new();
        for (body, color) in self.bodies.iter().zip(BODIES.iter().cycle()) {
            if let Some(skin) = &body.skin {
                let mut drawn = Vec::new();
                skin.draw(x, 0, &mut drawn);
                let points = drawn.chunks_exact(3).map(Vec3::from_column_slice).collect();
                let mut solid = Solid::surface(points, skin.triangles.clone(), *color);
                // The edges of a fine surface would blacken it.
                solid.wire = false;
                solids.push(solid);
            } else if body.surface.is_empty() {
                solids.push(springs(body, *color, size, &point));
            } else {
                let points = (body.first..body.first + body.count).map(|i| point(i as u32)).collect();
                let local = |t: &[u32; 3]| t.map(|i| i - body.first as u32);
                solids.push(Solid::surface(points, body.surface.iter().map(local).collect(), *color));
            }
        }
        if self.held.len() <= MARKS {
            let mut marks = Solid::smooth(HELD);
            self.held.iter().for_each(|i| marks.add_ball(point(*i), 0.012 * size, 12));
            solids.push(marks);
        }
        let mut planes = Vec::new();
        for obstacle in &self.obstacles {
            let mut solid = Solid::smooth(OBSTACLE);
            if let Some(plane) = obstacle.add_to(&mut solid, &obstacle.motion.pose(t)) {
                planes.push(plane);
            }
            // Small obstacles belong into the picture; a wall larger than the scene does not.
            if solid.points.iter().all(|p| (p - 0.5 * (low + high)).norm() < 1.5 * size) {
                focus.extend(&solid.points);
            }
            solids.push(solid);
        }
        Drawing { solids, planes, up: self.up, focus }
    }
}

/// Tubes along the springs and, where there are few, balls at their ends.
fn springs(body: &BodyView, color: [f64; 3], size: f64, point: &impl Fn(u32) -> Vec3) -> Solid {
    let mut solid = Solid::smooth(color);
    let mut lengths: Vec<f64> = body.edges.iter().map(|[a, b]| (point(*a) - point(*b)).norm()).collect();
    lengths.sort_by(f64::total_cmp);
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(size);
    let thick = (0.15 * usual).clamp(0.0016 * size, 0.008 * size);
    let sides = if body.edges.len() < 2000 { 12 } else { 6 };
    for [a, b] in &body.edges {
        solid.add_tube(point(*a), point(*b), thick, sides);
    }
    let few = body.count <= 400;
    for i in body.first..body.first + body.count {
        let radius = if few { 2.2 * thick } else { thick };
        solid.add_ball(point(i as u32), radius, if few { 14 } else { 6 });
    }
    solid
}

impl ObstacleView {
    /// Triangles of the shape in its original placement; none for a plane.
    pub fn tessellated(&self) -> Option<Solid> {
        let mut solid = Solid::smooth(OBSTACLE);
        self.add_to(&mut solid, &Pose::default()).is_none().then_some(solid)
    }

    /// Adds the shape at a pose; a plane is returned instead.
    fn add_to(&self, solid: &mut Solid, pose: &Pose) -> Option<(Vec3, Vec3)> {
        let at = |p: [f64; 3]| pose.position(Vec3::from(p));
        match &self.shape {
            ObstacleShape::Surface { points, triangles } => {
                let points = points.iter().map(|p| pose.position(*p)).collect();
                *solid =
                    Solid { wire: false, gloss: solid.gloss, ..Solid::surface(points, triangles.to_vec(), OBSTACLE) };
            }
            &ObstacleShape::Plane { point, normal } => return Some((at(point), pose.rotation * Vec3::from(normal))),
            &ObstacleShape::Sphere { center, radius } => solid.add_ball(at(center), radius, 48),
            &ObstacleShape::Capsule { a, b, radius } => solid.add_capsule(at(a), at(b), radius, 40),
            &ObstacleShape::Box { low, high } => solid.add_box(std::array::from_fn(|i| {
                at(std::array::from_fn(|c| if i >> c & 1 == 0 { low[c] } else { high[c] }))
            })),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::motion::Still;

    #[test]
    fn surfaces_springs_and_obstacles_are_drawn() {
        let still: Arc<dyn Motion> = Arc::new(Still);
        let obstacle = |shape| ObstacleView { shape, motion: still.clone() };
        let view = View {
            bodies: vec![
                BodyView { count: 3, surface: vec![[0, 1, 2]], ..BodyView::default() },
                BodyView { first: 3, count: 2, edges: vec![[3, 4]], ..BodyView::default() },
            ],
            obstacles: vec![
                obstacle(ObstacleShape::Plane { point: [0.0; 3], normal: [0.0, 0.0, 1.0] }),
                obstacle(ObstacleShape::Sphere { center: [0.0; 3], radius: 0.5 }),
                obstacle(ObstacleShape::Box { low: [0.0; 3], high: [1.0; 3] }),
                obstacle(ObstacleShape::cylinder(Vec3::zeros(), Vec3::x(), 0.3)),
            ],
            held: vec![0],
            up: Vec3::z(),
        };
        let x: Vec<f64> = (0..15).map(|i| (i as f64).sin()).collect();
        let drawing = view.drawing(0.0, &x);
        assert_eq!(drawing.planes.len(), 1);
        let counts: Vec<_> = drawing.solids.iter().map(|s| s.triangles.len()).collect();
        assert_eq!(counts[0], 1);
        assert!(
            counts[1] > 20 && counts[2] > 20 && counts[3] == 0 && counts[5] == 12 && counts[6] == 256,
            "{counts:?}"
        );
    }

    #[test]
    fn positions_that_are_not_numbers_do_no_harm() {
        let view = View { bodies: Vec::new(), obstacles: Vec::new(), held: Vec::new(), up: Vec3::z() };
        assert_eq!(view.drawing(0.0, &[f64::NAN; 6]).focus.len(), 1);
        assert_eq!(view.drawing(0.0, &[]).focus.len(), 1);
    }
}
