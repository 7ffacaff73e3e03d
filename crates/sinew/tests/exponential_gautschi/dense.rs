//! Functions of h Om, Om^2 = M^-1 K, as dense matrices: the formulas of the papers, letter by letter.

use nalgebra::{DMatrix, DVector, SymmetricEigen};
use sinew::mechanics::*;

/// A = M^-1 K with lumped mass.
pub struct Dense {
    pub masses: DVector<f64>,
    values: DVector<f64>,
    vectors: DMatrix<f64>,
}

impl Dense {
    pub fn new(world: &World, stiffness: &DMatrix<f64>) -> Self {
        let masses = world.mass().lumped().expect("point masses").masses();
        let masses = DVector::from_fn(stiffness.nrows(), |i, _| masses[i / 3]);
        let roots = masses.map(|m| 1.0 / m.sqrt());
        let scaled = DMatrix::from_diagonal(&roots) * stiffness * DMatrix::from_diagonal(&roots);
        let eigen = SymmetricEigen::new((&scaled + scaled.transpose()) * 0.5);
        Self { masses, values: eigen.eigenvalues, vectors: eigen.eigenvectors }
    }

    /// Of the stiffness at rest.
    pub fn at_rest(world: &World) -> Self {
        Self::new(world, &stiffness(world))
    }

    /// f(h Om) with f a function of z = h omega (complex z for negative eigenvalues is not needed here).
    pub fn of(&self, h: f64, f: impl Fn(f64) -> f64) -> DMatrix<f64> {
        let roots = self.masses.map(f64::sqrt);
        let values = self.values.map(|l| f(h * l.max(0.0).sqrt()));
        let scaled = &self.vectors * DMatrix::from_diagonal(&values) * self.vectors.transpose();
        DMatrix::from_diagonal(&roots.map(|r| 1.0 / r)) * scaled * DMatrix::from_diagonal(&roots)
    }

    pub fn highest(&self) -> f64 {
        self.values.max().sqrt()
    }

    /// Frequencies in ascending order.
    pub fn frequencies(&self) -> Vec<f64> {
        let mut all: Vec<f64> = self.values.iter().map(|l| l.max(0.0).sqrt()).collect();
        all.sort_by(f64::total_cmp);
        all
    }
}

/// K_0
pub fn stiffness(world: &World) -> DMatrix<f64> {
    let k = world.linear_split().expect("a world has one").stiffness();
    let n = world.dofs();
    DMatrix::from_row_slice(n, n, &k.to_dense())
}

/// K at a state.
pub fn tangent(world: &World, s: &State) -> DMatrix<f64> {
    let mut k = sinew_math::sparse::BlockMatrix::new(world.pattern().clone());
    world.tangent(s, Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 }, false, &mut k);
    DMatrix::from_row_slice(world.dofs(), world.dofs(), &k.to_dense())
}

pub fn sinc(z: f64) -> f64 {
    if z.abs() < 1e-4 { 1.0 - z * z / 6.0 } else { z.sin() / z }
}

pub fn force(world: &World, t: f64, x: &DVector<f64>, v: &DVector<f64>) -> DVector<f64> {
    let s = State { t, x: x.as_slice().to_vec(), v: v.as_slice().to_vec() };
    let mut f = DVector::zeros(x.len());
    world.force(&s, f.as_mut_slice());
    f
}

/// Where the world is in equilibrium: Newton's method from the state.
pub fn equilibrium(world: &World, from: &State) -> State {
    let mut s = from.clone();
    s.v.fill(0.0);
    for _ in 0..40 {
        let f = force(world, s.t, &DVector::from_vec(s.x.clone()), &DVector::zeros(s.x.len()));
        let dx = tangent(world, &s).lu().solve(&f).expect("held");
        s.x.iter_mut().zip(dx.iter()).for_each(|(x, d)| *x += d);
        if dx.amax() < 1e-15 {
            break;
        }
    }
    s
}
