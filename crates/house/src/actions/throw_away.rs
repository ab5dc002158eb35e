//! Throws a held thing into the first bin in view and within reach.
//!
//! Refused when it is not held, when there is no such bin, and as [`super::put_in`] is.

use base::{Refusal, ThingId};
use body::Refused;

use super::put_in::{self, CanPutIn};
use super::{must_hold, no};
use crate::agent::Site;
use crate::seeing::Seeing;

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanPutIn, Refused> {
    must_hold(site, thing)?;
    let mut seeing = Seeing::new(*site);
    let bin = site
        .things
        .ids()
        .find(|id| site.things.kind(*id).bin && site.reaches(*id) && seeing.sees(*id))
        .ok_or_else(|| no(Refusal::OutOfReach))?;
    put_in::check(site, thing, bin)
}
