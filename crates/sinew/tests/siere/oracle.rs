//! Dense matrices of a world, and the exponential Rosenbrock-Euler step made of them.

use super::*;

/// M (lumped), K and D of a world as dense matrices.
pub struct Dense {
    pub mass: DVector<f64>,
    pub stiffness: DMatrix<f64>,
    pub damping: DMatrix<f64>,
}

pub fn dense(world: &World, s: &State, projected: bool) -> Dense {
    let n = s.x.len();
    let assemble = |damping: f64, stiffness: f64| {
        let mut a = BlockMatrix::new(world.pattern().clone());
        world.tangent(s, Weights { mass: 0.0, damping, stiffness }, projected, &mut a);
        DMatrix::from_row_slice(n, n, &a.to_dense())
    };
    let masses = world.mass().lumped().expect("lumped").masses();
    let mass = DVector::from_fn(n, |i, _| masses[i / 3]);
    Dense { mass, stiffness: assemble(0.0, 1.0), damping: assemble(1.0, 0.0) }
}

impl Dense {
    /// Eigenvalues in ascending order and M-orthonormal modes of K w = lambda M w.
    pub fn modes(&self) -> (Vec<f64>, DMatrix<f64>) {
        let n = self.mass.len();
        let root = self.mass.map(|m| 1.0 / m.sqrt());
        let scaled = DMatrix::from_fn(n, n, |i, j| self.stiffness[(i, j)] * root[i] * root[j]);
        let eigen = scaled.symmetric_eigen();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
        let vectors = DMatrix::from_fn(n, n, |i, j| root[i] * eigen.eigenvectors[(i, order[j])]);
        (order.iter().map(|k| eigen.eigenvalues[*k]).collect(), vectors)
    }
}

pub struct Product<'a>(&'a DMatrix<f64>);

impl LinearOperator for Product<'_> {
    fn dim(&self) -> usize {
        self.0.nrows()
    }
    fn apply(&self, x: &[f64], y: &mut [f64]) {
        y.copy_from_slice((self.0 * DVector::from_column_slice(x)).as_slice());
    }
}

/// Exponential Rosenbrock-Euler with dense matrices: u + h phi_1(hJ) F + h^2 phi_2(hJ) F_t.
pub fn rosenbrock_euler(world: &World, s: &mut State, h: f64) -> Result<(), FunctionError> {
    let n = s.x.len();
    let Dense { mass, stiffness, damping } = dense(world, s, false);
    let (k, d) = (Product(&stiffness), Product(&damping));
    let problem = Problem {
        mass: MassMatrix::Diagonal(mass.as_slice()),
        stiffness: &k,
        damping: if world.damped() { Damping::Operator(&d) } else { Damping::None },
        symmetry: Symmetry::Symmetric,
        product_flops: 2.0 * (n * n) as f64,
    };
    let (mut f, mut rate, v) = (vec![0.0; n], vec![0.0; n], s.v.clone());
    world.force(s, &mut f);
    world.force_rate(s, &mut rate);
    let mut request = Request::new(1e-13);
    let (v, f, rate) = (request.vector(&v), request.force(&f), request.force(&rate));
    let terms = [
        PhiTerm { weight: h, k: 1, position: Some(v), velocity: Some(f) },
        PhiTerm { weight: h * h, k: 2, position: None, velocity: Some(rate) },
    ];
    request.phi(h, [0.0; 2], &terms);
    let mut out = vec![0.0; 2 * n];
    functions::dense(&problem, &request, &mut out)?;
    s.t += h;
    for i in 0..n {
        s.x[i] += out[i];
        s.v[i] += out[n + i];
    }
    Ok(())
}
