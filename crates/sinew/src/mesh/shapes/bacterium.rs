//! Bacterium: a round head and a helical flagellum that turns freely in it, as a frame of edges.
//!
//! The head is a sphere of 4 rings of 8 vertices and two poles about the origin; a shaft of two vertices on the x axis, its
//! centre A and a point B behind its skin, is tied to it. The flagellum is a tower of triangles along
//!
//!   c(s) = (x_B + s, R E cos(k s), +- R E sin(k s)),   E = 1 - exp(-(s/b)^2),   k = 2 pi/wavelength,   b = wavelength/3,
//!
//! whose first triangles are tied to A and B alone: distances to two points of the axis do not change when they turn about
//! it, so the joint is free, and nothing else is. Vertices: 0 to 33 head, 34 A, 35 B, then three a section.

use std::f64::consts::{PI, TAU};

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

type Vec3 = nalgebra::Vector3<f64>;

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "bacterium",
    summary: "round head at the origin and a helical flagellum along x that turns freely in it, of edges",
    keys: &["head", "length", "radius", "wavelength", "thickness", "sections", "right_handed"],
    example: || {
        Shape::Bacterium(Bacterium {
            head: 0.5,
            length: 4.0,
            radius: 0.25,
            wavelength: 2.0,
            thickness: 0.06,
            sections: 40,
            right_handed: false,
        })
    },
};

/// Head and flagellum of edges: 36 vertices and three for each section.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bacterium {
    /// Radius of the head (m).
    pub head: f64,
    /// Length of the flagellum along x (m).
    pub length: f64,
    /// Radius of the helix (m).
    pub radius: f64,
    /// Length of one turn along x (m).
    pub wavelength: f64,
    /// Radius of the filament (m).
    pub thickness: f64,
    /// Number of triangles along the filament.
    pub sections: u32,
    /// The other sense of the helix; nature's is left-handed.
    #[serde(default)]
    pub right_handed: bool,
}

const RINGS: u32 = 4;
const AROUND: u32 = 8;
/// Vertices of the head's skin; the shaft's A and B follow.
const SKIN: u32 = RINGS * AROUND + 2;

impl Bacterium {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        let Bacterium { head, length, radius, wavelength, thickness, sections, .. } = *self;
        for (key, value) in [
            ("head", head),
            ("length", length),
            ("radius", radius),
            ("wavelength", wavelength),
            ("thickness", thickness),
        ] {
            positive(key, value)?;
        }
        at_least("sections", sections, 4)?;
        affordable("fewer `sections`", &[12, sections])?;

        let mut mesh = Mesh::default();
        self.add_head(&mut mesh);
        let (a, b) = (SKIN, SKIN + 1);
        let start = head + 2.0 * thickness;
        mesh.vertices.extend([[0.0; 3], [start, 0.0, 0.0]]);
        mesh.edges.push([a, b]);
        mesh.edges.extend((0..SKIN).map(|v| [v, a]));
        // The last ring and the rear pole hold B.
        let rear = (RINGS - 1) * AROUND;
        mesh.edges.extend((rear..rear + AROUND).chain([SKIN - 1]).map(|v| [v, b]));

        for i in 0..sections {
            let s = length * f64::from(i) / f64::from(sections - 1);
            let (center, tangent) = self.line(s);
            let side = (Vec3::y() - tangent * tangent.y).normalize();
            let other = tangent.cross(&side);
            let first = mesh.vertices.len() as u32;
            for corner in 0..3 {
                let (sine, cosine) = (TAU * f64::from(corner) / 3.0).sin_cos();
                let p = center + (side * cosine + other * sine) * thickness + Vec3::new(start, 0.0, 0.0);
                mesh.vertices.push(p.into());
                mesh.edges.push([first + corner, first + (corner + 1) % 3]);
                if i > 0 {
                    mesh.edges.extend((0..3).map(|before| [first - 3 + before, first + corner]));
                }
                match i {
                    0 => mesh.edges.extend([[a, first + corner], [b, first + corner]]),
                    1 => mesh.edges.push([b, first + corner]),
                    _ => {}
                }
            }
        }
        Ok(mesh)
    }

    /// Skin of the head: rings from front to rear, then the front and the rear pole.
    fn add_head(&self, mesh: &mut Mesh) {
        for ring in 0..RINGS {
            let polar = PI * f64::from(ring + 1) / f64::from(RINGS + 1);
            for k in 0..AROUND {
                let (sine, cosine) = (TAU * f64::from(k) / f64::from(AROUND)).sin_cos();
                mesh.vertices.push([-polar.cos(), polar.sin() * cosine, polar.sin() * sine].map(|x| self.head * x));
            }
        }
        mesh.vertices.extend([[-self.head, 0.0, 0.0], [self.head, 0.0, 0.0]]);
        let at = |ring: u32, k: u32| ring * AROUND + k % AROUND;
        for k in 0..AROUND {
            mesh.triangles.push([SKIN - 2, at(0, k + 1), at(0, k)]);
            mesh.triangles.push([SKIN - 1, at(RINGS - 1, k), at(RINGS - 1, k + 1)]);
            for ring in 0..RINGS - 1 {
                let [p, q, r, s] = [at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)];
                mesh.triangles.extend([[p, q, r], [p, r, s]]);
            }
        }
        // The skin is closed: every edge occurs once in each direction.
        let sides = mesh.triangles.iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]);
        mesh.edges.extend(sides.filter(|[p, q]| p < q));
    }

    /// Middle line less its start, and its direction.
    fn line(&self, s: f64) -> (Vec3, Vec3) {
        let (k, b) = (TAU / self.wavelength, self.wavelength / 3.0);
        let fade = (-(s / b).powi(2)).exp();
        let (size, growth) = (self.radius * (1.0 - fade), self.radius * 2.0 * s / (b * b) * fade);
        let (sine, cosine) = (k * s).sin_cos();
        let hand = if self.right_handed { 1.0 } else { -1.0 };
        let center = Vec3::new(s, size * cosine, hand * size * sine);
        let tangent = Vec3::new(1.0, growth * cosine - size * k * sine, hand * (growth * sine + size * k * cosine));
        (center, tangent.normalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_rigid_but_for_the_turn_of_the_flagellum() {
        let shape = Bacterium { sections: 5, length: 0.5, ..example() };
        let mesh = shape.build().expect("sensible numbers");
        assert_eq!(mesh.vertices.len(), 36 + 15);
        let n = 3 * mesh.vertices.len();
        // One row d^T per edge: the rank leaves six rigid motions and one turn.
        let mut rows = nalgebra::DMatrix::<f64>::zeros(mesh.edges.len(), n);
        for (row, [a, b]) in mesh.edges.iter().enumerate() {
            let d = Vec3::from(mesh.vertices[*a as usize]) - Vec3::from(mesh.vertices[*b as usize]);
            for c in 0..3 {
                rows[(row, 3 * *a as usize + c)] = d[c];
                rows[(row, 3 * *b as usize + c)] = -d[c];
            }
        }
        assert_eq!(rows.rank(1e-9), n - 7);
        let repeated: std::collections::HashSet<[u32; 2]> =
            mesh.edges.iter().map(|[a, b]| [*a.min(b), *a.max(b)]).collect();
        assert_eq!(repeated.len(), mesh.edges.len(), "no edge twice");
        assert_eq!(Bacterium { sections: 108, ..example() }.build().expect("sensible").vertices.len(), 360);
    }

    fn example() -> Bacterium {
        match (ENTRY.example)() {
            Shape::Bacterium(shape) => shape,
            _ => unreachable!("the example is a bacterium"),
        }
    }
}
