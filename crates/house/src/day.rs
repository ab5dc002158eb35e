//! The beginning of a day.

use base::{Relation, SimTime, ThingId};
use bevy_ecs::prelude::*;
use body::{Clock, Percepts};
use rapier3d::math::Vector;
use scenario::checked::TimelineEvent;

use crate::advance::{Senses, pass};
use crate::agent::{Agents, Body, Site, Start};
use crate::doing::{abandon, follow_hands};
use crate::faults::Faults;
use crate::moment::Moment;
use crate::moving::relocate;
use crate::people::follow_bodies;
use crate::sensing::{Attention, View, attend};
use crate::solid::{Frame, upright};
use crate::spots::{any_spot_on, put_down, release, spot_in};
use crate::things::{Parent, Things};
use crate::timeline::{Timeline, happen};

/// Begins day `day`, `start_second` seconds after its midnight.
///
/// What the agents are doing is dropped. What they hold they put down, one after the other: on the
/// nearest surface that has room, else in the nearest open container, else on the floor. What of the old
/// day's timeline has not happened yet happens at its time, unheard. Then the night passes in the house:
/// what was left on the stove burns. In the morning everybody stands where they start, and nothing that
/// they saw the day before keeps its handle.
///
/// # Panics
///
/// Panics where the day begins before now.
pub fn begin_day(world: &mut World, day: u32, start_second: u64, timeline: &[TimelineEvent]) {
    let begins = SimTime::of_day(day, start_second);
    let now = world.resource::<Clock>().now;
    assert!(begins >= now, "day {day} begins at {begins}, but it is {now} already");
    let agents = Agents::of(world);
    for agent in agents {
        abandon(world, agent);
        put_everything_down(world, agent);
    }
    pass(world, begins, Senses::Asleep);
    *world.resource_mut::<Timeline>() = Timeline::of_day(begins, timeline);
    world.resource_mut::<Moment>().0 = begins;
    world.resource_mut::<Faults>().begin_day(day);
    *world.resource_mut::<Attention>() = Attention::default();
    stand_at_start(world);
    // What happens at the very beginning has happened before the first look.
    happen(world);
}

/// Puts the agents where a day begins for them, with nothing in view yet.
pub(crate) fn stand_at_start(world: &mut World) {
    for agent in Agents::of(world) {
        let has = "an agent is spawned with it";
        let Start { feet, yaw_deg } = *world.get::<Start>(agent).expect(has);
        *world.get_mut::<Body>(agent).expect(has) = Body::standing(feet, yaw_deg);
        world.get_mut::<View>(agent).expect(has).renew(&[], 0);
        let mut percepts = world.get_mut::<Percepts>(agent).expect(has);
        percepts.heard.clear();
        percepts.noticed.clear();
        percepts.deeds.clear();
        percepts.seen.clear();
        attend(world, agent);
    }
    follow_bodies(world);
}

fn put_everything_down(world: &mut World, agent: Entity) {
    for hand in 0..2 {
        if let Some(held) = Site::of(world, agent).hands.0[hand] {
            put_down_nearby(world, agent, held);
        }
    }
    follow_hands(world, agent);
}

fn put_down_nearby(world: &mut World, agent: Entity, thing: ThingId) {
    match nearest_room(&Site::of(world, agent), thing) {
        Some((relation, parent, spot)) => put_down(world, thing, relation, parent, spot),
        None => {
            let things = Things::of(world);
            let [x, z] = Site::of(world, agent).body.feet;
            let height = things.solid(thing).half.y;
            release(world, thing);
            relocate(world, thing, Parent::None, upright(Vector::new(x, height, z), 0.0));
        }
    }
}

/// The nearest surface that has room for the thing, or else the nearest open container.
fn nearest_room(site: &Site<'_>, thing: ThingId) -> Option<(Relation, ThingId, Frame)> {
    let things = site.things;
    let feet = Vector::new(site.body.feet[0], 1.0, site.body.feet[1]);
    let distance_mm =
        |id: ThingId| ((things.solid(id).nearest_to(feet) - feet).length() * 1000.0).round() as i64;
    let mut landmarks: Vec<(i64, ThingId)> =
        things.ids().filter(|id| things.is_landmark(*id)).map(|id| (distance_mm(id), id)).collect();
    landmarks.sort_unstable();
    let on = landmarks.iter().filter(|(_, id)| things.kind(*id).surface).find_map(|(_, id)| {
        Some((Relation::On, *id, any_spot_on(things, site.scene, thing, *id)?))
    });
    on.or_else(|| {
        let containers = landmarks.iter().filter(|(_, id)| {
            things.kind(*id).holds && things.is_open(*id) && things.closed_around(*id).is_none()
        });
        containers
            .into_iter()
            .find_map(|(_, id)| Some((Relation::In, *id, spot_in(things, thing, *id)?)))
    })
}
