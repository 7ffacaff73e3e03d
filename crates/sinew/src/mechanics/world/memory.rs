//! What terms remember of their past (rest lengths that flow), step by step.
//!
//! A substep that is accepted lets them flow; a step that is given up, or tried again by another scheme, starts from the
//! memory that the step began with. [`World::mark`] is called at the start of each step, and whoever begins a substep at
//! that time or earlier goes back to the mark.

use super::World;
use crate::mechanics::{Configuration, ForceTerm, State};

/// The memory at the start of the step, and what has flowed since.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// Whether any term remembers anything.
    used: bool,
    marked: Vec<f64>,
    time: f64,
    taken: f64,
    /// Whether anything may have flowed since the mark.
    changed: bool,
}

impl Memory {
    pub fn of(terms: &[Box<dyn ForceTerm>]) -> Self {
        Self { used: terms.iter().any(|t| t.remembers()), ..Self::default() }
    }
}

impl World {
    /// Whether the forces depend on the past.
    pub fn remembers(&self) -> bool {
        self.memory.used
    }

    /// What all terms remember, for checkpoints; empty if nothing.
    pub fn memory(&self) -> Vec<f64> {
        let mut memory = Vec::new();
        self.write_memory(&mut memory);
        memory
    }

    /// Takes back what [`memory`](Self::memory) gave.
    pub fn restore_memory(&mut self, memory: &[f64]) {
        self.memory.changed = true;
        let mut rest = memory;
        for term in self.terms.iter_mut().filter(|t| t.remembers()) {
            rest = &rest[term.restore_memory(rest)..];
        }
    }

    /// A step starts at time t.
    pub fn mark(&mut self, t: f64) {
        if self.memory.used {
            let mut marked = std::mem::take(&mut self.memory.marked);
            marked.clear();
            self.write_memory(&mut marked);
            self.memory = Memory { used: true, marked, time: t, taken: 0.0, changed: false };
        }
    }

    /// The step was given up: everything is as it was when it started.
    pub fn rewind(&mut self) {
        if self.memory.used && self.memory.changed {
            let marked = std::mem::take(&mut self.memory.marked);
            self.restore_memory(&marked);
            (self.memory.marked, self.memory.taken, self.memory.changed) = (marked, 0.0, false);
        }
    }

    /// Energy in joules that flow has taken since the mark.
    pub fn taken_by_flow(&self) -> f64 {
        self.memory.taken
    }

    /// Whoever starts over from the mark finds the memory of that time. Nothing to do if nothing has been marked.
    pub(super) fn recall(&mut self, t: f64) {
        if self.memory.used && !self.memory.marked.is_empty() && t <= self.memory.time {
            self.rewind();
        }
    }

    /// An accepted substep ended at s.
    pub(super) fn let_flow(&mut self, s: &State) {
        if !self.memory.used {
            return;
        }
        self.memory.changed = true;
        let mut scratch = self.take_scratch();
        self.expand(s, &mut scratch.x, &mut scratch.v);
        let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
        for term in self.terms.iter_mut().filter(|t| t.remembers()) {
            self.memory.taken += term.flow(&at);
        }
        self.return_scratch(scratch);
    }

    fn write_memory(&self, out: &mut Vec<f64>) {
        self.terms.iter().filter(|t| t.remembers()).for_each(|t| t.save_memory(out));
    }
}
