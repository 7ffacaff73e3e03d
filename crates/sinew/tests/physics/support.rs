//! Scenes from text, and a small generator of numbers.

use sinew::mechanics::Vec3;
use sinew::scene::{Built, Scene};

/// The same numbers in every run, uniform in (-1, 1).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

pub fn build(text: &str) -> Built {
    Scene::from_str(text, ".").and_then(|scene| scene.build()).unwrap_or_else(|e| panic!("{e}"))
}

pub fn complaint(text: &str) -> String {
    let outcome = Scene::from_str(text, ".").and_then(|scene| scene.build());
    outcome.err().expect("something is wrong with it").to_string()
}

/// A shipped scene with changes, each as in `--set`.
pub fn shipped(name: &str, changes: &[&str]) -> Built {
    let mut scene = Scene::from_shipped(name).unwrap_or_else(|e| panic!("{e}"));
    changes.iter().for_each(|c| scene.apply_set(c).unwrap_or_else(|e| panic!("{e}")));
    scene.build().unwrap_or_else(|e| panic!("{e}"))
}

pub fn point(x: &[f64], i: usize) -> Vec3 {
    Vec3::from_column_slice(&x[3 * i..3 * i + 3])
}
