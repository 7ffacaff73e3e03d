//! Mesh files: what is written reads back the same, samples of every dialect are understood, and no broken file does harm.

use base64::Engine;
use sinew::mesh::read::{read_bytes, read_tetgen};
use sinew::mesh::shapes::{Block, Sheet, TrussTower};
use sinew::mesh::write::{bytes, tetgen_bytes, write_as};
use sinew::mesh::{Encoding, Mesh, MeshError, Place, Shape, check, read};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Awkward coordinates, two named regions in alternation, loose triangles and edges.
fn sample() -> Mesh {
    let mut mesh =
        Shape::Block(Block { size: [1.0, 0.3, 1e-7], cells: [2, 1, 1], split: 5 }).build().expect("sensible numbers");
    mesh.rotate([1.0, 2.0, 3.0], 0.1);
    mesh.translate([1e6, -1e-9, 0.1]);
    mesh.regions = (0..10).map(|i| [7, 12][i % 2]).collect();
    mesh.region_names = [(7, "soft tissue".to_owned()), (12, "bone".to_owned())].into();
    mesh.triangles = mesh.surface();
    mesh.edges = mesh.tet_edges();
    mesh
}

fn good(label: &str, data: &[u8]) -> Mesh {
    read_bytes(label, data).unwrap_or_else(|error| panic!("{error}")).0
}

fn sentence(label: &str, data: &[u8]) -> String {
    let error = read_bytes(label, data).expect_err("a broken file").to_string();
    assert!(error.contains(label) && !error.contains('\n'), "{error}");
    error
}

const BOTH: [Encoding; 2] = [Encoding::Text, Encoding::Binary];

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

const TET_POINTS: [[f64; 3]; 4] = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];

fn put<const N: usize>(out: &mut Vec<u8>, big: bool, mut little: [u8; N]) {
    if big {
        little.reverse();
    }
    out.extend(little);
}

/// Gmsh 2.2 binary: a point, a line, a triangle and two tets (the second negative) with node tags from 10.
fn gmsh2_binary(big: bool) -> Vec<u8> {
    let mut out = b"$MeshFormat\n2.2 1 8\n".to_vec();
    let int = |out: &mut Vec<u8>, n: i32| put(out, big, n.to_le_bytes());
    int(&mut out, 1);
    out.extend(b"\n$EndMeshFormat\n$PhysicalNames\n2\n2 5 \"skin\"\n3 5 \"core\"\n$EndPhysicalNames\n$Nodes\n4\n");
    for (i, p) in TET_POINTS.iter().enumerate() {
        int(&mut out, 10 + i as i32);
        p.iter().for_each(|x| put(&mut out, big, x.to_le_bytes()));
    }
    out.extend(b"\n$EndNodes\n$Elements\n5\n");
    let runs: [(i32, &[&[i32]]); 4] =
        [(15, &[&[10]]), (1, &[&[10, 11]]), (2, &[&[10, 11, 12]]), (4, &[&[10, 11, 12, 13], &[11, 10, 12, 13]])];
    let mut tag = 0;
    for (kind, elements) in runs {
        [kind, elements.len() as i32, 2].iter().for_each(|&n| int(&mut out, n));
        for nodes in elements {
            tag += 1;
            [tag, 5, 1].iter().chain(*nodes).for_each(|&n| int(&mut out, n));
        }
    }
    out.extend(b"\n$EndElements\n");
    out
}

/// Gmsh 4.1 binary: two volumes, one in a physical group, sparse node tags, a parametric block, a foreign section.
fn gmsh4_binary(big: bool) -> Vec<u8> {
    let mut out = b"$MeshFormat\n4.1 1 8\n".to_vec();
    let int = |out: &mut Vec<u8>, n: &[i32]| n.iter().for_each(|n| put(out, big, n.to_le_bytes()));
    let size = |out: &mut Vec<u8>, n: &[u64]| n.iter().for_each(|n| put(out, big, n.to_le_bytes()));
    let real = |out: &mut Vec<u8>, n: &[f64]| n.iter().for_each(|n| put(out, big, n.to_le_bytes()));
    int(&mut out, &[1]);
    out.extend(b"\n$EndMeshFormat\n$PhysicalNames\n1\n3 9 \"core of it\"\n$EndPhysicalNames\n$Entities\n");
    size(&mut out, &[1, 0, 1, 2]);
    int(&mut out, &[1]);
    real(&mut out, &[0.0; 3]);
    size(&mut out, &[0]);
    int(&mut out, &[4]);
    real(&mut out, &[0.0; 6]);
    size(&mut out, &[0, 2]);
    int(&mut out, &[1, -2]);
    for (tag, groups) in [(1, 0), (2, 1)] {
        int(&mut out, &[tag]);
        real(&mut out, &[0.0; 6]);
        size(&mut out, &[groups]);
        int(&mut out, &[9][..groups as usize]);
        size(&mut out, &[1]);
        int(&mut out, &[4]);
    }
    out.extend(b"\n$EndEntities\n$Periodic\nany $ bytes\n$EndPeriodic\n$Nodes\n");
    size(&mut out, &[2, 5, 3, 100]);
    int(&mut out, &[2, 4, 1]);
    size(&mut out, &[1, 100]);
    real(&mut out, &[1.0, 1.0, 1.0, 0.25, 0.75]);
    int(&mut out, &[3, 1, 0]);
    size(&mut out, &[4, 3, 7, 8, 9]);
    TET_POINTS.iter().for_each(|p| real(&mut out, p));
    out.extend(b"\n$EndNodes\n$Elements\n");
    size(&mut out, &[3, 3, 1, 3]);
    int(&mut out, &[2, 4, 2]);
    size(&mut out, &[1, 1, 3, 7, 8]);
    int(&mut out, &[3, 1, 4]);
    size(&mut out, &[1, 2, 3, 7, 8, 9]);
    int(&mut out, &[3, 2, 4]);
    size(&mut out, &[1, 3, 100, 7, 9, 8]);
    out.extend(b"\n$EndElements\n");
    out
}

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

const GMSH2_TEXT: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\nanything\n$EndComments\n$Nodes\n5\n\
    1 0 0 0\n2 1 0 0\n3 0 1.0e0 0\n4 0 0 1\n7 1 1 0\n$EndNodes\n$Elements\n4\n1 15 2 0 1 1\n\
    2 3 2 0 6 1 2 7 3\n3 4 2 0 11 1 2 3 4\n4 4 3 0 12 0 2 7 3 4\n$EndElements\n";

const GMSH4_TEXT: &str = "$MeshFormat\r\n4.1 0 8\r\n$EndMeshFormat\r\n$Entities\r\n0 0 0 1\r\n1 0 0 0 1 1 1 1 3 0\r\n\
    $EndEntities\r\n$Nodes\r\n1 4 1 4\r\n3 1 0 4\r\n1\r\n2\r\n3\r\n4\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n0 0 1\r\n$EndNodes\r\n\
    $Elements\r\n1 1 1 1\r\n3 1 4 1\r\n1 1 2 3 4\r\n$EndElements\r\n";

const MEDIT: &str = "MeshVersionFormatted 1 # a comment\nDimension\n3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 1\n0 0 1 1\n\
    Corners 2\n1\n2\nTriangles\n1\n1 2 3 4\nTetrahedra 1\n1 2 3 4 17\nNormals 1\n0 0 -1.5\nEnd\n";

const NODE: &str = "# made by hand\n4 3 1 1\n1 0 0 0 0.5 1\n2 1 0 0 0.5 1\n3 0 1 0 0.5 1\n4 0 0 1 0.5 1 # last\n";
const ELE: &str = "1 4 1\n0 0 1 2 3 6\n";

const VTK_TEXT: &str = "# vtk DataFile Version 5.1\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n\
    0 0 0 1 0 0\n0 1 0 0 0 1 1 1 1\nMETADATA\nINFORMATION 0\n\nCELLS 4 11\nOFFSETS vtktypeint64\n0 4 8 11\n\
    CONNECTIVITY vtktypeint64\n0 1 2 3 4 1 3 2 0 1 2\n\nCELL_TYPES 3\n10\n10\n5\n\nCELL_DATA 3\nFIELD FieldData 2\n\
    other 2 3 double\n1 2 3 4 5 6\nregion 1 3 int\n4 2 0\nPOINT_DATA 5\nVECTORS v float\n";

const VTK_POLYDATA: &str = "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET POLYDATA\nPOINTS 4 double\n0 0 0 1 0 0\n1 1 0 0 1 0\n\
    LINES 1 4\n3 0 1 2\nPOLYGONS 1 5\n4 0 1 2 3\nTRIANGLE_STRIPS 1 5\n4 0 1 3 2\n";

const OBJ: &str = "# cube side\nmtllib x.mtl\no thing\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nusemtl m\ns off\n\
    f 1//1 2//1 3//1 4//1\nf -4/1/1 -3/2/1 -1/3/1\nl 1 2 3\n";

const PLY_TEXT: &str = "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float nx\nproperty float x\n\
    property float y\nproperty float z\nproperty list uchar int extra\nelement face 1\nproperty uchar red\n\
    property list uchar int vertex_index\nelement nothing 4000000000\nend_header\n9 0 0 0 0\n9 1 0 0 2 5 6\n9 1 1 0 0\n\
    9 0 1 0 1 7\n255 4 0 1 2 3\n";

const STL_TEXT: &str = "solid a thing\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1e0 0\n\
    endloop\n endfacet\nfacet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex -0 1 0\nendloop\nendfacet\n\
    endsolid a thing\n";

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

/// One way to store the arrays of a VTU file.
#[derive(Clone, Copy, Debug)]
struct Vtu {
    appended: bool,
    base64: bool,
    packed: bool,
    long: bool,
    big: bool,
}

impl Vtu {
    fn encode(self, data: &[u8]) -> Vec<u8> {
        let word = |n: usize| {
            let mut bytes =
                if self.long { (n as u64).to_le_bytes().to_vec() } else { (n as u32).to_le_bytes().to_vec() };
            if self.big {
                bytes.reverse();
            }
            bytes
        };
        let (head, body) = if self.packed {
            let size = 32;
            let pack = |block: &[u8]| {
                let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
                packer.write_all(block).expect("memory");
                packer.finish().expect("memory")
            };
            let blocks: Vec<Vec<u8>> = data.chunks(size).map(pack).collect();
            let sizes = [blocks.len(), size, data.len() % size].into_iter().chain(blocks.iter().map(Vec::len));
            (sizes.flat_map(word).collect::<Vec<_>>(), blocks.concat())
        } else {
            (word(data.len()), data.to_vec())
        };
        let encode = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes).into_bytes();
        match (self.base64, self.packed) {
            (false, _) => [head, body].concat(),
            (true, false) => encode(&[head, body].concat()),
            // as VTK does: the head is a text of its own
            (true, true) => [encode(&head), encode(&body)].concat(),
        }
    }

    fn file(self) -> Vec<u8> {
        let order = |mut bytes: Vec<u8>| {
            if self.big {
                bytes.reverse();
            }
            bytes
        };
        let points: Vec<u8> = TET_POINTS.iter().flatten().flat_map(|x| order(x.to_le_bytes().to_vec())).collect();
        let corners: Vec<u8> = [0i64, 1, 2, 3, 0, 1].iter().flat_map(|x| order(x.to_le_bytes().to_vec())).collect();
        let ends: Vec<u8> = [4i32, 6].iter().flat_map(|x| order(x.to_le_bytes().to_vec())).collect();
        let region: Vec<u8> = [8i16, 0].iter().flat_map(|x| order(x.to_le_bytes().to_vec())).collect();
        let mut tail = Vec::new();
        let mut array = |kind: &str, name: &str, data: Vec<u8>| {
            let stored = self.encode(&data);
            if self.appended {
                let offset = tail.len();
                tail.extend(stored);
                format!("<DataArray type=\"{kind}\" Name=\"{name}\" format=\"appended\" offset=\"{offset}\"/>\n")
            } else {
                let text = String::from_utf8(stored).expect("base64");
                format!("<DataArray type=\"{kind}\" Name=\"{name}\" format=\"binary\">\n  {text}\n</DataArray>\n")
            }
        };
        let arrays = [
            array("Float64", "Points", points),
            array("Int64", "connectivity", corners),
            array("Int32", "offsets", ends),
            array("UInt8", "types", vec![10, 3]),
            array("Int16", "region", region),
        ];
        let [points, corners, ends, kinds, region] = arrays;
        let head = format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"{}\"{}{}>\n\
             <UnstructuredGrid><Piece NumberOfPoints=\"4\" NumberOfCells=\"2\"><Points>{points}</Points><Cells>{corners}{ends}{kinds}</Cells>\
             <CellData Scalars=\"region\">{region}</CellData></Piece></UnstructuredGrid>\n",
            if self.big { "BigEndian" } else { "LittleEndian" },
            if self.long { " header_type=\"UInt64\"" } else { "" },
            if self.packed { " compressor=\"vtkZLibDataCompressor\"" } else { "" },
        );
        let mut out = head.into_bytes();
        if self.appended {
            out.extend(
                format!("<AppendedData encoding=\"{}\">\n _", if self.base64 { "base64" } else { "raw" }).bytes(),
            );
            out.extend(tail);
            out.extend(b"\n</AppendedData>\n");
        }
        out.extend(b"</VTKFile>\n");
        out
    }

    fn all() -> Vec<Vtu> {
        let bit = |n: u32, i: u32| n >> i & 1 == 1;
        let every = (0..32).map(|n| Vtu {
            appended: bit(n, 0),
            base64: bit(n, 1),
            packed: bit(n, 2),
            long: bit(n, 3),
            big: bit(n, 4),
        });
        every.filter(|v| v.appended || v.base64).collect()
    }
}

const VTU_TEXT: &str = "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid>\
    <Piece><Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0\n0 0 1</DataArray></Points>\n\
    <Cells><DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">0 1 2 3</DataArray>\n\
    <DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4</DataArray>\n\
    <DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">10</DataArray></Cells></Piece>\n\
    <Piece><Points><DataArray type=\"Float32\" format=\"ascii\">0 0 0 1 1 0 0 1 0</DataArray></Points>\n\
    <Cells><DataArray type=\"Int32\" Name=\"connectivity\">0 1 2</DataArray>\n<DataArray type=\"Int32\" Name=\"offsets\">3</DataArray>\n\
    <DataArray type=\"UInt8\" Name=\"types\">5</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>";

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

#[test]
fn errors_name_the_place_and_the_cure() {
    let place = |label: &str, data: &str| match read_bytes(label, data.as_bytes()).expect_err("broken") {
        MeshError::File { place, .. } => place,
        other => panic!("{other}"),
    };
    assert_eq!(place("a.msh", &GMSH2_TEXT.replace("1.0e0", "1.0f0")), Place::Line(11));
    assert_eq!(place("a.mesh", &MEDIT.replace("1 0 0 0\n0 1", "1 x 0 0\n0 1")), Place::Line(7));
    assert_eq!(place("a.obj", &OBJ.replace("f 1//1", "f 1//1 zwei")), Place::Line(11));
    assert_eq!(place("a.ply", &PLY_TEXT.replace("property uchar red", "property color red")), Place::Line(11));
    assert_eq!(place("a.stl", &STL_TEXT.replace("1e0", "1e")), Place::Line(6));
    assert_eq!(place("a.vtk", &VTK_TEXT.replace("\n0 1 0 0", "\n0 1 o 0")), Place::Line(7));
    assert_eq!(place("a.vtu", &VTU_TEXT.replace("0 0 1</", "0 o 1</")), Place::Line(1));

    let says = |label: &str, data: &str, words: &str| {
        let sentence = sentence(label, data.as_bytes());
        assert!(sentence.contains(words), "{sentence}");
    };
    says("a.msh", &GMSH2_TEXT.replace("\n3 4 2 0 11 1 2 3 4", "\n3 4 2 0 11 1 2 3 99"), "tet 0 names vertex 99");
    says("a.msh", &GMSH2_TEXT.replace("2.2 0 8", "4 0 8"), "save the mesh in Gmsh as version 4.1 or 2.2");
    says("a.msh", &GMSH2_TEXT.replace("\n7 1 1 0", "\n4 1 1 0"), "node tag 4 stands twice");
    says(
        "a.msh",
        &GMSH2_TEXT.replace("3 4 2 0 11 1", "3 5 2 0 11 1 1 1 1 1"),
        "a hexahedron cannot be read; save a mesh of tetrahedra",
    );
    says(
        "a.msh",
        &GMSH2_TEXT.replace("$Nodes\n5", "$Nodes\n4000000000"),
        "the number of nodes is 4000000000, but the rest of the file",
    );
    says("a.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "no vertices");
    says("a.mesh", &MEDIT.replace("1 2 3 4 17", "1 2 3 5 17"), "names vertex 4, but the mesh has 4 vertices");
    says("a.mesh", &MEDIT.replace("1 2 3 4 17", "1 2 3 0 17"), "names vertex 0");
    says("a.obj", &OBJ.replace("v 1 1 0", "v 1 nan 0"), "vertex 2 has a coordinate that is NaN");
    says("a.obj", "v 0 0 0\nf 1 2 3\n", "names vertex 1, but the mesh has 1 vertices");
    says("a.stl", "nothing at all", "a text one starts with `solid`");
    says("a.ply", &PLY_TEXT.replace("property float y\n", ""), "no x, y and z");
    says(
        "a.vtk",
        &VTK_TEXT.replace("CELL_TYPES 3\n10\n10\n5\n", "CELL_TYPES 2\n10\n10\n"),
        "CELLS says 3, but CELL_TYPES says 2",
    );
    for label in ["a.msh", "a.mesh", "a.vtk", "a.vtu", "a.obj", "a.ply", "a.stl"] {
        sentence(label, b"");
        sentence(label, b"\0\xff\xfe nonsense \n\n 3 4");
    }
}

#[test]
fn deep_and_greedy_files_are_refused() {
    let deep = format!("<VTKFile type=\"UnstructuredGrid\">{}", "<a>".repeat(200_000));
    sentence("a.vtu", deep.as_bytes());
    let closed =
        format!("<VTKFile type=\"UnstructuredGrid\">{}{}</VTKFile>", "<a>".repeat(100_000), "</a>".repeat(100_000));
    sentence("a.vtu", closed.as_bytes());
    // counts that would need far more memory than there is
    let greedy = [
        ("a.msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 18446744073709551615 1 2\n"),
        ("a.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Elements\n99999999999\n"),
        ("a.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n99999999999\n0 0 0 0\n"),
        ("a.vtk", "# vtk DataFile Version 2.0\nt\nBINARY\nDATASET POLYDATA\nPOINTS 9999999999999999999 double\n"),
        (
            "a.vtk",
            "# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 1 double\n0 0 0\nPOLYGONS 1 4000000000\n",
        ),
        (
            "a.ply",
            "ply\nformat ascii 1.0\nelement vertex 99999999999\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n",
        ),
        (
            "a.ply",
            "ply\nformat ascii 1.0\nelement face 1\nproperty list uint uint vertex_indices\nend_header\n4294967295 1\n",
        ),
    ];
    for (label, data) in greedy {
        let sentence = sentence(label, data.as_bytes());
        assert!(sentence.contains("the rest of the file has room for"), "{sentence}");
    }
}

/// Every kind of file that these tests know, small.
fn all_samples() -> Vec<(&'static str, Vec<u8>)> {
    let mut list: Vec<(&str, Vec<u8>)> = vec![
        ("a.msh", GMSH2_TEXT.into()),
        ("a.msh", GMSH4_TEXT.into()),
        ("a.msh", gmsh2_binary(false)),
        ("a.msh", gmsh2_binary(true)),
        ("a.msh", gmsh4_binary(false)),
        ("a.msh", gmsh4_binary(true)),
        ("a.mesh", MEDIT.into()),
        ("a.vtk", VTK_TEXT.into()),
        ("a.vtk", VTK_POLYDATA.into()),
        ("a.vtu", VTU_TEXT.into()),
        ("a.obj", OBJ.into()),
        ("a.ply", PLY_TEXT.into()),
        ("a.stl", STL_TEXT.into()),
    ];
    list.extend(Vtu::all().into_iter().filter(|v| !v.big).map(|way| ("a.vtu", way.file())));
    let small = Mesh { edges: vec![[0, 1]], ..sample() };
    for label in ["a.msh", "a.mesh", "a.vtk", "a.vtu", "a.obj", "a.ply", "a.stl"] {
        list.extend(BOTH.map(|encoding| (label, bytes(label, &small, encoding).expect("fits"))));
    }
    list
}

/// Splitmix64: the same scrambles on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    /// Changes, drops, doubles or swaps some bytes.
    fn scramble(&mut self, data: &[u8]) -> Vec<u8> {
        let mut out = data.to_vec();
        for _ in 0..1 + self.below(4) {
            let at = self.below(out.len());
            match self.below(6) {
                0 => out[at] = self.below(256) as u8,
                1 => out[at] ^= 1 << self.below(8),
                // numbers become longer, or words begin with a digit
                2 => out.insert(at, b"0123456789-e. \n\xff"[self.below(16)]),
                3 => drop(out.drain(at..(at + 1 + self.below(9)).min(out.len()))),
                4 => {
                    let piece = out[at..(at + 1 + self.below(30)).min(data.len().max(at + 1)).min(out.len())].to_vec();
                    let to = self.below(out.len());
                    out.splice(to..to, piece);
                }
                _ => {
                    let other = self.below(out.len());
                    out.swap(at, other);
                }
            }
            if out.is_empty() {
                out.push(0);
            }
        }
        out
    }
}

/// Whatever comes out must be a sound mesh or one sentence, soon.
fn harmless(label: &str, data: &[u8]) {
    let start = Instant::now();
    match read_bytes(label, data) {
        Ok((mesh, _)) => {
            let n = mesh.vertices.len() as u32;
            assert!(mesh.tets.iter().flatten().chain(mesh.triangles.iter().flatten()).all(|&i| i < n));
            assert!(mesh.vertices.iter().flatten().all(|x| x.is_finite()));
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{label}: {:?}", start.elapsed());
}

#[test]
fn no_prefix_of_a_file_does_harm() {
    for (label, data) in all_samples() {
        (0..data.len()).for_each(|end| harmless(label, &data[..end]));
    }
    for end in 0..NODE.len() {
        let _ = read_tetgen(&NODE.as_bytes()[..end], ELE.as_bytes());
    }
    for end in 0..ELE.len() {
        let _ = read_tetgen(NODE.as_bytes(), &ELE.as_bytes()[..end]);
    }
}

#[test]
fn no_scrambled_file_does_harm() {
    let mut random = Random(2);
    for (label, data) in all_samples() {
        (0..500).for_each(|_| harmless(label, &random.scramble(&data)));
    }
    for _ in 0..500 {
        let (node, ele) = (random.scramble(NODE.as_bytes()), random.scramble(ELE.as_bytes()));
        let _ = read_tetgen(&node, ELE.as_bytes());
        let _ = read_tetgen(NODE.as_bytes(), &ele);
    }
}
