//! `sinew schema`: the JSON Schema of scene files, for editors and other programs.

use crate::console::say;
use crate::fault::Fault;

/// Print the JSON Schema of scene files
///
/// Editors that know it complete and check the keys of a scene while you type.
#[derive(clap::Args)]
#[command(after_long_help = "Examples:\n  sinew schema > scene.schema.json")]
pub struct Args {}

/// See the head of the file.
pub fn run(_args: &Args) -> Result<(), Fault> {
    say(serde_json::to_string_pretty(sinew::scene::schema()).map_err(Fault::files)?);
    Ok(())
}
