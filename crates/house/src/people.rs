//! The people who live in a house, to one another.
//!
//! Where more than one lives in a house, each of them is also a thing, a figure: others see it, go to
//! it and hand it things, as they do with any other. Nobody sees their own. People make way: nobody is
//! stopped on the way by another, but no two stand in the same place.
//!
//! **Who comes first.** What several intend in one step is begun together, each checked against the same
//! world; only a place that somebody has set out for is taken already. Effects come about when their time is over, one after the other: what was begun earlier first;
//! of what was begun at once, the one who drew the better lot at that moment. A lot is drawn from a stream
//! named by scenario, moment and name, so neither the order in which people are listed nor their numbers
//! favour anybody. Each is checked once more when its turn comes, so whoever comes second is refused what
//! the first has changed.

use std::sync::Arc;

use base::{SimTime, ThingId};
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;
use scenario::checked::Kind;

use crate::agent::{Agents, Body, Name, Posture, Site};
use crate::digest::note_moved;
use crate::doing::Undertaking;
use crate::faults::Faults;
use crate::nav::RADIUS_M;
use crate::solid::{Frame, upright};
use crate::things::{Became, Contents, Parent, Pose, Size, Thing, ThingIndex, Things, Tops};

/// The agent whom a figure shows. On the figure.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Person(pub(crate) Entity);

/// What others see of an agent. On the agent.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Figure(pub(crate) ThingId);

/// A figure: width, height and depth, metres; nobody can carry it.
const SIZE_M: [f32; 3] = [0.45, 1.7, 0.3];
const SITTING_M: f32 = 1.3;
const LYING_M: f32 = 0.5;
const MASS_KG: f32 = 70.0;

/// Gives each of the agents a figure, where there are several. They are in order of their numbers.
pub(crate) fn show_to_one_another(world: &mut World, agents: &[Entity]) {
    if agents.len() < 2 {
        return;
    }
    let kind = Arc::new(Kind {
        name: "person".to_owned(),
        size: SIZE_M,
        mass_kg: MASS_KG,
        fixed: true,
        ..Kind::default()
    });
    for agent in agents {
        let id = ThingId(world.resource::<ThingIndex>().len() as u32);
        let noun = world.get::<Name>(*agent).expect("an agent has a name").0.clone();
        let body = world.get::<Body>(*agent).expect("an agent has a body");
        let thing =
            Thing { id, noun, kind: kind.clone(), controls: None, part_of: None, landmark: None };
        let pose = Pose { frame: frame_of(body), in_parent: None };
        let figure = world
            .spawn((
                thing,
                Size(SIZE_M),
                Tops(Arc::new([])),
                pose,
                Parent::None,
                Contents::default(),
                Became::default(),
                Person(*agent),
            ))
            .id();
        world.resource_mut::<ThingIndex>().0.push(figure);
        world.entity_mut(*agent).insert(Figure(id));
    }
}

/// The frame of the box that a body fills.
fn frame_of(body: &Body) -> Frame {
    let height = match body.posture {
        Posture::Standing | Posture::On { .. } => body.lift_m() + SIZE_M[1] * 0.5,
        Posture::Sitting(_) => SITTING_M * 0.5,
        Posture::Lying(_) => LYING_M,
    };
    upright(Vector::new(body.feet[0], height, body.feet[1]), body.yaw_deg)
}

/// Brings the figures to where the bodies are.
pub(crate) fn follow_bodies(world: &mut World) {
    let agents = Agents::of(world);
    if agents.len() < 2 {
        return;
    }
    for agent in agents {
        let Some(figure) = world.get::<Figure>(agent).map(|figure| figure.0) else { continue };
        let frame = frame_of(world.get::<Body>(agent).expect("an agent has a body"));
        if Things::of(world).frame(figure) == frame {
            continue;
        }
        let entity = world.resource::<ThingIndex>().entity(figure);
        world.get_mut::<Pose>(entity).expect("every thing has a pose").frame = frame;
        note_moved(world, figure);
    }
}

/// The agents in the order in which what they do at once takes effect: see the module's page.
pub(crate) fn in_turn(world: &World, now: SimTime) -> Vec<Entity> {
    let mut agents = Agents::of(world);
    if agents.len() > 1 {
        let faults = world.resource::<Faults>();
        let name = |agent: Entity| &world.get::<Name>(agent).expect("an agent has a name").0;
        agents.sort_by_cached_key(|agent| (faults.lot(now, name(*agent)), name(*agent).clone()));
    }
    agents
}

/// Where the others stand, or will stand once they have arrived.
pub(crate) fn places_of_others(site: &Site<'_>) -> Vec<[f32; 2]> {
    let places = |agent: Entity| {
        let body: &Body = site.things.of_agent(agent).expect("an agent has a body");
        let undertaking: &Undertaking = site.things.of_agent(agent).expect("an agent has one");
        let stands = undertaking.destination().unwrap_or(body.feet);
        // To where it stood before one steps down again.
        let stood = match body.posture {
            Posture::On { from, .. } => Some(from),
            Posture::Standing | Posture::Sitting(_) | Posture::Lying(_) => None,
        };
        stood.into_iter().chain([stands])
    };
    others(site).flat_map(places).collect()
}

/// Whether one who stands at the first place would stand in the way of one at the other.
pub(crate) fn are_in_the_way(one: [f32; 2], other: [f32; 2]) -> bool {
    let [x, z] = [0, 1].map(|axis| one[axis] - other[axis]);
    x * x + z * z < 4.0 * RADIUS_M * RADIUS_M
}

/// Whether somebody else sits, lies or stands on the thing.
pub(crate) fn is_sat_on(site: &Site<'_>, thing: ThingId) -> bool {
    others(site).any(|agent| on_what(site.things, agent) == Some(thing))
}

/// What the agent sits, lies or stands on.
pub(crate) fn on_what(things: Things<'_>, agent: Entity) -> Option<ThingId> {
    things.of_agent::<Body>(agent)?.posture.on()
}

fn others(site: &Site<'_>) -> impl Iterator<Item = Entity> {
    site.agents
        .iter()
        .enumerate()
        .filter_map(|(number, agent)| (number != usize::from(site.agent.0)).then_some(*agent))
}
