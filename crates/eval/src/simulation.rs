//! A house and a mind in one world, run episode by episode.

use base::{AgentId, Condition, Digest, Noun, Relation, SimTime};
use baselines::Nothing;
use bevy_ecs::message::{Message, MessageCursor, Messages};
use bevy_ecs::prelude::*;
use body::step::add_step;
use body::{Activity, Agent, Clock, Deed, GivenGoal, Goal, Outcome, Percepts, Step};
use house::{Drift, HouseOptions, Name, Parent, Scene, SceneError, Snapshot};
use memory::{Budget, MemorySystem};
use mind::encode::Notebook;
use mind::{
    Asking, Attention, Beliefs, Believed, Ending, Memory, Mind, ModelReport, Planner, Rest,
    ScriptPlanner, Thought, add_mind, add_mind_to, begin_episode,
};
use scenario::checked::{Day, Life};

use crate::goal_watch::GoalWatch;
use crate::oracle::true_beliefs;
use crate::trace::{Event, Trace};
use crate::truth::{TrueThing, Truth};
use crate::watch::{Moment, Watcher};

/// The longest that an episode without a goal may last, ticks: a day.
const LONGEST_EPISODE: u64 = base::time::TICKS_PER_DAY;
/// How long before midnight a day without a goal ends at the latest, ticks: a minute, for the last steps.
const LAST_STEPS: u64 = 600;

/// A house as it has been lived in, from which several minds can go on.
#[derive(Clone)]
pub struct Lived {
    scene: Scene,
    options: HouseOptions,
    now: SimTime,
    snapshot: Option<Snapshot>,
}

impl Lived {
    /// The house of a life before its first day.
    pub fn begin(life: &Life) -> Result<Self, SceneError> {
        Ok(Self {
            scene: Scene::build(&life.home)?,
            options: HouseOptions::of_life(life),
            now: SimTime::default(),
            snapshot: None,
        })
    }
}

/// A house and a mind in one world.
pub struct Simulation {
    world: World,
    agent: Entity,
    number: AgentId,
    /// Who lives there beside the agent, and does what the days say.
    others: Vec<(Entity, Noun)>,
    scene: Scene,
    options: HouseOptions,
    outcomes: MessageCursor<Outcome>,
    thoughts: MessageCursor<Thought>,
    drifts: MessageCursor<Drift>,
    last_revision: u64,
    goal: Option<GoalWatch>,
    watcher: Option<Watcher>,
    is_stopped: bool,
}

impl Simulation {
    /// A world that goes on from `lived`, with a mind that has this memory and knows of each thing
    /// what the notebook says.
    pub fn from(
        lived: &Lived,
        memory: Box<dyn MemorySystem>,
        notebook: Notebook,
        budget: Budget,
        shuffle_seed: Option<u64>,
    ) -> Self {
        let mut world = World::new();
        add_step(&mut world, lived.now, shuffle_seed);
        let agent = house::add_house(&mut world, &lived.scene, &lived.options);
        if let Some(snapshot) = &lived.snapshot {
            house::restore(snapshot, &mut world);
        }
        add_mind(&mut world);
        let idle = Box::new(ScriptPlanner::new([]));
        let attention = Attention::with_notebook(notebook);
        add_mind_to(&mut world, agent, memory, idle, attention, budget);
        let number = world.get::<Agent>(agent).expect("an agent has a number").0;
        let others = others_of(&world, agent);
        for (other, _) in &others {
            let idle = Box::new(ScriptPlanner::new([]));
            let nothing = Box::new(Nothing::new());
            add_mind_to(&mut world, *other, nothing, idle, Attention::default(), budget);
        }
        Self {
            number,
            others,
            outcomes: cursor_at_end(&world),
            thoughts: cursor_at_end(&world),
            drifts: cursor_at_end(&world),
            last_revision: world.get::<Percepts>(agent).map_or(0, |percepts| percepts.revision),
            scene: lived.scene.clone(),
            options: lived.options.clone(),
            watcher: None,
            is_stopped: false,
            world,
            agent,
            goal: None,
        }
    }

    /// Lets somebody look on from now on.
    pub fn be_watched(&mut self, watcher: Watcher) {
        self.watcher = Some(watcher);
    }

    /// Whether who looks on has had enough.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The world, for views of it.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The home that the world is built from.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The house as it is now, for other minds to go on from.
    pub fn lived(&self) -> Lived {
        Lived {
            scene: self.scene.clone(),
            options: self.options.clone(),
            now: self.now(),
            snapshot: Some(house::snapshot(&self.world)),
        }
    }

    /// Now.
    pub fn now(&self) -> SimTime {
        self.world.resource::<Clock>().now
    }

    /// The agent's entity.
    pub fn agent(&self) -> Entity {
        self.agent
    }

    /// Begins the day, at rest; others begin to do what the day says, knowing what is so. Returns its
    /// beginning.
    pub fn begin_day(&mut self, day: &Day) -> SimTime {
        let start = u64::from(day.start_second);
        house::begin_day(&mut self.world, day.number, start, &day.timeline);
        for (other, name) in &self.others {
            let script = day.meanwhile.iter().find(|(who, _)| who == name.as_str());
            let script = script.map(|(_, script)| script.clone()).unwrap_or_default();
            begin_episode(
                &mut self.world,
                *other,
                day.number,
                Box::new(ScriptPlanner::new(script)),
            );
            let beliefs = true_beliefs(&self.truth(), self.now());
            self.world.entity_mut(*other).insert(Believed(beliefs));
        }
        self.now()
    }

    /// Begins an episode with this number; the beliefs of the last one are gone.
    pub fn begin_episode(
        &mut self,
        number: u32,
        goal: Option<GivenGoal>,
        planner: Box<dyn Planner>,
    ) {
        begin_episode(&mut self.world, self.agent, number, planner);
        self.goal = goal.as_ref().map(|goal| GoalWatch::new(&goal.condition, goal.given));
        self.world.entity_mut(self.agent).insert(Goal(goal));
    }

    /// Tells the agent what to believe.
    pub fn tell_beliefs(&mut self, beliefs: Beliefs) {
        self.world.entity_mut(self.agent).insert(Believed(beliefs));
    }

    /// Runs until the agent ends the episode, and one step more so that it takes in how it ended.
    pub fn run_episode(&mut self) -> Trace {
        let mut trace = Trace { began: self.now(), ..Trace::default() };
        let mut latest = self.now() + LONGEST_EPISODE;
        if self.goal.is_none() {
            // What others are at ends with the day, at the latest.
            let midnight = SimTime::of_day(self.now().day() + 1, 0);
            latest = latest.min(SimTime(midnight.0.saturating_sub(LAST_STEPS)));
        }
        loop {
            self.step(&mut trace);
            if self.is_stopped {
                trace.broke_off = Some("who looked on had seen enough".to_owned());
                break;
            }
            if let Some(reason) = self.asking().failed.clone() {
                trace.broke_off = Some(reason);
                break;
            }
            let is_over =
                self.goal.is_some() || self.others.iter().all(|(other, _)| self.is_done(*other));
            if let Some(ending) = self.mind().ending.filter(|_| is_over) {
                trace.ending = Some(ending);
                break;
            }
            if self.now() >= latest {
                self.end_all();
            }
            self.skip_while_busy();
        }
        trace.ended = self.now();
        self.step(&mut trace);
        self.world.entity_mut(self.agent).insert(Goal(None));
        trace
    }

    /// Lets the agent rest, so that its memory consolidates.
    pub fn rest(&mut self) {
        self.world.entity_mut(self.agent).insert(Rest(true));
        self.step(&mut Trace::default());
    }

    fn step(&mut self, trace: &mut Trace) {
        let known = trace.events.len();
        self.world.run_schedule(Step);
        self.collect(trace);
        if let Some(watch) = self.goal.as_mut().filter(|watch| !watch.is_idle()) {
            let now = self.world.resource::<Clock>().now;
            watch.note(now, house::truth(&self.world));
        }
        if let Some(watcher) = &self.watcher {
            let events = &trace.events[known..];
            let (world, scene, agent) = (&self.world, &self.scene, self.agent);
            let seen = watcher.borrow_mut().look_on(&Moment { world, scene, agent, events });
            self.is_stopped |= seen.is_break();
        }
    }

    /// Whether somebody has done all there was to do.
    fn is_done(&self, agent: Entity) -> bool {
        self.world.get::<Mind>(agent).is_none_or(|mind| mind.ending.is_some())
    }

    fn end_all(&mut self) {
        for agent in self.everybody() {
            if let Some(mut mind) = self.world.get_mut::<Mind>(agent) {
                mind.ending.get_or_insert(Ending::OutOfBudget);
            }
        }
    }

    fn everybody(&self) -> Vec<Entity> {
        std::iter::once(self.agent).chain(self.others.iter().map(|(other, _)| *other)).collect()
    }

    /// While everybody is busy or done and nothing new is perceived, time jumps to what comes next.
    fn skip_while_busy(&mut self) {
        let is_busy =
            |agent: &Entity| self.world.get::<Activity>(*agent).is_some_and(|a| a.0.is_some());
        let everybody = self.everybody();
        let nobody_decides = everybody.iter().all(|agent| is_busy(agent) || self.is_done(*agent));
        let may_skip = nobody_decides && everybody.iter().any(is_busy);
        if let (true, Some(next)) = (may_skip, house::next_event(&self.world))
            && next > self.now() + 1
        {
            house::skip_to(&mut self.world, next);
        }
    }

    /// Takes down what this step brought, in the order of the stages.
    fn collect(&mut self, trace: &mut Trace) {
        let now = self.now();
        let percepts = self.world.get::<Percepts>(self.agent).expect("an agent perceives");
        if percepts.revision != self.last_revision {
            self.last_revision = percepts.revision;
            let time = percepts.time;
            let heard = percepts.heard.iter().map(|heard| Event::Heard(time, heard.words.clone()));
            trace.events.extend(heard);
            let noticed =
                percepts.noticed.iter().map(|fact| Event::Noticed(time, fact.to_string()));
            trace.events.extend(noticed);
            let deeds = percepts.deeds.iter();
            trace.events.extend(deeds.map(|deed| Event::Watched(time, watched_in_words(deed))));
        }
        let number = self.number;
        let thoughts = self.thoughts.read(self.world.resource::<Messages<Thought>>());
        let own = thoughts.filter(|thought| thought.agent == number);
        trace.events.extend(own.cloned().map(Event::Thought));
        let outcomes = self.outcomes.read(self.world.resource::<Messages<Outcome>>());
        let own = outcomes.filter(|outcome| outcome.agent == number);
        trace.events.extend(own.cloned().map(Event::Outcome));
        let drifts = self.world.resource::<Messages<Drift>>();
        let words = |drift: &Drift| Event::Drift(now, format!("{}: {}", drift.thing, drift.what));
        trace.events.extend(self.drifts.read(drifts).map(words));
    }

    fn mind(&self) -> &Mind {
        self.world.get::<Mind>(self.agent).expect("the agent was given a mind")
    }

    fn asking(&self) -> &Asking {
        self.world.get::<Asking>(self.agent).expect("the agent was given a mind")
    }

    /// Tokens recalled in this episode.
    pub fn tokens(&self) -> u64 {
        self.asking().tokens
    }

    /// What the planner asked of a language model in this episode; none for planners without one.
    pub fn model_report(&self) -> Option<&ModelReport> {
        self.mind().planner.model_report()
    }

    /// The agent's memory.
    pub fn memory(&self) -> &dyn MemorySystem {
        &*self.world.get::<Memory>(self.agent).expect("the agent was given a mind").0
    }

    /// What the agent knows of each thing.
    pub fn notebook(&self) -> Notebook {
        let attention = self.world.get::<Attention>(self.agent);
        attention.expect("the agent was given a mind").notebook().clone()
    }

    /// Whether the condition truly holds now.
    pub fn holds(&self, condition: &Condition) -> bool {
        house::holds(&self.world, condition)
    }

    /// Whether the goal of the episode holds, with all that was so on the way.
    pub fn goal_holds(&self) -> bool {
        self.goal.as_ref().is_none_or(|watch| watch.holds(house::truth(&self.world)))
    }

    /// The share of the condition's parts that truly hold now.
    pub fn goal_rate(&self, condition: &Condition) -> f64 {
        f64::from(house::truth(&self.world).share(condition))
    }

    /// What is truly missing from the condition now, a sentence for each part.
    pub fn missing(&self, condition: &Condition) -> Vec<String> {
        house::truth(&self.world).missing(condition)
    }

    /// The fingerprint of the world.
    pub fn world_digest(&mut self) -> Digest {
        house::world_digest(&mut self.world)
    }

    /// The truth, in nouns.
    pub fn truth(&self) -> Truth {
        let truth = house::truth(&self.world);
        let things = self
            .scene
            .home()
            .things
            .iter()
            .filter(|thing| thing.part_of.is_none() || truth.parent(thing.id) != Parent::Gone)
            .map(|thing| TrueThing {
                noun: thing.noun.clone(),
                kind: thing.kind.clone(),
                parent: match truth.parent(thing.id) {
                    Parent::None => truth
                        .over(thing.id)
                        .first()
                        .map(|over| (Relation::Under, truth.thing(*over).noun.clone())),
                    Parent::Gone => None,
                    Parent::At(relation, id) => Some((relation, truth.thing(id).noun.clone())),
                    Parent::Hand(..) => {
                        let holder = truth.holder(thing.id).cloned();
                        holder.map(|holder| (Relation::HeldBy, holder))
                    }
                },
                states: truth.states(thing.id).into_iter().collect(),
                portions: portions_of(truth, thing.id),
                controls: thing.controls.map(|id| truth.thing(id).noun.clone()),
                is_hidden: truth.closed_around(thing.id).is_some(),
            })
            .collect();
        Truth { things }
    }
}

/// Who lives in the house beside the agent, in the order of their names.
fn others_of(world: &World, agent: Entity) -> Vec<(Entity, Noun)> {
    let name = |other: &Entity| world.get::<Name>(*other).map(|name| (*other, name.0.clone()));
    house::agents(world).iter().filter(|other| **other != agent).filter_map(name).collect()
}

/// What somebody was seen to do, in words.
fn watched_in_words(deed: &Deed) -> String {
    let told = deed.action.told_by(&deed.who.words());
    match &deed.result {
        Ok(()) => told,
        Err(refused) => format!("{told}, in vain: {}", refused.refusal),
    }
}

fn portions_of(truth: house::Truth<'_>, id: base::ThingId) -> Vec<(Relation, Noun, u32)> {
    let inside = truth.liquid(id).into_iter().flat_map(house::Mixture::iter);
    let on = truth.coat(id).into_iter().flat_map(house::Mixture::iter);
    let inside = inside.map(|(what, ml)| (Relation::In, what.clone(), ml));
    inside.chain(on.map(|(what, ml)| (Relation::On, what.clone(), ml))).collect()
}

fn cursor_at_end<M: Message>(world: &World) -> MessageCursor<M> {
    world.resource::<Messages<M>>().get_cursor_current()
}
