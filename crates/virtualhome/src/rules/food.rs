//! Drinks, eats, cuts and pours.
//!
//! Nothing is ever used up: drinking, eating and cutting change nothing, and what was poured stays
//! in the hand as well, unless it is water.

use super::{must_be_close, must_have_a_free_hand, must_hold};
use crate::home::Place;
use crate::refusal::Reason;
use crate::simulator::{Done, Simulator};
use crate::vocabulary::{Property, Relation};

pub(super) fn drink(sim: &Simulator, thing: Place) -> Done {
    if !sim.can(thing, Property::Drinkable) && !sim.can(thing, Property::Recipient) {
        return Err(sim.no(Reason::NotDrinkable, &[thing]));
    }
    must_hold(sim, thing)
}

pub(super) fn eat(sim: &Simulator, thing: Place) -> Done {
    must_be_close(sim, thing)?;
    if sim.can(thing, Property::Eatable) {
        return Ok(());
    }
    let mut on_it = sim.sources(Relation::On, thing).peekable();
    if on_it.peek().is_none() {
        return Err(sim.no(Reason::NotEatable, &[thing]));
    }
    if on_it.any(|one| sim.can(one, Property::Eatable)) {
        return Ok(());
    }
    Err(sim.no(Reason::NothingEatableOn, &[thing]))
}

pub(super) fn cut(sim: &Simulator, thing: Place) -> Done {
    must_have_a_free_hand(sim)?;
    must_be_close(sim, thing)?;
    if !sim.can(thing, Property::Eatable) {
        return Err(sim.no(Reason::NotEatable, &[thing]));
    }
    if !sim.can(thing, Property::Cuttable) {
        return Err(sim.no(Reason::NotCuttable, &[thing]));
    }
    if !sim.held().into_iter().any(|one| sim.home.class(one).contains("knife")) {
        return Err(sim.no(Reason::NoKnife, &[sim.me()]));
    }
    Ok(())
}

pub(super) fn pour(sim: &mut Simulator, liquid: Place, into: Place) -> Done {
    if !sim.can(liquid, Property::Pourable) && !sim.can(liquid, Property::Drinkable) {
        return Err(sim.no(Reason::NotPourable, &[liquid]));
    }
    let is_exempt = matches!(sim.home.class(into), "hands_both" | "sponge" | "face");
    if !sim.can(into, Property::Recipient) && !is_exempt {
        return Err(sim.no(Reason::NotRecipient, &[into]));
    }
    must_hold(sim, liquid)?;
    must_be_close(sim, into)?;
    sim.add(liquid, Relation::Inside, into);
    if sim.home.class(liquid) == "water" {
        sim.let_go(liquid);
    }
    Ok(())
}
