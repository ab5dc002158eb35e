//! Pouring, strewing and spreading: how something that is no thing gets into a vessel or onto a thing.

use base::{Action, Condition, Noun, Quality, Relation, State};
use memory::Ask;

use super::RulesPlanner;
use crate::beliefs::{Beliefs, Evidence};
use crate::planner::{Remark, Situation};
use crate::procedure::procedures_for;
use crate::skills::Progress;

/// So much is poured where any amount does, millilitres.
const DASH_ML: u32 = 10;

/// How much is wanted, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Much {
    /// Some of it in a vessel.
    Some,
    /// So much that it fills half of the vessel at least.
    Half,
    /// What stays on a thing.
    Coat,
}

impl Much {
    pub(super) fn for_quality(quality: &Quality) -> Self {
        match quality {
            Quality::FilledWith(_) => Self::Half,
            Quality::CoveredWith(_) => Self::Coat,
            _ => Self::Some,
        }
    }
}

/// What the goal wants in which vessel. Where it would do in one of several (`Any`), that is no reason
/// to leave all of them alone.
pub(super) fn wanted_in(goal: &Condition) -> Vec<(Noun, Noun)> {
    let wanted_by = |part: &Condition| match part {
        Condition::Exists(of, that)
        | Condition::ForAll(of, that)
        | Condition::Count { of, that, .. } => {
            let poured = that.iter().filter_map(|quality| match quality {
                Quality::Holds(what) | Quality::FilledWith(what) => Some(what),
                _ => None,
            });
            poured.map(|what| (of.clone(), what.clone())).collect()
        }
        _ => Vec::new(),
    };
    goal.parts().into_iter().flat_map(wanted_by).collect()
}

/// Whether some of it was seen in a vessel in this episode.
pub(super) fn is_seen_somewhere(what: &Noun, beliefs: &Beliefs) -> bool {
    beliefs.portions().any(|(_, how, there, belief)| {
        how == Relation::In && what.fits(there) && belief.evidence == Evidence::Perceived
    })
}

impl RulesPlanner {
    /// Gets some of it into the vessel or onto the thing: water at a basin, else from another vessel in
    /// which it is known to be, else from a machine that is named after it, else by making it.
    pub(super) fn pour_on(
        &mut self,
        to: &Noun,
        what: &Noun,
        much: Much,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        for from in self.vessels_with(what, to, much, situation.beliefs) {
            let amounts = [(much == Much::Some).then_some(DASH_ML), None];
            for ml in &amounts[usize::from(much != Much::Some)..] {
                let pour = Action::Pour(from.clone(), to.clone(), *ml);
                match self.step(&pour, situation, remarks) {
                    Progress::Impossible => {}
                    progress => return progress,
                }
            }
        }
        if let Some(source) = source_of(what, situation).filter(|_| much != Much::Coat) {
            return self.step(&Action::Fill(to.clone(), source), situation, remarks);
        }
        if !procedures_for(situation.beliefs, what, State::Filled).is_empty() {
            return self.follow_procedure(what, State::Filled, situation, remarks);
        }
        let ask = Ask::WhereIs(what.clone());
        if situation.asked.contains(&ask) {
            return self.skills.explore(situation);
        }
        Progress::Ask(ask)
    }

    /// The vessels in which it is known to be, those in which the goal does not want it first, and of
    /// these those that were seen. Where nobody has seen what is in which vessel, those in which memory
    /// has it. What is to fill one vessel is not taken from another that it is to fill.
    fn vessels_with(&self, what: &Noun, to: &Noun, much: Much, beliefs: &Beliefs) -> Vec<Noun> {
        let is_wanted = |vessel: &Noun| {
            self.wanted_in.iter().any(|(of, there)| of.fits(vessel) && there.fits(what))
        };
        let known = beliefs.portions().filter(|(vessel, how, there, _)| {
            *how == Relation::In && what.fits(there) && !to.fits(vessel)
        });
        let mut known: Vec<(bool, bool, Noun)> = known
            .map(|(vessel, _, _, belief)| {
                (is_wanted(vessel), belief.evidence != Evidence::Perceived, vessel.clone())
            })
            .filter(|(is_wanted, ..)| much != Much::Half || !is_wanted)
            .collect();
        known.sort_unstable();
        if known.is_empty() {
            let remembered = beliefs.where_is(what).into_iter().map(|sighting| &sighting.place);
            let vessels = remembered.filter(|place| place.0 == Relation::In && !to.fits(&place.1));
            return vessels.take(1).map(|place| place.1.clone()).collect();
        }
        known.into_iter().map(|(.., vessel)| vessel).collect()
    }

    /// Empties the vessel of what must not be in it into the nearest basin.
    pub(super) fn pour_away(
        &mut self,
        of: &Noun,
        what: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let holds = situation.beliefs.portions().find(|(vessel, how, there, _)| {
            *how == Relation::In && of.fits(vessel) && what.fits(there)
        });
        let Some(vessel) = holds.map(|(vessel, ..)| vessel.clone()) else {
            return Progress::Done;
        };
        let mut landmarks = situation.percepts.landmarks.iter();
        let Some(basin) = landmarks.find(|landmark| landmark.affords.rinsing) else {
            return Progress::Impossible;
        };
        self.step(&Action::Empty(vessel, basin.noun.clone()), situation, remarks)
    }
}

/// A basin for water, or a machine that is named after what it gives.
fn source_of(what: &Noun, situation: &Situation<'_>) -> Option<Noun> {
    let source = situation.percepts.landmarks.iter().find(|landmark| match what.kind() {
        "water" => landmark.affords.rinsing,
        kind => landmark.noun.kind().starts_with(kind),
    });
    source.map(|landmark| landmark.noun.clone())
}
