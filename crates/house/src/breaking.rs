//! Breaking: what is fragile shatters when the physics measures a blow that is hard enough.
//!
//! There is no rule that a drop breaks things. What falls a few centimetres, or onto something soft,
//! stays whole; what stands still breaks when something heavy falls on it. What lies in a container or
//! is in a hand has no body and is not hit.

use base::{State, ThingId};
use bevy_ecs::prelude::*;

use crate::liquid::{self, Ledger, Liquid};
use crate::noise::{self, Sound};
use crate::states::set_state;
use crate::things::{Parent, Things};

/// What makes a noise when it lands is at least so fast, metres a second.
const HEARD_FROM_M_PER_S: f32 = 1.0;

/// Lets what was hit hard enough shatter. The blows are in newton-seconds, see
/// [`Physics::take_blows`](crate::physics::Physics::take_blows).
pub(crate) fn take_effect(world: &mut World, blows: Vec<(ThingId, f32)>) {
    for (thing, blow_ns) in blows {
        let things = Things::of(world);
        let kind = things.kind(thing);
        if things.became(thing).is(State::Shattered) {
            continue;
        }
        if kind.impulse_that_breaks().is_some_and(|breaks_ns| blow_ns >= breaks_ns) {
            shatter(world, thing);
        } else if things.parent(thing) == Parent::None
            && blow_ns >= kind.mass_kg * HEARD_FROM_M_PER_S
        {
            noise::make(world, thing, Sound::Falls);
        }
    }
}

/// Breaks the thing to pieces. What was in it is spilt.
fn shatter(world: &mut World, thing: ThingId) {
    set_state(world, thing, State::Shattered, true);
    let ml = Things::of(world).get::<Liquid>(thing).map_or(0, |liquid| liquid.0.ml());
    if ml > 0 {
        let (spilt, _) = liquid::take(world, thing, ml);
        world.resource_mut::<Ledger>().drain(&spilt);
    }
}
