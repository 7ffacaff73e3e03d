//! Talking to people: text, tables and progress.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::fault::Fault;

/// Prints a line. A reader that has gone away (`sinew list | head`) is no error.
pub fn say(text: impl std::fmt::Display) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// Prints rows as columns: the first to the left, numbers to the right, a row with a single long last cell as it is.
pub fn table(rows: &[Vec<String>]) {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |c: usize| {
        let full = rows.iter().filter(|r| r.len() == columns || c + 1 < r.len());
        full.filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (c, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[c].saturating_sub(cell.chars().count()));
            let last = c + 1 == row.len() && row.len() < columns;
            match (c, last) {
                (0, _) => line.push_str(&format!("{cell}{pad}")),
                (_, true) => line.push_str(&format!("  {cell}")),
                _ => line.push_str(&format!("  {pad}{cell}")),
            }
        }
        say(line.trim_end());
    }
}

/// A positive, finite number of an argument.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        _ => Err("a positive number is needed".to_owned()),
    }
}

/// Sets the number of threads for the whole program.
pub fn use_threads(threads: Option<usize>) -> Result<(), Fault> {
    let Some(threads) = threads else { return Ok(()) };
    if threads == 0 {
        return Err(Fault::input("--threads 0 makes no sense; give 1 or more"));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|e| Fault::input(format!("cannot start {threads} threads: {e}")))
}

/// A bar with the time left on a terminal, a line now and then elsewhere, nothing if quiet. All of it on stderr.
pub struct Progress {
    bar: Option<ProgressBar>,
    plain: bool,
    label: String,
    steps: usize,
    last: Instant,
}

impl Progress {
    /// Progress of `steps` steps.
    pub fn new(quiet: bool, label: &str, steps: usize) -> Self {
        let terminal = io::stderr().is_terminal();
        let bar = (terminal && !quiet).then(|| {
            let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::stderr_with_hz(10));
            let style = "{msg} {bar:32.cyan/dim} {pos}/{len} steps, {per_sec}, {eta} left";
            bar.set_style(ProgressStyle::with_template(style).expect("the template is valid"));
            bar.set_message(label.to_owned());
            bar
        });
        Self { bar, plain: !terminal && !quiet, label: label.to_owned(), steps, last: Instant::now() }
    }

    /// `done` steps are done.
    pub fn at(&mut self, done: usize) {
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
        } else if self.plain && self.last.elapsed() > Duration::from_secs(10) {
            self.last = Instant::now();
            eprintln!(
                "{}: {done} of {} steps ({:.0} %)",
                self.label,
                self.steps,
                100.0 * done as f64 / self.steps as f64
            );
        }
    }

    /// Takes the bar away.
    pub fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Parts of the bar of a [`Share`].
const PARTS: u64 = 1000;

/// Progress of many runs of different lengths, as the share of the whole: a bar with the time left, or a line now and then.
pub struct Share {
    bar: Option<ProgressBar>,
    plain: bool,
    last: Instant,
}

impl Share {
    /// Nothing is done yet.
    pub fn new(quiet: bool) -> Self {
        let terminal = io::stderr().is_terminal();
        let bar = (terminal && !quiet).then(|| {
            let bar = ProgressBar::with_draw_target(Some(PARTS), ProgressDrawTarget::stderr_with_hz(10));
            let style = "{bar:32.cyan/dim} {percent} %, {eta} left  {msg}";
            bar.set_style(ProgressStyle::with_template(style).expect("the template is valid"));
            bar
        });
        Self { bar, plain: !terminal && !quiet, last: Instant::now() }
    }

    /// So much of the whole is done.
    pub fn at(&mut self, share: f64, label: impl FnOnce() -> String) {
        // Steps may take microseconds, and nobody reads that fast.
        let pause = if self.plain { Duration::from_secs(10) } else { Duration::from_millis(100) };
        if self.last.elapsed() < pause {
            return;
        }
        self.last = Instant::now();
        if let Some(bar) = &self.bar {
            bar.set_message(label());
            bar.set_position((PARTS as f64 * share) as u64);
        } else if self.plain {
            eprintln!("{:.0} %, {}", 100.0 * share, label());
        }
    }

    /// Takes the bar away.
    pub fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
