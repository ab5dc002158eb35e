//! Makes the days of a life, and checks that what they name can be.

use base::{Action, Condition, Noun};

use crate::checked::{self, ActionBudget, Expectation, GoalOfDay, Home};
use crate::draw::{Lots, make_draws};
use crate::errors::Report;
use crate::fill::Filler;
use crate::problem::Problem;
use crate::source::Spot;
use crate::tale::Tale;
use crate::values::Values;
use crate::written::{self, DayEntry, Expect};
use crate::{clock, goal, nearest, script, timeline};

/// No life has more days.
const MOST_DAYS: usize = 20_000;
/// No day has a greater number: a hundred years.
const LAST_DAY: u32 = 36_525;
/// No goal costs more than so many times what the oracle needs.
const MOST_TIMES_ORACLE: f32 = 1000.0;

/// Makes the days of one life.
pub(crate) struct Days<'a> {
    pub(crate) home: &'a Home,
    /// What those are called who live there, the agent first.
    pub(crate) names: &'a [&'a str],
    pub(crate) lots: &'a Lots<'a>,
    pub(crate) report: &'a mut Report,
    /// What is so at the end of the days made so far.
    pub(crate) tale: Tale<'a>,
    /// The days made so far.
    pub(crate) made: Vec<checked::Day>,
    /// The number of the next day, where a Repeat says it.
    pub(crate) next_number: Option<u32>,
}

impl Days<'_> {
    /// Adds the days of the entries. `repetition` has a number for each Repeat around.
    pub(crate) fn add(
        &mut self,
        entries: &[DayEntry],
        repetition: &[u32],
        values: &Values,
        spot: Spot,
    ) {
        for (index, entry) in entries.iter().enumerate() {
            let spot = spot.item(index);
            if self.made.len() >= MOST_DAYS {
                let (count, most) = (self.made.len() as u64 + 1, MOST_DAYS as u64);
                self.report.say(spot, Problem::TooMany { what: "days", count, most });
                return;
            }
            match entry {
                DayEntry::Day(day) => self.add_day(day, values, spot),
                DayEntry::Repeat(repeat) => self.add_repeat(repeat, repetition, values, spot),
            }
        }
    }

    fn add_repeat(
        &mut self,
        repeat: &written::Repeat,
        repetition: &[u32],
        values: &Values,
        spot: Spot,
    ) {
        if repeat.times == 0 || repeat.times as usize > MOST_DAYS {
            let (must, number) = (format!("from 1 to {MOST_DAYS}"), repeat.times.to_string());
            let problem = Problem::BadNumber { what: "number of times", must, number };
            return self.report.say(spot.field("times"), problem);
        }
        if repeat.days.is_empty() {
            return self.report.say(spot, Problem::Empty("the days of a Repeat"));
        }
        let mut begins: Option<u32> = None;
        for index in 1..=repeat.times {
            let problems = self.report.count();
            let repetition = [repetition, &[index]].concat();
            let mut values = Values::within(values, index);
            make_draws(
                self.lots,
                &repeat.draw,
                &repetition,
                &mut values,
                spot.field("draw"),
                self.report,
            );
            if let (Some(begins), Some(every_days)) = (begins, repeat.every_days) {
                self.next_number = Some(begins.saturating_add(every_days));
            }
            let first = self.made.len();
            self.add(&repeat.days, &repetition, &values, spot.field("days"));
            begins = self.made.get(first).map(|day| day.number);
            // What is wrong in one repetition is wrong in the next.
            if self.report.count() > problems {
                return;
            }
        }
    }

    fn add_day(&mut self, day: &written::Day, values: &Values, spot: Spot) {
        let number = self.number(day, spot);
        let start_second = clock::seconds(&day.start).unwrap_or_else(|| {
            let (what, must) = ("start of a day", "a time such as \"07:30\"".to_owned());
            let number = format!("\"{}\"", day.start);
            self.report.say(spot.field("start"), Problem::BadNumber { what, must, number });
            0
        });
        self.check_parts(day, spot);
        let refused = refused_verbs(day);
        let script = self.script(&day.script, &refused, values, spot.field("script"));
        let meanwhile = self.meanwhile(day, &refused, values, spot.field("meanwhile"));
        let timeline = timeline::make(
            &day.timeline,
            self.home,
            values,
            clock::DAY - start_second,
            spot.field("timeline"),
            self.report,
        );
        let goal = day.goal.as_ref().and_then(|goal| self.goal(goal, values, spot.field("goal")));
        let expect = self.expectations(day, values, spot.field("expect"));
        let changes: Vec<_> = timeline.iter().flat_map(|event| &event.changes).collect();
        for change in &changes {
            if let checked::Change::Move(thing, _, place) = change
                && thing != place
                && self.tale.is_part_of(*place, *thing)
            {
                let names = [*thing, *place].map(|id| self.home.thing(id).noun.to_string());
                self.report.say(spot.field("timeline"), Problem::Circle(names.into()));
            }
        }
        if day.goal.is_some() && day.script.is_empty() || !meanwhile.is_empty() {
            self.tale.lose_track();
        } else {
            self.tale.live(&script, &changes);
        }
        let scored = day.scored;
        self.made.push(checked::Day {
            number,
            start_second,
            goal,
            script,
            meanwhile,
            timeline,
            scored,
            expect,
        });
    }

    fn number(&mut self, day: &written::Day, spot: Spot) -> u32 {
        let before = self.made.last().map_or(0, |day| day.number);
        if day.number.is_some() && day.gap.is_some() {
            self.report.say(
                spot.field("gap"),
                Problem::Contradiction("a day has a number or a gap, not both"),
            );
        }
        let of_repeat = self.next_number.take();
        let after_gap = || before.saturating_add(day.gap.unwrap_or(1));
        let number = day.number.or(of_repeat).unwrap_or_else(after_gap);
        let field = if day.number.is_some() { "number" } else { "gap" };
        if number <= before {
            self.report.say(spot.field(field), Problem::DayOrder { number, before });
        } else if number > LAST_DAY {
            let (must, number) = (format!("from 1 to {LAST_DAY}"), number.to_string());
            let problem = Problem::BadNumber { what: "number of a day", must, number };
            self.report.say(spot.field(field), problem);
        }
        number
    }

    /// Notes what a day cannot have together, and what it lacks.
    fn check_parts(&mut self, day: &written::Day, spot: Spot) {
        let has_script = !day.script.is_empty() || !day.meanwhile.is_empty();
        if !has_script && day.goal.is_none() && day.timeline.is_empty() {
            let what = "nothing happens on this day: it has neither script, goal nor timeline";
            self.report.say(spot, Problem::Contradiction(what));
        }
        if day.scored && (day.goal.is_none() || !day.script.is_empty()) {
            let what = "a scored day is planned by the agent: it has a goal and no script";
            self.report.say(spot.field("scored"), Problem::Contradiction(what));
        }
        if self.made.last().is_some_and(|day| day.scored) {
            let what = "only the last day can be scored";
            self.report.say(spot, Problem::Contradiction(what));
        }
    }

    fn meanwhile(
        &mut self,
        day: &written::Day,
        refused: &[&str],
        values: &Values,
        spot: Spot,
    ) -> Vec<(String, Vec<Action<Noun>>)> {
        let mut all = Vec::with_capacity(day.meanwhile.len());
        let others = self.names.get(1..).unwrap_or_default();
        for (name, script) in &day.meanwhile {
            let spot = spot.field(name);
            if !others.contains(&name.as_str()) {
                let place = "the people of this scenario";
                let problem = Problem::unknown("person", name, place, others.iter().copied());
                self.report.say(spot, problem);
            }
            all.push((name.clone(), self.script(script, refused, values, spot)));
        }
        all
    }

    fn script(
        &mut self,
        script: &[Action<String>],
        refused: &[&str],
        values: &Values,
        spot: Spot,
    ) -> Vec<Action<Noun>> {
        let mut actions = Vec::with_capacity(script.len());
        for (index, action) in script.iter().enumerate() {
            let spot = spot.item(index);
            let mut filler = Filler { values, report: self.report };
            if let Some(action) = filler.action(action, spot) {
                let place = script::Place { home: self.home, names: self.names };
                script::check(&action, place, refused, spot, self.report);
                actions.push(action);
            }
        }
        actions
    }

    fn goal(&mut self, goal: &written::Goal, values: &Values, spot: Spot) -> Option<GoalOfDay> {
        let words =
            timeline::words(&goal.words, self.home, values, spot.field("words"), self.report);
        match goal.actions {
            ActionBudget::Fixed(0) => {
                let (what, must) = ("number of actions", "at least 1".to_owned());
                let problem = Problem::BadNumber { what, must, number: "0".to_owned() };
                self.report.say(spot.field("actions"), problem);
            }
            ActionBudget::Fixed(_) => {}
            ActionBudget::TimesOracle(times) => {
                if !(1.0..=MOST_TIMES_ORACLE).contains(&times) {
                    let must = format!("from 1 to {MOST_TIMES_ORACLE}, as the oracle needs them");
                    let number = times.to_string();
                    let problem = Problem::BadNumber { what: "number of actions", must, number };
                    self.report.say(spot.field("actions"), problem);
                }
            }
        }
        if goal.seconds == 0 || goal.seconds > clock::DAY {
            let must = format!("from 1 to {}", clock::DAY);
            let number = goal.seconds.to_string();
            let problem = Problem::BadNumber { what: "number of seconds", must, number };
            self.report.say(spot.field("seconds"), problem);
        }
        let wants = spot.field("wants");
        let problems = self.report.count();
        let condition = self.condition(&goal.wants, values, wants)?;
        if self.report.count() == problems && self.tale.holds(&condition) == Some(true) {
            self.report.say(wants, Problem::ReachedAtStart(condition.to_string()));
        }
        let (actions, seconds) = (goal.actions, goal.seconds);
        Some(GoalOfDay { words: words?, condition, actions, seconds })
    }

    fn condition(
        &mut self,
        condition: &Condition,
        values: &Values,
        spot: Spot,
    ) -> Option<Condition> {
        let condition = Filler { values, report: self.report }.condition(condition, spot)?;
        goal::check(&condition, self.home, self.names, spot, self.report);
        Some(condition)
    }

    fn expectations(
        &mut self,
        day: &written::Day,
        values: &Values,
        spot: Spot,
    ) -> Vec<Expectation> {
        let mut expectations = Vec::with_capacity(day.expect.len());
        for (index, expect) in day.expect.iter().enumerate() {
            let spot = spot.item(index);
            match expect {
                Expect::Holds(condition) => {
                    let condition = self.condition(condition, values, spot.item(0));
                    expectations.extend(condition.map(Expectation::Holds));
                }
                Expect::Refused(verb, code) => {
                    self.known("verb", verb, &script::verbs(), spot.item(0));
                    self.known("refusal", code, &script::refusal_codes(), spot.item(1));
                    expectations.push(Expectation::Refused(verb.clone(), code.clone()));
                }
            }
        }
        expectations
    }

    fn known(&mut self, what: &'static str, name: &str, known: &[&str], spot: Spot) {
        if !known.contains(&name) {
            let nearest = nearest::nearest(name, known.iter().copied());
            let (name, place) = (name.to_owned(), "the language of actions".to_owned());
            self.report.say(spot, Problem::Unknown { what, name, place, nearest });
        }
    }
}

/// The verbs that the day expects to be refused.
fn refused_verbs(day: &written::Day) -> Vec<&str> {
    let refused = day.expect.iter().filter_map(|expect| match expect {
        Expect::Refused(verb, _) => Some(verb.as_str()),
        Expect::Holds(_) => None,
    });
    refused.collect()
}
