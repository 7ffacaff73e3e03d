//! Ratios that the design rests on, printed: `cargo bench -p sinew-math [-- cells]` (default 32 = 10k tets).

mod beam;
mod clock;

use std::hint::black_box;

use beam::Beam;
use clock::time;
use sinew_math::operator::LinearOperator;
use sinew_math::small::polar;
use sinew_math::solve::{
    BlockJacobi, Cholesky, ConjugateGradients, IncompleteCholesky, LinearSolver, Ordering, Precondition, SolverOptions,
};

fn main() {
    let cells = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(32);
    let beam = Beam::new(cells, cells / 4, cells / 4);
    println!(
        "beam: {} tets, {} free vertices, {} blocks",
        beam.tets.len(),
        beam.pattern.nodes(),
        beam.pattern.blocks()
    );
    let soft = beam.system(1e6, 0.01);
    let n = soft.dim();

    for o in Ordering::all(&beam.pattern).unwrap() {
        println!("  {:28} {:.3} GFlop, {:.2} M non-zeros", o.name, o.flops / 1e9, o.nonzeros / 1e6);
    }
    println!("  faer's own AMD of the unknowns   {:.3} GFlop", amd_flops(&soft) / 1e9);
    println!("set-up: {:.1} ms", 1e3 * time(|| drop(black_box(Cholesky::new(&beam.pattern)))));
    let mut factor = Cholesky::new(&beam.pattern).unwrap();
    let t = time(|| factor.factorize(&soft).unwrap());
    println!("factor: {:.2} ms, {:.1} GFlop/s, {} values", 1e3 * t, factor.flops() / t / 1e9, factor.factor_nonzeros());
    let b: Vec<f64> = (0..20 * n).map(|i| (i as f64).sin()).collect();
    let mut x = vec![0.0; 20 * n];
    let one = time(|| factor.solve(&b[..n], &mut x[..n]).unwrap());
    println!("solve: {:.3} ms, {:.2} GB/s", 1e3 * one, 16.0 * factor.factor_nonzeros() as f64 / one / 1e9);
    for columns in [2, 3, 4, 8, 20] {
        let t = time(|| factor.solve_many(&b[..columns * n], &mut x[..columns * n], columns).unwrap());
        println!("  {columns} columns: {:.3} ms = {:.2} single solves", 1e3 * t, t / one);
    }

    let product = time(|| soft.apply(&b[..n], &mut x[..n]));
    let flops = 18.0 * (2 * beam.pattern.blocks() - beam.pattern.nodes()) as f64;
    println!("product: {:.1} us, {:.2} GFlop/s", 1e6 * product, flops / product / 1e9);
    for columns in [2, 4, 8] {
        let t = time(|| soft.apply_block(&b[..columns * n], &mut x[..columns * n], columns));
        println!("  {columns} vectors: {:.1} us, {:.2}x per vector", 1e6 * t, columns as f64 * product / t);
    }
    let dense_csr = csr(&soft);
    let t = time(|| faer_product(&dense_csr, &b[..n], &mut x[..n]));
    println!("  faer CSR: {:.1} us = {:.2} of ours", 1e6 * t, t / product);

    let mut a = soft.clone();
    let t = time(|| {
        a.set_zero();
        beam.scatter.add(&beam.element_blocks, &mut a)
    });
    println!("scatter: {:.1} us, {:.2} GB/s", 1e6 * t, 8.0 * beam.element_blocks.len() as f64 / t / 1e9);

    for young in [1e6, 1e7, 1e8, 1e9] {
        let a = beam.system(young, 0.01);
        let rhs: Vec<f64> = beam.masses.iter().flat_map(|m| [0.0, 0.0, -9.81 * m]).collect();
        let mut jacobi = BlockJacobi::default();
        let mut incomplete = IncompleteCholesky::new(&beam.pattern);
        let tj = time(|| jacobi.update(&a).unwrap());
        let ti = time(|| incomplete.update(&a).unwrap());
        let preconditioners: [(&str, f64, &dyn Precondition); 2] =
            [("block Jacobi", tj, &jacobi), ("incomplete", ti, &incomplete)];
        for (name, update, m) in preconditioners {
            let mut cg = ConjugateGradients::default();
            let mut report = None;
            let t = time(|| {
                let mut x = vec![0.0; n];
                report = Some(cg.solve(&a, m, &rhs, &mut x, 1e-6, 20_000).unwrap());
            });
            println!(
                "E {young:.0e} {name:12}: update {:.2} ms, solve {:.2} ms, {} iterations, {:.1} us each",
                1e3 * update,
                1e3 * t,
                report.unwrap().iterations,
                1e6 * t / report.unwrap().iterations as f64
            );
        }
        let options = SolverOptions { tolerance: 1e-6, ..Default::default() };
        let mut solver = LinearSolver::new(&beam.pattern, options).unwrap();
        let mut x = vec![0.0; n];
        let t = time(|| {
            x.fill(0.0);
            solver.update(&a).unwrap();
            solver.solve(&a, &rhs, &mut x).unwrap()
        });
        println!("E {young:.0e} automatic: {:.2} ms, {:?}", 1e3 * t, solver.take_work());
    }

    let f: Vec<nalgebra::Matrix3<f64>> = b
        .chunks_exact(9)
        .take(1000)
        .map(|c| nalgebra::Matrix3::from_row_slice(c) * 0.3 + nalgebra::Matrix3::identity())
        .collect();
    let ours = time(|| {
        f.iter().for_each(|f| {
            black_box(polar(f));
        })
    });
    let theirs = time(|| {
        f.iter().for_each(|f| {
            black_box(f.svd(true, true));
        })
    });
    println!("polar: {:.0} ns, nalgebra SVD {:.0} ns", ours * 1e6, theirs * 1e6);
}

fn csr(a: &sinew_math::sparse::BlockMatrix) -> faer::sparse::SparseRowMat<usize, f64> {
    let mut triplets = Vec::new();
    for i in 0..a.pattern().nodes() {
        for slot in a.pattern().row(i) {
            let j = a.pattern().columns()[slot] as usize;
            for r in 0..3 {
                for c in 0..3 {
                    let value = a.values()[9 * slot + 3 * r + c];
                    triplets.push(faer::sparse::Triplet::new(3 * i + r, 3 * j + c, value));
                    if i != j {
                        triplets.push(faer::sparse::Triplet::new(3 * j + c, 3 * i + r, value));
                    }
                }
            }
        }
    }
    faer::sparse::SparseRowMat::try_new_from_triplets(a.dim(), a.dim(), &triplets).unwrap()
}

fn faer_product(a: &faer::sparse::SparseRowMat<usize, f64>, x: &[f64], y: &mut [f64]) {
    let n = x.len();
    let x = faer::MatRef::from_column_major_slice(x, n, 1);
    let y = faer::MatMut::from_column_major_slice_mut(y, n, 1);
    // A row-major product is the transposed product of the column-major transpose.
    faer::sparse::linalg::matmul::dense_sparse_matmul(
        y.transpose_mut(),
        faer::Accum::Replace,
        x.transpose(),
        a.as_ref().transpose(),
        1.0,
        faer::Par::Seq,
    );
}

/// Flops of the factor with the ordering that faer would choose by itself.
fn amd_flops(a: &sinew_math::sparse::BlockMatrix) -> f64 {
    use faer::dyn_stack::{MemBuffer, MemStack};
    use faer::sparse::linalg::amd;
    let full = csr(a).to_col_major().unwrap();
    let (n, nonzeros) = (a.dim(), full.symbolic().row_idx().len());
    let (mut order, mut place) = (vec![0usize; n], vec![0usize; n]);
    let mut memory = MemBuffer::new(amd::order_scratch::<usize>(n, nonzeros));
    let count =
        amd::order(&mut order, &mut place, full.symbolic(), amd::Control::default(), MemStack::new(&mut memory));
    2.0 * count.unwrap().n_mult_subs_ldl
}
