//! What happens by itself on a day.

use base::{Fact, Noun, Relation};

use crate::checked::{Change, Home, TimelineEvent};
use crate::errors::Report;
use crate::fill::Filler;
use crate::problem::Problem;
use crate::source::Spot;
use crate::values::Values;
use crate::written::{Event, Say};
use crate::{fit, possible, resolve};

/// The events, in the order in which they happen.
pub(crate) fn make(
    events: &[Event],
    home: &Home,
    values: &Values,
    day_seconds: u32,
    spot: Spot,
    report: &mut Report,
) -> Vec<TimelineEvent> {
    let mut made: Vec<TimelineEvent> = Vec::with_capacity(events.len());
    for (index, event) in events.iter().enumerate() {
        made.push(Maker { home, values, report }.event(event, day_seconds, spot.item(index)));
    }
    made.sort_by_key(|event| event.at_second);
    made
}

/// Words as they are said, with variables replaced: nouns lose their hyphens.
pub(crate) fn words(
    text: &str,
    home: &Home,
    values: &Values,
    spot: Spot,
    report: &mut Report,
) -> Option<String> {
    let said = |value: String| match value.parse::<Noun>() {
        Ok(noun) if home.fitting(&noun).next().is_some() => noun.words(),
        _ => value,
    };
    match values.fill_with(text, &said) {
        Ok(words) if words.trim().is_empty() => report.say(spot, Problem::Empty("these words")),
        Ok(words) => return Some(words),
        Err(problem) => report.say(spot, problem),
    }
    None
}

struct Maker<'a> {
    home: &'a Home,
    values: &'a Values<'a>,
    report: &'a mut Report,
}

impl Maker<'_> {
    fn event(&mut self, event: &Event, day_seconds: u32, spot: Spot) -> TimelineEvent {
        if event.second >= day_seconds {
            let must = format!("less than {day_seconds}, the end of the day");
            let number = event.second.to_string();
            let problem = Problem::BadNumber { what: "second", must, number };
            self.report.say(spot.field("second"), problem);
        }
        if event.moves.is_empty() && event.set.is_empty() && event.say.is_none() {
            self.report.say(spot, Problem::Empty("this event"));
        }
        let mut changes = Vec::new();
        for (index, (thing, relation, place)) in event.moves.iter().enumerate() {
            let spot = spot.field("move").item(index);
            let things = [self.thing(thing, spot.item(0)), self.thing(place, spot.item(2))];
            if let [Some(thing), Some(place)] = things {
                self.check_move(thing, *relation, place, spot);
                changes.push(Change::Move(thing, *relation, place));
            }
        }
        for (index, (thing, state, is)) in event.set.iter().enumerate() {
            let spot = spot.field("set").item(index);
            let Some(thing) = self.thing(thing, spot.item(0)) else {
                continue;
            };
            let (state, holds) = (*state, *is);
            if let Err(why) = possible::can_be(&self.home.thing(thing).kind, state) {
                let thing = self.home.thing(thing).noun.to_string();
                self.report.say(spot.item(1), Problem::NeverSo { thing, state, holds, why });
            }
            changes.push(Change::Set(thing, state, holds));
        }
        let said = event.say.as_ref().and_then(|say| self.say(say, spot.field("say")));
        TimelineEvent { at_second: event.second, changes, said }
    }

    fn thing(&mut self, name: &str, spot: Spot) -> Option<base::ThingId> {
        let name = Filler { values: self.values, report: self.report }.text(name, spot)?;
        resolve::the_thing(self.home, &name).map_err(|problem| self.report.say(spot, problem)).ok()
    }

    fn check_move(
        &mut self,
        thing: base::ThingId,
        relation: Relation,
        place: base::ThingId,
        spot: Spot,
    ) {
        let (moved, place) = (self.home.thing(thing), self.home.thing(place));
        let problem = if moved.kind.fixed {
            let (action, why) = (format!("move {}", moved.noun), "it is furniture".to_owned());
            Some((0, Problem::AlwaysRefused { action, why }))
        } else if thing == place.id {
            Some((2, Problem::Circle(vec![moved.noun.to_string(), place.noun.to_string()])))
        } else if !fit::fits(moved.size, place, relation) {
            Some((2, fit::problem(moved, place, relation)))
        } else {
            None
        };
        if let Some((item, problem)) = problem {
            self.report.say(spot.item(item), problem);
        }
    }

    fn say(&mut self, say: &Say, spot: Spot) -> Option<(String, Vec<Fact>)> {
        let words = words(&say.words, self.home, self.values, spot.field("words"), self.report);
        let mut facts = Vec::with_capacity(say.facts.len());
        for (index, fact) in say.facts.iter().enumerate() {
            let spot = spot.field("facts").item(index);
            let filled = Filler { values: self.values, report: self.report }.fact(fact, spot);
            if let Some(fact) = filled {
                self.check_fact(&fact, spot);
                facts.push(fact);
            }
        }
        Some((words?, facts))
    }

    /// What is said may be false, but it is about things that there are.
    fn check_fact(&mut self, fact: &Fact, spot: Spot) {
        if let Err(problem) = resolve::anything(self.home, fact.subject()) {
            self.report.say(spot.item(0), problem);
        }
        let (Fact::At(_, place) | Fact::NotAt(_, place)) = fact else {
            return;
        };
        // Hands may belong to anybody.
        if place.0 != Relation::HeldBy
            && let Err(problem) = resolve::anything(self.home, &place.1)
        {
            self.report.say(spot.item(1).item(1), problem);
        }
    }
}
