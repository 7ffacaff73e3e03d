//! The tree of dense fronts of a multifrontal factorization (Duff and Reid 1983): what is known before any number is.
//!
//! A front belongs to a supernode of w unknowns with r rows below them, the same rows for L and for U^T:
//!
//! | stored | shape, column-major | holds at the end |
//! |---|---|---|
//! | column panel | (w + r) x w | the factors of the diagonal block, L below it |
//! | row panel | r x w | U^T |
//! | update | r x r, on a stack | what the eliminated unknowns owe the parent |
//!
//! Supernodes come children first, each subtree in one piece, so that the updates of the children of a front are the
//! topmost ones of the stack when their parent takes them.

use std::ops::Range;

use faer::sparse::linalg::cholesky::supernodal::SymbolicSupernodalCholesky;

use super::Ordering;
use crate::sparse::Pattern;

/// See the module's head.
#[derive(Debug, Clone)]
pub(super) struct Front {
    /// Its first unknown.
    pub(super) start: usize,
    pub(super) width: usize,
    /// The rows below, in [`Fronts::rows`].
    pub(super) rows: Range<usize>,
    /// Where its panels start, the column panel first.
    pub(super) values: usize,
    /// In [`Fronts::children`], ascending.
    pub(super) children: Range<usize>,
    /// In [`Fronts::runs`]: how the rows below lie in the parent's front.
    pub(super) runs: Range<usize>,
    /// In [`Fronts::sources`].
    pub(super) sources: Range<usize>,
}

impl Front {
    /// Values of the column panel.
    pub(super) fn column_panel(&self) -> usize {
        self.width * (self.width + self.rows.len())
    }

    /// Values of both panels.
    pub(super) fn panels(&self) -> usize {
        self.column_panel() + self.width * self.rows.len()
    }

    /// Values of the update.
    pub(super) fn update(&self) -> usize {
        self.rows.len() * self.rows.len()
    }
}

/// `count` rows from `from` on in an update are those from `to` on in the parent's front, either all among its own
/// unknowns or all below them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) count: u32,
}

/// Where a block of the matrix goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    /// Its number: the slots of the upper triangle, then those of the lower one.
    pub(super) block: u32,
    /// Its first value, counted from the start of the panel.
    pub(super) to: u32,
    pub(super) in_row_panel: bool,
}

/// All fronts of a pattern in the order of elimination.
#[derive(Debug, Clone, Default)]
pub(super) struct Fronts {
    pub(super) fronts: Vec<Front>,
    pub(super) rows: Vec<u32>,
    pub(super) children: Vec<u32>,
    pub(super) runs: Vec<Run>,
    pub(super) sources: Vec<Source>,
    /// Values of all panels.
    pub(super) values: usize,
    /// Largest size of the stack of updates, that of a front being made included.
    pub(super) stack: usize,
}

impl Fronts {
    pub(super) fn new(pattern: &Pattern, ordering: &Ordering, symbolic: &SymbolicSupernodalCholesky<usize>) -> Self {
        let count = symbolic.n_supernodes();
        let (begin, end) = (symbolic.supernode_begin(), symbolic.supernode_end());
        let mut owner = vec![0; symbolic.nrows()];
        for s in 0..count {
            assert!(begin[s] % 3 == 0 && end[s] % 3 == 0, "the unknowns of a vertex share a supernode");
            owner[begin[s]..end[s]].fill(s);
        }
        let mut sources = sources(pattern, ordering, symbolic, &owner);
        sources.sort_by_key(|(front, source)| (*front, source.in_row_panel, source.to));

        let mut children: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut all = Self { sources: sources.iter().map(|(_, source)| *source).collect(), ..Default::default() };
        let (mut first_source, mut stack) = (0, 0);
        for s in 0..count {
            let below = symbolic.supernode(s).pattern();
            let first = (all.rows.len(), all.children.len(), all.runs.len());
            all.rows.extend(below.iter().map(|row| *row as u32));
            all.children.extend_from_slice(&children[s]);
            if let Some(row) = below.first() {
                let parent = owner[*row];
                children[parent].push(s as u32);
                add_runs(below, begin[parent]..end[parent], symbolic.supernode(parent).pattern(), &mut all.runs);
            }
            let last_source = first_source + sources[first_source..].partition_point(|(front, _)| *front == s);
            let front = Front {
                start: begin[s],
                width: end[s] - begin[s],
                rows: first.0..all.rows.len(),
                values: all.values,
                children: first.1..all.children.len(),
                runs: first.2..all.runs.len(),
                sources: first_source..last_source,
            };
            first_source = last_source;
            all.values += front.panels();
            all.stack = all.stack.max(stack + front.update());
            let taken: usize = children[s].iter().map(|c| all.fronts[*c as usize].update()).sum();
            stack = stack - taken + front.update();
            all.fronts.push(front);
        }
        all
    }
}

/// How ascending rows lie in a front of the given own unknowns and rows below.
fn add_runs(rows: &[usize], own: Range<usize>, below: &[usize], runs: &mut Vec<Run>) {
    let width = own.len();
    let mut last: Option<Run> = None;
    for (from, row) in rows.iter().enumerate() {
        let to = place(*row, &own, below);
        match &mut last {
            Some(run) if to == (run.to + run.count) as usize && to != width => run.count += 1,
            last => runs.extend(last.replace(Run { from: from as u32, to: to as u32, count: 1 })),
        }
    }
    runs.extend(last);
}

/// Place of an unknown in the front of the given own unknowns and rows below.
fn place(row: usize, own: &Range<usize>, below: &[usize]) -> usize {
    if own.contains(&row) {
        row - own.start
    } else {
        own.len() + below.binary_search(&row).expect("a front has the rows of its children and of its matrix entries")
    }
}

/// Every block of the matrix with the front that takes it: that of the vertex eliminated first.
fn sources(
    pattern: &Pattern,
    ordering: &Ordering,
    symbolic: &SymbolicSupernodalCholesky<usize>,
    owner: &[usize],
) -> Vec<(usize, Source)> {
    let (begin, end) = (symbolic.supernode_begin(), symbolic.supernode_end());
    let mut sources = Vec::with_capacity(2 * pattern.blocks());
    for i in 0..pattern.nodes() {
        for slot in pattern.row(i) {
            let j = pattern.columns()[slot] as usize;
            let (p, q) = (3 * ordering.place[i] as usize, 3 * ordering.place[j] as usize);
            let mut add = |row: usize, column: usize, block: usize| {
                let front = owner[row.min(column)];
                let (own, below) = (begin[front]..end[front], symbolic.supernode(front).pattern());
                let (r, c) = (place(row, &own, below), place(column, &own, below));
                let in_row_panel = c >= own.len();
                let to = if in_row_panel { r * below.len() + c - own.len() } else { c * (own.len() + below.len()) + r };
                sources.push((front, Source { block: block as u32, to: to as u32, in_row_panel }));
            };
            add(p, q, slot);
            if i != j {
                add(q, p, pattern.blocks() + slot);
            }
        }
    }
    sources
}
