//! Puts clothes on and takes them off.
//!
//! What is taken off is nowhere: no hand takes it.

use super::must_hold;
use crate::home::Place;
use crate::refusal::Reason;
use crate::simulator::{Done, No, Release, Simulator};
use crate::vocabulary::{Property, Relation};

pub(super) fn put_on(sim: &mut Simulator, thing: Place) -> Done {
    must_hold(sim, thing)?;
    must_be_clothes(sim, thing)?;
    sim.add(thing, Relation::On, sim.me());
    sim.let_go(thing);
    Ok(())
}

pub(super) fn put_off(sim: &mut Simulator, thing: Place) -> Done {
    if sim.release == Release::V2 {
        return Err(No::crash("TypeError: it cannot be checked whether it is worn"));
    }
    if !sim.has(thing, Relation::On, sim.me()) {
        return Err(sim.no(Reason::NotWorn, &[thing, sim.me()]));
    }
    must_be_clothes(sim, thing)?;
    sim.remove(thing, Relation::On, sim.me());
    Ok(())
}

fn must_be_clothes(sim: &Simulator, thing: Place) -> Done {
    if sim.can(thing, Property::Clothes) {
        Ok(())
    } else {
        Err(sim.no(Reason::NotClothes, &[thing]))
    }
}
