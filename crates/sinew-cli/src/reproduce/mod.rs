//! `sinew reproduce`: the tables and figures of the papers, made again, with the paper's numbers beside ours.

mod eti_strain;
mod results;
mod sai_fig3a;
mod siere_table2;
mod stabilized_table1;
mod timing;

use std::path::PathBuf;

use crate::console::{say, table, use_threads};
use crate::fault::Fault;
use crate::stop;

/// Make a table or figure of a paper again
///
/// Without an item all of them are listed. The paper's numbers stand beside ours; where they differ the reason is said.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// PAPER/ITEM, e.g. siere/table2
    item: Option<String>,
    /// A few steps of the smaller cases only
    #[arg(long)]
    quick: bool,
    /// Folder with the paper's own meshes; shapes of our own otherwise
    #[arg(long, value_name = "DIR")]
    mesh_dir: Option<PathBuf>,
    /// Measured steps per case [default: 10, with --quick 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    steps: Option<u32>,
    /// Stop a case after this many seconds and judge it by the steps it did
    #[arg(long, value_name = "S", value_parser = crate::console::positive, allow_negative_numbers = true, default_value = "120")]
    limit: f64,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder of the results [default: runs/reproduce-<paper>-<item>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite earlier results
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  sinew reproduce                                           what can be made again
  sinew reproduce siere/table2 --quick                      the small cases, in about a minute
  sinew reproduce siere/table2 --mesh-dir ~/meshes/siere --threads 2";

/// One row of the catalog.
struct Item {
    /// PAPER/ITEM
    name: &'static str,
    /// One line.
    summary: &'static str,
    run: fn(&Args) -> Result<(), Fault>,
}

const CATALOG: &[Item] = &[
    Item {
        name: "eti/strain",
        summary: "time of a foil and a rope against the strain that they may have [michels2014, Figs. 10, 23c]",
        run: eti_strain::run,
    },
    Item {
        name: "sai/fig3a",
        summary: "errors against the stiffness ratio on a block of springs [michels2017, Fig. 3a]",
        run: sai_fig3a::run,
    },
    Item {
        name: "siere/table2",
        summary: "time per frame of SI, SIERE and ERE on nine meshes [chen2020, Table 2], and of siere2",
        run: siere_table2::run,
    },
    Item {
        name: "stabilized/table1",
        summary: "time per step of the blend against backward Euler, by Newton and local/global [dinev2018, Table 1]",
        run: stabilized_table1::run,
    },
];

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    let Some(name) = &args.item else {
        table(&CATALOG.iter().map(|i| vec![i.name.to_owned(), i.summary.to_owned()]).collect::<Vec<_>>());
        say("run one with `sinew reproduce PAPER/ITEM`, at first with --quick");
        return Ok(());
    };
    let item = CATALOG.iter().find(|item| item.name == name).ok_or_else(|| {
        let hint = sinew::catalog::suggestion(name, CATALOG.iter().map(|item| item.name));
        Fault::input(format!("nothing called `{name}` can be reproduced; {hint}"))
    })?;
    use_threads(args.threads)?;
    stop::listen();
    (item.run)(args)
}
