//! Colour of one ray: the nearest surface lit by a lamp, the sky and a weak fill light, or the floor, or the background.

use super::camera::Camera;
use super::light::Lamp;
use super::raster::{Buffer, NOTHING};
use super::{Drawing, Floor};
use crate::mechanics::Vec3;

/// Everything that a ray needs to know.
pub struct Stage<'a> {
    pub drawing: &'a Drawing,
    pub camera: &'a Camera,
    pub floors: &'a [Floor],
    pub lamp: &'a Lamp,
    pub buffer: &'a Buffer,
    /// Solid and triangle of each number in the buffer.
    pub owners: &'a [(u32, u32)],
    /// Width of a pixel at unit depth.
    pub pixel: f64,
}

impl Stage<'_> {
    /// Linear colour at the picture position (u, v), both in -1..1, for the triangle `id` found there.
    pub fn color(&self, u: f64, v: f64, id: u32) -> Vec3 {
        let ray = self.camera.ray(u, v);
        let noise = noise(u, v);
        let background = background(v);
        let hit = (id != NOTHING).then(|| self.hit(id, ray)).flatten();
        let limit = hit.as_ref().map_or(f64::INFINITY, |h| h.distance);
        let floor = self
            .floors
            .iter()
            .filter_map(|f| Some((self.floor_distance(f, ray)?, f)))
            .filter(|(d, _)| *d < limit)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match (floor, hit) {
            (Some((distance, floor)), _) => self.floor_color(floor, ray, distance, background, noise),
            (None, Some(hit)) => self.solid_color(&hit, ray, noise),
            (None, None) => background,
        }
    }

    fn hit(&self, id: u32, ray: Vec3) -> Option<Hit> {
        let (solid, triangle) = self.owners[id as usize];
        let solid_ref = &self.drawing.solids[solid as usize];
        let [a, b, c] = solid_ref.triangles[triangle as usize].map(|i| solid_ref.points[i as usize]);
        let face = (b - a).cross(&(c - a));
        let distance = (a - self.camera.eye).dot(&face) / ray.dot(&face);
        if !(distance > 0.0 && distance.is_finite()) {
            return None;
        }
        let p = self.camera.eye + ray * distance;
        // Barycentric coordinates, kept inside for rays that pass just beside the edge.
        let area2 = face.norm_squared();
        let weight = |q: Vec3, r: Vec3| ((q - p).cross(&(r - p)).dot(&face) / area2).clamp(0.0, 1.0);
        let weights = [weight(b, c), weight(c, a), weight(a, b)];
        let corner = solid_ref.normals[triangle as usize];
        let smooth = corner[0] * weights[0] + corner[1] * weights[1] + corner[2] * weights[2];
        let mut normal = smooth.try_normalize(1e-12).unwrap_or_else(|| face.normalize());
        // Sheets are seen from both sides.
        if face.dot(&ray) > 0.0 {
            normal = -normal;
        }
        // Distance to the nearest edge, in pixels.
        let edges = [(c - b).norm(), (a - c).norm(), (b - a).norm()];
        let width = self.pixel * distance * ray.dot(&self.camera.forward);
        let away = (0..3).map(|k| weights[k] * area2.sqrt() / edges[k].max(1e-300)).fold(f64::INFINITY, f64::min);
        let longest = edges.into_iter().fold(0.0, f64::max);
        Some(Hit { solid, p, normal, distance, edge: away / width, spacing: longest / width })
    }

    fn solid_color(&self, hit: &Hit, ray: Vec3, noise: f64) -> Vec3 {
        let solid = &self.drawing.solids[hit.solid as usize];
        let (n, up) = (hit.normal, self.drawing.up);
        let mut albedo = Vec3::from(solid.color);
        if solid.wire {
            // Lines of about one pixel, fainter where the mesh is too fine to show them.
            let strength = 0.42 * ((hit.spacing - 3.0) / 12.0).clamp(0.0, 1.0);
            albedo *= 1.0 - strength * (1.0 - smoothstep(0.35, 1.25, hit.edge));
        }
        let lamp = self.lamp.direction;
        let facing = n.dot(&lamp).max(0.0);
        let shadow = if facing > 0.0 { self.lamp.visible(hit.p, n, noise) } else { 0.0 };
        let open = self.openness(hit.p, n, noise);
        // Sky from above, light bounced from the floor, a weak fill from the viewer.
        let height = 0.5 + 0.5 * n.dot(&up);
        let sky = Vec3::new(0.40, 0.45, 0.52) * height + Vec3::new(0.26, 0.24, 0.22) * (1.0 - height);
        let fill = 0.16 * (-n.dot(&ray)).max(0.0);
        let key = Vec3::new(1.02, 0.97, 0.90) * (0.95 * facing * shadow);
        let diffuse = albedo.component_mul(&(sky * open + key + Vec3::repeat(fill * open)));
        // A broad highlight, and more sky at grazing angles.
        let half = (lamp - ray).normalize();
        let highlight = solid.gloss * 0.5 * n.dot(&half).max(0.0).powi(40) * shadow;
        let grazing = (1.0 - (-n.dot(&ray)).max(0.0)).powi(4) * 0.14 * open * height;
        diffuse + Vec3::repeat(highlight) + Vec3::new(0.8, 0.9, 1.0) * grazing
    }

    /// Share of the sky seen from p: steps over the nearness buffer around it (screen-space ambient occlusion).
    fn openness(&self, p: Vec3, n: Vec3, noise: f64) -> f64 {
        const STEPS: usize = 12;
        let reach = 0.16 * self.camera.radius;
        let seed = if n.x.abs() < 0.8 { Vec3::x() } else { Vec3::y() };
        let e1 = n.cross(&seed).normalize();
        let e2 = n.cross(&e1);
        let mut hidden = 0.0;
        for k in 0..STEPS {
            // A spiral of directions over the hemisphere, at growing distances.
            let share = (k as f64 + 0.5) / STEPS as f64;
            let (sin, cos) = (2.399963 * k as f64 + std::f64::consts::TAU * noise).sin_cos();
            let lean = share.sqrt() * 0.95;
            let direction = n * (1.0 - lean * lean).sqrt() + (e1 * cos + e2 * sin) * lean;
            let q = self.camera.view(p + direction * (reach * (0.15 + 0.85 * share)));
            if q.z <= 0.0 {
                continue;
            }
            let x = 0.5 * (1.0 + q.x / q.z / (self.camera.half_height * self.camera.aspect));
            let y = 0.5 * (1.0 - q.y / q.z / self.camera.half_height);
            let near = self.buffer.at(x * self.buffer.width as f64, y * self.buffer.height as f64);
            let gap = q.z - 1.0 / near;
            if near > 0.0 && gap > 0.004 * self.camera.radius && gap < 1.5 * reach {
                hidden += 1.0 - 0.5 * share;
            }
        }
        1.0 - 0.75 * (hidden / STEPS as f64)
    }

    fn floor_distance(&self, floor: &Floor, ray: Vec3) -> Option<f64> {
        let slope = ray.dot(&floor.normal);
        let distance = (floor.point - self.camera.eye).dot(&floor.normal) / slope;
        (slope < -1e-4 && distance > 0.0).then_some(distance)
    }

    fn floor_color(&self, floor: &Floor, ray: Vec3, distance: f64, background: Vec3, noise: f64) -> Vec3 {
        let p = self.camera.eye + ray * distance;
        let from_center = (p - floor.center).norm() / floor.reach;
        let fade = 1.0 - smoothstep(0.35, 1.0, from_center);
        if fade <= 0.0 {
            return background;
        }
        // Lines at round distances, each as wide as a pixel and a bit; a stronger one every five.
        let width = self.pixel * distance * ray.dot(&self.camera.forward);
        let slant = (-ray.dot(&floor.normal)).max(0.05);
        let mut line: f64 = 0.0;
        for axis in [floor.e1, floor.e2] {
            let s = (p - floor.center).dot(&axis) / floor.spacing;
            // Seen at a slant, a pixel covers more floor across the view than along it.
            let across = (axis - floor.normal * axis.dot(&floor.normal)).dot(&self.camera.right).abs();
            let blur = width * (across + (1.0 - across) / slant) / floor.spacing;
            let near = (s - s.round()).abs();
            let strong = (s.round() as i64).rem_euclid(5) == 0;
            let faint = (1.0 - 2.5 * blur).clamp(0.0, 1.0);
            line =
                line.max((1.0 - smoothstep(0.5 * blur, 1.4 * blur, near)) * faint * if strong { 0.20 } else { 0.09 });
        }
        let shadow = self.lamp.visible(p, floor.normal, noise);
        // Far from everything nothing hides the sky.
        let open = if from_center < 0.35 { self.openness(p, floor.normal, noise) } else { 1.0 };
        let light = 1.0 - 0.52 * (1.0 - shadow) - 0.5 * (1.0 - open);
        let ground = background.lerp(&Vec3::new(0.80, 0.815, 0.84), 0.5);
        let lit = ground.component_mul(&Vec3::new(light * 0.995, light, light * 1.012)) * (1.0 - line);
        background.lerp(&lit, fade)
    }
}

struct Hit {
    solid: u32,
    p: Vec3,
    normal: Vec3,
    distance: f64,
    /// Distance to the nearest edge and length of the longest edge, in pixels.
    edge: f64,
    spacing: f64,
}

/// Pale, a little darker towards the bottom.
fn background(v: f64) -> Vec3 {
    let t = smoothstep(-1.0, 1.0, v);
    Vec3::new(0.74, 0.76, 0.79).lerp(&Vec3::new(0.90, 0.915, 0.935), t)
}

fn smoothstep(a: f64, b: f64, x: f64) -> f64 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// A number in 0..1 that differs between neighbouring pixels but never between two renderings.
fn noise(u: f64, v: f64) -> f64 {
    let x = (u * 12_989.8 + v * 78_233.1).sin() * 43_758.545;
    x - x.floor()
}
