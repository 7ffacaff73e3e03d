//! `motion = { kind = .. }`: rigid motion of scripted vertices, attachments and obstacles.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::error::{Place, SceneError};
use super::selection::Selection;
use crate::mechanics::Motion;
use crate::models::motions::{Keyframes, Oscillate, Rotate, Sequence, Swing, Translate};

/// Vertices that follow a motion; exactly one way of naming them.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Script {
    /// Which vertices.
    #[serde(flatten)]
    pub selection: Selection,
    /// How they move.
    pub motion: MotionSection,
}

/// A rigid motion in time.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MotionSection {
    /// Constant velocity.
    Translate {
        /// Velocity (m/s).
        velocity: [f64; 3],
        /// Time of a smooth start from rest (s); 0: in motion from the start.
        #[serde(default)]
        #[schemars(range(min = 0.0))]
        ramp: f64,
    },
    /// amplitude sin(2 pi frequency t + phase).
    Oscillate {
        /// Amplitude with its direction (m).
        amplitude: [f64; 3],
        /// Frequency (Hz).
        frequency: f64,
        /// Phase (rad); pi/2 makes a cosine.
        #[serde(default)]
        phase: f64,
    },
    /// Constant rate about an axis.
    Rotate {
        /// A point of the axis (m).
        #[serde(default)]
        center: [f64; 3],
        /// Direction of the axis; any length.
        axis: [f64; 3],
        /// Rate (rad/s), right-handed.
        rate: f64,
        /// Time of a smooth start from rest (s); 0: in motion from the start.
        #[serde(default)]
        #[schemars(range(min = 0.0))]
        ramp: f64,
    },
    /// Angle degrees sin(2 pi frequency t + phase) about an axis.
    Swing {
        /// A point of the axis (m).
        #[serde(default)]
        center: [f64; 3],
        /// Direction of the axis; any length.
        axis: [f64; 3],
        /// Largest angle (degrees).
        degrees: f64,
        /// Frequency (Hz).
        frequency: f64,
        /// Phase (rad).
        #[serde(default)]
        phase: f64,
    },
    /// A smooth curve through given translations and angles; still before the first and after the last.
    Keyframes {
        /// Ascending times (s).
        times: Vec<f64>,
        /// Translation at each time (m); none by default.
        translations: Option<Vec<[f64; 3]>>,
        /// Angle at each time (degrees) about `axis`; none by default.
        degrees: Option<Vec<f64>>,
        /// Direction of the axis; any length.
        axis: Option<[f64; 3]>,
        /// A point of the axis (m).
        #[serde(default)]
        center: [f64; 3],
    },
    /// Several motions; each moves what those before it have moved.
    Sequence {
        /// The motions.
        #[schemars(length(min = 1))]
        motions: Vec<MotionSection>,
    },
}

impl MotionSection {
    pub(super) fn build(&self, place: &Place) -> Result<Arc<dyn Motion>, SceneError> {
        let wrong = |e: crate::models::ModelError| place.error(e);
        Ok(match self {
            Self::Translate { velocity, ramp } => Arc::new(Translate::new(*velocity, *ramp).map_err(wrong)?),
            Self::Oscillate { amplitude, frequency, phase } => {
                Arc::new(Oscillate::new(*amplitude, *frequency, *phase).map_err(wrong)?)
            }
            Self::Rotate { center, axis, rate, ramp } => {
                Arc::new(Rotate::new(*center, *axis, *rate, *ramp).map_err(wrong)?)
            }
            Self::Swing { center, axis, degrees, frequency, phase } => {
                Arc::new(Swing::new(*center, *axis, degrees.to_radians(), *frequency, *phase).map_err(wrong)?)
            }
            Self::Keyframes { times, translations, degrees, axis, center } => {
                let n = times.len();
                let translations = translations.clone().unwrap_or_else(|| vec![[0.0; 3]; n]);
                if translations.len() != n {
                    let found = translations.len();
                    return Err(place
                        .at("translations")
                        .error(format!("expected {n} rows, one a time, found {found}")));
                }
                let radians: Option<Vec<f64>> =
                    degrees.as_ref().map(|degrees| degrees.iter().map(|d| d.to_radians()).collect());
                let turn = match (&radians, axis) {
                    (None, None) => None,
                    (Some(angles), Some(_)) if angles.len() != n => {
                        let found = angles.len();
                        return Err(place
                            .at("degrees")
                            .error(format!("expected {n} angles, one a time, found {found}")));
                    }
                    (Some(angles), Some(axis)) => Some((angles.as_slice(), *axis, *center)),
                    _ => return Err(place.error("`degrees` and `axis` go together")),
                };
                Arc::new(Keyframes::new(times, &translations, turn).map_err(wrong)?)
            }
            Self::Sequence { motions } => {
                let place = place.at("motions");
                let motions = motions.iter().enumerate().map(|(i, motion)| motion.build(&place.at(i)));
                Arc::new(Sequence::new(motions.collect::<Result<_, _>>()?).map_err(wrong)?)
            }
        })
    }
}
