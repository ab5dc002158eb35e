//! What got over a refusal: from the failure onwards to the same done with success.
//!
//! The step that helped names neither what failed nor why: "I climbed onto the crate" says nothing
//! of the jar. Only that it came between the failure and the success, in one episode, tells what it
//! was good for. So the cue goes to failures of that sort and walks their episodes forwards.

use base::{Action, Fact, Noun, Refusal, State, UnitId};
use memory::postings::Topic;

use super::{Cue, FITS, OTHER_KIND, action_fit};

/// How many failures of that sort are followed.
const FAILURES: usize = 16;
/// How far an episode is walked.
const MEMBERS: usize = 48;
/// What a failure counts after which the same never succeeded.
const NEVER_GOT_OVER: f32 = 0.15;
/// What the success counts, and the steps before it: those that change more than where things are, and
/// those that only move things.
const SUCCESS: f32 = 0.95;
const STEP: f32 = 0.98;
const MOVED: f32 = 0.25;
/// What the news counts that something used then is broken now.
const NEWS: f32 = 0.96;
/// How much less the next failure counts that the same got over.
const LESS_RECENT: f32 = 0.1;
/// What a means counts that has got over it in a newer failure already.
const KNOWN_MEANS: f32 = 0.4;

impl Cue<'_> {
    pub(super) fn what_got_over(&mut self, asked: &Action<Noun>, refusal: Refusal) {
        let failures = self.newest(&Topic::Refused(refusal), FAILURES);
        let mut means: Vec<Vec<Action<Noun>>> = Vec::new();
        let mut followed = 0.0_f32;
        for failure in failures {
            let unit = self.store.unit(failure);
            let Some(failed) = unit.actions.first().cloned() else { continue };
            // What helped with another thing, or with another action, may help here.
            let fit =
                if failed.kind() == asked.kind() { action_fit(asked, &failed) } else { OTHER_KIND };
            let level = 0.5 * (FITS + fit);
            let Some((success, steps)) = self.way_over(failure, &failed) else {
                self.seeds.add(failure, level * NEVER_GOT_OVER);
                continue;
            };
            let helped: Vec<Action<Noun>> = steps
                .iter()
                .filter(|id| self.alters(**id))
                .flat_map(|id| self.store.unit(*id).actions.clone())
                .collect();
            let mut level = level / (1.0 + LESS_RECENT * followed);
            if means.contains(&helped) {
                level *= KNOWN_MEANS;
            }
            // What is broken now still tells how; that it is broken must come to mind with it.
            self.what_is_broken(&helped, level * NEWS);
            self.seeds.add(failure, level);
            self.seeds.add_through(success, level * SUCCESS, Some(failure));
            for step in steps {
                let share = if self.alters(step) { STEP } else { MOVED };
                self.seeds.add_through(step, level * share, Some(failure));
            }
            means.push(helped);
            followed += 1.0;
        }
    }

    /// The first time after the failure that the same was done in its episode, and what was done
    /// with success in between.
    fn way_over(
        &mut self,
        failure: UnitId,
        failed: &Action<Noun>,
    ) -> Option<(UnitId, Vec<UnitId>)> {
        let topic = Topic::Episode(self.store.unit(failure).episode);
        let at = self.store.place_in_time(failure);
        let later: Vec<UnitId> = self
            .store
            .postings
            .from(&topic, at)
            .map(|(_, id)| id)
            .filter(|id| *id != failure)
            .take(MEMBERS)
            .collect();
        self.seeds.looked_at += later.len() as u64;
        let mut steps = Vec::new();
        for id in later {
            let unit = self.store.unit(id);
            if unit.valence < 0.0 || unit.actions.is_empty() {
                continue;
            }
            if unit.tells_of_success(failed) {
                return Some((id, steps));
            }
            steps.push(id);
        }
        None
    }

    /// Whether the unit tells of a step that does more than move things about.
    fn alters(&self, id: UnitId) -> bool {
        self.store.unit(id).actions.iter().any(|action| action.kind().gets_over())
    }

    /// Brings up the news that a thing of the steps is broken, where that is the newest word on it.
    fn what_is_broken(&mut self, steps: &[Action<Noun>], level: f32) {
        for thing in steps.iter().flat_map(Action::things) {
            if self.newest_says(&Fact::Is(thing.clone(), State::Broken, true)) {
                for id in self.newest(&Topic::State(thing.clone(), State::Broken), 1) {
                    self.seeds.add(id, level);
                }
            }
        }
    }
}
