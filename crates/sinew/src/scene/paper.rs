//! `[paper]`: the scene as the paper did it that it is from (`--integrator paper`): its scheme, and what that asks for here.
//!
//! A scene's own `[integrator]` is the one that runs it best. Where that is not the paper's, this section names the paper's, with
//! the step that it takes here if it is a smaller one. Scenes of papers without it have the paper's scheme already.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::{Table, Value};

use super::set;

/// The name that stands for a paper's integrator where one is asked for.
pub const PAPER: &str = "paper";

/// What `--integrator paper` changes. Without this section it changes nothing: the integrator is the paper's.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Changes as for `--set`, one after the other: `"integrator={ name = \"neti\" }"`, `"time.dt=1e-4"`.
    #[serde(default)]
    pub set: Vec<String>,
}

/// Makes the changes. Returns the one that cannot be made, and why.
pub(super) fn apply(root: &mut Table) -> Result<(), (String, String)> {
    let paper = root.remove("paper");
    let changes = paper.as_ref().and_then(|paper| paper.get("set")).and_then(Value::as_array);
    for change in changes.into_iter().flatten().filter_map(Value::as_str) {
        set::apply(root, change).map_err(|problem| (change.to_owned(), problem))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_says_what_the_paper_took_or_has_it_already() {
        let changed = |text: &str| {
            let mut root: Table = text.parse().expect("valid");
            apply(&mut root).map(|()| root)
        };
        let expected: Table =
            "integrator = { name = 'neti' }\ntime = { dt = 0.1, duration = 4.0 }".parse().expect("valid");
        let text = "time = { dt = 1.0, duration = 4.0 }\nintegrator = { name = 'bdf2', halvings = 4 }\n\
                    paper.set = ['integrator={ name = \"neti\" }', 'time.dt=0.1']";
        assert_eq!(changed(text), Ok(expected.clone()));
        assert_eq!(changed("integrator = { name = 'neti' }\ntime = { dt = 0.1, duration = 4.0 }"), Ok(expected));
        assert_eq!(changed("paper.set = ['nothing']").map_err(|(change, _)| change), Err("nothing".into()));
    }
}
