//! `generalized-alpha` and `tr-bdf2` against their closed forms on a linear oscillator, at steps up to a million times the
//! period, and what they keep when steps change, states jump or a run is taken up again.

mod common {
    pub mod problems;
    pub mod running;
}

use common::problems::*;
use common::running::*;
use nalgebra::{Complex, Matrix3, Vector3};
use sinew::integrators::{History, Integrator};
use sinew::mechanics::*;

/// x'' = -z^2 x - 2 xi z x' for one vertex of 1 kg: at h = 1 everything depends on z = h omega alone.
fn oscillator(z: f64, xi: f64) -> (World, State) {
    let body = Body { rest: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0], point_masses: vec![1.0, 1.0], ..Body::default() };
    let spring = Springs { edges: vec![[0, 1]], stiffness: z * z, cubic: 0.0, lengths: vec![0.0] };
    let body = body.clamp().with(spring);
    let drag = Drag { vertices: vec![[1]], coefficient: 2.0 * xi * z, quadratic: false };
    let (world, mut s) = if xi > 0.0 { body.with(drag) } else { body }.build();
    s.x.fill(0.0);
    (world, s)
}

fn alpha(rho: f64) -> String {
    format!("rho = {rho:?}\nsolver = \"cholesky\"")
}

/// The map of (x, h v, h^2 a) over one step of h = 1, as it is.
fn measured(rho: f64, z: f64, xi: f64) -> Matrix3<f64> {
    let (mut world, zero) = oscillator(z, xi);
    let columns = [0, 1, 2].map(|k| {
        let unit = Vector3::ith(k, 1.0);
        let mut s = State { x: vec![unit[0], 0.0, 0.0], v: vec![unit[1], 0.0, 0.0], ..zero.clone() };
        let mut scheme = make("generalized-alpha", &alpha(rho));
        let a = vec![unit[2], 0.0, 0.0];
        let arrays = [("acceleration", a.clone()), ("previous_acceleration", a), ("last_step", vec![1.0])]
            .map(|(k, v)| (k.into(), v));
        scheme.restore(&History(arrays.into()));
        scheme.step(&mut world, &mut s, 1.0).expect("a linear step");
        let History(after) = scheme.save();
        Vector3::new(s.x[0], s.v[0], after["acceleration"][0])
    });
    Matrix3::from_columns(&columns)
}

/// The same from the three equations of [chung1993], with its four parameters.
fn textbook(rho: f64, z: f64, xi: f64) -> Matrix3<f64> {
    let (m, f) = ((2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0));
    let (beta, gamma) = (0.25 * (1.0 - m + f) * (1.0 - m + f), 0.5 - m + f);
    let (k, d) = (z * z, 2.0 * xi * z);
    let new = Matrix3::new(1.0, 0.0, -beta, 0.0, 1.0, -gamma, k * (1.0 - f), d * (1.0 - f), 1.0 - m);
    let old = Matrix3::new(1.0, 1.0, 0.5 - beta, 0.0, 1.0, 1.0 - gamma, -k * f, -d * f, -m);
    new.try_inverse().expect("every step can be made") * old
}

fn radius(a: &Matrix3<f64>) -> f64 {
    a.complex_eigenvalues().iter().map(|l| l.norm()).fold(0.0, f64::max)
}

#[test]
fn generalized_alpha_has_the_amplification_of_its_paper() {
    for rho in [0.0, 0.3, 0.5, 0.8, 0.95, 1.0] {
        for xi in [0.0, 0.1] {
            let mut radii = Vec::new();
            for z in [1e-2, 0.3, 1.0, 3.0, 30.0, 1e3, 1e6] {
                let (here, there) = (measured(rho, z, xi), textbook(rho, z, xi));
                // Entries are of size 1 to 4 but for h^2 a from x, which is z^2 where the step resolves the motion.
                let error = (here - there).abs().max();
                assert!(error < 1e-11, "rho {rho}, xi {xi}, z {z}: {error:e} between {here} and {there}");
                radii.push(radius(&here));
                // Near z = 1e6 a triple eigenvalue, whose rounding shows as its cube root.
                assert!(radius(&here) < 1.0 + 1e-4, "rho {rho}, xi {xi}, z {z}: {}", radius(&here));
            }
            println!("rho {rho}, xi {xi}: {radii:.6?}");
            // Three eigenvalues meet at -rho: perturbed by 1/z^2 = 1e-12 they are a cube root, 1e-4, away.
            let end = radii[radii.len() - 1];
            assert!((end - rho).abs() < 1e-3, "rho {rho}, xi {xi}: {end}");
        }
    }
}

/// One step multiplies x - i v / omega by R(i z), R(z) = (1 + (sqrt 2 - 1) z) / (1 - (1 - 1/sqrt 2) z)^2.
#[test]
fn tr_bdf2_has_the_amplification_of_its_paper() {
    let root = std::f64::consts::SQRT_2;
    for z in [1e-2, 0.3, 1.0, 3.0, 30.0, 1e3, 1e6] {
        let (mut world, zero) = oscillator(z, 0.0);
        let iz = Complex::new(0.0, z);
        let pole = -iz * (1.0 - 1.0 / root) + 1.0;
        let factor = (iz * (root - 1.0) + 1.0) / (pole * pole);
        for start in [Complex::new(1.0, 0.0), Complex::new(0.0, -1.0), Complex::new(0.6, -0.8)] {
            let mut s = State { x: vec![start.re, 0.0, 0.0], v: vec![-z * start.im, 0.0, 0.0], ..zero.clone() };
            make("tr-bdf2", "").step(&mut world, &mut s, 1.0).expect("a linear step");
            let error = (Complex::new(s.x[0], -s.v[0] / z) - start * factor).norm();
            // h v, of size z, is the largest of what is summed; for z = 1e6 that leaves 1e-9 of the 5e-6 that remain.
            assert!(error < 32.0 * f64::EPSILON * (1.0 + z), "z {z} from {start}: {error:e}");
        }
        println!("z {z:e}: {:.6e}", factor.norm());
        if z == 1e6 {
            assert!(factor.norm() < 5e-6);
        }
    }
}

/// Springs of zero length: forces linear in x, energies quadratic.
fn linear_net() -> (World, State) {
    let mut body = Body::net(3, 0.0, 0.0).clamp();
    let lengths = vec![0.0; body.edges.len()];
    let springs = Springs { edges: body.edges.clone(), stiffness: 4e3, cubic: 0.0, lengths };
    body.terms[0] = Box::new(Elements::new("bands", body.vertices(), springs));
    body.build()
}

#[test]
fn without_damping_generalized_alpha_keeps_quadratic_energies() {
    for h in [1e-3, 0.03, 1.0] {
        let (mut world, start) = linear_net();
        let before = world.energy(&start).total();
        let kept = |rho: f64, world: &mut World| {
            let (end, _) = run(make("generalized-alpha", &alpha(rho)).as_mut(), world, &start, 1000.0 * h, 1000);
            world.energy(&end).total() / before
        };
        let error = (kept(1.0, &mut world) - 1.0).abs();
        // A thousand roundings of states whose velocity is h omega = 120 times what moves them.
        assert!(error < 1e-10, "h = {h}: {error:e}");
        let damped = kept(0.8, &mut world);
        assert!(h < 0.01 || damped < 0.5, "h = {h}: {damped} of the energy left at rho = 0.8");
    }
}

#[test]
fn generalized_alpha_without_damping_is_the_midpoint_rule() {
    let (mut world, start) = Body::block("neo-hookean", 1e4, 0.4, [0.6, 0.2, 0.2], [3, 1, 1]).build();
    let options = "tolerance = 1e-15\nsolver = \"cholesky\"";
    let [a, b] = [("generalized-alpha", format!("rho = 1.0\n{options}")), ("implicit-midpoint", options.into())]
        .map(|(name, options)| run(make(name, &options).as_mut(), &mut world, &start, 0.2, 50).0);
    let error = distance(&a.x, &b.x) / distance(&a.x, &start.x);
    assert!(error < 1e-12, "{error:e}");
}

/// Started from M a = f(x), a spring a thousand times faster than the step would be thrown to 400 times its energy.
#[test]
fn nothing_stretched_is_thrown_by_the_first_steps() {
    for rho in [0.0, 0.3, 0.5, 0.8, 0.9, 0.99, 1.0] {
        for z in [0.3, 1.0, 3.0, 10.0, 1e3, 1e6] {
            for (x, v) in [(1.0, 0.0), (0.0, z), (0.6, 0.8 * z), (0.6, -0.8 * z)] {
                let (mut world, mut s) = oscillator(z, 0.0);
                (s.x[0], s.v[0]) = (x, v);
                let before = world.energy(&s).total();
                let mut scheme = make("generalized-alpha", &alpha(rho));
                for n in 0..100 {
                    scheme.step(&mut world, &mut s, 1.0).expect("a linear step");
                    let now = world.energy(&s).total() / before;
                    // Above 0.8 the first acceleration, taken as constant, is a few percent off where h omega is 1 to 20.
                    let bound = if rho > 0.8 { 1.07 } else { 1.0 + 1e-9 };
                    assert!(now < bound, "rho {rho}, z {z}, step {n} from ({x}, {v}): {now}");
                }
            }
        }
    }
}

/// Sizes of six steps that grow by up to 1.9 and shrink by up to 2.4; rho = 0 starts afresh where they grow by 2.
const PATTERN: [f64; 6] = [1.0, 0.5, 0.9, 1.7, 0.7, 1.3];

fn uneven(scheme: &mut dyn Integrator, world: &mut World, start: &State, duration: f64, rounds: usize) -> State {
    let mut s = start.clone();
    let unit = duration / (rounds as f64 * PATTERN.iter().sum::<f64>());
    for k in 0..6 * rounds {
        scheme.step(world, &mut s, PATTERN[k % 6] * unit).expect("the net is harmless");
    }
    s
}

/// An acceleration that stays at the time of the old step would leave generalized-alpha at order 1.
#[test]
fn steps_that_change_all_the_time_cost_no_order() {
    let swing = || Swing { vertex: [[4]], amplitude: Vec3::new(2.0, -3.0, 8.0), frequency: 9.0 };
    let drag = || Drag { vertices: points(9), coefficient: 0.8, quadratic: true };
    let (mut world, start) = Body::net(3, 50.0, 0.0).with(swing()).with(drag()).build();
    let (reference, _) = run(make("rk4", "").as_mut(), &mut world, &start, 0.5, 1024);
    for (name, options) in [
        ("tr-bdf2", ""),
        ("generalized-alpha", "rho = 0.0"),
        ("generalized-alpha", "rho = 0.5"),
        ("generalized-alpha", ""),
    ] {
        let errors = [24, 48].map(|rounds| {
            let s = uneven(make(name, options).as_mut(), &mut world, &start, 0.5, rounds);
            [distance(&s.x, &reference.x), distance(&s.v, &reference.v)]
        });
        let orders = [0, 1].map(|k| (errors[0][k] / errors[1][k]).log2());
        println!("{name} {options}: {orders:.3?} from {errors:?}");
        assert!(orders.iter().all(|p| (p - 2.0).abs() < 0.15), "{name} {options}: {orders:.3?} from {errors:?}");
    }
}

/// Taken up anew before every step, of whatever size, a run has the same bits; tr-bdf2 has nothing to take up.
#[test]
fn a_run_in_pieces_has_the_same_bits() {
    for name in ["tr-bdf2", "generalized-alpha"] {
        let options = "solver = \"cholesky\"";
        let (mut world, start) = Body::block("stvk", 1e4, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]).build();
        let mut whole = make(name, options);
        let [mut a, mut b] = [start.clone(), start.clone()];
        let mut history = History::default();
        for k in 0..18 {
            // The third round starts with a step that has grown beyond what the history is good for.
            let h = 0.001 * PATTERN[k % 6] * if k < 12 { 1.0 } else { 6.0 };
            whole.step(&mut world, &mut a, h).expect("nothing stiff here");
            let mut piece = make(name, options);
            piece.restore(&history);
            piece.step(&mut world, &mut b, h).expect("nothing stiff here");
            history = piece.save();
            assert_eq!(a, b, "{name}, step {k}");
        }
        assert_eq!(history.0.is_empty(), name == "tr-bdf2");
    }
}

#[test]
fn the_spectral_radius_is_checked_by_name() {
    for rho in ["-0.1", "1.5", "nan"] {
        let table = format!("rho = {rho}").parse().expect("TOML");
        let said = sinew::integrators::build("generalized-alpha", &table).map(|_| ()).expect_err("refused").to_string();
        assert!(said.contains("`rho` is"), "{said}");
    }
}
