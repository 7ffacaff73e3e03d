//! Projective dynamics: backward Euler by a fixed number of local/global iterations.
//!
//! x_{n+1} = x_n + h v_{n+1},  M (v_{n+1} - v_n) = h f(t_{n+1}, x_{n+1}, v_{n+1}), solved from x_n + h v_n by the
//! iteration of [`solver`](super::solver). Every step costs the same. Unconverged iterations act as more damping, and on
//! top of that of backward Euler: stiff parts lag behind and look softer, never wilder. Order 1 as long as the iterations
//! resolve a step; with a fixed number of them on stiff problems the error of the solve is larger than that of the
//! scheme. [bouaziz2014], [liu2013], [dinev2018, sec. 4.2]

use super::{LocalGlobal, LocalGlobalOptions};
use crate::integrators::implicit::newton::Stage;
use crate::integrators::options::{parse, schema};
use crate::integrators::{Entry, Integrator, Work};
use crate::mechanics::{State, StepContext, StepError};

const NAME: &str = "projective-dynamics";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "implicit Euler by a fixed number of local/global iterations; every step costs the same",
    source: "bouaziz2014",
    order: 1,
    build: |table| Ok(Box::new(ProjectiveDynamics::new(&parse(NAME, table)?))),
    schema: schema::<LocalGlobalOptions>,
};

/// See the module's head.
pub struct ProjectiveDynamics {
    solver: LocalGlobal,
    stage: Stage,
}

impl ProjectiveDynamics {
    /// With options that were checked.
    pub fn new(options: &LocalGlobalOptions) -> Self {
        Self { solver: LocalGlobal::new(options), stage: Stage::default() }
    }
}

impl Integrator for ProjectiveDynamics {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        1
    }

    fn takes_grips(&self) -> bool {
        false
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        let Self { solver, stage } = self;
        let system = world.begin(s, h)?;
        stage.set(s.t + h, h * h, 1.0 / h, s.x.len(), |i| (s.x[i] + h * s.v[i], s.v[i]));
        let mut work = Work { substeps: 1, ..Work::default() };
        let iterations = solver.options().iterations;
        let result = solver.solve(system, stage, &stage.target, iterations, &mut work);
        let end = solver.state();
        let result = result
            .and_then(|_| end.first_non_finite().map_or(Ok(()), |v| Err(StepError::NonFinite { free_vertex: v })));
        match result {
            Ok(()) => {
                world.commit(end);
                s.copy_from(end);
                Ok(work)
            }
            Err(e) => {
                world.rollback();
                Err(e)
            }
        }
    }
}
