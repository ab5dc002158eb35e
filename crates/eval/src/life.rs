//! Lives one life: the past once, then the scored days for each memory.
//!
//! Under the yoked protocol every arm gets the identical past: days with a script are done as
//! written, days with a goal are shown by the oracle, and the arm acts on the last scored day
//! alone. Under the lived protocol each arm pursues the goals of all days by itself.

mod error;
mod experience;
mod judge;
mod planner;
mod shown;
mod telling;
mod watched;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use base::{SimTime, UnitId};
use body::GivenGoal;
use memory::{Budget, MemorySystem, MemoryUnit};
pub use mind::ModelPlanning;
use mind::Planner;
use mind::encode::Notebook;
pub use mind::model::ModelBudget;
use models::Embed;
use scenario::checked::{ActionBudget, Day, GoalOfDay, Life};

use crate::decisions::Decisions;
use crate::records::{EpisodeRecord, Protocol};
use crate::roster::Arm;
use crate::simulation::{Lived, Simulation};
use crate::trace::Trace;
use crate::watch::Watcher;
pub use error::LifeError;
pub use experience::{Experience, ScoredDay, experience};
pub use planner::PlannerName;
use shown::Gold;
use telling::unmet;
pub use watched::{morning_of, run_days_watched, run_life_watched};

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
