//! Every shipped scene in its quick form, with its own integrator and with the default one: end energies and a few positions are
//! those of `scenes/quick.csv`. After a change that is meant to move them:
//!
//! ```sh
//! SINEW_STORE=1 cargo test -p sinew --test quick
//! ```

use std::fmt::Write as _;
use std::path::Path;

use rayon::prelude::*;
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
    fn run(name: &str, integrator: Option<&str>) -> Self {
        let mut scene = Scene::from_shipped(name).expect("shipped");
        scene.make_quick().unwrap_or_else(|e| panic!("{name}: {e}"));
        integrator.into_iter().for_each(|name| scene.set_integrator(name));
        let built = scene.build().unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut simulation = built.simulation;
        for _ in 0..built.steps {
            simulation.step().unwrap_or_else(|e| panic!("{name} with {integrator:?}: {e}"));
        }
        let (x, _) = simulation.all_vertices();
        let n = x.len() / 3;
        let e = simulation.record().energy;
        Self {
            scene: name.into(),
            integrator: simulation.integrator().name().into(),
            steps: built.steps,
            energies: [e.kinetic, e.elastic, e.external, e.contact],
            points: [0, n / 2, n - 1].map(|v| std::array::from_fn(|c| x[3 * v + c])),
            size: x.iter().fold(0.0, |m: f64, x| m.max(x.abs())),
        }
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

#[test]
fn quick_runs_end_where_they_did() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/quick.csv");
    let names: Vec<&str> = shipped::CATALOG.iter().map(|scene| scene.name).collect();
    let rows: Vec<Vec<Row>> = (names.par_iter().with_max_len(1))
        .map(|name| {
            let own = Row::run(name, None);
            let default = (own.integrator != DEFAULT_INTEGRATOR).then(|| Row::run(name, Some(DEFAULT_INTEGRATOR)));
            [Some(own), default].into_iter().flatten().collect()
        })
        .collect();
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    if std::env::var_os("SINEW_STORE").is_some() {
        let lines = [COLUMNS.to_owned()].into_iter().chain(rows.iter().map(Row::line));
        std::fs::write(&file, lines.map(|line| line + "\n").collect::<String>()).expect("written");
        return;
    }
    let stored = std::fs::read_to_string(&file).expect("scenes/quick.csv");
    let mut faults = Vec::new();
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
