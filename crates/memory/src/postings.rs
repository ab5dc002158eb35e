//! Which units are about what: lists in the order of time, one for each thing, matter and episode.
//!
//! A list is found by its [`Topic`]. In a list the unit before and the unit after a given one are
//! found in logarithmic time, so a new unit is linked to bounded neighbours however many units
//! there are, and the newest evidence about a matter is one look-up away.
//!
//! The lists follow from the units alone: whatever the order of adding and removing, the same
//! units give the same lists.

use std::collections::{BTreeSet, HashMap};
use std::ops::Bound;

use base::{ActionKind, Fact, Noun, Place, Refusal, SimTime, State, UnitId};

use crate::unit::MemoryUnit;

/// What a list of units is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Everything.
    All,
    /// What was lived in that episode.
    Episode(u32),
    /// Whatever has to do with exactly this thing.
    Thing(Noun),
    /// Evidence of whether exactly this thing is in that state.
    State(Noun, State),
    /// Evidence of where exactly this thing is.
    Whereabouts(Noun),
    /// Evidence of whether exactly this thing is there: that it is, that it is not, or that it
    /// left.
    Presence(Noun, Place),
    /// Something, whatever it was, came to be in that state, or out of it.
    Became(State, bool),
    /// Exactly this thing came to be in that state, or out of it.
    ThingBecame(Noun, State, bool),
    /// Something of that kind was done.
    Done(ActionKind),
    /// Something of that kind was done to or with exactly this thing.
    DoneWith(ActionKind, Noun),
    /// Anything was done to or with exactly this thing.
    Handled(Noun),
    /// The same was done to the same kinds of things: slicing a bread with a knife.
    DoneAlike(ActionKind, Vec<Box<str>>),
    /// Something was refused so.
    Refused(Refusal),
}

/// The matters of a fact: the lists whose newest unit speaks about it last. Two facts are about
/// the same matter ([`Fact::same_matter`]) exactly when they share one of these.
pub fn matters_of(fact: &Fact) -> Vec<Topic> {
    match fact {
        Fact::Is(thing, state, _) => vec![Topic::State(thing.clone(), *state)],
        Fact::At(thing, place) => {
            vec![Topic::Whereabouts(thing.clone()), Topic::Presence(thing.clone(), place.clone())]
        }
        Fact::NotAt(thing, place) => vec![Topic::Presence(thing.clone(), place.clone())],
    }
}

/// Every topic of a unit, each once, in order.
pub fn topics_of(unit: &MemoryUnit) -> Vec<Topic> {
    let mut topics = vec![Topic::All, Topic::Episode(unit.episode)];
    topics.extend(unit.entities.iter().cloned().map(Topic::Thing));
    topics.extend(unit.evidence().flat_map(matters_of));
    if unit.tells_of_a_change() {
        for fact in &unit.after {
            if let Fact::Is(thing, state, holds) = fact {
                topics.push(Topic::Became(*state, *holds));
                topics.push(Topic::ThingBecame(thing.clone(), *state, *holds));
            }
        }
        // What was there before something was done, and is elsewhere after it, has left.
        for fact in &unit.before {
            if let Fact::At(thing, place) = fact
                && unit
                    .after
                    .iter()
                    .any(|after| matches!(after, Fact::At(noun, _) if noun == thing))
            {
                topics.push(Topic::Presence(thing.clone(), place.clone()));
            }
        }
    }
    topics.extend(unit.refusal.map(Topic::Refused));
    for action in &unit.actions {
        let kind = action.kind();
        topics.push(Topic::Done(kind));
        for thing in action.things() {
            topics.push(Topic::Thing(thing.clone()));
            topics.push(Topic::DoneWith(kind, thing.clone()));
            topics.push(Topic::Handled(thing.clone()));
        }
        topics.push(Topic::DoneAlike(kind, action.things().map(|t| t.kind().into()).collect()));
    }
    topics.sort_unstable();
    topics.dedup();
    topics
}

/// Lists of units by topic, each in the order of time and then of id.
#[derive(Debug, Clone, Default)]
pub struct Postings {
    lists: HashMap<Topic, BTreeSet<(SimTime, UnitId)>>,
    /// The nouns that have a list of things, under their kind.
    nouns: HashMap<Box<str>, BTreeSet<Noun>>,
}

impl Postings {
    /// Adds a unit to the lists of all its topics.
    pub fn add(&mut self, id: UnitId, unit: &MemoryUnit) {
        for topic in topics_of(unit) {
            if let Topic::Thing(noun) = &topic {
                self.nouns.entry(noun.kind().into()).or_default().insert(noun.clone());
            }
            self.lists.entry(topic).or_default().insert((unit.lived, id));
        }
    }

    /// Removes a unit from every list, and the lists that are empty then.
    pub fn remove(&mut self, id: UnitId, unit: &MemoryUnit) {
        for topic in topics_of(unit) {
            let Some(list) = self.lists.get_mut(&topic) else { continue };
            list.remove(&(unit.lived, id));
            if !list.is_empty() {
                continue;
            }
            self.lists.remove(&topic);
            let Topic::Thing(noun) = &topic else { continue };
            if let Some(nouns) = self.nouns.get_mut(noun.kind()) {
                nouns.remove(noun);
                if nouns.is_empty() {
                    self.nouns.remove(noun.kind());
                }
            }
        }
    }

    /// The units about a topic, oldest first.
    pub fn about(&self, topic: &Topic) -> impl DoubleEndedIterator<Item = (SimTime, UnitId)> {
        self.lists.get(topic).into_iter().flatten().copied()
    }

    /// How many units are about a topic.
    pub fn count(&self, topic: &Topic) -> usize {
        self.lists.get(topic).map_or(0, BTreeSet::len)
    }

    /// The newest unit about a topic.
    pub fn newest(&self, topic: &Topic) -> Option<(SimTime, UnitId)> {
        self.lists.get(topic).and_then(BTreeSet::last).copied()
    }

    /// The unit about a topic just before this moment and id.
    pub fn before(&self, topic: &Topic, at: (SimTime, UnitId)) -> Option<(SimTime, UnitId)> {
        self.up_to(topic, at).next()
    }

    /// The unit about a topic just after this moment and id.
    pub fn after(&self, topic: &Topic, at: (SimTime, UnitId)) -> Option<(SimTime, UnitId)> {
        self.from(topic, at).next()
    }

    /// The units about a topic before this moment and id, newest first.
    pub fn up_to(
        &self,
        topic: &Topic,
        at: (SimTime, UnitId),
    ) -> impl Iterator<Item = (SimTime, UnitId)> {
        let list = self.lists.get(topic);
        list.into_iter().flat_map(move |list| list.range(..at).rev()).copied()
    }

    /// The units about a topic after this moment and id, oldest first.
    pub fn from(
        &self,
        topic: &Topic,
        at: (SimTime, UnitId),
    ) -> impl Iterator<Item = (SimTime, UnitId)> {
        let later = (Bound::Excluded(at), Bound::Unbounded);
        let list = self.lists.get(topic);
        list.into_iter().flat_map(move |list| list.range(later)).copied()
    }

    /// Every noun of this kind that a unit is about, in order.
    pub fn nouns_of_kind(&self, kind: &str) -> impl Iterator<Item = &Noun> {
        self.nouns.get(kind).into_iter().flatten()
    }

    /// Every noun that a unit is about and that this one fits, in order: for `mug` all mugs.
    pub fn fitting<'a>(&'a self, noun: &'a Noun) -> impl Iterator<Item = &'a Noun> {
        self.nouns_of_kind(noun.kind()).filter(|known| noun.fits(known))
    }

    /// How many lists there are.
    pub fn topics(&self) -> usize {
        self.lists.len()
    }
}

#[cfg(test)]
mod tests {
    use base::Relation;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{self, noun};

    fn postings(units: &[MemoryUnit]) -> Postings {
        let mut postings = Postings::default();
        for unit in units {
            postings.add(unit.content_id(), unit);
        }
        postings
    }

    #[test]
    fn the_newest_place_is_one_look_up_away() {
        let units = [
            testing::saw("blue mug", Relation::On, "counter", 1, 10),
            testing::saw("blue mug", Relation::In, "drawer", 1, 30),
            testing::saw("red mug", Relation::On, "table", 1, 40),
        ];
        let postings = postings(&units);
        let newest = postings.newest(&Topic::Whereabouts(noun("blue mug")));
        assert_eq!(newest.expect("seen").1, units[1].content_id());
    }

    #[test]
    fn a_place_knows_that_the_thing_has_left() {
        let seen = testing::saw("blue mug", Relation::On, "counter", 1, 10);
        let mut taken = testing::took("blue mug", 2, 20);
        taken.before = vec![testing::at("blue mug", Relation::On, "counter")];
        let postings = postings(&[seen, taken.clone()]);
        let on_counter = Place(Relation::On, noun("counter"));
        let newest = postings.newest(&Topic::Presence(noun("blue mug"), on_counter));
        assert_eq!(newest.expect("two units").1, taken.content_id());
    }

    #[test]
    fn a_noun_fits_the_things_with_its_marks() {
        let postings = postings(&[
            testing::saw("blue mug", Relation::On, "counter", 1, 10),
            testing::saw("red mug", Relation::On, "counter", 1, 11),
        ]);
        assert_eq!(postings.fitting(&noun("mug")).count(), 2);
        assert_eq!(postings.fitting(&noun("red mug")).collect::<Vec<_>>(), [&noun("red mug")]);
        assert_eq!(postings.fitting(&noun("cup")).count(), 0);
    }

    fn any_fact() -> impl Strategy<Value = Fact> {
        let thing = prop::sample::select(vec!["mug", "pan"]).prop_map(noun);
        let place = prop::sample::select(vec!["drawer", "sink"])
            .prop_map(|place| Place(Relation::In, noun(place)));
        let state = prop::sample::select(vec![State::Hot, State::Sharp]);
        prop_oneof![
            (thing.clone(), state, any::<bool>()).prop_map(|(n, s, h)| Fact::Is(n, s, h)),
            (thing.clone(), place.clone()).prop_map(|(n, p)| Fact::At(n, p)),
            (thing, place).prop_map(|(n, p)| Fact::NotAt(n, p)),
        ]
    }

    proptest! {
        /// A newer fact is taken to replace an older one only where both are about one matter.
        #[test]
        fn facts_share_a_matter_exactly_when_one_replaces_the_other(
            a in any_fact(),
            b in any_fact(),
        ) {
            let (of_a, of_b) = (matters_of(&a), matters_of(&b));
            let share = of_a.iter().any(|matter| of_b.contains(matter));
            prop_assert_eq!(share, a.same_matter(&b));
        }

        #[test]
        fn neighbours_in_a_list_are_those_of_a_plain_scan(
            times in prop::collection::vec(0..40_u64, 1..20),
            at in 0..40_u64,
        ) {
            let units: Vec<MemoryUnit> = times
                .iter()
                .enumerate()
                .map(|(n, time)| MemoryUnit::new(format!("unit {n}"), 1, SimTime(*time)))
                .collect();
            let postings = postings(&units);
            let at = (SimTime(at), UnitId(u64::MAX / 2));
            let mut keys: Vec<_> = units.iter().map(|u| (u.lived, u.content_id())).collect();
            keys.sort_unstable();
            let before = keys.iter().rev().find(|key| **key < at).copied();
            let after = keys.iter().find(|key| **key > at).copied();
            prop_assert_eq!(postings.before(&Topic::All, at), before);
            prop_assert_eq!(postings.after(&Topic::Episode(1), at), after);
        }

        #[test]
        fn what_is_removed_leaves_no_list(keep in prop::collection::vec(any::<bool>(), 20)) {
            let units = testing::life(20);
            let mut some = postings(&units);
            for (unit, _) in units.iter().zip(&keep).filter(|(_, keep)| !**keep) {
                some.remove(unit.content_id(), unit);
            }
            let kept: Vec<_> = units
                .iter()
                .zip(&keep)
                .filter(|(_, keep)| **keep)
                .map(|(unit, _)| unit.clone())
                .collect();
            let never = postings(&kept);
            prop_assert_eq!(some.topics(), never.topics());
            prop_assert_eq!(some.nouns, never.nouns);
        }
    }
}
