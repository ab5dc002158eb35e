//! Opens and closes, switches on and off, plugs in and out.

use super::{must_be_close, must_have_a_free_hand};
use crate::home::Place;
use crate::refusal::Reason;
use crate::simulator::{Done, Simulator};
use crate::vocabulary::{Property, State};

pub(super) fn open(sim: &mut Simulator, thing: Place) -> Done {
    must_open_and_be_close(sim, thing)?;
    must_have_a_free_hand(sim)?;
    must_be(sim, thing, State::Closed, Reason::NotClosed)?;
    if sim.is(thing, State::On) {
        return Err(sim.no(Reason::StillOn, &[thing]));
    }
    sim.exchange(thing, State::Closed, State::Open);
    Ok(())
}

pub(super) fn close(sim: &mut Simulator, thing: Place) -> Done {
    must_open_and_be_close(sim, thing)?;
    must_be(sim, thing, State::Open, Reason::NotOpen)?;
    sim.exchange(thing, State::Open, State::Closed);
    Ok(())
}

/// No free hand is needed.
pub(super) fn switch_on(sim: &mut Simulator, thing: Place) -> Done {
    must_have_a_switch_and_be_close(sim, thing)?;
    must_be(sim, thing, State::Off, Reason::NotOff)?;
    if sim.is(thing, State::PluggedOut) {
        return Err(sim.no(Reason::Unplugged, &[thing]));
    }
    sim.exchange(thing, State::Off, State::On);
    Ok(())
}

pub(super) fn switch_off(sim: &mut Simulator, thing: Place) -> Done {
    must_have_a_switch_and_be_close(sim, thing)?;
    must_be(sim, thing, State::On, Reason::NotOn)?;
    sim.exchange(thing, State::On, State::Off);
    Ok(())
}

pub(super) fn plug_in(sim: &mut Simulator, thing: Place) -> Done {
    must_have_a_plug_and_be_close(sim, thing)?;
    must_be(sim, thing, State::PluggedOut, Reason::NotPluggedOut)?;
    sim.exchange(thing, State::PluggedOut, State::PluggedIn);
    Ok(())
}

/// That it is still on is said, and does not stop it.
pub(super) fn plug_out(sim: &mut Simulator, thing: Place) -> Done {
    must_have_a_plug_and_be_close(sim, thing)?;
    must_be(sim, thing, State::PluggedIn, Reason::NotPluggedIn)?;
    if sim.is(thing, State::On) {
        sim.complain(sim.no(Reason::StillOn, &[thing]));
    }
    sim.exchange(thing, State::PluggedIn, State::PluggedOut);
    Ok(())
}

fn must_open_and_be_close(sim: &Simulator, thing: Place) -> Done {
    let is_exempt = matches!(sim.home.class(thing), "desk" | "window");
    if !sim.can(thing, Property::CanOpen) && !is_exempt {
        return Err(sim.no(Reason::NotOpenable, &[thing]));
    }
    must_be_close(sim, thing)
}

fn must_have_a_switch_and_be_close(sim: &Simulator, thing: Place) -> Done {
    if !sim.can(thing, Property::HasSwitch) {
        return Err(sim.no(Reason::NoSwitch, &[thing]));
    }
    must_be_close(sim, thing)
}

fn must_have_a_plug_and_be_close(sim: &Simulator, thing: Place) -> Done {
    if !sim.can(thing, Property::HasPlug) {
        return Err(sim.no(Reason::NoPlug, &[thing]));
    }
    must_be_close(sim, thing)?;
    must_have_a_free_hand(sim)?;
    Ok(())
}

fn must_be(sim: &Simulator, thing: Place, state: State, otherwise: Reason) -> Done {
    if sim.is(thing, state) { Ok(()) } else { Err(sim.no(otherwise, &[thing])) }
}
