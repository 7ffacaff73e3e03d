//! Backtracking line search on the incremental potential.
//!
//! Phi(u) = u^T M u / (2 s) + V(y + u) - f_0 . u. Forces without a potential enter frozen at the iterate u_k,
//!
//! Phi_k(u) = Phi(u) - f_nc(u_k) . (u - u_k) + c/2 (u - u_k)^T D (u - u_k),
//!
//! whose gradient at u_k is the exact residual, so a Newton direction always descends. The change of the inertial part
//! is formed without cancellation; the change of V is trusted down to its rounding, which is allowed for as slack (close
//! to convergence the contraction of the steps judges instead). Rounding of the coordinates by eps |x| changes an energy
//! k e^2/2 by k e eps |x| = sqrt(2 k V) eps |x|, far more than eps V where strains are small. Infinite energies (inverted
//! neo-Hookean elements) simply shorten the step. [nocedal2006]

use sinew_math::parallel::{dot, max_abs};

use super::newton::Stage;
use crate::mechanics::{Energy, MechanicalSystem, State};

/// Buffers of the search.
#[derive(Debug, Clone, Default)]
pub struct Search {
    trial: State,
    product: Vec<f64>,
}

/// Fraction of the predicted decrease that must be realised.
const SUFFICIENT: f64 = 1e-4;
/// A step shorter than this fraction of the Newton step is a failure.
const SHORTEST: f64 = 1e-12;

impl Search {
    /// Gives the buffers their length.
    pub fn fit(&mut self, n: usize) {
        self.trial.x.resize(n, 0.0);
        self.trial.v.resize(n, 0.0);
        self.product.resize(n, 0.0);
    }

    /// Moves u and the state along d; returns the fraction taken, 0 if no decrease was found. `u`, `M u`, `r` and `d`
    /// come together; `stiffest` is the largest tr K_ii; `energy` is that of the state before and after, if known.
    pub fn run(
        &mut self,
        system: &dyn MechanicalSystem,
        stage: &Stage,
        (u, inertia, r, d): (&mut [f64], &[f64], &[f64], &[f64]),
        stiffest: f64,
        state: &mut State,
        energy: &mut Option<Energy>,
    ) -> f64 {
        let before = energy.unwrap_or_else(|| system.energy(state));
        if !before.potential().is_finite() {
            // Outside the domain of the energy there is nothing to compare with: follow the forces back into it.
            stage.place(u, 1.0, d, &mut self.trial);
            u.iter_mut().zip(d).for_each(|(u, d)| *u += d);
            std::mem::swap(state, &mut self.trial);
            *energy = Some(system.energy(state));
            return 1.0;
        }
        let predicted = dot(r, d);

        // Phi_k along d = linear alpha + curvature alpha^2 + V - V_0
        let mut linear = dot(inertia, d) / stage.scale;
        if !stage.push.is_empty() {
            linear -= dot(&stage.push, d);
        }
        system.mass().apply(d, &mut self.product);
        let mut curvature = dot(d, &self.product) / (2.0 * stage.scale);
        if system.nonconservative_force(state, &mut self.product) {
            linear -= dot(&self.product, d);
        }
        if system.damped() {
            system.damping_product(state, d, &mut self.product);
            curvature += 0.5 * stage.slope * dot(d, &self.product);
        }
        let stored = before.elastic.abs() + before.contact.abs();
        let moved = (2.0 * stiffest * stored).sqrt() * max_abs(&state.x);
        let slack = 16.0 * f64::EPSILON * (stored + before.external.abs() + moved);

        let mut alpha = 1.0;
        while alpha > SHORTEST {
            stage.place(u, alpha, d, &mut self.trial);
            let after = system.energy(&self.trial);
            let change = linear * alpha + curvature * alpha * alpha + (after.potential() - before.potential());
            if change <= SUFFICIENT * alpha * predicted + slack {
                u.iter_mut().zip(d).for_each(|(u, d)| *u += alpha * d);
                std::mem::swap(state, &mut self.trial);
                *energy = Some(after);
                return alpha;
            }
            // The minimum of the parabola through what is known, kept within sensible bounds.
            let shorter = -predicted * alpha * alpha / (2.0 * (change - predicted * alpha));
            alpha = if shorter.is_finite() { shorter.clamp(0.1 * alpha, 0.5 * alpha) } else { 0.5 * alpha };
        }
        *energy = Some(before);
        0.0
    }
}
