//! Which past events matter for an episode.
//!
//! An event is relevant when it supports a fact that the oracle's plan needs and that the agent
//! cannot perceive at the start: where a thing is that the plan takes, that a tool is fit, how a
//! change is brought about.

use std::collections::BTreeSet;

use base::{Action, Fact, Noun, Relation, State, UnitId};
use memory::MemoryUnit;

use crate::truth::{TrueThing, Truth};

/// What the oracle did, and what could be seen without it.
pub struct Plan<'a> {
    /// The oracle's actions, in order.
    pub actions: &'a [Action<Noun>],
    /// States that the plan brought about.
    pub made: &'a [(Noun, State)],
    /// Things that could be seen from the start, without opening anything.
    pub in_view: &'a BTreeSet<Noun>,
}

/// The units of the past that are relevant for the plan. `past` is in the order of living.
pub fn relevant_units(
    past: &[(UnitId, &MemoryUnit)],
    plan: &Plan<'_>,
    truth_at_start: &Truth,
) -> BTreeSet<UnitId> {
    let mut relevant = BTreeSet::new();
    for action in plan.actions {
        match action {
            Action::Take(thing) | Action::TakeIn(thing, _) if !plan.in_view.contains(thing) => {
                relevant.extend(whereabouts(past, thing, truth_at_start));
            }
            Action::Slice(_, tool) => relevant.extend(fitness(past, tool)),
            step if step.kind().gets_over() => {
                relevant.extend(way_over(past, step));
                // A switch behind a door must be found, too.
                let hidden = step.things().filter(|thing| !plan.in_view.contains(*thing));
                relevant.extend(hidden.flat_map(|thing| whereabouts(past, thing, truth_at_start)));
            }
            _ => {}
        }
    }
    for (thing, state) in plan.made.iter().filter(|(_, state)| *state != State::Sliced) {
        relevant.extend(way_to_make(past, thing, *state, plan.actions, truth_at_start));
    }
    relevant
}

/// The newest unit that tells the place of the thing, and of what holds it, as they are now.
fn whereabouts(past: &[(UnitId, &MemoryUnit)], thing: &Noun, truth: &Truth) -> Vec<UnitId> {
    let mut found = Vec::new();
    let mut thing = thing.clone();
    while let Some((relation, at)) = truth.place_of(&thing) {
        let tells = |fact: &Fact| {
            matches!(fact, Fact::At(noun, place)
                if *noun == thing && place.0 == *relation && place.1 == *at)
        };
        let newest = past.iter().rev().find(|(_, unit)| unit.after.iter().any(tells));
        found.extend(newest.map(|(id, _)| *id));
        if *relation == Relation::HeldBy {
            break;
        }
        thing = at.clone();
    }
    found
}

/// The newest unit that tells that the tool is fit, and the newest failure that it overturns.
fn fitness(past: &[(UnitId, &MemoryUnit)], tool: &Noun) -> Vec<UnitId> {
    let tells = |unit: &MemoryUnit, fit: bool| {
        let fact = Fact::Is(tool.clone(), State::Sharp, fit);
        unit.after.contains(&fact) || unit.cause.contains(&fact)
    };
    let cut = |unit: &MemoryUnit| {
        unit.valence >= 0.0
            && unit.actions.iter().any(|action| matches!(action, Action::Slice(_, t) if t == tool))
    };
    let Some(fit_at) = past.iter().rposition(|(_, unit)| tells(unit, true) || cut(unit)) else {
        return Vec::new();
    };
    let overturned = past[..fit_at].iter().rev().find(|(_, unit)| tells(unit, false));
    [Some(&past[fit_at]), overturned].into_iter().flatten().map(|(id, _)| *id).collect()
}

/// The newest failure that such a step got over, the step and the success; and where something else
/// was climbed onto then, what says that it gives way now.
///
/// Where something is climbed onto, any other thing will have done; for other steps it is the very same.
fn way_over(past: &[(UnitId, &MemoryUnit)], step: &Action<Noun>) -> Vec<UnitId> {
    let is_alike = |other: &&Action<Noun>| match (step, other) {
        (Action::ClimbOnto(_), Action::ClimbOnto(_)) => true,
        _ => step == *other,
    };
    for (index, (failure, unit)) in past.iter().enumerate().rev() {
        let is_beyond_chance = unit.refusal.is_some_and(|refusal| !refusal.by_chance());
        let Some(failed) = unit.actions.first().filter(|_| is_beyond_chance) else { continue };
        let later: Vec<&(UnitId, &MemoryUnit)> =
            past[index + 1..].iter().filter(|(_, later)| later.episode == unit.episode).collect();
        let Some(success) = later.iter().position(|(_, unit)| unit.tells_of_success(failed)) else {
            continue;
        };
        let helped = later[..success].iter().rev().find_map(|(id, unit)| {
            let done = unit.actions.iter().find(is_alike).filter(|_| unit.valence >= 0.0)?;
            Some((*id, done))
        });
        let Some((helped, done)) = helped else { continue };
        let mut relevant = vec![*failure, helped, later[success].0];
        if let (Action::ClimbOnto(then), Action::ClimbOnto(now)) = (done, step) {
            relevant.extend(what_gives_way(past, then, now));
        }
        return relevant;
    }
    Vec::new()
}

/// What says that the thing gives way on which one stood then, where it is not the one of now; and what
/// was climbed onto in vain.
fn what_gives_way(past: &[(UnitId, &MemoryUnit)], then: &Noun, now: &Noun) -> Vec<UnitId> {
    let broken = Fact::Is(then.clone(), State::Broken, true);
    let news = past
        .iter()
        .rev()
        .find(|(_, unit)| then != now && unit.evidence().any(|fact| *fact == broken));
    let in_vain = past.iter().filter(|(_, unit)| {
        unit.refusal.is_some()
            && unit.actions.iter().any(|action| matches!(action, Action::ClimbOnto(_)))
    });
    news.into_iter().chain(in_vain).map(|(id, _)| *id).collect()
}

/// What is switched on.
fn means<'a>(actions: impl IntoIterator<Item = &'a Action<Noun>>) -> BTreeSet<Noun> {
    let switched_on = actions.into_iter().filter_map(|action| match action {
        Action::Toggle(switch, true) => Some(switch.clone()),
        _ => None,
    });
    switched_on.collect()
}

/// The steps of the newest past episode in which such a thing got the state by the same means as
/// in the plan, and the unit that tells the result. Where there is none, because several means work and
/// the plan took another, the newest by means that are in order now.
fn way_to_make(
    past: &[(UnitId, &MemoryUnit)],
    thing: &Noun,
    state: State,
    plan: &[Action<Noun>],
    truth: &Truth,
) -> Vec<UnitId> {
    let as_planned = way_by(past, thing, state, &means(plan), truth);
    if !as_planned.is_empty() {
        return as_planned;
    }
    let is_broken = |noun: &Noun| {
        let is_it = |thing: &&TrueThing| thing.noun == *noun;
        truth
            .things
            .iter()
            .find(is_it)
            .is_some_and(|thing| thing.states.get(&State::Broken) == Some(&true))
    };
    let works = |thing: &&TrueThing| {
        !is_broken(&thing.noun) && !thing.controls.as_ref().is_some_and(is_broken)
    };
    let in_order: BTreeSet<Noun> =
        truth.things.iter().filter(works).map(|thing| thing.noun.clone()).collect();
    way_by(past, thing, state, &in_order, truth)
}

/// The newest way by no other means than these.
fn way_by(
    past: &[(UnitId, &MemoryUnit)],
    thing: &Noun,
    state: State,
    needed: &BTreeSet<Noun>,
    truth: &Truth,
) -> Vec<UnitId> {
    for (index, (result, unit)) in past.iter().enumerate().rev() {
        let makes = unit.tells_of_a_change()
            && unit.after.iter().any(|fact| {
                matches!(fact, Fact::Is(noun, got, true)
                    if *got == state && noun.kind() == thing.kind())
            });
        if !makes {
            continue;
        }
        let steps: Vec<(UnitId, &Action<Noun>)> = past[..=index]
            .iter()
            .filter(|(_, step)| step.episode == unit.episode && step.valence >= 0.0)
            .flat_map(|(id, step)| step.actions.iter().map(|action| (*id, action)))
            .filter(|(_, action)| is_step(action, needed, thing, truth))
            .collect();
        let done = means(steps.iter().map(|(_, action)| *action));
        if !done.is_empty() && done.is_subset(needed) {
            return steps.into_iter().map(|(id, _)| id).chain([*result]).collect();
        }
    }
    Vec::new()
}

/// Whether the action is a step towards the change: switching what the plan switches, or putting
/// together what is heated.
fn is_step(action: &Action<Noun>, needed: &BTreeSet<Noun>, thing: &Noun, truth: &Truth) -> bool {
    match action {
        Action::Toggle(switch, true) => needed.contains(switch),
        Action::PutIn(put, _) | Action::Crack(put, _) => put.kind() == thing.kind(),
        Action::PutOn(_, on) => {
            truth.things.iter().any(|place| place.noun == *on && place.kind.heat.is_some())
        }
        _ => false,
    }
}
