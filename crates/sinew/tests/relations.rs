//! Physical relations that must hold whatever the numbers: momentum is kept, rigid motion costs nothing, a turned
//! scene gives a turned result, an unstretched sheet falls flat.

mod common;

use common::running::refuses;
use common::{RUBBER, Solid, at_rest, block, integrator};
use sinew::integrators;
use sinew::mechanics::*;
use sinew::models::forces;
use sinew::models::solids::materials;
use sinew::models::springs::{Springs, springs};

fn turn(axis: [f64; 3], angle: f64) -> Mat3 {
    nalgebra::Rotation3::from_axis_angle(&nalgebra::Unit::new_normalize(Vec3::from(axis)), angle).into_inner()
}

fn turned(r: &Mat3, x: &[f64]) -> Vec<f64> {
    x.chunks(3).flat_map(|p| (r * Vec3::from_column_slice(p)).as_slice().to_vec()).collect()
}

/// A body that spins, stretches and flies.
fn tumbling(world: &World) -> State {
    let x = world.rest().to_vec();
    let (w, u) = (Vec3::new(1.0, -2.0, 3.0), Vec3::new(0.4, 0.1, -0.3));
    let v: Vec<f64> = x
        .chunks(3)
        .flat_map(|p| {
            let p = Vec3::from_column_slice(p);
            (u + w.cross(&p) + Vec3::new(0.5 * p.y, 0.0, -0.4 * p.x)).as_slice().to_vec()
        })
        .collect();
    world.restrict(0.0, &x, &v)
}

#[test]
fn momentum_is_kept_without_loads() {
    let mesh = block([0.4, 0.3, 0.2], [2, 2, 1]);
    for material in ["neo-hookean", "corotated"] {
        for (name, options) in [("symplectic-euler", ""), ("implicit-midpoint", "tolerance = 1e-14")] {
            let mut world = Solid { material, ..RUBBER }.world(&mesh, |_| false);
            let mut s = tumbling(&world);
            let start = world.momentum(&s);
            let mut scheme = integrator(name, options);
            // Small enough for the explicit scheme, which all the same moves the body visibly.
            for _ in 0..300 {
                scheme.step(&mut world, &mut s, 2e-4).expect("a resolved step");
            }
            let end = world.momentum(&s);
            for (a, b) in [(start.linear, end.linear), (start.angular, end.angular)] {
                let (a, b) = (Vec3::from(a), Vec3::from(b));
                assert!((a - b).norm() < 1e-12 * a.norm(), "{name}, {material}: {a} became {b}");
            }
        }
    }
}

#[test]
fn rigid_motion_costs_no_energy() {
    let mesh = block([0.4, 0.3, 0.2], [2, 2, 1]);
    let r = turn([1.0, 2.0, -0.5], 2.1);
    for entry in materials::CATALOG {
        let world = Solid { material: entry.name, ..RUBBER }.world(&mesh, |_| false);
        let mut s = at_rest(&world);
        s.x = turned(&r, &s.x);
        s.x.chunks_mut(3).for_each(|p| p[0] += 3.0);
        let elastic = world.energy(&s).elastic;
        // A strain of the size of rounding: E volume eps^2, with room for cancellation in the energies.
        let scale = RUBBER.young * 0.024;
        if entry.name == "linear" {
            assert!(elastic > 1e-2 * scale, "linear elasticity does feel rotations");
        } else {
            assert!(elastic.abs() < 1e-12 * scale, "{}: {elastic} J", entry.name);
        }
    }
}

#[test]
fn a_turned_scene_gives_a_turned_result() {
    let mesh = block([0.4, 0.3, 0.2], [2, 1, 1]);
    let r = turn([0.3, -1.0, 0.7], 1.3);
    let mut mesh_turned = mesh.clone();
    for p in &mut mesh_turned.vertices {
        *p = (r * Vec3::from(*p)).into();
    }
    let ends = mesh.vertices.iter().zip(&mesh_turned.vertices).filter(|(p, _)| p[0] < 1e-9);
    let clamped: Vec<[f64; 3]> = ends.flat_map(|(p, q)| [*p, *q]).collect();
    let g = Vec3::new(0.0, 0.0, -9.81);
    let run = |mesh: &sinew::mesh::Mesh, g: Vec3, name: &str, h: f64| {
        let mut parts = RUBBER.parts(mesh, |p| clamped.contains(&p));
        parts.terms.push(forces::gravity(&RUBBER.masses(mesh), g.into()).expect("sound gravity"));
        let mut world = World::new(parts).expect("a sound world");
        let mut s = at_rest(&world);
        if refuses(name, "", &mut world, &s) {
            return s.x;
        }
        let mut scheme = integrator(name, "");
        for _ in 0..20 {
            scheme.step(&mut world, &mut s, h).expect("a sound step");
        }
        s.x
    };
    for entry in integrators::CATALOG {
        let h = if entry.name.contains("euler") && entry.name != "backward-euler" || entry.name == "rk4" {
            2e-4
        } else {
            5e-3
        };
        let plain = run(&mesh, g, entry.name, h);
        let other = run(&mesh_turned, r * g, entry.name, h);
        let worst = turned(&r, &plain).iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // Newton stops at 1e-6 of an element unless told otherwise; explicit schemes agree to rounding.
        assert!(worst < 1e-7, "{}: off by {worst} m", entry.name);
    }
}

#[test]
fn a_horizontal_sheet_in_free_fall_stays_flat_and_unstretched() {
    let n = 6;
    let rest: Vec<f64> = (0..n * n).flat_map(|k| [(k % n) as f64 * 0.1, (k / n) as f64 * 0.1, 0.0]).collect();
    let mut edges = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let v = (i * n + j) as u32;
            if j + 1 < n {
                edges.push([v, v + 1]);
            }
            if i + 1 < n {
                edges.push([v, v + n as u32]);
            }
            if i + 1 < n && j + 1 < n {
                edges.push([v, v + n as u32 + 1]);
            }
        }
    }
    let length = |e: &[u32; 2]| {
        let p = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
        (p(e[1]) - p(e[0])).norm()
    };
    let net = Springs {
        stiffness: vec![1e4; edges.len()],
        rest_length: edges.iter().map(length).collect(),
        cubic: vec![0.0; edges.len()],
        edges,
    };
    for entry in integrators::CATALOG {
        let masses = Mass::from_masses(vec![0.01; n * n]);
        let parts = Parts {
            rest: rest.clone(),
            point_masses: vec![0.01; n * n],
            terms: vec![
                springs("sheet", n * n, net.clone()).expect("sound springs"),
                forces::gravity(&masses, [0.0, 0.0, -9.81]).expect("sound gravity"),
            ],
            ..Parts::default()
        };
        let mut world = World::new(parts).expect("a sound world");
        let mut s = at_rest(&world);
        if refuses(entry.name, "", &mut world, &s) {
            continue;
        }
        let mut scheme = integrator(entry.name, "");
        for _ in 0..100 {
            scheme.step(&mut world, &mut s, 1e-4).expect("falling is easy");
        }
        let z = s.x[2];
        assert!(z < -1e-5, "{}: the sheet falls", entry.name);
        for (p, q) in s.x.chunks(3).zip(rest.chunks(3)) {
            let off = (p[0] - q[0]).abs().max((p[1] - q[1]).abs()).max((p[2] - z).abs());
            assert!(off < 1e-12, "{}: deformed by {off} m", entry.name);
        }
    }
}
