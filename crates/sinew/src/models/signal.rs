//! A scalar function of time with its first two derivatives: what drives loads and scripted motions.
//!
//! Every signal is at least once continuously differentiable, so that schemes of order two keep their order.

use super::ModelError;
use super::error::{finite, not_negative};

/// A value and its time derivatives.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Jet {
    /// s(t)
    pub value: f64,
    /// s'(t)
    pub rate: f64,
    /// s''(t)
    pub acceleration: f64,
}

/// See the module's head.
#[derive(Debug, Clone, PartialEq)]
pub struct Signal(Form);

#[derive(Debug, Clone, PartialEq)]
enum Form {
    Steady { rate: f64, ramp: f64 },
    Sine { mean: f64, amplitude: f64, omega: f64, phase: f64 },
    Keyframes(Curve),
}

impl Signal {
    /// rate t; with `ramp` > 0 still until t = 0, then the rate grows smoothly (3 s^2 - 2 s^3) to its full value at t = ramp.
    pub fn steady(rate: f64, ramp: f64) -> Result<Self, ModelError> {
        Ok(Self(Form::Steady { rate: finite("rate", rate)?, ramp: not_negative("ramp", ramp)? }))
    }

    /// mean + amplitude sin(2 pi frequency t + phase); frequency in Hz, phase in rad.
    pub fn sine(mean: f64, amplitude: f64, frequency: f64, phase: f64) -> Result<Self, ModelError> {
        Ok(Self(Form::Sine {
            mean: finite("mean", mean)?,
            amplitude: finite("amplitude", amplitude)?,
            omega: std::f64::consts::TAU * finite("frequency", frequency)?,
            phase: finite("phase", phase)?,
        }))
    }

    /// A smooth curve through (time, value); constant before the first and after the last key frame.
    pub fn keyframes(times: &[f64], values: &[f64]) -> Result<Self, ModelError> {
        Ok(Self(Form::Keyframes(Curve::new(times, values)?)))
    }

    /// Value and derivatives at time t.
    pub fn at(&self, t: f64) -> Jet {
        match &self.0 {
            Form::Steady { rate, ramp } if t >= *ramp => {
                Jet { value: rate * (t - 0.5 * ramp), rate: *rate, acceleration: 0.0 }
            }
            Form::Steady { ramp, .. } if t <= 0.0 && *ramp > 0.0 => Jet::default(),
            Form::Steady { rate, ramp } if *ramp > 0.0 => {
                let s = t / ramp;
                Jet {
                    value: rate * ramp * s * s * s * (1.0 - 0.5 * s),
                    rate: rate * s * s * (3.0 - 2.0 * s),
                    acceleration: rate * 6.0 * s * (1.0 - s) / ramp,
                }
            }
            Form::Steady { rate, .. } => Jet { value: rate * t, rate: *rate, acceleration: 0.0 },
            Form::Sine { mean, amplitude, omega, phase } => {
                let (sin, cos) = (omega * t + phase).sin_cos();
                Jet {
                    value: mean + amplitude * sin,
                    rate: amplitude * omega * cos,
                    acceleration: -amplitude * omega * omega * sin,
                }
            }
            Form::Keyframes(curve) => curve.at(t),
        }
    }
}

/// Cubic Hermite curve through key frames with the slopes of Fritsch and Butland [fritsch1984]: once continuously
/// differentiable, never overshoots its keys, and two equal keys in a row hold still. The slope at both ends is zero,
/// so the curve eases out of and into the constant values beyond them.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    times: Vec<f64>,
    values: Vec<f64>,
    slopes: Vec<f64>,
}

impl Curve {
    /// Times must ascend.
    pub fn new(times: &[f64], values: &[f64]) -> Result<Self, ModelError> {
        check_times(times)?;
        if values.len() != times.len() {
            let (found, expected) = (values.len(), times.len());
            return Err(ModelError::LengthMismatch { what: "value", of: "key frames", found, expected });
        }
        for v in values {
            finite("a key frame's value", *v)?;
        }
        let n = times.len();
        let mut slopes = vec![0.0; n];
        for i in 1..n.saturating_sub(1) {
            let (before, after) = (times[i] - times[i - 1], times[i + 1] - times[i]);
            let (left, right) = ((values[i] - values[i - 1]) / before, (values[i + 1] - values[i]) / after);
            if left * right > 0.0 {
                // Weighted harmonic mean.
                let (a, b) = (2.0 * after + before, after + 2.0 * before);
                slopes[i] = (a + b) / (a / left + b / right);
            }
        }
        Ok(Self { times: times.to_vec(), values: values.to_vec(), slopes })
    }

    /// Value and derivatives at time t.
    pub fn at(&self, t: f64) -> Jet {
        let after = self.times.partition_point(|k| *k <= t);
        if after == 0 {
            return Jet { value: self.values[0], ..Jet::default() };
        }
        if after == self.times.len() {
            return Jet { value: self.values[after - 1], ..Jet::default() };
        }
        let i = after - 1;
        let h = self.times[after] - self.times[i];
        let s = (t - self.times[i]) / h;
        let rise = self.values[after] - self.values[i];
        let (m0, m1) = (h * self.slopes[i], h * self.slopes[after]);
        // value_i + m0 s + b s^2 + a s^3
        let (b, a) = (3.0 * rise - 2.0 * m0 - m1, m0 + m1 - 2.0 * rise);
        Jet {
            value: self.values[i] + s * (m0 + s * (b + s * a)),
            rate: (m0 + s * (2.0 * b + s * 3.0 * a)) / h,
            acceleration: (2.0 * b + s * 6.0 * a) / (h * h),
        }
    }
}

/// At least one time, finite and ascending.
pub(crate) fn check_times(times: &[f64]) -> Result<(), ModelError> {
    if times.is_empty() {
        return Err(ModelError::Empty { what: "the list of key frames" });
    }
    for t in times {
        finite("a key frame's time", *t)?;
    }
    match times.windows(2).position(|w| w[0] >= w[1]) {
        None => Ok(()),
        Some(i) => Err(ModelError::TimesNotAscending { index: i + 1, time: times[i + 1], before: times[i] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals() -> Vec<Signal> {
        vec![
            Signal::steady(2.0, 0.0).unwrap(),
            Signal::steady(-3.0, 0.7).unwrap(),
            Signal::sine(0.5, 2.0, 1.3, 0.4).unwrap(),
            Signal::keyframes(&[0.1, 0.4, 0.5, 1.0, 1.5], &[0.0, 1.0, 3.0, 3.0, -1.0]).unwrap(),
            Signal::keyframes(&[0.3], &[4.0]).unwrap(),
        ]
    }

    #[test]
    fn rates_are_derivatives() {
        for signal in signals() {
            for i in 0..40 {
                // Off the key frames, where the second derivative jumps.
                let t = -0.1937 + 0.05 * f64::from(i);
                let (a, b, at) = (signal.at(t - 1e-5), signal.at(t + 1e-5), signal.at(t));
                let slope = |a: f64, b: f64| (b - a) / 2e-5;
                assert!((slope(a.value, b.value) - at.rate).abs() < 1e-6, "{signal:?} {t}");
                assert!((slope(a.rate, b.rate) - at.acceleration).abs() < 1e-5, "{signal:?} {t}");
            }
        }
    }

    #[test]
    fn value_and_rate_are_continuous_at_key_frames_and_ramps() {
        for signal in signals() {
            for t in [0.0, 0.1, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5] {
                let (a, b) = (signal.at(t - 1e-9), signal.at(t + 1e-9));
                // Accelerations reach 600 here, so rates 2e-9 s apart differ by 1e-6; a jump would be of order one.
                assert!((a.value - b.value).abs() < 1e-7 && (a.rate - b.rate).abs() < 1e-5, "{signal:?} {t}");
            }
        }
    }

    #[test]
    fn key_frames_are_hit_held_and_not_overshot() {
        let curve = Curve::new(&[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 1.0, 2.0]).unwrap();
        for (t, value) in [(-1.0, 0.0), (0.0, 0.0), (1.0, 1.0), (1.5, 1.0), (2.0, 1.0), (3.0, 2.0), (9.0, 2.0)] {
            assert_eq!(curve.at(t).value, value);
        }
        assert!((0..300).all(|i| (0.0..=2.0).contains(&curve.at(0.01 * f64::from(i)).value)));
    }

    #[test]
    fn bad_key_frames_are_refused() {
        assert!(matches!(Curve::new(&[0.0, 2.0, 2.0], &[0.0; 3]), Err(ModelError::TimesNotAscending { index: 2, .. })));
        assert!(matches!(Curve::new(&[], &[]), Err(ModelError::Empty { .. })));
        assert!(matches!(Curve::new(&[0.0], &[f64::NAN]), Err(ModelError::BadValue { .. })));
        assert!(matches!(Curve::new(&[0.0, 1.0], &[1.0]), Err(ModelError::LengthMismatch { .. })));
    }
}
