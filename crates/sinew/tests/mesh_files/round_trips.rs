//! What is written reads back the same.

use std::path::Path;

use sinew::mesh::read::read_tetgen;
use sinew::mesh::shapes::{Block, Sheet, TrussTower};
use sinew::mesh::write::{bytes, tetgen_bytes, write_as};
use sinew::mesh::{Encoding, Mesh, Shape, check, read};

use super::samples::*;

#[test]
fn formats_of_whole_meshes_read_back_exactly() {
    let mesh = sample();
    for encoding in BOTH {
        for label in ["a.msh", "a.vtk", "a.vtu"] {
            assert_eq!(good(label, &bytes(label, &mesh, encoding).expect("fits")), mesh, "{label} {encoding:?}");
        }
    }
    let nameless = Mesh { region_names: [].into(), ..mesh.clone() };
    assert_eq!(good("a.mesh", &bytes("a.mesh", &mesh, Encoding::Text).expect("fits")), nameless);
    let [node, ele] = tetgen_bytes(Path::new("a.node"), &mesh).expect("fits");
    let bare = Mesh { triangles: vec![], edges: vec![], ..nameless };
    assert_eq!(read_tetgen(&node, &ele).expect("good").0, bare);

    let plain = Mesh { regions: vec![], ..bare };
    for label in ["a.msh", "a.mesh", "a.vtk", "a.vtu"] {
        assert_eq!(good(label, &bytes(label, &plain, Encoding::Binary).expect("fits")), plain, "{label}");
    }
}

#[test]
fn surface_formats_read_back_exactly() {
    let mut sheet = Shape::Sheet(Sheet { size: [0.1, 1e7], cells: [3, 2] }).build().expect("sensible numbers");
    sheet.rotate([3.0, 1.0, -1.0], 0.3);
    for encoding in BOTH {
        for label in ["a.obj", "a.ply", "a.msh", "a.vtk", "a.vtu", "a.mesh"] {
            assert_eq!(good(label, &bytes(label, &sheet, encoding).expect("fits")), sheet, "{label} {encoding:?}");
        }
        // STL has no indices: compare positions corner by corner, 32-bit in binary files
        let stl = good("a.stl", &bytes("a.stl", &sheet, encoding).expect("fits"));
        assert_eq!((stl.vertices.len(), stl.triangles.len()), (12, 12));
        let at = |m: &Mesh| m.triangles.iter().flatten().map(|&i| m.vertices[i as usize]).collect::<Vec<_>>();
        let rounded: Vec<[f64; 3]> = match encoding {
            Encoding::Text => at(&sheet),
            Encoding::Binary => at(&sheet).iter().map(|p| p.map(|x| f64::from(x as f32))).collect(),
        };
        assert_eq!(at(&stl), rounded);
    }
    let tower =
        Shape::TrussTower(TrussTower { height: 3.0, base: 1.0, top: 0.3, levels: 3 }).build().expect("sensible");
    for label in ["a.obj", "a.ply", "a.msh", "a.vtu"] {
        assert_eq!(good(label, &bytes(label, &tower, Encoding::Text).expect("fits")), tower, "{label}");
    }
    let refused = bytes("a.stl", &tower, Encoding::Text).expect_err("no triangles").to_string();
    assert!(refused.contains("STL files cannot hold a mesh without triangles"), "{refused}");
}

#[test]
fn surfaces_of_solids_are_closed_and_leave_inner_vertices_out() {
    let block = Shape::Block(Block { size: [1.0; 3], cells: [3, 3, 3], split: 5 }).build().expect("sensible");
    for label in ["a.obj", "a.ply", "a.stl"] {
        let mut surface = good(label, &bytes(label, &block, Encoding::Text).expect("fits"));
        let report = check(&mut surface);
        assert_eq!((surface.vertices.len(), surface.triangles.len(), report.open_edges), (64 - 8, 108, 0), "{label}");
        let volume: f64 = (surface.triangles.iter())
            .map(|t| {
                let [a, b, c] = t.map(|i| nalgebra::Vector3::from(surface.vertices[i as usize]));
                a.dot(&b.cross(&c)) / 6.0
            })
            .sum();
        assert!((volume - 1.0).abs() < 1e-14, "{label}: outward triangles enclose {volume}");
    }
}

#[test]
fn files_on_disk_packed_or_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mesh = sample();
    for name in ["a.msh", "a.msh.gz", "b.MESH.gz", "c.vtu", "d.node", "e.ele.gz", "f.obj.gz"] {
        let path = folder.path().join(name);
        write_as(&path, &mesh, Encoding::Binary).expect(name);
        let (back, report) = read(&path).expect(name);
        assert_eq!(report.tets, if name.contains("obj") { 0 } else { 10 }, "{name}");
        assert!(name.contains("obj") || back.tets == mesh.tets, "{name}");
    }
    assert!(folder.path().join("e.node.gz").exists());
    assert!(read(folder.path().join("e.node.gz")).is_ok());
    // a packed file under a plain name
    std::fs::copy(folder.path().join("a.msh.gz"), folder.path().join("g.msh")).expect("copied");
    assert!(read(folder.path().join("g.msh")).is_ok());

    let missing = read(folder.path().join("nothing.msh")).expect_err("missing").to_string();
    assert!(missing.contains("cannot open mesh file") && missing.contains("nothing.msh"), "{missing}");
    let unknown = read("bunny.step").expect_err("unknown").to_string();
    assert!(unknown.contains("\"step\" is not one of .msh"), "{unknown}");
    std::fs::remove_file(folder.path().join("d.ele")).expect("removed");
    assert!(read(folder.path().join("d.node")).expect_err("half a mesh").to_string().contains("d.ele"));
    let cut = std::fs::read(folder.path().join("a.msh.gz")).expect("there");
    std::fs::write(folder.path().join("cut.msh.gz"), &cut[..cut.len() / 2]).expect("written");
    assert!(read(folder.path().join("cut.msh.gz")).expect_err("cut").to_string().contains("cannot be unpacked"));
}
