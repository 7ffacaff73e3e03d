//! The numbers of a scene that may be changed while it runs: those that its file gives, found by their keys.

use toml::{Table, Value};

/// A number with its range, as a slider shows it.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Control {
    /// Key in the scene, e.g. `body.0.material.young`.
    pub key: String,
    /// For people.
    pub label: String,
    /// Unit; empty for plain numbers.
    pub unit: &'static str,
    /// Lowest value.
    pub low: f64,
    /// Highest value.
    pub high: f64,
    /// Whether a slider should be logarithmic.
    pub log: bool,
    /// The present value.
    pub value: f64,
    /// What the value stands for.
    #[serde(skip)]
    pub(super) meaning: Meaning,
}

/// How a value gets into the scene.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Meaning {
    /// As it is.
    Plain,
    /// It multiplies these numbers.
    Factor(Vec<f64>),
    /// It is the length of a vector in this direction.
    Along([f64; 3]),
}

/// Which values make sense.
#[derive(Clone, Copy)]
enum Range {
    /// From a thousandth to a thousand times the value of the file.
    Decades,
    /// From 0 to ten times the value of the file, and at least to the number given.
    FromZero(f64),
    /// From 0, or the value if that is lower, to the number given.
    UpTo(f64),
}

use Range::{Decades, FromZero, UpTo};

/// Keys (a star for any index), labels, units and ranges.
const ROWS: &[(&str, &str, &str, Range)] = &[
    ("body.*.material.young", "Young's modulus", "Pa", Decades),
    ("body.*.material.poisson", "Poisson's ratio", "", UpTo(0.495)),
    ("body.*.material.density", "density", "kg/m^3", Decades),
    ("body.*.tets.material.young", "Young's modulus", "Pa", Decades),
    ("body.*.tets.material.poisson", "Poisson's ratio", "", UpTo(0.495)),
    ("body.*.tets.material.density", "density", "kg/m^3", Decades),
    ("body.*.regions.*.young", "Young's modulus of region", "Pa", Decades),
    ("body.*.regions.*.poisson", "Poisson's ratio of region", "", UpTo(0.495)),
    ("body.*.regions.*.density", "density of region", "kg/m^3", Decades),
    ("body.*.springs.edge", "stiffness of springs", "N/m", Decades),
    ("body.*.springs.altitude", "stiffness of altitude springs", "N/m", Decades),
    ("body.*.springs.shear", "stiffness against shear", "N/m", Decades),
    ("body.*.springs.bending", "stiffness against bending", "N/m", Decades),
    ("body.*.springs.stiffness", "stiffness of springs", "N/m", Decades),
    ("body.*.springs.density", "density", "kg", Decades),
    ("body.*.springs.mass", "mass", "kg", Decades),
    ("body.*.springs.particle_mass", "mass of a particle", "kg", Decades),
    ("body.*.attach.*.stiffness", "stiffness of attachment", "N/m", Decades),
    ("body.*.attach.*.damping", "damping of attachment", "N s/m", FromZero(1.0)),
    ("contact.*.stiffness", "stiffness of contact", "N/m", Decades),
    ("contact.*.friction", "friction of contact", "", FromZero(1.0)),
    ("contact.*.loss", "loss of contact", "1/s", FromZero(10.0)),
    ("damping.*.alpha", "damping of mass", "1/s", FromZero(10.0)),
    ("damping.*.beta", "damping of stiffness", "s", FromZero(0.01)),
    ("damping.*.rate", "damping", "1/s", FromZero(10.0)),
    ("damping.*.mu", "shear viscosity", "Pa s", FromZero(1.0)),
    ("damping.*.lambda", "volume viscosity", "Pa s", FromZero(1.0)),
    ("damping.*.spring", "viscosity of springs", "N s/m", FromZero(1.0)),
];

/// All controls of a scene, in the order of [`ROWS`]; gravity is the last.
pub(super) fn controls(root: &Table) -> Vec<Control> {
    let mut controls = Vec::new();
    let tree = Value::Table(root.clone());
    for (pattern, label, unit, range) in ROWS {
        let keys: Vec<&str> = pattern.split('.').collect();
        find(&tree, &keys, &mut Vec::new(), &mut |path, value| {
            let key = path.join(".");
            let label = format!("{}{label}", owner(root, path));
            match value {
                Value::Array(list) => {
                    // One number for each spring: a factor for all of them.
                    let list: Option<Vec<f64>> = list.iter().map(number).collect();
                    if let Some(list) = list.filter(|list| !list.is_empty()) {
                        let label = format!("{label}, factor");
                        let (unit, meaning) = ("", Meaning::Factor(list));
                        controls.push(Control {
                            key,
                            label,
                            unit,
                            low: 1e-3,
                            high: 1e3,
                            log: true,
                            value: 1.0,
                            meaning,
                        });
                    }
                }
                _ => {
                    if let Some((value, (low, high, log))) = number(value).and_then(|v| Some((v, range.around(v)?))) {
                        controls.push(Control { key, label, unit, low, high, log, value, meaning: Meaning::Plain });
                    }
                }
            }
        });
    }
    controls.push(gravity(root));
    controls
}

/// The strength of gravity, along the direction that the scene has; down the z axis if it has none.
fn gravity(root: &Table) -> Control {
    let given: Vec<f64> =
        root.get("gravity").and_then(Value::as_array).into_iter().flatten().filter_map(number).collect();
    let value = given.iter().map(|g| g * g).sum::<f64>().sqrt();
    let direction = match given[..] {
        [x, y, z] if value > 0.0 => [x / value, y / value, z / value],
        _ => [0.0, 0.0, -1.0],
    };
    Control {
        key: "gravity".into(),
        label: "gravity".into(),
        unit: "m/s^2",
        low: 0.0,
        high: (2.0 * value).max(20.0),
        log: false,
        value,
        meaning: Meaning::Along(direction),
    }
}

impl Range {
    /// Lowest and highest value, and whether the scale is logarithmic.
    fn around(self, value: f64) -> Option<(f64, f64, bool)> {
        match self {
            Decades => (value > 0.0).then_some((1e-3 * value, 1e3 * value, true)),
            FromZero(least) => Some((0.0, (10.0 * value).max(least), false)),
            UpTo(most) => Some((value.min(0.0), value.max(most), false)),
        }
    }
}

impl Control {
    /// The value as TOML.
    pub(super) fn text(&self, value: f64) -> String {
        match &self.meaning {
            Meaning::Plain => format!("{value:?}"),
            Meaning::Factor(list) => format!("{:?}", list.iter().map(|k| k * value).collect::<Vec<_>>()),
            Meaning::Along(direction) => format!("{:?}", direction.map(|d| d * value)),
        }
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64)).filter(|x| x.is_finite())
}

/// Name of the body that a key belongs to, and the number of what it has several of.
fn owner(root: &Table, path: &[String]) -> String {
    let Some(list) = root.get(&path[0]).and_then(Value::as_array) else { return String::new() };
    let item = path.get(1).and_then(|i| list.get(i.parse::<usize>().ok()?));
    let given = item.and_then(|item| item.get("name").or_else(|| item.get("body"))).and_then(Value::as_str);
    let mut text = match (given, list.len()) {
        (Some(name), _) => format!("{name}: "),
        (None, 1) => String::new(),
        (None, _) => format!("{} {}: ", path[0], path[1]),
    };
    // Regions and attachments are numbered below their body.
    if let Some(inner) = path.get(3).filter(|key| key.parse::<usize>().is_ok()) {
        text.push_str(&format!("{} {inner}: ", path[2]));
    }
    text
}

/// Calls `visit` with the path and the value of every key that fits the pattern.
fn find(node: &Value, pattern: &[&str], path: &mut Vec<String>, visit: &mut dyn FnMut(&[String], &Value)) {
    let Some((key, rest)) = pattern.split_first() else { return visit(path, node) };
    let mut descend = |key: String, child: &Value| {
        path.push(key);
        find(child, rest, path, visit);
        path.pop();
    };
    match node {
        Value::Array(list) if *key == "*" => {
            list.iter().enumerate().for_each(|(i, child)| descend(i.to_string(), child))
        }
        Value::Table(table) => {
            if let Some(child) = table.get(*key) {
                descend((*key).to_owned(), child);
            }
        }
        _ => {}
    }
}
