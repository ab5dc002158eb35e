//! What things are called: a kind, and marks by which look-alikes are told apart.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A name such as `blue chipped mug`: marks first, the kind last.
///
/// A noun is both what a thing looks like and a pattern for things: `mug` fits every mug,
/// `blue mug` every blue one. Two things with the same noun look alike.
/// Words of more than one part are hyphenated (`frying-pan`). Marks are kept in alphabetical
/// order, so `chipped blue mug` and `blue chipped mug` are the same noun.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Noun(Arc<str>);

impl Noun {
    /// The noun of this kind with these marks. Panics where a word is empty or has a blank.
    pub fn new(kind: &str, marks: &[&str]) -> Self {
        let text = [marks, &[kind]].concat().join(" ");
        text.parse().expect("a kind and marks are words without blanks")
    }

    /// The kind, such as `mug`.
    pub fn kind(&self) -> &str {
        self.0.rsplit(' ').next().unwrap_or(&self.0)
    }

    /// The marks, such as `blue` and `chipped`, in alphabetical order.
    pub fn marks(&self) -> impl Iterator<Item = &str> {
        let marks_end = self.0.len() - self.kind().len();
        self.0[..marks_end].split_whitespace()
    }

    /// Whether `thing` is of this kind and has all of these marks.
    pub fn fits(&self, thing: &Noun) -> bool {
        self == thing
            || self.kind() == thing.kind()
                && self.marks().all(|mark| thing.marks().any(|other| other == mark))
    }

    /// The noun as it is written in files: `blue frying-pan`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The noun as it is said in a sentence: `blue frying pan`.
    pub fn words(&self) -> String {
        self.0.replace('-', " ")
    }
}

/// A noun could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a noun: it needs a kind, such as \"mug\", with any marks before it, such as \"blue mug\""
)]
pub struct NotANoun(String);

impl FromStr for Noun {
    type Err = NotANoun;

    fn from_str(text: &str) -> Result<Self, NotANoun> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let kind = words.pop().ok_or_else(|| NotANoun(text.to_owned()))?;
        if text.contains('"') || text.chars().any(char::is_control) {
            return Err(NotANoun(text.to_owned()));
        }
        words.sort_unstable();
        words.dedup();
        words.push(kind);
        Ok(Self(words.join(" ").into()))
    }
}

impl fmt::Display for Noun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Noun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &*self.0)
    }
}

impl Serialize for Noun {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Noun {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    #[test]
    fn a_noun_fits_what_has_all_its_marks() {
        assert!(noun("mug").fits(&noun("chipped blue mug")));
        assert!(noun("blue mug").fits(&noun("chipped blue mug")));
        assert!(!noun("red mug").fits(&noun("chipped blue mug")));
        assert!(!noun("blue mug").fits(&noun("mug")));
        assert!(!noun("blue mug").fits(&noun("blue cup")));
    }

    #[test]
    fn the_order_of_marks_does_not_matter() {
        assert_eq!(noun("chipped blue mug"), noun("blue  chipped mug"));
        assert_eq!(noun("blue frying-pan").words(), "blue frying pan");
        assert_eq!(noun("blue frying-pan").kind(), "frying-pan");
        assert_eq!(Noun::new("mug", &["red", "old"]).as_str(), "old red mug");
    }

    #[test]
    fn nothing_is_not_a_noun() {
        assert!("".parse::<Noun>().is_err());
        assert!(" \n".parse::<Noun>().is_err());
        assert!("a\u{7}b".parse::<Noun>().is_err());
    }
}
