//! What is on the disk, compared with the manifest.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use models::manifest::ModelFile;
use models::{ModelEntry, Sha256};

use super::{Store, stamp};

/// A file of a model and what is the matter with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReport {
    /// Its path in the manifest.
    pub path: String,
    /// How it is.
    pub state: FileState,
}

/// How a file of a model is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileState {
    /// Hashed, and what the manifest says.
    #[error("verified")]
    Verified,
    /// It has the right size and was not hashed since it came or changed.
    #[error("present, not verified; run `brainmem models verify`")]
    Present,
    /// It is not there.
    #[error("missing")]
    Missing,
    /// It is longer or shorter than the manifest says.
    #[error("wrong size: {found} bytes, the manifest says {expected}")]
    WrongSize {
        /// The size in the manifest.
        expected: u64,
        /// The size of the file.
        found: u64,
    },
    /// It has the right size and other bytes.
    #[error("wrong bytes: the sha256 is {found}, the manifest says {expected}")]
    WrongHash {
        /// The digest in the manifest.
        expected: Sha256,
        /// The digest of the file.
        found: Sha256,
    },
    /// It is there and cannot be read.
    #[error("cannot be read: {reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
    },
}

impl Store {
    /// How each file of a model is, without hashing: quick.
    #[must_use]
    pub fn list(&self, model: &ModelEntry) -> Vec<FileReport> {
        self.report(model, glance)
    }

    /// How each file of a model is, hashing every one.
    #[must_use]
    pub fn verify(&self, model: &ModelEntry) -> Vec<FileReport> {
        self.report(model, hash)
    }

    fn report(
        &self,
        model: &ModelEntry,
        look: impl Fn(&Path, &ModelFile) -> FileState,
    ) -> Vec<FileReport> {
        let report = |file: &ModelFile| FileReport {
            path: file.path.clone(),
            state: look(&self.path(model, file), file),
        };
        model.files.iter().map(report).collect()
    }
}

/// How a file is, without hashing.
pub(super) fn glance(path: &Path, file: &ModelFile) -> FileState {
    match fs::metadata(path) {
        Err(error) => unreadable(&error),
        Ok(metadata) if !metadata.is_file() => {
            FileState::Unreadable { reason: "it is not a file".to_owned() }
        }
        Ok(metadata) if metadata.len() != file.size => {
            FileState::WrongSize { expected: file.size, found: metadata.len() }
        }
        Ok(_) if stamp::holds(path, file) => FileState::Verified,
        Ok(_) => FileState::Present,
    }
}

/// How a file is, with hashing; the stamp is renewed.
pub(super) fn hash(path: &Path, file: &ModelFile) -> FileState {
    let state = match glance(path, file) {
        FileState::Verified | FileState::Present => {
            match File::open(path).and_then(|mut open| Sha256::of_reader(&mut open)) {
                Err(error) => unreadable(&error),
                Ok((found, _)) if found != file.sha256 => {
                    FileState::WrongHash { expected: file.sha256, found }
                }
                Ok(_) => FileState::Verified,
            }
        }
        other => other,
    };
    match state {
        FileState::Verified => stamp::put(path, file),
        _ => stamp::remove(path),
    }
    state
}

fn unreadable(error: &io::Error) -> FileState {
    match error.kind() {
        io::ErrorKind::NotFound => FileState::Missing,
        _ => FileState::Unreadable { reason: error.to_string() },
    }
}
