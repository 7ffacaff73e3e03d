//! `sinew bench`: what a step costs, and what the matrix functions of a step cost, measured here and now.

mod beam;
mod clamped;
mod engines;
mod exprb42;
mod first_steps;
mod functions;
mod hair;
mod local_global;
mod scenes;
mod scipy;

use clap::Subcommand;

use crate::fault::Fault;

/// Measure what a step costs
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    bench: Bench,
}

const EXAMPLES: &str = "\
Examples:
  sinew bench beam
  sinew bench beam --sizes small,medium --young 1e6 --integrators semi-implicit,newmark --steps 50 --json
  sinew bench first-steps --scenes bouncing-dragon,soft-body --max-seconds 60
  sinew bench first-steps --integrator paper --steps 4 --threads 1 --out table.md
  sinew bench functions
  sinew bench functions --sizes 3528,30576 --young 1e9 --tolerance 1e-3,1e-6 --damped
  sinew bench hair --hairs 1000 --integrator semi-implicit
  sinew bench local-global --bodies cloth,figure --iterations 10 --threads 2
  sinew bench scenes --quick --out /tmp/costs.csv";

#[derive(Subcommand)]
enum Bench {
    /// Clamped beam under gravity at three sizes and two stiffnesses
    Beam(beam::Args),
    /// First steps of every shipped scene at its full size with one integrator
    FirstSteps(first_steps::Args),
    /// Matrix functions of one step: every engine on the same beam, against a tight reference
    Functions(functions::Args),
    /// A head of hair that shakes: memory, and the time and work of each step
    Hair(hair::Args),
    /// Local/global steps: their local and global parts, and Newton's method beside them
    LocalGlobal(local_global::Args),
    /// Size of every shipped scene and the cost of its steps, as `sinew list scenes` shows them
    Scenes(scenes::Args),
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    match &args.bench {
        Bench::Beam(args) => beam::run(args),
        Bench::FirstSteps(args) => first_steps::run(args),
        Bench::Functions(args) => functions::run(args),
        Bench::Hair(args) => hair::run(args),
        Bench::LocalGlobal(args) => local_global::run(args),
        Bench::Scenes(args) => scenes::run(args),
    }
}
