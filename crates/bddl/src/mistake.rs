//! The kinds of mistakes that a file can hold.

use crate::nearest::nearest;

/// What is wrong. The text is lower case, without a stop, and says what would be right.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Mistake {
    /// A parenthesis that the file ends without closing.
    #[error("the file ends before this parenthesis is closed; {0} are open at the end")]
    NeverClosed(usize),
    /// A closing parenthesis too many.
    #[error("this \")\" closes nothing; is there one too many before it?")]
    ClosesNothing,
    /// A section begins where one before it is still open.
    #[error("\"{section}\" begins inside of \"{inside}\"; a \")\" is missing before it")]
    SectionInside {
        /// The one that begins.
        section: String,
        /// The one that is open.
        inside: String,
    },
    /// More parentheses in one another than anybody writes.
    #[error("parentheses are nested more than {0} deep here")]
    TooDeep(usize),
    /// Something is not of the form that is wanted.
    #[error("expected {wanted}, found {found}")]
    Expected {
        /// What would be right, with an example.
        wanted: &'static str,
        /// What is there.
        found: String,
    },
    /// A part that every file has is left out.
    #[error("{place} lacks {part}")]
    Lacks {
        /// In what.
        place: &'static str,
        /// Which part.
        part: &'static str,
    },
    /// A name that nothing has.
    #[error("no {what} is named \"{name}\" in {place}{}", or_nearest(.nearest))]
    Unknown {
        /// What it should name: "predicate", "object", "variable".
        what: &'static str,
        /// The name.
        name: String,
        /// Where it was looked for.
        place: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// A predicate or a word of the language with too much or too little behind it.
    #[error("\"{word}\" takes {takes}, not {given}")]
    Arity {
        /// The word.
        word: String,
        /// What it takes.
        takes: String,
        /// What is there.
        given: usize,
    },
    /// The same twice, in ways that do not go together.
    #[error("{what} \"{name}\" is there twice{how}")]
    Twice {
        /// What: "section", "object".
        what: &'static str,
        /// Its name.
        name: String,
        /// In which way, or nothing.
        how: &'static str,
    },

    // From here on: what only `lint` says.
    /// A goal that asks for nothing.
    #[error("the goal asks for nothing")]
    EmptyGoal,
    /// A goal that is reached before anything is done.
    #[error("the goal holds at the beginning already")]
    AlreadyTrue,
    /// A goal that contradicts itself or asks for more than there is.
    #[error("the goal can never hold: {0}")]
    Impossible(String),
    /// A goal with more ground conditions than are judged.
    #[error("{0}")]
    TooBig(#[from] crate::ground::TooBig),
    /// Formulas beside the goal, which nobody looks at.
    #[error("only the first formula of the goal counts; join them with \"and\"")]
    BesideGoal,
    /// A mark that means nothing.
    #[error("\"{0}\" between the sections means nothing")]
    Stray(String),
    /// Something is said again.
    #[error("{0} is said a second time")]
    SaidAgain(String),
    /// The beginning says that something is so and is not so.
    #[error("the beginning says both that {0} and that it is not so")]
    Contradiction(String),
    /// An object that nothing is said of.
    #[error("nothing is said of \"{0}\", at the beginning or in the goal")]
    Unused(String),
    /// A variable that the formula behind it does not use.
    #[error("the variable \"?{0}\" is not used")]
    UnusedVariable(String),
    /// A variable of the same name is bound around it.
    #[error("\"?{0}\" hides a variable of the same name around it")]
    Hides(String),
}

impl Mistake {
    pub(crate) fn unknown<'a>(
        what: &'static str,
        name: &str,
        place: impl Into<String>,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let nearest = nearest(name, known);
        Self::Unknown { what, name: name.to_owned(), place: place.into(), nearest }
    }

    /// A stable code of the kind of mistake, such as `bddl::unknown`.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NeverClosed(_) => "bddl::never_closed",
            Self::ClosesNothing => "bddl::closes_nothing",
            Self::SectionInside { .. } => "bddl::section_inside",
            Self::TooDeep(_) => "bddl::too_deep",
            Self::Expected { .. } => "bddl::expected",
            Self::Lacks { .. } => "bddl::lacks",
            Self::Unknown { .. } => "bddl::unknown",
            Self::Arity { .. } => "bddl::arity",
            Self::Twice { .. } => "bddl::twice",
            Self::EmptyGoal => "bddl::empty_goal",
            Self::AlreadyTrue => "bddl::already_true",
            Self::Impossible(_) => "bddl::impossible",
            Self::TooBig(_) => "bddl::too_big",
            Self::BesideGoal => "bddl::beside_goal",
            Self::Stray(_) => "bddl::stray",
            Self::SaidAgain(_) => "bddl::said_again",
            Self::Contradiction(_) => "bddl::contradiction",
            Self::Unused(_) => "bddl::unused",
            Self::UnusedVariable(_) => "bddl::unused_variable",
            Self::Hides(_) => "bddl::hides",
        }
    }
}

fn or_nearest(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |name| format!("; did you mean \"{name}\"?"))
}
