//! The clamped beam, 7 x 2 x 2 vertices, 1 x 0.1 x 0.11 m, let go under its weight: at 1e9 Pa its lowest modes have
//! h omega of 2.4 and 2.9 at h = 0.01 s, where the midpoint rule swings a third too slowly.

use super::*;

const H: f64 = 0.01;

fn beam(young: f64) -> (World, State) {
    let body = Body::block("neo-hookean", young, 0.3, [1.0, 0.1, 0.11], [6, 1, 1]);
    Body { speed: 0.0, ..body }.clamp().gravity().build()
}

/// Deflections of the tip after every 0.01 s.
fn swing(name: &str, options: &str, young: f64, frames: usize, substeps: usize) -> (Vec<f64>, Work) {
    let (mut world, mut s) = beam(young);
    let end: Vec<usize> = (0..s.x.len()).step_by(3).filter(|i| s.x[*i] > 0.999).map(|i| i + 2).collect();
    assert_eq!(end.len(), 4);
    let tip = |s: &State| end.iter().map(|i| s.x[*i]).sum::<f64>() / 4.0;
    let start = tip(&s);
    let mut scheme = make(name, options);
    let mut work = Work::default();
    let frame = |_| {
        for _ in 0..substeps {
            work += scheme.step(&mut world, &mut s, H / substeps as f64).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        tip(&s) - start
    };
    ((0..frames).map(frame).collect(), work)
}

fn range(tip: &[f64]) -> f64 {
    let (low, high) = tip.iter().fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(*x), b.max(*x)));
    high - low
}

fn rms(a: &[f64], b: &[f64]) -> f64 {
    distance(a, b) / (a.len() as f64).sqrt()
}

#[test]
fn explore() {
    for young in [1e6, 1e9] {
        let (fine, w) = swing("exprb42", "", young, 100, 16);
        let (finer, _) = swing("exprb42", "", young, 100, 32);
        let amplitude = range(&fine);
        println!("{young:e}: amplitude {amplitude:.3e}, {w:?}, {:.1e}", rms(&fine, &finer) / amplitude);
        for (name, options) in [(EXACT, ""), (FITTED, ""), (FITTED, "filter = 0.0"), ("exprb42", ""), ("bdf2", "")] {
            let (tip, work) = swing(name, options, young, 100, 1);
            println!(
                "  {name} {options}: rms {:.2e} rel {:.2e}, late {:.4} of {:.4}, its {:.2} sub {}",
                rms(&tip, &fine) / amplitude,
                rms(&tip, &fine) / rms(&fine, &vec![0.0; 100]),
                range(&tip[70..]) / range(&fine[70..]),
                range(&tip[70..]) / amplitude,
                work.newton_iterations as f64 / 100.0,
                work.substeps
            );
        }
    }
}
