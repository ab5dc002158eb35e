//! Fills up what is used up by and by: a salt-shaker, a soap dispenser.
//!
//! Refused when the one is not used up or the other not for its kind, when the other is not held,
//! when one is closed, shut away or out of reach, when nothing is left in the other, and when the one
//! is full.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::pour::{levels, must_be_open};
use super::{can_handle, is, must_hold, no, no_because};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::states::change_doses;
use crate::things::Doses;

/// Proof that so many doses can be filled in now.
pub(crate) struct CanRefill {
    thing: ThingId,
    with: ThingId,
    doses: u32,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, with: ThingId) -> Result<CanRefill, Refused> {
    let things = site.things;
    let kind = things.kind(thing);
    let is_for_it = things.kind(with).refills.as_ref() == Some(&kind.name);
    let doses = |id: ThingId| things.get::<Doses>(id).map(|doses| doses.0);
    let (Some(most), Some(there), Some(left), true) =
        (kind.doses, doses(thing), doses(with), is_for_it && thing != with)
    else {
        return Err(no(Refusal::WrongKind));
    };
    must_hold(site, with)?;
    can_handle(site, thing)?;
    must_be_open(site, thing)?;
    must_be_open(site, with)?;
    if left == 0 {
        return Err(no_because(Refusal::NotEnough, is(site, with, State::Filled, false)));
    }
    if there >= most {
        return Err(no_because(Refusal::NoRoom, is(site, thing, State::Full, true)));
    }
    Ok(CanRefill { thing, with, doses: left.min(most - there) })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanRefill { thing, with, doses }: CanRefill,
) -> Vec<Fact> {
    turn_to(world, agent, thing);
    change_doses(world, with, |left| left - doses);
    change_doses(world, thing, |there| there + doses);
    let site = Site::of(world, agent);
    [levels(&site, thing), levels(&site, with)].concat()
}
