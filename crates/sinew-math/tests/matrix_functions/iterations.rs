//! Iteration counts over ten decades of stiffness, on the clamped beam with 0.5 % damping of its lowest mode, h = 0.01 s.
//!
//! A count is the number of blocks {v, a} at which the true error falls below the tolerance (the engine's own stop comes
//! a few blocks later: that allowance is tested, too). gamma = 0.05, the default, throughout. The comments give the
//! counts of an earlier study of the same beam in another program with gamma = 0.1, which are upper bounds: at E = 1e5
//! we reproduce them to the block with its gamma, above that fewer blocks are needed here.

use crate::beams::{Setting, dummy, noise};
use sinew_math::functions::{Options, ShiftInvert, chebyshev};

const TOLERANCES: [f64; 3] = [1e-3, 1e-6, 1e-9];

/// A request with its exact answer.
struct Data<'a> {
    setting: &'a mut Setting,
    damped: bool,
    v: &'a [f64],
    a: &'a [f64],
    exact: Vec<f64>,
}

impl<'a> Data<'a> {
    fn new(setting: &'a mut Setting, damped: bool, (v, a): &'a (Vec<f64>, Vec<f64>)) -> Self {
        let mut exact = vec![0.0; 2 * v.len()];
        let options = Options { check: false, ..Options::default() };
        chebyshev(&setting.problem(damped), &setting.request(v, a, 1e-11), None, &options, &mut exact)
            .expect("converges");
        Self { setting, damped, v, a, exact }
    }

    /// Relative to the increment of the position and to the velocity.
    fn error(&self, out: &[f64]) -> f64 {
        let n = self.v.len();
        let part = |half: usize, floor: f64| {
            let range = half * n..(half + 1) * n;
            let difference: Vec<f64> = range.clone().map(|i| out[i] - self.exact[i]).collect();
            self.setting.norm(&difference) / self.setting.norm(&self.exact[range]).max(floor)
        };
        part(0, 0.0).max(part(1, self.setting.norm(self.v)))
    }

    /// Blocks used and true error.
    fn run(&mut self, tolerance: f64, options: &Options) -> (usize, f64) {
        let mut out = vec![0.0; self.exact.len()];
        let mut pole = std::mem::replace(&mut self.setting.pole, dummy());
        let request = self.setting.request(self.v, self.a, tolerance);
        let problem = self.setting.problem(self.damped);
        let report = ShiftInvert::new().evaluate(&problem, &mut pole, &request, options, &mut out);
        self.setting.pole = pole;
        (report.expect("converges, or its limit is accepted").iterations, self.error(&out))
    }

    /// True error with so many blocks.
    fn truncated(&mut self, blocks: usize, gamma: f64) -> f64 {
        let limits = Options { max_dimension: 2 * blocks, accept_limit: true, ..Options::default() };
        self.run(1e-13, &Options { check: false, gamma, ..limits }).1
    }

    /// Is `count` the number of blocks, up to two?
    fn expect(&mut self, what: &str, count: usize, tolerance: f64, gamma: f64) {
        let error = self.truncated(count + 2, gamma);
        assert!(error <= tolerance, "{what}: error {error:.1e} with {} blocks at {tolerance:e}", count + 2);
        if count > 3 {
            let error = self.truncated(count - 3, gamma);
            assert!(error > tolerance, "{what}: error {error:.1e} with only {} blocks at {tolerance:e}", count - 3);
        }
    }

    /// The engine's own stop: not above `most` and with an error below the tolerance.
    fn expect_stop(&mut self, what: &str, most: usize, tolerance: f64) {
        let (blocks, error) = self.run(tolerance, &Options { check: false, max_dimension: 300, ..Options::default() });
        println!("{what} at {tolerance:e}: {blocks} blocks (at most {most}), true error {error:.1e}");
        assert!(blocks <= most && error <= 2.0 * tolerance, "{what}: {blocks} blocks, error {error:.1e}");
    }
}

/// Blocks that the engine's own stop may spend beyond the true count: its estimate looks two blocks back, multiplies by
/// what is still to come on slow convergence, and looks at every tenth part of the dimension only from 12 blocks on.
fn allowance(count: usize) -> usize {
    3 + count / 5
}

/// Blocks at 1e-3, 1e-6, 1e-9.
type Counts = [usize; 3];
/// E; shock, random.
type Row = (f64, Counts, Counts);

#[test]
fn damped_motion_needs_a_bounded_number_of_blocks_at_any_stiffness() {
    // Shock: the velocity of an undamped run; random: noise in every mode.
    const ROWS: [Row; 4] = [
        (1e5, [3, 7, 12], [7, 13, 18]),   // 2/7/13, 6/14/22
        (1e7, [7, 23, 35], [19, 36, 51]), // 13/33/50, 25/46/65
        (1e9, [3, 7, 12], [8, 16, 25]),   // 8/17/28, 12/20/36
        (1e11, [3, 4, 0], [6, 7, 10]),    // 8/11/13, 10/12/15; 0: below the rounding of h^2 K
    ];
    for (young, shock, random) in ROWS {
        let mut setting = Setting::new(6, young);
        let n = setting.beam.masses.len();
        assert_eq!(n, 3528);
        let noise = (noise(n, 1, 1.0), noise(n, 2, 10.0));
        let bouncing = setting.state(false);
        for (name, data, counts) in [("random", &noise, random), ("shock", &bouncing, shock)] {
            let what = format!("E = {young:.0e} {name}");
            let mut data = Data::new(&mut setting, true, data);
            for (count, tolerance) in counts.into_iter().zip(TOLERANCES).filter(|c| c.0 > 0) {
                data.expect(&what, count, tolerance, 0.05);
                data.expect_stop(&what, count + allowance(count), tolerance);
            }
        }
        if young == 1e5 {
            for (data, counts) in [(&noise, [6, 14, 22]), (&bouncing, [2, 7, 13])] {
                let mut data = Data::new(&mut setting, true, data);
                data.setting.pole.refresh();
                for (count, tolerance) in counts.into_iter().zip(TOLERANCES) {
                    data.expect("the study's gamma", count, tolerance, 0.1);
                }
            }
        }
    }
}

/// Motion of a damped run: the upper bounds of the study for its engine's own stop.
fn motion_of_a_run(cells: usize, youngs: &[f64]) {
    for &young in youngs {
        let mut setting = Setting::new(cells, young);
        let run = setting.state(true);
        for damped in [false, true] {
            let mut data = Data::new(&mut setting, damped, &run);
            let what = format!("{} unknowns, E = {young:.0e}, damped {damped}", run.0.len());
            for (most, tolerance) in [6, 9, 13].into_iter().zip(TOLERANCES) {
                data.expect_stop(&what, most, tolerance);
            }
        }
    }
}

#[test]
fn motion_of_a_run_needs_few_blocks() {
    motion_of_a_run(6, &[1e5, 1e6, 1e7, 1e8, 1e9]);
}

#[test]
#[ignore = "a minute: 30 576 unknowns"]
fn motion_of_a_run_needs_few_blocks_on_a_fine_mesh() {
    motion_of_a_run(13, &[1e5, 1e7, 1e9]);
}
