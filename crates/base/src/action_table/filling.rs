//! What fills and empties: liquids, powders, what is used up by and by.

use super::{ActionEntry, HELD, NOT_SHUT_AWAY, NOT_TOO_HIGH, REACH, TOOL_HELD, entry};
use crate::action_kind::ActionKind as A;
use crate::refusal::Refusal as R;

/// Their entries.
pub(super) const ENTRIES: [ActionEntry; 5] = [
    entry(
        A::Pour,
        &["thing", "to", "millilitres, or as much as goes"],
        3.0,
        &[
            (
                R::WrongKind,
                "`thing` holds a liquid, powder or paste; `to` does too, is a basin, or is \
                 something on which such stays",
            ),
            HELD,
            (R::IntoItself, "`to` is another thing"),
            (R::Closed, "neither is closed or shut away"),
            REACH,
            NOT_TOO_HIGH,
            (R::NotEnough, "there is so much in it, and something at all"),
            (R::OtherLiquid, "`to` is empty, holds the same, or is a vessel for mixing"),
            (R::NoRoom, "there is room for it: on a thing for 5 millilitres of each"),
        ],
        "so much is in `to`, or on it, and no longer in `thing`; a basin drains",
    ),
    entry(
        A::Fill,
        &["thing", "source"],
        5.0,
        &[
            (R::WrongKind, "`thing` can hold a liquid, and `source` gives one"),
            HELD,
            (R::Closed, "neither is closed or shut away"),
            REACH,
            NOT_TOO_HIGH,
            (R::NoWater, "the source runs"),
            (R::OtherLiquid, "`thing` is empty or holds the same"),
            (R::NoRoom, "it is not full"),
            (R::Shattered, "neither is in pieces"),
        ],
        "`thing` is full, as warm as the source gives it",
    ),
    entry(
        A::Empty,
        &["thing", "to"],
        3.0,
        &[
            (R::WrongKind, "both can hold a liquid; `to` may be a basin"),
            HELD,
            (R::IntoItself, "`to` is another thing"),
            (R::Closed, "neither is closed or shut away"),
            REACH,
            NOT_TOO_HIGH,
            (R::NotEnough, "there is so much in it, and something at all"),
            (R::OtherLiquid, "`to` is empty or holds the same"),
            (R::NoRoom, "`to` has room for all of it"),
            (R::Shattered, "neither is in pieces"),
        ],
        "`thing` is empty, and all of it is in `to`; a basin drains",
    ),
    entry(
        A::Drink,
        &["thing"],
        4.0,
        &[
            (R::WrongKind, "it can hold a liquid"),
            HELD,
            (R::Closed, "it is open"),
            (R::NotEnough, "something is in it"),
            (R::Shattered, "it is not in pieces"),
        ],
        "`thing` is empty",
    )
    .tells(0.3)
    .is_no_step(),
    entry(
        A::Refill,
        &["thing", "with"],
        4.0,
        &[
            (R::WrongKind, "`thing` is used up by and by, and `with` is for refilling its like"),
            TOOL_HELD,
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::NotEnough, "something is left in `with`"),
            (R::NoRoom, "`thing` is not full"),
        ],
        "`thing` is as full as `with` makes it, which has so much less",
    ),
];
