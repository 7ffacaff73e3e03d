//! The two moduli of isotropic elasticity: mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)).

use crate::models::ModelError;

/// Lamé's moduli in pascals (or the matching viscosities in pascal seconds).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lame {
    /// Shear modulus.
    pub mu: f64,
    /// First parameter; negative for poisson < 0.
    pub lambda: f64,
}

impl Lame {
    /// From Young's modulus in pascals and Poisson's ratio in (-1, 0.5).
    pub fn from_young(young: f64, poisson: f64) -> Result<Self, ModelError> {
        if !(young > 0.0 && young.is_finite()) {
            return Err(ModelError::Young { young });
        }
        if !(poisson > -1.0 && poisson < 0.5) {
            return Err(ModelError::Poisson { poisson });
        }
        let mu = young / (2.0 * (1.0 + poisson));
        Ok(Self { mu, lambda: 2.0 * mu * poisson / (1.0 - 2.0 * poisson) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moduli_of_steel_and_of_values_out_of_range() {
        let steel = Lame::from_young(2e11, 0.3).unwrap();
        assert!((steel.mu / (2e11 / 2.6) - 1.0).abs() < 1e-15);
        assert!((steel.lambda / (2e11 * 0.3 / (1.3 * 0.4)) - 1.0).abs() < 1e-15);
        for young in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Lame::from_young(young, 0.3).unwrap_err().to_string().contains("above 0"));
        }
        for poisson in [-1.0, 0.5, 0.7, f64::NAN] {
            let message = Lame::from_young(1e6, poisson).unwrap_err().to_string();
            assert!(message.contains("above -1 and below 0.5"), "{message}");
        }
    }
}
