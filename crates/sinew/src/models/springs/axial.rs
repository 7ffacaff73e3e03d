//! One spring along a vector d: e = |d| - l, V = k e^2/2 + k c e^4/4, so dV/dd = s d with the secant stiffness
//! s = k (1 + c e^2)(1 - l/|d|), and Hess V = s (I - n n^T) + k (1 + 3 c e^2) n n^T, n = d/|d|.
//!
//! With l = 0 nothing is divided by |d|: the law is exactly linear (c = 0) and smooth at d = 0. With l > 0 the energy
//! has a cone at d = 0, where every direction is as good as another: the gradient there is their mean, zero, and the
//! Hessian is the axial stiffness in every direction.
//!
//! A dashpot along d: f = -eta n (n . w) with w = d', objective because it sees only the rate of |d|.

use crate::mechanics::{Gauge, Mat3, Vec3};

/// Constants of one spring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axial {
    /// k in N/m.
    pub stiffness: f64,
    /// l in metres.
    pub rest_length: f64,
    /// c in 1/m^2.
    pub cubic: f64,
}

impl Axial {
    /// V
    pub fn energy(&self, d: &Vec3) -> f64 {
        self.stored(d.norm())
    }

    /// V at length r.
    #[inline(always)]
    pub fn stored(&self, r: f64) -> f64 {
        let e = r - self.rest_length;
        self.stiffness * e * e * (0.5 + 0.25 * self.cubic * e * e)
    }

    /// dV/dd
    pub fn gradient(&self, d: &Vec3) -> Vec3 {
        d * self.pull(d.norm())
    }

    /// s, the gradient over d at length r; zero at the cone.
    #[inline(always)]
    pub fn pull(&self, r: f64) -> f64 {
        if self.at_cone(r) { 0.0 } else { self.secant(r) }
    }

    /// dV/dd at d1 minus that at d0, where delta = d1 - d0 is known better than by subtraction.
    pub fn gradient_change(&self, d0: &Vec3, d1: &Vec3, delta: &Vec3) -> Vec3 {
        let (r0, r1) = (d0.norm(), d1.norm());
        if self.at_cone(r0) || self.at_cone(r1) {
            return self.gradient(d1) - self.gradient(d0);
        }
        let Axial { stiffness: k, rest_length: l, cubic: c } = *self;
        // s1 d1 - s0 d0 = s1 delta + (s1 - s0) d0, with s1 - s0 proportional to e1 - e0 = delta.(d0 + d1)/(r0 + r1).
        let secant_change = if l == 0.0 {
            k * c * delta.dot(&(d0 + d1))
        } else {
            let (e0, e1) = (r0 - l, r1 - l);
            let stretch = delta.dot(&(d0 + d1)) / (r0 + r1);
            k * stretch * ((1.0 + c * e1 * e1) * (l / (r0 * r1)) + c * (e0 + e1) * (1.0 - l / r0))
        };
        delta * self.secant(r1) + d0 * secant_change
    }

    /// q with q (d_0 + d_1)/2 . (d_1 - d_0) = V_1 - V_0 for lengths r_0 and r_1, the mean of force over length, and dq/dr_1:
    /// q = k (e_0 + e_1)(1 + c (e_0^2 + e_1^2)/2)/(r_0 + r_1).
    #[inline(always)]
    pub fn mean_pull(&self, r0: f64, r1: f64) -> (f64, f64) {
        let Axial { stiffness: k, rest_length: l, cubic: c } = *self;
        let (e0, e1, sum) = (r0 - l, r1 - l, r0 + r1);
        let nominal = k * (1.0 + 0.5 * c * (e0 * e0 + e1 * e1));
        if l == 0.0 {
            return (nominal, k * c * e1);
        }
        if sum == 0.0 {
            return (0.0, 0.0);
        }
        let q = nominal * ((e0 + e1) / sum);
        (q, (nominal + k * c * e1 * (e0 + e1) - q) / sum)
    }

    /// -d(mean force)/dd_1 with the given q in its geometric part: q/2 I + dq/dr_1 d_m n_1^T. `symmetric`: with d_m on
    /// both sides and without negative parts.
    pub fn mean_hessian(&self, d0: &Vec3, d1: &Vec3, q: f64, symmetric: bool) -> Mat3 {
        mean_hessian(d0, d1, q, self.mean_pull(d0.norm(), d1.norm()).1, symmetric)
    }

    /// q, changed to first order by delta at the end.
    pub fn mean_pull_changed(&self, d0: &Vec3, d1: &Vec3, delta: &Vec3) -> f64 {
        let r1 = d1.norm();
        let (q, slope) = self.mean_pull(d0.norm(), r1);
        q + slope * direction(d1, r1).dot(delta)
    }

    /// Hess V; `projected`: with the negative parts, transverse and axial, set to zero.
    pub fn hessian(&self, d: &Vec3, projected: bool) -> Mat3 {
        let r = d.norm();
        let e = r - self.rest_length;
        let mut axial = self.stiffness * (1.0 + 3.0 * self.cubic * e * e);
        let mut transverse = if self.at_cone(r) { axial } else { self.secant(r) };
        if projected {
            axial = axial.max(0.0);
            transverse = transverse.max(0.0);
        }
        let n = direction(d, r);
        Mat3::from_diagonal_element(transverse) + n * n.transpose() * (axial - transverse)
    }

    /// V'(|d|)/|d| at |d| = r > 0, or at any r without a rest length.
    pub fn secant(&self, r: f64) -> f64 {
        let e = r - self.rest_length;
        let nominal = self.stiffness * (1.0 + self.cubic * e * e);
        if self.rest_length == 0.0 { nominal } else { nominal * (e / r) }
    }

    /// A number for pictures at length r.
    #[inline(always)]
    pub fn gauge(&self, r: f64, gauge: Gauge) -> f64 {
        match gauge {
            // Without a rest length there is nothing to compare with.
            Gauge::Strain if self.rest_length == 0.0 => 0.0,
            Gauge::Strain => r / self.rest_length - 1.0,
            Gauge::Stress => self.pull(r) * r,
            Gauge::EnergyDensity => self.stored(r),
        }
    }

    fn at_cone(&self, r: f64) -> bool {
        r == 0.0 && self.rest_length > 0.0
    }
}

/// -d(mean force)/dd_1 of q (d_0 + d_1)/2 with this q and dq/dr_1; see [`Axial::mean_hessian`].
fn mean_hessian(d0: &Vec3, d1: &Vec3, q: f64, slope: f64, symmetric: bool) -> Mat3 {
    let (r0, r1) = (d0.norm(), d1.norm());
    let middle = (d0 + d1) * 0.5;
    if symmetric {
        let axial = if r0 + r1 > 0.0 { 2.0 * slope.max(0.0) / (r0 + r1) } else { 0.0 };
        return Mat3::from_diagonal_element(0.5 * q.max(0.0)) + middle * middle.transpose() * axial;
    }
    Mat3::from_diagonal_element(0.5 * q) + middle * direction(d1, r1).transpose() * slope
}

/// A dashpot over a step of size h: its mean force is that of a spring, q (d_0 + d_1)/2 with q = 2 eta (r_1 - r_0)/(h (r_0 + r_1)).
/// It takes eta (r_1 - r_0)^2/h, sees no rotation of any angle, and stays finite where a spring folds over.
#[derive(Debug, Clone, Copy)]
pub struct MeanDashpot {
    /// eta/h in N/m.
    pub stiffness: f64,
}

impl MeanDashpot {
    /// q and dq/dr_1.
    pub fn pull(&self, d0: &Vec3, d1: &Vec3) -> (f64, f64) {
        let (r0, sum) = (d0.norm(), d0.norm() + d1.norm());
        if sum == 0.0 {
            return (0.0, 0.0);
        }
        // r_1 - r_0 without cancellation.
        let longer = (d1 - d0).dot(&(d0 + d1)) / sum;
        (2.0 * self.stiffness * longer / sum, 4.0 * self.stiffness * r0 / (sum * sum))
    }

    /// q, changed to first order by delta at the end.
    pub fn pull_changed(&self, d0: &Vec3, d1: &Vec3, delta: &Vec3) -> f64 {
        let (q, slope) = self.pull(d0, d1);
        q + slope * direction(d1, d1.norm()).dot(delta)
    }

    /// As that of a spring.
    pub fn hessian(&self, d0: &Vec3, d1: &Vec3, q: f64, symmetric: bool) -> Mat3 {
        mean_hessian(d0, d1, q, self.pull(d0, d1).1, symmetric)
    }
}

/// d/|d|, or zero.
fn direction(d: &Vec3, r: f64) -> Vec3 {
    if r > 0.0 { d / r } else { Vec3::zeros() }
}

/// n n^T
pub fn dashpot_matrix(d: &Vec3) -> Mat3 {
    let n = direction(d, d.norm());
    n * n.transpose()
}

/// n (n . w): the part of the velocity w along d.
pub fn dashpot(d: &Vec3, w: &Vec3) -> Vec3 {
    let n = direction(d, d.norm());
    n * n.dot(w)
}

/// Derivative of n (n . w) when d changes at the rate `dd` and w at the rate `dw`.
pub fn dashpot_rate(d: &Vec3, w: &Vec3, dd: &Vec3, dw: &Vec3) -> Vec3 {
    let r = d.norm();
    if r == 0.0 {
        return Vec3::zeros();
    }
    let n = d / r;
    let dn = (dd - n * n.dot(dd)) / r;
    n * (n.dot(dw) + dn.dot(w)) + dn * n.dot(w)
}

/// Symmetric part of the derivative of n (n . w) with respect to d.
pub fn dashpot_stiffness(d: &Vec3, w: &Vec3) -> Mat3 {
    let r = d.norm();
    if r == 0.0 {
        return Mat3::zeros();
    }
    let n = d / r;
    let along = n.dot(w);
    let across = w - n * along;
    let mixed = n * across.transpose();
    ((Mat3::identity() - n * n.transpose()) * along + (mixed + mixed.transpose()) * 0.5) / r
}

/// n (n . w) at (d1, w1) minus that at (d0, w0); `dd` and `dw` are the differences.
pub fn dashpot_change(d0: &Vec3, w0: &Vec3, d1: &Vec3, dd: &Vec3, dw: &Vec3) -> Vec3 {
    let (r0, r1) = (d0.norm(), d1.norm());
    if r0 == 0.0 || r1 == 0.0 {
        return dashpot(d1, &(w0 + dw)) - dashpot(d0, w0);
    }
    let (n0, n1) = (d0 / r0, d1 / r1);
    let dn = (dd - n0 * (dd.dot(&(d0 + d1)) / (r0 + r1))) / r1;
    n1 * (n1.dot(dw) + dn.dot(w0)) + dn * n0.dot(w0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_rest_length_is_linear_and_smooth_at_zero() {
        let spring = Axial { stiffness: 7.0, rest_length: 0.0, cubic: 0.0 };
        let d = Vec3::new(0.3, -0.2, 0.9);
        assert_eq!(spring.gradient(&d), d * 7.0);
        assert_eq!(spring.gradient(&Vec3::zeros()), Vec3::zeros());
        for d in [d, Vec3::zeros(), Vec3::new(1e-200, 0.0, 0.0)] {
            assert_eq!(spring.hessian(&d, false), Mat3::from_diagonal_element(7.0));
        }
    }

    #[test]
    fn the_cone_of_a_spring_with_length_gives_finite_numbers() {
        let spring = Axial { stiffness: 7.0, rest_length: 0.5, cubic: 2.0 };
        for d in [Vec3::zeros(), Vec3::new(0.0, 1e-170, 0.0), Vec3::new(1e-100, 0.0, 1e-100)] {
            assert!(spring.energy(&d).is_finite());
            assert!(spring.gradient(&d).iter().all(|x| x.is_finite()));
            assert!(spring.gradient_change(&Vec3::zeros(), &d, &d).iter().all(|x| x.is_finite()));
            for projected in [false, true] {
                assert!(spring.hessian(&d, projected).iter().all(|x| x.is_finite()));
            }
        }
        assert_eq!(spring.gradient(&Vec3::zeros()), Vec3::zeros());
    }

    #[test]
    fn close_states_do_not_cancel() {
        // A turn by 1e-9 of a stiff spring at its rest length: the change is k-free to first order in the turn.
        for (l, c) in [(1.0, 0.0), (0.8, 3.0), (0.0, 2.0)] {
            let spring = Axial { stiffness: 1e8, rest_length: l, cubic: c };
            let d0 = Vec3::new(0.6, 0.8, 0.0);
            for direction in [Vec3::new(-0.8, 0.6, 0.3), Vec3::new(0.6, 0.8, 0.1)] {
                for size in [1e-6, 1e-9, 1e-12] {
                    let delta = direction * size;
                    let change = spring.gradient_change(&d0, &(d0 + delta), &delta);
                    let linear = spring.hessian(&d0, false) * delta;
                    // The second-order part is of the relative size delta; 1e-15 of k |delta| is rounding.
                    let bound = 1e8 * size * (10.0 * size + 2e-15);
                    assert!((change - linear).norm() <= bound, "{l} {c} {size}: {:e}", (change - linear).norm());
                }
            }
        }
    }
}
