//! The wave equation u_tt = c^2 u_xx on a string, advanced by 10 periods in one step, without storing a matrix.
//!
//!     cargo run --release -p sinew-math --example wave_equation
//!
//! A second-difference operator is all the library needs: u(t) = cos(t sqrt(A)) u_0 is the Stumpff function c_0(t^2 A).
//! The initial shape is a sum of two exact discrete modes, so the answer is known.

use std::f64::consts::PI;

use sinew_math::functions::{
    Damping, Function, MassMatrix, Options, Problem, Request, Symmetry, chebyshev, chebyshev_degree,
};
use sinew_math::operator::LinearOperator;

/// K = (c / dx)^2 tridiag(-1, 2, -1): a string held at both ends.
struct HeldString {
    points: usize,
    scale: f64,
}

impl LinearOperator for HeldString {
    fn dim(&self) -> usize {
        self.points
    }

    fn apply(&self, u: &[f64], y: &mut [f64]) {
        let n = self.points;
        for i in 0..n {
            let left = if i > 0 { u[i - 1] } else { 0.0 };
            let right = if i + 1 < n { u[i + 1] } else { 0.0 };
            y[i] = self.scale * (2.0 * u[i] - left - right);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (points, speed) = (200, 1.0);
    let dx = 1.0 / (points + 1) as f64;
    let string = HeldString { points, scale: (speed / dx).powi(2) };
    let mass = vec![1.0; points];
    let problem = Problem {
        mass: MassMatrix::Diagonal(&mass),
        stiffness: &string,
        damping: Damping::None,
        symmetry: Symmetry::Symmetric,
        product_flops: 4.0 * points as f64,
    };

    // Modes j: sin(j pi x), omega_j = 2 c / dx sin(j pi dx / 2)
    let mode = |j: f64, i: usize| (j * PI * dx * (i + 1) as f64).sin();
    let omega = |j: f64| 2.0 * speed / dx * (0.5 * j * PI * dx).sin();
    let start: Vec<f64> = (0..points).map(|i| mode(1.0, i) + 0.25 * mode(7.0, i)).collect();
    let t = 10.0 * 2.0 * PI / omega(1.0);

    let mut request = Request::new(1e-9);
    let u0 = request.vector(&start);
    request.even(0.0, &[(1.0, Function::Stumpff(0), t, u0)]);
    let mut u = vec![0.0; points];
    let report = chebyshev(&problem, &request, None, &Options::default(), &mut u)?;

    let exact = |i: usize| (omega(1.0) * t).cos() * mode(1.0, i) + 0.25 * (omega(7.0) * t).cos() * mode(7.0, i);
    let error = (0..points).map(|i| (u[i] - exact(i)).powi(2)).sum::<f64>().sqrt()
        / (0..points).map(|i| exact(i).powi(2)).sum::<f64>().sqrt();
    let z = t * omega(points as f64);
    println!("10 periods of a string of {points} points, h omega_max = {z:.0}");
    println!("degree of the series {} (a-priori formula {})", report.dimension, chebyshev_degree(z, 1e-9));
    println!("relative error {error:.1e}, asked for 1e-9");
    assert!(error < 1e-8, "the known answer was missed");
    Ok(())
}
