//! `springs` of a body: from arrays, or from the tets, edges or triangles of its shape.

use schemars::JsonSchema;
use serde::Deserialize;

use super::error::{Place, SceneError};
use super::selection::Selection;
use crate::mechanics::{ForceTerm, Vec3};
use crate::mesh::{Mesh, Shape};
use crate::models::ModelError;
use crate::models::fibres::{Diagonals, diagonals};
use crate::models::springs::{self, Plasticity, Springs, hinge_edges, tet_edges, triangle_edges};

/// Springs of a body.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SpringsSection {
    /// Springs on the shape or mesh of the body.
    From(Box<SpringsFrom>),
    /// Everything given as arrays.
    Arrays(Box<SpringArrays>),
}

/// Springs made from the body's shape or mesh, relaxed in its rest shape.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpringsFrom {
    /// Which part of the mesh becomes springs.
    pub from: Source,
    /// Stiffness of each edge (N/m).
    #[schemars(range(min = 0.0))]
    pub edge: f64,
    /// Stiffness of the four altitude springs of each tet (N/m); with `from = "tets"`.
    #[schemars(range(min = 0.0))]
    pub altitude: Option<f64>,
    /// Stiffness of the diagonals of a sheet (N/m); that of `edge` by default.
    #[schemars(range(min = 0.0))]
    pub shear: Option<f64>,
    /// Stiffness of the springs against bending of a sheet (N/m); none by default.
    #[schemars(range(min = 0.0))]
    pub bending: Option<f64>,
    /// Parts with a stiffness of their own; the last one that holds both ends of an edge counts.
    #[serde(default)]
    pub regions: Vec<SpringRegion>,
    /// Law of the springs.
    #[serde(default)]
    pub law: Law,
    /// Coefficient c of the cubic law (1/m^2): V = k e^2 / 2 + k c e^4 / 4.
    pub cubic: Option<f64>,
    /// Strain past which the rest length of a spring follows its length for good; none by default: springs come back.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub yield_strain: Option<f64>,
    /// Growth of the yield strain per plastic strain; 0 by default.
    #[schemars(range(min = 0.0))]
    pub hardening: Option<f64>,
    /// Mass per volume (kg/m^3), area (kg/m^2) or length (kg/m) of tets, sheet or edges. Molecules know their masses and need
    /// none of the three.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub density: Option<f64>,
    /// Mass of the whole body (kg), shared out like a density.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub mass: Option<f64>,
    /// Mass of each vertex (kg).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub particle_mass: Option<f64>,
}

/// Edges between vertices of a selection; exactly one way of naming these.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SpringRegion {
    /// Which vertices.
    #[serde(flatten)]
    pub selection: Selection,
    /// Stiffness of each edge (N/m).
    #[schemars(range(min = 0.0))]
    pub edge: f64,
}

/// Part of a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// All edges of tets, and their altitudes.
    Tets,
    /// The edges of the mesh.
    Edges,
    /// The edges of triangles, their diagonals and springs against bending.
    Sheet,
}

/// Law of springs, with e = |d| - l.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// V = k e^2 / 2
    #[default]
    Linear,
    /// V = k e^2 / 2 + k c e^4 / 4
    Cubic,
    /// Constant stiffness matrix: that of the linear law in the rest shape. For small motion.
    Linearized,
}

/// A network of springs given as arrays.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpringArrays {
    /// Vertices (m).
    pub positions: Vec<[f64; 3]>,
    /// Mass of each vertex (kg), or one for all.
    pub masses: Values,
    /// Pairs of vertices, numbered from 0.
    pub edges: Vec<[u32; 2]>,
    /// Stiffness of each spring (N/m), or one for all.
    pub stiffness: Values,
    /// Rest length of each spring (m), or one for all; the distance of its vertices by default.
    pub rest: Option<Values>,
    /// Coefficient c of the cubic law of each spring (1/m^2), or one for all; 0 by default.
    pub cubic: Option<Values>,
    /// Velocity of each vertex at the start (m/s).
    pub velocities: Option<Vec<[f64; 3]>>,
    /// Start minus `positions` of each vertex (m).
    pub displacements: Option<Vec<[f64; 3]>>,
    /// `linearized`: constant stiffness matrix.
    #[serde(default)]
    pub law: Law,
    /// Strain past which the rest length of a spring follows its length for good; none by default: springs come back.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub yield_strain: Option<f64>,
    /// Growth of the yield strain per plastic strain; 0 by default.
    #[schemars(range(min = 0.0))]
    pub hardening: Option<f64>,
}

/// One number for all, or one for each.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Values {
    /// For all.
    One(f64),
    /// For each.
    Each(Vec<f64>),
}

impl Values {
    /// One value for each of `count` things.
    pub(super) fn spread(&self, count: usize, least: f64, place: &Place) -> Result<Vec<f64>, SceneError> {
        let values = match self {
            Values::One(value) => vec![*value; count],
            Values::Each(values) if values.len() == count => values.clone(),
            Values::Each(values) => {
                return Err(place.error(format!("expected one number or {count} of them, found {}", values.len())));
            }
        };
        match values.iter().position(|x| *x < least) {
            Some(i) => Err(place.at(i).error(format!("{} is out of range; it must be at least {least}", values[i]))),
            None => Ok(values),
        }
    }
}

/// Edges and the stiffness that they share.
type Group = (Vec<[u32; 2]>, f64);

/// Springs of one body with numbers of all vertices of the world; altitude springs and diagonals of fibres apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Network {
    pub springs: Springs,
    pub altitude: Option<f64>,
    pub linearized: bool,
    pub plasticity: Option<Plasticity>,
    pub diagonals: Diagonals,
}

/// What the two keys of plasticity mean together.
fn plasticity(
    yield_strain: Option<f64>,
    hardening: Option<f64>,
    law: Law,
    place: &Place,
) -> Result<Option<Plasticity>, SceneError> {
    match (yield_strain, hardening) {
        (None, Some(_)) => Err(place.at("hardening").error("goes with `yield_strain`")),
        (Some(_), _) if law == Law::Linearized => {
            Err(place.at("yield_strain").error("linearized springs do not flow; use another `law`"))
        }
        (yield_strain, _) => {
            Ok(yield_strain.map(|y| Plasticity { yield_strain: y, hardening: hardening.unwrap_or(0.0) }))
        }
    }
}

impl SpringsFrom {
    /// Springs with numbers within the body. The mesh is placed; `shape` tells the threads of a regular sheet.
    pub(super) fn network(&self, mesh: &Mesh, shape: Option<&Shape>, place: &Place) -> Result<Network, SceneError> {
        let groups = self.groups(mesh, shape, place)?;
        let cubic = match (self.law, self.cubic) {
            (Law::Cubic, Some(c)) => c,
            (Law::Cubic, None) => return Err(place.error("`law = \"cubic\"` needs `cubic`, the coefficient in 1/m^2")),
            (_, Some(_)) => return Err(place.at("cubic").error("goes with `law = \"cubic\"`")),
            (_, None) => 0.0,
        };
        if self.altitude.is_some() && self.from != Source::Tets {
            return Err(place.at("altitude").error("goes with `from = \"tets\"`"));
        }
        for (key, given) in [("shear", self.shear), ("bending", self.bending)] {
            if given.is_some() && self.from != Source::Sheet {
                return Err(place.at(key).error("goes with `from = \"sheet\"`"));
            }
        }
        let mut all = Springs::default();
        for (edges, stiffness) in groups {
            let lengths = edges.iter().map(|e| length(mesh, e));
            all.rest_length.extend(lengths);
            all.stiffness.extend(edges.iter().map(|_| stiffness));
            all.cubic.extend(edges.iter().map(|_| cubic));
            all.edges.extend(edges);
        }
        for (i, region) in self.regions.iter().enumerate() {
            let place = place.at("regions").at(i);
            if !(region.edge >= 0.0 && region.edge.is_finite()) {
                return Err(place.at("edge").error(format!("{} is out of range; it must be at least 0", region.edge)));
            }
            let picked = region.selection.pick(&mesh.vertices, &place)?;
            let inside = |v: &u32| picked.binary_search(v).is_ok();
            for (edge, stiffness) in all.edges.iter().zip(&mut all.stiffness) {
                if edge.iter().all(inside) {
                    *stiffness = region.edge;
                }
            }
        }
        let plasticity = plasticity(self.yield_strain, self.hardening, self.law, place)?;
        let linearized = self.law == Law::Linearized;
        Ok(Network { springs: all, altitude: self.altitude, linearized, plasticity, ..Network::default() })
    }

    /// Edges and their stiffness.
    fn groups(&self, mesh: &Mesh, shape: Option<&Shape>, place: &Place) -> Result<Vec<Group>, SceneError> {
        let missing = |what: &str| Err(place.at("from").error(format!("the body has no {what}")));
        match self.from {
            Source::Tets if mesh.tets.is_empty() => missing("tets"),
            Source::Tets => Ok(vec![(tet_edges(&mesh.tets), self.edge)]),
            Source::Edges if mesh.edges.is_empty() => missing("edges"),
            Source::Edges => Ok(vec![(mesh.edges.clone(), self.edge)]),
            Source::Sheet if mesh.triangles.is_empty() => missing("triangles"),
            Source::Sheet => {
                // A regular sheet knows its threads; any other has the edges of its triangles, and hinges over them.
                let (structural, shear, bending) = match shape {
                    Some(Shape::Sheet(sheet)) => {
                        let edges = sheet.edges();
                        (edges.structural, edges.shear, edges.bending)
                    }
                    _ if self.shear.is_some() => {
                        return Err(place.at("shear").error("goes with `shape = { kind = \"sheet\" }`"));
                    }
                    _ => (triangle_edges(&mesh.triangles), Vec::new(), hinge_edges(&mesh.triangles)),
                };
                let mut groups = vec![(structural, self.edge), (shear, self.shear.unwrap_or(self.edge))];
                if let Some(stiffness) = self.bending {
                    groups.push((bending, stiffness));
                }
                Ok(groups)
            }
        }
    }

    /// Mass of each vertex in kilograms.
    pub(super) fn masses(&self, mesh: &Mesh, place: &Place) -> Result<Vec<f64>, SceneError> {
        let n = mesh.vertices.len();
        let mut shares = vec![0.0; n];
        let point = |v: u32| Vec3::from(mesh.vertices[v as usize]);
        match self.from {
            Source::Tets => {
                for t in &mesh.tets {
                    let [a, b, c, d] = t.map(point);
                    let volume = ((b - a).cross(&(c - a)).dot(&(d - a)) / 6.0).abs();
                    t.iter().for_each(|v| shares[*v as usize] += volume / 4.0);
                }
            }
            Source::Sheet => {
                for t in &mesh.triangles {
                    let [a, b, c] = t.map(point);
                    let area = (b - a).cross(&(c - a)).norm() / 2.0;
                    t.iter().for_each(|v| shares[*v as usize] += area / 3.0);
                }
            }
            Source::Edges => {
                for e in &mesh.edges {
                    let half = length(mesh, e) / 2.0;
                    e.iter().for_each(|v| shares[*v as usize] += half);
                }
            }
        }
        let total: f64 = shares.iter().sum();
        let density = match (self.density, self.mass, self.particle_mass) {
            (Some(density), None, None) => density,
            (None, Some(mass), None) => mass / total,
            (None, None, Some(each)) => return Ok(vec![each; n]),
            (None, None, None) if mesh.masses.len() == n => return Ok(mesh.masses.clone()),
            _ => return Err(place.error("give one of `density`, `mass` and `particle_mass`")),
        };
        Ok(shares.into_iter().map(|share| density * share).collect())
    }
}

fn length(mesh: &Mesh, edge: &[u32; 2]) -> f64 {
    let [a, b] = edge.map(|v| Vec3::from(mesh.vertices[v as usize]));
    (b - a).norm()
}

impl SpringArrays {
    /// Springs with numbers within the body.
    pub(super) fn network(&self, place: &Place) -> Result<Network, SceneError> {
        let n = self.positions.len();
        for (i, edge) in self.edges.iter().enumerate() {
            if let Some(bad) = edge.iter().find(|v| **v as usize >= n) {
                return Err(place.at("edges").at(i).error(format!("no vertex {bad}; `positions` has {n} rows")));
            }
            if edge[0] == edge[1] {
                return Err(place.at("edges").at(i).error("a spring joins two different vertices"));
            }
        }
        let count = self.edges.len();
        let mesh = Mesh { vertices: self.positions.clone(), ..Mesh::default() };
        let rest_length = match &self.rest {
            Some(rest) => rest.spread(count, 0.0, &place.at("rest"))?,
            None => self.edges.iter().map(|e| length(&mesh, e)).collect(),
        };
        let cubic = match &self.cubic {
            Some(cubic) => cubic.spread(count, f64::NEG_INFINITY, &place.at("cubic"))?,
            None => vec![0.0; count],
        };
        let stiffness = self.stiffness.spread(count, 0.0, &place.at("stiffness"))?;
        let springs = Springs { edges: self.edges.clone(), stiffness, rest_length, cubic };
        let plasticity = plasticity(self.yield_strain, self.hardening, self.law, place)?;
        let linearized = self.law == Law::Linearized;
        Ok(Network { springs, linearized, plasticity, ..Network::default() })
    }
}

impl Network {
    /// Renumbers from the body to the world, in which the body starts at vertex `first`.
    pub fn shifted(mut self, first: u32) -> Self {
        self.springs.edges.iter_mut().flatten().for_each(|v| *v += first);
        self.diagonals.corners.iter_mut().flatten().for_each(|v| *v += first);
        self
    }

    /// The force terms on all vertices.
    pub fn terms(&self, body: &str, rest: &[f64], tets: &[[u32; 4]]) -> Result<Vec<Box<dyn ForceTerm>>, ModelError> {
        let mut terms = Vec::new();
        if !self.springs.edges.is_empty() {
            let springs = self.springs.clone();
            let vertices = rest.len() / 3;
            terms.push(match self.plasticity {
                _ if self.linearized => springs::linearized(format!("{body}: linearized springs"), rest, springs)?,
                Some(law) => springs::plastic(format!("{body}: plastic springs"), vertices, springs, law)?,
                None => springs::springs(format!("{body}: springs"), vertices, springs)?,
            });
        }
        if !self.diagonals.corners.is_empty() {
            terms.push(diagonals(format!("{body}: diagonals"), rest.len() / 3, self.diagonals.clone())?);
        }
        if let Some(stiffness) = self.altitude {
            let name = format!("{body}: altitude springs");
            terms.push(if self.linearized {
                springs::linearized_altitude(name, rest, tets, stiffness)?
            } else {
                springs::altitude(name, rest, tets, stiffness)?
            });
        }
        Ok(terms)
    }
}
