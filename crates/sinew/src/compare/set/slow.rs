//! The slow motion of a run: mean positions of a few groups of vertices, averaged over a few frames.
//!
//! Groups: each body as a whole, and its vertices in each octant about the centre of its rest shape, as far as there are
//! any. Weighted by mass, so that q = sum m x / sum m is what a force on the group accelerates. Waves shorter than half a
//! body cancel in such means.
//!
//! Time: q~_n = (q_(n-2) + 2 q_(n-1) + 3 q_n + 2 q_(n+1) + q_(n+2)) / 9 over frames, which are the scene's steps; at the
//! ends of a run what sticks out is left out. A vibration that turns by z radians a frame is left with
//! (sin(3z/2) / (3 sin(z/2)))^2 of its amplitude: 92 % at z = 0.35, half at 1, at most 11 % from 1.6 on.
//!
//! A finer run is looked at on the same frames alone. Averaging it over all its steps would leave out more of its fast
//! vibrations, but then a scheme without any error would not be given the error zero.

use crate::output::BodyView;

/// Weights of neighbouring frames, from the middle outwards.
const WINDOW: [f64; 3] = [3.0, 2.0, 1.0];

/// Groups of vertices with weights that sum up to 1.
pub(super) struct Groups(Vec<Vec<(usize, f64)>>);

impl Groups {
    /// The groups of some bodies, given rest positions and masses of all vertices.
    pub fn of(bodies: &[BodyView], rest: &[f64], masses: &[f64]) -> Self {
        let mut groups = Vec::new();
        for body in bodies {
            let vertices = body.first..body.first + body.count;
            groups.push(vertices.clone().collect::<Vec<_>>());
            let centre: [f64; 3] = std::array::from_fn(|c| {
                let along = || vertices.clone().map(|v| rest[3 * v + c]);
                0.5 * (along().fold(f64::INFINITY, f64::min) + along().fold(f64::NEG_INFINITY, f64::max))
            });
            // A flat or straight body has fewer than eight octants.
            let octant = |v: usize| (0..3).map(|c| usize::from(rest[3 * v + c] > centre[c]) << c).sum::<usize>();
            groups.extend((0..8).map(|o| vertices.clone().filter(|v| octant(*v) == o).collect::<Vec<_>>()));
        }
        let weighted = |vertices: Vec<usize>| {
            let total: f64 = vertices.iter().map(|v| masses[*v]).sum();
            (total > 0.0).then(|| vertices.into_iter().map(|v| (v, masses[v] / total)).collect())
        };
        Self(groups.into_iter().filter_map(weighted).collect())
    }
}

/// Means of the groups, frame after frame.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Motion {
    /// Numbers a frame: three a group.
    width: usize,
    means: Vec<f64>,
}

impl Motion {
    /// No frame yet.
    pub fn new(groups: &Groups) -> Self {
        Self { width: 3 * groups.0.len(), means: Vec::new() }
    }

    /// Adds a frame with all vertices at x.
    pub fn record(&mut self, groups: &Groups, x: &[f64]) {
        for group in &groups.0 {
            for c in 0..3 {
                self.means.push(group.iter().map(|(v, weight)| weight * x[3 * v + c]).sum());
            }
        }
    }

    /// Number of frames, that of the start included.
    pub fn frames(&self) -> usize {
        self.means.len() / self.width.max(1)
    }

    /// The first frames alone.
    pub fn until(&self, frames: usize) -> Self {
        Self { width: self.width, means: self.means[..(frames * self.width).min(self.means.len())].to_vec() }
    }

    /// The same, averaged over the window.
    pub fn averaged(&self) -> Self {
        let (frames, reach) = (self.frames(), WINDOW.len() - 1);
        let mut means = vec![0.0; self.means.len()];
        for (n, mean) in means.chunks_exact_mut(self.width.max(1)).enumerate() {
            // The same reach to both sides: a window that is cut on one side alone would shift the motion in time.
            let reach = reach.min(n).min(frames - 1 - n);
            let mut total = 0.0;
            for k in n - reach..=n + reach {
                let weight = WINDOW[k.abs_diff(n)];
                total += weight;
                mean.iter_mut().zip(self.frame(k)).for_each(|(m, q)| *m += weight * q);
            }
            mean.iter_mut().for_each(|m| *m /= total);
        }
        Self { width: self.width, means }
    }

    /// Largest distance of a mean from its start.
    pub fn excursion(&self) -> f64 {
        let start = self.frame(0);
        let far = |frame: &[f64]| points(frame, start).fold(0.0, f64::max);
        self.means.chunks_exact(self.width.max(1)).map(far).fold(0.0, f64::max).sqrt()
    }

    /// Root of the mean square distance over groups and frames, the start left out. Both have the same frames.
    pub fn distance(&self, other: &Self) -> f64 {
        let (a, b) = (&self.means[self.width..], &other.means[self.width..]);
        let sum: f64 = points(a, b).sum();
        (sum / (a.len() / 3).max(1) as f64).sqrt()
    }

    fn frame(&self, n: usize) -> &[f64] {
        &self.means[n * self.width..(n + 1) * self.width]
    }
}

/// Squared distances of the points of two frames.
fn points<'a>(a: &'a [f64], b: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    a.chunks_exact(3).zip(b.chunks_exact(3)).map(|(a, b)| (0..3).map(|c| (a[c] - b[c]).powi(2)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners() -> (Vec<BodyView>, Vec<f64>, Vec<f64>) {
        let rest = (0..8).flat_map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|c| c as f64)).collect();
        (vec![BodyView { count: 8, ..BodyView::default() }], rest, (1..=8).map(f64::from).collect())
    }

    /// One point that moves as q(n) along x.
    fn motion(frames: usize, q: impl Fn(f64) -> f64) -> Motion {
        Motion { width: 3, means: (0..frames).flat_map(|n| [q(n as f64), 0.0, 0.0]).collect() }
    }

    #[test]
    fn a_box_has_nine_means_and_a_line_three() {
        let (bodies, rest, masses) = corners();
        let groups = Groups::of(&bodies, &rest, &masses);
        assert_eq!(groups.0.len(), 9);
        let mut motion = Motion::new(&groups);
        motion.record(&groups, &rest);
        // sum m x / sum m: the vertices with x = 1 are the even ones of 1 to 8.
        assert!((motion.means[0] - 20.0 / 36.0).abs() < 1e-15);
        assert_eq!(&motion.means[3..6], &rest[0..3]);
        let line: Vec<f64> = (0..5).flat_map(|i| [i as f64, 0.0, 0.0]).collect();
        let body = BodyView { count: 5, ..BodyView::default() };
        assert_eq!(Groups::of(std::slice::from_ref(&body), &line, &[1.0; 5]).0.len(), 3);
        // What weighs nothing has no mean.
        assert_eq!(Groups::of(&[body], &line, &[0.0; 5]).0.len(), 0);
    }

    #[test]
    fn the_window_keeps_slow_motion_and_takes_the_stated_share_of_vibrations() {
        // Straight motion stays what it is, also at the ends.
        let straight = motion(40, |n| 2.0 + 0.3 * n);
        assert!(straight.averaged().distance(&straight) < 1e-14);
        for z in [0.35f64, 0.9, 1.7, 3.0] {
            let vibration = motion(41, |n| (z * n).cos());
            let share = ((1.5 * z).sin() / (3.0 * (0.5 * z).sin())).powi(2);
            let kept = vibration.averaged().frame(20)[0] / vibration.frame(20)[0];
            assert!((kept - share).abs() < 1e-12, "{z}: {kept} {share}");
        }
    }

    #[test]
    fn distances_and_excursions() {
        let (a, b) = (motion(5, |n| n), motion(5, |n| 1.1 * n));
        assert_eq!(a.excursion(), 4.0);
        // 0.1 sqrt((1 + 4 + 9 + 16) / 4)
        assert!((a.distance(&b) - 0.1 * 7.5f64.sqrt()).abs() < 1e-15);
        assert_eq!((a.until(3).frames(), a.until(9).frames()), (3, 5));
        assert!((a.until(3).distance(&b.until(3)) - 0.1 * 2.5f64.sqrt()).abs() < 1e-15);
    }
}
