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
use crate::choice::choose;
use crate::reading::{Event, Reading, Situation, effect, refusal_of};

const PROMPTS: [&str; 2] = [
    include_str!("../../../../assets/language/extract.txt"),
    include_str!("../../../../assets/language/extract-strict.txt"),
];

/// A slot whose best candidate has a smaller share of the likelihood is a guess. An even choice
/// between two candidates stands, one among four does not.
const LEAST_SHARE: f64 = 0.3;

const NONE: &str = "none";

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
        let mut form = Form {
            model: &self.model,
            prompt: Prompt { shared: shared.to_owned(), own: format!("Observation: {words}\n{{") },
            least_share: 1.0,
        };
        let Some(reading) = form.fill(&spans::candidates(words))? else { return Ok(None) };
        let is_sure = form.least_share >= LEAST_SHARE;
        Ok((is_sure && reading.check().is_ok()).then_some(reading))
    }
}

impl<C: Complete> Extract for Prompted<C> {
    fn name(&self) -> &str {
        &self.name
    }

    fn extract(&self, words: &str) -> Result<Extracted, ModelError> {
        // The form is lines: an observation of several would look like several.
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
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
    prompt: Prompt,
    /// The least share of the likelihood that a chosen candidate had.
    least_share: f64,
}

impl<C: Complete> Form<'_, C> {
    /// None where the observation has no words for things that the form needs.
    fn fill(&mut self, spans: &[String]) -> Result<Option<Reading>, ModelError> {
        let acts: Vec<Act> = Act::all().collect();
        let mut words: Vec<String> = acts.iter().map(|act| act.words()).collect();
        words.push(NONE.to_owned());
        let act = acts.get(self.slot("act", &borrowed(&words))?).copied();
        let events = match act {
            Some(_) => [Event::Did, Event::Failed],
            None => [Event::Happened, Event::Saw],
        };
        let event = events[self.slot("event", &events.map(Event::word))?];
        let mut reading = Reading { act, ..Reading::of(event) };
        let takes = act.map_or(1, |act| arity(act.kind));
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
            (Event::Happened, Some(Situation::Is(state, holds)), _) => {
                self.situation("before", &[Some(Situation::Is(state, !holds))])?
            }
            _ => self.situation("before", &[None])?,
        };
        if event == Event::Failed {
            reading.cause = self.cause(&reading)?;
        }
        Ok(Some(reading))
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
        self.prompt.own.push_str(&format!("\"{name}\": \""));
        let chosen = if let [_] = candidates {
            0
        } else {
            let closed: Vec<String> =
                candidates.iter().map(|candidate| format!("{candidate}\",")).collect();
            let choice = choose(self.model, &self.prompt, &borrowed(&closed))?;
            self.least_share = self.least_share.min(choice.share);
            choice.index
        };
        self.prompt.own.push_str(&format!("{}\", ", candidates[chosen]));
        Ok(chosen)
    }
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
    use models::{Continuation, Fingerprint, GenerateLimits, Generated};

    use super::*;

    /// A model that finds what it was told to find likely, and everything else not.
    struct Told {
        fingerprint: Fingerprint,
        likely: Vec<(&'static str, &'static str)>,
        context: usize,
    }

    impl Told {
        fn new(likely: &[(&'static str, &'static str)]) -> Self {
            let fingerprint = Fingerprint::of(&[("recipe", "told")]);
            Self { fingerprint, likely: likely.to_vec(), context: 100_000 }
        }
    }

    impl Complete for Told {
        fn fingerprint(&self) -> &Fingerprint {
            &self.fingerprint
        }
        fn context_tokens(&self) -> usize {
            self.context
        }
        fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
            Ok(text.len())
        }
        fn score(
            &self,
            prompt: &Prompt,
            continuations: &[&str],
        ) -> Result<Vec<Continuation>, ModelError> {
            let tokens = prompt.shared.len() + prompt.own.len();
            if tokens > self.context {
                let text = prompt.own.clone();
                let context = self.context;
                return Err(ModelError::TooLong { model: "told".into(), text, tokens, context });
            }
            let score = |text: &&str| {
                let is_likely = self.likely.iter().any(|(slot, value)| {
                    prompt.own.ends_with(&format!("\"{slot}\": \""))
                        && **text == format!("{value}\",")
                });
                let log_likelihood = if is_likely { -0.1 } else { -20.0 };
                Continuation { log_likelihood, tokens: 1 }
            };
            Ok(continuations.iter().map(score).collect())
        }
        fn generate(&self, _: &Prompt, _: &GenerateLimits) -> Result<Generated, ModelError> {
            unreachable!("nothing is written freely")
        }
    }

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
