//! How good a tet is: volume, shape, and the highest frequency it brings.
//!
//! q = 3 r_in / r_circ, with r_in = 3 V / (sum of face areas) and
//! r_circ = sqrt(s (s - aA) (s - bB) (s - cC)) / (6 V), where aA, bB, cC are products of opposite edge lengths and s
//! half their sum. q = 1 for the regular tet and 0 for one without volume.

use super::geometry::{cross, dot, length, minus};
use nalgebra::{Matrix3, Vector3};

type Corners = [[f64; 3]; 4];

/// Signed volume (b - a) x (c - a) . (d - a) / 6.
pub fn volume(p: &Corners) -> f64 {
    dot(cross(minus(p[1], p[0]), minus(p[2], p[0])), minus(p[3], p[0])) / 6.0
}

/// q = 3 r_in / r_circ of a tet of any orientation, in 0..=1.
pub fn radius_ratio(p: &Corners) -> f64 {
    let v = volume(p).abs();
    let edge = |a: usize, b: usize| length(minus(p[a], p[b]));
    let area = |a: usize, b: usize, c: usize| 0.5 * length(cross(minus(p[b], p[a]), minus(p[c], p[a])));
    let faces = area(1, 2, 3) + area(0, 2, 3) + area(0, 1, 3) + area(0, 1, 2);
    let (x, y, z) = (edge(0, 1) * edge(2, 3), edge(0, 2) * edge(1, 3), edge(0, 3) * edge(1, 2));
    let square = (x + y + z) * (y + z - x) * (x + z - y) * (x + y - z) / 16.0;
    // rounding can take the square of a flat tet below 0
    if square > 0.0 && faces > 0.0 { (54.0 * v * v / (faces * square.sqrt())).min(1.0) } else { 0.0 }
}

/// The six angles between faces, in degrees: at the edge of corners i and j, between the faces that meet there.
pub fn dihedral_angles(p: &Corners) -> [f64; 6] {
    super::topology::TET_EDGES.map(|[i, j]| {
        let [k, l] = match (0..4).filter(|c| *c != i && *c != j).collect::<Vec<_>>()[..] {
            [k, l] => [k, l],
            _ => unreachable!("two corners are left"),
        };
        let edge = Vector3::from(minus(p[j], p[i])).normalize();
        let across = |k: usize| {
            let side = Vector3::from(minus(p[k], p[i]));
            side - edge * edge.dot(&side)
        };
        across(k).angle(&across(l)).to_degrees()
    })
}

/// Smallest and largest angle between faces over all tets (degrees); none without tets.
pub fn dihedral_range(mesh: &super::Mesh) -> Option<[f64; 2]> {
    let angles = mesh.tets.iter().flat_map(|t| dihedral_angles(&mesh.corners(t)));
    angles.fold(None, |range, a| match range {
        None => Some([a; 2]),
        Some([low, high]) => Some([a.min(low), a.max(high)]),
    })
}

/// Whether the volume is lost in the rounding of the corner positions: |V| <= 1e-14 (longest edge)^3.
pub fn is_flat(p: &Corners) -> bool {
    let edges = super::topology::TET_EDGES.map(|[a, b]| length(minus(p[a], p[b])));
    let longest = edges.into_iter().fold(0.0, f64::max);
    volume(p).abs() <= 1e-14 * longest.powi(3)
}

/// Lower bound kappa (1/m) of the highest wave number that a tet brings into a mesh: omega_max >= c_p kappa with
/// c_p = sqrt((lambda + 2 mu) / rho), lumped mass, `nodal` = volume lumped to each corner by *all* tets around it (m^3).
///
/// The stiffness of a mesh is a sum of positive semidefinite element stiffnesses, so the Rayleigh quotient of one
/// element over the assembled masses cannot exceed the highest eigenvalue. For u_i = a_i n it is largest when n is
/// parallel to sum a_i g_i (g_i: gradient of corner i's hat function), which gives
/// kappa^2 = V lambda_max(sum_i g_i g_i^T / nodal_i). A sliver with good neighbours is thus not judged by its own tiny mass.
pub fn wave_number(p: &Corners, nodal: &[f64; 4]) -> f64 {
    let v = volume(p);
    // gradient of corner i: area vector of the opposite face over 3 V
    let gradient = |i: usize| {
        let [a, b, c] = super::topology::TET_FACES[i].map(|k| p[k]);
        -Vector3::from(cross(minus(b, a), minus(c, a))) / (6.0 * v)
    };
    let mut sum = Matrix3::zeros();
    for (i, volume) in nodal.iter().enumerate() {
        let g = gradient(i);
        sum += g * g.transpose() / *volume;
    }
    if !sum.iter().all(|x| x.is_finite()) {
        return f64::INFINITY;
    }
    (v.abs() * sum.symmetric_eigenvalues().max()).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Block;
    use crate::mesh::{Mesh, Shape, check};
    use nalgebra::DMatrix;

    const REGULAR: Corners = [[1., 1., 1.], [1., -1., -1.], [-1., 1., -1.], [-1., -1., 1.]];

    #[test]
    fn the_regular_tet_has_quality_one_and_a_flat_one_zero() {
        assert!((radius_ratio(&REGULAR) - 1.0).abs() < 1e-14);
        let flat = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]];
        assert_eq!(radius_ratio(&flat), 0.0);
        assert!(is_flat(&flat) && !is_flat(&REGULAR));
    }

    #[test]
    fn the_corner_of_a_cube_has_the_known_quality() {
        // legs 1: V = 1/6, faces 3/2 + sqrt(3)/2, r_circ = sqrt(3)/2
        let corner = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];
        let inner = 3.0 * (1.0 / 6.0) / (1.5 + 3f64.sqrt() / 2.0);
        assert!((radius_ratio(&corner) - 3.0 * inner / (3f64.sqrt() / 2.0)).abs() < 1e-14);
    }

    /// Highest eigenvalue of M^-1/2 K M^-1/2 of linear elasticity with lumped mass, dense.
    fn highest_frequency(mesh: &Mesh, lambda: f64, mu: f64, density: f64) -> f64 {
        let n = 3 * mesh.vertices.len();
        let mut k = DMatrix::<f64>::zeros(n, n);
        let mut mass = vec![0.0; n];
        for tet in &mesh.tets {
            let p = mesh.corners(tet);
            let v = volume(&p);
            let edges = Matrix3::from_fn(|r, c| p[c + 1][r] - p[0][r]);
            let rows = edges.try_inverse().expect("a tet with volume");
            let mut g = [Vector3::zeros(); 4];
            for i in 0..3 {
                g[i + 1] = rows.row(i).transpose();
                g[0] -= rows.row(i).transpose();
            }
            for (i, a) in tet.iter().map(|&a| 3 * a as usize).enumerate() {
                (0..3).for_each(|r| mass[a + r] += density * v / 4.0);
                for (j, b) in tet.iter().map(|&b| 3 * b as usize).enumerate() {
                    let block = g[i] * g[j].transpose() * lambda
                        + g[j] * g[i].transpose() * mu
                        + Matrix3::identity() * (mu * g[i].dot(&g[j]));
                    for r in 0..3 {
                        for c in 0..3 {
                            k[(a + r, b + c)] += v * block[(r, c)];
                        }
                    }
                }
            }
        }
        let scaled = DMatrix::from_fn(n, n, |r, c| k[(r, c)] / (mass[r] * mass[c]).sqrt());
        scaled.symmetric_eigenvalues().max().sqrt()
    }

    #[test]
    fn the_bound_stays_below_the_highest_frequency_and_near_it() {
        let (lambda, mu, density) = (3.0, 2.0, 0.5);
        let mesh = Shape::Block(Block { size: [2.0, 1.0, 1.0], cells: [4, 2, 2], split: 5 }).build().expect("sensible");
        for height in [0.0, 0.9, 0.99, 0.9999] {
            // flattens the regular tet of the first cell: corner 3 moves towards the plane of the others
            let [a, b, c, d] = mesh.corners(&mesh.tets[0]);
            let mut bent = mesh.clone();
            let middle: [f64; 3] = std::array::from_fn(|i| (b[i] + c[i] + d[i]) / 3.0);
            let vertex = mesh.tets[0][0] as usize;
            bent.vertices[vertex] = std::array::from_fn(|i| a[i] + height * (middle[i] - a[i]));
            let report = check(&mut bent);
            let (bound, exact) =
                (report.highest_frequency(lambda, mu, density), highest_frequency(&bent, lambda, mu, density));
            println!("moved by {height}: bound {bound:.4}, exact {exact:.4}, ratio {:.3}", bound / exact);
            assert!(bound <= exact * (1.0 + 1e-12) && bound > 0.4 * exact, "{bound} {exact}");
        }
    }

    #[test]
    fn a_lone_tet_meets_its_wave_number() {
        // free tet, equal masses V/4: omega^2 = c^2 4 lambda_max(sum g g^T); regular: 4 |g|^2/3 with |g| = 1/altitude
        let altitude = 4.0 / 3f64.sqrt();
        let nodal = [volume(&REGULAR).abs() / 4.0; 4];
        let expected = (4.0 * 4.0 / 3.0 / (altitude * altitude)).sqrt();
        assert!((wave_number(&REGULAR, &nodal) - expected).abs() < 1e-13);
    }
}
