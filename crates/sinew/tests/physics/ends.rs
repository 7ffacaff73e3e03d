//! Where longer pieces of molecules, crashes and swimmers end, with what was dissipated and injected; `tests/quick.rs` has shorter ones.
//!
//! The numbers were measured; they are to change only when a scene, a model or its integrator does. The relative tolerance of
//! 1e-6 leaves room for another order of additions, not for another result: these pieces are too short for chaos.

use sinew::scene::Built;

use crate::support::shipped;

struct Piece {
    scene: &'static str,
    changes: &'static [&'static str],
    steps: usize,
    /// Kinetic and elastic energy, dissipated, injected.
    energies: [f64; 4],
    /// A vertex and where it is.
    places: &'static [(usize, [f64; 3])],
}

const WITHIN: f64 = 1e-6;

const PIECES: &[Piece] = &[
    Piece {
        scene: "double-helix",
        changes: &[],
        steps: 20,
        energies: [3.284520387410891e-18, -2.2134857705307207e-17, 0.0, 0.0],
        places: &[
            (0, [5.397922772e-12, 6.864463134e-10, -6.785106661e-11]),
            (700, [6.246857518e-10, -3.623089216e-10, -5.300578344e-12]),
            (1371, [2.052647199e-8, -6.408754159e-10, 1.077322061e-10]),
        ],
    },
    Piece {
        scene: "helix-bundle",
        changes: &[],
        steps: 20,
        energies: [4.039618416742505e-18, -2.751774919833852e-17, 0.0, 0.0],
        places: &[
            (0, [5.472521562e-12, 1.365331723e-10, -6.778982549e-11]),
            (1731, [7.428405444e-9, 1.274500694e-9, -1.286427402e-10]),
        ],
    },
    Piece {
        scene: "coiled-helices",
        changes: &[],
        steps: 20,
        energies: [7.150495754652277e-18, -4.8307835830397246e-17, 0.0, 0.0],
        places: &[
            (0, [5.399033292e-12, 6.864475386e-10, -6.785027668e-11]),
            (2993, [2.243269995e-8, -3.622685327e-10, -1.029181054e-9]),
        ],
    },
    Piece {
        scene: "crash-moderate",
        changes: &["body.0.shape.cells=[22,9,7]", "time.dt=2e-4"],
        steps: 400,
        energies: [141.2199406, 27.60416929, 72.88204474, 0.0],
        places: &[
            (0, [-0.1322413042, -0.7607951322, -0.1012631476]),
            (300, [0.8806919597, 0.4981887383, 0.5378446626]),
        ],
    },
    Piece {
        scene: "crash-fast",
        changes: &["body.0.shape.cells=[22,9,7]", "time.dt=2e-4"],
        steps: 400,
        energies: [626.589218, 35.26658717, 311.5477023, 0.0],
        places: &[(0, [-0.20044898, -0.6486419853, 0.04617624363]), (300, [0.5592801063, 0.4951161495, 0.5225393063])],
    },
    Piece {
        scene: "crash-pole",
        changes: &["body.0.shape.cells=[22,9,7]", "time.dt=2e-4"],
        steps: 400,
        energies: [190.6388329, 12.78072203, 36.67782928, 0.0],
        places: &[
            (0, [-0.4389726626, -0.7440687956, -0.02511103478]),
            (300, [0.8799906999, 0.5052625783, 0.5290418829]),
        ],
    },
    Piece {
        scene: "bacterium",
        changes: &["body.0.shape.sections=24", "body.0.shape.length=3e-6", "body.0.springs.edge=0.02"],
        steps: 20,
        energies: [1.032853746e-23, 2.584698220e-19, 4.680020726e-18, 4.975249853e-18],
        places: &[
            (0, [-4.543886166e-7, 2.028722199e-7, -2.103825929e-7]),
            (34, [-5.002628277e-8, 4.082464450e-9, 6.350784977e-9]),
            (107, [3.607013855e-6, 1.691771317e-7, -3.757788053e-8]),
        ],
    },
];

fn energies(built: &Built) -> [f64; 4] {
    let r = built.simulation.record();
    [r.energy.kinetic, r.energy.elastic, r.dissipated, r.injected]
}

#[test]
fn longer_pieces_end_where_they_did() {
    let mut wrong = Vec::new();
    for piece in PIECES {
        let clock = std::time::Instant::now();
        let mut built = shipped(piece.scene, piece.changes);
        for _ in 0..piece.steps {
            built.simulation.step().unwrap_or_else(|e| panic!("{}: {e}", piece.scene));
        }
        let (x, _) = built.simulation.all_vertices();
        let found = energies(&built);
        println!("{}: {found:?} J ({:.1} s)", piece.scene, clock.elapsed().as_secs_f64());
        for (vertex, _) in piece.places {
            println!("    ({vertex}, {:?}),", &x[3 * vertex..3 * vertex + 3]);
        }
        let scale = found.iter().fold(0.0f64, |m, e| m.max(e.abs()));
        for (found, stored) in found.iter().zip(piece.energies) {
            if (found - stored).abs() > WITHIN * scale {
                wrong.push(format!("{}: {found} J, stored {stored} J", piece.scene));
            }
        }
        let size = built.simulation.world().rest().iter().fold(0.0f64, |m, x| m.max(x.abs()));
        for (vertex, stored) in piece.places {
            let found = &x[3 * vertex..3 * vertex + 3];
            if (0..3).any(|c| (found[c] - stored[c]).abs() > WITHIN * size) {
                wrong.push(format!("{}: vertex {vertex} at {found:?}", piece.scene));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
