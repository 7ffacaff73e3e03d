//! One of everything, on eight vertices, with the states at which it is tried.

use std::sync::Arc;

use sinew::contact::{Obstacle, Penalty, penalty};
use sinew::mechanics::check::Sample;
use sinew::mechanics::{ForceTerm, Mass, Motion};
use sinew::models::forces::{Attachment, Gusts, Spread, Wind};
use sinew::models::motions::{Keyframes, Oscillate, Rotate, Sequence, Swing, Translate};
use sinew::models::signal::Signal;
use sinew::models::{damping, forces, springs};

use crate::support::{Random, turned};

pub const VERTICES: usize = 8;
pub const TETS: [[u32; 4]; 5] = [[0, 1, 2, 4], [3, 2, 1, 7], [5, 1, 4, 7], [6, 4, 2, 7], [1, 2, 4, 7]];
pub const TRIANGLES: [[u32; 3]; 4] = [[0, 2, 1], [1, 2, 3], [0, 1, 5], [0, 5, 4]];

/// A cube with its corners moved a little, so that nothing is special.
pub fn rest() -> Vec<f64> {
    let mut random = Random(5);
    let corner = |i: usize, c: usize| ((i >> c) & 1) as f64;
    (0..VERTICES).flat_map(|i| [corner(i, 0), corner(i, 1), corner(i, 2)]).map(|x| x + 0.1 * random.next()).collect()
}

pub fn masses() -> Mass {
    Mass::from_masses((0..VERTICES).map(|i| 0.5 + 0.2 * i as f64).collect())
}

/// A motion in which everything moves at every time.
pub fn carried() -> Arc<dyn Motion> {
    let swing = Swing::new([0.2, 0.1, -0.3], [1.0, 0.4, 0.2], 0.3, 0.7, 0.4).unwrap();
    let shift = Oscillate::new([0.05, -0.1, 0.08], 0.9, 0.2).unwrap();
    Arc::new(Sequence::new(vec![Arc::new(swing), Arc::new(shift)]).unwrap())
}

pub struct Case {
    pub name: &'static str,
    pub term: Box<dyn ForceTerm>,
    pub states: Vec<Sample>,
    /// Whether the assembled tangents are the true derivatives (else stand-ins, see the term's head).
    pub exact_stiffness: bool,
    pub exact_damping: bool,
    /// Whether no force from outside acts.
    pub internal: bool,
    /// Whether the energy has a continuous Hessian near the states that are tried (contact at touch may not).
    pub smooth: bool,
}

/// States near rest and far from it, plain and turned, with random velocities at some times.
pub fn states() -> Vec<Sample> {
    let mut random = Random(11);
    let rest = rest();
    let mut states = Vec::new();
    for (k, amplitude) in [0.02, 0.1, 0.5, 1.0].into_iter().enumerate() {
        let moved: Vec<f64> = rest.iter().map(|x| x + amplitude * random.next()).collect();
        let v = random.vector(moved.len());
        let r = random.rotation();
        let t = 0.137 + 0.21 * k as f64;
        states.push(Sample { t, x: turned(&moved, &r), v: v.clone() });
        states.push(Sample { t: t + 0.1, x: moved, v });
    }
    states
}

/// States with two vertices in one place: only for springs without length.
fn touching() -> Vec<Sample> {
    let mut states = states();
    for s in &mut states {
        let (first, second) = s.x.split_at_mut(3);
        second[..3].copy_from_slice(first);
    }
    states
}

pub fn network(seed: u64, length: f64, cubic: f64) -> springs::Springs {
    let mut random = Random(seed);
    let edges = springs::tet_edges(&TETS);
    springs::Springs {
        stiffness: edges.iter().map(|_| 50.0 + 40.0 * random.next()).collect(),
        rest_length: edges.iter().map(|_| length * (1.0 + 0.3 * random.next())).collect(),
        cubic: vec![cubic; edges.len()],
        edges,
    }
}

pub fn attached(rest_length: f64) -> Vec<Attachment> {
    let point = |v: u32| [0.3 * v as f64 - 0.4, 0.2, -0.1 * v as f64];
    [0, 3, 6]
        .map(|v| Attachment {
            vertex: v,
            point: point(v),
            motion: carried(),
            stiffness: 30.0 + v as f64,
            rest_length,
            damping: 2.0 + v as f64,
        })
        .to_vec()
}

pub fn breeze(gusts: bool) -> Wind {
    Wind {
        velocity: [3.0, -1.0, 0.5],
        density: 1.2,
        normal_drag: 1.3,
        tangential_drag: 0.4,
        gusts: gusts.then_some(Gusts { strength: 2.0, frequency: 1.5, length: 0.8, seed: 3 }),
    }
}

/// A convex mesh, so that its distance is convex like those of the other bodies.
const OCTAHEDRON: [[f64; 3]; 6] =
    [[0.9, 0.1, 0.0], [-0.9, 0.0, 0.1], [0.0, 0.8, 0.0], [0.1, -0.9, 0.0], [0.0, 0.0, 0.9], [0.0, 0.1, -0.8]];
const OCTAHEDRON_FACES: [[u32; 3]; 8] =
    [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];

pub fn obstacles() -> Vec<(&'static str, Obstacle)> {
    vec![
        ("plane", Obstacle::plane([0.1, 0.2, 0.3], [0.3, -0.2, 1.0]).unwrap()),
        ("sphere", Obstacle::sphere([0.4, 0.6, 0.3], 0.7).unwrap()),
        ("box", Obstacle::cuboid([0.4, 0.5, 0.4], [0.9, 1.1, 0.8], 0.0).unwrap().turned([1.0, 2.0, 0.5], 0.7).unwrap()),
        ("rounded box", Obstacle::cuboid([0.4, 0.5, 0.4], [0.9, 1.1, 0.8], 0.3).unwrap()),
        ("capsule", Obstacle::capsule([0.0, 0.3, 0.2], [0.7, 0.6, 0.5], 0.5).unwrap()),
        ("cylinder", Obstacle::cylinder([0.0, 0.3, 0.2], [0.7, 0.6, 0.5], 0.6).unwrap()),
        ("mesh", Obstacle::mesh(&OCTAHEDRON.map(|p| p.map(|c| 0.4 + c)), &OCTAHEDRON_FACES).unwrap()),
    ]
}

pub fn zoo() -> Vec<Case> {
    let n = VERTICES;
    let (rest, mass) = (rest(), masses());
    let everyone: Vec<u32> = (0..n as u32).collect();
    let mut zoo = Vec::new();
    let mut add = |name, term, states: Vec<Sample>, exact: (bool, bool), internal| {
        let (exact_stiffness, exact_damping) = exact;
        zoo.push(Case { name, term, states, exact_stiffness, exact_damping, internal, smooth: true });
    };
    let exact = (true, true);

    let net = |length, cubic| springs::springs("net", n, network(3, length, cubic)).unwrap();
    add("springs", net(0.9, 0.0), states(), exact, true);
    add("cubic springs", net(0.9, 4.0), states(), exact, true);
    add("softening springs", net(0.9, -0.7), states(), exact, true);
    add("zero-length springs", net(0.0, 0.0), touching(), exact, true);
    add("cubic zero-length springs", net(0.0, 2.0), touching(), exact, true);
    let linear = springs::linearized("net", &rest, network(3, 0.9, 2.0)).unwrap();
    add("linearized springs", linear, states(), exact, false);
    add("altitude springs", springs::altitude("altitudes", &rest, &TETS, 80.0).unwrap(), states(), exact, true);
    let linear = springs::linearized_altitude("altitudes", &rest, &TETS, 80.0).unwrap();
    add("linearized altitude springs", linear, states(), exact, false);
    let edges = springs::tet_edges(&TETS);
    let viscosity = (0..edges.len()).map(|i| 1.0 + i as f64).collect();
    let dashpots = springs::strain_rate("dashpots", n, edges, viscosity).unwrap();
    add("spring dashpots", dashpots, states(), (false, true), true);

    add("gravity", forces::gravity(&mass, [0.3, -0.2, -9.81]).unwrap(), states(), exact, false);
    let sine = Signal::sine(0.3, 2.0, 1.7, 0.5).unwrap();
    let keys = Signal::keyframes(&[0.0, 0.31, 0.77, 1.5], &[0.0, 1.0, -2.0, 3.0]).unwrap();
    let field = |spread, signal| forces::field("field", &mass, &[1, 2, 5], [1.0, 2.0, -0.5], spread, signal).unwrap();
    add("field", field(Spread::PerVertex, None), states(), exact, false);
    add("field in time", field(Spread::PerMass, Some(sine.clone())), states(), exact, false);
    add("total field in time", field(Spread::Total, Some(keys)), states(), exact, false);
    let points = [(2, [0.0, 1.0, 2.0]), (5, [-3.0, 0.5, 0.0])];
    add("point loads", forces::point_loads("points", n, &points, None).unwrap(), states(), exact, false);
    let varying = forces::point_loads("points", n, &points, Some(sine)).unwrap();
    add("point loads in time", varying, states(), exact, false);
    for (name, gusts) in [("wind", false), ("gusty wind", true)] {
        let term = forces::wind("wind", n, &TRIANGLES, breeze(gusts)).unwrap();
        add(name, term, states(), (false, true), false);
    }
    add("attachments", forces::attachments("a", n, &attached(0.0)).unwrap(), states(), exact, false);
    add("long attachments", forces::attachments("a", n, &attached(0.4)).unwrap(), states(), exact, false);
    let term = forces::attachment_damping("a", n, &attached(0.0)).unwrap();
    add("attachment dashpots", term, states(), exact, false);
    let term = forces::attachment_damping("a", n, &attached(0.4)).unwrap();
    add("long attachment dashpots", term, states(), (false, true), false);

    let relaxed = springs::Springs::relaxed(&rest, springs::tet_edges(&TETS), 60.0).unwrap();
    let mut elastic = [springs::springs("net", n, relaxed).unwrap()];
    let term = damping::rayleigh("rayleigh", 0.7, 0.05, &mass, &mut elastic, &rest).unwrap();
    add("rayleigh", term, states(), exact, false);
    add("drag", damping::drag("drag", 0.9, &mass).unwrap(), states(), exact, false);
    let term = damping::rigid_preserving("rigid", 1.3, &mass).unwrap();
    add("rigid-preserving damping", term, states(), (false, false), true);

    for (name, obstacle) in obstacles() {
        for (motion, ramp) in [(None, 0.15), (Some(carried()), 0.0), (Some(carried()), 0.2)] {
            let obstacle = motion.map_or(obstacle.clone(), |m| obstacle.clone().moved_by(m));
            let settings = Penalty { stiffness: 200.0, offset: 0.1, ramp };
            let term = penalty("contact", n, &everyone, obstacle, settings).unwrap();
            let smooth = ramp > 0.0 && !name.contains("box");
            let (exact_stiffness, exact_damping, internal) = (true, true, false);
            zoo.push(Case { name, term, states: states(), exact_stiffness, exact_damping, internal, smooth });
        }
    }
    let grip = |v: u32| forces::Grip { vertex: v, offset: [0.1 * v as f64, -0.3, 0.2], stiffness: 40.0, damping: 1.5 };
    for term in forces::hand(n, &[grip(1), grip(4)], 0.3, carried()).unwrap() {
        let (exact_stiffness, exact_damping, internal, smooth) = (true, true, false, true);
        zoo.push(Case { name: "hand", term, states: states(), exact_stiffness, exact_damping, internal, smooth });
    }
    let keys = Signal::keyframes(&[0.0, 0.31, 1.5], &[0.5, 1.0, -2.0]).unwrap();
    for (name, signal) in [("pressure", None), ("pressure in time", Some(keys))] {
        let term = forces::pressure("pressure", n, &TRIANGLES, 7.0, signal).unwrap();
        let (exact_stiffness, exact_damping, internal, smooth) = (false, true, false, true);
        zoo.push(Case { name, term, states: states(), exact_stiffness, exact_damping, internal, smooth });
    }
    zoo
}

/// Motions by which vertices are held in the energy balance.
pub fn scripts() -> Vec<Arc<dyn Motion>> {
    let translations = [[0.0; 3], [0.1, 0.0, 0.2], [-0.1, 0.1, 0.0]];
    vec![
        carried(),
        Arc::new(Translate::new([0.2, -0.3, 0.4], 0.6).unwrap()),
        Arc::new(Rotate::new([0.5; 3], [0.0, 1.0, 0.3], 1.2, 0.0).unwrap()),
        Arc::new(Keyframes::new(&[0.0, 0.5, 1.3], &translations, None).unwrap()),
    ]
}
