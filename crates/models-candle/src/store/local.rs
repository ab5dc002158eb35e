//! A file that is on this machine already.

use std::fs::File;
use std::path::Path;

use super::fetch::{SourceFailure, copy};

/// Copies the file at `from` to `to`.
pub(super) fn fetch(
    from: &Path,
    to: &Path,
    received: &mut dyn FnMut(u64),
) -> Result<(), SourceFailure> {
    let mut open = match File::open(from) {
        Ok(open) => open,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(SourceFailure::NotThere { path: from.to_owned() });
        }
        Err(error) => return Err(SourceFailure::disk("read", from, &error)),
    };
    copy(&mut open, from, to, received)
}
