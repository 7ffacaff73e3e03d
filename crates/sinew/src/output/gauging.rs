//! Speed, strain, stress and energy as colours: a number per cell, and from those a number per drawn vertex.
//!
//! A vertex has the mean of the cells around it, weighted by their rest volumes (springs count alike). A vertex of a skin lies
//! between the corners of its tet and has a value between theirs. Cells whose number is not finite (a tet without volume)
//! are left out.

use std::collections::HashMap;

use super::cells::Cells;
use super::view::View;
use crate::mechanics::{Configuration, Gauge, Role, Vec3, World};
use crate::models::solids::tet_volume;

/// What the colours tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Speed of the vertex.
    Speed,
    /// Largest strain of a solid, signed strain of a spring.
    Strain,
    /// Stress of von Mises of a solid, tension of a spring.
    Stress,
    /// Energy density of a solid, energy of a spring.
    Energy,
}

impl Colour {
    /// All of them.
    pub const ALL: [Colour; 4] = [Colour::Speed, Colour::Strain, Colour::Stress, Colour::Energy];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Speed => "speed",
            Colour::Strain => "strain",
            Colour::Stress => "stress",
            Colour::Energy => "energy",
        }
    }

    /// Its unit for solids; see [`Gauging::unit`] for that of a scene.
    pub fn unit(self) -> &'static str {
        match self {
            Colour::Speed => "m/s",
            Colour::Strain => "",
            Colour::Stress => "Pa",
            Colour::Energy => "J/m³",
        }
    }

    fn gauge(self) -> Option<Gauge> {
        match self {
            Colour::Speed => None,
            Colour::Strain => Some(Gauge::Strain),
            Colour::Stress => Some(Gauge::Stress),
            Colour::Energy => Some(Gauge::EnergyDensity),
        }
    }
}

/// Gauges the cells and vertices of one scene.
pub struct Gauging {
    cells: Cells,
    /// For each elastic term that has cells: its index, and the cell of each of its elements or `NONE`.
    cells_of: Vec<(usize, Vec<u32>)>,
    /// Weight of each cell in the mean of a vertex.
    weights: Vec<f64>,
    elements: Vec<f64>,
    values: Vec<f64>,
    sums: Vec<f64>,
    shares: Vec<f64>,
    drawn: Vec<f64>,
    view: View,
}

const NONE: u32 = u32::MAX;

impl Gauging {
    /// Finds the cells of all elements.
    pub fn new(world: &World, view: &View) -> Self {
        let cells = Cells::new(view);
        let key = |vertices: &[u32]| {
            let mut key = [NONE; 4];
            key[..vertices.len()].copy_from_slice(vertices);
            key.sort_unstable();
            key
        };
        let found: HashMap<[u32; 4], u32> = (0..cells.len()).map(|k| (key(cells.vertices(k)), k as u32)).collect();
        let mut cells_of = Vec::new();
        for (i, term) in world.terms().iter().enumerate().filter(|(_, t)| t.role() == Role::Elastic) {
            let vertices = (0..term.elements()).map(|e| term.element_vertices(e));
            // Springs of a point to a place in space have one vertex and no cell.
            let list: Vec<u32> = vertices
                .map(|v| if (2..=4).contains(&v.len()) { found.get(&key(v)).copied().unwrap_or(NONE) } else { NONE })
                .collect();
            if list.iter().any(|k| *k != NONE) {
                cells_of.push((i, list));
            }
        }
        let rest = |v: u32| Vec3::from_column_slice(&world.rest()[3 * v as usize..3 * v as usize + 3]);
        let volumes = cells.tets.iter().map(|t| tet_volume(&t.map(rest)));
        let weights = volumes.chain(std::iter::repeat_n(1.0, cells.len() - cells.tets.len())).collect();
        let (elements, values, sums, shares, drawn) = Default::default();
        Self { cells, cells_of, weights, elements, values, sums, shares, drawn, view: view.clone() }
    }

    /// The cells, in the order of [`cell_values`](Self::cell_values).
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Unit of a colour in this scene: springs have a force and an energy where solids have densities.
    pub fn unit(&self, colour: Colour) -> &'static str {
        let (solids, springs) = (!self.cells.tets.is_empty(), !self.cells.edges.is_empty());
        match (colour, solids, springs) {
            (Colour::Stress, false, true) => "N",
            (Colour::Energy, false, true) => "J",
            (Colour::Stress, true, true) => "Pa; springs N",
            (Colour::Energy, true, true) => "J/m³; springs J",
            _ => colour.unit(),
        }
    }

    /// One number per cell; zero for cells that are no element. Parallel springs pull and store together.
    pub fn cell_values(&mut self, world: &World, at: &Configuration, gauge: Gauge, out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.cells.len(), 0.0);
        for (term, cells) in &self.cells_of {
            self.elements.clear();
            world.terms()[*term].element_gauges(at, gauge, &mut self.elements);
            for (value, cell) in self.elements.iter().zip(cells).filter(|(_, cell)| **cell != NONE) {
                let to = &mut out[*cell as usize];
                *to = if gauge == Gauge::Strain { *value } else { *to + value };
            }
        }
    }

    /// One number per drawn vertex, all finite, and the range to colour them by: from zero, or from the lowest if that is below.
    pub fn vertex_values(
        &mut self,
        world: &World,
        t: f64,
        x: &[f64],
        v: &[f64],
        colour: Colour,
        out: &mut Vec<f64>,
    ) -> [f64; 2] {
        out.clear();
        let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
        match colour.gauge() {
            None => {
                self.view.draw(v, &mut self.drawn);
                out.extend(self.drawn.chunks_exact(3).map(|v| finite(Vec3::from_column_slice(v).norm())));
            }
            Some(gauge) => {
                let mut values = std::mem::take(&mut self.values);
                self.cell_values(world, &Configuration { t, x, v }, gauge, &mut values);
                self.spread(&values, out);
                self.values = values;
            }
        }
        out.iter().fold([0.0; 2], |[low, high], x| [low.min(*x), high.max(*x)])
    }

    /// From cells to vertices, and from those to the vertices of skins.
    fn spread(&mut self, values: &[f64], out: &mut Vec<f64>) {
        let n = self.view.simulated_vertices();
        for buffer in [&mut self.sums, &mut self.shares] {
            buffer.clear();
            buffer.resize(n, 0.0);
        }
        for (_, cells) in &self.cells_of {
            for k in cells.iter().filter(|k| **k != NONE && values[**k as usize].is_finite()).map(|k| *k as usize) {
                for v in self.cells.vertices(k) {
                    self.sums[*v as usize] += self.weights[k] * values[k];
                    self.shares[*v as usize] += self.weights[k];
                }
            }
        }
        out.extend(self.sums.iter().zip(&self.shares).map(|(sum, share)| if *share > 0.0 { sum / share } else { 0.0 }));
        for binding in self.view.bodies.iter().filter_map(|b| b.skin.as_ref()).flat_map(|skin| &skin.bound) {
            let corners = binding.corners.map(|v| out[v as usize]);
            let (low, high) =
                corners.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
            let mean: f64 = corners.iter().zip(&binding.weights).map(|(x, w)| x * w).sum();
            out.push(mean.clamp(low, high));
        }
    }
}
