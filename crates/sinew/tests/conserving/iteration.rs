//! The iteration ends where the equations are solved: whatever factor it keeps and whichever way it goes, every step is that of
//! an exact factor in every iteration, to the tolerance. Steps by factors that are too old are small for the wrong
//! reason: they look like convergence.

use super::*;

/// A world that two schemes step in turn.
struct Shared<'a>(&'a World);

impl StepContext for Shared<'_> {
    fn begin(&mut self, _s: &State, _h: f64) -> Result<&dyn MechanicalSystem, StepError> {
        Ok(self.0)
    }
    fn commit(&mut self, _s: &State) {}
    fn rollback(&mut self) {}
}

/// Largest distance from the solution over some steps, relative to the length of the step, in the mass norm.
fn worst(label: &str, options: &str, world: &World, start: &State, h: f64, steps: usize) -> f64 {
    let (mut scheme, mut solver) = (make(EXACT, options), make(EXACT, "iteration = 'lu'\ntolerance = 1e-11"));
    let mut s = start.clone();
    let norm = |x: &[f64], y: &[f64]| {
        let d: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
        let mut product = vec![0.0; d.len()];
        world.mass().apply(&d, &mut product);
        d.iter().zip(&product).map(|(a, b)| a * b).sum::<f64>().sqrt()
    };
    let (mut worst, mut work) = ((0.0f64, 0), Work::default());
    for k in 0..steps {
        let (mut exact, before) = (s.clone(), s.clone());
        let step = scheme.step(&mut Shared(world), &mut s, h).unwrap_or_else(|e| panic!("{label}: {e}"));
        work += step;
        // A step that was halved is another one.
        if step.substeps > 1 {
            continue;
        }
        solver.step(&mut Shared(world), &mut exact, h).expect("solvable");
        let zero = vec![0.0; s.v.len()];
        let off = norm(&s.x, &exact.x) / (norm(&exact.x, &before.x) + h * norm(&before.v, &zero));
        worst = if off > worst.0 { (off, k) } else { worst };
    }
    println!(
        "{label} {options}: off by {:.1e} in step {}, {:.2} iterations, {:.2} factors, {:.1} solves a step, {} substeps",
        worst.0,
        worst.1,
        work.newton_iterations as f64 / steps as f64,
        work.factorizations as f64 / steps as f64,
        work.solves as f64 / steps as f64,
        work.substeps
    );
    worst.0
}

/// The tolerance is 1e-8; conjugate gradients, which stop at 1e-9 of a residual, may add as much again a few times over.
/// Measured at most 4e-8, where they are taken, and 5e-9 elsewhere.
#[test]
fn every_way_ends_at_the_solution() {
    let check = |label: String, world: &World, start: &State, h: f64, steps: usize| {
        for options in ["", "iteration = 'gmres'", "iteration = 'symmetric'"] {
            let off = worst(&label, options, world, start, h, steps);
            assert!(off < 1e-7, "{label} {options}: {off:e}");
        }
    };
    for kappa in [1e2, 1e4, 1e6, 1e8, 1e10] {
        let run = block::block(kappa);
        check(format!("block {kappa:e}"), run.world(), run.state(), 0.02, 40);
        check(format!("block {kappa:e} fine"), run.world(), run.state(), 0.005, 40);
    }
    for k in [1e4, 1e6, 1e8] {
        let run = rope::rope(k);
        check(format!("rope {k:e}"), run.world(), run.state(), 0.01, 30);
    }
    for (material, young) in [("corotated", 1e5), ("corotated", 1e7), ("neo-hookean", 1e9), ("corotated", 1e11)] {
        let (world, start) = cube::cube(material, young);
        check(format!("{material} cube {young:e}"), &world, &start, 0.033, 40);
    }
    for young in [1e6, 1e9, 1e11] {
        let (world, start) = beam::beam(young);
        check(format!("beam {young:e}"), &world, &start, 0.01, 60);
    }
    let (world, start) = twist::twisted(0.5);
    check("twist".into(), &world, &start, 0.01, 40);
}
