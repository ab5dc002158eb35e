//! Moves a house into a world: entities, resources, and the systems of three stages.

use base::{AgentId, Noun, ThingId};
use bevy_ecs::prelude::*;
use body::step::{add_systems_to_step, register_message_once};
use body::{Activity, Agent, Clock, Goal, Intent, Outcome, Percepts, StepSystems};
use rapier3d::math::Vector;
use scenario::checked::{Fault, Life, Person};

use crate::advance::advance;
use crate::agent::{Agents, Body, Hands, Name, Start};
use crate::crossings::Crossings;
use crate::digest::Digests;
use crate::doing::{Undertaking, act};
use crate::faults::Faults;
use crate::furnish::Blueprint;
use crate::liquid::{Coat, Ledger, Liquid, Mixture, liquid_noun};
use crate::moment::Moment;
use crate::people::are_in_the_way;
use crate::processes::refresh;
use crate::recipes::KnownRecipes;
use crate::reconcile::Drift;
use crate::rinse::Rinse;
use crate::scene::{HouseScene, Scene, SceneData};
use crate::sensing::{Attention, View, sense};
use crate::solid::yaw_towards;
use crate::spoiling::Age;
use crate::things::{Dial, Doses, Origin, Parent, Plug, ThingIndex, Things, Tops};
use crate::timeline::Timeline;

/// Who lives in a house, and what may go wrong in it.
#[derive(Debug, Clone)]
pub struct HouseOptions {
    /// What the agent is called.
    pub agent: String,
    /// Who lives there beside it. No two names are the same.
    pub others: Vec<Person>,
    /// The scenario's name: fault draws are named by it.
    pub scenario: String,
    /// The seed of the fault tape.
    pub seed: u64,
    /// What may go wrong.
    pub faults: Vec<Fault>,
}

impl HouseOptions {
    /// The options that the life asks for.
    pub fn of_life(life: &Life) -> Self {
        Self {
            agent: life.agent.clone(),
            others: life.people.clone(),
            scenario: life.scenario.clone(),
            seed: life.seed,
            faults: life.faults.clone(),
        }
    }
}

impl Default for HouseOptions {
    /// An agent called robot, and nothing goes wrong.
    fn default() -> Self {
        Self {
            agent: "robot".to_owned(),
            others: Vec::new(),
            scenario: String::new(),
            seed: 0,
            faults: Vec::new(),
        }
    }
}

/// Moves the house into the world and adds its systems to the stages `Sense`, `Act` and `Physics`.
/// Returns the agent's entity; [`crate::agent_named`] finds the others'.
///
/// # Panics
///
/// Panics where [`body::step::add_step`] has not been run on the world, where a house has been added
/// before, and where two of those who live there have the same name.
pub fn add_house(world: &mut World, scene: &Scene, options: &HouseOptions) -> Entity {
    assert!(world.get_resource::<HouseScene>().is_none(), "one house, one world");
    register_message_once::<Outcome>(world);
    register_message_once::<Drift>(world);
    add_systems_to_step(
        world,
        (
            sense.in_set(StepSystems::Sense),
            act.in_set(StepSystems::Act),
            advance.in_set(StepSystems::Physics),
        ),
    );
    settle_in(world, scene, options)
}

/// Fills the world with the things of the house and its people as they are before the first day,
/// in place of those of the house that it has: the same as a new world, but quicker.
///
/// The clock stays as it is.
///
/// # Panics
///
/// Panics where the world has had no house.
pub fn reset(world: &mut World, scene: &Scene, options: &HouseOptions) -> Entity {
    let entities = std::mem::take(&mut world.resource_mut::<ThingIndex>().0);
    for entity in entities {
        world.despawn(entity);
    }
    for agent in Agents::of(world) {
        world.despawn(agent);
    }
    // Nobody asks what was removed, and the world would remember it for ever.
    world.clear_trackers();
    drop_messages(world);
    settle_in(world, scene, options)
}

/// Drops messages that were written and not read: they belong to another past.
pub(crate) fn drop_messages(world: &mut World) {
    world.resource_mut::<Messages<Outcome>>().clear();
    world.resource_mut::<Messages<Drift>>().clear();
}

fn settle_in(world: &mut World, scene: &Scene, options: &HouseOptions) -> Entity {
    let now = world.resource::<Clock>().now;
    let data = &scene.0;
    world.insert_resource(HouseScene(data.clone()));
    world.insert_resource(Moment(now));
    world.insert_resource(Digests::default());
    world.insert_resource(Attention::default());
    world.insert_resource(Crossings::default());
    world.insert_resource(Ledger::default());
    world.insert_resource(KnownRecipes::default());
    world.insert_resource(Timeline::default());
    world.insert_resource(Faults::new(&options.scenario, options.seed, &options.faults, now.day()));
    world.insert_resource(data.physics.clone());
    let entities = data.blueprints.iter().map(|blueprint| spawn(world, blueprint, now)).collect();
    world.insert_resource(ThingIndex(entities));
    let agent = settle_people_in(world, scene, options);
    for id in world.resource::<ThingIndex>().ids() {
        if Things::of(world).person(id).is_none() {
            refresh(world, id);
        }
    }
    crate::day::stand_at_start(world);
    agent
}

/// Spawns all who live here, in the order of their names. Returns the agent's entity.
fn settle_people_in(world: &mut World, scene: &Scene, options: &HouseOptions) -> Entity {
    let data = &scene.0;
    let mut people: Vec<(Noun, Option<ThingId>)> =
        options.others.iter().map(|other| (name_of(&other.name), other.at)).collect();
    people.sort();
    let name = name_of(&options.agent);
    let mut starts = vec![(name.clone(), Start { feet: data.start.0, yaw_deg: data.start.1 })];
    for (other, at) in people {
        assert!(starts.iter().all(|(known, _)| *known != other), "two are called {other}");
        let taken: Vec<[f32; 2]> = starts.iter().map(|(_, start)| start.feet).collect();
        starts.push((other, start_of(data, at, &taken)));
    }
    starts.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut spawned = Vec::new();
    let mut agent = None;
    for (number, (called, start)) in starts.into_iter().enumerate() {
        let percepts = Percepts { landmarks: data.landmarks.clone(), ..Percepts::default() };
        let is_agent = called == name;
        let entity = world
            .spawn((
                Agent(AgentId(number as u16)),
                Name(called),
                start,
                Body::standing(start.feet, start.yaw_deg),
                Hands::default(),
                View::default(),
                Undertaking::default(),
                percepts,
                Intent::default(),
                Activity::default(),
                Goal::default(),
            ))
            .id();
        spawned.push(entity);
        agent = agent.or(is_agent.then_some(entity));
    }
    crate::people::show_to_one_another(world, &spawned);
    world.insert_resource(Agents(spawned));
    agent.expect("the agent is one of those who live here")
}

/// Where one begins a day who stands at the landmark, or near the agent's own place: not in the way of
/// those who stand there already, where there is room.
fn start_of(data: &SceneData, at: Option<ThingId>, taken: &[[f32; 2]]) -> Start {
    let is_clear = |place: [f32; 2]| !taken.iter().any(|other| are_in_the_way(place, *other));
    let landmark = at.and_then(|id| Some((id, data.standing.get(id.0 as usize)?)));
    let candidates: Vec<[f32; 2]> = match landmark {
        Some((_, cells)) => cells.iter().map(|cell| data.nav.center(*cell)).collect(),
        None => data.nav.places_around(data.start.0),
    };
    let feet = candidates.iter().copied().find(|place| is_clear(*place));
    let feet = feet.or(candidates.first().copied()).unwrap_or(data.start.0);
    let yaw_deg = landmark.map_or(data.start.1, |(id, _)| {
        let center = data.blueprints[id.0 as usize].pose.frame.translation;
        yaw_towards(Vector::new(center.x - feet[0], 0.0, center.z - feet[1]))
    });
    Start { feet, yaw_deg }
}

/// The agent's name as a noun. A name of several words is hyphenated.
fn name_of(agent: &str) -> Noun {
    agent
        .trim()
        .replace(char::is_whitespace, "-")
        .parse()
        .unwrap_or_else(|_| Noun::new("agent", &[]))
}

fn spawn(world: &mut World, blueprint: &Blueprint, now: base::SimTime) -> Entity {
    let mut entity = world.spawn((
        blueprint.thing.clone(),
        blueprint.size,
        Tops(blueprint.tops.clone()),
        blueprint.pose,
        blueprint.parent,
        blueprint.contents.clone(),
        blueprint.became,
    ));
    if let Some(openable) = blueprint.openable {
        entity.insert(openable);
    }
    if let Some(switch) = blueprint.switch {
        entity.insert(switch);
    }
    if let Some(edge) = blueprint.edge {
        entity.insert(edge);
    }
    if let Some(warmth) = blueprint.warmth(now) {
        entity.insert(warmth);
    }
    let kind = &blueprint.thing.kind;
    if blueprint.thing.landmark.is_none() {
        entity.insert(Origin(Parent::None));
        if kind.spoils_after_h.is_some() {
            entity.insert(Age { since: now, ..Age::default() });
        }
        if kind.washable || kind.capacity_ml.is_some() {
            entity.insert(Rinse::default());
        }
        if let Some(capacity) = kind.capacity_ml {
            entity.insert(Liquid(match &kind.full_of {
                Some(liquid) if blueprint.inside.is_empty() => {
                    Mixture::of_one(&liquid_noun(liquid), capacity)
                }
                _ => blueprint.inside.clone(),
            }));
        }
    }
    if kind.can_be_covered() {
        entity.insert(Coat(blueprint.coat.clone()));
    }
    if let Some(levels) = kind.levels {
        let is_on = blueprint.switch.is_some_and(|switch| switch.running);
        entity.insert(Dial(if is_on { levels } else { 0 }));
    }
    if let Some(doses) = blueprint.doses {
        entity.insert(Doses(doses));
    }
    if let Some(plugged) = blueprint.plugged {
        entity.insert(Plug(plugged));
    }
    entity.id()
}
