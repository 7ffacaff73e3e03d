//! Every shipped scene in its quick form, with its own integrator and with the default one: something moves, what may touch does,
//! and end energies and a few positions are those of `scenes/quick.csv`. After a change that is meant to move them:
//!
//! ```sh
//! SINEW_STORE=1 cargo test -p sinew --test quick
//! ```

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use sinew::scene::{DEFAULT_INTEGRATOR, Scene, shipped};

const COLUMNS: &str = "scene,integrator,steps,kinetic,elastic,external,contact,first,middle,last";
/// Of the energies that there are and of the size of the scene: far above rounding, far below a change of the method.
const TOLERANCE: f64 = 1e-6;
/// Share of the scene's size that some vertex has to move by.
const MOVED: f64 = 0.005;
/// Share of the way of the vertex that went farthest by which some vertex has to end elsewhere than without contact.
const TOUCHED: f64 = 0.01;

/// Scenes that move less, and why.
const STILL: &[(&str, &str)] = &[
    ("bouncing-dragon", "two milliseconds of a nod that takes a second; steps of 8 000 vertices are dear"),
    ("steel-sphere", "a touch of ten microseconds"),
    ("warped-tower", "sixteen milliseconds of a swing"),
    ("girder-tower", "fifteen milliseconds of a swing"),
    ("battery-beam-large", "1e9 Pa; its coarse form is compared with others, so it keeps its weight"),
];

/// Contact that a quick form does not come to, and why.
const APART: &[(&str, Contact, &str)] =
    &[("cloth-on-spinning-blob", Contact::Bodies, "the cloth folds late, and rounding decides how")];

/// What may be left out of a scene.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Contact {
    Obstacles,
    /// Bodies with each other and fibres.
    Bodies,
}

impl Contact {
    fn has(self, contact: &toml::Value) -> bool {
        let between = matches!(contact["kind"].as_str(), Some("bodies" | "fibres"));
        between == (self == Self::Bodies)
    }

    /// The scene without it; None if there is none.
    fn leave_out(self, scene: &Scene) -> Option<Scene> {
        let mut root: toml::Table = scene.to_toml().parse().expect("TOML");
        let contacts = root.get_mut("contact")?.as_array_mut().expect("a list");
        let all = contacts.len();
        contacts.retain(|contact| !self.has(contact));
        (contacts.len() < all).then(|| Scene::from_str(&root.to_string(), ".").expect("sound"))
    }
}

fn quick_form(name: &str) -> Result<Scene, String> {
    let mut scene = Scene::from_shipped(name).expect("shipped");
    scene.make_quick().map_err(|e| e.to_string())?;
    Ok(scene)
}

/// What a run was, and what is stored of it.
#[derive(Debug)]
struct Row {
    scene: String,
    integrator: String,
    steps: usize,
    energies: [f64; 4],
    /// The first, a middle and the last vertex.
    points: [[f64; 3]; 3],
    size: f64,
    /// Largest way of a vertex, and where all of them ended.
    way: f64,
    end: Vec<f64>,
}

/// Largest distance between places of one vertex.
fn farthest(a: &[f64], b: &[f64]) -> f64 {
    let square = |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
    a.chunks(3).zip(b.chunks(3)).map(square).fold(0.0, f64::max).sqrt()
}

impl Row {
    fn run(name: &str, scene: &Scene) -> Result<Self, String> {
        let clock = Instant::now();
        let built = scene.build().map_err(|e| e.to_string())?;
        let mut simulation = built.simulation;
        let integrator = simulation.integrator().name().to_owned();
        let (start, _) = simulation.all_vertices();
        for _ in 0..built.steps {
            simulation.step().map_err(|e| format!("{name} with {integrator}: {e}"))?;
        }
        let (x, _) = simulation.all_vertices();
        let n = x.len() / 3;
        let e = simulation.record().energy;
        println!("{name} {integrator}: {:.1} s", clock.elapsed().as_secs_f64());
        Ok(Self {
            scene: name.into(),
            integrator,
            steps: built.steps,
            energies: [e.kinetic, e.elastic, e.external, e.contact],
            points: [0, n / 2, n - 1].map(|v| std::array::from_fn(|c| x[3 * v + c])),
            size: x.iter().fold(0.0, |m: f64, x| m.max(x.abs())),
            way: farthest(&start, &x),
            end: x,
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

    fn stands(&self) -> Option<String> {
        let still = STILL.iter().any(|(name, _)| *name == self.scene);
        (!still && self.way < MOVED * self.size).then(|| {
            format!("{} with {} moves by {:.1e} of its size alone", self.scene, self.integrator, self.way / self.size)
        })
    }

    /// Contact without which the run ends in the same place.
    fn misses(&self, scene: &Scene) -> Result<Vec<String>, String> {
        let mut missed = Vec::new();
        for contact in [Contact::Obstacles, Contact::Bodies] {
            let apart = APART.iter().any(|(name, other, _)| *name == self.scene && *other == contact);
            if let Some(other) = contact.leave_out(scene).filter(|_| !apart) {
                let free = Self::run(&format!("{} without {contact:?}", self.scene), &other)?;
                let share = farthest(&free.end, &self.end) / self.way;
                if share < TOUCHED {
                    missed.push(format!("{}: {contact:?} do {share:.1e} of the way", self.scene));
                }
            }
        }
        Ok(missed)
    }
}

/// Runs of one scene, and what they do not show.
struct Look {
    scene: &'static str,
    rows: Vec<Row>,
    faults: Vec<String>,
}

impl Look {
    fn at(name: &'static str) -> Self {
        let mut look = Self { scene: name, rows: Vec::new(), faults: Vec::new() };
        if let Err(fault) = look.take() {
            look.faults.push(fault);
        }
        look
    }

    fn take(&mut self) -> Result<(), String> {
        let mut scene = quick_form(self.scene)?;
        let own = Row::run(self.scene, &scene)?;
        self.faults.extend(own.misses(&scene)?);
        if own.integrator != DEFAULT_INTEGRATOR {
            scene.set_integrator(DEFAULT_INTEGRATOR);
            self.rows.push(Row::run(self.scene, &scene)?);
        }
        self.rows.insert(0, own);
        self.faults.extend(self.rows.iter().filter_map(Row::stands));
        Ok(())
    }
}

/// Every scene in the order of the catalog; one scene to a core, so that none waits.
fn looks() -> &'static [Look] {
    static LOOKS: OnceLock<Vec<Look>> = OnceLock::new();
    LOOKS.get_or_init(|| {
        let (next, looks) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some(scene) = shipped::CATALOG.get(next.fetch_add(1, Relaxed)) {
                let look = Look::at(scene.name);
                looks.lock().expect("no panic").push(look);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool can be built");
                scope.spawn(move || pool.install(work));
            }
        });
        let mut looks = looks.into_inner().expect("no panic");
        looks.sort_by_key(|look| shipped::CATALOG.iter().position(|scene| scene.name == look.scene));
        looks
    })
}

#[test]
fn quick_runs_move_and_touch() {
    let faults: Vec<&String> = looks().iter().flat_map(|look| &look.faults).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    for name in STILL.iter().map(|(name, _)| name).chain(APART.iter().map(|(name, ..)| name)) {
        assert!(shipped::find(name).is_ok(), "{name}");
    }
}

#[test]
fn quick_runs_end_where_they_did() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/quick.csv");
    let rows: Vec<&Row> = looks().iter().flat_map(|look| &look.rows).collect();
    if std::env::var_os("SINEW_STORE").is_some() {
        let lines = [COLUMNS.to_owned()].into_iter().chain(rows.iter().map(|row| row.line()));
        std::fs::write(&file, lines.map(|line| line + "\n").collect::<String>()).expect("written");
        return;
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    let mut faults = Vec::new();
    for row in &rows {
        let key = format!("{},{},", row.scene, row.integrator);
        match stored.lines().find(|line| line.starts_with(&key)) {
            None => faults.push(format!("{key} is not stored; run with SINEW_STORE=1")),
            Some(line) => faults.extend(row.differs(line).map(|fault| format!("{key} {fault}"))),
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(stored.lines().count(), rows.len() + 1, "rows of scenes that are gone, or runs that failed");
}
