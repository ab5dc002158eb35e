//! How experiences are truly related: the causal log of lived days.
//!
//! It comes from what the simulator is made of and agents cannot see: what each action needs and does
//! (base's table of actions), what controls what, and what heats. An experience is related to the
//! one that truly made it possible or brought it about, the latest that did so and was not undone.
//! [`super::pairs`] makes labelled pairs of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::{Action, ActionKind, Fact, Noun, Place, Refusal, Relation, State};
use language::Label;
use memory::{Class, MemoryUnit, Source};

use crate::life::Experience;
use crate::truth::Truth;

/// Every relation of a life: the places of the older and the newer unit, and how they are related.
pub(super) fn related(experience: &Experience) -> BTreeMap<(usize, usize), Label> {
    let mut log = CausalLog::new(&experience.truth, &experience.units);
    for newer in 0..experience.units.len() {
        log.note(newer);
    }
    log.related
}

/// What came of what, as far as it has been noted.
struct CausalLog<'a> {
    truth: &'a Truth,
    units: &'a [Arc<MemoryUnit>],
    /// Which unit last made a state so.
    made: BTreeMap<(Noun, State, bool), usize>,
    /// Where each thing was last put, and by which unit.
    put: BTreeMap<Noun, (usize, Place)>,
    /// Which unit last took each thing that is still in a hand.
    held: BTreeMap<Noun, usize>,
    /// The last walk of the episode.
    went: Option<usize>,
    /// The last time that an action was done or refused.
    tried: BTreeMap<String, usize>,
    /// The last time that an action was done, by its kind and the kinds of its things.
    done: BTreeMap<(ActionKind, Vec<String>), usize>,
    related: BTreeMap<(usize, usize), Label>,
}

impl<'a> CausalLog<'a> {
    fn new(truth: &'a Truth, units: &'a [Arc<MemoryUnit>]) -> Self {
        Self {
            truth,
            units,
            made: BTreeMap::new(),
            put: BTreeMap::new(),
            held: BTreeMap::new(),
            went: None,
            tried: BTreeMap::new(),
            done: BTreeMap::new(),
            related: BTreeMap::new(),
        }
    }

    /// Relates a unit to those before it, then takes down what it changed.
    fn note(&mut self, at: usize) {
        let unit = Arc::clone(&self.units[at]);
        if at > 0 && self.units[at - 1].episode != unit.episode {
            self.went = None;
            self.held.clear();
        }
        let action = unit.actions.first();
        // In this order: the first label that a pair gets stays.
        match action {
            Some(action) if unit.refusal.is_some() => self.relate_failure(at, &unit, action),
            None if is_change(&unit) => self.relate_noticed(at, &unit),
            _ => {}
        }
        self.relate_contrary(at, &unit);
        if let Some(action) = action.filter(|_| unit.refusal.is_none()) {
            if unit.source == Source::Did {
                self.relate_needs(at, &unit, action);
            }
            self.relate_analogous(at, action);
        }
        self.take_down(at, &unit);
    }

    fn relate(&mut self, older: Option<usize>, newer: usize, label: Label) {
        if let Some(older) = older {
            self.related.entry((older, newer)).or_insert(label);
        }
    }

    fn maker(&self, thing: &Noun, state: State, holds: bool) -> Option<usize> {
        self.made.get(&(thing.clone(), state, holds)).copied()
    }

    /// What brought the failure about.
    fn relate_failure(&mut self, at: usize, unit: &MemoryUnit, action: &Action<Noun>) {
        for fact in &unit.cause {
            if let Fact::Is(thing, state, holds) = fact {
                self.relate(self.maker(thing, *state, *holds), at, Label::Causes);
            }
        }
        let things: Vec<&Noun> = action.things().collect();
        match (unit.refusal, things.first()) {
            (Some(Refusal::Closed), Some(_)) => {
                for thing in things {
                    self.relate(self.maker(thing, State::Open, false), at, Label::Causes);
                }
            }
            (Some(Refusal::AlreadySo), Some(first)) => {
                let act = language::acts::Act::of(action);
                if let (_, Some(language::Situation::Is(state, holds))) =
                    language::reading::effect(act)
                {
                    self.relate(self.maker(first, state, holds), at, Label::Causes);
                }
            }
            _ => {}
        }
    }

    /// What brought about a change that was noticed.
    fn relate_noticed(&mut self, at: usize, unit: &MemoryUnit) {
        for fact in &unit.after {
            let Fact::Is(thing, state, holds) = fact else { continue };
            match state {
                State::Running => {
                    let switch = self.switch_of(thing);
                    let thrown = switch.and_then(|switch| self.maker(&switch, *state, *holds));
                    self.relate(thrown.filter(|thrown| self.is_act(*thrown)), at, Label::Causes);
                }
                State::Toasted
                | State::Fried
                | State::Burnt
                | State::Hot
                | State::Cooked
                | State::Melted
                    if *holds =>
                {
                    self.relate_heat(at, thing);
                }
                State::Shattered => {
                    let dropped = self.tried.get(&Action::Drop(thing.clone()).to_string());
                    self.relate(dropped.copied(), at, Label::Causes);
                }
                _ => {}
            }
        }
    }

    /// Everything that brought the thing to heat: where it was put, and what that stands on, up to the
    /// source, and what switched the source on.
    fn relate_heat(&mut self, at: usize, thing: &Noun) {
        let mut thing = thing.clone();
        for _ in 0..4 {
            if self.truth.things.iter().any(|t| t.noun == thing && t.kind.heat.is_some()) {
                let switch = self.switch_of(&thing).unwrap_or(thing);
                let thrown = self.maker(&switch, State::Running, true);
                self.relate(thrown.filter(|thrown| self.is_act(*thrown)), at, Label::Causes);
                return;
            }
            let Some((put, place)) = self.put.get(&thing).cloned() else { return };
            let is_today = self.units[put].episode == self.units[at].episode;
            self.relate((is_today && self.is_act(put)).then_some(put), at, Label::Causes);
            thing = place.1;
        }
    }

    fn switch_of(&self, thing: &Noun) -> Option<Noun> {
        let thing = self.truth.things.iter().find(|other| other.noun == *thing)?;
        self.truth.switch_of(thing).cloned()
    }

    fn is_act(&self, at: usize) -> bool {
        !self.units[at].actions.is_empty()
    }

    /// What the unit undoes, or what it says the contrary of.
    fn relate_contrary(&mut self, at: usize, unit: &MemoryUnit) {
        let facts = unit.after.iter().chain(&unit.cause);
        for fact in facts {
            match fact {
                Fact::Is(thing, state, holds) => {
                    let contrary = self.maker(thing, *state, !holds);
                    self.relate(contrary, at, Label::Opposite);
                }
                Fact::NotAt(thing, place) => {
                    let there = self.put.get(thing).filter(|(_, known)| known == place);
                    self.relate(there.map(|(put, _)| *put), at, Label::Opposite);
                }
                Fact::At(..) => {}
            }
        }
        if let Some(action) = unit.actions.first() {
            let last = self.tried.get(&action.to_string()).copied();
            let turned =
                last.filter(|last| self.units[*last].refusal.is_some() != unit.refusal.is_some());
            self.relate(turned, at, Label::Opposite);
        }
    }

    /// What made the action possible.
    fn relate_needs(&mut self, at: usize, unit: &MemoryUnit, action: &Action<Noun>) {
        let things: Vec<Noun> = action.things().cloned().collect();
        let Some(first) = things.first() else { return };
        for (refusal, what) in action.kind().entry().needs {
            match refusal {
                Refusal::NotHeld => {
                    let tool = what.contains("`with`").then(|| things.last()).flatten();
                    let held = self.held.get(tool.unwrap_or(first)).copied();
                    self.relate(held, at, Label::Premise);
                }
                Refusal::Closed => {
                    for container in self.around(unit, &things) {
                        let opened = self.maker(&container, State::Open, true);
                        self.relate(opened, at, Label::Premise);
                    }
                }
                Refusal::OutOfReach => {
                    let went = self.went.filter(|_| action.kind() != ActionKind::Go);
                    self.relate(went, at, Label::Premise);
                }
                Refusal::NoPower if matches!(action, Action::Toggle(_, true)) => {
                    self.relate(self.maker(first, State::Plugged, true), at, Label::Premise);
                }
                Refusal::Ajar if matches!(action, Action::Toggle(_, true)) => {
                    self.relate(self.maker(first, State::Open, false), at, Label::Premise);
                }
                Refusal::Blunt => {
                    let sharp = things.last().and_then(|tool| self.maker(tool, State::Sharp, true));
                    self.relate(sharp, at, Label::Premise);
                }
                _ => {}
            }
        }
        if let Action::Take(thing) = action {
            let put = self.put.get(thing).map(|(put, _)| *put);
            self.relate(put.filter(|put| self.is_act(*put)), at, Label::Premise);
        }
    }

    /// What must be open: what something is put into, and what it was in.
    fn around(&self, unit: &MemoryUnit, things: &[Noun]) -> Vec<Noun> {
        let was_in = unit.before.iter().filter_map(|fact| match fact {
            Fact::At(_, Place(Relation::In, place)) => Some(place.clone()),
            _ => None,
        });
        let first = things.first().and_then(|thing| self.put.get(thing));
        let is_in = first.filter(|(_, place)| place.0 == Relation::In);
        let is_in = is_in.map(|(_, place)| place.1.clone());
        was_in.chain(is_in).chain(things.get(1).cloned()).collect()
    }

    fn relate_analogous(&mut self, at: usize, action: &Action<Noun>) {
        let Some(pattern) = self.pattern(action) else { return };
        if let Some(last) = self.done.get(&pattern).copied() {
            let first = |at: usize| self.units[at].actions[0].things().next().cloned();
            let is_other = first(last) != action.things().next().cloned();
            self.relate(is_other.then_some(last), at, Label::Analogous);
        }
        self.done.insert(pattern, at);
    }

    /// The action with true kinds for its things; none for what is done all the time.
    fn pattern(&self, action: &Action<Noun>) -> Option<(ActionKind, Vec<String>)> {
        if matches!(action.kind(), ActionKind::Go | ActionKind::Look | ActionKind::Wait) {
            return None;
        }
        let kind = |noun: &Noun| {
            let things = &self.truth.things;
            things.iter().find(|thing| thing.noun == *noun).map(|thing| thing.kind.name.clone())
        };
        let kinds: Option<Vec<String>> = action.things().map(kind).collect();
        kinds.filter(|kinds| !kinds.is_empty()).map(|kinds| (action.kind(), kinds))
    }

    fn take_down(&mut self, at: usize, unit: &MemoryUnit) {
        if let Some(action) = unit.actions.first() {
            self.tried.insert(action.to_string(), at);
            if unit.refusal.is_none() && unit.source == Source::Did {
                match action {
                    Action::Go(_) => self.went = Some(at),
                    Action::Take(thing) => {
                        self.held.insert(thing.clone(), at);
                    }
                    _ => {}
                }
            }
        }
        for fact in unit.after.iter().chain(&unit.cause) {
            match fact {
                Fact::Is(thing, state, holds) => {
                    self.made.remove(&(thing.clone(), *state, !holds));
                    // Who looks made nothing so; but what was found out may be contradicted later.
                    let key = (thing.clone(), *state, *holds);
                    let is_new = !self.made.contains_key(&key);
                    if is_change(unit) || is_new {
                        self.made.insert(key, at);
                    }
                }
                Fact::At(thing, Place(Relation::HeldBy, _)) => {
                    self.put.remove(thing);
                }
                Fact::At(thing, place) => {
                    let is_known = self.put.get(thing).is_some_and(|(_, known)| known == place);
                    if !is_known {
                        self.held.remove(thing);
                        self.put.insert(thing.clone(), (at, place.clone()));
                    }
                }
                Fact::NotAt(thing, place) => {
                    if self.put.get(thing).is_some_and(|(_, known)| known == place) {
                        self.put.remove(thing);
                    }
                }
            }
        }
    }
}

/// Whether a unit tells of something that came about then.
fn is_change(unit: &MemoryUnit) -> bool {
    unit.class == Class::Event && unit.refusal.is_none()
}

#[cfg(test)]
mod tests {
    use memory::testing;

    use super::*;

    fn experience(units: Vec<MemoryUnit>) -> Experience {
        let units = units.into_iter().map(Arc::new).collect();
        Experience { units, log: Default::default(), truth: Truth::default(), scored: None }
    }

    fn labels(units: Vec<MemoryUnit>) -> Vec<(String, String, Label)> {
        let experience = experience(units);
        let words = |at: usize| experience.units[at].words.clone();
        let related = related(&experience).into_iter();
        related.map(|((older, newer), label)| (words(older), words(newer), label)).collect()
    }

    #[test]
    fn what_was_taken_can_be_put() {
        let take = testing::took("mug", 1, 1);
        let put = testing::put_in("mug", "drawer", 1, 2);
        let expected = (take.words.clone(), put.words.clone(), Label::Premise);
        assert_eq!(labels(vec![take.clone(), put.clone()]), [expected]);
        let later = testing::put_in("mug", "drawer", 2, 2);
        assert_eq!(labels(vec![take, later]), [], "the hand of yesterday holds nothing today");
    }

    #[test]
    fn only_the_latest_that_was_not_undone_counts() {
        let [first, second] = [1, 3].map(|time| testing::took("mug", 1, time));
        let put = testing::put_in("mug", "drawer", 1, 2);
        let again = testing::put_in("mug", "box", 1, 4);
        let found = labels(vec![first.clone(), put, second, again.clone()]);
        let is_pair = |pair: &&(String, String, Label)| pair.1 == again.words;
        assert_eq!(found.iter().filter(is_pair).count(), 1, "{found:?}");
    }

    #[test]
    fn a_look_that_finds_nothing_contradicts_where_it_was_put() {
        let put = testing::put_in("mug", "drawer", 1, 1);
        let missed = testing::missed("mug", Relation::In, "drawer", 2, 9);
        let found = labels(vec![put, missed]);
        assert_eq!(found.iter().map(|pair| pair.2).collect::<Vec<_>>(), [Label::Opposite]);
    }
}
