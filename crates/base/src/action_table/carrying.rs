//! What brings a thing somewhere else: taking, putting, handing over, pushing.

use super::{ActionEntry, Chance, HELD, NOT_SHUT_AWAY, NOT_TOO_HIGH, REACH, entry};
use crate::action_kind::ActionKind as A;
use crate::refusal::Refusal as R;

/// Their entries.
pub(super) const ENTRIES: [ActionEntry; 11] = [
    entry(
        A::Take,
        &["thing", "the right or the left hand, or whichever is free"],
        1.0,
        &[
            (R::NotPortable, "it is loose and not too heavy"),
            (R::AlreadySo, "it is not in a hand already"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::HandsFull, "a hand is free; for what takes two hands, both"),
            (R::HandFull, "the hand that was chosen is free"),
            (R::TooHot, "it is not too hot to touch, or a mitt is in the other hand"),
            (R::Shattered, "it is not in pieces"),
        ],
        "`thing` is in the hand, with all that is in or on it",
    )
    .by_chance(Chance::Slips)
    .tells(0.3)
    .is_no_step(),
    entry(
        A::PutOn,
        &["thing", "on"],
        1.0,
        &[
            (R::WrongKind, "`on` has a surface"),
            HELD,
            (R::IntoItself, "`on` is not in or on `thing`"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::NoRoom, "a free spot is within reach"),
        ],
        "`thing` stands on `on`",
    ),
    entry(
        A::PutIn,
        &["thing", "into"],
        1.0,
        &[
            (R::WrongKind, "things can be put in `into`"),
            HELD,
            (R::IntoItself, "`into` is not in or on `thing`"),
            (R::Closed, "`into` is open, and nothing closed is around it"),
            REACH,
            NOT_TOO_HIGH,
            (R::NoRoom, "it fits in"),
            (R::Shattered, "neither is in pieces"),
        ],
        "`thing` is in `into`",
    ),
    entry(
        A::PutBeside,
        &["thing", "beside"],
        1.0,
        &[
            (R::WrongKind, "`beside` stands on something"),
            HELD,
            (R::IntoItself, "`beside` is not in or on `thing`"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::NoRoom, "a free spot is near it and within reach"),
        ],
        "`thing` stands on what `beside` stands on, as near as there is room",
    ),
    entry(
        A::PutBack,
        &["thing"],
        1.0,
        &[
            (R::WrongKind, "it was taken from something"),
            HELD,
            (R::IntoItself, "that is not in or on `thing`"),
            (R::Closed, "that is open"),
            REACH,
            NOT_TOO_HIGH,
            (R::NoRoom, "there is room"),
            (R::Shattered, "neither is in pieces"),
        ],
        "`thing` is in or on what it was taken from",
    )
    .is_no_step(),
    entry(
        A::PutUnder,
        &["thing", "of"],
        1.5,
        &[
            (R::WrongKind, "`of` is furniture"),
            (R::NotStanding, "the body stands on the floor"),
            HELD,
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::NoRoom, "there is free floor under it within reach, and it is high enough"),
        ],
        "`thing` is on the floor under `of`",
    ),
    entry(
        A::ThrowAway,
        &["thing"],
        1.0,
        &[
            HELD,
            (R::OutOfReach, "a bin is in view and within reach"),
            (R::Closed, "it is open"),
            (R::IntoItself, "it is not in or on `thing`"),
            (R::NoRoom, "it fits in"),
            (R::Shattered, "neither is in pieces"),
        ],
        "`thing` is in the bin",
    )
    .tells(0.3)
    .is_no_step(),
    entry(
        A::Drop,
        &["thing"],
        0.3,
        &[HELD, (R::NoRoom, "the floor before the feet is free")],
        "`thing` falls to the floor; what is fragile shatters where it lands too hard, and what \
         was in it is spilt",
    )
    .tells(0.3)
    .is_no_step(),
    entry(
        A::Push,
        &["thing"],
        3.0,
        &[
            (R::NotPortable, "it is loose and no heavier than 60 kg"),
            (R::WrongKind, "it is neither in something nor in a hand"),
            (R::NotStanding, "the body stands on the floor"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (
                R::NoRoom,
                "the way is free, and there is something under it all along, or a free way down \
                 over the edge and nothing on it",
            ),
        ],
        "`thing` is half a metre farther away, with all that is in or on it; over an edge it falls",
    )
    .tells(0.3)
    .is_no_step(),
    entry(
        A::HandOver,
        &["thing", "to"],
        1.5,
        &[
            HELD,
            (R::WrongKind, "`to` is a person"),
            REACH,
            (R::HandsFull, "a hand of `to` is free; for what takes two hands, both"),
            (R::TooHot, "it is not too hot to touch, or a mitt is in the other hand of `to`"),
        ],
        "`thing` is in a hand of `to`, with all that is in or on it",
    )
    .tells(0.3)
    .is_no_step(),
    entry(
        A::Serve,
        &["thing", "who"],
        2.0,
        &[
            HELD,
            (R::WrongKind, "`who` is a person"),
            (R::NoRoom, "there is a free spot on furniture that a hand of both reaches"),
        ],
        "`thing` is on that piece of furniture, as near to `who` as can be",
    )
    .tells(0.3)
    .is_no_step(),
];
