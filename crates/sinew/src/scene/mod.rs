//! Scene files: TOML in SI units, checked key by key, turned into a [`Simulation`].
//!
//! A scene is read in three steps. [`Scene`] holds the tree of keys, to which `--set` is applied; the tree is checked
//! against the JSON Schema that [`schema`] publishes, so that every complaint names a key and the nearest valid one;
//! then the sections, one file each, build their part of the world.

mod assemble;
mod attach;
mod between_fibres;
mod bodies;
mod body;
mod contact;
pub mod costs;
mod damping;
mod doubt;
mod error;
mod fibres;
mod file;
mod fluid;
mod force;
mod integrator;
mod keys;
mod material;
mod molecules;
mod motion;
mod output;
mod paper;
mod quick;
mod random;
mod rigid;
mod selection;
mod set;
pub mod shipped;
mod skin;
mod springs;
mod start;
mod tets;
mod time;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use error::{KeyPath, SceneError};
pub use file::SceneFile;
pub use integrator::DEFAULT as DEFAULT_INTEGRATOR;
pub use output::OutputSettings;
pub use paper::PAPER;

use crate::integrators::Integrator;
use crate::output::View;
use crate::simulation::Simulation;
use error::Place;

/// A scene before it is built: its keys, and where it came from.
#[derive(Debug, Clone)]
pub struct Scene {
    name: String,
    /// Name of the file in messages.
    file: String,
    folder: PathBuf,
    text: String,
    root: toml::Table,
    /// Changes of integrator options so far, which outlive a change of the integrator.
    options: Vec<String>,
}

/// A scene that is ready to run.
pub struct Built {
    /// The world, its integrator and its start.
    pub simulation: Simulation,
    /// What to draw.
    pub view: View,
    /// Title of the scene.
    pub title: String,
    /// Number of steps to do.
    pub steps: usize,
    /// Frames and pictures to write.
    pub output: OutputSettings,
    /// What is odd about the scene but no error.
    pub warnings: Vec<String>,
}

impl Scene {
    /// Reads a file.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let text =
            std::fs::read_to_string(path).map_err(|e| SceneError::Read { file: path.into(), reason: e.to_string() })?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        Self::parse(name, path.display().to_string(), folder, text)
    }

    /// A scene from text; its paths are relative to `folder`.
    pub fn from_str(text: &str, folder: impl AsRef<Path>) -> Result<Self, SceneError> {
        Self::parse("scene".into(), "scene".into(), folder.as_ref().into(), text.into())
    }

    /// A scene that comes with the program; its paths are relative to the current folder.
    pub fn from_shipped(name: &str) -> Result<Self, SceneError> {
        let scene = shipped::find(name)?;
        Self::parse(name.into(), format!("{name} (shipped)"), PathBuf::new(), scene.text.into())
    }

    /// A file if there is one of that name, otherwise a shipped scene.
    pub fn open(name_or_file: &str) -> Result<Self, SceneError> {
        let path = Path::new(name_or_file);
        // A folder does not hide a scene: results often stand in one of its name.
        if path.is_file() || path.extension().is_some_and(|e| e == "toml") {
            Self::from_file(path)
        } else {
            Self::from_shipped(name_or_file)
        }
    }

    fn parse(name: String, file: String, folder: PathBuf, text: String) -> Result<Self, SceneError> {
        let root = text.parse::<toml::Table>().map_err(|e| {
            let offset = e.span().map_or(0, |span| span.start).min(text.len());
            let before = text.get(..offset).unwrap_or_default();
            SceneError::Syntax {
                file: file.clone(),
                line: before.matches('\n').count() + 1,
                column: before.chars().rev().take_while(|c| *c != '\n').count() + 1,
                message: e.message().split_whitespace().collect::<Vec<_>>().join(" "),
            }
        })?;
        Ok(Self { name, file, folder, text, root, options: Vec::new() })
    }

    /// Name of the scene: that of its file without the ending, or of the shipped scene.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text as it was read, without later changes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The scene with all changes, as TOML.
    pub fn to_toml(&self) -> String {
        self.root.to_string()
    }

    /// The same with paths that hold from every folder.
    pub fn to_stored_toml(&self) -> String {
        let mut root = self.root.clone();
        let absolute = |path: &mut toml::Value| {
            if let Some(text) = path.as_str()
                && let Ok(whole) = std::path::absolute(self.folder.join(text))
            {
                *path = toml::Value::String(whole.to_string_lossy().into_owned());
            }
        };
        for body in root.get_mut("body").and_then(toml::Value::as_array_mut).into_iter().flatten() {
            body.get_mut("mesh").into_iter().for_each(absolute);
            for section in ["skin", "fibres"] {
                body.get_mut(section).and_then(|section| section.get_mut("file")).into_iter().for_each(absolute);
            }
        }
        for contact in root.get_mut("contact").and_then(toml::Value::as_array_mut).into_iter().flatten() {
            contact.get_mut("file").into_iter().for_each(absolute);
        }
        root.to_string()
    }

    /// Another name in messages and results.
    pub fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    /// Applies one `key.path=VALUE`; an unknown key is refused and changes nothing. Options of the integrator are checked
    /// when the scene is built, since another integrator may still be chosen; they stay if one is.
    pub fn apply_set(&mut self, argument: &str) -> Result<(), SceneError> {
        let place = Place::new(&format!("--set {argument}"));
        let mut root = self.root.clone();
        set::apply(&mut root, argument).map_err(|problem| SceneError::Set { argument: argument.into(), problem })?;
        // What is still missing may come with the next change, but a key that means nothing never will.
        let checked = keys::check(&toml::Value::Table(root.clone()), schema(), schema(), &place);
        match checked {
            Err(e @ SceneError::UnknownKey { .. }) if !is_option(argument) && self.check().is_ok() => Err(e),
            _ => {
                self.root = root;
                if is_option(argument) {
                    self.options.push(argument.into());
                }
                Ok(())
            }
        }
    }

    /// Another integrator. Options in the file are those of the old one and fall away with it; those set later stay.
    pub fn set_integrator(&mut self, name: &str) {
        let current = self.root.get("integrator").and_then(|t| t.get("name")).and_then(toml::Value::as_str);
        if current != Some(name) {
            let table = toml::Table::from_iter([("name".to_string(), toml::Value::String(name.into()))]);
            self.root.insert("integrator".into(), toml::Value::Table(table));
            for argument in &self.options {
                set::apply(&mut self.root, argument).expect("it could be applied before");
            }
        }
    }

    /// The integrator of the paper that it is from, as its `[paper]` says; without one it has that already.
    pub fn take_paper(&mut self) -> Result<(), SceneError> {
        paper::apply(&mut self.root).map_err(|(change, problem)| {
            Place::new(&self.file).at(PAPER).at("set").error(format!("`{change}`: {problem}"))
        })
    }

    /// Makes it smaller and shorter, as its `[quick]` says.
    pub fn make_quick(&mut self) -> Result<(), SceneError> {
        self.apply_quick(true)
    }

    /// Makes it smaller as its `[quick]` says, but not shorter.
    pub fn make_coarse(&mut self) -> Result<(), SceneError> {
        self.apply_quick(false)
    }

    fn apply_quick(&mut self, shorter: bool) -> Result<(), SceneError> {
        quick::apply(&mut self.root, shorter).map_err(|(change, problem)| {
            Place::new(&self.file).at("quick").at("set").error(format!("`{change}`: {problem}"))
        })
    }

    /// Another step size; the duration stays.
    pub fn set_dt(&mut self, dt: f64) -> Result<(), SceneError> {
        self.apply_set(&format!("time.dt={dt:?}"))
    }

    /// Another duration; the step size stays.
    pub fn set_duration(&mut self, duration: f64) -> Result<(), SceneError> {
        self.apply_set(&format!("time.duration={duration:?}"))
    }

    /// Checks all keys and values by themselves and reads them.
    pub fn check(&self) -> Result<SceneFile, SceneError> {
        let place = Place::new(&self.file);
        let value = toml::Value::Table(self.root.clone());
        keys::check(&value, schema(), schema(), &place)?;
        // The schema has caught all but slips of this code between schema and structs.
        serde_path_to_error::deserialize(value).map_err(|e| {
            let place = e.path().iter().fold(place.clone(), |place, key| match key {
                serde_path_to_error::Segment::Seq { index } => place.at(index),
                serde_path_to_error::Segment::Map { key } => place.at(key),
                _ => place,
            });
            place.error(e.inner())
        })
    }

    /// Builds the integrator alone.
    pub fn build_integrator(&self) -> Result<Box<dyn Integrator>, SceneError> {
        self.check()?.integrator.build(&Place::new(&self.file).at("integrator"))
    }

    /// The tree of keys with all changes.
    pub(crate) fn keys(&self) -> &toml::Table {
        &self.root
    }

    /// Builds the world and all that is needed to run it.
    pub fn build(&self) -> Result<Built, SceneError> {
        assemble::build(&self.check()?, &self.folder, &Place::new(&self.file))
    }
}

/// A shape from its keys, checked as in a scene; `label` names it in messages.
pub fn shape(keys: toml::Table, label: &str) -> Result<crate::mesh::Shape, SceneError> {
    let (place, value) = (Place::new(label), toml::Value::Table(keys));
    keys::check(&value, &schema()["$defs"]["Shape"], schema(), &place)?;
    value.try_into().map_err(|e: toml::de::Error| place.error(e.message()))
}

/// Whether an argument of `--set` is an option of the integrator.
fn is_option(argument: &str) -> bool {
    argument.trim_start().starts_with("integrator.") && !argument.trim_start().starts_with("integrator.name")
}

/// JSON Schema of scene files.
pub fn schema() -> &'static serde_json::Value {
    static SCHEMA: OnceLock<serde_json::Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let mut schema = schemars::schema_for!(SceneFile).to_value();
        name_aliases(&mut schema);
        schema
    })
}

/// `rod` is another name of the cylinder, which the generator of the schema does not know.
fn name_aliases(schema: &mut serde_json::Value) {
    for choice in schema.pointer_mut("/$defs/Shape/oneOf").and_then(|c| c.as_array_mut()).into_iter().flatten() {
        let kind = &mut choice["properties"]["kind"];
        if kind["const"] == "cylinder" {
            *kind = serde_json::json!({ "type": "string", "enum": ["cylinder", "rod"] });
        }
    }
}
