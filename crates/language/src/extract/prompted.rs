//! Reads observations with a language model that fills the slots of a form.
//!
//! The model writes nothing freely. The form is a line of JSON; in each slot every candidate is
//! scored together with the mark that closes it, and the most likely is filled in: acts and refusals
//! of base's tables, states of its list, and for things the runs of up to three words of the
//! observation. Slots that have one candidate cost nothing: what an action does to its thing is known
//! from the table.
//!
//! A reading is taken when its parts go together ([`Reading::check`]) and no slot was a guess.
//! Otherwise a second prompt with stricter words is tried; where that fails too, the words are kept
//! raw. Everything before the observation is the same each time, so a model may keep its state
//! after it.

use base::{Digest, Digester, Noun, Refusal, Relation, State};
use models::{Complete, ModelError, Prompt};

use super::spans;
use super::{Extract, Extracted, Quality};
use crate::acts::{Act, arity};
use crate::lines::one_line;
use crate::reading::{Event, Reading, Situation, effect, refusal_of};

pub(super) const PROMPTS: [&str; 2] = [
    include_str!("../../../../assets/language/extract.txt"),
    include_str!("../../../../assets/language/extract-strict.txt"),
];

/// A slot whose best candidate is less likely than this is a guess, in natural logarithms.
const LEAST_LIKELY: f64 = -6.0;

const NONE: &str = "none";

/// The name of the first slot.
pub(super) const EVENT: &str = "event";

/// The name of the second slot.
pub(super) const ACT: &str = "act";

/// What closes a slot.
pub(super) const CLOSED: &str = "\",";

/// A slot with this name up to where it is filled in.
pub(super) fn opened(slot: &str) -> String {
    format!("\"{slot}\": \"")
}

/// A slot with this name that is filled in, up to the next one.
pub(super) fn filled(slot: &str, value: &str) -> String {
    format!("{}{value}{CLOSED} ", opened(slot))
}

/// The extractor.
#[derive(Debug, Clone)]
pub struct Prompted<C> {
    name: String,
    model: C,
}

impl<C: Complete> Prompted<C> {
    /// An extractor that asks this model; `name` is what tables call it.
    pub fn new(name: impl Into<String>, model: C) -> Self {
        Self { name: name.into(), model }
    }

    /// The fingerprint of the wording of both prompts.
    pub fn version() -> Digest {
        let mut digester = Digester::new("extraction prompts");
        for prompt in PROMPTS {
            digester.str(prompt);
        }
        digester.finish()
    }

    /// One try with one of the prompts. None where it contradicts itself or is a guess.
    fn attempt(&self, shared: &str, words: &str) -> Result<Option<Reading>, ModelError> {
        let mut form = self.form(shared, words);
        let Some(reading) = form.fill(&spans::candidates(words))? else { return Ok(None) };
        let is_sure = form.least_likely >= LEAST_LIKELY;
        Ok((is_sure && reading.check().is_ok()).then_some(reading))
    }

    /// The reading of a grammar, of which the model decides what words alone do not tell a grammar:
    /// whether what was done was done in vain, and why; whether what was seen had just come about.
    pub(super) fn settled(&self, words: &str, found: Reading) -> Result<Reading, ModelError> {
        let words = one_line(words);
        self.form(PROMPTS[0], &words).settle(found)
    }

    fn form<'a>(&'a self, shared: &'a str, words: &'a str) -> Form<'a, C> {
        Form { model: &self.model, shared, words, filled: String::new(), least_likely: 0.0 }
    }
}

impl<C: Complete> Extract for Prompted<C> {
    fn name(&self) -> &str {
        &self.name
    }

    fn extract(&self, words: &str) -> Result<Extracted, ModelError> {
        let words = one_line(words);
        for (shared, quality) in PROMPTS.into_iter().zip([Quality::First, Quality::Second]) {
            match self.attempt(shared, &words) {
                Ok(Some(reading)) => return Ok(Extracted { reading: Some(reading), quality }),
                // What does not fit into the model's context can still be kept.
                Ok(None) | Err(ModelError::TooLong { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Extracted::raw())
    }
}

/// A form that is being filled in.
struct Form<'a, C> {
    model: &'a C,
    shared: &'a str,
    words: &'a str,
    /// The slots so far.
    filled: String,
    /// The least log-likelihood that a chosen candidate had.
    least_likely: f64,
}

impl<C: Complete> Form<'_, C> {
    /// None where the observation has no words for things that the form needs.
    fn fill(&mut self, spans: &[String]) -> Result<Option<Reading>, ModelError> {
        let event = Event::ALL[self.slot(EVENT, &Event::ALL.map(Event::word))?];
        let act = match event {
            Event::Did | Event::Failed => {
                let acts: Vec<Act> = Act::all().collect();
                let words: Vec<String> = acts.iter().map(|act| act.words()).collect();
                Some(acts[self.slot(ACT, &borrowed(&words))?])
            }
            Event::Happened | Event::Saw => {
                self.slot(ACT, &[NONE])?;
                None
            }
        };
        let mut reading = Reading { act, ..Reading::of(event) };
        let takes = act_takes(&reading);
        if takes > 0 {
            if spans.is_empty() {
                return Ok(None);
            }
            let first = self.slot("first", &borrowed(spans))?;
            reading.things.extend(noun(&spans[first]));
        } else {
            self.slot("first", &[NONE])?;
        }
        let outcome = reading.act.filter(|_| event == Event::Did).map(effect);
        reading.after = match (event, outcome) {
            (Event::Did, Some((_, after))) => self.situation("after", &[after])?,
            (Event::Failed, _) => self.situation("after", &[None])?,
            _ => self.situation("after", &looks())?,
        };
        self.second(&mut reading, spans, takes)?;
        reading.before = match (event, reading.after, outcome) {
            (Event::Did, _, Some((Some(before), _))) => {
                self.situation("before", &[Some(before)])?
            }
            (Event::Did, ..) if reading.things.len() > takes => {
                let places = [Relation::In, Relation::On, Relation::Under];
                self.situation("before", &places.map(|at| Some(Situation::At(at))))?
            }
            (Event::Happened, Some(after), _) => {
                self.situation("before", &[after.before_change()])?
            }
            _ => self.situation("before", &[None])?,
        };
        if event == Event::Failed {
            reading.cause = self.cause(&reading)?;
        }
        Ok(Some(reading))
    }

    /// Fills in what was found, and chooses what is left open: the kind of event, and the cause.
    fn settle(&mut self, mut found: Reading) -> Result<Reading, ModelError> {
        let events: &[Event] = match found.event {
            Event::Did => &[Event::Did, Event::Failed],
            Event::Failed => &[Event::Failed],
            Event::Happened | Event::Saw => &[Event::Happened, Event::Saw],
        };
        let words: Vec<&str> = events.iter().map(|event| event.word()).collect();
        found.event = events[self.slot(EVENT, &words)?];
        let act = found.act.map_or(NONE.to_owned(), Act::words);
        self.slot(ACT, &[&act])?;
        match (found.event, found.after) {
            (Event::Failed, _) => {
                let takes = act_takes(&found);
                found.things.truncate(takes);
                (found.before, found.after) = (None, None);
            }
            (Event::Happened, after) => found.before = after.and_then(Situation::before_change),
            (Event::Saw, _) => found.before = None,
            (Event::Did, _) => {}
        }
        if found.event == Event::Failed && found.cause.is_none() {
            let thing = |at: usize| found.things.get(at).map_or(NONE.to_owned(), Noun::words);
            self.slot("first", &[&thing(0)])?;
            self.slot("after", &[NONE])?;
            self.slot("second", &[&thing(1)])?;
            self.slot("before", &[NONE])?;
            found.cause = self.cause(&found)?;
        }
        Ok(found)
    }

    /// The tool or the place, and any third thing. Where a thing was taken from may be told or not.
    fn second(
        &mut self,
        reading: &mut Reading,
        spans: &[String],
        takes: usize,
    ) -> Result<(), ModelError> {
        let may_tell_whence = reading.after == Some(Situation::Held);
        let has_place = reading.after.is_some_and(Situation::needs_a_place);
        let must = takes > 1 || (has_place && reading.act.is_none());
        let mut candidates: Vec<&str> = Vec::new();
        if must || may_tell_whence {
            let is_other =
                |span: &&String| noun(span).is_some_and(|noun| !reading.things.contains(&noun));
            candidates.extend(spans.iter().filter(is_other).map(String::as_str));
        }
        if !must || candidates.is_empty() {
            candidates.push(NONE);
        }
        let chosen = candidates[self.slot("second", &candidates)?];
        if chosen != NONE {
            reading.things.extend(noun(chosen));
        }
        Ok(())
    }

    fn situation(
        &mut self,
        slot: &str,
        candidates: &[Option<Situation>],
    ) -> Result<Option<Situation>, ModelError> {
        let words: Vec<&str> =
            candidates.iter().map(|situation| situation.map_or(NONE, Situation::words)).collect();
        Ok(candidates[self.slot(slot, &words)?])
    }

    fn cause(&mut self, reading: &Reading) -> Result<Option<String>, ModelError> {
        let Some(act) = reading.act else { return Ok(None) };
        let entry = act.kind.entry();
        let refusals: Vec<Refusal> =
            Refusal::ALL.into_iter().filter(|refusal| entry.may_be_refused(*refusal)).collect();
        let words: Vec<String> = refusals.iter().map(ToString::to_string).collect();
        let chosen = self.slot("cause", &borrowed(&words))?;
        let code = refusals[chosen].code();
        debug_assert!(refusal_of(code).is_some());
        Ok(Some(code.to_owned()))
    }

    /// Fills in a slot and says which candidate it was.
    fn slot(&mut self, name: &str, candidates: &[&str]) -> Result<usize, ModelError> {
        self.filled.push_str(&opened(name));
        let chosen = if let [_] = candidates {
            0
        } else {
            let closed: Vec<String> =
                candidates.iter().map(|candidate| format!("{candidate}{CLOSED}")).collect();
            let own = asked(self.words, &self.filled);
            let prompt = Prompt { shared: self.shared.to_owned(), own };
            let chosen = self.model.choose(&prompt, &borrowed(&closed))?;
            // Why something failed is a phrase of the table: many words, of which few are the
            // observation's, so that the right one is unlikely too.
            if name != "cause" {
                self.least_likely = self.least_likely.min(chosen.score.log_likelihood);
            }
            chosen.index
        };
        self.filled.push_str(&format!("{}\", ", candidates[chosen]));
        Ok(chosen)
    }
}

/// What comes after the shared beginning of a prompt: the words, and the slots up to where the model
/// goes on.
pub(super) fn asked(words: &str, filled: &str) -> String {
    format!("Observation: {words}\n{{{filled}")
}

/// How many things the action of a reading takes; one where there is none.
fn act_takes(reading: &Reading) -> usize {
    reading.act.map_or(1, |act| arity(act.kind))
}

/// How a thing may look: where it is, or any state that can be seen, or heard of.
fn looks() -> Vec<Option<Situation>> {
    const PLACES: [Relation; 3] = [Relation::In, Relation::On, Relation::Under];
    let places = PLACES.into_iter().flat_map(|at| [Situation::At(at), Situation::NotAt(at)]);
    let states = State::ALL.into_iter();
    let states = states.flat_map(|state| [true, false].map(|holds| Situation::Is(state, holds)));
    places.chain(states).map(Some).collect()
}

fn noun(span: &str) -> Option<Noun> {
    span.parse().ok()
}

fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::super::told::Told;
    use super::*;

    fn read(model: Told, words: &str) -> Extracted {
        Prompted::new("told", model).extract(words).expect("it cannot fail")
    }

    #[test]
    fn the_likely_candidate_fills_each_slot() {
        let likely =
            [("act", "put in"), ("event", "did"), ("first", "blue mug"), ("second", "drawer")];
        let extracted = read(Told::new(&likely), "The blue mug went right into the drawer.");
        assert_eq!(extracted.quality, Quality::First);
        let json = serde_json::to_string(&extracted.reading).expect("a reading is JSON");
        assert_eq!(
            json,
            r#"{"event":"did","act":"put_in","things":["blue mug","drawer"],"before":"held","after":"in","cause":null}"#
        );
    }

    #[test]
    fn a_guess_is_no_reading() {
        let extracted = read(Told::new(&[]), "The blue mug went into the drawer.");
        assert_eq!(extracted, Extracted::raw());
        let nothing = read(Told::new(&[("event", "saw")]), "");
        assert_eq!(nothing, Extracted::raw());
    }

    #[test]
    fn what_is_too_long_is_kept_raw() {
        let mut model = Told::new(&[("event", "saw")]);
        model.context = 10;
        assert_eq!(read(model, "The mug is in the drawer."), Extracted::raw());
    }

    #[test]
    fn every_example_of_the_prompts_is_a_form_that_can_be_filled_in() {
        for (line, text) in PROMPTS.iter().flat_map(|prompt| prompt.lines().enumerate()) {
            if !text.starts_with('{') {
                continue;
            }
            let form: serde_json::Value = serde_json::from_str(text).expect("a line of JSON");
            let value =
                |slot: &str| form[slot].as_str().unwrap_or_else(|| panic!("{line}: {slot}"));
            assert!(Event::ALL.iter().any(|event| event.word() == value("event")), "{text}");
            let act = Act::all().find(|act| act.words() == value("act"));
            assert_eq!(act.is_some(), matches!(value("event"), "did" | "failed"), "{text}");
            for slot in ["before", "after"] {
                let words = value(slot);
                assert!(words == NONE || Situation::named(words).is_some(), "{text}");
            }
            let is_cause = Refusal::ALL.iter().any(|r| r.to_string() == value("cause"));
            assert_eq!(is_cause, value("event") == "failed", "{text}");
        }
    }
}
