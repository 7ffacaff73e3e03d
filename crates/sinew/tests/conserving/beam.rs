//! The clamped beam, 7 x 2 x 2 vertices, 1 x 0.1 x 0.11 m, let go under its weight: at 1e9 Pa its lowest modes have
//! h omega of 2.4 and 2.9 at h = 0.01 s, where the midpoint rule swings a third too slowly.

use super::*;

const H: f64 = 0.01;

/// The beam at rest shape.
pub fn beam(young: f64) -> (World, State) {
    let body = Body::block("neo-hookean", young, 0.3, [1.0, 0.1, 0.11], [6, 1, 1]);
    Body { speed: 0.0, ..body }.clamp().gravity().build()
}

/// Deflections of the tip after every 0.01 s.
fn swing(name: &str, options: &str, young: f64, frames: usize, substeps: usize) -> Vec<f64> {
    let (mut world, mut s) = beam(young);
    let end: Vec<usize> = (0..s.x.len()).step_by(3).filter(|i| s.x[*i] > 0.999).map(|i| i + 2).collect();
    assert_eq!(end.len(), 4);
    let tip = |s: &State| end.iter().map(|i| s.x[*i]).sum::<f64>() / 4.0;
    let start = tip(&s);
    let mut scheme = make(name, options);
    let frame = |_| {
        for _ in 0..substeps {
            scheme.step(&mut world, &mut s, H / substeps as f64).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        tip(&s) - start
    };
    (0..frames).map(frame).collect()
}

fn range(tip: &[f64]) -> f64 {
    let (low, high) = tip.iter().fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(*x), b.max(*x)));
    high - low
}

/// Root mean square distance of two motions, relative to the amplitude.
fn error(tip: &[f64], reference: &[f64]) -> f64 {
    distance(tip, reference) / (tip.len() as f64).sqrt() / range(reference)
}

/// The exponential scheme at a sixteenth of the step; 2e-7 from itself at a thirty-second.
fn reference(young: f64, frames: usize) -> Vec<f64> {
    swing("exprb42", "", young, frames, 16)
}

#[test]
fn the_fit_keeps_the_beat_of_a_stiff_beam() {
    let fine = reference(1e9, 100);
    for (name, options) in [(FITTED, ""), (FITTED, "filter = 0.0"), (EXACT, "")] {
        let tip = swing(name, options, 1e9, 100, 1);
        let (off, late) = (error(&tip, &fine), range(&tip[70..]) / range(&fine[70..]));
        println!("1e9 Pa, {name} {options}: off by {off:.2e}, late amplitude {late:.4}");
        // Measured 7.5e-3 and 8.4e-3 with the fit, 0.48 without: the test sees it.
        match name {
            FITTED => assert!(off < 0.01 && (0.98..1.02).contains(&late), "{off} {late}"),
            _ => assert!(off > 0.3, "{off}"),
        }
    }
}

/// 400 periods; the amplitude is what the last two seconds show. Phase is gone by then.
#[test]
#[ignore = "references of 16 000 steps: half a minute: cargo test -p sinew --test conserving -- --ignored alive_after_ten"]
fn a_stiff_beam_is_still_alive_after_ten_seconds() {
    let fine = reference(1e9, 1000);
    for options in ["", "filter = 0.0"] {
        let tip = swing(FITTED, options, 1e9, 1000, 1);
        let late = range(&tip[800..]) / range(&fine[800..]);
        println!("1e9 Pa, {options}: amplitude after 10 s {late:.4}");
        assert!((0.97..1.03).contains(&late), "{late}");
    }
}

#[test]
fn the_fit_gains_a_digit_on_a_soft_beam() {
    let fine = reference(1e6, 100);
    let [plain, fitted] = [EXACT, FITTED].map(|name| error(&swing(name, "", 1e6, 100, 1), &fine));
    println!("1e6 Pa: {plain:.2e}, fitted {fitted:.2e}");
    // Measured 1.5e-3 and 8.2e-5.
    assert!(fitted < 5e-4 && fitted < 0.1 * plain, "{fitted:e} of {plain:e}");
}

/// The first 0.4 s: both schemes come to order 2 from below as the modes that matter are resolved (1.75, 1.89, 1.95, 2.01 and
/// 0.5, 1.3, 1.9, 2.0), the fitted one from an eighth of the error, which becomes a half where there is little to fit.
#[test]
fn the_fit_is_of_order_two_and_smaller_at_every_step() {
    let fine = swing("exprb42", "", 1e6, 40, 32);
    let measure = |name: &str| [1, 2, 4, 8, 16].map(|n| error(&swing(name, "", 1e6, 40, n), &fine));
    let (plain, fitted) = (measure(EXACT), measure(FITTED));
    for (name, errors) in [(EXACT, plain), (FITTED, fitted)] {
        let orders = [0, 1, 2, 3].map(|k| (errors[k] / errors[k + 1]).log2());
        println!("{name}: {errors:.7?}, orders {orders:.2?}");
        assert!((1.8..2.1).contains(&orders[3]), "{name}: {orders:?}");
    }
    for ((fitted, plain), most) in fitted.iter().zip(&plain).zip([0.3, 0.3, 0.6, 0.6, 0.6]) {
        assert!(*fitted < most * plain, "{fitted:e} of {plain:e}");
    }
}
