//! Drinks all that is in a held vessel.
//!
//! Refused when it holds no liquid, is not held, is closed or is empty.

use base::{Fact, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::pour::{levels, must_be_open};
use super::{must_hold, no, not_at};
use crate::agent::Site;
use crate::liquid::{self, Ledger, Liquid};

/// Proof that it can be drunk now.
pub(crate) struct CanDrink {
    vessel: ThingId,
    ml: u32,
}

pub(super) fn check(site: &Site<'_>, vessel: ThingId) -> Result<CanDrink, Refused> {
    let Some(held) = site.things.get::<Liquid>(vessel) else {
        return Err(no(Refusal::WrongKind));
    };
    must_hold(site, vessel)?;
    must_be_open(site, vessel)?;
    if held.0.is_empty() {
        return Err(no(Refusal::NotEnough));
    }
    Ok(CanDrink { vessel, ml: held.0.ml() })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanDrink { vessel, ml }: CanDrink,
) -> Vec<Fact> {
    let (drunk, _) = liquid::take(world, vessel, ml);
    let mut ledger = world.resource_mut::<Ledger>();
    drunk.iter().for_each(|(what, ml)| ledger.of(what).drunk += u64::from(ml));
    let site = Site::of(world, agent);
    let mut changes = levels(&site, vessel).to_vec();
    changes.extend(drunk.iter().map(|(what, _)| not_at(&site, what, Relation::In, vessel)));
    changes
}
