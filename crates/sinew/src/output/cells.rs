//! What files about a scene hold, in one fixed order: the tets of all bodies, the triangles of sheets, the springs.

use super::view::View;
use crate::mesh::write::vtu;

/// Cells of all bodies as indices of simulated vertices.
#[derive(Debug, Clone, Default)]
pub struct Cells {
    /// Tetrahedra.
    pub tets: Vec<[u32; 4]>,
    /// Triangles of bodies without tets; a body of tets is shown by them.
    pub triangles: Vec<[u32; 3]>,
    /// Springs.
    pub edges: Vec<[u32; 2]>,
    /// Body of each cell.
    pub body: Vec<u32>,
}

impl Cells {
    /// All cells of a scene.
    pub fn new(view: &View) -> Self {
        let mut cells = Self::default();
        let mut body = |k: usize, n: usize| cells.body.extend(std::iter::repeat_n(k as u32, n));
        for (k, b) in view.bodies.iter().enumerate() {
            cells.tets.extend(&b.tets);
            body(k, b.tets.len());
        }
        for (k, b) in view.bodies.iter().enumerate().filter(|(_, b)| b.tets.is_empty()) {
            cells.triangles.extend(&b.surface);
            body(k, b.surface.len());
        }
        for (k, b) in view.bodies.iter().enumerate() {
            cells.edges.extend(&b.edges);
            body(k, b.edges.len());
        }
        cells
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.body.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// The same for the writer of VTU files.
    pub fn borrowed(&self) -> vtu::Cells<'_> {
        vtu::Cells { tets: &self.tets, triangles: &self.triangles, edges: &self.edges }
    }

    /// Vertices of cell k.
    pub fn vertices(&self, k: usize) -> &[u32] {
        let (tets, sheets) = (self.tets.len(), self.tets.len() + self.triangles.len());
        match k {
            k if k < tets => &self.tets[k],
            k if k < sheets => &self.triangles[k - tets],
            k => &self.edges[k - sheets],
        }
    }
}
