//! After the first steps an integrator allocates nothing: the heap profiler counts blocks over ten more steps.

mod common;

use common::{RUBBER, at_rest, block, integrator};
use sinew::integrators;
use sinew::mechanics::World;
use sinew::models::{damping, forces};

#[global_allocator]
static HEAP: dhat::Alloc = dhat::Alloc;

#[test]
fn no_integrator_allocates_in_its_step() {
    let _profiler = dhat::Profiler::builder().testing().build();
    // One thread: a thread pool has queues of its own.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool can be built");
    pool.install(|| {
        let mesh = block([1.0, 0.25, 0.25], [6, 2, 2]);
        for entry in integrators::CATALOG {
            for solver in ["cholesky", "cg"] {
                let takes_solver = integrators::build(entry.name, &toml::toml! { solver = "cg" }).is_ok();
                if !takes_solver && solver == "cg" {
                    continue;
                }
                let mut parts = RUBBER.parts(&mesh, |p| p[0] < 1e-9);
                let masses = RUBBER.masses(&mesh);
                let rest = parts.rest.clone();
                let term =
                    damping::rayleigh("damping", 0.5, 1e-4, &masses, &mut parts.terms, &rest).expect("sound damping");
                parts.terms.push(term);
                parts.terms.push(forces::gravity(&masses, [0.0, 0.0, -9.81]).expect("sound gravity"));
                let mut world = World::new(parts).expect("a sound world");
                let mut s = at_rest(&world);
                let options = if takes_solver { format!("solver = \"{solver}\"") } else { String::new() };
                let mut scheme = integrator(entry.name, &options);
                let h = 5e-4;
                for _ in 0..4 {
                    scheme.step(&mut world, &mut s, h).expect("a resolved step");
                }
                // The profiler counts every thread of the test process; a step's own blocks would come back each time.
                let blocks = (0..3)
                    .map(|_| {
                        let before = dhat::HeapStats::get().total_blocks;
                        for _ in 0..10 {
                            scheme.step(&mut world, &mut s, h).expect("a resolved step");
                        }
                        dhat::HeapStats::get().total_blocks - before
                    })
                    .min()
                    .expect("three attempts");
                assert_eq!(blocks, 0, "{} with {solver} allocated {blocks} blocks in ten steps", entry.name);
            }
        }
    });
}
