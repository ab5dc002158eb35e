//! Turns percepts and outcomes into memory units.
//!
//! A unit is made when an action ends, when something not known before is seen, when something is
//! seen to happen or somebody is seen to do something, when something is said, and when a goal is given or ends. What is seen again as
//! it was known makes no unit.

use std::collections::BTreeMap;

use base::{Action, Fact, Noun, Place, Relation, SimTime, State};
use body::{Deed, GivenGoal, Heard, Outcome, Percepts, Refused};
use memory::{Class, MemoryUnit, Source};

/// What the agent last knew of each thing in sight, so that only news makes a unit.
#[derive(Debug, Clone, Default)]
pub struct Notebook {
    places: BTreeMap<Noun, Vec<Place>>,
    states: BTreeMap<(Noun, State), bool>,
    last_revision: u64,
}

/// In which circumstances a unit is made.
#[derive(Debug, Clone, Copy)]
pub struct Circumstances<'a> {
    /// The episode under way.
    pub episode: u32,
    /// The goal that is pursued.
    pub goal: Option<&'a GivenGoal>,
}

impl Notebook {
    /// The units that these outcomes and percepts give, in the order of happening.
    pub fn units_from(
        &mut self,
        outcomes: &[Outcome],
        percepts: &Percepts,
        circumstances: Circumstances<'_>,
    ) -> Vec<MemoryUnit> {
        let mut units: Vec<MemoryUnit> =
            outcomes.iter().map(|outcome| self.unit_of_outcome(outcome, circumstances)).collect();
        if percepts.revision != self.last_revision {
            self.last_revision = percepts.revision;
            let time = percepts.time;
            units.extend(percepts.heard.iter().map(|heard| heard_unit(heard, time, circumstances)));
            for deed in &percepts.deeds {
                units.push(self.unit_of_deed(deed, time, circumstances));
            }
            for fact in &percepts.noticed {
                units.extend(self.noticed_unit(fact, time, circumstances));
            }
            units.extend(self.sightings(percepts, circumstances));
        }
        let place = standing_at(percepts);
        for unit in &mut units {
            unit.place = unit.place.take().or_else(|| place.clone());
            unit.collect_entities();
            unit.goal_relevance = goal_relevance(unit, circumstances.goal);
        }
        units
    }

    fn unit_of_outcome(
        &mut self,
        outcome: &Outcome,
        circumstances: Circumstances<'_>,
    ) -> MemoryUnit {
        let told = outcome.action.told_by("I");
        let unit = new_unit(in_words(&told, &outcome.result), outcome.ended, circumstances);
        self.with_what_came_of_it(unit, &outcome.action, &outcome.result, &outcome.changes)
    }

    /// What somebody else was seen to do: known as well as what one has done, for there was nothing to
    /// be seen that is not in it.
    fn unit_of_deed(
        &mut self,
        deed: &Deed,
        time: SimTime,
        circumstances: Circumstances<'_>,
    ) -> MemoryUnit {
        let told = deed.action.told_by(&deed.who.words());
        let mut unit = new_unit(in_words(&told, &deed.result), time, circumstances);
        unit.source = Source::Saw;
        unit.entities.push(deed.who.clone());
        self.with_what_came_of_it(unit, &deed.action, &deed.result, &deed.changes)
    }

    fn with_what_came_of_it(
        &mut self,
        mut unit: MemoryUnit,
        action: &Action<Noun>,
        result: &Result<(), Refused>,
        changes: &[Fact],
    ) -> MemoryUnit {
        unit.actions.push(action.clone());
        match result {
            Ok(()) => {
                unit.before = changes.iter().filter_map(|fact| self.before(fact)).collect();
                unit.after = changes.to_vec();
            }
            Err(refused) => {
                unit.valence = -1.0;
                unit.cause.clone_from(&refused.cause);
                unit.refusal = Some(refused.refusal);
            }
        }
        for fact in changes.iter().chain(&unit.cause) {
            self.is_news(fact);
        }
        unit
    }

    fn noticed_unit(
        &mut self,
        fact: &Fact,
        time: SimTime,
        circumstances: Circumstances<'_>,
    ) -> Option<MemoryUnit> {
        let before = self.before(fact).or_else(|| opposite(fact));
        if !self.is_news(fact) {
            return None;
        }
        let mut unit = new_unit(format!("I noticed: {fact} now."), time, circumstances);
        unit.source = Source::Saw;
        unit.before.extend(before);
        unit.after.push(fact.clone());
        Some(unit)
    }

    fn sightings(
        &mut self,
        percepts: &Percepts,
        circumstances: Circumstances<'_>,
    ) -> Vec<MemoryUnit> {
        let mut units = Vec::new();
        for fact in self.gone(percepts).into_iter().chain(percepts.facts()) {
            let is_first_no = matches!(&fact, Fact::Is(noun, state, false)
                if !self.states.contains_key(&(noun.clone(), *state)));
            if !self.is_news(&fact) || is_first_no {
                continue;
            }
            let words = match &fact {
                Fact::At(thing, place) => format!("I saw the {} {place}.", thing.words()),
                Fact::Is(..) => format!("I saw that {fact}."),
                Fact::NotAt(thing, place) => format!("I saw no {} {place}.", thing.words()),
            };
            let mut unit = new_unit(words, percepts.time, circumstances);
            unit.class = Class::Scene;
            unit.source = Source::Saw;
            unit.after.push(fact);
            units.push(unit);
        }
        units
    }

    /// Things that were known to be in a place which is now seen whole without them.
    fn gone(&mut self, percepts: &Percepts) -> Vec<Fact> {
        let mut gone = Vec::new();
        for container in percepts.seen.iter().filter(|seen| seen.seen_whole) {
            for (noun, places) in &mut self.places {
                let is_poured_in = container.has_portion(noun);
                let is_there = is_poured_in
                    || percepts.seen.iter().any(|seen| {
                        seen.noun == *noun
                            && seen.place.is_some_and(|(_, at)| at == container.handle)
                    });
                let is_held = percepts
                    .hands
                    .into_iter()
                    .flatten()
                    .any(|handle| percepts.noun(handle) == Some(noun));
                places.retain(|place| {
                    // What is under a thing is not where one looks to see it whole.
                    let may_be_gone = place.0 != Relation::Under;
                    let is_gone = may_be_gone && place.1 == container.noun && !is_there;
                    if is_gone && !is_held {
                        gone.push(Fact::NotAt(noun.clone(), place.clone()));
                    }
                    !is_gone
                });
            }
        }
        gone
    }

    /// Takes a fact down. Whether it was not known before.
    fn is_news(&mut self, fact: &Fact) -> bool {
        match fact {
            Fact::Is(noun, state, holds) => {
                self.states.insert((noun.clone(), *state), *holds) != Some(*holds)
            }
            Fact::At(noun, place) => {
                if place.0 == Relation::HeldBy {
                    self.places.remove(noun);
                    return false;
                }
                let places = self.places.entry(noun.clone()).or_default();
                let is_news = !places.contains(place);
                if is_news {
                    places.push(place.clone());
                }
                is_news
            }
            Fact::NotAt(..) => true,
        }
    }

    /// What was known about the matter of `fact` before it.
    fn before(&self, fact: &Fact) -> Option<Fact> {
        match fact {
            Fact::Is(noun, state, holds) => {
                let known = *self.states.get(&(noun.clone(), *state))?;
                (known != *holds).then(|| Fact::Is(noun.clone(), *state, known))
            }
            Fact::At(noun, place) => {
                let known = self.places.get(noun)?.last()?;
                (known != place).then(|| Fact::At(noun.clone(), known.clone()))
            }
            Fact::NotAt(..) => None,
        }
    }
}

/// The unit that tells of a goal being given.
pub fn goal_given(goal: &GivenGoal, episode: u32) -> MemoryUnit {
    let circumstances = Circumstances { episode, goal: Some(goal) };
    let mut unit = new_unit(format!("I was asked: {}.", goal.words), goal.given, circumstances);
    unit.source = Source::Heard;
    unit.entities = goal.condition.nouns().into_iter().cloned().collect();
    unit.collect_entities();
    unit.goal_relevance = 1.0;
    unit
}

/// The unit that tells how a goal ended.
pub fn goal_ended(goal: &GivenGoal, episode: u32, now: SimTime, success: bool) -> MemoryUnit {
    let circumstances = Circumstances { episode, goal: Some(goal) };
    let how = if success { "I did what I was asked" } else { "I did not manage what I was asked" };
    let mut unit = new_unit(format!("{how}: {}.", goal.words), now, circumstances);
    unit.entities = goal.condition.nouns().into_iter().cloned().collect();
    unit.collect_entities();
    unit.valence = if success { 1.0 } else { -1.0 };
    unit.goal_relevance = 1.0;
    unit
}

/// What was done, or why it was not.
fn in_words(told: &str, result: &Result<(), Refused>) -> String {
    match result {
        Ok(()) => format!("{told}."),
        Err(refused) => {
            let cause: Vec<String> = refused.cause.iter().map(ToString::to_string).collect();
            let why = match cause.is_empty() {
                true => refused.refusal.to_string(),
                false => cause.join(" and "),
            };
            format!("It failed when {told}: {why}.")
        }
    }
}

fn heard_unit(heard: &Heard, time: SimTime, circumstances: Circumstances<'_>) -> MemoryUnit {
    let mut unit = new_unit(heard.words.clone(), time, circumstances);
    unit.class = Class::Fact;
    unit.source = Source::Heard;
    unit.after.clone_from(&heard.facts);
    unit
}

fn new_unit(words: String, time: SimTime, circumstances: Circumstances<'_>) -> MemoryUnit {
    let mut unit = MemoryUnit::new(words, circumstances.episode, time);
    unit.goal = circumstances.goal.map(|goal| goal.words.clone());
    unit
}

fn opposite(fact: &Fact) -> Option<Fact> {
    match fact {
        Fact::Is(noun, state, holds) => Some(Fact::Is(noun.clone(), *state, !holds)),
        Fact::At(..) | Fact::NotAt(..) => None,
    }
}

fn standing_at(percepts: &Percepts) -> Option<Noun> {
    let landmark = percepts.standing_at.and_then(|handle| percepts.landmark(handle));
    landmark.map(|landmark| landmark.noun.clone()).or_else(|| percepts.room.clone())
}

/// The share of the goal's things that the unit is about.
fn goal_relevance(unit: &MemoryUnit, goal: Option<&GivenGoal>) -> f32 {
    let Some(goal) = goal else {
        return 0.0;
    };
    let nouns = goal.condition.nouns();
    let shared = nouns.iter().filter(|noun| unit.entities.iter().any(|thing| noun.fits(thing)));
    if nouns.is_empty() { 0.0 } else { shared.count() as f32 / nouns.len() as f32 }
}

#[cfg(test)]
mod tests {
    use base::{AgentId, Handle, Refusal};
    use body::{Affords, Seen};

    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn seen(handle: u32, name: &str, place: Option<(Relation, u32)>, whole: bool) -> Seen {
        Seen {
            handle: Handle(handle),
            noun: noun(name),
            place: place.map(|(relation, at)| (relation, Handle(at))),
            states: Vec::new(),
            portions: Vec::new(),
            position: [0.0; 3],
            affords: Affords::default(),
            in_reach: true,
            seen_whole: whole,
        }
    }

    fn look(revision: u64, things: Vec<Seen>) -> Percepts {
        Percepts { revision, time: SimTime(revision), seen: things, ..Percepts::default() }
    }

    const REST: Circumstances<'_> = Circumstances { episode: 1, goal: None };

    fn words(units: &[MemoryUnit]) -> Vec<&str> {
        units.iter().map(|unit| unit.words.as_str()).collect()
    }

    #[test]
    fn only_news_makes_a_unit() {
        let mut notebook = Notebook::default();
        let with_mug =
            || vec![seen(1, "drawer", None, true), seen(2, "mug", Some((Relation::In, 1)), false)];
        let first = notebook.units_from(&[], &look(1, with_mug()), REST);
        assert_eq!(words(&first), ["I saw the mug in the drawer."]);
        assert_eq!(first[0].entities, [noun("drawer"), noun("mug")]);
        assert!(notebook.units_from(&[], &look(2, with_mug()), REST).is_empty());
        let gone = notebook.units_from(&[], &look(3, vec![seen(1, "drawer", None, true)]), REST);
        assert_eq!(words(&gone), ["I saw no mug in the drawer."]);
        let back = notebook.units_from(&[], &look(4, with_mug()), REST);
        assert_eq!(words(&back), ["I saw the mug in the drawer."]);
    }

    #[test]
    fn a_failure_keeps_its_cause() {
        let blunt = Fact::Is(noun("red knife"), State::Sharp, false);
        let outcome = Outcome {
            agent: AgentId(0),
            action: Action::Slice(noun("bread"), noun("red knife")),
            started: SimTime(1),
            ended: SimTime(11),
            result: Err(Refused { refusal: Refusal::Blunt, cause: vec![blunt.clone()] }),
            changes: Vec::new(),
        };
        let units = Notebook::default().units_from(&[outcome], &Percepts::default(), REST);
        assert_eq!(
            words(&units),
            ["It failed when I sliced the bread with the red knife: the red knife is blunt."]
        );
        assert_eq!(units[0].cause, [blunt]);
        assert_eq!(units[0].refusal, Some(Refusal::Blunt));
        assert!(units[0].valence < 0.0);
    }
}
