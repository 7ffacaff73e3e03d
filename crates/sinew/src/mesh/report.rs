//! What a check found, as data and as text.

use super::MeshError;
use serde::Serialize;
use std::fmt;

/// Below this radius ratio a tet is called a sliver.
pub const SLIVER: f64 = 0.1;

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
        let named = self.worst.iter().find(|t| t.frequency_ratio.is_finite());
        say(
            self.slivers,
            match named {
                Some(worst) => format!(
                    "{} (q < {SLIVER}), the worst is tet {} with q = {:.1e}; the highest frequency is at least {} times that of \
                     the median tet ({} times from the worst sliver alone), so explicit steps are that much smaller; remesh \
                     or use an implicit or exponential scheme",
                    several(self.slivers, "sliver"),
                    worst.tet,
                    worst.quality,
                    short(self.frequency_ratio()),
                    short(worst.frequency_ratio),
                ),
                None => format!("{} (q < {SLIVER})", several(self.slivers, "sliver")),
            },
        );
        let lone = several_ending(self.unreferenced, "vertex", "vertices");
        say(self.unreferenced, format!("{lone} in no element, without mass; remove or connect them"));
        let outside = several_ending(self.outside_tets, "vertex", "vertices");
        say(self.outside_tets, format!("{outside} in triangles or edges but in no tet, without mass in a solid"));
        let double = several_ending(self.duplicate_vertices, "vertex", "vertices");
        say(
            self.duplicate_vertices,
            format!("{double} exactly where another one is; parts are not joined there, so merge them"),
        );
        say(
            self.duplicate_tets,
            format!("{} with the corners of an earlier one; remove them", several(self.duplicate_tets, "tet")),
        );
        say(
            self.crowded_faces,
            format!("{} of more than two tets; the tets overlap", several(self.crowded_faces, "face")),
        );
        say(self.flat_triangles, format!("{} without area", several(self.flat_triangles, "triangle")));
        say(self.loops, format!("{} from a vertex to itself", several(self.loops, "edge")));
        say(
            self.parts.len().saturating_sub(1),
            format!("{} parts that are not connected, of {} vertices", self.parts.len(), sizes(&self.parts)),
        );
        list
    }
}

fn several(count: usize, noun: &str) -> String {
    several_ending(count, noun, &format!("{noun}s"))
}

fn several_ending(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Three significant digits.
pub(super) fn short(x: f64) -> String {
    if x == 0.0 || !(1e-3..1e5).contains(&x.abs()) {
        return if x == 0.0 { "0".into() } else { format!("{x:.2e}") };
    }
    let decimals = (2 - x.abs().log10().floor() as i32).max(0) as usize;
    format!("{x:.decimals$}")
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
            // Six decimals are micrometres, which say nothing of a molecule.
            let small = size.iter().all(|s| *s < 1e-3);
            let number = |x: f64| if small { short(x) } else { format!("{x:.6}") };
            let list = |p: [f64; 3], between: &str| p.map(number).join(between);
            writeln!(f, "box       {} m from ({})", list(size, " x "), list(low, ", "))?;
        }
        if self.tets > 0 {
            writeln!(f, "volume    {:.6e} m^3", self.volume)?;
            let [worst, low, median] = [self.quality_worst, self.quality_percentile_1, self.quality_median].map(short);
            writeln!(f, "quality   {worst} worst, {low} at 1 %, {median} median (3 r_in / r_circ; 1 is regular)")?;
            let (highest, ratio) = (short(self.wave_number_max), short(self.frequency_ratio()));
            writeln!(
                f,
                "frequency highest at least {highest} 1/m times the speed of pressure waves, {ratio} times the median tet"
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
        let of = if self.parts.len() > 1 { format!(" of {} vertices", sizes(&self.parts)) } else { String::new() };
        writeln!(f, "parts     {}{of}", self.parts.len())?;
        for r in &self.regions {
            let name = r.name.as_deref().unwrap_or("(no name)");
            writeln!(f, "region    {} {name}: {} tets, {:.6e} m^3", r.region, r.tets, r.volume)?;
        }
        self.errors().iter().try_for_each(|e| writeln!(f, "error: {e}"))?;
        self.warnings().iter().try_for_each(|w| writeln!(f, "warning: {w}"))
    }
}
