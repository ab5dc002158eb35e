//! How actions are told afterwards.

use crate::action::Action;
use crate::noun::Noun;

impl Action<Noun> {
    /// The action in the past tense, as it is told: `I put the blue mug on the table`.
    pub fn told_by(&self, who: &str) -> String {
        let the = |noun: &Noun| format!("the {}", noun.words());
        let done = match self {
            Self::Go(to) => format!("went to {}", the(to)),
            Self::Look => "looked around".to_owned(),
            Self::Search(thing) => format!("searched {}", the(thing)),
            Self::Open(thing) => format!("opened {}", the(thing)),
            Self::Close(thing) => format!("closed {}", the(thing)),
            Self::Take(thing) => format!("took {}", the(thing)),
            Self::PutOn(thing, on) => format!("put {} on {}", the(thing), the(on)),
            Self::PutIn(thing, into) => format!("put {} in {}", the(thing), the(into)),
            Self::Toggle(thing, true) => format!("switched on {}", the(thing)),
            Self::Toggle(thing, false) => format!("switched off {}", the(thing)),
            Self::Slice(thing, with) => format!("sliced {} with {}", the(thing), the(with)),
            Self::Crack(thing, into) => format!("cracked {} into {}", the(thing), the(into)),
            Self::Wait(seconds) => format!("waited {seconds} seconds"),
            Self::GiveUp => "gave up".to_owned(),
            Self::Wash(thing) => format!("washed {}", the(thing)),
            Self::Wipe(thing, with) => format!("wiped {} with {}", the(thing), the(with)),
            Self::Dry(thing, with) => format!("dried {} with {}", the(thing), the(with)),
        };
        format!("{who} {done}")
    }
}
