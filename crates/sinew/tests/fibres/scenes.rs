//! Fibres in scenes: roots are held, move, or are loose; energy is kept; mistakes are named.

use sinew::mechanics::{Configuration, MechanicalSystem};
use sinew::scene::{Built, Scene};

const HAIR: &str = "young = 3.6e9, torsion = 1e9, density = 1300";

fn text(fibres: &str, more: &str) -> String {
    format!(
        "gravity = [0, 0, -9.81]\n[time]\ndt = 0.002\nsteps = 50\n[[body]]\nfibres = {{ {fibres}, {HAIR} }}\n{more}"
    )
}

fn build(text: &str) -> Built {
    Scene::from_str(text, ".").and_then(|scene| scene.build()).unwrap_or_else(|e| panic!("{e}"))
}

const LINE: &str = "grow = { kind = 'fibre', length = 0.1, segments = 8 }, thickness = [9e-5, 4e-5]";

#[test]
fn roots_are_held_and_hair_sags() {
    let mut built = build(&text(LINE, ""));
    assert_eq!((built.simulation.world().dofs(), built.view.held.len()), (3 * 4 * 8, 4));
    for _ in 0..50 {
        built.simulation.step().unwrap();
    }
    let (x, _) = built.simulation.all_vertices();
    assert!(x[..12].iter().all(|x| x.abs() < 1e-4));
    assert!(x[x.len() - 1] < -0.02, "the tip has fallen to {}", x[x.len() - 1]);
    // Inextensible all the same: EA = 10 N against a weight of 4 microN.
    let length: f64 =
        (0..8).map(|i| (0..3).map(|c| (x[12 * (i + 1) + c] - x[12 * i + c]).powi(2)).sum::<f64>().sqrt()).sum();
    assert!((length / 0.1 - 1.0).abs() < 0.01, "{length}");
}

#[test]
fn roots_move_or_are_loose() {
    let moved = format!("{LINE}, motion = {{ kind = 'translate', velocity = [0, 1, 0] }}");
    let mut built = build(&text(&moved, ""));
    for _ in 0..50 {
        built.simulation.step().unwrap();
    }
    let (x, _) = built.simulation.all_vertices();
    assert!((x[1] - 0.1).abs() < 1e-4, "{}", x[1]);
    let mut loose = build(&text(&format!("{LINE}, loose = true"), ""));
    assert_eq!(loose.simulation.world().dofs(), 3 * 4 * 9);
    loose.simulation.step().unwrap();
}

#[test]
fn held_vertices_feel_the_same_alone() {
    let head = "grow = { kind = 'head', radii = [0.1, 0.08, 0.12], count = 5, length = 0.1, segments = [3, 4] }, \
                thickness = [9e-5, 4e-5]";
    let more = "[[damping]]\nkind = 'drag'\nrate = 2.0\n[[contact]]\nkind = 'sphere'\ncenter = [0, 0, 0]\nradius = 0.12\nstiffness = 0.05";
    let mut built = build(&text(head, more));
    built.simulation.step().unwrap();
    let (x, v) = built.simulation.all_vertices();
    let world = built.simulation.world();
    let at = Configuration { t: 0.0, x: &x, v: &v };
    for term in world.terms() {
        let [mut all, mut held] = [(); 2].map(|_| vec![0.0; x.len()]);
        term.add_force(&at, &mut all);
        term.add_force_on_held(&at, &mut held);
        for h in world.held() {
            let k = 3 * h.vertex as usize;
            assert_eq!(all[k..k + 3], held[k..k + 3], "{}", term.name());
        }
    }
}

#[test]
fn a_loose_fibre_keeps_energy_and_momenta() {
    // What Newton's method leaves of a step, here 1e-12 (length/h)^2 of v^2, is all that is lost, 50 times.
    let more = "velocity = { angular = [3, 5, 20] }\n[integrator]\nname = 'energy-momentum'\ntolerance = 1e-12";
    let curl = "grow = { kind = 'head', radii = [0.1, 0.1, 0.1], count = 2, length = 0.1, segments = [5, 6], \
                style = 'curly' }, thickness = [9e-4, 4e-4], loose = true";
    let mut built = build(&text(curl, more).replace("gravity = [0, 0, -9.81]", "gravity = [0, 0, 0]"));
    let start = *built.simulation.record();
    for _ in 0..50 {
        built.simulation.step().unwrap();
    }
    let end = built.simulation.record();
    let scale = start.energy.total();
    assert!((end.energy.total() / scale - 1.0).abs() < 1e-9, "{:?} {:?}", start.energy, end.energy);
    for c in 0..3 {
        let size = start.momentum.angular.iter().map(|l| l * l).sum::<f64>().sqrt();
        assert!((end.momentum.angular[c] - start.momentum.angular[c]).abs() < 1e-8 * size);
    }
}

#[test]
fn placing_comes_before_the_cuboids() {
    let placed = build(&text(LINE, "scale = 2\nrotate = { axis = [0, 0, 1], degrees = 90 }\ntranslate = [0, 0, 1]"));
    let rest = placed.simulation.world().rest();
    let tip: Vec<f64> = (0..3).map(|c| (0..4).map(|k| rest[rest.len() - 12 + 3 * k + c]).sum::<f64>() / 4.0).collect();
    let off = (0..3).map(|c| (tip[c] - [0.0, 0.2, 1.0][c]).abs()).fold(0.0, f64::max);
    assert!(off < 1e-14, "{tip:?}");
    // `scale` is for the strands; the thickness in the scene is what it says: sides of half of it.
    let side: f64 = (0..3).map(|c| (rest[3 + c] - rest[c]).powi(2)).sum::<f64>().sqrt();
    assert!((side / 4.5e-5 - 1.0).abs() < 1e-9, "{side}");
}

#[test]
fn mistakes_are_named() {
    let wrong = |text: String| match Scene::from_str(&text, ".").and_then(|scene| scene.build()) {
        Ok(_) => panic!("built: {text}"),
        Err(e) => e.to_string(),
    };
    assert!(wrong(text("thickness = [1e-4, 1e-4]", "")).contains("exactly one of `grow` and `file`"));
    assert!(wrong(text(LINE, "").replace(", thickness = [9e-5, 4e-5]", "")).contains("give `thickness"));
    assert!(wrong(text("file = 'none.hair'", "")).contains("none.hair"));
    assert!(wrong(text(&format!("{LINE}, segments = 3"), "")).contains("goes with `file`"));
    assert!(
        wrong(text(&format!("{LINE}, loose = true, motion = {{ kind = 'translate', velocity = [0, 1, 0] }}"), ""))
            .contains("not `loose`")
    );
    assert!(wrong(text(LINE, "shape = { kind = 'chain', length = 1, cells = 2 }")).contains("exactly one of"));
    let material = "material = { model = 'stvk', young = 1, poisson = 0.3, density = 1 }";
    assert!(wrong(text(LINE, material)).contains("own stiffness"));
    assert!(wrong(text(LINE, "").replace("kind = 'fibre'", "kind = 'fiber'")).contains("fibre"));
}
