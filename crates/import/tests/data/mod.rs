//! Finds and reads the files of others.

#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::io::Read;
use std::path::PathBuf;

/// The folder of the data; none where there is no such folder.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("BRAINMEM_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no {}; set BRAINMEM_DATA", folder.display());
    None
}

/// The text of a file; none where there is no data.
#[allow(dead_code, reason = "not every test that includes this needs it")]
pub fn text(path: &str) -> Option<String> {
    let path = folder()?.join(path);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}")))
}

/// The text of a packed file; none where there is no data.
#[allow(dead_code, reason = "not every test that includes this needs it")]
pub fn packed(path: &str) -> Option<String> {
    let path = folder()?.join(path);
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .unwrap_or_else(|error| panic!("{path:?}: {error}"));
    Some(text)
}
