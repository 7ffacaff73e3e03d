//! Head of hair: strands on the upper back half of an ellipsoid, combed down around it, in a style.
//!
//! Roots are spread evenly on the unit sphere by the golden angle about the direction (-1/2, 0, sqrt 3/2): the face looks
//! along x. A strand leaves along the normal, turns downwards within a third of its length and slides off the head. The
//! style adds an offset across it that grows from zero at the root: a plane wave, or a helix.

use super::tuft::GOLDEN_ANGLE;
use super::{Growth, GrowthEntry, Point, Strands, affordable};
use crate::mesh::ShapeProblem;
use crate::mesh::chance::Chance;
use crate::mesh::shapes::{at_least, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

pub(super) const ENTRY: GrowthEntry = GrowthEntry {
    name: "head",
    summary: "hair on the upper back half of an ellipsoid about the origin, face along x, z up, drawn from a seed",
    example: || {
        let (radii, segments) = ([0.1, 0.08, 0.12], [6, 10]);
        let (style, amplitude, wavelength) = (Style::Wavy, None, None);
        Growth::Head(Head { radii, count: 20, length: 0.25, segments, style, amplitude, wavelength, seed: 1 })
    },
};

/// Hair on an ellipsoid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Half axes of the ellipsoid (m).
    pub radii: [f64; 3],
    /// Number of hairs.
    pub count: u32,
    /// Length of the longest hair (m); the shortest has four fifths of it.
    pub length: f64,
    /// Least and largest number of cuboids of a hair; all numbers between them come equally often.
    pub segments: [u32; 2],
    /// How the hair is worn.
    #[serde(default)]
    pub style: Style,
    /// Half width of waves or radius of curls (m); by default 6 mm for waves and 8 mm for curls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amplitude: Option<f64>,
    /// Length of a wave or a turn along the hair (m); by default half the length of the hair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wavelength: Option<f64>,
    /// Start of the random numbers.
    #[serde(default)]
    pub seed: u32,
}

/// How hair is worn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Combed down.
    #[default]
    Straight,
    /// In plane waves.
    Wavy,
    /// In helices.
    Curly,
}

/// Steps in which a segment of the combed curve is drawn.
const FINE: u32 = 4;
/// How far out combed hair stays, in radii of the head.
const CLEAR: f64 = 1.005;

impl Head {
    pub(super) fn build(&self) -> Result<Strands, ShapeProblem> {
        for radius in self.radii {
            positive("radii", radius)?;
        }
        positive("length", self.length)?;
        let wavelength = self.wavelength.unwrap_or(0.5 * self.length);
        let amplitude = match self.style {
            Style::Straight => 0.0,
            Style::Wavy => self.amplitude.unwrap_or(0.006),
            Style::Curly => self.amplitude.unwrap_or(0.008),
        };
        positive("wavelength", wavelength)?;
        if self.style != Style::Straight {
            positive("amplitude", amplitude)?;
        }
        let [least, most] = self.segments;
        at_least("count", self.count, 1)?;
        at_least("segments[0]", least, 1)?;
        at_least("segments[1]", most, least)?;
        affordable("a smaller `count` or fewer `segments`", &[self.count, most])?;

        let mut strands = Strands::default();
        let mut chance = Chance(u64::from(self.seed));
        for i in 0..self.count {
            let segments = least + i % (most - least + 1);
            let length = self.length * chance.between(0.8, 1.0);
            let phase = chance.between(0.0, TAU);
            let combed = self.comb(self.root(i), length, segments);
            strands.push(combed.iter().enumerate().map(|(k, (p, across, out))| {
                let s = f64::from(k as u32) / f64::from(segments);
                let angle = TAU * s * length / wavelength + phase;
                // full width from a quarter of the length on
                let width = amplitude * (4.0 * s).min(1.0);
                match self.style {
                    Style::Straight => *p,
                    Style::Wavy => p + across * (width * angle.sin()),
                    Style::Curly => p + across * (width * angle.sin()) + out * (width * (1.0 + angle.cos())),
                }
            }));
        }
        Ok(strands)
    }

    /// Direction of root i on the unit sphere.
    fn root(&self, i: u32) -> Point {
        let height = 1.0 - (f64::from(i) + 0.5) / f64::from(self.count);
        let ring = (1.0 - height * height).sqrt();
        let (sine, cosine) = (f64::from(i) * GOLDEN_ANGLE).sin_cos();
        let top = Point::new(-0.5, 0.0, 0.75f64.sqrt());
        let side = Point::new(0.75f64.sqrt(), 0.0, 0.5);
        top * height + side * (ring * cosine) + Point::y() * (ring * sine)
    }

    /// Points of the combed strand with the directions across it and away from the head.
    fn comb(&self, root: Point, length: f64, segments: u32) -> Vec<(Point, Point, Point)> {
        let radii = Point::from(self.radii);
        let normal = |p: &Point| p.component_div(&radii).component_div(&radii).normalize();
        let mut p = root.component_mul(&radii);
        let mut found = Vec::with_capacity(segments as usize + 1);
        let fine = FINE * segments;
        for k in 0..=fine {
            let out = normal(&p);
            let turn = (3.0 * f64::from(k) / f64::from(fine)).min(1.0);
            // On top of the head down means out of the parting: sideways.
            let down = Point::new(0.2 * root.x, 0.3 * root.y.signum(), -1.0);
            let mut direction = (out * (1.0 - turn) + down.normalize() * turn).normalize();
            // Near the head what points into it is taken away.
            let inwards = direction.dot(&out);
            if p.component_div(&radii).norm() < 1.05 && inwards < 0.0 {
                direction = (direction - out * inwards).normalize();
            }
            if k % FINE == 0 {
                let across = direction.cross(&out);
                let across = across.try_normalize(1e-9).unwrap_or_else(Point::y);
                found.push((p, across, out));
            }
            p += direction * (length / f64::from(fine));
            // A step may still end inside, where the head is met at a slant.
            let depth = p.component_div(&radii).norm();
            if depth < CLEAR {
                p *= CLEAR / depth;
            }
        }
        found
    }
}
