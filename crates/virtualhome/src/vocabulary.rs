//! The words of the reference: states, properties and relations, and small sets of them.
//!
//! A word is read in any case, as the reference reads it. A wrong one is answered with the nearest
//! right one.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;

/// A word that the reference does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} \"{word}\"; did you mean \"{nearest}\"?")]
pub struct UnknownWord {
    /// What was looked for.
    pub kind: &'static str,
    /// What was written.
    pub word: String,
    /// The most similar right word.
    pub nearest: &'static str,
}

impl UnknownWord {
    pub(crate) fn among(
        kind: &'static str,
        word: &str,
        known: impl Iterator<Item = &'static str>,
    ) -> Self {
        let upper = word.to_uppercase();
        let likeness = |known: &str| strsim::normalized_damerau_levenshtein(&upper, known);
        let nearest = known
            .max_by(|a, b| likeness(a).total_cmp(&likeness(b)).then_with(|| b.cmp(a)))
            .expect("every vocabulary has words");
        Self { kind, word: word.to_owned(), nearest }
    }
}

macro_rules! words {
    (
        $(#[$about:meta])* $name:ident, $kind:literal,
        { $($(#[$says:meta])* $variant:ident = $word:literal),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(try_from = "Cow<str>")]
        #[repr(u8)]
        pub enum $name {
            $($(#[$says])* $variant),+
        }

        impl $name {
            /// All of them, in the order of the reference.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in files.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// The one that is written so, in any case.
            ///
            /// # Errors
            ///
            /// [`UnknownWord`] with the nearest right word.
            pub fn of(word: &str) -> Result<Self, UnknownWord> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|known| known.word().eq_ignore_ascii_case(word))
                    .ok_or_else(|| {
                        UnknownWord::among($kind, word, Self::ALL.iter().map(|known| known.word()))
                    })
            }
        }

        impl TryFrom<Cow<'_, str>> for $name {
            type Error = UnknownWord;

            fn try_from(word: Cow<'_, str>) -> Result<Self, UnknownWord> {
                Self::of(&word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// What a node can be in.
    State, "state",
    {
        /// Shut.
        Closed = "CLOSED",
        /// Not shut.
        Open = "OPEN",
        /// Switched on.
        On = "ON",
        /// Switched off.
        Off = "OFF",
        /// Said of the character.
        Sitting = "SITTING",
        /// Not clean.
        Dirty = "DIRTY",
        /// Not dirty.
        Clean = "CLEAN",
        /// Said of the character.
        Lying = "LYING",
        /// Its plug is in the wall.
        PluggedIn = "PLUGGED_IN",
        /// Its plug is not in the wall.
        PluggedOut = "PLUGGED_OUT",
    }
}

words! {
    /// How one node stands to another.
    Relation, "relation",
    {
        /// Lies, stands, sits or is worn on it.
        On = "ON",
        /// Is in it: a room or a container.
        Inside = "INSIDE",
        /// A door is between two rooms.
        Between = "BETWEEN",
        /// Is near it.
        Close = "CLOSE",
        /// Looks at it.
        Facing = "FACING",
        /// Has it in the right hand.
        HoldsRight = "HOLDS_RH",
        /// Has it in the left hand.
        HoldsLeft = "HOLDS_LH",
    }
}

impl Relation {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();
}

words! {
    /// What can be done with a node.
    Property, "property",
    {
        /// Things can be on it.
        Surfaces = "SURFACES",
        /// Can be taken into a hand.
        Grabbable = "GRABBABLE",
        /// Can be sat on.
        Sittable = "SITTABLE",
        /// Can be lain on.
        Lieable = "LIEABLE",
        /// Can be hung up.
        Hangable = "HANGABLE",
        /// Can be drunk.
        Drinkable = "DRINKABLE",
        /// Can be eaten.
        Eatable = "EATABLE",
        /// Can be poured into.
        Recipient = "RECIPIENT",
        /// Can be cut.
        Cuttable = "CUTTABLE",
        /// Can be poured.
        Pourable = "POURABLE",
        /// Has a door or a lid.
        CanOpen = "CAN_OPEN",
        /// Has a switch.
        HasSwitch = "HAS_SWITCH",
        /// Can be read.
        Readable = "READABLE",
        /// Can be watched.
        Lookable = "LOOKABLE",
        /// Contains things.
        Containers = "CONTAINERS",
        /// Can be worn.
        Clothes = "CLOTHES",
        /// Is a person.
        Person = "PERSON",
        /// Is a part of the body.
        BodyPart = "BODY_PART",
        /// Covers something.
        CoverObject = "COVER_OBJECT",
        /// Has a plug.
        HasPlug = "HAS_PLUG",
        /// Has paper.
        HasPaper = "HAS_PAPER",
        /// Can be pushed and pulled.
        Movable = "MOVABLE",
        /// Is a cream.
        Cream = "CREAM",
    }
}

macro_rules! set_of {
    ($(#[$about:meta])* $name:ident($bits:ty) of $word:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($bits);

        impl $name {
            /// Whether this one is in it.
            pub const fn has(self, one: $word) -> bool {
                self.0 & (1 << one as u8) != 0
            }

            /// With this one too.
            #[must_use]
            pub const fn with(self, one: $word) -> Self {
                Self(self.0 | 1 << one as u8)
            }

            /// Without this one.
            #[must_use]
            pub const fn without(self, one: $word) -> Self {
                Self(self.0 & !(1 << one as u8))
            }

            /// All in it, in the order of the reference.
            pub fn iter(self) -> impl Iterator<Item = $word> {
                $word::ALL.iter().copied().filter(move |one| self.has(*one))
            }
        }

        impl FromIterator<$word> for $name {
            fn from_iter<I: IntoIterator<Item = $word>>(all: I) -> Self {
                all.into_iter().fold(Self::default(), Self::with)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let words: Vec<&str> = self.iter().map($word::word).collect();
                write!(f, "[{}]", words.join(" "))
            }
        }
    };
}

set_of! {
    /// The states of a node.
    States(u16) of State
}

set_of! {
    /// The properties of a node.
    Properties(u32) of Property
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(State::of("plugged_in"), Ok(State::PluggedIn));
        assert_eq!(Relation::of("HOLDS_RH"), Ok(Relation::HoldsRight));
    }

    #[test]
    fn a_wrong_word_is_answered_with_the_nearest_one() {
        let error = Property::of("GRABABLE").expect_err("it is wrong");
        assert_eq!(error.nearest, "GRABBABLE");
        assert_eq!(Relation::of("inside of").expect_err("it is wrong").nearest, "INSIDE");
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let states: States = [State::On, State::Clean].into_iter().collect();
        assert!(states.has(State::On) && !states.has(State::Off));
        assert_eq!(states.without(State::On).to_string(), "[CLEAN]");
    }
}
