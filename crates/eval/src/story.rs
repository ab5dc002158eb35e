//! An episode told: what was perceived, asked, recalled and why, done, and what came of it.

use std::fmt::Write;

use base::SimTime;
use memory::{Recalled, Rule};
use mind::{Content, Ending};

use crate::life::Episode;
use crate::records::Outcome;
use crate::trace::{Event, Trace};

/// How many recalled units of one question are told.
const MOST_UNITS_TOLD: usize = 6;

/// The whole episode as text, a line for each thing that happened.
pub fn tell(episode: &Episode) -> String {
    let record = &episode.record;
    let mut story = format!(
        "{} / {} / seed {} / day {}, memory {}, planner {}\n",
        record.scenario, record.variant, record.seed, record.day, record.arm, record.planner
    );
    for event in &episode.trace.events {
        tell_event(&mut story, event);
    }
    story.push_str(&ending(&episode.trace));
    let outcome = match record.outcome {
        Outcome::Success => "success",
        Outcome::Failure => "failure",
        Outcome::Invalid => "invalid",
        Outcome::Crash => "crash",
    };
    let seconds = record.ticks / base::time::TICKS_PER_SECOND;
    let _ = writeln!(
        story,
        "{outcome}: {:.0} % of the goal, {} actions (oracle {}), {seconds} s, digest {}",
        100.0 * record.goal_rate,
        record.actions,
        record.oracle_actions,
        record.digest.short()
    );
    for line in record.note.iter().chain(&episode.unmet) {
        let _ = writeln!(story, "  {line}");
    }
    story
}

/// What happened, as a line or several.
pub fn told(event: &Event) -> String {
    let mut story = String::new();
    tell_event(&mut story, event);
    story
}

fn clock(time: SimTime) -> String {
    let seconds = time.second_of_day();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn tell_event(story: &mut String, event: &Event) {
    // Writing into a string cannot fail.
    let _ = match event {
        Event::Heard(time, words) => writeln!(story, "{}  heard     {words}", clock(*time)),
        Event::Noticed(time, words) => writeln!(story, "{}  noticed   {words}", clock(*time)),
        Event::Watched(time, words) => writeln!(story, "{}  watched   {words}", clock(*time)),
        Event::Drift(time, words) => writeln!(story, "{}  DRIFT     {words}", clock(*time)),
        Event::Outcome(outcome) => {
            let _ = match &outcome.result {
                Ok(()) => writeln!(story, "{}  done      {}", clock(outcome.ended), outcome.action),
                Err(refused) => writeln!(
                    story,
                    "{}  refused   {}: {} [{}]",
                    clock(outcome.ended),
                    outcome.action,
                    refused.refusal,
                    refused.refusal.code()
                ),
            };
            let facts = outcome.result.as_ref().err().map_or(&outcome.changes, |r| &r.cause);
            facts.iter().try_for_each(|fact| writeln!(story, "                    {fact}"))
        }
        Event::Thought(thought) => {
            let time = clock(thought.time);
            match &thought.content {
                Content::Recalled { ask, units } => {
                    let _ = writeln!(story, "{time}  asked     {ask}");
                    if units.is_empty() {
                        let _ = writeln!(story, "                    nothing comes to mind");
                    }
                    for unit in units.iter().take(MOST_UNITS_TOLD) {
                        let _ = writeln!(story, "                    {}", recalled(unit));
                    }
                    match units.len().checked_sub(MOST_UNITS_TOLD) {
                        Some(more @ 1..) => writeln!(story, "                    and {more} more"),
                        _ => Ok(()),
                    }
                }
                Content::Because(words) => writeln!(story, "{time}  because   {words}"),
                Content::Stale(id) => {
                    writeln!(story, "{time}  stale     what unit {id} told is so no more")
                }
                Content::Decided(action) => writeln!(story, "{time}  decided   {action}"),
                Content::Done => writeln!(story, "{time}  decided   that it is done"),
            }
        }
    };
}

/// A recalled unit with its score and what the score is made of.
fn recalled(recalled: &Recalled) -> String {
    let between = match recalled.trace.rule {
        Rule::Product => " × ",
        Rule::Sum => " + ",
    };
    let signals: Vec<String> = recalled
        .trace
        .signals
        .iter()
        .map(|signal| match recalled.trace.rule {
            Rule::Product => format!("{} {:.2}", signal.name, signal.value),
            Rule::Sum => format!("{} {:.2}·{:.2}", signal.name, signal.value, signal.weight),
        })
        .collect();
    let hops = match recalled.trace.path.len() {
        0 | 1 => String::new(),
        length => format!(", {} links from a seed", length - 1),
    };
    format!(
        "{:.3}  {} ({}; {}{hops})",
        recalled.trace.score,
        recalled.unit.words,
        recalled.unit.lived,
        signals.join(between)
    )
}

fn ending(trace: &Trace) -> String {
    let how = match trace.ending {
        Some(Ending::Done) => "the agent holds it to be done",
        Some(Ending::GaveUp) => "the agent gave up",
        Some(Ending::OutOfBudget) => "the budget is used up",
        None => "the episode broke off",
    };
    format!("{}  ended     {how}\n", clock(trace.ended))
}
