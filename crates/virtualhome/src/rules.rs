//! The rules of the reference, one file for each kind of action.
//!
//! Each rule checks everything before it changes anything, in the order in which the reference
//! checks: the first thing that is wrong is the reason. Rules are faithful, not sensible; what is
//! wrong with them is told in `docs/virtualhome.md`.

mod cleaning;
mod clothes;
mod doors;
mod food;
mod hands;
mod looking;
mod posture;
mod switches;
mod touching;
mod walking;

use crate::action::Action;
use crate::home::Place;
use crate::refusal::Reason;
use crate::script::Step;
use crate::simulator::{Done, No, Simulator};
use crate::vocabulary::Relation;

/// Does a step, or says why not.
pub(crate) fn apply(sim: &mut Simulator, step: &Step) -> Done {
    match step.action {
        Action::Walk | Action::Run => walking::walk(sim, step),
        Action::Find => walking::find(sim, step),
        Action::Sit => posture::sit(sim, one(sim, step)?),
        Action::Lie => posture::lie(sim, one(sim, step)?),
        Action::StandUp => posture::stand_up(sim),
        Action::Sleep | Action::WakeUp => posture::sleep(sim),
        Action::Grab => hands::grab(sim, one(sim, step)?),
        Action::PutBack => two(sim, step).and_then(|(a, b)| hands::put(sim, a, Relation::On, b)),
        Action::PutIn => two(sim, step).and_then(|(a, b)| hands::put(sim, a, Relation::Inside, b)),
        Action::PutObjBack => hands::put_back(sim, one(sim, step)?),
        Action::Drop | Action::Release => hands::drop(sim, one(sim, step)?),
        Action::PutOn => clothes::put_on(sim, one(sim, step)?),
        Action::PutOff => clothes::put_off(sim, one(sim, step)?),
        Action::Open => switches::open(sim, one(sim, step)?),
        Action::Close => switches::close(sim, one(sim, step)?),
        Action::SwitchOn => switches::switch_on(sim, one(sim, step)?),
        Action::SwitchOff => switches::switch_off(sim, one(sim, step)?),
        Action::PlugIn => switches::plug_in(sim, one(sim, step)?),
        Action::PlugOut => switches::plug_out(sim, one(sim, step)?),
        Action::Drink => food::drink(sim, one(sim, step)?),
        Action::Eat => food::eat(sim, one(sim, step)?),
        Action::Cut => food::cut(sim, one(sim, step)?),
        Action::Pour => two(sim, step).and_then(|(a, b)| food::pour(sim, a, b)),
        Action::Wash | Action::Rinse | Action::Scrub => cleaning::wash(sim, one(sim, step)?),
        Action::Wipe => cleaning::wipe(sim, one(sim, step)?),
        Action::Squeeze => cleaning::squeeze(sim, one(sim, step)?),
        Action::TurnTo => looking::turn_to(sim, one(sim, step)?),
        Action::LookAt | Action::PointAt => looking::look_at(sim, one(sim, step)?),
        Action::Watch => looking::watch(sim, one(sim, step)?),
        Action::Read => looking::read(sim, one(sim, step)?),
        Action::Greet => looking::greet(sim, one(sim, step)?),
        Action::Touch => touching::touch(sim, one(sim, step)?),
        Action::Type => touching::type_on(sim, one(sim, step)?),
        Action::Push => touching::shift(sim, one(sim, step)?, true),
        Action::Pull | Action::Move => touching::shift(sim, one(sim, step)?, false),
        Action::LookAtShort | Action::LookAtLong => {
            Err(No::crash("ExecutionException: nothing executes it"))
        }
    }
}

fn one(sim: &Simulator, step: &Step) -> Result<Place, No> {
    match step.operands.as_slice() {
        [operand, ..] => sim.found(operand),
        [] => Err(No::crash("an action without its operand")),
    }
}

fn two(sim: &Simulator, step: &Step) -> Result<(Place, Place), No> {
    match step.operands.as_slice() {
        [first, second, ..] => Ok((sim.found(first)?, sim.found(second)?)),
        _ => Err(No::crash("an action without its operands")),
    }
}

fn must_be_close(sim: &Simulator, place: Place) -> Done {
    if sim.is_close(place) { Ok(()) } else { Err(sim.no(Reason::NotClose, &[sim.me(), place])) }
}

fn must_hold(sim: &Simulator, place: Place) -> Done {
    if sim.is_held(place) { Ok(()) } else { Err(sim.no(Reason::NotHolding, &[sim.me(), place])) }
}

fn must_have_a_free_hand(sim: &Simulator) -> Result<Relation, No> {
    sim.free_hand().ok_or_else(|| sim.no(Reason::NoFreeHand, &[sim.me()]))
}

fn must_not_be_shut_in(sim: &Simulator, place: Place) -> Done {
    if sim.is_shut_in(place) { Err(sim.no(Reason::InsideClosed, &[place])) } else { Ok(()) }
}
