//! Words for what happened, by templates.
//!
//! Some templates are held out: neither the rules nor the examples of the prompts were written
//! with them in mind, and only figures on them are reported as such.

use base::{Action, Fact, Noun, Place};
use language::acts::{Frame, Part, frames};
use language::reading::{Event, Reading, Situation};
use serde::{Deserialize, Serialize};

use super::happenings::Happening;

/// A way to word a happening.
pub struct Template {
    /// Its name, in reports.
    pub name: &'static str,
    /// Which kind of happening it words.
    pub event: Event,
    /// Whether nothing was written with it in mind.
    pub held_out: bool,
    /// The words; none where it does not suit the happening.
    words: fn(&Happening) -> Option<String>,
    /// Whether it tells where a thing was taken from.
    tells_whence: bool,
}

/// An observation: what happened, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The words.
    pub words: String,
    /// What they tell.
    pub truth: Reading,
    /// By which template or paraphrase it was worded.
    pub wording: String,
}

impl Template {
    /// The happening in the words of the template; none where it does not suit.
    pub fn word(&self, happening: &Happening) -> Option<Observation> {
        if happening.truth.event != self.event {
            return None;
        }
        if self.tells_whence && happening.whence.is_none() {
            return None;
        }
        let happening =
            if self.tells_whence { happening.clone().with_whence() } else { happening.clone() };
        let words = capital(&(self.words)(&happening)?);
        Some(Observation { words, truth: happening.truth, wording: self.name.to_owned() })
    }
}

const fn open(
    name: &'static str,
    event: Event,
    words: fn(&Happening) -> Option<String>,
) -> Template {
    Template { name, event, held_out: false, words, tells_whence: false }
}

const fn held(
    name: &'static str,
    event: Event,
    words: fn(&Happening) -> Option<String>,
) -> Template {
    Template { held_out: true, ..open(name, event, words) }
}

use Event::{Did, Failed, Happened, Saw};

/// Every template. The order is part of what is drawn: add new ones at the end.
pub const TEMPLATES: &[Template] = &[
    open("plain", Did, |h| Some(format!("{}.", h.action.as_ref()?.told_by(&h.who)))),
    open("just", Did, |h| Some(format!("{} just {}.", has(&h.who), told(h, Form::Participle)?))),
    open("passive", Did, |h| {
        let (first, rest) = passive(h)?;
        Some(format!("{first} was {rest}."))
    }),
    open("after", Did, |h| {
        by_me(h)?;
        Some(format!("I went on with my work after {}.", told(h, Form::Gerund)?))
    }),
    open("step", Did, |h| {
        by_me(h)?;
        Some(format!("My next step was {}.", told(h, Form::Gerund)?))
    }),
    open("because", Did, |h| {
        let Situation::Is(state, holds) = h.truth.before? else { return None };
        let first = the(h.truth.things.first()?);
        let was = format!("Because {first} was {}", state.adjective(holds));
        Some(format!("{was}, {}.", h.action.as_ref()?.told_by(&h.who)))
    }),
    Template {
        tells_whence: true,
        ..open("whence", Did, |h| {
            let (at, place) = h.whence.as_ref()?;
            Some(format!(
                "{}; it had been {}.",
                h.action.as_ref()?.told_by(&h.who),
                Place(*at, place.clone())
            ))
        })
    },
    held("then", Did, |h| {
        by_me(h)?;
        Some(format!("What I did then was to {}.", told(h, Form::Base)?))
    }),
    held("list", Did, |h| {
        by_me(h)?;
        Some(format!("Next on my list: {}; done.", told(h, Form::Gerund)?))
    }),
    held("see me", Did, |h| {
        by_me(h)?;
        Some(format!("A moment ago you could see me {}.", told(h, Form::Gerund)?))
    }),
    held("passive, by whom", Did, |h| {
        let (first, rest) = passive(h)?;
        let by = if h.who == "I" { "me" } else { &h.who };
        Some(format!("{first} has been {rest}, by {by}."))
    }),
    held("until then", Did, |h| {
        let (Situation::Is(state, was), Situation::Is(_, is)) = (h.truth.before?, h.truth.after?)
        else {
            return None;
        };
        let first = the(h.truth.things.first()?);
        let [was, is] = [was, is].map(|holds| state.adjective(holds));
        let told = h.action.as_ref()?.told_by(&h.who);
        Some(format!("{first}, {was} until then, is {is}, for {told}."))
    }),
    Template {
        tells_whence: true,
        ..held("from its place", Did, |h| {
            let (at, place) = h.whence.as_ref()?;
            let told = h.action.as_ref()?.told_by(&h.who);
            Some(format!("{told} from its place {}.", Place(*at, place.clone())))
        })
    },
    open("failed when", Failed, |h| {
        Some(format!("It failed when {}: {}.", h.action.as_ref()?.told_by(&h.who), h.why))
    }),
    open("tried", Failed, |h| {
        Some(format!("{} tried to {}, but {}.", h.who, told(h, Form::Base)?, h.why))
    }),
    open("could not", Failed, |h| {
        Some(format!("{} could not {} because {}.", h.who, told(h, Form::Base)?, h.why))
    }),
    held("did not work", Failed, |h| {
        Some(format!("{} did not work: {}.", told(h, Form::Gerund)?, h.why))
    }),
    held("attempt", Failed, |h| {
        by_me(h)?;
        Some(format!("My attempt to {} came to nothing, for {}.", told(h, Form::Base)?, h.why))
    }),
    held("no success", Failed, |h| {
        Some(format!("There was no success in {}; {}.", told(h, Form::Gerund)?, h.why))
    }),
    open("noticed", Happened, |h| Some(format!("I noticed: {} now.", h.fact.as_ref()?))),
    open("become", Happened, |h| {
        let Fact::Is(thing, state, holds) = h.fact.as_ref()? else { return None };
        Some(format!("{} has become {}.", the(thing), state.adjective(*holds)))
    }),
    open("now", Happened, |h| Some(format!("Now {}.", h.fact.as_ref()?))),
    held("all at once", Happened, |h| Some(format!("All at once {}.", h.fact.as_ref()?))),
    held("no longer", Happened, |h| {
        let Fact::Is(thing, state, holds) = h.fact.as_ref()? else { return None };
        let [was, is] = [!holds, *holds].map(|holds| state.adjective(holds));
        Some(format!("{} is no longer {was} but {is}, without my doing.", the(thing)))
    }),
    open("saw", Saw, |h| {
        Some(match h.fact.as_ref()? {
            Fact::At(thing, place) => format!("I saw {} {place}.", the(thing)),
            Fact::NotAt(thing, place) => format!("I saw no {} {place}.", thing.words()),
            fact @ Fact::Is(..) => format!("I saw that {fact}."),
        })
    }),
    open("is", Saw, |h| Some(format!("{}.", h.fact.as_ref()?))),
    open("there is", Saw, |h| {
        Some(match h.fact.as_ref()? {
            Fact::At(thing, place) => format!("There is a {} {place}.", thing.words()),
            Fact::NotAt(thing, place) => format!("There is no {} {place}.", thing.words()),
            Fact::Is(..) => return None,
        })
    }),
    open("says", Saw, |h| Some(format!("Ann says that {}.", h.fact.as_ref()?))),
    held("from here", Saw, |h| {
        Some(format!("From where I stand I can make out that {}.", h.fact.as_ref()?))
    }),
    held("a glance", Saw, |h| {
        let the_thing = the(h.fact.as_ref()?.subject());
        Some(match h.fact.as_ref()? {
            Fact::At(_, place) => format!("A glance showed me {the_thing} {place}."),
            Fact::NotAt(_, place) => format!("A glance showed me that {the_thing} is not {place}."),
            Fact::Is(_, state, holds) => {
                format!("A glance showed me {the_thing}, which is {}.", state.adjective(*holds))
            }
        })
    }),
    held("as far as", Saw, |h| Some(format!("As far as I can tell, {}.", h.fact.as_ref()?))),
];

/// Only what the agent did itself is told so.
fn by_me(happening: &Happening) -> Option<()> {
    (happening.who == "I").then_some(())
}

fn has(who: &str) -> String {
    if who == "I" { "I have".to_owned() } else { format!("{who} has") }
}

fn the(noun: &Noun) -> String {
    format!("the {}", noun.words())
}

/// A form of the verb.
#[derive(Clone, Copy)]
enum Form {
    Base,
    Participle,
    Gerund,
}

fn frame_of(happening: &Happening) -> Option<&'static Frame> {
    frames().iter().find(|frame| Some(frame.act) == happening.truth.act)
}

/// What was done, with the verb in that form and all its things: `putting the mug on the table`.
fn told(happening: &Happening, form: Form) -> Option<String> {
    let frame = frame_of(happening)?;
    let verb = match form {
        Form::Base => frame.verb.base,
        Form::Participle => frame.verb.participle,
        Form::Gerund => frame.verb.gerund,
    };
    let after_verb = rest(happening, frame, false)?;
    Some(if after_verb.is_empty() { verb.to_owned() } else { format!("{verb} {after_verb}") })
}

/// The thing that it was done to, and the rest in the passive: `the mug`, `put on the table`.
fn passive(happening: &Happening) -> Option<(String, String)> {
    let frame = frame_of(happening)?;
    let has_object = matches!(&*frame.parts, [Part::Thing(0), ..])
        || matches!(happening.action, Some(Action::Toggle(..)));
    if !has_object {
        return None;
    }
    let after_verb = rest(happening, frame, true)?;
    let told = format!("{} {after_verb}", frame.verb.participle);
    Some((the(happening.truth.things.first()?), told.trim_end().to_owned()))
}

/// What follows the verb. None where a number of it is not known.
fn rest(happening: &Happening, frame: &Frame, without_first: bool) -> Option<String> {
    let action = happening.action.as_ref()?;
    let things: Vec<&Noun> = action.things().collect();
    let number = match action {
        Action::Wait(seconds) => Some(seconds.to_string()),
        Action::SetDial(_, level) => Some(level.to_string()),
        Action::OpenTo(_, percent) => Some(percent.to_string()),
        _ => None,
    };
    let words = frame.parts.iter().filter(|part| !(without_first && **part == Part::Thing(0)));
    let words: Option<Vec<String>> = words
        .map(|part| match part {
            Part::Thing(place) => Some(the(things.get(*place)?)),
            Part::Word(word) => Some(word.clone()),
            Part::Number => number.clone(),
        })
        .collect();
    let mut words = words?;
    match action {
        Action::Say(said) | Action::Ask(_, said) => words.push(said.clone()),
        Action::Pour(_, _, Some(_)) => return None,
        _ => {}
    }
    Some(words.join(" "))
}

/// With a capital at the beginning.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use memory::testing;

    use super::*;

    #[test]
    fn there_are_templates_enough_and_each_has_a_name() {
        let names: BTreeSet<&str> = TEMPLATES.iter().map(|template| template.name).collect();
        assert_eq!(names.len(), TEMPLATES.len());
        assert!(TEMPLATES.len() >= 20);
        for event in Event::ALL {
            let of_event = TEMPLATES.iter().filter(|template| template.event == event);
            let held_out = of_event.clone().filter(|template| template.held_out).count();
            assert!(held_out >= 2 && of_event.count() - held_out >= 3, "{event:?}");
        }
    }

    #[test]
    fn a_happening_is_worded_in_many_ways() {
        let happening = Happening::of(&testing::put_in("blue mug", "drawer", 1, 1));
        let happening = happening.expect("an action");
        let words: Vec<String> = TEMPLATES
            .iter()
            .filter_map(|template| template.word(&happening))
            .map(|observation| observation.words)
            .collect();
        expect_test::expect![[r#"
            I put the blue mug in the drawer.
            I have just put the blue mug in the drawer.
            The blue mug was put in the drawer.
            I went on with my work after putting the blue mug in the drawer.
            My next step was putting the blue mug in the drawer.
            What I did then was to put the blue mug in the drawer.
            Next on my list: putting the blue mug in the drawer; done.
            A moment ago you could see me putting the blue mug in the drawer.
            The blue mug has been put in the drawer, by me."#]]
        .assert_eq(&words.join("\n"));
    }
}
