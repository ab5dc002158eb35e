//! From the words of an observation to what it tells.
//!
//! Whoever extracts implements [`Extract`]. There are three: [`Rules`], a grammar over the words of
//! base's tables; [`Prompted`], which lets a language model fill the slots of a fixed form; and
//! [`RulesThenPrompted`], both together. [`Probed`] is a language model whose hidden states say what
//! kind of thing an observation tells of, for either of the last two.

mod both;
pub mod probe;
mod prompted;
mod rules;
mod spans;
#[cfg(test)]
mod told;

use base::SimTime;
use memory::MemoryUnit;
use models::ModelError;
use serde::{Deserialize, Serialize};

pub use both::RulesThenPrompted;
pub use probe::Probed;
pub use prompted::Prompted;
pub use rules::Rules;

use crate::reading::Reading;

/// Reads observations.
pub trait Extract: Send + Sync {
    /// What it is called in tables.
    fn name(&self) -> &str;

    /// What the words of one observation tell.
    ///
    /// Words that cannot be read are no error: they come back [`Quality::Raw`].
    ///
    /// # Errors
    ///
    /// When a model fails.
    fn extract(&self, words: &str) -> Result<Extracted, ModelError>;
}

/// How well an observation was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// At once.
    First,
    /// At the stricter second try.
    Second,
    /// Not at all: only the words are kept.
    Raw,
}

/// What came of reading one observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extracted {
    /// What it tells; none where it could not be read.
    pub reading: Option<Reading>,
    /// How well it was read.
    pub quality: Quality,
}

/// The strength with which a unit is held of which only the words are known.
const RAW_STRENGTH: f32 = 0.5;

impl Extracted {
    /// Nothing but the words.
    pub const fn raw() -> Self {
        Self { reading: None, quality: Quality::Raw }
    }

    /// The unit to keep. What could not be read is kept too: its words, held less strongly than
    /// other new units.
    pub fn into_unit(self, words: &str, episode: u32, lived: SimTime) -> MemoryUnit {
        match self.reading {
            Some(reading) => reading.into_unit(words, episode, lived),
            None => MemoryUnit { strength: RAW_STRENGTH, ..MemoryUnit::new(words, episode, lived) },
        }
    }
}

/// How many observations were read how well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// At once.
    pub first: usize,
    /// At the second try.
    pub second: usize,
    /// Not at all.
    pub raw: usize,
}

impl Tally {
    /// Counts one more.
    pub const fn count(&mut self, quality: Quality) {
        match quality {
            Quality::First => self.first += 1,
            Quality::Second => self.second += 1,
            Quality::Raw => self.raw += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_kept_with_its_words() {
        let unit = Extracted::raw().into_unit("Hm, hm.", 3, SimTime(5));
        assert_eq!((unit.words.as_str(), unit.episode), ("Hm, hm.", 3));
        assert!(unit.actions.is_empty() && unit.strength < 1.0);
        let mut tally = Tally::default();
        tally.count(Quality::Raw);
        assert_eq!(tally, Tally { raw: 1, ..Tally::default() });
    }
}
