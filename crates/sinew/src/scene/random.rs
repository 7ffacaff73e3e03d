//! A small generator of repeatable random numbers (SplitMix64 [steele2014]), so that a seed means the same everywhere.

/// Random numbers from a seed.
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [-1, 1).
    pub fn symmetric(&mut self) -> f64 {
        // The upper 53 bits make a double in [0, 1).
        2.0 * ((self.next() >> 11) as f64 / (1u64 << 53) as f64) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(1234567);
        assert_eq!(random.next(), 6457827717110365317);
        assert_eq!(random.next(), 3203168211198807973);
        let mean = (0..10000).map(|_| random.symmetric()).sum::<f64>() / 10000.0;
        assert!(mean.abs() < 0.02, "{mean}");
    }
}
