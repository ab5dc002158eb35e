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
    /// That liquid is in it.
    Holds(Noun),
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
}

impl Condition {
    /// Every noun that the condition names, in the order of writing.
    pub fn nouns(&self) -> Vec<&Noun> {
        let mut nouns = Vec::new();
        self.collect_nouns(&mut nouns);
        nouns
    }

    fn collect_nouns<'a>(&'a self, into: &mut Vec<&'a Noun>) {
        match self {
            Self::Exists(of, that) | Self::ForAll(of, that) | Self::Count { of, that, .. } => {
                into.push(of);
                into.extend(that.iter().filter_map(|quality| match quality {
                    Quality::At(_, noun) => Some(noun),
                    Quality::Is(_) | Quality::IsNot(_) | Quality::Holds(_) => None,
                }));
            }
            Self::All(parts) | Self::Any(parts) | Self::InOrder(parts) => {
                parts.iter().for_each(|part| part.collect_nouns(into));
            }
            Self::Not(part) | Self::Within(_, part) | Self::Never(part) => part.collect_nouns(into),
        }
    }

    /// The conditions that must each be reached for this one to hold, `All` and
    /// `InOrder` taken apart and `Within` looked through. What must be avoided (`Not`, `Never`) is left out.
    pub fn parts(&self) -> Vec<&Condition> {
        match self {
            Self::All(parts) | Self::InOrder(parts) => parts.iter().flat_map(Self::parts).collect(),
            Self::Within(_, part) => part.parts(),
            Self::Not(_) | Self::Never(_) => Vec::new(),
            Self::Exists(..) | Self::ForAll(..) | Self::Count { .. } | Self::Any(_) => vec![self],
        }
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(state) => f.write_str(state.adjective(true)),
            Self::IsNot(state) => f.write_str(state.adjective(false)),
            Self::At(relation, noun) => write!(f, "{relation} the {}", noun.words()),
            Self::Holds(liquid) => write!(f, "filled with {}", liquid.words()),
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
            Self::All(parts) => write_joined(f, parts, ", and "),
            Self::Any(parts) => write_joined(f, parts, ", or "),
            Self::Not(part) => write!(f, "it is not so that {part}"),
            Self::Within(seconds, part) => write!(f, "within {seconds} seconds {part}"),
            Self::Never(part) => write!(f, "at no time {part}"),
            Self::InOrder(parts) => write_joined(f, parts, ", and then "),
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
        let both = Condition::All(vec![toast.clone(), Condition::Never(Box::new(toast.clone()))]);
        assert_eq!(both.parts(), [&toast]);
    }
}
