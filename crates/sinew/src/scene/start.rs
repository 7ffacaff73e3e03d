//! How a body starts: displaced from its rest shape, and moving.
//!
//! Start = rest shape stretched, turned over its length, moved and shaken, in this order; then v = v_0 + w x (x - c)
//! + the rates of twist and stretch + noise, at the start positions x with their centre of mass c.

use schemars::JsonSchema;
use serde::Deserialize;

use super::error::{Place, SceneError};
use super::random::Random;
use crate::mechanics::Vec3;

/// Start minus rest shape.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Displacement {
    /// Shift of the whole body (m).
    pub linear: [f64; 3],
    /// Factors along x, y and z, about `center`.
    pub stretch: Option<[f64; 3]>,
    /// Turn that grows along an axis.
    pub twist: Option<Twist>,
    /// Largest random shift of each coordinate (m).
    #[schemars(range(min = 0.0))]
    pub random: f64,
    /// Seed of the random shifts.
    pub seed: u64,
    /// Fixed point of stretch and twist (m); the centre of mass by default.
    pub center: Option<[f64; 3]>,
}

/// A turn that grows evenly from 0 at the body's lowest point along the axis to the full angle at its highest.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Twist {
    /// Direction of the axis; any length.
    pub axis: [f64; 3],
    /// Full angle (degrees).
    pub degrees: f64,
}

/// Velocities at the start.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Velocity {
    /// Velocity of the whole body (m/s).
    pub linear: [f64; 3],
    /// Angular velocity about the centre of mass (rad/s).
    pub angular: [f64; 3],
    /// Rates of stretch along x, y and z, about the centre of mass (1/s).
    pub stretch: Option<[f64; 3]>,
    /// Angular velocity that grows along an axis.
    pub twist: Option<TwistRate>,
    /// Largest random change of each component (m/s).
    #[schemars(range(min = 0.0))]
    pub random: f64,
    /// Seed of the random changes.
    pub seed: u64,
}

/// An angular velocity that grows evenly from 0 at the lowest point along the axis (which passes through the centre of
/// mass) to the full rate at the highest.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TwistRate {
    /// Direction of the axis; any length.
    pub axis: [f64; 3],
    /// Full rate (rad/s).
    pub rate: f64,
}

impl Displacement {
    /// Moves the rest positions to the start.
    pub(super) fn apply(&self, x: &mut [Vec3], masses: &[f64], place: &Place) -> Result<(), SceneError> {
        let center = self.center.map_or_else(|| center_of_mass(x, masses), Vec3::from);
        if let Some(factors) = self.stretch {
            for p in x.iter_mut() {
                *p = center + (*p - center).component_mul(&Vec3::from(factors));
            }
        }
        if let Some(Twist { axis, degrees }) = &self.twist {
            let axis = unit(axis, &place.at("twist").at("axis"))?;
            for (p, share) in shares_along(x, axis).into_iter().enumerate() {
                let turn = nalgebra::Rotation3::new(axis * (degrees.to_radians() * share));
                x[p] = center + turn * (x[p] - center);
            }
        }
        let mut random = Random::new(self.seed);
        for p in x {
            *p += Vec3::from(self.linear);
            if self.random > 0.0 {
                *p += Vec3::from_fn(|_, _| self.random * random.symmetric());
            }
        }
        Ok(())
    }
}

impl Velocity {
    /// Adds to the velocities at start positions x.
    pub(super) fn apply(&self, x: &[Vec3], masses: &[f64], v: &mut [Vec3], place: &Place) -> Result<(), SceneError> {
        let center = center_of_mass(x, masses);
        let twist = match &self.twist {
            Some(TwistRate { axis, rate }) => {
                let axis = unit(axis, &place.at("twist").at("axis"))?;
                Some((axis * *rate, shares_along(x, axis)))
            }
            None => None,
        };
        let mut random = Random::new(self.seed);
        for (i, v) in v.iter_mut().enumerate() {
            let r = x[i] - center;
            *v += Vec3::from(self.linear) + Vec3::from(self.angular).cross(&r);
            if let Some(rates) = self.stretch {
                *v += r.component_mul(&Vec3::from(rates));
            }
            if let Some((spin, shares)) = &twist {
                *v += (spin * shares[i]).cross(&r);
            }
            if self.random > 0.0 {
                *v += Vec3::from_fn(|_, _| self.random * random.symmetric());
            }
        }
        Ok(())
    }
}

/// Mean position weighted by mass; the plain mean if nothing has mass.
pub(super) fn center_of_mass(x: &[Vec3], masses: &[f64]) -> Vec3 {
    let total: f64 = masses.iter().sum();
    if total > 0.0 {
        x.iter().zip(masses).map(|(x, m)| x * *m).sum::<Vec3>() / total
    } else {
        x.iter().sum::<Vec3>() / x.len().max(1) as f64
    }
}

/// A direction of length one.
pub(super) fn unit(direction: &[f64; 3], place: &Place) -> Result<Vec3, SceneError> {
    let n = Vec3::from(*direction);
    if n.norm() > 0.0 { Ok(n.normalize()) } else { Err(place.error("the zero vector has no direction")) }
}

/// Place of each point between the lowest (0) and the highest (1) along an axis.
fn shares_along(x: &[Vec3], axis: Vec3) -> Vec<f64> {
    let along: Vec<f64> = x.iter().map(|x| x.dot(&axis)).collect();
    let low = along.iter().copied().fold(f64::INFINITY, f64::min);
    let length = along.iter().copied().fold(f64::NEG_INFINITY, f64::max) - low;
    along.iter().map(|s| if length > 0.0 { (s - low) / length } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar() -> (Vec<Vec3>, Vec<f64>) {
        let points = [[0., -1., 0.], [0., 1., 0.], [2., -1., 0.], [2., 1., 0.], [4., -1., 0.], [4., 1., 0.]];
        (points.map(Vec3::from).to_vec(), vec![1.0, 1.0, 2.0, 2.0, 3.0, 3.0])
    }

    #[test]
    fn rigid_velocities_have_the_momenta_they_ask_for() {
        let (x, masses) = bar();
        let velocity = Velocity { linear: [1.0, 2.0, 3.0], angular: [0.0, 0.0, 10.0], ..Velocity::default() };
        let mut v = vec![Vec3::zeros(); x.len()];
        velocity.apply(&x, &masses, &mut v, &Place::new("test")).expect("sound");
        let p: Vec3 = v.iter().zip(&masses).map(|(v, m)| v * *m).sum();
        assert!((p - Vec3::new(12.0, 24.0, 36.0)).norm() < 1e-12);
        // About the centre of mass: L = I w, with I_zz = sum m r^2.
        let c = center_of_mass(&x, &masses);
        let l: Vec3 = (0..6).map(|i| (x[i] - c).cross(&(v[i] * masses[i]))).sum();
        let inertia: f64 = (0..6).map(|i| masses[i] * (x[i] - c).norm_squared()).sum();
        assert!((l - Vec3::z() * (10.0 * inertia)).norm() < 1e-11, "{l} {inertia}");
        // Stretching points away from the centre carries no angular momentum.
        let mut v = vec![Vec3::zeros(); x.len()];
        let stretch = Velocity { stretch: Some([1.0, 1.0, 1.0]), ..Velocity::default() };
        stretch.apply(&x, &masses, &mut v, &Place::new("test")).expect("sound");
        let l: Vec3 = (0..6).map(|i| (x[i] - c).cross(&(v[i] * masses[i]))).sum();
        assert!(l.norm() < 1e-12);
    }

    #[test]
    fn twist_turns_the_far_end_and_leaves_the_near_one() {
        let (rest, masses) = bar();
        let mut x = rest.clone();
        let twist = Some(Twist { axis: [3.0, 0.0, 0.0], degrees: 180.0 });
        let displacement = Displacement { twist, ..Displacement::default() };
        displacement.apply(&mut x, &masses, &Place::new("test")).expect("sound");
        assert_eq!(x[0], rest[0]);
        assert!((x[2] - Vec3::new(2.0, 0.0, -1.0)).norm() < 1e-12, "{}", x[2]);
        assert!((x[4] - Vec3::new(4.0, 1.0, 0.0)).norm() < 1e-12, "{}", x[4]);
        let mut v = vec![Vec3::zeros(); rest.len()];
        let rate = Velocity { twist: Some(TwistRate { axis: [1.0, 0.0, 0.0], rate: 3.0 }), ..Velocity::default() };
        rate.apply(&rest, &masses, &mut v, &Place::new("test")).expect("sound");
        assert_eq!(v[0], Vec3::zeros());
        assert!((v[5] - Vec3::new(0.0, 0.0, 3.0)).norm() < 1e-12);
    }

    #[test]
    fn stretch_and_noise() {
        let (rest, masses) = bar();
        let mut x = rest.clone();
        let displacement =
            Displacement { stretch: Some([2.0, 1.0, 1.0]), center: Some([0.0; 3]), ..Displacement::default() };
        displacement.apply(&mut x, &masses, &Place::new("test")).expect("sound");
        assert_eq!(x[5], Vec3::new(8.0, 1.0, 0.0));
        let shaken = |seed| {
            let mut x = rest.clone();
            let noise = Displacement { random: 0.1, seed, ..Displacement::default() };
            noise.apply(&mut x, &masses, &Place::new("test")).expect("sound");
            x
        };
        assert_eq!(shaken(1), shaken(1));
        assert_ne!(shaken(1), shaken(2));
        assert!(shaken(3).iter().zip(&rest).all(|(a, b)| (a - b).amax() <= 0.1));
    }
}
