//! What an agent can do.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::action_kind::ActionKind;
use crate::hand::Hand;

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
    /// Pour so many millilitres of what is in the first thing, which is held, into the second; or all.
    Pour(T, T, Option<u32>),
    /// Fill the first thing, which is held, at the second: a tap's basin, or what gives a liquid.
    Fill(T, T),
    /// Pour all that is in the first thing, which is held, into the second.
    Empty(T, T),
    /// Drink what is in the thing, which is held.
    Drink(T),
    /// Eat the thing, which is held: it is gone for good.
    Eat(T),
    /// Let the held thing fall to the floor.
    Drop(T),
    /// Put the held thing down beside the second.
    PutBeside(T, T),
    /// Put the held thing back to where it was taken from.
    PutBack(T),
    /// Throw the held thing into a bin.
    ThrowAway(T),
    /// Peel the first thing with the second, which is held.
    Peel(T, T),
    /// Cut the first thing into dice with the second, which is held.
    Dice(T, T),
    /// Mash the first thing with the second, which is held.
    Mash(T, T),
    /// Stir what is in the first thing with the second, which is held.
    Stir(T, T),
    /// Season the first thing with the second, which is held.
    Season(T, T),
    /// Spread the first thing on the second with the third, which is held.
    Spread(T, T, T),
    /// Sharpen the first thing, which is held, with the second.
    Sharpen(T, T),
    /// Plug the thing in.
    Plug(T),
    /// Pull the thing's plug.
    Unplug(T),
    /// Say something.
    Say(String),
    /// Sit down on the thing.
    Sit(T),
    /// Lie down on the thing.
    Lie(T),
    /// Get up from what one sits or lies on.
    Stand,
    /// Climb onto the thing and stand on it.
    ClimbOnto(T),
    /// Step down from what one stands on.
    StepDown,
    /// Turn the thing's dial, or that of what it controls, to the level; 0 is off.
    SetDial(T, u8),
    /// Put the held thing on the floor under the second.
    PutUnder(T, T),
    /// Fill the first thing up with what is in the second, which is held.
    Refill(T, T),
    /// Push the thing half a metre away.
    Push(T),
    /// Hand the held thing to the second, who is a person.
    HandOver(T, T),
    /// Ask a person something.
    Ask(T, String),
    /// Open or close the door, lid or drawer so far that so many hundredths of it are open.
    OpenTo(T, u8),
    /// Put the held thing down before the second, who is a person.
    Serve(T, T),
    /// Take the thing into that hand: `Take` with a choice.
    TakeIn(T, Hand),
    /// Put soap on the first thing with the second, which is held.
    Soap(T, T),
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
            Self::Take(_) | Self::TakeIn(..) => ActionKind::Take,
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
            Self::Pour(..) => ActionKind::Pour,
            Self::Fill(..) => ActionKind::Fill,
            Self::Empty(..) => ActionKind::Empty,
            Self::Drink(_) => ActionKind::Drink,
            Self::Eat(_) => ActionKind::Eat,
            Self::Drop(_) => ActionKind::Drop,
            Self::PutBeside(..) => ActionKind::PutBeside,
            Self::PutBack(_) => ActionKind::PutBack,
            Self::ThrowAway(_) => ActionKind::ThrowAway,
            Self::Peel(..) => ActionKind::Peel,
            Self::Dice(..) => ActionKind::Dice,
            Self::Mash(..) => ActionKind::Mash,
            Self::Stir(..) => ActionKind::Stir,
            Self::Season(..) => ActionKind::Season,
            Self::Spread(..) => ActionKind::Spread,
            Self::Sharpen(..) => ActionKind::Sharpen,
            Self::Plug(_) => ActionKind::Plug,
            Self::Unplug(_) => ActionKind::Unplug,
            Self::Say(_) => ActionKind::Say,
            Self::Sit(_) => ActionKind::Sit,
            Self::Lie(_) => ActionKind::Lie,
            Self::Stand => ActionKind::Stand,
            Self::ClimbOnto(_) => ActionKind::ClimbOnto,
            Self::StepDown => ActionKind::StepDown,
            Self::SetDial(..) => ActionKind::SetDial,
            Self::PutUnder(..) => ActionKind::PutUnder,
            Self::Refill(..) => ActionKind::Refill,
            Self::Push(_) => ActionKind::Push,
            Self::HandOver(..) => ActionKind::HandOver,
            Self::Ask(..) => ActionKind::Ask,
            Self::OpenTo(..) => ActionKind::OpenTo,
            Self::Serve(..) => ActionKind::Serve,
            Self::Soap(..) => ActionKind::Soap,
        }
    }

    /// The things it is done to and with, in order.
    pub fn things(&self) -> impl Iterator<Item = &T> {
        let [first, second, third] = match self {
            Self::Go(a)
            | Self::Search(a)
            | Self::Open(a)
            | Self::Close(a)
            | Self::Take(a)
            | Self::TakeIn(a, _)
            | Self::Toggle(a, _)
            | Self::Wash(a)
            | Self::Drink(a)
            | Self::Eat(a)
            | Self::Drop(a)
            | Self::PutBack(a)
            | Self::ThrowAway(a)
            | Self::Plug(a)
            | Self::Unplug(a)
            | Self::Sit(a)
            | Self::Lie(a)
            | Self::ClimbOnto(a)
            | Self::SetDial(a, _)
            | Self::Push(a)
            | Self::Ask(a, _)
            | Self::OpenTo(a, _) => [Some(a), None, None],
            Self::PutOn(a, b)
            | Self::PutIn(a, b)
            | Self::Slice(a, b)
            | Self::Crack(a, b)
            | Self::Wipe(a, b)
            | Self::Dry(a, b)
            | Self::Pour(a, b, _)
            | Self::Fill(a, b)
            | Self::Empty(a, b)
            | Self::PutBeside(a, b)
            | Self::Peel(a, b)
            | Self::Dice(a, b)
            | Self::Mash(a, b)
            | Self::Stir(a, b)
            | Self::Season(a, b)
            | Self::Sharpen(a, b)
            | Self::PutUnder(a, b)
            | Self::Refill(a, b)
            | Self::HandOver(a, b)
            | Self::Serve(a, b)
            | Self::Soap(a, b) => [Some(a), Some(b), None],
            Self::Spread(a, b, c) => [Some(a), Some(b), Some(c)],
            Self::Look
            | Self::Wait(_)
            | Self::GiveUp
            | Self::Say(_)
            | Self::Stand
            | Self::StepDown => [None, None, None],
        };
        first.into_iter().chain(second).chain(third)
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
            Self::TakeIn(a, hand) => Action::TakeIn(name(a)?, hand),
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
            Self::Pour(a, b, ml) => Action::Pour(name(a)?, name(b)?, ml),
            Self::Fill(a, b) => Action::Fill(name(a)?, name(b)?),
            Self::Empty(a, b) => Action::Empty(name(a)?, name(b)?),
            Self::Drink(a) => Action::Drink(name(a)?),
            Self::Eat(a) => Action::Eat(name(a)?),
            Self::Drop(a) => Action::Drop(name(a)?),
            Self::PutBeside(a, b) => Action::PutBeside(name(a)?, name(b)?),
            Self::PutBack(a) => Action::PutBack(name(a)?),
            Self::ThrowAway(a) => Action::ThrowAway(name(a)?),
            Self::Peel(a, b) => Action::Peel(name(a)?, name(b)?),
            Self::Dice(a, b) => Action::Dice(name(a)?, name(b)?),
            Self::Mash(a, b) => Action::Mash(name(a)?, name(b)?),
            Self::Stir(a, b) => Action::Stir(name(a)?, name(b)?),
            Self::Season(a, b) => Action::Season(name(a)?, name(b)?),
            Self::Spread(a, b, c) => Action::Spread(name(a)?, name(b)?, name(c)?),
            Self::Sharpen(a, b) => Action::Sharpen(name(a)?, name(b)?),
            Self::Plug(a) => Action::Plug(name(a)?),
            Self::Unplug(a) => Action::Unplug(name(a)?),
            Self::Say(words) => Action::Say(words),
            Self::Sit(a) => Action::Sit(name(a)?),
            Self::Lie(a) => Action::Lie(name(a)?),
            Self::Stand => Action::Stand,
            Self::ClimbOnto(a) => Action::ClimbOnto(name(a)?),
            Self::StepDown => Action::StepDown,
            Self::SetDial(a, level) => Action::SetDial(name(a)?, level),
            Self::PutUnder(a, b) => Action::PutUnder(name(a)?, name(b)?),
            Self::Refill(a, b) => Action::Refill(name(a)?, name(b)?),
            Self::Push(a) => Action::Push(name(a)?),
            Self::HandOver(a, b) => Action::HandOver(name(a)?, name(b)?),
            Self::Ask(a, words) => Action::Ask(name(a)?, words),
            Self::OpenTo(a, percent) => Action::OpenTo(name(a)?, percent),
            Self::Serve(a, b) => Action::Serve(name(a)?, name(b)?),
            Self::Soap(a, b) => Action::Soap(name(a)?, name(b)?),
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
            Self::Pour(_, _, Some(ml)) => write!(f, " {ml} ml"),
            Self::Say(words) | Self::Ask(_, words) => write!(f, " {words:?}"),
            Self::SetDial(_, level) => write!(f, " {level}"),
            Self::TakeIn(_, hand) => write!(f, " {hand}"),
            Self::OpenTo(_, percent) => write!(f, " {percent} %"),
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
        let take = Action::TakeIn(noun("blue mug"), Hand::Left);
        assert_eq!(take.told_by("I"), "I took the blue mug with the left hand");
        assert_eq!(
            (take.to_string().as_str(), take.kind()),
            ("take blue mug left", ActionKind::Take)
        );
        assert_eq!(put.map(|noun| noun.kind().to_owned()).things().count(), 2);
    }
}
