//! Pattern completion: from the result of an episode back to everything that led to it.
//!
//! The hippocampus brings a whole episode back from a part of it (Marr, "Simple memory: a theory
//! for archicortex", 1971; Rolls, "The mechanisms for pattern completion and pattern separation in
//! the hippocampus", 2013). Here the part is the unit that tells the result. Its episode is walked
//! backwards; what handled the things that mattered matters, and the things it was done with
//! matter from then on. A step that shares nothing with them may still be the decisive one, since
//! nobody sees from the words "I switched on the brass knob" that it heats the pan: a switch that
//! served nothing else is kept, and what was done to other things is not.

use base::{ActionKind, Noun, UnitId};
use memory::postings::Topic;
use memory::{Class, MemoryUnit};

use crate::store::Store;

/// How far back an episode is walked.
const MEMBERS: usize = 96;
/// What is left of a switch that shares no thing with what mattered: nobody sees what it works.
const UNEXPLAINED: f32 = 0.8;
/// What is left of any other step that shares no thing with what mattered. Whoever repeats a
/// procedure repeats all of it, so a step too many is not free.
const UNCONNECTED: f32 = 0.02;
/// What is left of a step that failed.
const FAILED: f32 = 0.2;
/// How much less each step further back counts, so that the last steps come first among equals.
const FURTHER_BACK: f32 = 0.004;

/// The members of an episode that led to a result.
#[derive(Debug, Clone, Default)]
pub(crate) struct Completion {
    /// Each member with its share of the result's activation and the result that it led to.
    pub steps: Vec<(UnitId, f32, UnitId)>,
    /// How many members were looked at.
    pub looked_at: u64,
}

/// What led to these results, which were lived in one episode.
pub(crate) fn complete(store: &Store, results: &[UnitId]) -> Completion {
    let mut completion = Completion::default();
    let Some(last) = results.iter().copied().max_by_key(|id| store.place_in_time(*id)) else {
        return completion;
    };
    let mut mattered: Vec<Noun> = Vec::new();
    for unit in results.iter().map(|id| store.unit(*id)) {
        let stated = unit.after.iter().map(|fact| fact.subject().clone());
        let used = unit.actions.iter().flat_map(|action| action.things().cloned());
        mattered.extend(stated.chain(used));
    }
    let topic = Topic::Episode(store.unit(last).episode);
    let at = store.place_in_time(last);
    let members: Vec<UnitId> =
        store.postings.up_to(&topic, at).take(MEMBERS).map(|(_, id)| id).collect();
    completion.looked_at = members.len() as u64;
    // First what mattered, then how much each step did: the toaster is switched on after the bread
    // was put in, and walking backwards the switch comes first.
    for unit in members.iter().map(|id| store.unit(*id)).filter(|unit| unit.valence >= 0.0) {
        extend_with_what_it_was_done_with(unit, &mut mattered);
    }
    let others = used_for_something_else(store, &members, &mattered);
    for (back, id) in members.into_iter().enumerate() {
        let share = share(store.unit(id), &mattered, &others);
        completion.steps.push((id, share / (1.0 + FURTHER_BACK * back as f32), last));
    }
    completion
}

/// What served another purpose in the same episode: the kettle into which water was put while the
/// bread was toasted.
fn used_for_something_else(store: &Store, members: &[UnitId], mattered: &[Noun]) -> Vec<Noun> {
    let actions = members.iter().flat_map(|id| store.unit(*id).actions.iter());
    let mut others: Vec<Noun> = actions
        .filter(|action| matches!(action.kind(), ActionKind::PutIn | ActionKind::PutOn))
        .filter_map(|action| action.things().nth(1))
        .filter(|place| !mattered.contains(place))
        .cloned()
        .collect();
    others.sort_unstable();
    others.dedup();
    others
}

/// How much a member of the episode matters, given what mattered and what served something else.
fn share(unit: &MemoryUnit, mattered: &[Noun], others: &[Noun]) -> f32 {
    let matters = |thing: &Noun| mattered.contains(thing);
    let Some(action) = unit.actions.first() else {
        let is_connected = unit.entities.iter().any(matters);
        return match unit.class {
            Class::Event if is_connected && unit.tells_of_a_change() => 0.3,
            Class::Fact if is_connected => 0.15,
            _ => 0.06,
        };
    };
    let things: Vec<&Noun> = action.things().collect();
    let connection = match things.first() {
        None => 1.0,
        Some(first) if matters(first) => 1.0,
        Some(_) if things.iter().any(|thing| matters(thing)) => 0.9,
        Some(first) if action.kind() == ActionKind::Toggle && !others.contains(first) => {
            UNEXPLAINED
        }
        Some(_) => UNCONNECTED,
    };
    let outcome = if unit.valence < 0.0 { FAILED } else { 1.0 };
    action.kind().entry().tells * connection * outcome
}

/// What a thing that mattered was put into, cut with or cracked over matters too.
fn extend_with_what_it_was_done_with(unit: &MemoryUnit, mattered: &mut Vec<Noun>) {
    for action in &unit.actions {
        let is_by_hand_alone = matches!(action.kind(), ActionKind::Go | ActionKind::Search);
        let mut things = action.things();
        let is_about_what_mattered = things.next().is_some_and(|first| mattered.contains(first));
        if is_by_hand_alone || !is_about_what_mattered {
            continue;
        }
        for thing in things {
            if !mattered.contains(thing) {
                mattered.push(thing.clone());
            }
        }
    }
}
