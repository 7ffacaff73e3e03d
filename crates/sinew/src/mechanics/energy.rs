//! What is conserved, and what flows in and out.

/// Energy in joules, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Energy {
    /// 1/2 v^T M v, scripted vertices included.
    pub kinetic: f64,
    /// Stored in springs, solids and attachments.
    pub elastic: f64,
    /// Potential of gravity and other conservative loads.
    pub external: f64,
    /// Stored in contact penalties.
    pub contact: f64,
}

impl Energy {
    /// kinetic + elastic + external + contact
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential()
    }

    /// elastic + external + contact: the function whose negative gradient is the conservative force.
    pub fn potential(&self) -> f64 {
        self.elastic + self.external + self.contact
    }
}

/// Linear momentum (kg m/s) and angular momentum about the origin (kg m^2/s).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Momentum {
    /// sum m v
    pub linear: [f64; 3],
    /// sum x x m v
    pub angular: [f64; 3],
}

/// Energy in joules that crossed the border of the system over some time: change of the total = injected - dissipated.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Flow {
    /// Put in by scripts, wind, moving obstacles and loads without a potential.
    pub injected: f64,
    /// Taken out by physical damping and friction.
    pub dissipated: f64,
}

impl std::ops::AddAssign for Flow {
    fn add_assign(&mut self, b: Self) {
        self.injected += b.injected;
        self.dissipated += b.dissipated;
    }
}

/// Rates in watts at one instant: d(total)/dt = injected - dissipated for the exact motion.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Powers {
    /// Taken out by physical damping and friction.
    pub dissipated: f64,
    /// Put in by scripts, wind, moving obstacles and loads without a potential.
    pub injected: f64,
}
