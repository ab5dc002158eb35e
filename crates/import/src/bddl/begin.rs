//! What is where, and how, at the beginning of an activity.

use std::collections::BTreeMap;

use base::{Noun, Relation, State};
use bddl::GroundAtom;
use scenario::fits;

use super::cast::{Cast, Role, relation};
use super::meaning::state;
use super::reason::Reason;

/// The beginning of an activity.
pub(super) struct Beginning {
    /// Where each loose thing is, in the order of the activity.
    pub(super) places: Vec<(Noun, Relation, Noun)>,
    /// What is otherwise than usual.
    pub(super) states: BTreeMap<Noun, Vec<State>>,
}

/// The beginning, or the first thing in it that cannot be.
pub(super) fn beginning(cast: &Cast) -> Result<Beginning, Reason> {
    let mut taken: BTreeMap<Noun, u32> = BTreeMap::new();
    let mut places = Vec::new();
    for (object, role) in cast.all() {
        let Role::Thing(noun) = role else { continue };
        if cast.thing(noun).kind.fixed {
            continue;
        }
        let is_place = |fact: &&GroundAtom| {
            fact.subject == *object && ["ontop", "inside"].contains(&fact.predicate.as_str())
        };
        let fact = cast.init.iter().find(is_place);
        let fact = fact.ok_or_else(|| Reason::Nowhere(object.to_string()))?;
        let place = fact.other.as_ref().and_then(|place| cast.noun(place));
        let place = place.ok_or_else(|| Reason::Beginning(format!("{fact} is no place")))?;
        let size = cast.thing(noun).size;
        let relation = relation(fact.predicate.as_str(), &cast.thing(place).kind);
        let relation = relation
            .ok_or_else(|| Reason::Beginning(format!("nothing can be put on or in {place}")))?;
        // Each burner takes one; what is left stands beside them.
        let top = cast.tops(place).min_by_key(|top| {
            let is_it = *top == place;
            (taken.get(*top).copied().unwrap_or(0) + if is_it { 1 } else { 0 }, is_it)
        });
        let top = top.expect("a place is its own top");
        if !fits(size, cast.thing(top), relation) {
            return Err(Reason::Beginning(format!(
                "{} does not fit at {}",
                cast.thing(noun).kind.name,
                cast.thing(top).kind.name
            )));
        }
        *taken.entry(top.clone()).or_default() += 1;
        places.push((noun.clone(), relation, top.clone()));
    }
    Ok(Beginning { places, states: states(cast)? })
}

fn states(cast: &Cast) -> Result<BTreeMap<Noun, Vec<State>>, Reason> {
    let mut states: BTreeMap<Noun, Vec<State>> = BTreeMap::new();
    for fact in &cast.init {
        let word = fact.predicate.as_str();
        let Role::Thing(noun) = cast.role(&fact.subject) else { continue };
        if !["open", "toggled_on", "frozen", "hot", "cooked", "covered"].contains(&word) {
            continue;
        }
        if let (true, Some(Role::Substance(what))) =
            (word == "covered", fact.other.as_ref().map(|other| cast.role(other)))
            && cast.is_coat(noun, what)
        {
            continue;
        }
        let state = state(word, &cast.thing(noun).kind)
            .ok_or_else(|| Reason::Beginning(format!("{noun} can never be {word}")))?;
        let states = states.entry(noun.clone()).or_default();
        if !states.contains(&state) {
            states.push(state);
        }
    }
    Ok(states)
}
