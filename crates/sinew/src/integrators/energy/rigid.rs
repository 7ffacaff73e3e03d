//! Rigid motion and vibration of every piece: v_i = u + w x r_i + vibration, with the rigid part nearest in the mass norm.
//!
//! r is counted from the centre of mass of a free piece, and from the pin or the axis of a pinned one, which can only turn;
//! pieces that are fixed have vibration alone. The rigid part carries all of the momenta P = m u and L = I w, and the two parts
//! of the kinetic energy add up. So momenta can be restored by a rigid field of velocities (and the centre of mass by a shift), and
//! energy can be taken from the vibration, without either touching the other. Placing a piece, too: where its centre of mass is
//! and how it is turned belongs to its rigid motion. Inertias that are singular (particles, rods)
//! leave out the rotation that they do not feel.

use sinew_math::parallel::dot;

use super::books::Books;
use crate::mechanics::{Energy, Mat3, MechanicalSystem, Piece, State, Support, Vec3};

/// Momenta of the pieces to be restored, and buffers.
#[derive(Debug, Clone, Default)]
pub struct Rigid {
    aims: Vec<Aim>,
    /// Row sums of M.
    masses: Vec<f64>,
    mass_x: Vec<f64>,
    mass_v: Vec<f64>,
    /// Positions that the orientation is taken from.
    pose: Vec<f64>,
    force: Vec<f64>,
}

/// Centre of mass, P, and L about the centre, the pin or the axis.
#[derive(Debug, Clone, Copy)]
struct Aim {
    origin: Vec3,
    center: Vec3,
    linear: Vec3,
    angular: Vec3,
}

/// A piece at an instant.
struct Frame {
    mass: f64,
    /// Centre of mass.
    center: Vec3,
    /// Point from which r counts.
    origin: Vec3,
    linear: Vec3,
    angular: Vec3,
    /// w = response L
    response: Mat3,
}

/// Velocities of the vibration grow at most by this factor in a step.
const GROWTH: f64 = 2.0;

fn point(values: &[f64], row: u32) -> Vec3 {
    Vec3::from_column_slice(&values[3 * row as usize..3 * row as usize + 3])
}

fn add(values: &mut [f64], row: u32, change: Vec3) {
    for c in 0..3 {
        values[3 * row as usize + c] += change[c];
    }
}

impl Frame {
    fn of(piece: &Piece, s: &State, masses: &[f64], mass_x: &[f64], mass_v: &[f64]) -> Self {
        let mass: f64 = piece.rows.iter().map(|i| masses[*i as usize]).sum();
        let center = piece.rows.iter().map(|i| point(mass_x, *i)).sum::<Vec3>() / mass;
        let linear: Vec3 = piece.rows.iter().map(|i| point(mass_v, *i)).sum();
        let origin = match &piece.support {
            Support::Point(pin) | Support::Axis(pin, _) => pin.at(s.t),
            Support::None | Support::Fixed => center,
        };
        let (mut angular, mut inertia) = (Vec3::zeros(), Mat3::zeros());
        for i in &piece.rows {
            let r = point(&s.x, *i) - origin;
            angular += r.cross(&point(mass_v, *i));
            // I = sum (r . M r) 1 - M r r^T, with M r the row of the mass matrix times r
            let mr = point(mass_x, *i) - origin * masses[*i as usize];
            inertia += Mat3::from_diagonal_element(r.dot(&mr)) - mr * r.transpose();
        }
        let response = match &piece.support {
            Support::Fixed => Mat3::zeros(),
            Support::Axis(_, end) => {
                let axis = (end.at(s.t) - origin).normalize();
                let about = axis.dot(&(inertia * axis));
                if about > 0.0 { axis * axis.transpose() / about } else { Mat3::zeros() }
            }
            Support::None | Support::Point(_) => {
                let eigen = (0.5 * (inertia + inertia.transpose())).symmetric_eigen();
                let smallest = 1e-10 * eigen.eigenvalues.max();
                let inverse = eigen.eigenvalues.map(|l| if l > smallest { 1.0 / l } else { 0.0 });
                eigen.eigenvectors * Mat3::from_diagonal(&inverse) * eigen.eigenvectors.transpose()
            }
        };
        Self { mass, center, origin, linear, angular, response }
    }
}

/// The rotation that brings a piece closest to its pose, among those that its support leaves: the best angle about the
/// best axis, twice. Row sums of M weigh the vertices.
fn orientation(piece: &Piece, frame: &Frame, aim: &Aim, s: &State, masses: &[f64], pose: &[f64]) -> Mat3 {
    let mut overlap = Mat3::zeros();
    for i in &piece.rows {
        let (from, to) = (point(&s.x, *i) - frame.origin, point(pose, *i) - aim.origin);
        overlap += to * from.transpose() * masses[*i as usize];
    }
    let mut rotation = Mat3::identity();
    for _ in 0..2 {
        let turned = overlap * rotation.transpose();
        let torque = Vec3::new(
            turned[(2, 1)] - turned[(1, 2)],
            turned[(0, 2)] - turned[(2, 0)],
            turned[(1, 0)] - turned[(0, 1)],
        );
        let Some(axis) = nalgebra::Unit::try_new(rotation * frame.response * rotation.transpose() * torque, 0.0) else {
            break;
        };
        let angle = axis.dot(&torque).atan2(turned.trace() - axis.dot(&(turned * *axis)));
        rotation = nalgebra::Rotation3::from_axis_angle(&axis, angle).into_inner() * rotation;
    }
    rotation
}

impl Rigid {
    fn weigh(&mut self, system: &dyn MechanicalSystem, s: &State) {
        self.weigh_velocities(system, &s.x, &s.v);
    }

    fn weigh_velocities(&mut self, system: &dyn MechanicalSystem, x: &[f64], v: &[f64]) {
        let n = x.len();
        if self.masses.len() != n / 3 {
            self.masses = system.mass().vertex_masses();
        }
        self.mass_x.resize(n, 0.0);
        self.mass_v.resize(n, 0.0);
        system.mass().apply(x, &mut self.mass_x);
        system.mass().apply(v, &mut self.mass_v);
    }

    /// Remembers the momenta of a state.
    pub fn aim(&mut self, system: &dyn MechanicalSystem, s: &State) {
        self.weigh(system, s);
        let Self { aims, masses, mass_x, mass_v, .. } = self;
        aims.clear();
        aims.extend(system.pieces().iter().map(|piece| {
            let Frame { origin, center, linear, angular, .. } = Frame::of(piece, s, masses, mass_x, mass_v);
            Aim { origin, center, linear, angular }
        }));
        self.pose.clone_from(&s.x);
    }

    /// The momenta that the forces in the middle of a step of size h make of those at its start: what the midpoint rule would
    /// have, whether it was solved or not. Forces between vertices cancel.
    pub fn aim_by_force(&mut self, system: &dyn MechanicalSystem, start: &State, middle: &State, h: f64) {
        let mut force = std::mem::take(&mut self.force);
        force.resize(middle.x.len(), 0.0);
        system.force(middle, &mut force);
        self.aim_by(system, start, &middle.x, &force, h);
        self.force = force;
    }

    /// The same with the given force at the positions in the middle.
    pub fn aim_by(&mut self, system: &dyn MechanicalSystem, start: &State, middle: &[f64], force: &[f64], h: f64) {
        self.aim(system, start);
        let Self { aims, masses, pose, .. } = self;
        // The end of the midpoint rule, rigidly.
        pose.iter_mut().zip(middle).for_each(|(x, m)| *x = 2.0 * m - *x);
        for (piece, aim) in system.pieces().iter().zip(aims) {
            let mass: f64 = piece.rows.iter().map(|i| masses[*i as usize]).sum();
            // Free pieces turn about their centre, wherever it goes; pinned ones about the pin.
            let origin = match &piece.support {
                Support::Point(pin) | Support::Axis(pin, _) => pin.at(start.t),
                Support::None | Support::Fixed => aim.center,
            };
            let before = aim.linear;
            for i in &piece.rows {
                let f = point(force, *i) * h;
                aim.linear += f;
                aim.angular += (point(middle, *i) - origin).cross(&f);
            }
            if matches!(piece.support, Support::None) {
                let travel = (before + aim.linear) * (0.5 * h / mass);
                aim.center += travel;
                aim.origin = aim.center;
                aim.angular -= travel.cross(&aim.linear);
            }
        }
    }

    /// Gives a state the centres of mass, the orientations and the momenta that were remembered.
    pub fn restore(&mut self, system: &dyn MechanicalSystem, s: &mut State) {
        self.weigh(system, s);
        self.place(system, s);
        self.restore_momenta(system, s, |_| true);
    }

    /// Gives the pieces with these supports the momenta that were remembered, by a rigid field of velocities per piece.
    pub fn restore_momenta(&mut self, system: &dyn MechanicalSystem, s: &mut State, which: impl Fn(&Support) -> bool) {
        self.weigh(system, s);
        let Self { aims, masses, mass_x, mass_v, .. } = self;
        for (piece, aim) in system.pieces().iter().zip(aims).filter(|(piece, _)| which(&piece.support)) {
            let frame = Frame::of(piece, s, masses, mass_x, mass_v);
            let drift = match piece.support {
                Support::None => (aim.linear - frame.linear) / frame.mass,
                _ => Vec3::zeros(),
            };
            let turn = frame.response * (aim.angular - frame.angular);
            for i in &piece.rows {
                add(&mut s.v, *i, drift + turn.cross(&(point(&s.x, *i) - frame.origin)));
            }
        }
    }

    /// Moves and turns the pieces of a state to where they should be, velocities with them.
    fn place(&mut self, system: &dyn MechanicalSystem, s: &mut State) {
        let Self { aims, masses, mass_x, mass_v, pose, .. } = self;
        for (piece, aim) in system.pieces().iter().zip(aims) {
            let frame = Frame::of(piece, s, masses, mass_x, mass_v);
            let goal = match piece.support {
                Support::Fixed => continue,
                Support::None => aim.center,
                _ => frame.origin,
            };
            let turn = orientation(piece, &frame, aim, s, masses, pose);
            for i in &piece.rows {
                let k = 3 * *i as usize;
                let (r, v) = (point(&s.x, *i) - frame.origin, point(&s.v, *i));
                s.x[k..k + 3].copy_from_slice((goal + turn * r).as_slice());
                s.v[k..k + 3].copy_from_slice((turn * v).as_slice());
            }
        }
    }

    /// Turns every piece on by the angle h w - 2 atan(h w/2) that the midpoint rule lags behind in a step, positions and velocities
    /// alike, about its angular momentum (its axis, if it has one): L, P, the kinetic energy and that of all strains stay. Returns
    /// the largest angle; what moves with its support is left alone.
    pub fn turn_on(&mut self, system: &dyn MechanicalSystem, h: f64, s: &mut State) -> f64 {
        self.weigh(system, s);
        let Self { masses, mass_x, mass_v, .. } = self;
        let mut most: f64 = 0.0;
        for piece in system.pieces().iter().filter(|piece| !piece.support.moves()) {
            let frame = Frame::of(piece, s, masses, mass_x, mass_v);
            let spin = frame.response * frame.angular;
            let about = if matches!(piece.support, Support::Axis(..)) { spin } else { frame.angular };
            let Some(axis) = nalgebra::Unit::try_new(about, 0.0) else { continue };
            let turn = h * axis.dot(&spin);
            let lag = turn - 2.0 * (0.5 * turn).atan();
            most = most.max(lag.abs());
            let rotation = nalgebra::Rotation3::from_axis_angle(&axis, lag);
            let drift = match piece.support {
                Support::None => frame.linear / frame.mass,
                _ => Vec3::zeros(),
            };
            for i in &piece.rows {
                let k = 3 * *i as usize;
                let (r, v) = (point(&s.x, *i) - frame.origin, point(&s.v, *i) - drift);
                s.x[k..k + 3].copy_from_slice((frame.origin + rotation * r).as_slice());
                s.v[k..k + 3].copy_from_slice((drift + rotation * v).as_slice());
            }
        }
        most
    }

    /// Takes the rigid motion out of velocities v at a state's positions.
    pub fn remove(&mut self, system: &dyn MechanicalSystem, at: &State, v: &mut [f64]) {
        self.weigh_velocities(system, &at.x, v);
        let Self { masses, mass_x, mass_v, .. } = self;
        for piece in system.pieces() {
            let frame = Frame::of(piece, at, masses, mass_x, mass_v);
            let turn = frame.response * frame.angular;
            let drift = match piece.support {
                Support::None => frame.linear / frame.mass,
                _ => Vec3::zeros(),
            };
            for i in &piece.rows {
                add(v, *i, -drift - turn.cross(&(point(&at.x, *i) - frame.origin)));
            }
        }
    }

    /// Kinetic energy of the vibration.
    pub fn vibration(&mut self, system: &dyn MechanicalSystem, s: &State) -> f64 {
        self.weigh(system, s);
        let Self { masses, mass_x, mass_v, .. } = self;
        let mut rigid = 0.0;
        for piece in system.pieces() {
            let frame = Frame::of(piece, s, masses, mass_x, mass_v);
            rigid += 0.5 * frame.angular.dot(&(frame.response * frame.angular));
            if matches!(piece.support, Support::None) {
                rigid += 0.5 * frame.linear.norm_squared() / frame.mass;
            }
        }
        0.5 * dot(&s.v, mass_v) - rigid
    }

    /// Multiplies the velocities of the vibration by a factor.
    pub fn scale_vibration(&mut self, system: &dyn MechanicalSystem, factor: f64, s: &mut State) {
        self.weigh(system, s);
        let Self { masses, mass_x, mass_v, .. } = self;
        s.v.iter_mut().for_each(|v| *v *= factor);
        for piece in system.pieces() {
            // The frame's velocities are those before, in `mass_v`.
            let frame = Frame::of(piece, s, masses, mass_x, mass_v);
            let (mut drift, turn) = (Vec3::zeros(), frame.response * frame.angular * (1.0 - factor));
            if matches!(piece.support, Support::None) {
                drift = frame.linear / frame.mass * (1.0 - factor);
            }
            for i in &piece.rows {
                add(&mut s.v, *i, drift + turn.cross(&(point(&s.x, *i) - frame.origin)));
            }
        }
    }

    /// Multiplies the vibration of `s`, whose energy is given, by the factor that makes the energy right up to a fraction;
    /// the new energy.
    pub fn correct(
        &mut self,
        system: &dyn MechanicalSystem,
        energy: Energy,
        books: &Books,
        fraction: f64,
        s: &mut State,
    ) -> Energy {
        let error = books.error(&energy);
        let vibration = self.vibration(system, s);
        let wanted = (1.0 - error / vibration).clamp(0.0, GROWTH * GROWTH);
        if error.abs() <= books.allowed(fraction) || !(vibration > 0.0 && wanted.is_finite()) {
            return energy;
        }
        self.scale_vibration(system, wanted.sqrt(), s);
        system.energy(s)
    }
}
