//! PDB files: atoms, bonds, masses, and one sentence for every broken line.

use sinew::mesh::Mesh;
use sinew::mesh::read::read_bytes;

/// Glycine's backbone with a water molecule, a second place of CA and a second model.
const SAMPLE: &str = "\
HEADER    SAMPLE
MODEL        1
ATOM      1  N   GLY A   1       0.000   0.000   0.000  1.00  0.00           N
ATOM      2  CA AGLY A   1       1.450   0.000   0.000  0.60  0.00           C
ATOM      3  CA BGLY A   1       1.500   0.100   0.000  0.40  0.00           C
ATOM      4  C   GLY A   1       2.000   1.430   0.000  1.00  0.00           C
ATOM      5  O   GLY A   1       1.250   2.400   0.000  1.00  0.00           O
ATOM      6 1HA  GLY A   1       1.800  -0.500   0.900  1.00  0.00
TER
HETATM    7  O   HOH A   2       8.000   8.000   8.000  1.00  0.00           O
HETATM    8 ZN    ZN A   3      -4.000   5.000   1.000
ENDMDL
MODEL        2
ATOM      9  N   GLY A   1       0.000   0.000   0.000  1.00  0.00           N
ENDMDL
CONECT    7    8
CONECT    3    1
END
ATOM     nonsense that nobody reads
";

fn parse(text: &str) -> Mesh {
    read_bytes("a.pdb", text.as_bytes()).unwrap_or_else(|e| panic!("{e}")).0
}

#[test]
fn atoms_bonds_and_masses_are_read() {
    let mesh = parse(SAMPLE);
    assert_eq!(mesh.vertices.len(), 7);
    assert!((mesh.vertices[1][0] - 1.45e-10).abs() < 1e-24);
    // N-CA, CA-C, C-O and CA-H by distance; water and zinc as the file says, though far apart.
    assert_eq!(mesh.edges, [[0, 1], [1, 2], [1, 4], [2, 3], [5, 6]]);
    let units: Vec<f64> = mesh.masses.iter().map(|m| (m / 1.660_539_07e-27 * 10.0).round() / 10.0).collect();
    assert_eq!(units, [14.0, 12.0, 12.0, 16.0, 1.0, 16.0, 65.4]);
}

#[test]
fn a_molecule_from_a_file_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("glycine.pdb"), SAMPLE).expect("written");
    let text = "
        [time]
        dt = 1e-15
        steps = 10
        [[body]]
        mesh = 'glycine.pdb'
        springs = { from = 'edges', edge = 400.0 }
        [[force]]
        kind = 'lennard-jones'
        epsilon = 5e-21
        sigma = 2.2e-10
    ";
    let mut built = sinew::scene::Scene::from_str(text, folder.path()).and_then(|s| s.build()).expect("sound");
    let total: f64 = built.simulation.world().all_mass().vertex_masses().iter().sum();
    assert!((total / 1.660_539_07e-27 - 136.415).abs() < 0.01, "{}", total / 1.660_539_07e-27);
    (0..10).for_each(|_| assert!(built.simulation.step().is_ok()));
}

#[test]
fn broken_lines_get_a_sentence_with_their_number() {
    for (old, new, words) in [
        ("  1.430   0.000", "  1.4x0   0.000", ["line 6", "1.4x0"]),
        ("   1.250   2.400   0.000  1.00  0.00           O", "   1.250   2.400", ["line 7", "columns 31-38"]),
        ("CONECT    7    8", "CONECT    7   88", ["line 16", "88"]),
        ("CONECT    7    8", "CONECT    7    x", ["line 16", "number of an atom"]),
        ("CONECT    7    8", "CONECT", ["line 16", "number of an atom"]),
        ("HETATM    7", "HETATM    5", ["line 10", "atom 5 stands twice"]),
        ("0.00           N", "0.00           Q", ["line 3", "symbol of an element"]),
        ("1.500   0.100", "    nan   nan", ["", ""]),
    ] {
        assert!(SAMPLE.contains(old), "{old}");
        let outcome = read_bytes("a.pdb", SAMPLE.replacen(old, new, 1).as_bytes());
        if words == ["", ""] {
            // The second place of an atom is not looked at.
            assert!(outcome.is_ok());
            continue;
        }
        let message = outcome.err().unwrap_or_else(|| panic!("{new} was read")).to_string();
        assert!(words.iter().all(|w| message.contains(w)) && !message.contains('\n'), "{new}: {message}");
    }
    let message = read_bytes("a.pdb", b"HEADER    EMPTY\nEND\n").expect_err("nothing there").to_string();
    assert!(message.contains("no atoms"), "{message}");
}

#[test]
fn no_cut_file_does_harm() {
    for end in 0..SAMPLE.len() {
        let _ = read_bytes("a.pdb", &SAMPLE.as_bytes()[..end]);
    }
}
