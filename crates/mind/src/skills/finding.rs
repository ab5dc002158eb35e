//! Finding things and getting them into view and into reach: where they are believed to be, or by
//! searching.

use base::{Action, Handle, Noun, Relation};
use body::{Landmark, Seen};
use memory::Ask;

use super::{Got, Progress, Skills, by_distance, distance};
use crate::beliefs::{Evidence, Sighting};
use crate::planner::{Remark, Situation};

/// How many things deep a believed place is followed: the egg in the bowl on the tray on the table.
const MOST_NESTED_PLACES: u32 = 4;

/// Furniture with its middle higher than this is not searched on the chance: nobody looks in without
/// getting up there, metres.
const TOO_HIGH_TO_SEARCH_M: f32 = 2.3;

impl Skills {
    /// A thing in view that the noun fits and that is in, or on, a thing that `at` fits. What is to
    /// be left alone does not count.
    pub fn seen_at<'a>(
        &self,
        situation: &Situation<'a>,
        thing: &Noun,
        relation: Relation,
        at: &Noun,
    ) -> Option<&'a Seen> {
        let percepts = situation.percepts;
        percepts.seen.iter().filter(|seen| self.may_be(thing, &seen.noun)).find(|seen| {
            seen.place.is_some_and(|(seen_relation, handle)| {
                seen_relation == relation && percepts.noun(handle).is_some_and(|noun| at.fits(noun))
            })
        })
    }

    pub(super) fn may_be(&self, wanted: &Noun, noun: &Noun) -> bool {
        wanted.fits(noun) && !self.avoid.contains(noun)
    }

    /// Gets a thing that the noun fits to where a hand reaches it.
    pub(super) fn bring_into_reach(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Got {
        let handle = match self.bring_into_view(thing, situation, remarks) {
            Got::Thing(handle) => handle,
            first @ Got::First(_) => return first,
        };
        let in_reach = situation.percepts.seen(handle).is_some_and(|seen| seen.in_reach);
        if in_reach || has_just_gone_to(handle, situation) {
            Got::Thing(handle)
        } else {
            Got::First(self.act(situation, Action::Go(handle)))
        }
    }

    /// Gets a thing that the noun fits into view, or a landmark that can be gone to.
    pub(super) fn bring_into_view(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Got {
        if let Some(seen) = self.best_in_view(thing, situation) {
            self.heading_for = None;
            return Got::Thing(seen.handle);
        }
        let percepts = situation.percepts;
        let landmark = percepts.landmarks.iter().find(|landmark| thing.fits(&landmark.noun));
        if let Some(landmark) = landmark {
            return Got::Thing(landmark.handle);
        }
        self.note_if_stale(situation, remarks);
        for sighting in situation.beliefs.where_is(thing) {
            if !self.may_be(thing, &sighting.noun) {
                continue;
            }
            // One look around costs less than a walk to where the thing may no longer be.
            if let (Evidence::Unit(_), Some(look)) = (sighting.evidence, self.look_first(situation))
            {
                return Got::First(look);
            }
            if let Some(progress) = self.approach(sighting, 0, situation) {
                self.head_for(sighting, remarks);
                return Got::First(progress);
            }
        }
        let ask = Ask::WhereIs(thing.clone());
        if !situation.asked.contains(&ask) {
            return Got::First(Progress::Ask(ask));
        }
        Got::First(self.explore(situation))
    }

    fn best_in_view<'a>(&self, thing: &Noun, situation: &Situation<'a>) -> Option<&'a Seen> {
        let percepts = situation.percepts;
        percepts
            .seen
            .iter()
            .filter(|seen| self.may_be(thing, &seen.noun))
            .filter(|seen| {
                // One that cannot be gone to is as good as out of view.
                seen.in_reach || self.may_try(situation, &Action::Go(seen.handle))
            })
            .min_by(|a, b| {
                b.in_reach.cmp(&a.in_reach).then_with(|| {
                    distance(percepts.feet, a.position)
                        .total_cmp(&distance(percepts.feet, b.position))
                })
            })
    }

    /// The next step towards a believed place; none where nothing more can be done about it.
    fn approach(
        &self,
        sighting: &Sighting,
        depth: u32,
        situation: &Situation<'_>,
    ) -> Option<Progress> {
        let percepts = situation.percepts;
        let place = &sighting.place.1;
        let landmark = percepts.landmarks.iter().find(|landmark| landmark.noun == *place);
        let Some(landmark) = landmark else {
            // In or on a loose thing: where that is, this is.
            if depth >= MOST_NESTED_PLACES {
                return None;
            }
            if let Some(vessel) = percepts.seen.iter().find(|seen| seen.noun == *place) {
                if !vessel.in_reach {
                    let go = Action::Go(vessel.handle);
                    return self.may_try(situation, &go).then_some(Progress::Act(go));
                }
                return self.opened(vessel.handle, situation);
            }
            let outer = situation.beliefs.where_is(place);
            let ask = Ask::WhereIs(place.clone());
            let is_certain =
                outer.first().is_some_and(|outer| !matches!(outer.evidence, Evidence::Unit(_)));
            if !is_certain && !situation.asked.contains(&ask) {
                return Some(Progress::Ask(ask));
            }
            return outer.into_iter().find_map(|outer| self.approach(outer, depth + 1, situation));
        };
        let seen = percepts.seen(landmark.handle);
        let in_reach = seen.is_some_and(|seen| seen.in_reach);
        if !self.may_try(situation, &Action::Open(landmark.handle)) {
            // It does not open, so there is no going there.
            return None;
        }
        if !in_reach && !has_just_gone_to(landmark.handle, situation) {
            let go = Action::Go(landmark.handle);
            return self.may_try(situation, &go).then_some(Progress::Act(go));
        }
        match self.opened(landmark.handle, situation) {
            Some(Progress::Impossible) => None,
            Some(progress) => Some(progress),
            None if !situation.beliefs.was_seen_whole(&landmark.noun) => {
                let search = Action::Search(landmark.handle);
                self.may_try(situation, &search).then_some(Progress::Act(search))
            }
            None => None,
        }
    }

    fn head_for(&mut self, sighting: &Sighting, remarks: &mut Vec<Remark>) {
        if self.heading_for.as_ref() == Some(sighting) {
            return;
        }
        remarks.push(Remark::Because(format!(
            "the {} was {} ({})",
            sighting.noun.words(),
            sighting.place,
            sighting.time
        )));
        self.heading_for = Some(sighting.clone());
    }

    /// Where the place that was gone to on the evidence of memory turned out not to hold the
    /// thing, that memory is stale.
    fn note_if_stale(&mut self, situation: &Situation<'_>, remarks: &mut Vec<Remark>) {
        let still_believed = |sighting: &Sighting| {
            situation.beliefs.where_is(&sighting.noun).iter().any(|s| s.place == sighting.place)
        };
        if let Some(sighting) = self.heading_for.take_if(|sighting| !still_believed(sighting))
            && let Evidence::Unit(id) = sighting.evidence
        {
            remarks.push(Remark::Stale(id));
        }
    }

    /// A look around, where this room has not been looked around in.
    pub(super) fn look_first(&mut self, situation: &Situation<'_>) -> Option<Progress> {
        let room = situation.percepts.room.as_ref()?;
        self.has_looked.insert(room.clone()).then_some(Progress::Act(Action::Look))
    }

    /// Looks around, then searches containers and surfaces, the nearest first.
    pub fn explore(&mut self, situation: &Situation<'_>) -> Progress {
        if let Some(look) = self.look_first(situation) {
            return look;
        }
        let percepts = situation.percepts;
        let mut unseen: Vec<&Landmark> = percepts
            .landmarks
            .iter()
            .filter(|landmark| landmark.affords.putting_in || landmark.affords.putting_on)
            .filter(|landmark| !situation.beliefs.was_seen_whole(&landmark.noun))
            .filter(|landmark| landmark.position[1] <= TOO_HIGH_TO_SEARCH_M)
            .filter(|landmark| {
                self.may_try(situation, &Action::Go(landmark.handle))
                    && self.may_try(situation, &Action::Search(landmark.handle))
            })
            .collect();
        unseen.sort_by(|a, b| by_distance(percepts.feet, a, b));
        match unseen.first() {
            Some(landmark) => {
                let in_reach = percepts.seen(landmark.handle).is_some_and(|seen| seen.in_reach);
                Progress::Act(if in_reach {
                    Action::Search(landmark.handle)
                } else {
                    Action::Go(landmark.handle)
                })
            }
            None => Progress::Impossible,
        }
    }
}

/// Whether the last thing done was to go there: no nearer is to be had, though a hand may not reach it.
pub(super) fn has_just_gone_to(handle: Handle, situation: &Situation<'_>) -> bool {
    situation.percepts.noun(handle).is_some_and(|to| situation.just_did(&Action::Go(to.clone())))
}
