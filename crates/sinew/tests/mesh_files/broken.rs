//! No broken file does harm: each gets one sentence, soon.

use std::time::{Duration, Instant};

use sinew::mesh::read::{read_bytes, read_tetgen};
use sinew::mesh::{MeshError, Place};

use super::samples::*;

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
fn atoms_that_cannot_be_are_named() {
    let atom = |number: u32, x: &str| {
        format!("ATOM  {number:5}  N   ALA A   1    {x:>8}   6.134  -6.504  1.00  0.00           N\n")
    };
    let file = |second: &str, end: &str| format!("{}{}{}{end}", atom(1, "11.104"), atom(2, second), atom(3, "13.5"));
    assert!(read_bytes("a.pdb", file("12.4", "END\n").as_bytes()).is_ok());
    let says = |data: String, words: [&str; 2]| {
        let sentence = sentence("a.pdb", data.as_bytes());
        assert!(words.iter().all(|word| sentence.contains(word)), "{sentence}");
    };
    says(file("1e300", ""), ["line 2", "below 1e8 angstroms"]);
    says(file("11.104", ""), ["line 2", "atom 2 of the file is exactly where atom 1 is"]);
    // What is behind END is looked at, too, unless another structure begins there.
    says(file("12.4", "END\nCONECT    1   99\n"), ["line 5", "names vertex 99"]);
    let bonds = |end: &str| read_bytes("a.pdb", file("25", end).as_bytes()).expect("sound").0.edges;
    assert_eq!(bonds("END\n"), Vec::<[u32; 2]>::new());
    assert_eq!(bonds("END\nCONECT    1    2\n"), [[0, 1]]);
    let other = format!("END\n{}CONECT    1    9\n", atom(9, "1.0"));
    assert_eq!(bonds(&other), Vec::<[u32; 2]>::new());
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
