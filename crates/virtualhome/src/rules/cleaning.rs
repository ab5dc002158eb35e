//! Washes, rinses, scrubs, wipes and squeezes.
//!
//! No water, soap or sink is needed, and one wipes with whatever is in a hand.

use super::{must_be_close, must_have_a_free_hand};
use crate::home::Place;
use crate::refusal::Reason;
use crate::simulator::{Done, Simulator};
use crate::vocabulary::{Property, State};

/// What can be squeezed though nobody wears it.
const SQUEEZABLE: &[&str] = &[
    "check",
    "cleaning_solution",
    "dish_soap",
    "food_lemon",
    "food_peanut_butter",
    "paper",
    "rag",
    "shampoo",
    "soap",
    "sponge",
    "tooth_paste",
    "towel",
];

pub(super) fn wash(sim: &mut Simulator, thing: Place) -> Done {
    must_be_close(sim, thing)?;
    sim.exchange(thing, State::Dirty, State::Clean);
    Ok(())
}

pub(super) fn wipe(sim: &mut Simulator, thing: Place) -> Done {
    must_be_close(sim, thing)?;
    if sim.held().is_empty() {
        return Err(sim.no(Reason::EmptyHands, &[sim.me()]));
    }
    sim.exchange(thing, State::Dirty, State::Clean);
    Ok(())
}

pub(super) fn squeeze(sim: &Simulator, thing: Place) -> Done {
    must_have_a_free_hand(sim)?;
    must_be_close(sim, thing)?;
    if !sim.can(thing, Property::Clothes) && !SQUEEZABLE.contains(&sim.home.class(thing)) {
        return Err(sim.no(Reason::NotClothes, &[thing]));
    }
    Ok(())
}
