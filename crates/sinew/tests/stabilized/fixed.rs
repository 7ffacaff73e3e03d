//! The fixed price of local/global iterations: order, work against projective dynamics.

use super::*;

/// Order 2 with ten iterations as long as they resolve a step, h omega_max below 1.
#[test]
fn local_global_keeps_order_two_on_resolved_steps() {
    let (mut world, start) = Body::net(3, 50.0, 0.0).build();
    let reference = run(make("rk4", "").as_mut(), &mut world, &start, 0.5, 2048).0;
    for momentum in ["keep", "paper"] {
        let options = format!("solver = \"local-global\"\nmomentum = \"{momentum}\"");
        let errors = [64, 128].map(|n| {
            let end = run(&mut stabilized(&options), &mut world, &start, 0.5, n).0;
            distance(&end.x, &reference.x) / distance(&start.x, &reference.x)
        });
        let order = (errors[0] / errors[1]).log2();
        println!("{momentum}: {errors:?}, order {order:.3}");
        assert!((order - 2.0).abs() < 0.15, "{order}");
    }
}

/// Solves and local steps (forces and energies) of both schemes, mean and most in a step.
#[test]
fn the_price_over_projective_dynamics() {
    for (label, (mut world, start), h) in [
        ("soft arap cube", cube::cube("arap", 1e5), 0.033),
        ("stiff arap cube", cube::cube("arap", 1e7), 0.033),
        ("corotated cube", cube::cube("corotated", 1e5), 0.033),
        ("net", variants::net(1e4), 0.033),
    ] {
        let mut of = |name: &str, options: &str| {
            let mut scheme = make(name, options);
            let mut s = start.clone();
            // Factors are made in the first steps.
            for _ in 0..5 {
                scheme.step(&mut world, &mut s, h).expect("stable");
            }
            let (mut solves, mut local, mut most) = (0, 0, (0, 0));
            for _ in 0..100 {
                let before = world.tally().evaluations();
                let work = scheme.step(&mut world, &mut s, h).expect("stable");
                let spent = world.tally().evaluations() - before;
                assert_eq!(work.factorizations, 0, "{name}");
                let now = (work.solves, spent.forces + spent.energies);
                (solves, local) = (solves + now.0, local + now.1);
                most = (most.0.max(now.0), most.1.max(now.1));
            }
            (solves as f64 / 100.0, local as f64 / 100.0, most)
        };
        let base = of("projective-dynamics", "");
        let ours = of("stabilized", "solver = \"local-global\"");
        let middle = of("stabilized", "solver = \"local-global\"\npartner = \"middle\"");
        println!("{label:16} projective dynamics {base:?}, stabilized {ours:?}, with the middle {middle:?}");
        // Blended or not: the same solves as projective dynamics, or one iteration more.
        assert!(ours.2.0 <= 33 && middle.0 == 30.0 && middle.2.0 == 30, "{ours:?} {middle:?}");
        assert!(ours.1 <= 16.0 && middle.1 <= 15.0, "{ours:?} {middle:?}");
    }
}
