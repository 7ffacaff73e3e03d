//! Where a reproduced table goes.

use std::fs;
use std::path::{Path, PathBuf};

use sinew::output::files::write_whole;
use sinew::recorder::RecordError;

use super::Args;
use crate::console::say;
use crate::fault::Fault;

/// The folder of the results; one that exists is left alone unless asked.
pub fn fresh_folder(args: &Args, item: &str) -> Result<PathBuf, Fault> {
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("runs/reproduce-{item}")));
    if !args.force && folder.exists() {
        return Err(RecordError::Exists { folder }.into());
    }
    Ok(folder)
}

/// Writes the rows as CSV and says where.
pub fn write_table(file: &Path, rows: &[Vec<String>]) -> Result<(), Fault> {
    let text: String = rows.iter().map(|row| row.join(",") + "\n").collect();
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| write_whole(file, |out| std::io::Write::write_all(out, text.as_bytes())))
        .map_err(|e| Fault::files(format!("cannot write {}: {e}", file.display())))?;
    say(format_args!("table: {}", file.display()));
    Ok(())
}
