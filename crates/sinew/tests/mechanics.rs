//! The world of a scene: free and held vertices, masses, momentum, force rates, and the energy balance.

use std::sync::Arc;

use sinew::mechanics::elements::{project, symmetric_product};
use sinew::mechanics::*;
use sinew_math::sparse::{BlockMatrix, GeneralMatrix};

/// Springs of zero rest length: exactly linear, so every derivative is known.
struct Bands {
    edges: Vec<[u32; 2]>,
    stiffness: f64,
}

impl ElementLaw<2> for Bands {
    fn stencils(&self) -> &[[u32; 2]] {
        &self.edges
    }
    fn energy(&self, _e: usize, at: &Local<2>) -> f64 {
        0.5 * self.stiffness * (at.x[1] - at.x[0]).norm_squared()
    }
    fn force(&self, _e: usize, at: &Local<2>) -> [Vec3; 2] {
        let f = (at.x[1] - at.x[0]) * self.stiffness;
        [f, -f]
    }
    fn stiffness(&self, _e: usize, _at: &Local<2>) -> Blocks<2> {
        let k = Mat3::identity() * self.stiffness;
        [[k, -k], [-k, k]]
    }
}

/// A screw-like motion with every rate different from zero.
struct Screw;

impl Motion for Screw {
    fn pose(&self, t: f64) -> Pose {
        let axis = nalgebra::Unit::new_normalize(Vec3::new(1.0, 2.0, -1.0));
        Pose {
            center: Vec3::new(0.3, -0.2, 0.1),
            rotation: nalgebra::Rotation3::from_axis_angle(&axis, t * t).into_inner(),
            translation: Vec3::new(t.sin(), 0.5 * t * t, -t),
            spin: axis.into_inner() * (2.0 * t),
            velocity: Vec3::new(t.cos(), t, -1.0),
            spin_rate: axis.into_inner() * 2.0,
            acceleration: Vec3::new(-t.sin(), 1.0, 0.0),
        }
    }
}

fn ring(n: u32, consistent: bool) -> Parts {
    let mut rest = Vec::new();
    for i in 0..n {
        let phi = i as f64 * 0.7;
        rest.extend([phi.cos(), phi.sin(), 0.1 * i as f64]);
    }
    let edges = (0..n).flat_map(|i| [[i, (i + 1) % n], [i, (i + 2) % n]]).collect();
    Parts {
        point_masses: (0..n).map(|i| 0.5 + 0.1 * i as f64).collect(),
        tet_masses: vec![([0, 1, 2, 3], 3.0), ([1, 2, 3, 4], 2.0)],
        consistent,
        held: vec![Held { vertex: 2, motion: Arc::new(Screw) }],
        terms: vec![Box::new(Elements::new("bands", n as usize, Bands { edges, stiffness: 7.0 }))],
        rest,
        ..Parts::default()
    }
}

fn sample(world: &World, t: f64) -> State {
    let mut s = State::zeros(world.dofs());
    s.t = t;
    for (i, (x, v)) in s.x.iter_mut().zip(&mut s.v).enumerate() {
        *x = (1.3 * i as f64).sin();
        *v = (0.7 * i as f64 + 1.0).cos();
    }
    s
}

#[test]
fn a_pose_and_its_rates_belong_together() {
    let (p, t, eps) = (Vec3::new(1.0, 0.4, -0.3), 0.8, 1e-5);
    let (before, now, after) = (Screw.pose(t - eps), Screw.pose(t), Screw.pose(t + eps));
    let velocity = (after.position(p) - before.position(p)) / (2.0 * eps);
    let acceleration = (after.velocity(p) - before.velocity(p)) / (2.0 * eps);
    assert!((velocity - now.velocity(p)).norm() < 1e-8);
    assert!((acceleration - now.acceleration(p)).norm() < 1e-8);
    assert!((now.original(now.position(p)) - p).norm() < 1e-14);
}

#[test]
fn consistent_and_lumped_mass_carry_the_same_total() {
    let world = World::new(ring(6, true)).expect("a sound world");
    let lumped = World::new(ring(6, false)).expect("a sound world");
    let (a, b) = (world.all_mass().vertex_masses(), lumped.all_mass().vertex_masses());
    for (a, b) in a.iter().zip(&b) {
        assert!((a - b).abs() < 1e-14, "row sums are the lumped masses");
    }
    // Rigid translation has the same kinetic energy with both.
    let v: Vec<f64> = [1.0, -2.0, 0.5].repeat(6);
    let difference = world.all_mass().norm_squared(&v) - lumped.all_mass().norm_squared(&v);
    assert!(difference.abs() < 1e-12);
}

#[test]
fn mass_is_added_to_both_triangles() {
    for consistent in [false, true] {
        let world = World::new(ring(6, consistent)).expect("a sound world");
        let (mut symmetric, mut general) =
            (BlockMatrix::new(world.pattern().clone()), GeneralMatrix::new(world.pattern().clone()));
        world.mass().add_to(0.5, &mut symmetric);
        world.mass().add_to_general(0.5, &mut general);
        assert_eq!(general.to_dense(), symmetric.to_dense(), "consistent mass {consistent}");
    }
}

#[test]
fn scripted_vertices_move_the_force_as_force_rate_says() {
    for consistent in [false, true] {
        let world = World::new(ring(6, consistent)).expect("a sound world");
        let s = sample(&world, 0.6);
        let (eps, n) = (1e-5, world.dofs());
        let force_at = |t: f64| {
            let mut f = vec![0.0; n];
            world.force(&State { t, ..s.clone() }, &mut f);
            f
        };
        let (before, after) = (force_at(s.t - eps), force_at(s.t + eps));
        let mut rate = vec![0.0; n];
        world.force_rate(&s, &mut rate);
        for i in 0..n {
            let slope = (after[i] - before[i]) / (2.0 * eps);
            assert!((slope - rate[i]).abs() < 1e-7, "consistent mass {consistent}: {slope} against {}", rate[i]);
        }
        // With a consistent mass the inertia of the scripted vertices is part of it: a world without terms shows it.
        let coupling = World::new(Parts { terms: Vec::new(), ..ring(6, consistent) }).expect("a sound world");
        coupling.force_rate(&s, &mut rate);
        assert_eq!(rate.iter().any(|f| *f != 0.0), consistent);
        let mut difference = vec![0.0; n];
        let (a, b) = (State { t: 0.2, ..s.clone() }, sample(&world, 0.9));
        world.force_difference(&a, &b, &mut difference);
        let (fa, fb) = (force_at(0.2), force_at(0.9));
        for i in 0..n {
            assert!((difference[i] - (fb[i] - fa[i])).abs() < 1e-12);
        }
    }
}

/// d(total)/dt along the exact motion equals the injected power of the scripted vertex.
#[test]
fn the_reaction_of_a_scripted_vertex_balances_the_energy() {
    let world = World::new(ring(6, false)).expect("a sound world");
    let s = sample(&world, 0.6);
    let mut a = vec![0.0; world.dofs()];
    world.force(&s, &mut a);
    let masses = world.mass().lumped().expect("lumped").masses().to_vec();
    for (i, a) in a.iter_mut().enumerate() {
        *a /= masses[i / 3];
    }
    let eps = 1e-5;
    let moved = |e: f64| State {
        t: s.t + e,
        x: (0..s.x.len()).map(|i| s.x[i] + e * s.v[i] + 0.5 * e * e * a[i]).collect(),
        v: (0..s.x.len()).map(|i| s.v[i] + e * a[i]).collect(),
    };
    let slope = (world.energy(&moved(eps)).total() - world.energy(&moved(-eps)).total()) / (2.0 * eps);
    let powers = world.powers(&s, None);
    assert!((slope - powers.injected).abs() < 1e-7 * slope.abs().max(1.0), "{slope} against {powers:?}");
}

#[test]
fn the_assembled_tangent_is_the_derivative_of_the_force() {
    let world = World::new(ring(6, true)).expect("a sound world");
    let s = sample(&world, 0.3);
    let mut a = sinew_math::sparse::BlockMatrix::new(world.pattern().clone());
    world.tangent(&s, Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 }, false, &mut a);
    let dx: Vec<f64> = (0..world.dofs()).map(|i| (i as f64 * 0.37).sin()).collect();
    let (mut assembled, mut direct) = (vec![0.0; dx.len()], vec![0.0; dx.len()]);
    sinew_math::operator::LinearOperator::apply(&a, &dx, &mut assembled);
    world.stiffness_product(&s, &dx, &mut direct);
    for (a, b) in assembled.iter().zip(&direct) {
        assert!((a - b).abs() < 1e-12);
    }
    world.tangent(&s, Weights { mass: 2.0, damping: 0.0, stiffness: 0.0 }, false, &mut a);
    sinew_math::operator::LinearOperator::apply(&a, &dx, &mut assembled);
    world.mass().apply(&dx, &mut direct);
    for (a, b) in assembled.iter().zip(&direct) {
        assert!((a - 2.0 * b).abs() < 1e-12);
    }
}

#[test]
fn momentum_of_a_rigid_motion_is_that_of_a_rigid_body() {
    let mut parts = ring(5, false);
    parts.held.clear();
    let world = World::new(parts).expect("a sound world");
    let (u, w) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(-0.5, 0.2, 0.9));
    let x = world.rest().to_vec();
    let mut v = vec![0.0; x.len()];
    let (mut p, mut l) = (Vec3::zeros(), Vec3::zeros());
    for (i, m) in world.all_mass().vertex_masses().iter().enumerate() {
        let r = Vec3::from_column_slice(&x[3 * i..3 * i + 3]);
        let vi = u + w.cross(&r);
        v[3 * i..3 * i + 3].copy_from_slice(vi.as_slice());
        p += vi * *m;
        l += r.cross(&vi) * *m;
    }
    let momentum = world.momentum(&world.restrict(0.0, &x, &v));
    assert!((Vec3::from(momentum.linear) - p).norm() < 1e-12 * p.norm());
    assert!((Vec3::from(momentum.angular) - l).norm() < 1e-12 * l.norm());
}

#[test]
fn bad_worlds_are_refused_by_name() {
    let mut parts = ring(6, false);
    parts.point_masses[5] = 0.0;
    assert_eq!(World::new(parts).err(), Some(WorldError::BadMass { vertex: 5, mass: 0.0 }));
    let mut parts = ring(6, false);
    parts.rest[4] = f64::NAN;
    assert_eq!(World::new(parts).err(), Some(WorldError::NonFinite { vertex: 1 }));
    let mut parts = ring(6, false);
    parts.held = (0..6).map(|vertex| Held { vertex, motion: Arc::new(motion::Still) }).collect();
    assert_eq!(World::new(parts).err(), Some(WorldError::NothingFree));
}

#[test]
fn projection_leaves_a_definite_matrix_alone_and_mends_an_indefinite_one() {
    let sound: Blocks<2> = [[Mat3::identity() * 2.0, Mat3::identity()], [Mat3::identity(), Mat3::identity() * 2.0]];
    assert_eq!(project(&sound), sound);
    let broken: Blocks<2> = [[Mat3::identity(), Mat3::identity() * 3.0], [Mat3::identity() * 3.0, Mat3::identity()]];
    let mended = project(&broken);
    // Eigenvalues 4 and -2 become 4 and 0: along (1,1) nothing changes, along (1,-1) nothing is left.
    let (one, zero) = (Vec3::new(1.0, 0.0, 0.0), Vec3::zeros());
    let kept = symmetric_product(&mended, &[one, one]);
    let gone = symmetric_product(&mended, &[one, -one]);
    assert!((kept[0] - one * 4.0).norm() < 1e-12 && (kept[1] - one * 4.0).norm() < 1e-12);
    assert!((gone[0] - zero).norm() < 1e-12 && (gone[1] - zero).norm() < 1e-12);
}
