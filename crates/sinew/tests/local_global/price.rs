//! What a step costs: always the same.

use sinew::integrators::Work;
use sinew::integrators::local_global::{LocalGlobal, LocalGlobalOptions};

use crate::problems::*;
use crate::running::*;
use crate::stage;

#[test]
fn every_step_but_the_first_counts_the_same() {
    let (mut world, mut s) = Body::block("corotated", 1e5, 0.4, [0.6, 0.2, 0.2], [3, 1, 1]).clamp().gravity().build();
    let mut scheme = make("projective-dynamics", "iterations = 7");
    let first = scheme.step(&mut world, &mut s, 0.02).unwrap();
    assert_eq!(first, Work { factorizations: 1, solves: 21, substeps: 1, ..Work::default() });
    for _ in 0..20 {
        let before = world.tally().evaluations();
        let work = scheme.step(&mut world, &mut s, 0.02).unwrap();
        assert_eq!(work, Work { solves: 21, substeps: 1, ..Work::default() });
        let spent = world.tally().evaluations() - before;
        assert_eq!((spent.forces, spent.energies, spent.tangents, spent.products), (7, 0, 0, 0));
    }
}

#[test]
fn the_factors_of_the_last_two_scales_are_kept() {
    let (world, s) = Body::net(4, 500.0, 0.0).build();
    let mut solver = LocalGlobal::new(&LocalGlobalOptions::default());
    let mut factorizations = |h: f64| {
        let (stage, mut work) = (stage(&s, h), Work::default());
        solver.solve(&world, &stage, &s.x, 2, &mut work).unwrap();
        work.factorizations
    };
    let steps = [0.01, 0.02, 0.01, 0.02, 0.03, 0.02, 0.01, 0.02, 0.01];
    assert_eq!(steps.map(&mut factorizations), [1, 1, 0, 0, 1, 0, 1, 0, 0]);
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let body = Body::block("corotated", 1e6, 0.4, [1.0, 0.4, 0.4], [20, 10, 10]);
            let (mut world, s) = Body { shift: 0.01, ..body }.clamp().gravity().build();
            let (end, _) = run(make("projective-dynamics", "iterations = 4").as_mut(), &mut world, &s, 0.04, 2);
            end.x.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        })
    };
    let one = with(1);
    assert!(one == with(2) && one == with(4));
}
