//! Springs that stay bent: past a yield strain the rest length follows the length [luan2020, sec. 5.3].
//!
//! With the original rest length L, the present one l, the length r and the plastic strain a spent so far, the elastic strain
//! is e = (r - l)/L, and the spring holds |e| <= Y = y + eta a. At the end of each accepted substep a spring beyond that
//! flows until it holds,
//!
//!   g = (|e| - Y)/(1 + eta),   l <- l + sign(e) g L,   a <- a + g,
//!
//! which is the return map of one-dimensional plasticity with isotropic hardening [simo1998, sec. 1.4]. The energy
//! V(r, l) - V(r, l new) >= 0 is dissipated; what hardening stores counts as dissipated, too. l stays positive, because a
//! spring squeezed to a point has l = Y L. The split is of first order in the step and takes energy only: stable at any step.
//! Springs without length do not flow.

use rayon::prelude::*;

use super::axial::Axial;
use crate::models::ModelError;
use crate::models::error::not_negative;

/// When springs flow, and how much harder they become.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plasticity {
    /// y, relative to the original rest length.
    pub yield_strain: f64,
    /// eta: growth of the yield strain per plastic strain; 0 is ideal plasticity.
    pub hardening: f64,
}

impl Plasticity {
    /// Lets one spring, r long and L at first, flow until it holds. Returns the energy that it took.
    fn flow(&self, spring: &mut Axial, spent: &mut f64, whole: f64, r: f64) -> f64 {
        if !(whole > 0.0 && r.is_finite()) {
            return 0.0;
        }
        let strain = (r - spring.rest_length) / whole;
        let beyond = strain.abs() - self.yield_strain - self.hardening * *spent;
        // What rounding of the last flow explains is no flow.
        if !(beyond > 4.0 * f64::EPSILON) {
            return 0.0;
        }
        let gone = beyond / (1.0 + self.hardening);
        let before = spring.stored(r);
        spring.rest_length += strain.signum() * gone * whole;
        *spent += gone;
        before - spring.stored(r)
    }
}

/// Springs of one task; fixed, because it decides the rounding of the sum.
const CHUNK: usize = 4096;

/// The memory of a network of plastic springs.
#[derive(Debug, Clone)]
pub(super) struct Flowing {
    law: Plasticity,
    /// L of each spring.
    original: Vec<f64>,
    /// a of each spring.
    spent: Vec<f64>,
    /// Energies that the chunks of springs gave up.
    taken: Vec<f64>,
}

impl Flowing {
    pub fn new(law: Plasticity, springs: &[Axial]) -> Result<Self, ModelError> {
        let need = "a finite number above 0, e.g. 0.02";
        if !(law.yield_strain > 0.0 && law.yield_strain.is_finite()) {
            return Err(ModelError::BadValue { what: "yield strain", value: law.yield_strain, need });
        }
        not_negative("hardening", law.hardening)?;
        let original = springs.iter().map(|s| s.rest_length).collect();
        let taken = vec![0.0; springs.len().div_ceil(CHUNK)];
        Ok(Self { law, original, spent: vec![0.0; springs.len()], taken })
    }

    /// Lets all springs flow until they hold; `length` is r of each. Returns the energy that it took.
    pub fn flow(&mut self, springs: &mut [Axial], length: impl Fn(usize) -> f64 + Sync) -> f64 {
        let Self { law, original, spent, taken } = self;
        let chunks = springs.par_chunks_mut(CHUNK).zip(spent.par_chunks_mut(CHUNK)).zip(&mut *taken);
        chunks.enumerate().for_each(|(chunk, ((springs, spent), taken))| {
            let first = chunk * CHUNK;
            let each = springs.iter_mut().zip(spent).zip(&original[first..]).enumerate();
            *taken = each.map(|(k, ((spring, spent), whole))| law.flow(spring, spent, *whole, length(first + k))).sum();
        });
        taken.iter().sum()
    }

    /// Rest lengths, then plastic strains.
    pub fn save(&self, springs: &[Axial], out: &mut Vec<f64>) {
        out.extend(springs.iter().map(|s| s.rest_length));
        out.extend_from_slice(&self.spent);
    }

    /// Takes them back; returns how many values there were.
    pub fn restore(&mut self, springs: &mut [Axial], memory: &[f64]) -> usize {
        let n = springs.len();
        springs.iter_mut().zip(&memory[..n]).for_each(|(s, l)| s.rest_length = *l);
        self.spent.copy_from_slice(&memory[n..2 * n]);
        2 * n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPRING: Axial = Axial { stiffness: 50.0, rest_length: 2.0, cubic: 0.0 };

    #[test]
    fn flow_stops_at_the_yield_strain_and_takes_the_energy_of_the_triangle() {
        let mut flowing = Flowing::new(Plasticity { yield_strain: 0.05, hardening: 0.0 }, &[SPRING]).unwrap();
        let mut springs = [SPRING];
        assert_eq!(flowing.flow(&mut springs, |_| 2.1), 0.0, "just held");
        // e = 0.3 m, of which 0.1 m is held: k/2 (0.3^2 - 0.1^2).
        let taken = flowing.flow(&mut springs, |_| 2.3);
        assert!((taken - 25.0 * (0.09 - 0.01)).abs() < 1e-12 && (springs[0].rest_length - 2.2).abs() < 1e-15);
        assert_eq!(flowing.flow(&mut springs, |_| 2.3), 0.0, "it holds now");
        // Back and through zero: the other way round.
        assert!(flowing.flow(&mut springs, |_| 0.0) > 0.0);
        assert!((springs[0].rest_length - 0.1).abs() < 1e-14, "{}", springs[0].rest_length);
    }

    #[test]
    fn hardening_raises_the_strain_that_is_held() {
        let mut flowing = Flowing::new(Plasticity { yield_strain: 0.05, hardening: 0.5 }, &[SPRING]).unwrap();
        let mut springs = [SPRING];
        flowing.flow(&mut springs, |_| 2.4);
        // (0.2 - 0.05)/1.5 = 0.1 has flowed, and 0.05 + 0.5 * 0.1 is held.
        assert!((springs[0].rest_length - 2.2).abs() < 1e-14);
        assert!((flowing.spent[0] - 0.1).abs() < 1e-15);
        let mut memory = Vec::new();
        flowing.save(&springs, &mut memory);
        let mut other = Flowing::new(flowing.law, &[SPRING]).unwrap();
        let mut restored = [SPRING];
        assert_eq!(other.restore(&mut restored, &memory), 2);
        assert_eq!((restored, other.spent), (springs, flowing.spent));
    }
}
