//! One activity: what there is, how it begins and what is to be reached.

use std::fmt;
use std::str::FromStr;

use crate::formula::Formula;
use crate::words::{At, NotAWord, Object, Predicate, Type};

/// An activity, as it is written.
///
/// Read with [`read_problem`](crate::read_problem); its `Display` writes it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Its name, such as `make_a_sandwich-0`.
    pub name: At<String>,
    /// The domain whose predicates it uses.
    pub domain: At<String>,
    /// What it requires of a planner; nothing depends on it.
    pub requirements: Vec<At<String>>,
    /// What there is, in the order of writing. An object may be declared more than once.
    pub objects: Vec<Declared>,
    /// How it begins. What is not said does not hold.
    pub init: Vec<Fact>,
    /// What is to be reached.
    pub goal: At<Formula>,
    /// Further formulas beside the goal. The reference does not look at them; [`lint`](crate::lint)
    /// says that they are there.
    pub beside_goal: Vec<At<Formula>>,
    /// Marks between the sections that mean nothing, such as a stray `\`.
    pub stray: Vec<At<String>>,
}

/// An object and its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The object.
    pub object: At<Object>,
    /// What sort of thing it is; `object` where nothing is written.
    pub of: At<Type>,
}

/// Something that is so, or is not so, at the beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Whether it is so.
    pub holds: bool,
    /// What is said.
    pub predicate: At<Predicate>,
    /// Of what.
    pub subject: At<Object>,
    /// And with regard to what, for predicates that take two.
    pub other: Option<At<Object>>,
}

impl Fact {
    /// What it is about, without whether it is so.
    pub fn atom(&self) -> GroundAtom {
        GroundAtom {
            predicate: self.predicate.it.clone(),
            subject: self.subject.it.clone(),
            other: self.other.as_ref().map(|other| other.it.clone()),
        }
    }

    /// The objects, in the order of writing.
    pub fn objects(&self) -> impl Iterator<Item = &At<Object>> {
        std::iter::once(&self.subject).chain(&self.other)
    }
}

/// A predicate said of objects; in a world it is so or it is not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroundAtom {
    /// What is said.
    pub predicate: Predicate,
    /// Of what.
    pub subject: Object,
    /// And with regard to what, for predicates that take two.
    pub other: Option<Object>,
}

/// `ontop cup.n.01_1 table.n.02_1`.
impl fmt::Display for GroundAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.predicate, self.subject)?;
        match &self.other {
            Some(other) => write!(f, " {other}"),
            None => Ok(()),
        }
    }
}

/// A predicate and one object or two, with blanks between them. Neither needs to be known.
impl FromStr for GroundAtom {
    type Err = NotAWord;

    fn from_str(text: &str) -> Result<Self, NotAWord> {
        let mut words = text.split_whitespace();
        let mut word = || words.next().ok_or_else(|| NotAWord(text.to_owned()));
        let (predicate, subject) = (word()?.parse()?, word()?.parse()?);
        let other = words.next().map(str::parse).transpose()?;
        match words.next() {
            None => Ok(Self { predicate, subject, other }),
            Some(_) => Err(NotAWord(text.to_owned())),
        }
    }
}
