//! Digests as 64 hexadecimal digits, and back.
//!
//! Shared by every 32-byte digest of this crate; not a general hexadecimal reader.

use std::fmt;

/// Why a text is not a digest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HexError {
    /// The text is too short or too long.
    #[error("a digest has 64 hexadecimal digits, this one has {0}")]
    Length(usize),
    /// The text has a character that is no hexadecimal digit.
    #[error("{0:?} is not a hexadecimal digit")]
    Digit(char),
}

pub(crate) fn write(bytes: &[u8; 32], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    for byte in bytes {
        write!(out, "{byte:02x}")?;
    }
    Ok(())
}

pub(crate) fn read(text: &str) -> Result<[u8; 32], HexError> {
    if let Some(other) = text.chars().find(|digit| !digit.is_ascii_hexdigit()) {
        return Err(HexError::Digit(other));
    }
    if text.len() != 64 {
        return Err(HexError::Length(text.len()));
    }
    let digit = |at: usize| -> u8 {
        let value = char::from(text.as_bytes()[at])
            .to_digit(16)
            .expect("every character was checked to be a digit");
        value as u8
    };
    Ok(std::array::from_fn(|byte| digit(2 * byte) * 16 + digit(2 * byte + 1)))
}

/// Gives a 32-byte digest type its text form: `Display`, `Debug`, `FromStr`, and serde as
/// hexadecimal text in formats for people and as bytes in formats for machines.
macro_rules! digest_text {
    ($type:ident) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::hex::write(&self.0, out)
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(out, "{}({self})", stringify!($type))
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::hex::HexError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::hex::read(text).map(Self)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    self.0.serialize(serializer)
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    let text = String::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                } else {
                    <[u8; 32]>::deserialize(deserializer).map(Self)
                }
            }
        }
    };
}

pub(crate) use digest_text;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_read_back() {
        let text = "00ff10ab".repeat(8);
        let bytes = read(&text).expect("64 digits");
        assert_eq!(bytes[..4], [0x00, 0xff, 0x10, 0xab]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(read("abc"), Err(HexError::Length(3)));
        assert_eq!(read("xyz"), Err(HexError::Digit('x')));
        assert_eq!(read("äöü"), Err(HexError::Digit('ä')));
    }
}
