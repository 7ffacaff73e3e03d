//! Viscosity of the strain rate in tets: P_d = F S_d, S_d = 2 eta_mu E' + eta_lambda tr(E') I, E' = sym(F^T F').
//!
//! The damping of bodies that turn: a rigid motion has E' = 0 at every velocity and feels nothing, which a constant
//! alpha M + beta K does not achieve. D = sum vol B^T D0 B at the current state is symmetric and positive semidefinite.
//! beta K of Rayleigh damping corresponds to viscosity = beta (mu, lambda) near rest. [bonet2008, sec. 6.3]
//!
//! With g_a the gradients of the shape functions, D_ab = vol (eta_mu ((g_a.g_b) F F^T + (F g_b)(F g_a)^T) +
//! eta_lambda (F g_a)(F g_b)^T). The force also depends on positions: products use the true K = -df/dx, which is
//! not symmetric; the assembled tangent takes its symmetric part, and none of it where a positive one is asked for.

use crate::mechanics::elements::{Blocks, ElementLaw, Elements, Local, Scalars, zero_blocks};
use crate::mechanics::{ForceTerm, Mat3, Role, Vec3};
use crate::models::ModelError;
use crate::models::solids::materials::VOLUME_SHARE;
use crate::models::solids::{Lame, RestTets};

/// Strain-rate damping of tets; the viscosities in Pa s stand in place of the moduli.
pub fn strain_rate_tets(
    name: impl Into<String>,
    viscosity: Lame,
    rest: &[f64],
    tets: &[[u32; 4]],
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let Lame { mu, lambda } = viscosity;
    if !(mu.is_finite() && lambda.is_finite() && mu >= 0.0 && 2.0 * mu + 3.0 * lambda >= 0.0) {
        return Err(ModelError::Viscosity { mu, lambda });
    }
    let law = StrainRateTets { tets: RestTets::new(rest, tets)?, viscosity };
    Ok(Box::new(Elements::new(name, rest.len() / 3, law)))
}

/// See the module's head.
#[derive(Debug, Clone)]
pub struct StrainRateTets {
    tets: RestTets,
    viscosity: Lame,
}

impl StrainRateTets {
    /// S_d of a rate F^T F', of which the symmetric part counts.
    fn stress(&self, rate: &Mat3) -> Mat3 {
        (rate + rate.transpose()) * self.viscosity.mu
            + Mat3::from_diagonal_element(self.viscosity.lambda * rate.trace())
    }

    /// F and F'
    fn gradients(&self, e: usize, at: &Local<4>) -> (Mat3, Mat3) {
        let shape = self.tets.shape(e);
        (shape.gradient(&at.x), shape.gradient(&at.v))
    }
}

impl ElementLaw<4> for StrainRateTets {
    fn stencils(&self) -> &[[u32; 4]] {
        self.tets.stencils()
    }

    fn role(&self) -> Role {
        Role::Damping
    }

    fn energy(&self, _e: usize, _at: &Local<4>) -> f64 {
        0.0
    }

    fn force(&self, e: usize, at: &Local<4>) -> [Vec3; 4] {
        let (f, rate) = self.gradients(e, at);
        self.tets.shape(e).forces(&(f * self.stress(&f.tr_mul(&rate))))
    }

    fn force_difference(&self, e: usize, a: &Local<4>, b: &Local<4>) -> [Vec3; 4] {
        let shape = self.tets.shape(e);
        let (f, _) = self.gradients(e, a);
        let (after, rate_after) = self.gradients(e, b);
        let df = shape.gradient(&std::array::from_fn(|i| b.x[i] - a.x[i]));
        let drate = shape.gradient(&std::array::from_fn(|i| b.v[i] - a.v[i]));
        let change = self.stress(&(df.tr_mul(&rate_after) + f.tr_mul(&drate)));
        shape.forces(&(df * self.stress(&after.tr_mul(&rate_after)) + f * change))
    }

    fn stiffness(&self, e: usize, at: &Local<4>) -> Blocks<4> {
        let shape = self.tets.shape(e);
        let (f, rate) = self.gradients(e, at);
        let stress = self.stress(&f.tr_mul(&rate));
        let g = shape.shape_gradients();
        let (fg, rg) = (g.map(|g| f * g), g.map(|g| rate * g));
        let Lame { mu, lambda } = self.viscosity;
        let turning = f * rate.transpose() * mu;
        // vol (g_a.S g_b I + mu (F g_b (F' g_a)^T + g_a.g_b F F'^T) + lambda F g_a (F' g_b)^T)
        let block = |a: usize, b: usize| {
            Mat3::from_diagonal_element(g[a].dot(&(stress * g[b])))
                + turning * g[a].dot(&g[b])
                + fg[b] * rg[a].transpose() * mu
                + fg[a] * rg[b].transpose() * lambda
        };
        std::array::from_fn(|a| std::array::from_fn(|b| (block(a, b) + block(b, a).transpose()) * (0.5 * shape.volume)))
    }

    fn projected_stiffness(&self, _e: usize, _at: &Local<4>) -> Blocks<4> {
        zero_blocks()
    }

    fn stiffness_product(&self, e: usize, at: &Local<4>, dx: &[Vec3; 4]) -> [Vec3; 4] {
        let shape = self.tets.shape(e);
        let (f, rate) = self.gradients(e, at);
        let df = shape.gradient(dx);
        shape.forces(&-(df * self.stress(&f.tr_mul(&rate)) + f * self.stress(&df.tr_mul(&rate))))
    }

    fn damping(&self, e: usize, at: &Local<4>) -> Option<Blocks<4>> {
        let shape = self.tets.shape(e);
        let f = shape.gradient(&at.x);
        let g = shape.shape_gradients();
        let fg = g.map(|g| f * g);
        let Lame { mu, lambda } = self.viscosity;
        let square = f * f.transpose() * (mu * shape.volume);
        let mut d = zero_blocks();
        for a in 0..4 {
            for b in a..4 {
                d[a][b] = square * g[a].dot(&g[b])
                    + fg[b] * fg[a].transpose() * (mu * shape.volume)
                    + fg[a] * fg[b].transpose() * (lambda * shape.volume);
            }
        }
        Some(d)
    }

    fn damping_product(&self, e: usize, at: &Local<4>, dv: &[Vec3; 4]) -> [Vec3; 4] {
        let shape = self.tets.shape(e);
        let f = shape.gradient(&at.x);
        shape.forces(&-(f * self.stress(&f.tr_mul(&shape.gradient(dv)))))
    }

    fn damping_metric(&self, e: usize, _rest: &Local<4>) -> Scalars<4> {
        let Lame { mu, lambda } = self.viscosity;
        self.tets.shape(e).laplacian(2.0 * mu + VOLUME_SHARE * lambda.max(0.0))
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }

    fn damped(&self) -> bool {
        true
    }

    fn measure(&self, e: usize) -> f64 {
        self.tets.shape(e).volume
    }
}
