//! What each action takes, needs and does: one table, from which the house has durations, a test
//! the page `docs/actions.md`, and property tests what may be refused.

use crate::action_kind::ActionKind;
use crate::refusal::Refusal;

/// One action, described.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionEntry {
    /// Which.
    pub kind: ActionKind,
    /// What it is done to and with, in order, then numbers and words.
    pub arguments: &'static [&'static str],
    /// Seconds from beginning to effect; none where that depends on more than its kind.
    pub seconds: Option<f32>,
    /// What must be so, each named by the refusal that tells that it is not. That everything it is
    /// done to is perceived, and that nothing else is under way, goes for every action.
    pub needs: &'static [(Refusal, &'static str)],
    /// What it brings about.
    pub effect: &'static str,
    /// What may go wrong by chance.
    pub chance: Option<Chance>,
    /// How much having done it tells that nobody would know from what was done besides, from 0 to 1:
    /// walking, looking and taking follow from the other steps; what a switch or a knife brings about
    /// does not.
    pub tells: f32,
    /// Whether it is a step of a procedure. What is not follows from the other steps, and is left to
    /// whoever does them, or changes no thing.
    pub is_step: bool,
}

/// What may go wrong by chance, where the fault tape says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// The thing sticks.
    Sticks,
    /// The thing slips from the hand.
    Slips,
}

impl Chance {
    /// How the fault is told.
    pub const fn refusal(self) -> Refusal {
        match self {
            Self::Sticks => Refusal::Stuck,
            Self::Slips => Refusal::Slipped,
        }
    }
}

impl ActionKind {
    /// The entry of this action in the table.
    pub fn entry(self) -> &'static ActionEntry {
        ENTRIES.iter().find(|entry| entry.kind == self).expect("every action has an entry")
    }
}

impl ActionEntry {
    /// Whether a hand goes to something: others may have it, or be on it.
    fn reaches_for_something(&self) -> bool {
        self.needs.iter().any(|(refusal, _)| *refusal == Refusal::OutOfReach)
    }

    /// Whether the world may refuse the action for that reason.
    pub fn may_be_refused(&self, refusal: Refusal) -> bool {
        matches!(refusal, Refusal::NotPerceived | Refusal::Busy)
            || (self.reaches_for_something() && OTHERS.contains(&refusal))
            || self.needs.iter().any(|(needs, _)| *needs == refusal)
            || self.chance.is_some_and(|chance| chance.refusal() == refusal)
    }
}

/// How others stand in the way of what a hand goes to.
const OTHERS: [Refusal; 2] = [Refusal::HeldByOther, Refusal::Occupied];

const REACH: (Refusal, &str) = (Refusal::OutOfReach, "a hand reaches it");
const NOT_TOO_HIGH: (Refusal, &str) = (Refusal::TooHigh, "it is no higher than a hand reaches");
const NOT_SHUT_AWAY: (Refusal, &str) = (Refusal::Closed, "nothing closed is around it");
const HELD: (Refusal, &str) = (Refusal::NotHeld, "`thing` is in a hand");
const TOOL_HELD: (Refusal, &str) = (Refusal::NotHeld, "`with` is in a hand");

/// How much most actions tell, see [`ActionEntry::tells`].
const TELLS: f32 = 0.95;

const fn entry(
    kind: ActionKind,
    arguments: &'static [&'static str],
    seconds: f32,
    needs: &'static [(Refusal, &'static str)],
    effect: &'static str,
) -> ActionEntry {
    ActionEntry {
        kind,
        arguments,
        seconds: Some(seconds),
        needs,
        effect,
        chance: None,
        tells: TELLS,
        is_step: true,
    }
}

impl ActionEntry {
    const fn by_chance(self, chance: Chance) -> Self {
        Self { chance: Some(chance), ..self }
    }

    const fn as_long_as_it_takes(self) -> Self {
        Self { seconds: None, ..self }
    }

    const fn tells(self, tells: f32) -> Self {
        Self { tells, ..self }
    }

    const fn is_no_step(self) -> Self {
        Self { is_step: false, ..self }
    }
}

use ActionKind as A;
use Refusal as R;

/// Every action, in the order of [`ActionKind::ALL`].
pub const ENTRIES: [ActionEntry; ActionKind::ALL.len()] = [
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
    .as_long_as_it_takes().tells(0.08).is_no_step(),
    entry(A::Look, &[], 2.0, &[], "everything in sight on every side is perceived").tells(0.08).is_no_step(),
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
    .by_chance(Chance::Sticks).tells(0.1).is_no_step(),
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
    .by_chance(Chance::Sticks).tells(0.35).is_no_step(),
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
    .by_chance(Chance::Sticks).tells(0.75),
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
    .by_chance(Chance::Slips).tells(0.3).is_no_step(),
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
    ).tells(1.0),
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
        "`thing` is sliced, as warm and as cooked as it was, or its parts are in its place; the edge is worn",
    ).tells(1.0),
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
    ).tells(1.0),
    entry(A::Wait, &["seconds"], 0.0, &[], "time passes, until something is noticed or heard")
        .as_long_as_it_takes().tells(0.85),
    entry(A::GiveUp, &[], 0.1, &[], "the goal is given up").tells(0.0).is_no_step(),
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
        "`thing` is clean and wet, and neither soap nor anything that was poured is on it; with the \
         soap goes a stain, which water alone leaves",
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
        "`thing` is clean, and `with` is dirty where it can be; with soap on either, a stain is gone, \
         too; what soap was on `thing` is in `with`",
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
        A::Pour,
        &["thing", "to", "millilitres, or as much as goes"],
        3.0,
        &[
            (
                R::WrongKind,
                "`thing` holds a liquid, powder or paste; `to` does too, is a basin, or is something \
                 on which such stays",
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
            (R::Shattered, "neither is in pieces"),
        ],
        "`thing` is empty",
    ).tells(0.3).is_no_step(),
    entry(
        A::Eat,
        &["thing"],
        8.0,
        &[(R::WrongKind, "it can be eaten"), HELD],
        "`thing` is gone for good",
    ).tells(0.3).is_no_step(),
    entry(
        A::Drop,
        &["thing"],
        0.3,
        &[HELD, (R::NoRoom, "the floor before the feet is free")],
        "`thing` falls to the floor; what is fragile shatters where it lands too hard, and what was in it \
         is spilt",
    ).tells(0.3).is_no_step(),
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
    ).is_no_step(),
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
    ).tells(0.3).is_no_step(),
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
    ).tells(0.3),
    entry(A::Say, &["words"], 2.0, &[], "everybody within hearing hears who said what").tells(0.08).is_no_step(),
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
    ).tells(0.08).is_no_step(),
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
    ).tells(0.08).is_no_step(),
    entry(A::Stand, &[], 2.0, &[(R::AlreadySo, "the body sits or lies")], "the body stands").tells(0.08).is_no_step(),
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
    ).tells(0.75).is_no_step(),
    entry(
        A::StepDown,
        &[],
        2.0,
        &[(R::AlreadySo, "the body stands on something")],
        "the body stands on the floor, where it climbed up",
    ).tells(0.08).is_no_step(),
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
    ).tells(1.0),
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
    ).tells(0.3).is_no_step(),
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
    ).tells(0.3).is_no_step(),
    entry(
        A::Ask,
        &["who", "words"],
        2.0,
        &[(R::WrongKind, "`who` is a person"), (R::OutOfReach, "`who` is within hearing")],
        "everybody within hearing hears who asked whom what",
    ).tells(0.08).is_no_step(),
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
        "so much of `thing` is open; below 50 it is ajar: no hand and no look gets in, but what runs \
         only while it is closed stops, and neither warmth nor cold is kept",
    )
    .by_chance(Chance::Sticks).tells(0.35).is_no_step(),
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
    ).tells(0.3).is_no_step(),
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
        "`thing` is soapy until it is rinsed or wiped; `with` has one dose less, where it is used up",
    ),
];

/// The table as a page in Markdown.
pub fn page() -> String {
    let mut page = String::from(
        "# Actions\n\nMade from the table in `crates/base/src/action_table.rs`; do not edit. A test \
         compares this page with it: `UPDATE_EXPECT=1 cargo test -p base` writes it anew.\n\nWhat \
         an action is done to must be perceived (`not_perceived`), and nothing else be under way \
         (`busy`). What else must be so stands under the code of the refusal that tells that it is \
         not. What a hand goes to is neither in somebody else's hand (`held_by_other`) nor has \
         somebody sitting, lying or standing on it (`occupied`). A refused action changes nothing \
         and costs a second.\n\n\
         | action | seconds | needs | effect | by chance |\n|---|---|---|---|---|\n",
    );
    for entry in &ENTRIES {
        let seconds = match entry.seconds {
            Some(seconds) => seconds.to_string(),
            None => "as it takes".to_owned(),
        };
        let needs: Vec<String> = entry
            .needs
            .iter()
            .map(|(refusal, what)| format!("{what} (`{}`)", refusal.code()))
            .collect();
        let chance = entry.chance.map_or("", |chance| chance.refusal().code());
        page += &format!(
            "| `{}` {} | {seconds} | {} | {} | {chance} |\n",
            entry.kind.verb(),
            entry.arguments.join(", "),
            needs.join("; "),
            entry.effect,
        );
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_action_in_order() {
        assert_eq!(ENTRIES.map(|entry| entry.kind), ActionKind::ALL);
    }

    #[test]
    fn the_page_is_up_to_date() {
        expect_test::expect_file!["../../../docs/actions.md"].assert_eq(&page());
    }
}
