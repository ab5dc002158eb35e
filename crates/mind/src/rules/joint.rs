//! Things that are to be in one and the same place, or each in a different one.

use std::collections::{BTreeMap, BTreeSet};

use base::{Condition, Noun, Quality, Relation};

use super::RulesPlanner;
use super::holding::{is_seen_to_be, own_place};
use crate::beliefs::Beliefs;
use crate::planner::{Remark, Situation};
use crate::skills::Progress;

/// The places that were seen to have such a thing, with the first of those things.
pub(super) fn places_with<'b>(
    of: &'b Noun,
    that: &[Quality],
    relation: Relation,
    at: &Noun,
    beliefs: &'b Beliefs,
) -> BTreeMap<&'b Noun, &'b Noun> {
    let mut places = BTreeMap::new();
    for thing in beliefs.known_fitting(of) {
        let there = own_place(beliefs, thing).map(|sighting| &sighting.place);
        let Some(place) = there.filter(|place| place.0 == relation && at.fits(&place.1)) else {
            continue;
        };
        let there = Quality::At(relation, place.1.clone());
        let all = that.iter().cloned().chain([there]).collect::<Vec<_>>();
        if is_seen_to_be(thing, &all, beliefs) {
            places.entry(&place.1).or_insert(thing);
        }
    }
    places
}

impl RulesPlanner {
    /// Brings things together at the place at which most of them are already.
    pub(super) fn bring_together(
        &mut self,
        condition: &Condition,
        at: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let beliefs = situation.beliefs;
        let mut ways: Vec<(usize, Condition)> = places(at, situation)
            .iter()
            .filter_map(|place| condition.at_place(place))
            .map(|way| (things_there(&way, beliefs), way))
            .collect();
        // A stable sort: of equals the first name. How the place is (open, dirty) changes on the way.
        ways.sort_by_key(|(there, _)| std::cmp::Reverse(*there));
        for (_, way) in ways {
            match self.achieve(&way, situation, remarks) {
                Progress::Impossible => {}
                progress => return progress,
            }
        }
        self.skills.explore(situation)
    }

    /// Brings one more thing to a place that has none yet.
    pub(super) fn set_apart(
        &mut self,
        of: &Noun,
        that: &[Quality],
        relation: Relation,
        at: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let taken = places_with(of, that, relation, at, situation.beliefs);
        let mut free = Vec::from_iter(places(at, situation));
        free.retain(|place| !taken.contains_key(place));
        // Where nothing is yet there is room, and nobody has put things in order.
        free.sort_by_cached_key(|place| is_in_use(place, situation.beliefs));
        let before = self.skills.avoid.clone();
        self.skills.avoid.extend(taken.values().map(|thing| (*thing).clone()));
        let mut progress = Progress::Impossible;
        for place in free {
            let there = Quality::At(relation, place.clone());
            let all = that.iter().cloned().chain([there]).collect::<Vec<_>>();
            progress = self.achieve_for(of, &all, situation, remarks);
            if progress != Progress::Impossible {
                break;
            }
        }
        self.skills.avoid = before;
        progress
    }
}

/// How many of the things that the way counts are there.
fn things_there(way: &Condition, beliefs: &Beliefs) -> usize {
    let count = |part: &Condition| match part {
        Condition::Count { of, that, at_least, .. } => {
            let known = beliefs.known_fitting(of).into_iter();
            let there = known.filter(|thing| is_seen_to_be(thing, that, beliefs)).count();
            there.min(*at_least as usize)
        }
        _ => 0,
    };
    way.parts().into_iter().map(count).sum()
}

/// Whether something is known to be at the place.
fn is_in_use(place: &Noun, beliefs: &Beliefs) -> bool {
    beliefs
        .known_things()
        .any(|thing| own_place(beliefs, thing).is_some_and(|sighting| sighting.place.1 == *place))
}

/// The places that the noun fits, as far as they are known, by name.
fn places(at: &Noun, situation: &Situation<'_>) -> BTreeSet<Noun> {
    let known = situation.beliefs.known_fitting(at).into_iter();
    let landmarks = situation.percepts.landmarks.iter().map(|landmark| &landmark.noun);
    known.chain(landmarks.filter(|noun| at.fits(noun))).cloned().collect()
}
