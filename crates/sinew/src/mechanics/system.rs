//! The seam between models and integrators: M x'' = f(t, x, v), K = -df/dx, D = -df/dv.

use std::sync::Arc;

use sinew_math::sparse::{BlockMatrix, Pattern, ScalarMatrix};

use super::{DiscreteGradient, Energy, Mass, Piece, Powers, State, Vec3};

/// Weights of the matrix `mass M + damping D + stiffness K`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Factor of M.
    pub mass: f64,
    /// Factor of D.
    pub damping: f64,
    /// Factor of K.
    pub stiffness: f64,
}

/// A mechanical system on its free vertices. Every output slice has [`dofs`](Self::dofs) entries and is overwritten.
pub trait MechanicalSystem: Send + Sync {
    /// Number of unknowns: three per free vertex.
    fn dofs(&self) -> usize;

    /// M
    fn mass(&self) -> &Mass;

    /// Sparsity of all tangents.
    fn pattern(&self) -> &Arc<Pattern>;

    /// Energies at a state.
    fn energy(&self, s: &State) -> Energy;

    /// f(t, x, v)
    fn force(&self, s: &State, f: &mut [f64]);

    /// The part of f that has no potential (damping, wind, driven loads). False, and f untouched, if there is none.
    fn nonconservative_force(&self, s: &State, f: &mut [f64]) -> bool;

    /// Rates at which the forces without a potential take and give energy: injected - dissipated = f_nc . v.
    fn nonconservative_powers(&self, s: &State) -> Powers;

    /// df/dt at fixed x and v of the free vertices: gusts, scripted vertices, moving obstacles.
    fn force_rate(&self, s: &State, out: &mut [f64]);

    /// f(b) - f(a), formed element by element so that close states do not cancel.
    fn force_difference(&self, a: &State, b: &State, out: &mut [f64]);

    /// K dx with the true tangent.
    fn stiffness_product(&self, s: &State, dx: &[f64], out: &mut [f64]);

    /// D dv
    fn damping_product(&self, s: &State, dv: &[f64], out: &mut [f64]);

    /// a = weighted sum of M, D and K; `projected`: each element's K made positive semidefinite.
    fn tangent(&self, s: &State, weights: Weights, projected: bool, a: &mut BlockMatrix);

    /// Whether the assembled, symmetric tangent is the true one. Where it is not (follower forces, damping whose direction
    /// turns with the body), schemes whose order needs the full Jacobian use the products.
    fn tangent_is_exact(&self) -> bool;

    /// Whether any force depends on velocity.
    fn damped(&self) -> bool;

    /// Whether the force depends on time at fixed x and v: loads, scripted vertices.
    fn time_dependent(&self) -> bool;

    /// Whether forces and energies depend on the past (plastic flow): the same state may have another energy in the next step.
    fn remembers(&self) -> bool {
        false
    }

    /// Whether obstacles have hold of vertices during this step: their unknowns then feel nothing, and count for nothing.
    fn gripped(&self) -> bool {
        false
    }

    /// Whether somebody wants the step that is under way to end without a result.
    fn interrupted(&self) -> bool {
        false
    }

    /// An upper bound on the highest angular frequency in rad/s, from element eigenvalues.
    fn frequency_bound(&self, s: &State) -> f64;

    /// Mean rest distance of coupled vertices in metres: the length to which tolerances are relative.
    fn element_size(&self) -> f64;

    /// The connected sets of free vertices, for schemes that tell rigid motion from vibration; empty if not known.
    fn pieces(&self) -> &[Piece] {
        &[]
    }

    /// Rest state and constant stiffness, for schemes that split off a linear part.
    fn linear_split(&self) -> Option<&dyn LinearSplit> {
        None
    }

    /// Rotations of the material's frames, for schemes that turn the stiffness at rest along.
    fn warping(&self) -> Option<&dyn Warping> {
        None
    }

    /// Mean forces over a step, for schemes that keep energy exactly.
    fn discrete_gradient(&self) -> Option<&dyn DiscreteGradient> {
        None
    }

    /// a = weighted sum of M and of constant scalars that stand for D and K at every state, contact left out: the matrix
    /// of local/global solvers. The error is the name of the first force that has none.
    fn metric(&self, weights: Weights, a: &mut ScalarMatrix) -> Result<(), String> {
        let _ = (weights, a);
        Err("the whole system".into())
    }

    /// Calls `visit(row, n, k)` for each free vertex in contact: the stiffness there is at most k n n^T.
    fn contacts(&self, s: &State, visit: &mut dyn FnMut(u32, Vec3, f64)) {
        let _ = (s, visit);
    }

    /// a = a stiffness S(x) of the elastic forces with f = -S x (held vertices to the right), as springs have one: force
    /// over length. False, and a undefined, where some force has none.
    fn secant(&self, s: &State, a: &mut BlockMatrix) -> bool {
        let _ = (s, a);
        false
    }
}

/// f(t, x, v) = -K0 (x - x_rest) + slow force.
pub trait LinearSplit {
    /// Rest positions of the free vertices.
    fn rest(&self) -> &[f64];

    /// K0, the stiffness at rest.
    fn stiffness(&self) -> &BlockMatrix;

    /// The constant part of the slow force: all forces with a potential that does not depend on time, at rest.
    fn load(&self) -> &[f64];
}

/// Elastic forces that are linear in frames which turn with the body: R K (R^T x - x0). The projected tangent is the
/// stiffness at rest, turned.
pub trait Warping {
    /// Rotation of each free vertex from rest to s, nine values a vertex, by columns. False, and nothing written, if the
    /// frames belong to elements.
    fn rotations(&self, s: &State, out: &mut [f64]) -> bool;

    /// The elastic force at s alone.
    fn elastic_force(&self, s: &State, f: &mut [f64]);
}

/// Hands out the system for one attempted substep. Every substep, retry and fallback passes through it, so that
/// contact search and plastic flow happen once per accepted substep.
pub trait StepContext {
    /// The system to use for a step of size h from s.
    fn begin(&mut self, s: &State, h: f64) -> Result<&dyn MechanicalSystem, StepError>;

    /// The substep was accepted and ended at s.
    fn commit(&mut self, s: &State);

    /// The substep was given up.
    fn rollback(&mut self);
}

/// Why a step failed. The state is untouched then.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StepError {
    /// Newton's method did not reach its tolerance.
    #[error(
        "Newton stalled after {iterations} iterations at a residual of {residual:.3e} N; use a smaller dt, \
         `halvings` to let steps be halved, or a looser `tolerance`"
    )]
    NewtonStalled {
        /// Iterations done.
        iterations: usize,
        /// Largest residual force in newtons.
        residual: f64,
    },
    /// The iteration for velocities that damping depends on did not reach its tolerance.
    #[error(
        "the velocities under damping stalled after {iterations} iterations at a residual of {residual:.3e} m/s^2; use a smaller \
         dt or less stiffness-proportional damping"
    )]
    DampingStalled {
        /// Iterations done.
        iterations: usize,
        /// Largest residual acceleration.
        residual: f64,
    },
    /// The step matrix could not be factorized even after projection or shifting.
    #[error("the step matrix is not positive definite (vertex row {row}); use a smaller dt or `projected = true`")]
    NotPositiveDefinite {
        /// Free vertex where the factorization broke down.
        row: usize,
    },
    /// An iterative linear solve did not converge.
    #[error(
        "conjugate gradients stopped after {iterations} iterations at relative residual {residual:.1e}; use `solver = \"cholesky\"`"
    )]
    LinearSolveStalled {
        /// Iterations done.
        iterations: usize,
        /// Relative residual.
        residual: f64,
    },
    /// A number overflowed or is not a number.
    #[error("the numbers are no longer finite at free vertex {free_vertex}; the step is too large for this scheme")]
    NonFinite {
        /// Index among the free vertices.
        free_vertex: usize,
    },
    /// An element is inside out, and its material has no energy there.
    #[error(
        "the energy would no longer be finite (an element is inside out); use a smaller dt, `halvings` to let steps be \
         halved, or another material"
    )]
    InfiniteEnergy,
    /// Somebody stopped it.
    #[error("the step was interrupted")]
    Interrupted,
    /// The integrator cannot do this scene.
    #[error("{integrator} needs {needs}; {remedy}")]
    Unsupported {
        /// Name of the integrator.
        integrator: &'static str,
        /// The missing capability, e.g. `lumped mass`.
        needs: &'static str,
        /// How to mend the scene.
        remedy: &'static str,
    },
    /// A force cannot be part of the constant matrix of a local/global solver.
    #[error(
        "local/global solvers have no constant stiffness for `{term}`; leave that force out or use `backward-euler`"
    )]
    NoMetric {
        /// Name of the force.
        term: String,
    },
    /// The correction of the linearized motion is too large for an exponential scheme.
    #[error(
        "the motion within the step is too far from linear: corrections of {correction:.0} % (limit {limit:.0} %); a dt of about \
         {step:.1e} s would do, or `fallback = \"backward-euler\"`, or `adaptive = true`"
    )]
    BeyondLinear {
        /// In percent of the motion.
        correction: f64,
        /// In percent, too.
        limit: f64,
        /// A step that would do, in seconds.
        step: f64,
    },
    /// An exponential scheme made energy.
    #[error(
        "the step would {}: stiff parts turn too far; a dt of about {step:.1e} s would do, \
         or `fallback = \"backward-euler\"`, or `adaptive = true`",
        if gain.is_finite() { format!("add {gain:.0} % of energy out of nothing") } else { "turn an element inside out".into() }
    )]
    EnergyFromNothing {
        /// In percent of kinetic plus elastic energy; infinite where an element would be inside out.
        gain: f64,
        /// A step that would do, in seconds.
        step: f64,
    },
    /// The functions of the matrices did not become accurate enough.
    #[error(
        "the matrix functions reached {estimate:.1e} instead of {tolerance:.1e} at dimension {dimension}; raise `krylov_max`, \
         loosen `tolerance`, or use `engine = \"auto\"`"
    )]
    FunctionsStalled {
        /// Dimension of the search space, or products spent.
        dimension: usize,
        /// Estimated relative error.
        estimate: f64,
        /// What was asked for.
        tolerance: f64,
    },
    /// The engine for functions of matrices cannot do this.
    #[error("{0}; use `engine = \"auto\"`")]
    Functions(sinew_math::functions::FunctionError),
    /// Memory would not suffice for the factor of an exponential scheme.
    #[error(
        "the factor would need about {gigabytes:.1} GB; use `engine = \"chebyshev\"` or `engine = \"adaptive-krylov\"`"
    )]
    PoleTooLarge {
        /// Estimated size.
        gigabytes: f64,
    },
    /// Memory would not suffice for a factorization.
    #[error("the factor would need about {gigabytes:.1} GB; use `solver = \"cg\"`")]
    FactorTooLarge {
        /// Estimated size.
        gigabytes: f64,
    },
}
