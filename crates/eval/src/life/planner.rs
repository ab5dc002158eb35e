//! By which planner an arm acts, and how each is made.

use base::{Action, Condition, Noun};
use mind::model::is_skill;
use mind::{ModelPlanner, Planner, RulesPlanner, ScriptPlanner};
use scenario::checked::{Day, GoalOfDay};

use super::Runner;
use super::shown::Gold;
use crate::random::RandomPlanner;

/// Which planner an arm acts by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlannerName {
    /// Deterministic, over beliefs.
    #[default]
    Rules,
    /// Knows the truth.
    Oracle,
    /// Does anything that looks possible.
    Random,
    /// Does what the scenario says.
    Script,
    /// A language model chooses.
    Model,
    /// A language model chooses, and what the oracle would do is done: how often do they agree?
    ModelGuided,
}

impl PlannerName {
    /// Every planner.
    pub const ALL: [Self; 6] =
        [Self::Rules, Self::Oracle, Self::Random, Self::Script, Self::Model, Self::ModelGuided];

    /// The name, as in `--planner`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Oracle => "oracle",
            Self::Random => "random",
            Self::Script => "script",
            Self::Model => "model",
            Self::ModelGuided => "model-guided",
        }
    }

    /// Whether it needs a language model.
    pub const fn asks_a_model(self) -> bool {
        matches!(self, Self::Model | Self::ModelGuided)
    }
}

impl Runner<'_> {
    /// The planner by which the arm pursues the goal of the day.
    pub(super) fn planner(&self, day: &Day, goal: &GoalOfDay, gold: &Gold) -> Box<dyn Planner> {
        let language = || self.options.language.clone().expect("checked when the life began");
        match self.options.planner {
            PlannerName::Model => Box::new(ModelPlanner::new(language())),
            PlannerName::ModelGuided => {
                let guide = guide_for(&gold.trace.done(), &goal.condition);
                Box::new(ModelPlanner::guided(language(), guide))
            }
            PlannerName::Rules | PlannerName::Oracle => Box::new(RulesPlanner::default()),
            PlannerName::Random => Box::new(RandomPlanner::new(self.life.seed)),
            PlannerName::Script => Box::new(ScriptPlanner::new(day.script.clone())),
        }
    }
}

/// The skills of the oracle's way, waits that follow one another taken together.
fn guide_for(done: &[Action<Noun>], goal: &Condition) -> Vec<Action<Noun>> {
    let mut guide: Vec<Action<Noun>> = Vec::new();
    for action in done.iter().filter(|action| is_skill(action, goal)) {
        match (guide.last_mut(), action) {
            (Some(Action::Wait(before)), Action::Wait(more)) => *before += more,
            _ => guide.push(action.clone()),
        }
    }
    guide
}
