//! `[quick]`: the same scene, smaller and shorter, for a first look (`sinew run SCENE --quick`) and for tests.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::{Table, Value};

use super::set;

/// What `--quick` changes. Without this section a quick run does the first ten steps of the scene as it is.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quick {
    /// Changes as for `--set`, one after the other: `"body.0.shape.cells=[9, 9]"`, `"time.steps=20"`.
    #[serde(default)]
    pub set: Vec<String>,
}

/// Steps of a scene that does not say what a quick run is.
const STEPS: f64 = 10.0;

/// Makes the scene smaller and, if wanted, shorter. Returns the change that cannot be made, and why.
pub(super) fn apply(root: &mut Table, shorter: bool) -> Result<(), (String, String)> {
    let quick = root.remove("quick");
    let changes = quick.as_ref().and_then(|quick| quick.get("set")).and_then(Value::as_array);
    let Some(changes) = changes else {
        if shorter {
            shorten(root);
        }
        return Ok(());
    };
    let lasts = |change: &str| change.starts_with("time.steps") || change.starts_with("time.duration");
    for change in changes.iter().filter_map(Value::as_str).filter(|change| shorter || !lasts(change)) {
        set::apply(root, change).map_err(|problem| (change.to_owned(), problem))?;
    }
    Ok(())
}

/// At most ten steps of the size that the scene has.
fn shorten(root: &mut Table) {
    let Some(Value::Table(time)) = root.get_mut("time") else { return };
    let number = |key: &str| time.get(key).and_then(|v| v.as_float().or_else(|| v.as_integer().map(|i| i as f64)));
    let (dt, steps, duration) = (number("dt"), number("steps"), number("duration"));
    let dt = match (dt, steps, duration) {
        (Some(dt), ..) => dt,
        (None, Some(steps), Some(duration)) => duration / steps,
        // What is wrong with it is said when it is checked.
        _ => return,
    };
    let steps = steps.or(duration.map(|duration| duration / dt)).unwrap_or(STEPS).round().clamp(1.0, STEPS);
    *time = Table::from_iter([("dt".into(), Value::Float(dt)), ("steps".into(), Value::Integer(steps as i64))]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(text: &str) -> Table {
        let mut root: Table = text.parse().expect("valid");
        apply(&mut root, true).expect("sound");
        root
    }

    #[test]
    fn a_scene_says_what_is_quick_or_is_cut_after_ten_steps() {
        let said = quick("a = 1\n[time]\ndt = 0.1\nsteps = 99\n[quick]\nset = ['a=2', 'time.steps=3']");
        assert_eq!(said, "a = 2\n[time]\ndt = 0.1\nsteps = 3".parse().expect("valid"));
        let mut long: Table = "a = 1\ntime.steps = 99\n[quick]\nset = ['a=2', 'time.steps=3']".parse().expect("valid");
        apply(&mut long, false).expect("sound");
        assert_eq!(long, "a = 2\ntime.steps = 99".parse().expect("valid"));
        for time in ["dt = 0.5\nsteps = 99", "dt = 0.5\nduration = 20.0", "steps = 40\nduration = 20.0"] {
            assert_eq!(quick(&format!("[time]\n{time}")), "[time]\ndt = 0.5\nsteps = 10".parse().expect("valid"));
        }
        assert_eq!(quick("[time]\ndt = 0.5\nsteps = 4"), "[time]\ndt = 0.5\nsteps = 4".parse().expect("valid"));
    }
}
