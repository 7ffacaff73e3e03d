//! [dinev2018, Table 1]: what a step of the blend costs against backward Euler, by Newton's method and by ten local/global
//! iterations, on bodies of the paper's sizes.
//!
//! The shipped scenes carry the paper's step sizes on shapes of our own; filled by a lattice they have more tets for the
//! same number of vertices, so most are a little larger than the paper's. Medians over the measured steps after a first
//! one; the last columns are the spread of the steps of the blend at a fixed price (`--steps 10000` for the long run).

use sinew::scene::Scene;

use super::Args;
use super::results::{fresh_folder, write_table};
use super::timing::{Outcome, Timing, measure};
use crate::console::{say, table};
use crate::fault::{Fault, Kind};
use crate::stop;

struct Case {
    model: &'static str,
    scene: &'static str,
    settings: &'static [&'static str],
    /// The paper's vertices and elements.
    size: [usize; 2],
    /// Its milliseconds: Newton backward Euler, Newton blend, local/global backward Euler, local/global blend.
    paper: [f64; 4],
}

const CASES: &[Case] = &[
    Case { model: "bar", scene: "stretching-bar", settings: &[], size: [290, 716], paper: [148.0, 231.0, 3.62, 5.73] },
    Case {
        model: "cube (Fig. 5)",
        scene: "stiff-spinning-cube",
        settings: &["body.0.shape.cells=[6, 6, 6]"],
        size: [386, 996],
        paper: [277.0, 505.0, 5.84, 8.41],
    },
    Case {
        model: "cube (Fig. 15)",
        scene: "cube-on-spheres",
        settings: &[],
        size: [386, 996],
        paper: [365.0, 597.0, 6.93, 9.50],
    },
    Case {
        model: "hippo",
        scene: "falling-on-spheres",
        settings: &[],
        size: [2_387, 8_406],
        paper: [3_985.0, 6_296.0, 66.4, 73.3],
    },
    Case {
        model: "bunny (Fig. 14)",
        scene: "braking-body",
        settings: &[],
        size: [4_497, 15_408],
        paper: [6_288.0, 10_720.0, 194.0, 212.0],
    },
    Case {
        model: "cactus",
        scene: "shuffled-cactus",
        settings: &[],
        size: [5_261, 17_187],
        paper: [5_050.0, 7_577.0, 115.0, 174.0],
    },
    Case {
        model: "cloth",
        scene: "shaken-cloth",
        settings: &[],
        size: [10_201, 50_200],
        paper: [24_958.0, 42_758.0, 110.0, 127.0],
    },
    Case {
        model: "dog",
        scene: "stretched-face",
        settings: &[],
        size: [28_390, 117_423],
        paper: [39_101.0, 99_138.0, 916.0, 1_205.0],
    },
    Case {
        model: "bunny (Fig. 9)",
        scene: "swinging-body",
        settings: &[],
        size: [34_844, 121_058],
        paper: [31_624.0, 64_037.0, 1_181.0, 1_510.0],
    },
];

/// With --quick only the cases up to this one.
const QUICK: usize = 4;

/// Integrator and options of each of the four columns.
const METHODS: [(&str, &[&str]); 4] = [
    ("backward-euler", &[]),
    ("stabilized", &["integrator.solver=newton"]),
    ("projective-dynamics", &["integrator.iterations=10"]),
    ("stabilized", &["integrator.solver=local-global", "integrator.iterations=10"]),
];

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    let folder = fresh_folder(args, "stabilized-table1")?;
    let cases = if args.quick { &CASES[..QUICK] } else { CASES };
    let steps = args.steps.unwrap_or(if args.quick { 5 } else { 30 }) as usize;
    let mut rows = vec![head()];
    for case in cases {
        // What cannot be run gets a line that says why; the other cases are still worth having.
        rows.push(match run_case(case, args, steps) {
            Ok(row) => row,
            Err(_) if stop::asked() => return Err(Fault::new(Kind::Interrupted, "interrupted; nothing was written")),
            Err(fault) => vec![case.model.into(), fault.message],
        });
    }
    table(&rows);
    say(
        "milliseconds per step (median), ours and (paper's); BE backward Euler, blend = stabilized, PD projective-dynamics",
    );
    say("overhead = blend / PD; p99 and max of the blend at a fixed price");
    write_table(&folder.join("table1.csv"), &rows)
}

fn run_case(case: &Case, args: &Args, steps: usize) -> Result<Vec<String>, Fault> {
    let mut timings = Vec::new();
    for (method, options) in METHODS {
        let mut scene = Scene::from_shipped(case.scene)?;
        for setting in case.settings {
            scene.apply_set(setting)?;
        }
        scene.set_integrator(method);
        for option in options {
            scene.apply_set(option)?;
        }
        let label = format!("{}, {method} {}", case.model, options.first().unwrap_or(&"").replace("integrator.", ""));
        timings.push(measure(&scene, &label, steps, args.limit)?);
    }
    Ok(row(case, &timings))
}

fn head() -> Vec<String> {
    let columns =
        ["model", "vertices", "elements", "Newton BE", "Newton blend", "PD", "blend", "overhead", "p99", "max"];
    columns.map(str::to_owned).to_vec()
}

fn row(case: &Case, timings: &[Timing]) -> Vec<String> {
    let milliseconds = |outcome: &Outcome, share: f64| match outcome {
        Outcome::Done { .. } => format!("{:.2}", 1e3 * outcome.quantile(share).unwrap_or(f64::NAN)),
        Outcome::Failed { step } => format!("fails at step {step}"),
    };
    let mut row = vec![
        case.model.to_owned(),
        format!("{} ({})", timings[0].vertices, case.size[0]),
        format!("{} ({})", timings[0].elements, case.size[1]),
    ];
    for (timing, paper) in timings.iter().zip(case.paper) {
        row.push(format!("{} ({paper})", milliseconds(&timing.outcome, 0.5)));
    }
    let (pd, blend) = (&timings[2].outcome, &timings[3].outcome);
    row.push(format!("{} ({:.2})", blend.ratio(pd), case.paper[3] / case.paper[2]));
    row.push(milliseconds(blend, 0.99));
    row.push(milliseconds(blend, 1.0));
    row
}
