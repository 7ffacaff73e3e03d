//! The co-rotational exponential time integrator: `eti` with the stiffness at rest turned along with the body.
//!
//! x_{n+1} - 2 x_n + x_{n-1} = h^2 F_n,  F = psi_G M^-1 (f_el + l) + psi M^-1 f_e(x + h^2 chi M^-1 f_el),  chi = (1 - phi) / z^2,
//!
//! functions of z = h Om_R, Om_R^2 = M^-1 K_R with the warped stiffness K_R at x_n; f_el is the warped elastic force, l the
//! constant load, f_e all other forces, whose argument phi filters. With one rotation R per vertex and lumped mass
//! K_R = R K_0 R^T, and this is [michels2014, Alg. 3] in displacement form,
//!
//! x_{n+1} = 2 R (x_0 + cos(h Om)(R^T x_n - x_0)) - x_{n-1} + h^2 R psi(h Om) R^T g_e(R (x_0 + phi(h Om)(R^T x_n - x_0))):
//!
//! the modes of (K_0, M), computed once, serve the whole run, and a step costs two rotations more than `eti`. R leads from
//! rest to x_n; incremental rotations, as printed in sec. 4.4, do not converge. With one rotation per tet there is no R to
//! pull out: K_R = sum R_e K_e R_e^T is assembled in every step and its functions are those of `neti` with the warped
//! tangent. Both are of order 2; the latter is exact for small motion of a turned body.
//!
//! Needs `material = { model = "linear", warping = "element" | "nodal", .. }`. Prefer `element`. Nodal warping is no gradient
//! and violates Newton's third law: a bent body pushes and turns itself, momentum and energy are not kept, whatever the
//! step, and its small vibrations are not those of linear elasticity (neighbours turn differently); the paper's claim of symplecticity holds for constant K alone. Resolve h omega_max < pi
//! where bodies bend or spin, because frames that turn feed stiff modes beyond: a beam that sags a third of its length keeps
//! its energy to 1e-5 of the kinetic one at h omega_max = 2.5; at 6 its tip is still right to 4 %, where `eti` explodes,
//! but stiff modes have gathered three times that energy. [michels2014]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sinew_math::sparse::BlockMatrix;

use super::filtered::{Filter, acceleration, gautschi};
use super::spectral::{SMALL, Spectral, dual, term};
use super::two_step::{Scheme, TwoStep};
use crate::integrators::exponential::FunctionOptions;
use crate::integrators::options::{Checked, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepError, Warping, Weights};

const NAME: &str = "ceti";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "eti with the stiffness turned along; for linear tets with `warping`",
    source: "michels2014",
    order: 2,
    build: |table| Ok(new(parse(NAME, table)?)),
    schema: schema::<CetiOptions>,
};

/// Options of the scheme.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CetiOptions {
    /// Filter pair (psi, phi) of the forces that are neither elastic nor constant.
    pub filter: Filter,
    /// How functions of the matrix are evaluated; with nodal warping `auto` takes modes for up to 600 unknowns.
    #[serde(flatten)]
    pub functions: FunctionOptions,
}

impl Checked for CetiOptions {
    fn check(&self) -> Result<(), String> {
        self.functions.check()
    }
}

/// With options that were checked.
pub fn new(options: CetiOptions) -> Box<dyn Integrator> {
    let CetiOptions { filter, functions } = options;
    Box::new(TwoStep::new(Box::new(Ceti {
        filter,
        turned: Spectral::new(&functions, true),
        assembled: Spectral::new(&functions, false),
        per_vertex: false,
        rotations: Vec::new(),
        tangent: None,
        elastic: Vec::new(),
        external: Vec::new(),
        pull: Vec::new(),
        at: State::default(),
    })))
}

struct Ceti {
    filter: Filter,
    /// Functions of R K_0 R^T, for frames at vertices.
    turned: Spectral,
    /// Functions of the assembled warped stiffness, for frames in elements.
    assembled: Spectral,
    per_vertex: bool,
    rotations: Vec<f64>,
    tangent: Option<BlockMatrix>,
    elastic: Vec<f64>,
    external: Vec<f64>,
    /// f_el at the filtered positions.
    pull: Vec<f64>,
    at: State,
}

fn warping(system: &dyn MechanicalSystem) -> Result<&dyn Warping, StepError> {
    system.warping().ok_or(StepError::Unsupported {
        integrator: NAME,
        needs: "stiffness warping",
        remedy: "give every body `material = { model = \"linear\", warping = \"element\", .. }`, or use `neti`",
    })
}

impl Scheme for Ceti {
    fn name(&self) -> &'static str {
        NAME
    }

    fn place(&mut self, system: &dyn MechanicalSystem, s: &State, h: f64, _work: &mut Work) -> Result<(), StepError> {
        let warping = warping(system)?;
        self.rotations.resize(3 * s.x.len(), 0.0);
        // R and M change places for a lumped mass only.
        self.per_vertex = system.mass().lumped().is_some() && warping.rotations(s, &mut self.rotations);
        if let (true, Some(split)) = (self.per_vertex, system.linear_split()) {
            self.turned.set(system, split.stiffness(), h)?;
            self.turned.rotations(s.x.len()).copy_from_slice(&self.rotations);
            return Ok(());
        }
        let fits = |k: &BlockMatrix| std::sync::Arc::ptr_eq(k.pattern(), system.pattern());
        let mut tangent =
            self.tangent.take().filter(fits).unwrap_or_else(|| BlockMatrix::new(system.pattern().clone()));
        system.tangent(s, Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 }, true, &mut tangent);
        let taken = self.assembled.set(system, &tangent, h);
        self.tangent = Some(tangent);
        taken
    }

    fn spectral(&mut self) -> &mut Spectral {
        if self.per_vertex { &mut self.turned } else { &mut self.assembled }
    }

    fn acceleration(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        force: &[f64],
        h: f64,
        out: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        if self.filter == Filter::Gautschi {
            return acceleration(self.spectral(), system, gautschi, force, h, out, work);
        }
        // f_el + l with Gautschi's filter, the others at filtered positions with psi.
        let warping = warping(system)?;
        let no_load: &[f64] = &[];
        let load = system.linear_split().map_or(no_load, |split| split.load());
        let n = force.len();
        for buffer in [&mut self.elastic, &mut self.external, &mut self.pull] {
            buffer.resize(n, 0.0);
        }
        let (mut elastic, mut external) = (std::mem::take(&mut self.elastic), std::mem::take(&mut self.external));
        let (mut at, mut pull) = (std::mem::take(&mut self.at), std::mem::take(&mut self.pull));
        warping.elastic_force(s, &mut elastic);
        at.copy_from(s);
        if let Some(lag) = self.filter.lag() {
            let shift = [term(h * h, lag, dual(&elastic))];
            self.spectral().apply(system, h, SMALL, &shift, &mut at.x, work)?;
            at.x.iter_mut().zip(&s.x).for_each(|(to, x)| *to += x);
            system.force(&at, &mut external);
            warping.elastic_force(&at, &mut pull);
        } else {
            external.copy_from_slice(force);
            pull.copy_from_slice(&elastic);
        }
        for i in 0..n {
            let load = load.get(i).copied().unwrap_or(0.0);
            external[i] -= pull[i] + load;
            elastic[i] += load;
        }
        let sum = [term(1.0, gautschi, dual(&elastic)), term(1.0, self.filter.pair().psi, dual(&external))];
        let done = self.spectral().apply(system, h, SMALL / (h * h), &sum, out, work);
        (self.elastic, self.external, self.pull, self.at) = (elastic, external, pull, at);
        done
    }

    fn own_velocities(&self) -> bool {
        true
    }

    fn forget(&mut self) {
        self.turned.forget();
        self.assembled.forget();
    }

    fn save(&self, history: &mut History) {
        if self.per_vertex { &self.turned } else { &self.assembled }.save(history);
    }

    fn restore(&mut self, history: &History) {
        self.turned.restore(history);
        self.assembled.restore(history);
    }
}
