//! The words of BDDL, each sort with a type of its own, and the places where they are written.

use std::fmt;
use std::ops::{Deref, Range};
use std::str::FromStr;
use std::sync::Arc;

/// Something that is no single word, so that it could not be read back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not one word: it is empty or holds a space, a parenthesis or a semicolon")]
pub struct NotAWord(pub String);

macro_rules! word {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// What has been read is one word, and small.
            pub(crate) fn read(text: &str) -> Self {
                Self(text.into())
            }

            /// The word itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        /// Capital letters become small ones: BDDL does not tell them apart.
        impl FromStr for $name {
            type Err = NotAWord;

            fn from_str(text: &str) -> Result<Self, NotAWord> {
                let parts = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';');
                if text.is_empty() || text.contains(parts) {
                    return Err(NotAWord(text.to_owned()));
                }
                Ok(Self(text.to_lowercase().into()))
            }
        }
    };
}

word! {
    /// A sort of objects: a synset such as `apple.n.01`.
    Type
}
word! {
    /// A thing that a problem declares, such as `apple.n.01_1`; also a room, which nobody declares.
    Object
}
word! {
    /// What a quantifier binds, without its question mark.
    Variable
}
word! {
    /// What is said of one object or of two: `cooked`, `ontop`.
    Predicate
}

impl Object {
    /// Whether it stands for all further objects of its type in a room, as `cabinet.n.01_*` does.
    pub fn is_wildcard(&self) -> bool {
        self.0.ends_with("_*")
    }
}

/// Something that was read, and the bytes where it stands.
///
/// The place is no part of the meaning: two are equal when what they hold is.
#[derive(Clone)]
pub struct At<T> {
    /// What was read.
    pub it: T,
    /// The bytes of the file where it stands; empty for what no file holds.
    pub span: Range<usize>,
}

impl<T> At<T> {
    /// Something and where it stands.
    pub const fn new(it: T, span: Range<usize>) -> Self {
        Self { it, span }
    }

    /// Something that no file holds.
    pub const fn nowhere(it: T) -> Self {
        Self { it, span: 0..0 }
    }
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.it == other.it
    }
}

impl<T: Eq> Eq for At<T> {}

impl<T> Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.it
    }
}

impl<T: fmt::Debug> fmt::Debug for At<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.it.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_word_in_small_letters() {
        assert_eq!("Cooked".parse::<Predicate>().map(|it| it.to_string()).as_deref(), Ok("cooked"));
        for text in ["", "a b", "(a", "a)", "a;b"] {
            assert!(text.parse::<Object>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_place_is_no_part_of_the_meaning() {
        assert_eq!(At::new(3, 4..5), At::nowhere(3));
        assert_ne!(At::new(3, 4..5), At::new(2, 4..5));
    }
}
