//! Linear tetrahedra: materials, warping, damping, mass.

mod common;
mod damping;
mod gauges;
mod mass;
mod materials;
mod warping;
