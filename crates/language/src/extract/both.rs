//! Reads observations by a grammar first, and asks a language model what the grammar cannot know.
//!
//! A grammar is sure of the action and its things wherever it knows the words, and takes a failure that
//! is told in words of its own for a success. So the model decides between the two, and why it failed;
//! likewise whether what was seen had just come about. What the grammar cannot read the model reads
//! alone, and so are sentences in which the grammar left out a thing that they name.

use std::collections::BTreeSet;

use models::{Complete, ModelError};

use super::spans::{self, is_function_word, is_word};
use super::{Extract, Extracted, Prompted, Quality, Rules};
use crate::reading::Reading;

/// The extractor.
#[derive(Debug, Clone)]
pub struct RulesThenPrompted<C> {
    name: String,
    model: Prompted<C>,
}

impl<C: Complete> RulesThenPrompted<C> {
    /// An extractor that asks this model; `name` is what tables call the model.
    pub fn new(name: &str, model: C) -> Self {
        Self { name: format!("rules + {name}"), model: Prompted::new(name, model) }
    }
}

impl<C: Complete> Extract for RulesThenPrompted<C> {
    fn name(&self) -> &str {
        &self.name
    }

    fn extract(&self, words: &str) -> Result<Extracted, ModelError> {
        let found = Rules.extract(words)?.reading;
        let Some(found) = found.filter(|found| has_all_things(words, found)) else {
            return self.model.extract(words);
        };
        let settled = match self.model.settled(words, found.clone()) {
            Ok(settled) if settled.check().is_ok() => settled,
            // What does not fit into the model's context is read by the grammar alone.
            Ok(_) | Err(ModelError::TooLong { .. }) => found,
            Err(error) => return Err(error),
        };
        Ok(Extracted { reading: Some(settled), quality: Quality::First })
    }
}

/// Whether everything that the words name with "the" is in the reading.
fn has_all_things(words: &str, reading: &Reading) -> bool {
    let read: Vec<String> = reading.things.iter().map(|thing| thing.words()).collect();
    let read: BTreeSet<String> = read.iter().flat_map(|words| spans::tokens(words)).collect();
    spans::tokens(words).windows(2).all(|pair| {
        let names_a_thing = pair[0] == "the" && is_word(&pair[1]) && !is_function_word(&pair[1]);
        !names_a_thing || read.contains(&pair[1])
    })
}

#[cfg(test)]
mod tests {
    use base::Refusal;

    use super::super::told::Told;
    use super::*;
    use crate::reading::{Event, Reading, Situation};

    fn read(likely: &[(&'static str, &'static str)], words: &str) -> Reading {
        let reader = RulesThenPrompted::new("told", Told::new(likely));
        let extracted = reader.extract(words).expect("it cannot fail");
        extracted.reading.unwrap_or_else(|| panic!("{words} was not read"))
    }

    #[test]
    fn the_model_says_that_it_was_in_vain_and_why() {
        let words = "Slicing the ham with the steel knife led nowhere, blunt as it was.";
        assert_eq!(
            read(&[("event", "did")], words),
            Rules.extract(words).unwrap().reading.unwrap()
        );
        let failed = read(&[("event", "failed"), ("cause", "the edge is blunt")], words);
        assert_eq!(failed.event, Event::Failed);
        assert_eq!(failed.cause.as_deref(), Some(Refusal::Blunt.code()));
        assert_eq!((failed.before, failed.after, failed.things.len()), (None, None, 2));
    }

    #[test]
    fn the_model_says_that_it_had_just_come_about() {
        let words = "The bread is toasted.";
        assert_eq!(read(&[("event", "saw")], words).before, None);
        let happened = read(&[("event", "happened")], words);
        assert_eq!(happened.before.map(Situation::words), Some("untoasted"));
    }

    #[test]
    fn a_failure_that_the_grammar_knows_is_not_asked_about() {
        let words = "I could not open the hatch because it is stuck.";
        let failed = read(&[("event", "did"), ("cause", "it is too high")], words);
        assert_eq!(failed.cause.as_deref(), Some(Refusal::Stuck.code()));
    }

    #[test]
    fn what_the_grammar_left_a_thing_out_of_the_model_reads_alone() {
        let words = "I took the skin off the potato with the peeler.";
        let likely = [("event", "did"), ("act", "peel"), ("first", "potato"), ("second", "peeler")];
        let peeled = read(&likely, words);
        assert_eq!(peeled.act.map(|act| act.to_string()).as_deref(), Some("peel"));
        assert_eq!(peeled.things.len(), 2);
    }

    #[test]
    fn what_is_too_long_for_the_model_the_grammar_reads_alone() {
        let mut model = Told::new(&[("event", "failed")]);
        model.context = 10;
        let reader = RulesThenPrompted::new("told", model);
        let extracted = reader.extract("I took the red mug.").expect("it cannot fail");
        assert_eq!(extracted.reading.map(|reading| reading.event), Some(Event::Did));
    }
}
