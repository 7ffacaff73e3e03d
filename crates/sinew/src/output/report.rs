//! `report.html`: one page without links that tells a run: numbers, energies, costs, the scene and a picture.

use std::fmt::Write;

use base64::Engine;

use super::svg::{Plot, Scale, Series, escape};
use crate::simulation::StepRecord;

/// What the page shows.
pub struct Report<'a> {
    /// Heading.
    pub title: &'a str,
    /// `completed`, `diverged`, `interrupted` or `limit`.
    pub status: &'a str,
    /// What there is to say about the end of the run.
    pub message: &'a str,
    /// Warnings about the scene.
    pub warnings: &'a [String],
    /// Name and value of each line of the table.
    pub facts: &'a [(String, String)],
    /// Records of the run, the start included; long runs may be thinned.
    pub records: &'a [StepRecord],
    /// Pictures as PNG, with their captions.
    pub pictures: &'a [(String, Vec<u8>)],
    /// The scene as TOML.
    pub scene: &'a str,
}

/// Look of all pages that are written here; follows the reader's light or dark setting.
pub const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1f2328;--soft:#5b6470;--page:#f4f5f7;--card:#fff;--edge:#dfe3e8;--accent:#2563c9;--good:#2b8a3e;--bad:#c92a2a}\
@media(prefers-color-scheme:dark){:root{--ink:#e3e6ea;--soft:#9aa4b0;--page:#111317;--card:#1b1e24;--edge:#2d323b;--accent:#6ea8ff;--good:#69db7c;--bad:#ff8787}}\
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\
main{max-width:1240px;margin:0 auto;padding:28px 20px 60px}h1{font-size:26px;margin:0 0 4px}h2{font-size:17px;margin:0 0 10px}\
.lead{color:var(--soft);margin:0 0 20px}.badge{display:inline-block;padding:1px 10px;border-radius:99px;font-size:13px;font-weight:600;border:1px solid;vertical-align:4px;margin-left:8px}\
.good{color:var(--good)}.bad{color:var(--bad)}.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:18px}\
.card{background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:16px;overflow:auto}.card svg,.card img{width:100%;height:auto;display:block}\
.card img{border-radius:8px}figure{margin:0}figcaption{color:var(--soft);font-size:13px;margin-top:6px}.wide{grid-column:1/-1}\
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}td,th{padding:3px 10px 3px 0;border-bottom:1px solid var(--edge);text-align:left}\
td:last-child{text-align:right}.data td,.data th{text-align:right;padding:4px 10px}.data td:first-child,.data th:first-child{text-align:left}\
pre{margin:0;font:13px/1.45 ui-monospace,SFMono-Regular,Consolas,monospace;white-space:pre-wrap}.facts{columns:2;column-gap:32px}@media(max-width:700px){.facts{columns:1}}\
.facts div{display:flex;justify-content:space-between;gap:16px;border-bottom:1px solid var(--edge);padding:3px 0;break-inside:avoid}.facts span:first-child{color:var(--soft)}";

impl Report<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let mut body = String::new();
        let mut put = |text: std::fmt::Arguments| body.write_fmt(text).expect("writing to a string cannot fail");
        let mood = if self.status == "completed" { "good" } else { "bad" };
        put(format_args!("<h1>{}<span class=\"badge {mood}\">{}</span></h1>", escape(self.title), escape(self.status)));
        put(format_args!("<p class=\"lead\">{}</p>", escape(self.message)));
        for warning in self.warnings {
            put(format_args!("<p class=\"bad\">Note: {}</p>", escape(warning)));
        }
        put(format_args!("<div class=\"grid\">"));
        for (caption, png) in self.pictures {
            let data = base64::engine::general_purpose::STANDARD.encode(png);
            put(format_args!(
                "<figure class=\"card\"><img alt=\"{0}\" src=\"data:image/png;base64,{data}\"><figcaption>{0}</figcaption></figure>",
                escape(caption)
            ));
        }
        put(format_args!("<section class=\"card wide\"><h2>Summary</h2><div class=\"facts\">"));
        for (name, value) in self.facts {
            put(format_args!("<div><span>{}</span><span>{}</span></div>", escape(name), escape(value)));
        }
        put(format_args!("</div></section>"));
        for plot in plots(self.records) {
            put(format_args!("<div class=\"card\">{}</div>", plot.svg()));
        }
        put(format_args!(
            "<section class=\"card wide\"><h2>Scene</h2><pre>{}</pre></section></div>",
            escape(self.scene)
        ));
        page(self.title, &body)
    }
}

/// A whole page around its body.
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{}</title><style>{STYLE}</style></head>\n\
         <body><main>{body}</main></body></html>\n",
        escape(title)
    )
}

/// Energies, energy flows, momenta and costs over time.
fn plots(records: &[StepRecord]) -> Vec<Plot> {
    let line = |name: &str, value: &dyn Fn(&StepRecord) -> f64| {
        Series::line(name, records.iter().map(|r| (r.time, value(r))).collect())
    };
    // Lines that are zero all the time only fill the legend.
    let alive = |series: Vec<Series>| -> Vec<Series> {
        series.into_iter().filter(|s| s.points.iter().any(|p| p.1 != 0.0)).collect()
    };
    let plot = |title: &str, y_label: &str, series: Vec<Series>| Plot {
        title: title.to_owned(),
        x_label: "time [s]".to_owned(),
        y_label: y_label.to_owned(),
        series: alive(series),
        ..Plot::default()
    };
    let steps = |name: &str, value: &dyn Fn(&StepRecord) -> f64| {
        Series::line(name, records.iter().skip(1).map(|r| (r.time, value(r))).collect())
    };
    let energies = plot(
        "Energy",
        "energy [J]",
        vec![
            line("kinetic", &|r| r.energy.kinetic),
            line("elastic", &|r| r.energy.elastic),
            line("external", &|r| r.energy.external),
            line("contact", &|r| r.energy.contact),
            line("total", &|r| r.energy.total()),
        ],
    );
    let flows = plot(
        "Where energy went",
        "energy [J]",
        vec![
            line("dissipated", &|r| r.dissipated),
            line("injected", &|r| r.injected),
            line("numerical", &|r| r.numerical),
        ],
    );
    let momentum = |name: &str, k: usize, angular: bool| {
        line(name, &move |r| if angular { r.momentum.angular[k] } else { r.momentum.linear[k] })
    };
    let linear = plot(
        "Linear momentum",
        "momentum [kg m/s]",
        vec![momentum("px", 0, false), momentum("py", 1, false), momentum("pz", 2, false)],
    );
    let angular = plot(
        "Angular momentum about the origin",
        "momentum [kg m\u{b2}/s]",
        vec![momentum("lx", 0, true), momentum("ly", 1, true), momentum("lz", 2, true)],
    );
    let work = plot(
        "Work per step",
        "count",
        vec![
            steps("Newton iterations", &|r| r.work.newton_iterations as f64),
            steps("factorizations", &|r| r.work.factorizations as f64),
            steps("solves", &|r| r.work.solves as f64),
            steps("CG iterations", &|r| r.work.cg_iterations as f64),
            steps("force evaluations", &|r| r.evaluations.forces as f64),
            steps("Krylov dimension", &|r| r.work.krylov_dimension as f64),
        ],
    );
    let time = Plot {
        y_scale: Scale::Log,
        ..plot("Time per step", "time [ms]", vec![steps("integrator", &|r| 1e3 * r.wall_seconds)])
    };
    [energies, flows, linear, angular, work, time].into_iter().filter(|p| !p.series.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::Energy;

    #[test]
    fn the_page_stands_alone_and_escapes_what_it_shows() {
        let records: Vec<StepRecord> = (0..50)
            .map(|i| StepRecord {
                step: i,
                time: i as f64 * 0.01,
                energy: Energy { kinetic: (i as f64).sin().abs(), ..Energy::default() },
                wall_seconds: 0.001,
                ..StepRecord::default()
            })
            .collect();
        let report = Report {
            title: "A <beam> & more",
            status: "completed",
            message: "50 steps",
            warnings: &["odd".to_owned()],
            facts: &[("dt".to_owned(), "0.01 s".to_owned())],
            records: &records,
            pictures: &[("last".to_owned(), vec![1, 2, 3])],
            scene: "title = \"<script>alert(1)</script>\"",
        };
        let html = report.html();
        assert!(html.contains("A &lt;beam&gt; &amp; more") && !html.contains("<script"));
        // The only address is the name of the SVG dialect, which nothing loads.
        let without = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for word in ["http:", "https:", "<link", "@import", "url("] {
            assert!(!without.contains(word), "{word}");
        }
        assert_eq!(html.matches("<svg").count(), 2);
    }
}
