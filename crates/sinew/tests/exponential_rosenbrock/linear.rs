//! Linear motion: exact at any step, and its energy kept in a truncated space.

use super::*;

/// Springs without rest length are exactly linear.
fn bands() -> Body {
    let mut body = Body::net(4, 0.0, 0.0).clamp();
    let lengths = vec![0.0; body.edges.len()];
    let springs = Springs { edges: body.edges.clone(), stiffness: 4e3, cubic: 0.0, lengths };
    body.terms[0] = Box::new(Elements::new("bands", body.vertices(), springs));
    body
}

/// One long step (h omega_max about 60) and seven short ones end in the same place: the motion is the exact one.
#[test]
fn linear_motion_is_exact_at_any_step() {
    let drag = |body: Body| {
        let vertices = points(body.vertices());
        body.with(Drag { vertices, coefficient: 0.8, quadratic: false })
    };
    for damped in [false, true] {
        let body = if damped { drag(bands().gravity()) } else { bands().gravity() };
        let (mut world, start) = body.build();
        for method in METHODS {
            for (options, bound) in [
                ("engine = \"dense\"", 1e-11),
                ("tolerance = 1e-9", 1e-7),
                ("engine = \"shift-invert\"\ntolerance = 1e-9", 1e-7),
                ("engine = \"chebyshev\"\ntolerance = 1e-9", 1e-7),
                ("engine = \"lanczos\"\ntolerance = 1e-9", 1e-7),
                ("engine = \"adaptive-krylov\"\ntolerance = 1e-9", 1e-7),
            ] {
                if damped && (options.contains("lanczos") || options.contains("chebyshev")) {
                    let refused = make(method.name, options).step(&mut world, &mut start.clone(), 0.1);
                    assert!(matches!(refused, Err(StepError::Functions(_))), "{refused:?}");
                    continue;
                }
                let [a, b] = [1, 7].map(|n| run(make(method.name, options).as_mut(), &mut world, &start, 0.35, n).0);
                let off = distance(&a.x, &b.x) / distance(&a.x, &start.x);
                let off = off.max(distance(&a.v, &b.v) / distance(&a.v, &start.v));
                assert!(off < bound, "{} {options} {damped}: {off:e}", method.name);
            }
        }
    }
}

/// Cut off at a dimension far too small, the search space still conserves the energy of linear motion.
#[test]
fn a_truncated_space_conserves_energy() {
    let body = Body::block("linear", 1e9, 0.3, [1.0, 0.25, 0.25], [6, 2, 2]).clamp().gravity();
    let (mut world, start) = Body { speed: 0.0, ..body }.build();
    let before = world.energy(&start).total();
    for name in ["ere", "exprb42"] {
        let mut scheme = make(name, "engine = \"shift-invert\"\nkrylov_max = 8");
        let (mut s, mut largest) = (start.clone(), 0.0f64);
        for _ in 0..40 {
            scheme.step(&mut world, &mut s, 0.01).expect("linear motion is easy");
            largest = largest.max(world.energy(&s).elastic);
        }
        let drift = (world.energy(&s).total() - before) / largest;
        println!("{name}: drift {drift:.1e} of {largest:.1e} J");
        assert!(drift.abs() < 1e-8, "{name}: {drift:e}");
    }
}
