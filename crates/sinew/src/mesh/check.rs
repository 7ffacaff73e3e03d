//! The one validation after every reader and generator: what is in a mesh, what was mended, what is wrong with it.
//!
//! Errors make a mesh useless for simulation: an index out of range, a coordinate that is no number, a tet without volume.
//! Everything else is a warning. Slivers (q < 0.1, see [`quality`]) are reported with what they do to the highest
//! frequency, because that is what makes explicit steps small and implicit systems ill-conditioned.

use super::report::{BadTet, RegionSummary, Report, SLIVER};
use super::{Mesh, MeshError, quality};
use rayon::prelude::*;

/// How many bad tets a report names.
const NAMED: usize = 10;

/// Looks a mesh over, turns negative tets to positive ones and says what it found.
///
/// Regions that are all 0 and have no name are cleared, since an empty list means the same.
pub fn check(mesh: &mut Mesh) -> Report {
    let mut report = Report {
        vertices: mesh.vertices.len(),
        tets: mesh.tets.len(),
        triangles: mesh.triangles.len(),
        edges: mesh.edges.len(),
        ..Report::default()
    };
    if let Err(error) = sound(mesh) {
        let slot = match error {
            MeshError::NonFinite { .. } => &mut report.not_finite,
            _ => &mut report.index_out_of_range,
        };
        *slot = Some(error.to_string());
        return report;
    }
    if mesh.regions.iter().all(|&r| r == 0) && mesh.region_names.is_empty() {
        mesh.regions.clear();
    } else {
        mesh.regions.resize(mesh.tets.len(), 0);
    }

    let vertices = &mesh.vertices;
    let flipped = mesh.tets.par_iter_mut().filter_map(|tet| {
        let negative = quality::volume(&tet.map(|i| vertices[i as usize])) < 0.0;
        negative.then(|| tet.swap(1, 2))
    });
    report.reoriented = flipped.count();
    report.bounding_box = mesh.bounding_box();
    tets(mesh, &mut report);
    regions(mesh, &mut report);

    let used = mesh.referenced();
    report.unreferenced = used.iter().filter(|used| !**used).count();
    if !mesh.tets.is_empty() {
        let mut in_tets = vec![false; used.len()];
        mesh.tets.iter().flatten().for_each(|&i| in_tets[i as usize] = true);
        report.outside_tets = (0..used.len()).filter(|&i| used[i] && !in_tets[i]).count();
    }
    report.duplicate_vertices = duplicates(mesh.vertices.iter().map(|p| p.map(|x| (x + 0.0).to_bits())).collect());
    report.duplicate_tets = duplicates(mesh.tets.iter().map(|t| sorted(*t)).collect());
    let faces = mesh.tets.iter().flat_map(|t| super::topology::TET_FACES.map(|f| sorted(f.map(|i| t[i]))));
    report.crowded_faces = counts(faces.collect()).filter(|&n| n > 2).count();
    let area = |t: &[u32; 3]| {
        use super::geometry::{cross, length, minus};
        let [a, b, c] = t.map(|i| mesh.vertices[i as usize]);
        length(cross(minus(b, a), minus(c, a)))
    };
    report.flat_triangles = mesh.triangles.iter().filter(|t| area(t) == 0.0).count();
    report.loops = mesh.edges.iter().filter(|e| e[0] == e[1]).count();
    let sides = mesh.surface().into_iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]].map(sorted));
    report.open_edges = counts(sides.collect()).filter(|&n| n != 2).count();
    report.parts = mesh.parts();
    report
}

/// Indices in range and coordinates finite: what every other function here relies on.
pub(super) fn sound(mesh: &Mesh) -> Result<(), MeshError> {
    let n = mesh.vertices.len();
    fn look<const N: usize>(list: &[[u32; N]], element: &'static str, vertices: usize) -> Result<(), MeshError> {
        for (number, e) in list.iter().enumerate() {
            if let Some(&index) = e.iter().find(|&&i| i as usize >= vertices) {
                return Err(MeshError::IndexRange { element, number, index, vertices });
            }
        }
        Ok(())
    }
    look(&mesh.tets, "tet", n)?;
    look(&mesh.triangles, "triangle", n)?;
    look(&mesh.edges, "edge", n)?;
    for (vertex, p) in mesh.vertices.iter().enumerate() {
        if let Some(&value) = p.iter().find(|x| !x.is_finite()) {
            return Err(MeshError::NonFinite { vertex, value });
        }
    }
    Ok(())
}

/// Volume, quality, and what the worst tets do to the highest frequency.
fn tets(mesh: &Mesh, report: &mut Report) {
    if mesh.tets.is_empty() {
        return;
    }
    let volumes: Vec<f64> = mesh.tets.par_iter().map(|t| quality::volume(&mesh.corners(t))).collect();
    report.volume = volumes.iter().sum();
    let mut nodal = vec![0.0; mesh.vertices.len()];
    for (tet, v) in mesh.tets.iter().zip(&volumes) {
        tet.iter().for_each(|&i| nodal[i as usize] += 0.25 * v);
    }
    let flat: Vec<bool> = mesh.tets.par_iter().map(|t| quality::is_flat(&mesh.corners(t))).collect();
    let shape = |(e, t): (usize, &[u32; 4])| if flat[e] { 0.0 } else { quality::radius_ratio(&mesh.corners(t)) };
    let q: Vec<f64> = mesh.tets.par_iter().enumerate().map(shape).collect();
    let wave = |(e, t): (usize, &[u32; 4])| {
        if flat[e] { f64::INFINITY } else { quality::wave_number(&mesh.corners(t), &t.map(|i| nodal[i as usize])) }
    };
    let kappa: Vec<f64> = mesh.tets.par_iter().enumerate().map(wave).collect();

    let mut order = q.clone();
    order.par_sort_unstable_by(f64::total_cmp);
    report.quality_worst = order[0];
    report.quality_percentile_1 = order[order.len() / 100];
    report.quality_median = order[order.len() / 2];
    let mut waves: Vec<f64> = kappa.iter().copied().filter(|k| k.is_finite()).collect();
    waves.par_sort_unstable_by(f64::total_cmp);
    report.wave_number_max = waves.last().copied().unwrap_or(0.0);
    report.wave_number_median = waves.get(waves.len() / 2).copied().unwrap_or(0.0);
    report.zero_volume = flat.iter().filter(|flat| **flat).count();

    let mut bad: Vec<usize> = (0..q.len()).filter(|&e| q[e] < SLIVER).collect();
    report.slivers = bad.iter().filter(|&&e| !flat[e]).count();
    bad.sort_by(|&a, &b| q[a].total_cmp(&q[b]));
    let name = |&tet: &usize| BadTet {
        tet,
        vertices: mesh.tets[tet],
        quality: q[tet],
        volume: volumes[tet],
        frequency_ratio: kappa[tet] / report.wave_number_median,
    };
    report.worst = bad.iter().take(NAMED).map(name).collect();
}

fn regions(mesh: &Mesh, report: &mut Report) {
    let mut table = std::collections::BTreeMap::<u32, (usize, f64)>::new();
    for (tet, region) in mesh.tets.iter().zip(&mesh.regions) {
        let row = table.entry(*region).or_default();
        row.0 += 1;
        row.1 += quality::volume(&mesh.corners(tet));
    }
    let row = |(region, (tets, volume))| RegionSummary {
        region,
        name: mesh.region_names.get(&region).cloned(),
        tets,
        volume,
    };
    report.regions = table.into_iter().map(row).collect();
}

fn sorted<const N: usize>(mut list: [u32; N]) -> [u32; N] {
    list.sort_unstable();
    list
}

/// How often each different key stands in the list.
fn counts<K: Ord + Send>(mut keys: Vec<K>) -> impl Iterator<Item = usize> {
    keys.par_sort_unstable();
    let lengths: Vec<usize> = keys.chunk_by(|a, b| a == b).map(<[K]>::len).collect();
    lengths.into_iter()
}

fn duplicates<K: Ord + Send>(keys: Vec<K>) -> usize {
    counts(keys).map(|n| n - 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tet() -> Mesh {
        Mesh {
            vertices: vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]],
            tets: vec![[0, 1, 2, 3]],
            ..Mesh::default()
        }
    }

    #[test]
    fn a_good_tet_has_nothing_to_say() {
        let report = check(&mut tet());
        assert_eq!((report.errors(), report.warnings()), (vec![], vec![]));
        assert!(report.usable().is_ok());
        assert_eq!(report.open_edges, 0);
    }

    #[test]
    fn a_negative_tet_is_turned_over() {
        let mut mesh = tet();
        mesh.tets[0].swap(0, 1);
        let report = check(&mut mesh);
        assert_eq!(report.reoriented, 1);
        assert!(mesh.volume() > 0.0 && (report.volume - 1.0 / 6.0).abs() < 1e-16);
    }

    #[test]
    fn wrong_indices_and_coordinates_are_named() {
        let mut mesh = tet();
        mesh.tets.push([0, 1, 2, 9]);
        let report = check(&mut mesh);
        assert!(report.index_out_of_range.as_deref().is_some_and(|s| s.contains("tet 1 names vertex 9")), "{report}");
        let mut mesh = tet();
        mesh.vertices[2][1] = f64::NAN;
        assert!(check(&mut mesh).not_finite.is_some_and(|s| s.contains("vertex 2")));
    }

    #[test]
    fn flat_and_repeated_tets_are_errors_for_simulation() {
        let mut mesh = tet();
        mesh.vertices.push([0.5, 0.5, 0.0]);
        mesh.tets.push([0, 1, 2, 4]);
        mesh.tets.push([0, 1, 1, 3]);
        let report = check(&mut mesh);
        assert_eq!(report.zero_volume, 2);
        let message = report.usable().expect_err("no volume").to_string();
        assert!(message.contains("2 tets") && message.contains("tet 1"), "{message}");
        assert!(report.wave_number_max.is_finite());
    }

    #[test]
    fn a_sliver_is_named_with_its_frequency() {
        // a thin tet between two good ones: fifth vertex just above the middle of a face
        let mut mesh = tet();
        mesh.vertices.push([0.3, 0.3, -1e-6]);
        mesh.tets.push([0, 2, 1, 4]);
        let report = check(&mut mesh);
        assert_eq!((report.slivers, report.worst[0].tet), (1, 1));
        assert!(report.frequency_ratio() >= 1.0 && report.warnings()[0].contains("tet 1"), "{report}");
    }

    #[test]
    fn loose_and_double_things_are_counted() {
        let mut mesh = tet();
        mesh.append(&tet());
        mesh.vertices.push([5.0; 3]);
        mesh.tets.push([3, 0, 1, 2]);
        mesh.edges.push([1, 1]);
        let report = check(&mut mesh);
        assert_eq!(report.parts, vec![4, 4]);
        assert_eq!((report.duplicate_vertices, report.unreferenced, report.duplicate_tets, report.loops), (4, 1, 1, 1));
    }

    #[test]
    fn regions_are_summed_with_their_names() {
        let mut mesh = tet();
        mesh.append(&tet());
        mesh.regions = vec![3, 0];
        mesh.region_names.insert(3, "bone".into());
        let report = check(&mut mesh);
        assert_eq!(report.regions.len(), 2);
        assert_eq!(report.regions[1].name.as_deref(), Some("bone"));
        mesh.regions = vec![0, 0];
        mesh.region_names.clear();
        check(&mut mesh);
        assert!(mesh.regions.is_empty());
    }
}
