//! The same step by `scipy.sparse.linalg.expm_multiply`, where python3 with SciPy is present.
//!
//! h phi_1(h J) b is the upper part of exp(h \[\[J, b\], \[0, 0\]\]) e, e the last unit vector. The matrix A = M^-1 K and
//! the vectors go through files; only the call itself is timed.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::clamped::{Clamped, STEP};
use crate::fault::Fault;
use crate::stop;

/// What came of it.
pub enum Outcome {
    /// Seconds, and the two halves of the increment.
    Done(f64, Vec<f64>),
    /// Why there is no row.
    Skipped(&'static str),
}

/// Seconds that are granted.
const PATIENCE: Duration = Duration::from_secs(120);

const SCRIPT: &str = "
import sys, time
try:
    import numpy as np, scipy.sparse as sp
    from scipy.sparse.linalg import expm_multiply
except ImportError:
    sys.exit(3)
folder, n, h, beta = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
read = lambda name, kind: np.fromfile(folder + '/' + name, dtype=kind)
A = sp.csr_matrix((read('values', '<f8'), (read('rows', '<i4'), read('columns', '<i4'))), shape=(n, n))
b = read('data', '<f8').reshape(-1, 1)
J = sp.bmat([[None, sp.identity(n)], [-A, -beta * A]])
W = sp.bmat([[J, sp.csr_matrix(b)], [None, sp.csr_matrix((1, 1))]]).tocsr() * h
e = np.zeros(2 * n + 1)
e[-1] = 1.0
start = time.perf_counter()
y = expm_multiply(W, e, traceA=W.trace())
seconds = time.perf_counter() - start
y[:-1].astype('<f8').tofile(folder + '/result')
print(seconds)
";

/// One call for h phi_1(h J) \[v; a\].
pub fn expm_multiply(beam: &Clamped, damped: bool) -> Result<Outcome, Fault> {
    let folder = std::env::temp_dir().join(format!("sinew-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(Fault::files)?;
    let outcome = call(beam, damped, &folder);
    // Nothing of use is left in it, whatever happened.
    let _ = fs::remove_dir_all(&folder);
    outcome
}

fn call(beam: &Clamped, damped: bool, folder: &Path) -> Result<Outcome, Fault> {
    write(beam, folder).map_err(Fault::files)?;
    let n = beam.masses.len().to_string();
    let beta = if damped { beam.beta } else { 0.0 };
    let child = Command::new("python3")
        .args(["-c", SCRIPT])
        .arg(folder)
        .args([n, STEP.to_string(), format!("{beta:e}")])
        .envs(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"].map(|name| (name, "1")))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return Ok(Outcome::Skipped("python3 was not found")) };
    let clock = Instant::now();
    while child.try_wait().map_err(Fault::files)?.is_none() {
        if stop::asked() || clock.elapsed() > PATIENCE {
            // It may have ended by itself in the meantime.
            let _ = child.kill();
            let _ = child.wait();
            return Ok(Outcome::Skipped("expm_multiply took more than two minutes"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().map_err(Fault::files)?;
    match output.status.code() {
        Some(0) => {}
        Some(3) => return Ok(Outcome::Skipped("python3 has no SciPy")),
        _ => return Ok(Outcome::Skipped("expm_multiply failed")),
    }
    let Ok(seconds) = String::from_utf8_lossy(&output.stdout).trim().parse() else {
        return Ok(Outcome::Skipped("python3 gave no time"));
    };
    let bytes = fs::read(folder.join("result")).map_err(Fault::files)?;
    let number = |c: &[u8]| f64::from_le_bytes(c.try_into().expect("chunks of eight"));
    Ok(Outcome::Done(seconds, bytes.chunks_exact(8).map(number).collect()))
}

/// The entries of M^-1 K, both triangles, and (v, a).
fn write(beam: &Clamped, folder: &Path) -> std::io::Result<()> {
    let file = |name: &str| fs::File::create(folder.join(name)).map(std::io::BufWriter::new);
    let (mut rows, mut columns, mut values) = (file("rows")?, file("columns")?, file("values")?);
    let mut entry = |i: usize, j: usize, k: f64| -> std::io::Result<()> {
        rows.write_all(&(i as i32).to_le_bytes())?;
        columns.write_all(&(j as i32).to_le_bytes())?;
        values.write_all(&(k / beam.masses[i]).to_le_bytes())
    };
    let pattern = beam.stiffness.pattern();
    for i in 0..pattern.nodes() {
        for slot in pattern.row(i) {
            let j = pattern.columns()[slot] as usize;
            for (rc, k) in beam.stiffness.values()[9 * slot..9 * slot + 9].iter().enumerate() {
                let (row, column) = (3 * i + rc / 3, 3 * j + rc % 3);
                entry(row, column, *k)?;
                if i != j {
                    entry(column, row, *k)?;
                }
            }
        }
    }
    [rows, columns, values].iter_mut().try_for_each(|f| f.flush())?;
    let mut data = file("data")?;
    beam.v.iter().chain(&beam.a).try_for_each(|x| data.write_all(&x.to_le_bytes()))?;
    data.flush()
}
