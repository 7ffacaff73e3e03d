//! [chen2020, Table 2]: what a frame costs with the semi-implicit step, with SIERE and with the exponential step.
//!
//! The shipped scenes carry the paper's step sizes, materials and loads on shapes of our own; with `--mesh-dir` the
//! paper's meshes take their place, scaled and pinned alike. Times are medians over the measured steps, after one step
//! that orders the matrix. The paper's seconds are for a hundred frames on a core i7.

use std::path::Path;

use sinew::scene::Scene;

use super::Args;
use super::results::{fresh_folder, write_table};
use super::timing::{Outcome, measure};
use crate::console::{say, table};
use crate::fault::{Fault, Kind};
use crate::stop;

/// What the paper says: seconds for a hundred frames, or how it ended.
#[derive(Clone, Copy)]
enum Printed {
    Seconds(f64),
    Unstable,
    /// Stopped after more than twenty times SIERE's time.
    TooSlow,
}

use Printed::{Seconds, TooSlow, Unstable};

struct Case {
    mesh: &'static str,
    scene: &'static str,
    /// Peak Young's modulus (Pa) and the same as settings of the scene.
    stiffness: &'static str,
    settings: &'static [&'static str],
    modes: u32,
    /// The paper's mesh and what puts it in its place.
    file: Option<(&'static str, &'static [&'static str])>,
    /// SI, SIERE, ERE
    paper: [Printed; 3],
}

const BALL: (&str, &[&str]) = ("siere_ball", &["body.0.scale=0.1"]);
const HONEYCOMB: (&str, &[&str]) = (
    "siere_honeycomb",
    &[
        "body.0.scale=0.005",
        "body.0.translate=[0.7217, -0.1, 0.0]",
        "body.0.regions.0.box=[[0.0, 0.05, -1.0], [0.55, 0.45, 1.0]]",
    ],
);
const MOEBIUS: (&str, &[&str]) = (
    "siere_moebius",
    &[
        "body.0.scale=0.0166667",
        "body.0.translate=[0.0, 0.0, -1.0]",
        "body.0.pin=[{plane = {point = [0.0, 0.0, 0.95], normal = [0.0, 0.0, 1.0]}}]",
    ],
);

const CASES: &[Case] = &[
    Case {
        mesh: "ball",
        scene: "hanging-ball",
        stiffness: "1e8",
        settings: &[],
        modes: 5,
        file: Some(BALL),
        paper: [Seconds(44.0), Seconds(97.0), Seconds(36.0)],
    },
    Case {
        mesh: "ball",
        scene: "hanging-ball",
        stiffness: "1e10",
        settings: &["body.0.material.young=1e10", "body.0.regions.0.young=1e8"],
        modes: 5,
        file: Some(BALL),
        paper: [Seconds(42.0), Seconds(96.0), Seconds(112.0)],
    },
    Case {
        mesh: "cuboid",
        scene: "untwisting-cuboid",
        stiffness: "1e5",
        settings: &[],
        modes: 5,
        // Its cross-section is wide and its tets are thin: half a turn would turn some inside out.
        file: Some((
            "siere_cuboid",
            &["body.0.pin.0.box=[[-1.0, -1.0, -1.0], [0.02, 1.0, 1.0]]", "body.0.displacement.twist.degrees=45.0"],
        )),
        paper: [Unstable, Seconds(110.0), Unstable],
    },
    Case {
        mesh: "honeycomb",
        scene: "honeycomb-sheet",
        stiffness: "1e8",
        settings: &[],
        modes: 5,
        file: Some(HONEYCOMB),
        paper: [Seconds(85.0), Seconds(154.0), Seconds(537.0)],
    },
    Case {
        mesh: "honeycomb",
        scene: "honeycomb-sheet",
        stiffness: "1e10",
        settings: &["body.0.material.young=1e10", "body.0.regions.0.young=1e8"],
        modes: 5,
        file: Some(HONEYCOMB),
        paper: [Seconds(84.0), Seconds(156.0), Seconds(5840.0)],
    },
    Case {
        mesh: "spiral ball",
        scene: "spiral-ball",
        stiffness: "1e8",
        settings: &["body.0.material.young=1e6", "body.0.regions.0.young=1e8"],
        modes: 5,
        file: Some(MOEBIUS),
        paper: [Seconds(162.0), Seconds(223.0), Seconds(5780.0)],
    },
    Case {
        mesh: "spiral ball",
        scene: "spiral-ball",
        stiffness: "1e10",
        settings: &[],
        modes: 5,
        file: Some(MOEBIUS),
        paper: [Seconds(154.0), Seconds(260.0), TooSlow],
    },
    Case {
        mesh: "rope",
        scene: "uncoiling-rope",
        stiffness: "1e6",
        settings: &[],
        modes: 1,
        file: Some((
            "siere_rope",
            &[
                "body.0.scale=0.006",
                "body.0.rotate={axis = [1.0, 0.0, 0.0], degrees = 90.0}",
                "body.0.pin=[{plane = {point = [0.0, 0.0, 1.6], normal = [0.0, 0.0, 1.0]}}]",
            ],
        )),
        paper: [Unstable, Seconds(651.0), TooSlow],
    },
    Case {
        mesh: "tower",
        scene: "tower-in-wind",
        stiffness: "3e7",
        settings: &[],
        modes: 5,
        file: Some(("siere_eiffel", &[])),
        paper: [Seconds(631.0), Seconds(2315.0), TooSlow],
    },
    Case {
        mesh: "tree",
        scene: "tree-in-gusts",
        stiffness: "5e7",
        settings: &[],
        modes: 5,
        file: Some(("siere_tree", &["body.0.scale=0.058"])),
        paper: [Unstable, Seconds(2690.0), TooSlow],
    },
    Case {
        mesh: "bridge",
        scene: "bridge-in-wind",
        stiffness: "1e10",
        settings: &[],
        modes: 5,
        file: Some((
            "siere_bridge",
            &[
                "body.0.scale=0.1666667",
                // the truss below the deck is soft; feet and both ends of the deck are held
                "body.0.regions.0.plane={point = [0.0, 0.0, 9.0], normal = [0.0, 0.0, -1.0]}",
                "body.0.pin=[{plane = {point = [0.0, 0.0, 0.1], normal = [0.0, 0.0, -1.0]}}, \
                 {plane = {point = [0.3, 0.0, 0.0], normal = [-1.0, 0.0, 0.0]}}, \
                 {plane = {point = [39.8, 0.0, 0.0], normal = [1.0, 0.0, 0.0]}}]",
            ],
        )),
        paper: [Seconds(1375.0), Seconds(4585.0), TooSlow],
    },
    Case {
        mesh: "body",
        scene: "soft-body",
        stiffness: "1.6e4",
        settings: &[],
        modes: 6,
        file: None,
        paper: [Seconds(5209.0), Seconds(9672.0), Seconds(79367.0)],
    },
];

/// With --quick only the cases up to this one.
const QUICK: usize = 5;

const METHODS: [&str; 4] = ["semi-implicit", "siere", "ere", "siere2"];

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    let folder = fresh_folder(args, "siere-table2")?;
    let cases = if args.quick { &CASES[..QUICK] } else { CASES };
    let steps = args.steps.unwrap_or(if args.quick { 3 } else { 10 }) as usize;
    let mut rows = vec![head()];
    for case in cases {
        // What cannot be run gets a line that says why; the other cases are still worth having.
        rows.push(match run_case(case, args, steps) {
            Ok(row) => row,
            Err(_) if stop::asked() => return Err(Fault::new(Kind::Interrupted, "interrupted; nothing was written")),
            Err(fault) => vec![case.mesh.into(), "-".into(), case.stiffness.into(), fault.message],
        });
    }
    table(&rows);
    say(
        "times in seconds per frame (ours, then the paper's); work of siere as factorizations/solves/products per frame",
    );
    write_table(&folder.join("table2.csv"), &rows)
}

fn run_case(case: &Case, args: &Args, steps: usize) -> Result<Vec<String>, Fault> {
    let base = open(case, args.mesh_dir.as_deref())?;
    let mut outcomes = Vec::new();
    let mut tets = 0;
    for method in METHODS {
        let mut scene = base.clone();
        scene.set_integrator(method);
        if method.starts_with("siere") {
            scene.apply_set(&format!("integrator.modes={}", case.modes))?;
        }
        let label = format!("{}, E = {} Pa, {method}", case.mesh, case.stiffness);
        let timing = measure(&scene, &label, steps, args.limit)?;
        tets = timing.elements;
        outcomes.push(timing.outcome);
    }
    Ok(row(case, tets, &outcomes))
}

fn open(case: &Case, meshes: Option<&Path>) -> Result<Scene, Fault> {
    let mut scene = Scene::from_shipped(case.scene)?;
    for setting in case.settings {
        scene.apply_set(setting)?;
    }
    if let (Some(folder), Some((name, place))) = (meshes, &case.file) {
        let path = folder.join(format!("{name}.msh.gz"));
        let path = if path.exists() { path } else { folder.join(format!("{name}.msh")) };
        let path = path
            .canonicalize()
            .map_err(|e| Fault::input(format!("no mesh {name}.msh or {name}.msh.gz in {} ({e})", folder.display())))?;
        scene.apply_set(&format!("body.0.mesh={:?}", path.to_string_lossy()))?;
        for setting in *place {
            scene.apply_set(setting)?;
        }
    }
    Ok(scene)
}

fn head() -> Vec<String> {
    let columns =
        ["mesh", "tets", "E [Pa]", "SI", "paper", "SIERE", "paper", "ratio", "paper", "ERE", "paper", "siere2", "work"];
    columns.map(str::to_owned).to_vec()
}

fn row(case: &Case, tets: usize, outcomes: &[Outcome]) -> Vec<String> {
    let printed = case.paper.map(|p| match p {
        Seconds(s) => format!("{:.2}", s / 100.0),
        Unstable => "unstable".into(),
        TooSlow => "> 20 SIERE".into(),
    });
    let ratio = outcomes[1].ratio(&outcomes[0]);
    let printed_ratio = match (case.paper[0], case.paper[1]) {
        (Seconds(si), Seconds(siere)) => format!("{:.2}", siere / si),
        _ => "-".into(),
    };
    let [si, siere, ere] = printed;
    vec![
        case.mesh.into(),
        tets.to_string(),
        case.stiffness.into(),
        outcomes[0].time(),
        si,
        outcomes[1].time(),
        siere,
        ratio,
        printed_ratio,
        outcomes[2].time(),
        ere,
        outcomes[3].time(),
        outcomes[1].work(),
    ]
}
