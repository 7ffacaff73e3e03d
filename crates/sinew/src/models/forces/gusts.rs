//! Smooth random air velocity: a sum of travelling sine waves with seeded directions, phases and frequencies,
//! w(t, x) = sum_j A_j sin(q_j . x - omega_j t + phase_j), A_j . q_j = 0 (no divergence), |A_j| equal.
//!
//! The random Fourier modes of kinematic simulations of turbulence [fung1992], cut down to a few: infinitely smooth,
//! reproducible from the seed, and the same at any step size. For pictures and tests, not for aerodynamics.

use crate::mechanics::Vec3;
use crate::models::ModelError;
use crate::models::error::not_negative;

/// What gusts are like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gusts {
    /// Root mean square of the gusts' velocity in m/s.
    pub strength: f64,
    /// Typical frequency in Hz; waves have half to twice of it.
    pub frequency: f64,
    /// Typical wavelength in metres; 0 for gusts that are the same everywhere.
    pub length: f64,
    /// Other numbers give other gusts.
    pub seed: u64,
}

/// Number of waves.
const WAVES: usize = 12;

#[derive(Debug, Clone, Copy)]
struct Wave {
    amplitude: Vec3,
    vector: Vec3,
    omega: f64,
    phase: f64,
}

/// The velocity field of some gusts.
#[derive(Debug, Clone)]
pub(super) struct GustField {
    waves: Vec<Wave>,
}

impl GustField {
    pub fn new(gusts: &Gusts) -> Result<Self, ModelError> {
        not_negative("gust strength", gusts.strength)?;
        not_negative("gust frequency", gusts.frequency)?;
        not_negative("gust length", gusts.length)?;
        let mut random = SplitMix(gusts.seed);
        let size = gusts.strength * (2.0 / WAVES as f64).sqrt();
        let tau = std::f64::consts::TAU;
        let waves = (0..WAVES).map(|_| {
            let direction = random.direction();
            let across = direction.cross(&random.direction());
            let amplitude = across.try_normalize(1e-6).unwrap_or_else(|| direction.yzx().cross(&direction).normalize());
            let spread = 2f64.powf(2.0 * random.unit() - 1.0);
            let number = if gusts.length > 0.0 { tau / (gusts.length * spread) } else { 0.0 };
            let omega = tau * gusts.frequency * 2f64.powf(2.0 * random.unit() - 1.0);
            Wave { amplitude: amplitude * size, vector: direction * number, omega, phase: tau * random.unit() }
        });
        Ok(Self { waves: waves.collect() })
    }

    /// w
    pub fn velocity(&self, t: f64, x: &Vec3) -> Vec3 {
        self.waves.iter().map(|w| w.amplitude * w.angle(t, x).sin()).sum()
    }

    /// Change of w when x moves by dx and time by dt, to first order.
    pub fn change(&self, t: f64, x: &Vec3, dx: &Vec3, dt: f64) -> Vec3 {
        self.waves.iter().map(|w| w.amplitude * (w.angle(t, x).cos() * (w.vector.dot(dx) - w.omega * dt))).sum()
    }
}

impl Wave {
    fn angle(&self, t: f64, x: &Vec3) -> f64 {
        self.vector.dot(x) - self.omega * t + self.phase
    }
}

/// The generator SplitMix64: small, and the same on every machine.
struct SplitMix(u64);

impl SplitMix {
    /// Uniform in [0, 1).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform on the unit sphere.
    fn direction(&mut self) -> Vec3 {
        let z = 2.0 * self.unit() - 1.0;
        let (sin, cos) = (std::f64::consts::TAU * self.unit()).sin_cos();
        let r = (1.0 - z * z).sqrt();
        Vec3::new(r * cos, r * sin, z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gusts_have_the_strength_asked_for_and_follow_the_seed() {
        let settings = Gusts { strength: 3.0, frequency: 2.0, length: 0.7, seed: 5 };
        let gusts = GustField::new(&settings).unwrap();
        let n = 20_000;
        let mean: f64 =
            (0..n).map(|i| gusts.velocity(0.037 * f64::from(i), &Vec3::new(0.1, 0.2, 0.3)).norm_squared()).sum();
        // A finite window of twelve incommensurate waves: within a few per cent of the mean square 9.
        assert!((mean / f64::from(n) / 9.0 - 1.0).abs() < 0.05, "{}", mean / f64::from(n));
        let x = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(gusts.velocity(0.3, &x), GustField::new(&settings).unwrap().velocity(0.3, &x));
        let other = GustField::new(&Gusts { seed: 6, ..settings }).unwrap();
        assert!((gusts.velocity(0.3, &x) - other.velocity(0.3, &x)).norm() > 0.1);
    }
}
