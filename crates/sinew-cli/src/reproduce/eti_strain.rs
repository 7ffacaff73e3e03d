//! [michels2014, Figs. 10, 23c]: what a foil and a rope cost, the less they may stretch.
//!
//! The paper sets the strain by the stiffness and says: the exponential integrator costs the same at any permissible strain, on the
//! foil (10 x 10 particles, 502 springs, 5 s at 1e-3 s) 430 times less than backward Euler's 260 s at 0.1 %, on the rope (80
//! particles, 1 s) a tenth of the 2 s of fast projection at 0.1 %. Here each integrator begins with the paper's step and halves it
//! until the whole run is done with a largest strain of at most twice the true one. That one is rk4's, at a step with
//! omega_max h <= 1. A run whose strain is far below the true one has damped the motion: `of true` says how much is left.

use std::time::Instant;

use sinew::alarm::Alarm;
use sinew::mechanics::MechanicalSystem;
use sinew::output::LargestStrain;
use sinew::output::files::write_whole;
use sinew::output::svg::{Plot, Scale, Series};
use sinew::scene::Scene;

use super::Args;
use super::results::{fresh_folder, write_table};
use crate::console::{Progress, say, table};
use crate::fault::{Fault, Kind};
use crate::stop;

struct Case {
    scene: &'static str,
    /// Keys of the stiffness, and its values (N/m).
    keys: &'static [&'static str],
    stiffnesses: &'static [f64],
    /// Seconds that the paper simulates, and those of a quick run.
    duration: [f64; 2],
    /// The paper's seconds at a strain of 0.1 %, with what they are.
    paper: &'static [(&'static str, f64, &'static str)],
}

const CASES: [Case; 2] = [
    Case {
        scene: "aluminium-foil",
        keys: &["edge", "shear", "bending"],
        stiffnesses: &[1e8, 1e9, 4e9, 1e10],
        duration: [5.0, 0.05],
        paper: &[(EXPONENTIAL, 260.0 / 430.0, "0.6 at any strain"), (EULER, 260.0, "260 at 0.1 %")],
    },
    Case {
        scene: "stiff-rope",
        keys: &["edge"],
        stiffnesses: &[4e4, 1.2e5, 4e5],
        duration: [1.0, 0.02],
        paper: &[(EXPONENTIAL, 0.2, "0.2 at 0.1 %")],
    },
];

/// The paper's integrator where springs turn.
const EXPONENTIAL: &str = "neti";
const EULER: &str = "backward-euler";

/// The paper's four, then ours.
const INTEGRATORS: [&str; 8] =
    [EXPONENTIAL, "eti", EULER, "rk4", "semi-implicit", "tr-bdf2", "exprb42", "fitted-energy-momentum"];

/// The paper's step for the foil (s); that of the rope is only in its figure.
const STEP: f64 = 1e-3;
const HALVINGS: u32 = 7;
/// A run that stretches its springs by so many times the true strain has failed.
const EXCESS: f64 = 2.0;
/// The strain at which the paper gives seconds.
const NAMED: f64 = 1e-3;

/// A run that held the strain.
struct Run {
    dt: f64,
    strain: f64,
    /// In the integrator; of the whole duration, also where the limit cut it.
    seconds: f64,
    cut: bool,
    /// Factorizations, solves, products and forces of a step.
    work: [f64; 4],
}

/// One stiffness: the true strain, and a run for each integrator that found a step.
struct Level {
    stiffness: f64,
    strain: f64,
    runs: Vec<Option<Run>>,
}

impl Level {
    fn run(&self, integrator: &str) -> Option<&Run> {
        self.runs[INTEGRATORS.iter().position(|name| *name == integrator)?].as_ref()
    }

    fn seconds(&self, integrator: &str) -> Option<f64> {
        self.run(integrator).map(|run| run.seconds)
    }
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    let folder = fresh_folder(args, "eti-strain")?;
    let mut rows = vec![head()];
    let (mut verdicts, mut plots) = (Vec::new(), Vec::new());
    for case in &CASES {
        let levels = measure(case, args)?;
        rows.extend(levels.iter().flat_map(|level| lines(case, level)));
        verdicts.extend(judge(case, &levels));
        plots.push((format!("{}.svg", case.scene), plot(case, &levels, case.duration[usize::from(args.quick)])));
    }
    table(&rows);
    say(
        "seconds in the integrator (~ foreseen from the steps done within --limit); work a step: factors/solves/products/forces",
    );
    verdicts.iter().for_each(say);
    write_table(&folder.join("strain.csv"), &rows)?;
    for (name, svg) in plots {
        let file = folder.join(name);
        write_whole(&file, |out| std::io::Write::write_all(out, svg.as_bytes()))
            .map_err(|e| Fault::files(format!("cannot write {}: {e}", file.display())))?;
        say(format_args!("plot: {}", file.display()));
    }
    Ok(())
}

fn measure(case: &Case, args: &Args) -> Result<Vec<Level>, Fault> {
    let mut levels = Vec::new();
    // Quick: the ends of the range.
    let last = case.stiffnesses.len() - 1;
    let chosen = case.stiffnesses.iter().enumerate().filter(|(i, _)| !args.quick || *i == 0 || *i == last);
    for (_, &stiffness) in chosen {
        let mut scene = Scene::from_shipped(case.scene)?;
        for key in case.keys {
            scene.apply_set(&format!("body.0.springs.{key}={stiffness:e}"))?;
        }
        scene.set_integrator("rk4");
        let start = scene.build()?.simulation;
        let frequency = start.world().frequency_bound(start.state());
        let resolving = STEP / (STEP * frequency).max(1.0).log2().ceil().exp2();
        let duration = case.duration[usize::from(args.quick)];
        let label = |name: &str, dt: f64| format!("{}, {stiffness:e} N/m, {name} at {dt:e} s", case.scene);
        let plan = Plan { dt: resolving, duration, permissible: f64::INFINITY, limit: f64::INFINITY };
        let truth = attempt(&scene, &plan, &label("reference", resolving))?
            .ok_or_else(|| Fault::new(Kind::Numbers, format!("{}: the reference run failed", case.scene)))?;
        let mut runs = Vec::new();
        for integrator in INTEGRATORS {
            scene.set_integrator(integrator);
            let mut found = None;
            for k in 0..=HALVINGS {
                let dt = STEP / f64::from(1u32 << k);
                let plan = Plan { dt, duration, permissible: EXCESS * truth.strain, limit: args.limit };
                found = attempt(&scene, &plan, &label(integrator, dt))?;
                if found.is_some() {
                    break;
                }
            }
            runs.push(found);
        }
        levels.push(Level { stiffness, strain: truth.strain, runs });
    }
    Ok(levels)
}

struct Plan {
    dt: f64,
    duration: f64,
    permissible: f64,
    limit: f64,
}

/// One run; none if it diverges or stretches further than is permissible.
fn attempt(scene: &Scene, plan: &Plan, label: &str) -> Result<Option<Run>, Fault> {
    let mut simulation = scene.build()?.simulation;
    simulation.set_dt(plan.dt);
    let steps = (plan.duration / plan.dt).round() as usize;
    let (clock, _alarm) = (Instant::now(), Alarm::new(simulation.stop_flag(), plan.limit));
    let mut progress = Progress::new(false, label, steps);
    let mut strain = LargestStrain::default();
    let (mut done, mut held) = (0, true);
    while held && done < steps && !stop::asked() {
        let stepped = simulation.step().is_ok();
        // A step that the alarm ended is no failure.
        if clock.elapsed().as_secs_f64() > plan.limit && done > 0 {
            break;
        }
        strain.look(&simulation);
        held = stepped && strain.value.is_some_and(|strain| strain <= plan.permissible);
        done += 1;
        progress.at(done);
    }
    progress.end();
    if stop::asked() {
        return Err(Fault::new(Kind::Interrupted, "interrupted; nothing was written"));
    }
    let totals = simulation.totals();
    let per_step = |count: u64| count as f64 / totals.steps.max(1) as f64;
    Ok(held.then(|| Run {
        dt: plan.dt,
        strain: strain.value.unwrap_or(0.0),
        seconds: totals.wall_seconds * steps as f64 / totals.steps.max(1) as f64,
        cut: done < steps,
        work: [
            per_step(totals.work.factorizations),
            per_step(totals.work.solves),
            per_step(totals.work.products + totals.evaluations.products),
            per_step(totals.evaluations.forces),
        ],
    }))
}

fn head() -> Vec<String> {
    let columns =
        ["scene", "k [N/m]", "true strain", "integrator", "dt [s]", "strain", "of true", "seconds", "work", "paper"];
    columns.map(str::to_owned).to_vec()
}

fn percent(strain: f64) -> String {
    format!("{:.3} %", 100.0 * strain)
}

fn lines(case: &Case, level: &Level) -> Vec<Vec<String>> {
    let line = |(integrator, run): (&&str, &Option<Run>)| {
        let mut row = vec![
            case.scene.to_owned(),
            format!("{:e}", level.stiffness),
            percent(level.strain),
            (*integrator).to_owned(),
        ];
        match run {
            Some(run) => {
                let [factors, solves, products, forces] = run.work;
                row.extend([
                    format!("{:.2e}", run.dt),
                    percent(run.strain),
                    format!("{:.2}", run.strain / level.strain),
                    format!("{}{:.3}", if run.cut { "~" } else { "" }, run.seconds),
                    format!("{factors:.1}/{solves:.1}/{products:.0}/{forces:.1}"),
                ]);
            }
            None => {
                row.push(format!("below {:.2e}", STEP / f64::from(1u32 << HALVINGS)));
                row.extend(["-"; 4].map(str::to_owned));
            }
        }
        let printed = case.paper.iter().find(|(name, ..)| name == integrator);
        row.push(printed.map_or("-", |(.., words)| words).to_owned());
        row
    };
    INTEGRATORS.iter().zip(&level.runs).map(line).collect()
}

/// What becomes of the paper's sentences.
fn judge(case: &Case, levels: &[Level]) -> Vec<String> {
    let mut verdicts = Vec::new();
    let (first, last) = (&levels[0], &levels[levels.len() - 1]);
    verdicts.push(match (first.run(EXPONENTIAL), last.run(EXPONENTIAL)) {
        (Some(a), Some(b)) => {
            let ratio = b.seconds / a.seconds;
            let holds = if ratio < 1.5 { "holds" } else { "does not hold" };
            format!(
                "{}: constant cost of {EXPONENTIAL} {holds}: {ratio:.1} times the seconds at {} as at {}, with steps of {:.2e} and {:.2e} s",
                case.scene,
                percent(last.strain),
                percent(first.strain),
                b.dt,
                a.dt
            )
        }
        _ => format!("{}: constant cost of {EXPONENTIAL} does not hold: no step down to {:.0e} s is enough", case.scene, STEP / f64::from(1u32 << HALVINGS)),
    });
    // The stiffness whose strain is nearest to the one that the paper names.
    let off = |level: &&Level| (level.strain / NAMED).ln().abs();
    let Some(named) = levels.iter().min_by(|a, b| off(a).total_cmp(&off(b))) else { return verdicts };
    if let (Some(own), Some(euler)) = (named.seconds(EXPONENTIAL), named.seconds(EULER)) {
        let claim = match case.paper.iter().find(|(name, ..)| *name == EULER) {
            Some((_, seconds, _)) => format!("the paper has 430 with {seconds} s of {EULER}"),
            None => "the paper compares with fast projection alone, 2 s and ten times the exponential integrator's"
                .to_owned(),
        };
        verdicts.push(format!(
            "{}: at {} {EULER} takes {euler:.2} s, {EXPONENTIAL} {own:.2} s, a ratio of {:.2}; {claim}",
            case.scene,
            percent(named.strain),
            euler / own
        ));
    }
    let all = INTEGRATORS.iter().zip(&named.runs);
    let seconds = |entry: &(&&str, &Option<Run>)| entry.1.as_ref().map_or(f64::INFINITY, |run| run.seconds);
    let fastest = |[least, most]: [f64; 2]| {
        let within = |run: &Run| (least..=most).contains(&(run.strain / named.strain));
        all.clone().filter(|(_, run)| run.as_ref().is_some_and(within)).min_by(|a, b| seconds(a).total_cmp(&seconds(b)))
    };
    if let (Some(any), Some(near)) = (fastest([0.0, EXCESS]), fastest([0.9, 1.1])) {
        verdicts.push(format!(
            "{}: fastest there is {} with {:.2} s; of those within 10 % of the true strain {} with {:.2} s",
            case.scene,
            any.0,
            seconds(&any),
            near.0,
            seconds(&near)
        ));
    }
    verdicts
}

fn plot(case: &Case, levels: &[Level], duration: f64) -> String {
    let line = |integrator: &&str| {
        let points = levels.iter().filter_map(|l| Some((100.0 * l.strain, l.seconds(integrator)?)));
        Series::dotted(integrator, points.collect())
    };
    let mut series: Vec<Series> = INTEGRATORS.iter().map(line).collect();
    let ends = [100.0 * NAMED, 100.0 * levels[0].strain];
    for (name, seconds, _) in case.paper {
        // Of backward Euler the paper gives one number, of its own integrator a constant.
        let to = if *name == EXPONENTIAL { ends[1] } else { 1.2 * ends[0] };
        let points = vec![(ends[0], *seconds), (to, *seconds)];
        let guide = Series { dashed: true, guide: true, ..Series::line(&format!("paper: {name}"), points) };
        series.push(guide);
    }
    let title = format!("{}: time of {duration} s against the strain", case.scene);
    let (x_label, y_label) = ("largest strain [%]".to_owned(), "time in the integrator [s]".to_owned());
    Plot { title, x_label, y_label, x_scale: Scale::Log, y_scale: Scale::Log, series, ..Plot::default() }.svg()
}
