//! Protein Data Bank `.pdb` (text, fixed columns): `ATOM` and `HETATM` become vertices, `CONECT` and short distances edges.
//!
//! Columns (from 1): 7-11 number of the atom, 13-16 its name, 17 alternative place, 31-38, 39-46, 47-54 coordinates in angstroms,
//! 77-78 element; `CONECT` has numbers in 7-11, 12-16, 17-21, 22-26, 27-31. Read are the first model and the first alternative
//! place, up to `END`, and `CONECT` behind it. Atoms that no `CONECT` names (files name but few) are bonded by distance: |d| <= r_i + r_j + 0.4 angstroms
//! with covalent radii r. Lengths become metres, elements masses in kilograms.

use std::collections::{BTreeMap, BTreeSet};

use sinew_math::near::{NearLists, squared_distance};

use super::cursor::{Cursor, Outcome, Parsed, whole};
use crate::mesh::{Mesh, Problem};

/// One angstrom in metres.
const ANGSTROM: f64 = 1e-10;
/// One atomic mass unit in kilograms.
const UNIT: f64 = 1.660_539_07e-27;
/// Slack of bonds found by distance, in angstroms.
const SLACK: f64 = 0.4;

/// Symbol, mass in units, covalent radius in angstroms.
const ELEMENTS: &[(&str, f64, f64)] = &[
    ("H", 1.008, 0.31),
    ("D", 2.014, 0.31),
    ("C", 12.011, 0.76),
    ("N", 14.007, 0.71),
    ("O", 15.999, 0.66),
    ("F", 18.998, 0.57),
    ("NA", 22.990, 1.66),
    ("MG", 24.305, 1.41),
    ("P", 30.974, 1.07),
    ("S", 32.06, 1.05),
    ("CL", 35.45, 1.02),
    ("K", 39.098, 2.03),
    ("CA", 40.078, 1.76),
    ("MN", 54.938, 1.39),
    ("FE", 55.845, 1.32),
    ("CO", 58.933, 1.26),
    ("NI", 58.693, 1.24),
    ("CU", 63.546, 1.32),
    ("ZN", 65.38, 1.22),
    ("SE", 78.971, 1.20),
    ("BR", 79.904, 1.20),
    ("I", 126.904, 1.39),
];

/// No number in the eight columns of a coordinate reaches this without a power of ten, in angstroms.
const FARTHEST: f64 = 1e8;

struct Atom {
    place: [f64; 3],
    mass: f64,
    radius: f64,
}

pub(super) fn parse(data: &[u8]) -> Parsed {
    let mut c = Cursor::new(data);
    let mut atoms: Vec<Atom> = Vec::new();
    let mut index = BTreeMap::new();
    let mut skipped = BTreeSet::new();
    let mut bonds = BTreeSet::new();
    let (mut later_model, mut ended) = (false, false);
    let mut places = BTreeMap::new();
    while c.left() > 0 {
        let line = c.line();
        match columns(line, 1, 6).trim_ascii() {
            // Another structure begins, whose atoms have the same numbers.
            b"ATOM" | b"HETATM" if ended => break,
            b"ATOM" | b"HETATM" => {
                // None where the column overflows (`*****`): such an atom has no name for CONECT.
                let number = number(line, 7, 11);
                if later_model || !matches!(columns(line, 17, 17), b"" | b" " | b"A" | b"1") {
                    skipped.extend(number);
                    continue;
                }
                let atom = atom(&c, line)?;
                if let Some(number) = number
                    && index.insert(number, atoms.len() as u32).is_some()
                {
                    return c.fault(Problem::Twice { what: "atom", number });
                }
                if let Some(earlier) = places.insert(atom.place.map(|x| (x + 0.0).to_bits()), atoms.len()) {
                    let (earlier, later) = (earlier + 1, atoms.len() + 1);
                    return c.fault(Problem::Mesh(format!(
                        "atom {later} of the file is exactly where atom {earlier} is, and no force tells them apart; remove one of them"
                    )));
                }
                atoms.push(atom);
            }
            b"CONECT" => connect(&c, line, &index, &skipped, &mut bonds)?,
            b"ENDMDL" => later_model = true,
            b"END" => ended = true,
            // headers, remarks, secondary structure, crystal axes, anisotropy, chain ends
            _ => {}
        }
    }
    if atoms.is_empty() {
        return whole(Problem::Missing { what: "atoms (lines that begin with ATOM or HETATM)" });
    }
    add_near(&atoms, &mut bonds);
    Ok(Mesh {
        vertices: atoms.iter().map(|a| a.place.map(|x| x * ANGSTROM)).collect(),
        edges: bonds.into_iter().collect(),
        masses: atoms.iter().map(|a| a.mass * UNIT).collect(),
        ..Mesh::default()
    })
}

/// Columns first ..= last, counted from 1, as far as the line has them.
fn columns(line: &[u8], first: usize, last: usize) -> &[u8] {
    &line[(first - 1).min(line.len())..last.min(line.len())]
}

fn number(line: &[u8], first: usize, last: usize) -> Option<u64> {
    std::str::from_utf8(columns(line, first, last).trim_ascii()).ok()?.parse().ok()
}

fn atom(c: &Cursor, line: &[u8]) -> Outcome<Atom> {
    let mut place = [0.0; 3];
    for (x, first) in place.iter_mut().zip([31, 39, 47]) {
        let word = columns(line, first, first + 7).trim_ascii();
        match std::str::from_utf8(word).ok().and_then(|w| w.parse::<f64>().ok()).filter(|x| x.abs() < FARTHEST) {
            Some(value) => *x = value,
            None => {
                let wanted = "a coordinate of an atom below 1e8 angstroms (x, y, z in columns 31-38, 39-46, 47-54)";
                return c.expected(wanted, word);
            }
        }
    }
    let (mass, radius) = element(c, line)?;
    Ok(Atom { place, mass, radius })
}

/// Mass and radius, by the element's column or else by the atom's name, whose first two columns are the symbol.
fn element(c: &Cursor, line: &[u8]) -> Outcome<(f64, f64)> {
    let symbol = columns(line, 77, 78).trim_ascii();
    let named = columns(line, 13, 14).trim_ascii();
    // Four-letter names of hydrogens start in column 13; digits stand before theirs.
    let first = columns(line, 13, 16).trim_ascii().iter().find(|b| b.is_ascii_alphabetic()).map(std::slice::from_ref);
    let candidates = if symbol.is_empty() { vec![named, first.unwrap_or_default()] } else { vec![symbol] };
    let known = |word: &&[u8]| ELEMENTS.iter().find(|(name, ..)| word.eq_ignore_ascii_case(name.as_bytes()));
    match candidates.iter().find_map(known) {
        Some((_, mass, radius)) => Ok((*mass, *radius)),
        None => c.expected("the symbol of an element (columns 77-78, or the atom's name in 13-16)", candidates[0]),
    }
}

fn connect(
    c: &Cursor,
    line: &[u8],
    index: &BTreeMap<u64, u32>,
    skipped: &BTreeSet<u64>,
    bonds: &mut BTreeSet<[u32; 2]>,
) -> Outcome<()> {
    let mut from = None;
    for first in [7, 12, 17, 22, 27] {
        let word = columns(line, first, first + 4).trim_ascii();
        if word.is_empty() && first > 7 {
            continue;
        }
        let Some(name) = number(line, first, first + 4) else {
            return c.expected("the number of an atom (columns 7-11, 12-16, .. of CONECT)", word);
        };
        let Some(atom) = index.get(&name).copied() else {
            if skipped.contains(&name) {
                if first == 7 {
                    return Ok(());
                }
                continue;
            }
            let (number, vertices) = (bonds.len(), index.len());
            return c.fault(Problem::Vertex { element: "bond", number, index: name as i64, vertices });
        };
        match from {
            None => from = Some(atom),
            Some(other) if other != atom => {
                bonds.insert([other.min(atom), other.max(atom)]);
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Bonds by distance for pairs in which at least one atom has none from `CONECT`.
fn add_near(atoms: &[Atom], bonds: &mut BTreeSet<[u32; 2]>) {
    let mut connected = vec![false; atoms.len()];
    bonds.iter().flatten().for_each(|a| connected[*a as usize] = true);
    let places: Vec<[f64; 3]> = atoms.iter().map(|a| a.place).collect();
    let widest = atoms.iter().map(|a| a.radius).fold(0.0, f64::max);
    let bonded = |i: u32, j: u32| {
        let (a, b) = (&atoms[i as usize], &atoms[j as usize]);
        let reach = a.radius + b.radius + SLACK;
        i < j
            && !(connected[i as usize] && connected[j as usize])
            && squared_distance(&a.place, &b.place) <= reach * reach
    };
    let mut near = NearLists::default();
    near.search(&places, 2.0 * widest + SLACK, bonded);
    for i in 0..atoms.len() {
        bonds.extend(near.of(i).iter().map(|j| [i as u32, *j]));
    }
}
