//! The kinds of actions: what is done, without what it is done to.

use serde::{Deserialize, Serialize};

/// The kind of an action, without what it is done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is described at the action of the same name")]
pub enum ActionKind {
    Go,
    Look,
    Search,
    Open,
    Close,
    Take,
    PutOn,
    PutIn,
    Toggle,
    Slice,
    Crack,
    Wait,
    GiveUp,
    Wash,
    Wipe,
    Dry,
    Pour,
    Fill,
    Empty,
    Drink,
    Eat,
    Drop,
    PutBeside,
    PutBack,
    ThrowAway,
    Peel,
    Dice,
    Mash,
    Stir,
    Season,
    Spread,
    Sharpen,
    Plug,
    Unplug,
    Say,
    Sit,
    Lie,
    Stand,
    ClimbOnto,
    StepDown,
    SetDial,
    PutUnder,
    Refill,
    Push,
    HandOver,
    Ask,
    OpenTo,
    Serve,
    Soap,
}

impl ActionKind {
    /// All kinds, in their order.
    pub const ALL: [Self; 49] = [
        Self::Go,
        Self::Look,
        Self::Search,
        Self::Open,
        Self::Close,
        Self::Take,
        Self::PutOn,
        Self::PutIn,
        Self::Toggle,
        Self::Slice,
        Self::Crack,
        Self::Wait,
        Self::GiveUp,
        Self::Wash,
        Self::Wipe,
        Self::Dry,
        Self::Pour,
        Self::Fill,
        Self::Empty,
        Self::Drink,
        Self::Eat,
        Self::Drop,
        Self::PutBeside,
        Self::PutBack,
        Self::ThrowAway,
        Self::Peel,
        Self::Dice,
        Self::Mash,
        Self::Stir,
        Self::Season,
        Self::Spread,
        Self::Sharpen,
        Self::Plug,
        Self::Unplug,
        Self::Say,
        Self::Sit,
        Self::Lie,
        Self::Stand,
        Self::ClimbOnto,
        Self::StepDown,
        Self::SetDial,
        Self::PutUnder,
        Self::Refill,
        Self::Push,
        Self::HandOver,
        Self::Ask,
        Self::OpenTo,
        Self::Serve,
        Self::Soap,
    ];

    /// The verb as it is written in tables: `put_on`.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Look => "look",
            Self::Search => "search",
            Self::Open => "open",
            Self::Close => "close",
            Self::Take => "take",
            Self::PutOn => "put_on",
            Self::PutIn => "put_in",
            Self::Toggle => "toggle",
            Self::Slice => "slice",
            Self::Crack => "crack",
            Self::Wait => "wait",
            Self::GiveUp => "give_up",
            Self::Wash => "wash",
            Self::Wipe => "wipe",
            Self::Dry => "dry",
            Self::Pour => "pour",
            Self::Fill => "fill",
            Self::Empty => "empty",
            Self::Drink => "drink",
            Self::Eat => "eat",
            Self::Drop => "drop",
            Self::PutBeside => "put_beside",
            Self::PutBack => "put_back",
            Self::ThrowAway => "throw_away",
            Self::Peel => "peel",
            Self::Dice => "dice",
            Self::Mash => "mash",
            Self::Stir => "stir",
            Self::Season => "season",
            Self::Spread => "spread",
            Self::Sharpen => "sharpen",
            Self::Plug => "plug",
            Self::Unplug => "unplug",
            Self::Say => "say",
            Self::Sit => "sit",
            Self::Lie => "lie",
            Self::Stand => "stand",
            Self::ClimbOnto => "climb_onto",
            Self::StepDown => "step_down",
            Self::SetDial => "set_dial",
            Self::PutUnder => "put_under",
            Self::Refill => "refill",
            Self::Push => "push",
            Self::HandOver => "hand_over",
            Self::Ask => "ask",
            Self::OpenTo => "open_to",
            Self::Serve => "serve",
            Self::Soap => "soap",
        }
    }

    /// Whether it may get over what stood in the way of something else: it changes how a thing or the
    /// body is, and not merely where a thing is.
    pub const fn gets_over(self) -> bool {
        matches!(
            self,
            Self::Toggle
                | Self::SetDial
                | Self::Plug
                | Self::Unplug
                | Self::Close
                | Self::Sharpen
                | Self::Refill
                | Self::Push
                | Self::ClimbOnto
        )
    }
}
