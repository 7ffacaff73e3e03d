//! Filter pairs (psi, phi) of the trigonometric two-step schemes.
//!
//! x_{n+1} = 2 cos(h Om) x_n - x_{n-1} + h^2 psi(h Om) g(phi(h Om) x_n), Om^2 = A. Every filter is an even
//! function, so it is given here as a function of s = z^2 = h^2 A and no square root of a matrix is needed.
//! All pairs are consistent of order 2; the scheme is symplectic if and only if psi = sinc phi. [michels2014 Table I,
//! with the row of Hairer and Lubich corrected to (sinc^2, 1) and Hochbruck and Lubich (1999) added]
//!
//! The one-step form needs psi_1 = psi / sinc, which has poles at z = k pi (k odd) for the two pairs with
//! psi = sinc^2(z/2): use the two-step form there.

use super::stumpff::stumpff;

/// A pair of filters and where it comes from.
#[derive(Debug, Clone, Copy)]
pub struct FilterPair {
    /// Name for option files.
    pub name: &'static str,
    /// Key of the publication.
    pub source: &'static str,
    /// psi(s): filters the slow force.
    pub psi: fn(f64) -> f64,
    /// phi(s): filters the positions at which the slow force is evaluated.
    pub phi: fn(f64) -> f64,
    /// psi = sinc phi, hence symplectic for a constant A.
    pub symplectic: bool,
    /// psi_1 = psi / sinc has poles, so only the two-step form may be used.
    pub two_step_only: bool,
}

/// All pairs.
pub const FILTERS: &[FilterPair] = &[
    FilterPair {
        name: "gautschi",
        source: "gautschi1961",
        psi: sinc_half_squared,
        phi: one,
        symplectic: false,
        two_step_only: true,
    },
    FilterPair {
        name: "deuflhard",
        source: "deuflhard1979",
        psi: sinc,
        phi: one,
        symplectic: true,
        two_step_only: false,
    },
    FilterPair {
        name: "garcia-archilla",
        source: "garcia-archilla1999",
        psi: sinc_squared,
        phi: sinc,
        symplectic: true,
        two_step_only: false,
    },
    FilterPair {
        name: "hochbruck-lubich",
        source: "hochbruck1999",
        psi: sinc_half_squared,
        phi: hochbruck_lubich,
        symplectic: false,
        two_step_only: true,
    },
    FilterPair {
        name: "hairer-lubich",
        source: "hairer2000",
        psi: sinc_squared,
        phi: one,
        symplectic: false,
        two_step_only: false,
    },
    FilterPair {
        name: "grimm-hochbruck",
        source: "grimm2006",
        psi: sinc_cubed,
        phi: sinc,
        symplectic: false,
        two_step_only: false,
    },
];

/// The pair of that name.
pub fn filter(name: &str) -> Option<&'static FilterPair> {
    FILTERS.iter().find(|f| f.name == name)
}

fn one(_: f64) -> f64 {
    1.0
}

fn sinc(s: f64) -> f64 {
    stumpff(1, s)
}

fn sinc_squared(s: f64) -> f64 {
    sinc(s).powi(2)
}

fn sinc_cubed(s: f64) -> f64 {
    sinc(s).powi(3)
}

/// sinc^2(z/2) = 2 c_2(s)
fn sinc_half_squared(s: f64) -> f64 {
    2.0 * stumpff(2, s)
}

/// sinc(z) (1 + sin^2(z/2) / 3), where sin^2(z/2) = s c_2(s) / 2
fn hochbruck_lubich(s: f64) -> f64 {
    sinc(s) * (1.0 + s * stumpff(2, s) / 6.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_consistent_and_the_symplectic_flag_is_true() {
        for f in FILTERS {
            assert_eq!(((f.psi)(0.0), (f.phi)(0.0)), (1.0, 1.0), "{}", f.name);
            let defect = [0.3, 2.0, 17.0, 400.0]
                .iter()
                .map(|s| ((f.psi)(*s) - sinc(*s) * (f.phi)(*s)).abs())
                .fold(0.0, f64::max);
            assert_eq!(defect < 1e-15, f.symplectic, "{}: psi - sinc phi = {defect:e}", f.name);
        }
    }

    #[test]
    fn values_against_the_printed_formulas() {
        for z in [1e-6, 0.1, 1.0, 3.0, 10.0, 1234.5f64] {
            let s = z * z;
            let sinc = z.sin() / z;
            let half = (0.5 * z).sin() / (0.5 * z);
            let expected = [
                ("gautschi", half * half, 1.0),
                ("deuflhard", sinc, 1.0),
                ("garcia-archilla", sinc * sinc, sinc),
                ("hochbruck-lubich", half * half, sinc * (1.0 + (0.5 * z).sin().powi(2) / 3.0)),
                ("hairer-lubich", sinc * sinc, 1.0),
                ("grimm-hochbruck", sinc.powi(3), sinc),
            ];
            for (name, psi, phi) in expected {
                let f = filter(name).expect("listed");
                assert!(((f.psi)(s) - psi).abs() < 1e-12 && ((f.phi)(s) - phi).abs() < 1e-12, "{name} at z = {z}");
            }
        }
    }

    #[test]
    fn poles_of_the_one_step_form_are_declared() {
        // psi / sinc at z = pi, the first zero of sinc
        let s = std::f64::consts::PI.powi(2);
        for f in FILTERS {
            assert_eq!((f.psi)(s).abs() > 1e-3, f.two_step_only, "{}", f.name);
        }
    }
}
