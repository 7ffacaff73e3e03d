//! Two hundred random scenes: nothing explodes, nothing has more energy than it should.

use std::sync::Arc;

use super::*;

/// A random body with random loads, and whether local/global iterations know all its forces.
fn scene(random: &mut Random) -> (World, State, bool, String) {
    let young = 10f64.powf(random.between(3.0, 8.0));
    let kind = (random.unit() * 5.0) as usize;
    let material = ["net", "corotated", "arap", "neo-hookean", "stvk"][kind];
    let mut body = match material {
        "net" => Body::net(3, young, random.between(0.0, 3.0)),
        _ => Body::block(material, young, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]),
    };
    let mut label = format!("{material} {young:.0e}");
    if random.unit() < 0.5 {
        body = body.gravity();
        label += " gravity";
    }
    let held = (random.unit() * 3.0) as usize;
    if held == 1 {
        body = body.clamp();
        label += " clamped";
    } else if held == 2 && kind < 3 {
        // Scripts may turn elements inside out, which only these have energies for.
        body = body.hold(Arc::new(Carried), |p| p.x < 1e-9);
        label += " dragged";
    }
    let damping = (random.unit() * 4.0) as usize;
    if damping == 1 {
        body = body.damped("drag");
        label += " drag";
    } else if damping == 2 {
        body = body.damped("rigid-preserving");
        label += " braked";
    }
    body.speed = random.between(0.0, 5.0);
    let (world, s) = body.build();
    (world, s, kind < 3, label)
}

/// Steps from 1/200 s to 1/24 s, random pushes of up to 5 m/s, by Newton's method or local/global iterations.
#[test]
fn random_scenes_stay_finite_and_within_their_energy() {
    let mut random = Random(11);
    let (mut worst, mut lowest) = ([0.0f64; 2], [0.0f64; 2]);
    for scene_number in 0..200 {
        let (mut world, mut s, projective, label) = scene(&mut random);
        let h = 1.0 / random.between(24.0, 200.0);
        let solver = if projective && random.unit() < 0.5 { "local-global" } else { "newton" };
        let mut scheme = stabilized(&format!("solver = \"{solver}\""));
        let mut scale = 0.0f64;
        for k in 0..30 {
            if random.unit() < 0.1 {
                let i = 3 * ((random.unit() * s.v.len() as f64 / 3.0) as usize);
                (0..3).for_each(|c| s.v[i + c] += random.between(-5.0, 5.0));
            }
            let energy = world.energy(&s);
            scale = scale.max(energy.kinetic + energy.elastic);
            let step = scheme.step(&mut world, &mut s, h);
            step.unwrap_or_else(|e| panic!("scene {scene_number}, {label}, {solver}, h {h:.4}, step {k}: {e}"));
            assert!(s.first_non_finite().is_none());
            let energy = world.energy(&s);
            scale = scale.max(energy.kinetic + energy.elastic);
            let excess = -scheme.owed() / scale;
            if excess.abs() > 0.0101 {
                println!("scene {scene_number}, {label}, {solver}, h {h:.4}, step {k}: {excess:.4}");
            }
            let kind = usize::from(solver != "newton");
            worst[kind] = worst[kind].max(excess);
            lowest[kind] = lowest[kind].min(excess);
        }
    }
    println!("energy between {lowest:.4?} and {worst:.4?} of what it should be, Newton and local/global");
    // Ten iterations under a script may leave dampers more to take than there is.
    assert!(worst[0] < 0.0101 && worst[1] < 0.03, "{worst:?}");
}
