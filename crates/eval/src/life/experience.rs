//! What is experienced in a life, and what of it matters for the scored day: material for
//! measuring what reads, relates and judges experiences.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::UnitId;
use baselines::Nothing;
use memory::{Log, MemoryUnit};
use scenario::checked::{GoalOfDay, Life};

use super::{LifeError, Options, Runner};
use crate::truth::Truth;

/// The past of a life under the yoked protocol, and what the oracle made of the scored day.
#[derive(Debug, Clone)]
pub struct Experience {
    /// Every unit of the past, in the order of recording. Where no day is scored, of all days.
    pub units: Vec<Arc<MemoryUnit>>,
    /// Everything that a memory is told of the past: the units, and the nights between.
    pub log: Log,
    /// The truth at the end of the past.
    pub truth: Truth,
    /// The scored day, where there is one.
    pub scored: Option<ScoredDay>,
}

/// What is asked on the scored day.
#[derive(Debug, Clone)]
pub struct ScoredDay {
    /// The goal.
    pub goal: GoalOfDay,
    /// Which units of the past are relevant for it.
    pub relevant: Arc<BTreeSet<UnitId>>,
}

/// Lives the past of a life once.
///
/// # Errors
///
/// When the home cannot be built.
pub fn experience(life: &Life) -> Result<Experience, LifeError> {
    let options = Options::default();
    let runner = Runner::new(life, &options)?;
    let scored_at = life.days.iter().rposition(|day| day.scored);
    let past = runner.live_past(&life.days[..scored_at.unwrap_or(life.days.len())]);
    let units: Vec<Arc<MemoryUnit>> = past.log.units().cloned().collect();
    let day = scored_at.map(|at| &life.days[at]);
    let scored = day.and_then(|day| Some((day, day.goal.clone()?))).map(|(day, goal)| {
        let with_ids: Vec<(UnitId, &MemoryUnit)> =
            units.iter().map(|unit| (unit.content_id(), &**unit)).collect();
        let gold = runner.gold(&past.simulation, day, &goal, past.episodes + 1, &with_ids);
        ScoredDay { goal, relevant: Arc::clone(&gold.relevant) }
    });
    let nothing = Box::new(Nothing::new());
    let simulation = runner.continue_from(&past.simulation, nothing, past.notebook.clone());
    Ok(Experience { units, log: past.log, truth: simulation.truth(), scored })
}
