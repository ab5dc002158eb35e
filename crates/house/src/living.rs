//! Moves a house into a world: entities, resources, and the systems of three stages.

use base::{AgentId, Noun};
use bevy_ecs::prelude::*;
use body::step::{add_systems_to_step, register_message_once};
use body::{Activity, Agent, Clock, Goal, Intent, Outcome, Percepts, StepSystems};
use scenario::checked::{Fault, Life};

use crate::advance::advance;
use crate::agent::{Body, Hands, Name, TheAgent};
use crate::crossings::Crossings;
use crate::digest::Digests;
use crate::doing::{Undertaking, act};
use crate::faults::Faults;
use crate::furnish::Blueprint;
use crate::liquid::{Coat, Ledger, Liquid, Mixture, liquid_noun};
use crate::moment::Moment;
use crate::processes::refresh;
use crate::recipes::KnownRecipes;
use crate::reconcile::Drift;
use crate::rinse::Rinse;
use crate::scene::{HouseScene, Scene};
use crate::sensing::{Attention, View, sense};
use crate::spoiling::Age;
use crate::things::{Dial, Doses, Origin, Parent, Plug, ThingIndex, Tops};
use crate::timeline::Timeline;

/// Who lives in a house, and what may go wrong in it.
#[derive(Debug, Clone)]
pub struct HouseOptions {
    /// What the agent is called.
    pub agent: String,
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
            scenario: life.scenario.clone(),
            seed: life.seed,
            faults: life.faults.clone(),
        }
    }
}

impl Default for HouseOptions {
    /// An agent called robot, and nothing goes wrong.
    fn default() -> Self {
        Self { agent: "robot".to_owned(), scenario: String::new(), seed: 0, faults: Vec::new() }
    }
}

/// Moves the house into the world and adds its systems to the stages `Sense`, `Act` and `Physics`.
/// Returns the agent's entity.
///
/// # Panics
///
/// Panics where [`body::step::add_step`] has not been run on the world, or where a house has been
/// added before.
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

/// Fills the world with the things of the house and its agent as they are before the first day,
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
    let agent = world.resource::<TheAgent>().0;
    world.despawn(agent);
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
    let (feet, yaw_deg) = data.start;
    let percepts = Percepts { landmarks: data.landmarks.clone(), ..Percepts::default() };
    let agent = world
        .spawn((
            Agent(AgentId(0)),
            Name(name_of(&options.agent)),
            Body::standing(feet, yaw_deg),
            Hands::default(),
            View::default(),
            Undertaking::default(),
            percepts,
            Intent::default(),
            Activity::default(),
            Goal::default(),
        ))
        .id();
    world.insert_resource(TheAgent(agent));
    for id in world.resource::<ThingIndex>().ids() {
        refresh(world, id);
    }
    crate::day::stand_at_start(world);
    agent
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
