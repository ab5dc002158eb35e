//! The kinds of mistakes that a file can hold.

use base::State;

use crate::nearest::nearest;

/// What is wrong. The text is lower case, without a stop, and says what would be right.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not RON, or not of the shape that is wanted here.
    #[error("{0}")]
    Syntax(String),
    /// A field or a variant that does not exist.
    #[error("{place} has no {what} \"{name}\"{}", or_nearest_or_all(.nearest, .known))]
    NoSuchWord {
        /// "field" or "variant".
        what: &'static str,
        /// What it was written in.
        place: String,
        /// What was written.
        name: String,
        /// What was probably meant.
        nearest: Option<String>,
        /// All that there are.
        known: &'static [&'static str],
    },
    /// A field that is needed is left out.
    #[error("{place} lacks the field \"{field}\"")]
    Lacks {
        /// In what.
        place: String,
        /// Which field.
        field: String,
    },
    /// A name that nothing has.
    #[error("no {what} is named \"{name}\" in {place}{}", or_nearest(.nearest))]
    Unknown {
        /// What it should name: "thing", "kind", "variable".
        what: &'static str,
        /// The name.
        name: String,
        /// Where it was looked for.
        place: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// A file that the library does not have.
    #[error("\"{path}\" cannot be read: {why}")]
    Unreadable {
        /// Which file.
        path: String,
        /// What the library says.
        why: String,
    },
    /// A name that fits several things where one is meant.
    #[error("\"{name}\" fits {count} things in {place}; add a mark that only one of them has")]
    Ambiguous {
        /// The name.
        name: String,
        /// How many it fits.
        count: usize,
        /// Where.
        place: String,
    },
    /// Two have the same name and must not.
    #[error("two {what} are named \"{name}\"; each needs a name of its own")]
    Twice {
        /// What they are: "landmarks", "variants".
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Not a noun.
    #[error("{0}")]
    NotANoun(#[from] base::noun::NotANoun),
    /// A name that is empty or not one plain word.
    #[error("\"{name}\" is no name for {what}: {must}")]
    BadName {
        /// What it should name: "a thing".
        what: &'static str,
        /// What was written.
        name: String,
        /// What a name must be.
        must: &'static str,
    },
    /// A number that makes no sense.
    #[error("the {what} must be {must}, not {number}")]
    BadNumber {
        /// Of what: "size".
        what: &'static str,
        /// What it must be: "greater than 0".
        must: String,
        /// What was written.
        number: String,
    },
    /// Things are in or on one another in a circle.
    #[error("{} is in or on itself: {}", quoted(.0.first()), .0.join(" at "))]
    Circle(Vec<String>),
    /// A thing is at what neither holds nor is a surface.
    #[error("\"{place}\" is a {kind}: nothing can be put {relation} it")]
    NoPlace {
        /// What it is at.
        place: String,
        /// Of which kind that is.
        kind: String,
        /// "in" or "on".
        relation: String,
    },
    /// A thing is bigger than what it is in or on.
    #[error("\"{thing}\" ({thing_size}) does not fit {relation} \"{place}\" ({place_size})")]
    TooBig {
        /// The thing.
        thing: String,
        /// How big it is.
        thing_size: String,
        /// "in" or "on".
        relation: String,
        /// The place.
        place: String,
        /// How much room it has.
        place_size: String,
    },
    /// Too many things are in one place.
    #[error("there is no room left {relation} \"{place}\" for \"{thing}\"")]
    NoRoom {
        /// What is too much.
        thing: String,
        /// "in" or "on".
        relation: String,
        /// The place.
        place: String,
    },
    /// A thing does not say where it is, or says it twice.
    #[error("\"{noun}\" needs {}", needed_position(*.fixed))]
    NeedsPosition {
        /// Which thing.
        noun: String,
        /// Whether it is furniture.
        fixed: bool,
    },
    /// Something is outside of every room.
    #[error("{0} is outside of every room")]
    Outside(String),
    /// Something is inside of something solid, or two rooms overlap.
    #[error("{0} overlaps {1}")]
    Overlaps(String, String),
    /// A doorway that is in no wall.
    #[error("this doorway is in no wall: it must lie on a side of a room")]
    DoorwayInNoWall,
    /// A thing that controls another and cannot, or must not.
    #[error("\"{switch}\" cannot control \"{thing}\": {why}")]
    CannotControl {
        /// The knob.
        switch: String,
        /// What it should control.
        thing: String,
        /// Why not.
        why: &'static str,
    },
    /// A state that a thing can never have.
    #[error("\"{thing}\" can never be {}: {why}", .state.adjective(*.holds))]
    NeverSo {
        /// Which thing.
        thing: String,
        /// Which state.
        state: State,
        /// Or its opposite.
        holds: bool,
        /// Why not.
        why: String,
    },
    /// An action of the script that is refused whatever happens.
    #[error("\"{action}\" is always refused: {why}")]
    AlwaysRefused {
        /// The action.
        action: String,
        /// Why.
        why: String,
    },
    /// A goal that is reached before anything is done.
    #[error("the goal is reached before anything is done: {0}")]
    ReachedAtStart(String),
    /// Something without content.
    #[error("{0} must not be empty")]
    Empty(&'static str),
    /// Days that do not follow one another.
    #[error("day {number} does not come after day {before}")]
    DayOrder {
        /// The day.
        number: u32,
        /// The day before it in the file.
        before: u32,
    },
    /// Parts that do not go together.
    #[error("{0}")]
    Contradiction(&'static str),
    /// More than can be run.
    #[error("{what}: {count} are too many, {most} is the most")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        count: u64,
        /// The most.
        most: u64,
    },
    /// Something that looks like a variable and is none.
    #[error("\"{text}\" is not a variable: {must}")]
    NotAVariable {
        /// What was written.
        text: String,
        /// What it should look like.
        must: &'static str,
    },
    /// A list where one word is wanted, or the other way round.
    #[error("\"{name}\" is {found}; {must}")]
    ListOrWord {
        /// The variable.
        name: String,
        /// What it is.
        found: String,
        /// What would be right.
        must: &'static str,
    },
    /// Variables that are defined by one another.
    #[error("the variable \"{0}\" is defined by itself")]
    VariableCircle(String),
    /// A draw that has nothing to draw from.
    #[error("nothing is left to draw \"{name}\" from: {why}")]
    NothingToDraw {
        /// The draw.
        name: String,
        /// What was there and why it was not enough.
        why: String,
    },
}

impl Problem {
    /// A name that nothing has, and the nearest that something has.
    pub(crate) fn unknown<'a>(
        what: &'static str,
        name: &str,
        place: impl Into<String>,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::Unknown {
            what,
            name: name.to_owned(),
            place: place.into(),
            nearest: nearest(name, known),
        }
    }

    /// A stable code of the kind of mistake, such as `scenario::unknown`.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "scenario::syntax",
            Self::NoSuchWord { .. } => "scenario::no_such_word",
            Self::Lacks { .. } => "scenario::lacks",
            Self::Unknown { .. } => "scenario::unknown",
            Self::Unreadable { .. } => "scenario::unreadable",
            Self::Ambiguous { .. } => "scenario::ambiguous",
            Self::Twice { .. } => "scenario::twice",
            Self::NotANoun(_) => "scenario::not_a_noun",
            Self::BadName { .. } => "scenario::bad_name",
            Self::BadNumber { .. } => "scenario::bad_number",
            Self::Circle(_) => "scenario::circle",
            Self::NoPlace { .. } => "scenario::no_place",
            Self::TooBig { .. } => "scenario::too_big",
            Self::NoRoom { .. } => "scenario::no_room",
            Self::NeedsPosition { .. } => "scenario::needs_position",
            Self::Outside(_) => "scenario::outside",
            Self::Overlaps(..) => "scenario::overlaps",
            Self::DoorwayInNoWall => "scenario::doorway_in_no_wall",
            Self::CannotControl { .. } => "scenario::cannot_control",
            Self::NeverSo { .. } => "scenario::never_so",
            Self::AlwaysRefused { .. } => "scenario::always_refused",
            Self::ReachedAtStart(_) => "scenario::reached_at_start",
            Self::Empty(_) => "scenario::empty",
            Self::DayOrder { .. } => "scenario::day_order",
            Self::Contradiction(_) => "scenario::contradiction",
            Self::TooMany { .. } => "scenario::too_many",
            Self::NotAVariable { .. } => "scenario::not_a_variable",
            Self::ListOrWord { .. } => "scenario::list_or_word",
            Self::VariableCircle(_) => "scenario::variable_circle",
            Self::NothingToDraw { .. } => "scenario::nothing_to_draw",
        }
    }

    /// What to do about it, where the text does not say it already.
    pub(crate) fn help(&self) -> Option<&'static str> {
        match self {
            Self::Syntax(_) | Self::NoSuchWord { .. } | Self::Lacks { .. } => {
                Some("docs/scenario-reference.md lists every field")
            }
            Self::NoRoom { .. } | Self::TooBig { .. } => {
                Some("sizes are in assets/kinds.ron; a thing may have its own \"size\"")
            }
            Self::NothingToDraw { .. } => {
                Some("give more to draw from, or exclude less with \"not\" and \"room_for\"")
            }
            _ => None,
        }
    }
}

fn or_nearest(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |name| format!("; did you mean \"{name}\"?"))
}

fn or_nearest_or_all(nearest: &Option<String>, known: &[&str]) -> String {
    if nearest.is_none() && (1..=12).contains(&known.len()) {
        return format!("; it has {}", known.join(", "));
    }
    or_nearest(nearest)
}

fn quoted(name: Option<&String>) -> String {
    format!("\"{}\"", name.map_or("", String::as_str))
}

fn needed_position(fixed: bool) -> &'static str {
    if fixed {
        "a position, as it is furniture: either \"stands\" or \"center\""
    } else {
        "a place: \"at\", or else either \"stands\" or \"center\""
    }
}
