//! Isosurface stuffing: fills a union of parts with tets of a body-centred cubic lattice, cut off at the surface.
//!
//! Lattice vertices are the corners and centres of cubes with side `spacing`; each tet joins two neighbouring centres
//! with an edge of the face between them, so all are alike and well shaped. Where the depth changes sign along an edge
//! the surface cuts it. A vertex that is very near to a cut (closer than 0.25 of a long edge or 0.41 of a short one)
//! moves there, which removes the slivers that plain cutting would leave; the other tets are cut and their inner part
//! is split, each four-sided face along a diagonal that depends on the face alone, so that neighbours agree. [labelle2007]
//! Angles between faces lie within [9.5, 161] degrees: found, not proved. The noise of the test shows 11.4 to 156, a longer search 9.9 to
//! 160; diagonals that end at the cut of a short edge instead come to 6.7 on such noise.
//!
//! For shapes without a mesh of their own. Edges of the parts are rounded off to about one spacing. In the sharp notch between two
//! branches the body may touch itself along an edge; there it loses a tet or two ([`pinches`]).

use std::collections::HashMap;

use rayon::prelude::*;

use super::union::{Part, Point};
use super::{MAX_ELEMENTS, positive};
use crate::mesh::{Mesh, ShapeProblem, pinches, quality};

/// Corners of the lattice have even coordinates, centres odd ones; the unit is half the spacing.
type Site = [i32; 3];

const LONG: [Site; 6] = [[2, 0, 0], [-2, 0, 0], [0, 2, 0], [0, -2, 0], [0, 0, 2], [0, 0, -2]];
const SHORT: [Site; 8] =
    [[1, 1, 1], [1, 1, -1], [1, -1, 1], [1, -1, -1], [-1, 1, 1], [-1, 1, -1], [-1, -1, 1], [-1, -1, -1]];

/// A vertex moves to a cut that is closer than this fraction of the edge.
const NEAR_LONG: f64 = 0.249_99;
const NEAR_SHORT: f64 = 0.411_89;

#[derive(Clone, Copy)]
struct Vertex {
    position: Point,
    /// Exactly 0 once it was moved to the surface.
    depth: f64,
}

/// Fills the union of the parts.
pub(super) fn stuff(spacing: f64, parts: &[Part]) -> Result<Mesh, ShapeProblem> {
    positive("spacing", spacing)?;
    let limit = parts.iter().map(Part::resolution).fold(f64::INFINITY, f64::min);
    if spacing > limit {
        let why = "so that the thinnest part does not fall between the vertices";
        return Err(ShapeProblem::TooLong { key: "spacing", value: spacing, limit, why });
    }
    Ok(carve(sample(spacing, parts)?))
}

/// Fills where `depth` > 0 within a box. The depth must not exceed the distance from the surface: blocks of the lattice that lie
/// deep inside or far outside are settled by one look.
pub(crate) fn stuff_depth(spacing: f64, [low, high]: [Point; 2], depth: impl Fn(&Point) -> f64 + Sync) -> Mesh {
    let unit = 0.5 * spacing;
    let place = |site: Site| low + Point::from(site.map(f64::from)) * unit;
    let blocks: [i32; 3] = std::array::from_fn(|c| ((high[c] - low[c]) / unit + 6.0) as i32 / BLOCK + 1);
    let count = blocks.iter().product::<i32>();
    let sampled: Vec<Vec<(Site, Vertex)>> = (0..count)
        .into_par_iter()
        .map(|block| {
            let [_, y, z] = blocks;
            // three units below the box, where the lattice begins
            let first = [block / (y * z), block / z % y, block % z].map(|b| b * BLOCK - 3);
            let middle = depth(&(place(first) + Point::repeat(0.5 * f64::from(BLOCK - 1) * unit)));
            // to the farthest site of the block, and from there over an edge of the lattice
            let reach = (0.5 * 3f64.sqrt() * f64::from(BLOCK - 1) + 2.0) * unit;
            if middle < -reach {
                return Vec::new();
            }
            let steps = (0..BLOCK.pow(3)).map(|k| [k / (BLOCK * BLOCK), k / BLOCK % BLOCK, k % BLOCK]);
            let sites = steps.map(|by| shifted(first, by)).filter(|[i, j, k]| (i + j) % 2 == 0 && (i + k) % 2 == 0);
            sites
                .map(|site| {
                    let position = place(site);
                    (site, Vertex { position, depth: if middle > reach { spacing } else { depth(&position) } })
                })
                .collect()
        })
        .collect();
    carve(sampled.into_iter().flatten().collect())
}

/// Sites along the side of a block that is looked at as a whole.
const BLOCK: i32 = 8;

fn carve(mut lattice: HashMap<Site, Vertex>) -> Mesh {
    let mut sites: Vec<Site> = lattice.keys().copied().collect();
    sites.sort_unstable();
    warp(&sites, &mut lattice);
    let mut mesh = cut(&sites, &lattice);
    pinches::open(&mut mesh);
    mesh
}

fn shifted(site: Site, by: Site) -> Site {
    std::array::from_fn(|c| site[c] + by[c])
}

/// Depths at all lattice vertices within two spacings of a part.
fn sample(spacing: f64, parts: &[Part]) -> Result<HashMap<Site, Vertex>, ShapeProblem> {
    let unit = 0.5 * spacing;
    let boxes: Vec<[[i64; 3]; 2]> = (parts.iter())
        .map(|part| {
            let [low, high] = part.bounds();
            let at = |x: f64| (x / unit).clamp(-1e9, 1e9);
            [
                std::array::from_fn(|c| at(low[c]).floor() as i64 - 3),
                std::array::from_fn(|c| at(high[c]).ceil() as i64 + 3),
            ]
        })
        .collect();
    // one in four points of the grid of half spacings is a lattice vertex, and each brings about six tets
    let points = |[low, high]: &[[i64; 3]; 2]| (0..3).map(|c| (high[c] - low[c] + 1) as u128).product::<u128>();
    let elements = boxes.iter().map(points).sum::<u128>() / 4 * 6;
    if elements > MAX_ELEMENTS {
        return Err(ShapeProblem::TooMany { elements, limit: MAX_ELEMENTS, mend: "a larger `spacing`" });
    }
    let mut lattice = HashMap::new();
    for (part, [low, high]) in parts.iter().zip(boxes) {
        for i in low[0]..=high[0] {
            for j in low[1]..=high[1] {
                if (i + j) % 2 != 0 {
                    continue;
                }
                for k in (low[2]..=high[2]).filter(|k| (k + i) % 2 == 0) {
                    let position = Point::new(i as f64, j as f64, k as f64) * unit;
                    let depth = part.depth(&position);
                    let site = [i, j, k].map(|n| n as i32);
                    let vertex = lattice.entry(site).or_insert(Vertex { position, depth });
                    vertex.depth = vertex.depth.max(depth);
                }
            }
        }
    }
    Ok(lattice)
}

/// Where the depth is zero between two vertices, as a fraction of the way; None if it has one sign.
fn crossing(a: &Vertex, b: &Vertex) -> Option<f64> {
    (a.depth * b.depth < 0.0).then(|| a.depth / (a.depth - b.depth))
}

/// Moves vertices that are near to a cut onto it.
fn warp(sites: &[Site], lattice: &mut HashMap<Site, Vertex>) {
    for site in sites {
        let here = lattice[site];
        let edges = LONG.iter().map(|e| (e, NEAR_LONG)).chain(SHORT.iter().map(|e| (e, NEAR_SHORT)));
        let nearest = edges
            .filter_map(|(edge, near)| {
                let there = lattice.get(&shifted(*site, *edge))?;
                let t = crossing(&here, there).filter(|t| *t < near)?;
                Some((t * (there.position - here.position).norm(), here.position.lerp(&there.position, t)))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, position)) = nearest {
            lattice.insert(*site, Vertex { position, depth: 0.0 });
        }
    }
}

/// Collects vertices and tets.
#[derive(Default)]
struct Builder {
    mesh: Mesh,
    /// Numbers of lattice vertices (both sites equal) and of cuts (sites ascending).
    numbers: HashMap<[Site; 2], u32>,
}

impl Builder {
    fn vertex(&mut self, key: [Site; 2], position: impl FnOnce() -> Point) -> u32 {
        let vertices = &mut self.mesh.vertices;
        *self.numbers.entry(key).or_insert_with(|| {
            vertices.push(position().into());
            (vertices.len() - 1) as u32
        })
    }

    fn tet(&mut self, mut tet: [u32; 4]) {
        if quality::volume(&self.mesh.corners(&tet)) < 0.0 {
            tet.swap(2, 3);
        }
        self.mesh.tets.push(tet);
    }

    /// A pyramid over the quad a b c d, split along a c or else along b d.
    fn pyramid(&mut self, [a, b, c, d]: [u32; 4], first: bool, top: u32) {
        let [a, b, c, d] = if first { [a, b, c, d] } else { [b, c, d, a] };
        self.tet([a, b, c, top]);
        self.tet([a, c, d, top]);
    }

    /// A prism between the triangles a and b. Its side between corners i and i + 1 is split from a_i to b_i+1 where `first[i]`,
    /// else from b_i to a_i+1; not all three may turn the same way. Where two diagonals meet stands a tet over the far triangle and
    /// a pyramid over the opposite side.
    fn prism(&mut self, a: [u32; 3], b: [u32; 3], first: [bool; 3]) {
        let i = (0..3).find(|i| first[*i] != first[(i + 2) % 3]).expect("the diagonals do not run in a circle");
        let (near, far) = if first[i] { (a, b) } else { (b, a) };
        let [j, k] = [(i + 1) % 3, (i + 2) % 3];
        self.tet([near[i], far[0], far[1], far[2]]);
        self.pyramid([near[j], near[k], far[k], far[j]], first[i] == first[j], near[i]);
    }
}

/// Whether two sites are joined by a long edge: both are corners or both centres of cubes.
fn long(a: Site, b: Site) -> bool {
    (a[0] - b[0]) % 2 == 0
}

/// Of the face a b o whose corner o is cut off, whether the rest is split from a to the cut before o on b o, else from b. The diagonal
/// ends at the cut of a long edge; if there is none, a b is long, and the four faces around it begin at its lower and at its upper end in turn.
fn first_diagonal(a: Site, b: Site, o: Site) -> bool {
    if long(a, b) {
        let side: i32 = (0..3).filter(|c| a[*c] == b[*c]).map(|c| o[c] - a[c]).product();
        (side > 0) == (a < b)
    } else {
        long(b, o)
    }
}

/// Keeps the tets inside, and the inner parts of those on the surface.
fn cut(sites: &[Site], lattice: &HashMap<Site, Vertex>) -> Mesh {
    let mut builder = Builder::default();
    for center in sites.iter().filter(|s| s[0] % 2 != 0) {
        for axis in 0..3 {
            let step = |along: i32, u: i32, v: i32| {
                let mut site = *center;
                site[axis] += along;
                site[(axis + 1) % 3] += u;
                site[(axis + 2) % 3] += v;
                site
            };
            let ring = [step(1, 1, 1), step(1, -1, 1), step(1, -1, -1), step(1, 1, -1)];
            for side in 0..4 {
                let corners = [*center, step(2, 0, 0), ring[side], ring[(side + 1) % 4]];
                clip(corners, lattice, &mut builder);
            }
        }
    }
    builder.mesh
}

/// Adds the part of one lattice tet that lies inside.
fn clip(corners: [Site; 4], lattice: &HashMap<Site, Vertex>, builder: &mut Builder) {
    // a tet with a vertex inside has all its vertices in the lattice
    let found = corners.map(|site| lattice.get(&site).map(|vertex| (site, *vertex)));
    let (mut inside, mut surface, mut outside) = (Vec::new(), Vec::new(), Vec::new());
    for corner in found {
        let Some((site, vertex)) = corner else { return };
        match vertex.depth {
            d if d > 0.0 => inside.push((site, vertex)),
            d if d < 0.0 => outside.push((site, vertex)),
            _ => surface.push((site, vertex)),
        }
    }
    if inside.is_empty() {
        return;
    }
    let kept = |builder: &mut Builder, (site, vertex): (Site, Vertex)| builder.vertex([site; 2], || vertex.position);
    let between = |builder: &mut Builder, a: (Site, Vertex), b: (Site, Vertex)| {
        let key = [a.0.min(b.0), a.0.max(b.0)];
        let t = crossing(&a.1, &b.1).expect("one end is inside, the other outside");
        builder.vertex(key, || a.1.position.lerp(&b.1.position, t))
    };
    match (inside.as_slice(), surface.as_slice(), outside.as_slice()) {
        (_, _, []) => {
            let tet = found.map(|corner| kept(builder, corner.expect("checked above")));
            builder.tet(tet);
        }
        ([a], on, out) => {
            let mut tet = vec![kept(builder, *a)];
            tet.extend(on.iter().map(|s| kept(builder, *s)));
            tet.extend(out.iter().map(|o| between(builder, *a, *o)));
            builder.tet([tet[0], tet[1], tet[2], tet[3]]);
        }
        ([a, b], [s], [o]) => {
            let quad = [kept(builder, *a), kept(builder, *b), between(builder, *b, *o), between(builder, *a, *o)];
            let top = kept(builder, *s);
            builder.pyramid(quad, first_diagonal(a.0, b.0, o.0), top);
        }
        ([a, b], [], [o, q]) => {
            let ends = [a, b].map(|i| [kept(builder, *i), between(builder, *i, *o), between(builder, *i, *q)]);
            // the faces a b o and b a q are split alike, so the side on the surface goes the other way
            let alike = first_diagonal(a.0, b.0, o.0);
            builder.prism(ends[0], ends[1], [alike, !alike, alike]);
        }
        ([a, b, c], [], [o]) => {
            let ends = [[a, b, c].map(|i| kept(builder, *i)), [a, b, c].map(|i| between(builder, *i, *o))];
            builder.prism(ends[0], ends[1], [(a, b), (b, c), (c, a)].map(|(a, b)| first_diagonal(a.0, b.0, o.0)));
        }
        _ => unreachable!("four corners"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_ball_has_its_volume_with_second_order() {
        let ball = [Part::Ellipsoid { center: Point::new(0.1, -0.2, 0.05), radii: Point::repeat(1.0) }];
        let error = |spacing| (stuff(spacing, &ball).expect("a sound ball").volume() / (4.0 / 3.0 * PI) - 1.0).abs();
        let (coarse, fine) = (error(0.3), error(0.15));
        println!("{coarse:.2e} {fine:.2e}");
        assert!(fine < 0.01 && (1.6..2.4).contains(&(coarse / fine).log2()), "{coarse} {fine}");
    }

    /// Depths without any order cut tets in every way, again and again, with cuts where they hurt most.
    #[test]
    fn noise_is_carved_within_the_angles() {
        let mut random = crate::mesh::chance::Chance(5);
        let [mut low, mut high] = [180.0f64, 0.0f64];
        for spread in [1.2, 2.0, 3.2, 10.0f64] {
            let mut lattice = HashMap::new();
            let sites = (0..50i32.pow(3)).map(|k| [k / 2500, k / 50 % 50, k % 50]);
            for site in sites.filter(|[i, j, k]| (i + j) % 2 == 0 && (i + k) % 2 == 0) {
                let depth =
                    spread.powf(random.between(0.0, 1.0)) * if random.between(0.0, 1.0) < 0.7 { 1.0 } else { -1.0 };
                lattice.insert(site, Vertex { position: Point::from(site.map(f64::from)), depth });
            }
            let mut sites: Vec<Site> = lattice.keys().copied().collect();
            sites.sort_unstable();
            warp(&sites, &mut lattice);
            let range = quality::dihedral_range(&cut(&sites, &lattice)).expect("tets");
            [low, high] = [low.min(range[0]), high.max(range[1])];
        }
        println!("{low:.2} {high:.2}");
        assert!(low > 9.5 && high < 161.0, "{low} {high}");
    }

    #[test]
    fn a_body_that_touches_itself_along_an_edge_is_opened() {
        // two blades that close at a small angle
        let blade = |y: f64| Part::rod(Point::zeros(), Point::new(1.0, y, 0.13), 0.06);
        let mut pinched = 0;
        for k in 0..40 {
            let mut lattice = sample(0.05, &[blade(0.0), blade(0.13 + 0.002 * f64::from(k))]).expect("sound parts");
            let mut sites: Vec<Site> = lattice.keys().copied().collect();
            sites.sort_unstable();
            warp(&sites, &mut lattice);
            pinched += pinches::open(&mut cut(&sites, &lattice)).min(1);
            let report = crate::mesh::check(&mut carve(lattice));
            assert_eq!((report.open_edges, report.crowded_faces), (0, 0), "{k}");
        }
        assert!(pinched > 0, "the case did not come up");
    }

    #[test]
    fn overlapping_parts_become_one_conforming_body() {
        let parts = [
            Part::rod(Point::zeros(), Point::new(1.0, 0.3, 0.2), 0.1),
            Part::rod(Point::new(1.0, 0.3, 0.2), Point::new(1.0, 1.0, 0.5), 0.08),
            Part::Beam {
                ends: [Point::new(0.2, -0.4, 0.0), Point::new(0.2, 0.5, 0.1)],
                side: Point::z(),
                width: 0.1,
                height: 0.2,
            },
        ];
        let mut mesh = stuff(0.04, &parts).expect("sound parts");
        let report = crate::mesh::check(&mut mesh);
        println!(
            "{} tets, worst quality {:.3}, 1 % {:.3}",
            mesh.tets.len(),
            report.quality_worst,
            report.quality_percentile_1
        );
        assert_eq!(report.errors(), Vec::<String>::new());
        assert_eq!(report.parts.len(), 1);
        assert!(report.quality_worst > 0.1, "{}", report.quality_worst);
    }
}
