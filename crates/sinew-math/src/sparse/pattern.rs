//! Which pairs of vertices are coupled: the upper block triangle, row by row, the diagonal first in each row.

use std::any::Any;
use std::sync::{Arc, OnceLock};

/// Sparsity of a symmetric block matrix. Row i holds the columns j >= i, ascending, so the first entry is the diagonal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    starts: Vec<usize>,
    columns: Vec<u32>,
    /// The transposed index: for each column its blocks above the diagonal, rows ascending.
    above_starts: Vec<usize>,
    above: Vec<Above>,
    notes: Notes,
}

/// What a solver has found out about a pattern and what others can use; patterns are the same whatever is known about them.
#[derive(Clone, Default)]
pub(crate) struct Notes(Arc<OnceLock<Arc<dyn Any + Send + Sync>>>);

impl std::ops::Deref for Notes {
    type Target = OnceLock<Arc<dyn Any + Send + Sync>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl std::fmt::Debug for Notes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.get().is_some() { "analysed" } else { "not analysed" })
    }
}

impl PartialEq for Notes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Notes {}

/// A block above the diagonal, seen from its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Above {
    pub(super) row: u32,
    pub(super) slot: u32,
}

impl Pattern {
    /// From coupled pairs in any order, repeats allowed; every diagonal is present.
    pub fn new(nodes: usize, pairs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        assert!(nodes < u32::MAX as usize, "more vertices than can be numbered");
        let mut rows: Vec<Vec<u32>> = (0..nodes as u32).map(|i| vec![i]).collect();
        for (i, j) in pairs {
            rows[i.min(j) as usize].push(i.max(j));
        }
        let mut starts = Vec::with_capacity(nodes + 1);
        let mut columns = Vec::new();
        starts.push(0);
        for mut row in rows {
            row.sort_unstable();
            row.dedup();
            columns.extend(row);
            starts.push(columns.len());
        }
        assert!(columns.len() < u32::MAX as usize, "more blocks than can be numbered");
        let (above_starts, above) = transpose(&starts, &columns);
        Self { starts, columns, above_starts, above, notes: Notes::default() }
    }

    /// Where a solver leaves what it has found out.
    pub(crate) fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Number of vertices (block rows).
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of stored blocks.
    pub fn blocks(&self) -> usize {
        self.columns.len()
    }

    /// Positions of row i's blocks.
    pub fn row(&self, i: usize) -> std::ops::Range<usize> {
        self.starts[i]..self.starts[i + 1]
    }

    /// The first row whose blocks begin at a slot or behind it.
    pub fn row_from(&self, slot: usize) -> usize {
        self.starts.partition_point(|start| *start < slot)
    }

    /// Column of each stored block.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The blocks above the diagonal of column j, rows ascending.
    pub(super) fn above(&self, j: usize) -> &[Above] {
        &self.above[self.above_starts[j]..self.above_starts[j + 1]]
    }

    /// Position of block (i, j) with i <= j, if it is stored.
    pub fn slot(&self, i: u32, j: u32) -> Option<usize> {
        let row = self.row(i as usize);
        self.columns[row.clone()].binary_search(&j).ok().map(|k| row.start + k)
    }
}

fn transpose(starts: &[usize], columns: &[u32]) -> (Vec<usize>, Vec<Above>) {
    let nodes = starts.len() - 1;
    let mut above_starts = vec![0; nodes + 1];
    for i in 0..nodes {
        for j in &columns[starts[i] + 1..starts[i + 1]] {
            above_starts[*j as usize + 1] += 1;
        }
    }
    for j in 0..nodes {
        above_starts[j + 1] += above_starts[j];
    }
    let mut next = above_starts.clone();
    let mut above = vec![Above::default(); columns.len() - nodes];
    for i in 0..nodes {
        let first = starts[i] + 1;
        for (k, j) in columns[first..starts[i + 1]].iter().enumerate() {
            let next = &mut next[*j as usize];
            above[*next] = Above { row: i as u32, slot: (first + k) as u32 };
            *next += 1;
        }
    }
    (above_starts, above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_unique_and_start_with_the_diagonal() {
        let p = Pattern::new(3, [(2, 0), (0, 2), (1, 2)]);
        assert_eq!(p.columns(), &[0, 2, 1, 2, 2]);
        assert_eq!(p.slot(0, 2), Some(1));
        assert_eq!(p.slot(0, 1), None);
        assert_eq!(p.blocks(), 5);
        let above = |j| p.above(j).iter().map(|a| (a.row, a.slot)).collect::<Vec<_>>();
        assert_eq!((above(0), above(1), above(2)), (vec![], vec![], vec![(0, 1), (1, 3)]));
    }
}
