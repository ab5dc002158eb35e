//! What is done to food and with kitchen tools, up to eating.

use super::{ActionEntry, HELD, NOT_SHUT_AWAY, NOT_TOO_HIGH, REACH, TOOL_HELD, entry};
use crate::action_kind::ActionKind as A;
use crate::refusal::Refusal as R;

/// Their entries.
pub(super) const ENTRIES: [ActionEntry; 10] = [
    entry(
        A::Slice,
        &["thing", "with"],
        6.0,
        &[
            (R::WrongKind, "`thing` can be cut, and `with` has an edge"),
            TOOL_HELD,
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is whole"),
            (R::Blunt, "the edge cuts"),
            (R::NoRoom, "what falls into parts lies where there is room for them"),
        ],
        "`thing` is sliced, as warm and as cooked as it was, or its parts are in its place; the \
         edge is worn",
    )
    .tells(1.0),
    entry(
        A::Crack,
        &["thing", "into"],
        2.0,
        &[
            (R::WrongKind, "`thing` has a shell, and things can be put in `into`"),
            (R::AlreadySo, "the shell is whole"),
            HELD,
            (R::IntoItself, "`into` is not in or on `thing`"),
            (R::Closed, "`into` is open, and nothing closed is around it"),
            REACH,
            NOT_TOO_HIGH,
            (R::NoRoom, "it fits in"),
            (R::Shattered, "neither is in pieces"),
        ],
        "`thing` is cracked and in `into`",
    )
    .tells(1.0),
    entry(
        A::Peel,
        &["thing", "with"],
        10.0,
        &[
            (R::WrongKind, "`thing` has a peel, and `with` peels"),
            TOOL_HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it has not been done"),
        ],
        "`thing` is peeled",
    ),
    entry(
        A::Dice,
        &["thing", "with"],
        12.0,
        &[
            (R::WrongKind, "`thing` can be diced, and `with` has an edge"),
            TOOL_HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it has not been done"),
            (R::Blunt, "the edge cuts"),
        ],
        "`thing` is diced and sliced; the edge is worn",
    ),
    entry(
        A::Mash,
        &["thing", "with"],
        10.0,
        &[
            (R::WrongKind, "`thing` can be mashed, and `with` mashes"),
            TOOL_HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it has not been done"),
        ],
        "`thing` is mashed",
    ),
    entry(
        A::Stir,
        &["thing", "with"],
        5.0,
        &[
            (R::WrongKind, "`thing` can be stirred in, and `with` stirs"),
            TOOL_HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it has not been done"),
            (R::NotEnough, "something is in it"),
        ],
        "`thing` is stirred; what a recipe makes of it by stirring has come of it",
    ),
    entry(
        A::Season,
        &["thing", "with"],
        2.0,
        &[
            (R::WrongKind, "`thing` can be seasoned, and `with` seasons"),
            TOOL_HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it has not been done"),
            (R::NotEnough, "something is left in `with`"),
        ],
        "`thing` is seasoned",
    ),
    entry(
        A::Spread,
        &["thing", "on", "with"],
        6.0,
        &[
            (
                R::WrongKind,
                "`thing` can be spread, `on` be spread on, and `with` is a spoon or has an edge",
            ),
            TOOL_HELD,
            (R::IntoItself, "they are three things"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "nothing is spread on it"),
        ],
        "`on` is covered",
    ),
    entry(
        A::Sharpen,
        &["thing", "with"],
        15.0,
        &[
            (R::WrongKind, "`thing` has an edge, and `with` sharpens"),
            HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
        ],
        "`thing` is as sharp as when it was new",
    ),
    entry(
        A::Eat,
        &["thing"],
        8.0,
        &[(R::WrongKind, "it can be eaten"), HELD],
        "`thing` is gone for good",
    )
    .tells(0.3)
    .is_no_step(),
];
