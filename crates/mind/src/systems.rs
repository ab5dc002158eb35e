//! The stages of `Step` that belong to the mind.
//!
//! Each system gathers, calls one plain function and writes back.

use base::{Action, Fact, SimTime, UnitId};
use bevy_ecs::prelude::*;
use body::step::{add_systems_to_step, register_message_once};
use body::{
    Activity, Agent, Clock, GivenGoal, Goal, Intent, Outcome, Percepts, Refused, StepSystems,
};
use memory::{Ask, Budget, Feedback, MemoryError, MemorySystem, MemoryUnit, Question};

use crate::beliefs::{Beliefs, Evidence};
use crate::encode::{Circumstances, Notebook, goal_ended, goal_given};
use crate::planner::{Decision, Planner, Remark, Situation};
use crate::thoughts::{Content, Thought};

/// The memory that the agent lives by.
#[derive(Component)]
pub struct Memory(pub Box<dyn MemorySystem>);

/// What the agent believes in this episode.
#[derive(Component, Default)]
pub struct Believed(pub Beliefs);

/// The planner, and how the current goal is going.
#[derive(Component)]
pub struct Mind {
    /// Chooses actions.
    pub planner: Box<dyn Planner>,
    /// The number of the episode; units carry it.
    pub episode: u32,
    /// How the episode ended, once it has.
    pub ending: Option<Ending>,
    /// Actions begun in this episode, refused ones among them.
    pub actions: u32,
}

/// How the agent ended its episode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It holds the goal to be reached, or the script to be done.
    Done,
    /// It gave up.
    GaveUp,
    /// The action budget or the time was used up.
    OutOfBudget,
}

/// What is to be asked of memory, and what was asked in this episode.
#[derive(Component, Default)]
pub struct Asking {
    /// To be asked in the next `Retrieve`.
    pub pending: Vec<Ask>,
    /// Asked already.
    pub asked: Vec<Ask>,
    /// What one recall may cost.
    pub budget: Budget,
    /// Tokens recalled in this episode.
    pub tokens: u64,
    /// Why the last recall failed, where it did. The episode ends as a crash.
    pub failed: Option<String>,
}

/// What encoding needs from one step to the next.
#[derive(Component, Default)]
pub struct Attention {
    notebook: Notebook,
    new_units: Vec<UnitId>,
    last_outcome: Option<Outcome>,
    used: Vec<UnitId>,
    stale: Vec<UnitId>,
    believed_revision: u64,
    given_told_for: Option<u32>,
    ended_told_for: Option<u32>,
}

impl Attention {
    /// The attention of one who knows of each thing what `notebook` says.
    pub fn with_notebook(notebook: Notebook) -> Self {
        Self { notebook, ..Self::default() }
    }

    /// What is known of each thing, so that only news makes a unit.
    pub fn notebook(&self) -> &Notebook {
        &self.notebook
    }

    /// The units that tell of the goal being given and of its end, each once an episode.
    fn news_of_goal(&mut self, goal: &GivenGoal, mind: &Mind, now: SimTime) -> Vec<MemoryUnit> {
        let mut units = Vec::new();
        if self.given_told_for.replace(mind.episode) != Some(mind.episode) {
            units.push(goal_given(goal, mind.episode));
        }
        if let Some(ending) = mind.ending
            && self.ended_told_for.replace(mind.episode) != Some(mind.episode)
        {
            units.push(goal_ended(goal, mind.episode, now, ending == Ending::Done));
        }
        units
    }
}

/// Set while the agent is at rest and its memory may consolidate; the system takes it back.
#[derive(Component, Default)]
pub struct Rest(pub bool);

/// Adds the mind's systems to `Step`.
pub fn add_mind(world: &mut World) {
    register_message_once::<Thought>(world);
    register_message_once::<Outcome>(world);
    add_systems_to_step(
        world,
        (
            encode_percepts.in_set(StepSystems::Encode),
            associate_new_units.in_set(StepSystems::Associate),
            recall_for_questions.in_set(StepSystems::Retrieve),
            decide.in_set(StepSystems::Plan),
            credit_used_units.in_set(StepSystems::Feedback),
            consolidate_at_rest.in_set(StepSystems::Consolidate),
        ),
    );
}

/// Gives the agent entity a mind with this memory, and with what it knows of each thing already.
pub fn add_mind_to(
    world: &mut World,
    agent: Entity,
    memory: Box<dyn MemorySystem>,
    planner: Box<dyn Planner>,
    attention: Attention,
    budget: Budget,
) {
    world.entity_mut(agent).insert((
        Memory(memory),
        Believed::default(),
        Mind { planner, episode: 0, ending: None, actions: 0 },
        Asking { budget, ..Asking::default() },
        attention,
        Rest::default(),
    ));
}

/// Begins an episode: beliefs and questions of the last one are gone, memory stays.
pub fn begin_episode(world: &mut World, agent: Entity, episode: u32, planner: Box<dyn Planner>) {
    let mut entity = world.entity_mut(agent);
    entity.insert(Believed::default());
    if let Some(mut asking) = entity.get_mut::<Asking>() {
        *asking = Asking { budget: asking.budget, ..Asking::default() };
    }
    if let Some(mut mind) = entity.get_mut::<Mind>() {
        *mind = Mind { planner, episode, ending: None, actions: 0 };
    }
    if let Some(mut attention) = entity.get_mut::<Attention>() {
        attention.last_outcome = None;
        attention.used.clear();
        attention.stale.clear();
    }
}

type Encoding<'a> = (
    &'a Agent,
    &'a Percepts,
    &'a Goal,
    &'a mut Mind,
    &'a mut Memory,
    &'a mut Attention,
    &'a mut Believed,
    &'a mut Asking,
);

/// Makes units of what was done and perceived, and takes both into beliefs.
fn encode_percepts(
    clock: Res<Clock>,
    mut outcomes: MessageReader<Outcome>,
    mut agents: Query<Encoding<'_>>,
) {
    let outcomes: Vec<Outcome> = outcomes.read().cloned().collect();
    for (agent, percepts, goal, mut mind, mut memory, mut attention, mut believed, mut asking) in
        &mut agents
    {
        let mine: Vec<Outcome> =
            outcomes.iter().filter(|outcome| outcome.agent == agent.0).cloned().collect();
        let is_new = percepts.revision != attention.believed_revision;
        let mut units = Vec::new();
        if let Some(goal) = &goal.0 {
            units.extend(attention.news_of_goal(goal, &mind, clock.now));
        }
        if mine.is_empty() && !is_new && units.is_empty() {
            continue;
        }
        let circumstances = Circumstances { episode: mind.episode, goal: goal.0.as_ref() };
        let of_percepts = attention.notebook.units_from(&mine, percepts, circumstances);
        // What came of the last action is told before how the goal ended.
        let at = if mind.ending.is_some() { 0 } else { units.len() };
        units.splice(at..at, of_percepts);
        for unit in units {
            match memory.0.record(unit) {
                Ok(id) => attention.new_units.push(id),
                Err(error) => asking.failed = Some(error.to_string()),
            }
        }
        for outcome in &mine {
            take_in(&outcome.result, &outcome.changes, outcome.ended, &mut believed.0);
        }
        if is_new {
            for deed in &percepts.deeds {
                take_in(&deed.result, &deed.changes, percepts.time, &mut believed.0);
            }
            attention.believed_revision = percepts.revision;
            believed.0.fold_percepts(percepts);
        }
        if let Some(last) = mine.into_iter().next_back() {
            if matches!(last.action, Action::GiveUp) {
                mind.ending = Some(Ending::GaveUp);
            }
            attention.last_outcome = Some(last);
        }
    }
}

/// Takes what came of an action into beliefs.
fn take_in(result: &Result<(), Refused>, changes: &[Fact], time: SimTime, beliefs: &mut Beliefs) {
    let told = match result {
        Ok(()) => changes,
        Err(refused) => &refused.cause,
    };
    for fact in told {
        beliefs.fold_fact(fact, time, Evidence::Perceived);
    }
}

fn associate_new_units(mut agents: Query<(&mut Memory, &mut Attention, &mut Asking)>) {
    for (mut memory, mut attention, mut asking) in &mut agents {
        if attention.new_units.is_empty() {
            continue;
        }
        for id in std::mem::take(&mut attention.new_units) {
            if let Err(error) = memory.0.associate(id) {
                asking.failed = Some(error.to_string());
            }
        }
    }
}

type Recalling<'a> =
    (&'a Agent, &'a Goal, &'a Percepts, &'a Memory, &'a mut Asking, &'a mut Believed);

/// Asks memory what is pending and folds the answers into beliefs.
fn recall_for_questions(
    clock: Res<Clock>,
    mut agents: Query<Recalling<'_>>,
    mut thoughts: MessageWriter<Thought>,
) {
    for (agent, goal, percepts, memory, mut asking, mut believed) in &mut agents {
        if asking.pending.is_empty() {
            continue;
        }
        for ask in std::mem::take(&mut asking.pending) {
            let question = in_situation(ask, goal, percepts, clock.now);
            match recall_into(&question, &*memory.0, &asking.budget, &mut believed.0) {
                Ok((units, tokens)) => {
                    asking.tokens += u64::from(tokens);
                    let content = Content::Recalled { ask: question.ask.clone(), units };
                    thoughts.write(Thought { agent: agent.0, time: clock.now, content });
                }
                Err(error) => asking.failed = Some(error.to_string()),
            }
            asking.asked.push(question.ask);
        }
    }
}

fn in_situation(ask: Ask, goal: &Goal, percepts: &Percepts, now: SimTime) -> Question {
    let mut question = Question::new(ask, now);
    question.goal = goal.0.as_ref().map(|goal| goal.words.clone());
    let nouns = question.nouns();
    let bears_on = |fact: &Fact| nouns.iter().any(|noun| noun.fits(fact.subject()));
    question.situation = percepts.facts().into_iter().filter(bears_on).collect();
    question
}

fn recall_into(
    question: &Question,
    memory: &dyn MemorySystem,
    budget: &Budget,
    beliefs: &mut Beliefs,
) -> Result<(Vec<memory::Recalled>, u32), MemoryError> {
    let recall = memory.recall(question, budget)?;
    beliefs.fold_recall(&recall);
    Ok((recall.units, recall.work.tokens))
}

type Deciding<'a> = (
    &'a Agent,
    &'a Percepts,
    &'a Goal,
    &'a Activity,
    &'a Believed,
    &'a mut Mind,
    &'a mut Asking,
    &'a mut Attention,
    &'a mut Intent,
);

/// Lets each agent that is free decide what to do next.
fn decide(
    clock: Res<Clock>,
    mut agents: Query<Deciding<'_>>,
    mut thoughts: MessageWriter<Thought>,
) {
    for (
        agent,
        percepts,
        goal,
        activity,
        believed,
        mut mind,
        mut asking,
        mut attention,
        mut intent,
    ) in &mut agents
    {
        let is_busy = activity.0.is_some() || intent.0.is_some() || !asking.pending.is_empty();
        if is_busy || mind.ending.is_some() || percepts.revision == 0 {
            continue;
        }
        if let Some(goal) = &goal.0
            && (mind.actions >= goal.action_budget || clock.now >= goal.until)
        {
            mind.ending = Some(Ending::OutOfBudget);
            continue;
        }
        let mut remarks = Vec::new();
        let situation = Situation {
            percepts,
            beliefs: &believed.0,
            goal: goal.0.as_ref(),
            last_outcome: attention.last_outcome.as_ref(),
            asked: &asking.asked,
        };
        let decision = mind.planner.decide(&situation, &mut remarks);
        let mut think = |content| {
            thoughts.write(Thought { agent: agent.0, time: clock.now, content });
        };
        for remark in remarks {
            match remark {
                Remark::Used(id) => note_once(&mut attention.used, id),
                Remark::Stale(id) => {
                    note_once(&mut attention.stale, id);
                    think(Content::Stale(id));
                }
                Remark::Because(words) => think(Content::Because(words)),
            }
        }
        match decision {
            Decision::Act(action) => {
                mind.actions += u32::from(action != Action::GiveUp);
                let named =
                    action.clone().try_map(|handle| percepts.noun(handle).cloned().ok_or(()));
                if let Ok(named) = named {
                    think(Content::Decided(named));
                }
                intent.0 = Some(action);
            }
            Decision::Ask(ask) => asking.pending.push(ask),
            Decision::BreakOff(reason) => asking.failed = Some(reason),
            Decision::Done => {
                think(Content::Done);
                mind.ending = Some(Ending::Done);
            }
        }
    }
}

fn note_once(ids: &mut Vec<UnitId>, id: UnitId) {
    if !ids.contains(&id) {
        ids.push(id);
    }
}

/// When the episode has ended, credits the units that the plan used, and at once blames those that
/// it went by in vain.
fn credit_used_units(clock: Res<Clock>, mut agents: Query<(&Mind, &mut Memory, &mut Attention)>) {
    for (mind, mut memory, mut attention) in &mut agents {
        let mut tell = |used: Vec<UnitId>, credit: f32| {
            if !used.is_empty() {
                memory.0.feedback(&Feedback { used, credit, now: clock.now });
            }
        };
        if !attention.stale.is_empty() {
            tell(std::mem::take(&mut attention.stale), -1.0);
        }
        match mind.ending {
            Some(Ending::Done) => tell(std::mem::take(&mut attention.used), 1.0),
            Some(Ending::GaveUp | Ending::OutOfBudget) => {
                tell(std::mem::take(&mut attention.used), -0.5);
            }
            None => {}
        }
    }
}

fn consolidate_at_rest(clock: Res<Clock>, mut agents: Query<(&Goal, &mut Memory, &mut Rest)>) {
    for (goal, mut memory, mut rest) in &mut agents {
        if rest.0 && goal.0.is_none() {
            memory.0.consolidate(clock.now);
            rest.0 = false;
        }
    }
}
