//! Which atoms do not feel each other because bonds hold them: those at most k bonds apart.

use std::collections::BTreeSet;

/// Sorted lists of excluded partners, one per atom.
#[derive(Debug, Clone, Default)]
pub(super) struct Exclusions {
    starts: Vec<usize>,
    partners: Vec<u32>,
}

impl Exclusions {
    /// From bonds between atoms 0..n; `apart` is k.
    pub fn new(n: usize, bonds: &[[u32; 2]], apart: u32) -> Self {
        let mut next = vec![Vec::new(); n];
        for [a, b] in bonds {
            next[*a as usize].push(*b);
            next[*b as usize].push(*a);
        }
        let mut lists = Self { starts: vec![0], partners: Vec::new() };
        for i in 0..n as u32 {
            let mut reached = BTreeSet::from([i]);
            let mut border = vec![i];
            for _ in 0..apart {
                border =
                    border.iter().flat_map(|a| &next[*a as usize]).copied().filter(|a| reached.insert(*a)).collect();
            }
            reached.remove(&i);
            lists.partners.extend(reached);
            lists.starts.push(lists.partners.len());
        }
        lists
    }

    /// Whether i and j feel each other.
    pub fn allow(&self, i: u32, j: u32) -> bool {
        self.partners[self.starts[i as usize]..self.starts[i as usize + 1]].binary_search(&j).is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_excludes_as_many_neighbours_as_asked_for() {
        let bonds = [[0, 1], [1, 2], [2, 3], [3, 4]];
        for apart in 0..5 {
            let lists = Exclusions::new(6, &bonds, apart);
            for i in 0..6u32 {
                for j in (0..6).filter(|j| *j != i) {
                    let bonded = i < 5 && j < 5 && i.abs_diff(j) <= apart;
                    assert_eq!(lists.allow(i, j), !bonded, "{apart} {i} {j}");
                }
            }
        }
    }
}
