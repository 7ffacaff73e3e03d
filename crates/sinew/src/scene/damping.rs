//! `[[damping]]`: what takes energy out, for all bodies or one.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::{Assembly, Part, Substance};
use super::error::{Place, SceneError};
use crate::mechanics::{ForceTerm, Impulse};
use crate::models::solids::Lame;
use crate::models::{ModelError, damping, springs};

/// Damping of all bodies or one.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Damping {
    /// alpha M + beta K of the rest shape. For small motion: it brakes bodies that turn.
    Rayleigh {
        /// Share of the mass matrix (1/s).
        #[serde(default)]
        #[schemars(range(min = 0.0))]
        alpha: f64,
        /// Share of the stiffness matrix (s).
        #[serde(default)]
        #[schemars(range(min = 0.0))]
        beta: f64,
        /// Name of the body; all by default.
        body: Option<String>,
    },
    /// Viscous stress from the rate of strain; leaves rigid motion alone. `beta`, or viscosities.
    StrainRate {
        /// Viscosity as a multiple of the elastic moduli (s).
        #[schemars(range(min = 0.0))]
        beta: Option<f64>,
        /// Shear viscosity of solids (Pa s).
        #[schemars(range(min = 0.0))]
        mu: Option<f64>,
        /// Viscosity of volume change of solids (Pa s).
        lambda: Option<f64>,
        /// Viscosity along each spring (N s/m).
        #[schemars(range(min = 0.0))]
        spring: Option<f64>,
        /// Name of the body; all by default.
        body: Option<String>,
    },
    /// Every motion dies away as exp(-rate t), free fall too.
    Drag {
        /// Rate (1/s).
        #[schemars(range(min = 0.0))]
        rate: f64,
        /// Name of the body; all by default.
        body: Option<String>,
    },
    /// Everything but the rigid motion of each body dies away as exp(-rate t).
    RigidPreserving {
        /// Rate (1/s).
        #[schemars(range(min = 0.0))]
        rate: f64,
        /// Brake the velocities at the end of each step instead of acting as a force: stable for any rate.
        #[serde(default)]
        after_step: bool,
        /// Name of the body; all by default.
        body: Option<String>,
    },
}

/// How viscous a body is.
enum Viscosity {
    Relative(f64),
    Absolute { solid: Option<Lame>, spring: Option<f64> },
}

impl Damping {
    /// The damping terms. `terms_of` are the elastic terms of each body among `terms`.
    pub(super) fn terms(
        &self,
        assembly: &Assembly,
        terms: &mut [Box<dyn ForceTerm>],
        terms_of: &[Range<usize>],
        place: &Place,
    ) -> Result<Vec<Box<dyn ForceTerm>>, SceneError> {
        let wrong = |e: ModelError| place.error(e);
        let bodies = assembly.bodies(self.body(), place)?;
        let mut out = Vec::new();
        for i in bodies {
            let part = &assembly.parts[i];
            let name = |kind: &str| format!("{}: {kind}", part.name);
            match self {
                Damping::Rayleigh { alpha, beta, .. } => {
                    let mass = assembly.mass(Some(&[i]));
                    let elastic = &mut terms[terms_of[i].clone()];
                    let term =
                        damping::rayleigh(name("Rayleigh damping"), *alpha, *beta, &mass, elastic, &assembly.rest);
                    out.push(term.map_err(wrong)?);
                }
                Damping::Drag { rate, .. } => {
                    let mass = assembly.mass(Some(&[i]));
                    out.push(damping::drag(name("drag"), *rate, &mass).map_err(wrong)?);
                }
                Damping::RigidPreserving { after_step: true, .. } => {}
                Damping::RigidPreserving { rate, .. } => {
                    let mass = assembly.mass(Some(&[i]));
                    let term = damping::rigid_preserving(name("rigid-preserving damping"), *rate, &mass);
                    out.push(term.map_err(wrong)?);
                }
                Damping::StrainRate { .. } => out.extend(self.strain_rate(part, assembly, place)?),
            }
        }
        if out.is_empty() && !matches!(self, Damping::RigidPreserving { .. }) {
            return Err(place.error("damps nothing; give viscosities that fit the body"));
        }
        Ok(out)
    }

    /// What brakes at the end of each step.
    pub(super) fn impulses(&self, assembly: &Assembly, place: &Place) -> Result<Vec<Box<dyn Impulse>>, SceneError> {
        let Damping::RigidPreserving { rate, after_step: true, body } = self else { return Ok(Vec::new()) };
        let brake = |i: usize| {
            let name = format!("{}: rigid-preserving damping", assembly.parts[i].name);
            damping::rigid_preserving_impulse(name, *rate, &assembly.mass(Some(&[i]))).map_err(|e| place.error(e))
        };
        assembly.bodies(body, place)?.into_iter().map(brake).collect()
    }

    fn body(&self) -> &Option<String> {
        match self {
            Self::Rayleigh { body, .. }
            | Self::StrainRate { body, .. }
            | Self::Drag { body, .. }
            | Self::RigidPreserving { body, .. } => body,
        }
    }

    fn viscosity(&self, place: &Place) -> Result<Viscosity, SceneError> {
        let Self::StrainRate { beta, mu, lambda, spring, .. } = self else {
            unreachable!("only strain-rate damping has viscosities")
        };
        match (beta, mu, lambda, spring) {
            (Some(beta), None, None, None) => Ok(Viscosity::Relative(*beta)),
            (None, None, None, None) => Err(place.error("give `beta`, or viscosities `mu`, `lambda`, `spring`")),
            (None, _, _, _) => {
                let solid = match (mu, lambda) {
                    (None, None) => None,
                    _ => Some(Lame { mu: mu.unwrap_or(0.0), lambda: lambda.unwrap_or(0.0) }),
                };
                Ok(Viscosity::Absolute { solid, spring: *spring })
            }
            _ => Err(place.error("give `beta` or viscosities `mu`, `lambda`, `spring`, not both")),
        }
    }

    fn strain_rate(
        &self,
        part: &Part,
        assembly: &Assembly,
        place: &Place,
    ) -> Result<Vec<Box<dyn ForceTerm>>, SceneError> {
        let wrong = |e: ModelError| place.error(e);
        let name = || format!("{}: strain-rate damping", part.name);
        let viscosity = self.viscosity(place)?;
        let mut out = Vec::new();
        match &part.substance {
            Substance::Springs(network) => {
                let springs = &network.springs;
                let values: Vec<f64> = match viscosity {
                    Viscosity::Relative(beta) => springs.stiffness.iter().map(|k| beta * k).collect(),
                    Viscosity::Absolute { spring: Some(value), .. } => vec![value; springs.edges.len()],
                    Viscosity::Absolute { spring: None, .. } => return Ok(out),
                };
                let edges = springs.edges.clone();
                out.push(springs::strain_rate(name(), assembly.vertices(), edges, values).map_err(wrong)?);
            }
            Substance::Solid { assigned, .. } => {
                for (i, material) in assigned.materials.iter().enumerate() {
                    let viscosity = match viscosity {
                        Viscosity::Relative(beta) => {
                            let lame = material.lame().map_err(wrong)?;
                            Lame { mu: beta * lame.mu, lambda: beta * lame.lambda }
                        }
                        Viscosity::Absolute { solid: Some(solid), .. } => solid,
                        Viscosity::Absolute { solid: None, .. } => return Ok(out),
                    };
                    let tets = assigned.tets(i, &part.tets);
                    if !tets.is_empty() {
                        let term = damping::strain_rate_tets(name(), viscosity, &assembly.rest, &tets);
                        out.push(term.map_err(wrong)?);
                    }
                }
            }
        }
        Ok(out)
    }
}
