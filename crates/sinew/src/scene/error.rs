//! Why a scene cannot be used: one sentence that names the file, the key and how to mend it.

use std::fmt;
use std::path::PathBuf;

use crate::mechanics::WorldError;

/// What is wrong with a scene.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SceneError {
    /// The file cannot be read.
    #[error("{}: cannot read the scene: {reason}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file is not TOML.
    #[error("{file}: line {line}, column {column}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the parser said.
        message: String,
    },
    /// No shipped scene has this name and no file either.
    #[error("no scene `{name}`: there is no such file, and among the shipped scenes {hint}")]
    UnknownScene {
        /// The name asked for.
        name: String,
        /// The nearest names.
        hint: String,
    },
    /// A key that means nothing.
    #[error("{file}: {path}: unknown key `{key}`; {hint}")]
    UnknownKey {
        /// The file.
        file: String,
        /// Where it stands, the key included.
        path: KeyPath,
        /// The key.
        key: String,
        /// The nearest valid key, or all of them.
        hint: String,
    },
    /// A value that does not fit its key, or a key that is missing.
    #[error("{file}: {path}: {problem}")]
    Value {
        /// The file.
        file: String,
        /// The key.
        path: KeyPath,
        /// What is wrong and how to mend it.
        problem: String,
    },
    /// An argument of `--set` that cannot be applied.
    #[error("--set {argument}: {problem}")]
    Set {
        /// The argument.
        argument: String,
        /// What is wrong and how to mend it.
        problem: String,
    },
    /// All keys are fine by themselves but no world comes of them.
    #[error("{file}: {reason}")]
    World {
        /// The file.
        file: String,
        /// Why.
        reason: WorldError,
    },
}

/// A key such as `body.0.material.young`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyPath(Vec<String>);

impl KeyPath {
    /// The key below this one.
    pub fn at(&self, key: impl fmt::Display) -> Self {
        let mut path = self.0.clone();
        path.push(key.to_string());
        Self(path)
    }
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.0.is_empty() { f.write_str("top level") } else { f.write_str(&self.0.join(".")) }
    }
}

/// A place in a scene file, for messages.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub file: String,
    pub path: KeyPath,
}

impl Place {
    pub fn new(file: &str) -> Self {
        Self { file: file.into(), path: KeyPath::default() }
    }

    /// The key below this place.
    pub fn at(&self, key: impl fmt::Display) -> Self {
        Self { file: self.file.clone(), path: self.path.at(key) }
    }

    /// An error here; line breaks of foreign messages become spaces.
    pub fn error(&self, problem: impl fmt::Display) -> SceneError {
        let problem = problem.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        SceneError::Value { file: self.file.clone(), path: self.path.clone(), problem }
    }

    /// Text of a warning here.
    pub fn warning(&self, problem: impl fmt::Display) -> String {
        format!("{}: {problem}", self.path)
    }
}
