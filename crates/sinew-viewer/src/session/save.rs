//! `save`: a folder below `runs/` with the recording of the session, its scene, its energies and its last state.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sinew::live::Recording;
use sinew::output::files::write_whole;
use sinew::output::{csv, npz};
use sinew::recorder::COLUMNS;

use super::records::Row;

/// Folders tried for one scene.
const MOST: usize = 10_000;

/// Writes the files; the folder is a new one.
pub fn write(
    runs: &Path,
    recording: &Recording,
    rows: &[Row],
    time: f64,
    x: &[f64],
    v: &[f64],
) -> Result<PathBuf, String> {
    let folder = new_folder(runs, &recording.scene).map_err(|e| format!("cannot make a folder in runs/: {e}"))?;
    let failed = |e: String| format!("cannot write to {}: {e}", folder.display());
    recording.write(&folder.join("events.json")).map_err(|e| failed(e.to_string()))?;
    write_whole(&folder.join("scene.toml"), |out| out.write_all(recording.text.as_bytes()))
        .map_err(|e: io::Error| failed(e.to_string()))?;
    write_whole(&folder.join("energies.csv"), |out| {
        writeln!(out, "{COLUMNS}")?;
        // The columns after the momenta are not in the file.
        rows.iter().try_for_each(|row| csv::write_row(out, row[0] as usize, &row[1..16]))
    })
    .map_err(|e: io::Error| failed(e.to_string()))?;
    write_whole(&folder.join("final_state.npz"), |out| npz::write(out, &npz::state(time, x, v)))
        .map_err(|e| failed(e.to_string()))?;
    Ok(folder)
}

/// `<scene>-live`, or with a number behind it if that is there already.
fn new_folder(runs: &Path, scene: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(runs)?;
    // Names of scenes are those of files; nothing in them may lead elsewhere.
    let safe: String = scene.chars().map(|c| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' }).collect();
    for k in 1..MOST {
        let folder = runs.join(if k == 1 { format!("{safe}-live") } else { format!("{safe}-live-{k}") });
        match fs::create_dir(&folder) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => continue,
            result => return result.map(|()| folder),
        }
    }
    Err(io::Error::other("there are too many saved sessions of this scene"))
}
