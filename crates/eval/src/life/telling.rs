//! What is told of an episode once it is over: its record, why it failed, what was promised and is not so.

use std::collections::BTreeSet;

use base::Condition;
use language::Judged;
use scenario::checked::{Day, Expectation};

use super::Runner;
use super::shown::Gold;
use crate::decisions::Decisions;
use crate::plan_match::plan_match;
use crate::records::{EpisodeRecord, ModelUse, Outcome, split_name};
use crate::roster::Arm;
use crate::simulation::Simulation;
use crate::trace::{Failure, Trace};

impl Runner<'_> {
    /// The line of the episode in the results.
    pub(super) fn record(
        &self,
        simulation: &mut Simulation,
        day: &Day,
        trace: &Trace,
        gold: Option<&Gold>,
        arm: Arm,
        failures: &BTreeSet<Failure>,
    ) -> EpisodeRecord {
        let life = self.life;
        let condition = day.goal.as_ref().map(|goal| &goal.condition);
        let is_reached = simulation.goal_holds();
        let (outcome, mut note) = self.outcome_of(trace, gold, is_reached);
        if let (Outcome::Failure, None, Some(condition)) = (outcome, &note, condition) {
            note = Some(missing_in_words(simulation, condition));
        }
        let recalled = trace.recalled();
        let relevant = gold.map(|gold| &*gold.relevant);
        let hits = relevant.map_or(0, |relevant| recalled.intersection(relevant).count()) as f64;
        let share = |of: usize| (of > 0).then(|| hits / of as f64);
        let protocol = self.options.protocol.name();
        let world = simulation.world_digest();
        EpisodeRecord {
            episode: format!(
                "{}.{}.seed-{}.day-{}.{protocol}.{}",
                life.scenario, life.variant, life.seed, day.number, arm.name
            ),
            family: life.family,
            scenario: life.scenario.clone(),
            variant: life.variant.clone(),
            split: split_name(life.split).to_owned(),
            day: day.number,
            scored: day.scored,
            protocol: self.options.protocol,
            arm: arm.name.to_owned(),
            memory: arm.memory.to_owned(),
            profile: arm.profile.to_owned(),
            planner: self.options.planner.name().to_owned(),
            seed: life.seed,
            outcome,
            goal_rate: condition.map_or(1.0, |condition| simulation.goal_rate(condition)),
            actions: trace.actions(),
            ticks: trace.ended.ticks_since(trace.began),
            oracle_actions: gold.map_or(0, |gold| gold.trace.actions()),
            executability: trace.executability(),
            plan_match: gold.map_or(1.0, |gold| plan_match(&trace.done(), &gold.trace.done())),
            refusals: trace.refusals(),
            repeated_errors: trace.repeated_errors(failures),
            stale_actions: trace.stale_actions(),
            relevant: relevant.map(|relevant| relevant.len() as u32),
            coverage: share(relevant.map_or(0, BTreeSet::len)),
            precision: relevant
                .filter(|relevant| !relevant.is_empty())
                .and_then(|_| share(recalled.len())),
            tokens: simulation.tokens(),
            model: None,
            memory_units: simulation.memory().unit_ids().len() as u64,
            digest: trace.digest(&world, &simulation.memory().digest()),
            note,
        }
    }

    /// Writes into the record what was asked of a language model, and says what was decided.
    pub(super) fn note_model(
        &self,
        record: &mut EpisodeRecord,
        simulation: &Simulation,
        trace: &Trace,
        judged: Option<Judged>,
    ) -> Option<Decisions> {
        let report = simulation.model_report();
        record.model = ModelUse::of(report, judged);
        let planning = self.options.language.as_ref();
        if let (Some(planning), Some(part)) = (planning, report.and_then(|of| of.used_up)) {
            let told = planning.budget.in_words(part);
            record.note = Some(match record.note.take() {
                Some(note) => format!("{told}; {note}"),
                None => told,
            });
        }
        record.model?;
        let choices = report.map_or(&[][..], |report| &report.choices);
        Some(Decisions::of(&record.episode, trace, choices))
    }

    fn outcome_of(
        &self,
        trace: &Trace,
        gold: Option<&Gold>,
        is_reached: bool,
    ) -> (Outcome, Option<String>) {
        if let Some(reason) = &trace.broke_off {
            return (Outcome::Crash, Some(reason.clone()));
        }
        match gold {
            Some(gold) if gold.held_at_start => {
                (Outcome::Invalid, Some("the goal holds at the start".to_owned()))
            }
            Some(gold) if !gold.goal_reached => {
                (Outcome::Invalid, Some("the oracle does not reach the goal".to_owned()))
            }
            _ if is_reached => (Outcome::Success, None),
            _ => (Outcome::Failure, None),
        }
    }
}

/// Why the goal was not reached.
fn missing_in_words(simulation: &Simulation, condition: &Condition) -> String {
    match simulation.missing(condition).as_slice() {
        [] => format!("not in time, not in order, or not always: {condition}"),
        missing => format!("missing: {}", missing.join("; ")),
    }
}

/// What the scenario promises of the day and is not so at its end.
pub(super) fn unmet(simulation: &Simulation, day: &Day, trace: &Trace) -> Vec<String> {
    let is_met = |expectation: &Expectation| match expectation {
        Expectation::Holds(condition) => simulation.holds(condition),
        Expectation::Refused(verb, code) => {
            trace.failures().iter().any(|(kind, _, refusal)| kind.verb() == verb && refusal == code)
        }
    };
    let in_words = |expectation: &Expectation| match expectation {
        Expectation::Holds(condition) => format!("it was expected that {condition}"),
        Expectation::Refused(verb, code) => {
            format!("{verb} was expected to be refused with {code}")
        }
    };
    day.expect.iter().filter(|e| !is_met(e)).map(in_words).collect()
}
