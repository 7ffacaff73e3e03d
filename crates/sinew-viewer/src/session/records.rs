//! Rows of the plots: all so far (thinned, for windows that come later), and those that have not been told yet.

use serde_json::{Value, json};
use sinew::simulation::StepRecord;

/// Values of a row.
pub const COLUMNS: usize = 20;
/// Rows kept; longer runs are thinned.
const KEPT: usize = 20_000;
/// Rows in one message.
const BATCH: usize = 1000;

/// One row: step, time, energies, ledger, momenta, cost.
pub type Row = [f64; COLUMNS];

/// The row of a step.
pub fn row(r: &StepRecord) -> Row {
    let work = &r.work;
    let iterations = if work.newton_iterations > 0 { work.newton_iterations } else { work.cg_iterations };
    let cost = [1e3 * r.wall_seconds, iterations as f64, work.factorizations as f64, work.solves as f64];
    let mut row = [0.0; COLUMNS];
    row[0] = r.step as f64;
    row[1..16].copy_from_slice(&r.books());
    row[16..].copy_from_slice(&cost);
    row
}

/// See the module's head.
#[derive(Default)]
pub struct Records {
    kept: Vec<Row>,
    seen: usize,
    stride: usize,
    fresh: Vec<Row>,
}

impl Records {
    /// Adds a row.
    pub fn push(&mut self, row: Row) {
        self.fresh.push(row);
        // Nobody needs more than this between two messages.
        if self.fresh.len() > KEPT {
            self.fresh.drain(..KEPT / 2);
        }
        if self.seen.is_multiple_of(self.stride.max(1)) {
            self.kept.push(row);
        }
        self.seen += 1;
        if self.kept.len() > KEPT {
            self.stride = 2 * self.stride.max(1);
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }

    /// Messages that tell a window all rows so far, from the first one on.
    pub fn all(&self, pane: usize) -> Vec<Value> {
        let mut messages = vec![json!({ "say": "records", "pane": pane, "rows": [], "reset": true })];
        messages.extend(self.kept.chunks(BATCH).map(|rows| message(pane, rows)));
        messages
    }

    /// Messages with the rows that were not told yet.
    pub fn fresh(&mut self, pane: usize) -> Vec<Value> {
        let rows = std::mem::take(&mut self.fresh);
        rows.chunks(BATCH).map(|rows| message(pane, rows)).collect()
    }

    /// Everybody has just been told everything.
    pub fn told(&mut self) {
        self.fresh.clear();
    }

    /// All rows so far, thinned.
    pub fn rows(&self) -> &[Row] {
        &self.kept
    }
}

fn message(pane: usize, rows: &[Row]) -> Value {
    let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
    json!({ "say": "records", "pane": pane, "rows": rows })
}
