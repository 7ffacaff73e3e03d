//! Isosurface stuffing: fills a union of parts with tets of a body-centred cubic lattice, cut off at the surface.
//!
//! Lattice vertices are the corners and centres of cubes with side `spacing`; each tet joins two neighbouring centres
//! with an edge of the face between them, so all are alike and well shaped. Where the depth changes sign along an edge
//! the surface cuts it. A vertex that is very near to a cut (closer than 0.25 of a long edge or 0.41 of a short one)
//! moves there, which removes the slivers that plain cutting would leave; the other tets are cut and their inner part
//! is split, each four-sided face along the diagonal of its lowest vertex, so that neighbours agree. [labelle2007]
//!
//! For shapes without a mesh of their own. Edges of the parts are rounded off to about one spacing, and in the sharp
//! notch between two branches the surface may touch itself along an edge.

use std::collections::HashMap;

use rayon::prelude::*;

use super::union::{Part, Point};
use super::{MAX_ELEMENTS, positive};
use crate::mesh::{Mesh, ShapeProblem, quality};

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
    cut(&sites, &lattice)
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
        return Err(ShapeProblem::TooMany { elements, limit: MAX_ELEMENTS });
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

    /// A pyramid over the quad a b c d, split along the diagonal of the lowest number.
    fn pyramid(&mut self, [a, b, c, d]: [u32; 4], top: u32) {
        let lowest = a.min(b).min(c).min(d);
        let [a, b, c, d] = if lowest == a || lowest == c { [a, b, c, d] } else { [b, c, d, a] };
        self.tet([a, b, c, top]);
        self.tet([a, c, d, top]);
    }

    /// A prism between the triangles a and b: a tet over the far triangle and a pyramid, both at the lowest vertex.
    fn prism(&mut self, a: [u32; 3], b: [u32; 3]) {
        let lowest = (0..6).min_by_key(|i| if *i < 3 { a[*i] } else { b[i - 3] }).expect("six corners");
        let (near, far) = if lowest < 3 { (a, b) } else { (b, a) };
        let [i, j, k] = [0, 1, 2].map(|turn| (lowest + turn) % 3);
        self.tet([near[i], far[i], far[j], far[k]]);
        self.pyramid([near[j], near[k], far[k], far[j]], near[i]);
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
            builder.pyramid(quad, top);
        }
        ([a, b], [], [o, q]) => {
            let ends = [a, b].map(|i| [kept(builder, *i), between(builder, *i, *o), between(builder, *i, *q)]);
            builder.prism(ends[0], ends[1]);
        }
        ([a, b, c], [], [o]) => {
            let ends = [[a, b, c].map(|i| kept(builder, *i)), [a, b, c].map(|i| between(builder, *i, *o))];
            builder.prism(ends[0], ends[1]);
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
