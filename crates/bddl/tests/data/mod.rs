//! Finds and reads the files of others.

#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::disallowed_methods, reason = "these tests read the files of others")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the activities; none where there is no such folder.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("BRAINMEM_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let folder = folder.join("behavior1k_bddl");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no {}; set BRAINMEM_DATA", folder.display());
    None
}

/// The text of a file; none where there is no data.
pub fn text(path: &str) -> Option<String> {
    Some(read(&folder()?.join(path)))
}

/// The activities of kitchens, by name.
pub fn kitchens() -> Option<BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    add_all(&folder()?.join("kitchen_activities"), &mut texts);
    Some(texts)
}

/// All activities, by name, and the two domains.
pub fn everything() -> Option<(BTreeMap<String, String>, Vec<String>)> {
    let archive = folder()?.join("activity_definitions.tar.xz");
    let unpacked = tempfile::tempdir().expect("a folder for a while");
    let tar = Command::new("tar").arg("-xJf").arg(&archive).arg("-C").arg(unpacked.path()).status();
    if !tar.is_ok_and(|status| status.success()) {
        println!("skipped: tar cannot unpack {}", archive.display());
        return None;
    }
    let mut texts = BTreeMap::new();
    add_all(unpacked.path(), &mut texts);
    let domains =
        texts.extract_if(.., |name, _| name.starts_with("domain_")).map(|it| it.1).collect();
    Some((texts, domains))
}

/// Every file below a folder; `problem0` is called as its folder is.
fn add_all(folder: &Path, texts: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            add_all(&path, texts);
            continue;
        }
        let stem = path.file_stem().expect("a file has a name");
        let named = if stem == "problem0" { folder.file_name().expect("a name") } else { stem };
        texts.insert(named.to_string_lossy().into_owned(), read(&path));
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}
