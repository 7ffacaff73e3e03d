//! One line an integrator, one column a scene: what a set comparison says at one glance.

use super::tables::{Cell, mark_best, short, small};
use super::{End, SceneTable, SetComparison, SetRow};

/// What the marks mean.
pub(super) const LEGEND: &str = "\u{2191} the energy at the end is more than twice what it should be, \u{2193} less than half; x diverged at that time, \
cut: not done within the time limit, -: not possible.";

/// Scenes side by side in a table of text; more make another table.
const BLOCK: usize = 10;

/// How good a cell is, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grade {
    /// Slow error up to 0.1, 1, 10 % or more: 0 to 3.
    Error(u8),
    Cut,
    Failed,
    Nothing,
}

/// See the module's head.
#[derive(Debug, Clone, PartialEq)]
pub struct Overview {
    /// Names of scenes, without what all have in common with the set's name.
    pub(super) scenes: Vec<String>,
    /// Integrators with a cell for each scene, the most reliable and exact first.
    pub(super) rows: Vec<(String, Vec<(Cell, Grade)>)>,
}

impl SetComparison {
    /// All scenes measured so far at one glance.
    pub fn overview(&self) -> Overview {
        let prefix = format!("{}-", self.name);
        let common = self.scenes.iter().all(|t| t.scene.starts_with(&prefix));
        let name = |t: &SceneTable| {
            let name = if common { &t.scene[prefix.len()..] } else { &t.scene };
            if t.free_flight { format!("({name})") } else { name.to_owned() }
        };
        let mut rows: Vec<(String, Vec<(Cell, Grade)>)> = Vec::new();
        for integrator in self.ranking() {
            let of = |t: &SceneTable| cell(t.rows.iter().find(|r| r.integrator == integrator), t.free_flight);
            let cells = self.scenes.iter().map(of).collect();
            rows.push((integrator, cells));
        }
        for (i, table) in self.scenes.iter().enumerate().filter(|(_, table)| !table.free_flight) {
            mark_best(rows.iter_mut().filter_map(|(integrator, cells)| {
                let row = table.rows.iter().find(|r| r.integrator == *integrator && r.end == End::Completed)?;
                Some((row.measures.as_ref()?.slow_error?, &mut cells[i].0))
            }));
        }
        Overview { scenes: self.scenes.iter().map(name).collect(), rows }
    }

    /// Integrators by the number of scenes they followed to the end (an error of 1 is no following), then by the mean logarithm
    /// of their slow errors there; those that cannot do most scenes come last. Free flight is nothing to follow.
    fn ranking(&self) -> Vec<String> {
        let score = |integrator: &String| {
            let scenes = || self.scenes.iter().filter(|t| !t.free_flight);
            let rows = || scenes().flat_map(|t| &t.rows).filter(|r| r.integrator == *integrator);
            let done = rows().filter(|r| r.end == End::Completed);
            let errors: Vec<f64> = done.filter_map(|r| r.measures.as_ref()?.slow_error).filter(|e| *e < 1.0).collect();
            // An error of zero (the reference itself) is as good as rounding.
            let sum: f64 = errors.iter().map(|e| e.max(1e-16).ln()).sum();
            let refused = rows().filter(|r| matches!(r.end, End::NotPossible { .. })).count();
            (errors.len(), sum / errors.len().max(1) as f64, refused)
        };
        let mut names = self.plan.integrators.clone();
        names.sort_by(|a, b| {
            let (a, b) = (score(a), score(b));
            b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
        });
        names
    }
}

fn cell(row: Option<&SetRow>, free_flight: bool) -> (Cell, Grade) {
    let (text, grade) = match row {
        None => (String::new(), Grade::Nothing),
        Some(row) => match (&row.end, &row.measures) {
            (End::Completed, Some(m)) => {
                let mark = match m.energy_kept {
                    Some(kept) if kept > 2.0 => " \u{2191}",
                    Some(kept) if kept < 0.5 => " \u{2193}",
                    _ => "",
                };
                match m.slow_error {
                    Some(e) => (small(e) + mark, if free_flight { Grade::Nothing } else { Grade::Error(grade(e)) }),
                    None => (format!("done{mark}"), Grade::Nothing),
                }
            }
            (End::Cut { time }, _) => (format!("cut {}", short(*time)), Grade::Cut),
            (End::Diverged { time, .. }, _) => (format!("x {}", short(*time)), Grade::Failed),
            _ => ("-".to_owned(), Grade::Nothing),
        },
    };
    (Cell { text, best: false }, grade)
}

fn grade(error: f64) -> u8 {
    [1e-3, 1e-2, 1e-1].iter().filter(|limit| error > **limit).count() as u8
}

impl Overview {
    /// Tables of text, some scenes each.
    pub(super) fn blocks(&self) -> Vec<Vec<Vec<Cell>>> {
        let plain = |text: &str| Cell { text: text.to_owned(), best: false };
        let block = |from: usize| {
            let to = (from + BLOCK).min(self.scenes.len());
            let mut table = vec![vec![plain("integrator")]];
            table[0].extend(self.scenes[from..to].iter().map(|s| plain(s)));
            for (integrator, cells) in &self.rows {
                let mut line = vec![plain(integrator)];
                line.extend(cells[from..to].iter().map(|(cell, _)| cell.clone()));
                table.push(line);
            }
            table
        };
        (0..self.scenes.len()).step_by(BLOCK).map(block).collect()
    }

    /// Tables for a console.
    pub fn texts(&self) -> Vec<Vec<Vec<String>>> {
        let lines =
            |block: Vec<Vec<Cell>>| block.into_iter().map(|l| l.into_iter().map(|c| c.text).collect()).collect();
        self.blocks().into_iter().map(lines).collect()
    }
}
