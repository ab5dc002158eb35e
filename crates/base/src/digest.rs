//! Fingerprints of worlds, episodes and files.
//!
//! [`Digester`] reads values one after the other. [`SetDigest`] is the fingerprint of an
//! unordered collection: an element can be added and removed without reading the others, so a
//! world's digest costs only what changed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// 32 bytes that name a content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of these bytes (BLAKE3).
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// The first eight bytes as a number, little end first.
    pub fn first_u64(&self) -> u64 {
        u64::from_le_bytes(self.0[..8].try_into().expect("a digest has 32 bytes"))
    }

    /// The first 16 hexadecimal digits, enough to tell two runs apart by eye.
    pub fn short(&self) -> String {
        self.to_string()[..16].to_owned()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a digest of 64 hexadecimal digits");
        if text.len() != 64 || !text.is_ascii() {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Reads values in order and gives their digest.
///
/// Texts and lists carry their length, so two different sequences of values never look alike.
#[derive(Debug, Clone)]
pub struct Digester(blake3::Hasher);

impl Digester {
    /// A digester for values of this kind; the kind is part of the digest.
    pub fn new(kind: &str) -> Self {
        let mut digester = Self(blake3::Hasher::new());
        digester.str(kind);
        digester
    }

    /// Reads a text.
    pub fn str(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    /// Reads bytes, with their length.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.u64(bytes.len() as u64);
        self.0.update(bytes);
        self
    }

    /// Reads a number.
    pub fn u64(&mut self, number: u64) -> &mut Self {
        self.0.update(&number.to_le_bytes());
        self
    }

    /// Reads a real number by its bits; both zeros count as one, every NaN as one.
    pub fn f32(&mut self, number: f32) -> &mut Self {
        let canonical = if number == 0.0 {
            0.0
        } else if number.is_nan() {
            f32::NAN
        } else {
            number
        };
        self.0.update(&canonical.to_bits().to_le_bytes());
        self
    }

    /// Reads a truth value.
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.0.update(&[u8::from(value)]);
        self
    }

    /// Reads another digest.
    pub fn digest(&mut self, digest: &Digest) -> &mut Self {
        self.0.update(&digest.0);
        self
    }

    /// The digest of everything read.
    pub fn finish(&self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
    }
}

/// The digest of an unordered collection, kept up to date element by element.
///
/// The sum, lane by lane and modulo 2^64, of the digests of the elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SetDigest([u64; 4]);

impl SetDigest {
    /// Counts an element in.
    pub fn add(&mut self, element: &Digest) {
        for (lane, part) in self.0.iter_mut().zip(lanes(element)) {
            *lane = lane.wrapping_add(part);
        }
    }

    /// Counts an element out that was counted in before.
    pub fn remove(&mut self, element: &Digest) {
        for (lane, part) in self.0.iter_mut().zip(lanes(element)) {
            *lane = lane.wrapping_sub(part);
        }
    }

    /// The digest of the collection as it is now.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::new("set");
        for lane in self.0 {
            digester.u64(lane);
        }
        digester.finish()
    }
}

fn lanes(digest: &Digest) -> [u64; 4] {
    std::array::from_fn(|lane| {
        let bytes = &digest.0[8 * lane..8 * lane + 8];
        u64::from_le_bytes(bytes.try_into().expect("a lane has eight bytes"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_forgets_the_order_and_what_left() {
        let [a, b, c] = [b"a", b"b", b"c"].map(|text| Digest::of(text));
        let mut first = SetDigest::default();
        first.add(&a);
        first.add(&b);
        let mut second = SetDigest::default();
        second.add(&c);
        second.add(&b);
        second.add(&a);
        second.remove(&c);
        assert_eq!(first.digest(), second.digest());
        second.add(&a);
        assert_ne!(first.digest(), second.digest(), "an element counts as often as it is in");
    }

    #[test]
    fn texts_do_not_run_into_one_another() {
        let of = |parts: &[&str]| {
            let mut digester = Digester::new("test");
            for part in parts {
                digester.str(part);
            }
            digester.finish()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
    }

    #[test]
    fn a_digest_reads_back() {
        let digest = Digest::of(b"x");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert!("zz".parse::<Digest>().is_err());
        assert!("é".repeat(32).parse::<Digest>().is_err());
    }
}
