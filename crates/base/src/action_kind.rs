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
}

impl ActionKind {
    /// All kinds, in their order.
    pub const ALL: [Self; 16] = [
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
        }
    }
}
