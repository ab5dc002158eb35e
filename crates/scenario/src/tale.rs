//! What is so in a home as a story goes on, as far as it can be told without living it.
//!
//! No physics and no agent: only what the furnishing, the scripts and the timelines say. What
//! depends on more is unknown, so an answer that is given is right.

use std::collections::{BTreeMap, BTreeSet};

use base::{Action, Condition, Noun, Quality, Relation, State, ThingId};

use crate::checked::{Change, Edge, Home, Thing};

/// Where a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On the floor or a wall.
    Alone,
    At(Relation, ThingId),
    /// In the hand of the agent.
    Held,
    Unknown,
}

/// The state of a story.
#[derive(Debug, Clone)]
pub(crate) struct Tale<'a> {
    home: &'a Home,
    places: Vec<Place>,
    /// What differs from the beginning; none where it is unknown.
    states: BTreeMap<(ThingId, State), Option<bool>>,
    /// Whether something may have been heated.
    heated: bool,
}

/// Whether the condition is so in the home at the start, where that can be told.
///
/// `Within` counts as what it holds; `Never` as its opposite.
pub fn holds_at_start(condition: &Condition, home: &Home) -> Option<bool> {
    Tale::new(home).holds(condition)
}

impl<'a> Tale<'a> {
    /// The beginning.
    pub(crate) fn new(home: &'a Home) -> Self {
        let place = |thing: &Thing| match thing.parent {
            Some((relation, parent)) => Place::At(relation, parent),
            None if thing.part_of.is_some() => Place::Unknown,
            None => Place::Alone,
        };
        Self {
            home,
            places: home.things.iter().map(place).collect(),
            states: BTreeMap::new(),
            heated: false,
        }
    }

    /// Whether the condition is so now.
    pub(crate) fn holds(&self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::Exists(of, that) => any(self.each(of, that)),
            Condition::ForAll(of, that) => all(self.each(of, that)),
            Condition::Count { of, that, at_least, at_most } => {
                let each = self.each(of, that);
                let count = |wanted: &dyn Fn(&&Option<bool>) -> bool| {
                    each.iter().filter(wanted).count() as u64
                };
                let least = count(&|is| **is == Some(true));
                let most = count(&|is| **is != Some(false));
                let enough = decide(least >= (*at_least).into(), most < (*at_least).into());
                let few = at_most.map_or(Some(true), |at_most| {
                    decide(most <= at_most.into(), least > at_most.into())
                });
                all([enough, few])
            }
            Condition::Together { at, .. } => any(self.home.fitting(at).map(|place| {
                self.holds(&condition.at_place(&place.noun).expect("it has a place"))
            })),
            // Which of several places it is, is for the house to say.
            Condition::Apart { .. } => None,
            Condition::All(parts) => all(parts.iter().map(|part| self.holds(part))),
            // What has been reached before the beginning does not count, unless all of it holds.
            Condition::InOrder(parts) | Condition::AtOnce(parts) => {
                all(parts.iter().map(|part| self.holds(part)))
            }
            Condition::Any(parts) => any(parts.iter().map(|part| self.holds(part))),
            Condition::Not(part) | Condition::Never(part) => self.holds(part).map(|is| !is),
            Condition::Within(_, part) => self.holds(part),
        }
    }

    /// For each thing that `of` fits, whether it is all of `that`.
    fn each(&self, of: &Noun, that: &[Quality]) -> Vec<Option<bool>> {
        let is_all = |thing: &Thing| {
            // Whether it was sliced off is for the house to say.
            let is_there = thing.part_of.is_none().then_some(true);
            all([is_there, all(that.iter().map(|quality| self.is(thing, quality)))])
        };
        self.home.fitting(of).map(is_all).collect()
    }

    fn is(&self, thing: &Thing, quality: &Quality) -> Option<bool> {
        match quality {
            Quality::Is(state) => self.state(thing, *state),
            Quality::IsNot(state) => self.state(thing, *state).map(|is| !is),
            Quality::At(relation, noun) => self.is_at(thing.id, *relation, noun),
            // What is poured into what is for the house to say.
            Quality::Holds(_) | Quality::FilledWith(_) | Quality::CoveredWith(_) => None,
        }
    }

    fn state(&self, thing: &Thing, state: State) -> Option<bool> {
        if let Some(known) = self.states.get(&(thing.id, state)) {
            return *known;
        }
        let by_heat = matches!(
            state,
            State::Toasted
                | State::Fried
                | State::Burnt
                | State::Hot
                | State::Cooked
                | State::Melted
                | State::Wet
                | State::Dirty
                | State::Stained
                | State::Soapy
        );
        // Whatever is in a fridge gets cold.
        let by_cold = matches!(
            state,
            State::Cold | State::Frozen | State::Filled | State::Full | State::Spoiled
        );
        let written = thing.states.iter().find(|(other, _)| *other == state).map(|(_, is)| *is);
        let from_new = state == State::Plugged && thing.kind.plug
            || state == State::Sharp
                && thing.kind.edge.is_some_and(|edge| edge.sharpness >= Edge::CUTS_FROM);
        match written.unwrap_or(from_new) {
            false if by_cold || by_heat && self.heated => None,
            is => Some(is),
        }
    }

    fn is_at(&self, thing: ThingId, relation: Relation, noun: &Noun) -> Option<bool> {
        match self.places[thing.0 as usize] {
            Place::Unknown => None,
            // Whose hand it is, a tale does not know.
            Place::Held => (relation != Relation::HeldBy).then_some(false),
            // What is under what is for geometry to say.
            Place::Alone => (relation != Relation::Under).then_some(false),
            Place::At(actual, parent) => {
                if actual == relation && noun.fits(&self.home.thing(parent).noun) {
                    return Some(true);
                }
                // Whether a spoon in a cup in a drawer is in the drawer is for the house to say.
                let deeper = relation != Relation::HeldBy && self.is_within(parent, noun);
                (!deeper).then_some(false)
            }
        }
    }

    /// Whether the thing is, perhaps, in or on something that the noun fits.
    fn is_within(&self, thing: ThingId, noun: &Noun) -> bool {
        match self.places[thing.0 as usize] {
            Place::At(_, parent) => {
                noun.fits(&self.home.thing(parent).noun) || self.is_within(parent, noun)
            }
            Place::Alone | Place::Held => false,
            Place::Unknown => true,
        }
    }

    /// Whether the first is certainly the second, or in or on it.
    pub(crate) fn is_part_of(&self, thing: ThingId, whole: ThingId) -> bool {
        thing == whole
            || match self.places[thing.0 as usize] {
                Place::At(_, parent) => self.is_part_of(parent, whole),
                _ => false,
            }
    }

    /// What somebody plans for himself may change whatever is loose and whatever opens.
    pub(crate) fn lose_track(&mut self) {
        for thing in &self.home.things {
            if !thing.kind.fixed {
                self.places[thing.id.0 as usize] = Place::Unknown;
            }
            for state in State::ALL {
                self.states.insert((thing.id, state), None);
            }
        }
    }

    /// A script is done, and a timeline beside it. What both touch becomes unknown.
    pub(crate) fn live(&mut self, script: &[Action<Noun>], changes: &[&Change]) {
        let mut touched = BTreeSet::new();
        for action in script {
            self.act(action);
            for noun in action.things() {
                touched.extend(self.home.fitting(noun).map(|thing| thing.id));
            }
        }
        for change in changes {
            match change {
                Change::Move(thing, ..) if touched.contains(thing) => {
                    self.places[thing.0 as usize] = Place::Unknown;
                }
                // A circle would have been told; following it would not end.
                Change::Move(thing, _, place) if self.is_part_of(*place, *thing) => {}
                Change::Move(thing, relation, place) => {
                    self.places[thing.0 as usize] = Place::At(*relation, *place);
                }
                Change::Set(thing, state, is) => {
                    let known = (!touched.contains(thing)).then_some(*is);
                    self.states.insert((*thing, *state), known);
                }
            }
        }
    }

    fn act(&mut self, action: &Action<Noun>) {
        match action {
            Action::Go(_) | Action::Look | Action::Wait(_) | Action::GiveUp => {}
            Action::Search(thing) | Action::Open(thing) => self.set(thing, State::Open, Some(true)),
            Action::Close(thing) => self.set(thing, State::Open, Some(false)),
            Action::Take(thing) | Action::TakeIn(thing, _) => self.put(thing, Some(Place::Held)),
            Action::PutOn(thing, place) => self.put_at(thing, Relation::On, place),
            Action::PutIn(thing, place) => self.put_at(thing, Relation::In, place),
            Action::Toggle(thing, on) => {
                self.heated |= *on;
                self.set(thing, State::Running, Some(*on));
                let controlled = self.home.fitting(thing).filter_map(|thing| thing.controls);
                for thing in controlled.collect::<Vec<_>>() {
                    self.states.insert((thing, State::Running), None);
                }
            }
            // Whether the edge cuts is for the house to say.
            Action::Slice(thing, _) => {
                self.set(thing, State::Sliced, None);
                if self.home.fitting(thing).any(|thing| thing.kind.parts.is_some()) {
                    self.put(thing, None);
                }
            }
            // Whether water runs, and whether it was dirty, is for the house to say.
            Action::Wash(thing) => {
                for state in [State::Dirty, State::Stained, State::Soapy, State::Wet] {
                    self.set(thing, state, None);
                }
            }
            Action::Wipe(thing, with) => {
                self.set(thing, State::Dirty, None);
                self.set(thing, State::Stained, None);
                self.set(thing, State::Soapy, None);
                self.set(with, State::Dirty, None);
                self.set(with, State::Soapy, None);
            }
            Action::Soap(thing, with) => {
                self.set(thing, State::Soapy, None);
                self.set(with, State::Filled, None);
                self.set(with, State::Full, None);
            }
            Action::Dry(thing, _) => self.set(thing, State::Wet, None),
            Action::Pour(from, to, _) | Action::Empty(from, to) => {
                for vessel in [from, to] {
                    self.set(vessel, State::Filled, None);
                    self.set(vessel, State::Full, None);
                }
            }
            Action::Fill(vessel, _) | Action::Drink(vessel) => {
                self.set(vessel, State::Filled, None);
                self.set(vessel, State::Full, None);
            }
            Action::SetDial(thing, level) => {
                self.heated |= *level > 0;
                self.set(thing, State::Running, None);
                let controlled = self.home.fitting(thing).filter_map(|thing| thing.controls);
                for thing in controlled.collect::<Vec<_>>() {
                    self.states.insert((thing, State::Running), None);
                }
            }
            Action::OpenTo(thing, percent) => {
                self.set(thing, State::Open, Some(*percent >= 50));
                self.set(thing, State::Ajar, Some(*percent < 50));
            }
            Action::Refill(thing, with) => {
                for vessel in [thing, with] {
                    self.set(vessel, State::Filled, None);
                    self.set(vessel, State::Full, None);
                }
            }
            Action::Drop(thing) | Action::Push(thing) => {
                self.set(thing, State::Shattered, None);
                self.put(thing, None);
            }
            Action::Eat(thing)
            | Action::PutBeside(thing, _)
            | Action::PutBack(thing)
            | Action::ThrowAway(thing)
            | Action::PutUnder(thing, _)
            | Action::HandOver(thing, _)
            | Action::Serve(thing, _) => self.put(thing, None),
            Action::Peel(thing, _) => self.set(thing, State::Peeled, None),
            Action::Dice(thing, _) => {
                self.set(thing, State::Diced, None);
                self.set(thing, State::Sliced, None);
            }
            Action::Mash(thing, _) => self.set(thing, State::Mashed, None),
            Action::Stir(thing, _) => self.set(thing, State::Stirred, None),
            Action::Season(thing, with) => {
                self.set(thing, State::Seasoned, None);
                self.set(with, State::Filled, None);
                self.set(with, State::Full, None);
            }
            Action::Spread(_, on, _) => self.set(on, State::Covered, None),
            Action::Sharpen(thing, _) => self.set(thing, State::Sharp, None),
            Action::Plug(thing) => self.set(thing, State::Plugged, Some(true)),
            Action::Unplug(thing) => {
                self.set(thing, State::Plugged, Some(false));
                self.set(thing, State::Running, None);
            }
            Action::Say(_)
            | Action::Ask(..)
            | Action::Sit(_)
            | Action::Lie(_)
            | Action::Stand
            | Action::ClimbOnto(_)
            | Action::StepDown => {}
            Action::Crack(thing, vessel) => {
                self.set(thing, State::Cracked, None);
                self.put_at(thing, Relation::In, vessel);
            }
        }
    }

    fn the_one(&self, noun: &Noun) -> Option<ThingId> {
        let mut fitting = self.home.fitting(noun);
        let one = fitting.next()?;
        fitting.next().is_none().then_some(one.id)
    }

    fn set(&mut self, noun: &Noun, state: State, is: Option<bool>) {
        let known = self.the_one(noun).and(is);
        for thing in self.home.fitting(noun) {
            self.states.insert((thing.id, state), known);
        }
    }

    fn put_at(&mut self, noun: &Noun, relation: Relation, place: &Noun) {
        let place = self.the_one(place);
        if let Some(place) = place {
            // It was opened for that, if it was closed.
            let opens = self.home.thing(place).kind.opens && relation == Relation::In;
            if opens {
                self.states.insert((place, State::Open), Some(true));
            }
        }
        self.put(noun, place.map(|place| Place::At(relation, place)));
    }

    fn put(&mut self, noun: &Noun, place: Option<Place>) {
        let one = self.the_one(noun);
        for thing in self.home.fitting(noun) {
            // What it was in was opened, if it was closed.
            if let Place::At(Relation::In, from) = self.places[thing.id.0 as usize]
                && self.states.get(&(from, State::Open)) != Some(&Some(true))
            {
                self.states.insert((from, State::Open), None);
            }
            let into_itself = match place {
                Some(Place::At(_, place)) => self.is_part_of(place, thing.id),
                _ => false,
            };
            let known = if one.is_some() && !into_itself { place } else { None };
            self.places[thing.id.0 as usize] = known.unwrap_or(Place::Unknown);
        }
    }
}

fn decide(yes: bool, no: bool) -> Option<bool> {
    if yes { Some(true) } else { no.then_some(false) }
}

fn all(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let parts: Vec<Option<bool>> = parts.into_iter().collect();
    decide(parts.iter().all(|is| *is == Some(true)), parts.contains(&Some(false)))
}

fn any(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let parts: Vec<Option<bool>> = parts.into_iter().collect();
    decide(parts.contains(&Some(true)), parts.iter().all(|is| *is == Some(false)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::read;
    use crate::testing::{FURNITURE, home};

    fn a_home() -> Home {
        let things = r#"(noun: "blue mug", at: In("left drawer")), (noun: "red mug", at: On("table")),
            (noun: "spoon", at: In("box")), (noun: "box", at: In("fridge"), states: [(Open, true)]),
            (noun: "red knife", at: On("table"), states: [(Sharp, false)]), (noun: "blue knife", at: On("table")),
            (noun: "egg", at: In("bowl")), (noun: "bowl", at: On("table"))"#;
        home(&format!("{FURNITURE}{things}")).unwrap_or_else(|errors| panic!("{errors}"))
    }

    #[track_caller]
    fn check(script: &str, condition: &str, expected: Option<bool>) {
        let home = a_home();
        let (script, _) = read::<Vec<Action<Noun>>>("script", script).expect("a script");
        let (condition, _) = read::<Condition>("condition", condition).expect("a condition");
        let mut tale = Tale::new(&home);
        tale.live(&script, &[]);
        assert_eq!(tale.holds(&condition), expected);
        if script.is_empty() {
            assert_eq!(holds_at_start(&condition, &home), expected);
        }
    }

    #[test]
    fn the_start_is_as_it_is_written() {
        check("[]", r#"Exists("mug", [At(On, "table")])"#, Some(true));
        check("[]", r#"ForAll("mug", [At(On, "table")])"#, Some(false));
        check(
            "[]",
            r#"Count(of: "mug", that: [At(On, "table")], at_least: 1, at_most: 1)"#,
            Some(true),
        );
        check("[]", r#"Count(of: "mug", that: [], at_least: 3)"#, Some(false));
        check("[]", r#"Exists("red knife", [IsNot(Sharp)])"#, Some(true));
        check("[]", r#"Exists("blue knife", [Is(Sharp)])"#, Some(true));
        check(
            "[]",
            r#"All([Exists("box", [Is(Open)]), Not(Exists("egg", [Is(Fried)]))])"#,
            Some(true),
        );
        check(
            "[]",
            r#"Any([Exists("egg", [Is(Fried)]), Within(9, Exists("egg", [Is(Hot)]))])"#,
            Some(false),
        );
        check("[]", r#"Never(Exists("egg", [Is(Burnt)]))"#, Some(true));
        check("[]", r#"Exists("spoon", [At(In, "box")])"#, Some(true));
        check("[]", r#"Exists("spoon", [At(In, "fridge")])"#, None);
        check("[]", r#"Exists("spoon", [At(In, "left drawer")])"#, Some(false));
    }

    #[test]
    fn a_script_changes_what_it_names() {
        let put = r#"[PutOn("blue mug", "table"), Close("left drawer")]"#;
        check(put, r#"ForAll("mug", [At(On, "table")])"#, Some(true));
        check(put, r#"Exists("left drawer", [Is(Open)])"#, Some(false));
        check(r#"[PutOn("mug", "table")]"#, r#"ForAll("mug", [At(On, "table")])"#, None);
        check(
            r#"[Take("blue mug")]"#,
            r#"Exists("blue mug", [At(In, "left drawer")])"#,
            Some(false),
        );
        check(r#"[Take("blue mug")]"#, r#"Exists("blue mug", [At(HeldBy, "Robin")])"#, None);
        check(r#"[Take("blue mug")]"#, r#"Exists("left drawer", [Is(Open)])"#, None);
        check(r#"[Toggle("brass knob", true)]"#, r#"Exists("egg", [Is(Fried)])"#, None);
        check(
            r#"[Toggle("brass knob", true)]"#,
            r#"Exists("brass knob", [Is(Running)])"#,
            Some(true),
        );
        check(r#"[PutIn("box", "box")]"#, r#"Exists("spoon", [At(In, "fridge")])"#, None);
    }

    #[test]
    fn what_script_and_timeline_both_touch_is_unknown() {
        let home = a_home();
        let id = |noun: &str| crate::resolve::the_thing(&home, noun).expect("it is there");
        let at_table = Condition::Exists(
            "blue mug".parse().expect("a noun"),
            vec![Quality::At(Relation::On, "table".parse().expect("a noun"))],
        );
        let moved = Change::Move(id("blue mug"), Relation::On, id("table"));
        let mut tale = Tale::new(&home);
        tale.live(&[], &[&moved]);
        assert_eq!(tale.holds(&at_table), Some(true));
        tale.live(&[Action::Take("blue mug".parse().expect("a noun"))], &[&moved]);
        assert_eq!(tale.holds(&at_table), None);
        tale.lose_track();
        assert_eq!(tale.holds(&at_table), None);
    }
}
