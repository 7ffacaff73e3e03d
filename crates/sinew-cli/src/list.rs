//! `sinew list`: everything that has a name.

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::console::say;
use crate::fault::Fault;

/// List integrators, materials, shapes, scenes or outputs
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// What to list
    #[arg(value_enum)]
    what: What,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  sinew list integrators
  sinew list scenes --json";

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Time-stepping schemes with their order
    Integrators,
    /// Elastic materials of tetrahedra
    Materials,
    /// Generators of meshes
    Shapes,
    /// Scenes that come with the program, with their size and what a step cost on one machine
    Scenes,
    /// Formats of frames
    Outputs,
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    let rows = rows(args.what);
    if args.json {
        say(serde_json::to_string_pretty(&Value::Array(rows)).map_err(Fault::files)?);
        return Ok(());
    }
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let width = rows.iter().map(|r| text(r, "name").len()).max().unwrap_or(0);
    for row in &rows {
        let order = row["order"].as_u64().map(|p| format!("order {p}  ")).unwrap_or_default();
        let cost = cost(row).map(|cost| format!("{cost}  ")).unwrap_or_default();
        say(format_args!("{:width$}  {order}{cost}{}", text(row, "name"), text(row, "summary")));
    }
    Ok(())
}

/// Size and cost of a scene, in columns.
fn cost(row: &Value) -> Option<String> {
    let (vertices, ms) = (row["vertices"].as_u64()?, row["ms_per_step"].as_f64()?);
    let digits = if ms < 10.0 { 2 } else { 0 };
    Some(format!("{vertices:>6} vertices  {ms:>8.digits$} ms/step"))
}

fn rows(what: What) -> Vec<Value> {
    match what {
        What::Integrators => sinew::integrators::CATALOG
            .iter()
            .map(|e| json!({ "name": e.name, "summary": e.summary, "order": e.order, "source": e.source }))
            .collect(),
        What::Materials => sinew::models::solids::materials::CATALOG
            .iter()
            .map(|e| json!({ "name": e.name, "summary": e.summary }))
            .collect(),
        What::Shapes => sinew::mesh::shapes::CATALOG
            .iter()
            .map(|e| json!({ "name": e.name, "summary": e.summary, "keys": e.keys }))
            .collect(),
        What::Scenes => sinew::scene::shipped::CATALOG
            .iter()
            .map(|e| {
                let mut row = json!({ "name": e.name, "summary": e.summary, "folder": e.folder });
                if let Some(c) = sinew::scene::costs::find(e.name) {
                    row["vertices"] = c.vertices.into();
                    row["elements"] = c.elements.into();
                    row["unknowns"] = c.unknowns.into();
                    row["integrator"] = c.integrator.clone().into();
                    row["ms_per_step"] = c.ms_per_step.into();
                }
                row
            })
            .collect(),
        What::Outputs => {
            sinew::output::CATALOG.iter().map(|e| json!({ "name": e.name, "summary": e.summary })).collect()
        }
    }
}
