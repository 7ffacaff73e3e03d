//! Draws iterations against stiffness: solves of shift-and-invert beside products of the polynomial engines.
//!
//!     cargo run --release -p sinew-math --example stiffness_plot -- iterations.svg [cells across = 6]
//!
//! h phi_1(h J) [v; a] of a clamped beam with 0.5 % damping of its lowest mode, h = 0.01 s, data with a share of every
//! mode, relative tolerance 1e-3. A point is left out where an engine refuses.

#[path = "stiffness_sweep/beam.rs"]
mod beam;

use std::fmt::Write;

use sinew_math::eigen::{ModesOptions, lowest_modes};
use sinew_math::functions::{
    CholeskyPole, Damping, MassMatrix, Options, PhiTerm, Problem, Request, ShiftInvert, Symmetry, adaptive_krylov,
    chebyshev,
};

const NAMES: [(&str, &str); 3] = [
    ("solves, shift-and-invert", "#c0392b"),
    ("products, Chebyshev", "#2471a3"),
    ("products, adaptive Krylov", "#7d8a2e"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: stiffness_plot FILE.svg [cells]")?;
    let beam = beam::beam(arguments.next().map_or(Ok(6), |a| a.parse())?);
    let n = beam.masses.len();
    let (h, mass) = (0.01, MassMatrix::Diagonal(&beam.masses));
    // A fixed rough pair of vectors
    let rough = |k: f64| (0..n).map(|i| (k * (i as f64 + 1.0).powf(1.3)).sin()).collect::<Vec<f64>>();
    let (v, a) = (rough(12.9898), rough(78.233));
    let mut curves: [Vec<(f64, f64)>; 3] = Default::default();
    for decade in 5..=11 {
        let mut stiffness = beam.stiffness.clone();
        stiffness.values_mut().iter_mut().for_each(|k| *k *= 10f64.powi(decade));
        let mut pole = CholeskyPole::new(beam.mass.clone(), stiffness.clone())?;
        let lowest = lowest_modes(&mass, &stiffness, &mut pole, 1, None, &ModesOptions::default())?.values[0];
        pole.refresh();
        let problem = Problem {
            mass,
            stiffness: &stiffness,
            damping: Damping::Rayleigh { alpha: 0.0, beta: 0.01 / lowest.sqrt() },
            symmetry: Symmetry::Symmetric,
            product_flops: 36.0 * stiffness.pattern().blocks() as f64,
        };
        let mut request = Request::new(1e-3);
        let (p, q) = (request.vector(&v), request.vector(&a));
        request.phi(h, [0.0; 2], &[PhiTerm { weight: h, k: 1, position: Some(p), velocity: Some(q) }]);
        let (options, mut out) = (Options::default(), vec![0.0; 2 * n]);
        let counts = [
            ShiftInvert::new().evaluate(&problem, &mut pole, &request, &options, &mut out).map(|r| r.solves),
            chebyshev(&problem, &request, None, &options, &mut out).map(|r| r.products),
            adaptive_krylov(&problem, &request, &options, &mut out).map(|r| r.products),
        ];
        let mut line = format!("E = 1e{decade}:");
        for ((curve, count), (name, _)) in curves.iter_mut().zip(counts).zip(NAMES) {
            match count {
                Ok(count) => {
                    curve.push((f64::from(decade), count as f64));
                    write!(line, "  {count} {name}")?;
                }
                Err(e) => eprintln!("1e{decade} Pa, {name}: {e}"),
            }
        }
        println!("{line}");
    }
    std::fs::write(&path, svg(n, &curves)?)?;
    println!("{path}");
    Ok(())
}

/// Both axes logarithmic: 1e5 to 1e11 Pa, 1 to 1e6 iterations.
fn svg(n: usize, curves: &[Vec<(f64, f64)>; 3]) -> Result<String, std::fmt::Error> {
    let x = |decade: f64| 70.0 + (decade - 5.0) * 85.0;
    let y = |count: f64| 330.0 - count.log10() * 50.0;
    let mut s = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 390\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"640\" height=\"390\" fill=\"white\"/>\n",
    );
    for decade in 0..=6 {
        let (across, up) = (x(5.0 + f64::from(decade)), y(10f64.powi(decade)));
        writeln!(s, "<path d=\"M70 {up}H580M{across} 330V30\" stroke=\"#ddd\"/>")?;
        writeln!(s, "<text x=\"{across}\" y=\"350\" text-anchor=\"middle\">1e{}</text>", 5 + decade)?;
        writeln!(s, "<text x=\"62\" y=\"{}\" text-anchor=\"end\">1e{decade}</text>", up + 4.0)?;
    }
    writeln!(
        s,
        "<text x=\"325\" y=\"375\" text-anchor=\"middle\">Young's modulus in Pa ({n} unknowns, h = 0.01 s)</text>\n\
         <text x=\"18\" y=\"180\" text-anchor=\"middle\" transform=\"rotate(-90 18 180)\">solves or products per step at \
         1e-3</text>"
    )?;
    for (k, (curve, (name, colour))) in curves.iter().zip(NAMES).enumerate() {
        let points: Vec<String> = curve.iter().map(|p| format!("{:.1},{:.1}", x(p.0), y(p.1.max(1.0)))).collect();
        writeln!(
            s,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        )?;
        for p in curve {
            writeln!(s, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"{colour}\"/>", x(p.0), y(p.1.max(1.0)))?;
        }
        writeln!(s, "<text x=\"80\" y=\"{}\" fill=\"{colour}\">{name}</text>", 48 + 18 * k)?;
    }
    s.push_str("</svg>\n");
    Ok(s)
}
