//! The shipped scenes run, the published schema is the one enforced, and the same scene gives the same bits.

use sinew::mechanics::Vec3;
use sinew::scene::{Built, Scene, costs, schema, shipped};

fn build(text: &str) -> Built {
    Scene::from_str(text, ".").and_then(|scene| scene.build()).unwrap_or_else(|e| panic!("{e}"))
}

fn run(built: &mut Built, steps: usize) {
    for _ in 0..steps {
        built.simulation.step().unwrap_or_else(|e| panic!("{}: {e}", built.title));
    }
}

/// Steps that a test can afford; the large scenes are run in full by people.
fn affordable(elements: usize) -> usize {
    100_000 / elements
}

/// Scenes whose memory a test can afford; `tests/quick.rs` runs the others in their small form.
fn builds(scene: &&shipped::ShippedScene) -> bool {
    !costs::find(scene.name).is_some_and(|cost| cost.is_huge())
}

#[test]
fn every_shipped_scene_takes_three_steps() {
    for scene in shipped::CATALOG.iter().filter(builds) {
        let mut built = Scene::from_shipped(scene.name).and_then(|s| s.build()).unwrap_or_else(|e| panic!("{e}"));
        assert!(built.warnings.is_empty(), "{}: {:?}", scene.name, built.warnings);
        assert!(!built.title.is_empty() && built.steps > 3);
        let steps = affordable(built.simulation.world().elements()).min(3);
        run(&mut built, steps);
        let (x, v) = built.simulation.all_vertices();
        assert!(x.iter().chain(&v).all(|x| x.is_finite()), "{}", scene.name);
        let view = &built.view;
        assert_eq!(view.bodies.iter().map(|b| b.count).sum::<usize>(), built.simulation.world().vertices());
    }
}

#[test]
fn the_schema_accepts_shipped_scenes_and_refuses_a_typo() {
    let validator = jsonschema::validator_for(schema()).expect("a schema");
    for scene in shipped::CATALOG {
        let table: toml::Table = scene.text.parse().expect("valid TOML");
        let value = serde_json::to_value(&table).expect("TOML is JSON");
        let errors: Vec<String> = validator.iter_errors(&value).map(|e| format!("{} {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", scene.name);
    }
    let base = shipped::find("bouncing-ball").expect("shipped").text;
    for (old, new) in [
        ("young", "yuong"),
        ("[time]", "[tiem]"),
        ("dt =", "dtt ="),
        ("radius", "radios"),
        ("stiffness = 2e4", "stiffness = -2e4"),
        ("kind = \"plane\"", "kind = \"plain\""),
        ("[time]", "[integrator]\nname = \"implicit-midpiont\"\n[time]"),
        ("[time]", "[integrator]\nfiltre = 0.1\n[time]"),
        ("normal =", "nromal ="),
        ("beta =", "gamma ="),
        ("duration = 1.5", "duration = \"long\""),
    ] {
        assert!(base.contains(old), "{old}");
        let table: toml::Table = base.replace(old, new).parse().expect("valid TOML");
        let value = serde_json::to_value(&table).expect("TOML is JSON");
        assert!(!validator.is_valid(&value), "{new} passed the schema");
        assert!(Scene::from_str(&base.replace(old, new), ".").expect("TOML").build().is_err(), "{new} was built");
    }
}

#[test]
fn every_section_has_documented_keys() {
    // Descriptions are what editors show: every property of every definition has one.
    fn visit(value: &serde_json::Value, path: &str, missing: &mut Vec<String>) {
        if let Some(properties) = value["properties"].as_object() {
            for (key, property) in properties {
                if property["description"].is_null() && property["const"].is_null() && property["enum"].is_null() {
                    missing.push(format!("{path}.{key}"));
                }
            }
        }
        match value {
            serde_json::Value::Object(map) => map.iter().for_each(|(k, v)| visit(v, &format!("{path}/{k}"), missing)),
            serde_json::Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, v)| visit(v, &format!("{path}/{i}"), missing));
            }
            _ => {}
        }
    }
    let mut missing = Vec::new();
    visit(schema(), "", &mut missing);
    assert!(missing.is_empty(), "{missing:#?}");
}

const CUBE: &str = "
    [time]
    dt = 0.01
    steps = 5
    [[body]]
    shape = { kind = 'block', size = [1, 1, 1], cells = [2, 2, 2] }
    material = { model = 'corotated', young = 1e5, poisson = 0.3, density = 1000 }
";

#[test]
fn velocities_have_the_momenta_that_the_scene_asks_for() {
    let built = build(&format!("{CUBE}velocity = {{ linear = [1, 2, 3], angular = [0, 0, 10] }}"));
    let momentum = built.simulation.record().momentum;
    // 1000 kg; a cube of eight lumped cells has I = sum m r^2 over its vertices.
    let world = built.simulation.world();
    let masses = world.all_mass().vertex_masses();
    let points: Vec<Vec3> = world.rest().chunks_exact(3).map(Vec3::from_column_slice).collect();
    let center = points.iter().zip(&masses).map(|(p, m)| p * *m).sum::<Vec3>() / 1000.0;
    let inertia: f64 = points.iter().zip(&masses).map(|(p, m)| m * (p - center).xy().norm_squared()).sum();
    let linear = Vec3::from(momentum.linear);
    assert!((linear - Vec3::new(1e3, 2e3, 3e3)).norm() < 1e-9 * 4e3, "{linear}");
    let spin = Vec3::from(momentum.angular) - center.cross(&linear);
    assert!((spin.z / (10.0 * inertia) - 1.0).abs() < 1e-12, "{spin} {inertia}");
    assert!((masses.iter().sum::<f64>() - 1000.0).abs() < 1e-9);
}

#[test]
fn displacements_store_the_energy_that_theory_says() {
    // Uniaxial strain e of a corotated cube: V = (mu + lambda/2) e^2 per volume.
    let stretched = build(&format!("{CUBE}displacement = {{ stretch = [1.1, 1, 1] }}"));
    let (young, poisson) = (1e5, 0.3);
    let mu = young / (2.0 * (1.0 + poisson));
    let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    let expected = (mu + 0.5 * lambda) * 0.01;
    let elastic = stretched.simulation.record().energy.elastic;
    assert!((elastic / expected - 1.0).abs() < 1e-10, "{elastic} {expected}");
    // A uniform shift stores nothing, a twist something, and noise depends on its seed alone.
    let energy = |start: &str| build(&format!("{CUBE}{start}")).simulation.record().energy.elastic;
    assert!(energy("displacement = { linear = [5, 0, 0] }").abs() < 1e-9);
    assert!(energy("displacement = { twist = { axis = [1, 0, 0], degrees = 30 } }") > 1.0);
    let noise = |seed: u64| energy(&format!("displacement = {{ random = 0.01, seed = {seed} }}"));
    assert_eq!(noise(1), noise(1));
    assert_ne!(noise(1), noise(2));
}

#[test]
fn arrays_and_shapes_describe_the_same_body() {
    let shape = build(CUBE);
    let world = shape.simulation.world();
    let rows = |values: &[f64]| format!("{:?}", values.chunks_exact(3).collect::<Vec<_>>());
    let tets = &shape.view.bodies[0].tets;
    let text = format!(
        "[time]\ndt = 0.01\nsteps = 5\n[[body]]\n[body.tets]\npositions = {}\nelements = {tets:?}\n\
         velocities = {}\ndisplacements = {}\n\
         material = {{ model = 'corotated', young = 1e5, poisson = 0.3, density = 1000 }}\n",
        rows(world.rest()),
        rows(&vec![1.0; world.rest().len()]),
        rows(&vec![0.5; world.rest().len()]),
    );
    let mut arrays = build(&text);
    let mut shape =
        build(&format!("{CUBE}velocity = {{ linear = [1, 1, 1] }}\ndisplacement = {{ linear = [0.5, 0.5, 0.5] }}"));
    run(&mut arrays, 3);
    run(&mut shape, 3);
    assert_eq!(arrays.simulation.all_vertices(), shape.simulation.all_vertices());
}

#[test]
fn regions_change_stiffness_and_weight() {
    let plain = build(CUBE);
    let heavy =
        build(&format!("{CUBE}regions = [{{ box = [[0, -1, -1], [0.5, 1, 1]], density = 3000, young = 1e7 }}]"));
    let total = |b: &Built| b.simulation.world().all_mass().vertex_masses().iter().sum::<f64>();
    assert!((total(&plain) - 1000.0).abs() < 1e-9);
    assert!((total(&heavy) - 2000.0).abs() < 1e-9);
    assert_eq!(heavy.simulation.world().terms().len(), 2);
    let by_number = format!("{CUBE}regions = [{{ region = 0, density = 500 }}]");
    assert!((total(&build(&by_number)) - 500.0).abs() < 1e-9);
}

#[test]
fn springs_from_a_mesh_have_the_mass_and_number_they_should() {
    let text = "
        [time]
        dt = 0.01
        steps = 5
        [[body]]
        name = 'bar'
        shape = { kind = 'block', size = [2, 1, 1], cells = [2, 1, 1] }
        springs = { from = 'tets', edge = 100, altitude = 1e4, density = 10 }
        [[body]]
        name = 'cloth'
        shape = { kind = 'sheet', size = [2, 3], cells = [4, 5] }
        springs = { from = 'sheet', edge = 100, shear = 10, bending = 1, density = 0.5 }
        [[body]]
        name = 'rope'
        shape = { kind = 'chain', length = 2, cells = 4 }
        springs = { from = 'edges', edge = 100, law = 'cubic', cubic = 2, mass = 7 }
    ";
    let built = build(text);
    let world = built.simulation.world();
    let masses = world.all_mass().vertex_masses();
    for (i, expected) in [(0, 20.0), (1, 3.0), (2, 7.0)] {
        let body = &built.view.bodies[i];
        let total: f64 = masses[body.first..body.first + body.count].iter().sum();
        assert!((total - expected).abs() < 1e-12, "{i}: {total}");
    }
    let names: Vec<&str> = world.terms().iter().map(|t| t.name()).collect();
    assert_eq!(names, ["bar: springs", "bar: altitude springs", "cloth: springs", "rope: springs"]);
    // 5 x 6 vertices: 4*6 + 5*5 sides, 2*20 diagonals, 3*6 + 5*4 hinges.
    assert_eq!(built.view.bodies[1].edges.len(), 49 + 40 + 38);
    assert!(built.simulation.record().energy.elastic.abs() < 1e-20);
}

#[test]
fn options_of_the_default_integrator_need_no_name() {
    let mut scene = Scene::from_shipped("beam-small").expect("shipped");
    assert_eq!(scene.build().expect("sound").simulation.integrator().name(), "fitted-energy-momentum");
    scene.apply_set("integrator.filter=0.0").expect("checked later");
    assert_eq!(
        scene.build().expect("an option of the default").simulation.integrator().name(),
        "fitted-energy-momentum"
    );
    scene.apply_set("integrator.beta=0.25").expect("checked later");
    assert!(scene.build().err().expect("no such option").to_string().contains("integrator.beta"));
}

#[test]
fn changes_by_set_reach_the_simulation() {
    let mut scene = Scene::from_shipped("beam-small").expect("shipped");
    scene.apply_set("body.beam.material.density=2000").expect("known key");
    scene.apply_set("body.0.shape={ kind = \"block\", size = [1, 1, 1], cells = [1, 1, 1] }").expect("known key");
    scene.apply_set("title=Short and heavy").expect("known key");
    scene.set_dt(0.005).expect("known key");
    scene.set_integrator("symplectic-euler");
    let built = scene.build().expect("sound");
    assert_eq!(built.title, "Short and heavy");
    assert_eq!((built.simulation.dt(), built.steps), (0.005, 200));
    assert_eq!(built.simulation.integrator().name(), "symplectic-euler");
    assert_eq!(built.simulation.world().vertices(), 8);
    let total: f64 = built.simulation.world().all_mass().vertex_masses().iter().sum();
    assert!((total - 2000.0).abs() < 1e-9);

    for (argument, word) in [
        ("body.0.materal.young=1e7", "did you mean `material`"),
        ("body.0.material.yuong=1e7", "did you mean `young`"),
        ("gravitation=[0,0,0]", "did you mean `gravity`"),
        ("body.bean.name=x", "did you mean `beam`"),
    ] {
        let mut scene = Scene::from_shipped("beam-small").expect("shipped");
        let message = scene.apply_set(argument).expect_err(argument).to_string();
        assert!(message.contains(word) && message.contains(argument), "{message}");
        assert!(scene.build().is_ok(), "a refused change changes nothing");
    }
    // Options are set before or after another integrator is chosen, and checked against that one.
    let mut scene = Scene::from_shipped("beam-small").expect("shipped");
    scene.apply_set("integrator.beta=0.3").expect("checked later");
    assert!(scene.build().err().expect("no such option").to_string().contains("integrator.beta"));
    scene.set_integrator("newmark");
    assert!(scene.build().is_ok());
    scene.apply_set("integrator.tolerence=1e-6").expect("checked later");
    assert!(scene.build().err().expect("no such option").to_string().contains("did you mean `tolerance`"));

    let missing = {
        let mut scene = Scene::from_shipped("beam-small").expect("shipped");
        scene.apply_set("body.0.mesh=no such file.msh").expect("known key");
        scene.build().err().expect("no such file").to_string()
    };
    assert!(missing.contains("body.0.mesh") && missing.contains("no such file.msh"), "{missing}");
}

/// `--integrator paper`: the scheme of the paper that a scene is from, at a step that it takes.
#[test]
fn every_scene_of_a_paper_knows_the_papers_integrator() {
    let schemes = |folder: &'static str| match folder {
        "eti" => vec!["eti", "ceti", "neti"],
        "rosenbrock" => vec!["exprb42", "pexprb43"],
        "stiff-accuracy" => vec!["epirk4s3"],
        one => vec![one],
    };
    let of_papers: Vec<_> = shipped::CATALOG.iter().filter(|scene| scene.is_of_a_paper()).collect();
    assert_eq!(of_papers.len(), 59);
    for shipped in of_papers {
        let mut scene = Scene::from_shipped(shipped.name).expect("shipped");
        scene.take_paper().unwrap_or_else(|e| panic!("{e}"));
        let integrator = scene.build_integrator().unwrap_or_else(|e| panic!("{e}"));
        assert!(schemes(shipped.folder).contains(&integrator.name()), "{}: {}", shipped.name, integrator.name());
        let own = Scene::from_shipped(shipped.name).and_then(|s| s.check()).expect("shipped");
        let there = scene.check().expect("sound");
        // The paper's scheme is never given a longer step than the scene's own, but where nothing turns.
        if !shipped.name.starts_with("crash") {
            assert!(there.time.dt <= own.time.dt, "{}", shipped.name);
        }
        assert_eq!(there.time.duration, own.time.duration, "{}", shipped.name);
    }
    let mut wrong = Scene::from_str("paper.set = ['integrator']\n[time]\ndt = 1.0\nsteps = 1", "").expect("TOML");
    assert!(wrong.take_paper().expect_err("no change").to_string().contains("paper.set"));
}

#[test]
fn unknown_scenes_are_answered_with_the_nearest() {
    let message = Scene::open("spining-cube").expect_err("misspelt").to_string();
    assert!(message.contains("spinning-cube"), "{message}");
    let message = Scene::open("no/such/file.toml").expect_err("missing").to_string();
    assert!(message.contains("no/such/file.toml"), "{message}");
}

/// Bits of all positions and velocities after some steps with a number of threads.
fn bits(scene: &str, threads: usize, steps: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| {
        let mut built = Scene::from_shipped(scene).and_then(|s| s.build()).expect("shipped");
        run(&mut built, steps);
        let (x, v) = built.simulation.all_vertices();
        let record = built.simulation.record();
        let ledger = [record.energy.total(), record.dissipated, record.injected, record.numerical];
        x.iter().chain(&v).chain(&ledger).map(|x| x.to_bits()).collect()
    })
}

#[test]
fn thread_count_changes_no_bit() {
    for (scene, steps) in [("spinning-cube", 10), ("hanging-cloth", 10)] {
        assert!(bits(scene, 1, steps) == bits(scene, 2, steps), "{scene}");
    }
}

/// The basic scenes to their end, all but the largest beam, and the others for as long as a test can afford.
/// `SCENE=beam-large cargo test --release --test scenes -- to_its_end` runs any one of them in full.
#[test]
fn every_shipped_scene_runs_to_its_end() {
    let only = std::env::var("SCENE").ok();
    let wanted = |s: &&shipped::ShippedScene| only.as_deref().map_or(builds(s), |o| o == s.name);
    for scene in shipped::CATALOG.iter().filter(wanted) {
        let mut built = Scene::from_shipped(scene.name).and_then(|s| s.build()).expect("sound");
        let in_full = only.is_some() || (scene.folder == "basics" && scene.name != "beam-large");
        let steps = if in_full { built.steps } else { affordable(built.simulation.world().elements()) };
        let clock = std::time::Instant::now();
        let start = built.simulation.record().energy;
        let (mut error, mut scale) = (0.0f64, start.kinetic + start.elastic);
        for _ in 0..steps {
            let record = built.simulation.step().unwrap_or_else(|e| panic!("{}: {e}", scene.name));
            error = error.max(record.numerical.abs());
            scale = scale.max(record.energy.kinetic + record.energy.elastic);
        }
        let seconds = clock.elapsed().as_secs_f64();
        println!("{:28} {seconds:7.2} s, energy error {:.1e}", scene.name, error / scale);
    }
}
