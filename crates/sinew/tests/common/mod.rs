//! Small bodies that several test files share.
#![allow(dead_code)] // each test file uses a part of this

pub mod running;

use std::sync::Arc;

use sinew::integrators;
use sinew::mechanics::motion::Still;
use sinew::mechanics::*;
use sinew::mesh::Mesh;
use sinew::mesh::shapes::Shape;
use sinew::models::solids::{Lame, materials, tet_volume};

/// A solid of one material.
#[derive(Clone, Copy)]
pub struct Solid {
    /// Name in the catalog of materials.
    pub material: &'static str,
    /// Young's modulus in Pa.
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
    /// Density in kg/m^3.
    pub density: f64,
}

/// Soft rubber.
pub const RUBBER: Solid = Solid { material: "neo-hookean", young: 1e6, poisson: 0.3, density: 1000.0 };

/// A block of the catalog.
pub fn block(size: [f64; 3], cells: [usize; 3]) -> Mesh {
    let text = format!("kind = \"block\"\nsize = {size:?}\ncells = {cells:?}");
    toml::from_str::<Shape>(&text).expect("a sound shape").build().expect("a sound block")
}

impl Solid {
    /// Its moduli.
    pub fn lame(&self) -> Lame {
        Lame::from_young(self.young, self.poisson).expect("sound parameters")
    }

    /// A world of this solid alone, held still where `pinned` says so.
    pub fn parts(&self, mesh: &Mesh, pinned: impl Fn([f64; 3]) -> bool) -> Parts {
        let rest: Vec<f64> = mesh.vertices.as_flattened().to_vec();
        let entry = materials::CATALOG.iter().find(|m| m.name == self.material).expect("a known material");
        let term = (entry.term)("body".into(), self.lame(), &rest, &mesh.tets).expect("sound tets");
        let corner = |v: u32| Vec3::from(mesh.vertices[v as usize]);
        Parts {
            point_masses: vec![0.0; mesh.vertices.len()],
            tet_masses: mesh.tets.iter().map(|t| (*t, self.density * tet_volume(&t.map(corner)))).collect(),
            held: (0..mesh.vertices.len())
                .filter(|v| pinned(mesh.vertices[*v]))
                .map(|v| Held { vertex: v as u32, motion: Arc::new(Still) })
                .collect(),
            terms: vec![term],
            rest,
            ..Parts::default()
        }
    }

    /// The same, built.
    pub fn world(&self, mesh: &Mesh, pinned: impl Fn([f64; 3]) -> bool) -> World {
        World::new(self.parts(mesh, pinned)).expect("a sound world")
    }

    /// Masses of all vertices.
    pub fn masses(&self, mesh: &Mesh) -> Mass {
        self.world(mesh, |_| false).all_mass().clone()
    }
}

/// Rest positions, no velocity.
pub fn at_rest(world: &World) -> State {
    world.restrict(0.0, world.rest(), &vec![0.0; world.rest().len()])
}

/// An integrator of the catalog with options in TOML.
pub fn integrator(name: &str, options: &str) -> Box<dyn integrators::Integrator> {
    integrators::build(name, &options.parse::<toml::Table>().expect("sound TOML")).expect("sound options")
}
