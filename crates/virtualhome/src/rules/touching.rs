//! Touches a thing, types on it, pushes, pulls and moves it. None of them changes anything.

use super::{must_be_close, must_have_a_free_hand, must_not_be_shut_in};
use crate::home::Place;
use crate::refusal::Reason;
use crate::simulator::{Done, Simulator};
use crate::vocabulary::Property;

pub(super) fn touch(sim: &Simulator, thing: Place) -> Done {
    must_be_close(sim, thing)?;
    must_not_be_shut_in(sim, thing)
}

pub(super) fn type_on(sim: &Simulator, thing: Place) -> Done {
    must_be_close(sim, thing)?;
    if sim.home.class(thing) != "keyboard" && !sim.can(thing, Property::HasSwitch) {
        return Err(sim.no(Reason::NotTypeable, &[thing]));
    }
    Ok(())
}

/// Anything can be pushed; buttons, chairs and curtains can also be pulled and moved.
pub(super) fn shift(sim: &Simulator, thing: Place, pushes: bool) -> Done {
    let is_exempt = pushes || matches!(sim.home.class(thing), "button" | "chair" | "curtain");
    if !sim.can(thing, Property::Movable) && !is_exempt {
        return Err(sim.no(Reason::NotMovable, &[thing]));
    }
    must_be_close(sim, thing)?;
    must_not_be_shut_in(sim, thing)?;
    must_have_a_free_hand(sim)?;
    Ok(())
}
