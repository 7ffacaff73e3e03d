//! One fibre against beam theory: small loads on its tip, and its lowest frequencies.

use std::f64::consts::PI;
use std::sync::Arc;

use nalgebra::{DMatrix, DVector, SymmetricEigen};
use sinew::mechanics::ForceTerm;
use sinew::mechanics::check::Sample;
use sinew::mesh::strands::{Fibre, Growth};
use sinew::models::fibres::{Cuboids, Matter, cuboids, diagonals};
use sinew::models::springs::springs;
use sinew_math::sparse::{BlockMatrix, Pattern};

/// Hair and bristle of [michels2017, sec. 4.4], in SI units.
const HAIR: Matter = Matter { young: 3.6e9, torsion: 1e9, density: 1300.0 };
const BRISTLE: Matter = Matter { young: 3.2e10, torsion: 1e9, density: 1100.0 };

fn fibre(matter: &Matter, length: f64, segments: u32, thickness: [f64; 2]) -> Cuboids {
    let mut strands = Growth::Fibre(Fibre { length, segments }).build().unwrap();
    strands.taper(thickness);
    cuboids(&strands, matter).unwrap()
}

pub fn terms(fibre: &Cuboids) -> [Box<dyn ForceTerm>; 2] {
    let n = fibre.vertices.len();
    [springs("springs", n, fibre.springs.clone()).unwrap(), diagonals("diagonals", n, fibre.diagonals.clone()).unwrap()]
}

/// K at rest over the free vertices: all but the first four.
fn stiffness(fibre: &Cuboids) -> DMatrix<f64> {
    let n = fibre.vertices.len();
    let x = fibre.vertices.iter().flatten().copied().collect();
    let s = Sample { t: 0.0, x, v: vec![0.0; 3 * n] };
    let everyone: Vec<u32> = (0..n as u32).collect();
    let mut sum = DMatrix::zeros(3 * n, 3 * n);
    for mut term in terms(fibre) {
        let mut pairs = Vec::new();
        term.couplings(&mut |i, j| pairs.push((i, j)));
        let pattern = Arc::new(Pattern::new(n, pairs));
        term.bind(&everyone, &pattern);
        let mut a = BlockMatrix::new(pattern);
        term.add_tangent(&s.at(), 1.0, 0.0, false, &mut a);
        sum += DMatrix::from_row_slice(3 * n, 3 * n, &a.to_dense());
    }
    sum.view((12, 12), (3 * n - 12, 3 * n - 12)).into_owned()
}

/// Motion of the tip along its load, for a unit load spread over the last four vertices.
struct Tip {
    stretch: f64,
    bend: [f64; 2],
    twist: f64,
}

fn tip(fibre: &Cuboids) -> Tip {
    let k = stiffness(fibre).cholesky().expect("a clamped fibre is stable");
    let n = fibre.vertices.len();
    let corners: Vec<[f64; 3]> = fibre.vertices[n - 4..].to_vec();
    let radius_squared = corners[0][1].powi(2) + corners[0][2].powi(2);
    let respond = |load: &dyn Fn(&[f64; 3]) -> [f64; 3]| {
        let mut f = DVector::zeros(3 * n - 12);
        let first = 3 * n - 24;
        for (c, p) in corners.iter().enumerate() {
            load(p).iter().enumerate().for_each(|(k, value)| f[first + 3 * c + k] = *value);
        }
        k.solve(&f).dot(&f)
    };
    Tip {
        stretch: respond(&|_| [0.25, 0.0, 0.0]),
        bend: [respond(&|_| [0.0, 0.25, 0.0]), respond(&|_| [0.0, 0.0, 0.25])],
        // A torque of one: force 1/4r across the radius at each corner.
        twist: respond(&|p| [0.0, -p[2], p[1]].map(|x| x / (4.0 * radius_squared))),
    }
}

#[test]
fn a_uniform_fibre_is_a_beam_with_any_number_of_cuboids() {
    for (matter, length, d) in [(HAIR, 0.16f64, 7e-5f64), (BRISTLE, 0.01, 1.2e-4), (HAIR, 5e-4, 9e-5)] {
        let (area, inertia) = (PI * d * d / 4.0, PI * d.powi(4) / 64.0);
        let Matter { young, torsion, .. } = matter;
        let stretch = length / (young * area);
        // Timoshenko: bending and shear.
        let bend = length.powi(3) / (3.0 * young * inertia) + length / (0.9 * torsion * area);
        let twist = length / (2.0 * torsion * inertia);
        for segments in [1, 4, 8] {
            let found = tip(&fibre(&matter, length, segments, [d; 2]));
            for (what, found, exact) in [
                ("stretch", found.stretch, stretch),
                ("bending about z", found.bend[0], bend),
                ("bending about y", found.bend[1], bend),
                ("torsion", found.twist, twist),
            ] {
                let off = (found / exact - 1.0).abs();
                println!("{what}, {segments} cuboids: off by {off:.1e}");
                // Exact but for rounding, which the condition of K magnifies: (L/d)^2 n^4 = 2e10 at most.
                assert!(off < 1e-5, "{what} of {segments} cuboids: {found:e} instead of {exact:e}");
            }
        }
    }
}

#[test]
fn a_tapered_fibre_is_a_cone() {
    let (length, root, end) = (0.16f64, 9e-5f64, 4e-5);
    let (area, inertia) = (PI * root * end / 4.0, PI * root.powi(4) / 64.0);
    let stretch = length / (HAIR.young * area);
    // Integrals of 1/A, of s^2/I and of 1/J along a cone.
    let bend = length.powi(3) / (3.0 * HAIR.young * inertia) * (root / end);
    let ratio = root / end;
    let twist = length / (2.0 * HAIR.torsion * inertia) * ratio * (1.0 + ratio + ratio * ratio) / 3.0;
    let mut before = f64::INFINITY;
    for segments in [4, 8, 16] {
        let found = tip(&fibre(&HAIR, length, segments, [root, end]));
        assert!((found.stretch / stretch - 1.0).abs() < 1e-6);
        assert!((found.twist / twist - 1.0).abs() < 1e-6);
        let off = (found.bend[0] / bend - 1.0).abs();
        println!("bending of a cone, {segments} cuboids: off by {off:.1e}");
        assert!(off < before, "{off} after {before}");
        before = off;
        if segments >= 8 {
            assert!(off < 0.02, "{off}");
        }
    }
}

#[test]
fn frequencies_are_those_of_beam_theory() {
    let (length, d, n) = (0.05, 1e-4, 16);
    let fibre = fibre(&HAIR, length, n, [d; 2]);
    let total: f64 = fibre.masses.iter().sum();
    assert!((total / (HAIR.density * PI * d * d / 4.0 * length) - 1.0).abs() < 1e-12);
    let root: Vec<f64> = fibre.masses[4..].iter().flat_map(|m| [1.0 / m.sqrt(); 3]).collect();
    let mut k = stiffness(&fibre);
    for i in 0..root.len() {
        for j in 0..root.len() {
            k[(i, j)] *= root[i] * root[j];
        }
    }
    let mut omega: Vec<f64> = SymmetricEigen::new(k).eigenvalues.iter().map(|x| x.max(0.0).sqrt()).collect();
    omega.sort_by(f64::total_cmp);
    let speed = (HAIR.young / HAIR.density).sqrt();
    let bend = |beta: f64| beta * beta / (length * length) * speed * d / 4.0;
    for (pair, beta) in [1.875_104_07, 4.694_091_13, 7.854_757_44].into_iter().enumerate() {
        for k in [0, 1] {
            let off = omega[2 * pair + k] / bend(beta) - 1.0;
            println!("bending mode {pair}: off by {off:.1e}");
            assert!(off.abs() < 0.02, "{off}");
        }
    }
    // Torsion and stretch: a quarter wave.
    for modulus in [HAIR.torsion, HAIR.young] {
        let exact = 0.5 * PI / length * (modulus / HAIR.density).sqrt();
        let off = omega.iter().map(|w| (w / exact - 1.0).abs()).fold(f64::INFINITY, f64::min);
        // A chain of n lumped masses: 1 - (pi/4n)^2/6.
        assert!(off < 1e-3, "{off}");
    }
}
