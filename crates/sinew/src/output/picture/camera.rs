//! A pinhole camera that places itself: it looks across the longest side of what there is to see, slightly from above.

use crate::mechanics::Vec3;

/// Where the picture is taken from.
#[derive(Debug, Clone, Copy)]
pub struct Camera {
    /// Position.
    pub eye: Vec3,
    /// To the right in the picture; unit length, as are the next two.
    pub right: Vec3,
    /// Upwards in the picture.
    pub up: Vec3,
    /// Into the picture.
    pub forward: Vec3,
    /// Tangent of half the vertical opening angle.
    pub half_height: f64,
    /// Width over height.
    pub aspect: f64,
    /// Radius of what is looked at.
    pub radius: f64,
}

/// Height of the eye above the horizon and turn from the straight side view, in radians.
const ELEVATION: f64 = 0.33;
const TURN: f64 = 0.5;
/// Share of the picture that stays free around the content.
const MARGIN: f64 = 1.22;

impl Camera {
    /// A camera that sees all the points; `up` is the direction that points upwards in the picture.
    pub fn fit(points: &[Vec3], up: Vec3, aspect: f64) -> Self {
        let n = points.len().max(1) as f64;
        let mean = points.iter().fold(Vec3::zeros(), |s, p| s + p) / n;
        // Of a single point: far above rounding, and far below a molecule.
        let least = 1e-9 * mean.norm() + 1e-15;
        let radius = points.iter().map(|p| (p - mean).norm()).fold(least, f64::max);

        // Any horizontal basis, then the longest horizontal direction by the 2x2 covariance.
        let seed = if up.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
        let side = (seed - up * up.dot(&seed)).normalize();
        let front = up.cross(&side);
        let (mut a, mut b, mut c) = (0.0, 0.0, 0.0);
        for p in points {
            let (s, f) = ((p - mean).dot(&side), (p - mean).dot(&front));
            (a, b, c) = (a + s * s, b + s * f, c + f * f);
        }
        let spread = ((a - c).powi(2) + 4.0 * b * b).sqrt();
        // A nearly round outline has no longest side: keep the basis then, so that the view does not flicker.
        let angle = if spread > 0.1 * (a + c) { 0.5 * (2.0 * b).atan2(a - c) } else { 0.0 };
        let long = side * angle.cos() + front * angle.sin();
        // Looking along +front leaves the long side to the right.
        let across = up.cross(&long);
        let level = across * TURN.cos() + long * TURN.sin();
        let forward = (level * ELEVATION.cos() - up * ELEVATION.sin()).normalize();
        let right = forward.cross(&up).normalize();
        let true_up = right.cross(&forward);

        let half_height = 0.28;
        let mut camera = Self { eye: mean, right, up: true_up, forward, half_height, aspect, radius };
        // Distance at which everything fits, and the shift that centres it; a few rounds suffice.
        let mut center = mean;
        let mut distance: f64 = 0.0;
        for _ in 0..8 {
            distance = least;
            for p in points {
                let d = p - center;
                let (x, y, z) = (d.dot(&right).abs(), d.dot(&true_up).abs(), d.dot(&forward));
                distance = distance.max(MARGIN * x / (half_height * aspect) - z).max(MARGIN * y / half_height - z);
            }
            let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
            for p in points {
                let d = p - center;
                let z = (d.dot(&forward) + distance).max(least);
                for (k, axis) in [right, true_up].iter().enumerate() {
                    let u = d.dot(axis) / z;
                    (low[k], high[k]) = (low[k].min(u), high[k].max(u));
                }
            }
            if low[0] <= high[0] {
                center += (right * (low[0] + high[0]) + true_up * (low[1] + high[1])) * (0.5 * distance);
            }
        }
        distance = distance.max(2.0 * radius);
        camera.eye = center - forward * distance;
        camera
    }

    /// Right, up and depth of a point seen from the eye.
    pub fn view(&self, p: Vec3) -> Vec3 {
        let d = p - self.eye;
        Vec3::new(d.dot(&self.right), d.dot(&self.up), d.dot(&self.forward))
    }

    /// Unit direction of the ray through a point of the picture, both coordinates in -1..1.
    pub fn ray(&self, u: f64, v: f64) -> Vec3 {
        (self.forward + self.right * (u * self.half_height * self.aspect) + self.up * (v * self.half_height))
            .normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_inside_the_picture() {
        for (sx, sy, sz) in [(1.0, 0.2, 0.2), (0.1, 3.0, 0.1), (1.0, 1.0, 1.0), (0.0, 0.0, 5.0), (2.0, 0.0, 0.0)] {
            let points: Vec<Vec3> = (0..8)
                .map(|i| Vec3::new((i & 1) as f64 * sx, (i >> 1 & 1) as f64 * sy, (i >> 2) as f64 * sz))
                .map(|p| p + Vec3::new(10.0, -3.0, 2.0))
                .collect();
            let camera = Camera::fit(&points, Vec3::z(), 1.5);
            for p in &points {
                let q = camera.view(*p);
                assert!(q.z > 0.0);
                assert!((q.x / q.z).abs() < camera.half_height * 1.5 && (q.y / q.z).abs() < camera.half_height);
            }
        }
    }
}
