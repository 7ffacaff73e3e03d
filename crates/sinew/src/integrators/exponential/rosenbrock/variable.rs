//! Variable steps: substeps of a frame's step h, each as long as its error estimate allows.
//!
//! err = (what the last row adds, relative to the motion) / tolerance; accepted if err <= 1. The next length is
//! h_sub 0.9 err^(-0.7/k) err_last^(0.4/k), k = 1 + order of the embedded scheme [gustafsson1991], between a fifth and five times the
//! last one. Velocities are measured against the largest speed of the run so far, displacements against that speed
//! times the substep. Two more bounds: h_sub omega <= pi, with omega^2 the Rayleigh quotient of the last displacement, as soon
//! as the correction is more than a hundredth of the tolerance, so that an oscillation cannot hide between two looks;
//! and the limit of the family ([`super::limit`]), at which a substep is cut to the length that the limit names.
//! Substeps end exactly at the end of the frame's step.

/// State of the controller: part of the history.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Controller {
    /// Length of the next substep; 0 before the first one.
    pub next: f64,
    /// err of the last accepted substep.
    pub last: f64,
    /// Largest speed so far, in the mass norm.
    pub peak: f64,
}

impl Default for Controller {
    fn default() -> Self {
        Self { next: 0.0, last: 1.0, peak: 0.0 }
    }
}

impl Controller {
    /// Length of the next substep when this much of the frame remains: never a sliver at the end.
    pub fn choose(&self, remaining: f64) -> f64 {
        if self.next <= 0.0 || self.next >= remaining {
            remaining
        } else if 2.0 * self.next > remaining {
            0.5 * remaining
        } else {
            self.next
        }
    }

    /// The substep was accepted with this error; `order` is that of the embedded scheme.
    pub fn accept(&mut self, h: f64, err: f64, order: u32, longest: f64) {
        let k = f64::from(order) + 1.0;
        let err = err.max(1e-8);
        let factor = 0.9 * err.powf(-0.7 / k) * self.last.powf(0.4 / k);
        let proposed = (h * factor.clamp(0.2, 5.0)).min(longest);
        // A substep cut short by the end of the frame says nothing against the length proposed before.
        self.next = if h < self.next { self.next.max(proposed) } else { proposed };
        self.last = err.max(1e-4);
    }

    /// The substep was rejected with this error.
    pub fn reject(&mut self, h: f64, err: f64, order: u32) {
        let factor = 0.9 * err.powf(-1.0 / (f64::from(order) + 1.0));
        self.next = h * if factor.is_finite() { factor.clamp(0.1, 0.7) } else { 0.1 };
    }

    /// Values for the history.
    pub fn save(&self) -> Vec<f64> {
        vec![self.next, self.last, self.peak]
    }

    /// From a history.
    pub fn restore(values: &[f64]) -> Self {
        match values {
            [next, last, peak] => Self { next: *next, last: *last, peak: *peak },
            _ => Self::default(),
        }
    }
}
