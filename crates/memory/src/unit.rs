//! The memory unit: one remembered experience.

use base::{Action, Digester, Fact, Noun, Refusal, SimTime, State, UnitId};
use serde::{Deserialize, Serialize};

use crate::system::MemoryError;

/// What kind of knowledge a unit is; each kind is consolidated in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    /// Something that was done or happened.
    Event,
    /// How something looked at a moment: what was seen where.
    Scene,
    /// Something that was told or worked out.
    Fact,
    /// How to handle things.
    Skill,
    /// Never put aside, whatever the strength.
    Core,
}

/// Where a unit comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Source {
    /// The agent did it.
    Did,
    /// The agent saw it.
    Saw,
    /// The agent was told.
    Heard,
    /// Worked out from these units, which are kept.
    Distilled(Vec<UnitId>),
}

/// One remembered experience.
///
/// Everything above `access_count` is the experience itself, never changes and names the unit
/// (see [`MemoryUnit::content_id`]); what follows is how a memory system has come to hold it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MemoryUnit {
    /// The experience as a sentence: "I put the blue mug in the left drawer."
    pub words: String,
    /// The things in it, each once, in alphabetical order.
    pub entities: Vec<Noun>,
    /// What was done, if anything.
    pub actions: Vec<Action<Noun>>,
    /// What was known to be so before, as far as it changed.
    pub before: Vec<Fact>,
    /// What was so after: what changed, or what was seen.
    pub after: Vec<Fact>,
    /// For a failure, the facts that stood in the way.
    pub cause: Vec<Fact>,
    /// For a failure, how the world said no.
    pub refusal: Option<Refusal>,
    /// The words of the goal that was pursued then, if there was one.
    pub goal: Option<String>,
    /// When it was lived.
    pub lived: SimTime,
    /// When it was learned: later than lived for what was told.
    pub learned: SimTime,
    /// Where: the landmark the agent stood at, or the room.
    pub place: Option<Noun>,
    /// In which episode of the agent's life.
    pub episode: u32,
    /// How it turned out, from -1 (failed) over 0 (nothing to say) to 1 (succeeded).
    pub valence: f32,
    /// What kind of knowledge it is.
    pub class: Class,
    /// Where it comes from.
    pub source: Source,

    /// How much it had to do with the goal of its time, from 0 to 1.
    pub goal_relevance: f32,
    /// How often it was used since the last consolidation.
    pub access_count: u32,
    /// How strongly it is held; 1 when new.
    pub strength: f32,
}

impl MemoryUnit {
    /// An experience with these words at this time, of class [`Class::Event`], done by the agent,
    /// with nothing else known. The caller fills in what it knows.
    pub fn new(words: impl Into<String>, episode: u32, lived: SimTime) -> Self {
        Self {
            words: words.into(),
            entities: Vec::new(),
            actions: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            cause: Vec::new(),
            refusal: None,
            goal: None,
            lived,
            learned: lived,
            place: None,
            episode,
            valence: 0.0,
            class: Class::Event,
            source: Source::Did,
            goal_relevance: 0.0,
            access_count: 0,
            strength: 1.0,
        }
    }

    /// The id: the digest of the experience itself, so that the same experience recorded twice is
    /// one unit, and two that differ in anything but how they are held are two.
    pub fn content_id(&self) -> UnitId {
        let mut digester = Digester::new("memory unit");
        digester.str(&self.words).u64(u64::from(self.episode));
        digester.u64(self.lived.0).u64(self.learned.0);
        digester.u64(self.entities.len() as u64);
        for entity in &self.entities {
            digester.str(entity.as_str());
        }
        digester.u64(self.actions.len() as u64);
        for action in &self.actions {
            digester.str(&action.to_string());
        }
        for (part, facts) in
            [("before", &self.before), ("after", &self.after), ("cause", &self.cause)]
        {
            digester.str(part).u64(facts.len() as u64);
            for fact in facts {
                digester.str(&fact.to_string());
            }
        }
        for words in [self.goal.as_deref(), self.place.as_ref().map(Noun::as_str)] {
            digester.bool(words.is_some()).str(words.unwrap_or_default());
        }
        digester.f32(self.valence);
        digester.str(&format!("{:?} {:?}", self.class, self.source));
        if let Some(refusal) = self.refusal {
            digester.str(refusal.code());
        }
        UnitId(digester.finish().first_u64())
    }

    /// Refuses a unit with a number that is not finite: it would poison every score it enters.
    ///
    /// # Errors
    ///
    /// [`MemoryError::NotFinite`] with the first such number.
    pub fn check_finite(&self) -> Result<(), MemoryError> {
        let numbers = [
            ("valence", self.valence),
            ("goal relevance", self.goal_relevance),
            ("strength", self.strength),
        ];
        match numbers.into_iter().find(|(_, value)| !value.is_finite()) {
            Some((field, value)) => {
                Err(MemoryError::NotFinite { words: self.words.clone(), field, value })
            }
            None => Ok(()),
        }
    }

    /// What the unit gives evidence of at its time: what was so after, and what stood in the way.
    pub fn evidence(&self) -> impl Iterator<Item = &Fact> {
        self.after.iter().chain(&self.cause)
    }

    /// Whether it tells of something that came about, and not of how something was found to be.
    pub fn tells_of_a_change(&self) -> bool {
        !self.actions.is_empty() || !self.before.is_empty()
    }

    /// Whether it tells that exactly this was done and took effect: a switch that was thrown while the
    /// thing does not run took none.
    pub fn tells_of_success(&self, action: &Action<Noun>) -> bool {
        let took_effect = match action {
            Action::Toggle(thing, on) => {
                self.after.contains(&Fact::Is(thing.clone(), State::Running, *on))
            }
            _ => true,
        };
        self.valence >= 0.0 && took_effect && self.actions.contains(action)
    }

    /// Collects the entities from the actions and facts.
    pub fn collect_entities(&mut self) {
        let mut entities: Vec<Noun> = self
            .actions
            .iter()
            .flat_map(|action| action.things().cloned())
            .chain(
                [&self.before, &self.after, &self.cause]
                    .into_iter()
                    .flatten()
                    .flat_map(|fact| fact.nouns().cloned()),
            )
            .chain(self.entities.drain(..))
            .collect();
        entities.sort_unstable();
        entities.dedup();
        self.entities = entities;
    }

    /// Tokens that the unit's words take in a budget: words and marks, counted one each.
    ///
    /// The same count for every memory system, near enough to a language model's own.
    pub fn tokens(&self) -> u32 {
        token_count(&self.words)
    }
}

/// Tokens of a text: runs of letters or digits, and other visible characters one by one.
pub fn token_count(text: &str) -> u32 {
    let mut tokens = 0;
    let mut in_word = false;
    for character in text.chars() {
        if character.is_alphanumeric() {
            tokens += u32::from(!in_word);
            in_word = true;
        } else {
            tokens += u32::from(!character.is_whitespace());
            in_word = false;
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_experience_has_the_same_id_however_strongly_held() {
        let unit = MemoryUnit::new("I saw the mug.", 1, SimTime(7));
        let mut held = unit.clone();
        held.strength = 0.2;
        held.access_count = 9;
        assert_eq!(unit.content_id(), held.content_id());
        assert_ne!(
            unit.content_id(),
            MemoryUnit::new("I saw the mug.", 1, SimTime(8)).content_id()
        );
    }

    #[test]
    fn what_was_pursued_and_how_it_turned_out_are_part_of_the_experience() {
        let unit = MemoryUnit::new("I took the mug.", 1, SimTime(7));
        let mut with_goal = unit.clone();
        with_goal.goal = Some("bring the mug".to_owned());
        let mut failed = unit.clone();
        failed.valence = -1.0;
        let mut ids = [&unit, &with_goal, &failed].map(MemoryUnit::content_id);
        ids.sort_unstable();
        assert!(ids[0] != ids[1] && ids[1] != ids[2]);
    }

    #[test]
    fn tokens_are_words_and_marks() {
        assert_eq!(token_count("I saw the blue mug, twice."), 8);
        assert_eq!(token_count(""), 0);
    }
}
