//! What a comparison on one scene leaves behind: `compare.csv`, the table for people, two plots and the page `compare.html`.

use super::precision::{Comparison, Measured, Row};
use super::put;
use crate::output::csv;
use crate::output::report::page;
use crate::output::svg::{Plot, Scale, Series, escape};

/// Columns of `compare.csv`.
pub const COLUMNS: &str = "integrator,dt,steps,status,position_error,velocity_error,energy_error,order,seconds,\
seconds_per_step,factorizations,solves,products,force_evaluations,newton_iterations,message";

impl Comparison {
    /// Whether an error is so near to the reference's own that it says little.
    pub fn doubtful(&self, error: f64) -> bool {
        error < 3.0 * self.reference.position_error
    }

    /// `compare.csv`
    pub fn csv(&self) -> String {
        let mut out = format!("{COLUMNS}\n");
        for row in &self.rows {
            let head = format!("{},{},{}", row.integrator, csv::number(row.dt), row.steps);
            match &row.outcome {
                Ok(m) => {
                    let t = &m.totals;
                    let numbers = [m.position_error, m.velocity_error, m.energy_error].map(csv::number).join(",");
                    let order = m.order.map(csv::number).unwrap_or_default();
                    let times = [t.wall_seconds, t.wall_seconds / row.steps as f64].map(csv::number).join(",");
                    let counts = [
                        t.work.factorizations,
                        t.work.solves,
                        t.work.products + t.evaluations.products,
                        t.evaluations.forces,
                        t.work.newton_iterations,
                    ]
                    .map(|n| n.to_string())
                    .join(",");
                    put(&mut out, format_args!("{head},completed,{numbers},{order},{times},{counts},\n"));
                }
                Err(reason) => {
                    let empty = ",".repeat(11);
                    put(&mut out, format_args!("{head},failed{empty},{}\n", csv::field(reason)));
                }
            }
        }
        out
    }

    /// Head and rows of the table for people.
    pub fn table(&self) -> Vec<Vec<String>> {
        let head = [
            "integrator",
            "dt [s]",
            "error [m]",
            "error [m/s]",
            "energy",
            "order",
            "time [s]",
            "factors",
            "solves",
            "forces",
        ];
        let mut table = vec![head.map(str::to_owned).to_vec()];
        for row in &self.rows {
            let mut line = vec![row.integrator.clone(), csv::number(row.dt)];
            match &row.outcome {
                Ok(m) => line.extend([
                    format!("{:.2e}{}", m.position_error, if self.doubtful(m.position_error) { "*" } else { "" }),
                    format!("{:.2e}", m.velocity_error),
                    format!("{:.1e}", m.energy_error),
                    m.order.map_or("-".to_owned(), |p| format!("{p:.2}")),
                    format!("{:.3}", m.totals.wall_seconds),
                    m.totals.work.factorizations.to_string(),
                    m.totals.work.solves.to_string(),
                    m.totals.evaluations.forces.to_string(),
                ]),
                Err(reason) => line.push(format!("failed: {reason}")),
            }
            table.push(line);
        }
        table
    }

    /// One sentence about the reference.
    pub fn reference_sentence(&self) -> String {
        let r = &self.reference;
        format!(
            "reference: {} at dt = {} s, its own error about {:.1e} m and {:.1e} m/s",
            r.integrator,
            csv::number(r.dt),
            r.position_error,
            r.velocity_error
        )
    }

    /// Error against step size, with guide lines of the orders 1, 2 and 4.
    pub fn step_plot(&self) -> Plot {
        let mut series = self.series(|row, _| row.dt);
        series.extend(self.guides());
        Plot { title: "Error and step size".to_owned(), x_label: "dt [s]".to_owned(), series, ..self.plot() }
    }

    /// Error against computing time.
    pub fn cost_plot(&self) -> Plot {
        let series = self.series(|_, m| m.totals.wall_seconds);
        Plot {
            title: "Error and cost".to_owned(),
            x_label: "time in the integrator [s]".to_owned(),
            series,
            ..self.plot()
        }
    }

    fn plot(&self) -> Plot {
        Plot {
            y_label: "error of the positions [m]".to_owned(),
            x_scale: Scale::Log,
            y_scale: Scale::Log,
            size: (760.0, 480.0),
            ..Plot::default()
        }
    }

    fn series(&self, x: impl Fn(&Row, &Measured) -> f64) -> Vec<Series> {
        self.rows
            .chunk_by(|a, b| a.integrator == b.integrator)
            .map(|rows| {
                let points = rows.iter().filter_map(|r| r.outcome.as_ref().ok().map(|m| (x(r, m), m.position_error)));
                Series::dotted(&rows[0].integrator, points.collect())
            })
            .collect()
    }

    /// Straight lines of slope 1, 2 and 4 from the largest error at the largest step.
    fn guides(&self) -> Vec<Series> {
        let done = || self.rows.iter().filter_map(|r| r.outcome.as_ref().ok().map(|m| (r.dt, m.position_error)));
        let (low, high) = done().fold((f64::INFINITY, 0.0f64), |(a, b), (h, _)| (a.min(h), b.max(h)));
        let top = done().filter(|(h, _)| *h == high).map(|(_, e)| e).fold(0.0, f64::max);
        if !(low < high && top > 0.0) {
            return Vec::new();
        }
        let line = |order: i32| Series {
            name: format!("order {order}"),
            points: vec![(high, top), (low, top * (low / high).powi(order))],
            dashed: true,
            guide: true,
            ..Series::default()
        };
        [1, 2, 4].map(line).to_vec()
    }

    /// `compare.html`
    pub fn html(&self) -> String {
        let mut body = String::new();
        let title = format!("{}: integrators compared", self.scene);
        put(&mut body, format_args!("<h1>{}</h1>", escape(&title)));
        put(
            &mut body,
            format_args!(
                "<p class=\"lead\">Errors at t = {} s; {}. * marks an error too near to that of the reference.</p>",
                csv::number(self.duration),
                escape(&self.reference_sentence())
            ),
        );
        put(&mut body, format_args!("<div class=\"grid\">"));
        for plot in [self.step_plot(), self.cost_plot()] {
            put(&mut body, format_args!("<div class=\"card\">{}</div>", plot.svg()));
        }
        put(&mut body, format_args!("<section class=\"card wide\"><table class=\"data\">"));
        for (i, line) in self.table().iter().enumerate() {
            let tag = if i == 0 { "th" } else { "td" };
            put(&mut body, format_args!("<tr>"));
            for cell in line {
                let span = if cell.starts_with("failed: ") { " colspan=\"8\" class=\"bad\"" } else { "" };
                put(&mut body, format_args!("<{tag}{span}>{}</{tag}>", escape(cell)));
            }
            put(&mut body, format_args!("</tr>"));
        }
        put(&mut body, format_args!("</table></section></div>"));
        page(&title, &body)
    }
}
