//! Which vertices of a body: by box, sphere, capsule, half-space, number, nearness to a point, or all of them.
//!
//! Positions are those of the placed rest shape; borders belong to the selection.

use schemars::JsonSchema;
use serde::Deserialize;

use super::error::{Place, SceneError};

/// Vertices of a body; exactly one of the keys.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
pub struct Selection {
    /// Two opposite corners of a box (m): vertices inside or on it.
    #[serde(rename = "box")]
    pub corners: Option<[[f64; 3]; 2]>,
    /// Vertices inside or on a sphere.
    pub sphere: Option<SphereRegion>,
    /// Vertices inside or on a capsule.
    pub capsule: Option<CapsuleRegion>,
    /// Vertices on the side of a plane to which its normal points, or on it.
    pub plane: Option<PlaneRegion>,
    /// Vertices by number within the body, from 0.
    pub vertices: Option<Vec<u32>>,
    /// The vertex nearest to this point (m); all of them if several are equally near.
    pub nearest: Option<[f64; 3]>,
    /// All vertices, if true.
    pub all: Option<bool>,
}

/// A ball in space.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SphereRegion {
    /// Centre (m).
    pub center: [f64; 3],
    /// Radius (m).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub radius: f64,
}

/// All points at most a radius away from a line between two points.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapsuleRegion {
    /// One end of the line (m).
    pub from: [f64; 3],
    /// The other end (m).
    pub to: [f64; 3],
    /// Radius (m).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub radius: f64,
}

/// A half-space.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaneRegion {
    /// A point of the plane (m).
    pub point: [f64; 3],
    /// Direction of the selected side; any length.
    pub normal: [f64; 3],
}

impl Selection {
    /// Numbers within the body of the selected vertices, ascending; to select none is an error.
    pub(super) fn pick(&self, vertices: &[[f64; 3]], place: &Place) -> Result<Vec<u32>, SceneError> {
        let picked = self.filter(vertices, place)?;
        if picked.is_empty() {
            let (low, high) = extent(vertices);
            let problem = format!("selects none of the body's vertices, which reach from {low:?} to {high:?}");
            return Err(place.error(problem));
        }
        Ok(picked)
    }

    fn filter(&self, vertices: &[[f64; 3]], place: &Place) -> Result<Vec<u32>, SceneError> {
        let given = self.given();
        if given.len() != 1 {
            let found = if given.is_empty() { "none".into() } else { given.join(" and ") };
            return Err(place.error(format!(
                "give exactly one of `box`, `sphere`, `capsule`, `plane`, `vertices`, `nearest` and `all`; found {found}"
            )));
        }
        let that = |inside: &dyn Fn(&[f64; 3]) -> bool| {
            (0..vertices.len() as u32).filter(|v| inside(&vertices[*v as usize])).collect()
        };
        if let Some([a, b]) = self.corners {
            return Ok(that(&|p| (0..3).all(|c| a[c].min(b[c]) <= p[c] && p[c] <= a[c].max(b[c]))));
        }
        if let Some(SphereRegion { center, radius }) = &self.sphere {
            return Ok(that(&|p| distance(p, center) <= *radius));
        }
        if let Some(CapsuleRegion { from, to, radius }) = &self.capsule {
            return Ok(that(&|p| distance_to_line(p, from, to) <= *radius));
        }
        if let Some(PlaneRegion { point, normal }) = &self.plane {
            if normal.iter().all(|n| *n == 0.0) {
                return Err(place.at("plane").at("normal").error("the zero vector has no direction"));
            }
            return Ok(that(&|p| (0..3).map(|c| (p[c] - point[c]) * normal[c]).sum::<f64>() >= 0.0));
        }
        if let Some(numbers) = &self.vertices {
            if let Some(bad) = numbers.iter().find(|v| **v as usize >= vertices.len()) {
                let last = vertices.len().saturating_sub(1);
                return Err(place.at("vertices").error(format!("no vertex {bad}; the last one is {last}")));
            }
            let mut numbers = numbers.clone();
            numbers.sort_unstable();
            numbers.dedup();
            return Ok(numbers);
        }
        if let Some(point) = &self.nearest {
            let least = vertices.iter().map(|p| distance(p, point)).fold(f64::INFINITY, f64::min);
            let (low, high) = extent(vertices);
            let slack = 1e-9 * distance(&low, &high);
            return Ok(that(&|p| distance(p, point) <= least + slack));
        }
        Ok(that(&|_| self.all == Some(true)))
    }

    fn given(&self) -> Vec<&'static str> {
        let keys = [
            (self.corners.is_some(), "`box`"),
            (self.sphere.is_some(), "`sphere`"),
            (self.capsule.is_some(), "`capsule`"),
            (self.plane.is_some(), "`plane`"),
            (self.vertices.is_some(), "`vertices`"),
            (self.nearest.is_some(), "`nearest`"),
            (self.all.is_some(), "`all`"),
        ];
        keys.into_iter().filter_map(|(given, key)| given.then_some(key)).collect()
    }
}

fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f64>().sqrt()
}

/// Distance from the nearest point between a and b.
fn distance_to_line(p: &[f64; 3], a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let squared: f64 = (0..3).map(|c| (b[c] - a[c]).powi(2)).sum();
    let along: f64 = (0..3).map(|c| (p[c] - a[c]) * (b[c] - a[c])).sum();
    // both ends in one point make a sphere
    let s = if squared > 0.0 { (along / squared).clamp(0.0, 1.0) } else { 0.0 };
    distance(p, &std::array::from_fn(|c| a[c] + s * (b[c] - a[c])))
}

/// Corners of the box around points.
pub(super) fn extent(points: &[[f64; 3]]) -> ([f64; 3], [f64; 3]) {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for p in points {
        for c in 0..3 {
            low[c] = low[c].min(p[c]);
            high[c] = high[c].max(p[c]);
        }
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]];

    fn pick(text: &str) -> Result<Vec<u32>, SceneError> {
        let selection: Selection = toml::from_str(text).expect("valid");
        selection.pick(&POINTS, &Place::new("test").at("pin"))
    }

    #[test]
    fn each_way_of_selecting() {
        assert_eq!(pick("box = [[1, 0, 0], [-1, 1, 0]]"), Ok(vec![0, 1, 2]));
        assert_eq!(pick("box = [[0, 0, 0], [0, 1, 1]]"), Ok(vec![0, 2]));
        assert_eq!(pick("sphere = { center = [0, 0, 0], radius = 1 }"), Ok(vec![0, 1, 2]));
        assert_eq!(pick("capsule = { from = [0, 0, 1], to = [0, 0, 3], radius = 1.2 }"), Ok(vec![0, 3]));
        assert_eq!(pick("capsule = { from = [1, 0, 0], to = [1, 0, 0], radius = 1 }"), Ok(vec![0, 1]));
        assert_eq!(pick("plane = { point = [0, 0, 1], normal = [0, 0, 3] }"), Ok(vec![3]));
        assert_eq!(pick("vertices = [3, 1, 3]"), Ok(vec![1, 3]));
        assert_eq!(pick("nearest = [1, 1, 0]"), Ok(vec![1, 2]));
        assert_eq!(pick("all = true"), Ok(vec![0, 1, 2, 3]));
    }

    #[test]
    fn nothing_and_nonsense_are_refused() {
        for (text, word) in [
            ("box = [[5, 5, 5], [6, 6, 6]]", "selects none"),
            ("vertices = [4]", "no vertex 4"),
            ("vertices = []", "selects none"),
            ("all = false", "selects none"),
            ("", "exactly one"),
            ("all = true\nvertices = [0]", "exactly one"),
            ("plane = { point = [0, 0, 0], normal = [0, 0, 0] }", "zero vector"),
        ] {
            let message = pick(text).expect_err(text).to_string();
            assert!(message.contains(word) && message.contains("pin"), "{message}");
        }
    }
}
