//! The model planner: a language model chooses among skills by likelihood, with what comes to mind in
//! its prompt; the skills are carried out as by every other planner.
//!
//! The loop is the article's: what is asked for, what is seen and what comes to mind go into one
//! prompt; the skill that the model finds likeliest to be told next is done; what came of it goes
//! into the next prompt, a failure with its cause. The skills are not listed in the prompt, and the
//! prompt holds no examples but the agent's own memories.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use base::{Action, Condition, Noun};
use body::GivenGoal;
use memory::Ask;
use models::{Complete, ModelError};

use crate::planner::{Decision, ModelReport, Planner, Remark, Situation, SkillChoice, UsedUp};
use crate::rules::{how_was_done, is_seen_to_hold};
use crate::skills::{Progress, Skills};

mod choices;
mod held;
mod template;

pub use choices::is_skill;
pub use template::{Filling, Template, TemplateError};

use choices::skills;
use held::Held;

/// What the model may be asked in one episode, and what it may keep for it. When choices or tokens are
/// used up the agent gives up; a state for which there is no room is read again each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ModelBudget {
    /// The most choices.
    pub choices: u32,
    /// The most tokens of prompts and of chosen skills, whether or not they were read before.
    pub tokens: u64,
    /// The most bytes of states after the beginnings of prompts that are held at a time.
    #[serde(default = "default_kept_bytes")]
    pub kept_bytes: u64,
}

const fn default_kept_bytes() -> u64 {
    64 << 20
}

impl Default for ModelBudget {
    /// 40 choices, 60,000 tokens, 64 MiB.
    fn default() -> Self {
        Self { choices: 40, tokens: 60_000, kept_bytes: default_kept_bytes() }
    }
}

impl ModelBudget {
    /// Which part is used up after so many choices and tokens.
    fn used_up(&self, choices: usize, tokens: u64) -> Option<UsedUp> {
        if choices >= self.choices as usize {
            Some(UsedUp::Choices)
        } else if tokens >= self.tokens {
            Some(UsedUp::Tokens)
        } else {
            None
        }
    }

    /// The part in words, with its size.
    pub fn in_words(&self, part: UsedUp) -> String {
        match part {
            UsedUp::Choices => format!("the model's budget of {} choices is used up", self.choices),
            UsedUp::Tokens => format!("the model's budget of {} tokens is used up", self.tokens),
        }
    }
}

/// How a model plans: which one, with which prompt, within which budget.
#[derive(Clone)]
pub struct ModelPlanning {
    /// The model.
    pub model: Arc<dyn Complete>,
    /// The prompt.
    pub template: Arc<Template>,
    /// What it may be asked in one episode.
    pub budget: ModelBudget,
}

impl ModelPlanning {
    /// This model with the usual prompt and budget.
    pub fn new(model: Arc<dyn Complete>) -> Self {
        Self { model, template: Arc::default(), budget: ModelBudget::default() }
    }
}

impl fmt::Debug for ModelPlanning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ModelPlanning")
            .field("model", self.model.fingerprint())
            .field("template", &self.template.digest())
            .field("budget", &self.budget)
            .finish()
    }
}

/// The planner `model`; with a guide, `model-guided`.
#[derive(Debug)]
pub struct ModelPlanner {
    planning: ModelPlanning,
    skills: Skills,
    /// The skill that is being carried out.
    current: Option<Action<Noun>>,
    /// What was done today, a sentence each.
    told: Vec<String>,
    /// What could not be done.
    failed: BTreeSet<Action<Noun>>,
    /// What was handled today.
    handled: BTreeSet<Noun>,
    /// What is done whatever the model chooses, where somebody guides it.
    guide: Option<VecDeque<Action<Noun>>>,
    /// The states of the model that this episode holds.
    held: Held,
    report: ModelReport,
}

impl ModelPlanner {
    /// A planner that does what the model chooses.
    pub fn new(planning: ModelPlanning) -> Self {
        Self {
            planning,
            skills: Skills::default(),
            current: None,
            told: Vec::new(),
            failed: BTreeSet::new(),
            handled: BTreeSet::new(),
            guide: None,
            held: Held::default(),
            report: ModelReport::default(),
        }
    }

    /// A planner that asks the model for each of these skills in turn, notes what it chooses, and
    /// does the given one: how often the two agree says what a memory is worth to the choice alone,
    /// without the luck of the way.
    pub fn guided(planning: ModelPlanning, guide: impl IntoIterator<Item = Action<Noun>>) -> Self {
        Self { guide: Some(guide.into_iter().collect()), ..Self::new(planning) }
    }
}

impl Planner for ModelPlanner {
    fn name(&self) -> &'static str {
        if self.guide.is_some() { "model-guided" } else { "model" }
    }

    fn decide(&mut self, situation: &Situation<'_>, remarks: &mut Vec<Remark>) -> Decision {
        self.skills.note_outcome(situation);
        let Some(goal) = situation.goal else {
            return Decision::Done;
        };
        match self.step(goal, situation, remarks) {
            Ok(Decision::Act(action)) => Decision::Act(self.skills.on_firm_ground(action)),
            Ok(decision) => decision,
            Err(error) => Decision::BreakOff(error.to_string()),
        }
    }

    fn model_report(&self) -> Option<&ModelReport> {
        Some(&self.report)
    }
}

impl ModelPlanner {
    fn step(
        &mut self,
        goal: &GivenGoal,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Result<Decision, ModelError> {
        if let Some(ask) = first_question(goal, situation) {
            return Ok(Decision::Ask(ask));
        }
        if is_seen_to_hold(&goal.condition, situation.beliefs) {
            return Ok(Decision::Done);
        }
        loop {
            let skill = match self.current.take() {
                Some(skill) => skill,
                None if self.is_at_its_end(remarks) => {
                    return Ok(Decision::Act(Action::GiveUp));
                }
                None => match self.choose(goal, situation, remarks)? {
                    Some(skill) => skill,
                    None => return Ok(Decision::Act(Action::GiveUp)),
                },
            };
            match self.skills.carry_out(&skill, situation, remarks) {
                Progress::Act(action) => {
                    self.current = Some(skill);
                    return Ok(Decision::Act(action));
                }
                Progress::Ask(ask) => {
                    self.current = Some(skill);
                    return Ok(Decision::Ask(ask));
                }
                Progress::Later | Progress::Done => {
                    self.told.push(format!("{}.", skill.told_by("I")));
                    self.handled.extend(skill.things().cloned());
                    self.skills.forgive();
                }
                Progress::Impossible => {
                    if let Some(ask) = self.note_failure(skill, situation) {
                        return Ok(Decision::Ask(ask));
                    }
                }
            }
        }
    }

    /// Whether nothing more may be chosen: the budget is used up, or the guide is.
    fn is_at_its_end(&mut self, remarks: &mut Vec<Remark>) -> bool {
        if self.guide.as_ref().is_some_and(VecDeque::is_empty) {
            return true;
        }
        let budget = &self.planning.budget;
        let used_up = budget.used_up(self.report.choices.len(), self.report.tokens());
        if let Some(part) = used_up
            && self.report.used_up.replace(part).is_none()
        {
            remarks.push(Remark::Because(budget.in_words(part)));
        }
        used_up.is_some()
    }

    /// A failure is told with its cause, and memory is asked what helped then, once.
    fn note_failure(&mut self, skill: Action<Noun>, situation: &Situation<'_>) -> Option<Ask> {
        let mut told = format!("{}, in vain", skill.told_by("I"));
        let mut ask = None;
        if let Some((action, refusal)) = situation.just_refused() {
            told = format!("{told}: {refusal}");
            let question = Ask::WhatGotOver { action: action.clone(), refusal };
            ask = (!situation.asked.contains(&question)).then_some(question);
        }
        self.told.push(told + ".");
        self.report.replans += 1;
        self.failed.insert(skill);
        ask
    }

    /// Asks the model for the next skill; none where there is none left.
    fn choose(
        &mut self,
        goal: &GivenGoal,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Result<Option<Action<Noun>>, ModelError> {
        let at_stake = self.at_stake(&goal.condition, situation);
        let mut skills = skills(situation, &goal.condition, &at_stake);
        skills.retain(|skill| !self.failed.contains(skill));
        if skills.is_empty() {
            return Ok(None);
        }
        let memories = memories(situation);
        let sees = sees(&at_stake, situation);
        let done: String = self.told.iter().map(|told| format!("- {told}\n")).collect();
        let filling = Filling { goal: &goal.words, memories: &memories, sees: &sees, done: &done };
        let prompt = self.planning.template.fill(&filling);
        let texts: Vec<String> =
            skills.iter().map(|skill| format!(" {}.\n", skill.told_by("I"))).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let model = &self.planning.model;
        let likeliest = model.choose(&prompt, &texts)?;
        let most = self.planning.budget.kept_bytes;
        let shared_tokens = self.held.note(&**model, &prompt.shared, most, &mut self.report)?;
        self.report.prompt_tokens += shared_tokens + model.count_tokens(&prompt.own)? as u64;
        self.report.chosen_tokens += u64::from(likeliest.score.tokens);
        let among = skills.len();
        let chosen = skills.swap_remove(likeliest.index);
        let guided = self.guide.as_mut().and_then(VecDeque::pop_front);
        let choice = SkillChoice {
            chosen: chosen.clone(),
            log_likelihood: likeliest.score.log_likelihood,
            instead: guided.clone().filter(|guided| *guided != chosen),
            among: among as u32,
            agrees: guided.as_ref().map(|guided| *guided == chosen),
        };
        remarks.push(Remark::Because(choice.in_words()));
        self.report.choices.push(choice);
        let skill = guided.unwrap_or(chosen);
        remarks.extend(evidence(&skill, situation).map(Remark::Used));
        Ok(Some(skill))
    }

    /// The things of the goal, what they are in or on, what is held and what was handled.
    fn at_stake(&self, goal: &Condition, situation: &Situation<'_>) -> BTreeSet<Noun> {
        let beliefs = situation.beliefs;
        let mut things = self.handled.clone();
        for noun in goal.nouns() {
            things.extend(beliefs.known_fitting(noun).into_iter().cloned());
            things.insert(noun.clone());
        }
        let held = situation.percepts.hands.into_iter().flatten();
        things.extend(held.filter_map(|handle| situation.percepts.noun(handle).cloned()));
        let is_loose = |noun: &Noun| {
            situation.percepts.landmarks.iter().all(|landmark| landmark.noun != *noun)
        };
        let around: Vec<Noun> = things
            .iter()
            .flat_map(|thing| beliefs.where_is(thing))
            .map(|sighting| sighting.place.1.clone())
            .filter(is_loose)
            .collect();
        things.extend(around);
        things
    }
}

/// What is asked of memory before the first choice: how such a thing was done, then what brings
/// each part of the goal about.
fn first_question(goal: &GivenGoal, situation: &Situation<'_>) -> Option<Ask> {
    let parts = goal.condition.parts().into_iter().cloned();
    let questions = std::iter::once(how_was_done(goal)).chain(parts.map(Ask::WhatBringsAbout));
    questions.into_iter().find(|ask| !situation.asked.contains(ask))
}

/// What came to mind, in the order of living, a line each, under the day of each.
fn memories(situation: &Situation<'_>) -> String {
    let mut lines = String::new();
    let mut last_day = None;
    for (_, unit) in situation.beliefs.units() {
        let day = unit.lived.day();
        if last_day.replace(day) != Some(day) {
            lines.push_str(&format!("Day {day}:\n"));
        }
        lines.push_str(&format!("- {}\n", unit.words));
    }
    if lines.is_empty() { "- nothing\n".to_owned() } else { lines }
}

/// What is seen of the things at stake.
fn sees(at_stake: &BTreeSet<Noun>, situation: &Situation<'_>) -> String {
    let facts = situation.percepts.facts();
    let mut seen: Vec<String> = facts
        .iter()
        .filter(|fact| at_stake.contains(fact.subject()))
        .map(ToString::to_string)
        .collect();
    let held = situation.percepts.hands.into_iter().flatten();
    let held = held.filter_map(|handle| situation.percepts.noun(handle));
    seen.extend(held.map(|noun| format!("I hold the {}", noun.words())));
    if seen.is_empty() { "nothing of it is in view".to_owned() } else { seen.join(", ") }
}

/// The units that tell of the same being done with one of the same things.
fn evidence<'a>(
    skill: &'a Action<Noun>,
    situation: &Situation<'a>,
) -> impl Iterator<Item = base::UnitId> {
    let tells = |action: &Action<Noun>| {
        action.kind() == skill.kind()
            && action.things().any(|thing| skill.things().any(|other| other == thing))
    };
    let units = situation.beliefs.units();
    units.filter(move |(_, unit)| unit.actions.iter().any(tells)).map(|(id, _)| id)
}
