//! What may be changed while a simulation runs, and why a change may be refused.

use serde::{Deserialize, Serialize};

use crate::models::ModelError;
use crate::scene::SceneError;

/// One change. Vertices are numbered among all simulated vertices; points are in metres.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Go on with another integrator.
    Integrator {
        /// Its name in the catalog.
        name: String,
    },
    /// Go on with another step size.
    Dt {
        /// The step size in seconds.
        seconds: f64,
    },
    /// Give a control another value.
    Value {
        /// Key of the control.
        key: String,
        /// The value, in the control's unit.
        value: f64,
    },
    /// Take hold of the body around a vertex.
    Grab {
        /// The vertex.
        vertex: usize,
        /// Where the hand is: from here on the body follows it.
        point: [f64; 3],
    },
    /// Move the hand; it gets there at the end of the next step.
    Drag {
        /// Where to.
        point: [f64; 3],
    },
    /// Let go.
    Release,
}

/// A change and when it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Steps done before it.
    pub step: usize,
    /// The change.
    pub edit: Edit,
}

/// Why a change was refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EditError {
    /// The scene does not allow it.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// A step size that makes no sense.
    #[error("dt is {seconds} s; it must be positive, finite and at least a billionth of the run")]
    BadDt {
        /// The step size asked for.
        seconds: f64,
    },
    /// No control has this key.
    #[error("no control `{key}`; {hint}")]
    UnknownKey {
        /// The key asked for.
        key: String,
        /// The nearest one.
        hint: String,
    },
    /// A value beyond the range of its control.
    #[error("{key} is {value}; it must be between {low} and {high}")]
    OutOfRange {
        /// The key.
        key: String,
        /// The value asked for.
        value: f64,
        /// Lowest value.
        low: f64,
        /// Highest value.
        high: f64,
    },
    /// The energy at the new value is not a number.
    #[error("with {key} = {value} the energy of the present state is not finite; the old value stays")]
    InfiniteEnergy {
        /// The key.
        key: String,
        /// The value asked for.
        value: f64,
    },
    /// There is no such vertex.
    #[error("there is no vertex {vertex}; the scene has {vertices}")]
    NoVertex {
        /// The vertex asked for.
        vertex: usize,
        /// Number of vertices.
        vertices: usize,
    },
    /// The vertex is held by the scene.
    #[error("vertex {vertex} is pinned or moved by a script; grab another one")]
    Pinned {
        /// The vertex asked for.
        vertex: usize,
    },
    /// A hand that is nowhere, or too far away.
    #[error("the hand cannot be at {point:?}; it must be within a thousand sizes of the scene")]
    FarAway {
        /// The point asked for.
        point: [f64; 3],
    },
    /// Nothing is in the hand.
    #[error("nothing is grabbed; grab a vertex first")]
    EmptyHand,
    /// The springs of the hand cannot be made.
    #[error("the hand cannot hold this: {0}")]
    Hand(#[from] ModelError),
}
