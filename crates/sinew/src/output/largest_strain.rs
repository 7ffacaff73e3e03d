//! The largest strain |l/l_0 - 1| of any spring over a run: what cloth and ropes are judged by [michels2014, sec. 5].

use crate::mechanics::{Configuration, Gauge, Role};
use crate::simulation::Simulation;

/// Looks at the springs after each step. Springs without rest length have no strain; altitudes of tets are no springs of their own.
#[derive(Debug, Default)]
pub struct LargestStrain {
    /// So far; none without springs.
    pub value: Option<f64>,
    x: Vec<f64>,
    v: Vec<f64>,
    strains: Vec<f64>,
}

impl LargestStrain {
    /// Takes the present state in.
    pub fn look(&mut self, simulation: &Simulation) {
        let world = simulation.world();
        let springs = || {
            let terms = world.terms().iter().filter(|term| term.role() == Role::Elastic && term.elements() > 0);
            terms.filter(|term| term.element_vertices(0).len() == 2)
        };
        if springs().next().is_none() {
            return;
        }
        let n = 3 * world.vertices();
        self.x.resize(n, 0.0);
        self.v.resize(n, 0.0);
        world.expand(simulation.state(), &mut self.x, &mut self.v);
        let at = Configuration { t: simulation.state().t, x: &self.x, v: &self.v };
        for term in springs() {
            self.strains.clear();
            term.element_gauges(&at, Gauge::Strain, &mut self.strains);
            if !self.strains.is_empty() {
                let largest = self.strains.iter().fold(0.0, |most: f64, strain| most.max(strain.abs()));
                self.value = Some(self.value.unwrap_or(0.0).max(largest));
            }
        }
    }
}
