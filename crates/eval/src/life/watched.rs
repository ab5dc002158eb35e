//! Lives that somebody looks on at, and the house on one of their mornings.

use std::sync::Arc;

use baselines::Nothing;
use models::Embed;
use scenario::checked::{Day, Life};

use super::{Episode, LifeError, Options, Runner};
use crate::roster::Arm;
use crate::simulation::Simulation;
use crate::watch::Watcher;

/// [`super::run_life`] with somebody who looks on at what the arms do.
pub fn run_life_watched(
    life: &Life,
    arms: &[Arm],
    options: &Options,
    embedder: &Arc<dyn Embed>,
    watcher: Watcher,
) -> Result<Vec<Episode>, LifeError> {
    Runner::new(life, options)?.for_arms(arms)?.watched_by(watcher).run_life(arms, embedder)
}

/// [`super::run_days`] with somebody who looks on at every day and may end it all.
pub fn run_days_watched(
    life: &Life,
    arm: Arm,
    options: &Options,
    embedder: &Arc<dyn Embed>,
    watcher: Watcher,
) -> Result<Vec<Episode>, LifeError> {
    Ok(Runner::new(life, options)?.for_arms(&[arm])?.watched_by(watcher).run_days(arm, embedder))
}

/// The house on the morning of a day, the days before it done as written or shown by the oracle.
pub fn morning_of(life: &Life, day: &Day) -> Result<Simulation, LifeError> {
    let options = Options::default();
    let runner = Runner::new(life, &options)?;
    let mut simulation = runner.begin(Box::new(Nothing::new()));
    for (index, past) in life.days.iter().enumerate().filter(|(_, past)| past.number < day.number) {
        runner.show(&mut simulation, past, index as u32 + 1);
        simulation.rest();
    }
    simulation.begin_day(day);
    Ok(simulation)
}
