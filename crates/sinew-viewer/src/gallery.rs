//! The shipped scenes as cards: size, cost, and a picture that is drawn when it is first asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use serde_json::{Value, json};
use sinew::output::picture::{Camera, render};
use sinew::scene::shipped::{CATALOG, find};
use sinew::scene::{Scene, costs};
use tokio::sync::Semaphore;

/// Width and height of a picture in pixels.
const SIZE: (usize, usize) = (480, 270);

/// All cards.
pub fn cards() -> Vec<Value> {
    CATALOG
        .iter()
        .map(|scene| {
            let cost = costs::find(scene.name);
            json!({
                "name": scene.name, "folder": scene.folder, "summary": scene.summary,
                "vertices": cost.map(|c| c.vertices), "elements": cost.map(|c| c.elements),
                "unknowns": cost.map(|c| c.unknowns), "ms_per_step": cost.map(|c| c.ms_per_step),
                "dt": cost.map(|c| c.dt), "duration": cost.map(|c| c.duration),
            })
        })
        .collect()
}

/// Pictures drawn so far.
pub struct Pictures {
    drawn: Mutex<HashMap<&'static str, Bytes>>,
    /// One at a time: the simulation needs the machine more.
    turn: Arc<Semaphore>,
}

impl Pictures {
    /// None drawn yet.
    pub fn new() -> Self {
        Self { drawn: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }

    /// The picture of a shipped scene at its start as PNG; none if there is no such scene.
    pub async fn get(&self, name: &str) -> Option<Bytes> {
        let scene = find(name).ok()?.name;
        let known = || self.drawn.lock().expect("no thread panics with the lock held").get(scene).cloned();
        if let Some(picture) = known() {
            return Some(picture);
        }
        let _turn = self.turn.acquire().await.ok()?;
        if let Some(picture) = known() {
            return Some(picture);
        }
        let picture = tokio::task::spawn_blocking(move || draw(scene)).await.ok()??;
        self.drawn.lock().expect("no thread panics with the lock held").insert(scene, picture.clone());
        Some(picture)
    }
}

fn draw(name: &str) -> Option<Bytes> {
    let built = Scene::from_shipped(name).and_then(|scene| scene.build()).ok()?;
    let drawing = built.view.drawing(0.0, &built.simulation.all_vertices().0);
    let camera = Camera::fit(&drawing.focus, drawing.up, SIZE.0 as f64 / SIZE.1 as f64);
    Some(render(&drawing, &camera, SIZE.0, SIZE.1).png().into())
}
