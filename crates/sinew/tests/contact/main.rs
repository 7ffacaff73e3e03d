//! Contact: distances and their derivatives, times of impact, meshes as obstacles, bodies that touch, friction, bounces.

mod carried_box;
#[path = "../common/mod.rs"]
mod common;
mod distances;
mod fibres;
mod grips;
mod impacts;
mod obstacles;
mod passing_fibres;
mod responses;
mod scenes;
mod slopes;
mod support;
mod touching;
mod trees;
mod tunnelling;
