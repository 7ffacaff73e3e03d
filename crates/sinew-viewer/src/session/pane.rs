//! A pane: its source, its rows for the plots, and the messages that tell a window about it.

use axum::body::Bytes;
use serde_json::{Value, json};
use sinew::mechanics::{MechanicalSystem, Vec3};
use sinew::output::gauging::{Colour, Gauging};
use sinew::output::view::ObstacleShape;
use sinew::output::{ObstacleView, View};

use super::records::Records;
use super::source::{Facts, Source};
use crate::wire::{Frame, topology};
use crate::words::Shade;

/// See the module's head.
pub struct Pane {
    /// What it shows.
    pub source: Box<dyn Source>,
    /// Rows of its plots.
    pub records: Records,
    /// Made when colours are first asked for.
    gauging: Option<Gauging>,
    x: Vec<f64>,
    v: Vec<f64>,
    drawn: Vec<f64>,
    values: Vec<f64>,
}

impl Pane {
    /// A pane without rows.
    pub fn new(source: Box<dyn Source>) -> Self {
        let (gauging, x, v, drawn, values) = Default::default();
        Self { source, records: Records::default(), gauging, x, v, drawn, values }
    }

    /// The scene in words, and its topology.
    pub fn describe(&mut self, pane: usize, panes: usize) -> (Value, Bytes) {
        self.source.show(&mut self.x, &mut self.v);
        let (world, view) = (self.source.world(), self.source.view());
        let [low, high] = bounds(&self.x);
        let size = (high - low).norm().max(1e-6);
        let (bytes, shares) = topology(pane, view);
        let bodies: Vec<Value> = view
            .bodies
            .iter()
            .zip(shares)
            .map(|(body, (triangles, lines))| {
                let radius = tube_radius(&body.edges, &self.x, size);
                json!({ "name": body.name, "triangles": triangles, "lines": lines, "radius": radius })
            })
            .collect();
        let gauging = self.gauging.get_or_insert_with(|| Gauging::new(world, view));
        let units: serde_json::Map<String, Value> =
            Colour::ALL.iter().map(|c| (c.name().to_owned(), json!(gauging.unit(*c)))).collect();
        let Facts { name, title, kind, integrator, dt, duration, controls } = self.source.facts();
        let words = json!({
            "say": "scene", "pane": pane, "panes": panes, "name": name, "title": title, "kind": kind,
            "vertices": world.vertices(), "elements": world.elements(), "unknowns": world.dofs(),
            "integrator": integrator, "dt": dt, "duration": duration,
            "up": view.up.as_slice(), "box": [low.as_slice(), high.as_slice()], "bodies": bodies,
            "obstacles": obstacles(view), "controls": controls, "units": units,
        });
        (words, bytes)
    }

    /// The frame that is shown.
    pub fn frame(&mut self, pane: usize, serial: u32, shade: Shade) -> Bytes {
        let (step, time) = self.source.show(&mut self.x, &mut self.v);
        let (world, view) = (self.source.world(), self.source.view());
        view.draw(&self.x, &mut self.drawn);
        self.values.clear();
        let mut range = [0.0; 2];
        if let Some(colour) = shade.colour() {
            let gauging = self.gauging.get_or_insert_with(|| Gauging::new(world, view));
            range = gauging.vertex_values(world, time, &self.x, &self.v, colour, &mut self.values);
        }
        Frame { pane, shade, serial, step, time, positions: &self.drawn, values: &self.values, range }.encode(view)
    }
}

/// Lowest and highest corner of the box around all points.
fn bounds(x: &[f64]) -> [Vec3; 2] {
    let points = || x.chunks_exact(3).map(Vec3::from_column_slice).filter(|p| p.iter().all(|c| c.is_finite()));
    let low = points().fold(Vec3::repeat(f64::INFINITY), |a, p| a.inf(&p));
    let high = points().fold(Vec3::repeat(f64::NEG_INFINITY), |a, p| a.sup(&p));
    if low.x <= high.x { [low, high] } else { [Vec3::zeros(), Vec3::zeros()] }
}

/// Radius of the tubes that show springs, as in pictures.
fn tube_radius(edges: &[[u32; 2]], x: &[f64], size: f64) -> f64 {
    let at = |v: u32| Vec3::from_column_slice(&x[3 * v as usize..3 * v as usize + 3]);
    let mut lengths: Vec<f64> = edges.iter().map(|[a, b]| (at(*a) - at(*b)).norm()).collect();
    lengths.sort_by(f64::total_cmp);
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(size);
    (0.15 * usual).clamp(0.0016 * size, 0.008 * size)
}

fn obstacles(view: &View) -> Vec<Value> {
    let shape = |o: &ObstacleView| match &o.shape {
        ObstacleShape::Plane { point, normal } => json!({ "kind": "plane", "point": point, "normal": normal }),
        ObstacleShape::Sphere { center, radius } => json!({ "kind": "sphere", "center": center, "radius": radius }),
        ObstacleShape::Box { low, high } => json!({ "kind": "box", "low": low, "high": high }),
        ObstacleShape::Capsule { a, b, radius } => json!({ "kind": "capsule", "a": a, "b": b, "radius": radius }),
        ObstacleShape::Surface { points, triangles } => json!({
            "kind": "mesh",
            "positions": points.iter().flatten().map(|x| *x as f32).collect::<Vec<f32>>(),
            "triangles": triangles.as_flattened(),
        }),
    };
    view.obstacles.iter().map(shape).collect()
}
