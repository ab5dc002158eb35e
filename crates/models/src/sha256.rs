//! The SHA-256 of a file: what the manifest demands of every file of a model.
//!
//! Digests that never leave the project (questions, fingerprints) are blake3; this one exists
//! because the outside world names files by it.

use std::io::{self, Read};

use sha2::Digest as _;

pub use crate::hex::HexError;
use crate::hex::digest_text;

/// The SHA-256 of some bytes, shown as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256([u8; 32]);

digest_text!(Sha256);

impl Sha256 {
    /// The digest of bytes that are already in memory.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// The digest and the number of bytes of everything that `from` still has to give.
    ///
    /// # Errors
    ///
    /// Whatever reading `from` fails with.
    pub fn of_reader(from: &mut impl Read) -> io::Result<(Self, u64)> {
        let mut hasher = sha2::Sha256::new();
        let mut size = 0;
        let mut chunk = vec![0; 1 << 18];
        loop {
            match from.read(&mut chunk) {
                Ok(0) => return Ok((Self(hasher.finalize().into()), size)),
                Ok(count) => {
                    hasher.update(&chunk[..count]);
                    size += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The digest as bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_digest_of_nothing() {
        let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Sha256::of(b"").to_string(), nothing);
        assert_eq!(nothing.parse(), Ok(Sha256::of(b"")));
    }

    #[test]
    fn a_reader_hashes_to_the_same() {
        let bytes = vec![7; 600_000];
        let (digest, size) = Sha256::of_reader(&mut bytes.as_slice()).expect("memory can be read");
        assert_eq!((digest, size), (Sha256::of(&bytes), 600_000));
    }
}
