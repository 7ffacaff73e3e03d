//! The program `sinew`: one file per command.

mod bench;
mod check;
mod compare;
mod compare_set;
mod console;
mod export;
mod fault;
mod list;
mod mesh;
mod reproduce;
mod run;
mod schema;
mod stop;
mod view;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use fault::Fault;

/// Stiff elastodynamics: runs scenes of deformable things with frame-sized steps.
///
/// Without a command the demo scene is run. All numbers are in SI units: metres, kilograms, seconds, pascals.
#[derive(Parser)]
#[command(name = "sinew", version, max_term_width = 110, after_long_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  sinew                                      run the demo scene and say where to look
  sinew run beam-small --integrator newmark  run a shipped scene with another integrator
  sinew export runs/beam-small-newmark --to usda,glb   its motion for Blender and for the web
  sinew view beam-small                      watch it in the browser and pull at it
  sinew compare beam-small --integrators backward-euler,newmark --dt 0.01,0.005
  sinew compare battery --quick              all integrators on a set of scenes
  sinew list integrators                     what there is

Exit status: 0 done, 2 bad input (nothing is written), 3 the numbers failed (what was recorded is kept),
4 input/output, 5 a limit was reached, 130 interrupted.";

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Export(export::Args),
    View(view::Args),
    Compare(compare::Args),
    List(list::Args),
    Check(check::Args),
    Schema(schema::Args),
    Mesh(mesh::Args),
    Bench(bench::Args),
    Reproduce(reproduce::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            console::say(error.render().to_string().trim_end());
            return ExitCode::SUCCESS;
        }
        Err(error) => return Fault::arguments(&error, &Cli::command()).exit(),
    };
    let done = match cli.command {
        None => run::demo(),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::View(args)) => view::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::List(args)) => list::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Schema(args)) => schema::run(&args),
        Some(Command::Mesh(args)) => mesh::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Reproduce(args)) => reproduce::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => fault.exit(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_sound_and_has_examples() {
        Cli::command().debug_assert();
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_long_help().map(|h| h.to_string()).unwrap_or_default();
            assert!(help.contains("Examples:"), "{} has no examples", command.get_name());
        }
    }
}
