//! Fibres that would pass each other within one step: that they do without the check and not with it, and what it keeps.

use sinew::contact::{Apart, fibres};
use sinew::mechanics::{Moment, Vec3};

use crate::support::Random;

const APART: Apart = Apart { thickness: 0.01, friction: 0.0, push: 0.0, passing: true };
const H: f64 = 0.01;

/// Fibres of one segment each: their ends and how fast those move.
#[derive(Clone)]
struct Sticks {
    x: Vec<Vec3>,
    v: Vec<Vec3>,
    masses: Vec<f64>,
}

impl Sticks {
    /// The impulses at the end of a step.
    fn settle(&mut self, apart: Apart) {
        let spread = |values: &[Vec3]| -> Vec<f64> { values.iter().flat_map(|p| p.data.0[0].repeat(4)).collect() };
        let cuboids: Vec<[u32; 8]> =
            (0..self.x.len() as u32 / 2).map(|e| std::array::from_fn(|c| 8 * e + c as u32)).collect();
        let masses: Vec<f64> = self.masses.iter().flat_map(|m| [m / 4.0; 4]).collect();
        let law = fibres("apart", masses.len(), &cuboids, apart).expect("sound");
        let (x, mut v) = (spread(&self.x), spread(&self.v));
        assert_eq!(law.apply(&Moment { t: 0.0, h: H, x: &x, masses: &masses }, &mut v), 0.0);
        for (s, v) in v.chunks_exact(12).enumerate() {
            self.v[s] = Vec3::from_column_slice(&v[..3]);
        }
    }

    /// Free flight over a step; how often fibres passed each other.
    fn fly(&mut self) -> usize {
        const FINE: usize = 2000;
        let mut passed = 0;
        for pair in 0..self.x.len() / 4 {
            let at = |t: f64| -> [Vec3; 4] {
                std::array::from_fn(|i| self.x[4 * pair + i] + self.v[4 * pair + i] * (t * H))
            };
            let mut before = side(&at(0.0));
            for k in 1..=FINE {
                let now = side(&at(k as f64 / FINE as f64));
                if now.is_some_and(|(height, _)| height == 0.0) {
                    continue;
                }
                // Segments that turn past each other's direction turn the normal over.
                if let (Some((a, n)), Some((b, m))) = (before, now) {
                    passed += usize::from(a * b * n.dot(&m) < 0.0);
                }
                before = now;
            }
        }
        self.x.iter_mut().zip(&self.v).for_each(|(x, v)| *x += v * H);
        passed
    }

    fn momentum(&self) -> Vec3 {
        self.v.iter().zip(&self.masses).map(|(v, m)| v * *m).sum()
    }

    fn kinetic(&self) -> f64 {
        self.v.iter().zip(&self.masses).map(|(v, m)| 0.5 * m * v.norm_squared()).sum()
    }
}

/// Which of two segments is above the other, seen along the direction across both, and that direction; none if they do not cover
/// each other.
fn side([a, b, c, d]: &[Vec3; 4]) -> Option<(f64, Vec3)> {
    let (u, w, r) = (b - a, d - c, c - a);
    let across = u.cross(&w);
    let (s, t) = (r.cross(&w).dot(&across), r.cross(&u).dot(&across));
    let inside = |s: f64| (0.0..=across.norm_squared()).contains(&s);
    (inside(s) && inside(t)).then_some((r.dot(&across), across))
}

/// One along x, one along y above it that comes down by ten thicknesses in a step.
fn crossing() -> Sticks {
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let up = z * 0.05;
    Sticks {
        x: vec![-x, x, up - y, up + y],
        v: vec![Vec3::zeros(), Vec3::zeros(), z * -10.0, z * -10.0],
        masses: vec![1.0; 4],
    }
}

#[test]
fn fibres_shot_at_each_other_pass_without_the_check_and_not_with_it() {
    let mut without = crossing();
    without.settle(Apart { passing: false, ..APART });
    assert_eq!((without.fly(), &without.v), (1, &crossing().v));
    without.settle(Apart { passing: false, ..APART });
    assert_eq!(without.v, crossing().v, "past each other, and nobody has noticed");

    let mut with = crossing();
    with.settle(APART);
    assert!((with.momentum() - crossing().momentum()).norm() < 1e-13);
    assert!(with.kinetic() < crossing().kinetic());
    assert_eq!(with.fly(), 0);
    // It arrives on its side, closer than a thickness but not than a tenth of it, and is stopped there.
    let gap = with.x[2].z - with.x[0].z;
    assert!(gap > 0.1 * APART.thickness && gap < APART.thickness, "{gap}");
    with.settle(APART);
    assert!((0..4).all(|i| (with.v[i] - with.v[0]).norm() < 1e-12), "{:?}", with.v);
    assert!((with.momentum() - crossing().momentum()).norm() < 1e-13);
}

#[test]
fn what_flies_together_or_apart_or_aside_is_left_alone() {
    for (change, word) in [
        (Box::new(|s: &mut Sticks| s.v.fill(Vec3::new(3.0, 2.0, -40.0))) as Box<dyn Fn(&mut Sticks)>, "together"),
        (Box::new(|s: &mut Sticks| s.v.iter_mut().for_each(|v| *v = -*v)), "apart"),
        (Box::new(|s: &mut Sticks| (2..4).for_each(|i| s.x[i].x += 1.02)), "aside"),
        (Box::new(|s: &mut Sticks| (2..4).for_each(|i| s.v[i].z = -3.0)), "too slow to arrive"),
    ] {
        let mut sticks = crossing();
        change(&mut sticks);
        let before = sticks.clone();
        sticks.settle(APART);
        assert_eq!(sticks.v, before.v, "{word}");
    }
}

#[test]
fn of_five_hundred_pairs_on_crossing_ways_none_passes() {
    let mut random = Random(77);
    let mut pairs = 0;
    while pairs < 500 {
        // They meet after a share of the step, inside both; all four ends go their own ways.
        let (one, two) = (random.vector().normalize(), random.vector().normalize());
        let [s, t, when] = [random.next(), random.next(), random.next()].map(|r| 0.5 + 0.3 * r);
        let flight = random.vector() * 30.0;
        let v: Vec<Vec3> = (0..4).map(|i| random.vector() * 4.0 + if i < 2 { flight } else { -flight }).collect();
        let meeting = [one * -s, one * (1.0 - s), two * -t, two * (1.0 - t)];
        let x = (0..4).map(|i| meeting[i] - v[i] * (when * H)).collect();
        let masses = (0..4).map(|_| 1.0 + 0.8 * random.next()).collect();
        let start = Sticks { x, v, masses };
        // Only those that the static check does not see at either end.
        let far =
            |x: &[Vec3]| sinew::contact::distance::Pair::Edges.distance(&[x[0], x[1], x[2], x[3]]) > APART.thickness;
        let mut without = start.clone();
        let passed = without.fly();
        if passed == 0 || !far(&start.x) || !far(&without.x) {
            continue;
        }
        pairs += 1;
        let mut with = start.clone();
        for step in 0..5 {
            let (momentum, kinetic) = (with.momentum(), with.kinetic());
            with.settle(APART);
            assert!((with.momentum() - momentum).norm() < 1e-12 * (1.0 + momentum.norm()) * 100.0);
            assert!(with.kinetic() <= kinetic * (1.0 + 1e-14));
            assert_eq!(with.fly(), 0, "pair {pairs} in step {step}");
        }
    }
}

#[test]
fn a_held_fibre_lets_nothing_through() {
    let mut sticks = crossing();
    sticks.masses[0] = 0.0;
    sticks.masses[1] = 0.0;
    for _ in 0..3 {
        sticks.settle(APART);
        assert_eq!(sticks.fly(), 0);
    }
    assert_eq!(sticks.v[..2], [Vec3::zeros(); 2]);
    assert!(sticks.v[2].norm() < 1e-12);
}
