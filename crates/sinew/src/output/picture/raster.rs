//! A z-buffer: which triangle is nearest at each sample of a grid.
//!
//! Nearness is any number that is linear across the projected triangle and grows towards the viewer: 1/depth for the
//! perspective camera, minus the depth for the parallel light.

use crate::mechanics::Vec3;

/// No triangle covers the sample.
pub const NOTHING: u32 = u32::MAX;

/// Nearest triangle and its nearness for each sample, rows from the top.
pub struct Buffer {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Nearness; negative infinity where there is nothing.
    pub near: Vec<f32>,
    /// Number of the triangle or [`NOTHING`].
    pub id: Vec<u32>,
}

impl Buffer {
    /// An empty buffer.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, near: vec![f32::NEG_INFINITY; width * height], id: vec![NOTHING; width * height] }
    }

    /// Draws a triangle whose corners are (column, row, nearness).
    pub fn draw(&mut self, id: u32, [a, b, c]: [Vec3; 3]) {
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if !(area.abs() > 1e-12 && area.is_finite()) {
            return;
        }
        let range = |p: f64, q: f64, r: f64, n: usize| {
            let low = p.min(q).min(r).floor().max(0.0);
            let high = p.max(q).max(r).ceil().min(n as f64);
            low as usize..high.max(0.0) as usize
        };
        for row in range(a.y, b.y, c.y, self.height) {
            let y = row as f64 + 0.5;
            for column in range(a.x, b.x, c.x, self.width) {
                let x = column as f64 + 0.5;
                let u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
                let v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
                if u < 0.0 || v < 0.0 || u + v > 1.0 {
                    continue;
                }
                let near = (a.z + u * (b.z - a.z) + v * (c.z - a.z)) as f32;
                let k = row * self.width + column;
                if near > self.near[k] {
                    self.near[k] = near;
                    self.id[k] = id;
                }
            }
        }
    }

    /// Nearness at a sample; the border is repeated.
    #[inline]
    pub fn at(&self, x: f64, y: f64) -> f64 {
        // A cast to an unsigned number stops at 0, which is the border.
        let column = (x as usize).min(self.width - 1);
        let row = (y as usize).min(self.height - 1);
        self.near[row * self.width + column] as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_triangle_wins_in_any_order() {
        let big = |z: f64| [Vec3::new(0.0, 0.0, z), Vec3::new(20.0, 0.0, z), Vec3::new(0.0, 20.0, z)];
        for order in [[0, 1], [1, 0]] {
            let mut buffer = Buffer::new(8, 8);
            order.iter().for_each(|i| buffer.draw(*i, big(1.0 + *i as f64)));
            assert!(buffer.id.iter().all(|i| *i == 1));
        }
    }

    #[test]
    fn neighbours_leave_no_gap_and_wild_corners_do_no_harm() {
        let p = |x: f64, y: f64| Vec3::new(x, y, 1.0);
        let mut buffer = Buffer::new(16, 16);
        buffer.draw(0, [p(0.0, 0.0), p(16.0, 0.0), p(16.0, 16.0)]);
        buffer.draw(1, [p(0.0, 0.0), p(16.0, 16.0), p(0.0, 16.0)]);
        assert!(buffer.id.iter().all(|i| *i != NOTHING));
        buffer.draw(2, [p(f64::NAN, 0.0), p(1.0, 0.0), p(0.0, 1.0)]);
        buffer.draw(3, [p(-1e300, 0.0), p(1e300, 5.0), p(0.0, f64::INFINITY)]);
        assert!(buffer.id.iter().all(|i| *i < 2));
    }
}
