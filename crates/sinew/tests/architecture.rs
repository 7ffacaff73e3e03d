//! ARCHITECTURE.md must tell the truth: its tree is compared with the disk, and dependencies must run one way.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies two folders deep").to_path_buf()
}

/// Every source folder below crates/*/src with the stems of its Rust files, sorted.
fn tree_on_disk() -> BTreeMap<String, Vec<String>> {
    fn visit(folder: &Path, root: &Path, tree: &mut BTreeMap<String, Vec<String>>) {
        let mut stems = Vec::new();
        for entry in fs::read_dir(folder).expect("source folders can be read") {
            let path = entry.expect("entries can be read").path();
            let stem = path.file_stem().expect("entries have names").to_string_lossy().into_owned();
            if path.is_dir() {
                visit(&path, root, tree);
            } else if path.extension().is_some_and(|e| e == "rs") && stem != "mod" {
                stems.push(stem);
            }
        }
        stems.sort();
        let name = folder.strip_prefix(root).expect("below the root").to_string_lossy().into_owned() + "/";
        tree.insert(name, stems);
    }
    let mut tree = BTreeMap::new();
    for krate in fs::read_dir(root().join("crates")).expect("crates can be listed") {
        let source = krate.expect("entries can be read").path().join("src");
        if source.is_dir() {
            visit(&source, &root(), &mut tree);
        }
    }
    tree
}

/// The same from ARCHITECTURE.md: a line with the folder, then indented lines with the stems.
fn tree_in_document(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut tree: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut folder = None;
    for line in text.lines().skip_while(|l| *l != "## The tree") {
        if line.starts_with("crates/") {
            let name = line.split_whitespace().next().expect("the line is not empty").to_owned();
            folder = Some(name.clone());
            tree.entry(name).or_default();
        } else if line.starts_with("    ") {
            let folder = folder.clone().expect("a folder comes first");
            tree.get_mut(&folder).expect("inserted above").extend(line.split_whitespace().map(str::to_owned));
        }
    }
    tree
}

#[test]
fn the_tree_in_the_document_is_the_tree_on_disk() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md can be read");
    let (document, disk) = (tree_in_document(&text), tree_on_disk());
    for (folder, stems) in &disk {
        assert_eq!(
            document.get(folder),
            Some(stems),
            "ARCHITECTURE.md is stale; it should list\n{folder}\n    {}",
            stems.join(" ")
        );
    }
    for folder in document.keys() {
        assert!(disk.contains_key(folder), "ARCHITECTURE.md lists {folder}, which does not exist");
    }
}

/// Which modules of the library each module may use; the order of the layers.
const ALLOWED: &[(&str, &[&str])] = &[
    ("mechanics", &[]),
    ("mesh", &["catalog"]),
    ("models", &["mechanics", "mesh"]),
    ("contact", &["mechanics", "models", "mesh"]),
    ("integrators", &["mechanics", "catalog"]),
    ("catalog", &[]),
    ("simulation", &["mechanics", "integrators"]),
];

#[test]
fn dependencies_run_one_way() {
    let source = root().join("crates/sinew/src");
    for (module, allowed) in ALLOWED {
        let mut files = Vec::new();
        let (folder, file) = (source.join(module), source.join(format!("{module}.rs")));
        if folder.is_dir() {
            collect(&folder, &mut files);
        }
        if file.is_file() {
            files.push(file);
        }
        assert!(!files.is_empty(), "no module {module}");
        for file in files {
            let text = fs::read_to_string(&file).expect("sources can be read");
            // Tests at the bottom of a file may bring in whatever they like.
            let body = text.split("#[cfg(test)]").next().expect("split yields a first part");
            for used in body.match_indices("crate::").filter_map(|(at, _)| {
                let rest = &body[at + "crate::".len()..];
                rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
            }) {
                assert!(
                    used == *module
                        || allowed.contains(&used)
                        || !ALLOWED.iter().any(|(m, _)| m == &used) && used != "scene" && used != "output",
                    "{} uses crate::{used}, but {module} may use only {allowed:?}",
                    file.display()
                );
            }
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("source folders can be read") {
        let path = entry.expect("entries can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Keys such as `[baraff1998]` or `[smith2019, sec. 5]` in the sources must be entries of docs/papers.bib.
#[test]
fn every_cited_paper_is_in_the_bibliography() {
    let papers = fs::read_to_string(root().join("docs/papers.bib")).expect("papers.bib can be read");
    let known: Vec<&str> = papers.lines().filter_map(|l| l.split_once('{')?.1.split(',').next()).collect();
    let mut files = Vec::new();
    collect(&root().join("crates"), &mut files);
    let mut cited = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("sources can be read");
        for (at, _) in text.match_indices('[') {
            let key: String = text[at + 1..]
                .chars()
                .take_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-')
                .collect();
            let end = text[at + 1 + key.len()..].chars().next();
            let year = key.len() > 4 && key[key.len() - 4..].chars().all(|c| c.is_ascii_digit());
            let name = key.len() > 4 && key[..key.len() - 4].chars().all(|c| c.is_ascii_lowercase() || c == '-');
            if year && name && matches!(end, Some(']' | ',')) {
                cited += 1;
                assert!(known.contains(&key.as_str()), "{} cites {key}, which docs/papers.bib lacks", file.display());
            }
        }
    }
    assert!(cited > 30, "citations are found at all: {cited}");
}
