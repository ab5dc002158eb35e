//! Walks to where a thing can be handled, or below it where it is too high.
//!
//! Refused when the body does not stand on the floor, and when no way leads there. The walk itself is in [`crate::walking`]; this is where it
//! leads and what is so on arrival.

use base::{Fact, Refusal, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::no;
use crate::agent::{Body, Posture, Site, TheAgent};
use crate::nav::Cell;
use crate::reach::{goal_of, standing_cells};
use crate::sensing::turn_to;
use crate::things::Things;

/// Proof that a way leads to the thing.
pub(crate) struct CanGo {
    pub(crate) to: ThingId,
    /// Where to stand, in order; empty where the thing is at hand wherever one stands.
    pub(crate) cells: Vec<Cell>,
}

pub(crate) fn check(site: &Site<'_>, to: ThingId) -> Result<CanGo, Refused> {
    if site.body.posture != Posture::Standing {
        return Err(no(Refusal::NotStanding));
    }
    if site.things.hand_of(to).is_some() {
        return Ok(CanGo { to, cells: Vec::new() });
    }
    let cells = match site.scene.standing[to.0 as usize].as_slice() {
        [] => {
            let nav = &site.scene.nav;
            let here = nav.nearest_free(site.body.feet).and_then(|cell| nav.part_of(cell));
            let goal = goal_of(site.things, to);
            here.map(|part| standing_cells(nav, &site.scene.statics, part, &goal))
                .unwrap_or_default()
        }
        cells => cells.to_vec(),
    };
    if cells.is_empty() { Err(no(Refusal::NoPath)) } else { Ok(CanGo { to, cells }) }
}

pub(super) fn apply(world: &mut World, CanGo { to, .. }: CanGo) -> Vec<Fact> {
    let things = Things::of(world);
    let landmark = std::iter::once(to)
        .chain(things.ancestors(to).map(|(_, ancestor)| ancestor))
        .find(|id| things.is_landmark(*id));
    let agent = world.resource::<TheAgent>().0;
    turn_to(world, to);
    let is_loose = !Things::of(world).is_landmark(to);
    let mut body = world.get_mut::<Body>(agent).expect("the agent has a body");
    body.standing_at = landmark;
    if is_loose {
        body.gaze.into = Some(to);
    }
    Vec::new()
}
