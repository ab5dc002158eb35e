//! Why a life cannot be run.

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
