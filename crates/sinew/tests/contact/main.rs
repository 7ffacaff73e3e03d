//! Contact: distances and their derivatives, times of impact, meshes as obstacles, bodies that touch, friction, bounces.

mod distances;
mod impacts;
mod support;
