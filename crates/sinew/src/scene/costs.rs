//! Size and cost of every shipped scene, as `sinew bench scenes` measured them on one machine: a hint, no promise.

use std::sync::OnceLock;

/// Columns of `scenes/costs.csv`.
pub const COLUMNS: &str = "name,vertices,elements,unknowns,dt,duration,integrator,ms_per_step";

/// A scene with more takes many gigabytes: it is not built by who asks for all scenes.
pub const MANY_UNKNOWNS: usize = 1_000_000;

/// A row of `scenes/costs.csv`.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Name of the scene.
    pub name: String,
    /// All vertices.
    pub vertices: usize,
    /// Elements that store elastic energy.
    pub elements: usize,
    /// Unknowns.
    pub unknowns: usize,
    /// Step size (s).
    pub dt: f64,
    /// Length of the run (s).
    pub duration: f64,
    /// Its integrator.
    pub integrator: String,
    /// Time that a step took (ms), the median of a few.
    pub ms_per_step: f64,
}

impl Cost {
    /// Whether it takes many gigabytes.
    pub fn is_huge(&self) -> bool {
        self.unknowns > MANY_UNKNOWNS
    }

    /// Its cells, as they are in the file.
    pub fn row(&self) -> Vec<String> {
        let Self { name, vertices, elements, unknowns, dt, duration, integrator, ms_per_step } = self;
        vec![
            name.clone(),
            vertices.to_string(),
            elements.to_string(),
            unknowns.to_string(),
            format!("{dt}"),
            format!("{duration}"),
            integrator.clone(),
            format!("{ms_per_step:.3}"),
        ]
    }
}

/// All rows.
pub fn all() -> &'static [Cost] {
    static COSTS: OnceLock<Vec<Cost>> = OnceLock::new();
    COSTS.get_or_init(|| include_str!("../../../../scenes/costs.csv").lines().skip(1).filter_map(read).collect())
}

/// The row of a scene.
pub fn find(name: &str) -> Option<&'static Cost> {
    all().iter().find(|cost| cost.name == name)
}

fn read(line: &str) -> Option<Cost> {
    let mut cells = line.split(',');
    let mut next = || cells.next();
    Some(Cost {
        name: next()?.to_owned(),
        vertices: next()?.parse().ok()?,
        elements: next()?.parse().ok()?,
        unknowns: next()?.parse().ok()?,
        dt: next()?.parse().ok()?,
        duration: next()?.parse().ok()?,
        integrator: next()?.to_owned(),
        ms_per_step: next()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::MechanicalSystem;
    use crate::scene::{Scene, shipped};

    /// Larger scenes are not built for a test.
    const SMALL: usize = 2000;

    #[test]
    fn every_shipped_scene_has_a_row_and_small_ones_a_true_one() {
        let names: Vec<&str> = shipped::CATALOG.iter().map(|scene| scene.name).collect();
        let rows: Vec<&str> = all().iter().map(|cost| cost.name.as_str()).collect();
        assert_eq!(rows, names, "run `sinew bench scenes` and commit scenes/costs.csv");
        for cost in all() {
            assert!(cost.ms_per_step > 0.0 && cost.dt > 0.0 && cost.duration >= cost.dt, "{cost:?}");
            if cost.vertices <= SMALL {
                let simulation = Scene::from_shipped(&cost.name).expect("shipped").build().expect("sound").simulation;
                let world = simulation.world();
                let found = (world.vertices(), world.elements(), world.dofs(), simulation.dt());
                assert_eq!((cost.vertices, cost.elements, cost.unknowns, cost.dt), found, "{}", cost.name);
                assert_eq!(cost.integrator, simulation.integrator().name(), "{}", cost.name);
            }
        }
    }
}
