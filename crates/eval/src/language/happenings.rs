//! What truly happened in lived days: the labels against which reading is measured.
//!
//! The simulator's outcomes and percepts are the truth; words are put to them in
//! [`wording`](super::wording) and by the committed [`paraphrases`](super::paraphrases).

use std::collections::BTreeMap;

use base::{Action, ActionKind, Fact, Noun, Place, Relation, Streams};
use language::acts::Act;
use language::reading::{Event, Reading, Situation, effect};
use memory::{Class, MemoryUnit, Source};
use rand::RngExt;

/// Something that happened, as it is to be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Happening {
    /// Who did it: the agent tells of itself as "I".
    pub who: String,
    /// What was done, with its numbers and words.
    pub action: Option<Action<Noun>>,
    /// Why it failed, in words.
    pub why: String,
    /// What was seen or came about, where nothing was done.
    pub fact: Option<Fact>,
    /// Where the thing had been that was taken.
    pub whence: Option<(Relation, Noun)>,
    /// What a reader should find.
    pub truth: Reading,
}

impl Happening {
    /// What a unit tells, where it tells one thing: an action, or a fact.
    pub fn of(unit: &MemoryUnit) -> Option<Self> {
        match (&*unit.actions, &*unit.after) {
            ([action], _) => Some(Self::of_action(unit, action)),
            ([], [fact]) => Some(Self::of_fact(unit, fact)),
            _ => None,
        }
    }

    fn of_action(unit: &MemoryUnit, action: &Action<Noun>) -> Self {
        let act = Act::of(action);
        let things: Vec<Noun> = action.things().cloned().collect();
        let who = unit.words.split(' ').next().filter(|_| unit.source == Source::Saw);
        let failed = unit.refusal;
        let mut truth = Reading { act: Some(act), ..Reading::of(Event::Did) };
        let mut whence = None;
        let mut why = String::new();
        if let Some(refusal) = failed {
            truth.event = Event::Failed;
            truth.cause = Some(refusal.code().to_owned());
            let causes: Vec<String> = unit.cause.iter().map(ToString::to_string).collect();
            why = if causes.is_empty() { refusal.to_string() } else { causes.join(" and ") };
        } else if let Some(first) = things.first() {
            truth.after = unit.after.iter().find_map(|fact| situation(fact, first, things.get(1)));
            // What was so already would have been refused, and so would what was not in the hand: an
            // action that did what it does tells how it was before.
            let (before, after) = effect(act);
            if truth.after.is_none() && after == Some(Situation::Gone) {
                truth.after = after;
            }
            truth.before = before.filter(|_| truth.after.is_some() && truth.after == after);
            if action.kind() == ActionKind::Take {
                whence = unit.before.iter().find_map(|fact| match fact {
                    Fact::At(thing, Place(at, place)) if thing == first => {
                        Some((*at, place.clone()))
                    }
                    _ => None,
                });
            }
        }
        truth.things = things;
        Self {
            who: who.unwrap_or("I").to_owned(),
            action: Some(action.clone()),
            why,
            fact: None,
            whence,
            truth,
        }
    }

    fn of_fact(unit: &MemoryUnit, fact: &Fact) -> Self {
        let came_about = unit.class == Class::Event;
        let mut truth = Reading::of(if came_about { Event::Happened } else { Event::Saw });
        truth.things = fact.nouns().cloned().collect();
        let place = truth.things.get(1).cloned();
        truth.after = situation(fact, &truth.things[0], place.as_ref());
        truth.before = truth.after.filter(|_| came_about).and_then(Situation::before_change);
        Self {
            who: "I".to_owned(),
            action: None,
            why: String::new(),
            fact: Some(fact.clone()),
            whence: None,
            truth,
        }
    }

    /// The same, with the place told from which the thing was taken.
    pub fn with_whence(mut self) -> Self {
        if let Some((at, place)) = &self.whence {
            self.truth.before = Some(Situation::At(*at));
            self.truth.things.push(place.clone());
        }
        self
    }

    /// What it is like: happenings that are alike are drawn equally often.
    fn stratum(&self) -> String {
        let truth = &self.truth;
        let act = truth.act.map(|act| act.to_string()).unwrap_or_default();
        let cause = truth.cause.as_deref().unwrap_or_default();
        let after = truth.after.map(Situation::words).unwrap_or_default();
        format!("{} {act} {cause} {after}", truth.event.word())
    }
}

/// How the first thing is by this fact, as far as a reading can tell it.
fn situation(fact: &Fact, first: &Noun, second: Option<&Noun>) -> Option<Situation> {
    if fact.subject() != first {
        return None;
    }
    match fact {
        Fact::Is(_, state, holds) => Some(Situation::Is(*state, *holds)),
        Fact::At(_, Place(Relation::HeldBy, holder)) => {
            let is_given = second == Some(holder);
            Some(if is_given { Situation::At(Relation::HeldBy) } else { Situation::Held })
        }
        Fact::At(_, Place(at, place)) => (second == Some(place)).then_some(Situation::At(*at)),
        Fact::NotAt(_, Place(at, place)) => {
            (second == Some(place)).then_some(Situation::NotAt(*at))
        }
    }
}

/// Draws so many happenings, each kind equally often as long as there are any of it.
///
/// `seed` and `name` name the random stream. Fewer come back where there are not so many.
pub fn draw<'a>(
    happenings: &'a [Happening],
    count: usize,
    seed: u64,
    name: &str,
) -> Vec<&'a Happening> {
    let mut strata: BTreeMap<String, Vec<&Happening>> = BTreeMap::new();
    for happening in happenings {
        strata.entry(happening.stratum()).or_default().push(happening);
    }
    let mut stream = Streams::new(seed).named(&["happenings", name]);
    let mut drawn = Vec::new();
    while drawn.len() < count && !strata.is_empty() {
        // Kinds come in an order of chance too, so that few draws are not the first letters alone.
        let mut kinds: Vec<String> = strata.keys().cloned().collect();
        while !kinds.is_empty() && drawn.len() < count {
            let kind = kinds.swap_remove(stream.random_range(0..kinds.len()));
            let of_kind = strata.get_mut(&kind).expect("it is one of the keys");
            drawn.push(of_kind.swap_remove(stream.random_range(0..of_kind.len())));
            if of_kind.is_empty() {
                strata.remove(&kind);
            }
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use base::State;
    use memory::testing;

    use super::*;

    #[test]
    fn a_unit_with_an_action_is_its_outcome() {
        let unit = testing::put_in("blue mug", "drawer", 1, 1);
        let happening = Happening::of(&unit).expect("it tells of an action");
        assert_eq!(happening.truth.check(), Ok(()));
        assert_eq!(happening.truth.after, Some(Situation::At(Relation::In)));
        assert_eq!(happening.truth.before, Some(Situation::Held));
    }

    #[test]
    fn a_change_that_was_noticed_has_a_before() {
        let unit = testing::noticed("bread", State::Toasted, 1, 9);
        let happening = Happening::of(&unit).expect("it tells a fact");
        assert_eq!(happening.truth.event, Event::Happened);
        assert_eq!(happening.truth.before, Some(Situation::Is(State::Toasted, false)));
    }

    #[test]
    fn rare_kinds_are_drawn_as_often_as_common_ones() {
        let mut units = vec![testing::took("mug", 1, 1); 50];
        units.push(testing::put_in("mug", "drawer", 1, 2));
        let happenings: Vec<Happening> = units.iter().filter_map(Happening::of).collect();
        let drawn = draw(&happenings, 4, 0, "test");
        let puts = drawn.iter().filter(|drawn| drawn.truth.things.len() == 2).count();
        assert_eq!((drawn.len(), puts), (4, 1));
        assert_eq!(drawn, draw(&happenings, 4, 0, "test"), "the same each time");
    }
}
