//! Every shipped scene in its quick form, with its own integrator and with the default one: end energies and a few positions are
//! those of `scenes/quick.csv`. After a change that is meant to move them:
//!
//! ```sh
//! SINEW_STORE=1 cargo test -p sinew --test quick
//! ```

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use sinew::scene::{DEFAULT_INTEGRATOR, Scene, shipped};

const COLUMNS: &str = "scene,integrator,steps,kinetic,elastic,external,contact,first,middle,last";
/// Of the energies that there are and of the size of the scene: far above rounding, far below a change of the method.
const TOLERANCE: f64 = 1e-6;

/// What is stored of a run.
#[derive(Debug)]
struct Row {
    scene: String,
    integrator: String,
    steps: usize,
    energies: [f64; 4],
    /// The first, a middle and the last vertex.
    points: [[f64; 3]; 3],
    size: f64,
}

impl Row {
    fn run(name: &str, integrator: Option<&str>) -> Result<Self, String> {
        let clock = Instant::now();
        let mut scene = Scene::from_shipped(name).expect("shipped");
        scene.make_quick().map_err(|e| e.to_string())?;
        integrator.into_iter().for_each(|name| scene.set_integrator(name));
        let built = scene.build().map_err(|e| e.to_string())?;
        let mut simulation = built.simulation;
        for _ in 0..built.steps {
            simulation.step().map_err(|e| format!("{name} with {}: {e}", integrator.unwrap_or("its own")))?;
        }
        let (x, _) = simulation.all_vertices();
        let n = x.len() / 3;
        let e = simulation.record().energy;
        println!("{name} {}: {:.1} s", simulation.integrator().name(), clock.elapsed().as_secs_f64());
        Ok(Self {
            scene: name.into(),
            integrator: simulation.integrator().name().into(),
            steps: built.steps,
            energies: [e.kinetic, e.elastic, e.external, e.contact],
            points: [0, n / 2, n - 1].map(|v| std::array::from_fn(|c| x[3 * v + c])),
            size: x.iter().fold(0.0, |m: f64, x| m.max(x.abs())),
        })
    }

    fn line(&self) -> String {
        let mut line = format!("{},{},{}", self.scene, self.integrator, self.steps);
        self.energies.iter().for_each(|e| write!(line, ",{e:.9e}").expect("a string"));
        for [x, y, z] in self.points {
            write!(line, ",{x:.9e} {y:.9e} {z:.9e}").expect("a string");
        }
        line
    }

    /// What is not as it was.
    fn differs(&self, stored: &str) -> Option<String> {
        let cells: Vec<&str> = stored.split(',').collect();
        let numbers = |cell: &str| cell.split(' ').map(|n| n.parse::<f64>().expect("a number")).collect::<Vec<_>>();
        if cells[2].parse() != Ok(self.steps) {
            return Some(format!("{} steps, stored {}", self.steps, cells[2]));
        }
        // Where everything hangs still, the work of gravity is the measure.
        let scale = self.energies.iter().fold(0.0, |m: f64, e| m.max(e.abs()));
        let energies = self.energies.iter().zip(&cells[3..7]).map(|(e, cell)| (*e, numbers(cell)[0], scale));
        let points = self.points.iter().zip(&cells[7..]).flat_map(|(p, cell)| p.iter().copied().zip(numbers(cell)));
        let mut all = energies.chain(points.map(|(x, stored)| (x, stored, self.size)));
        let far = all.find(|(value, stored, scale)| !((value - stored).abs() <= TOLERANCE * scale));
        far.map(|(value, stored, scale)| format!("{value:e}, stored {stored:e} (scale {scale:e})"))
    }
}

/// Every scene with its own and with the default integrator, in the order of the catalog; one scene to a core, so that none waits.
fn run_all() -> Vec<Result<Row, String>> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(scene) = shipped::CATALOG.get(next.fetch_add(1, Relaxed)) {
            let own = Row::run(scene.name, None);
            let same = own.as_ref().is_ok_and(|row| row.integrator == DEFAULT_INTEGRATOR);
            let default = (!same).then(|| Row::run(scene.name, Some(DEFAULT_INTEGRATOR)));
            results.lock().expect("no panic").push((scene.name, [Some(own), default]));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool can be built");
            scope.spawn(move || pool.install(work));
        }
    });
    let mut results = results.into_inner().expect("no panic");
    results.sort_by_key(|(name, _)| shipped::CATALOG.iter().position(|scene| scene.name == *name));
    results.into_iter().flat_map(|(_, rows)| rows).flatten().collect()
}

#[test]
fn quick_runs_end_where_they_did() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/quick.csv");
    let mut faults = Vec::new();
    let mut rows = Vec::new();
    for result in run_all() {
        match result {
            Ok(row) => rows.push(row),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() && std::env::var_os("SINEW_STORE").is_some() {
        let lines = [COLUMNS.to_owned()].into_iter().chain(rows.iter().map(Row::line));
        std::fs::write(&file, lines.map(|line| line + "\n").collect::<String>()).expect("written");
        return;
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    for row in &rows {
        let key = format!("{},{},", row.scene, row.integrator);
        match stored.lines().find(|line| line.starts_with(&key)) {
            None => faults.push(format!("{key} is not stored; run with SINEW_STORE=1")),
            Some(line) => faults.extend(row.differs(line).map(|fault| format!("{key} {fault}"))),
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(stored.lines().count(), rows.len() + 1, "rows of scenes that are gone");
}
