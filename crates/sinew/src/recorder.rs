//! What a run leaves behind: `scene.toml`, `energies.csv`, `summary.json`, `final_state.npz`, `trajectory.npz`, `report.html` and frames.
//!
//! `energies.csv` grows row by row, so that a run that is killed keeps what it had; every other file is written under
//! a temporary name and renamed. Nothing touches the disk before the first step has been done.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::mechanics::{MechanicalSystem, State};
use crate::output::LargestStrain;
use crate::output::csv;
use crate::output::export::{CATALOG, SIZE};
use crate::output::files::write_whole;
use crate::output::frames::{FrameSettings, Frames};
use crate::output::npz;
use crate::output::picture::{Camera, render};
use crate::output::report::Report;
pub use crate::output::summary::{Status, Summary};
use crate::output::view::View;
use crate::simulation::{Simulation, StepRecord};

/// Columns of `energies.csv`.
pub const COLUMNS: &str =
    "step,time,kinetic,elastic,external,contact,total,dissipated,injected,numerical,px,py,pz,lx,ly,lz";

/// Files that a run leaves in its folder besides frames; `force` removes them all before it writes new ones.
const OURS: [&str; 6] =
    ["scene.toml", "energies.csv", "summary.json", "final_state.npz", "trajectory.npz", "report.html"];

/// Records kept for the plots of the report; longer runs are thinned.
const KEPT: usize = 20_000;

/// Why results cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The folder is there already.
    #[error("{} exists already; give another --out, or --force to overwrite it", folder.display())]
    Exists {
        /// The folder.
        folder: PathBuf,
    },
    /// The disk.
    #[error("cannot write to {}: {reason}", folder.display())]
    Io {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        reason: io::Error,
    },
}

/// What the recorder must know about a run besides its simulation.
pub struct RunInfo {
    /// Name of the scene.
    pub scene: String,
    /// Its title.
    pub title: String,
    /// The scene as TOML, changes included.
    pub text: String,
    /// The same as it is stored: with paths that hold from every folder.
    pub stored: String,
    /// What to draw.
    pub view: View,
    /// Frames to write.
    pub frames: FrameSettings,
    /// Warnings for the report.
    pub warnings: Vec<String>,
}

/// Writes the files of one run.
pub struct Recorder {
    folder: PathBuf,
    info: RunInfo,
    csv: Option<BufWriter<File>>,
    frames: Frames,
    before: State,
    start: StepRecord,
    start_positions: Vec<f64>,
    records: Vec<StepRecord>,
    stride: usize,
    largest_numerical: f64,
    largest_energy: f64,
    largest_strain: LargestStrain,
}

impl Recorder {
    /// A recorder for a simulation at its start. A folder that exists is refused unless `force`; nothing is written yet.
    pub fn new(folder: &Path, force: bool, info: RunInfo, simulation: &Simulation) -> Result<Self, RecordError> {
        if !force && fs::symlink_metadata(folder).is_ok() {
            return Err(RecordError::Exists { folder: folder.to_owned() });
        }
        let start = *simulation.record();
        let mut largest_strain = LargestStrain::default();
        largest_strain.look(simulation);
        let (world, state) = (simulation.world(), simulation.state());
        let frames = Frames::new(folder, title(&info), &info.frames, &info.view, world, state);
        Ok(Self {
            folder: folder.to_owned(),
            info,
            csv: None,
            frames,
            before: simulation.state().clone(),
            start,
            start_positions: simulation.all_vertices().0,
            records: vec![start],
            stride: 1,
            largest_numerical: start.numerical.abs(),
            largest_energy: start.energy.kinetic + start.energy.elastic,
            largest_strain,
        })
    }

    /// The folder of the run.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Records the step that the simulation has just done.
    pub fn record(&mut self, simulation: &Simulation) -> Result<(), RecordError> {
        let record = simulation.record();
        self.largest_numerical = self.largest_numerical.max(record.numerical.abs());
        self.largest_energy = self.largest_energy.max(record.energy.kinetic + record.energy.elastic);
        self.largest_strain.look(simulation);
        if record.step.is_multiple_of(self.stride) {
            self.records.push(*record);
            if self.records.len() > KEPT {
                self.stride *= 2;
                let stride = self.stride;
                self.records.retain(|r| r.step.is_multiple_of(stride));
            }
        }
        self.write_step(simulation, record).map_err(|reason| self.failed(reason))
    }

    /// Writes all that is written at the end.
    pub fn finish(mut self, simulation: &Simulation, status: Status, message: &str) -> Result<Summary, RecordError> {
        let mut summary = self.summary(simulation, status, message);
        match self.write_end(simulation, &mut summary) {
            Ok(()) => Ok(summary),
            Err(reason) => Err(self.failed(reason)),
        }
    }

    fn failed(&self, reason: io::Error) -> RecordError {
        RecordError::Io { folder: self.folder.clone(), reason }
    }

    /// Makes the folder and writes row 0.
    fn open(&mut self, simulation: &Simulation) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let frames = CATALOG.iter().flat_map(|entry| entry.present(&self.folder));
        for path in OURS.map(|name| self.folder.join(name)).into_iter().chain(frames) {
            match fs::remove_file(&path) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
        for name in ["frames", "cache"] {
            // Whoever keeps something of their own in there keeps the folder.
            let _ = fs::remove_dir(self.folder.join(name));
        }
        write_whole(&self.folder.join("scene.toml"), |out| out.write_all(self.info.stored.as_bytes()))?;
        let mut out = BufWriter::new(File::create(self.folder.join("energies.csv"))?);
        writeln!(out, "{COLUMNS}")?;
        write_record(&mut out, &self.start)?;
        out.flush()?;
        self.csv = Some(out);
        self.frames.begin(simulation.world(), &self.before)
    }

    fn write_step(&mut self, simulation: &Simulation, record: &StepRecord) -> io::Result<()> {
        if self.csv.is_none() {
            self.open(simulation)?;
        }
        let out = self.csv.as_mut().expect("opened above");
        write_record(out, record)?;
        out.flush()?;
        if self.frames.wanted() {
            self.frames.pass(simulation.world(), &self.before, simulation.state())?;
            self.before.copy_from(simulation.state());
        }
        Ok(())
    }

    fn write_end(&mut self, simulation: &Simulation, summary: &mut Summary) -> io::Result<()> {
        if self.csv.is_none() {
            self.open(simulation)?;
        }
        let (x, v) = simulation.all_vertices();
        let time = simulation.state().t;
        write_whole(&self.folder.join("final_state.npz"), |out| npz::write(out, &npz::state(time, &x, &v)))
            .map_err(|e| io::Error::other(e.to_string()))?;
        summary.notes = self.frames.finish(simulation.world())?;
        self.info.warnings.extend(summary.notes.iter().cloned());

        // The report ends with the last step even if the thinning skipped it.
        if self.records.last().is_none_or(|r| r.step != simulation.record().step) {
            self.records.push(*simulation.record());
        }
        let pictures = [
            ("Start".to_owned(), self.picture(self.start.time, &self.start_positions)),
            (format!("End, t = {} s", csv::rounded(time, 7)), self.picture(time, &x)),
        ];
        let report = Report {
            title: title(&self.info),
            status: summary.status.name(),
            message: &summary.message,
            warnings: &self.info.warnings,
            facts: &summary.facts(),
            records: &self.records,
            pictures: &pictures,
            scene: &self.info.text,
        };
        let html = report.html();
        write_whole(&self.folder.join("report.html"), |out| out.write_all(html.as_bytes()))?;
        // Last, because a summary says that everything else is there.
        let json = serde_json::to_string_pretty(&*summary)?;
        write_whole(&self.folder.join("summary.json"), |out| writeln!(out, "{json}"))
    }

    fn picture(&self, time: f64, x: &[f64]) -> Vec<u8> {
        let drawing = self.info.view.drawing(time, x);
        let camera = Camera::fit(&drawing.focus, drawing.up, SIZE.0 as f64 / SIZE.1 as f64);
        render(&drawing, &camera, SIZE.0, SIZE.1).png()
    }

    fn summary(&self, simulation: &Simulation, status: Status, message: &str) -> Summary {
        let (totals, world) = (simulation.totals(), simulation.world());
        let per_step = |x: f64| if totals.steps == 0 { 0.0 } else { x / totals.steps as f64 };
        let none = self.largest_numerical == 0.0;
        Summary {
            scene: self.info.scene.clone(),
            integrator: simulation.integrator().name().to_owned(),
            dt: simulation.dt(),
            steps: totals.steps,
            duration: simulation.record().time - self.start.time,
            vertices: world.vertices(),
            elements: world.elements(),
            dofs: world.dofs(),
            wall_seconds: totals.wall_seconds,
            seconds_per_step: per_step(totals.wall_seconds),
            factorizations: totals.work.factorizations,
            solves: totals.work.solves,
            products: totals.work.products + totals.evaluations.products,
            force_evaluations: totals.evaluations.forces,
            newton_iterations: totals.work.newton_iterations,
            fallback_steps: totals.fallback_steps,
            inside_out_elements: totals.work.inside_out,
            rejected_substeps: totals.work.rejected,
            repeated_steps: totals.work.repeats,
            krylov_dimension_mean: per_step(totals.krylov_dimensions as f64),
            krylov_dimension_max: totals.work.krylov_dimension,
            energy_start: self.start.energy.total(),
            energy_end: simulation.record().energy.total(),
            max_energy_error: if none { 0.0 } else { self.largest_numerical / self.largest_energy },
            largest_strain: self.largest_strain.value,
            remarks: {
                let counted = simulation.world().impulses().iter().filter_map(|impulse| impulse.remark());
                simulation.integrator().remarks().into_iter().chain(counted).chain(self.moved_in(simulation)).collect()
            },
            notes: Vec::new(),
            status,
            message: message.to_owned(),
        }
    }

    /// A word on barriers that bring in more energy than there is otherwise: each vertex is moved by itself, which stretches what is stiff.
    fn moved_in(&self, simulation: &Simulation) -> Option<String> {
        let (start, end, moved) = (&self.start, simulation.record(), simulation.totals().moved_in);
        let fall = (start.energy.external - end.energy.external).max(0.0);
        let others = start.energy.kinetic + start.energy.elastic + start.energy.contact + fall;
        (moved > others + (end.injected - start.injected - moved).max(0.0)).then(|| {
            format!(
                "putting vertices back on surfaces or on their own sides brought in {moved:.3e} J, more than all else: \
                 take a smaller dt, `response = \"penalty\"` or an integrator that damps"
            )
        })
    }
}

/// Title of the scene, or its name.
fn title(info: &RunInfo) -> &str {
    if info.title.is_empty() { &info.scene } else { &info.title }
}

fn write_record(out: &mut impl Write, r: &StepRecord) -> io::Result<()> {
    csv::write_row(out, r.step, &r.books())
}
