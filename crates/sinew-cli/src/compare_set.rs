//! `sinew compare SET`: all integrators on a set of scenes, each at the scene's own step.

use std::fs;
use std::io::Write;
use std::path::Path;

use sinew::catalog::suggestion;
use sinew::compare::set::{self, End, SetComparison, SetPlan};
use sinew::compare::with_integrator;
use sinew::integrators::CATALOG;
use sinew::output::files::write_whole;
use sinew::recorder::RecordError;
use sinew::scene::{Scene, SceneError, shipped};

use crate::compare::Args;
use crate::console::{Share, say, table};
use crate::fault::{Fault, Kind};
use crate::stop;

/// Seconds that a run may take if nothing else is said.
const LIMIT: f64 = 60.0;

/// The scenes that the argument names, if it names a set.
pub fn find(name: &str) -> Option<Result<Vec<Scene>, SceneError>> {
    // A file is one scene, whatever its name.
    if Path::new(name).is_file() { None } else { set::open(name) }
}

/// One sentence about a name that is neither a scene nor a set.
pub fn unknown(name: &str) -> Fault {
    let known = shipped::CATALOG.iter().map(|scene| scene.name).chain(shipped::sets());
    Fault::input(format!("no scene or set of scenes `{name}`: there is no such file, and {}", suggestion(name, known)))
}

/// See the head of the file.
pub fn run(args: &Args, mut scenes: Vec<Scene>) -> Result<(), Fault> {
    for (key, given) in [
        ("--dt", !args.dt.is_empty()),
        ("--reference", args.reference.is_some()),
        ("--duration", args.duration.is_some()),
    ] {
        if given {
            return Err(Fault::input(format!("{key} goes with one scene; the scenes of a set have their own")));
        }
    }
    let integrators = match args.integrators.is_empty() {
        true => CATALOG.iter().map(|entry| entry.name.to_owned()).collect(),
        false => args.integrators.clone(),
    };
    set::check_integrators(&integrators).map_err(Fault::input)?;
    // Everything is built before anything is run, so that a slip in the last scene costs no time.
    for scene in &mut scenes {
        args.set.iter().try_for_each(|argument| scene.apply_set(argument))?;
        scene.check()?;
    }
    for (scene, integrator) in
        scenes.first().into_iter().flat_map(|scene| integrators.iter().map(move |name| (scene, name)))
    {
        with_integrator(scene, integrator)?.build_integrator()?;
    }
    if args.quick {
        let small: Vec<bool> = scenes.iter().map(set::is_small).collect::<Result<_, _>>()?;
        scenes = scenes.into_iter().zip(small).filter_map(|(scene, small)| small.then_some(scene)).collect();
    }
    let name = Path::new(&args.scene).file_name().map_or("scenes".into(), |n| n.to_string_lossy().into_owned());
    let folder = args.out.clone().unwrap_or_else(|| Path::new("runs").join(format!("compare-{name}")));
    if !args.force && folder.exists() {
        return Err(RecordError::Exists { folder }.into());
    }

    stop::listen();
    let plan = SetPlan {
        integrators,
        max_seconds: Some(args.max_seconds.unwrap_or(LIMIT)),
        quick: args.quick,
        element_steps: args.element_steps,
    };
    let mut result = SetComparison { name, plan, asked: scenes.len(), scenes: Vec::new() };
    let mut progress = Share::new(args.quiet);
    for (i, scene) in scenes.iter().enumerate() {
        let mut watch = |run: &str, share: f64| {
            progress.at((i as f64 + share) / scenes.len() as f64, || format!("{}: {run}", scene.name()));
            !stop::asked()
        };
        let measured = set::measure(scene, &result.plan, &mut watch)?;
        // A scene that was stopped before its first run has nothing to tell.
        if !(stop::asked() && measured.rows.is_empty()) {
            result.scenes.push(measured);
            write(&folder, &result).map_err(|e| Fault::files(format!("cannot write to {}: {e}", folder.display())))?;
        }
        if stop::asked() {
            break;
        }
    }
    progress.end();
    if stop::asked() {
        let kept = match result.scenes.len() {
            0 => "before anything was measured".to_owned(),
            n => format!("after {n} of {} scenes; what was measured is in {}", scenes.len(), folder.display()),
        };
        return Err(Fault::new(Kind::Interrupted, format!("interrupted {kept}")));
    }
    if !args.quiet {
        tell(&result, &folder);
    }
    if result.scenes.iter().flat_map(|t| &t.rows).all(|r| !matches!(r.end, End::Completed | End::Cut { .. })) {
        return Err(Fault::new(Kind::Numbers, format!("every run failed; the reasons are in {}", folder.display())));
    }
    Ok(())
}

fn tell(result: &SetComparison, folder: &Path) {
    say(format_args!("{}: slow errors, relative to the motion", result.name));
    result.overview().texts().iter().for_each(|block| table(block));
    say(format_args!("all columns: {}", folder.join("set.md").display()));
}

fn write(folder: &Path, result: &SetComparison) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let files = [
        ("set.csv", result.csv()),
        ("set.md", result.markdown()),
        ("set.html", result.html()),
        ("overview.svg", result.picture()),
    ];
    for (name, text) in files {
        write_whole(&folder.join(name), |out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}
