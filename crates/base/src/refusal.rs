//! How the world says no.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fact::State;

/// Why an action was not done. Agents learn from it; nobody logs it.
///
/// A refused action changes nothing in the world and costs one second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Refusal {
    /// The target is not perceived now.
    NotPerceived,
    /// No way leads there.
    NoPath,
    /// The target cannot be reached from here.
    OutOfReach,
    /// What it is in is closed.
    Closed,
    /// It will not open.
    Stuck,
    /// It is so already.
    AlreadySo,
    /// Both hands are full.
    HandsFull,
    /// It is not in the hand.
    NotHeld,
    /// It is too heavy or fixed.
    NotPortable,
    /// It does not open, switch, hold or cut: the wrong kind of thing for this.
    WrongKind,
    /// It does not fit there.
    NoRoom,
    /// A thing cannot be put into or onto itself or what is in it.
    IntoItself,
    /// The edge does not cut.
    Blunt,
    /// It slipped from the hand.
    Slipped,
    /// It does not work.
    Broken,
    /// Another action is still under way.
    Busy,
    /// It runs only while it is closed.
    Ajar,
    /// No water runs here.
    NoWater,
    /// There is no power: it is unplugged, or a breaker is off.
    NoPower,
    /// There is not so much in it, or nothing.
    NotEnough,
    /// Another liquid is in it.
    OtherLiquid,
    /// One sits, lies or stands on something.
    NotStanding,
    /// It is too hot to touch without a mitt.
    TooHot,
    /// It is in pieces.
    Shattered,
    /// Somebody else has it in hand.
    HeldByOther,
    /// Somebody else is on it, or stands in the way.
    Occupied,
    /// It is higher than a hand reaches, or than a leg steps.
    TooHigh,
    /// The hand that was chosen is full.
    HandFull,
    /// Water alone does not take it away.
    NoSoap,
}

impl Refusal {
    /// All refusals, in their order.
    pub const ALL: [Self; 29] = [
        Self::NotPerceived,
        Self::NoPath,
        Self::OutOfReach,
        Self::Closed,
        Self::Stuck,
        Self::AlreadySo,
        Self::HandsFull,
        Self::NotHeld,
        Self::NotPortable,
        Self::WrongKind,
        Self::NoRoom,
        Self::IntoItself,
        Self::Blunt,
        Self::Slipped,
        Self::Broken,
        Self::Busy,
        Self::Ajar,
        Self::NoWater,
        Self::NoPower,
        Self::NotEnough,
        Self::OtherLiquid,
        Self::NotStanding,
        Self::TooHot,
        Self::Shattered,
        Self::HeldByOther,
        Self::Occupied,
        Self::TooHigh,
        Self::HandFull,
        Self::NoSoap,
    ];

    /// The code in tables and records: `out_of_reach`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotPerceived => "not_perceived",
            Self::NoPath => "no_path",
            Self::OutOfReach => "out_of_reach",
            Self::Closed => "closed",
            Self::Stuck => "stuck",
            Self::AlreadySo => "already_so",
            Self::HandsFull => "hands_full",
            Self::NotHeld => "not_held",
            Self::NotPortable => "not_portable",
            Self::WrongKind => "wrong_kind",
            Self::NoRoom => "no_room",
            Self::IntoItself => "into_itself",
            Self::Blunt => "blunt",
            Self::Slipped => "slipped",
            Self::Broken => "broken",
            Self::Busy => "busy",
            Self::Ajar => "ajar",
            Self::NoWater => "no_water",
            Self::NoPower => "no_power",
            Self::NotEnough => "not_enough",
            Self::OtherLiquid => "other_liquid",
            Self::NotStanding => "not_standing",
            Self::TooHot => "too_hot",
            Self::Shattered => "shattered",
            Self::HeldByOther => "held_by_other",
            Self::Occupied => "occupied",
            Self::TooHigh => "too_high",
            Self::HandFull => "hand_full",
            Self::NoSoap => "no_soap",
        }
    }

    /// The hidden state that the refusal reveals of the tool or the target, where it does.
    pub const fn reveals(self) -> Option<(State, bool)> {
        match self {
            Self::Blunt => Some((State::Sharp, false)),
            Self::Broken => Some((State::Broken, true)),
            _ => None,
        }
    }

    /// Whether somebody else stands in the way, so that trying again a little later may succeed.
    pub const fn passes(self) -> bool {
        matches!(self, Self::HeldByOther | Self::Occupied)
    }

    /// Whether the fault tape brings it about, so that trying again may succeed.
    pub const fn by_chance(self) -> bool {
        matches!(self, Self::Stuck | Self::Slipped)
    }
}

/// The refusal in words: `it is out of reach`.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotPerceived => "it is not in sight",
            Self::NoPath => "no way leads there",
            Self::OutOfReach => "it is out of reach",
            Self::Closed => "what it is in is closed",
            Self::Stuck => "it is stuck",
            Self::AlreadySo => "it is so already",
            Self::HandsFull => "both hands are full",
            Self::NotHeld => "it is not in the hand",
            Self::NotPortable => "it cannot be carried",
            Self::WrongKind => "it is not made for that",
            Self::NoRoom => "there is no room for it",
            Self::IntoItself => "it cannot go into itself",
            Self::Blunt => "the edge is blunt",
            Self::Slipped => "it slipped from the hand",
            Self::Broken => "it does not work",
            Self::Busy => "the hands are still busy",
            Self::Ajar => "it runs only while it is closed",
            Self::NoWater => "no water runs there",
            Self::NoPower => "there is no power",
            Self::NotEnough => "there is not enough in it",
            Self::OtherLiquid => "another liquid is in it",
            Self::NotStanding => "that is done standing on the floor",
            Self::TooHot => "it is too hot to touch",
            Self::Shattered => "it is in pieces",
            Self::HeldByOther => "somebody else has it",
            Self::Occupied => "somebody is in the way",
            Self::TooHigh => "it is too high",
            Self::HandFull => "that hand is full",
            Self::NoSoap => "water alone does not take it away",
        })
    }
}
