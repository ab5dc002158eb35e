//! What is done with the truth for beliefs: the past, as written or as the oracle shows it, and the
//! oracle's way through a scored day.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Noun, UnitId};
use baselines::Nothing;
use body::GivenGoal;
use memory::{Log, MemoryUnit};
use mind::encode::Notebook;
use mind::{Planner, RulesPlanner, ScriptPlanner};
use scenario::checked::{Day, GoalOfDay};

use super::{Runner, given};
use crate::oracle::true_beliefs;
use crate::relevance::{Plan, relevant_units};
use crate::simulation::{Lived, Simulation};
use crate::trace::{Failure, Trace};

/// The most actions that a scripted or shown day may take.
const MOST_ACTIONS_OF_A_SHOWN_DAY: u32 = 2_000;

/// A past, lived once.
pub(super) struct Past {
    pub(super) simulation: Lived,
    pub(super) log: Log,
    pub(super) notebook: Notebook,
    pub(super) episodes: u32,
    pub(super) failures: BTreeSet<Failure>,
}

/// What the oracle makes of a scored day.
pub(super) struct Gold {
    pub(super) trace: Trace,
    pub(super) goal_reached: bool,
    pub(super) held_at_start: bool,
    pub(super) relevant: Arc<BTreeSet<UnitId>>,
}

impl Runner<'_> {
    /// Lives the days once, each scripted or shown by the oracle, and keeps what was experienced.
    pub(super) fn live_past(&self, days: &[Day]) -> Past {
        let mut simulation = self.begin(Box::new(Nothing::new()));
        let mut failures = BTreeSet::new();
        for (index, day) in days.iter().enumerate() {
            let trace = self.show(&mut simulation, day, index as u32 + 1);
            failures.extend(trace.failures());
            simulation.rest();
        }
        Past {
            log: simulation.memory().log().cloned().unwrap_or_default(),
            notebook: simulation.notebook(),
            episodes: days.len() as u32,
            simulation: simulation.lived(),
            failures,
        }
    }

    /// A day that is done as written, or shown by the oracle where it has a goal and no script.
    pub(super) fn show(&self, simulation: &mut Simulation, day: &Day, number: u32) -> Trace {
        let given = day
            .goal
            .as_ref()
            .map(|goal| given(goal, simulation.begin_day(day), MOST_ACTIONS_OF_A_SHOWN_DAY));
        if given.is_none() {
            simulation.begin_day(day);
        }
        let planner: Box<dyn Planner> = if day.script.is_empty() {
            Box::new(RulesPlanner::default())
        } else {
            Box::new(ScriptPlanner::new(day.script.clone()))
        };
        self.run_knowing(simulation, number, given, planner)
    }

    /// Runs an episode with the truth for beliefs.
    pub(super) fn run_knowing(
        &self,
        simulation: &mut Simulation,
        number: u32,
        goal: Option<GivenGoal>,
        planner: Box<dyn Planner>,
    ) -> Trace {
        simulation.begin_episode(number, goal, planner);
        simulation.tell_beliefs(true_beliefs(&simulation.truth(), simulation.now()));
        simulation.run_episode()
    }

    /// The oracle's way through a scored day, and which past units it shows to be relevant.
    pub(super) fn gold(
        &self,
        lived: &Lived,
        day: &Day,
        goal: &GoalOfDay,
        number: u32,
        past: &[(UnitId, &MemoryUnit)],
    ) -> Gold {
        let mut simulation =
            self.continue_from(lived, Box::new(Nothing::new()), Notebook::default());
        let start = simulation.begin_day(day);
        let held_at_start = simulation.holds(&goal.condition);
        let truth = simulation.truth();
        let in_view: BTreeSet<Noun> = truth.open_to_view();
        let given = given(goal, start, MOST_ACTIONS_OF_A_SHOWN_DAY);
        let trace = self.run_knowing(
            &mut simulation,
            number,
            Some(given),
            Box::new(RulesPlanner::default()),
        );
        let done = trace.done();
        let made = simulation.truth().made_since(&truth);
        let plan = Plan { actions: &done, made: &made, in_view: &in_view };
        Gold {
            relevant: Arc::new(relevant_units(past, &plan, &truth)),
            goal_reached: simulation.goal_holds(),
            held_at_start,
            trace,
        }
    }
}
