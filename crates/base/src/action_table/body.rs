//! What the body does by itself: walking, looking, sitting, speaking, waiting.

use super::{ActionEntry, NOT_SHUT_AWAY, NOT_TOO_HIGH, REACH, entry};
use crate::action_kind::ActionKind as A;
use crate::refusal::Refusal as R;

/// Their entries.
pub(super) const ENTRIES: [ActionEntry; 11] = [
    entry(
        A::Go,
        &["to"],
        0.0,
        &[
            (R::NotStanding, "the body stands on the floor"),
            (R::NoPath, "a way leads to where it can be handled"),
            (R::OutOfReach, "it is still there on arrival"),
            (R::Occupied, "nobody stands wherever it can be handled from"),
        ],
        "the body stands where a hand reaches `to`, or below it where it is too high",
    )
    .as_long_as_it_takes()
    .tells(0.08)
    .is_no_step(),
    entry(A::Look, &[], 2.0, &[], "everything in sight on every side is perceived")
        .tells(0.08)
        .is_no_step(),
    entry(A::Wait, &["seconds"], 0.0, &[], "time passes, until something is noticed or heard")
        .as_long_as_it_takes()
        .tells(0.85),
    entry(A::GiveUp, &[], 0.1, &[], "the goal is given up").tells(0.0).is_no_step(),
    entry(A::Say, &["words"], 2.0, &[], "everybody within hearing hears who said what")
        .tells(0.08)
        .is_no_step(),
    entry(
        A::Ask,
        &["who", "words"],
        2.0,
        &[(R::WrongKind, "`who` is a person"), (R::OutOfReach, "`who` is within hearing")],
        "everybody within hearing hears who asked whom what",
    )
    .tells(0.08)
    .is_no_step(),
    entry(
        A::Sit,
        &["thing"],
        2.0,
        &[
            (R::WrongKind, "it is a seat"),
            (R::NotStanding, "the body stands on the floor"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::NoRoom, "nothing is on it"),
        ],
        "the body sits on `thing`",
    )
    .tells(0.08)
    .is_no_step(),
    entry(
        A::Lie,
        &["thing"],
        2.0,
        &[
            (R::WrongKind, "it is a bed"),
            (R::NotStanding, "the body stands on the floor"),
            NOT_SHUT_AWAY,
            REACH,
            NOT_TOO_HIGH,
            (R::NoRoom, "nothing is on it"),
        ],
        "the body lies on `thing`",
    )
    .tells(0.08)
    .is_no_step(),
    entry(A::Stand, &[], 2.0, &[(R::AlreadySo, "the body sits or lies")], "the body stands")
        .tells(0.08)
        .is_no_step(),
    entry(
        A::ClimbOnto,
        &["thing"],
        2.0,
        &[
            (R::WrongKind, "it bears a person"),
            (R::NotStanding, "the body stands on the floor"),
            NOT_SHUT_AWAY,
            REACH,
            (R::TooHigh, "its top is no higher than 0.7 m"),
            (R::Broken, "it is sound"),
            (R::NoRoom, "nothing is on it"),
        ],
        "the body stands on `thing`: eye and reach are as much higher",
    )
    .tells(0.75)
    .is_no_step(),
    entry(
        A::StepDown,
        &[],
        2.0,
        &[(R::AlreadySo, "the body stands on something")],
        "the body stands on the floor, where it climbed up",
    )
    .tells(0.08)
    .is_no_step(),
];
