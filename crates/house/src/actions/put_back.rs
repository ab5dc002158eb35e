//! Puts a held thing back to where it was taken from.
//!
//! Refused when it was taken from nothing that has a name, and as putting it there is.

use base::{Fact, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::put_in::{self, CanPutIn};
use super::put_on::{self, CanPutOn};
use super::{must_hold, no};
use crate::agent::Site;
use crate::things::{Origin, Parent};

/// Proof that the thing can be put back now.
pub(crate) enum CanPutBack {
    On(CanPutOn),
    In(CanPutIn),
}

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanPutBack, Refused> {
    must_hold(site, thing)?;
    match site.things.get::<Origin>(thing).map(|origin| origin.0) {
        Some(Parent::At(Relation::On, on)) => Ok(CanPutBack::On(put_on::check(site, thing, on)?)),
        Some(Parent::At(Relation::In, into)) => {
            Ok(CanPutBack::In(put_in::check(site, thing, into)?))
        }
        _ => Err(no(Refusal::WrongKind)),
    }
}

pub(super) fn apply(world: &mut World, agent: Entity, proof: CanPutBack) -> Vec<Fact> {
    match proof {
        CanPutBack::On(proof) => put_on::apply(world, agent, proof),
        CanPutBack::In(proof) => put_in::apply(world, agent, proof),
    }
}
