//! Reads observations by a grammar whose words come from base's tables.
//!
//! Verbs and what follows them are those in which actions are told, in every form of the verb and
//! in the passive; states and refusals are known by the words of their tables. What is worded
//! otherwise is not understood and comes back raw: no guessing.

use base::{Noun, Refusal, Relation, State};
use models::ModelError;

use super::spans::{is_function_word, is_word, noun, tokens};
use super::{Extract, Extracted, Quality};
use crate::acts::{Act, Frame, Part, arity, frames};
use crate::reading::{Event, Reading, Situation, effect};

/// The extractor.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules;

impl Extract for Rules {
    fn name(&self) -> &str {
        "rules"
    }

    fn extract(&self, words: &str) -> Result<Extracted, ModelError> {
        let sentence = Sentence { tokens: without_amounts(tokens(words)) };
        let reading = sentence.read().filter(|reading| reading.check().is_ok());
        Ok(match reading {
            Some(reading) => Extracted { reading: Some(reading), quality: Quality::First },
            None => Extracted::raw(),
        })
    }
}

struct Sentence {
    tokens: Vec<String>,
}

/// An act found in a sentence.
struct Found {
    act: Act,
    things: Vec<Noun>,
    parts: usize,
    at: usize,
}

/// What says that something was tried in vain.
const VAIN: &[&[&str]] = &[&["failed"], &["could", "not"], &["tried", "to"], &["in", "vain"]];
/// What comes before the passive participle.
const PASSIVE: &[&str] = &["was", "were", "been", "got", "being"];

impl Sentence {
    fn read(&self) -> Option<Reading> {
        let is_vain = VAIN.iter().any(|words| self.find(words).is_some());
        match self.act() {
            Some(found) if is_vain => Some(self.failure(found)),
            // "There is", "I saw that" and the like tell how something is, whatever word a noun is made of.
            Some(found) if !self.tells_how_it_is() => Some(self.success(found)),
            _ => self.look(),
        }
    }

    fn find(&self, words: &[&str]) -> Option<usize> {
        self.tokens.windows(words.len()).position(|window| window == words)
    }

    fn tells_how_it_is(&self) -> bool {
        const LOOKS: &[&[&str]] =
            &[&["there", "is"], &["saw"], &["noticed"], &["says", "that"], &["become"]];
        LOOKS.iter().any(|words| self.find(words).is_some())
    }

    fn failure(&self, found: Found) -> Reading {
        let cause = self.refusal(found.act);
        Reading {
            act: Some(found.act),
            things: found.things,
            cause: cause.map(|cause| cause.code().to_owned()),
            ..Reading::of(Event::Failed)
        }
    }

    fn success(&self, found: Found) -> Reading {
        let (mut before, after) = effect(found.act);
        let mut things = found.things;
        if before.is_none()
            && let Some((situation, place)) = self.whence(found.at)
        {
            before = Some(situation);
            things.push(place);
        }
        Reading { act: Some(found.act), things, before, after, ..Reading::of(Event::Did) }
    }

    /// "it had been on the shelf", or "from the shelf" where that says all.
    fn whence(&self, act_at: usize) -> Option<(Situation, Noun)> {
        let at = self.find(&["had", "been"]).map(|at| at + 2)?;
        let relation = relation(self.tokens.get(at)?)?;
        let (place, _) = self.noun_at(at + 1)?;
        (at > act_at).then_some((Situation::At(relation), place))
    }

    /// Nothing was done: how something is, or has become.
    fn look(&self) -> Option<Reading> {
        let (things, after) = self.fact()?;
        let is_news =
            self.tokens.iter().any(|word| matches!(&**word, "noticed" | "now" | "become"));
        let event = if is_news { Event::Happened } else { Event::Saw };
        let before = after.before_change().filter(|_| is_news);
        Some(Reading { things, before, after: Some(after), ..Reading::of(event) })
    }

    /// The act whose words fit best: the one with the most parts, then the first in the table.
    fn act(&self) -> Option<Found> {
        let mut best: Option<Found> = None;
        for frame in frames() {
            for at in 0..self.tokens.len() {
                let found = self.active(frame, at).or_else(|| self.passive(frame, at));
                if let Some(found) = found
                    && best.as_ref().is_none_or(|best| found.parts > best.parts)
                {
                    best = Some(found);
                }
            }
        }
        best
    }

    fn active(&self, frame: &Frame, at: usize) -> Option<Found> {
        let verb = frame.verb;
        let word = &*self.tokens[at];
        if ![verb.base, verb.past, verb.participle, verb.gerund].contains(&word) {
            return None;
        }
        let things = self.parts(frame, at + 1, None)?;
        Some(Found { act: frame.act, things, parts: frame.parts.len(), at })
    }

    /// "the blue mug was put in the drawer".
    fn passive(&self, frame: &Frame, at: usize) -> Option<Found> {
        let is_passive = self.tokens[at] == frame.verb.participle
            && at > 0
            && PASSIVE.contains(&&*self.tokens[at - 1]);
        if !is_passive || !frame.parts.contains(&Part::Thing(0)) {
            return None;
        }
        let auxiliary = self.tokens[..at].iter().rposition(|word| {
            !PASSIVE.contains(&&**word) && !matches!(&**word, "has" | "have" | "had")
        })?;
        let first = self.noun_before(auxiliary + 1)?;
        let things = self.parts(frame, at + 1, Some(first))?;
        Some(Found { act: frame.act, things, parts: frame.parts.len(), at })
    }

    /// The things of the parts that begin at `at`; `first` was named before.
    fn parts(&self, frame: &Frame, mut at: usize, first: Option<Noun>) -> Option<Vec<Noun>> {
        let mut things: Vec<Option<Noun>> = vec![None; arity(frame.act.kind)];
        let first_is_named = first.is_some();
        if let Some(slot) = things.first_mut() {
            *slot = first;
        }
        for part in &frame.parts {
            match part {
                Part::Thing(0) if first_is_named => {}
                Part::Thing(place) => {
                    let (thing, next) = self.noun_at(at)?;
                    things[*place] = Some(thing);
                    at = next;
                }
                Part::Word(word) => {
                    if self.tokens.get(at)? != word {
                        return None;
                    }
                    at += 1;
                }
                Part::Number => {
                    if !self.tokens.get(at)?.chars().all(|c| c.is_ascii_digit()) {
                        return None;
                    }
                    at += 1;
                }
            }
        }
        things.into_iter().collect()
    }

    /// The noun that begins here, and what comes after it.
    fn noun_at(&self, at: usize) -> Option<(Noun, usize)> {
        let has_article = matches!(&**self.tokens.get(at)?, "the" | "a" | "an" | "my" | "no");
        let start = at + usize::from(has_article);
        let words = self.tokens[start..]
            .iter()
            .take_while(|word| is_word(word) && !is_function_word(word))
            .count();
        let end = start + words;
        Some((noun(&self.tokens[start..end])?, end))
    }

    /// The noun that ends before `end`.
    fn noun_before(&self, end: usize) -> Option<Noun> {
        let words = self.tokens[..end]
            .iter()
            .rev()
            .take_while(|word| is_word(word) && !is_function_word(word))
            .count();
        noun(&self.tokens[end - words..end])
    }

    /// "the mug is [not] in the drawer", "the bread is toasted", "I saw no mug in the drawer".
    fn fact(&self) -> Option<(Vec<Noun>, Situation)> {
        if let Some(there) = self.find(&["there", "is"]) {
            return self.placed(there + 2);
        }
        if let Some(at) = self.find(&["saw"])
            && let Some(fact) = self.placed(at + 1)
        {
            return Some(fact);
        }
        for (at, word) in self.tokens.iter().enumerate() {
            if !matches!(&**word, "is" | "become") || at == 0 {
                continue;
            }
            let noun_ends = if word == "become" { at - 1 } else { at };
            let Some(thing) = self.noun_before(noun_ends) else { continue };
            let is_not = self.tokens.get(at + 1).is_some_and(|word| word == "not");
            if let Some((relation, place)) = self.place(at + 1 + usize::from(is_not)) {
                let situation =
                    if is_not { Situation::NotAt(relation) } else { Situation::At(relation) };
                return Some((vec![thing, place], situation));
            }
            if let Some((state, holds)) = self.state_at(at + 1) {
                return Some((vec![thing], Situation::Is(state, holds)));
            }
        }
        None
    }

    /// "[no] mug in the drawer".
    fn placed(&self, at: usize) -> Option<(Vec<Noun>, Situation)> {
        let is_not = self.tokens.get(at)? == "no";
        let (thing, next) = self.noun_at(at)?;
        let (relation, place) = self.place(next)?;
        let situation = if is_not { Situation::NotAt(relation) } else { Situation::At(relation) };
        Some((vec![thing, place], situation))
    }

    fn place(&self, at: usize) -> Option<(Relation, Noun)> {
        let relation = relation(self.tokens.get(at)?)?;
        Some((relation, self.noun_at(at + 1)?.0))
    }

    /// The state whose adjective begins here; the longest where several do.
    fn state_at(&self, at: usize) -> Option<(State, bool)> {
        let states = State::ALL.into_iter().flat_map(|state| [(state, true), (state, false)]);
        let fits = states.filter_map(|(state, holds)| {
            let words: Vec<&str> = state.adjective(holds).split(' ').collect();
            let there = self.tokens.get(at..at + words.len())?;
            (there == words).then_some((words.len(), (state, holds)))
        });
        fits.max_by_key(|(length, _)| *length).map(|(_, found)| found)
    }

    /// Why the act failed: a refusal in the words of its table, or a fact that stands for one.
    fn refusal(&self, act: Act) -> Option<Refusal> {
        let may_be = |refusal: &Refusal| act.kind.entry().may_be_refused(*refusal);
        let said = Refusal::ALL.into_iter().filter(may_be).filter(|refusal| {
            let words = tokens(&refusal.to_string());
            self.tokens.windows(words.len()).any(|window| window == words)
        });
        let longest = said.max_by_key(|refusal| refusal.to_string().len());
        longest.or_else(|| {
            let (_, situation) = self.fact()?;
            let Situation::Is(state, holds) = situation else { return None };
            refusal_by_state(state, holds).filter(may_be)
        })
    }
}

/// The tokens without "200 ml of": how much it was is no field of a reading.
fn without_amounts(mut tokens: Vec<String>) -> Vec<String> {
    let is_amount = |window: &[String]| {
        window[0].chars().all(|c| c.is_ascii_digit()) && window[1..] == ["ml", "of"]
    };
    while let Some(at) = tokens.windows(3).position(is_amount) {
        tokens.drain(at..at + 3);
    }
    tokens
}

fn relation(word: &str) -> Option<Relation> {
    match word {
        "in" => Some(Relation::In),
        "on" => Some(Relation::On),
        "under" => Some(Relation::Under),
        _ => None,
    }
}

/// The refusal that a state explains.
fn refusal_by_state(state: State, holds: bool) -> Option<Refusal> {
    let revealing = Refusal::ALL.into_iter().find(|r| r.reveals() == Some((state, holds)));
    revealing.or(match (state, holds) {
        (State::Open, false) => Some(Refusal::Closed),
        (State::Open, true) | (State::Ajar, true) => Some(Refusal::Ajar),
        (State::Plugged, false) => Some(Refusal::NoPower),
        (State::Hot, true) => Some(Refusal::TooHot),
        (State::Shattered, true) => Some(Refusal::Shattered),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(words: &str, expected: Expect) {
        let extracted = Rules.extract(words).expect("rules cannot fail");
        let told = extracted.reading.map_or("raw".to_owned(), |reading| {
            serde_json::to_string(&reading).expect("a reading is JSON")
        });
        expected.assert_eq(&told);
    }

    #[test]
    fn what_was_done_is_read_in_every_form() {
        check(
            "I put the blue mug in the left drawer.",
            expect![[
                r#"{"event":"did","act":"put_in","things":["blue mug","left drawer"],"before":"held","after":"in","cause":null}"#
            ]],
        );
        check(
            "The blue mug was put in the left drawer.",
            expect![[
                r#"{"event":"did","act":"put_in","things":["blue mug","left drawer"],"before":"held","after":"in","cause":null}"#
            ]],
        );
        check(
            "My next step was switching off the kettle.",
            expect![[
                r#"{"event":"did","act":"toggle off","things":["kettle"],"before":"running","after":"off","cause":null}"#
            ]],
        );
        check(
            "I took the sponge; it had been on the plain counter.",
            expect![[
                r#"{"event":"did","act":"take","things":["sponge","plain counter"],"before":"on","after":"held","cause":null}"#
            ]],
        );
        check(
            "I poured 200 ml of the jug into the glass.",
            expect![[
                r#"{"event":"did","act":"pour","things":["jug","glass"],"before":null,"after":null,"cause":null}"#
            ]],
        );
        check(
            "I waited 60 seconds.",
            expect![[
                r#"{"event":"did","act":"wait","things":[],"before":null,"after":null,"cause":null}"#
            ]],
        );
    }

    #[test]
    fn a_failure_has_its_cause() {
        check(
            "It failed when I sliced the bread with the tin knife: the tin knife is blunt.",
            expect![[
                r#"{"event":"failed","act":"slice","things":["bread","tin knife"],"before":null,"after":null,"cause":"blunt"}"#
            ]],
        );
        check(
            "I tried to switch on the kettle, but there is no power.",
            expect![[
                r#"{"event":"failed","act":"toggle on","things":["kettle"],"before":null,"after":null,"cause":"no_power"}"#
            ]],
        );
    }

    #[test]
    fn looks_tell_how_things_are() {
        check(
            "I saw no small potato on the sideboard.",
            expect![[
                r#"{"event":"saw","act":null,"things":["small potato","sideboard"],"before":null,"after":"not on","cause":null}"#
            ]],
        );
        check(
            "Now the short cabinet is closed.",
            expect![[
                r#"{"event":"happened","act":null,"things":["short cabinet"],"before":"open","after":"closed","cause":null}"#
            ]],
        );
        check(
            "I noticed: the second egg is not cold now.",
            expect![[
                r#"{"event":"happened","act":null,"things":["second egg"],"before":"cold","after":"not cold","cause":null}"#
            ]],
        );
    }

    #[test]
    fn what_is_worded_otherwise_is_raw() {
        check("Whatever.", expect!["raw"]);
        check("", expect!["raw"]);
    }
}
