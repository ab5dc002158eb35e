//! What stood in the way? The newest outcomes of the same action, and what is known by now of what
//! made it fail.

use base::{Action, Fact, Noun, State, UnitId};
use memory::postings::{Topic, matters_of};

use super::{Cue, LOOKED_BACK, action_fit};

/// What a success counts beside the failure that is asked about, and how much less each one before
/// it counts.
const WORKED: f32 = 0.9;
const LESS_RECENT: f32 = 0.3;
/// What a failure with other things counts.
const UNRELATED_FAILURE: f32 = 0.15;
/// What a failure counts once there is newer word on what caused it: the very one that is asked
/// about, and one with other things.
const ITS_CAUSE: f32 = 0.95;
const ANOTHERS_CAUSE: f32 = 0.3;
/// What the newest word on a state of an asked thing counts, when looking shows it anyway.
const CAN_BE_SEEN: f32 = 0.2;

impl Cue<'_> {
    pub(super) fn what_stood_in_the_way(&mut self, asked: &Action<Noun>) {
        let mut tries: Vec<UnitId> = self.newest(&Topic::Done(asked.kind()), LOOKED_BACK);
        for thing in asked.things() {
            let fitting: Vec<Noun> = self.store.postings.fitting(thing).cloned().collect();
            for fitting in fitting {
                let topic = Topic::DoneWith(asked.kind(), fitting);
                tries.extend(self.newest(&topic, LOOKED_BACK / 2));
            }
        }
        tries.sort_by_key(|id| std::cmp::Reverse(self.store.place_in_time(*id)));
        tries.dedup();
        let mut seen: Vec<(Action<Noun>, bool)> = Vec::new();
        let mut worked = 0;
        for id in tries {
            let unit = self.store.unit(id);
            let alike = unit.actions.iter().filter(|action| action.kind() == asked.kind());
            let Some((action, fit)) = alike
                .map(|action| (action.clone(), action_fit(asked, action)))
                .max_by(|a, b| a.1.total_cmp(&b.1))
            else {
                continue;
            };
            let failed = unit.valence < 0.0;
            let has_what_was_asked =
                asked.things().zip(action.things()).any(|(asked, met)| asked.fits(met));
            let mut level = fit;
            if failed {
                // That another knife was blunt says nothing about this one.
                level *= if has_what_was_asked { 1.0 } else { UNRELATED_FAILURE };
                let spoken_of = |cause| self.store.is_superseded(id, cause);
                if unit.cause.iter().any(spoken_of) {
                    let is_this_very_one = action == *asked;
                    level *= if is_this_very_one { ITS_CAUSE } else { ANOTHERS_CAUSE };
                }
            } else {
                // What worked last is tried first.
                level *= WORKED / (1.0 + LESS_RECENT * worked as f32);
                level *= if self.works_no_longer(&action) { UNRELATED_FAILURE } else { 1.0 };
            }
            // Of the same thing tried again, only the newest outcome of each sort counts.
            let key = (action, failed);
            if seen.contains(&key) {
                level *= self.profile.numbers.superseded;
            } else {
                worked += u32::from(!failed);
                seen.push(key);
                if failed && has_what_was_asked {
                    self.what_became_of(id, fit);
                }
            }
            self.seeds.add(id, level);
        }
        for thing in asked.things() {
            let fitting: Vec<Noun> = self.store.postings.fitting(thing).cloned().collect();
            for fitting in &fitting {
                self.state_of(fitting);
            }
        }
    }

    /// Whether something that the action needs is known to be blunt or broken now.
    fn works_no_longer(&self, action: &Action<Noun>) -> bool {
        action.things().any(|thing| {
            let is_now = |state, holds| self.newest_says(&Fact::Is(thing.clone(), state, holds));
            is_now(State::Sharp, false) || is_now(State::Broken, true)
        })
    }

    /// Brings up the newest word on what caused a failure.
    fn what_became_of(&mut self, failure: UnitId, level: f32) {
        let causes = self.store.unit(failure).cause.clone();
        for matter in causes.iter().flat_map(matters_of) {
            for id in self.newest(&matter, 1) {
                self.seeds.add_through(id, level * 0.98, Some(failure));
            }
        }
    }

    /// Brings up the newest word on the states of a thing; on those that cannot be seen first.
    fn state_of(&mut self, thing: &Noun) {
        for state in State::ALL {
            let level = if state.can_be_seen() { CAN_BE_SEEN } else { 1.0 };
            for id in self.newest(&Topic::State(thing.clone(), state), 1) {
                self.seeds.add(id, level);
            }
        }
    }
}
