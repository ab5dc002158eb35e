//! What goes on between percepts and intents: encoding, recalling, believing, planning.
//!
//! The mind knows neither the house nor the scenario: percepts come in, an intent goes out, an
//! outcome comes back (see `body`). It is the same for every memory.
//!
//! - [`encode`]: percepts and outcomes become memory units.
//! - [`beliefs`]: the one fold that turns recalled units and percepts into beliefs.
//! - [`procedure`]: how something was done, read off recalled units.
//! - [`remedy`]: what got over a refusal, read off recalled units.
//! - [`planner`]: what a planner is given and decides; [`rules`], [`script`] and [`model`] are planners.
//! - [`skills`]: how things are found, fetched, put and switched.
//! - [`admissible`]: everything that could be tried now.
//! - [`thoughts`]: what went on, for the story.
//! - [`systems`]: the five stages of `Step` that belong to the mind.

pub mod admissible;
pub mod beliefs;
pub mod encode;
pub mod model;
pub mod planner;
pub mod procedure;
pub mod remedy;
pub mod rules;
pub mod script;
pub mod skills;
pub mod systems;
pub mod thoughts;

pub use beliefs::{Beliefs, Evidence};
pub use model::{ModelPlanner, ModelPlanning};
pub use planner::{Decision, ModelReport, Planner, Remark, Situation, SkillChoice, UsedUp};
pub use procedure::Procedure;
pub use remedy::Remedy;
pub use rules::RulesPlanner;
pub use script::ScriptPlanner;
pub use systems::{
    Asking, Attention, Believed, Ending, Memory, Mind, Rest, add_mind, add_mind_to, begin_episode,
};
pub use thoughts::{Content, Thought};
