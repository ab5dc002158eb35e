//! Sits, lies, stands up, sleeps and wakes up.
//!
//! Standing up leaves the edge to what was sat on, so a chair stays taken.

use super::must_be_close;
use crate::home::{Place, places};
use crate::refusal::Reason;
use crate::simulator::{Done, Simulator};
use crate::vocabulary::{Property, Relation, State};

pub(super) fn sit(sim: &mut Simulator, seat: Place) -> Done {
    let me = sim.me();
    must_be_close(sim, seat)?;
    if sim.my_states().has(State::Sitting) {
        return Err(sim.no(Reason::Sitting, &[me]));
    }
    if !sim.can(seat, Property::Sittable) {
        return Err(sim.no(Reason::NotSittable, &[seat]));
    }
    let seats = match sim.home.class(seat) {
        "couch" | "bed" | "sofa" => 4,
        "loveseat" | "pianobench" | "bench" => 2,
        _ => 1,
    };
    must_have_place(sim, seat, seats)?;
    sim.add(me, Relation::On, seat);
    let faced: Vec<Place> = places(sim.row(seat, Relation::Facing)).collect();
    faced.into_iter().for_each(|one| sim.add(me, Relation::Facing, one));
    sim.restate(me, sim.my_states().without(State::Lying).with(State::Sitting));
    Ok(())
}

pub(super) fn lie(sim: &mut Simulator, bed: Place) -> Done {
    let me = sim.me();
    must_be_close(sim, bed)?;
    if sim.my_states().has(State::Lying) {
        return Err(sim.no(Reason::Lying, &[me]));
    }
    if !sim.can(bed, Property::Lieable) {
        return Err(sim.no(Reason::NotLieable, &[bed]));
    }
    let places = match sim.home.class(bed) {
        "bed" => 3,
        "couch" | "bathtub" | "loveseat" | "sofa" => 2,
        _ => 1,
    };
    must_have_place(sim, bed, places)?;
    sim.add(me, Relation::On, bed);
    sim.restate(me, sim.my_states().without(State::Sitting).with(State::Lying));
    Ok(())
}

pub(super) fn stand_up(sim: &mut Simulator) -> Done {
    let me = sim.me();
    if !sim.is_resting() {
        return Err(sim.no(Reason::NotSitting, &[me]));
    }
    sim.restate(me, sim.my_states().without(State::Sitting).without(State::Lying));
    Ok(())
}

/// Waking up asks for the same and does as little.
pub(super) fn sleep(sim: &Simulator) -> Done {
    if sim.is_resting() { Ok(()) } else { Err(sim.no(Reason::NotLyingOrSitting, &[sim.me()])) }
}

fn must_have_place(sim: &Simulator, seat: Place, places: usize) -> Done {
    if sim.sources(Relation::On, seat).take(places).count() == places {
        return Err(sim.no(Reason::TooManyThings, &[seat]));
    }
    Ok(())
}
