//! The scenes that come with the program, embedded so that they need no files.

use super::error::SceneError;
use crate::catalog::short_suggestion;

/// A shipped scene.
#[derive(Debug, Clone, Copy)]
pub struct ShippedScene {
    /// Name on the command line.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Folder under `scenes/`.
    pub folder: &'static str,
    /// The scene file.
    pub text: &'static str,
}

/// Folders of the scenes of papers.
const PAPERS: [&str; 5] = ["eti", "rosenbrock", "stiff-accuracy", "stabilized", "siere"];

impl ShippedScene {
    /// Whether it is a scene of one of the papers.
    pub fn is_of_a_paper(&self) -> bool {
        PAPERS.contains(&self.folder)
    }
}

macro_rules! shipped {
    ($($folder:literal { $($name:literal $summary:literal,)* })*) => {
        &[$($(ShippedScene {
            name: $name,
            summary: $summary,
            folder: $folder,
            text: include_str!(concat!("../../../../scenes/", $folder, "/", $name, ".toml")),
        },)*)*]
    };
}

/// All shipped scenes, in the order in which they are listed.
pub const CATALOG: &[ShippedScene] = shipped! {
    "basics" {
        "demo" "a twisted tower unwinds, a ring drops over a sphere, a ball bounces",
        "beam-small" "clamped beam under gravity, 1 280 tets",
        "beam-medium" "clamped beam under gravity, 10 240 tets",
        "beam-large" "clamped beam under gravity, 81 920 tets",
        "spinning-cube" "co-rotated cube spinning freely at 10 rad/s",
        "hanging-cloth" "cloth of springs held at two corners, in a light wind",
        "swinging-rope" "stiff rope swinging from one end",
        "didactic-spring" "one stiff stretched spring revolving about a point",
        "falling-ball" "rotating ball in free fall",
        "bouncing-ball" "ball bouncing on a plane",
    }
    "eti" {
        "fermi-pasta-ulam" "two coupled oscillators driven near resonance, from rest",
        "fermi-pasta-ulam-resonant" "two coupled oscillators driven near resonance, on the exact periodic motion",
        "pylon" "electricity pylon of 699 bars let go under its weight",
        "coil-spring" "coil of 5 158 springs standing on its first turn",
        "dome" "dome-shaped part of springs from 50 to 1e12 N/m",
        "squatting-armadillo" "armadillo of springs sinking down and rising again, 14 000 vertices",
        "pumped-rabbit" "rabbit of springs sinking down and swelling again",
        "bouncing-dragon" "dragon of cubic springs nodding with its head, 100 000 vertices",
        "twisting-beam" "beam of 3 481 cubic springs twisted by half a turn",
        "three-tori" "three rings of different stiffness bouncing on held particles",
        "stiff-rope" "rope of 80 particles with a strain of a tenth of a percent",
        "aluminium-foil" "foil of 10 x 10 particles held at two ends",
        "steel-sphere" "steel sphere bouncing on a penalty of 1e15 N/m",
        "warped-tower" "lattice tower of warped linear tets in a gusty wind",
        "bouncing-torus" "ring bouncing on held particles",
        "cloth-on-hemisphere" "cloth of 10 000 particles slides over a hemisphere and falls on",
        "cloth-on-spinning-blob" "cloth of 10 000 particles over a spinning statue, a mesh as obstacle",
        "double-helix" "two strands of 1 372 atoms trembling about their equilibrium",
        "helix-bundle" "seven helices, 1 732 atoms",
        "coiled-helices" "four long helices, 2 994 atoms",
    }
    "rosenbrock" {
        "toothbrush" "toothbrush of 1 500 bristles, 90 000 unknowns, rubs a paperweight",
        "oscillating-coil" "coil spring of 8 000 vertices, undamped, for a minute",
        "crash-moderate" "car-like shell of 120 000 vertices against a wall at 4 m/s, with lasting dents",
        "crash-fast" "the same at 8 m/s",
        "crash-pole" "the same against a pole beside its middle",
    }
    "stiff-accuracy" {
        "wobbling-block" "block of weak and very strong springs [michels2017, Fig. 3a]",
        "wobbling-rabbit-small" "rabbit of 1 000 vertices, weak springs and very strong ones",
        "wobbling-rabbit-medium" "the same with 4 000 vertices",
        "wobbling-rabbit-large" "the same with 8 000 vertices",
        "flag" "flag of 50 x 70 particles and cubic springs in the wind",
        "girder-tower" "lattice tower, very stiff below and soft above, swaying",
        "hair-shake" "head of 60 000 hairs that shakes, 6.48 M unknowns, some 8 GB",
        "tooth-brushing" "toothbrush of 1 500 bristles over two teeth, and what plaque it leaves",
        "bacterium" "flagellum driven by a motor swims in water, 360 unknowns",
    }
    "stabilized" {
        "simple-spring" "one stiff stretched spring revolving about a point, at its right energy",
        "soft-spinning-cube" "co-rotated cube spinning freely at 10 rad/s, 1e5 Pa",
        "stiff-spinning-cube" "the same at 1e7 Pa, where midpoint explodes and Euler stops it",
        "stretching-bar" "bar let go under its weight, bouncing back time after time",
        "swinging-body" "body of 34 500 vertices swinging from its two ears, at a fixed price a step",
        "sliding-body" "body sliding over a smooth plane",
        "braking-body" "the same on a rough plane",
        "shuffled-cactus" "cactus with its vertices at random places comes back to its shape",
        "shaken-cloth" "cloth of 10 201 particles shaken by a hand",
        "stretched-face" "face with a long nose, let go",
        "falling-on-spheres" "four-legged body falling on four spheres",
        "cube-on-spheres" "cube bouncing on a bed of spheres",
        "horned-body" "thin horns that shiver, the known weakness of the blend",
        "two-springs" "the two springs of the stability proof, where backward Euler gains energy",
    }
    "siere" {
        "hanging-ball" "hard shell, soft core, held at its top and pulled down at 20 g",
        "dropped-ball" "the same ball falls on a floor",
        "untwisting-cuboid" "neo-Hookean cuboid twisted by half a turn and let go",
        "untwisting-cuboid-arap" "the same with the ARAP energy",
        "uncoiling-rope" "coiled rope unwinds under its weight, 46 800 tets",
        "honeycomb-sheet" "sheet of hexagonal cells, stiff edges and soft core",
        "spiral-ball" "ball wound of one rod, StVK up to 1e10 Pa",
        "tower-in-wind" "lattice tower in a strong wind",
        "bridge-in-wind" "arch bridge in a side wind, 1e6 to 1e10 Pa",
        "tree-in-gusts" "tree in strong gusts",
        "soft-body" "human figure of soft tissue, jolted upwards",
    }
    "contact" {
        "box-on-slope" "stiff box sliding down a slope, or sticking to it",
        "falling-pile" "four bodies falling on each other",
        "folding-cloth" "ribbon of cloth folding on itself on the floor",
    }
    "battery" {
        "battery-cube" "co-rotated cube of 27 vertices spinning freely at 10 rad/s, 1e7 Pa",
        "battery-cube-stiff" "the same at 1e9 Pa",
        "battery-beam" "thin clamped beam, 1e9 Pa, whose lowest modes turn by two radians a step",
        "battery-beam-soft" "the same of rubber, 1e6 Pa",
        "battery-block" "block of springs with a stiffness ratio of 1e8, tipping over",
        "battery-twist" "neo-Hookean cuboid of 63 vertices twisted by half a turn and let go",
        "battery-twist-full" "the same twisted by a full turn",
        "battery-rope" "stiff rope of 80 particles falling from the horizontal",
        "battery-cloth" "stiff cloth of 10 x 10 particles falling from the horizontal",
        "battery-spring" "one stiff stretched spring revolving about a point",
    }
    "battery-large" {
        "battery-cube-large" "the spinning cube, 8 640 tets",
        "battery-beam-large" "the thin stiff beam, 10 000 tets",
        "battery-block-large" "the tipping block of springs, 5 120 tets",
        "battery-twist-large" "the half-twisted cuboid, 15 000 tets",
        "battery-rope-large" "the falling rope, 2 000 particles",
        "battery-cloth-large" "the falling cloth, 6 400 particles",
    }
};

/// The name that stands for all scenes where a set of them is asked for.
pub const ALL: &str = "all";

/// Names of the sets of scenes: the folders, in the order in which they are listed, and [`ALL`].
pub fn sets() -> Vec<&'static str> {
    let mut names: Vec<&str> = CATALOG.iter().map(|scene| scene.folder).collect();
    names.dedup();
    names.push(ALL);
    names
}

/// The scenes of a set; none if no set has this name.
pub fn set(name: &str) -> Option<Vec<&'static ShippedScene>> {
    let scenes: Vec<_> = CATALOG.iter().filter(|scene| name == ALL || scene.folder == name).collect();
    (!scenes.is_empty()).then_some(scenes)
}

/// The shipped scene of a name.
pub fn find(name: &str) -> Result<&'static ShippedScene, SceneError> {
    CATALOG.iter().find(|scene| scene.name == name).ok_or_else(|| SceneError::UnknownScene {
        name: name.into(),
        hint: short_suggestion(name, CATALOG.iter().map(|scene| scene.name), "sinew list scenes"),
    })
}
