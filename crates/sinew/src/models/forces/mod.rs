//! Loads: gravity, fields, point loads, wind, and attachments to points that move by a script.

mod attachments;
mod gusts;
mod hand;
mod loads;
mod pressure;
mod wind;

pub use attachments::{Attachment, attachment_damping, attachments};
pub use gusts::Gusts;
pub use hand::{Grip, hand};
pub use loads::{Spread, field, gravity, point_loads};
pub use pressure::pressure;
pub use wind::{Wind, wind};

use super::catalog::Kind;

/// All kinds of load, in the order in which they are listed.
pub const CATALOG: &[Kind] = &[
    Kind { name: "gravity", summary: "constant acceleration of every mass" },
    Kind {
        name: "field",
        summary: "one force on many vertices (per vertex, per mass or in total), constant or in time",
    },
    Kind { name: "point-load", summary: "forces on chosen vertices, constant or in time" },
    Kind { name: "wind", summary: "drag of moving air on surface triangles, with smooth seeded gusts" },
    Kind { name: "pressure", summary: "push along the normals of surface triangles, constant or in time" },
    Kind { name: "lennard-jones", summary: "(12,6) potential between atoms that no bond joins, with a smooth cut-off" },
    Kind {
        name: "stokes-fluid",
        summary: "viscous fluid without inertia through which every vertex drags every other",
    },
    Kind { name: "motor", summary: "torque between two parts of a body, without net force or torque" },
    Kind { name: "attachment", summary: "springs from vertices to points that rest or move by a script" },
];
