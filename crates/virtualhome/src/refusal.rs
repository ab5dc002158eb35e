//! How the reference says no: a class of reasons, and a sentence.

use std::fmt;

macro_rules! reasons {
    ($($(#[$says:meta])* $variant:ident = $words:literal),+ $(,)?) => {
        /// Why a step was not done: the class of the reference's sentence.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Reason {
            $($(#[$says])* $variant),+
        }

        impl Reason {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The reference's sentence, with `{}` for each node in it.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$variant => $words),+
                }
            }
        }
    };
}

reasons! {
    /// It was neither walked to nor looked for before.
    NotFound = "{} cannot be found",
    /// It is not near.
    NotClose = "{} is not close to {}",
    /// It is not in a hand.
    NotHolding = "{} is not holding {}",
    /// It is not looked at.
    NotFacing = "{} does not face {}",
    /// What it is in is closed.
    InsideClosed = "{} is inside other closed thing",
    /// Both hands are full.
    NoFreeHand = "{} does not have a free hand",
    /// Both hands are empty.
    EmptyHands = "{} does not hold anything in hands",
    /// It is not on.
    NotOn = "{} is not on",
    /// It is not off.
    NotOff = "{} is not off",
    /// It is not open.
    NotOpen = "{} is not open",
    /// It is not closed.
    NotClosed = "{} is not closed",
    /// Its plug is not in the wall.
    NotPluggedIn = "{} is not plugged_in",
    /// Its plug is in the wall.
    NotPluggedOut = "{} is not plugged_out",
    /// It was not grabbed from anywhere.
    NotGrabbed = "{} not grabbed",
    /// It was grabbed before; later release only.
    AlreadyGrabbed = "{} already grabbed",
    /// Nothing goes into it now.
    CannotPutIn = "{} is not open or is not openable",
    /// Sitting, where one must not; also said of somebody who lies.
    Sitting = "{} is sitting",
    /// Lying, where one must not.
    Lying = "{} is lying",
    /// Neither sitting nor lying, and asked to stand up.
    NotSitting = "{} is not sitting",
    /// Neither sitting nor lying, and asked to sleep or to wake up.
    NotLyingOrSitting = "{} is not lying or sitting",
    /// It is switched on.
    StillOn = "{} is still on",
    /// It has no power.
    Unplugged = "{} is unplugged",
    /// It does not open.
    NotOpenable = "{} can not be opened",
    /// It has no switch.
    NoSwitch = "{} does not have a switch",
    /// It has neither keys nor a switch.
    NotTypeable = "{} does not have switch",
    /// It has no plug.
    NoPlug = "{} does not have a plug",
    /// It is not to be taken into a hand.
    NotGrabbable = "{} is not grabbable",
    /// It does not move.
    NotMovable = "{} is not movable",
    /// It is not to be eaten, and nothing is on it.
    NotEatable = "{} is not eatable",
    /// Nothing of what is on it is to be eaten.
    NothingEatableOn = "none of object on {} is eatable",
    /// It is not to be cut.
    NotCuttable = "{} is not cuttable",
    /// There is no knife in a hand.
    NoKnife = "{} is not holding a knife",
    /// It is not to be drunk, nor drunk from.
    NotDrinkable = "{} is not drinkable or not recipient",
    /// It does not flow.
    NotPourable = "{} is not pourable or drinkable",
    /// Nothing can be poured into it.
    NotRecipient = "{} is not recipient",
    /// It is not to be read.
    NotReadable = "{} is not readable",
    /// It is not to be watched.
    NotLookable = "{} not lookable",
    /// It is in another room.
    OtherRoom = "char room {} is not node room {}",
    /// It is not looked at by somebody who sits.
    NotFacingWhileSitting = "{} is not facing {} while sitting",
    /// It is not to be sat on.
    NotSittable = "{} is not sittable",
    /// It is not to be lain on.
    NotLieable = "{} is not lieable",
    /// There is no place left on it.
    TooManyThings = "Too many things on {}",
    /// It is not to be worn or squeezed.
    NotClothes = "{} is not clothes",
    /// It is not worn.
    NotWorn = "{} is not on {}",
    /// It is nobody.
    NotPerson = "{} is not person",
    /// No doors lead there.
    NoPath = "No path between between {} and {}",
    /// Closed doors are in the way.
    DoorsClosed = "Door(s) {} between {} and {} is (are) closed",
    /// The reference ends with an exception instead of a sentence.
    Crash = "the reference crashes: {}",
}

/// What stands between the reason and the step in the reference's messages.
const WHEN: &str = " when executing \"";

impl Reason {
    /// The class of a message of the reference: of its last sentence, where it has several. A
    /// message that the reference's rules cannot have made is that of an exception.
    pub fn of_message(message: &str) -> Self {
        let sentence = message.rsplit_once(WHEN).map_or(message, |(sentence, _)| sentence);
        // A sentence before it ends with the number of its step, a bracket and a quotation mark.
        let sentence = sentence.rsplit_once("]\",").map_or(sentence, |(_, last)| last);
        let shape = shape(sentence);
        let fits = |reason: &&Self| {
            if **reason == Self::DoorsClosed {
                shape.starts_with("Door(s) ")
            } else {
                reason.words() == shape
            }
        };
        Self::ALL.iter().find(fits).copied().unwrap_or(Self::Crash)
    }

    /// The sentence about these nodes.
    pub(crate) fn about(self, nodes: &[String]) -> String {
        let mut sentence = String::new();
        let mut nodes = nodes.iter();
        for (index, part) in self.words().split("{}").enumerate() {
            if index > 0 {
                sentence.push_str(nodes.next().map_or("{}", String::as_str));
            }
            sentence.push_str(part);
        }
        sentence
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.words().replace("{}", "..").trim())
    }
}

/// The sentence with `{}` in place of every node, such as `<cup> (3)`.
fn shape(sentence: &str) -> String {
    let mut shape = String::new();
    let mut rest = sentence;
    while let Some((before, from)) = rest.split_once('<') {
        let Some((_, after)) = from.split_once("> (").and_then(|(_, tail)| tail.split_once(')'))
        else {
            break;
        };
        shape.push_str(before);
        shape.push_str("{}");
        rest = after;
    }
    shape.push_str(rest);
    shape
}

/// A step that was not done. It has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The class of the reason.
    pub reason: Reason,
    /// The reference's message: its complaints about earlier steps that it did nonetheless, and
    /// the sentence about this one, each with the step it is about.
    pub message: String,
}

/// A sentence with the step that it is about.
pub(crate) fn message(sentence: &str, step: impl fmt::Display) -> String {
    format!("{sentence}{WHEN}{step}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_of_its_own_class() {
        let nodes = ["<a b> (1)".to_owned(), "<c> (22)".to_owned(), "<d> (3)".to_owned()];
        for reason in Reason::ALL {
            let message = message(&reason.about(&nodes), "[WALK] <a> (1) [2]");
            assert_eq!(Reason::of_message(&message), *reason, "{message}");
        }
    }

    #[test]
    fn the_last_of_several_sentences_counts() {
        let first = message("<tv> (3) is still on", "[PLUGOUT] <tv> (3) [4]");
        let last = message("<cup> (1) is not open", "[CLOSE] <cup> (1) [5]");
        assert_eq!(Reason::of_message(&format!("{first},{last}")), Reason::NotOpen);
        assert_eq!(Reason::of_message("AttributeError"), Reason::Crash);
    }
}
