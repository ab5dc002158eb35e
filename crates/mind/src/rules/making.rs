//! Making things so: cutting, working on them with tools, and what takes knowing how.

use base::{Action, Noun, State};
use memory::Ask;

use super::RulesPlanner;
use crate::beliefs::Evidence;
use crate::planner::{Remark, Situation};
use crate::skills::Progress;

impl RulesPlanner {
    pub(super) fn make(
        &mut self,
        thing: &Noun,
        state: State,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        if state == State::Sliced {
            self.cut(thing, situation, remarks)
        } else if let Some((work, tools)) = work_for(state) {
            let tools = || tools.iter().map(|tool| Noun::new(tool, &[]));
            let is_known = |tool: &Noun| !situation.beliefs.known_fitting(tool).is_empty();
            let tool = tools().find(is_known).or_else(|| tools().next());
            let tool = tool.expect("every work has a tool");
            self.step(&work(thing.clone(), tool), situation, remarks)
        } else {
            self.follow_procedure(thing, state, situation, remarks)
        }
    }

    /// Cuts the thing with the knife that is most likely to cut.
    fn cut(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let any_knife: Noun = "knife".parse().expect("a noun");
        let ask = Ask::WhatStoodInTheWay(Action::Slice(thing.clone(), any_knife.clone()));
        if !situation.asked.contains(&ask) {
            return Progress::Ask(ask);
        }
        for knife in knives_by_promise(situation) {
            let ask = Ask::WhatStoodInTheWay(Action::Slice(thing.clone(), knife.clone()));
            let belief = situation.beliefs.state(&knife, State::Sharp);
            if belief.is_none() && !situation.asked.contains(&ask) {
                return Progress::Ask(ask);
            }
            match self.skills.slice(thing, &knife, situation, remarks) {
                Progress::Impossible => {}
                progress => {
                    if let Some(Evidence::Unit(id)) = belief.map(|belief| belief.evidence) {
                        remarks.push(Remark::Used(id));
                    }
                    return progress;
                }
            }
        }
        self.skills.slice(thing, &any_knife, situation, remarks)
    }
}

/// Whether getting into the state changes the thing for good and takes knowing how.
pub(super) fn changes_the_thing(state: State) -> bool {
    match state {
        State::Sliced
        | State::Cracked
        | State::Toasted
        | State::Fried
        | State::Burnt
        | State::Hot
        | State::Cold
        | State::Frozen
        | State::Melted
        | State::Cooked => true,
        State::Peeled
        | State::Diced
        | State::Mashed
        | State::Stirred
        | State::Seasoned
        | State::Covered => true,
        State::Open
        | State::Running
        | State::Sharp
        | State::Broken
        | State::Dirty
        | State::Stained
        | State::Soapy
        | State::Wet
        | State::Filled
        | State::Full
        | State::Plugged
        | State::Shattered
        | State::Spoiled
        | State::Ajar => false,
    }
}

/// Work on the first thing with the second.
type Work = fn(Noun, Noun) -> Action<Noun>;

/// The work that makes it so, and the kinds of tools with which it is done.
fn work_for(state: State) -> Option<(Work, &'static [&'static str])> {
    Some(match state {
        State::Peeled => (Action::Peel, &["peeler"]),
        State::Diced => (Action::Dice, &["knife", "cleaver"]),
        State::Mashed => (Action::Mash, &["fork"]),
        State::Stirred => (Action::Stir, &["spoon", "teaspoon", "whisk"]),
        State::Seasoned => (Action::Season, &["salt-shaker", "pepper-mill", "pepper-shaker"]),
        State::Covered => (
            |on, with| Action::Spread(Noun::new("butter", &[]), on, with),
            &["butter-knife", "knife"],
        ),
        _ => return None,
    })
}

/// Knives that are known, the most promising first: believed sharp, then unknown, then believed
/// blunt; among equals those in view, then by name.
fn knives_by_promise(situation: &Situation<'_>) -> Vec<Noun> {
    let percepts = situation.percepts;
    let in_view = percepts.seen.iter().filter(|seen| seen.affords.cutting).map(|seen| &seen.noun);
    let any_knife: Noun = "knife".parse().expect("a noun");
    let mut knives: Vec<Noun> =
        in_view.chain(situation.beliefs.known_fitting(&any_knife)).cloned().collect();
    knives.sort_unstable();
    knives.dedup();
    let promise = |knife: &Noun| match situation.beliefs.state(knife, State::Sharp) {
        Some(belief) if belief.holds => 0,
        None => 1,
        Some(belief) if belief.evidence != Evidence::Perceived => 2,
        Some(_) => 3,
    };
    let is_in_view = |knife: &Noun| percepts.seen.iter().any(|seen| seen.noun == *knife);
    knives.sort_by_key(|knife| (promise(knife), !is_in_view(knife)));
    knives.retain(|knife| promise(knife) < 3);
    knives
}
