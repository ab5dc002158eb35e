//! Begins and ends what the agent does.
//!
//! The stage `Act` takes the intent: what can be done is under way from then on; what cannot be
//! done is refused and costs a second. The stage `Physics` lets the effects take place in the last
//! tick of the action, so that the next step's percepts show them. An outcome tells of either.

use base::time::ticks_for_seconds;
use base::{Action, ActionKind, Fact, Handle, Noun, Refusal, SimTime, ThingId};
use bevy_ecs::prelude::*;
use body::doing::Ongoing;
use body::{Activity, Deed, Intent, Outcome, Percepts, Refused};
use rapier3d::math::Vector;

use crate::actions::{self, Proof, REFUSAL_S};
use crate::agent::{Agents, Body, Name, Site};
use crate::faults::Faults;
use crate::moment::Moment;
use crate::moving::carry;
use crate::people::{self, Figure, in_turn};
use crate::reach::{Lies, REACH_M, goal_of};
use crate::seeing::Seeing;
use crate::sensing::{Attention, attend, is_salient, number_of, thing_at};
use crate::walking::{LOOK_EVERY_TICKS, Walk};

/// What the house knows of the action under way.
#[derive(Component, Debug, Clone, Default, PartialEq)]
pub(crate) struct Undertaking(pub(crate) Option<Underway>);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Underway {
    /// What was meant, in nouns.
    told: Action<Noun>,
    /// What is done, or why it is not.
    task: Result<Action<ThingId>, Refused>,
    walk: Option<Walk>,
    /// The percepts when it was begun: what is told in later ones interrupts a wait.
    revision: u64,
}

impl Undertaking {
    /// Where the body is walking to, if it walks.
    pub(crate) fn destination(&self) -> Option<[f32; 2]> {
        let underway = self.0.as_ref().filter(|underway| underway.task.is_ok())?;
        Some(underway.walk.as_ref()?.destination())
    }
}

/// Whether one who looks on sees that somebody does this: not that somebody looks or waits. What is
/// said is heard.
const fn can_be_watched(kind: ActionKind) -> bool {
    !matches!(
        kind,
        ActionKind::Go
            | ActionKind::Look
            | ActionKind::Wait
            | ActionKind::GiveUp
            | ActionKind::Say
            | ActionKind::Ask
    )
}

/// Whether the agent could begin the action now, faults aside.
///
/// Reads the truth, so it is for tests and the evaluation and never for an agent.
pub fn can(world: &World, agent: Entity, action: &Action<Handle>) -> Result<(), Refusal> {
    if world.get::<Activity>(agent).is_some_and(|activity| activity.0.is_some()) {
        return Err(Refusal::Busy);
    }
    let site = Site::of(world, agent);
    let action = resolve(&site, action).map_err(|refused| refused.refusal)?;
    actions::check(&site, &action).map(|_| ()).map_err(|refused| refused.refusal)
}

/// The action over things; refused where one is not perceived.
fn resolve(site: &Site<'_>, action: &Action<Handle>) -> Result<Action<ThingId>, Refused> {
    let not_perceived = || Refused { refusal: Refusal::NotPerceived, cause: Vec::new() };
    action.clone().try_map(|handle| thing_at(site, handle).ok_or_else(not_perceived))
}

/// The action in nouns, as it is remembered. A handle that stands for nothing is a `thing`.
fn tell(site: &Site<'_>, percepts: &Percepts, action: &Action<Handle>) -> Action<Noun> {
    action.clone().map(|handle| match thing_at(site, handle) {
        Some(id) => site.things.noun(id).clone(),
        None => percepts.noun(handle).cloned().unwrap_or_else(|| Noun::new("thing", &[])),
    })
}

/// Takes everybody's intents, and ends waits that something breaks in on.
pub(crate) fn act(world: &mut World) {
    let now = world.resource::<Moment>().0;
    for agent in in_turn(world, now) {
        act_as(world, agent);
    }
}

fn act_as(world: &mut World, agent: Entity) {
    interrupt_wait(world, agent);
    if world.get::<Intent>(agent).is_none_or(|intent| intent.0.is_none()) {
        return;
    }
    let intent = world.get_mut::<Intent>(agent).and_then(|mut intent| intent.0.take());
    let Some(action) = intent else { return };
    if world.get::<Activity>(agent).is_some_and(|activity| activity.0.is_some()) {
        refuse_as_busy(world, agent, &action);
    } else {
        begin(world, agent, action);
    }
}

fn interrupt_wait(world: &mut World, agent: Entity) {
    let waits = world
        .get::<Activity>(agent)
        .and_then(|activity| activity.0.as_ref())
        .is_some_and(|ongoing| matches!(ongoing.action, Action::Wait(_)));
    if !waits {
        return;
    }
    let percepts = world.get::<Percepts>(agent).expect("the agent perceives");
    let undertaking = world.get::<Undertaking>(agent).expect("the agent has one");
    let began = undertaking.0.as_ref().map_or(0, |underway| underway.revision);
    if percepts.revision > began && is_salient(percepts) {
        let now = world.resource::<Moment>().0;
        finish(world, agent, now);
    }
}

fn refuse_as_busy(world: &mut World, agent: Entity, action: &Action<Handle>) {
    let site = Site::of(world, agent);
    let percepts = world.get::<Percepts>(agent).expect("the agent perceives");
    let now = world.resource::<Moment>().0;
    let outcome = Outcome {
        agent: site.agent,
        action: tell(&site, percepts, action),
        started: now,
        ended: now,
        result: Err(Refused { refusal: Refusal::Busy, cause: Vec::new() }),
        changes: Vec::new(),
    };
    world.write_message(outcome);
}

fn begin(world: &mut World, agent: Entity, action: Action<Handle>) {
    let started = world.resource::<Moment>().0;
    let site = Site::of(world, agent);
    let percepts = world.get::<Percepts>(agent).expect("the agent perceives");
    let (told, revision) = (tell(&site, percepts, &action), percepts.revision);
    let mut task = resolve(&site, &action);
    let mut walk = None;
    let mut ticks = ticks_for_seconds(REFUSAL_S);
    let mut chance = None;
    if let Ok(resolved) = &task {
        match actions::check(&site, resolved) {
            Ok(proof) => {
                chance = actions::chance(&site, resolved);
                if let Proof::Go(goal) = &proof {
                    walk = Some(plan_walk(&site, goal));
                }
                ticks = duration(resolved, walk.as_ref());
            }
            Err(refused) => task = Err(refused),
        }
    }
    if let Some((kind, thing, refusal)) = chance {
        let noun = site.things.noun(thing).clone();
        if world.resource_mut::<Faults>().befalls(kind, thing, &noun) {
            task = Err(Refused { refusal, cause: Vec::new() });
            ticks = ticks_for_seconds(REFUSAL_S);
        }
    }
    let ongoing = Ongoing { action, started, ends: started + ticks };
    world.get_mut::<Activity>(agent).expect("the agent has an activity").0 = Some(ongoing);
    let underway = Underway { told, task, walk, revision };
    world.get_mut::<Undertaking>(agent).expect("the agent has one").0 = Some(underway);
}

fn duration(action: &Action<ThingId>, walk: Option<&Walk>) -> u64 {
    match (action, walk) {
        (_, Some(walk)) => walk.ticks(),
        (Action::Wait(seconds), _) => (u64::from(*seconds) * base::time::TICKS_PER_SECOND).max(1),
        _ => ticks_for_seconds(action.kind().entry().seconds.unwrap_or(REFUSAL_S)),
    }
}

fn plan_walk(site: &Site<'_>, goal: &actions::go::CanGo) -> Walk {
    let solid = goal_of(site.things, goal.to);
    let feet = site.body.feet;
    if goal.cells.is_empty() {
        return Walk::new(feet, site.body.yaw_deg, Vec::new(), site.body.eye());
    }
    let center = solid.center();
    let extent = solid.extent();
    let farthest = Vector::new(extent.x, 0.0, extent.z).length() + REACH_M;
    let corners = site
        .scene
        .nav
        .way(feet, [center.x, center.z], farthest, |cell| goal.cells.binary_search(&cell).is_ok())
        .expect("checked: the goal is in the body's part of the floor");
    Walk::new(feet, site.body.yaw_deg, corners, center)
}

/// Moves walking bodies to where they are at the moment of the world.
pub(crate) fn walk_on(world: &mut World) {
    for agent in Agents::of(world) {
        walk_on_as(world, agent);
    }
}

fn walk_on_as(world: &mut World, agent: Entity) {
    let undertaking =
        world.get::<Undertaking>(agent).and_then(|undertaking| undertaking.0.as_ref());
    let Some(walk) = undertaking.and_then(|underway| underway.walk.as_ref()) else { return };
    if undertaking.is_some_and(|underway| underway.task.is_err()) {
        return;
    }
    let now = world.resource::<Moment>().0;
    let ongoing = world.get::<Activity>(agent).and_then(|activity| activity.0.as_ref());
    let since = now.ticks_since(ongoing.expect("what is under way is an activity").started);
    let (feet, yaw_deg) = walk.after(since);
    let mut body = world.get_mut::<Body>(agent).expect("the agent has a body");
    if body.feet != feet || yaw_deg.is_some_and(|yaw_deg| yaw_deg != body.yaw_deg) {
        body.feet = feet;
        body.standing_at = None;
        if let Some(yaw_deg) = yaw_deg {
            body.look_ahead(yaw_deg);
        }
        follow_hands(world, agent);
    }
    if since.is_multiple_of(LOOK_EVERY_TICKS) {
        attend(world, agent);
    }
}

/// Brings what is in the hands to where the hands are.
pub(crate) fn follow_hands(world: &mut World, agent: Entity) {
    let site = Site::of(world, agent);
    let held = [0_u8, 1]
        .map(|hand| site.hands.0[usize::from(hand)].map(|thing| (thing, site.body.hand(hand))));
    // What takes both hands is where the right one is.
    let [right, left] = held;
    let left = left.filter(|(thing, _)| right.is_none_or(|(other, _)| other != *thing));
    for (thing, frame) in [right, left].into_iter().flatten() {
        carry(world, thing, frame);
    }
}

/// Ends the actions under way whose time is up: those begun earlier first, see [`in_turn`].
pub(crate) fn finish_due(world: &mut World) {
    let now = world.resource::<Moment>().0;
    let is_due = |agent: &Entity| {
        let ongoing = world.get::<Activity>(*agent)?.0.as_ref()?;
        (ongoing.ends <= now).then_some((ongoing.started, *agent))
    };
    if !Agents::of(world).iter().any(|agent| is_due(agent).is_some()) {
        return;
    }
    let mut due: Vec<(SimTime, Entity)> = in_turn(world, now).iter().filter_map(is_due).collect();
    due.sort_by_key(|(started, _)| *started);
    for (_, agent) in due {
        finish(world, agent, now);
    }
}

fn finish(world: &mut World, agent: Entity, now: SimTime) {
    let ongoing = world.get_mut::<Activity>(agent).and_then(|mut activity| activity.0.take());
    let underway =
        world.get_mut::<Undertaking>(agent).and_then(|mut undertaking| undertaking.0.take());
    let (Some(ongoing), Some(underway)) = (ongoing, underway) else { return };
    let done = underway.task.and_then(|action| commit(world, agent, &action));
    let (result, changes) = match done {
        Ok(changes) => (Ok(()), changes),
        Err(refused) => (Err(refused), Vec::new()),
    };
    attend(world, agent);
    let number = number_of(world, agent);
    world.resource_mut::<Attention>().of(number).own_changes.extend(changes.iter().cloned());
    let outcome = Outcome {
        agent: Site::of(world, agent).agent,
        action: underway.told,
        started: ongoing.started,
        ended: now,
        result,
        changes,
    };
    show(world, agent, &outcome);
    world.write_message(outcome);
}

/// Lets those who look on see what the agent has done, or tried to.
fn show(world: &mut World, agent: Entity, outcome: &Outcome) {
    let Some(figure) = world.get::<Figure>(agent).map(|figure| figure.0) else { return };
    if !can_be_watched(outcome.action.kind()) {
        return;
    }
    let who = world.get::<Name>(agent).expect("an agent has a name").0.clone();
    people::follow_bodies(world);
    for (number, other) in Agents::of(world).into_iter().enumerate() {
        if other == agent || !Seeing::new(Site::of(world, other)).sees(figure) {
            continue;
        }
        let shows = |fact: &&Fact| !matches!(fact, Fact::Is(_, state, _) if !state.can_be_seen());
        let seen = |facts: &[Fact]| facts.iter().filter(shows).cloned().collect();
        let deed = Deed {
            who: who.clone(),
            action: outcome.action.clone(),
            started: outcome.started,
            result: outcome.result.as_ref().copied().map_err(|refused| Refused {
                refusal: refused.refusal,
                cause: seen(&refused.cause),
            }),
            changes: seen(&outcome.changes),
        };
        world.resource_mut::<Attention>().of(number).deeds.push(deed);
    }
}

/// Checks once more, and brings the effects about.
fn commit(
    world: &mut World,
    agent: Entity,
    action: &Action<ThingId>,
) -> Result<Vec<Fact>, Refused> {
    let site = Site::of(world, agent);
    let proof = actions::check(&site, action)?;
    if let Proof::Go(goal) = &proof
        && site.lies(goal.to) == Lies::TooFar
    {
        // It has been moved away meanwhile.
        return Err(Refused { refusal: Refusal::OutOfReach, cause: Vec::new() });
    }
    let changes = actions::apply(world, agent, proof);
    for holder in Agents::of(world) {
        follow_hands(world, holder);
    }
    crate::reconcile::after(world, action);
    Ok(changes)
}

/// When an action under way ends, or a walking body next looks around it.
pub(crate) fn next_event(world: &World, now: SimTime) -> Option<SimTime> {
    let agents = world.resource::<Agents>().0.iter();
    agents.filter_map(|agent| next_event_of(world, *agent, now)).min()
}

fn next_event_of(world: &World, agent: Entity, now: SimTime) -> Option<SimTime> {
    let ongoing = world.get::<Activity>(agent)?.0.as_ref()?;
    let underway = world.get::<Undertaking>(agent)?.0.as_ref()?;
    let next_look = underway.walk.as_ref().filter(|_| underway.task.is_ok()).map(|_| {
        let since = now.ticks_since(ongoing.started);
        now + (LOOK_EVERY_TICKS - since % LOOK_EVERY_TICKS)
    });
    Some(next_look.map_or(ongoing.ends, |look| look.min(ongoing.ends)))
}

/// Drops what is under way, without an outcome.
pub(crate) fn abandon(world: &mut World, agent: Entity) {
    world.get_mut::<Activity>(agent).expect("the agent has an activity").0 = None;
    world.get_mut::<Undertaking>(agent).expect("the agent has one").0 = None;
    world.get_mut::<Intent>(agent).expect("the agent has an intent").0 = None;
}
