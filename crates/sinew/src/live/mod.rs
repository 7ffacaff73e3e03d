//! A simulation that is changed while it runs: scene + simulation + edits, without network, threads or clock.
//!
//! The same edits after the same steps give the same bits, so a session can be saved as its [`Recording`] and done again. The
//! books stay closed through every edit, total - total_0 = injected - dissipated + numerical: what the hand or a new material
//! does to the energy at once counts as injected, like the work of the hand over the steps.

mod controls;
mod edit;
mod hand;
mod recording;

pub use controls::Control;
pub use edit::{Edit, EditError, Event};
pub use recording::{Recording, RecordingError, Replay, ReplayError, Start};

use crate::catalog::suggestion;
use crate::output::View;
use crate::scene::{Built, OutputSettings, Scene, SceneError};
use crate::simulation::{Failure, Simulation, StepRecord};
use hand::Hand;

/// More steps than this is a slip of the keyboard.
const MOST_STEPS: f64 = 1e9;

/// See the module's head.
pub struct Live {
    scene: Scene,
    /// The scene before any edit, as TOML that can be read from anywhere.
    text: String,
    start: Option<Start>,
    simulation: Simulation,
    view: View,
    title: String,
    output: OutputSettings,
    warnings: Vec<String>,
    steps: usize,
    controls: Vec<Control>,
    hand: Option<Hand>,
    events: Vec<Event>,
}

impl Live {
    /// Builds a scene; nothing has happened yet.
    pub fn new(scene: Scene) -> Result<Self, SceneError> {
        let built = scene.build()?;
        Ok(Self::of(scene, built))
    }

    /// A scene that has been built.
    pub fn of(scene: Scene, built: Built) -> Self {
        let Built { simulation, view, title, steps, output, warnings, .. } = built;
        let (text, controls) = (scene.to_stored_toml(), controls::controls(scene.keys()));
        let (start, hand, events) = (None, None, Vec::new());
        Self { scene, text, start, simulation, view, title, output, warnings, steps, controls, hand, events }
    }

    /// The same scene with all edits, anew from its start.
    pub fn restarted(&self) -> Result<Self, SceneError> {
        let mut live = Self::new(self.scene.clone())?;
        live.keep_ranges(self);
        Ok(live)
    }

    /// The same scene with all edits from the present state on, with empty books and, if named, another integrator.
    pub fn forked(&self, integrator: Option<&str>) -> Result<Self, EditError> {
        let mut scene = self.scene.clone();
        if let Some(name) = integrator {
            scene.set_integrator(name);
        }
        let (positions, velocities) = self.simulation.all_vertices();
        let start = Start { time: self.simulation.state().t, positions, velocities };
        let mut live = Self::new(scene)?.begun_at(start);
        live.keep_ranges(self);
        Ok(live)
    }

    /// A session that begins at another state than the scene; its run is as long as that of the scene.
    fn begun_at(mut self, start: Start) -> Self {
        let state = self.simulation.world().restrict(start.time, &start.positions, &start.velocities);
        let (world, integrator, dt) = self.simulation.into_parts();
        self.simulation = Simulation::new(world, integrator, state, dt);
        self.start = Some(start);
        self
    }

    /// Sliders keep their ranges, which were made around the values of the file.
    fn keep_ranges(&mut self, old: &Self) {
        for control in &mut self.controls {
            if let Some(known) = old.controls.iter().find(|known| known.key == control.key) {
                *control = known.clone();
            }
        }
    }

    /// Advances by one step, in which the hand goes where it was dragged.
    pub fn step(&mut self) -> Result<&StepRecord, Failure> {
        if let Some(hand) = &self.hand {
            hand.lead(self.simulation.state().t, self.simulation.dt());
        }
        self.simulation.step()?;
        if let Some(hand) = &mut self.hand {
            hand.arrive();
        }
        Ok(self.simulation.record())
    }

    /// Makes a change. A change that is refused changes nothing.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), EditError> {
        match edit {
            Edit::Integrator { name } => self.set_integrator(name)?,
            Edit::Dt { seconds } => self.set_dt(*seconds)?,
            Edit::Value { key, value } => self.set_value(key, *value)?,
            Edit::Grab { vertex, point } => self.grab(*vertex, *point)?,
            Edit::Drag { point } => self.drag(*point)?,
            Edit::Release => self.release()?,
        }
        let step = self.simulation.record().step;
        // Of several drags before a step only the last one counts.
        if matches!(edit, Edit::Drag { .. })
            && self.events.last().is_some_and(|e| e.step == step && matches!(e.edit, Edit::Drag { .. }))
        {
            self.events.pop();
        }
        self.events.push(Event { step, edit: edit.clone() });
        Ok(())
    }

    fn set_integrator(&mut self, name: &str) -> Result<(), EditError> {
        let mut scene = self.scene.clone();
        scene.set_integrator(name);
        self.simulation.exchange_integrator(scene.build_integrator()?);
        self.scene = scene;
        Ok(())
    }

    fn set_dt(&mut self, seconds: f64) -> Result<(), EditError> {
        let left = self.steps.saturating_sub(self.simulation.record().step) as f64 * self.simulation.dt();
        if !(seconds > 0.0 && seconds.is_finite() && left <= MOST_STEPS * seconds) {
            return Err(EditError::BadDt { seconds });
        }
        let mut scene = self.scene.clone();
        scene.set_dt(seconds)?;
        let integrator = scene.build_integrator()?;
        self.scene = scene;
        // A thousandth of a step is rounding of decimals such as 1/3.
        self.steps = self.simulation.record().step + (left / seconds - 1e-3).ceil().max(0.0) as usize;
        self.simulation.set_dt(seconds);
        self.hold()?;
        self.simulation.exchange_integrator(integrator);
        Ok(())
    }

    fn set_value(&mut self, key: &str, value: f64) -> Result<(), EditError> {
        let Some(index) = self.controls.iter().position(|c| c.key == key) else {
            let hint = suggestion(key, self.controls.iter().map(|c| c.key.as_str()));
            return Err(EditError::UnknownKey { key: key.into(), hint });
        };
        let Control { low, high, .. } = self.controls[index];
        if !(low..=high).contains(&value) {
            return Err(EditError::OutOfRange { key: key.into(), value, low, high });
        }
        let mut scene = self.scene.clone();
        scene.apply_set(&format!("{key}={}", self.controls[index].text(value)))?;
        let (mut world, integrator, _) = scene.build()?.simulation.into_parts();
        if let Some(hand) = &self.hand {
            world.set_hand(hand.terms(&world, self.simulation.dt(), gravity_of(&scene))?);
        }
        if !self.simulation.exchange_world(world) {
            return Err(EditError::InfiniteEnergy { key: key.into(), value });
        }
        self.simulation.exchange_integrator(integrator);
        self.controls[index].value = value;
        self.scene = scene;
        Ok(())
    }

    fn grab(&mut self, vertex: usize, point: [f64; 3]) -> Result<(), EditError> {
        let world = self.simulation.world();
        let vertices = world.vertices();
        if vertex >= vertices {
            return Err(EditError::NoVertex { vertex, vertices });
        }
        if !world.is_free(vertex) {
            return Err(EditError::Pinned { vertex });
        }
        let (x, _) = self.simulation.all_vertices();
        hand::near(world, &x, vertex, point)?;
        let body = self.view.bodies.iter().find(|b| (b.first..b.first + b.count).contains(&vertex));
        let range = body.map_or(0..vertices, |b| b.first..b.first + b.count);
        let hand = Hand::seize(world, range, &x, vertex, point);
        let integrator = self.scene.build_integrator()?;
        self.hand = Some(hand);
        self.hold()?;
        self.simulation.exchange_integrator(integrator);
        Ok(())
    }

    fn drag(&mut self, point: [f64; 3]) -> Result<(), EditError> {
        let Some(hand) = &mut self.hand else { return Err(EditError::EmptyHand) };
        let (x, _) = self.simulation.all_vertices();
        hand::near(self.simulation.world(), &x, hand.vertex, point)?;
        hand.drag(point);
        Ok(())
    }

    fn release(&mut self) -> Result<(), EditError> {
        if self.hand.is_none() {
            return Err(EditError::EmptyHand);
        }
        let integrator = self.scene.build_integrator()?;
        self.hand = None;
        self.simulation.change_world(|world| world.set_hand(Vec::new()));
        self.simulation.exchange_integrator(integrator);
        Ok(())
    }

    /// Puts the springs of the hand into the world, as firm as step size and gravity ask for.
    fn hold(&mut self) -> Result<(), EditError> {
        if let Some(hand) = &self.hand {
            hand.rest(self.simulation.state().t);
            let terms = hand.terms(self.simulation.world(), self.simulation.dt(), gravity_of(&self.scene))?;
            self.simulation.change_world(|world| world.set_hand(terms));
        }
        Ok(())
    }

    /// What has been changed so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The numbers that may be changed.
    pub fn controls(&self) -> &[Control] {
        &self.controls
    }

    /// The session on paper.
    pub fn recording(&self) -> Recording {
        Recording {
            scene: self.scene.name().to_owned(),
            text: self.text.clone(),
            steps: self.simulation.record().step,
            start: self.start.clone(),
            events: self.events.clone(),
        }
    }

    /// The simulation.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The scene with all edits.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What to draw.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Title of the scene.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Steps until the end of the run, counted from its start.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Frames and pictures that the scene asks for.
    pub fn output(&self) -> &OutputSettings {
        &self.output
    }

    /// What is odd about the scene but no error.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Whether something is in the hand.
    pub fn holding(&self) -> bool {
        self.hand.is_some()
    }
}

/// Strength of gravity in a scene (m/s^2).
fn gravity_of(scene: &Scene) -> f64 {
    let number = |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|i| i as f64));
    let components = scene.keys().get("gravity").and_then(toml::Value::as_array).into_iter().flatten();
    components.filter_map(number).map(|g| g * g).sum::<f64>().sqrt()
}
