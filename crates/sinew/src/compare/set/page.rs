//! `overview.svg`, the overview in colours, and `set.html`, the same page as `set.md`.

use super::overview::{Grade, LEGEND, Overview};
use super::tables::Cell;
use super::{End, SetComparison};
use crate::compare::put;
use crate::output::report::page;
use crate::output::svg::escape;

const CELL: (usize, usize) = (92, 22);
const LEFT: usize = 168;
const TOP: usize = 62;
/// Letters that fit over a column.
const FLAT: usize = 13;

/// Grounds of the cells in light and dark pages: errors up to 0.1, 1, 10 % and more, cut, diverged.
const GROUNDS: [(&str, &str, &str); 6] = [
    ("g0", "#b2e6bd", "#1f6b35"),
    ("g1", "#e0f2b8", "#4d6415"),
    ("g2", "#fdeeb3", "#705a10"),
    ("g3", "#fbd3ae", "#7a4313"),
    ("gc", "#dfe3e8", "#3a414c"),
    ("gx", "#f5b5b5", "#7d2424"),
];

const STYLE: &str = ".sinew-set{font:12px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;background:#fff;border-radius:8px}\
.sinew-set text{fill:#222}.sinew-set .t{font-size:14px;font-weight:600}.sinew-set .c{text-anchor:middle}.sinew-set .b{font-weight:700}";

fn class(grade: Grade) -> Option<&'static str> {
    match grade {
        Grade::Error(k) => Some(GROUNDS[usize::from(k)].0),
        Grade::Cut => Some("gc"),
        Grade::Failed => Some("gx"),
        Grade::Nothing => None,
    }
}

impl Overview {
    /// The overview as a complete `<svg>` element.
    pub fn svg(&self, title: &str) -> String {
        // Long names stand upright.
        let longest = self.scenes.iter().map(|s| s.chars().count()).max().unwrap_or(0);
        let upright = longest > FLAT;
        let top = if upright { TOP + 7 * longest } else { TOP };
        let (width, height) = (LEFT + CELL.0 * self.scenes.len() + 12, top + CELL.1 * self.rows.len() + 12);
        let mut out = String::new();
        let mut dark = String::new();
        put(
            &mut out,
            format_args!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sinew-set\" viewBox=\"0 0 {width} {height}\" \
                 width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\"><style>{STYLE}",
                escape(title)
            ),
        );
        for (name, light, night) in GROUNDS {
            put(&mut out, format_args!(".sinew-set .{name}{{fill:{light}}}"));
            put(&mut dark, format_args!(".sinew-set .{name}{{fill:{night}}}"));
        }
        put(
            &mut out,
            format_args!(
                "@media(prefers-color-scheme:dark){{.sinew-set{{background:#1b1e24}}.sinew-set text{{fill:#e3e6ea}}{dark}}}</style>\n\
                 <text class=\"t\" x=\"12\" y=\"24\">{}</text>\n",
                escape(title)
            ),
        );
        // All cells of one ground are one path.
        let at = |i: usize, j: usize| (LEFT + CELL.0 * j, top + CELL.1 * i);
        for (name, _, _) in GROUNDS {
            let mut path = String::new();
            for (i, (_, cells)) in self.rows.iter().enumerate() {
                for (j, _) in cells.iter().enumerate().filter(|(_, (_, grade))| class(*grade) == Some(name)) {
                    let (x, y) = at(i, j);
                    put(&mut path, format_args!("M{} {}h{}v{}h-{2}z", x + 1, y + 1, CELL.0 - 2, CELL.1 - 2));
                }
            }
            if !path.is_empty() {
                put(&mut out, format_args!("<path class=\"{name}\" d=\"{path}\"/>\n"));
            }
        }
        for (j, scene) in self.scenes.iter().enumerate() {
            let (x, y) = (at(0, j).0 + CELL.0 / 2, top - 8);
            let place = match upright {
                true => format!("transform=\"translate({} {y}) rotate(-90)\"", x + 4),
                false => format!("class=\"c\" x=\"{x}\" y=\"{y}\""),
            };
            put(&mut out, format_args!("<text {place}>{}</text>", escape(scene)));
        }
        for (i, (integrator, cells)) in self.rows.iter().enumerate() {
            let y = at(i, 0).1 + 15;
            put(&mut out, format_args!("\n<text x=\"12\" y=\"{y}\">{}</text>", escape(integrator)));
            for (j, (cell, _)) in cells.iter().enumerate().filter(|(_, (cell, _))| !cell.text.is_empty()) {
                let x = at(i, j).0 + CELL.0 / 2;
                let bold = if cell.best { " b" } else { "" };
                put(
                    &mut out,
                    format_args!("<text class=\"c{bold}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(&cell.text)),
                );
            }
        }
        out.push_str("</svg>\n");
        out
    }
}

impl SetComparison {
    /// `overview.svg`
    pub fn picture(&self) -> String {
        self.overview().svg(&format!("{}: slow error of all integrators", self.name))
    }

    /// `set.html`
    pub fn html(&self) -> String {
        let title = format!("{}: integrators compared", self.name);
        let mut body = String::new();
        put(&mut body, format_args!("<h1>{}</h1><p class=\"lead\">{}</p>", escape(&title), escape(&self.lead())));
        put(&mut body, format_args!("<div class=\"grid\"><section class=\"card wide\">{}", self.picture()));
        put(&mut body, format_args!("<figcaption>{}</figcaption></section>", escape(LEGEND)));
        for table in &self.scenes {
            put(
                &mut body,
                format_args!(
                    "<section class=\"card wide\"><h2>{}</h2><p class=\"lead\">{}: {}.</p><table class=\"data\">",
                    escape(&table.scene),
                    escape(&table.title),
                    escape(&table.sentence())
                ),
            );
            let cells = table.cells();
            put(&mut body, format_args!("{}", line("th", "", &cells[0])));
            for (row, cells) in table.rows.iter().zip(&cells[1..]) {
                let mood = if matches!(row.end, End::Diverged { .. }) { " class=\"bad\"" } else { "" };
                put(&mut body, format_args!("{}", line("td", mood, cells)));
            }
            put(&mut body, format_args!("</table></section>"));
        }
        put(&mut body, format_args!("</div>"));
        page(&title, &body)
    }
}

/// A row of a table.
fn line(tag: &str, mood: &str, cells: &[Cell]) -> String {
    let mut out = format!("<tr{mood}>");
    for cell in cells {
        let text = escape(&cell.text);
        match cell.best {
            true => put(&mut out, format_args!("<{tag}><b>{text}</b></{tag}>")),
            false => put(&mut out, format_args!("<{tag}>{text}</{tag}>")),
        }
    }
    out + "</tr>"
}
