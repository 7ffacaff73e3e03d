//! From the sections of a scene to its world: all bodies in one list of vertices, all forces in one list of terms.
//!
//! Two passes: first every body gets its rest shape, masses and place in the list of vertices, then the terms are built
//! on the numbers of that list, in a fixed order (bodies, gravity, loads, attachments, contacts, damping), because the
//! order of the terms is the order of all sums.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use sinew_math::sparse::Pattern;

use super::body::{Body, MassKind};
use super::doubt::Start;
use super::error::{Place, SceneError};
use super::file::SceneFile;
use super::material::{Assigned, assign};
use super::springs::{Network, SpringsSection};
use super::tets::rows;
use super::{Built, output::OutputSettings};
use crate::catalog::suggestion;
use crate::mechanics::{ForceTerm, Held, Mass, Parts, Vec3, World};
use crate::mesh::Mesh;
use crate::models::fibres::Cuboids;
use crate::models::forces;
use crate::models::solids::tet_volume;
use crate::output::csv::brief;
use crate::output::{BodyView, Skin, View};
use crate::simulation::Simulation;

/// One body with its place among all vertices.
pub(super) struct Part {
    pub name: String,
    pub first: u32,
    /// Placed rest shape, numbered within the body.
    pub mesh: Mesh,
    /// Tets numbered among all vertices.
    pub tets: Vec<[u32; 4]>,
    /// Surface numbered among all vertices.
    pub surface: Vec<[u32; 3]>,
    /// Mass of each vertex, as a centre of mass needs it.
    pub masses: Vec<f64>,
    pub substance: Substance,
    /// Carried by the tets.
    pub skin: Option<Skin>,
    /// Vertices at the roots of fibres, numbered within the body.
    pub roots: Vec<u32>,
}

pub(super) enum Substance {
    /// Elastic tets; mass of each.
    Solid { assigned: Assigned, tet_masses: Vec<f64> },
    /// Springs numbered among all vertices.
    Springs(Network),
}

/// All bodies of a scene.
pub(super) struct Assembly {
    pub parts: Vec<Part>,
    /// Rest positions of all vertices.
    pub rest: Vec<f64>,
    pub consistent: bool,
}

/// Builds everything. Paths are relative to `folder`.
pub(super) fn build(file: &SceneFile, folder: &Path, place: &Place) -> Result<Built, SceneError> {
    let mut warnings = Vec::new();
    let (dt, steps) = file.time.build(&place.at("time"), &mut warnings)?;
    file.output.check(dt * steps as f64, &place.at("output"))?;
    let integrator = file.integrator.build(&place.at("integrator"))?;
    let assembly = Assembly::new(file, folder, place, &mut warnings)?;

    // Forces.
    let mut terms: Vec<Box<dyn ForceTerm>> = Vec::new();
    let mut terms_of: Vec<Range<usize>> = Vec::new();
    for (part, place) in assembly.parts.iter().zip((0..).map(|i| place.at("body").at(i))) {
        let first = terms.len();
        terms.extend(part.terms(&assembly.rest, &place)?);
        terms_of.push(first..terms.len());
    }
    if let Some(g) = file.gravity {
        terms.push(forces::gravity(&assembly.mass(None), g).map_err(|e| place.at("gravity").error(e))?);
    }
    for (i, force) in file.force.iter().enumerate() {
        terms.push(force.term(&assembly, &place.at("force").at(i))?);
    }
    let mut held = Vec::new();
    for (i, body) in file.body.iter().enumerate() {
        let part = &assembly.parts[i];
        let place = place.at("body").at(i);
        for (i, attach) in body.attach.iter().enumerate() {
            terms.extend(attach.terms(&assembly, part, &place.at("attach").at(i))?);
        }
        held.extend(body.held(part, &place)?);
    }
    let (mut obstacles, mut impulses, mut barriers, mut doubts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (i, contact) in file.contact.iter().enumerate() {
        let built = contact.build(&assembly, folder, &place.at("contact").at(i))?;
        terms.extend(built.force);
        terms.extend(built.stiction);
        impulses.extend(built.impulses);
        barriers.extend(built.barrier);
        obstacles.extend(built.view);
        doubts.extend(built.doubts.into_iter().map(|doubt| (i, doubt)));
    }
    for (i, damping) in file.damping.iter().enumerate() {
        let place = place.at("damping").at(i);
        let new = damping.terms(&assembly, &mut terms, &terms_of, &place)?;
        terms.extend(new);
        impulses.extend(damping.impulses(&assembly, &place)?);
    }

    // Start.
    let (x, v) = assembly.start(file, place)?;
    let mut is_held = vec![false; assembly.vertices()];
    held.iter().for_each(|h: &Held| is_held[h.vertex as usize] = true);
    let start = Start { assembly: &assembly, x: &x, held: &is_held };
    for (i, doubt) in doubts {
        doubt.settle(&start, &place.at("contact").at(i), &mut warnings)?;
    }
    let world = World::new(Parts { held, terms, impulses, barriers, ..assembly.parts_of_world() })
        .map_err(|reason| SceneError::World { file: place.file.clone(), reason })?;
    let state = world.restrict(0.0, &x, &v);
    let simulation = Simulation::new(world, integrator, state, dt);
    if !simulation.record().energy.kinetic.is_finite() {
        let fastest = v.iter().fold(0.0f64, |most, v| most.max(v.abs()));
        return Err(place.at("body").error(format!(
            "the kinetic energy at the start is not finite: velocities reach {fastest:e} m/s; use a smaller `velocity`"
        )));
    }
    if !simulation.record().energy.total().is_finite() {
        return Err(place.at("body").error(
            "the energy at the start is not finite: an element is turned inside out or squeezed flat; \
             use a smaller displacement or another material",
        ));
    }
    let up = file.gravity.map(|g| -Vec3::from(g)).filter(|g| g.norm() > 0.0).map_or(Vec3::z(), |g| g.normalize());
    let held = simulation.world().held().iter().map(|h| h.vertex).collect();
    let view = View { bodies: assembly.views(), obstacles, held, up };
    let output: OutputSettings = file.output.clone();
    Ok(Built { simulation, view, title: file.title.clone(), steps, output, warnings })
}

/// More vertices than this do not fit the 32-bit numbers of free rows with room to spare.
pub(super) const MOST_VERTICES: usize = 100_000_000;

/// The tenth power is still a number with room to spare (m).
const FARTHEST: f64 = 1e25;

impl Assembly {
    fn new(file: &SceneFile, folder: &Path, place: &Place, warnings: &mut Vec<String>) -> Result<Self, SceneError> {
        let mut assembly = Self { parts: Vec::new(), rest: Vec::new(), consistent: false };
        let mut kind = None;
        for (i, body) in file.body.iter().enumerate() {
            let place = place.at("body").at(i);
            let name = body.title(i);
            if assembly.parts.iter().any(|part| part.name == name) {
                return Err(place.at("name").error(format!("two bodies are named `{name}`")));
            }
            let first = assembly.rest.len() / 3;
            let part = Part::new(name, first as u32, body, folder, &place, warnings)?;
            if let Substance::Solid { .. } = part.substance {
                let mine = body.mass.unwrap_or(MassKind::Lumped);
                if kind.is_some_and(|kind| kind != mine) {
                    return Err(place.at("mass").error("all solids of a scene have the same kind of mass matrix"));
                }
                kind = Some(mine);
            } else if body.mass.is_some() {
                return Err(place.at("mass").error("springs have point masses; `mass` goes with `material`"));
            }
            assembly.rest.extend(part.mesh.vertices.iter().flatten());
            assembly.parts.push(part);
            if assembly.vertices() > MOST_VERTICES {
                return Err(place.error(format!("the scene has more than {MOST_VERTICES} vertices")));
            }
        }
        assembly.consistent = kind == Some(MassKind::Consistent);
        Ok(assembly)
    }

    /// Number of all vertices.
    pub fn vertices(&self) -> usize {
        self.rest.len() / 3
    }

    /// Indices of the bodies that a section speaks of: the named one, or all.
    pub fn bodies(&self, name: &Option<String>, place: &Place) -> Result<Vec<usize>, SceneError> {
        let Some(name) = name else { return Ok((0..self.parts.len()).collect()) };
        match self.parts.iter().position(|part| part.name == *name) {
            Some(i) => Ok(vec![i]),
            None => {
                let hint = suggestion(name, self.parts.iter().map(|part| part.name.as_str()));
                Err(place.at("body").error(format!("no body is named `{name}`; {hint}")))
            }
        }
    }

    /// Mass matrix over all vertices, with the masses of some bodies alone.
    pub fn mass(&self, bodies: Option<&[usize]>) -> Mass {
        let (points, tets) = self.masses(bodies);
        let n = self.vertices();
        if self.consistent {
            let corners = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
            let pairs: Vec<(u32, u32)> = tets.iter().flat_map(|(t, _)| corners.map(|[a, b]| (t[a], t[b]))).collect();
            let identity: Vec<u32> = (0..n as u32).collect();
            return Mass::consistent(Arc::new(Pattern::new(n, pairs)), &identity, &points, &tets);
        }
        let mut masses = points;
        for (tet, mass) in &tets {
            tet.iter().for_each(|v| masses[*v as usize] += mass / 4.0);
        }
        Mass::from_masses(masses)
    }

    /// Point masses of all vertices, and tets with their masses.
    fn masses(&self, bodies: Option<&[usize]>) -> (Vec<f64>, Vec<([u32; 4], f64)>) {
        let mut points = vec![0.0; self.vertices()];
        let mut tets = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            if bodies.is_some_and(|bodies| !bodies.contains(&i)) {
                continue;
            }
            match &part.substance {
                Substance::Solid { tet_masses, .. } => {
                    tets.extend(part.tets.iter().copied().zip(tet_masses.iter().copied()));
                }
                Substance::Springs(_) => {
                    points[part.range()].copy_from_slice(&part.masses);
                }
            }
        }
        (points, tets)
    }

    /// Positions and velocities of all vertices at the start.
    fn start(&self, file: &SceneFile, place: &Place) -> Result<(Vec<f64>, Vec<f64>), SceneError> {
        let (mut all_x, mut all_v) = (Vec::new(), Vec::new());
        for (i, (body, part)) in file.body.iter().zip(&self.parts).enumerate() {
            let place = place.at("body").at(i);
            let mut x: Vec<Vec3> = part.mesh.vertices.iter().map(|p| Vec3::from(*p)).collect();
            let mut v = vec![Vec3::zeros(); x.len()];
            let (displacements, velocities) = match (&body.springs, &body.tets) {
                (Some(SpringsSection::Arrays(a)), _) => {
                    let place = place.at("springs");
                    (
                        rows(&a.displacements, x.len(), &place.at("displacements"))?,
                        rows(&a.velocities, x.len(), &place.at("velocities"))?,
                    )
                }
                (_, Some(a)) => {
                    let place = place.at("tets");
                    (
                        rows(&a.displacements, x.len(), &place.at("displacements"))?,
                        rows(&a.velocities, x.len(), &place.at("velocities"))?,
                    )
                }
                _ => (&[][..], &[][..]),
            };
            x.iter_mut().zip(displacements).for_each(|(x, d)| *x += Vec3::from(*d));
            v.iter_mut().zip(velocities).for_each(|(v, d)| *v += Vec3::from(*d));
            if let Some(displacement) = &body.displacement {
                displacement.apply(&mut x, &part.masses, &place.at("displacement"))?;
            }
            if let Some(velocity) = &body.velocity {
                velocity.apply(&x, &part.masses, &mut v, &place.at("velocity"))?;
            }
            all_x.extend(x.iter().flatten());
            all_v.extend(v.iter().flatten());
        }
        Ok((all_x, all_v))
    }

    /// Rest places and masses.
    fn parts_of_world(&self) -> Parts {
        let (point_masses, tet_masses) = self.masses(None);
        let (rest, consistent) = (self.rest.clone(), self.consistent);
        Parts { rest, point_masses, tet_masses, consistent, ..Parts::default() }
    }

    fn views(&self) -> Vec<BodyView> {
        let view = |part: &Part| BodyView {
            name: part.name.clone(),
            first: part.first as usize,
            count: part.mesh.vertices.len(),
            tets: match part.substance {
                Substance::Solid { .. } => part.tets.clone(),
                Substance::Springs(_) => Vec::new(),
            },
            surface: part.surface.clone(),
            edges: match &part.substance {
                Substance::Solid { .. } => Vec::new(),
                Substance::Springs(network) => network.springs.edges.clone(),
            },
            skin: part.skin.clone(),
        };
        self.parts.iter().map(view).collect()
    }
}

impl Part {
    fn new(
        name: String,
        first: u32,
        body: &Body,
        folder: &Path,
        place: &Place,
        warnings: &mut Vec<String>,
    ) -> Result<Self, SceneError> {
        let (mesh, fibres) = body.geometry(folder, place, warnings)?;
        if let Some(x) = mesh.vertices.iter().flatten().find(|x| x.abs() > FARTHEST) {
            return Err(place.error(format!(
                "a coordinate of {x:e} m cannot be computed with, since its volumes and energies overflow; the limit is {FARTHEST:e} m"
            )));
        }
        let tets: Vec<[u32; 4]> = mesh.tets.iter().map(|t| t.map(|v| v + first)).collect();
        let surface = mesh.surface().into_iter().map(|t| t.map(|v| v + first)).collect();
        let inner = body.tets.as_ref().and_then(|tets| tets.material.as_ref());
        let roots = fibres.as_ref().map(|fibres| fibres.roots.clone()).unwrap_or_default();
        let (substance, masses) = match (&body.springs, body.material.as_ref().or(inner)) {
            (None, None) if fibres.is_some() => {
                let Cuboids { springs, diagonals, masses, .. } = fibres.expect("just looked at");
                let network = Network { springs, diagonals, ..Network::default() };
                (Substance::Springs(network.shifted(first)), masses)
            }
            (Some(_), Some(_)) => return Err(place.error("give `material` or `springs`, not both")),
            (Some(springs), None) => {
                if !body.regions.is_empty() {
                    return Err(place.at("regions").error("goes with `material`"));
                }
                let place = place.at("springs");
                let n = mesh.vertices.len();
                let (network, masses) = match springs {
                    SpringsSection::From(from) => {
                        (from.network(&mesh, body.shape.as_ref(), &place)?, from.masses(&mesh, &place)?)
                    }
                    SpringsSection::Arrays(arrays) => {
                        let masses = arrays.masses.spread(n, 0.0, &place.at("masses"))?;
                        (arrays.network(&place)?, masses)
                    }
                };
                if let Some(c) = network.springs.cubic.iter().copied().filter(|c| *c < 0.0).min_by(f64::total_cmp) {
                    // The force k e (1 + c e^2) is largest at 3 c e^2 = -1 and turns round at c e^2 = -1.
                    let [most, none] = [3.0, 1.0].map(|share: f64| brief((share * -c).sqrt().recip()));
                    warnings.push(place.at("cubic").warning(format!(
                        "{c} /m^2 makes springs soften: stretched by more than {most} m they pull less, by more than {none} m they push apart"
                    )));
                }
                (Substance::Springs(network.shifted(first)), masses)
            }
            (None, Some(_)) if mesh.tets.is_empty() => {
                return Err(place.at("material").error("the body has no tets; use `springs` for edges and sheets"));
            }
            (None, Some(material)) => {
                let assigned = assign(material, &body.regions, &mesh, &place.at("regions"))?;
                let mut masses = vec![0.0; mesh.vertices.len()];
                let mut tet_masses = Vec::with_capacity(mesh.tets.len());
                for (tet, index) in mesh.tets.iter().zip(&assigned.of_tet) {
                    let corners = tet.map(|v| Vec3::from(mesh.vertices[v as usize]));
                    let mass = assigned.materials[*index].density * tet_volume(&corners);
                    tet.iter().for_each(|v| masses[*v as usize] += mass / 4.0);
                    tet_masses.push(mass);
                }
                (Substance::Solid { assigned, tet_masses }, masses)
            }
            (None, None) => {
                return Err(place.error(
                    "give `material` (for a solid of tets) or `springs`, for example \
                     material = { model = \"corotated\", young = 1e6, poisson = 0.45, density = 1000 }",
                ));
            }
        };
        let mut skin = None;
        if let Some(section) = &body.skin {
            let place = place.at("skin");
            let mut bound = section.bind(body, &mesh.vertices, &mesh.tets, folder, &place, warnings)?;
            bound.bound.iter_mut().for_each(|b| b.corners = b.corners.map(|v| v + first));
            skin = Some(bound);
        }
        Ok(Self { name, first, mesh, tets, surface, masses, substance, skin, roots })
    }

    /// Its vertices among all.
    pub fn range(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.mesh.vertices.len()
    }

    /// Vertices that can touch something: those of the surface, or all where there is none.
    pub fn outer_vertices(&self) -> Vec<u32> {
        if self.surface.is_empty() {
            return self.range().map(|v| v as u32).collect();
        }
        let mut vertices: Vec<u32> = self.surface.iter().flatten().copied().collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    }

    /// Elastic terms, one for each distinct material.
    fn terms(&self, rest: &[f64], place: &Place) -> Result<Vec<Box<dyn ForceTerm>>, SceneError> {
        match &self.substance {
            Substance::Springs(network) => {
                network.terms(&self.name, rest, &self.tets).map_err(|e| place.at("springs").error(e))
            }
            Substance::Solid { assigned, .. } => {
                let mut terms = Vec::new();
                for (i, material) in assigned.materials.iter().enumerate() {
                    let tets = assigned.tets(i, &self.tets);
                    if !tets.is_empty() {
                        let place = if i == 0 { place.at("material") } else { place.at("regions").at(i - 1) };
                        terms.push(material.term(&self.name, rest, &tets).map_err(|e| place.error(e))?);
                    }
                }
                Ok(terms)
            }
        }
    }
}
