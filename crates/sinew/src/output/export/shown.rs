//! A body as other programs want it: a name that is an identifier, its own points, triangles or lines.

use std::collections::HashSet;
use std::io;

use super::{Kept, Part};
use crate::output::skin::Skin;
use crate::output::view::{View, body_color};

/// A body with its own numbering of points: those of its skin if it has one, else all its simulated vertices.
pub(super) struct Shown {
    /// Letters, digits and `_`; different for each body.
    pub name: String,
    pub points: usize,
    pub triangles: Vec<[u32; 3]>,
    /// Springs; only of bodies without triangles.
    pub lines: Vec<[u32; 2]>,
    /// Linear red, green, blue.
    pub color: [f64; 3],
    first: usize,
    count: usize,
    skin: Option<Skin>,
}

impl Shown {
    /// All bodies in the order of the scene.
    pub fn all(view: &View) -> Vec<Self> {
        let mut names = HashSet::new();
        let shown = |(k, body): (usize, &crate::output::view::BodyView)| {
            let mut name = identifier(&body.name);
            if !names.insert(name.clone()) {
                name = format!("{name}_{k}");
                names.insert(name.clone());
            }
            let first = if body.skin.is_some() { view.first_of_skin(k) } else { body.first } as u32;
            let triangles: Vec<_> = view.triangles(k).iter().map(|t| t.map(|v| v - first)).collect();
            let lines = match triangles.is_empty() {
                true => view.lines(k).iter().map(|e| e.map(|v| v - first)).collect(),
                false => Vec::new(),
            };
            Self {
                name,
                points: body.skin.as_ref().map_or(body.count, |skin| skin.bound.len()),
                triangles,
                lines,
                color: body_color(k),
                first: body.first,
                count: body.count,
                skin: body.skin.clone(),
            }
        };
        view.bodies.iter().enumerate().map(shown).collect()
    }

    /// Its points in frame k; `buffer` is scratch.
    pub fn read(
        &self,
        kept: &mut Kept,
        k: usize,
        part: Part,
        buffer: &mut Vec<f64>,
        out: &mut Vec<f64>,
    ) -> io::Result<()> {
        let range = self.first..self.first + self.count;
        match &self.skin {
            None => kept.read(k, part, range, out),
            Some(skin) => {
                kept.read(k, part, range, buffer)?;
                out.clear();
                skin.draw(buffer, self.first, out);
                Ok(())
            }
        }
    }
}

/// Names of bodies that have neither triangles nor lines, for a remark; none if all have some.
pub(super) fn without_shape(bodies: &[Shown]) -> Option<String> {
    let bare: Vec<&str> =
        bodies.iter().filter(|b| b.triangles.is_empty() && b.lines.is_empty()).map(|b| b.name.as_str()).collect();
    (!bare.is_empty()).then(|| bare.join(", "))
}

/// Lowest and highest corner of points; zero if there are none.
pub(super) fn bounds(points: &[f64]) -> [[f64; 3]; 2] {
    let start = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    let [low, high] = points.chunks_exact(3).fold(start, |[low, high], p| {
        [std::array::from_fn(|c| low[c].min(p[c])), std::array::from_fn(|c| high[c].max(p[c]))]
    });
    if low[0] <= high[0] { [low, high] } else { [[0.0; 3]; 2] }
}

/// A name of letters, digits and `_` that does not start with a digit.
pub(super) fn identifier(name: &str) -> String {
    let mut word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
        word.insert(0, '_');
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::Vec3;
    use crate::output::view::BodyView;

    #[test]
    fn names_become_different_identifiers() {
        assert_eq!(identifier("body 0"), "body_0");
        assert_eq!(identifier("2nd/…"), "_2nd__");
        let body = |name: &str| BodyView { name: name.to_owned(), ..BodyView::default() };
        let view = View {
            bodies: vec![body("a b"), body("a_b"), body("c")],
            obstacles: Vec::new(),
            held: Vec::new(),
            up: Vec3::z(),
        };
        let names: Vec<String> = Shown::all(&view).into_iter().map(|b| b.name).collect();
        assert_eq!(names, ["a_b", "a_b_1", "c"]);
    }
}
