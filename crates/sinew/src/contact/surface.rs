//! The surfaces of bodies, and the pairs on them that may touch: vertices with triangles, edges with edges.
//!
//! Every vertex has a box around its path; boxes of edges and triangles are those of their vertices. Two trees, one over edges
//! and one over triangles, are refitted and asked. Pairs that share a vertex are left out, and those without any
//! distance at rest, which are joined. The order of the pairs is that of their vertices, whatever the number of threads.

use rayon::prelude::*;

use super::bvh::{Bounds, Tree};
use super::distance::Pair;
use crate::mechanics::Vec3;

/// Vertices, edges and triangles that can touch, numbered among all vertices.
#[derive(Debug, Clone, Default)]
pub struct Surface {
    vertices: Vec<u32>,
    edges: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
    /// Body of each vertex of the world.
    body: Vec<u32>,
    /// Whether a body can touch itself.
    own: bool,
    /// Places at rest.
    rest: Vec<f64>,
    /// Closer than this at rest is joined.
    joined: f64,
    edge_tree: Tree,
    triangle_tree: Tree,
}

/// Vertices of pairs: first those of vertex and triangle, then those of two edges.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairs {
    /// Four vertices each.
    pub stencils: Vec<[u32; 4]>,
    /// How many are vertex and triangle.
    pub faces: usize,
}

impl Pairs {
    /// What pair number e is.
    pub fn kind(&self, e: usize) -> Pair {
        if e < self.faces { Pair::VertexTriangle } else { Pair::Edges }
    }
}

/// Place of a vertex.
pub fn point(x: &[f64], v: u32) -> Vec3 {
    Vec3::from_column_slice(&x[3 * v as usize..3 * v as usize + 3])
}

/// Places of the four vertices of a pair.
pub fn corners(x: &[f64], stencil: &[u32; 4]) -> [Vec3; 4] {
    stencil.map(|v| point(x, v))
}

/// One of the bodies that touch.
#[derive(Debug, Clone, Default)]
pub struct Skin {
    /// Boundary triangles among all vertices.
    pub triangles: Vec<[u32; 3]>,
    /// Edges of a body without triangles, such as a rope; sides of triangles need not be named.
    pub edges: Vec<[u32; 2]>,
}

/// Things looked at by one task.
const CHUNK: usize = 256;

impl Surface {
    /// The surfaces of some bodies of a world with these places at rest; `own`: each can touch itself, too.
    pub fn new(rest: &[f64], skins: &[Skin], own: bool) -> Self {
        let mut surface = Self { rest: rest.to_vec(), own, body: vec![u32::MAX; rest.len() / 3], ..Self::default() };
        for (number, skin) in skins.iter().enumerate() {
            let sides = skin.triangles.iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]);
            let mut edges: Vec<[u32; 2]> =
                sides.chain(skin.edges.iter().copied()).map(|[a, b]| [a.min(b), a.max(b)]).collect();
            edges.sort_unstable();
            edges.dedup();
            for v in edges.iter().flatten() {
                surface.body[*v as usize] = number as u32;
            }
            surface.edges.extend(edges);
            surface.triangles.extend(&skin.triangles);
        }
        let length = |[a, b]: &[u32; 2]| (point(rest, *a) - point(rest, *b)).norm();
        surface.joined = 1e-9 * surface.edges.iter().map(length).fold(0.0, f64::max);
        surface.vertices = (0..surface.body.len() as u32).filter(|v| surface.body[*v as usize] != u32::MAX).collect();
        let around = |list: &[u32]| Bounds::around(&list.iter().map(|v| point(rest, *v)).collect::<Vec<_>>());
        surface.edge_tree = Tree::new(&surface.edges.iter().map(|e| around(e)).collect::<Vec<_>>());
        surface.triangle_tree = Tree::new(&surface.triangles.iter().map(|t| around(t)).collect::<Vec<_>>());
        surface
    }

    /// The vertices that can touch, ascending.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Body of a vertex, in the order in which they were given.
    pub fn body(&self, vertex: u32) -> u32 {
        self.body[vertex as usize]
    }

    /// Distance at rest.
    pub fn rest_distance(&self, pair: Pair, stencil: &[u32; 4]) -> f64 {
        pair.distance(&corners(&self.rest, stencil))
    }

    /// Places at rest.
    pub fn rest(&self) -> &[f64] {
        &self.rest
    }

    fn may_touch(&self, a: &[u32], b: &[u32]) -> bool {
        (self.own || self.body(a[0]) != self.body(b[0])) && !a.iter().any(|v| b.contains(v))
    }

    /// All pairs whose boxes touch and that `keep` says yes to. `bounds` are the boxes of vertices.
    pub fn pairs(
        &mut self,
        bounds: &(impl Fn(u32) -> Bounds + Sync),
        keep: &(impl Fn(Pair, &[u32; 4]) -> bool + Sync),
        out: &mut Pairs,
    ) {
        let Self { edges, triangles, edge_tree, triangle_tree, .. } = self;
        let around = |list: &[u32]| list.iter().map(|v| bounds(*v)).reduce(|a, b| a.with(&b)).expect("not empty");
        rayon::join(|| edge_tree.refit(&|i| around(&edges[i])), || triangle_tree.refit(&|i| around(&triangles[i])));
        let this = &*self;
        let apart = |pair: Pair, stencil: &[u32; 4]| this.rest_distance(pair, stencil) > this.joined;
        let faces = |v: &u32, found: &mut Vec<[u32; 4]>| {
            let own = bounds(*v);
            this.triangle_tree.near(&own, |t| {
                let t = this.triangles[t as usize];
                let stencil = [*v, t[0], t[1], t[2]];
                if this.may_touch(&[*v], &t)
                    && own.overlaps(&around(&t))
                    && keep(Pair::VertexTriangle, &stencil)
                    && apart(Pair::VertexTriangle, &stencil)
                {
                    found.push(stencil);
                }
            });
        };
        let crossings = |(i, e): (usize, &[u32; 2]), found: &mut Vec<[u32; 4]>| {
            let own = around(e);
            this.edge_tree.near(&own, |j| {
                let other = this.edges[j as usize];
                let stencil = [e[0], e[1], other[0], other[1]];
                let later = j as usize > i && this.may_touch(e, &other);
                if later && own.overlaps(&around(&other)) && keep(Pair::Edges, &stencil) && apart(Pair::Edges, &stencil)
                {
                    found.push(stencil);
                }
            });
        };
        let sorted = |mut found: Vec<[u32; 4]>| {
            found.sort_unstable();
            found
        };
        let chunks: Vec<Vec<[u32; 4]>> = (this.vertices.par_chunks(CHUNK))
            .map(|chunk| {
                let mut found = Vec::new();
                chunk.iter().for_each(|v| faces(v, &mut found));
                sorted(found)
            })
            .collect();
        out.stencils.clear();
        out.stencils.extend(chunks.into_iter().flatten());
        out.faces = out.stencils.len();
        let chunks: Vec<Vec<[u32; 4]>> = (this.edges.par_chunks(CHUNK).enumerate())
            .map(|(c, chunk)| {
                let mut found = Vec::new();
                chunk.iter().enumerate().for_each(|(k, e)| crossings((c * CHUNK + k, e), &mut found));
                sorted(found)
            })
            .collect();
        out.stencils.extend(chunks.into_iter().flatten());
    }

    /// An edge that pierces a triangle at x: surfaces that cross, with which nothing good can come of contact.
    pub fn crossing(&mut self, x: &[f64]) -> Option<([u32; 2], [u32; 3])> {
        let Self { triangles, triangle_tree, .. } = self;
        let around = |list: &[u32]| {
            list.iter().map(|v| point(x, *v)).fold(Bounds::empty(), |b, p| b.with(&Bounds::around(&[p])))
        };
        triangle_tree.refit(&|i| around(&triangles[i]));
        let this = &*self;
        this.edges.par_iter().find_map_first(|e| {
            let mut found: Option<[u32; 3]> = None;
            this.triangle_tree.near(&around(e), |t| {
                let t = this.triangles[t as usize];
                if this.may_touch(e, &t) && pierces(e.map(|v| point(x, v)), t.map(|v| point(x, v))) {
                    found = Some(found.map_or(t, |known| known.min(t)));
                }
            });
            found.map(|t| (*e, t))
        })
    }
}

/// Of six times the volume of a tet, over the farthest coordinate and the square of the longest side: six products of three differences,
/// each off by up to 2 eps of a coordinate because places are rounded and by as much because they come from a turn.
const ROUNDING: f64 = 72.0 * f64::EPSILON;

/// Whether a segment goes through a triangle, sides and ends not counted, nor what lies in its plane but for rounding.
fn pierces([p, q]: [Vec3; 2], [a, b, c]: [Vec3; 3]) -> bool {
    let volume = |a: Vec3, b: Vec3, c: Vec3, d: Vec3| (b - a).cross(&(c - a)).dot(&(d - a));
    let (above, below) = (volume(a, b, c, p), volume(a, b, c, q));
    if above * below >= 0.0 {
        return false;
    }
    // Places are rounded to eps |x|, so that the points of a flat sheet lie on either side of the plane of any three of them.
    let (farthest, length) = [b, c, p, q]
        .iter()
        .fold((a.amax(), 0.0f64), |(farthest, length), x| (farthest.max(x.amax()), length.max((x - a).amax())));
    let rounding = ROUNDING * farthest * length * length;
    if above.abs().min(below.abs()) <= rounding {
        return false;
    }
    // The same of the sides, where faces that lie on each other end; from p both lengths are up to twice those from a.
    let sides = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
    sides.iter().all(|s| *s > 4.0 * rounding) || sides.iter().all(|s| *s < -4.0 * rounding)
}
