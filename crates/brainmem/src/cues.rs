//! From a typed question to the units that answer it by what they state.
//!
//! A question is more than its words: "where is the blue mug" asks for the newest unit that states
//! a place of it, whatever its sentence looks like. Each kind of question has its cue, in a file
//! of its own; what a cue finds becomes a seed from which activation then spreads. Every list is
//! read from its newest end and only so far.

mod failures;
mod moment;
mod remedy;
mod results;
mod whereabouts;
mod words;

use std::collections::BTreeMap;

use base::{Action, Fact, Noun, UnitId};
use memory::postings::{Topic, matters_of};
use memory::{Ask, Question};

use crate::profile::Profile;
use crate::store::Store;

/// How far back a list is read.
const LOOKED_BACK: usize = 64;
/// What counts as the thing asked for: a thing that the noun fits; one told of in more general
/// words; one of the same kind with other marks; one of another kind.
const FITS: f32 = 1.0;
const MORE_GENERAL: f32 = 0.9;
const SAME_KIND: f32 = 0.7;
const OTHER_KIND: f32 = 0.35;

/// Units that answer a question by what they state, each with how well.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seeds {
    /// The level of each seed, at most 1, and the unit through which it was found.
    pub found: BTreeMap<UnitId, (f32, Option<UnitId>)>,
    /// How many units were looked at.
    pub looked_at: u64,
}

impl Seeds {
    fn add(&mut self, id: UnitId, level: f32) {
        self.add_through(id, level, None);
    }

    fn add_through(&mut self, id: UnitId, level: f32, through: Option<UnitId>) {
        let best = self.found.entry(id).or_insert((0.0, None));
        if level > best.0 {
            *best = (level, through);
        }
    }
}

/// What a question finds by what units state.
pub(crate) fn find(store: &Store, profile: &Profile, question: &Question, hops: u32) -> Seeds {
    let mut cue = Cue { store, profile, question, seeds: Seeds::default() };
    match &question.ask {
        Ask::WhereIs(noun) => cue.where_is(noun, hops),
        Ask::WhatBringsAbout(condition) => {
            cue.what_brought_about(condition, question.goal.as_deref());
        }
        Ask::HowWasDone { words, condition } => cue.what_brought_about(condition, Some(words)),
        Ask::WhatStoodInTheWay(action) => cue.what_stood_in_the_way(action),
        Ask::WhatGotOver { action, refusal } => cue.what_got_over(action, *refusal),
        Ask::WhatHappened(time) => cue.what_happened(*time),
        Ask::Words(words) => cue.mentioned(words),
    }
    cue.seeds
}

struct Cue<'a> {
    store: &'a Store,
    profile: &'a Profile,
    question: &'a Question,
    seeds: Seeds,
}

impl Cue<'_> {
    /// The newest units about a topic that may come to mind, newest first.
    fn newest(&mut self, topic: &Topic, most: usize) -> Vec<UnitId> {
        let reactivates = self.profile.switches.reactivation;
        let ids: Vec<UnitId> = self
            .store
            .postings
            .about(topic)
            .rev()
            .map(|(_, id)| id)
            .filter(|id| reactivates || !self.store.entry(*id).is_marginal)
            .take(most)
            .collect();
        self.seeds.looked_at += ids.len() as u64;
        ids
    }

    /// Whether the newest word on the matter of a fact is that very fact.
    fn newest_says(&self, fact: &Fact) -> bool {
        matters_of(fact).iter().all(|matter| {
            let newest = self.store.postings.newest(matter);
            newest.is_some_and(|(_, id)| self.store.unit(id).evidence().any(|told| told == fact))
        })
    }
}

/// How well a thing stands for the noun asked for.
fn fit(asked: &Noun, thing: &Noun) -> f32 {
    if asked.fits(thing) {
        FITS
    } else if thing.fits(asked) {
        MORE_GENERAL
    } else if asked.kind() == thing.kind() {
        SAME_KIND
    } else {
        OTHER_KIND
    }
}

/// How well a past action stands for the one asked about: the mean over its things.
fn action_fit(asked: &Action<Noun>, met: &Action<Noun>) -> f32 {
    let count = asked.things().count();
    if count == 0 {
        return if asked == met { FITS } else { OTHER_KIND };
    }
    asked.things().zip(met.things()).map(|(asked, met)| fit(asked, met)).sum::<f32>() / count as f32
}
