//! Springs between surfaces that come closer than a thickness: bodies that touch each other or themselves.
//!
//! V = sum over pairs of m E(p), p = thickness - d > 0, with E the law of [`Penalty`] (k p^2/2, or with a ramp) and d the
//! distance of vertex and triangle or of two edges. m = 1 but for nearly parallel edges, whose nearest points jump:
//! m = (2 - c/e) c/e with c = |u x v|^2/(|u_0|^2 |v_0|^2) below e = 1e-3 takes them out smoothly [li2020, sec. 4.1]. Force and tangent:
//!
//! f_i = m E' w_i n - E m' dc/dx_i,   Hess E = E'' g g^T - E' Hess d,   g_i = w_i n,   Hess d = (Hess(d^2/2) - g g^T)/d.
//!
//! Pairs that are closer than the thickness at rest have their own: the rest distance between bodies, half of it within one,
//! so that a body at rest feels nothing and may be squeezed to half before it touches itself. The pairs are searched anew when vertices
//! leave the paths for which they were searched by more than half a thickness; a step may be longer than a thickness. The
//! distance has no sides, so nothing here pushes back what has passed through: that is for [`passing`](super::passing).
//! Over a step the mean push is the quotient of energies along the middle's normal, corrected as in [gonzalez1996].

use super::continuous::reach;
use super::distance::{Nearest, Pair, crossing};
use super::pair_stiction::Held;
use super::penalty::Penalty;
use super::surface::{Pairs, Surface, corners, point};
use crate::mechanics::{
    Between, Blocks, Configuration, ElementLaw, Elements, ForceTerm, Local, Role, Vec3, zero_blocks,
};
use crate::models::ModelError;
use crate::models::error::not_negative;

/// Edges with a squared sine below this count less and less.
const PARALLEL: f64 = 1e-3;

/// The law of all pairs. See the module's head.
pub struct Proximity {
    surface: Surface,
    settings: Penalty,
    pairs: Pairs,
    /// Thickness of each pair.
    thickness: Vec<f64>,
    searched: Option<Searched>,
    /// Kept between searches.
    found: Pairs,
}

/// For which paths the pairs were searched.
struct Searched {
    t: f64,
    h: f64,
    x: Vec<f64>,
    v: Vec<f64>,
}

/// Contact of surfaces with each other; `settings.offset` is the thickness.
pub fn proximity(
    name: impl Into<String>,
    surface: Surface,
    settings: Penalty,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let vertices = surface.rest().len() / 3;
    Ok(Box::new(Elements::new(name, vertices, Proximity::new(surface, settings)?)))
}

/// A thickness above 0, a stiffness and a ramp that make sense.
pub(super) fn check(settings: &Penalty) -> Result<(), ModelError> {
    not_negative("contact stiffness", settings.stiffness)?;
    not_negative("contact ramp", settings.ramp)?;
    let thickness = settings.offset;
    if !(thickness > 0.0 && thickness.is_finite()) {
        let need = "above 0, since surfaces without thickness touch only when it is too late";
        return Err(ModelError::BadValue { what: "contact thickness", value: thickness, need });
    }
    Ok(())
}

/// The thickness of a pair.
pub(super) fn thickness(surface: &Surface, settings: &Penalty, pair: Pair, stencil: &[u32; 4]) -> f64 {
    let rest = surface.rest_distance(pair, stencil);
    if rest >= settings.offset {
        return settings.offset;
    }
    let second = if pair == Pair::Edges { stencil[2] } else { stencil[1] };
    if surface.body(stencil[0]) == surface.body(second) { 0.5 * rest } else { rest }
}

/// A pair that is closer than its thickness.
struct Touch {
    near: Nearest,
    d: f64,
    n: Vec3,
    /// E, E', E''
    law: (f64, f64, f64),
    fading: Option<Fading>,
}

/// What is left of edges that are nearly parallel.
struct Fading {
    /// m, m', m''
    m: (f64, f64, f64),
    /// dc/dx
    gradient: [Vec3; 4],
    /// Hess c
    hessian: Blocks<4>,
}

impl Touch {
    fn weight(&self) -> f64 {
        self.fading.as_ref().map_or(1.0, |fading| fading.m.0)
    }
}

impl Proximity {
    /// Nothing is searched yet.
    pub(super) fn new(surface: Surface, settings: Penalty) -> Result<Self, ModelError> {
        check(&settings)?;
        let (pairs, thickness, searched, found) = Default::default();
        Ok(Self { surface, settings, pairs, thickness, searched, found })
    }

    /// What friction has to know of a pair.
    pub(super) fn held(&self, e: usize, x: &[Vec3; 4]) -> Held {
        self.touch(e, x).map_or_else(Held::default, |touch| Held {
            weights: touch.near.weights,
            normal: touch.n,
            push: touch.weight() * touch.law.1,
        })
    }

    fn depth(&self, e: usize, x: &[Vec3; 4]) -> f64 {
        self.thickness[e] - self.pairs.kind(e).distance(x)
    }

    fn touch(&self, e: usize, x: &[Vec3; 4]) -> Option<Touch> {
        let pair = self.pairs.kind(e);
        let near = pair.nearest(x);
        let (d, n) = near.distance(pair, x);
        // A distance that is not a number must not vanish silently.
        if d >= self.thickness[e] {
            return None;
        }
        Some(Touch { near, d, n, law: self.settings.law(self.thickness[e] - d), fading: self.fading(e, x) })
    }

    fn fading(&self, e: usize, x: &[Vec3; 4]) -> Option<Fading> {
        if self.pairs.kind(e) == Pair::VertexTriangle {
            return None;
        }
        let rest = corners(self.surface.rest(), &self.pairs.stencils[e]);
        let size = (rest[1] - rest[0]).norm_squared() * (rest[3] - rest[2]).norm_squared();
        let (c, gradient, hessian) = crossing(x, 1.0 / size);
        if c >= PARALLEL {
            return None;
        }
        let share = c / PARALLEL;
        let m = ((2.0 - share) * share, (2.0 - 2.0 * share) / PARALLEL, -2.0 / (PARALLEL * PARALLEL));
        Some(Fading { m, gradient, hessian })
    }

    fn energy_of(&self, e: usize, x: &[Vec3; 4]) -> f64 {
        self.touch(e, x).map_or(0.0, |touch| touch.weight() * touch.law.0)
    }

    /// Whether the paths of a step are among those for which the pairs were searched.
    fn covers(&self, at: &Configuration, h: f64) -> bool {
        let Some(known) = &self.searched else { return false };
        let slack = 0.5 * self.settings.offset;
        let [from, to] = [at.t, at.t + h].map(|t| ((t - known.t) / known.h).clamp(0.0, 1.0) * known.h);
        self.surface.vertices().iter().all(|v| {
            let (x, v, here, now) = (point(&known.x, *v), point(&known.v, *v), point(at.x, *v), point(at.v, *v));
            (here - x - v * from).norm() <= slack && (here + now * h - x - v * to).norm() <= slack
        })
    }
}

impl ElementLaw<4> for Proximity {
    fn stencils(&self) -> &[[u32; 4]] {
        &self.pairs.stencils
    }

    fn role(&self) -> Role {
        Role::Contact
    }

    fn searches(&self) -> bool {
        true
    }

    fn search(&mut self, at: &Configuration, h: f64) -> bool {
        if self.covers(at, h) {
            return false;
        }
        let vertices = self.surface.vertices();
        // What all have in common brings nobody closer.
        let mean: Vec3 = vertices.iter().map(|v| point(at.v, *v)).sum::<Vec3>() / vertices.len().max(1) as f64;
        let Self { surface, settings, found, .. } = self;
        let radius = 2.0 * settings.offset;
        let way = |v: u32| (point(at.v, v) - mean) * h;
        let bounds = |v: u32| {
            let x = point(at.x, v);
            super::bvh::Bounds::around(&[x, x + way(v)]).grown(0.5 * radius)
        };
        let keep = |pair: Pair, stencil: &[u32; 4]| {
            let distance = pair.distance(&corners(at.x, stencil));
            distance - reach(pair, &stencil.map(way)) <= radius
        };
        surface.pairs(&bounds, &keep, found);
        self.searched = Some(Searched { t: at.t, h, x: at.x.to_vec(), v: at.v.to_vec() });
        if self.found == self.pairs {
            return false;
        }
        std::mem::swap(&mut self.pairs, &mut self.found);
        let Self { surface, settings, pairs, .. } = self;
        let of = |(e, stencil)| thickness(surface, settings, pairs.kind(e), stencil);
        self.thickness = pairs.stencils.iter().enumerate().map(of).collect();
        true
    }

    fn energy(&self, e: usize, at: &Local<4>) -> f64 {
        self.energy_of(e, &at.x)
    }

    fn force(&self, e: usize, at: &Local<4>) -> [Vec3; 4] {
        let Some(touch) = self.touch(e, &at.x) else { return [Vec3::zeros(); 4] };
        let push = touch.n * (touch.weight() * touch.law.1);
        let mut f = touch.near.weights.map(|w| push * w);
        if let Some(Fading { m, gradient, .. }) = &touch.fading {
            f.iter_mut().zip(gradient).for_each(|(f, g)| *f -= g * (touch.law.0 * m.1));
        }
        f
    }

    fn stiffness(&self, e: usize, at: &Local<4>) -> Blocks<4> {
        let Some(touch) = self.touch(e, &at.x) else { return zero_blocks() };
        let (energy, push, slope) = touch.law;
        let (g, m) = (touch.near.weights.map(|w| touch.n * w), touch.weight());
        let bend = if touch.d > 0.0 { m * push / touch.d } else { 0.0 };
        let hessian = touch.near.hessian(&at.x);
        let mut k: Blocks<4> = std::array::from_fn(|i| {
            std::array::from_fn(|j| g[i] * g[j].transpose() * (m * slope + bend) - hessian[i][j] * bend)
        });
        if let Some(Fading { m, gradient: c, hessian: curved }) = &touch.fading {
            for i in 0..4 {
                for j in 0..4 {
                    let mixed = c[i] * g[j].transpose() + g[i] * c[j].transpose();
                    k[i][j] += (c[i] * c[j].transpose() * m.2 + curved[i][j] * m.1) * energy - mixed * (m.1 * push);
                }
            }
        }
        k
    }

    fn projected_stiffness(&self, e: usize, at: &Local<4>) -> Blocks<4> {
        let Some(touch) = self.touch(e, &at.x) else { return zero_blocks() };
        let g = touch.near.weights.map(|w| touch.n * w);
        let slope = touch.weight() * touch.law.2;
        std::array::from_fn(|i| std::array::from_fn(|j| g[i] * g[j].transpose() * slope))
    }

    fn mean_force(&self, e: usize, at: &Between<4>) -> [Vec3; 4] {
        let Some((push, near, n)) = self.mean_push(e, at) else { return [Vec3::zeros(); 4] };
        let mut f = near.weights.map(|w| n * (w * push.0));
        let [before, after] = [0, 1].map(|k| self.energy_of(e, &at.x[k]));
        let dx: [Vec3; 4] = std::array::from_fn(|a| at.x[1][a] - at.x[0][a]);
        let mean = dx.iter().sum::<Vec3>() / 4.0;
        let work: f64 = f.iter().zip(&dx).map(|(f, d)| f.dot(d)).sum();
        let missing = before - after - work;
        let size: f64 = dx.iter().map(|d| (d - mean).norm_squared()).sum();
        // What rounding of the energies explains is no correction.
        if missing.abs() > 8.0 * f64::EPSILON * (before + after) && missing.is_finite() && size > 0.0 {
            f.iter_mut().zip(&dx).for_each(|(f, d)| *f += (d - mean) * (missing / size));
        }
        f
    }

    fn mean_stiffness(&self, e: usize, at: &Between<4>, _stress: &[f64]) -> Blocks<4> {
        let Some((push, near, n)) = self.mean_push(e, at) else { return zero_blocks() };
        let pair = self.pairs.kind(e);
        let end = pair.nearest(&at.x[1]);
        let (_, m) = end.distance(pair, &at.x[1]);
        let (g, last) = (near.weights.map(|w| n * w), end.weights.map(|w| m * w));
        let middle = at.middle();
        let d = near.between.norm();
        let bend = if d > 0.0 { 0.5 * push.0 / d } else { 0.0 };
        let hessian = near.hessian(&middle.x);
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                g[i] * last[j].transpose() * push.1 + (g[i] * g[j].transpose() - hessian[i][j]) * bend
            })
        })
    }

    fn symmetric_mean_stiffness(&self, e: usize, at: &Between<4>, _stress: &[f64]) -> Blocks<4> {
        let Some((push, near, n)) = self.mean_push(e, at) else { return zero_blocks() };
        let g = near.weights.map(|w| n * w);
        std::array::from_fn(|i| std::array::from_fn(|j| g[i] * g[j].transpose() * push.1.max(0.0)))
    }

    /// k g g^T <= 2 k times the blocks |w_i| n n^T, since the weights of either side sum to one.
    fn contact(&self, e: usize, at: &Local<4>) -> Option<(Vec3, f64)> {
        self.touch(e, &at.x).map(|touch| (touch.n, 2.0 * self.settings.stiffness))
    }
}

impl Proximity {
    /// Mean push and its slope between two places, nearest points and normal in the middle; None outside.
    fn mean_push(&self, e: usize, at: &Between<4>) -> Option<((f64, f64), Nearest, Vec3)> {
        let [before, after] = [0, 1].map(|k| self.depth(e, &at.x[k]));
        if before <= 0.0 && after <= 0.0 {
            return None;
        }
        let (middle, pair) = (at.middle(), self.pairs.kind(e));
        let near = pair.nearest(&middle.x);
        let (_, n) = near.distance(pair, &middle.x);
        let (s, slope) = self.settings.secant(before, after);
        let m = self.fading(e, &middle.x).map_or(1.0, |fading| fading.m.0);
        Some(((m * s, m * slope), near, n))
    }
}
