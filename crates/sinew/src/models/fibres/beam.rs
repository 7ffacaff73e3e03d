//! The springs of one cuboid from beam theory.
//!
//! A round rod of diameter d has A = pi d^2/4, I = pi d^4/64, J = pi d^4/32. Four springs of stiffness k along the edges of
//! a cuboid with the side a and the length L give
//!
//!   EA = 4 k L,   EI = k L a^2,   so k = EA/4L and a = 2 sqrt(I/A) = d/2:
//!
//! the edges stand at the radius of gyration, where the masses in the corners also have the right inertia of turning.
//! Torsion and shear are left to the diagonals (see [`diagonals`](super::diagonals())): GJ/L against a twist between the ends,
//! G A_s/L against a shift. A straight cuboid is too stiff for the bow of a beam within L, which its shear makes up for:
//!
//!   1/(G A_s) = 1/(0.9 G A) + L^2/(12 EI)   [macneal1978],
//!
//! so that a cantilever has the right deflection at its joints with any number of cuboids.
//!
//! A tapered cuboid of radii r_0, r_1 has the flexibility of the cone, the mean of 1/A and of 1/I along it:
//! A = pi r_0 r_1,  I = (pi/4) 3 (r_0 r_1)^3/(r_0^2 + r_0 r_1 + r_1^2).

use std::f64::consts::PI;

use crate::models::ModelError;

/// What a fibre is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matter {
    /// E in Pa.
    pub young: f64,
    /// G in Pa; that of an isotropic solid is E/(2 + 2 nu), drawn fibres have far less.
    pub torsion: f64,
    /// kg/m^3
    pub density: f64,
}

impl Matter {
    pub(super) fn check(&self) -> Result<(), ModelError> {
        for (what, value) in [("young", self.young), ("torsion", self.torsion), ("density", self.density)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(ModelError::BadValue { what, value, need: "a finite number above 0" });
            }
        }
        Ok(())
    }
}

/// Constants of one cuboid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// k of each of the four edges along the fibre (N/m).
    pub edge: f64,
    /// Stiffness against a twist between the ends, GJ/L (N m).
    pub twist: f64,
    /// Stiffness against a shift between the ends, G A_s/L (N/m).
    pub shift: f64,
    /// kg
    pub mass: f64,
}

impl Segment {
    /// Of a given length and the thicknesses at its ends.
    pub fn new(matter: &Matter, length: f64, thickness: [f64; 2]) -> Self {
        let Matter { young, torsion, density } = *matter;
        let [r, s] = thickness.map(|d| 0.5 * d);
        let squares = r * r + r * s + s * s;
        let area = PI * r * s;
        let inertia = 0.75 * PI * (r * s).powi(3) / squares;
        let bow = length * length / (12.0 * young * inertia);
        Self {
            edge: young * area / (4.0 * length),
            twist: 2.0 * torsion * inertia / length,
            shift: 1.0 / ((1.0 / (0.9 * torsion * area) + bow) * length),
            mass: density * PI * squares / 3.0 * length,
        }
    }
}

/// Side of the square of springs in a fibre of a given thickness.
pub(super) fn side(thickness: f64) -> f64 {
    0.5 * thickness
}
