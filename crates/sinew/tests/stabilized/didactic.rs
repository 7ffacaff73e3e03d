//! The spring of [dinev2018, sec. 3]: a mass of 0.5 kg on a spring of length 1 m, stretched to 1.5 m and thrown sideways
//! with 10 m/s, h = 0.033 s.

use std::sync::Arc;

use super::*;

/// V = k/2 (r^2 - 1)^2 or k (r - 1)^2 between two vertices.
pub struct Spring {
    pub stiffness: f64,
    pub quartic: bool,
}

impl Spring {
    /// V' / r and V'' of the length r.
    fn law(&self, r: f64) -> (f64, f64) {
        let k = self.stiffness;
        match self.quartic {
            true => (2.0 * k * (r * r - 1.0), 2.0 * k * (3.0 * r * r - 1.0)),
            false => (2.0 * k * (r - 1.0) / r, 2.0 * k),
        }
    }
}

impl ElementLaw<2> for Spring {
    fn stencils(&self) -> &[[u32; 2]] {
        &[[0, 1]]
    }
    fn energy(&self, _e: usize, at: &Local<2>) -> f64 {
        let r = (at.x[1] - at.x[0]).norm();
        match self.quartic {
            true => 0.5 * self.stiffness * (r * r - 1.0).powi(2),
            false => self.stiffness * (r - 1.0).powi(2),
        }
    }
    fn force(&self, _e: usize, at: &Local<2>) -> [Vec3; 2] {
        let d = at.x[1] - at.x[0];
        let f = d * self.law(d.norm()).0;
        [f, -f]
    }
    fn stiffness(&self, _e: usize, at: &Local<2>) -> Blocks<2> {
        let d = at.x[1] - at.x[0];
        let (tension, axial) = self.law(d.norm());
        let n = d.normalize();
        let k = n * n.transpose() * (axial - tension) + Mat3::identity() * tension;
        [[k, -k], [-k, k]]
    }
}

/// The spring with one end pinned at the origin.
pub fn spring(stiffness: f64, quartic: bool) -> (World, State) {
    let parts = Parts {
        rest: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        point_masses: vec![1.0, 0.5],
        held: vec![Held { vertex: 0, motion: Arc::new(motion::Still) }],
        terms: vec![Box::new(Elements::new("spring", 2, Spring { stiffness, quartic }))],
        ..Parts::default()
    };
    let world = World::new(parts).expect("a sound world");
    (world, State { t: 0.0, x: vec![1.5, 0.0, 0.0], v: vec![0.0, 10.0, 0.0] })
}

/// E22: 78 125 J elastic and 25 J kinetic at k = 1e5, not "around 25 000 J", which belongs to k (r - 1)^2.
#[test]
fn the_energy_at_the_start_is_not_the_printed_one() {
    let (world, start) = spring(1e5, true);
    let energy = world.energy(&start);
    assert_eq!((energy.elastic, energy.kinetic), (78125.0, 25.0));
    let (world, start) = spring(1e5, false);
    assert_eq!(world.energy(&start).elastic, 25000.0);
}

/// Who explodes, who dies, who stays: errata to the paper's figs. 2 and 3 in numbers. k = 1e5 J/m^4 (J/m^2 for the plain
/// spring); 0.033 s is six to nine periods of the spring.
#[test]
fn energy_stays_for_ten_thousand_steps_where_others_explode_or_die() {
    for (quartic, explosion) in [(true, 4.8e4), (false, 1e3)] {
        let (mut world, start) = spring(1e5, quartic);
        let mut of = |name: &str| course(make(name, "").as_mut(), &mut world, &start, 0.033, 1000);
        let [midpoint, newmark, euler, bdf2] = ["implicit-midpoint", "newmark", "backward-euler", "bdf2"].map(&mut of);
        println!("quartic {quartic}: {midpoint:.3?}\n{newmark:.3?}\n{euler:.3?}\n{bdf2:.3?}");
        assert!(midpoint.most > explosion && midpoint.turn < 1e-6, "explodes, with its angular momentum: {midpoint:?}");
        assert!(newmark.most > 4.5 && newmark.most < 10.0, "rings, but stays: {newmark:?}");
        assert!(euler.energy < 1e-3 && bdf2.energy < 1e-3, "die: {euler:?} {bdf2:?}");
        for (options, tolerance) in [("", 0.01), ("tolerance = 1e-6", 1e-6)] {
            let mut scheme = stabilized(options);
            let ours = course(&mut scheme, &mut world, &start, 0.033, 10_000);
            println!("stabilized {options}: {ours:.3?}");
            assert_eq!(ours.steps, 10_000);
            assert!(ours.most < 1.0 + 1.001 * tolerance && ours.least > 1.0 - 1.001 * tolerance, "{ours:?}");
        }
    }
}
