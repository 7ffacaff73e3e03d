//! Counts what is asked of a system, so that cost can be compared without a clock.
//!
//! The world counts every evaluation; a simulation takes the difference over an integrator's step, so that what
//! recorders and pictures ask for is not charged to the scheme.

use std::ops::{AddAssign, Sub};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How often each kind of function was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Evaluations {
    /// Forces, force differences and rates.
    pub forces: u64,
    /// Energies.
    pub energies: u64,
    /// Assembled tangents.
    pub tangents: u64,
    /// Element-wise products with K or D.
    pub products: u64,
}

impl Sub for Evaluations {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        Self {
            forces: self.forces - b.forces,
            energies: self.energies - b.energies,
            tangents: self.tangents - b.tangents,
            products: self.products - b.products,
        }
    }
}

impl AddAssign for Evaluations {
    fn add_assign(&mut self, b: Self) {
        self.forces += b.forces;
        self.energies += b.energies;
        self.tangents += b.tangents;
        self.products += b.products;
    }
}

/// Running counts that can be raised through a shared reference.
#[derive(Debug, Default)]
pub struct Tally {
    forces: AtomicU64,
    energies: AtomicU64,
    tangents: AtomicU64,
    products: AtomicU64,
}

impl Tally {
    /// The counts so far.
    pub fn evaluations(&self) -> Evaluations {
        Evaluations {
            forces: self.forces.load(Relaxed),
            energies: self.energies.load(Relaxed),
            tangents: self.tangents.load(Relaxed),
            products: self.products.load(Relaxed),
        }
    }

    /// One more force.
    pub fn force(&self) {
        self.forces.fetch_add(1, Relaxed);
    }

    /// One more energy.
    pub fn energy(&self) {
        self.energies.fetch_add(1, Relaxed);
    }

    /// One more assembled tangent.
    pub fn tangent(&self) {
        self.tangents.fetch_add(1, Relaxed);
    }

    /// One more product.
    pub fn product(&self) {
        self.products.fetch_add(1, Relaxed);
    }
}
