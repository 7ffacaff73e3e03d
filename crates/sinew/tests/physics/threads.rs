//! Molecules, crashes and swimmers to the same bits with any number of threads. (Where their quick runs end is stored by
//! `tests/quick.rs`.)

use crate::support::shipped;

/// Bits of all positions and of the ledger after some steps with a number of threads.
fn bits(scene: &str, changes: &[&str], steps: usize, threads: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| {
        let mut built = shipped(scene, changes);
        (0..steps).for_each(|_| assert!(built.simulation.step().is_ok()));
        let (x, v) = built.simulation.all_vertices();
        let r = built.simulation.record();
        let energies = [r.energy.kinetic, r.energy.elastic, r.dissipated, r.injected];
        x.iter().chain(&v).chain(&energies).map(|x| x.to_bits()).collect()
    })
}

#[test]
fn thread_count_changes_no_bit() {
    let cases: [(&str, &[&str], usize); 3] = [
        ("double-helix", &[], 3),
        ("crash-moderate", &["body.0.shape.cells=[22,9,7]", "time.dt=2e-4"], 300),
        ("bacterium", &["body.0.shape.sections=24", "body.0.shape.length=3e-6", "body.0.springs.edge=0.02"], 2),
    ];
    for (scene, changes, steps) in cases {
        let with = |threads| bits(scene, changes, steps, threads);
        assert!(with(1) == with(3), "{scene}");
    }
}
