//! Which model made an answer.
//!
//! Two models that could answer differently have different fingerprints. The name of a model is
//! deliberately not part of it: what counts is the bytes of its files and the recipe that turns
//! them into an answer.

use crate::hex::digest_text;

/// Names a model by what it is made of, shown as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 32]);

digest_text!(Fingerprint);

impl Fingerprint {
    /// The fingerprint of named parts: `("weights", sha256)`, `("tokenizer", sha256)`, `("recipe",
    /// "mean pooling 1")`.
    ///
    /// The recipe holds everything else that changes an answer: pooling, longest text, version of
    /// the arithmetic. Each name and each value is hashed with its length, so no two lists of parts
    /// run into each other.
    #[must_use]
    pub fn of(parts: &[(&str, &str)]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("brainmem model fingerprint 1");
        for part in parts.iter().flat_map(|(name, value)| [name, value]) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// The fingerprint as bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first eight digits: enough for a person to tell models apart, not for a program.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_counts() {
        let one = Fingerprint::of(&[("weights", "aa"), ("recipe", "mean")]);
        assert_ne!(one, Fingerprint::of(&[("weights", "ab"), ("recipe", "mean")]));
        assert_ne!(one, Fingerprint::of(&[("weights", "aa"), ("recipe", "first")]));
        assert_eq!(one, Fingerprint::of(&[("weights", "aa"), ("recipe", "mean")]));
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(Fingerprint::of(&[("a", "bc")]), Fingerprint::of(&[("ab", "c")]));
        assert_ne!(
            Fingerprint::of(&[("a", "b"), ("c", "d")]),
            Fingerprint::of(&[("a", "b"), ("cd", "")])
        );
    }

    #[test]
    fn it_survives_json_as_text() {
        let one = Fingerprint::of(&[("weights", "aa")]);
        let text = serde_json::to_string(&one).expect("text");
        assert_eq!(text, format!("\"{one}\""));
        assert_eq!(serde_json::from_str::<Fingerprint>(&text).expect("its own text"), one);
    }

    /// Vectors are stored under the fingerprint, so its way of hashing may not change unnoticed.
    #[test]
    fn the_way_of_hashing_is_fixed() {
        let one = Fingerprint::of(&[("weights", "aa"), ("recipe", "mean")]);
        expect_test::expect!["4ad4a3f2"].assert_eq(&one.short());
    }
}
