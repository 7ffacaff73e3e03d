//! Samples of every dialect are understood.

use sinew::mesh::read::{read_bytes, read_tetgen};

use super::samples::*;

#[test]
fn gmsh_binary_of_both_byte_orders() {
    for big in [false, true] {
        let (mesh, report) = read_bytes("a.msh", &gmsh2_binary(big)).expect("good");
        assert_eq!(mesh.vertices, TET_POINTS);
        assert_eq!(mesh.tets, [[0, 1, 2, 3], [1, 2, 0, 3]], "the second is turned over");
        assert_eq!((report.reoriented, report.duplicate_tets), (1, 1));
        assert_eq!((mesh.triangles.len(), mesh.edges.len()), (1, 1));
        assert_eq!((mesh.regions, &mesh.region_names[&5]), (vec![5, 5], &"core".to_owned()));

        let mesh = good("a.msh", &gmsh4_binary(big));
        assert_eq!(mesh.vertices[0], [1.0; 3]);
        assert_eq!(mesh.tets, [[1, 2, 3, 4], [0, 2, 4, 3]]);
        assert_eq!((mesh.regions, mesh.region_names[&9].as_str()), (vec![0, 9], "core of it"));
        assert_eq!(mesh.triangles, [[1, 2, 3]]);
    }
}

#[test]
fn text_dialects() {
    let mesh = good("a.msh", GMSH2_TEXT.as_bytes());
    assert_eq!(mesh.tets, [[0, 1, 2, 3], [1, 4, 2, 3]]);
    assert_eq!((mesh.triangles, mesh.regions), (vec![[0, 1, 4], [0, 4, 2]], vec![11, 12]));
    let mesh = good("a.msh", GMSH4_TEXT.as_bytes());
    assert_eq!((mesh.tets, mesh.regions), (vec![[0, 1, 2, 3]], vec![3]));
    let mesh = good("a.mesh", MEDIT.as_bytes());
    assert_eq!((mesh.tets, mesh.regions, mesh.triangles), (vec![[0, 1, 2, 3]], vec![17], vec![[0, 1, 2]]));
    let mesh = good("a.vtk", VTK_TEXT.as_bytes());
    assert_eq!((mesh.tets.len(), mesh.regions, mesh.triangles), (2, vec![4, 2], vec![[0, 1, 2]]));
    let mesh = good("a.vtk", VTK_POLYDATA.as_bytes());
    assert_eq!(mesh.edges, [[0, 1], [1, 2]]);
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 3], [3, 1, 2]]);
    let mesh = good("a.obj", OBJ.as_bytes());
    assert_eq!((mesh.vertices.len(), mesh.edges.len()), (4, 2));
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 3]]);
    let mesh = good("a.ply", PLY_TEXT.as_bytes());
    assert_eq!((mesh.vertices[1], mesh.triangles), ([1.0, 0.0, 0.0], vec![[0, 1, 2], [0, 2, 3]]));
    let mesh = good("a.stl", STL_TEXT.as_bytes());
    assert_eq!((mesh.vertices.len(), mesh.triangles), (4, vec![[0, 1, 2], [1, 3, 2]]));
}

#[test]
fn tetgen_files_count_from_zero_or_one_each_on_its_own() {
    let tet = |node: &str, ele: &str| read_tetgen(node.as_bytes(), ele.as_bytes());
    let (mesh, _) = tet(NODE, ELE).expect("nodes from 1, elements from 0");
    assert_eq!((mesh.tets[0], mesh.regions[0]), ([0, 1, 2, 3], 6));
    let from_zero = NODE
        .replace("\n1 0", "\n0 0")
        .replace("\n2 1", "\n1 1")
        .replace("\n3 0 1", "\n2 0 1")
        .replace("\n4 0 0", "\n3 0 0");
    assert_eq!(tet(&from_zero, ELE).expect("both from 0").0.tets[0], [0, 1, 2, 3]);
    assert_eq!(tet(&from_zero, "1 4 0\n1 1 2 3 4\n").expect("elements from 1").0.tets[0], [0, 1, 2, 3]);
    // rows from 0 but vertices from 1: the vertices decide
    assert_eq!(tet(NODE, "1 4 0\n0 1 2 3 4\n").expect("vertex 4 exists from 1 only").0.tets[0], [0, 1, 2, 3]);
    let error = tet(NODE, "2 4 0\n0 0 1 2 3\n1 1 2 3 4\n").expect_err("both 0 and 4").to_string();
    assert!(error.contains(".ele") && error.contains("names vertex 4"), "{error}");
    let error = tet(&NODE.replace("\n3 0 1", "\n9 0 1"), ELE).expect_err("row 9").to_string();
    assert!(error.contains("line 5") && error.contains("next row number"), "{error}");
}

#[test]
fn binary_surfaces() {
    // an STL file that starts with `solid` although it is binary
    let mut stl = format!("{:80}", "solid but binary").into_bytes();
    stl.extend(1u32.to_le_bytes());
    (0..12).for_each(|i| stl.extend((i as f32 * if i == 5 { 7.0 } else { 1.0 }).to_le_bytes()));
    stl.extend([0, 0]);
    let mesh = good("a.stl", &stl);
    assert_eq!((mesh.vertices.len(), mesh.vertices[0]), (3, [3.0, 4.0, 35.0]));

    let mut ply = b"ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty double y\n\
        property short z\nelement face 1\nproperty list ushort int vertex_indices\nend_header\n"
        .to_vec();
    for (x, y, z) in [(0f32, 0f64, 0i16), (1.0, 0.0, -2), (0.5, 1.0, 0)] {
        ply.extend(x.to_be_bytes());
        ply.extend(y.to_be_bytes());
        ply.extend(z.to_be_bytes());
    }
    ply.extend(3u16.to_be_bytes());
    [0i32, 1, 2].iter().for_each(|i| ply.extend(i.to_be_bytes()));
    let mesh = good("a.ply", &ply);
    assert_eq!((mesh.vertices[1], mesh.triangles), ([1.0, 0.0, -2.0], vec![[0, 1, 2]]));
}

#[test]
fn every_encoding_of_vtu() {
    assert_eq!(Vtu::all().len(), 24);
    for way in Vtu::all() {
        let mesh = good("a.vtu", &way.file());
        assert_eq!(mesh.vertices, TET_POINTS, "{way:?}");
        assert_eq!((mesh.tets, mesh.edges, mesh.regions), (vec![[0, 1, 2, 3]], vec![[0, 1]], vec![8]), "{way:?}");
    }
    let mesh = good("a.vtu", VTU_TEXT.as_bytes());
    assert_eq!((mesh.vertices.len(), mesh.tets.len(), mesh.triangles), (7, 1, vec![[4, 5, 6]]), "two pieces");
    let lz4 = String::from_utf8_lossy(VTU_TEXT.as_bytes())
        .replace("UnstructuredGrid\">", "UnstructuredGrid\" compressor=\"vtkLZ4DataCompressor\">");
    assert!(sentence("a.vtu", lz4.as_bytes()).contains("without compression or with zlib"));
}
