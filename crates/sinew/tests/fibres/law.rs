//! The law of the diagonals: derivatives, projection, rigid motion, no allocation of strain to stretch and bending.

use sinew::mechanics::check::{self, Sample};
use sinew::mechanics::{ForceTerm, Vec3};
use sinew::mesh::Strands;
use sinew::models::fibres::{Cuboids, Matter, cuboids};
use sinew::models::motions::rotation;

use super::beam::terms;

/// A fibre about as thick as long, bent at rest, so that nothing is small or special.
fn stump() -> Cuboids {
    let points = vec![[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [1.8, 0.5, 0.4]];
    let strands = Strands { points, counts: vec![3], thickness: vec![2.0, 1.7, 1.2] };
    cuboids(&strands, &Matter { young: 50.0, torsion: 20.0, density: 1.0 }).unwrap()
}

fn rest(fibre: &Cuboids) -> Vec<f64> {
    fibre.vertices.iter().flatten().copied().collect()
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

fn force(term: &dyn ForceTerm, s: &Sample) -> Vec<f64> {
    let mut f = vec![0.0; s.x.len()];
    term.add_force(&s.at(), &mut f);
    f
}

#[test]
fn force_and_stiffness_are_derivatives() {
    let fibre = stump();
    let rest = rest(&fibre);
    let mut random = Random(3);
    for amplitude in [0.01, 0.1, 0.5, 2.0] {
        for term in terms(&fibre) {
            let x = rest.iter().map(|x| x + amplitude * random.next()).collect();
            let s = Sample { t: 0.0, x, v: vec![0.0; rest.len()] };
            let dx = random.vector(rest.len());
            // Central differences with this step leave about 1e-10 of rounding.
            assert!(check::force_against_energy(term.as_ref(), &s, &dx, 1e-6) < 1e-7);
            assert!(check::stiffness_against_force(term.as_ref(), &s, &dx, 1e-6) < 1e-7);
            let moved = s.moved(0.3, &dx);
            assert!(check::force_difference(term.as_ref(), &s, &moved) < 1e-12);
            assembled_as_the_product(term, &s, &dx);
        }
    }
}

/// The assembled tangent is the product, and the projected one is larger and has no negative direction.
fn assembled_as_the_product(mut term: Box<dyn ForceTerm>, s: &Sample, dx: &[f64]) {
    use sinew_math::operator::LinearOperator;
    use sinew_math::sparse::{BlockMatrix, Pattern};
    let n = s.x.len() / 3;
    let mut pairs = Vec::new();
    term.couplings(&mut |i, j| pairs.push((i, j)));
    let pattern = std::sync::Arc::new(Pattern::new(n, pairs));
    term.bind(&(0..n as u32).collect::<Vec<_>>(), &pattern);
    let mut product = vec![0.0; 3 * n];
    term.add_stiffness_product(&s.at(), dx, &mut product);
    let mut k = BlockMatrix::new(pattern.clone());
    term.add_tangent(&s.at(), 1.0, 0.0, false, &mut k);
    let mut applied = vec![0.0; 3 * n];
    k.apply(dx, &mut applied);
    assert!(check::discrepancy(&applied, &product, 0.0) < 1e-12, "{}", term.name());
    let mut projected = BlockMatrix::new(pattern);
    term.add_tangent(&s.at(), 1.0, 0.0, true, &mut projected);
    let dense = |a: &BlockMatrix| nalgebra::DMatrix::from_row_slice(3 * n, 3 * n, &a.to_dense());
    let lowest = |a: nalgebra::DMatrix<f64>| {
        let values = nalgebra::SymmetricEigen::new(a).eigenvalues;
        values.min() / values.amax()
    };
    assert!(lowest(dense(&projected)) > -1e-13);
    assert!(lowest(dense(&projected) - dense(&k)) > -1e-13);
}

#[test]
fn rigid_motion_costs_nothing() {
    let fibre = stump();
    let turn = rotation(&Vec3::new(0.3, -0.5, 0.8).normalize(), 2.0);
    let moved = |p: &[f64; 3]| <[f64; 3]>::from(turn * Vec3::from(*p) + Vec3::new(3.0, -1.0, 2.0));
    let x: Vec<f64> = fibre.vertices.iter().flat_map(moved).collect();
    let s = Sample { t: 0.0, v: vec![0.0; x.len()], x };
    for term in terms(&fibre) {
        assert!(term.energy(&s.at()) < 1e-24);
        assert!(force(term.as_ref(), &s).iter().all(|f| f.abs() < 1e-11));
    }
}

#[test]
fn diagonals_take_no_part_in_stretch_and_even_bending() {
    let points = (0..5).map(|i| [f64::from(i), 0.0, 0.0]).collect();
    let strands = Strands { points, counts: vec![5], thickness: vec![0.4; 5] };
    let fibre = cuboids(&strands, &Matter { young: 50.0, torsion: 20.0, density: 1.0 }).unwrap();
    let [_, diagonals] = terms(&fibre);
    let energy = |map: &dyn Fn(&[f64; 3]) -> [f64; 3]| {
        let x: Vec<f64> = fibre.vertices.iter().flat_map(map).collect();
        diagonals.energy(&Sample { t: 0.0, v: vec![0.0; x.len()], x }.at())
    };
    assert!(energy(&|p| [1.3 * p[0], p[1], p[2]]) < 1e-25);
    // A circle of radius 2: squares across it, by symmetry without shear.
    let bent = |p: &[f64; 3]| {
        let angle = p[0] / 2.0;
        [(2.0 + p[1]) * angle.sin(), (2.0 + p[1]) * angle.cos(), p[2]]
    };
    assert!(energy(&bent) < 1e-25);
    assert!(energy(&|p| [p[0], p[1] + 0.1 * p[0], p[2]]) > 1e-3, "but in shear");
    let twisted = |p: &[f64; 3]| {
        let (sine, cosine) = (0.1 * p[0]).sin_cos();
        [p[0], cosine * p[1] - sine * p[2], sine * p[1] + cosine * p[2]]
    };
    assert!(energy(&twisted) > 1e-5, "and in twist");
}

#[test]
fn what_makes_no_fibre_is_named() {
    let matter = Matter { young: 1.0, torsion: 1.0, density: 1.0 };
    let strands = |thickness: f64, end: f64| Strands {
        points: vec![[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [end, 0.0, 0.0]],
        counts: vec![3],
        thickness: vec![0.1, 0.1, thickness],
    };
    let refuse = |strands: &Strands, matter: &Matter| cuboids(strands, matter).expect_err("bad").to_string();
    assert!(refuse(&strands(0.0, 3.0), &matter).contains("point 2 has thickness 0"));
    assert!(refuse(&strands(0.1, 2.0), &matter).contains("point 1 has distance to the next 0"));
    assert!(refuse(&strands(0.1, f64::NAN), &matter).contains("point 1 has distance"));
    assert!(refuse(&strands(0.1, 3.0), &Matter { torsion: -1.0, ..matter }).contains("torsion is -1"));
    // A strand that turns back on itself has squares all the same.
    let folded = cuboids(&strands(0.1, 1.0), &matter).unwrap();
    assert!(folded.vertices.iter().flatten().all(|x| x.is_finite()));
}

#[test]
fn straight_strands_have_square_cuboids_in_every_direction() {
    let matter = Matter { young: 1e9, torsion: 1e9, density: 1000.0 };
    for i in 0..2000 {
        let height = 1.0 - f64::from(i) / 999.5;
        let (sine, cosine) = (2.4 * f64::from(i)).sin_cos();
        let direction =
            [(1.0 - height * height).max(0.0).sqrt() * cosine, (1.0 - height * height).max(0.0).sqrt() * sine, height];
        let points = (0..5).map(|k| direction.map(|d| 0.003 * f64::from(k) * d)).collect();
        let strands = Strands { points, counts: vec![5], thickness: vec![1e-4; 5] };
        let found = cuboids(&strands, &matter).unwrap();
        for edge in found.springs.edges.iter().zip(&found.springs.rest_length) {
            let long = edge.0[0] / 4 != edge.0[1] / 4;
            let expected = match (long, edge.0[0] % 2 == edge.0[1] % 2) {
                (true, _) => 0.003,
                (false, false) => 5e-5,
                (false, true) => 5e-5 * 2f64.sqrt(),
            };
            assert!((edge.1 / expected - 1.0).abs() < 1e-9, "{direction:?}: {edge:?}");
        }
    }
}
