//! One distant lamp with soft shadows: a z-buffer seen from the lamp, and a wider blur the farther the thing that
//! throws the shadow (percentage-closer soft shadows, Fernando 2005).

use super::raster::Buffer;
use super::solid::Solid;
use crate::mechanics::Vec3;

/// Samples along a side of the shadow map.
const SIZE: usize = 1024;
/// Width of the lamp as an angle: 0.1 is a large window.
const WIDTH: f64 = 0.11;
/// Samples of the lamp per shaded point.
const TAPS: usize = 24;

/// A lamp at infinity and what it sees.
pub struct Lamp {
    /// Unit vector towards the lamp.
    pub direction: Vec3,
    e1: Vec3,
    e2: Vec3,
    center: Vec3,
    radius: f64,
    map: Buffer,
    disk: [(f64, f64); TAPS],
}

impl Lamp {
    /// Renders the shadow map of the solids.
    pub fn new(direction: Vec3, solids: &[Solid], center: Vec3, radius: f64) -> Self {
        let direction = direction.normalize();
        let seed = if direction.x.abs() < 0.8 { Vec3::x() } else { Vec3::y() };
        let e1 = direction.cross(&seed).normalize();
        let e2 = direction.cross(&e1);
        let mut lamp = Self { direction, e1, e2, center, radius, map: Buffer::new(SIZE, SIZE), disk: sunflower() };
        for solid in solids {
            let placed: Vec<Vec3> = solid.points.iter().map(|p| lamp.place(*p)).collect();
            for t in &solid.triangles {
                lamp.map.draw(0, t.map(|i| placed[i as usize]));
            }
        }
        lamp
    }

    /// Column, row and nearness of a point in the map.
    fn place(&self, p: Vec3) -> Vec3 {
        let d = (p - self.center) / self.radius;
        let half = SIZE as f64 / 2.0;
        Vec3::new(half * (1.0 + d.dot(&self.e1)), half * (1.0 + d.dot(&self.e2)), d.dot(&self.direction))
    }

    /// Share of the lamp that is seen from p, whose surface has normal n; `turn` in 0..1 varies from pixel to pixel.
    pub fn visible(&self, p: Vec3, n: Vec3, turn: f64) -> f64 {
        let q = self.place(p + n * (0.006 * self.radius));
        let (half, size) = (SIZE as f64 / 2.0, SIZE as f64);
        let reach = half * WIDTH;
        if !(-reach..size + reach).contains(&q.x) || !(-reach..size + reach).contains(&q.y) {
            return 1.0;
        }
        let (sin, cos) = (std::f64::consts::TAU * turn).sin_cos();
        let tap = |k: usize, radius: f64| {
            let (a, b) = self.disk[k];
            (q.x + radius * (a * cos - b * sin), q.y + radius * (a * sin + b * cos))
        };
        let inside = |x: f64, y: f64| (0.0..size).contains(&x) && (0.0..size).contains(&y);
        let (mut blockers, mut height) = (0.0, 0.0);
        for k in (0..TAPS).step_by(2) {
            let (x, y) = tap(k, reach);
            let near = self.map.at(x, y);
            if near > q.z && inside(x, y) {
                (blockers, height) = (blockers + 1.0, height + near - q.z);
            }
        }
        if blockers == 0.0 {
            return 1.0;
        }
        let radius = (reach * height / blockers).clamp(1.5, reach);
        // A surface must not shade itself where the wide disk reaches over its own slope.
        let limit = q.z + 0.1 * radius / half;
        let hidden =
            (0..TAPS).map(|k| tap(k, radius)).filter(|(x, y)| inside(*x, *y) && self.map.at(*x, *y) > limit).count();
        1.0 - hidden as f64 / TAPS as f64
    }
}

/// Points of a sunflower: evenly spread over the unit disk.
fn sunflower() -> [(f64, f64); TAPS] {
    std::array::from_fn(|k| {
        let r = ((k as f64 + 0.5) / TAPS as f64).sqrt();
        let (sin, cos) = (2.399963 * k as f64).sin_cos();
        (r * cos, r * sin)
    })
}
