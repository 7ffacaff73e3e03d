//! What an element feels, as one number for pictures and files: how far it is strained, how hard it pulls, what it stores.
//!
//! Solids: the strain is the largest |s_i - 1| of the principal stretches s_i, the stress is the one of von Mises,
//! sqrt(3/2 dev(sigma):dev(sigma)), of the Cauchy stress sigma = P F^T / det F [bonet2008, ch. 5], the energy is psi. Springs: the strain
//! is l/l_0 - 1, the stress is the axial force in newtons (a network has no cross-section), both positive in tension, and the
//! energy is that of the whole spring.

use sinew_math::small::svd;

use super::Mat3;

/// Which number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gauge {
    /// Largest |principal stretch - 1| of a solid; l/l_0 - 1 of a spring.
    Strain,
    /// Stress of von Mises of a solid (Pa); tension of a spring (N).
    Stress,
    /// Energy density of a solid (J/m^3); energy of a spring (J).
    EnergyDensity,
}

impl Gauge {
    /// All of them.
    pub const ALL: [Gauge; 3] = [Gauge::Strain, Gauge::Stress, Gauge::EnergyDensity];

    /// Name of the field in files.
    pub fn name(self) -> &'static str {
        match self {
            Gauge::Strain => "strain",
            Gauge::Stress => "stress",
            Gauge::EnergyDensity => "energy_density",
        }
    }
}

/// Largest |s_i - 1| of the singular values of F.
pub fn largest_strain(f: &Mat3) -> f64 {
    svd(f).s.iter().fold(0.0, |most: f64, s| most.max((s - 1.0).abs()))
}

/// Stress of von Mises of the first Piola stress P at F; not finite for an element without volume.
pub fn von_mises(f: &Mat3, p: &Mat3) -> f64 {
    let sigma = p * f.transpose() / f.determinant();
    // Symmetric for every law that does not mind rotations; `linear` does.
    let sigma = (sigma + sigma.transpose()) * 0.5;
    let deviator = sigma - Mat3::from_diagonal_element(sigma.trace() / 3.0);
    (1.5 * deviator.norm_squared()).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::Vec3;

    #[test]
    fn pull_shear_and_pressure_have_their_closed_forms() {
        let f = Mat3::identity();
        // Uniaxial: the stress itself. Pure shear: sqrt 3 times it. Pressure: nothing.
        assert!((von_mises(&f, &Mat3::from_diagonal(&Vec3::new(5.0, 0.0, 0.0))) - 5.0).abs() < 1e-15 * 10.0);
        let mut shear = Mat3::zeros();
        (shear[(0, 1)], shear[(1, 0)]) = (2.0, 2.0);
        assert!((von_mises(&f, &shear) - 2.0 * 3f64.sqrt()).abs() < 1e-15 * 10.0);
        assert_eq!(von_mises(&f, &Mat3::from_diagonal_element(7.0)), 0.0);
    }

    #[test]
    fn compression_counts_like_extension() {
        assert!((largest_strain(&Mat3::from_diagonal(&Vec3::new(1.1, 0.7, 1.0))) - 0.3).abs() < 1e-15);
        assert!((largest_strain(&Mat3::from_diagonal(&Vec3::new(-1.0, 1.0, 1.0))) - 2.0).abs() < 1e-15);
    }
}
