//! D of the true tangent, and where it is drag alone, D = alpha M: then phi_k(t J) is a function of K, as without damping. The search
//! space needs no pairs (position, velocity), the small matrices stay symmetric, and polynomials serve soft systems.

use sinew_math::sparse::BlockMatrix;

use crate::mechanics::{MechanicalSystem, State, Weights};

/// See the module's head.
pub(super) enum Damped {
    /// D = 0
    No,
    /// D = alpha M, alpha in 1/s.
    Drag(f64),
    /// Any other; a symmetric stand-in where the tangent is not exact.
    Matrix(BlockMatrix),
}

impl Damped {
    /// Makes it D at s. `room` is a matrix of the system's pattern whose values are of no more use.
    pub fn put(&mut self, system: &dyn MechanicalSystem, s: &State, masses: &[f64], room: &mut BlockMatrix) {
        const DAMPING: Weights = Weights { mass: 0.0, damping: 1.0, stiffness: 0.0 };
        if !system.damped() {
            *self = Damped::No;
            return;
        }
        if let Damped::Matrix(matrix) = self {
            system.tangent(s, DAMPING, false, matrix);
            return;
        }
        system.tangent(s, DAMPING, false, room);
        *self = match drag_rate(room, masses) {
            Some(alpha) if system.tangent_is_exact() => Damped::Drag(alpha),
            _ => Damped::Matrix(room.clone()),
        };
    }

    /// The matrix, if it takes one.
    pub fn matrix(&self) -> Option<&BlockMatrix> {
        match self {
            Damped::Matrix(matrix) => Some(matrix),
            _ => None,
        }
    }
}

/// alpha, if D = alpha M to rounding. `masses` per unknown; empty for a consistent mass, of which it is not asked.
fn drag_rate(d: &BlockMatrix, masses: &[f64]) -> Option<f64> {
    let first = masses.first()?;
    let (pattern, alpha) = (d.pattern(), d.diagonal(0)[0] / first);
    let of_vertex = |i: usize| {
        let (blocks, m) = (&d.values()[9 * pattern.row(i).start..9 * pattern.row(i).end], masses[3 * i]);
        // The diagonal block is the first one of its row.
        blocks.iter().enumerate().all(|(k, value)| match k {
            0 | 4 | 8 => (value - alpha * m).abs() <= 1e-14 * alpha * m,
            _ => *value == 0.0,
        })
    };
    (alpha.is_finite() && (0..pattern.nodes()).all(of_vertex)).then_some(alpha)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sinew_math::sparse::Pattern;

    use super::*;

    #[test]
    fn drag_is_told_from_other_damping() {
        let masses = [2.0, 2.0, 2.0, 3.0, 3.0, 3.0];
        let mut d = BlockMatrix::new(Arc::new(Pattern::new(2, [(0, 1)])));
        assert_eq!(drag_rate(&d, &masses), Some(0.0));
        for (i, m) in [2.0, 3.0].into_iter().enumerate() {
            let slot = d.pattern().row(i).start;
            for c in [0, 4, 8] {
                d.block_mut(slot)[c] = 0.5 * m;
            }
        }
        assert_eq!(drag_rate(&d, &masses), Some(0.5));
        // Another rate, a coupling within a vertex, a coupling of two: each is more than drag.
        for (slot, place) in [(2, 4), (0, 1), (1, 0)] {
            let mut other = d.clone();
            other.block_mut(slot)[place] += 1e-3;
            assert_eq!(drag_rate(&other, &masses), None, "block {slot}, entry {place}");
        }
        assert_eq!(drag_rate(&d, &[]), None);
    }
}
