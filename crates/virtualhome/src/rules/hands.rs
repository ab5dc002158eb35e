//! Grabs a thing, and puts it onto or into something, back, or down.

use super::{must_be_close, must_have_a_free_hand, must_hold, must_not_be_shut_in};
use crate::home::Place;
use crate::refusal::Reason;
use crate::simulator::{Done, No, Release, Simulator};
use crate::vocabulary::{Property, Relation, State};

pub(super) fn grab(sim: &mut Simulator, thing: Place) -> Done {
    let is_exempt = matches!(sim.home.class(thing), "water" | "child");
    if !sim.can(thing, Property::Grabbable) && !is_exempt {
        return Err(sim.no(Reason::NotGrabbable, &[thing]));
    }
    if sim.release == Release::V2 && sim.origin(thing).is_some() {
        return Err(sim.no(Reason::AlreadyGrabbed, &[thing]));
    }
    must_be_close(sim, thing)?;
    must_not_be_shut_in(sim, thing)?;
    let hand = must_have_a_free_hand(sim)?;
    let room = sim.room_of(sim.me()).ok_or_else(no_room)?;
    let support = sim.first_support(thing);
    sim.cut_off(thing, &[Relation::On, Relation::Inside, Relation::Close]);
    if sim.release == Release::V2 {
        sim.cut_off(thing, &[Relation::HoldsLeft, Relation::HoldsRight]);
    }
    sim.come_close(thing);
    sim.add(sim.me(), hand, thing);
    sim.add(thing, Relation::Inside, room);
    if let Some((support, relation)) = support {
        sim.come_close(support);
        sim.remember_origin(thing, support, relation);
    }
    Ok(())
}

/// The old room of the thing stays its room, and a box may go into itself.
pub(super) fn put(sim: &mut Simulator, thing: Place, relation: Relation, onto: Place) -> Done {
    check_put(sim, thing, relation, onto)?;
    release(sim, thing, relation, onto);
    Ok(())
}

pub(super) fn put_back(sim: &mut Simulator, thing: Place) -> Done {
    let (support, relation) =
        sim.origin(thing).ok_or_else(|| sim.no(Reason::NotGrabbed, &[thing]))?;
    match check_put(sim, thing, relation, support) {
        Ok(()) => release(sim, thing, relation, support),
        // The later release says what is wrong, does nothing, and calls it done.
        Err(no) if sim.release == Release::V2 => sim.complain(no),
        Err(no) => return Err(no),
    }
    Ok(())
}

pub(super) fn drop(sim: &mut Simulator, thing: Place) -> Done {
    must_hold(sim, thing)?;
    let room = sim.room_of(sim.me()).ok_or_else(no_room)?;
    sim.let_go(thing);
    sim.add(thing, Relation::Inside, room);
    sim.forget_origin(thing);
    Ok(())
}

fn check_put(sim: &Simulator, thing: Place, relation: Relation, onto: Place) -> Done {
    must_hold(sim, thing)?;
    must_be_close(sim, onto)?;
    let is_shut = sim.can(onto, Property::CanOpen) && !sim.is(onto, State::Open);
    if relation == Relation::Inside && is_shut {
        return Err(sim.no(Reason::CannotPutIn, &[onto]));
    }
    Ok(())
}

fn release(sim: &mut Simulator, thing: Place, relation: Relation, onto: Place) {
    sim.let_go(thing);
    sim.come_close(onto);
    sim.join(thing, onto);
    sim.add(thing, relation, onto);
    sim.forget_origin(thing);
}

fn no_room() -> No {
    No::crash("AttributeError: the character is in no room")
}
