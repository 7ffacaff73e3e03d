//! `sinew mesh`: looks at, converts and makes mesh files.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use sinew::catalog::suggestion;
use sinew::mesh::{self, Mesh, Shape, is_strands, read_strands, shapes, surface_alone};
use sinew::tetrahedralize::{describe, tetrahedralize};

use crate::console::say;
use crate::fault::Fault;

/// Look at, convert and make meshes
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

const EXAMPLES: &str = "\
Examples:
  sinew mesh info bunny.msh
  sinew mesh convert bunny.msh bunny.vtu
  sinew mesh generate block beam.msh --set size=[1,0.25,0.25] --set cells=[16,4,4]
  sinew mesh tetrahedralize bunny.obj bunny.msh --size 0.02";

#[derive(Subcommand)]
enum Action {
    /// Tell what is in a mesh file and what is wrong with it
    #[command(after_long_help = "Examples:\n  sinew mesh info bunny.msh\n  sinew mesh info bunny.msh --json")]
    Info {
        /// Mesh file (.msh .mesh .node .ele .vtk .vtu .obj .ply .stl .pdb .hair, also gzipped)
        file: PathBuf,
        /// Print JSON instead of text
        #[arg(long)]
        json: bool,
    },
    /// Read a mesh and write it in the format of the new name
    #[command(after_long_help = "Examples:\n  sinew mesh convert bunny.msh bunny.vtu --scale 0.1")]
    Convert {
        /// Mesh file to read
        from: PathBuf,
        /// Mesh file to write; its ending says the format
        to: PathBuf,
        /// Multiply all coordinates by this number
        #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = crate::console::positive, allow_negative_numbers = true)]
        scale: f64,
        /// Overwrite a file that exists
        #[arg(long)]
        force: bool,
    },
    /// Make a mesh of a simple shape (`sinew list shapes`)
    #[command(after_long_help = "Examples:\n  sinew mesh generate ball ball.msh --set radius=0.5 --set cells=8\n  \
        sinew mesh generate block beam.vtu --set size=[1,0.25,0.25] --set cells=[16,4,4] --set split=5\n  \
        sinew mesh generate --list")]
    Generate {
        /// Kind of shape
        #[arg(required_unless_present = "list")]
        kind: Option<String>,
        /// Mesh file to write; its ending says the format
        #[arg(required_unless_present = "list")]
        to: Option<PathBuf>,
        /// List the kinds with their keys and the values that these have if they are not set
        #[arg(long, conflicts_with_all = ["kind", "set"])]
        list: bool,
        /// Keys of the shape as in a scene file, lengths in metres; may be repeated
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// Overwrite a file that exists
        #[arg(long)]
        force: bool,
    },
    /// Fill a closed surface with tets of about one size
    #[command(after_long_help = "Examples:\n  sinew mesh tetrahedralize bunny.obj bunny.msh --size 0.02")]
    Tetrahedralize {
        /// Mesh file with a closed surface of triangles
        from: PathBuf,
        /// Mesh file to write; its ending says the format
        to: PathBuf,
        /// Length of most edges (m)
        #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
        size: f64,
        /// Overwrite a file that exists
        #[arg(long)]
        force: bool,
    },
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    match &args.action {
        Action::Info { file, json } => info(file, *json),
        Action::Convert { from, to, scale, force } => {
            let (mut mesh, report) = mesh::read(from)?;
            refuse_existing(to, *force)?;
            mesh.vertices.iter_mut().flatten().for_each(|x| *x *= scale);
            mesh::write(to, &mesh)?;
            tell(to, &mesh, &report)
        }
        Action::Tetrahedralize { from, to, size, force } => {
            let (surface, _) = mesh::read(from)?;
            let named = |e| Fault::input(format!("{}: {e}", from.display()));
            let mesh = tetrahedralize(&surface, *size).map_err(named)?;
            refuse_existing(to, *force)?;
            mesh::write(to, &mesh)?;
            match surface_alone(to, &mesh)? {
                None => say(format_args!("{}: {}", to.display(), describe(&mesh))),
                Some(surface) => tell_surface(to, &mesh, &surface),
            }
            Ok(())
        }
        Action::Generate { list: true, .. } => list(),
        Action::Generate { kind, to, set, force, .. } => {
            let (Some(kind), Some(to)) = (kind, to) else { unreachable!("both are required without --list") };
            let mut mesh = shape(kind, set)?.build()?;
            refuse_existing(to, *force)?;
            let report = mesh::check(&mut mesh);
            mesh::write(to, &mesh)?;
            tell(to, &mesh, &report)
        }
    }
}

/// Reads a mesh file and tells about it; errors make the status 2.
pub fn info(file: &Path, json: bool) -> Result<(), Fault> {
    if is_strands(file) {
        let report = read_strands(file)?.report();
        match json {
            true => say(serde_json::to_string_pretty(&report).map_err(Fault::files)?),
            false => say(format_args!("{}\n{report}", file.display())),
        }
        return Ok(());
    }
    let (_, report) = mesh::read(file)?;
    if json {
        say(serde_json::to_string_pretty(&report).map_err(Fault::files)?);
    } else {
        say(format_args!("{}", file.display()));
        say(&report);
    }
    match report.errors().first() {
        None => Ok(()),
        Some(error) => Err(Fault::input(format!("{}: {error}", file.display()))),
    }
}

fn refuse_existing(path: &Path, force: bool) -> Result<(), Fault> {
    match path.exists() && !force {
        true => Err(Fault::input(format!("{} exists already; give another name, or --force", path.display()))),
        false => Ok(()),
    }
}

/// What was written.
fn tell(path: &Path, mesh: &Mesh, report: &mesh::Report) -> Result<(), Fault> {
    match surface_alone(path, mesh)? {
        None => say(format_args!(
            "{}: {} vertices, {} tets, {} triangles, {} edges",
            path.display(),
            report.vertices,
            report.tets,
            report.triangles,
            report.edges
        )),
        Some(surface) => tell_surface(path, mesh, &surface),
    }
    Ok(())
}

fn tell_surface(path: &Path, mesh: &Mesh, surface: &Mesh) {
    say(format_args!(
        "{}: {} vertices, {} triangles, {} edges: the surface alone, without the {} tets, which .msh and .vtu files hold",
        path.display(),
        surface.vertices.len(),
        surface.triangles.len(),
        surface.edges.len(),
        mesh.tets.len()
    ));
}

/// Kinds, what they are, and their keys with the values of the catalog's example.
fn list() -> Result<(), Fault> {
    for entry in shapes::CATALOG {
        let mut example = toml::Table::try_from((entry.example)()).map_err(Fault::files)?;
        example.remove("kind");
        let keys: Vec<String> = example.iter().map(|(key, value)| format!("{key}={value}")).collect();
        say(format_args!("{}: {}\n    {}", entry.name, entry.summary, keys.join(" ")));
    }
    Ok(())
}

/// A shape from its kind and keys; what is not set is as in the catalog's example.
fn shape(kind: &str, set: &[String]) -> Result<Shape, Fault> {
    let alias = if kind == "rod" { "cylinder" } else { kind };
    let Some(entry) = shapes::CATALOG.iter().find(|e| e.name == alias) else {
        let hint = suggestion(kind, shapes::CATALOG.iter().map(|e| e.name));
        return Err(Fault::input(format!("no shape `{kind}`; {hint}")));
    };
    let mut table = toml::Table::try_from((entry.example)()).map_err(Fault::files)?;
    for argument in set {
        let (key, value) = argument
            .split_once('=')
            .ok_or_else(|| Fault::input(format!("--set {argument}: KEY=VALUE is needed, e.g. --set cells=4")))?;
        if !entry.keys.contains(&key.trim()) {
            let hint = suggestion(key, entry.keys.iter().copied());
            return Err(Fault::input(format!("--set {argument}: {} has no key `{key}`; {hint}", entry.name)));
        }
        let parsed = format!("value = {value}")
            .parse::<toml::Table>()
            .map_err(|_| Fault::input(format!("--set {argument}: `{value}` is not a number or an array of numbers")))?;
        table.insert(key.trim().to_owned(), parsed["value"].clone());
    }
    sinew::scene::shape(table, &format!("shape {}", entry.name)).map_err(Fault::input)
}
