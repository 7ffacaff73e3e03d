//! Reductions whose result does not depend on the number of threads: the vector is cut into chunks of fixed size,
//! each chunk is summed in order, and the partial sums are added in order.

use rayon::prelude::*;

/// Entries per partial sum; fixed, because it decides the rounding.
const CHUNK: usize = 4096;

/// Entries of a part where each is on its own; shorter vectors are not shared.
const LONG: usize = 9 << 12;

/// a . b
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "dot product of vectors of different length");
    if a.len() <= CHUNK {
        return wide(
            #[inline(always)]
            || dot_chunk(a, b),
        );
    }
    sum_indexed(a.len().div_ceil(CHUNK), |i| {
        let range = i * CHUNK..((i + 1) * CHUNK).min(a.len());
        wide(
            #[inline(always)]
            || dot_chunk(&a[range.clone()], &b[range]),
        )
    })
}

/// Sixteen sums side by side, so that an addition need not wait for the last one.
#[inline(always)]
pub(crate) fn dot_chunk(a: &[f64], b: &[f64]) -> f64 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut sums = [0.0; 16];
    for (a, b) in a.iter().zip(b) {
        for k in 0..16 {
            sums[k] += a[k] * b[k];
        }
    }
    for (k, (a, b)) in a_rest.iter().zip(b_rest).enumerate() {
        sums[k] += a * b;
    }
    let mut width = 8;
    while width > 0 {
        for k in 0..width {
            sums[k] += sums[k + width];
        }
        width /= 2;
    }
    sums[0]
}

/// Compiles `work` for the widest vectors of the machine and runs it. Multiplications and additions are never fused,
/// so the bits do not depend on the machine. `work` and everything it calls has to be `#[inline(always)]` to profit.
#[inline(always)]
pub fn wide<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// Euclidean length.
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Largest absolute entry; NaN if any entry is NaN.
pub fn max_abs(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |m: f64, x| if x.is_nan() || m.is_nan() { f64::NAN } else { m.max(x.abs()) })
}

/// y += c x
pub fn axpy(c: f64, x: &[f64], y: &mut [f64]) {
    assert_eq!(x.len(), y.len(), "axpy of vectors of different length");
    let add = |y: &mut [f64], x: &[f64]| {
        wide(
            #[inline(always)]
            || {
                for (y, x) in y.iter_mut().zip(x) {
                    *y += c * x;
                }
            },
        )
    };
    match y.len() > LONG {
        true => y.par_chunks_mut(LONG).zip(x.par_chunks(LONG)).for_each(|(y, x)| add(y, x)),
        false => add(y, x),
    }
}

/// y = x
pub fn copy(x: &[f64], y: &mut [f64]) {
    match y.len() > LONG {
        true => y.par_chunks_mut(LONG).zip(x.par_chunks(LONG)).for_each(|(y, x)| y.copy_from_slice(x)),
        false => y.copy_from_slice(x),
    }
}

/// Runs `work(first, part)` over parts of a vector, in parallel if it is long; `first` is the index of a part's first entry. Parts hold whole
/// vertices (3 entries) and blocks (9), and `work` treats each of those by itself.
pub fn for_each_part(data: &mut [f64], work: impl Fn(usize, &mut [f64]) + Sync) {
    match data.len() > LONG {
        true => data.par_chunks_mut(LONG).enumerate().for_each(|(k, part)| work(k * LONG, part)),
        false => work(0, data),
    }
}

/// What `look(first, part)` finds in the first of those parts in which it finds anything.
pub fn find_in_parts<R: Send>(data: &[f64], look: impl Fn(usize, &[f64]) -> Option<R> + Sync) -> Option<R> {
    match data.len() > LONG {
        true => data.par_chunks(LONG).enumerate().find_map_first(|(k, part)| look(k * LONG, part)),
        false => look(0, data),
    }
}

/// Sum of `term(i)` for i in 0..n: terms evaluated in parallel, added in the order of i in fixed groups.
pub fn sum_indexed(n: usize, term: impl Fn(usize) -> f64 + Sync) -> f64 {
    const GROUP: usize = 256;
    if n <= GROUP {
        return (0..n).map(&term).sum();
    }
    let group = |g: usize| (g * GROUP..((g + 1) * GROUP).min(n)).map(&term).sum::<f64>();
    // A tree over a fixed number of groups: the shape of the tree depends on n alone.
    fn tree(range: std::ops::Range<usize>, group: &(impl Fn(usize) -> f64 + Sync)) -> f64 {
        match range.len() {
            1 => group(range.start),
            len => {
                let middle = range.start + len / 2;
                let (a, b) = rayon::join(|| tree(range.start..middle, group), || tree(middle..range.end, group));
                a + b
            }
        }
    }
    tree(0..n.div_ceil(GROUP), &group)
}

/// Runs `work(chunk_index, chunk)` over chunks of `size` entries, in parallel when there are enough of them.
pub fn for_each_chunk(data: &mut [f64], size: usize, work: impl Fn(usize, &mut [f64]) + Sync) {
    if rayon::current_num_threads() == 1 {
        data.chunks_mut(size).enumerate().for_each(|(i, c)| work(i, c));
    } else {
        data.par_chunks_mut(size).enumerate().for_each(|(i, c)| work(i, c));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bits_for_any_number_of_threads() {
        let a: Vec<f64> = (0..100_003).map(|i| ((i * 7919) % 1013) as f64 / 7.0 - 60.0).collect();
        let b: Vec<f64> = a.iter().map(|x| (x * 1.7).sin()).collect();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
            pool.install(|| dot(&a, &b))
        };
        assert_eq!(with(1).to_bits(), with(2).to_bits());
        assert_eq!(with(1).to_bits(), with(5).to_bits());
    }

    #[test]
    fn the_largest_entry_of_a_vector_with_a_nan_is_nan() {
        assert!(max_abs(&[1.0, f64::NAN, 3.0]).is_nan());
        assert_eq!(max_abs(&[1.0, -4.0, 3.0]), 4.0);
    }
}
