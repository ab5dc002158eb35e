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
            Self::TakeIn(thing, hand) => format!("took {} with the {hand} hand", the(thing)),
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
            Self::Pour(from, to, None) => format!("poured {} into {}", the(from), the(to)),
            Self::Pour(from, to, Some(ml)) => {
                format!("poured {ml} ml of {} into {}", the(from), the(to))
            }
            Self::Fill(a, b) => format!("filled {} at {}", the(a), the(b)),
            Self::Empty(a, b) => format!("emptied {} into {}", the(a), the(b)),
            Self::Drink(a) => format!("drank from {}", the(a)),
            Self::Eat(a) => format!("ate {}", the(a)),
            Self::Drop(a) => format!("dropped {}", the(a)),
            Self::PutBeside(a, b) => format!("put {} beside {}", the(a), the(b)),
            Self::PutBack(a) => format!("put {} back", the(a)),
            Self::ThrowAway(a) => format!("threw {} away", the(a)),
            Self::Peel(a, b) => format!("peeled {} with {}", the(a), the(b)),
            Self::Dice(a, b) => format!("diced {} with {}", the(a), the(b)),
            Self::Mash(a, b) => format!("mashed {} with {}", the(a), the(b)),
            Self::Stir(a, b) => format!("stirred {} with {}", the(a), the(b)),
            Self::Season(a, b) => format!("seasoned {} with {}", the(a), the(b)),
            Self::Spread(a, b, c) => format!("spread {} on {} with {}", the(a), the(b), the(c)),
            Self::Sharpen(a, b) => format!("sharpened {} with {}", the(a), the(b)),
            Self::Plug(a) => format!("plugged in {}", the(a)),
            Self::Unplug(a) => format!("unplugged {}", the(a)),
            Self::Say(words) => format!("said: {words}"),
            Self::Sit(thing) => format!("sat down on {}", the(thing)),
            Self::Lie(thing) => format!("lay down on {}", the(thing)),
            Self::Stand => "stood up".to_owned(),
            Self::ClimbOnto(thing) => format!("climbed onto {}", the(thing)),
            Self::StepDown => "stepped down".to_owned(),
            Self::SetDial(thing, level) => format!("turned {} to {level}", the(thing)),
            Self::PutUnder(a, b) => format!("put {} under {}", the(a), the(b)),
            Self::Refill(a, b) => format!("refilled {} with {}", the(a), the(b)),
            Self::Push(thing) => format!("pushed {} away", the(thing)),
            // Who it is is a person, who goes by a name.
            Self::HandOver(thing, to) => format!("handed {} to {}", the(thing), to.words()),
            Self::OpenTo(thing, percent) => format!("opened {} to {percent} percent", the(thing)),
            Self::Serve(thing, to) => format!("served {} to {}", the(thing), to.words()),
            Self::Soap(a, b) => format!("soaped {} with {}", the(a), the(b)),
            Self::Ask(who, words) => format!("asked {}: {words}", who.words()),
        };
        format!("{who} {done}")
    }
}
