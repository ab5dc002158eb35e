//! A goal shown by the oracle, and the truth before and after: for tasks from elsewhere, of which
//! it is to be known whether they can be done at all.

use baselines::Nothing;
use body::GivenGoal;
use memory::Budget;
use mind::RulesPlanner;
use mind::encode::Notebook;
use scenario::checked::Life;

use crate::life::LifeError;
use crate::oracle::true_beliefs;
use crate::simulation::{Lived, Simulation};
use crate::trace::Trace;
use crate::truth::Truth;

/// More actions are not begun.
const MOST_ACTIONS: u32 = 2_000;

/// What the oracle made of the last day of a life.
#[derive(Debug, Clone)]
pub struct Shown {
    /// What happened.
    pub trace: Trace,
    /// The truth before.
    pub before: Truth,
    /// The truth after.
    pub after: Truth,
    /// Whether the goal held before.
    pub held_at_start: bool,
    /// Whether the goal holds after.
    pub holds: bool,
    /// What is missing from the goal, a sentence for each part.
    pub missing: Vec<String>,
}

/// Lets the oracle pursue the goal of a life of one day.
///
/// # Errors
/// Where the home cannot be built, or the day has no goal.
pub fn show(life: &Life) -> Result<Shown, LifeError> {
    let lived = Lived::begin(life).map_err(|error| LifeError::Scene {
        scenario: life.scenario.clone(),
        variant: life.variant.clone(),
        seed: life.seed,
        reason: error.to_string(),
    })?;
    let nothing_scored = || LifeError::NothingScored {
        scenario: life.scenario.clone(),
        variant: life.variant.clone(),
    };
    let day = life.days.last().ok_or_else(nothing_scored)?;
    let goal = day.goal.as_ref().ok_or_else(nothing_scored)?;
    let mut simulation = Simulation::from(
        &lived,
        Box::new(Nothing::new()),
        Notebook::default(),
        Budget::default(),
        None,
    );
    let start = simulation.begin_day(day);
    let before = simulation.truth();
    let held_at_start = simulation.holds(&goal.condition);
    let given = GivenGoal {
        words: goal.words.clone(),
        condition: goal.condition.clone(),
        given: start,
        action_budget: MOST_ACTIONS,
        until: start + u64::from(goal.seconds) * base::time::TICKS_PER_SECOND,
    };
    simulation.begin_episode(1, Some(given), Box::new(RulesPlanner::default()));
    simulation.tell_beliefs(true_beliefs(&before, simulation.now()));
    let trace = simulation.run_episode();
    Ok(Shown {
        trace,
        before,
        after: simulation.truth(),
        held_at_start,
        holds: simulation.holds(&goal.condition),
        missing: simulation.missing(&goal.condition),
    })
}
