//! Materials: energy densities psi(F) of the deformation gradient, one per file, all isotropic.
//!
//! A new material is one file that implements [`Material`] and one row in [`CATALOG`]; the tests of the catalog
//! (finite differences, rotations, small strains, projected tangents) run over every row.

mod arap;
mod corotated;
mod linear;
mod neo_hookean;
mod stable_neo_hookean;
mod stvk;

pub use arap::Arap;
pub use corotated::Corotated;
pub use linear::Linear;
pub use neo_hookean::NeoHookean;
pub use stable_neo_hookean::StableNeoHookean;
pub use stvk::StVenantKirchhoff;

use sinew_math::small::{LANES, Lane, LaneMatrix};

use super::mean::{Mat6, StrainPair, linear_map};
use super::{Lame, RestTets, Tangent, Tets};
use crate::mechanics::{Elements, ForceTerm, Mat3};
use crate::models::ModelError;

/// An energy density and its derivatives; P = d psi/dF is the first Piola-Kirchhoff stress.
pub trait Material: Send + Sync {
    /// psi(F) in J/m^3, zero at rest; +infinity where the law does not exist.
    fn energy_density(&self, f: &Mat3) -> f64;

    /// P(F); finite for every finite F.
    fn stress(&self, f: &Mat3) -> Mat3;

    /// psi of several F side by side; overridden where vector instructions help.
    #[inline(always)]
    fn energy_densities(&self, f: &LaneMatrix) -> Lane {
        std::array::from_fn(|k| self.energy_density(&Mat3::from_fn(|r, c| f[r][c][k])))
    }

    /// P of several F side by side; overridden where vector instructions help.
    #[inline(always)]
    fn stresses(&self, f: &LaneMatrix) -> LaneMatrix {
        let mut p = [[[0.0; LANES]; 3]; 3];
        for k in 0..LANES {
            let stress = self.stress(&Mat3::from_fn(|r, c| f[r][c][k]));
            for r in 0..3 {
                for c in 0..3 {
                    p[r][c][k] = stress[(r, c)];
                }
            }
        }
        p
    }

    /// P(F + dF) - P(F), without cancellation for small dF.
    fn stress_difference(&self, f: &Mat3, df: &Mat3) -> Mat3;

    /// dP of a change dF, the true derivative.
    fn stress_change(&self, f: &Mat3, df: &Mat3) -> Mat3;

    /// The mean stress S between two states, S : (E_1 - E_0) = psi_1 - psi_0 (see [`mean`](super::mean)); `None` where the
    /// law is no function of strain.
    fn mean_stress(&self, p: &StrainPair) -> Option<Mat3>;

    /// dS/dE_1 of the mean stress.
    fn mean_tangent(&self, p: &StrainPair) -> Option<Mat6>;

    /// dS/dE at rest: 2 mu dE + lambda tr(dE) I.
    fn rest_tangent(&self) -> Mat6 {
        let second = self.tangent(&Mat3::identity()).stretch.second;
        let lambda = second[(0, 1)];
        linear_map(|de| de * (second[(0, 0)] - lambda) + Mat3::from_diagonal_element(lambda * de.trace()))
    }

    /// dP/dF as an eigen-system.
    fn tangent(&self, f: &Mat3) -> Tangent;

    /// The positive semidefinite tangent nearest to the true one.
    fn projected_tangent(&self, f: &Mat3) -> Tangent {
        let tangent = self.tangent(f);
        Tangent { stretch: tangent.stretch.clamped(), ..tangent }
    }

    /// Whether this is stiffness warping: the projected tangent is the one at rest, turned.
    fn warped(&self) -> bool {
        false
    }

    /// w in pascals such that w dF stands for dP at every F, as local/global solvers need it. The tangent at rest has the
    /// eigenvalues 2 mu (shear) and 2 mu + 3 lambda (dilation); w = 2 mu + c lambda lies between them, for c see
    /// [`VOLUME_SHARE`]. For `arap` that is 2 mu, the weight of projective dynamics.
    fn metric(&self) -> f64 {
        let at_rest = self.tangent(&Mat3::identity()).stretch.second;
        let lambda = at_rest[(0, 1)];
        at_rest[(0, 0)] - lambda + self.volume_share() * lambda.max(0.0)
    }

    /// c of the metric.
    fn volume_share(&self) -> f64 {
        VOLUME_SHARE
    }

    /// dP of a change dF with the projected tangent.
    fn projected_stress_change(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        self.projected_tangent(f).apply(df)
    }
}

/// c of [`Material::metric`] for laws that are linear in a frame that turns: 2 w exceeds 2 mu + 3 lambda for every Poisson's
/// ratio, so that iterations descend, and no larger c does it in fewer of them. The 1 of [liu2017] does not: it
/// diverges from a ratio of 0.4 on (measured on a block), theory says from 1/3.
pub const VOLUME_SHARE: f64 = 1.5;

/// c for laws that stiffen with strain. Blocks distorted by some 30 % blow up with 2 (`stvk`), not with 3.
pub const STIFFENING_VOLUME_SHARE: f64 = 3.0;

/// Builds the term of a material: name, moduli, rest positions of all vertices, tets.
pub type BuildTerm = fn(String, Lame, &[f64], &[[u32; 4]]) -> Result<Box<dyn ForceTerm>, ModelError>;

/// One row of the [`CATALOG`].
pub struct MaterialEntry {
    /// Name in scene files.
    pub name: &'static str,
    /// One line for `sinew list materials`.
    pub summary: &'static str,
    /// Builds the force of tets of this material: name, moduli, rest positions of all vertices, tets.
    pub term: BuildTerm,
}

pub(super) fn term<M: Material + 'static>(
    name: String,
    material: M,
    rest: &[f64],
    tets: &[[u32; 4]],
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let law = Tets { rest: RestTets::new(rest, tets)?, material };
    Ok(Box::new(Elements::new(name, rest.len() / 3, law)))
}

/// All materials.
pub const CATALOG: &[MaterialEntry] = &[
    MaterialEntry {
        name: "linear",
        summary: "small strains; fastest, but swells when it turns",
        term: |name, lame, rest, tets| term(name, Linear(lame), rest, tets),
    },
    MaterialEntry {
        name: "corotated",
        summary: "small strains in a frame that turns with each tet; survives inversion",
        term: |name, lame, rest, tets| term(name, Corotated(lame), rest, tets),
    },
    MaterialEntry {
        name: "stvk",
        summary: "St. Venant-Kirchhoff: large turns, moderate stretch; softens and collapses under strong compression",
        term: |name, lame, rest, tets| term(name, StVenantKirchhoff(lame), rest, tets),
    },
    MaterialEntry {
        name: "neo-hookean",
        summary: "rubber; infinite energy at zero volume, so it never inverts if steps are checked",
        term: |name, lame, rest, tets| term(name, NeoHookean(lame), rest, tets),
    },
    MaterialEntry {
        name: "stable-neo-hookean",
        summary: "flesh-like rubber that survives inversion and keeps volume well",
        term: |name, lame, rest, tets| term(name, StableNeoHookean::new(lame), rest, tets),
    },
    MaterialEntry {
        name: "arap",
        summary: "as rigid as possible: mu |F - R|^2, the law of projective dynamics; Poisson's ratio acts only through mu",
        term: |name, lame, rest, tets| term(name, Arap(lame), rest, tets),
    },
];
