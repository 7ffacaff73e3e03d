//! What `siere` and `siere2` promise: the same numbers by either route, exact modes, stability, liveliness, little work.

mod common {
    pub mod problems;
    pub mod running;
}

use common::problems::*;
use common::running::*;
use sinew::mechanics::*;

/// Options for modes that are exact to rounding.
const EXACT: &str = "mode_tolerance = 1e-13\nsolver = \"cholesky\"\n";

fn relative(a: &State, b: &State, start: &State) -> f64 {
    let (x, v) = (distance(&a.x, &b.x), distance(&a.v, &b.v));
    (x / distance(&b.x, &start.x)).max(v / length(&b.v))
}

/// One solve with the ordinary matrix is all it takes: the low-rank correction of the paper gives the same, because the
/// modes and their complement do not meet in the linearised step. Holds for D = 0 and where D shares the modes.
#[test]
fn decoupled_and_low_rank_routes_agree_to_rounding() {
    let block = |material: &str| Body::block(material, 1e5, 0.4, [0.6, 0.2, 0.2], [4, 2, 2]).clamp();
    for (label, body) in [
        ("neo-hookean", block("neo-hookean")),
        ("stvk", block("stvk")),
        ("drag", block("stvk").damped("drag")),
        ("free", Body::block("arap", 1e5, 0.4, [0.6, 0.2, 0.2], [4, 2, 2])),
    ] {
        let (mut world, start) = Body { shift: 0.004, ..body }.build();
        for projected in [true, false] {
            let [a, b] = ["decoupled", "low-rank"].map(|route| {
                let options = format!("{EXACT}modes = 7\nprojected = {projected}\nroute = \"{route}\"");
                run(make("siere", &options).as_mut(), &mut world, &start, 0.02, 4).0
            });
            let off = relative(&a, &b, &start);
            println!("{label}, projected {projected}: {off:.1e}");
            assert!(off < 1e-12, "{label}, projected {projected}: {off:.1e}");
        }
    }
}
