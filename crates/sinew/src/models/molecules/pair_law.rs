//! The (12,6) potential of two atoms at a distance r, brought smoothly to zero at the cut-off:
//!
//!   phi(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6) S(u),   u = (r - r_on)/(r_cut - r_on),   S = 1 - 10 u^3 + 15 u^4 - 6 u^5
//!
//! between r_on and r_cut; S = 1 before and 0 behind. S', S'' vanish at both ends, so the energy is twice continuously
//! differentiable and the stiffness has no jumps [michels2014, sec. 5.6]. Zero at r = sigma, lowest at 2^(1/6) sigma with -epsilon.

/// Constants of one kind of pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairLaw {
    /// Depth of the well in joules.
    pub epsilon: f64,
    /// Distance at which the potential is zero, in metres.
    pub sigma: f64,
    /// r_on in metres.
    pub on: f64,
    /// r_cut in metres.
    pub cutoff: f64,
}

/// phi and its derivatives at one distance.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pair {
    /// phi
    pub energy: f64,
    /// phi'/r: the force on the other atom is -phi'/r times the vector to it.
    pub pull: f64,
    /// phi''
    pub curvature: f64,
}

/// Relative changes of r^2 below this are told by the derivative: there 3 delta^2, the error of the midpoint, meets
/// the rounding 2e-17/delta of the quotient.
const CLOSE: f64 = 2e-6;

impl PairLaw {
    /// All three at s = r^2.
    #[inline]
    pub fn at(&self, s: f64) -> Pair {
        if !(s < self.cutoff * self.cutoff) {
            return Pair::default();
        }
        let q = self.sigma * self.sigma / s;
        let q3 = q * q * q;
        let (e, over) = (4.0 * self.epsilon * q3, 1.0 / s);
        let plain = Pair {
            energy: e * (q3 - 1.0),
            pull: e * over * (6.0 - 12.0 * q3),
            curvature: e * over * (156.0 * q3 - 42.0),
        };
        if s <= self.on * self.on { plain } else { self.switched(&plain, s.sqrt()) }
    }

    fn switched(&self, plain: &Pair, r: f64) -> Pair {
        let width = self.cutoff - self.on;
        let u = (r - self.on) / width;
        let v = 1.0 - u;
        let value = 1.0 - u * u * u * (10.0 - u * (15.0 - 6.0 * u));
        let slope = -30.0 * u * u * v * v / width;
        let bend = -60.0 * u * v * (1.0 - 2.0 * u) / (width * width);
        Pair {
            energy: value * plain.energy,
            pull: value * plain.pull + slope * plain.energy / r,
            curvature: value * plain.curvature + 2.0 * slope * plain.pull * r + bend * plain.energy,
        }
    }

    /// phi'/r at s_1 minus that at s_0; `change` is s_1 - s_0, known better than by subtraction.
    pub fn pull_change(&self, s0: f64, s1: f64, change: f64) -> f64 {
        if change.abs() > CLOSE * (s0 + s1) {
            return self.at(s1).pull - self.at(s0).pull;
        }
        // d(phi'/r)/ds = (phi'' - phi'/r)/(2 s)
        let s = 0.5 * (s0 + s1);
        let middle = self.at(s);
        0.5 * change * (middle.curvature - middle.pull) / s
    }

    /// The mean pull over a step, (phi_1 - phi_0)/((s_1 - s_0)/2): times the mean of the distance vectors it does exactly the
    /// work phi_0 - phi_1.
    pub fn mean_pull(&self, s0: f64, s1: f64) -> f64 {
        let change = s1 - s0;
        if change.abs() > CLOSE * (s0 + s1) {
            2.0 * (self.at(s1).energy - self.at(s0).energy) / change
        } else {
            self.at(0.5 * (s0 + s1)).pull
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: PairLaw = PairLaw { epsilon: 2.0, sigma: 1.0, on: 2.0, cutoff: 2.5 };

    #[test]
    fn the_well_is_where_theory_says() {
        assert_eq!(LAW.at(1.0).energy, 0.0);
        let bottom = LAW.at(2f64.powf(1.0 / 3.0));
        assert!((bottom.energy + 2.0).abs() < 1e-15 && bottom.pull.abs() < 1e-13, "{bottom:?}");
        // phi'' = 72 epsilon / (2^(1/3) sigma^2) there.
        assert!((bottom.curvature / (72.0 * 2.0 / 2f64.powf(1.0 / 3.0)) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn energy_force_and_stiffness_have_no_jumps_at_the_ends_of_the_switch() {
        for r in [LAW.on, LAW.cutoff] {
            let [before, after] = [-1e-9, 1e-9].map(|d| LAW.at((r + d) * (r + d)));
            // Slopes of these are of order 1 epsilon, over 2e-9.
            assert!((before.energy - after.energy).abs() < 1e-8);
            assert!((before.pull - after.pull).abs() < 1e-8);
            assert!((before.curvature - after.curvature).abs() < 1e-6, "{before:?} {after:?}");
        }
        assert_eq!(LAW.at(LAW.cutoff * LAW.cutoff), Pair::default());
    }

    #[test]
    fn derivatives_are_derivatives_also_within_the_switch() {
        for r in [0.9, 1.1, 1.5, 2.05, 2.2, 2.4, 2.49] {
            let h = 1e-5;
            let [low, here, high] = [r - h, r, r + h].map(|r| LAW.at(r * r));
            let slope = (high.energy - low.energy) / (2.0 * h);
            assert!((slope - here.pull * r).abs() < 1e-6 * (1.0 + slope.abs()), "{r}");
            let bend = (high.pull * (r + h) - low.pull * (r - h)) / (2.0 * h);
            assert!((bend - here.curvature).abs() < 1e-6 * (1.0 + bend.abs()), "{r}");
        }
    }

    #[test]
    fn changes_and_means_agree_on_both_sides_of_the_threshold() {
        // The plain difference of pulls of order one has the relative rounding 1e-16/change, a hundred times that in the switch.
        for s0 in [0.95, 1.3, 4.5] {
            for (change, within) in
                [(1e-4, 1e-10), (1.01 * CLOSE * 2.0 * s0, 3e-9), (0.99 * CLOSE * 2.0 * s0, 3e-9), (1e-9, 1e-4)]
            {
                let s1 = s0 + change;
                let plain = LAW.at(s1).pull - LAW.at(s0).pull;
                let known = LAW.pull_change(s0, s1, s1 - s0);
                assert!((plain - known).abs() <= within * plain.abs(), "{s0} {change}: {plain} {known}");
                let mean = LAW.mean_pull(s0, s1);
                let ends = [LAW.at(s0).pull, LAW.at(s1).pull];
                // Between the ends, or beside them by rounding.
                let slack = 1e-9 * ends[0].abs().max(ends[1].abs());
                assert!(mean >= ends[0].min(ends[1]) - slack && mean <= ends[0].max(ends[1]) + slack, "{s0} {change}");
            }
        }
    }
}
