//! Conditions: what a goal asks for.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fact::{Relation, State};
use crate::noun::Noun;

/// Something that one thing can satisfy by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Quality {
    /// It is in that state.
    Is(State),
    /// It is not in that state.
    IsNot(State),
    /// It is in, on or in the hand of a thing that the noun fits.
    At(Relation, Noun),
    /// That liquid, powder or paste is in it.
    Holds(Noun),
    /// That is in it, and fills at least half of it.
    FilledWith(Noun),
    /// That is on it: it was poured, strewn or spread there.
    CoveredWith(Noun),
}

/// What a goal asks for, to be judged over the truth (by the house) or over beliefs (by an agent).
///
/// A noun in a condition stands for any thing that it fits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// Some thing that the noun fits has all these qualities.
    Exists(Noun, Vec<Quality>),
    /// Every thing that the noun fits has all these qualities.
    ForAll(Noun, Vec<Quality>),
    /// At least this many, and at most that many, things that the noun fits have all these
    /// qualities.
    Count {
        /// What is counted.
        of: Noun,
        /// What each must be.
        that: Vec<Quality>,
        /// The least number that satisfies.
        at_least: u32,
        /// The greatest number that satisfies; none means no bound.
        #[serde(default)]
        at_most: Option<u32>,
    },
    /// All of these things are in or on one and the same place, which has all these qualities.
    Together {
        /// What is there, and how many of each.
        each: Vec<Share>,
        /// In it, on it or under it.
        relation: Relation,
        /// What the place is; any one thing that this fits.
        at: Noun,
        /// What the place must be.
        #[serde(default)]
        that: Vec<Quality>,
    },
    /// At least this many things that the noun fits have all these qualities and are in or on
    /// different places, one each.
    Apart {
        /// What is counted.
        of: Noun,
        /// What each must be.
        #[serde(default)]
        that: Vec<Quality>,
        /// The least number of places.
        at_least: u32,
        /// In them, on them or under them.
        relation: Relation,
        /// What the places are.
        at: Noun,
    },
    /// All of these.
    All(Vec<Condition>),
    /// One of these at least.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// This, reached within so many simulated seconds of the goal being given.
    Within(u32, Box<Condition>),
    /// This must not be so at any time while the goal is pursued.
    Never(Box<Condition>),
    /// Each of these, reached no earlier than the one before; what was reached need not last.
    InOrder(Vec<Condition>),
    /// All of these at one and the same moment, one while the other; what was so need not last.
    AtOnce(Vec<Condition>),
}

/// So many things of those that are to be together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Share {
    /// What is counted. A thing may count for several shares.
    pub of: Noun,
    /// What each must be.
    #[serde(default)]
    pub that: Vec<Quality>,
    /// The least number that satisfies.
    #[serde(default = "one")]
    pub at_least: u32,
}

const fn one() -> u32 {
    1
}

impl Share {
    /// This share, as a condition, in or on that place.
    pub fn at(&self, relation: Relation, place: &Noun) -> Condition {
        let at = Quality::At(relation, place.clone());
        let that = self.that.iter().cloned().chain([at]).collect();
        Condition::Count { of: self.of.clone(), that, at_least: self.at_least, at_most: None }
    }
}

impl Condition {
    /// For `Together`, what it asks for if its place is this one: a part for each share, and one for
    /// what the place must be. None for other conditions.
    pub fn at_place(&self, place: &Noun) -> Option<Self> {
        let Self::Together { each, relation, that, .. } = self else { return None };
        let shares = each.iter().map(|share| share.at(*relation, place));
        let place = (!that.is_empty()).then(|| Self::Exists(place.clone(), that.clone()));
        Some(Self::All(shares.chain(place).collect()))
    }

    /// The conditions that it is directly made of, in the order of writing; none where it is about
    /// things itself.
    ///
    /// This is for whoever walks a goal. Whoever judges one matches on it, so that the compiler names
    /// the place once there is a new sort of condition.
    pub fn children(&self) -> &[Self] {
        match self {
            Self::All(parts) | Self::Any(parts) | Self::InOrder(parts) | Self::AtOnce(parts) => {
                parts
            }
            Self::Not(part) | Self::Within(_, part) | Self::Never(part) => {
                std::slice::from_ref(part)
            }
            Self::Exists(..)
            | Self::ForAll(..)
            | Self::Count { .. }
            | Self::Together { .. }
            | Self::Apart { .. } => &[],
        }
    }

    /// The condition and all that it is made of, each before its children, in the order of writing.
    pub fn walk(&self) -> impl Iterator<Item = &Self> {
        let mut left = vec![self];
        std::iter::from_fn(move || {
            let next = left.pop()?;
            left.extend(next.children().iter().rev());
            Some(next)
        })
    }

    /// Every noun that the condition names, in the order of writing.
    pub fn nouns(&self) -> Vec<&Noun> {
        let mut nouns = Vec::new();
        self.walk().for_each(|part| part.collect_own_nouns(&mut nouns));
        nouns
    }

    fn collect_own_nouns<'a>(&'a self, into: &mut Vec<&'a Noun>) {
        match self {
            Self::Exists(of, that) | Self::ForAll(of, that) | Self::Count { of, that, .. } => {
                into.push(of);
                into.extend(that.iter().filter_map(Quality::place));
            }
            Self::Together { each, at, that, .. } => {
                for share in each {
                    into.push(&share.of);
                    into.extend(share.that.iter().filter_map(Quality::place));
                }
                into.push(at);
                into.extend(that.iter().filter_map(Quality::place));
            }
            Self::Apart { of, that, at, .. } => {
                into.push(of);
                into.extend(that.iter().filter_map(Quality::place));
                into.push(at);
            }
            Self::All(_) | Self::Any(_) | Self::InOrder(_) | Self::AtOnce(_) => {}
            Self::Not(_) | Self::Within(..) | Self::Never(_) => {}
        }
    }

    /// Where each of its children must be reached for it to hold (`All`, `InOrder`, `AtOnce` and
    /// `Within`), these; none for other conditions.
    pub fn all_of(&self) -> Option<&[Self]> {
        match self {
            Self::All(_) | Self::InOrder(_) | Self::AtOnce(_) | Self::Within(..) => {
                Some(self.children())
            }
            Self::Any(_)
            | Self::Not(_)
            | Self::Never(_)
            | Self::Exists(..)
            | Self::ForAll(..)
            | Self::Count { .. }
            | Self::Together { .. }
            | Self::Apart { .. } => None,
        }
    }

    /// The conditions that must each be reached for this one to hold, taken apart as far as
    /// [`all_of`](Self::all_of) goes. What must be avoided (`Not`, `Never`) is left out.
    pub fn parts(&self) -> Vec<&Condition> {
        match self.all_of() {
            Some(parts) => parts.iter().flat_map(Self::parts).collect(),
            None if matches!(self, Self::Not(_) | Self::Never(_)) => Vec::new(),
            None => vec![self],
        }
    }
}

impl Quality {
    /// The place that it names, where it names one.
    pub fn place(&self) -> Option<&Noun> {
        match self {
            Self::At(_, place) => Some(place),
            // What is poured is no thing.
            Self::Is(_) | Self::IsNot(_) => None,
            Self::Holds(_) | Self::FilledWith(_) | Self::CoveredWith(_) => None,
        }
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(state) => f.write_str(state.adjective(true)),
            Self::IsNot(state) => f.write_str(state.adjective(false)),
            Self::At(relation, noun) => write!(f, "{relation} the {}", noun.words()),
            Self::Holds(what) => write!(f, "filled with {}", what.words()),
            Self::FilledWith(what) => write!(f, "half full of {}", what.words()),
            Self::CoveredWith(what) => write!(f, "covered with {}", what.words()),
        }
    }
}

fn write_qualities(f: &mut fmt::Formatter<'_>, that: &[Quality]) -> fmt::Result {
    for (index, quality) in that.iter().enumerate() {
        let before = if index == 0 { "" } else { " and " };
        write!(f, "{before}{quality}")?;
    }
    Ok(())
}

fn write_joined(f: &mut fmt::Formatter<'_>, parts: &[Condition], by: &str) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        let before = if index == 0 { "" } else { by };
        write!(f, "{before}{part}")?;
    }
    Ok(())
}

/// The condition in words: `a bread is toasted and on the white plate`.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists(of, that) => {
                write!(f, "a {} is ", of.words())?;
                write_qualities(f, that)
            }
            Self::ForAll(of, that) => {
                write!(f, "every {} is ", of.words())?;
                write_qualities(f, that)
            }
            Self::Count { of, that, at_least, at_most } => {
                write!(f, "at least {at_least}")?;
                if let Some(at_most) = at_most {
                    write!(f, " and at most {at_most}")?;
                }
                write!(f, " {} are ", of.words())?;
                write_qualities(f, that)
            }
            Self::Together { each, relation, at, that } => {
                for (index, share) in each.iter().enumerate() {
                    let before = if index == 0 { "" } else { " and " };
                    write!(f, "{before}at least {} {}", share.at_least, share.of.words())?;
                    for quality in &share.that {
                        write!(f, " that is {quality}")?;
                    }
                }
                write!(f, " are {relation} the same {}", at.words())?;
                for quality in that {
                    write!(f, " that is {quality}")?;
                }
                Ok(())
            }
            Self::Apart { of, that, at_least, relation, at } => {
                write!(f, "at least {at_least} {}", of.words())?;
                for quality in that {
                    write!(f, " that is {quality}")?;
                }
                write!(f, " are {relation} a different {} each", at.words())
            }
            Self::All(parts) => write_joined(f, parts, ", and "),
            Self::Any(parts) => write_joined(f, parts, ", or "),
            Self::Not(part) => write!(f, "it is not so that {part}"),
            Self::Within(seconds, part) => write!(f, "within {seconds} seconds {part}"),
            Self::Never(part) => write!(f, "at no time {part}"),
            Self::InOrder(parts) => write_joined(f, parts, ", and then "),
            Self::AtOnce(parts) => write_joined(f, parts, ", while "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_reads_as_a_sentence() {
        let noun = |text: &str| text.parse::<Noun>().expect("a noun");
        let toast = Condition::Exists(
            noun("bread"),
            vec![Quality::Is(State::Toasted), Quality::At(Relation::On, noun("white plate"))],
        );
        assert_eq!(toast.to_string(), "a bread is toasted and on the white plate");
        assert_eq!(toast.nouns().len(), 2);
        let tidy = Condition::Together {
            each: vec![
                Share { of: noun("mug"), that: vec![Quality::IsNot(State::Dirty)], at_least: 2 },
                Share { of: noun("plate"), that: Vec::new(), at_least: 1 },
            ],
            relation: Relation::In,
            at: noun("drawer"),
            that: vec![Quality::IsNot(State::Open)],
        };
        assert_eq!(
            tidy.to_string(),
            "at least 2 mug that is clean and at least 1 plate are in the same drawer that is closed"
        );
        assert_eq!(
            tidy.at_place(&noun("left drawer")).expect("it has a place").to_string(),
            "at least 2 mug are clean and in the left drawer, and at least 1 plate are in the left \
             drawer, and a left drawer is closed"
        );
        let both = Condition::AtOnce(vec![tidy.clone(), Condition::Not(Box::new(tidy.clone()))]);
        assert_eq!(both.to_string(), format!("{tidy}, while it is not so that {tidy}"));
        let apart = Condition::Apart {
            of: noun("mug"),
            that: Vec::new(),
            at_least: 2,
            relation: Relation::In,
            at: noun("drawer"),
        };
        assert_eq!(apart.to_string(), "at least 2 mug are in a different drawer each");
        assert_eq!(apart.nouns().len(), 2);
        let both = Condition::All(vec![toast.clone(), Condition::Never(Box::new(toast.clone()))]);
        assert_eq!(both.parts(), [&toast]);
    }

    #[test]
    fn a_condition_is_walked_in_the_order_of_writing() {
        let one = |name: &str| Condition::Exists(name.parse().expect("a noun"), Vec::new());
        let soon = Condition::Within(60, Box::new(one("egg")));
        let either = Condition::Any(vec![one("mug"), Condition::Never(Box::new(one("knife")))]);
        let goal = Condition::InOrder(vec![
            soon.clone(),
            Condition::AtOnce(vec![either.clone(), one("fork")]),
            Condition::Not(Box::new(one("plate"))),
        ]);
        let nouns: Vec<&str> = goal.nouns().into_iter().map(Noun::as_str).collect();
        assert_eq!(nouns, ["egg", "mug", "knife", "fork", "plate"]);
        assert_eq!(goal.walk().count(), 11);
        assert_eq!(goal.walk().next(), Some(&goal));
        assert_eq!(goal.children().len(), 3);
        assert_eq!(goal.parts(), [&one("egg"), &either, &one("fork")]);
        assert_eq!(soon.all_of(), Some(&[one("egg")][..]));
        assert_eq!(either.all_of(), None);
        assert!(one("egg").children().is_empty());
    }
}
