//! What opens and closes.

use super::{ActionEntry, Chance, NOT_SHUT_AWAY, NOT_TOO_HIGH, REACH, entry};
use crate::action_kind::ActionKind as A;
use crate::refusal::Refusal as R;

/// Their entries.
pub(super) const ENTRIES: [ActionEntry; 4] = [
    entry(
        A::Search,
        &["thing"],
        3.0,
        &[
            (R::WrongKind, "things can be in or on it, or it opens"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
        ],
        "`thing` is open, and all that is in or on it is perceived",
    )
    .by_chance(Chance::Sticks)
    .tells(0.1)
    .is_no_step(),
    entry(
        A::Open,
        &["thing"],
        1.5,
        &[
            (R::WrongKind, "it opens"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is closed"),
        ],
        "`thing` is open; what runs only while it is closed stops",
    )
    .by_chance(Chance::Sticks)
    .tells(0.35)
    .is_no_step(),
    entry(
        A::Close,
        &["thing"],
        1.0,
        &[
            (R::WrongKind, "it opens"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is open"),
        ],
        "`thing` is closed",
    )
    .by_chance(Chance::Sticks)
    .tells(0.75),
    entry(
        A::OpenTo,
        &["thing", "percent"],
        1.5,
        &[
            (R::WrongKind, "it opens, and `percent` is from 1 to 100"),
            NOT_SHUT_AWAY,
            REACH,
            (R::AlreadySo, "it is open farther, or less far"),
        ],
        "so much of `thing` is open; below 50 it is ajar: no hand and no look gets in, but what \
         runs only while it is closed stops, and neither warmth nor cold is kept",
    )
    .by_chance(Chance::Sticks)
    .tells(0.35)
    .is_no_step(),
];
