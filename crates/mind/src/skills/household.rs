//! Pouring, filling, eating, throwing away, working on things with tools: the steps around each.

use base::{Action, Handle, Noun, Relation, State};

use super::{Got, Progress, Skills, by_distance, seen_state};
use crate::planner::{Remark, Situation};

impl Skills {
    /// Does a step of the household with all that it needs: fetching, going there, opening, letting
    /// the water run.
    pub(super) fn keep_house(
        &mut self,
        step: &Action<Noun>,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        match step {
            Action::Pour(from, to, ml) => {
                let ml = *ml;
                self.pour(from, to, move |a, b| Action::Pour(a, b, ml), situation, remarks)
            }
            Action::Empty(from, to) => self.pour(from, to, Action::Empty, situation, remarks),
            Action::Fill(vessel, source) => self.fill(vessel, source, situation, remarks),
            Action::Drink(thing) => self.with_held(thing, Action::Drink, situation, remarks),
            Action::Eat(thing) => self.with_held(thing, Action::Eat, situation, remarks),
            Action::Drop(thing) => self.with_held(thing, Action::Drop, situation, remarks),
            Action::PutBack(thing) => self.with_held(thing, Action::PutBack, situation, remarks),
            Action::ThrowAway(thing) => self.throw_away(thing, situation, remarks),
            Action::PutBeside(thing, beside) => {
                self.pour(thing, beside, Action::PutBeside, situation, remarks)
            }
            Action::Peel(thing, with) => self.rub(thing, with, Action::Peel, situation, remarks),
            Action::Dice(thing, with) => self.rub(thing, with, Action::Dice, situation, remarks),
            Action::Mash(thing, with) => self.rub(thing, with, Action::Mash, situation, remarks),
            Action::Stir(thing, with) => self.rub(thing, with, Action::Stir, situation, remarks),
            Action::Season(thing, with) => {
                self.rub(thing, with, Action::Season, situation, remarks)
            }
            Action::Soap(thing, with) => self.rub(thing, with, Action::Soap, situation, remarks),
            Action::Sharpen(thing, with) => {
                self.pour(thing, with, Action::Sharpen, situation, remarks)
            }
            Action::Spread(what, on, with) => {
                // What is spread is carried along: it may be far from what it is spread on.
                let tool = get!(self.take(with, std::slice::from_ref(what), situation, remarks));
                let what = get!(self.take(what, std::slice::from_ref(with), situation, remarks));
                let on = get!(self.bring_into_reach(on, situation, remarks));
                self.act(situation, Action::Spread(what, on, tool))
            }
            Action::Plug(thing) => self.at_hand(thing, Action::Plug, situation, remarks),
            Action::Unplug(thing) => self.at_hand(thing, Action::Unplug, situation, remarks),
            Action::Sit(thing) => self.at_hand(thing, Action::Sit, situation, remarks),
            Action::Lie(thing) => self.at_hand(thing, Action::Lie, situation, remarks),
            Action::ClimbOnto(thing) => self.at_hand(thing, Action::ClimbOnto, situation, remarks),
            Action::SetDial(thing, level) => {
                let handle = get!(self.bring_into_reach(thing, situation, remarks));
                self.act(situation, Action::SetDial(handle, *level))
            }
            Action::PutUnder(thing, of) => self.put(thing, Relation::Under, of, situation, remarks),
            Action::Refill(thing, with) => {
                self.rub(thing, with, Action::Refill, situation, remarks)
            }
            Action::HandOver(thing, to) => {
                self.pour(thing, to, Action::HandOver, situation, remarks)
            }
            Action::Serve(thing, who) => self.pour(thing, who, Action::Serve, situation, remarks),
            Action::OpenTo(thing, percent) => {
                let handle = get!(self.bring_into_reach(thing, situation, remarks));
                self.act(situation, Action::OpenTo(handle, *percent))
            }
            Action::Ask(who, words) => {
                let who = get!(self.bring_into_reach(who, situation, remarks));
                self.act(situation, Action::Ask(who, words.clone()))
            }
            Action::Push(thing) => self.at_hand(thing, Action::Push, situation, remarks),
            Action::Stand => self.act(situation, Action::Stand),
            Action::StepDown => self.act(situation, Action::StepDown),
            Action::Say(words) => Progress::Act(Action::Say(words.clone())),
            _ => Progress::Impossible,
        }
    }

    fn at_hand(
        &mut self,
        thing: &Noun,
        action: fn(Handle) -> Action<Handle>,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let handle = get!(self.bring_into_reach(thing, situation, remarks));
        self.act(situation, action(handle))
    }

    fn with_held(
        &mut self,
        thing: &Noun,
        action: fn(Handle) -> Action<Handle>,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let held = get!(self.take(thing, &[], situation, remarks));
        self.act(situation, action(held))
    }

    /// Takes the first to the second and does it there.
    fn pour(
        &mut self,
        from: &Noun,
        to: &Noun,
        action: impl Fn(Handle, Handle) -> Action<Handle>,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let held = get!(self.take(from, std::slice::from_ref(to), situation, remarks));
        let there = get!(self.bring_into_reach(to, situation, remarks));
        let act = action(held, there);
        let may_need_opening = matches!(act, Action::Pour(..));
        for vessel in [there, held].into_iter().filter(|_| may_need_opening) {
            if let Some(opening) = self.opened(vessel, situation) {
                return opening;
            }
        }
        self.act(situation, act)
    }

    fn fill(
        &mut self,
        vessel: &Noun,
        source: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let held = get!(self.take(vessel, &[], situation, remarks));
        let there = get!(self.bring_into_reach(source, situation, remarks));
        if seen_state(situation, there, State::Running) == Some(false) {
            return self.let_run(there, situation, remarks);
        }
        self.act(situation, Action::Fill(held, there))
    }

    fn throw_away(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let held = get!(self.take(thing, &[], situation, remarks));
        let percepts = situation.percepts;
        let bins = percepts.landmarks.iter().filter(|landmark| landmark.affords.discarding);
        let Some(bin) = bins.min_by(|a, b| by_distance(percepts.feet, a, b)) else {
            return Progress::Impossible;
        };
        let bin = bin.noun.clone();
        let there = get!(self.bring_into_reach(&bin, situation, remarks));
        if let Some(opening) = self.opened(there, situation) {
            return opening;
        }
        self.act(situation, Action::ThrowAway(held))
    }
}
