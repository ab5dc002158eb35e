//! What switches, sets and plugs.

use super::{ActionEntry, NOT_SHUT_AWAY, NOT_TOO_HIGH, REACH, entry};
use crate::action_kind::ActionKind as A;
use crate::refusal::Refusal as R;

/// Their entries.
pub(super) const ENTRIES: [ActionEntry; 4] = [
    entry(
        A::Toggle,
        &["thing", "on or off"],
        0.5,
        &[
            (R::WrongKind, "it has a switch"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is not so already"),
            (R::Ajar, "it is closed, where it runs only so"),
            (R::NoPower, "it is plugged in and the breakers are on, where it needs power"),
        ],
        "`thing` runs or not, and so does what it controls; what is out of order does not run",
    )
    .tells(1.0),
    entry(
        A::SetDial,
        &["thing", "level"],
        0.5,
        &[
            (R::WrongKind, "it, or what it controls, has a dial with that level"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "the dial is not there already"),
            (R::Ajar, "it is closed, where it runs only so"),
            (R::NoPower, "it is plugged in and the breakers are on, where it needs power"),
        ],
        "it runs, and heats as much as the level says; at 0 it is off; what is out of order does \
         not run",
    )
    .tells(1.0),
    entry(
        A::Plug,
        &["thing"],
        1.5,
        &[
            (R::WrongKind, "it has a plug"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is unplugged"),
        ],
        "`thing` is plugged in",
    ),
    entry(
        A::Unplug,
        &["thing"],
        1.5,
        &[
            (R::WrongKind, "it has a plug"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is plugged in"),
        ],
        "`thing` is unplugged and no longer runs",
    )
    .tells(0.3),
];
