//! Lists of the pairs that may be within the cut-off, kept as long as no atom has moved by half a skin.
//!
//! With all pairs within cut-off + skin listed at the places y, every pair within the cut-off at x is listed while
//! |x_i - y_i| <= skin/2 for all i. Whoever evaluates the force looks whether that holds and has the lists made anew if it
//! does not, so they are never wrong, in the middle of a step either. Pairs beyond the cut-off add exact zeros, and lists
//! are in ascending order: the result has the same bits whenever the lists were made.

use std::sync::RwLock;

use sinew_math::near::{NearLists, squared_distance};

use super::exclusions::Exclusions;

/// Where the lists come from.
pub(super) struct Neighbours {
    pub exclusions: Exclusions,
    pub cutoff: f64,
    pub skin: f64,
    kept: RwLock<Kept>,
}

#[derive(Default)]
struct Kept {
    /// Places of the atoms when the lists were made.
    places: Vec<[f64; 3]>,
    lists: NearLists,
    searches: u64,
}

/// The partners of each atom for one evaluation.
pub(super) enum Partners<'a> {
    Listed(&'a NearLists),
    /// Everyone: the places asked for are too far apart for any list.
    All(&'a Exclusions, u32),
}

impl Partners<'_> {
    /// Calls `visit` with each partner of atom i, ascending.
    #[inline]
    pub fn each(&self, i: usize, mut visit: impl FnMut(usize)) {
        match self {
            Self::Listed(lists) => lists.of(i).iter().for_each(|j| visit(*j as usize)),
            Self::All(exclusions, n) => {
                (0..*n).filter(|j| *j != i as u32 && exclusions.allow(i as u32, *j)).for_each(|j| visit(j as usize));
            }
        }
    }
}

impl Neighbours {
    pub fn new(exclusions: Exclusions, cutoff: f64, skin: f64) -> Self {
        Self { exclusions, cutoff, skin, kept: RwLock::default() }
    }

    /// How often lists were made.
    pub fn searches(&self) -> u64 {
        self.kept.read().expect("no thread panics with the lock held").searches
    }

    /// Runs `work` with lists that are right at `x` and, if given, at `other`; `atoms` are their vertices.
    pub fn with<R>(&self, atoms: &[u32], x: &[f64], other: Option<&[f64]>, work: impl FnOnce(&Partners) -> R) -> R {
        let kept = self.kept.read().expect("no thread panics with the lock held");
        if self.serve(&kept, atoms, x, other) {
            return work(&Partners::Listed(&kept.lists));
        }
        drop(kept);
        let mut kept = self.kept.write().expect("no thread panics with the lock held");
        let Kept { places, lists, searches } = &mut *kept;
        places.clear();
        places.extend(atoms.iter().map(|a| place(x, *a)));
        lists.search(places, self.cutoff + self.skin, |i, j| self.exclusions.allow(i, j));
        *searches += 1;
        if self.serve(&kept, atoms, x, other) {
            work(&Partners::Listed(&kept.lists))
        } else {
            work(&Partners::All(&self.exclusions, atoms.len() as u32))
        }
    }

    /// Runs `work` with all pairs: the direct sum.
    pub fn with_all<R>(&self, atoms: &[u32], work: impl FnOnce(&Partners) -> R) -> R {
        work(&Partners::All(&self.exclusions, atoms.len() as u32))
    }

    fn serve(&self, kept: &Kept, atoms: &[u32], x: &[f64], other: Option<&[f64]>) -> bool {
        let reach = 0.25 * self.skin * self.skin;
        let near = |x: &[f64]| {
            kept.places.len() == atoms.len()
                && atoms.iter().zip(&kept.places).all(|(a, p)| squared_distance(&place(x, *a), p) <= reach)
        };
        near(x) && other.is_none_or(near)
    }
}

pub(super) fn place(x: &[f64], vertex: u32) -> [f64; 3] {
    let k = 3 * vertex as usize;
    [x[k], x[k + 1], x[k + 2]]
}
