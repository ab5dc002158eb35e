//! What cleans and dries.

use super::{ActionEntry, NOT_SHUT_AWAY, NOT_TOO_HIGH, REACH, TOOL_HELD, entry};
use crate::action_kind::ActionKind as A;
use crate::refusal::Refusal as R;

/// Their entries.
pub(super) const ENTRIES: [ActionEntry; 4] = [
    entry(
        A::Wash,
        &["thing"],
        8.0,
        &[
            (R::WrongKind, "it can be washed"),
            (R::NotHeld, "it is in a hand or in a basin"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is dirty, stained or soapy, or something was poured on it"),
            (R::NoWater, "water runs in that basin, or in one within reach"),
            (R::NoSoap, "it is soapy, where a stain is all that is on it"),
        ],
        "`thing` is clean and wet, and neither soap nor anything that was poured is on it; with \
         the soap goes a stain, which water alone leaves",
    ),
    entry(
        A::Wipe,
        &["thing", "with"],
        4.0,
        &[
            (R::WrongKind, "`thing` can be cleaned, and `with` is a cloth, a sponge or a towel"),
            TOOL_HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is dirty, stained or soapy, or something was poured on it"),
            (R::NoSoap, "it or `with` is soapy, where a stain is all that is on it"),
        ],
        "`thing` is clean, and `with` is dirty where it can be; with soap on either, a stain is \
         gone, too; what soap was on `thing` is in `with`",
    ),
    entry(
        A::Dry,
        &["thing", "with"],
        4.0,
        &[
            (R::WrongKind, "`thing` can be wet, and `with` is a cloth, a sponge or a towel"),
            TOOL_HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it is wet"),
        ],
        "`thing` is dry",
    ),
    entry(
        A::Soap,
        &["thing", "with"],
        3.0,
        &[
            (R::WrongKind, "`thing` can be washed, and `with` is soap"),
            TOOL_HELD,
            (R::IntoItself, "`with` is another thing"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::AlreadySo, "it has not been done"),
            (R::NotEnough, "something is left in `with`"),
        ],
        "`thing` is soapy until it is rinsed or wiped; `with` has one dose less, where it is used \
         up",
    ),
];
