//! The shipped scenes of contact, made small; and starts that get a sentence.

use sinew::scene::{Built, Scene};

fn small(name: &str, changes: &[&str]) -> Built {
    let mut scene = Scene::from_shipped(name).expect("shipped");
    changes.iter().for_each(|c| scene.apply_set(c).unwrap_or_else(|e| panic!("{e}")));
    scene.build().unwrap_or_else(|e| panic!("{e}"))
}

fn run(built: &mut Built, duration: f64) {
    for _ in 0..(duration / built.simulation.dt()).round() as usize {
        built.simulation.step().unwrap_or_else(|e| panic!("{}: {e}", built.title));
    }
}

fn heights(built: &Built) -> (f64, f64) {
    let (x, _) = built.simulation.all_vertices();
    let z = || x.iter().skip(2).step_by(3);
    (z().fold(f64::MAX, |m, z| m.min(*z)), z().fold(f64::MIN, |m, z| m.max(*z)))
}

#[test]
fn the_cloth_slides_over_the_hemisphere_and_leaves_it() {
    let mut built = small("cloth-on-hemisphere", &["body.cloth.shape.cells=[24, 24]"]);
    run(&mut built, 0.5);
    let (x, _) = built.simulation.all_vertices();
    let (mut touching, mut deepest) = (0, f64::MAX);
    for p in x.chunks_exact(3) {
        let d = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt() - 0.5;
        touching += usize::from(d < 0.006);
        deepest = deepest.min(d);
    }
    assert!(touching > 50 && deepest > 0.005 - 1e-9, "{touching} {deepest}");
    run(&mut built, 2.5);
    let (low, high) = heights(&built);
    println!("after 3 s from {low:.2} to {high:.2} m; {:?}", built.simulation.record());
    // The whole cloth is below the hemisphere's rim.
    assert!(high < -0.5, "{low} {high}");
}

#[test]
fn the_spinning_statue_sweeps_the_cloth_along() {
    let mut built =
        small("cloth-on-spinning-blob", &["body.cloth.shape.cells=[14, 14]", "contact.0.shape.spacing=0.07"]);
    run(&mut built, 1.0);
    let record = *built.simulation.record();
    println!("{record:?}");
    // The statue turns in the sense of +z, and so does the cloth; the statue pays.
    assert!(record.momentum.angular[2] > 0.0 && record.injected > 0.0);
    let (low, high) = heights(&built);
    assert!(high > 0.3 && low < 0.6, "{low} {high}");
}

#[test]
fn the_torus_bounces_off_its_held_feet() {
    let mut built = small("bouncing-torus", &["body.torus.shape.cells=[1, 12]"]);
    let (mut lowest, mut back) = (f64::MAX, 0.0f64);
    let mut touched = false;
    for _ in 0..500 {
        run(&mut built, 0.002);
        let (low, high) = heights(&built);
        assert!(low > -1e-9, "{low}");
        touched |= low < 1e-3;
        if touched {
            lowest = lowest.min(high);
            back = back.max(low);
        }
    }
    let record = built.simulation.record();
    println!("squeezed to {lowest:.3} m, leaps {back:.3} m; {record:?}");
    assert!(touched && back > 0.02 && record.dissipated > 0.0, "{back}");
}

#[test]
fn the_pile_stays_a_pile() {
    let mut built = small("falling-pile", &[]);
    run(&mut built, 0.6);
    let (x, _) = built.simulation.all_vertices();
    let (low, _) = heights(&built);
    assert!(low > -0.02, "{low}");
    // In the order in which they fell: each body's middle is above that of the slab.
    let middle = |k: usize| {
        let body = &built.view.bodies[k];
        let z = x[3 * body.first..3 * (body.first + body.count)].iter().skip(2).step_by(3);
        z.sum::<f64>() / body.count as f64
    };
    let places: Vec<f64> = (0..4).map(middle).collect();
    println!("{places:.3?} {:?}", built.simulation.record());
    assert!(places[1] > places[0] + 0.1 && places[2] > places[0] + 0.1, "{places:?}");
}

#[test]
fn the_ribbon_folds_on_itself_without_passing() {
    let mut built = small("folding-cloth", &["body.ribbon.shape.cells=[30, 4]"]);
    run(&mut built, 1.2);
    let (x, _) = built.simulation.all_vertices();
    let skin = sinew::contact::Skin { triangles: built.view.bodies[0].surface.clone(), ..Default::default() };
    let mut surface = sinew::contact::Surface::new(built.simulation.world().rest(), &[skin], true);
    assert_eq!(surface.crossing(&x), None);
    let (low, high) = heights(&built);
    println!("from {low:.3} to {high:.3} m; {:?}", built.simulation.record());
    assert!(high < 0.4 && low > -0.01, "{low} {high}");
}

#[test]
fn the_box_slides_as_the_comment_says_and_stays_with_more_friction() {
    let speed = |friction: &str| {
        let mut built = small("box-on-slope", &[friction]);
        run(&mut built, 0.5);
        let v = &built.simulation.state().v;
        let mean = |c: usize| v.iter().skip(c).step_by(3).sum::<f64>() / (v.len() / 3) as f64;
        mean(0).hypot(mean(2))
    };
    let (sliding, sticking) = (speed("contact.0.friction=0.3"), speed("contact.0.friction=0.4"));
    println!("{sliding:.4} {sticking:.4}");
    // It falls by the few micrometres that its weight presses in before friction begins; sticking is creeping at less than 1 mm/s.
    assert!((sliding / (0.5 * 0.5896) - 1.0).abs() < 0.02 && sticking < 1e-3, "{sliding} {sticking}");
}

const GOOD: &str = r#"title = "good"
[time]
dt = 0.01
steps = 10
[[body]]
name = "cube"
shape = { kind = "block", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "neo-hookean", young = 1e5, poisson = 0.3, density = 1000 }
[[body]]
name = "other"
shape = { kind = "block", size = [1, 1, 1], cells = [2, 2, 2] }
translate = [2, 0, 0]
material = { model = "neo-hookean", young = 1e5, poisson = 0.3, density = 1000 }
[[contact]]
kind = "bodies"
thickness = 0.01
stiffness = 1e4
[[contact]]
kind = "sphere"
center = [0, 0, -5]
radius = 0.1
stiffness = 1e4
"#;

fn complaint(text: &str) -> Option<String> {
    Scene::from_str(text, ".").and_then(|scene| scene.build().map(drop)).err().map(|e| e.to_string())
}

/// The points of a sheet that stands at an angle are off its plane by rounding; that is no crossing, and 1e-9 m on the other side is.
#[test]
fn flat_sheets_may_start_at_any_angle() {
    for degrees in 0..90 {
        let text = format!(
            "title = \"flat\"\n[time]\ndt = 1e-3\nsteps = 1\n[[body]]\n\
             shape = {{ kind = \"sheet\", size = [1, 0.2], cells = [10, 2] }}\n\
             rotate = {{ axis = [0.1, 1, 0.2], degrees = {degrees} }}\ntranslate = [0.3, 5.0, 0.01]\n\
             springs = {{ from = \"sheet\", edge = 2000, density = 0.3 }}\n\
             [[contact]]\nkind = \"bodies\"\nself = true\nthickness = 0.008\nstiffness = 100\n"
        );
        assert_eq!(complaint(&text), None, "{degrees} degrees");
    }
    // An edge across the middle of a triangle, its lower end below by `depth`.
    let crosses = |depth: f64| {
        let rest = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.3, 0.3, -depth, 0.3, 0.4, 1.0, 0.4, 0.3, 1.0];
        let skin = |triangle| sinew::contact::Skin { triangles: vec![triangle], ..Default::default() };
        let mut surface = sinew::contact::Surface::new(&rest, &[skin([0, 1, 2]), skin([3, 4, 5])], false);
        surface.crossing(&rest).is_some()
    };
    assert!(crosses(1e-9) && crosses(0.1) && !crosses(-1e-9));
}

#[test]
fn the_place_where_bodies_cross_is_on_both() {
    let said = complaint(&GOOD.replace("translate = [2, 0, 0]", "translate = [0.7, 0.1, 0.2]")).expect("they cross");
    let place = said.split_once("near (").and_then(|(_, rest)| rest.split_once(')')).expect("a place").0;
    let place: Vec<f64> = place.split(", ").map(|c| c.parse().expect("a number")).collect();
    // Blocks of a metre from x = 0 on, about y = z = 0: how far inside, 0 on the surface.
    let depth = |shift: [f64; 3]| {
        let inner = |c: usize| 0.5 - (place[c] - shift[c] - if c == 0 { 0.5 } else { 0.0 }).abs();
        (0..3).map(inner).fold(f64::INFINITY, f64::min)
    };
    assert!(depth([0.0; 3]).abs() < 2e-3 && depth([0.7, 0.1, 0.2]).abs() < 2e-3, "{said}");
}

/// Vertices on a face, edges along a face and bodies wholly inside pierce nothing, and are inside all the same.
#[test]
fn bodies_inside_each_other_are_refused_and_those_that_touch_are_not() {
    let placed = |size: &str, shift: &str| {
        let (before, other) = GOOD.split_once("name = \"other\"").expect("two bodies");
        let other = other.replace("size = [1, 1, 1]", size).replace("translate = [2, 0, 0]", shift);
        complaint(&format!("{before}name = \"other\"{other}"))
    };
    let (small, unit, long) = ("size = [0.2, 0.2, 0.2]", "size = [1, 1, 1]", "size = [3, 1, 1]");
    for (size, shift) in [
        // Its middle vertices lie on the face x = 1.
        (small, "translate = [0.9, 0.05, 0.07]"),
        // Wholly inside.
        (small, "translate = [0.3, 0.05, 0.07]"),
        // The same place, and half a cell along an edge.
        (unit, "translate = [0, 0, 0]"),
        (unit, "translate = [0.5, 0, 0]"),
        // Sticks out on two sides, all edges along those of the cube.
        (long, "translate = [-1, 0, 0]"),
    ] {
        let said = placed(size, shift).unwrap_or_else(|| panic!("{size} {shift} is accepted"));
        assert!(said.contains("contact.0") && said.contains("begin with bodies that are apart"), "{said}");
    }
    // Face on face, edge on edge, corner on corner, on a part of a face; by rounding off a plane.
    for (size, shift) in [
        (unit, "translate = [1, 0, 0]"),
        (unit, "translate = [0, 1, 0]"),
        (unit, "translate = [1, 1, 0]"),
        (unit, "translate = [1, 1, 1]"),
        (unit, "translate = [0.25, 0.25, 1]"),
        (small, "translate = [1, 0.05, 0.07]"),
        (long, "translate = [-1, 0, 1]"),
    ] {
        assert_eq!(placed(size, shift), None, "{size} {shift}");
        let turned = format!("rotate = {{ axis = [1, 2, 3], degrees = 25 }}\n{shift}");
        let turn = |v: [f64; 3]| {
            let r = nalgebra::Rotation3::new(nalgebra::Vector3::new(1.0, 2.0, 3.0).normalize() * 25f64.to_radians());
            let p = r * nalgebra::Vector3::from(v);
            format!("translate = [{:?}, {:?}, {:?}]", p.x, p.y, p.z)
        };
        let numbers: Vec<f64> = shift
            .trim_matches(|c: char| !"-0123456789.".contains(c))
            .split(", ")
            .map(|c| c.parse().expect("a number"))
            .collect();
        let both = turned.replace(shift, &turn([numbers[0], numbers[1], numbers[2]]));
        let text = GOOD.replacen("name = \"cube\"", "name = \"cube\"\nrotate = { axis = [1, 2, 3], degrees = 25 }", 1);
        let (before, other) = text.split_once("name = \"other\"").expect("two bodies");
        let other = other.replace("size = [1, 1, 1]", size).replace("translate = [2, 0, 0]", &both);
        assert_eq!(complaint(&format!("{before}name = \"other\"{other}")), None, "turned: {size} {shift}");
    }
}

fn warnings(text: &str) -> Vec<String> {
    Scene::from_str(text, ".").and_then(|scene| scene.build()).expect("usable").warnings
}

#[test]
fn bodies_that_start_inside_an_obstacle_are_told() {
    assert_eq!(warnings(GOOD), Vec::<String>::new());
    let sphere = "kind = \"sphere\"\ncenter = [0, 0, -5]\nradius = 0.1\n";
    let plane = |z: f64| GOOD.replace(sphere, &format!("kind = \"plane\"\npoint = [0, 0, {z}]\nnormal = [0, 0, 1]\n"));
    // The cubes reach from z = -0.5 to 0.5: all of them below, deep, shallow, not at all.
    let said = warnings(&plane(0.7));
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].starts_with("contact.1: 26 of 26 vertices of `cube` start inside the plane, up to 1.2 m deep; "),
        "{said:?}"
    );
    let said = warnings(&plane(-0.3));
    assert!(said[0].contains("9 of 26 vertices of `cube`") && said[0].contains("0.2 m deep"), "{said:?}");
    assert_eq!(warnings(&plane(-0.45)), Vec::<String>::new());
    assert_eq!(warnings(&plane(-0.5)), Vec::<String>::new());
    // Only the body that feels it counts, and vertices that are held do not.
    let named = plane(0.7).replace("normal = [0, 0, 1]", "normal = [0, 0, 1]\nbody = \"other\"");
    assert_eq!(warnings(&named).len(), 1);
    let lowest = "pin = [{ box = [[-1, -1, -1], [9, 1, -0.4]] }]";
    let held = plane(-0.3).replace("density = 1000 }", &format!("density = 1000 }}\n{lowest}"));
    assert_eq!(warnings(&held), Vec::<String>::new());
    // A whole sheet a little below the plane; a ball with a corner of a cube in it.
    let sheet = plane(0.01).replace(
        "shape = { kind = \"block\", size = [1, 1, 1], cells = [2, 2, 2] }\nmaterial = { model = \"neo-hookean\", young = 1e5, poisson = 0.3, density = 1000 }",
        "shape = { kind = \"sheet\", size = [1, 1], cells = [2, 2] }\nsprings = { from = \"sheet\", edge = 1e3, density = 0.2 }",
    );
    assert!(warnings(&sheet)[0].contains("9 of 9 vertices of `cube`"), "{:?}", warnings(&sheet));
    let ball = GOOD.replace("center = [0, 0, -5]\nradius = 0.1", "center = [-0.3, -0.5, -0.5]\nradius = 0.5");
    assert!(warnings(&ball)[0].contains("start inside the sphere, up to 0.2 m deep"), "{:?}", warnings(&ball));
}

#[test]
fn bad_starts_get_one_sentence() {
    assert_eq!(complaint(GOOD), None);
    let mesh = "kind = \"mesh\"\nshape = { kind = \"sheet\", size = [1, 1], cells = [2, 2] }\nstiffness = 1e4";
    for (old, new, key, word) in [
        ("translate = [2, 0, 0]", "translate = [0.7, 0.1, 0.1]", "contact.0", "surfaces of `cube` and `other` cross"),
        ("center = [0, 0, -5]", "center = [0.5, 0, 0]", "contact.1", "starts inside `cube`"),
        ("thickness = 0.01", "thickness = 0", "contact.0.thickness", "above 0"),
        ("thickness = 0.01", "thickness = 0.01\nbodies = [\"cube\"]", "contact.0", "self = true"),
        ("thickness = 0.01", "thickness = 0.01\nself = true\nbodies = []", "contact.0.bodies", "names none"),
        ("thickness = 0.01", "thickness = 0.01\nstick_speed = 1e-3", "contact.0.stick_speed", "`friction` above 0"),
        ("radius = 0.1", "radius = 0.1\nstick_speed = 1e-3", "contact.1.stick_speed", "`friction` above 0"),
        (
            "thickness = 0.01",
            "thickness = 0.01\nbodies = [\"cube\", \"otter\"]",
            "contact.0.bodies",
            "did you mean `other`",
        ),
        ("kind = \"sphere\"\ncenter = [0, 0, -5]\nradius = 0.1\nstiffness = 1e4", mesh, "contact.1", "not closed"),
        ("radius = 0.1\nstiffness = 1e4", "radius = 0.1", "contact.1", "`stiffness` is missing"),
        ("radius = 0.1", "radius = 0.1\nresponse = \"project\"", "contact.1.response", "slip_loss"),
        ("radius = 0.1", "radius = 0.1\nslip_loss = 0.3", "contact.1.slip_loss", "project"),
        ("radius = 0.1", "radius = 0.1\nresponse = \"bounce\"", "contact.1.response", "penalty"),
    ] {
        assert!(GOOD.contains(old), "{old}");
        let said = complaint(&GOOD.replace(old, new)).unwrap_or_else(|| panic!("{new} is accepted"));
        assert!(said.contains(key) && said.contains(word) && !said.contains('\n'), "{new}: {said}");
    }
}
