//! [michels2017, Fig. 3a]: errors of positions and velocities as the stiffness ratio grows, on a wobbling block of springs.
//!
//! The paper: the Gautschi-type and the exponential Rosenbrock method lose accuracy with stiffness, EPIRK4s3 is "almost
//! immune" (dotted curves that overlap), and the ground truth is RK4 at h = 1e-10 s. Here the reference is the implicit
//! midpoint rule at a fine step, which is checked against itself at twice that step, and the strong baseline that the
//! paper leaves out stands beside: implicit midpoint with a line-search Newton. Springs that turn make the second
//! derivative of the force as large as the stiffness, so the theory behind stiff accuracy does not apply.

use std::fs;
use std::path::Path;

use sinew::compare::{Comparison, Plan, compare};
use sinew::output::files::write_whole;
use sinew::scene::Scene;

use super::Args;
use super::results::fresh_folder;
use crate::console::{Progress, say, table};
use crate::fault::{Fault, Kind};
use crate::stop;

const INTEGRATORS: [&str; 6] = ["eti", "exprb42", "pexprb43", "epirk4s3", "implicit-midpoint", "backward-euler"];
const RATIOS: [&str; 5] = ["1e2", "1e4", "1e6", "1e8", "1e10"];
const STEPS: [f64; 4] = [0.02, 0.01, 0.005, 0.0025];

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    let folder = fresh_folder(args, "sai-fig3a")?;
    let (ratios, steps) = if args.quick { (&RATIOS[..2], &STEPS[..2]) } else { (&RATIOS[..], &STEPS[..]) };
    let mut results = Vec::new();
    for ratio in ratios {
        let mut scene = Scene::from_shipped("wobbling-block")?;
        let stiffness = 100.0 * ratio.parse::<f64>().expect("a number");
        scene.apply_set(&format!("body.0.springs.altitude={stiffness:e}"))?;
        let plan = Plan {
            integrators: INTEGRATORS.map(str::to_owned).to_vec(),
            steps: steps.to_vec(),
            reference: Some(("implicit-midpoint".to_owned(), if args.quick { 2.5e-4 } else { 2.5e-5 })),
        };
        let mut current: Option<(String, Progress)> = None;
        let mut watch = |label: &str, step: usize, steps: usize| {
            if current.as_ref().is_none_or(|(name, _)| name != label) {
                if let Some((_, done)) = current.take() {
                    done.end();
                }
                current = Some((label.to_owned(), Progress::new(false, &format!("kappa {ratio}: {label}"), steps)));
            }
            if let Some((_, progress)) = &mut current {
                progress.at(step);
            }
            !stop::asked()
        };
        let result = compare(&scene, &plan, &mut watch);
        if let Some((_, done)) = current.take() {
            done.end();
        }
        if stop::asked() {
            return Err(Fault::new(Kind::Interrupted, "interrupted; nothing was written"));
        }
        results.push((*ratio, result?));
    }
    for (pick, (what, unit)) in [("positions", "m"), ("velocities", "m/s")].into_iter().enumerate() {
        say(format_args!("error of the {what} [{unit}] by stiffness ratio kappa"));
        table(&rows(&results, steps, pick));
    }
    for (ratio, result) in &results {
        say(format_args!("kappa {ratio}: {}", result.reference_sentence()));
    }
    write(&folder, &results).map_err(|e| Fault::files(format!("cannot write to {}: {e}", folder.display())))?;
    say(format_args!("tables and plots: {}", folder.display()));
    Ok(())
}

/// Integrators and steps down, ratios across; errors of positions (m) or velocities (m/s), root mean square.
fn rows(results: &[(&str, Comparison)], steps: &[f64], pick: usize) -> Vec<Vec<String>> {
    let mut rows = vec![vec!["integrator".to_owned(), "dt [s]".to_owned()]];
    rows[0].extend(results.iter().map(|(ratio, _)| format!("kappa {ratio}")));
    for integrator in INTEGRATORS {
        for dt in steps {
            let mut line = vec![integrator.to_owned(), format!("{dt}")];
            for (_, result) in results {
                let row = result.rows.iter().find(|r| r.integrator == integrator && r.dt == *dt);
                line.push(match row.map(|r| &r.outcome) {
                    Some(Ok(m)) => format!("{:.1e}", [m.position_error, m.velocity_error][pick]),
                    Some(Err(_)) => "fails".into(),
                    None => "-".into(),
                });
            }
            rows.push(line);
        }
    }
    rows
}

fn write(folder: &Path, results: &[(&str, Comparison)]) -> std::io::Result<()> {
    for (ratio, result) in results {
        let folder = folder.join(format!("kappa-{ratio}"));
        fs::create_dir_all(&folder)?;
        for (name, text) in [("compare.csv", result.csv()), ("compare.html", result.html())] {
            write_whole(&folder.join(name), |out| std::io::Write::write_all(out, text.as_bytes()))?;
        }
    }
    Ok(())
}
