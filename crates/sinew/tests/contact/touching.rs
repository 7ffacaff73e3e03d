//! Bodies that touch each other and themselves: derivatives, pairs against brute force, momentum, all kinds of schemes.

use sinew::contact::distance::Pair;
use sinew::contact::{Penalty, Skin, Surface, proximity};
use sinew::mechanics::check::{self, Sample};
use sinew::mechanics::{ForceTerm, MechanicalSystem, State, StepContext, Vec3, World};
use sinew::mesh::Mesh;

use crate::common::{RUBBER, Solid, block, integrator};
use crate::support::Random;

const SETTINGS: Penalty = Penalty { stiffness: 500.0, offset: 0.2, ramp: 0.05 };

/// Two sheets of 3 x 3 vertices, a metre apart at rest.
pub fn sheets() -> (Vec<f64>, Vec<Skin>) {
    let mut rest = Vec::new();
    let mut skins = Vec::new();
    for sheet in 0..2u32 {
        let mut skin = Skin::default();
        for i in 0..3u32 {
            for j in 0..3u32 {
                rest.extend([0.4 * f64::from(i), 0.4 * f64::from(j), f64::from(sheet)]);
                let at = |i: u32, j: u32| 9 * sheet + 3 * i + j;
                if i < 2 && j < 2 {
                    skin.triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
                    skin.triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
                }
            }
        }
        skins.push(skin);
    }
    (rest, skins)
}

/// The sheets brought to within 0.12 m and crumpled by 0.03 m, as they were never at rest.
fn crumpled(random: &mut Random) -> Sample {
    let (rest, _) = sheets();
    let x = rest.chunks_exact(3).flat_map(|p| {
        let d = random.vector() * 0.03;
        [p[0] + d.x + 0.07 * p[2], p[1] + d.y + 0.05 * p[2], 0.12 * p[2] + d.z]
    });
    let x: Vec<f64> = x.collect();
    Sample { t: 0.0, v: vec![0.0; x.len()], x }
}

fn term(own: bool, settings: Penalty) -> Box<dyn ForceTerm> {
    let (rest, skins) = sheets();
    proximity("touch", Surface::new(&rest, &skins, own), settings).expect("sound")
}

fn force(term: &dyn ForceTerm, s: &Sample) -> Vec<f64> {
    let mut f = vec![0.0; s.x.len()];
    term.add_force(&s.at(), &mut f);
    f
}

fn at(x: &[f64], v: u32) -> Vec3 {
    Vec3::from_column_slice(&x[3 * v as usize..3 * v as usize + 3])
}

#[test]
fn the_energy_is_that_of_all_pairs_by_brute_force() {
    let mut random = Random(61);
    let (rest, skins) = sheets();
    // Without a ramp, and with edges that are never nearly parallel for long, the sum can be written down.
    let settings = Penalty { ramp: 0.0, ..SETTINGS };
    for _ in 0..20 {
        let s = crumpled(&mut random);
        let mut touch = term(false, settings);
        assert!(touch.search(&s.at(), 0.01));
        let mut sum = 0.0;
        let mut add = |pair: Pair, stencil: [u32; 4]| {
            let d = pair.distance(&stencil.map(|v| at(&s.x, v)));
            let mut m = 1.0;
            if pair == Pair::Edges {
                let side = |x: &[f64], a: usize| at(x, stencil[a + 1]) - at(x, stencil[a]);
                let size = side(&rest, 0).norm() * side(&rest, 2).norm();
                let c = (side(&s.x, 0).cross(&side(&s.x, 2)).norm() / size).powi(2) / 1e-3;
                m = if c < 1.0 { c * (2.0 - c) } else { 1.0 };
            }
            sum += m * 0.5 * 500.0 * (0.2 - d).max(0.0).powi(2);
        };
        for (mine, other) in [(0, 1), (1, 0)] {
            for v in 9 * mine..9 * mine + 9 {
                for t in &skins[other as usize].triangles {
                    add(Pair::VertexTriangle, [v, t[0], t[1], t[2]]);
                }
            }
        }
        let edges = |k: usize| {
            let sides = skins[k].triangles.iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]);
            let mut edges: Vec<[u32; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
            edges.sort();
            edges.dedup();
            edges
        };
        for a in edges(0) {
            for b in edges(1) {
                add(Pair::Edges, [a[0], a[1], b[0], b[1]]);
            }
        }
        let energy = touch.energy(&s.at());
        assert!(sum > 1.0 && (energy - sum).abs() < 1e-12 * sum, "{energy} {sum}");
    }
}

#[test]
fn forces_and_tangents_agree_with_differences() {
    let mut random = Random(67);
    for own in [false, true] {
        for _ in 0..20 {
            let s = crumpled(&mut random);
            let mut touch = term(own, SETTINGS);
            touch.search(&s.at(), 0.01);
            let dx: Vec<f64> = (0..s.x.len()).map(|_| random.next()).collect();
            // The tangent jumps where nearest points leave a side, so the steps are small and the bound is wide.
            let (f, k) = (
                check::force_against_energy(touch.as_ref(), &s, &dx, 1e-6),
                check::stiffness_against_force(touch.as_ref(), &s, &dx, 1e-7),
            );
            assert!(f < 1e-7 && k < 1e-5, "{f:e} {k:e}");
            // No net force and no net torque.
            let forces = force(touch.as_ref(), &s);
            let (mut net, mut torque, mut size) = (Vec3::zeros(), Vec3::zeros(), 0.0);
            for v in 0..18 {
                net += at(&forces, v);
                torque += at(&s.x, v).cross(&at(&forces, v));
                size += at(&forces, v).norm();
            }
            assert!(size > 1.0 && net.norm() < 1e-12 * size && torque.norm() < 1e-12 * size, "{net:?} {torque:?}");
        }
    }
}

#[test]
fn parallel_edges_fade_smoothly() {
    let rest = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0];
    let skin = |a, b| Skin { edges: vec![[a, b]], ..Skin::default() };
    let surface = Surface::new(&rest, &[skin(0, 1), skin(2, 3)], false);
    let mut touch = proximity("touch", surface, SETTINGS).expect("sound");
    for angle in [0.0f64, 0.001, 0.005, 0.02, 0.03, 0.1] {
        let (sin, cos) = angle.sin_cos();
        let x =
            vec![0.0, -0.005, 0.0, 1.0, 0.005, 0.0, 0.5 - cos / 2.0, -sin / 2.0, 0.1, 0.5 + cos / 2.0, sin / 2.0, 0.1];
        let s = Sample { t: 0.0, v: vec![0.0; 12], x };
        touch.search(&s.at(), 0.01);
        let dx: Vec<f64> = (0..12).map(|i| ((i * 37 % 11) as f64 - 5.0) / 5.0).collect();
        let (f, k) = (
            check::force_against_energy(touch.as_ref(), &s, &dx, 1e-6),
            check::stiffness_against_force(touch.as_ref(), &s, &dx, 1e-7),
        );
        println!("{angle}: {f:.1e} {k:.1e}");
        assert!(f < 1e-6 && k < 1e-4, "{angle}: {f:e} {k:e}");
    }
}

#[test]
fn a_body_at_rest_does_not_feel_itself() {
    let (rest, skins) = sheets();
    // Thicker than the distance of any two vertices of a sheet.
    let settings = Penalty { offset: 0.5, ..SETTINGS };
    let mut touch = proximity("touch", Surface::new(&rest, &skins, true), settings).expect("sound");
    let s = Sample { t: 0.0, v: vec![0.0; rest.len()], x: rest };
    touch.search(&s.at(), 0.01);
    assert!(touch.elements() > 0);
    assert_eq!(touch.energy(&s.at()), 0.0);
}

#[test]
fn pairs_are_searched_anew_only_when_paths_are_left() {
    let mut random = Random(71);
    let mut s = crumpled(&mut random);
    let mut touch = term(false, SETTINGS);
    assert!(touch.searches() && touch.search(&s.at(), 0.01));
    let found = touch.elements();
    // Half a thickness is 0.1: small changes change nothing, large ones do.
    s.x.iter_mut().skip(29).step_by(3).for_each(|z| *z += 0.05);
    assert!(!touch.search(&s.at(), 0.01));
    s.x.iter_mut().skip(29).step_by(3).for_each(|z| *z += 5.0);
    assert!(touch.search(&s.at(), 0.01));
    assert_eq!(touch.elements(), 0);
    // A velocity that brings them back within the step counts.
    s.v.iter_mut().skip(29).step_by(3).for_each(|v| *v = -505.0);
    assert!(touch.search(&s.at(), 0.01));
    assert!(touch.elements() >= found, "{} {found}", touch.elements());
}

/// Two cubes of 0.2 m that fly at each other at 2 m/s each.
fn cubes(solid: Solid, settings: Penalty) -> (World, State) {
    let one = block([0.2; 3], [2; 3]);
    let n = one.vertices.len() as u32;
    let mut mesh: Mesh = one.clone();
    let mut other = one.clone();
    other.vertices.iter_mut().for_each(|p| {
        // Turned a little, so that a corner comes first.
        let q = sinew::models::motions::rotation(&Vec3::new(0.0, 0.6, 0.8), 0.4) * Vec3::from(*p);
        *p = (q + Vec3::new(0.35, 0.02, 0.03)).into();
    });
    mesh.append(&other);
    let mut parts = solid.parts(&mesh, |_| false);
    let (first, second) = mesh.surface().into_iter().partition(|t: &[u32; 3]| t[0] < n);
    let skins = [first, second].map(|triangles| Skin { triangles, ..Skin::default() });
    parts.terms.push(proximity("touch", Surface::new(&parts.rest, &skins, false), settings).expect("sound"));
    let v: Vec<f64> = (0..2 * n).flat_map(|v| [if v < n { 2.0 } else { -2.0 }, 0.0, 0.0]).collect();
    let x = parts.rest.clone();
    let world = World::new(parts).expect("sound");
    let state = world.restrict(0.0, &x, &v);
    (world, state)
}

const CUBES: Penalty = Penalty { stiffness: 2e5, offset: 0.02, ramp: 0.005 };

/// Distance of the two centres along x.
fn apart(s: &State) -> f64 {
    let half = s.x.len() / 2;
    let mean = |x: &[f64]| x.iter().step_by(3).sum::<f64>() / (x.len() / 3) as f64;
    mean(&s.x[half..]) - mean(&s.x[..half])
}

#[test]
fn all_kinds_of_schemes_bounce_two_cubes() {
    for (name, options, h, steps) in [
        ("symplectic-euler", "", 2e-5, 5000),
        ("semi-implicit", "", 1e-3, 100),
        ("backward-euler", "", 1e-3, 100),
        ("bdf2", "", 1e-3, 100),
        ("implicit-midpoint", "halvings = 6", 1e-3, 100),
        ("newmark", "halvings = 6", 1e-3, 100),
        ("energy-momentum", "", 1e-3, 100),
        ("fitted-energy-momentum", "", 1e-3, 100),
        ("stabilized", "", 1e-3, 100),
        ("siere2", "", 1e-3, 100),
        ("exprb42", "fallback = \"backward-euler\"", 1e-3, 100),
        ("projective-dynamics", "iterations = 20", 1e-3, 100),
        ("auto", "", 1e-3, 100),
    ] {
        let (mut world, mut s) = cubes(RUBBER, CUBES);
        let mut scheme = integrator(name, options);
        let start = world.energy(&s).total();
        let (mut closest, mut peak, mut patterns) = (f64::INFINITY, 0.0f64, 1);
        let mut pattern = world.pattern().clone();
        for _ in 0..steps {
            scheme.step(&mut world, &mut s, h).unwrap_or_else(|e| panic!("{name} at {}: {e}", s.t));
            closest = closest.min(apart(&s));
            peak = peak.max(world.energy(&s).contact);
            if !std::sync::Arc::ptr_eq(&pattern, world.pattern()) {
                (pattern, patterns) = (world.pattern().clone(), patterns + 1);
            }
        }
        let (end, energy) = (apart(&s), world.energy(&s).total());
        println!("{name}: closest {closest:.3}, apart {end:.3}, energy {:.3}, patterns {patterns}", energy / start);
        assert!(peak > 0.01 * start && closest > 0.1 && end > closest + 0.05, "{name}: {peak} {closest} {end}");
        assert!(energy < 1.1 * start, "{name}: {energy} {start}");
        assert!(patterns > 1 && patterns < 60, "{name}: {patterns}");
        // Each cube has 16 kg m/s; schemes that solve to a tolerance keep the sum to a thousandth of it, a fixed number of
        // iterations to a hundredth.
        let p = world.momentum(&s).linear;
        let bound = if name == "projective-dynamics" { 0.16 } else { 0.016 };
        assert!(Vec3::from(p).norm() < bound, "{name}: {p:?}");
    }
}

#[test]
fn energy_and_momentum_are_exact_through_a_collision() {
    let (mut world, mut s) = cubes(RUBBER, CUBES);
    let mut scheme = integrator("energy-momentum", "tolerance = 1e-10");
    let (start, before) = (world.energy(&s).total(), world.momentum(&s));
    let mut worst = 0.0f64;
    for _ in 0..100 {
        scheme.step(&mut world, &mut s, 1e-3).expect("stable");
        // The pairs of the next step, so that nothing is missing from the sum.
        world.begin(&s, 1e-3).expect("contact can be searched");
        worst = worst.max((world.energy(&s).total() / start - 1.0).abs());
    }
    let after = world.momentum(&s);
    println!("energy to {worst:.1e}");
    assert!(worst < 1e-7, "{worst:e}");
    // Nothing moves off to the side; 16 kg at 2 m/s each way.
    assert!((Vec3::from(after.linear) - Vec3::from(before.linear)).norm() < 1e-9);
}

#[test]
fn thread_count_changes_no_bit() {
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
        pool.install(|| {
            let (mut world, mut s) = cubes(RUBBER, CUBES);
            let mut scheme = integrator("backward-euler", "");
            for _ in 0..50 {
                scheme.step(&mut world, &mut s, 1e-3).expect("stable");
            }
            s.x.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        })
    };
    assert!(with(1) == with(2));
}

#[test]
fn surfaces_without_thickness_are_refused() {
    let (rest, skins) = sheets();
    let surface = Surface::new(&rest, &skins, true);
    let error = proximity("touch", surface, Penalty { offset: 0.0, ..SETTINGS }).err().expect("no thickness");
    assert!(error.to_string().contains("thickness is 0"), "{error}");
}
