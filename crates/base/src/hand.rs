//! The two hands of a body.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Which hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hand {
    /// The right one, which is used where nothing is said.
    Right,
    /// The left one.
    Left,
}

impl Hand {
    /// Its place where hands are listed: the right one first.
    pub const fn index(self) -> usize {
        match self {
            Self::Right => 0,
            Self::Left => 1,
        }
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Right => "right",
            Self::Left => "left",
        })
    }
}
