//! Walks to where a thing can be handled, or below it where it is too high.
//!
//! Refused when the body does not stand on the floor, when no way leads there, and when others stand
//! wherever it can be handled from. The walk itself is in [`crate::walking`]; this is where it leads and
//! what is so on arrival.

use base::{Fact, Refusal, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::no;
use crate::agent::{Body, Posture, Site};
use crate::nav::Cell;
use crate::people::{are_in_the_way, places_of_others};
use crate::reach::{cells_in_reach, goal_of, handy};
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
    if site.holds_within(to) {
        return Ok(CanGo { to, cells: Vec::new() });
    }
    let known = site.scene.standing.get(to.0 as usize).filter(|cells| !cells.is_empty());
    let cells = match known {
        Some(cells) => cells.clone(),
        None => handy(reached(site, to)),
    };
    if cells.is_empty() {
        return Err(no(Refusal::NoPath));
    }
    let cells = clear_of_others(site, to, cells);
    if cells.is_empty() { Err(no(Refusal::Occupied)) } else { Ok(CanGo { to, cells }) }
}

fn reached(site: &Site<'_>, to: ThingId) -> Vec<(Cell, f32)> {
    let nav = &site.scene.nav;
    let here = nav.nearest_free(site.body.feet).and_then(|cell| nav.part_of(cell));
    let goal = goal_of(site.things, to);
    here.map(|part| cells_in_reach(nav, &site.scene.statics, part, &goal)).unwrap_or_default()
}

/// The cells at which one does not stand in anybody's way; where there is none among them, the
/// nearest of all that are in reach.
fn clear_of_others(site: &Site<'_>, to: ThingId, cells: Vec<Cell>) -> Vec<Cell> {
    let others = places_of_others(site);
    if others.is_empty() {
        return cells;
    }
    let is_clear = |cell: &Cell| {
        let center = site.scene.nav.center(*cell);
        !others.iter().any(|other| are_in_the_way(center, *other))
    };
    let clear: Vec<Cell> = cells.into_iter().filter(is_clear).collect();
    if !clear.is_empty() {
        return clear;
    }
    handy(reached(site, to).into_iter().filter(|(cell, _)| is_clear(cell)).collect())
}

pub(super) fn apply(world: &mut World, agent: Entity, CanGo { to, .. }: CanGo) -> Vec<Fact> {
    let things = Things::of(world);
    let landmark = std::iter::once(to)
        .chain(things.ancestors(to).map(|(_, ancestor)| ancestor))
        .find(|id| things.is_landmark(*id));
    turn_to(world, agent, to);
    let is_loose = !Things::of(world).is_landmark(to);
    let mut body = world.get_mut::<Body>(agent).expect("the agent has a body");
    body.standing_at = landmark;
    if is_loose {
        body.gaze.into = Some(to);
    }
    Vec::new()
}
