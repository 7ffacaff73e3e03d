//! Accelerated iterations end no higher than plain ones, and mostly much lower.

use sinew::integrators::Work;
use sinew::integrators::local_global::{Acceleration, LocalGlobal, LocalGlobalOptions};

use crate::convergence::bodies;
use crate::{incremental_potential, stage};

#[test]
fn acceleration_is_no_worse_at_the_same_number_of_iterations() {
    for (name, world, s) in bodies().into_iter().filter(|(name, ..)| *name != "damped") {
        let stage = stage(&s, 0.02);
        let after = |acceleration, iterations| {
            let mut solver = LocalGlobal::new(&LocalGlobalOptions { iterations, acceleration });
            solver.solve(&world, &stage, &stage.target, iterations, &mut Work::default()).unwrap();
            incremental_potential(&world, &stage, &solver.state().x)
        };
        let lowest = after(Acceleration::Anderson, 400).min(after(Acceleration::None, 400));
        for iterations in [5, 10, 20, 40] {
            let [plain, chebyshev, anderson] = [Acceleration::None, Acceleration::Chebyshev, Acceleration::Anderson]
                .map(|a| after(a, iterations) - lowest);
            println!("{name:20} {iterations:3}: {plain:.2e} {chebyshev:.2e} {anderson:.2e} J above the minimum");
            let slack = 1e-9 * lowest.abs();
            assert!(chebyshev <= plain + slack && anderson <= plain + slack, "{name} {iterations}");
        }
    }
}

#[test]
fn an_accelerated_step_costs_the_same_every_time() {
    let (_, mut world, mut s) = bodies().swap_remove(2);
    for kind in ["chebyshev", "anderson"] {
        let mut scheme =
            crate::running::make("projective-dynamics", &format!("iterations = 8\nacceleration = \"{kind}\""));
        scheme.step(&mut world, &mut s, 0.02).unwrap();
        for _ in 0..10 {
            let before = world.tally().evaluations();
            let work = scheme.step(&mut world, &mut s, 0.02).unwrap();
            assert_eq!(work, Work { solves: 24, substeps: 1, ..Work::default() });
            let spent = world.tally().evaluations() - before;
            assert_eq!((spent.forces, spent.energies, spent.tangents), (8, 10, 0), "{kind}");
        }
    }
}

/// Driven and damped motion has no potential to watch, but must not suffer.
#[test]
fn acceleration_converges_with_damping_too() {
    let (_, world, s) = bodies().pop().expect("the damped one is the last");
    let stage = stage(&s, 0.02);
    let after = |acceleration, iterations| {
        let mut solver = LocalGlobal::new(&LocalGlobalOptions { iterations, acceleration });
        solver.solve(&world, &stage, &stage.target, iterations, &mut Work::default()).unwrap();
        solver.state().x.clone()
    };
    let exact = after(Acceleration::None, 2000);
    let [plain, chebyshev, anderson] = [Acceleration::None, Acceleration::Chebyshev, Acceleration::Anderson]
        .map(|a| crate::running::distance(&after(a, 30), &exact));
    println!("after 30: plain {plain:.1e}, chebyshev {chebyshev:.1e}, anderson {anderson:.1e} m");
    assert!(chebyshev < plain && anderson < plain);
}
