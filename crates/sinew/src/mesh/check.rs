//! The one validation after every reader and generator: what is in a mesh, what was mended, what is wrong with it.
//!
//! Errors make a mesh useless for simulation: an index out of range, a coordinate that is no number, a tet without volume.
//! Everything else is a warning. Slivers (q < 0.1, see [`quality`]) are reported with what they do to the highest
//! frequency, because that is what makes explicit steps small and implicit systems ill-conditioned.

use super::quality;
use super::{Mesh, MeshError};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// Below this radius ratio a tet is called a sliver.
pub const SLIVER: f64 = 0.1;
/// How many bad tets a report names.
const NAMED: usize = 10;

/// A tet that is named in a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BadTet {
    /// Which one, from 0.
    pub tet: usize,
    /// Its corners.
    pub vertices: [u32; 4],
    /// q = 3 r_in / r_circ.
    pub quality: f64,
    /// Volume (m^3).
    pub volume: f64,
    /// Its wave number over that of the median tet: how much higher the highest frequency is because of it.
    pub frequency_ratio: f64,
}

/// A region and how much of the mesh it is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionSummary {
    /// Number in the file.
    pub region: u32,
    /// Name, where the file gives one.
    pub name: Option<String>,
    /// How many tets.
    pub tets: usize,
    /// Their volume (m^3).
    pub volume: f64,
}

/// What [`check`] found.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Report {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of tets.
    pub tets: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Number of edges.
    pub edges: usize,
    /// Smallest and largest coordinates (m).
    pub bounding_box: Option<([f64; 3], [f64; 3])>,
    /// Volume of the tets (m^3).
    pub volume: f64,
    /// Regions, by number; empty if there is only region 0 without a name.
    pub regions: Vec<RegionSummary>,
    /// First index out of range, in words; the rest of the report is then empty.
    pub index_out_of_range: Option<String>,
    /// First coordinate that is not finite, in words; the rest of the report is then empty.
    pub not_finite: Option<String>,
    /// Tets that were negative and have been turned over.
    pub reoriented: usize,
    /// How many tets have no volume.
    pub zero_volume: usize,
    /// How many tets are slivers (q < 0.1), those without volume not counted.
    pub slivers: usize,
    /// The worst of the tets without volume and the slivers, at most ten, worst first.
    pub worst: Vec<BadTet>,
    /// Smallest q = 3 r_in / r_circ.
    pub quality_worst: f64,
    /// q that 99 % of the tets exceed.
    pub quality_percentile_1: f64,
    /// Median q.
    pub quality_median: f64,
    /// Highest wave number kappa (1/m) over the tets with volume: omega_max >= sqrt((lambda + 2 mu) / rho) kappa.
    pub wave_number_max: f64,
    /// Median of the same.
    pub wave_number_median: f64,
    /// Vertices that no element names.
    pub unreferenced: usize,
    /// Vertices that a triangle or an edge names but no tet, in a mesh with tets: the solid gives them no mass.
    pub outside_tets: usize,
    /// Vertices at the position of an earlier one.
    pub duplicate_vertices: usize,
    /// Tets with the same corners as an earlier one.
    pub duplicate_tets: usize,
    /// Faces that belong to more than two tets.
    pub crowded_faces: usize,
    /// Triangles without area.
    pub flat_triangles: usize,
    /// Edges that lead from a vertex to itself.
    pub loops: usize,
    /// Edges of the surface that do not belong to exactly two triangles; 0 for a closed surface.
    pub open_edges: usize,
    /// Number of vertices of each connected part, largest first.
    pub parts: Vec<usize>,
}

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

impl Report {
    /// Refuses what cannot be simulated, naming the first bad tet.
    ///
    /// # Errors
    /// [`MeshError::ZeroVolume`]. (Readers have already refused wrong indices and coordinates.)
    pub fn usable(&self) -> Result<(), MeshError> {
        match (self.zero_volume, self.worst.first()) {
            (count @ 1.., Some(first)) => {
                Err(MeshError::ZeroVolume { count, first: first.tet, vertices: first.vertices })
            }
            _ => Ok(()),
        }
    }

    /// What makes the mesh useless for simulation, one sentence each.
    pub fn errors(&self) -> Vec<String> {
        let broken = self.index_out_of_range.iter().chain(&self.not_finite).cloned();
        broken.chain(self.usable().err().map(|e| e.to_string())).collect()
    }

    /// By how much the worst tet raises the highest frequency over that of the median tet; at least 1.
    pub fn frequency_ratio(&self) -> f64 {
        if self.wave_number_median > 0.0 { self.wave_number_max / self.wave_number_median } else { 1.0 }
    }

    /// Lower bound of the highest frequency (rad/s) for Lame's constants (Pa) and a density (kg/m^3).
    pub fn highest_frequency(&self, lambda: f64, mu: f64, density: f64) -> f64 {
        ((lambda + 2.0 * mu) / density).sqrt() * self.wave_number_max
    }

    /// What deserves a look, one sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let mut list = Vec::new();
        let mut say = |count: usize, sentence: String| {
            if count > 0 {
                list.push(sentence);
            }
        };
        say(
            self.reoriented,
            format!("{} of {} tets were negative and have been turned over", self.reoriented, self.tets),
        );
        if let Some(worst) = self.worst.iter().find(|t| t.volume > 0.0 && t.frequency_ratio.is_finite()) {
            say(
                self.slivers,
                format!(
                    "{} slivers (q < {SLIVER}); the worst is tet {} with q = {:.2e}, alone worth {:.3} times the highest \
                     frequency of the median tet; the highest is {:.3} times it, so explicit steps must be that much smaller",
                    self.slivers,
                    worst.tet,
                    worst.quality,
                    worst.frequency_ratio,
                    self.frequency_ratio()
                ),
            );
        }
        say(self.unreferenced, format!("{} vertices belong to no element and would have no mass", self.unreferenced));
        say(self.outside_tets, format!("{} vertices belong to triangles or edges but to no tet", self.outside_tets));
        say(
            self.duplicate_vertices,
            format!("{} vertices lie exactly on another one; parts there are not joined", self.duplicate_vertices),
        );
        say(self.duplicate_tets, format!("{} tets stand twice", self.duplicate_tets));
        say(self.crowded_faces, format!("{} faces belong to more than two tets", self.crowded_faces));
        say(self.flat_triangles, format!("{} triangles have no area", self.flat_triangles));
        say(self.loops, format!("{} edges lead from a vertex to itself", self.loops));
        say(
            self.parts.len().saturating_sub(1),
            format!("{} parts that are not connected, of {} vertices", self.parts.len(), sizes(&self.parts)),
        );
        list
    }
}

fn sizes(parts: &[usize]) -> String {
    let shown: Vec<String> = parts.iter().take(8).map(usize::to_string).collect();
    let more = parts.len().saturating_sub(8);
    if more > 0 { format!("{} (and {more} more)", shown.join(", ")) } else { shown.join(", ") }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} vertices, {} tets, {} triangles, {} edges",
            self.vertices, self.tets, self.triangles, self.edges
        )?;
        if let Some((low, high)) = self.bounding_box {
            let size: [f64; 3] = std::array::from_fn(|c| high[c] - low[c]);
            writeln!(
                f,
                "box       {:.6} x {:.6} x {:.6} m from ({:.6}, {:.6}, {:.6})",
                size[0], size[1], size[2], low[0], low[1], low[2]
            )?;
        }
        if self.tets > 0 {
            writeln!(f, "volume    {:.6e} m^3", self.volume)?;
            writeln!(
                f,
                "quality   {:.3e} worst, {:.3} at 1 %, {:.3} median (3 r_in / r_circ; 1 is regular)",
                self.quality_worst, self.quality_percentile_1, self.quality_median
            )?;
            writeln!(
                f,
                "frequency {:.4e} 1/m times the speed of pressure waves at least, {:.3} times the median tet",
                self.wave_number_max,
                self.frequency_ratio()
            )?;
        }
        if self.tets + self.triangles > 0 && self.errors().is_empty() {
            let closed = if self.open_edges == 0 {
                "closed".into()
            } else {
                format!("open or branching at {} edges", self.open_edges)
            };
            writeln!(f, "surface   {closed}")?;
        }
        writeln!(
            f,
            "parts     {}{}",
            self.parts.len(),
            if self.parts.len() > 1 { format!(" of {} vertices", sizes(&self.parts)) } else { String::new() }
        )?;
        for r in &self.regions {
            let name = r.name.as_deref().unwrap_or("(no name)");
            writeln!(f, "region    {} {name}: {} tets, {:.6e} m^3", r.region, r.tets, r.volume)?;
        }
        self.errors().iter().try_for_each(|e| writeln!(f, "error: {e}"))?;
        self.warnings().iter().try_for_each(|w| writeln!(f, "warning: {w}"))
    }
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
