//! Fibres that pass each other within one step: that they do without the check and not with it, and what it keeps.

use sinew::contact::fibres_passing;
use sinew::mechanics::Vec3;
use sinew::mechanics::barrier::Passage;
use sinew::scene::Scene;

use crate::support::Random;

const THICKNESS: f64 = 0.01;
const H: f64 = 0.01;

/// Fibres of one segment each: their ends and how fast those move.
#[derive(Clone)]
struct Sticks {
    x: Vec<Vec3>,
    v: Vec<Vec3>,
    masses: Vec<f64>,
}

impl Sticks {
    /// A step of free flight, with or without the check at its end; how often fibres passed each other.
    fn step(&mut self, check: bool) -> usize {
        let from = self.x.clone();
        self.x.iter_mut().zip(&self.v).for_each(|(x, v)| *x += v * H);
        if check {
            self.confine(&from);
        }
        let way: Vec<Vec3> = self.x.iter().zip(&from).map(|(to, from)| to - from).collect();
        (0..from.len() / 4).map(|pair| passes(&from[4 * pair..][..4], &way[4 * pair..][..4])).sum()
    }

    fn confine(&mut self, from: &[Vec3]) {
        let spread = |values: &[Vec3]| -> Vec<f64> { values.iter().flat_map(|p| p.data.0[0].repeat(4)).collect() };
        let cuboids: Vec<[u32; 8]> =
            (0..self.x.len() as u32 / 2).map(|e| std::array::from_fn(|c| 8 * e + c as u32)).collect();
        let masses: Vec<f64> = self.masses.iter().flat_map(|m| [m / 4.0; 4]).collect();
        let mut law = fibres_passing("passing", masses.len(), &cuboids, THICKNESS).expect("sound");
        let (from, mut x, mut v) = (spread(from), spread(&self.x), spread(&self.v));
        let before = (x.clone(), v.clone());
        let passage = Passage { t: [0.0, H], from: &from, speeds: &before.1, masses: &masses };
        let changed = law.confine(&passage, &mut x, &mut v);
        assert_eq!(changed, (&x, &v) != (&before.0, &before.1));
        for (s, (x, v)) in x.chunks_exact(12).zip(v.chunks_exact(12)).enumerate() {
            (self.x[s], self.v[s]) = (Vec3::from_column_slice(&x[..3]), Vec3::from_column_slice(&v[..3]));
        }
    }

    fn momentum(&self) -> Vec3 {
        self.v.iter().zip(&self.masses).map(|(v, m)| v * *m).sum()
    }

    fn kinetic(&self) -> f64 {
        self.v.iter().zip(&self.masses).map(|(v, m)| 0.5 * m * v.norm_squared()).sum()
    }
}

/// How often two segments pass each other on straight ways.
fn passes(from: &[Vec3], way: &[Vec3]) -> usize {
    const FINE: usize = 2000;
    let at = |t: f64| -> [Vec3; 4] { std::array::from_fn(|i| from[i] + way[i] * t) };
    let (mut before, mut passed) = (side(&at(0.0)), 0);
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
    passed
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
    assert_eq!((without.step(false), &without.v), (1, &crossing().v));
    assert_eq!(without.step(true), 0, "past each other, and nobody has noticed");
    assert_eq!(without.v, crossing().v);

    let mut with = crossing();
    assert_eq!(with.step(true), 0);
    assert!((with.momentum() - crossing().momentum()).norm() < 1e-13);
    assert!(with.kinetic() < crossing().kinetic());
    // It arrives on its side, at a tenth of the thickness, and is stopped there in the next step.
    for _ in 0..3 {
        let gap = with.x[2].z - with.x[0].z;
        assert!((gap - 0.1 * THICKNESS).abs() < 1e-12, "{gap}");
        assert_eq!(with.step(true), 0);
        assert!((0..4).all(|i| (with.v[i] - with.v[0]).norm() < 1e-12), "{:?}", with.v);
    }
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
        sticks.step(true);
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
        let mut sticks = Sticks { x, v, masses };
        if sticks.clone().step(false) == 0 {
            continue;
        }
        pairs += 1;
        for step in 0..5 {
            let (momentum, kinetic) = (sticks.momentum(), sticks.kinetic());
            assert_eq!(sticks.step(true), 0, "pair {pairs} in step {step}");
            assert!((sticks.momentum() - momentum).norm() < 1e-12 * (1.0 + momentum.norm()) * 100.0);
            assert!(sticks.kinetic() <= kinetic * (1.0 + 1e-14));
        }
    }
}

#[test]
fn a_held_fibre_lets_nothing_through() {
    let mut sticks = crossing();
    sticks.masses[0] = 0.0;
    sticks.masses[1] = 0.0;
    for _ in 0..3 {
        assert_eq!(sticks.step(true), 0);
    }
    assert_eq!(sticks.v[..2], [Vec3::zeros(); 2]);
    assert!(sticks.v[2].norm() < 1e-12);
}

/// A held fibre, and one led down across it by a thickness in a step: elastic forces drive it on, whatever its velocities are told.
const PRESSED: &str = r#"
[time]
dt = 0.005
duration = 0.3
[integrator]
name = "backward-euler"
[[body]]
name = "lower"
fibres = { grow = { kind = "fibre", length = 0.1, segments = 5 }, thickness = [1e-3, 1e-3], young = 1e8, torsion = 4e7, density = 1000 }
[[body]]
name = "upper"
rotate = { axis = [0, 0, 1], degrees = 90 }
translate = [0.063, -0.04, 0.01]
[body.fibres]
grow = { kind = "fibre", length = 0.1, segments = 5 }
thickness = [1e-3, 1e-3]
young = 1e8
torsion = 4e7
density = 1000
motion = { kind = "translate", velocity = [0, 0, -0.2] }
[[contact]]
kind = "fibres"
thickness = 1.2e-3
friction = 0.2
"#;

#[test]
fn a_fibre_that_is_led_carries_the_one_below_it_along() {
    let lowest = |check: bool| {
        let mut scene = Scene::from_str(PRESSED, ".").expect("sound");
        scene.apply_set(&format!("contact.0.put_back={check}")).expect("a key");
        let built = scene.build().expect("sound");
        let mut simulation = built.simulation;
        let mut passed = 0;
        for _ in 0..built.steps {
            let from = simulation.all_vertices().0;
            simulation.step().expect("it runs");
            let to = simulation.all_vertices().0;
            let middle = |x: &[f64], s: usize| -> Vec3 {
                x[12 * s..][..12].chunks_exact(3).map(Vec3::from_column_slice).sum::<Vec3>() / 4.0
            };
            // Six squares each.
            for (a, b) in (0..5).flat_map(|a| (6..11).map(move |b| (a, b))) {
                let ends = [a, a + 1, b, b + 1];
                let ways = ends.map(|s| middle(&to, s) - middle(&from, s));
                passed += passes(&ends.map(|s| middle(&from, s)), &ways);
            }
        }
        let end = simulation.all_vertices().0;
        (passed, end[..72].chunks_exact(3).map(|x| x[2]).fold(f64::INFINITY, f64::min))
    };
    // The upper one is led down by 6 cm from 1 cm above.
    let (passed, low) = lowest(false);
    assert!(passed > 0 && low > -0.03, "{passed}, {low}");
    let (passed, low) = lowest(true);
    assert!(passed == 0 && low < -0.04, "{passed}, {low}");
}
