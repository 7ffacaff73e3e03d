//! `[[force]]`: loads besides gravity.

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::Assembly;
use super::error::{Place, SceneError};
use super::fluid::{MotorForce, StokesForce};
use super::molecules::LennardJonesForce;
use super::selection::Selection;
use crate::mechanics::ForceTerm;
use crate::models::ModelError;
use crate::models::forces::{Gusts, Spread, Wind, field, point_loads, pressure, wind};
use crate::models::signal::Signal;

/// A load.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Force {
    /// One vector on all vertices, constant or in time.
    Field(FieldForce),
    /// Forces on chosen vertices, constant or in time.
    Point(Box<PointForce>),
    /// Drag of moving air on surfaces, with gusts.
    Wind(WindForce),
    /// Push along the normals of surfaces, constant or in time.
    Pressure(PressureForce),
    /// What atoms feel that no bond joins.
    LennardJones(LennardJonesForce),
    /// A viscous fluid without inertia around the bodies.
    StokesFluid(StokesForce),
    /// A torque between two parts of a body.
    Motor(Box<MotorForce>),
}

/// One vector on all vertices; exactly one of `acceleration`, `total` and `each`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FieldForce {
    /// Force per mass (m/s^2).
    pub acceleration: Option<[f64; 3]>,
    /// Force on the whole (N), shared in proportion to mass.
    pub total: Option<[f64; 3]>,
    /// Force on each vertex (N).
    pub each: Option<[f64; 3]>,
    /// Factor in time; constant 1 by default.
    pub signal: Option<SignalSection>,
    /// Name of the body that feels it; all by default.
    pub body: Option<String>,
}

/// Forces on chosen vertices; exactly one way of naming them.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PointForce {
    /// Which vertices.
    #[serde(flatten)]
    pub selection: Selection,
    /// Force on each of the vertices (N).
    pub force: [f64; 3],
    /// Factor in time; constant 1 by default.
    pub signal: Option<SignalSection>,
    /// Name of the body; may be left out where there is only one.
    pub body: Option<String>,
}

/// Drag of moving air on the surface triangles of bodies.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WindForce {
    /// Mean velocity of the air (m/s).
    pub velocity: [f64; 3],
    /// Density of the air (kg/m^3).
    #[serde(default = "air")]
    #[schemars(range(min = 0.0))]
    pub density: f64,
    /// Coefficient of drag across the surface.
    #[serde(default = "plate")]
    #[schemars(range(min = 0.0))]
    pub normal_drag: f64,
    /// Coefficient of drag along the surface.
    #[serde(default = "skin")]
    #[schemars(range(min = 0.0))]
    pub tangential_drag: f64,
    /// Random changes of the air's velocity; none by default.
    pub gusts: Option<GustsSection>,
    /// Name of the body that feels it; all by default.
    pub body: Option<String>,
}

/// Push along the outward normals of the surface triangles of bodies, on whichever side a sheet has them.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PressureForce {
    /// Force per area (Pa); negative pushes inward.
    pub pressure: f64,
    /// Factor in time; constant 1 by default.
    pub signal: Option<SignalSection>,
    /// Name of the body that feels it; all by default.
    pub body: Option<String>,
}

fn air() -> f64 {
    1.2
}

fn plate() -> f64 {
    1.0
}

fn skin() -> f64 {
    0.02
}

/// Smooth random changes of the air's velocity.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GustsSection {
    /// Root mean square (m/s).
    #[schemars(range(min = 0.0))]
    pub strength: f64,
    /// Typical frequency (Hz).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub frequency: f64,
    /// Typical wavelength (m); 0 for gusts that are the same everywhere.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub length: f64,
    /// Other numbers give other gusts.
    #[serde(default)]
    pub seed: u64,
}

/// A factor in time.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SignalSection {
    /// mean + amplitude sin(2 pi frequency t + phase)
    Sine {
        /// Mean.
        #[serde(default)]
        mean: f64,
        /// Amplitude.
        #[serde(default = "one")]
        amplitude: f64,
        /// Frequency (Hz).
        frequency: f64,
        /// Phase (rad); pi/2 makes a cosine.
        #[serde(default)]
        phase: f64,
    },
    /// A smooth curve through given values; constant before the first and after the last.
    Keyframes {
        /// Ascending times (s).
        times: Vec<f64>,
        /// Value at each time.
        values: Vec<f64>,
    },
}

fn one() -> f64 {
    1.0
}

impl SignalSection {
    fn build(&self, place: &Place) -> Result<Signal, SceneError> {
        match self {
            Self::Sine { mean, amplitude, frequency, phase } => Signal::sine(*mean, *amplitude, *frequency, *phase),
            Self::Keyframes { times, values } => Signal::keyframes(times, values),
        }
        .map_err(|e| place.error(e))
    }
}

fn signal(section: &Option<SignalSection>, place: &Place) -> Result<Option<Signal>, SceneError> {
    section.as_ref().map(|s| s.build(&place.at("signal"))).transpose()
}

/// Surface triangles of the bodies that feel a load.
fn surface(assembly: &Assembly, body: &Option<String>, place: &Place) -> Result<Vec<[u32; 3]>, SceneError> {
    let bodies = assembly.bodies(body, place)?;
    let triangles: Vec<_> = bodies.iter().flat_map(|i| assembly.parts[*i].surface.iter().copied()).collect();
    match triangles.is_empty() {
        true => Err(place.error("the body has no surface on which wind or pressure could act")),
        false => Ok(triangles),
    }
}

impl Force {
    /// Whether it acts between the vertices alone, so that momenta stay what they are.
    pub(super) fn is_internal(&self) -> bool {
        matches!(self, Force::LennardJones(_) | Force::Motor(_))
    }

    pub(super) fn term(&self, assembly: &Assembly, place: &Place) -> Result<Box<dyn ForceTerm>, SceneError> {
        let wrong = |e: ModelError| place.error(e);
        match self {
            Force::Field(f) => {
                let given = [(f.acceleration, Spread::PerMass), (f.total, Spread::Total), (f.each, Spread::PerVertex)];
                let given: Vec<_> = given.into_iter().filter_map(|(v, s)| v.map(|v| (v, s))).collect();
                let [(vector, spread)] = given[..] else {
                    return Err(place.error("give exactly one of `acceleration`, `total` and `each`"));
                };
                let bodies = assembly.bodies(&f.body, place)?;
                let vertices = bodies.iter().flat_map(|i| assembly.parts[*i].range()).map(|v| v as u32);
                let vertices: Vec<u32> = vertices.collect();
                let amplitude = signal(&f.signal, place)?;
                field("field", &assembly.mass(None), &vertices, vector, spread, amplitude).map_err(wrong)
            }
            Force::Point(f) => {
                let bodies = assembly.bodies(&f.body, place)?;
                let [body] = bodies[..] else {
                    return Err(place.error("`body` is missing; name the body whose vertices are meant"));
                };
                let part = &assembly.parts[body];
                let picked = f.selection.pick(&part.mesh.vertices, place)?;
                let loads: Vec<_> = picked.into_iter().map(|v| (part.first + v, f.force)).collect();
                point_loads("point load", assembly.vertices(), &loads, signal(&f.signal, place)?).map_err(wrong)
            }
            Force::LennardJones(f) => f.term(assembly, place),
            Force::StokesFluid(f) => f.term(assembly, place),
            Force::Motor(f) => f.term(assembly, place),
            Force::Pressure(f) => {
                let triangles = surface(assembly, &f.body, place)?;
                let amplitude = signal(&f.signal, place)?;
                pressure("pressure", assembly.vertices(), &triangles, f.pressure, amplitude).map_err(wrong)
            }
            Force::Wind(f) => {
                let triangles = surface(assembly, &f.body, place)?;
                let settings = Wind {
                    velocity: f.velocity,
                    density: f.density,
                    normal_drag: f.normal_drag,
                    tangential_drag: f.tangential_drag,
                    gusts: f.gusts.as_ref().map(|g| Gusts {
                        strength: g.strength,
                        frequency: g.frequency,
                        length: g.length,
                        seed: g.seed,
                    }),
                };
                wind("wind", assembly.vertices(), &triangles, settings).map_err(wrong)
            }
        }
    }
}
