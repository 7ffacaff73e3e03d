//! Physics against closed forms: frequencies of bars, beams and plates, free fall, pendulum, two bodies, static sag.

mod common;

use std::f64::consts::PI;
use std::sync::Arc;

use common::{RUBBER, Solid, at_rest, block, integrator};
use sinew::mechanics::motion::Still;
use sinew::mechanics::*;
use sinew::models::solids::Lame;
use sinew::models::springs::{Springs, springs};
use sinew::models::{damping, forces};
use sinew_math::parallel::{axpy, dot, norm};
use sinew_math::solve::{LinearSolver, Method, SolverOptions};
use sinew_math::sparse::BlockMatrix;

/// Lowest angular frequency by inverse iteration on (K, M) with the sparse factor.
fn lowest_frequency(world: &World) -> f64 {
    let s = at_rest(world);
    let mut k = BlockMatrix::new(world.pattern().clone());
    world.tangent(&s, Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 }, false, &mut k);
    let options = SolverOptions { method: Method::Cholesky, ..Default::default() };
    let mut solver = LinearSolver::new(world.pattern(), options).expect("the factor fits into memory");
    solver.update(&k).expect("a supported structure is positive definite");
    let n = world.dofs();
    let mut w: Vec<f64> = (0..n).map(|i| 1.0 + 0.1 * (i as f64).sin()).collect();
    let (mut mw, mut next) = (vec![0.0; n], vec![0.0; n]);
    let mut omega_squared = 0.0;
    for _ in 0..200 {
        world.mass().apply(&w, &mut mw);
        solver.solve(&k, &mw, &mut next).expect("the factor is sound");
        // Rayleigh quotient of K^-1 M in the M inner product.
        let previous = omega_squared;
        omega_squared = dot(&w, &mw) / dot(&next, &mw);
        let scale = 1.0 / norm(&next);
        w.iter_mut().zip(&next).for_each(|(w, n)| *w = n * scale);
        if (omega_squared - previous).abs() < 1e-10 * omega_squared {
            break;
        }
    }
    omega_squared.sqrt()
}

/// The limit of three values on meshes of cell size 4, 2, 1 with the observed order of convergence.
fn richardson([coarse, middle, fine]: [f64; 3]) -> f64 {
    let ratio = (coarse - middle) / (middle - fine);
    assert!(ratio > 2.0, "no convergence: {coarse} {middle} {fine}");
    fine - (middle - fine) / (ratio - 1.0)
}

/// Clamped-free bar with nu = 0: omega_k = (2k - 1) pi/2 c/L, c = sqrt(E/rho).
#[test]
fn axial_frequencies_of_a_bar() {
    let bar = Solid { material: "linear", poisson: 0.0, ..RUBBER };
    let mesh = block([1.0, 0.05, 0.05], [40, 2, 2]);
    for k in 1..=3 {
        let mut world = bar.world(&mesh, |p| p[0] < 1e-9);
        let wave = (2 * k - 1) as f64 * PI / 2.0;
        let omega = wave * (bar.young / bar.density).sqrt();
        let shape: Vec<f64> = {
            let all: Vec<f64> = mesh.vertices.iter().flat_map(|p| [(wave * p[0]).sin(), 0.0, 0.0]).collect();
            world.restrict(0.0, &all, &all).x
        };
        let mut s = at_rest(&world);
        let rest = s.x.clone();
        axpy(1e-3, &shape, &mut s.x);

        // Periods between upward zero crossings of the modal amplitude.
        let mut newmark = integrator("newmark", "");
        let h = 2.0 * PI / omega / 200.0;
        let mut crossings = Vec::new();
        let (mut mass_shape, mut last) = (vec![0.0; shape.len()], 1.0);
        world.mass().apply(&shape, &mut mass_shape);
        while crossings.len() < 4 {
            newmark.step(&mut world, &mut s, h).expect("a linear step cannot fail");
            let q = dot(&s.x, &mass_shape) - dot(&rest, &mass_shape);
            if last < 0.0 && q >= 0.0 {
                crossings.push(s.t - h * q / (q - last));
            }
            last = q;
            assert!(s.t < 20.0 * 2.0 * PI / omega, "the bar does not swing");
        }
        let measured = 2.0 * PI * 3.0 / (crossings[3] - crossings[0]);
        println!("axial mode {k}: {measured} against {omega} rad/s");
        assert!((measured / omega - 1.0).abs() < 5e-3, "axial mode {k}: {measured} against {omega} rad/s");
    }
}

/// First bending frequency of a cantilever. Slender-beam theory with the shear flexibility added in series
/// (1/omega^2 = 1/omega_bending^2 + 1/omega_shear^2), nu = 0 so that the clamp does not restrain the cross section.
#[test]
fn bending_frequency_of_a_cantilever() {
    let beam = Solid { material: "corotated", poisson: 0.0, ..RUBBER };
    let (length, height) = (1.0, 0.1);
    let omegas = [2, 4, 8].map(|n| {
        let mesh = block([length, height, height], [10 * n, n, n]);
        lowest_frequency(&beam.world(&mesh, |p| p[0] < 1e-9))
    });
    let c = (beam.young / beam.density).sqrt();
    let bending = 1.875104_f64.powi(2) * c * height / 12.0_f64.sqrt() / length.powi(2);
    let shear = PI / 2.0 * (5.0 / 6.0 / 2.0_f64).sqrt() * c / length;
    let exact = (bending.powi(-2) + shear.powi(-2)).powf(-0.5);
    let measured = richardson(omegas);
    println!("cantilever: {measured} against {exact} rad/s from {omegas:?}");
    assert!((measured / exact - 1.0).abs() < 0.01, "{measured} against {exact} rad/s from {omegas:?}");
}

/// A support that stops a vertex in some directions only.
struct Rollers {
    vertices: Vec<[u32; 1]>,
    stopped: Vec<[bool; 3]>,
    rest: Vec<Vec3>,
    stiffness: f64,
}

impl ElementLaw<1> for Rollers {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.vertices
    }
    fn energy(&self, e: usize, at: &Local<1>) -> f64 {
        -0.5 * self.force(e, at)[0].dot(&(at.x[0] - self.rest[e]))
    }
    fn force(&self, e: usize, at: &Local<1>) -> [Vec3; 1] {
        [-(self.stiffness(e, at)[0][0] * (at.x[0] - self.rest[e]))]
    }
    fn stiffness(&self, e: usize, _at: &Local<1>) -> Blocks<1> {
        let k = |c: usize| if self.stopped[e][c] { self.stiffness } else { 0.0 };
        [[Mat3::from_diagonal(&Vec3::new(k(0), k(1), k(2)))]]
    }
}

/// NAFEMS FV52, simply supported thick square plate 10 x 10 x 1 m: 45.897 Hz. One quarter with symmetry planes; on the
/// supported sides the two displacements along the side are stopped, as the closed form assumes. [nafems1990]
#[test]
fn first_frequency_of_the_nafems_thick_plate() {
    let steel = Solid { material: "linear", young: 200e9, poisson: 0.3, density: 8000.0 };
    let hertz = [1, 2, 4].map(|n| {
        let mesh = block([5.0, 5.0, 1.0], [10 * n, 10 * n, 2 * n]);
        let low = |c: usize| mesh.vertices.iter().map(|p| p[c]).fold(f64::INFINITY, f64::min);
        let origin = [low(0), low(1)];
        let mut parts = steel.parts(&mesh, |_| false);
        let mut rollers = Rollers { vertices: vec![], stopped: vec![], rest: vec![], stiffness: 1e3 * steel.young };
        for (v, p) in mesh.vertices.iter().enumerate() {
            let near = |c: usize, at: f64| (p[c] - origin[c] - at).abs() < 1e-9;
            let (side_x, side_y) = (near(0, 5.0), near(1, 5.0));
            // Symmetry stops the normal displacement, a support the tangential and the vertical one.
            let stopped = [near(0, 0.0) || side_y, near(1, 0.0) || side_x, side_x || side_y];
            if stopped.contains(&true) {
                rollers.vertices.push([v as u32]);
                rollers.stopped.push(stopped);
                rollers.rest.push(Vec3::from(*p));
            }
        }
        parts.terms.push(Box::new(Elements::new("rollers", mesh.vertices.len(), rollers)));
        lowest_frequency(&World::new(parts).expect("a sound world")) / (2.0 * PI)
    });
    let measured = richardson(hertz);
    println!("thick plate: {measured} against 45.897 Hz from {hertz:?}");
    assert!((measured / 45.897 - 1.0).abs() < 0.02, "{measured} Hz from {hertz:?}");
}

/// Where a beam comes to rest under gravity depends on neither step, damping, scheme nor linear solver.
#[test]
fn static_sag_is_the_same_for_every_way_to_reach_it() {
    let mesh = block([1.0, 0.25, 0.25], [8, 2, 2]);
    let sag = |scheme: &str, options: &str, h: f64, steps: usize, alpha: f64| {
        let mut parts = RUBBER.parts(&mesh, |p| p[0] < 1e-9);
        let masses = RUBBER.masses(&mesh);
        parts.terms.push(forces::gravity(&masses, [0.0, 0.0, -9.81]).expect("sound gravity"));
        if alpha > 0.0 {
            let rest = parts.rest.clone();
            let term =
                damping::rayleigh("damping", alpha, 1e-4, &masses, &mut parts.terms, &rest).expect("sound damping");
            parts.terms.push(term);
        }
        let mut world = World::new(parts).expect("a sound world");
        let mut s = at_rest(&world);
        let mut scheme = integrator(scheme, options);
        for _ in 0..steps {
            scheme.step(&mut world, &mut s, h).expect("the beam comes to rest");
        }
        s.x.chunks(3).map(|p| p[2]).fold(f64::INFINITY, f64::min)
    };
    let reference = sag("backward-euler", "tolerance = 1e-10", 100.0, 20, 0.0);
    assert!(reference < -0.2, "gravity bends the beam: {reference}");
    for (scheme, options, h, steps, alpha) in [
        ("backward-euler", "", 10.0, 20, 0.0),
        ("backward-euler", "solver = \"cg\"\nsolver_tolerance = 1e-10", 10.0, 20, 0.0),
        ("backward-euler", "solver = \"cholesky\"", 0.5, 60, 0.0),
        ("backward-euler", "", 0.5, 60, 3.0),
        ("bdf2", "", 0.5, 80, 0.0),
        ("semi-implicit", "", 0.5, 120, 3.0),
        ("implicit-midpoint", "", 0.02, 700, 8.0),
        ("newmark", "", 0.02, 700, 8.0),
    ] {
        let found = sag(scheme, options, h, steps, alpha);
        let error = (found / reference - 1.0).abs();
        println!("{scheme} {options} h = {h}, alpha = {alpha}: sag off by {error:e}");
        assert!(error < 1e-6, "{scheme} {options} h = {h}, alpha = {alpha}: {found} against {reference}");
    }
}

/// Two masses on a spring: the relative distance oscillates with omega^2 = k (1/m1 + 1/m2).
#[test]
fn two_bodies_on_a_spring() {
    let (m1, m2, k) = (1.0, 3.0, 50.0);
    let net = Springs { edges: vec![[0, 1]], stiffness: vec![k], rest_length: vec![1.0], cubic: vec![0.0] };
    let parts = Parts {
        rest: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        point_masses: vec![m1, m2],
        terms: vec![springs("spring", 2, net).expect("a sound spring")],
        ..Parts::default()
    };
    let mut world = World::new(parts).expect("a sound world");
    let mut s = at_rest(&world);
    s.x[3] = 1.2;
    let mut rk4 = integrator("rk4", "");
    let omega = (k * (1.0 / m1 + 1.0 / m2)).sqrt();
    for _ in 0..2000 {
        rk4.step(&mut world, &mut s, 1e-3).expect("an explicit step");
        let exact = 1.0 + 0.2 * (omega * s.t).cos();
        assert!((s.x[3] - s.x[0] - exact).abs() < 1e-9, "at t = {}", s.t);
    }
}

/// A stiff rod swinging at small angle: omega^2 = g / l.
#[test]
fn period_of_a_pendulum() {
    let (length, g) = (1.0, 9.81);
    let net = Springs { edges: vec![[0, 1]], stiffness: vec![1e7], rest_length: vec![length], cubic: vec![0.0] };
    let masses = Mass::from_masses(vec![1.0, 1.0]);
    let parts = Parts {
        rest: vec![0.0, 0.0, 0.0, 0.0, 0.0, -length],
        point_masses: vec![1.0, 1.0],
        held: vec![Held { vertex: 0, motion: Arc::new(Still) }],
        terms: vec![
            springs("rod", 2, net).expect("a sound spring"),
            forces::gravity(&masses, [0.0, 0.0, -g]).expect("sound gravity"),
        ],
        ..Parts::default()
    };
    let mut world = World::new(parts).expect("a sound world");
    let angle = 0.2_f64;
    let mut s = at_rest(&world);
    s.x = vec![length * angle.sin(), 0.0, -length * angle.cos()];
    let mut scheme = integrator("implicit-midpoint", "");
    // Exact period through the arithmetic-geometric mean.
    let (mut a, mut b) = (1.0_f64, (angle / 2.0).cos());
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    let period = 2.0 * PI * (length / g).sqrt() / a;
    let (mut crossings, mut last, h) = (Vec::new(), s.x[0], 2e-3);
    while crossings.len() < 3 {
        scheme.step(&mut world, &mut s, h).expect("the pendulum swings");
        if last < 0.0 && s.x[0] >= 0.0 {
            crossings.push(s.t - h * s.x[0] / (s.x[0] - last));
        }
        last = s.x[0];
    }
    let measured = (crossings[2] - crossings[0]) / 2.0;
    assert!((measured / period - 1.0).abs() < 1e-4, "{measured} against {period} s");
}

/// Material damping must not slow a falling body: vertices stay on the parabola.
#[test]
fn free_fall_is_not_disturbed_by_material_damping() {
    let mesh = block([0.4, 0.2, 0.3], [2, 1, 2]);
    for kind in ["rayleigh", "strain-rate"] {
        let mut parts = RUBBER.parts(&mesh, |_| false);
        let masses = RUBBER.masses(&mesh);
        let rest = parts.rest.clone();
        let term = match kind {
            "rayleigh" => damping::rayleigh("damping", 0.0, 0.01, &masses, &mut parts.terms, &rest),
            _ => damping::strain_rate_tets("damping", Lame { mu: 1e3, lambda: 1e3 }, &rest, &mesh.tets),
        };
        parts.terms.push(term.expect("sound damping"));
        parts.terms.push(forces::gravity(&masses, [0.0, 0.0, -10.0]).expect("sound gravity"));
        let mut world = World::new(parts).expect("a sound world");
        let mut s = at_rest(&world);
        let mut scheme = integrator("implicit-midpoint", "");
        for _ in 0..50 {
            scheme.step(&mut world, &mut s, 0.01).expect("falling is easy");
        }
        let drop = -5.0 * s.t * s.t;
        for (x, rest) in s.x.chunks(3).zip(mesh.vertices.iter()) {
            let error = (x[2] - rest[2] - drop).abs().max((x[0] - rest[0]).abs());
            assert!(error < 1e-12 * drop.abs(), "{kind}: off the parabola by {error}");
        }
    }
}
