//! `sinew check`: looks a scene or a mesh over without running anything.

use std::path::Path;

use sinew::mechanics::MechanicalSystem;
use sinew::output::csv::number;

use crate::console::say;
use crate::fault::Fault;
use crate::mesh;
use crate::run::open;

/// Check a scene or a mesh without running it
///
/// A scene is read and built; its size, its stiffness and anything odd are told. A mesh file is read and looked over:
/// orientation, slivers, loose and doubled vertices, parts.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Scene file (.toml), name of a shipped scene, or mesh file
    #[arg(value_name = "SCENE|MESH")]
    what: String,
    /// Change any key of the scene, e.g. body.0.material.young=1e7; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  sinew check my-scene.toml
  sinew check beam-small --set body.0.material.young=1e9
  sinew check bunny.msh

Exit status: 0 usable (notes may be printed), 2 not usable.";

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    let path = Path::new(&args.what);
    let file = path.is_file();
    if file && path.extension().is_none_or(|e| e != "toml") {
        return mesh::info(path, false);
    }
    let scene = open(&args.what, &args.set)?;
    let built = scene.build()?;
    let (simulation, world) = (&built.simulation, built.simulation.world());
    let title = if built.title.is_empty() { scene.name() } else { &built.title };
    say(format_args!("{title}: usable"));
    say(format_args!(
        "  size           {} vertices ({} held), {} elements, {} unknowns",
        world.vertices(),
        world.held().len(),
        world.elements(),
        world.dofs()
    ));
    say(format_args!(
        "  time           {} steps of {} s with {}",
        built.steps,
        number(simulation.dt()),
        simulation.integrator().name()
    ));
    let frequency = world.frequency_bound(simulation.state());
    if frequency > 0.0 && frequency.is_finite() {
        say(format_args!(
            "  stiffness      highest frequency at most {:.3e} rad/s; explicit schemes need dt below about {:.1e} s",
            frequency,
            2.0 / frequency
        ));
    }
    for term in world.terms() {
        say(format_args!("  force          {} ({} elements)", term.name(), term.elements()));
    }
    for warning in &built.warnings {
        say(format_args!("  note           {warning}"));
    }
    Ok(())
}
