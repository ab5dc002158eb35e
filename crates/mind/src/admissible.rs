//! Everything that an agent could try now, as far as it perceives.

use base::{Action, Handle, Relation, State};
use body::{Percepts, Seen};

/// The actions that look possible: what is in reach and made for it, and every landmark to go to.
///
/// Computed from percepts alone, so it says nothing about what is hidden. In a fixed order.
pub fn admissible(percepts: &Percepts) -> Vec<Action<Handle>> {
    let mut actions = vec![Action::Look];
    let elsewhere =
        percepts.landmarks.iter().filter(|landmark| percepts.standing_at != Some(landmark.handle));
    actions.extend(elsewhere.map(|landmark| Action::Go(landmark.handle)));
    let reachable: Vec<&Seen> = percepts.seen.iter().filter(|seen| seen.in_reach).collect();
    for &seen in &reachable {
        let shows = |state, holds| seen.states.contains(&(state, holds));
        let is_held = percepts.holds(seen.handle);
        if seen.affords.opening && shows(State::Open, false) {
            actions.push(Action::Open(seen.handle));
        }
        if seen.affords.opening && shows(State::Open, true) {
            actions.push(Action::Close(seen.handle));
        }
        if seen.affords.switching {
            actions.push(Action::Toggle(seen.handle, !shows(State::Running, true)));
        }
        if seen.affords.carrying && !is_held && percepts.has_free_hand() {
            actions.push(Action::Take(seen.handle));
        }
        let in_basin = seen.place.is_some_and(|(relation, at)| {
            relation == Relation::In && percepts.seen(at).is_some_and(|basin| basin.affords.rinsing)
        });
        if shows(State::Dirty, true) && (is_held || in_basin) {
            actions.push(Action::Wash(seen.handle));
        }
    }
    for held in percepts.hands.into_iter().flatten() {
        let Some(in_hand) = percepts.seen(held) else {
            continue;
        };
        if in_hand.is_filled() {
            actions.push(Action::Drink(held));
        }
        if in_hand.affords.being_eaten {
            actions.push(Action::Eat(held));
        }
        for &seen in reachable.iter().filter(|seen| seen.handle != held) {
            if seen.affords.putting_on {
                actions.push(Action::PutOn(held, seen.handle));
            }
            if seen.affords.putting_in {
                actions.push(Action::PutIn(held, seen.handle));
            }
            if in_hand.affords.cutting && seen.affords.being_cut {
                actions.push(Action::Slice(seen.handle, held));
            }
            if in_hand.affords.being_cracked && seen.affords.putting_in {
                actions.push(Action::Crack(held, seen.handle));
            }
            if in_hand.is_filled() && seen.affords.holding_liquid {
                actions.push(Action::Pour(held, seen.handle, None));
            }
            if in_hand.is_filled() && seen.affords.rinsing {
                actions.push(Action::Empty(held, seen.handle));
            }
            let runs = seen.states.contains(&(State::Running, true));
            if in_hand.affords.holding_liquid && seen.affords.rinsing && runs {
                actions.push(Action::Fill(held, seen.handle));
            }
            if in_hand.affords.wiping && seen.states.contains(&(State::Dirty, true)) {
                actions.push(Action::Wipe(seen.handle, held));
            }
            if in_hand.affords.wiping && seen.states.contains(&(State::Wet, true)) {
                actions.push(Action::Dry(seen.handle, held));
            }
        }
    }
    actions.sort_unstable();
    actions
}
