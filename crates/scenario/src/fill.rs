//! Replaces the variables in conditions, facts, actions and things.

use base::{Action, Condition, Fact, Noun, Place, Quality, Share};

use crate::errors::Report;
use crate::problem::Problem;
use crate::source::Spot;
use crate::values::Values;
use crate::written::{At, Thing};

/// Replaces variables, and notes where that fails.
pub(crate) struct Filler<'a> {
    pub(crate) values: &'a Values<'a>,
    pub(crate) report: &'a mut Report,
}

impl Filler<'_> {
    fn note<T>(&mut self, spot: Spot, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.report.say(spot, problem)).ok()
    }

    /// A text.
    pub(crate) fn text(&mut self, text: &str, spot: Spot) -> Option<String> {
        let filled = self.values.fill(text);
        self.note(spot, filled)
    }

    /// A noun.
    pub(crate) fn noun(&mut self, text: &str, spot: Spot) -> Option<Noun> {
        let noun = self.values.fill(text).and_then(|text| Ok(text.parse()?));
        self.note(spot, noun)
    }

    /// An action. Every noun that fails is noted.
    pub(crate) fn action(&mut self, action: &Action<String>, spot: Spot) -> Option<Action<Noun>> {
        let mut index = 0;
        let nouns = action.clone().map(|text| {
            let noun = self.noun(&text, spot.item(index));
            index += 1;
            noun
        });
        nouns.try_map(|noun| noun.ok_or(())).ok()
    }

    /// A condition. Every noun that fails is noted.
    pub(crate) fn condition(&mut self, condition: &Condition, spot: Spot) -> Option<Condition> {
        Some(match condition {
            Condition::Exists(of, that) => {
                let (of, that) = self.both(of, that, spot.item(0), spot.item(1))?;
                Condition::Exists(of, that)
            }
            Condition::ForAll(of, that) => {
                let (of, that) = self.both(of, that, spot.item(0), spot.item(1))?;
                Condition::ForAll(of, that)
            }
            Condition::Count { of, that, at_least, at_most } => {
                let (of, that) = self.both(of, that, spot.field("of"), spot.field("that"))?;
                Condition::Count { of, that, at_least: *at_least, at_most: *at_most }
            }
            Condition::Together { each, relation, at, that } => {
                let shares: Vec<Option<Share>> = (each.iter().enumerate())
                    .map(|(index, share)| {
                        let spot = spot.field("each").item(index);
                        let (of_spot, that_spot) = (spot.field("of"), spot.field("that"));
                        let (of, that) = self.both(&share.of, &share.that, of_spot, that_spot)?;
                        Some(Share { of, that, at_least: share.at_least })
                    })
                    .collect();
                let (at, that) = self.both(at, that, spot.field("at"), spot.field("that"))?;
                let each = shares.into_iter().collect::<Option<_>>()?;
                Condition::Together { each, relation: *relation, at, that }
            }
            Condition::Apart { of, that, at_least, relation, at } => {
                let at = self.noun(at.as_str(), spot.field("at"));
                let (of, that) = self.both(of, that, spot.field("of"), spot.field("that"))?;
                let (at_least, relation) = (*at_least, *relation);
                Condition::Apart { of, that, at_least, relation, at: at? }
            }
            Condition::All(parts) => Condition::All(self.conditions(parts, spot.item(0))?),
            Condition::Any(parts) => Condition::Any(self.conditions(parts, spot.item(0))?),
            Condition::Not(part) => Condition::Not(Box::new(self.condition(part, spot.item(0))?)),
            Condition::Never(part) => {
                Condition::Never(Box::new(self.condition(part, spot.item(0))?))
            }
            Condition::InOrder(parts) => Condition::InOrder(self.conditions(parts, spot.item(0))?),
            Condition::AtOnce(parts) => Condition::AtOnce(self.conditions(parts, spot.item(0))?),
            Condition::Within(seconds, part) => {
                Condition::Within(*seconds, Box::new(self.condition(part, spot.item(1))?))
            }
        })
    }

    fn conditions(&mut self, parts: &[Condition], spot: Spot) -> Option<Vec<Condition>> {
        let filled: Vec<Option<Condition>> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| self.condition(part, spot.item(index)))
            .collect();
        filled.into_iter().collect()
    }

    fn both(
        &mut self,
        of: &Noun,
        that: &[Quality],
        of_spot: Spot,
        spot: Spot,
    ) -> Option<(Noun, Vec<Quality>)> {
        let of = self.noun(of.as_str(), of_spot);
        let that: Vec<Option<Quality>> = that
            .iter()
            .enumerate()
            .map(|(index, quality)| self.quality(quality, spot.item(index)))
            .collect();
        Some((of?, that.into_iter().collect::<Option<_>>()?))
    }

    fn quality(&mut self, quality: &Quality, spot: Spot) -> Option<Quality> {
        Some(match quality {
            Quality::Is(state) => Quality::Is(*state),
            Quality::IsNot(state) => Quality::IsNot(*state),
            Quality::Holds(what) => Quality::Holds(self.noun(what.as_str(), spot.item(0))?),
            Quality::FilledWith(what) => {
                Quality::FilledWith(self.noun(what.as_str(), spot.item(0))?)
            }
            Quality::CoveredWith(what) => {
                Quality::CoveredWith(self.noun(what.as_str(), spot.item(0))?)
            }
            Quality::At(relation, noun) => {
                Quality::At(*relation, self.noun(noun.as_str(), spot.item(1))?)
            }
        })
    }

    /// A fact. Every noun that fails is noted.
    pub(crate) fn fact(&mut self, fact: &Fact, spot: Spot) -> Option<Fact> {
        let subject = self.noun(fact.subject().as_str(), spot.item(0));
        let mut place = |place: &Place| {
            let noun = self.noun(place.1.as_str(), spot.item(1).item(1))?;
            Some(Place(place.0, noun))
        };
        match fact {
            Fact::Is(_, state, holds) => Some(Fact::Is(subject?, *state, *holds)),
            Fact::At(_, at) => {
                let place = place(at);
                Some(Fact::At(subject?, place?))
            }
            Fact::NotAt(_, at) => {
                let place = place(at);
                Some(Fact::NotAt(subject?, place?))
            }
        }
    }

    /// A thing of the scenario.
    pub(crate) fn thing(&mut self, thing: &Thing, spot: Spot) -> Option<Thing> {
        let noun = self.text(&thing.noun, spot.field("noun"));
        let mut optional = |text: &Option<String>, field: &str| match text {
            Some(text) => self.text(text, spot.field(field)).map(Some),
            None => Some(None),
        };
        let kind = optional(&thing.kind, "kind");
        let controls = optional(&thing.controls, "controls");
        let place = spot.field("at").item(0);
        let at = match &thing.at {
            Some(At::On(name)) => self.text(name, place).map(|name| Some(At::On(name))),
            Some(At::In(name)) => self.text(name, place).map(|name| Some(At::In(name))),
            Some(At::Somewhere(class)) => Some(Some(At::Somewhere(*class))),
            None => Some(None),
        };
        Some(Thing { noun: noun?, kind: kind?, at: at?, controls: controls?, ..thing.clone() })
    }
}
