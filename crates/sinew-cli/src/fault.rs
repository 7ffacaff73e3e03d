//! How the program ends when something is wrong: one sentence and an exit status.

use std::process::ExitCode;

use sinew::compare::CompareError;
use sinew::mesh::MeshError;
use sinew::output::RunError;
use sinew::recorder::RecordError;
use sinew::scene::SceneError;

/// Kinds of trouble; the numbers are the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What was given cannot be used. Nothing has been written.
    Input = 2,
    /// The numbers failed. What was recorded is kept.
    Numbers = 3,
    /// A file cannot be read or written.
    Files = 4,
    /// A limit was reached. What was recorded is kept.
    Limit = 5,
    /// Somebody pressed Ctrl-C. What was recorded is kept.
    Interrupted = 130,
}

/// One sentence, and how to leave.
#[derive(Debug)]
pub struct Fault {
    pub kind: Kind,
    pub message: String,
}

impl Fault {
    pub fn new(kind: Kind, message: impl ToString) -> Self {
        Self { kind, message: message.to_string() }
    }

    pub fn input(message: impl ToString) -> Self {
        Self::new(Kind::Input, message)
    }

    pub fn files(message: impl ToString) -> Self {
        Self::new(Kind::Files, message)
    }

    /// Arguments that cannot be understood, as one sentence with the nearest valid name.
    pub fn arguments(error: &clap::Error, _command: &clap::Command) -> Self {
        let text = error.render().to_string();
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
            .filter(|line| !line.is_empty())
            .collect();
        let sentence = lines.join(" ");
        let sentence = sentence.trim_start_matches("error: ").replace(" tip: ", "; ");
        Self::input(format!("{} (see sinew --help)", sentence.trim_end_matches('.')))
    }

    /// Says it on stderr.
    pub fn exit(&self) -> ExitCode {
        // Foreign messages may have several lines; ours is one sentence.
        let message = self.message.split_whitespace().collect::<Vec<_>>().join(" ");
        eprintln!("sinew: {message}");
        ExitCode::from(self.kind as u8)
    }
}

impl From<SceneError> for Fault {
    fn from(error: SceneError) -> Self {
        Self::input(error)
    }
}

impl From<MeshError> for Fault {
    fn from(error: MeshError) -> Self {
        Self::input(error)
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Exists { .. } => Self::input(error),
            RecordError::Io { .. } => Self::files(error),
        }
    }
}

impl From<RunError> for Fault {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Io { .. } => Self::files(error),
            _ => Self::input(error),
        }
    }
}

impl From<CompareError> for Fault {
    fn from(error: CompareError) -> Self {
        let kind = match error {
            CompareError::Scene(_) | CompareError::NotADivisor { .. } => Kind::Input,
            CompareError::Reference { .. } => Kind::Numbers,
            CompareError::Interrupted => Kind::Interrupted,
        };
        Self::new(kind, error)
    }
}
