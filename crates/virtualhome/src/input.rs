//! What is wrong with the data, and where; and where the data comes from.

use std::io::Read;

use flate2::read::GzDecoder;

/// Data that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct BadInput {
    /// The file, with the line where there is one.
    pub place: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl BadInput {
    pub(crate) fn new(file: &str, line: Option<usize>, what: impl Into<String>) -> Self {
        let place = line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
        Self { place, what: what.into() }
    }

    /// An error of JSON; `line` is that of the file where each line is a JSON of its own.
    pub(crate) fn of_json(file: &str, line: Option<usize>, error: &serde_json::Error) -> Self {
        let (at, column) = (error.line(), error.column());
        let words = error.to_string();
        let words = words.strip_suffix(&format!(" at line {at} column {column}")).unwrap_or(&words);
        let line = line.unwrap_or(at);
        Self { place: format!("{file}:{line}:{column}"), what: words.to_owned() }
    }
}

/// Where the data lies. This crate opens no files itself.
pub trait DataFolder {
    /// The bytes of the file at this path below the folder; none where there is no such file.
    ///
    /// # Errors
    ///
    /// Why a file that is there cannot be read.
    fn bytes(&self, path: &str) -> std::io::Result<Option<Vec<u8>>>;

    /// What messages call the file at this path.
    fn name(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// The bytes of a file, and what messages call it; none where there is no such file.
pub(crate) fn bytes(
    folder: &dyn DataFolder,
    path: &str,
) -> Result<Option<(String, Vec<u8>)>, BadInput> {
    let name = folder.name(path);
    match folder.bytes(path) {
        Ok(bytes) => Ok(bytes.map(|bytes| (name, bytes))),
        Err(error) => Err(BadInput::new(&name, None, format!("cannot be read: {error}"))),
    }
}

/// The text of a file that may be packed with gzip.
pub(crate) fn unpacked(name: &str, bytes: Vec<u8>) -> Result<String, BadInput> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    let bytes = if bytes.starts_with(&GZIP) {
        let mut unpacked = Vec::new();
        GzDecoder::new(bytes.as_slice())
            .read_to_end(&mut unpacked)
            .map_err(|error| BadInput::new(name, None, format!("is a damaged gzip: {error}")))?;
        unpacked
    } else {
        bytes
    };
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
        BadInput::new(name, Some(line), "is not UTF-8 text")
    })
}
