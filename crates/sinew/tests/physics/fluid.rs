//! Regularised Stokeslets against closed forms, and the drag of the fluid as a force term.

use std::f64::consts::PI;
use std::sync::Arc;

use sinew::mechanics::check::{self, Sample};
use sinew::mechanics::{Configuration, ForceTerm, Vec3};
use sinew::models::fluid::{Motor, Stokeslet, motor, stokes_fluid, velocities};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, Pattern};

use crate::support::{Random, point};

const LAW: Stokeslet = Stokeslet { viscosity: 1.3, blob: 0.2 };

#[test]
fn one_stokeslet_has_its_closed_form() {
    let g = Vec3::new(0.3, -1.0, 0.5);
    // At the blob: g/(4 pi mu eps).
    assert!((LAW.velocity(&Vec3::zeros(), &g) - g / (4.0 * PI * 1.3 * 0.2)).norm() < 1e-15);
    // Far away: the Stokeslet of a point, (I/r + d d^T/r^3) g/(8 pi mu), up to (eps/r)^2.
    for r in [10.0, 100.0] {
        let d = Vec3::new(1.0, 2.0, -2.0) / 3.0 * r;
        let exact = (g / r + d * (d.dot(&g) / (r * r * r))) / (8.0 * PI * 1.3);
        let off = (LAW.velocity(&d, &g) - exact).norm() / exact.norm();
        assert!(off < 3.0 * (0.2f64 / r).powi(2), "{r}: {off:e}");
        assert!((LAW.matrix(&d) * g - LAW.velocity(&d, &g)).norm() < 1e-15);
    }
}

#[test]
fn the_flow_has_no_sources_and_its_stress_is_the_blob() {
    let g = Vec3::new(0.3, -1.0, 0.5);
    let eps = LAW.blob;
    for d in [Vec3::new(0.05, 0.1, -0.02), Vec3::new(0.3, -0.2, 0.4), Vec3::new(2.0, 1.0, -3.0)] {
        // div u = 0, exactly.
        let slope = |d: &Vec3, c: usize| LAW.velocity_change(d, &g, &Vec3::ith(c, 1.0));
        let divergence: f64 = (0..3).map(|c| slope(&d, c)[c]).sum();
        assert!(divergence.abs() < 1e-14 * slope(&d, 0).norm().max(1e-3));
        // mu lap u - grad p + g phi = 0 with p = (g . d)(2 r^2 + 5 eps^2)/(8 pi (r^2 + eps^2)^(5/2)).
        let h = 1e-4;
        let step = |c: usize| Vec3::ith(c, h);
        let laplacian: Vec3 = (0..3).map(|c| (slope(&(d + step(c)), c) - slope(&(d - step(c)), c)) / (2.0 * h)).sum();
        let pressure = |d: &Vec3| {
            let s = d.norm_squared();
            g.dot(d) * (2.0 * s + 5.0 * eps * eps) / (8.0 * PI * (s + eps * eps).powf(2.5))
        };
        let gradient = Vec3::from_fn(|c, _| (pressure(&(d + step(c))) - pressure(&(d - step(c)))) / (2.0 * h));
        let blob = 15.0 * eps.powi(4) / (8.0 * PI * (d.norm_squared() + eps * eps).powf(3.5));
        let rest = laplacian * LAW.viscosity - gradient + g * blob;
        // Second differences of step 1e-4 of a field that varies over eps: (h/eps)^2 = 2.5e-7, and rounding 1e-8.
        let scale = gradient.norm() + blob * g.norm();
        assert!(rest.norm() < 1e-4 * scale, "{d}: {rest} of {scale}");
    }
}

/// Points spread evenly over a sphere of radius 1, and their spacing.
fn sphere(n: usize) -> (Vec<f64>, f64) {
    let golden = PI * (3.0 - 5f64.sqrt());
    let place = |k: usize| {
        let z = 1.0 - (2 * k + 1) as f64 / n as f64;
        let r = (1.0 - z * z).sqrt();
        [r * (golden * k as f64).cos(), r * (golden * k as f64).sin(), z]
    };
    ((0..n).flat_map(place).collect(), (4.0 * PI / n as f64).sqrt())
}

#[test]
fn a_sphere_has_the_drag_of_stokes() {
    let mut errors = Vec::new();
    for n in [100, 400] {
        let (x, spacing) = sphere(n);
        let law = Stokeslet { viscosity: 1.3, blob: 0.4 * spacing };
        let fluid = stokes_fluid("fluid", n, (0..n as u32).collect(), law).expect("sensible numbers");
        let drag = |v: Vec<f64>| fluid.forces_on_fluid(&Configuration { t: 0.0, x: &x, v: &v });
        let g = drag((0..n).flat_map(|_| [0.7, 0.0, 0.0]).collect());
        let force = (0..n).map(|i| point(&g, i)).sum::<Vec3>().x / (6.0 * PI * 1.3 * 0.7);
        let spin = Vec3::new(0.0, 0.0, 2.0);
        let g = drag((0..n).flat_map(|i| <[f64; 3]>::from(spin.cross(&point(&x, i)))).collect());
        let torque = (0..n).map(|i| point(&x, i).cross(&point(&g, i))).sum::<Vec3>().z / (8.0 * PI * 1.3 * 2.0);
        println!("{n} points: drag {force:.4} of 6 pi mu a, torque {torque:.4} of 8 pi mu a^3");
        errors.push([(force - 1.0).abs(), (torque - 1.0).abs()]);
    }
    // Both the blob and the gaps between points change the radius that the fluid feels in proportion to the spacing, 0.35 and 0.18.
    assert!(errors[1][0] < 0.03 && errors[1][1] < 0.06, "{errors:?}");
    assert!(errors[0][0] < 0.08 && errors[0][1] < 0.15, "{errors:?}");
}

#[test]
fn forces_and_velocities_undo_each_other() {
    let (x, spacing) = sphere(60);
    let law = Stokeslet { viscosity: 0.8, blob: 0.5 * spacing };
    let fluid = stokes_fluid("fluid", 60, (0..60).collect(), law).expect("sensible numbers");
    let v = Random(3).vector(180);
    let g = fluid.forces_on_fluid(&Configuration { t: 0.0, x: &x, v: &v });
    let points: Vec<Vec3> = (0..60).map(|i| point(&x, i)).collect();
    let forces: Vec<Vec3> = (0..60).map(|i| point(&g, i)).collect();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let mut u = vec![0.0; 180];
        pool.install(|| velocities(&law, &points, &points, &forces, &mut u));
        u
    };
    let u = with(1);
    assert_eq!(u, with(3), "same bits for any number of threads");
    // The condition of S is some hundreds.
    assert!(u.iter().zip(&v).all(|(u, v)| (u - v).abs() < 1e-11));
}

fn moving(n: usize) -> Sample {
    let mut random = Random(17);
    let x = (0..n).flat_map(|i| [0.5 * (i % 3) as f64, 0.5 * (i / 3) as f64, 0.1 * i as f64]);
    let x: Vec<f64> = x.map(|x| x + 0.1 * random.next()).collect();
    Sample { t: 0.0, v: random.vector(3 * n), x }
}

#[test]
fn the_drag_has_its_derivatives() {
    let s = moving(10);
    // Vertex 4 stays dry, and the order is not that of the vertices.
    let mut term = stokes_fluid("fluid", 10, vec![9, 8, 7, 6, 5, 0, 1, 2, 3], LAW).expect("sensible numbers");
    let mut random = Random(4);
    let (dx, dv) = (random.vector(30), random.vector(30));
    assert!(check::damping_against_force(&term, &s, &dv, 1e-6) < 1e-8);
    assert!(check::stiffness_against_force(&term, &s, &dx, 1e-6) < 1e-7);
    assert!(check::force_difference(&term, &s, &s.moved(0.01, &dx)) < 1e-12);

    // The assembled matrix is D, symmetric and positive: what it takes is dissipated.
    let mut pairs = Vec::new();
    term.couplings(&mut |i, j| pairs.push((i, j)));
    let pattern = Arc::new(Pattern::new(10, pairs));
    term.bind(&(0..10).collect::<Vec<u32>>(), &pattern);
    let mut a = BlockMatrix::new(pattern);
    term.add_tangent(&s.at(), 1.0, 1.0, false, &mut a);
    let (mut assembled, mut product) = (vec![0.0; 30], vec![0.0; 30]);
    a.apply(&dv, &mut assembled);
    term.add_damping_product(&s.at(), &dv, &mut product);
    assert!(check::discrepancy(&assembled, &product, 0.0) < 1e-12);
    assert!(sinew_math::parallel::dot(&dv, &product) > 0.0);
}

#[test]
fn a_motor_has_its_torque_and_nothing_else() {
    let s = moving(12);
    let settings = Motor { rotor: vec![0, 1, 2, 3], stator: vec![7, 8, 9, 10, 11], torque: 2.5 };
    let term = motor("motor", &s.x, settings.clone()).expect("two bodies");
    let mut f = vec![0.0; 36];
    term.add_force(&s.at(), &mut f);
    let mean = |set: &[u32]| set.iter().map(|v| point(&s.x, *v as usize)).sum::<Vec3>() / set.len() as f64;
    let axis = (mean(&settings.rotor) - mean(&settings.stator)).normalize();
    for (set, torque) in [(&settings.rotor, 2.5), (&settings.stator, -2.5)] {
        let force: Vec3 = set.iter().map(|v| point(&f, *v as usize)).sum();
        let turn: Vec3 = set.iter().map(|v| point(&s.x, *v as usize).cross(&point(&f, *v as usize))).sum();
        assert!(force.norm() < 1e-13 && (turn - axis * torque).norm() < 1e-12, "{force} {turn}");
    }
    let dx = Random(8).vector(36);
    assert!(check::stiffness_against_force(term.as_ref(), &s, &dx, 1e-6) < 1e-7);
    let line = Motor { rotor: vec![0, 1], ..settings };
    assert!(motor("motor", &s.x, line).err().expect("two points").to_string().contains("not on one line"));
}
