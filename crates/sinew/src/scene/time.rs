//! `[time]`: how long and in what steps; two of dt, steps and duration.

use schemars::JsonSchema;
use serde::Deserialize;

use super::error::{Place, SceneError};

/// How long the run is: exactly two of `dt`, `steps` and `duration`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// Step size (s).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub dt: Option<f64>,
    /// Number of steps.
    #[schemars(range(min = 1, max = 1000000000))]
    pub steps: Option<u64>,
    /// Length of the run (s).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub duration: Option<f64>,
}

/// More steps than this is a slip of the keyboard.
const MOST_STEPS: f64 = 1e9;

/// Squares of the step, and masses over them, are to be numbers that a computer has.
const STEP_SIZES: std::ops::RangeInclusive<f64> = 1e-30..=1e30;

impl Time {
    /// Step size and number of steps. A duration that is not a whole number of steps is rounded up, with a warning.
    pub(super) fn build(&self, place: &Place, warnings: &mut Vec<String>) -> Result<(f64, usize), SceneError> {
        let (dt, steps) = match (self.dt, self.steps, self.duration) {
            (Some(dt), Some(steps), None) => (dt, steps as usize),
            (None, Some(steps), Some(duration)) => (duration / steps as f64, steps as usize),
            (Some(dt), None, Some(duration)) => {
                let count = duration / dt;
                if count > MOST_STEPS {
                    let problem = format!("{duration} s in steps of {dt} s are {count:.1e} steps; the limit is 1e9");
                    return Err(place.at("dt").error(problem));
                }
                // A thousandth of a step is rounding of decimals such as 1/3.
                let steps = (count - 1e-3).ceil().max(1.0);
                if (steps - count).abs() > 1e-3 {
                    let end = steps * dt;
                    warnings.push(place.at("duration").warning(format!(
                        "{duration} s are not a whole number of steps of {dt} s; the run ends at {end} s"
                    )));
                }
                (dt, steps as usize)
            }
            (dt, steps, duration) => {
                let given = usize::from(dt.is_some()) + usize::from(steps.is_some()) + usize::from(duration.is_some());
                return Err(place.error(format!("give two of `dt`, `steps` and `duration`, not {given}")));
            }
        };
        if !STEP_SIZES.contains(&dt) {
            let key = if self.dt.is_some() { "dt" } else { "duration" };
            let problem = format!("steps of {dt:e} s cannot be computed with; they must be between 1e-30 and 1e30 s");
            return Err(place.at(key).error(problem));
        }
        Ok((dt, steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_two_define_the_third() {
        let mut warnings = Vec::new();
        let mut build = |dt, steps, duration| Time { dt, steps, duration }.build(&Place::new("test"), &mut warnings);
        assert_eq!(build(Some(0.25), Some(8), None), Ok((0.25, 8)));
        assert_eq!(build(None, Some(8), Some(2.0)), Ok((0.25, 8)));
        assert_eq!(build(Some(0.1), None, Some(0.3)), Ok((0.1, 3)));
        assert_eq!(build(Some(0.033), None, Some(1.0)), Ok((0.033, 31)));
        assert!(build(Some(0.1), Some(2), Some(0.2)).is_err());
        assert!(build(None, None, Some(0.2)).is_err());
        assert!(build(Some(1e-12), None, Some(1e3)).is_err());
        let tiny = build(Some(1e-300), Some(3), None).expect_err("its square is 0").to_string();
        assert!(tiny.contains("dt") && tiny.contains("between 1e-30 and 1e30 s"), "{tiny}");
        assert!(build(None, Some(3), Some(1e300)).is_err());
        assert_eq!(warnings.len(), 1, "{warnings:?}");
    }
}
