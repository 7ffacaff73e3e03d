//! Bad input gets one sentence that names the file and the key, and never a panic.

use sinew::scene::Scene;

const GOOD: &str = r#"title = "good"
gravity = [0, 0, -9.81]
[time]
dt = 0.01
steps = 10
[integrator]
name = "backward-euler"
[[body]]
name = "cube"
shape = { kind = "block", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "neo-hookean", young = 1e5, poisson = 0.3, density = 1000 }
pin = [{ box = [[-0.1, -1, -1], [0.1, 1, 1]] }]
velocity = { angular = [0, 0, 1] }
[[body]]
name = "net"
springs = { positions = [[3, 0, 0], [4, 0, 0]], masses = [1, 1], edges = [[0, 1]], stiffness = [100] }
script = [{ vertices = [0], motion = { kind = "translate", velocity = [0, 0, 1] } }]
[[force]]
kind = "field"
acceleration = [1, 0, 0]
[[damping]]
kind = "drag"
rate = 1.0
[[contact]]
kind = "plane"
point = [0, 0, -3]
normal = [0, 0, 1]
stiffness = 1e4
[output]
formats = ["vtu"]
fps = 30
"#;

/// The sentence that a scene gets.
fn complaint(text: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.toml");
    std::fs::write(&file, text).expect("writable");
    Scene::from_file(&file).and_then(|scene| scene.build().map(drop)).err().map(|e| e.to_string())
}

#[test]
fn the_good_scene_is_good() {
    assert_eq!(complaint(GOOD), None);
}

/// (part of the good scene, what takes its place, key that must be named, word that must be said)
const BAD: &[(&str, &str, &str, &str)] = &[
    // Unknown keys at every depth.
    ("gravity", "gravitiy", "gravitiy", "did you mean `gravity`"),
    ("[time]", "[tiem]", "tiem", "did you mean `time`"),
    ("dt = 0.01", "ddt = 0.01", "time.ddt", "did you mean `dt`"),
    ("young", "yuong", "body.0.material.yuong", "did you mean `young`"),
    ("size =", "sise =", "body.0.shape.sise", "did you mean `size`"),
    ("box =", "bxo =", "body.0.pin.0.bxo", "did you mean `box`"),
    ("angular", "angularr", "body.0.velocity.angularr", "did you mean `angular`"),
    ("masses", "mases", "body.1.springs.mases", "did you mean `masses`"),
    ("motion =", "montion =", "body.1.script.0.montion", "did you mean `motion`"),
    (
        "kind = \"translate\", velocity",
        "kind = \"translate\", velocitty",
        "body.1.script.0.motion.velocitty",
        "velocity",
    ),
    ("acceleration", "accelleration", "force.0.accelleration", "did you mean `acceleration`"),
    ("rate = 1.0", "ratte = 1.0", "damping.0.ratte", "did you mean `rate`"),
    ("normal =", "normale =", "contact.0.normale", "did you mean `normal`"),
    ("fps", "fbs", "output.fbs", "did you mean `fps`"),
    ("name = \"backward-euler\"", "name = \"backward-euler\"\ntolerence = 1e-6", "integrator.tolerence", "`tolerance`"),
    // Unknown names.
    ("backward-euler", "backwards-euler", "integrator.name", "did you mean `backward-euler`"),
    ("neo-hookean", "neohookean", "body.0.material.model", "did you mean `neo-hookean`"),
    ("kind = \"block\"", "kind = \"blok\"", "body.0.shape.kind", "did you mean `block`"),
    ("kind = \"plane\"", "kind = \"plain\"", "contact.0.kind", "did you mean `plane`"),
    ("kind = \"drag\"", "kind = \"dragg\"", "damping.0.kind", "did you mean `drag`"),
    ("\"vtu\"", "\"vtx\"", "output.formats.0", "did you mean `vtu`"),
    ("rate = 1.0", "rate = 1.0\nbody = \"cub\"", "damping.0.body", "did you mean `cube`"),
    // Missing keys.
    ("kind = \"field\"\n", "", "force.0", "`kind` is missing"),
    ("poisson = 0.3, ", "", "body.0.material", "`poisson` is missing"),
    ("stiffness = 1e4\n", "", "contact.0", "`stiffness` is missing"),
    ("steps = 10\n", "", "time", "two of"),
    ("acceleration = [1, 0, 0]\n", "", "force.0", "exactly one of"),
    ("shape = { kind = \"block\", size = [1, 1, 1], cells = [2, 2, 2] }\n", "", "body.0", "exactly one of"),
    ("material = { model = \"neo-hookean\", young = 1e5, poisson = 0.3, density = 1000 }\n", "", "body.0", "material"),
    // Too much.
    ("steps = 10", "steps = 10\nduration = 1.0", "time", "two of"),
    ("name = \"cube\"", "name = \"cube\"\nmesh = \"cube.msh\"", "body.0", "`shape` and `mesh`"),
    ("name = \"cube\"", "name = \"net\"", "body.1.name", "two bodies"),
    ("pin = [{ box", "pin = [{ all = true, box", "body.0.pin.0", "exactly one of"),
    ("name = \"cube\"", "name = \"cube\"\nsprings = { from = \"tets\", edge = 1, mass = 1 }", "body.0", "not both"),
    // Wrong types.
    ("dt = 0.01", "dt = \"fast\"", "time.dt", "expected a number"),
    ("steps = 10", "steps = 2.5", "time.steps", "whole number"),
    ("size = [1, 1, 1]", "size = [1, 1]", "body.0.shape.size", "3"),
    ("size = [1, 1, 1]", "size = [1, 1, \"x\"]", "body.0.shape.size.2", "expected a number"),
    ("gravity = [0, 0, -9.81]", "gravity = -9.81", "gravity", "expected an array"),
    ("pin = [{ box = [[-0.1, -1, -1], [0.1, 1, 1]] }]", "pin = 3", "body.0.pin", "expected an array"),
    // Numbers that make no sense.
    ("dt = 0.01", "dt = 0", "time.dt", "above 0"),
    ("dt = 0.01", "dt = -0.01", "time.dt", "above 0"),
    ("dt = 0.01", "dt = nan", "time.dt", "not a finite number"),
    ("dt = 0.01", "dt = inf", "time.dt", "not a finite number"),
    ("gravity = [0, 0, -9.81]", "gravity = [0, 0, nan]", "gravity.2", "not a finite number"),
    ("steps = 10", "steps = 0", "time.steps", "at least 1"),
    ("dt = 0.01\nsteps = 10", "dt = 1e-9\nduration = 1e9", "time.dt", "limit"),
    ("young = 1e5", "young = -1e5", "body.0.material.young", "above 0"),
    ("young = 1e5", "young = 0", "body.0.material.young", "above 0"),
    ("poisson = 0.3", "poisson = 0.5", "body.0.material.poisson", "below 0.5"),
    ("poisson = 0.3", "poisson = -1.0", "body.0.material.poisson", "above -1"),
    ("density = 1000", "density = 0.0", "body.0.material.density", "above 0"),
    ("masses = [1, 1]", "masses = [1, -1]", "body.1.springs.masses.1", "at least 0"),
    ("masses = [1, 1]", "masses = [1]", "body.1.springs.masses", "2"),
    ("stiffness = [100]", "stiffness = [-100]", "body.1.springs.stiffness.0", "at least 0"),
    ("edges = [[0, 1]]", "edges = [[0, 7]]", "body.1.springs.edges.0", "no vertex 7"),
    ("edges = [[0, 1]]", "edges = [[1, 1]]", "body.1.springs.edges.0", "different"),
    ("edges = [[0, 1]]", "edges = [[0, -1]]", "body.1.springs.edges.0.1", "at least 0"),
    ("vertices = [0]", "vertices = [9]", "body.1.script.0.vertices", "no vertex 9"),
    ("cells = [2, 2, 2]", "cells = [0, 2, 2]", "body.0.shape", "cells"),
    ("cells = [2, 2, 2]", "cells = [100000, 100000, 100000]", "body.0.shape", "block"),
    ("size = [1, 1, 1]", "size = [1, -1, 1]", "body.0.shape", "size"),
    ("stiffness = 1e4", "stiffness = 0", "contact.0.stiffness", "above 0"),
    ("normal = [0, 0, 1]", "normal = [0, 0, 0]", "contact.0.normal", "zero vector"),
    ("rate = 1.0", "rate = -1.0", "damping.0.rate", "at least 0"),
    ("fps = 30", "fps = 0", "output.fps", "above 0"),
    ("name = \"cube\"", "name = \"cube\"\nscale = 0", "body.0.scale", "above 0"),
    ("name = \"net\"", "name = \"net\"\nscale = 2", "body.1.scale", "arrays"),
    (
        "name = \"cube\"",
        "name = \"cube\"\nrotate = { axis = [0, 0, 0], degrees = 1 }",
        "body.0.rotate.axis",
        "zero vector",
    ),
    // Skins that cannot be carried.
    ("name = \"net\"", "name = \"net\"\nskin = { file = \"fine.obj\" }", "body.1.skin", "no tets to carry a skin"),
    ("name = \"cube\"", "name = \"cube\"\nskin = { file = \"fine.obj\" }", "body.0.skin.file", "fine.obj"),
    ("name = \"cube\"", "name = \"cube\"\nskin = { fil = \"fine.obj\" }", "body.0.skin.fil", "did you mean `file`"),
    // What selects nothing, or holds everything.
    ("[[-0.1, -1, -1], [0.1, 1, 1]]", "[[5, 5, 5], [6, 6, 6]]", "body.0.pin.0", "selects none"),
    (
        "name = \"cube\"",
        "name = \"cube\"\nregions = [{ region = 7, young = 1 }]",
        "body.0.regions.0.region",
        "no such region",
    ),
    // A start that has no finite energy, files that are not there.
    ("velocity = { angular", "displacement = { stretch = [-1, 1, 1] }\nvelocity = { angular", "body", "not finite"),
    (
        "shape = { kind = \"block\", size = [1, 1, 1], cells = [2, 2, 2] }",
        "mesh = \"nowhere.msh\"",
        "body.0.mesh",
        "nowhere.msh",
    ),
    (
        "shape = { kind = \"block\", size = [1, 1, 1], cells = [2, 2, 2] }",
        "mesh = \"nowhere.xyz\"",
        "body.0.mesh",
        "xyz",
    ),
    (
        "kind = \"plane\"\npoint = [0, 0, -3]\nnormal = [0, 0, 1]",
        "kind = \"mesh\"\nfile = \"nowhere.obj\"",
        "contact.0.file",
        "nowhere.obj",
    ),
    // Numbers that cannot be computed with.
    ("dt = 0.01", "dt = 1e-300", "time.dt", "between 1e-30 and 1e30 s"),
    ("angular = [0, 0, 1]", "linear = [1e200, 0, 0]", "body", "use a smaller `velocity`"),
    ("size = [1, 1, 1]", "size = [1e300, 1, 1]", "body.0", "cannot be computed with"),
    ("cells = [2, 2, 2]", "cells = [3000000000000, 2, 2]", "body.0.shape.cells.0", "at most 4294967295"),
    // More frames than a disk holds.
    ("fps = 30", "fps = 1e12", "output.fps", "limit of 1e6"),
];

#[test]
fn each_mistake_is_named_in_one_sentence() {
    let mut wrong = Vec::new();
    for (old, new, key, word) in BAD {
        assert!(GOOD.contains(old), "{old}");
        let bad = GOOD.replacen(old, new, 1);
        match complaint(&bad) {
            None => wrong.push(format!("`{new}` was accepted")),
            Some(message) => {
                let at_key = message.contains(&format!(": {key}: "));
                let one = !message.contains('\n') && message.len() < 600;
                if !(message.contains("bad.toml") && at_key && message.contains(word) && one) {
                    wrong.push(format!("`{new}` [{key}] [{word}]: {message}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), BAD.len(), wrong.join("\n"));
}

#[test]
fn worlds_without_motion_or_mass_are_refused() {
    let all = "[time]\ndt = 1\nsteps = 1\n[[body]]\nname = 'net'\nsprings = { positions = [[0, 0, 0], [1, 0, 0]], \
               masses = MASSES, edges = [[0, 1]], stiffness = 1 }\nPIN";
    let pinned = all.replace("MASSES", "1").replace("PIN", "pin = [{ all = true }]");
    assert!(complaint(&pinned).is_some_and(|m| m.contains("bad.toml") && m.contains("no vertex is free")));
    let massless = all.replace("MASSES", "[1, 0]").replace("PIN", "");
    assert!(complaint(&massless).is_some_and(|m| m.contains("bad.toml") && m.contains("vertex 1")));
}

#[test]
fn broken_toml_names_line_and_column() {
    for (text, word) in [
        ("title = \"open", "line 1"),
        ("[time]\ndt = 0.01\ndt = 0.02\n", "line 3"),
        ("a = [1, 2\nb = 3", "line 2"),
        ("\u{0}", "line 1"),
    ] {
        let message = complaint(text).expect("broken");
        assert!(message.contains("bad.toml") && message.contains(word) && !message.contains('\n'), "{message}");
    }
    assert!(complaint("").is_some_and(|m| m.contains("`time` is missing")), "{:?}", complaint(""));
}

#[test]
fn truncated_and_scrambled_scenes_never_panic() {
    for end in (0..GOOD.len()).step_by(7) {
        if let Some(message) = complaint(&GOOD[..end]) {
            assert!(!message.contains('\n'), "{message}");
        }
    }
    // Swap pairs of lines and of words, by a fixed stride.
    let lines: Vec<&str> = GOOD.lines().collect();
    for i in 0..lines.len() {
        let mut lines = lines.clone();
        let j = (i * 7 + 3) % lines.len();
        lines.swap(i, j);
        complaint(&lines.join("\n"));
        lines.remove(i);
        complaint(&lines.join("\n"));
    }
    let words: Vec<&str> = GOOD.split_inclusive(' ').collect();
    for i in 0..words.len() {
        let mut words = words.clone();
        let j = (i * 13 + 5) % words.len();
        words.swap(i, j);
        complaint(&words.concat());
    }
}

#[test]
fn softening_springs_are_told_and_a_potential_without_a_well_is_refused() {
    let net = "[time]\ndt = 0.01\nsteps = 3\n[[body]]\nshape = { kind = 'chain', length = 1, cells = 3 }\n\
               springs = { from = 'edges', edge = 10, mass = 1, law = 'cubic', cubic = CUBIC }\n";
    let warnings = |cubic: &str| {
        let scene = Scene::from_str(&net.replace("CUBIC", cubic), ".").expect("TOML");
        scene.build().expect("usable").warnings
    };
    assert_eq!(warnings("5"), Vec::<String>::new());
    let said = warnings("-4");
    assert!(
        said[0].starts_with("body.0.springs.cubic: -4 /m^2 makes springs soften") && said[0].contains("0.5 m"),
        "{said:?}"
    );
    let atoms = "[time]\ndt = 1e-15\nsteps = 3\n[[body]]\nshape = { kind = 'molecule', atoms = 50, strands = 1, spacing = 1e-9 }\n\
                 springs = { from = 'edges', edge = 400 }\n[[force]]\nkind = 'lennard-jones'\nepsilon = 1e-21\nsigma = 2e-10\ncutoff = CUT\n";
    let said = complaint(&atoms.replace("CUT", "1e-10")).expect("refused");
    assert!(said.contains("force.0.cutoff: 1e-10 m is not above sigma, 2e-10 m"), "{said}");
    assert_eq!(complaint(&atoms.replace("CUT", "4e-10")), None);
}
