//! Hands: taking things, putting them somewhere, and putting down what is in the way.

use base::{Action, Hand, Handle, Noun, Relation};
use body::Landmark;

use super::{Got, MOST_TRIES, Progress, Skills, by_distance};
use crate::planner::{Remark, Situation};

impl Skills {
    /// Puts a thing somewhere, fetching it first.
    pub fn put(
        &mut self,
        thing: &Noun,
        relation: Relation,
        at: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        if self.seen_at(situation, thing, relation, at).is_some() {
            return Progress::Done;
        }
        if self.is_known_to_be_refused(thing, relation, at) {
            return Progress::Impossible;
        }
        let held = get!(self.take(thing, std::slice::from_ref(at), situation, remarks));
        let there = get!(self.bring_into_reach(at, situation, remarks));
        if there == held {
            return Progress::Impossible;
        }
        if relation == Relation::In
            && let Some(opening) = self.opened(there, situation)
        {
            return opening;
        }
        match relation {
            Relation::On => self.act(situation, Action::PutOn(held, there)),
            Relation::In => self.act(situation, Action::PutIn(held, there)),
            Relation::Under => self.act(situation, Action::PutUnder(held, there)),
            Relation::HeldBy => self.act(situation, Action::HandOver(held, there)),
        }
    }

    /// Whether putting the thing there was refused for good, so that there is no going there.
    fn is_known_to_be_refused(&self, thing: &Noun, relation: Relation, at: &Noun) -> bool {
        let action = match relation {
            Relation::On => Action::PutOn(thing.clone(), at.clone()),
            Relation::In => Action::PutIn(thing.clone(), at.clone()),
            Relation::Under => Action::PutUnder(thing.clone(), at.clone()),
            Relation::HeldBy => Action::HandOver(thing.clone(), at.clone()),
        };
        self.refused.get(&action).is_some_and(|tries| *tries >= MOST_TRIES)
    }

    /// Gets a thing into a hand. `keep` stays in hand if it is there.
    pub(super) fn take(
        &mut self,
        thing: &Noun,
        keep: &[Noun],
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Got {
        let held = situation.percepts.hands.into_iter().flatten().find(|handle| {
            situation.percepts.noun(*handle).is_some_and(|noun| self.may_be(thing, noun))
        });
        if let Some(handle) = held {
            return Got::Thing(handle);
        }
        // Who went away to put something down does so before going back.
        if std::mem::take(&mut self.freeing_a_hand) && !situation.percepts.has_free_hand() {
            return Got::First(self.free_a_hand(keep, situation));
        }
        let handle = match self.bring_into_reach(thing, situation, remarks) {
            Got::Thing(handle) => handle,
            first @ Got::First(_) => return first,
        };
        if !situation.percepts.has_free_hand() {
            let progress = self.free_a_hand(keep, situation);
            self.freeing_a_hand = matches!(progress, Progress::Act(Action::Go(_)));
            return Got::First(progress);
        }
        Got::First(self.act(situation, Action::Take(handle)))
    }

    /// Gets a thing into that hand, which is emptied first; a thing that is in the other hand is put down
    /// before it is taken again.
    pub(super) fn take_in(
        &mut self,
        thing: &Noun,
        hand: Hand,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let percepts = situation.percepts;
        let [in_hand, in_other] = [hand.index(), 1 - hand.index()].map(|it| percepts.hands[it]);
        let is_it =
            |held: &Handle| percepts.noun(*held).is_some_and(|noun| self.may_be(thing, noun));
        if in_hand.as_ref().is_some_and(is_it) {
            return Progress::Done;
        }
        if let Some(held) = in_hand.or(in_other.filter(is_it)) {
            return self.put_down(held, &[], situation);
        }
        let handle = get!(self.bring_into_reach(thing, situation, remarks));
        self.act(situation, Action::TakeIn(handle, hand))
    }

    /// Puts down what is held and need not be kept.
    fn free_a_hand(&self, keep: &[Noun], situation: &Situation<'_>) -> Progress {
        let percepts = situation.percepts;
        let is_spare = |held: &Handle| {
            percepts.noun(*held).is_none_or(|noun| !keep.iter().any(|kept| kept.fits(noun)))
        };
        match percepts.hands.into_iter().flatten().rfind(is_spare) {
            Some(spare) => self.put_down(spare, keep, situation),
            None => Progress::Impossible,
        }
    }

    /// Puts what is held on the nearest surface.
    pub(super) fn put_down(
        &self,
        held: Handle,
        avoid: &[Noun],
        situation: &Situation<'_>,
    ) -> Progress {
        let percepts = situation.percepts;
        let serves = |noun: &Noun| !avoid.iter().any(|other| other.fits(noun));
        let in_reach = percepts
            .seen
            .iter()
            .filter(|seen| percepts.landmark(seen.handle).is_some())
            .filter(|seen| seen.in_reach && seen.affords.putting_on && !seen.affords.switching)
            .filter(|seen| serves(&seen.noun))
            .map(|seen| Action::PutOn(held, seen.handle))
            .find(|action| self.may_try(situation, action));
        if let Some(action) = in_reach {
            return Progress::Act(action);
        }
        let mut surfaces: Vec<&Landmark> = percepts
            .landmarks
            .iter()
            .filter(|landmark| landmark.affords.putting_on && !landmark.affords.switching)
            .filter(|landmark| serves(&landmark.noun))
            .filter(|landmark| percepts.standing_at != Some(landmark.handle))
            .filter(|landmark| {
                self.may_try(situation, &Action::Go(landmark.handle))
                    && self.may_try(situation, &Action::PutOn(held, landmark.handle))
            })
            .collect();
        surfaces.sort_by(|a, b| by_distance(percepts.feet, a, b));
        match surfaces.first() {
            Some(surface) => Progress::Act(Action::Go(surface.handle)),
            None => Progress::Impossible,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use body::{Affords, Percepts, Seen};

    use super::*;
    use crate::beliefs::Beliefs;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn seen(handle: u32, name: &str, affords: Affords) -> Seen {
        Seen {
            handle: Handle(handle),
            noun: noun(name),
            place: None,
            states: Vec::new(),
            portions: Vec::new(),
            position: [1.0, 1.0, 1.0],
            affords,
            in_reach: true,
            seen_whole: false,
        }
    }

    /// What comes of taking the mug (2) into the left hand, beside a table (1) and a fork (3).
    fn take_in_left(hands: [Option<u32>; 2]) -> Progress {
        let table = Landmark {
            handle: Handle(1),
            noun: noun("table"),
            room: noun("kitchen"),
            position: [1.0, 0.4, 1.0],
            affords: Affords { putting_on: true, ..Affords::default() },
        };
        let loose = Affords { carrying: true, ..Affords::default() };
        let seen = vec![
            seen(1, "table", table.affords),
            seen(2, "red mug", loose),
            seen(3, "fork", loose),
        ];
        let hands = hands.map(|hand| hand.map(Handle));
        let percepts =
            Percepts { landmarks: Arc::new(vec![table]), seen, hands, ..Percepts::default() };
        let situation = Situation {
            percepts: &percepts,
            beliefs: &Beliefs::default(),
            goal: None,
            last_outcome: None,
            asked: &[],
        };
        let step = Action::TakeIn(noun("red mug"), Hand::Left);
        Skills::default().carry_out(&step, &situation, &mut Vec::new())
    }

    #[test]
    fn the_chosen_hand_is_emptied_first() {
        let take = Progress::Act(Action::TakeIn(Handle(2), Hand::Left));
        let put = |held| Progress::Act(Action::PutOn(Handle(held), Handle(1)));
        assert_eq!(take_in_left([None, None]), take);
        assert_eq!(take_in_left([Some(3), None]), take, "the other hand does not matter");
        assert_eq!(take_in_left([None, Some(3)]), put(3));
        assert_eq!(take_in_left([Some(2), None]), put(2), "it changes hands");
        assert_eq!(take_in_left([Some(3), Some(2)]), Progress::Done);
    }
}
