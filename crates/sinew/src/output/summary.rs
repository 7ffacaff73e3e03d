//! `summary.json`: what a run was, what it cost and how it ended.

use serde::{Deserialize, Serialize};

use super::csv;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All steps were done.
    Completed,
    /// The numbers failed.
    Diverged,
    /// Somebody stopped it.
    Interrupted,
    /// A limit was reached.
    Limit,
}

impl Status {
    /// The word in `summary.json`.
    pub fn name(self) -> &'static str {
        match self {
            Status::Completed => "completed",
            Status::Diverged => "diverged",
            Status::Interrupted => "interrupted",
            Status::Limit => "limit",
        }
    }
}

/// The content of `summary.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Name of the scene.
    pub scene: String,
    /// Name of the integrator.
    pub integrator: String,
    /// Step size (s).
    pub dt: f64,
    /// Steps done.
    pub steps: usize,
    /// Simulated time (s).
    pub duration: f64,
    /// All vertices, held ones included.
    pub vertices: usize,
    /// Elements that store elastic energy.
    pub elements: usize,
    /// Unknowns: three per free vertex.
    pub dofs: usize,
    /// Time spent in the integrator (s); writing files is not in it.
    pub wall_seconds: f64,
    /// wall_seconds / steps
    pub seconds_per_step: f64,
    /// Numeric factorizations.
    pub factorizations: u64,
    /// Linear solves, one per right-hand side.
    pub solves: u64,
    /// Matrix-vector products, assembled or element by element.
    pub products: u64,
    /// Evaluations of the force.
    pub force_evaluations: u64,
    /// Newton iterations.
    pub newton_iterations: u64,
    /// Steps that were handed to a stable scheme, because they were beyond the limit of the integrator.
    pub fallback_steps: u64,
    /// Elements inside out at an end of a step, summed over the steps, where a scheme on strains had to do without them.
    pub inside_out_elements: u64,
    /// Substeps that were tried and given up.
    pub rejected_substeps: u64,
    /// Times that a step was made again, because an obstacle that projects or holds took hold of something or let go of it.
    #[serde(default)]
    pub repeated_steps: u64,
    /// Mean over the steps of the largest Krylov dimension in a step.
    pub krylov_dimension_mean: f64,
    /// Largest Krylov dimension.
    pub krylov_dimension_max: u64,
    /// Total energy at the start (J).
    pub energy_start: f64,
    /// Total energy at the end (J).
    pub energy_end: f64,
    /// max |numerical| / max (kinetic + elastic)
    pub max_energy_error: f64,
    /// Largest |l/l_0 - 1| of a spring at the end of any step; none without springs.
    #[serde(default)]
    pub largest_strain: Option<f64>,
    /// What the integrator says of the choices it made.
    pub remarks: Vec<String>,
    /// What some format of the frames could not hold.
    #[serde(default)]
    pub notes: Vec<String>,
    /// How it ended.
    pub status: Status,
    /// One sentence about the end.
    pub message: String,
}

impl Summary {
    /// Lines for people, with units.
    pub fn facts(&self) -> Vec<(String, String)> {
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let mut facts = vec![
            fact("scene", self.scene.clone()),
            fact("integrator", self.integrator.clone()),
            fact("step size", format!("{} s", csv::number(self.dt))),
            fact("steps", self.steps.to_string()),
            fact("simulated time", format!("{} s", csv::rounded(self.duration, 7))),
            fact("vertices", self.vertices.to_string()),
            fact("elements", self.elements.to_string()),
            fact("unknowns", self.dofs.to_string()),
            fact("time in the integrator", format!("{:.3} s", self.wall_seconds)),
            fact("time per step", format!("{:.3} ms", 1e3 * self.seconds_per_step)),
            fact("factorizations", self.factorizations.to_string()),
            fact("solves", self.solves.to_string()),
            fact("products", self.products.to_string()),
            fact("force evaluations", self.force_evaluations.to_string()),
            fact("Newton iterations", self.newton_iterations.to_string()),
            fact("steps handed to the fallback", self.fallback_steps.to_string()),
            fact("substeps given up", self.rejected_substeps.to_string()),
            fact("steps made again at obstacles", self.repeated_steps.to_string()),
            fact(
                "Krylov dimension, mean / max",
                format!("{:.1} / {}", self.krylov_dimension_mean, self.krylov_dimension_max),
            ),
            fact("energy at the start", format!("{:.6e} J", self.energy_start)),
            fact("energy at the end", format!("{:.6e} J", self.energy_end)),
            fact("largest energy error", format!("{:.2e}", self.max_energy_error)),
        ];
        facts.extend(self.largest_strain.map(|strain| fact("largest strain of a spring", format!("{:.2e}", strain))));
        facts
    }
}
