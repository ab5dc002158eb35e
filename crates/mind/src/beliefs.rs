//! What an agent holds to be so: the one fold that turns recalled units and percepts into beliefs.
//!
//! It is the same for every memory, so that memories differ in what they recall and not in how it
//! is used. The newest evidence about a matter wins; a failure counts only while the facts that
//! caused it are still believed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::{Fact, Noun, Place, Relation, SimTime, State, UnitId};
use body::Percepts;
use memory::{MemoryUnit, Recall};

use crate::procedure::Procedure;
use crate::remedy::Remedy;

/// Where a belief comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// A recalled unit.
    Unit(UnitId),
    /// Perceived in this episode.
    Perceived,
    /// Given: an agent that knows the home has it from there.
    Given,
}

/// Where a thing was at some time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// The thing.
    pub noun: Noun,
    /// Where.
    pub place: Place,
    /// When.
    pub time: SimTime,
    /// How it is known.
    pub evidence: Evidence,
}

/// Whether a state held at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateBelief {
    /// Whether it held.
    pub holds: bool,
    /// When.
    pub time: SimTime,
    /// How it is known.
    pub evidence: Evidence,
}

/// What was seen of something that was poured, strewn or spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PortionBelief {
    /// Whether it fills at least half of the vessel.
    pub fills: bool,
    /// How it is known.
    pub evidence: Evidence,
}

/// What an agent holds to be so in this episode: its working memory.
#[derive(Debug, Clone, Default)]
pub struct Beliefs {
    sightings: BTreeMap<Noun, Vec<Sighting>>,
    absences: BTreeMap<(Noun, Place), SimTime>,
    states: BTreeMap<(Noun, State), StateBelief>,
    /// What is in or on which thing and can be poured: the vessel first.
    portions: BTreeMap<(Noun, Relation, Noun), PortionBelief>,
    units: BTreeMap<(SimTime, UnitId), Arc<MemoryUnit>>,
    procedures: Vec<Procedure>,
    remedies: Vec<Remedy>,
    /// Containers and surfaces that were seen whole in this episode.
    seen_whole: BTreeSet<Noun>,
}

impl Beliefs {
    /// Takes in what a question brought to mind.
    pub fn fold_recall(&mut self, recall: &Recall) {
        for recalled in &recall.units {
            let unit = &recalled.unit;
            let evidence = Evidence::Unit(recalled.id);
            for fact in unit.cause.iter().chain(&unit.after) {
                self.fold_fact(fact, unit.lived, evidence);
            }
            self.units.insert((unit.lived, recalled.id), Arc::clone(unit));
        }
    }

    /// Takes in what is perceived now. Places that are seen whole without a thing that was believed
    /// to be there are no longer believed.
    pub fn fold_percepts(&mut self, percepts: &Percepts) {
        for fact in percepts.facts() {
            self.fold_fact(&fact, percepts.time, Evidence::Perceived);
        }
        for handle in percepts.hands.into_iter().flatten() {
            // What is carried is nowhere else.
            if let Some(noun) = percepts.noun(handle) {
                self.sightings.remove(noun);
            }
        }
        for fact in percepts.noticed.iter().chain(percepts.heard.iter().flat_map(|h| &h.facts)) {
            self.fold_fact(fact, percepts.time, Evidence::Perceived);
        }
        self.fold_absences(percepts);
        self.fold_portions(percepts);
    }

    /// Takes in what is seen of what was poured. Of things that look the same all of it counts.
    fn fold_portions(&mut self, percepts: &Percepts) {
        for seen in &percepts.seen {
            self.portions.retain(|(vessel, ..), _| *vessel != seen.noun);
        }
        for seen in &percepts.seen {
            for portion in &seen.portions {
                let (relation, what) = (portion.relation, &portion.what);
                self.give_portion(&seen.noun, relation, what, portion.fills, Evidence::Perceived);
            }
        }
    }

    /// Something that can be poured is known to be in or on the thing.
    pub fn give_portion(
        &mut self,
        thing: &Noun,
        relation: Relation,
        what: &Noun,
        fills: bool,
        evidence: Evidence,
    ) {
        let key = (thing.clone(), relation, what.clone());
        let known = self.portions.entry(key).or_insert(PortionBelief { fills, evidence });
        known.fills |= fills;
    }

    /// What is known to have been poured into or onto things: the thing, how, what, and more of it.
    pub fn portions(&self) -> impl Iterator<Item = (&Noun, Relation, &Noun, PortionBelief)> {
        let all = self.portions.iter();
        all.map(|((thing, relation, what), belief)| (thing, *relation, what, *belief))
    }

    /// Whether what the noun fits was seen in this episode in or on a thing that the other fits.
    pub fn has_seen_portion(&self, thing: &Noun, relation: Relation, what: &Noun) -> bool {
        self.portions().any(|(at, how, there, belief)| {
            how == relation
                && belief.evidence == Evidence::Perceived
                && thing.fits(at)
                && what.fits(there)
        })
    }

    /// Takes in a fact that is known to hold at `time`.
    pub fn fold_fact(&mut self, fact: &Fact, time: SimTime, evidence: Evidence) {
        match fact {
            Fact::Is(noun, state, holds) => {
                let belief = StateBelief { holds: *holds, time, evidence };
                let slot = self.states.entry((noun.clone(), *state)).or_insert(belief);
                if time >= slot.time {
                    *slot = belief;
                }
            }
            Fact::At(noun, place) => {
                if place.0 == Relation::HeldBy {
                    return;
                }
                let places = self.sightings.entry(noun.clone()).or_default();
                let sighting =
                    Sighting { noun: noun.clone(), place: place.clone(), time, evidence };
                match places.iter_mut().find(|known| known.place == *place) {
                    Some(known) if known.time <= time => *known = sighting,
                    Some(_) => {}
                    None => places.push(sighting),
                }
            }
            Fact::NotAt(noun, place) => {
                let slot = self.absences.entry((noun.clone(), place.clone())).or_insert(time);
                *slot = time.max(*slot);
            }
        }
    }

    /// A procedure that is known without having been recalled.
    pub fn give_procedure(&mut self, procedure: Procedure) {
        self.procedures.push(procedure);
    }

    /// Procedures that are known without having been recalled.
    pub fn given_procedures(&self) -> &[Procedure] {
        &self.procedures
    }

    /// A remedy that is known without having been recalled.
    pub fn give_remedy(&mut self, remedy: Remedy) {
        self.remedies.push(remedy);
    }

    /// Remedies that are known without having been recalled.
    pub fn given_remedies(&self) -> &[Remedy] {
        &self.remedies
    }

    /// Every recalled unit, in the order in which it was lived.
    pub fn units(&self) -> impl DoubleEndedIterator<Item = (UnitId, &MemoryUnit)> {
        self.units.iter().map(|((_, id), unit)| (*id, &**unit))
    }

    /// Where things that the noun fits may be, the likeliest first: newest evidence before older,
    /// left out where the place was since seen without them.
    ///
    /// Of things that look the same only the newest evidence counts (all of it, where several were
    /// seen at once): one that has left its newest place has left the older ones too.
    pub fn where_is(&self, noun: &Noun) -> Vec<&Sighting> {
        let mut places: Vec<&Sighting> = self
            .sightings
            .iter()
            .filter(|(thing, _)| noun.fits(thing))
            .flat_map(|(_, sightings)| {
                let newest = sightings.iter().map(|sighting| sighting.time).max();
                sightings.iter().filter(move |sighting| Some(sighting.time) == newest)
            })
            .filter(|sighting| !self.is_absent(sighting))
            .collect();
        places.sort_by(|a, b| {
            b.time
                .cmp(&a.time)
                .then_with(|| a.noun.cmp(&b.noun))
                .then_with(|| a.place.cmp(&b.place))
        });
        places
    }

    fn is_absent(&self, sighting: &Sighting) -> bool {
        let key = (sighting.noun.clone(), sighting.place.clone());
        self.absences.get(&key).is_some_and(|absent| *absent >= sighting.time)
    }

    /// The thing is not there, as was found out at `time`.
    pub fn note_absent(&mut self, noun: &Noun, place: &Place, time: SimTime) {
        self.fold_fact(&Fact::NotAt(noun.clone(), place.clone()), time, Evidence::Perceived);
    }

    /// What is believed of that state of exactly this thing.
    pub fn state(&self, noun: &Noun, state: State) -> Option<StateBelief> {
        self.states.get(&(noun.clone(), state)).copied()
    }

    /// Nouns of things that were seen, remembered or given, and that the noun fits.
    pub fn known_fitting<'a>(&'a self, noun: &'a Noun) -> BTreeSet<&'a Noun> {
        let placed = self.sightings.keys();
        let stated = self.states.keys().map(|(thing, _)| thing);
        placed.chain(stated).filter(|thing| noun.fits(thing)).collect()
    }

    /// Nouns of things whose place is known.
    pub fn known_things(&self) -> impl Iterator<Item = &Noun> {
        self.sightings.keys()
    }

    /// Whether everything in or on the landmark was in view at some time in this episode.
    pub fn was_seen_whole(&self, landmark: &Noun) -> bool {
        self.seen_whole.contains(landmark)
    }

    /// Says that nothing more is to be found there.
    pub fn note_seen_whole(&mut self, landmark: &Noun) {
        self.seen_whole.insert(landmark.clone());
    }

    fn fold_absences(&mut self, percepts: &Percepts) {
        for container in percepts.seen.iter().filter(|seen| seen.seen_whole) {
            self.seen_whole.insert(container.noun.clone());
            let there = |noun: &Noun| {
                let is_poured_in = container.has_portion(noun);
                is_poured_in
                    || percepts.seen.iter().any(|seen| {
                        seen.noun == *noun
                            && seen.place.is_some_and(|(_, handle)| handle == container.handle)
                    })
            };
            let gone: Vec<Sighting> = self
                .sightings
                .values()
                .flatten()
                .filter(|sighting| {
                    sighting.place.1 == container.noun
                        && sighting.place.0 != Relation::Under
                        && sighting.time < percepts.time
                        && !self.is_absent(sighting)
                        && !there(&sighting.noun)
                })
                .cloned()
                .collect();
            for sighting in gone {
                self.note_absent(&sighting.noun, &sighting.place, percepts.time);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn at(thing: &str, place: &str) -> Fact {
        Fact::At(noun(thing), Place(Relation::In, noun(place)))
    }

    fn told(facts: &[(Fact, u64)]) -> Beliefs {
        let mut beliefs = Beliefs::default();
        for (fact, time) in facts {
            beliefs.fold_fact(fact, SimTime(*time), Evidence::Unit(UnitId(*time)));
        }
        beliefs
    }

    fn places(beliefs: &Beliefs, thing: &str) -> Vec<String> {
        beliefs.where_is(&noun(thing)).iter().map(|s| s.place.1.to_string()).collect()
    }

    #[test]
    fn the_newest_place_counts_in_whatever_order_it_was_recalled() {
        let beliefs = told(&[(at("mug", "sink"), 9), (at("mug", "drawer"), 3)]);
        assert_eq!(places(&beliefs, "mug"), ["sink"]);
    }

    #[test]
    fn things_that_look_the_same_are_where_they_were_seen_together() {
        let beliefs =
            told(&[(at("mug", "sink"), 9), (at("mug", "drawer"), 9), (at("mug", "box"), 3)]);
        assert_eq!(places(&beliefs, "mug"), ["drawer", "sink"]);
    }

    #[test]
    fn a_place_found_empty_is_no_longer_believed_and_older_ones_neither() {
        let mut beliefs = told(&[(at("mug", "sink"), 9), (at("mug", "drawer"), 3)]);
        beliefs.note_absent(&noun("mug"), &Place(Relation::In, noun("sink")), SimTime(20));
        assert!(places(&beliefs, "mug").is_empty());
        beliefs.fold_fact(&at("mug", "sink"), SimTime(30), Evidence::Perceived);
        assert_eq!(places(&beliefs, "mug"), ["sink"]);
    }

    #[test]
    fn a_blunt_knife_that_was_sharpened_is_sharp() {
        let sharp = |holds| Fact::Is(noun("red knife"), State::Sharp, holds);
        for order in [[(sharp(false), 3), (sharp(true), 9)], [(sharp(true), 9), (sharp(false), 3)]]
        {
            let belief = told(&order).state(&noun("red knife"), State::Sharp);
            assert!(belief.expect("something is believed").holds);
        }
    }
}
