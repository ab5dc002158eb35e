//! The actions of the reference, and what each is written as.

use std::fmt;

use crate::vocabulary::UnknownWord;

macro_rules! actions {
    ($($(#[$says:meta])* $variant:ident = $word:literal takes $operands:literal),+ $(,)?) => {
        /// An action of the reference.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Action {
            $($(#[$says])* $variant),+
        }

        impl Action {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in scripts.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// How many operands it takes.
            pub const fn operands(self) -> usize {
                match self {
                    $(Self::$variant => $operands),+
                }
            }
        }
    };
}

actions! {
    /// Shuts it.
    Close = "CLOSE" takes 1,
    /// Drinks it, or from it.
    Drink = "DRINK" takes 1,
    /// Looks for it, and walks there where it is far.
    Find = "FIND" takes 1,
    /// Walks to it.
    Walk = "WALK" takes 1,
    /// Takes it into a free hand.
    Grab = "GRAB" takes 1,
    /// Looks at it.
    LookAt = "LOOKAT" takes 1,
    /// Known to the reference's grammar, and not executed by it.
    LookAtShort = "LOOKAT_SHORT" takes 1,
    /// Known to the reference's grammar, and not executed by it.
    LookAtLong = "LOOKAT_LONG" takes 1,
    /// Opens it.
    Open = "OPEN" takes 1,
    /// Points at it.
    PointAt = "POINTAT" takes 1,
    /// Puts the first onto the second.
    PutBack = "PUTBACK" takes 2,
    /// Puts the first into the second.
    PutIn = "PUTIN" takes 2,
    /// Puts it back to where it was taken from.
    PutObjBack = "PUTOBJBACK" takes 1,
    /// Runs to it: walks.
    Run = "RUN" takes 1,
    /// Sits down on it.
    Sit = "SIT" takes 1,
    /// Gets up.
    StandUp = "STANDUP" takes 0,
    /// Switches it off.
    SwitchOff = "SWITCHOFF" takes 1,
    /// Switches it on.
    SwitchOn = "SWITCHON" takes 1,
    /// Touches it.
    Touch = "TOUCH" takes 1,
    /// Turns to it.
    TurnTo = "TURNTO" takes 1,
    /// Watches it.
    Watch = "WATCH" takes 1,
    /// Wipes it with whatever is in the hands.
    Wipe = "WIPE" takes 1,
    /// Puts a piece of clothing on.
    PutOn = "PUTON" takes 1,
    /// Takes a piece of clothing off.
    PutOff = "PUTOFF" takes 1,
    /// Greets a person.
    Greet = "GREET" takes 1,
    /// Drops it.
    Drop = "DROP" takes 1,
    /// Reads it.
    Read = "READ" takes 1,
    /// Lies down on it.
    Lie = "LIE" takes 1,
    /// Pours the first into the second.
    Pour = "POUR" takes 2,
    /// Types on it.
    Type = "TYPE" takes 1,
    /// Pushes it.
    Push = "PUSH" takes 1,
    /// Pulls it.
    Pull = "PULL" takes 1,
    /// Moves it.
    Move = "MOVE" takes 1,
    /// Washes it.
    Wash = "WASH" takes 1,
    /// Rinses it.
    Rinse = "RINSE" takes 1,
    /// Scrubs it.
    Scrub = "SCRUB" takes 1,
    /// Squeezes it.
    Squeeze = "SQUEEZE" takes 1,
    /// Puts its plug into the wall.
    PlugIn = "PLUGIN" takes 1,
    /// Pulls its plug.
    PlugOut = "PLUGOUT" takes 1,
    /// Cuts it.
    Cut = "CUT" takes 1,
    /// Eats it, or what is on it.
    Eat = "EAT" takes 1,
    /// Sleeps.
    Sleep = "SLEEP" takes 0,
    /// Wakes up.
    WakeUp = "WAKEUP" takes 0,
    /// Lets go of it: drops it.
    Release = "RELEASE" takes 1,
}

/// The grammar's second name for [`Action::LookAt`].
const LOOKAT_ALIAS: &str = "LOOKAT_MEDIUM";

impl Action {
    /// The action that is written so, in any case.
    ///
    /// # Errors
    ///
    /// [`UnknownWord`] with the nearest action.
    pub fn of(word: &str) -> Result<Self, UnknownWord> {
        if word.eq_ignore_ascii_case(LOOKAT_ALIAS) {
            return Ok(Self::LookAt);
        }
        Self::ALL.iter().copied().find(|known| known.word().eq_ignore_ascii_case(word)).ok_or_else(
            || UnknownWord::among("action", word, Self::ALL.iter().map(|known| known.word())),
        )
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_action_is_answered_with_the_nearest_one() {
        assert_eq!(Action::of("grab"), Ok(Action::Grab));
        assert_eq!(Action::of("LOOKAT_MEDIUM"), Ok(Action::LookAt));
        assert_eq!(Action::of("SWITCH_ON").expect_err("it is wrong").nearest, "SWITCHON");
    }
}
