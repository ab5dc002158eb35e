//! Lives one life: the past once, then the scored days for each memory.
//!
//! Under the yoked protocol every arm gets the identical past: days with a script are done as
//! written, days with a goal are shown by the oracle, and the arm acts on the last scored day
//! alone. Under the lived protocol each arm pursues the goals of all days by itself.

mod experience;
mod judge;
mod telling;
mod watched;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use base::{Action, Condition, Noun, SimTime, UnitId};
use baselines::Nothing;
use body::GivenGoal;
use memory::{Budget, Log, MemorySystem, MemoryUnit};
pub use mind::ModelPlanning;
use mind::encode::Notebook;
pub use mind::model::ModelBudget;
use mind::model::is_skill;
use mind::{ModelPlanner, Planner, RulesPlanner, ScriptPlanner};
use models::Embed;
use scenario::checked::{ActionBudget, Day, GoalOfDay, Life};

use crate::decisions::Decisions;
use crate::oracle::true_beliefs;
use crate::random::RandomPlanner;
use crate::records::{EpisodeRecord, Protocol};
use crate::relevance::{Plan, relevant_units};
use crate::roster::Arm;
use crate::simulation::{Lived, Simulation};
use crate::trace::{Failure, Trace};
use crate::watch::Watcher;
pub use experience::{Experience, ScoredDay, experience};
use telling::unmet;
pub use watched::{morning_of, run_days_watched, run_life_watched};

/// The most actions that a scripted or shown day may take.
const MOST_ACTIONS_OF_A_SHOWN_DAY: u32 = 2_000;

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

/// How lives are run.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// How the past is lived.
    pub protocol: Protocol,
    /// By which planner the arms act.
    pub planner: PlannerName,
    /// What one recall may cost.
    pub budget: Budget,
    /// Runs systems whose order is open in an order drawn from this seed.
    pub shuffle_seed: Option<u64>,
    /// The language model, for planners and memories that ask one.
    pub language: Option<ModelPlanning>,
}

/// An episode: its record and everything that happened in it.
#[derive(Debug, Clone)]
pub struct Episode {
    /// The figures.
    pub record: EpisodeRecord,
    /// What happened.
    pub trace: Trace,
    /// What the scenario promises of the day and was not so, a sentence each.
    pub unmet: Vec<String>,
    /// What was decided, where a language model was asked.
    pub decisions: Option<Decisions>,
}

/// A past, lived once.
struct Past {
    simulation: Lived,
    log: Log,
    notebook: Notebook,
    episodes: u32,
    failures: BTreeSet<Failure>,
}

/// What the oracle makes of a scored day.
struct Gold {
    trace: Trace,
    goal_reached: bool,
    held_at_start: bool,
    relevant: Arc<BTreeSet<UnitId>>,
}

/// A life could not be run at all.
#[derive(Debug, thiserror::Error)]
pub enum LifeError {
    /// The home could not be built.
    #[error("{scenario}/{variant} seed {seed}: the home cannot be built: {reason}")]
    Scene {
        /// The scenario.
        scenario: String,
        /// The variant.
        variant: String,
        /// The seed.
        seed: u64,
        /// What the house said.
        reason: String,
    },
    /// The planner asks a language model, and none was given.
    #[error("planner {planner} asks a language model, and none was given")]
    NoModel {
        /// The planner.
        planner: &'static str,
    },
    /// The memory asks a language model, and none was given.
    #[error(
        "memory {arm} asks a language model what is relevant, and none was given; name one with --model"
    )]
    NoJudge {
        /// The arm.
        arm: &'static str,
    },
    /// No day of it is scored.
    #[error("{scenario}/{variant} has no scored day; give one day `scored: true` and a goal")]
    NothingScored {
        /// The scenario.
        scenario: String,
        /// The variant.
        variant: String,
    },
}

/// Runs the scored days of one life for each of the arms. Episodes come in the order of the arms,
/// under the lived protocol by day within an arm.
pub fn run_life(
    life: &Life,
    arms: &[Arm],
    options: &Options,
    embedder: &Arc<dyn Embed>,
) -> Result<Vec<Episode>, LifeError> {
    Runner::new(life, options)?.for_arms(arms)?.run_life(arms, embedder)
}

/// Lives every day of a life as it is written, scored or not, with one memory; tells each day as
/// an episode. For `run`, and for scripted scenarios.
pub fn run_days(
    life: &Life,
    arm: Arm,
    options: &Options,
    embedder: &Arc<dyn Embed>,
) -> Result<Vec<Episode>, LifeError> {
    Ok(Runner::new(life, options)?.for_arms(&[arm])?.run_days(arm, embedder))
}

struct Runner<'a> {
    life: &'a Life,
    options: &'a Options,
    fresh: Lived,
    watcher: Option<Watcher>,
}

impl<'a> Runner<'a> {
    fn new(life: &'a Life, options: &'a Options) -> Result<Self, LifeError> {
        if options.planner.asks_a_model() && options.language.is_none() {
            return Err(LifeError::NoModel { planner: options.planner.name() });
        }
        let fresh = Lived::begin(life).map_err(|error| LifeError::Scene {
            scenario: life.scenario.clone(),
            variant: life.variant.clone(),
            seed: life.seed,
            reason: error.to_string(),
        })?;
        Ok(Self { life, options, fresh, watcher: None })
    }

    fn watched_by(mut self, watcher: Watcher) -> Self {
        self.watcher = Some(watcher);
        self
    }

    /// A simulation that is watched, where somebody looks on.
    fn in_sight(&self, mut simulation: Simulation) -> Simulation {
        if let Some(watcher) = &self.watcher {
            simulation.be_watched(Rc::clone(watcher));
        }
        simulation
    }

    fn run_life(&self, arms: &[Arm], embedder: &Arc<dyn Embed>) -> Result<Vec<Episode>, LifeError> {
        match self.options.protocol {
            Protocol::Yoked => self.run_yoked(arms, embedder),
            Protocol::Lived => self.run_lived(arms, embedder),
        }
    }

    fn run_days(&self, arm: Arm, embedder: &Arc<dyn Embed>) -> Vec<Episode> {
        let judge = self.judge(arm);
        let memory = arm.build(embedder, &Arc::default(), judge.asked());
        let mut simulation = self.in_sight(self.begin(memory));
        let mut failures = BTreeSet::new();
        let mut episodes = Vec::new();
        for (index, day) in self.life.days.iter().enumerate() {
            let number = index as u32 + 1;
            let judged_before = judge.used();
            let gold = match &day.goal {
                Some(_) if !day.script.is_empty() => None,
                Some(goal) => Some(self.gold(&simulation.lived(), day, goal, number, &[])),
                None => None,
            };
            let trace = match (&day.goal, &gold) {
                (Some(goal), Some(gold)) => {
                    let planner = self.planner(day, goal, gold);
                    self.pursue(&mut simulation, day, goal, gold, number, planner)
                }
                _ => self.show(&mut simulation, day, number),
            };
            let mut record =
                self.record(&mut simulation, day, &trace, gold.as_ref(), arm, &failures);
            let judged = judge.used_since(judged_before);
            let decisions = self.note_model(&mut record, &simulation, &trace, judged);
            failures.extend(trace.failures());
            let unmet = unmet(&simulation, day, &trace);
            episodes.push(Episode { record, trace, unmet, decisions });
            if simulation.is_stopped() {
                break;
            }
            simulation.rest();
        }
        episodes
    }

    fn nothing_scored(&self) -> LifeError {
        LifeError::NothingScored {
            scenario: self.life.scenario.clone(),
            variant: self.life.variant.clone(),
        }
    }

    fn begin(&self, memory: Box<dyn MemorySystem>) -> Simulation {
        self.continue_from(&self.fresh, memory, Notebook::default())
    }

    fn continue_from(
        &self,
        lived: &Lived,
        memory: Box<dyn MemorySystem>,
        notebook: Notebook,
    ) -> Simulation {
        Simulation::from(lived, memory, notebook, self.options.budget, self.options.shuffle_seed)
    }

    fn run_yoked(
        &self,
        arms: &[Arm],
        embedder: &Arc<dyn Embed>,
    ) -> Result<Vec<Episode>, LifeError> {
        let (scored_at, day) = self
            .life
            .days
            .iter()
            .enumerate()
            .rfind(|(_, day)| day.scored)
            .ok_or_else(|| self.nothing_scored())?;
        let goal = day.goal.as_ref().ok_or_else(|| self.nothing_scored())?;
        let past = self.live_past(&self.life.days[..scored_at]);
        let units: Vec<(UnitId, &MemoryUnit)> =
            past.log.units().map(|unit| (unit.content_id(), &**unit)).collect();
        let number = past.episodes + 1;
        let gold = self.gold(&past.simulation, day, goal, number, &units);
        let mut episodes = Vec::new();
        for arm in arms {
            let judge = self.judge(*arm);
            let mut memory = arm.build(embedder, &gold.relevant, judge.asked());
            let told = past.log.replay(&mut *memory);
            let lived = &past.simulation;
            let mut simulation =
                self.in_sight(self.continue_from(lived, memory, past.notebook.clone()));
            let trace = match told {
                Ok(()) => {
                    let planner = self.planner(day, goal, &gold);
                    self.pursue(&mut simulation, day, goal, &gold, number, planner)
                }
                Err(error) => Trace { broke_off: Some(error.to_string()), ..Trace::default() },
            };
            let mut record =
                self.record(&mut simulation, day, &trace, Some(&gold), *arm, &past.failures);
            let decisions = self.note_model(&mut record, &simulation, &trace, judge.used());
            let unmet = unmet(&simulation, day, &trace);
            episodes.push(Episode { record, trace, unmet, decisions });
        }
        Ok(episodes)
    }

    fn run_lived(
        &self,
        arms: &[Arm],
        embedder: &Arc<dyn Embed>,
    ) -> Result<Vec<Episode>, LifeError> {
        if !self.life.days.iter().any(|day| day.scored) {
            return Err(self.nothing_scored());
        }
        let mut episodes = Vec::new();
        for arm in arms {
            let days = self.run_days(*arm, embedder);
            episodes.extend(days.into_iter().filter(|episode| episode.record.scored));
        }
        Ok(episodes)
    }

    /// Lives the days once, each scripted or shown by the oracle, and keeps what was experienced.
    fn live_past(&self, days: &[Day]) -> Past {
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
    fn show(&self, simulation: &mut Simulation, day: &Day, number: u32) -> Trace {
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
    fn run_knowing(
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

    fn planner(&self, day: &Day, goal: &GoalOfDay, gold: &Gold) -> Box<dyn Planner> {
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

    /// The oracle's way through a scored day, and which past units it shows to be relevant.
    fn gold(
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

    /// The arm's own way through a day.
    fn pursue(
        &self,
        simulation: &mut Simulation,
        day: &Day,
        goal: &GoalOfDay,
        gold: &Gold,
        number: u32,
        planner: Box<dyn Planner>,
    ) -> Trace {
        let start = simulation.begin_day(day);
        let budget = match goal.actions {
            ActionBudget::Fixed(actions) => actions,
            ActionBudget::TimesOracle(times) => {
                (f64::from(times) * f64::from(gold.trace.actions())).ceil() as u32
            }
        };
        let given = given(goal, start, budget);
        if self.options.planner == PlannerName::Oracle {
            return self.run_knowing(simulation, number, Some(given), planner);
        }
        simulation.begin_episode(number, Some(given), planner);
        simulation.run_episode()
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

fn given(goal: &GoalOfDay, start: SimTime, action_budget: u32) -> GivenGoal {
    GivenGoal {
        words: goal.words.clone(),
        condition: goal.condition.clone(),
        given: start,
        action_budget,
        until: start + u64::from(goal.seconds) * base::time::TICKS_PER_SECOND,
    }
}

#[cfg(test)]
mod tests;
