//! Axes of a plot: range, round tick marks and the map from values to 0..1.

/// How values are laid out along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// Equal differences are equally long.
    #[default]
    Linear,
    /// Equal ratios are equally long; values that are not positive are left out.
    Log,
}

/// A fitted axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
}

impl Axis {
    /// An axis that holds all finite (for [`Scale::Log`]: positive) values, with a little room on linear ones.
    pub fn fit(scale: Scale, values: impl Iterator<Item = f64>, room: bool) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for x in values.filter(|x| x.is_finite() && (scale == Scale::Linear || *x > 0.0)) {
            (low, high) = (low.min(x), high.max(x));
        }
        match scale {
            Scale::Linear => {
                if low > high {
                    (low, high) = (0.0, 1.0);
                }
                let span = high - low;
                if span <= 1e-12 * low.abs().max(high.abs()) || span == 0.0 {
                    let half = if high == 0.0 { 1.0 } else { 0.1 * high.abs() };
                    (low, high) = (low - half, high + half);
                } else if room {
                    (low, high) = (low - 0.04 * span, high + 0.04 * span);
                }
            }
            Scale::Log => {
                if low > high {
                    (low, high) = (1.0, 10.0);
                }
                // Room of a sixth of a decade; at least one decade is shown.
                let (a, b) = (low.log10() - 0.17, high.log10() + 0.17);
                let lack = (1.0 - (b - a)).max(0.0) / 2.0;
                (low, high) = (10f64.powf(a - lack), 10f64.powf(b + lack));
            }
        }
        Self { scale, low, high }
    }

    /// Where a value lies between 0 (low end) and 1 (high end); none if it cannot be shown.
    pub fn place(&self, x: f64) -> Option<f64> {
        if !x.is_finite() {
            return None;
        }
        match self.scale {
            Scale::Linear => Some((x - self.low) / (self.high - self.low)),
            Scale::Log if x > 0.0 => Some((x / self.low).ln() / (self.high / self.low).ln()),
            Scale::Log => None,
        }
    }

    /// Tick values with their labels.
    pub fn ticks(&self, about: usize) -> Vec<(f64, String)> {
        match self.scale {
            Scale::Linear => self.linear_ticks(about),
            Scale::Log => self.log_ticks(about),
        }
    }

    fn linear_ticks(&self, about: usize) -> Vec<(f64, String)> {
        let raw = (self.high - self.low) / about as f64;
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= raw).unwrap_or(10.0 * power);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        let largest = self.low.abs().max(self.high.abs());
        (first..=last)
            .map(|k| {
                let x = k as f64 * step;
                (x, label(x, step, largest))
            })
            .collect()
    }

    fn log_ticks(&self, about: usize) -> Vec<(f64, String)> {
        let (a, b) = (self.low.log10().ceil() as i32, self.high.log10().floor() as i32);
        let every = ((b - a) as usize / about.max(1) + 1) as i32;
        let decades: Vec<_> =
            (a..=b).filter(|k| k.rem_euclid(every) == 0).map(|k| (10f64.powi(k), power_label(1, k))).collect();
        if decades.len() >= 2 {
            return decades;
        }
        // A short axis: 1, 2, 5 of each decade.
        (a - 1..=b + 1)
            .flat_map(|k| [1, 2, 5].map(|m| (m as f64 * 10f64.powi(k), power_label(m, k))))
            .filter(|(x, _)| (self.low..=self.high).contains(x))
            .collect()
    }
}

/// A short label: plain digits for ordinary sizes, powers of ten otherwise.
fn label(x: f64, step: f64, largest: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    if (1e-3..1e5).contains(&largest) {
        let digits = (-step.log10().floor()).max(0.0) as usize;
        return format!("{x:.digits$}").replace('-', "\u{2212}");
    }
    let exponent = largest.log10().floor();
    let digits = (exponent - step.log10().floor()).max(0.0) as usize;
    let mantissa = format!("{:.digits$}", x / 10f64.powf(exponent)).replace('-', "\u{2212}");
    format!("{mantissa}e{}", exponent as i32).replace("e-", "e\u{2212}")
}

fn power_label(mantissa: i32, exponent: i32) -> String {
    if (-2..=3).contains(&exponent) {
        let digits = (-exponent).max(0) as usize;
        return format!("{:.digits$}", mantissa as f64 * 10f64.powi(exponent));
    }
    format!("{mantissa}e{exponent}").replace("e-", "e\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = Axis::fit(Scale::Linear, [0.0, 0.97].into_iter(), false);
        let labels: Vec<_> = axis.ticks(5).into_iter().map(|t| t.1).collect();
        assert_eq!(labels, ["0", "0.2", "0.4", "0.6", "0.8"]);
        let axis = Axis::fit(Scale::Log, [1e-8, 1e-2].into_iter(), false);
        assert_eq!(axis.ticks(8).len(), 7);
        let axis = Axis::fit(Scale::Log, [0.01, 0.02].into_iter(), false);
        assert!(axis.ticks(6).len() >= 2);
    }

    #[test]
    fn awkward_ranges_do_not_break() {
        let no_values: [f64; 0] = [];
        for values in [&no_values[..], &[0.0], &[3.0, 3.0], &[f64::NAN, f64::INFINITY], &[-1e300, 1e300], &[1e-320]] {
            for scale in [Scale::Linear, Scale::Log] {
                let axis = Axis::fit(scale, values.iter().copied(), true);
                assert!(axis.ticks(6).len() < 100, "{values:?}");
                for x in values.iter().filter_map(|x| axis.place(*x)) {
                    assert!((-0.01..=1.01).contains(&x), "{values:?} {x}");
                }
            }
        }
    }
}
