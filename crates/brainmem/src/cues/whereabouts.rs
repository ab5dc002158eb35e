//! Where is it? The newest places of a thing, and where the container of the newest one is.

use base::{Fact, Noun, Place, Relation, SimTime};
use memory::postings::Topic;

use super::{Cue, FITS, LOOKED_BACK, MORE_GENERAL};

/// How many places of one thing are brought to mind.
const PLACES: usize = 5;
/// What an earlier place counts beside the newest, and each one before it beside the next.
const EARLIER: f32 = 0.5;
/// How much less a fitting thing counts for each other one that was seen later.
const SEEN_EARLIER: f32 = 0.03;
/// What the whereabouts of a container count beside those of the thing in it.
const CONTAINER: f32 = 0.8;

impl Cue<'_> {
    pub(super) fn where_is(&mut self, noun: &Noun, hops: u32) {
        let fitting = self.placed(noun);
        for (rank, thing) in fitting.iter().enumerate() {
            self.whereabouts(thing, FITS / (1.0 + SEEN_EARLIER * rank as f32), PLACES, hops);
        }
        if fitting.is_empty() {
            // Perhaps it was told of in more general words: "the mug" for "the blue mug".
            let known = self.store.postings.nouns_of_kind(noun.kind());
            let general: Vec<Noun> = known.filter(|known| known.fits(noun)).cloned().collect();
            for thing in &general {
                self.whereabouts(thing, MORE_GENERAL, 1, hops);
            }
        }
    }

    /// Brings up the newest places of a thing, what says that it is no longer there, and where the
    /// container of the newest place is.
    pub(super) fn whereabouts(&mut self, thing: &Noun, weight: f32, most: usize, hops: u32) {
        let mut places: Vec<Place> = Vec::new();
        let mut level = weight;
        for id in self.newest(&Topic::Whereabouts(thing.clone()), LOOKED_BACK) {
            let unit = self.store.unit(id);
            let stated = unit.evidence().find_map(|fact| match fact {
                Fact::At(noun, place) if noun == thing => Some(place.clone()),
                _ => None,
            });
            let Some(place) = stated.filter(|place| !places.contains(place)) else { continue };
            let is_held = place.0 == Relation::HeldBy;
            if is_held && !places.is_empty() {
                // In whose hand it once was says nothing of where it is.
                continue;
            }
            let presence = Topic::Presence(thing.clone(), place.clone());
            let latest = self.newest(&presence, 1).into_iter().find(|latest| *latest != id);
            if latest.is_some() && !places.is_empty() {
                // It is known to have left that place, and there is newer word on where it went.
                places.push(place);
                continue;
            }
            self.seeds.add(id, level);
            if let Some(latest) = latest {
                self.seeds.add_through(latest, level * 0.95, Some(id));
            }
            let is_newest_place = places.iter().all(|newer| newer.0 == Relation::HeldBy);
            if is_newest_place && !is_held && hops > 0 && place.1 != *thing {
                self.whereabouts(&place.1, level * CONTAINER, 1, hops - 1);
            }
            // A hand is a place for a moment: what came before it still matters.
            level *= if is_held { 0.95 } else { EARLIER };
            places.push(place);
            if places.len() >= most {
                break;
            }
        }
    }

    /// Things that the noun fits and that were seen somewhere, those seen last first.
    pub(super) fn placed(&self, noun: &Noun) -> Vec<Noun> {
        let newest = |thing: &Noun| {
            self.store.postings.newest(&Topic::Whereabouts(thing.clone())).map(|(time, _)| time)
        };
        let fitting = self.store.postings.fitting(noun);
        let mut placed: Vec<(SimTime, &Noun)> =
            fitting.filter_map(|thing| newest(thing).map(|time| (time, thing))).collect();
        placed.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        placed.into_iter().map(|(_, thing)| thing.clone()).collect()
    }
}
