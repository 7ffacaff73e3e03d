//! A simulation that runs, with frames kept for looking back.

use serde_json::json;
use sinew::live::Live;
use sinew::mechanics::World;
use sinew::output::View;

use super::kept::Kept;
use super::records::row;
use super::source::{Advance, Facts, Source};

/// See the module's head.
pub struct LiveSource {
    live: Live,
    kept: Kept,
    /// A kept frame that is shown in the place of the newest state.
    shown: Option<usize>,
}

impl LiveSource {
    /// A session, with so many bytes for frames.
    pub fn new(live: Live, bytes: usize) -> Self {
        let mut kept = Kept::new(live.simulation().world().vertices(), bytes);
        let (x, v) = live.simulation().all_vertices();
        kept.offer(live.simulation().record().step, live.simulation().state().t, &x, &v);
        Self { live, kept, shown: None }
    }

    /// The session.
    pub fn session(&mut self) -> &mut Live {
        &mut self.live
    }

    /// A simulated vertex for a drawn one: itself, or the free corner that carries most of a vertex of a skin.
    pub fn simulated(&self, drawn: usize) -> Option<usize> {
        let view = self.live.view();
        let Some(index) = drawn.checked_sub(view.simulated_vertices()) else { return Some(drawn) };
        let bindings = view.bodies.iter().filter_map(|b| b.skin.as_ref()).flat_map(|skin| &skin.bound);
        let binding = bindings.into_iter().nth(index)?;
        let world = self.live.simulation().world();
        let free = (0..4).filter(|c| world.is_free(binding.corners[*c] as usize));
        let heaviest = free.max_by(|a, b| binding.weights[*a].total_cmp(&binding.weights[*b])).unwrap_or(0);
        Some(binding.corners[heaviest] as usize)
    }
}

impl Source for LiveSource {
    fn facts(&self) -> Facts {
        let simulation = self.live.simulation();
        let (dt, done) = (simulation.dt(), simulation.record());
        let left = self.live.steps().saturating_sub(done.step) as f64 * dt;
        Facts {
            name: self.live.scene().name().to_owned(),
            title: self.live.title().to_owned(),
            kind: "live",
            integrator: simulation.integrator().name().to_owned(),
            dt,
            duration: done.time + left,
            controls: json!(self.live.controls()),
        }
    }

    fn world(&self) -> &World {
        self.live.simulation().world()
    }

    fn view(&self) -> &View {
        self.live.view()
    }

    fn advance(&mut self) -> Advance {
        match self.live.step() {
            Err(failure) => Advance::Ended(failure.to_string()),
            Ok(record) => {
                let row = row(record);
                let simulation = self.live.simulation();
                let (x, v) = simulation.all_vertices();
                self.kept.offer(simulation.record().step, simulation.state().t, &x, &v);
                self.shown = None;
                // Whoever plays with a scene does not want to be stopped by its length.
                let over = simulation.record().step == self.live.steps();
                let note = over.then(|| format!("all {} steps of the scene were done; it goes on", self.live.steps()));
                Advance::Done { row: Some(row), note }
            }
        }
    }

    fn times(&self) -> [f64; 2] {
        let simulation = self.live.simulation();
        [simulation.state().t, simulation.state().t + simulation.dt()]
    }

    fn frames(&self) -> [usize; 2] {
        let last = self.kept.len() - 1;
        [self.kept.len(), self.shown.unwrap_or(last).min(last)]
    }

    fn seek(&mut self, frame: usize) {
        // The last kept frame may be older than the newest state.
        self.shown = (frame < self.kept.len() - 1).then_some(frame);
    }

    fn show(&mut self, x: &mut Vec<f64>, v: &mut Vec<f64>) -> (usize, f64) {
        if let Some(frame) = self.shown.and_then(|k| self.kept.read(k, x, v)) {
            return (frame.step, frame.time);
        }
        let simulation = self.live.simulation();
        let n = 3 * simulation.world().vertices();
        x.resize(n, 0.0);
        v.resize(n, 0.0);
        simulation.world().expand(simulation.state(), x, v);
        (simulation.record().step, simulation.state().t)
    }

    fn kept_bytes(&self) -> usize {
        self.kept.bytes()
    }

    fn live(&mut self) -> Option<&mut LiveSource> {
        Some(self)
    }
}
