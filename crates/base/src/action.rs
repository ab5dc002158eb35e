//! What an agent can do.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::action_kind::ActionKind;

/// Something an agent does, over things named by `T`: handles while it is done, nouns once it is
/// remembered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action<T> {
    /// Walk to where the thing can be reached.
    Go(T),
    /// Turn once around and look.
    Look,
    /// Open the container where it is closed, and look through all that is in it.
    Search(T),
    /// Open the door, lid or drawer.
    Open(T),
    /// Close the door, lid or drawer.
    Close(T),
    /// Take the thing into a free hand.
    Take(T),
    /// Put the held thing down on the other.
    PutOn(T, T),
    /// Put the held thing into the other.
    PutIn(T, T),
    /// Switch the thing on, or off.
    Toggle(T, bool),
    /// Cut the first thing with the second, which is held.
    Slice(T, T),
    /// Crack the held thing so that its inside falls into the second.
    Crack(T, T),
    /// Do nothing for so many seconds.
    Wait(u32),
    /// Say that the goal cannot be reached.
    GiveUp,
    /// Wash the thing, which is held or lies in the basin, under running water.
    Wash(T),
    /// Wipe the first thing clean with the second, which is held.
    Wipe(T, T),
    /// Dry the first thing with the second, which is held.
    Dry(T, T),
}

impl<T> Action<T> {
    /// Which kind of action this is.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Self::Go(_) => ActionKind::Go,
            Self::Look => ActionKind::Look,
            Self::Search(_) => ActionKind::Search,
            Self::Open(_) => ActionKind::Open,
            Self::Close(_) => ActionKind::Close,
            Self::Take(_) => ActionKind::Take,
            Self::PutOn(..) => ActionKind::PutOn,
            Self::PutIn(..) => ActionKind::PutIn,
            Self::Toggle(..) => ActionKind::Toggle,
            Self::Slice(..) => ActionKind::Slice,
            Self::Crack(..) => ActionKind::Crack,
            Self::Wait(_) => ActionKind::Wait,
            Self::GiveUp => ActionKind::GiveUp,
            Self::Wash(_) => ActionKind::Wash,
            Self::Wipe(..) => ActionKind::Wipe,
            Self::Dry(..) => ActionKind::Dry,
        }
    }

    /// The things it is done to and with, in order.
    pub fn things(&self) -> impl Iterator<Item = &T> {
        let (first, second) = match self {
            Self::Go(a)
            | Self::Search(a)
            | Self::Open(a)
            | Self::Close(a)
            | Self::Take(a)
            | Self::Toggle(a, _)
            | Self::Wash(a) => (Some(a), None),
            Self::PutOn(a, b)
            | Self::PutIn(a, b)
            | Self::Slice(a, b)
            | Self::Crack(a, b)
            | Self::Wipe(a, b)
            | Self::Dry(a, b) => (Some(a), Some(b)),
            Self::Look | Self::Wait(_) | Self::GiveUp => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The same action over things that `name` translates; the first failure ends it.
    pub fn try_map<U, E>(self, mut name: impl FnMut(T) -> Result<U, E>) -> Result<Action<U>, E> {
        Ok(match self {
            Self::Go(a) => Action::Go(name(a)?),
            Self::Look => Action::Look,
            Self::Search(a) => Action::Search(name(a)?),
            Self::Open(a) => Action::Open(name(a)?),
            Self::Close(a) => Action::Close(name(a)?),
            Self::Take(a) => Action::Take(name(a)?),
            Self::PutOn(a, b) => Action::PutOn(name(a)?, name(b)?),
            Self::PutIn(a, b) => Action::PutIn(name(a)?, name(b)?),
            Self::Toggle(a, on) => Action::Toggle(name(a)?, on),
            Self::Slice(a, b) => Action::Slice(name(a)?, name(b)?),
            Self::Crack(a, b) => Action::Crack(name(a)?, name(b)?),
            Self::Wait(seconds) => Action::Wait(seconds),
            Self::GiveUp => Action::GiveUp,
            Self::Wash(a) => Action::Wash(name(a)?),
            Self::Wipe(a, b) => Action::Wipe(name(a)?, name(b)?),
            Self::Dry(a, b) => Action::Dry(name(a)?, name(b)?),
        })
    }

    /// The same action over things that `name` translates.
    pub fn map<U>(self, mut name: impl FnMut(T) -> U) -> Action<U> {
        match self.try_map(|thing| Ok::<U, std::convert::Infallible>(name(thing))) {
            Ok(action) => action,
            Err(never) => match never {},
        }
    }
}

/// The action as it is written in a script or a table: `put_on blue mug, table`.
impl<T: fmt::Display> fmt::Display for Action<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().verb())?;
        for (index, thing) in self.things().enumerate() {
            let before = if index == 0 { " " } else { ", " };
            write!(f, "{before}{thing}")?;
        }
        match self {
            Self::Toggle(_, on) => f.write_str(if *on { " on" } else { " off" }),
            Self::Wait(seconds) => write!(f, " {seconds} s"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noun::Noun;

    #[test]
    fn an_action_can_be_told() {
        let noun = |text: &str| text.parse::<Noun>().expect("a noun");
        let put = Action::PutOn(noun("blue mug"), noun("table"));
        assert_eq!(put.told_by("I"), "I put the blue mug on the table");
        assert_eq!(put.to_string(), "put_on blue mug, table");
        assert_eq!(Action::Toggle(noun("toaster"), true).to_string(), "toggle toaster on");
        assert_eq!(put.map(|noun| noun.kind().to_owned()).things().count(), 2);
    }
}
