//! Spring networks: edge springs (linear and cubic law), altitude springs of tets, their linearized forms, plastic flow, dashpots.

pub mod axial;
pub mod from_mesh;
mod network;
mod plastic;
mod strain_rate;

pub use from_mesh::{SheetEdges, hinge_edges, sheet_edges, tet_edges, triangle_edges};
pub use network::{SpringLaw, Springs, altitude, linearized, linearized_altitude, plastic, springs};
pub use plastic::Plasticity;
pub use strain_rate::strain_rate;
