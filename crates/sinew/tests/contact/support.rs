//! Random numbers, the same in every run.

use sinew::mechanics::Vec3;

pub struct Random(pub u64);

impl Random {
    /// Uniform in (-1, 1).
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// In the cube from -1 to 1.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }

    pub fn four(&mut self) -> [Vec3; 4] {
        std::array::from_fn(|_| self.vector())
    }
}
