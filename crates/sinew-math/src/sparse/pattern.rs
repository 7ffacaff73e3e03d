//! Which pairs of vertices are coupled: the upper block triangle, row by row, the diagonal first in each row.

/// Sparsity of a symmetric block matrix. Row i holds the columns j >= i, ascending, so the first entry is the diagonal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    starts: Vec<usize>,
    columns: Vec<u32>,
}

impl Pattern {
    /// From coupled pairs in any order, repeats allowed; every diagonal is present.
    pub fn new(nodes: usize, pairs: impl IntoIterator<Item = (u32, u32)>) -> Self {
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
        Self { starts, columns }
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

    /// Column of each stored block.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Position of block (i, j) with i <= j, if it is stored.
    pub fn slot(&self, i: u32, j: u32) -> Option<usize> {
        let row = self.row(i as usize);
        self.columns[row.clone()].binary_search(&j).ok().map(|k| row.start + k)
    }
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
    }
}
