//! `--set key.path=VALUE`: changes one key of a scene before it is read.
//!
//! Keys are joined by dots; an element of an array is named by its number from 0 or, where it has one, by its `name`.
//! The value is TOML (`1e7`, `[1, 2]`, `{ kind = "ball", .. }`); a bare word is a string.

use toml::{Table, Value};

use crate::catalog::suggestion;

/// Changes `root` as the argument says. The keys themselves are checked later, against the schema.
pub(super) fn apply(root: &mut Table, argument: &str) -> Result<(), String> {
    let Some((path, text)) = argument.split_once('=') else {
        return Err("write it as key.path=VALUE, for example body.0.material.young=1e7".into());
    };
    let keys: Vec<&str> = path.trim().split('.').map(str::trim).collect();
    if keys.iter().any(|key| key.is_empty()) {
        return Err("a key is empty; write it as key.path=VALUE, for example body.0.material.young=1e7".into());
    }
    let value = parse(text.trim());
    if let ["time", key @ ("dt" | "steps" | "duration")] = keys[..] {
        keep_two_of_three(root, key);
    }
    let (last, parents) = keys.split_last().expect("split gives one part at least");
    let mut node = NodeMut::Table(root);
    let mut next = parents.iter().copied().chain([*last]).skip(1);
    for key in parents {
        let below = next.next().expect("one key below each parent");
        node = node.descend(key, below)?;
    }
    node.insert(last, value)
}

/// A TOML value, or the text itself if it is none.
fn parse(text: &str) -> Value {
    match format!("value = {text}").parse::<Table>() {
        Ok(mut table) if table.len() == 1 => table.remove("value").unwrap_or_else(|| Value::String(text.into())),
        _ => Value::String(text.into()),
    }
}

/// `time` takes two of its three keys: a new dt keeps the duration, a new number of steps or duration keeps dt.
fn keep_two_of_three(root: &mut Table, key: &str) {
    let Some(Value::Table(time)) = root.get_mut("time") else { return };
    let number =
        |time: &Table, key: &str| time.get(key).and_then(|v| v.as_float().or_else(|| v.as_integer().map(|i| i as f64)));
    let (dt, steps, duration) = (number(time, "dt"), number(time, "steps"), number(time, "duration"));
    if let (Some(steps), None) = (steps, duration)
        && let Some(dt) = dt
    {
        time.insert("duration".into(), Value::Float(dt * steps));
    }
    if let (None, Some(steps), Some(duration)) = (dt, steps, duration) {
        time.insert("dt".into(), Value::Float(duration / steps));
    }
    time.remove("steps");
    if key == "steps" {
        time.remove("duration");
    }
}

enum NodeMut<'a> {
    Table(&'a mut Table),
    Array(&'a mut Vec<Value>),
}

impl<'a> NodeMut<'a> {
    /// The table or array under `key`; made if it is not there, as an array if the key below it is a number.
    fn descend(self, key: &str, below: &str) -> Result<Self, String> {
        let child = match self {
            NodeMut::Table(table) => {
                let empty = match below.parse::<usize>() {
                    Ok(_) => Value::Array(Vec::new()),
                    Err(_) => Value::Table(Table::new()),
                };
                table.entry(key).or_insert(empty)
            }
            NodeMut::Array(items) => {
                let i = index(items, key)?;
                if i == items.len() {
                    items.push(Value::Table(Table::new()));
                }
                &mut items[i]
            }
        };
        match child {
            Value::Table(table) => Ok(NodeMut::Table(table)),
            Value::Array(items) => Ok(NodeMut::Array(items)),
            _ => Err(format!("`{key}` is a plain value; there is no `{below}` below it")),
        }
    }

    fn insert(self, key: &str, value: Value) -> Result<(), String> {
        match self {
            NodeMut::Table(table) => {
                // A body has one geometry: a new mesh takes the place of the shape, and the other way round.
                for (new, old) in [("mesh", ["shape", "tets"]), ("shape", ["mesh", "tets"])] {
                    if key == new {
                        old.iter().for_each(|old| drop(table.remove(*old)));
                        if table.get("springs").is_some_and(|s| s.get("positions").is_some()) {
                            table.remove("springs");
                        }
                    }
                }
                table.insert(key.into(), value);
            }
            NodeMut::Array(items) => {
                let i = index(items, key)?;
                if i == items.len() {
                    items.push(value);
                } else {
                    items[i] = value;
                }
            }
        }
        Ok(())
    }
}

/// Index of an element by number (up to one past the end) or by its `name`.
fn index(items: &[Value], key: &str) -> Result<usize, String> {
    let names = || items.iter().filter_map(|item| item.get("name").and_then(Value::as_str));
    match key.parse::<usize>() {
        Ok(i) if i <= items.len() => Ok(i),
        Ok(i) => Err(format!("there is no element {i}; the array has {}", items.len())),
        Err(_) => {
            let found = items.iter().position(|item| item.get("name").and_then(Value::as_str) == Some(key));
            found.ok_or_else(|| match names().next() {
                Some(_) => format!("no element is named `{key}`; {}", suggestion(key, names())),
                None => format!("`{key}` is not a number; elements of arrays are numbered from 0"),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = "
        [time]
        dt = 0.01
        steps = 50
        [[body]]
        name = 'beam'
        shape = { kind = 'ball', radius = 1, cells = 2 }
        material = { young = 1e6 }
        [[body]]
        name = 'net'
        springs = { positions = [[0, 0, 0]] }
    ";

    fn set(arguments: &[&str]) -> Result<Table, String> {
        let mut root: Table = SCENE.parse().expect("valid");
        arguments.iter().try_for_each(|a| apply(&mut root, a)).map(|()| root)
    }

    #[test]
    fn values_land_where_they_belong() {
        let root =
            set(&["body.0.material.young=1e7", "body.beam.name=long beam", "gravity=[0, 0, -1]"]).expect("sound");
        assert_eq!(root["body"][0]["material"]["young"], Value::Float(1e7));
        assert_eq!(root["body"][0]["name"], Value::String("long beam".into()));
        assert_eq!(root["gravity"][2], Value::Integer(-1));
        let root = set(&["contact.0.kind=plane", "contact.0.point=[0,0,0]"]).expect("sound");
        assert_eq!(root["contact"][0]["kind"].as_str(), Some("plane"));
    }

    #[test]
    fn a_mesh_takes_the_place_of_a_shape() {
        let root = set(&["body.0.mesh=../my bunny.msh"]).expect("sound");
        assert_eq!(root["body"][0].get("shape"), None);
        assert_eq!(root["body"][0]["mesh"].as_str(), Some("../my bunny.msh"));
        assert_eq!(set(&["body.net.mesh=a.msh"]).expect("sound")["body"][1].get("springs"), None);
    }

    #[test]
    fn time_keeps_two_keys() {
        let time = |arguments: &[&str]| set(arguments).expect("sound")["time"].clone();
        assert_eq!(time(&["time.dt=0.005"]), "dt = 0.005\nduration = 0.5".parse::<Table>().expect("valid").into());
        assert_eq!(time(&["time.duration=3"]), "dt = 0.01\nduration = 3".parse::<Table>().expect("valid").into());
        let both = time(&["time.duration=3", "time.steps=7"]);
        assert_eq!(both, "dt = 0.01\nsteps = 7".parse::<Table>().expect("valid").into());
    }

    #[test]
    fn nonsense_is_refused() {
        for (argument, word) in [
            ("body.0.material.young", "key.path=VALUE"),
            ("body..young=1", "empty"),
            ("body.bean.name=x", "did you mean `beam`"),
            ("body.7.name=x", "no element 7"),
            ("time.dt.x=1", "plain value"),
        ] {
            let message = set(&[argument]).expect_err(argument);
            assert!(message.contains(word), "{argument}: {message}");
        }
    }
}
