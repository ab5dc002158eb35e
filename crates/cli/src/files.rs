//! Files: the library of scenarios and kitchens on disk, and writing without ever leaving half a
//! file behind.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use scenario::{Embedded, Library};

use crate::failure::Failure;

/// The files beside a scenario, then those that come with the program.
///
/// A path is looked for from the scenario's folder upwards, there also in `assets`.
pub struct Disk {
    folders: Vec<PathBuf>,
}

impl Disk {
    /// The library for a file at this path.
    pub fn beside(path: &Path) -> Self {
        let mut folders = Vec::new();
        let start = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        for folder in start.ancestors().skip(1) {
            folders.push(folder.to_owned());
            folders.push(folder.join("assets"));
        }
        Self { folders }
    }

    /// The library of what comes with the program, and of imported kitchens.
    pub fn embedded() -> Self {
        Self { folders: Vec::new() }
    }
}

impl Library for Disk {
    fn text(&self, path: &str) -> Result<String, String> {
        if let Some(plan) = path.strip_prefix("thor:") {
            return crate::suites::thor_kitchen(plan).map_err(|failure| failure.to_string());
        }
        let on_disk =
            self.folders.iter().map(|folder| folder.join(path)).find(|path| path.is_file());
        match on_disk {
            Some(found) => fs::read_to_string(&found)
                .map_err(|error| format!("{} cannot be read: {error}", found.display())),
            None => Embedded.text(path),
        }
    }

    fn paths(&self) -> Vec<String> {
        Embedded.paths()
    }
}

/// Imported homes by their paths, before everything that comes with the program.
pub struct ImportedHomes(pub BTreeMap<String, String>);

impl Library for ImportedHomes {
    fn text(&self, path: &str) -> Result<String, String> {
        self.0.get(path).map_or_else(|| Embedded.text(path), |text| Ok(text.clone()))
    }
}

/// Reads a text file, or says why not. A file whose name ends in `.gz` is unpacked.
pub fn read(path: &Path) -> Result<String, Failure> {
    let failed =
        |error: std::io::Error| Failure::new(format!("{} cannot be read: {error}", path.display()));
    let mut bytes = fs::read(path).map_err(failed)?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut unpacked = Vec::new();
        GzDecoder::new(&bytes[..]).read_to_end(&mut unpacked).map_err(failed)?;
        bytes = unpacked;
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::new(format!("{} is not text: byte {at} is not UTF-8", path.display()))
    })
}

/// Writes a file whole or not at all: into a new file beside it, which then takes its place.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(format!("{} cannot be written: {error}", path.display()))
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    fs::write(&beside, bytes).map_err(failed)?;
    fs::rename(&beside, path).map_err(failed)
}

/// Every file below a folder whose name ends so, in the order of their paths.
pub fn below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(format!("{} cannot be listed: {error}", folder.display()))
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            found.extend(below(&path, extension)?);
        } else if path.extension().is_some_and(|other| other == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
