//! The days of the built-in scenarios, each lived once.

use std::sync::Arc;

use memory::Ask;
use models::Embed;
use scenario::Scenario;
use scenario::checked::{Life, Split};

use super::extraction::Material;
use super::happenings::Happening;
use super::paraphrases::{COMMITTED, DEV, parse};
use crate::life::{Experience, LifeError, Options, experience, run_life};
use crate::roster::Arm;
use crate::trace::Content;

/// A life that was lived, and by which name.
#[derive(Debug, Clone)]
pub struct Lived {
    /// The scenario.
    pub scenario: String,
    /// The variant.
    pub variant: String,
    /// What was experienced in it.
    pub experience: Experience,
    /// The life, as it may be lived again.
    pub life: Life,
}

/// Lives every variant of a split once, with this seed.
///
/// # Errors
///
/// When a home cannot be built.
///
/// # Panics
///
/// When a variant of the scenario is not well formed: it was checked when it was read.
pub fn live_all(scenarios: &[Scenario], split: Split, seed: u64) -> Result<Vec<Lived>, LifeError> {
    let mut lives = Vec::new();
    for scenario in scenarios {
        for variant in scenario.variants.iter().filter(|variant| variant.split == split) {
            let life = scenario.life(&variant.name, seed).expect("checked when it was read");
            lives.push(Lived {
                scenario: scenario.name.clone(),
                variant: variant.name.clone(),
                experience: experience(&life)?,
                life,
            });
        }
    }
    Ok(lives)
}

/// The questions that the rules planner puts to BrainMem on the scored day of a life, each once.
///
/// # Errors
///
/// When the life cannot be run, or no day is scored.
pub fn questions(lived: &Lived, embedder: &Arc<dyn Embed>) -> Result<Vec<Ask>, LifeError> {
    let arm = Arm::named("brainmem").expect("it is in the roster");
    let episodes = run_life(&lived.life, &[arm], &Options::default(), embedder)?;
    let thoughts = episodes.iter().flat_map(|episode| episode.trace.thoughts());
    let mut asks: Vec<Ask> = Vec::new();
    for thought in thoughts {
        if let Content::Recalled { ask, .. } = thought
            && !asks.contains(ask)
        {
            asks.push(ask.clone());
        }
    }
    Ok(asks)
}

/// What happened in these lives, and the committed paraphrases.
///
/// # Panics
///
/// When the committed paraphrases are not well formed: a test reads them.
pub fn material(lives: &[Lived]) -> Material {
    let units = lives.iter().flat_map(|lived| &lived.experience.units);
    Material {
        happenings: units.filter_map(|unit| Happening::of(unit)).collect(),
        paraphrases: parse(COMMITTED.0, COMMITTED.1).expect("a test reads them"),
        dev_paraphrases: parse(DEV.0, DEV.1).expect("a test reads them"),
    }
}
