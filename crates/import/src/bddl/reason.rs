//! Why an activity cannot run.

/// Why an activity cannot run. The first that is found is told.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Reason {
    /// The goal asks for something that is poured, strewn or spread, and there is none of it.
    #[error(
        "the goal asks for {predicate} with {substance}, which nothing holds and no recipe gives"
    )]
    Substance {
        /// What is asked for.
        predicate: String,
        /// What is poured.
        substance: String,
    },
    /// The house cannot tell whether this is so.
    #[error("the house does not know \"{0}\"")]
    Predicate(String),
    /// Something is to be made of other things, by a recipe.
    #[error("{0} is to be made, by a recipe that the house does not know")]
    Made(String),
    /// Nobody knows what such a thing is.
    #[error("there is no kind for {0}")]
    Kind(String),
    /// The home has no such furniture, or not enough.
    #[error("the home has no {0}, or not as many")]
    Furniture(String),
    /// Nothing says where it is at the beginning.
    #[error("nothing says where {0} is at the beginning")]
    Nowhere(String),
    /// It cannot be so at the beginning.
    #[error("at the beginning {0}")]
    Beginning(String),
    /// Nothing could ever reach the goal.
    #[error("the goal can never hold: {0}")]
    Never(String),
    /// There is nothing to do.
    #[error("the goal holds at the beginning")]
    Holds,
    /// The goal has too many ways.
    #[error("the goal has too many ways to be written out")]
    TooBig,
}

impl Reason {
    /// The reason without the names in it, for counting.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Substance { .. } => {
                "a liquid, powder or paste that nothing holds and no recipe gives"
            }
            Self::Predicate(_) => "a predicate that the house does not know",
            Self::Made(_) => "a thing is to be made by a recipe",
            Self::Kind(_) => "a thing of which there is no kind",
            Self::Furniture(_) => "furniture that the home has not",
            Self::Nowhere(_) => "a thing of which nothing says where it is",
            Self::Beginning(_) => "a beginning that cannot be",
            Self::Never(_) => "a goal that can never hold",
            Self::Holds => "a goal that holds at the beginning",
            Self::TooBig => "a goal with too many ways",
        }
    }

    /// What it is about, in one word or few.
    pub fn about(&self) -> String {
        match self {
            Self::Substance { substance: about, .. }
            | Self::Predicate(about)
            | Self::Made(about)
            | Self::Kind(about)
            | Self::Furniture(about)
            | Self::Nowhere(about)
            | Self::Beginning(about)
            | Self::Never(about) => about.clone(),
            Self::Holds | Self::TooBig => String::new(),
        }
    }
}
