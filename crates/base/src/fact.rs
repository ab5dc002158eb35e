//! Facts: what is so about a thing, in words that agents, memories and the house share.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::noun::Noun;

/// Something that can be so or not so about one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum State {
    /// Its door, lid or drawer is open.
    Open,
    /// It is switched on and works.
    Running,
    /// Its edge cuts. Cannot be seen, only found out.
    Sharp,
    /// It has been cut.
    Sliced,
    /// Its shell is broken and its inside out.
    Cracked,
    /// It has been toasted.
    Toasted,
    /// It has been fried.
    Fried,
    /// It was heated far too long.
    Burnt,
    /// It is hot now.
    Hot,
    /// It does not work. Cannot be seen, only found out.
    Broken,
    /// It is cold now.
    Cold,
    /// It is frozen through now.
    Frozen,
    /// It has melted.
    Melted,
    /// It was once hot enough for long enough to be eaten cooked.
    Cooked,
    /// It wants washing.
    Dirty,
    /// Water is on it.
    Wet,
    /// A liquid is in it.
    Filled,
    /// It is full of a liquid.
    Full,
    /// Its peel is off.
    Peeled,
    /// It has been cut into dice.
    Diced,
    /// It has been mashed.
    Mashed,
    /// What is in it has been stirred.
    Stirred,
    /// It has been seasoned.
    Seasoned,
    /// Something has been spread on it.
    Covered,
    /// Its plug is in.
    Plugged,
    /// It fell and is in pieces.
    Shattered,
    /// It has gone off.
    Spoiled,
    /// It is open, but not so far that a hand gets in.
    Ajar,
    /// Something is on it that water alone does not take away: grease, a stain.
    Stained,
    /// Soap is on it.
    Soapy,
}

impl State {
    /// All states, in their order.
    pub const ALL: [Self; 30] = [
        Self::Open,
        Self::Running,
        Self::Sharp,
        Self::Sliced,
        Self::Cracked,
        Self::Toasted,
        Self::Fried,
        Self::Burnt,
        Self::Hot,
        Self::Broken,
        Self::Cold,
        Self::Frozen,
        Self::Melted,
        Self::Cooked,
        Self::Dirty,
        Self::Wet,
        Self::Filled,
        Self::Full,
        Self::Peeled,
        Self::Diced,
        Self::Mashed,
        Self::Stirred,
        Self::Seasoned,
        Self::Covered,
        Self::Plugged,
        Self::Shattered,
        Self::Spoiled,
        Self::Ajar,
        Self::Stained,
        Self::Soapy,
    ];

    /// Whether looking at a thing shows it.
    pub const fn can_be_seen(self) -> bool {
        !matches!(self, Self::Sharp | Self::Broken)
    }

    /// The adjective, as in "the toaster is running"; with `holds` false its opposite.
    pub const fn adjective(self, holds: bool) -> &'static str {
        match (self, holds) {
            (Self::Open, true) => "open",
            (Self::Open, false) => "closed",
            (Self::Running, true) => "running",
            (Self::Running, false) => "off",
            (Self::Sharp, true) => "sharp",
            (Self::Sharp, false) => "blunt",
            (Self::Sliced, true) => "sliced",
            (Self::Sliced, false) => "whole",
            (Self::Cracked, true) => "cracked",
            (Self::Cracked, false) => "uncracked",
            (Self::Toasted, true) => "toasted",
            (Self::Toasted, false) => "untoasted",
            (Self::Fried, true) => "fried",
            (Self::Fried, false) => "raw",
            (Self::Burnt, true) => "burnt",
            (Self::Burnt, false) => "not burnt",
            (Self::Hot, true) => "hot",
            (Self::Hot, false) => "cool",
            (Self::Broken, true) => "broken",
            (Self::Broken, false) => "in order",
            (Self::Cold, true) => "cold",
            (Self::Cold, false) => "not cold",
            (Self::Frozen, true) => "frozen",
            (Self::Frozen, false) => "not frozen",
            (Self::Melted, true) => "melted",
            (Self::Melted, false) => "solid",
            (Self::Cooked, true) => "cooked",
            (Self::Cooked, false) => "uncooked",
            (Self::Dirty, true) => "dirty",
            (Self::Dirty, false) => "clean",
            (Self::Wet, true) => "wet",
            (Self::Wet, false) => "dry",
            (Self::Filled, true) => "filled",
            (Self::Filled, false) => "empty",
            (Self::Full, true) => "full",
            (Self::Full, false) => "not full",
            (Self::Peeled, true) => "peeled",
            (Self::Peeled, false) => "unpeeled",
            (Self::Diced, true) => "diced",
            (Self::Diced, false) => "not diced",
            (Self::Mashed, true) => "mashed",
            (Self::Mashed, false) => "not mashed",
            (Self::Stirred, true) => "stirred",
            (Self::Stirred, false) => "not stirred",
            (Self::Seasoned, true) => "seasoned",
            (Self::Seasoned, false) => "unseasoned",
            (Self::Covered, true) => "covered",
            (Self::Covered, false) => "bare",
            (Self::Plugged, true) => "plugged in",
            (Self::Plugged, false) => "unplugged",
            (Self::Shattered, true) => "shattered",
            (Self::Shattered, false) => "unbroken",
            (Self::Spoiled, true) => "spoiled",
            (Self::Spoiled, false) => "fresh",
            (Self::Ajar, true) => "ajar",
            (Self::Ajar, false) => "not ajar",
            (Self::Stained, true) => "stained",
            (Self::Stained, false) => "free of stains",
            (Self::Soapy, true) => "soapy",
            (Self::Soapy, false) => "free of soap",
        }
    }
}

/// How a thing stands to what it is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Relation {
    /// It lies or stands on it.
    On,
    /// It is inside it.
    In,
    /// It is in its hand.
    HeldBy,
    /// It is on the floor below it.
    Under,
}

/// Where a thing is: in what, on what, in whose hand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place(pub Relation, pub Noun);

/// Something that is so, or is not so.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Fact {
    /// The thing is (`true`) or is not (`false`) in that state.
    Is(Noun, State, bool),
    /// The thing is there.
    At(Noun, Place),
    /// The thing was looked for there, the place was seen whole, and it is not there.
    NotAt(Noun, Place),
}

impl Fact {
    /// The thing that the fact is about.
    pub fn subject(&self) -> &Noun {
        match self {
            Self::Is(thing, ..) | Self::At(thing, _) | Self::NotAt(thing, _) => thing,
        }
    }

    /// Every noun in the fact: the subject, then the place's.
    pub fn nouns(&self) -> impl Iterator<Item = &Noun> {
        let place = match self {
            Self::Is(..) => None,
            Self::At(_, place) | Self::NotAt(_, place) => Some(&place.1),
        };
        std::iter::once(self.subject()).chain(place)
    }

    /// Whether the two are about the same thing and the same matter, so that the newer of them
    /// replaces the older.
    pub fn same_matter(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Is(a, state_a, _), Self::Is(b, state_b, _)) => a == b && state_a == state_b,
            (Self::At(a, _), Self::At(b, _)) => a == b,
            (Self::NotAt(a, place_a), Self::NotAt(b, place_b)) => a == b && place_a == place_b,
            (Self::NotAt(a, place_a), Self::At(b, place_b))
            | (Self::At(b, place_b), Self::NotAt(a, place_a)) => a == b && place_a == place_b,
            _ => false,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::On => "on",
            Self::In => "in",
            Self::HeldBy => "in the hand of",
            Self::Under => "under",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Relation::HeldBy => write!(f, "{} {}", self.0, self.1.words()),
            Relation::On | Relation::In | Relation::Under => {
                write!(f, "{} the {}", self.0, self.1.words())
            }
        }
    }
}

/// The fact as a sentence without capital and stop: `the blue mug is in the left drawer`.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(thing, state, holds) => {
                write!(f, "the {} is {}", thing.words(), state.adjective(*holds))
            }
            Self::At(thing, place) => write!(f, "the {} is {place}", thing.words()),
            Self::NotAt(thing, place) => write!(f, "the {} is not {place}", thing.words()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    #[test]
    fn a_fact_reads_as_a_sentence() {
        let place = Place(Relation::In, noun("left drawer"));
        assert_eq!(
            Fact::At(noun("blue mug"), place).to_string(),
            "the blue mug is in the left drawer"
        );
        assert_eq!(
            Fact::Is(noun("red knife"), State::Sharp, false).to_string(),
            "the red knife is blunt"
        );
    }

    #[test]
    fn a_newer_place_replaces_an_older_one() {
        let at = |place: &str| Fact::At(noun("mug"), Place(Relation::In, noun(place)));
        assert!(at("drawer").same_matter(&at("sink")));
        assert!(!at("drawer").same_matter(&Fact::Is(noun("mug"), State::Hot, true)));
    }
}
