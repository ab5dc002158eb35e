//! Turns to a thing, looks at it, points at it, watches it, reads it, greets somebody.

use super::must_hold;
use crate::home::Place;
use crate::refusal::Reason;
use crate::simulator::{Done, No, Simulator};
use crate::vocabulary::{Property, Relation};

/// One turns to anything, however far.
pub(super) fn turn_to(sim: &mut Simulator, thing: Place) -> Done {
    sim.remove_from(sim.me(), Relation::Facing);
    sim.add(sim.me(), Relation::Facing, thing);
    Ok(())
}

pub(super) fn look_at(sim: &Simulator, thing: Place) -> Done {
    if sim.is_faced(thing) { Ok(()) } else { Err(sim.no(Reason::NotFacing, &[sim.me(), thing])) }
}

/// That it is in something closed is said, and does not stop it.
pub(super) fn watch(sim: &mut Simulator, thing: Place) -> Done {
    let me = sim.me();
    if !sim.can(thing, Property::Lookable) {
        return Err(sim.no(Reason::NotLookable, &[thing]));
    }
    let rooms = sim.room_of(me).zip(sim.room_of(thing));
    let (mine, its) = rooms.ok_or_else(|| No::crash("AttributeError: it is in no room"))?;
    if mine != its {
        return Err(sim.no(Reason::OtherRoom, &[mine, its]));
    }
    look_at(sim, thing)?;
    let sees_at_rest = sim.home.class(thing) == "computer" || sim.has(me, Relation::Facing, thing);
    if sim.is_resting() && !sees_at_rest {
        return Err(sim.no(Reason::NotFacingWhileSitting, &[me, thing]));
    }
    if sim.is_shut_in(thing) {
        sim.complain(sim.no(Reason::InsideClosed, &[thing]));
    }
    Ok(())
}

pub(super) fn read(sim: &Simulator, thing: Place) -> Done {
    if !sim.can(thing, Property::Readable) {
        return Err(sim.no(Reason::NotReadable, &[thing]));
    }
    must_hold(sim, thing)
}

pub(super) fn greet(sim: &Simulator, somebody: Place) -> Done {
    if sim.can(somebody, Property::Person) {
        Ok(())
    } else {
        Err(sim.no(Reason::NotPerson, &[somebody]))
    }
}
