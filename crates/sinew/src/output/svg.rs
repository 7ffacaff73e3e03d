//! Line plots as SVG: linear and log axes, legend, no fonts, no scripts, the same bytes for the same numbers.
//!
//! Colours follow the reader's light or dark setting, so a plot can stand in a page or alone.

use std::fmt::Write;

use super::axis::Axis;
pub use super::axis::Scale;

/// One line of a plot.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Points in the order in which they are joined.
    pub points: Vec<(f64, f64)>,
    /// Draws a dot at each point.
    pub dots: bool,
    /// Draws the line dashed, for references and guides.
    pub dashed: bool,
    /// Grey and without its own colour: a guide line.
    pub guide: bool,
}

impl Series {
    /// A plain line.
    pub fn line(name: &str, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.to_owned(), points, ..Self::default() }
    }

    /// A line with a dot at each point.
    pub fn dotted(name: &str, points: Vec<(f64, f64)>) -> Self {
        Self { dots: true, ..Self::line(name, points) }
    }
}

/// A plot of several lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Heading.
    pub title: String,
    /// Name and unit of the horizontal axis.
    pub x_label: String,
    /// Name and unit of the vertical axis.
    pub y_label: String,
    /// Horizontal scale.
    pub x_scale: Scale,
    /// Vertical scale.
    pub y_scale: Scale,
    /// Lines, the first at the bottom.
    pub series: Vec<Series>,
    /// Size in pixels.
    pub size: (f64, f64),
}

impl Default for Plot {
    fn default() -> Self {
        Self {
            title: String::new(),
            x_label: String::new(),
            y_label: String::new(),
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
            series: Vec::new(),
            size: (760.0, 380.0),
        }
    }
}

/// Distinguishable for most eyes on light and on dark ground.
const COLORS: [(&str, &str); 8] = [
    ("#2563c9", "#6ea8ff"),
    ("#d9480f", "#ff9a5c"),
    ("#2b8a3e", "#69db7c"),
    ("#a61e8c", "#f08cdd"),
    ("#b08900", "#ffd43b"),
    ("#0b7285", "#3bc9db"),
    ("#c92a2a", "#ff8787"),
    ("#5f5f6e", "#b8b8c8"),
];

const STYLE: &str = ".sinew-plot{font:12px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;background:#fff;border-radius:8px}\
.sinew-plot text{fill:#333}.sinew-plot .title{font-size:14px;font-weight:600}\
.sinew-plot .grid{stroke:#8884;stroke-width:1}.sinew-plot .frame{stroke:#8889;fill:none}\
.sinew-plot .line{fill:none;stroke-width:1.8;stroke-linejoin:round}.sinew-plot .dash{stroke-dasharray:6 4}\
.sinew-plot .guide{stroke:#888;stroke-width:1.2}";

impl Plot {
    /// The plot as a complete `<svg>` element.
    pub fn svg(&self) -> String {
        let (width, height) = self.size;
        let all = || self.series.iter().flat_map(|s| &s.points);
        let x_axis = Axis::fit(self.x_scale, all().map(|p| p.0), self.series.iter().any(|s| s.dots));
        let y_axis = Axis::fit(self.y_scale, all().map(|p| p.1), true);
        let legend = self.legend(width - 24.0);
        let (left, right, top) = (78.0, width - 18.0, 44.0 + 20.0 * legend.rows as f64);
        let bottom = (height - 48.0).max(top + 40.0);
        let at_x = |u: f64| left + u * (right - left);
        let at_y = |u: f64| bottom - u * (bottom - top);

        let mut out = String::new();
        let mut put = |text: std::fmt::Arguments| out.write_fmt(text).expect("writing to a string cannot fail");
        put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sinew-plot\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\"><style>{STYLE}{}</style>",
            escape(&self.title),
            colors()
        ));
        put(format_args!("<text class=\"title\" x=\"16\" y=\"24\">{}</text>", escape(&self.title)));
        for (x, label) in x_axis.ticks(8) {
            let Some(x) = x_axis.place(x).map(at_x) else { continue };
            put(format_args!(
                "<path class=\"grid\" d=\"M{x:.1} {top:.1}V{bottom:.1}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                bottom + 17.0
            ));
        }
        for (y, label) in y_axis.ticks(6) {
            let Some(y) = y_axis.place(y).map(at_y) else { continue };
            put(format_args!(
                "<path class=\"grid\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                left - 7.0,
                y + 4.0
            ));
        }
        put(format_args!(
            "<rect class=\"frame\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            right - left,
            bottom - top
        ));
        put(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (left + right) / 2.0,
            bottom + 38.0,
            escape(&self.x_label)
        ));
        put(format_args!(
            "<text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (top + bottom) / 2.0,
            escape(&self.y_label)
        ));
        for (series, class) in self.series.iter().zip(self.classes()) {
            let placed: Vec<Option<(f64, f64)>> =
                series.points.iter().map(|(x, y)| Some((at_x(x_axis.place(*x)?), at_y(y_axis.place(*y)?)))).collect();
            put(format_args!("<path class=\"line {class}\" d=\"{}\"/>", path(&placed)));
            if series.dots {
                for (x, y) in placed.iter().flatten() {
                    put(format_args!("<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\"/>"));
                }
            }
        }
        for (name, class, x, row) in &legend.entries {
            let y = 46.0 + 20.0 * *row as f64;
            put(format_args!(
                "<path class=\"line {class}\" d=\"M{x:.1} {:.1}h18\"/><text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
                y - 4.0,
                x + 24.0,
                escape(name)
            ));
        }
        put(format_args!("</svg>"));
        out
    }

    /// Colour class of each line; guides take none.
    fn classes(&self) -> Vec<String> {
        let mut color = 0;
        self.series
            .iter()
            .map(|s| {
                let dash = if s.dashed { " dash" } else { "" };
                if s.guide {
                    return format!("guide{dash}");
                }
                color += 1;
                format!("c{}{dash}", (color - 1) % COLORS.len())
            })
            .collect()
    }

    /// Legend entries in rows, laid out with a rough width per letter.
    fn legend(&self, width: f64) -> Legend {
        let mut legend = Legend { entries: Vec::new(), rows: 0 };
        let (mut x, mut row) = (16.0, 0);
        for (series, class) in self.series.iter().zip(self.classes()) {
            if series.name.is_empty() {
                continue;
            }
            let length = 24.0 + 6.8 * series.name.chars().count() as f64 + 16.0;
            if x + length > width && x > 16.0 {
                (x, row) = (16.0, row + 1);
            }
            legend.entries.push((series.name.clone(), class, x, row));
            legend.rows = row + 1;
            x += length;
        }
        legend
    }
}

struct Legend {
    /// Name, class, x, row.
    entries: Vec<(String, String, f64, usize)>,
    rows: usize,
}

/// Path data of the points. A long series is reduced to the first, lowest, highest and last point of each half pixel,
/// which draws the same picture.
fn path(points: &[Option<(f64, f64)>]) -> String {
    let mut out = String::new();
    let mut pen_down = false;
    let mut put = |p: &Option<(f64, f64)>| match p {
        Some((x, y)) => {
            write!(out, "{}{x:.1} {y:.1}", if pen_down { "L" } else { "M" }).expect("writing to a string cannot fail");
            pen_down = true;
        }
        None => pen_down = false,
    };
    if points.len() < 4000 {
        points.iter().for_each(put);
        return out;
    }
    let column = |p: &Option<(f64, f64)>| p.map(|p| (2.0 * p.0).floor() as i64);
    for group in points.chunk_by(|a, b| column(a) == column(b)) {
        if group.len() <= 4 || group[0].is_none() {
            group.iter().for_each(&mut put);
            continue;
        }
        let height = |i: &usize| group[*i].expect("the group has points").1;
        let low = (0..group.len()).min_by(|a, b| height(a).total_cmp(&height(b))).expect("not empty");
        let high = (0..group.len()).max_by(|a, b| height(a).total_cmp(&height(b))).expect("not empty");
        for i in [0, low.min(high), low.max(high), group.len() - 1] {
            put(&group[i]);
        }
    }
    out
}

fn colors() -> String {
    let rules = |dark: bool| -> String {
        COLORS
            .iter()
            .enumerate()
            .map(|(i, c)| {
                let color = if dark { c.1 } else { c.0 };
                format!(".sinew-plot .line.c{i}{{stroke:{color}}}.sinew-plot .dot.c{i}{{fill:{color}}}")
            })
            .collect()
    };
    format!(
        "{}@media(prefers-color-scheme:dark){{.sinew-plot{{background:#1b1e24}}.sinew-plot text{{fill:#d5d8de}}{}}}",
        rules(false),
        rules(true)
    )
}

/// Text made safe for XML and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(n: usize) -> Plot {
        let wave = |k: f64| (0..n).map(|i| (i as f64 / 100.0, (k * i as f64 / 50.0).sin())).collect();
        Plot {
            title: "waves & \"more\"".into(),
            x_label: "time [s]".into(),
            y_label: "energy [J]".into(),
            series: vec![Series::line("slow", wave(1.0)), Series::dotted("fast <fast>", wave(7.0))],
            ..Plot::default()
        }
    }

    #[test]
    fn a_plot_is_well_formed_xml_and_repeats() {
        let text = plot(200).svg();
        assert_eq!(text, plot(200).svg());
        let tree = roxmltree::Document::parse(&text).expect("well-formed");
        assert_eq!(tree.descendants().filter(|n| n.has_tag_name("circle")).count(), 200);
    }

    #[test]
    fn a_long_series_stays_small_and_keeps_its_extremes() {
        let mut long = plot(200_000);
        long.series.truncate(1);
        long.series[0].points[77_777].1 = 5.0;
        let text = long.svg();
        assert!(text.len() < 200_000, "{}", text.len());
        let top = format!("{:.1}", 64.0 + 0.04 / 1.08 * (380.0 - 48.0 - 64.0));
        assert!(text.contains(&format!(" {top}")), "the spike reaches the top");
    }

    #[test]
    fn values_that_cannot_be_shown_break_the_line() {
        let points = vec![(0.0, 1.0), (1.0, f64::NAN), (2.0, -3.0), (3.0, 10.0)];
        let plot = Plot { y_scale: Scale::Log, series: vec![Series::line("a", points)], ..Plot::default() };
        let text = plot.svg();
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }
}
