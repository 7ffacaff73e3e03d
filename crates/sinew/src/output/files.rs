//! Files that are never seen half-written: a temporary name first, then a rename.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file by way of `<name>.part`; on an error nothing is left behind and an older file stays as it was.
pub fn write_whole<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let attempt = || -> Result<(), E> {
        let mut out = BufWriter::new(File::create(&part)?);
        write(&mut out)?;
        out.flush()?;
        drop(out);
        Ok(fs::rename(&part, path)?)
    };
    let result = attempt();
    if result.is_err() {
        // Nothing can be done about a file that cannot even be removed.
        let _ = fs::remove_file(&part);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.txt");
        write_whole::<io::Error>(&path, |out| out.write_all(b"old")).expect("written");
        let failed = write_whole::<io::Error>(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("still there"), b"old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
