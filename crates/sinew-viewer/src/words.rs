//! What a window may say: `{"do": WORD, ...}`. Everything a window says is untrusted; unknown words and keys are refused.

use serde::Deserialize;
use sinew::output::gauging::Colour;

/// Longest sentence that goes back to a window.
const LONGEST: usize = 600;

/// One message of a window.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Word {
    /// Open a shipped scene, or what the program was started with.
    Load {
        /// Name of a shipped scene, or `start`; never a path.
        scene: String,
    },
    /// Go on.
    Play {},
    /// Stop.
    Pause {},
    /// One step, then paused.
    Step {},
    /// From the start of the scene again.
    Restart {},
    /// Show a kept frame.
    Seek {
        /// Its index.
        frame: usize,
    },
    /// Simulated seconds per real second; 0 for as fast as it goes.
    Speed {
        /// The factor.
        factor: f64,
    },
    /// Change the integrator, the step size or a control.
    Set {
        /// `integrator`, `dt` or the key of a control.
        key: String,
        /// A name or a number.
        value: Setting,
    },
    /// What the colours tell.
    Colour {
        /// Name of the quantity.
        by: Shade,
    },
    /// A second pane on the same scene, or one pane again.
    Compare {
        /// Integrator of the second pane.
        integrator: Option<String>,
    },
    /// Take hold of a body.
    Grab {
        /// Pane in which it was grabbed.
        pane: usize,
        /// A drawn vertex.
        vertex: usize,
        /// Where the hand is (m).
        point: [f64; 3],
    },
    /// Move the hand.
    Drag {
        /// Where to (m).
        point: [f64; 3],
    },
    /// Let go.
    Release {},
    /// A frame was received and drawn.
    Seen {
        /// Its serial number.
        serial: u32,
    },
    /// Write the session below `runs/`.
    Save {},
}

/// A value of `set`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Number(f64),
    /// A name.
    Name(String),
}

/// What the colours tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// Nothing.
    None,
    /// Speed of the vertices.
    Speed,
    /// Strain of the elements.
    Strain,
    /// Stress of the elements.
    Stress,
    /// Energy (density) of the elements.
    Energy,
}

impl Shade {
    /// The number in a frame.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The word in messages.
    pub fn name(self) -> &'static str {
        self.colour().map_or("none", Colour::name)
    }

    /// The quantity, unless there is none.
    pub fn colour(self) -> Option<Colour> {
        match self {
            Shade::None => None,
            Shade::Speed => Some(Colour::Speed),
            Shade::Strain => Some(Colour::Strain),
            Shade::Stress => Some(Colour::Stress),
            Shade::Energy => Some(Colour::Energy),
        }
    }
}

/// Reads a message; what is wrong with it comes back as one sentence.
pub fn read(text: &str) -> Result<Word, String> {
    serde_json::from_str(text).map_err(|e| sentence(format!("the message was not understood: {e}")))
}

/// One line of bounded length, whatever a message contained.
pub fn sentence(text: impl ToString) -> String {
    let text = text.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_everything_else_is_refused() {
        assert_eq!(read(r#"{"do":"play"}"#), Ok(Word::Play {}));
        assert_eq!(read(r#"{"do":"seek","frame":7}"#), Ok(Word::Seek { frame: 7 }));
        let set = Word::Set { key: "dt".into(), value: Setting::Number(0.5) };
        assert_eq!(read(r#"{"do":"set","key":"dt","value":0.5}"#), Ok(set));
        assert_eq!(read(r#"{"do":"compare","integrator":null}"#), Ok(Word::Compare { integrator: None }));
        let deep = format!(r#"{{"do":"set","key":"x","value":{}1{}}}"#, "[".repeat(5000), "]".repeat(5000));
        for bad in [
            "",
            "play",
            "[]",
            "null",
            r#"{"do":"fly"}"#,
            r#"{"do":"play","now":true}"#,
            r#"{"do":"play","do":"pause"}"#,
            r#"{"do":"seek","frame":-1}"#,
            r#"{"do":"seek","frame":1e30}"#,
            r#"{"do":"seek"}"#,
            r#"{"do":"speed","factor":1e999}"#,
            r#"{"do":"speed","factor":NaN}"#,
            r#"{"do":"drag","point":[1,2]}"#,
            r#"{"do":"colour","by":"taste"}"#,
            r#"{"do":"set","key":"dt","value":[1]}"#,
            r#"{"do":"seen","serial":4294967296}"#,
            &deep,
        ] {
            let problem = read(bad).expect_err(bad);
            assert!(!problem.contains('\n') && problem.chars().count() <= LONGEST + 1, "{problem}");
        }
    }
}
