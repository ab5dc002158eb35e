//! Sits or lies down on a thing, climbs onto it, and gets up or down again.
//!
//! Refused when the body does not stand (or, for getting up, stands on the floor), when the thing is
//! not made for that, is shut away or out of reach, when it is too high to climb or gives way, and when
//! something is on it. Who sits, lies or stands on something does not walk.

use base::{Fact, Place, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, is, no, no_because};
use crate::agent::{Body, Posture, Site};
use crate::sensing::turn_to;

/// How high a step one takes, metres.
const STEP_M: f32 = 0.7;

/// Proof that the body can take the posture now.
pub(crate) struct CanTakePosture(Posture);

/// Which posture is wanted on the thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Sitting,
    Lying,
    StandingOn,
}

pub(super) fn check(
    site: &Site<'_>,
    thing: ThingId,
    wanted: Wanted,
) -> Result<CanTakePosture, Refused> {
    let kind = site.things.kind(thing);
    let is_made_for_it = match wanted {
        Wanted::Sitting => kind.seat,
        Wanted::Lying => kind.bed,
        Wanted::StandingOn => kind.bears,
    };
    let solid = site.things.solid(thing);
    if !is_made_for_it {
        return Err(no(Refusal::WrongKind));
    }
    if site.body.posture != Posture::Standing {
        return Err(no(Refusal::NotStanding));
    }
    can_handle(site, thing)?;
    if wanted == Wanted::StandingOn {
        if solid.max().y > STEP_M {
            return Err(no(Refusal::TooHigh));
        }
        if site.things.became(thing).is(State::Broken) {
            return Err(no_because(Refusal::Broken, is(site, thing, State::Broken, true)));
        }
    }
    if !site.things.contents(thing).is_empty() {
        return Err(no(Refusal::NoRoom));
    }
    Ok(CanTakePosture(match wanted {
        Wanted::Sitting => Posture::Sitting(thing),
        Wanted::Lying => Posture::Lying(thing),
        Wanted::StandingOn => {
            let center = solid.center();
            Posture::On {
                thing,
                lift_m: solid.max().y,
                from: site.body.feet,
                at: [center.x, center.z],
            }
        }
    }))
}

/// Getting up from a seat or a bed; `down`: stepping down from what one stands on.
pub(super) fn check_up(site: &Site<'_>, down: bool) -> Result<CanTakePosture, Refused> {
    let stands_on = matches!(site.body.posture, Posture::On { .. });
    if site.body.posture == Posture::Standing || stands_on != down {
        return Err(no(Refusal::AlreadySo));
    }
    Ok(CanTakePosture(Posture::Standing))
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanTakePosture(posture): CanTakePosture,
) -> Vec<Fact> {
    let before = Site::of(world, agent).body.posture;
    if let Some(thing) = posture.on() {
        turn_to(world, agent, thing);
    }
    let mut body = world.get_mut::<Body>(agent).expect("the agent has a body");
    body.posture = posture;
    match (before, posture) {
        (_, Posture::On { at, .. }) => body.feet = at,
        (Posture::On { from, .. }, _) => body.feet = from,
        _ => {}
    }
    let site = Site::of(world, agent);
    let on = |thing| Place(Relation::On, site.things.noun(thing).clone());
    match (before.on(), posture.on()) {
        (_, Some(thing)) => vec![Fact::At(site.name.clone(), on(thing))],
        (Some(thing), None) => vec![Fact::NotAt(site.name.clone(), on(thing))],
        (None, None) => Vec::new(),
    }
}
