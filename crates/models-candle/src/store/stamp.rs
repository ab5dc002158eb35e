//! A note beside a file that says: these bytes were hashed and are right.
//!
//! Hashing 90 MB at every start would be slow. The note holds what a change of the file would
//! change (size and time of modification), so it stops holding by itself. It is never proof against
//! somebody who wants to deceive: [`Store::verify`](super::Store::verify) hashes always.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use models::Sha256;
use models::manifest::ModelFile;
use serde::{Deserialize, Serialize};

use super::beside;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    size: u64,
    modified_ns: u128,
    sha256: Sha256,
}

/// Whether the file at `path` was hashed before, is what the manifest says, and has not changed
/// since.
pub(super) fn holds(path: &Path, file: &ModelFile) -> bool {
    let (Some(now), Ok(noted)) = (now(path, file.sha256), fs::read(beside(path, "verified")))
    else {
        return false;
    };
    now.size == file.size && serde_json::from_slice::<Stamp>(&noted).is_ok_and(|noted| noted == now)
}

/// Notes that the file at `path` was hashed and is what the manifest says.
///
/// A note that cannot be written only costs time, so nobody is told.
pub(super) fn put(path: &Path, file: &ModelFile) {
    if let Some(stamp) = now(path, file.sha256) {
        let text = serde_json::to_vec(&stamp).expect("numbers and a digest can be written");
        let _ = fs::write(beside(path, "verified"), text);
    }
}

/// Takes the note away.
pub(super) fn remove(path: &Path) {
    let _ = fs::remove_file(beside(path, "verified"));
}

fn now(path: &Path, sha256: Sha256) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(Stamp { size: metadata.len(), modified_ns: modified.as_nanos(), sha256 })
}
