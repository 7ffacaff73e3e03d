//! After the first steps an integrator allocates nothing: the heap profiler counts blocks over ten more steps. Schemes
//! that solve small dense problems may allocate those, but nothing that grows with the number of unknowns.

mod common;

use common::running::refuses;
use common::{RUBBER, at_rest, block, integrator};
use sinew::integrators;
use sinew::mechanics::World;
use sinew::models::{damping, forces};

#[global_allocator]
static HEAP: dhat::Alloc = dhat::Alloc;

/// Schemes with dense problems of the size of their subspace.
const SMALL_DENSE: [&str; 8] =
    ["fitted-energy-momentum", "auto", "siere", "siere2", "ere", "exprb42", "pexprb43", "epirk4s3"];

/// Blocks and bytes allocated by ten steps of a damped, clamped beam of `cells` cells along its axis; none where the beam is
/// refused.
fn allocated(name: &str, options: &str, cells: usize) -> (u64, u64) {
    let mesh = block([1.0, 0.25, 0.25], [cells, 2, 2]);
    let mut parts = RUBBER.parts(&mesh, |p| p[0] < 1e-9);
    let masses = RUBBER.masses(&mesh);
    let rest = parts.rest.clone();
    let term = damping::rayleigh("damping", 0.5, 1e-4, &masses, &mut parts.terms, &rest).expect("sound damping");
    parts.terms.push(term);
    parts.terms.push(forces::gravity(&masses, [0.0, 0.0, -9.81]).expect("sound gravity"));
    let mut world = World::new(parts).expect("a sound world");
    let mut s = at_rest(&world);
    if refuses(name, options, &mut world, &s) {
        return (0, 0);
    }
    let mut scheme = integrator(name, options);
    let h = 5e-4;
    for _ in 0..4 {
        scheme.step(&mut world, &mut s, h).expect("a resolved step");
    }
    // The profiler counts every thread of the test process; a step's own blocks would come back each time.
    (0..3)
        .map(|_| {
            let before = dhat::HeapStats::get();
            for _ in 0..10 {
                scheme.step(&mut world, &mut s, h).expect("a resolved step");
            }
            let after = dhat::HeapStats::get();
            (after.total_blocks - before.total_blocks, after.total_bytes - before.total_bytes)
        })
        .min()
        .expect("three attempts")
}

/// Blocks allocated by five calls of the impulses between 60 crossing fibres that fly about, and of what keeps them from passing.
fn allocated_by_fibres() -> u64 {
    use sinew::contact::{Apart, fibres, fibres_passing};
    use sinew::mechanics::barrier::Passage;
    let cuboids: Vec<[u32; 8]> = (0..60).map(|e| std::array::from_fn(|c| 8 * e + c as u32)).collect();
    let apart = Apart { thickness: 0.1, friction: 0.2, push: 0.1, passing: true };
    let law = fibres("apart", 480, &cuboids, apart).expect("sound fibres");
    let mut passing = fibres_passing("passing", 480, &cuboids, 0.1).expect("sound fibres");
    let wild = |k: usize| ((k * 7919) % 1013) as f64 / 1013.0;
    let x: Vec<f64> = (0..120).flat_map(|s| [3 * s, 3 * s + 1, 3 * s + 2].map(wild).repeat(4)).collect();
    let start: Vec<f64> = x.iter().map(|x| 20.0 * (x - 0.5)).collect();
    let (mut to, mut v, masses) = (x.clone(), start.clone(), vec![1.0; 480]);
    let mut settle = || {
        v.copy_from_slice(&start);
        to.iter_mut().zip(&x).zip(&v).for_each(|((to, x), v)| *to = x + 0.01 * v);
        assert!(passing.confine(
            &Passage { t: [0.0, 0.01], from: &x, speeds: &start, masses: &masses },
            &mut to,
            &mut v
        ));
        law.apply(&sinew::mechanics::Moment { t: 0.0, h: 0.01, x: &x, masses: &masses }, &mut v);
    };
    (0..2).for_each(|_| settle());
    let before = dhat::HeapStats::get();
    (0..5).for_each(|_| settle());
    let after = dhat::HeapStats::get();
    assert_ne!(v, start, "they touch");
    after.total_blocks - before.total_blocks
}

#[test]
fn no_integrator_allocates_in_its_step() {
    let _profiler = dhat::Profiler::builder().testing().build();
    // One thread: a thread pool has queues of its own.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool can be built");
    pool.install(|| {
        assert_eq!(allocated_by_fibres(), 0, "impulses between fibres");
        for entry in integrators::CATALOG {
            let takes_solver = integrators::build(entry.name, &toml::toml! { solver = "cg" }).is_ok();
            for solver in ["cholesky", "cg"] {
                if !takes_solver && solver == "cg" {
                    continue;
                }
                let options = if takes_solver { format!("solver = \"{solver}\"") } else { String::new() };
                let (blocks, bytes) = allocated(entry.name, &options, 6);
                if SMALL_DENSE.contains(&entry.name) {
                    // Five times the unknowns, the same small problems (one sweep for new modes more or less).
                    let (_, large) = allocated(entry.name, &options, 30);
                    // Lists that grow with the Krylov dimension may do so now and then: less than a vector in ten steps.
                    let vector = 8 * 3 * 30 * 9;
                    assert!(
                        large <= 2 * bytes || large < vector,
                        "{} with {solver}: {bytes} bytes grew to {large}",
                        entry.name
                    );
                } else {
                    assert_eq!(blocks, 0, "{} with {solver} allocated {blocks} blocks in ten steps", entry.name);
                }
            }
        }
    });
}
