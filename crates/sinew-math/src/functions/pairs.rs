//! Krylov vectors (p, q) of the shifted second-order problem, kept as coefficients in a basis of half the length: the
//! upper level of the two-level orthogonal Arnoldi process. Both halves of every vector lie in the span of the basis, so
//! orthogonalising the pairs costs nothing beside the solves. [lu2016]

/// The 2n Krylov vectors (p, q) of the second-order problem, as coefficients in the basis.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub list: Vec<[Vec<f64>; 2]>,
    /// First pair that has not been used for a new vector.
    pub last: usize,
    /// Memory of pairs that are gone.
    spare: Vec<[Vec<f64>; 2]>,
}

impl Pairs {
    pub fn clear(&mut self) {
        self.last = 0;
        self.spare.append(&mut self.list);
    }

    /// Appends (p, q) made orthonormal against the others, unless it lies in their span.
    pub fn push(&mut self, p: impl Iterator<Item = f64>, q: impl Iterator<Item = f64>) {
        let inner = |a: &[Vec<f64>; 2], b: &[Vec<f64>; 2]| -> f64 {
            (0..2).map(|h| a[h].iter().zip(&b[h]).map(|(a, b)| a * b).sum::<f64>()).sum()
        };
        let mut pair = self.spare.pop().unwrap_or_default();
        pair.iter_mut().for_each(Vec::clear);
        pair[0].extend(p);
        pair[1].extend(q);
        let before = inner(&pair, &pair).sqrt();
        for _ in 0..2 {
            for old in &self.list {
                let h = inner(old, &pair);
                for half in 0..2 {
                    for (x, o) in pair[half].iter_mut().zip(&old[half]) {
                        *x -= h * o;
                    }
                }
            }
        }
        let after = inner(&pair, &pair).sqrt();
        if after > 1e-11 * before && after.is_finite() {
            pair.iter_mut().flatten().for_each(|x| *x /= after);
            self.list.push(pair);
        } else {
            self.spare.push(pair);
        }
    }
}
