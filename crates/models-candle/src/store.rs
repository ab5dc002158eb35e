//! The models directory: which files are there, whether they are the right ones, and getting them.
//!
//! A model has a folder of its name; its files lie in there under the paths of the manifest.
//! Nothing is ever used that does not have the size and the sha256 of the manifest. A file appears
//! under its name only when it is whole and right, so a fetch that is broken off leaves no half
//! file that looks like a whole one.

#![allow(
    clippy::disallowed_methods,
    reason = "this module is the storage of the weights: files are its business"
)]

use std::fs::{self, File};
use std::io::{self, Seek as _};
use std::path::{Path, PathBuf};

use models::manifest::ModelFile;
use models::{ModelEntry, Sha256};

mod client;
mod directory;
mod fetch;
mod hub;
mod local;
mod package;
mod parts;
mod progress;
mod stamp;
mod verify;

pub use client::Clients;
pub use directory::{NoDirectory, default_directory};
pub use fetch::{Digests, FetchError, Fetched, SourceFailure, Tried};
pub use progress::{News, Progress, Silent, Stage};
pub use verify::{FileReport, FileState};

/// A models directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    directory: PathBuf,
}

/// A file of a model that has the size and the sha256 of the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usable {
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Its digest.
    pub sha256: Sha256,
}

/// A file of a model that is open for reading, and what its bytes hash to.
#[derive(Debug)]
pub struct Opened {
    /// At its beginning.
    pub file: File,
    /// Its digest.
    pub sha256: Sha256,
    /// Where it is, for messages.
    pub path: PathBuf,
}

impl Opened {
    /// Opens and hashes a file that no manifest names.
    ///
    /// # Errors
    ///
    /// When there is no such file or it cannot be read.
    pub fn any(path: &Path) -> Result<Self, NotUsable> {
        let failed = |source| NotUsable::NoFile { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(failed)?;
        let (sha256, _) = Sha256::of_reader(&mut file).map_err(failed)?;
        file.rewind().map_err(failed)?;
        Ok(Self { file, sha256, path: path.to_owned() })
    }
}

/// Why a file of a model cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NotUsable {
    /// The manifest does not name such a file.
    #[error("model {model:?}: the manifest names no file {file:?}, which this kind of model needs")]
    NotInManifest {
        /// Which model.
        model: String,
        /// Which file.
        file: String,
    },
    /// A file that no manifest names cannot be opened.
    #[error("cannot read {}: {source}", path.display())]
    NoFile {
        /// Where it should be.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is not on the disk.
    #[error("model {model:?}: there is no {}; run `brainmem models fetch {model}`", path.display())]
    Missing {
        /// Which model.
        model: String,
        /// Where the file should be.
        path: PathBuf,
    },
    /// The file cannot be read.
    #[error("model {model:?}: {} cannot be read", path.display())]
    Unreadable {
        /// Which model.
        model: String,
        /// Where the file is.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is longer or shorter than the manifest says.
    #[error(
        "model {model:?}: {} has {found} bytes, the manifest says {expected}; run `brainmem models verify`, then \
         `brainmem models fetch {model}`",
        path.display()
    )]
    WrongSize {
        /// Which model.
        model: String,
        /// Where the file is.
        path: PathBuf,
        /// The size in the manifest.
        expected: u64,
        /// The size of the file.
        found: u64,
    },
    /// The file has other bytes than the manifest says.
    #[error(
        "model {model:?}: the sha256 of {} is {found}, the manifest says {expected}; run `brainmem models verify`, \
         then `brainmem models fetch {model}`",
        path.display()
    )]
    WrongHash {
        /// Which model.
        model: String,
        /// Where the file is.
        path: PathBuf,
        /// The digest in the manifest.
        expected: Sha256,
        /// The digest of the file.
        found: Sha256,
    },
}

impl Store {
    /// The store in that directory, which need not exist yet.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into() }
    }

    /// The directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where a file of a model is, or would be.
    #[must_use]
    pub fn path(&self, model: &ModelEntry, file: &ModelFile) -> PathBuf {
        let mut path = self.folder(model);
        path.extend(file.path.split('/'));
        path
    }

    /// Reads a file of a model, sure that it is the one the manifest means.
    ///
    /// A file that was hashed before and has not changed since is not hashed again.
    ///
    /// # Errors
    ///
    /// When the manifest does not name the file, it is not there, cannot be read, or is another
    /// one.
    pub fn read(&self, model: &ModelEntry, file: &str) -> Result<Usable, NotUsable> {
        let name = || model.name.clone();
        let Some(file) = model.file(file) else {
            return Err(NotUsable::NotInManifest { model: name(), file: file.to_owned() });
        };
        let path = self.path(model, file);
        let stamped = stamp::holds(&path, file);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(NotUsable::Missing { model: name(), path });
            }
            Err(source) => return Err(NotUsable::Unreadable { model: name(), path, source }),
        };
        let (expected, found) = (file.size, bytes.len() as u64);
        if expected != found {
            return Err(NotUsable::WrongSize { model: name(), path, expected, found });
        }
        if !stamped {
            let (expected, found) = (file.sha256, Sha256::of(&bytes));
            if expected != found {
                return Err(NotUsable::WrongHash { model: name(), path, expected, found });
            }
            stamp::put(&path, file);
        }
        Ok(Usable { bytes, sha256: file.sha256 })
    }

    /// Opens a file of a model, sure that it is the one the manifest means, without holding it in
    /// memory.
    ///
    /// A file that was hashed before and has not changed since is not hashed again.
    ///
    /// # Errors
    ///
    /// As [`Store::read`].
    pub fn open(&self, model: &ModelEntry, file: &str) -> Result<Opened, NotUsable> {
        let name = || model.name.clone();
        let Some(file) = model.file(file) else {
            return Err(NotUsable::NotInManifest { model: name(), file: file.to_owned() });
        };
        let path = self.path(model, file);
        let state = match verify::glance(&path, file) {
            FileState::Present => verify::hash(&path, file),
            state => state,
        };
        match state {
            FileState::Verified => {}
            FileState::Missing => return Err(NotUsable::Missing { model: name(), path }),
            FileState::WrongSize { expected, found } => {
                return Err(NotUsable::WrongSize { model: name(), path, expected, found });
            }
            FileState::WrongHash { expected, found } => {
                return Err(NotUsable::WrongHash { model: name(), path, expected, found });
            }
            FileState::Present | FileState::Unreadable { .. } => {
                let source = io::Error::other(state.to_string());
                return Err(NotUsable::Unreadable { model: name(), path, source });
            }
        }
        match File::open(&path) {
            Ok(open) => Ok(Opened { file: open, sha256: file.sha256, path }),
            Err(source) => Err(NotUsable::Unreadable { model: name(), path, source }),
        }
    }

    fn folder(&self, model: &ModelEntry) -> PathBuf {
        self.directory.join(&model.name)
    }
}

/// A name beside `path` that is hidden and cannot be a model's file: `.<name>.<ending>`.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{ending}"))
}

#[cfg(test)]
mod tests;
