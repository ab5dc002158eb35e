//! Cuts a thing with a tool that is held.
//!
//! Refused when the thing cannot be cut or is cut already, when the tool has no edge or is not held,
//! when the thing is shut away or out of reach, and when the edge is blunt. Each cut wears the edge.
//!
//! What falls into parts must lie on or in something that has room for them. It is gone then, and its
//! parts, which had their numbers from the beginning, are where it was, as warm and as old, and are all
//! that it had become.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;
use scenario::checked::Edge as EdgeOfKind;

use super::{at, can_handle, is, must_hold, no, no_because, not_at};
use crate::agent::Site;
use crate::digest::touch;
use crate::heat::Warmth;
use crate::liquid::hand_on;
use crate::moving::relocate;
use crate::sensing::turn_to;
use crate::solid::Frame;
use crate::spoiling::Age;
use crate::spots::spots_for_parts;
use crate::states::set_state;
use crate::things::{Became, Edge, Parent, ThingIndex, Things};

/// Proof that the thing can be cut with the tool now.
pub(crate) struct CanSlice {
    thing: ThingId,
    with: ThingId,
    parts: Vec<(ThingId, Frame)>,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, with: ThingId) -> Result<CanSlice, Refused> {
    let Some(edge) = site.things.get::<Edge>(with) else {
        return Err(no(Refusal::WrongKind));
    };
    if !site.things.kind(thing).sliceable {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, with)?;
    can_handle(site, thing)?;
    if site.things.became(thing).is(State::Sliced) {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Sliced, true)));
    }
    if edge.sharpness < EdgeOfKind::CUTS_FROM {
        return Err(no_because(Refusal::Blunt, is(site, with, State::Sharp, false)));
    }
    let parts = site.things.parts(thing);
    if parts.is_empty() {
        return Ok(CanSlice { thing, with, parts: Vec::new() });
    }
    let spots = spots_for_parts(site, thing, &parts)
        .filter(|_| site.things.contents(thing).is_empty())
        .ok_or_else(|| no(Refusal::NoRoom))?;
    Ok(CanSlice { thing, with, parts: parts.into_iter().zip(spots).collect() })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanSlice { thing, with, parts }: CanSlice,
) -> Vec<Fact> {
    turn_to(world, agent, thing);
    set_state(world, thing, State::Sliced, true);
    wear(world, with);
    if !parts.is_empty() {
        return fall_into(world, agent, thing, &parts);
    }
    vec![is(&Site::of(world, agent), thing, State::Sliced, true)]
}

/// Puts the parts where they fall, and takes the whole away.
fn fall_into(
    world: &mut World,
    agent: Entity,
    whole: ThingId,
    parts: &[(ThingId, Frame)],
) -> Vec<Fact> {
    let things = Things::of(world);
    let (parent, frame) = (things.parent(whole), things.frame(whole));
    for (part, _) in parts {
        inherit(world, whole, *part);
    }
    let ids: Vec<ThingId> = parts.iter().map(|(part, _)| *part).collect();
    hand_on(world, whole, &ids);
    relocate(world, whole, Parent::Gone, frame);
    for (part, spot) in parts {
        relocate(world, *part, parent, *spot);
    }
    let site = Site::of(world, agent);
    let Parent::At(relation, place) = parent else { return Vec::new() };
    let noun = |id: ThingId| site.things.noun(id);
    let mut changes = vec![not_at(&site, noun(whole), relation, place)];
    changes.extend(parts.iter().map(|(part, _)| at(&site, noun(*part), relation, place)));
    changes
}

/// Gives the part what the whole has become, its warmth and its age.
fn inherit(world: &mut World, whole: ThingId, part: ThingId) {
    let things = Things::of(world);
    let became = things.became(whole);
    let warmth = things.get::<Warmth>(whole).copied();
    let age = things.get::<Age>(whole).copied();
    let mut entity = world.entity_mut(world.resource::<ThingIndex>().entity(part));
    *entity.get_mut::<Became>().expect("every thing has it") = became;
    if let (Some(warmth), Some(mut own)) = (warmth, entity.get_mut::<Warmth>()) {
        *own = warmth;
    }
    if let (Some(age), Some(mut own)) = (age, entity.get_mut::<Age>()) {
        *own = age;
    }
}

/// Wears the edge by one cut.
pub(super) fn wear(world: &mut World, tool: ThingId) {
    let wear = Things::of(world).kind(tool).edge.map_or(0.0, |edge| edge.wear);
    let entity = world.resource::<ThingIndex>().entity(tool);
    let mut edge = world.get_mut::<Edge>(entity).expect("checked: the tool has an edge");
    edge.sharpness = (edge.sharpness - wear).max(0.0);
    touch(world, tool);
}
