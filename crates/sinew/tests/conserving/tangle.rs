//! A clamped bar whose vertices start at random places, every second tet inside out: there the iteration of the mean forces goes
//! in circles, and smaller steps do so, too. The last resort comes at once, and leaves a bar that vibrates.

use super::*;

/// The bar with its vertices moved by up to three of its cells in every direction.
fn shuffled() -> (World, State) {
    let (world, mut s) =
        Body { speed: 0.0, ..Body::block("arap", 1e5, 0.3, [0.6, 0.2, 0.2], [6, 2, 2]).clamp() }.build();
    for (i, x) in s.x.iter_mut().enumerate() {
        *x += 0.3 * (((i * 7919 + 104_729) % 65_537) as f64 / 32_768.5 - 1.0);
    }
    (world, s)
}

fn inside_out(world: &World, s: &State) -> usize {
    world.discrete_gradient().expect("tets have mean forces").inside_out(s, s)
}

#[test]
fn a_tangled_bar_is_untangled_at_once() {
    for name in [EXACT, FITTED] {
        let (mut world, mut s) = shuffled();
        let (mut scheme, start) = (make(name, ""), world.energy(&s).total());
        let tangled = inside_out(&world, &s);
        assert!(tangled > 6 * 2 * 2, "{tangled} tets are inside out, at least one in six");
        for step in 0..5 {
            let work = scheme.step(&mut world, &mut s, 0.033).expect("the last resort never fails");
            let energy = world.energy(&s).total();
            let (iterations, left) = (work.newton_iterations, inside_out(&world, &s));
            println!(
                "{name} {step}: {energy:.3e} J, {iterations} iterations, {} substeps, {left} inside out",
                work.substeps
            );
            // As much as random scenes may gain (`tests/stress`).
            assert!(energy <= start * (1.0 + 1e-4), "{name}, step {step}: {energy} of {start} J");
            if step == 0 {
                // One attempt and one last resort, each with at most as many iterations as it is allowed.
                assert!((work.substeps, work.fallbacks) == (1, 1) && iterations <= 30 + 60, "{name}: {work:?}");
            }
            // Far from a tangle, though parts of a bar that is flung about may turn over.
            assert!(left <= tangled / 5, "{name}, step {step}: {left} tets are inside out");
        }
    }
}
