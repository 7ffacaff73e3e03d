//! `set.csv`, and `set.md`: an overview, then one table a scene, best value of each column bold, best integrator first.

use super::{End, Measures, SceneTable, SetComparison, SetRow};
use crate::compare::put;
use crate::output::csv;

/// Columns of `set.csv`.
pub const COLUMNS: &str = "scene,integrator,status,dt,share,steps,time,slow_error,motion_error,energy_error,energy_kept,\
linear_drift,angular_drift,milliseconds_per_step,factorizations_per_step,solves_per_step,\
reference,reference_dt,reference_slow_error,message";

/// A column of numbers in the tables for people.
struct Column {
    head: &'static str,
    value: fn(&Measures) -> Option<f64>,
    /// The number that would be best.
    ideal: f64,
    show: fn(f64) -> String,
    /// Whether it is about momenta.
    momentum: bool,
}

const PEOPLE: [Column; 9] = [
    Column { head: "slow error", value: |m| m.slow_error, ideal: 0.0, show: small, momentum: false },
    Column { head: "motion error", value: |m| m.motion_error, ideal: 0.0, show: small, momentum: false },
    Column { head: "energy error", value: |m| Some(m.energy_error), ideal: 0.0, show: small, momentum: false },
    Column { head: "energy kept", value: |m| m.energy_kept, ideal: 1.0, show: ratio, momentum: false },
    Column { head: "linear drift", value: |m| m.linear_drift, ideal: 0.0, show: small, momentum: true },
    Column { head: "angular drift", value: |m| m.angular_drift, ideal: 0.0, show: small, momentum: true },
    Column { head: "ms/step", value: |m| Some(m.milliseconds_per_step), ideal: 0.0, show: time, momentum: false },
    Column {
        head: "factors/step",
        value: |m| Some(m.factorizations_per_step),
        ideal: 0.0,
        show: count,
        momentum: false,
    },
    Column { head: "solves/step", value: |m| Some(m.solves_per_step), ideal: 0.0, show: count, momentum: false },
];

/// An error; two digits are more than anybody compares.
pub(super) fn small(x: f64) -> String {
    format!("{x:.1e}")
}

fn ratio(x: f64) -> String {
    if x < 1e3 { format!("{x:.4}") } else { format!("{x:.1e}") }
}

fn time(x: f64) -> String {
    if x < 10.0 { format!("{x:.3}") } else { format!("{x:.1}") }
}

fn count(x: f64) -> String {
    format!("{x:.1}")
}

/// A cell of a table for people.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Cell {
    pub text: String,
    pub best: bool,
}

impl Cell {
    fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), best: false }
    }

    /// For a table in Markdown.
    pub fn markdown(&self) -> String {
        let text = self.text.replace('|', "\\|");
        if self.best { format!("**{text}**") } else { text }
    }
}

impl SetRow {
    /// How it ended, in words; what to do about it is after the semicolon of a reason, and in `set.csv`.
    pub fn status(&self) -> String {
        let what = self.end.reason().split(';').next().unwrap_or_default();
        match &self.end {
            End::Cut { time } => format!("cut at {} s", short(*time)),
            End::Diverged { time, .. } => format!("diverged at {} s: {what}", short(*time)),
            End::NotPossible { .. } => format!("not possible: {what}"),
            End::Completed | End::Interrupted => self.end.name().to_owned(),
        }
    }
}

/// A time in seconds without the digits that sums of steps leave behind.
pub(super) fn short(time: f64) -> String {
    csv::number((time * 1e6).round() / 1e6)
}

impl SceneTable {
    /// Head and rows of the table for people.
    pub(super) fn cells(&self) -> Vec<Vec<Cell>> {
        let columns: Vec<&Column> = PEOPLE.iter().filter(|c| self.free || !c.momentum).collect();
        let mut head = vec![Cell::plain("integrator")];
        head.extend(columns.iter().map(|c| Cell::plain(c.head)));
        head.push(Cell::plain("status"));
        let mut table = vec![head];
        for row in &self.rows {
            let mut line = vec![Cell::plain(&row.integrator)];
            for (i, column) in columns.iter().enumerate() {
                let value = row.measures.as_ref().and_then(column.value);
                let mut text = value.map(column.show).unwrap_or_default();
                if i == 0 && value.is_some_and(|e| self.doubtful(e)) {
                    text.push_str(" ~");
                }
                line.push(Cell::plain(text));
            }
            line.push(Cell::plain(row.status()));
            table.push(line);
        }
        for (i, column) in columns.iter().enumerate().filter(|_| !self.free_flight) {
            mark_best(self.rows.iter().zip(&mut table[1..]).filter_map(|(row, line)| {
                let value = row.measures.as_ref().filter(|_| row.end == End::Completed).and_then(column.value)?;
                Some(((value - column.ideal).abs(), &mut line[i + 1]))
            }));
        }
        table
    }

    /// What was run, in one line.
    pub(super) fn sentence(&self) -> String {
        let reference = match &self.reference {
            Ok(r) => format!(
                "reference {} at {} s, whose own slow error is about {:.0e} (motion error {:.0e})",
                r.integrator,
                csv::number((r.dt * 1e9).round() / 1e9),
                r.slow_error,
                r.motion_error
            ),
            Err(End::Interrupted) => "no reference: interrupted".to_owned(),
            Err(End::Cut { time }) => {
                format!("no reference: none came further than {} s within the limit", short(*time))
            }
            Err(end) => format!("no reference: {}", end.reason()),
        };
        let free = if self.free { ", free" } else { "" };
        let share = match self.steps == self.all_steps {
            true => "the whole duration".to_owned(),
            false => format!("{} % of the duration", csv::number((1e3 * self.share()).round() / 10.0)),
        };
        let flight = if self.free_flight { "; free flight so far: nothing deforms or touches" } else { "" };
        let coarse = if self.coarse { "coarser than the scene, " } else { "" };
        format!(
            "{coarse}{} unknowns{free}, {} steps of {} s, {share}; {reference}{flight}",
            self.unknowns,
            self.steps,
            csv::number(self.dt)
        )
    }
}

/// Marks the cells with the least value; those that look the same are as good.
pub(super) fn mark_best<'a>(cells: impl Iterator<Item = (f64, &'a mut Cell)>) {
    let mut cells: Vec<(f64, &mut Cell)> = cells.collect();
    let Some(best) = cells.iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, cell)| cell.text.clone()) else { return };
    cells.iter_mut().filter(|(_, cell)| cell.text == best).for_each(|(_, cell)| cell.best = true);
}

impl SetComparison {
    /// `set.csv`
    pub fn csv(&self) -> String {
        let mut out = format!("{COLUMNS}\n");
        let optional = |x: Option<f64>| x.map(csv::number).unwrap_or_default();
        for table in &self.scenes {
            let reference = match &table.reference {
                Ok(r) => format!("{},{},{}", r.integrator, csv::number(r.dt), csv::number(r.slow_error)),
                Err(_) => ",,".to_owned(),
            };
            for row in &table.rows {
                let numbers = match &row.measures {
                    Some(m) => [
                        m.slow_error,
                        m.motion_error,
                        Some(m.energy_error),
                        m.energy_kept,
                        m.linear_drift,
                        m.angular_drift,
                        Some(m.milliseconds_per_step),
                        Some(m.factorizations_per_step),
                        Some(m.solves_per_step),
                    ]
                    .map(optional)
                    .join(","),
                    None => ",".repeat(8),
                };
                put(
                    &mut out,
                    format_args!(
                        "{},{},{},{},{},{},{},{numbers},{reference},{}\n",
                        csv::field(&table.scene),
                        row.integrator,
                        row.end.name(),
                        csv::number(table.dt),
                        csv::number(table.share()),
                        row.steps,
                        csv::number(row.time),
                        csv::field(row.end.reason())
                    ),
                );
            }
        }
        out
    }

    /// `set.md`
    pub fn markdown(&self) -> String {
        let mut out = format!("# Integrators compared: {}\n\n{}\n", self.name, self.lead());
        put(&mut out, format_args!("\n## Overview\n\nSlow errors; {}\n", super::overview::LEGEND));
        for block in self.overview().blocks() {
            put(&mut out, format_args!("\n{}", markdown(&block)));
        }
        for table in &self.scenes {
            put(&mut out, format_args!("\n## {}\n\n{}: {}.\n\n", table.scene, table.title, table.sentence()));
            put(&mut out, format_args!("{}", markdown(&table.cells())));
        }
        out
    }

    /// What was run and how to read it.
    pub(super) fn lead(&self) -> String {
        let count = |end: fn(&End) -> bool| self.scenes.iter().flat_map(|t| &t.rows).filter(|r| end(&r.end)).count();
        let mut text = format!(
            "{} of {} scenes, {} integrators, one step size a scene: {} runs completed, {} diverged, {} cut at the time limit, \
             {} not possible.",
            self.scenes.len(),
            self.asked,
            self.plan.integrators.len(),
            count(|e| *e == End::Completed),
            count(|e| matches!(e, End::Diverged { .. })),
            count(|e| matches!(e, End::Cut { .. })),
            count(|e| matches!(e, End::NotPossible { .. })),
        );
        if self.plan.quick {
            text.push_str(" A quick look: the first steps of small scenes alone.");
        }
        if let Some(budget) = self.plan.element_steps {
            text.push_str(&format!(
                " Of a scene at most {budget:e} elements times steps are run, but ten steps at least; scenes whose whole \
                 duration costs more are made coarser, as their `[quick]` has them, and cut only then."
            ));
        }
        let flights = self.scenes.iter().filter(|t| t.free_flight).count();
        if flights > 0 {
            text.push_str(&format!(
                " In {flights} of the scenes nothing deforms or touches as far as they were run: their names are in brackets, and \
                 they count in no ranking."
            ));
        }
        text.push_str(
            " Slow error: mean positions of bodies and their octants, averaged over five frames, against the reference and \
             relative to their largest excursion; motion error: the same without the average over frames; energy kept: energy of \
             motion and deformation at the end over what the books say there should be. Best values are bold; ~ marks an error \
             too near to that of the reference. Times are those of one machine, counts of any.",
        );
        text
    }
}

fn markdown(table: &[Vec<Cell>]) -> String {
    let mut out = String::new();
    for (i, line) in table.iter().enumerate() {
        let cells: Vec<String> = line.iter().map(Cell::markdown).collect();
        put(&mut out, format_args!("| {} |\n", cells.join(" | ")));
        if i == 0 {
            put(&mut out, format_args!("|{}\n", "---|".repeat(line.len())));
        }
    }
    out
}
