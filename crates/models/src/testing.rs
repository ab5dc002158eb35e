//! Models without weights, for tests only: an embedder and a language model.
//!
//! They know spelling and nothing of meaning: texts are close when they share words or pieces of
//! words. They stand in where a test needs *some* model in milliseconds; no result of the project
//! may rest on them.

use std::collections::BTreeSet;

use crate::complete::{Complete, Continuation, Finish, GenerateLimits, Generated, Prompt};
use crate::embed::Embed;
use crate::error::ModelError;
use crate::fingerprint::Fingerprint;
use crate::vector::Vector;

/// Hashes words and the three-letter pieces of words into a vector. For tests only.
///
/// ```
/// use models::{Embed, testing::HashedWords};
///
/// let words = HashedWords::default();
/// let [cup, cups, rain] = ["the red cup", "two red cups", "it rains"].map(|text| words.embed_one(text).unwrap());
/// assert!(cup.cosine(&cups) > cup.cosine(&rain));
/// ```
#[derive(Debug, Clone)]
pub struct HashedWords {
    dimension: usize,
    fingerprint: Fingerprint,
}

/// What a whole word weighs beside each of its pieces.
const WORD_WEIGHT: f32 = 2.0;

impl HashedWords {
    /// An embedder of vectors with `dimension` numbers.
    ///
    /// # Panics
    ///
    /// When the dimension is not within 64..=384: fewer make chance neighbours, more make tests
    /// slow.
    #[must_use]
    pub fn new(dimension: usize) -> Self {
        assert!(
            (64..=384).contains(&dimension),
            "hashed words have 64 to 384 dimensions, not {dimension}"
        );
        let recipe = format!("hashed words 1, {dimension}");
        Self { dimension, fingerprint: Fingerprint::of(&[("recipe", &recipe)]) }
    }

    /// Adds a signed weight at the place that the hash of `feature` says.
    fn add(&self, numbers: &mut [f32], kind: &str, feature: &str, weight: f32) {
        let hash = hash(kind, feature);
        let sign = if hash >> 63 == 0 { 1.0 } else { -1.0 };
        numbers[(hash % self.dimension as u64) as usize] += sign * weight;
    }

    fn vector(&self, text: &str) -> Vector {
        let mut numbers = vec![0.0; self.dimension];
        let lower = text.to_lowercase();
        let mut has_words = false;
        for word in
            lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
        {
            has_words = true;
            self.add(&mut numbers, "word", word, WORD_WEIGHT);
            let letters: Vec<char> =
                std::iter::once('^').chain(word.chars()).chain(std::iter::once('$')).collect();
            for piece in letters.windows(3) {
                self.add(&mut numbers, "piece", &String::from_iter(piece), 1.0);
            }
        }
        if !has_words {
            self.add(&mut numbers, "no words", &lower, 1.0);
        }
        // Opposite signs may cancel everything; then the text as a whole gives the direction.
        Vector::unit(numbers).unwrap_or_else(|_| {
            let mut numbers = vec![0.0; self.dimension];
            self.add(&mut numbers, "whole", &lower, 1.0);
            Vector::unit(numbers).expect("one number is not zero")
        })
    }
}

impl Default for HashedWords {
    /// 128 dimensions.
    fn default() -> Self {
        Self::new(128)
    }
}

impl Embed for HashedWords {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        Ok(texts.iter().map(|text| self.vector(text)).collect())
    }
}

/// Finds a continuation the likelier, the more of its words stand in the prompt. For tests only.
///
/// A token is a word. It writes the words of the prompt over again, from the first on.
#[derive(Debug, Clone)]
pub struct SharedWords {
    fingerprint: Fingerprint,
}

impl Default for SharedWords {
    fn default() -> Self {
        Self { fingerprint: Fingerprint::of(&[("recipe", "shared words 1")]) }
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let pieces = text.split(|letter: char| !letter.is_alphanumeric());
    pieces.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

impl Complete for SharedWords {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn context_tokens(&self) -> usize {
        4096
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(words(text).count())
    }

    fn score(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Vec<Continuation>, ModelError> {
        let known: BTreeSet<String> = words(&prompt.shared).chain(words(&prompt.own)).collect();
        let score = |text: &&str| {
            let strange = words(text).filter(|word| !known.contains(word)).count();
            let tokens = words(text).count();
            Continuation { log_likelihood: -(strange as f64), tokens: tokens as u32 }
        };
        Ok(continuations.iter().map(score).collect())
    }

    fn generate(&self, prompt: &Prompt, limits: &GenerateLimits) -> Result<Generated, ModelError> {
        let all = words(&prompt.shared).chain(words(&prompt.own));
        let text: Vec<String> = all.take(limits.tokens as usize).collect();
        let tokens = text.len() as u32;
        let finish = if tokens == limits.tokens { Finish::Limit } else { Finish::Done };
        Ok(Generated { text: text.join(" "), tokens, finish })
    }

    /// As if it kept eight bytes for each word.
    fn state_bytes_per_token(&self) -> u64 {
        8
    }
}

/// FNV-1a with a final mix, so that both the sign and the place depend on every byte.
fn hash(kind: &str, feature: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in kind.bytes().chain([0]).chain(feature.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ (hash >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(left: &str, right: &str) -> f32 {
        let words = HashedWords::default();
        let vectors = words.embed(&[left, right]).expect("hashing cannot fail");
        vectors[0].cosine(&vectors[1])
    }

    #[test]
    fn spelling_decides() {
        assert!(cosine("the red cup", "The red cup!") > 0.999);
        assert!(
            cosine("ann opens the drawer", "ann opened a drawer")
                > cosine("ann opens the drawer", "smoke rises")
        );
    }

    #[test]
    fn any_text_has_a_direction() {
        let words = HashedWords::new(64);
        for text in ["", " ", "!?", "ä", "茶杯", "\u{0}"] {
            assert_eq!(words.embed_one(text).expect("hashing cannot fail").dimension(), 64);
        }
    }

    #[test]
    fn dimensions_are_different_models() {
        assert_ne!(HashedWords::new(64).fingerprint(), HashedWords::new(384).fingerprint());
    }

    #[test]
    #[should_panic(expected = "64 to 384")]
    fn a_tiny_dimension_is_refused() {
        let _ = HashedWords::new(8);
    }

    /// Goldens of other crates rest on these bits.
    #[test]
    fn the_vectors_are_fixed() {
        let vector = HashedWords::default()
            .embed_one("ann puts the red cup into the drawer")
            .expect("hashing");
        let bytes: Vec<u8> =
            vector.as_slice().iter().flat_map(|number| number.to_le_bytes()).collect();
        expect_test::expect!["7e8e386caa0525b4b18113a7d771df2e55e6dbce0ebcbd972aa5adf20114df60"]
            .assert_eq(&crate::Sha256::of(&bytes).to_string());
    }
}
