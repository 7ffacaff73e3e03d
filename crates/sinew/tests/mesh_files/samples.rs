//! Small files of every format and dialect, made here byte by byte.

use std::io::Write;

use base64::Engine;
use sinew::mesh::read::read_bytes;
use sinew::mesh::shapes::Block;
use sinew::mesh::write::bytes;
use sinew::mesh::{Encoding, Mesh, Shape};

/// Awkward coordinates, two named regions in alternation, loose triangles and edges.
pub fn sample() -> Mesh {
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

pub fn good(label: &str, data: &[u8]) -> Mesh {
    read_bytes(label, data).unwrap_or_else(|error| panic!("{error}")).0
}

pub fn sentence(label: &str, data: &[u8]) -> String {
    let error = read_bytes(label, data).expect_err("a broken file").to_string();
    assert!(error.contains(label) && !error.contains('\n'), "{error}");
    error
}

pub const BOTH: [Encoding; 2] = [Encoding::Text, Encoding::Binary];

pub const TET_POINTS: [[f64; 3]; 4] = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];

pub fn put<const N: usize>(out: &mut Vec<u8>, big: bool, mut little: [u8; N]) {
    if big {
        little.reverse();
    }
    out.extend(little);
}

/// Gmsh 2.2 binary: a point, a line, a triangle and two tets (the second negative) with node tags from 10.
pub fn gmsh2_binary(big: bool) -> Vec<u8> {
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
pub fn gmsh4_binary(big: bool) -> Vec<u8> {
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

pub const GMSH2_TEXT: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\nanything\n$EndComments\n$Nodes\n5\n\
    1 0 0 0\n2 1 0 0\n3 0 1.0e0 0\n4 0 0 1\n7 1 1 0\n$EndNodes\n$Elements\n4\n1 15 2 0 1 1\n\
    2 3 2 0 6 1 2 7 3\n3 4 2 0 11 1 2 3 4\n4 4 3 0 12 0 2 7 3 4\n$EndElements\n";

pub const GMSH4_TEXT: &str = "$MeshFormat\r\n4.1 0 8\r\n$EndMeshFormat\r\n$Entities\r\n0 0 0 1\r\n1 0 0 0 1 1 1 1 3 0\r\n\
    $EndEntities\r\n$Nodes\r\n1 4 1 4\r\n3 1 0 4\r\n1\r\n2\r\n3\r\n4\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n0 0 1\r\n$EndNodes\r\n\
    $Elements\r\n1 1 1 1\r\n3 1 4 1\r\n1 1 2 3 4\r\n$EndElements\r\n";

pub const MEDIT: &str = "MeshVersionFormatted 1 # a comment\nDimension\n3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 1\n0 0 1 1\n\
    Corners 2\n1\n2\nTriangles\n1\n1 2 3 4\nTetrahedra 1\n1 2 3 4 17\nNormals 1\n0 0 -1.5\nEnd\n";

pub const NODE: &str = "# made by hand\n4 3 1 1\n1 0 0 0 0.5 1\n2 1 0 0 0.5 1\n3 0 1 0 0.5 1\n4 0 0 1 0.5 1 # last\n";
pub const ELE: &str = "1 4 1\n0 0 1 2 3 6\n";

pub const VTK_TEXT: &str = "# vtk DataFile Version 5.1\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n\
    0 0 0 1 0 0\n0 1 0 0 0 1 1 1 1\nMETADATA\nINFORMATION 0\n\nCELLS 4 11\nOFFSETS vtktypeint64\n0 4 8 11\n\
    CONNECTIVITY vtktypeint64\n0 1 2 3 4 1 3 2 0 1 2\n\nCELL_TYPES 3\n10\n10\n5\n\nCELL_DATA 3\nFIELD FieldData 2\n\
    other 2 3 double\n1 2 3 4 5 6\nregion 1 3 int\n4 2 0\nPOINT_DATA 5\nVECTORS v float\n";

pub const VTK_POLYDATA: &str = "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET POLYDATA\nPOINTS 4 double\n0 0 0 1 0 0\n1 1 0 0 1 0\n\
    LINES 1 4\n3 0 1 2\nPOLYGONS 1 5\n4 0 1 2 3\nTRIANGLE_STRIPS 1 5\n4 0 1 3 2\n";

pub const OBJ: &str = "# cube side\nmtllib x.mtl\no thing\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nusemtl m\ns off\n\
    f 1//1 2//1 3//1 4//1\nf -4/1/1 -3/2/1 -1/3/1\nl 1 2 3\n";

pub const PLY_TEXT: &str = "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float nx\nproperty float x\n\
    property float y\nproperty float z\nproperty list uchar int extra\nelement face 1\nproperty uchar red\n\
    property list uchar int vertex_index\nelement nothing 4000000000\nend_header\n9 0 0 0 0\n9 1 0 0 2 5 6\n9 1 1 0 0\n\
    9 0 1 0 1 7\n255 4 0 1 2 3\n";

pub const STL_TEXT: &str = "solid a thing\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1e0 0\n\
    endloop\n endfacet\nfacet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex -0 1 0\nendloop\nendfacet\n\
    endsolid a thing\n";

/// One way to store the arrays of a VTU file.
#[derive(Clone, Copy, Debug)]
pub struct Vtu {
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

    pub fn file(self) -> Vec<u8> {
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

    pub fn all() -> Vec<Vtu> {
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

pub const VTU_TEXT: &str = "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid>\
    <Piece><Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0\n0 0 1</DataArray></Points>\n\
    <Cells><DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">0 1 2 3</DataArray>\n\
    <DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4</DataArray>\n\
    <DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">10</DataArray></Cells></Piece>\n\
    <Piece><Points><DataArray type=\"Float32\" format=\"ascii\">0 0 0 1 1 0 0 1 0</DataArray></Points>\n\
    <Cells><DataArray type=\"Int32\" Name=\"connectivity\">0 1 2</DataArray>\n<DataArray type=\"Int32\" Name=\"offsets\">3</DataArray>\n\
    <DataArray type=\"UInt8\" Name=\"types\">5</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>";

/// Every kind of file that these tests know, small.
pub fn all_samples() -> Vec<(&'static str, Vec<u8>)> {
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
