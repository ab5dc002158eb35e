//! Dries a wet thing with a cloth, a sponge or a towel that is held.
//!
//! Refused as [`super::wipe`] is, and when the thing is dry.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::wipe::can_rub;
use super::{is, no_because};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::states::set_state;

/// Proof that the thing can be dried now.
pub(crate) struct CanDry(ThingId);

pub(super) fn check(site: &Site<'_>, thing: ThingId, with: ThingId) -> Result<CanDry, Refused> {
    can_rub(site, thing, with)?;
    if !site.things.became(thing).is(State::Wet) {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Wet, false)));
    }
    Ok(CanDry(thing))
}

pub(super) fn apply(world: &mut World, agent: Entity, CanDry(thing): CanDry) -> Vec<Fact> {
    turn_to(world, agent, thing);
    set_state(world, thing, State::Wet, false);
    vec![is(&Site::of(world, agent), thing, State::Wet, false)]
}
