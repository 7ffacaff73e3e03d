//! Closed surfaces filled with tets: angles, volumes, what is refused.

use std::f64::consts::PI;

use sinew::mesh::{self, Mesh, Shape, quality, shapes};
use sinew::tetrahedralize::{TetrahedralizeError, tetrahedralize};

/// The angles between faces that isosurface stuffing promises on a uniform lattice (degrees) [labelle2007, Table 1].
const ANGLES: [f64; 2] = [10.7, 164.8];

/// The surface of a shape, as a file of triangles would have it.
fn surface(shape: Shape) -> Mesh {
    let solid = shape.build().expect("sound");
    let triangles = solid.surface();
    // vertices inside stay: a file may hold some that no triangle names
    Mesh { vertices: solid.vertices, triangles, ..Mesh::default() }
}

fn ball(radius: f64) -> Mesh {
    surface(Shape::Ball(shapes::Ball { radius, cells: 12 }))
}

fn torus() -> Mesh {
    surface(Shape::Torus(shapes::Torus { radius: 0.7, tube_radius: 0.25, cells: [6, 72] }))
}

fn sound(mesh: &Mesh) {
    let mut checked = mesh.clone();
    let report = mesh::check(&mut checked);
    assert_eq!((report.errors(), report.parts.len(), report.reoriented), (vec![], 1, 0));
    assert_eq!((report.unreferenced, report.crowded_faces, report.open_edges), (0, 0, 0));
    let [low, high] = quality::dihedral_range(mesh).expect("tets");
    println!("{} tets, angles {low:.2} to {high:.2}", mesh.tets.len());
    assert!(low > ANGLES[0] && high < ANGLES[1], "{low} {high}");
}

#[test]
fn angles_keep_the_bounds_at_any_size() {
    for surface in [ball(0.5), torus()] {
        for size in [0.171, 0.13, 0.1, 0.083, 0.06] {
            sound(&tetrahedralize(&surface, size).expect("fits"));
        }
    }
}

#[test]
fn the_volume_converges_with_second_order() {
    for surface in [ball(0.5), torus()] {
        let exact = surface_volume(&surface);
        let error = |size: f64| (tetrahedralize(&surface, size).expect("fits").volume() / exact - 1.0).abs();
        let (coarse, fine) = (error(0.16), error(0.04));
        println!("{coarse:.2e} {fine:.2e}");
        // Where a chord of length s cuts a radius r it misses s^2 / 8 r of it: at most 3 s^2 / 8 r^2 of a ball's volume, and
        // two thirds of that of a tube's; a factor of four in size is one of sixteen.
        assert!(coarse < 0.16f64.powi(2) * 3.0 / 8.0 / 0.25f64.powi(2), "{coarse}");
        assert!((8.0..32.0).contains(&(coarse / fine)), "{coarse} {fine}");
    }
    let ball = tetrahedralize(&ball(0.5), 0.04).expect("fits").volume();
    assert!((ball / (PI / 6.0) - 1.0).abs() < 0.02, "{ball}");
}

fn surface_volume(mesh: &Mesh) -> f64 {
    let part = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| nalgebra::Vector3::from(mesh.vertices[v as usize]));
        a.dot(&b.cross(&c)) / 6.0
    };
    mesh.triangles.iter().map(part).sum()
}

#[test]
fn a_file_is_read_back_and_filled() {
    let file = std::env::temp_dir().join(format!("sinew-tetrahedralize-{}.obj", std::process::id()));
    mesh::write(&file, &torus()).expect("written");
    let read = mesh::read(&file).map(|(mesh, _)| mesh);
    std::fs::remove_file(&file).expect("it was there");
    let mut read = read.expect("read");
    // far from the origin, and inside out
    read.vertices.iter_mut().for_each(|p| p[0] += 100.0);
    read.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let mesh = tetrahedralize(&read, 0.07).expect("fits");
    sound(&mesh);
    assert!((mesh.volume() / (2.0 * PI * PI * 0.7 * 0.25 * 0.25) - 1.0).abs() < 0.05);
}

#[test]
fn a_cavity_stays_empty_and_a_size_makes_the_same_mesh_each_time() {
    let mut shell = ball(0.5);
    let mut hole = ball(0.25);
    hole.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    shell.append(&hole);
    let mesh = tetrahedralize(&shell, 0.05).expect("fits");
    let middle = mesh.vertices.iter().map(|p| p.iter().map(|x| x * x).sum::<f64>().sqrt()).fold(1.0, f64::min);
    assert!(middle > 0.24, "{middle}");
    assert!((mesh.volume() / (PI / 6.0 * (1.0 - 0.125)) - 1.0).abs() < 0.03);
    assert_eq!(mesh, tetrahedralize(&shell, 0.05).expect("fits"));
}

#[test]
fn what_cannot_be_filled_gets_one_sentence() {
    let refused = |mesh: &Mesh, size: f64, words: &str| -> TetrahedralizeError {
        let error = tetrahedralize(mesh, size).expect_err(words);
        let message = error.to_string();
        assert!(message.contains(words) && !message.contains('\n'), "{message}");
        error
    };
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        refused(&ball(0.5), size, "greater than 0");
    }
    assert!(matches!(refused(&ball(0.5), 1e-4, "take a size above"), TetrahedralizeError::TooMany { .. }));
    refused(&ball(0.5), 1e-300, "take a size above");
    refused(&ball(0.5), 9.0, "no tet fits");
    refused(&Mesh::default(), 0.1, "no triangles");
    let mut open = ball(0.5);
    open.triangles.pop();
    refused(&open, 0.1, "not closed");
    let mut turned = ball(0.5);
    turned.triangles[7].swap(0, 1);
    refused(&turned, 0.1, "run the same way");
    let mut broken = ball(0.5);
    broken.vertices[3][1] = f64::NAN;
    refused(&broken, 0.1, "finite");
    broken.vertices[3][1] = 0.0;
    broken.triangles[5][2] = 1_000_000;
    refused(&broken, 0.1, "1000000");
    // two balls that overlap: each is closed, together they contradict each other
    let mut two = ball(0.5);
    let mut other = ball(0.5);
    other.vertices.iter_mut().for_each(|p| p[0] += 0.4);
    two.append(&other);
    refused(&two, 0.1, "contradicts itself");
}
