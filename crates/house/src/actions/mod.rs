//! What an agent can do to a house: one file for each action, or for actions that are alike.
//!
//! `check` looks at the site and gives a proof or says no; `apply` demands the proof and brings the
//! effects about. What is checked when an action is begun is checked once more when its effects are
//! due, for the house goes on meanwhile.

mod close;
mod crack;
mod drink;
mod drop;
mod dry;
mod eat;
mod fill;
mod give_up;
pub(crate) mod go;
mod hand_over;
mod look;
mod open;
mod plug;
mod posture;
mod pour;
mod push;
mod put_back;
mod put_beside;
mod put_in;
mod put_on;
mod put_under;
mod refill;
mod say;
mod search;
mod serve;
mod set_dial;
mod slice;
mod take;
mod throw_away;
mod toggle;
mod wait;
mod wash;
mod wipe;
mod work;

use base::{Action, Fact, Noun, Place, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;
use scenario::checked::{FaultKind, Work};

use self::posture::Wanted;
use crate::agent::Site;
use crate::people::is_sat_on;
use crate::reach::Lies;

/// What a refused action costs, seconds.
pub(crate) const REFUSAL_S: f32 = 1.0;

/// Proof that an action can be done now. Only [`check`] makes one.
pub(crate) enum Proof {
    Go(go::CanGo),
    Look(look::CanLook),
    Search(search::CanSearch),
    Open(open::CanOpen),
    Close(close::CanClose),
    Take(take::CanTake),
    PutOn(put_on::CanPutOn),
    PutIn(put_in::CanPutIn),
    Toggle(toggle::CanToggle),
    Slice(slice::CanSlice),
    Crack(crack::CanCrack),
    Wait(wait::CanWait),
    GiveUp(give_up::CanGiveUp),
    Wash(wash::CanWash),
    Wipe(wipe::CanWipe),
    Dry(dry::CanDry),
    Pour(pour::CanPour),
    Fill(fill::CanFill),
    Drink(drink::CanDrink),
    Eat(eat::CanEat),
    Drop(drop::CanDrop),
    PutBeside(put_beside::CanPutBeside),
    PutBack(put_back::CanPutBack),
    Work(work::CanWork),
    Plug(plug::CanPlug),
    Say(say::CanSay),
    Posture(posture::CanTakePosture),
    SetDial(set_dial::CanSetDial),
    PutUnder(put_under::CanPutUnder),
    Refill(refill::CanRefill),
    Push(push::CanPush),
    HandOver(hand_over::CanHandOver),
    Serve(serve::CanServe),
}

/// Whether the action can be done now.
pub(crate) fn check(site: &Site<'_>, action: &Action<ThingId>) -> Result<Proof, Refused> {
    Ok(match *action {
        Action::Go(to) => Proof::Go(go::check(site, to)?),
        Action::Look => Proof::Look(look::check()),
        Action::Search(thing) => Proof::Search(search::check(site, thing)?),
        Action::Open(thing) => Proof::Open(open::check(site, thing, open::WIDE)?),
        Action::OpenTo(thing, percent) => Proof::Open(open::check(site, thing, percent)?),
        Action::Serve(thing, who) => Proof::Serve(serve::check(site, thing, who)?),
        Action::Close(thing) => Proof::Close(close::check(site, thing)?),
        Action::Take(thing) => Proof::Take(take::check(site, thing, None)?),
        Action::TakeIn(thing, hand) => Proof::Take(take::check(site, thing, Some(hand))?),
        Action::PutOn(thing, on) => Proof::PutOn(put_on::check(site, thing, on)?),
        Action::PutIn(thing, into) => Proof::PutIn(put_in::check(site, thing, into)?),
        Action::Toggle(thing, on) => Proof::Toggle(toggle::check(site, thing, on)?),
        Action::Slice(thing, with) => Proof::Slice(slice::check(site, thing, with)?),
        Action::Crack(thing, into) => Proof::Crack(crack::check(site, thing, into)?),
        Action::Wait(_) => Proof::Wait(wait::check()),
        Action::GiveUp => Proof::GiveUp(give_up::check()),
        Action::Wash(thing) => Proof::Wash(wash::check(site, thing)?),
        Action::Wipe(thing, with) => Proof::Wipe(wipe::check(site, thing, with)?),
        Action::Dry(thing, with) => Proof::Dry(dry::check(site, thing, with)?),
        Action::Pour(from, to, ml) => Proof::Pour(pour::check(site, from, to, ml)?),
        Action::Empty(from, to) => Proof::Pour(pour::check_all(site, from, to)?),
        Action::Fill(vessel, source) => Proof::Fill(fill::check(site, vessel, source)?),
        Action::Drink(vessel) => Proof::Drink(drink::check(site, vessel)?),
        Action::Eat(thing) => Proof::Eat(eat::check(site, thing)?),
        Action::Drop(thing) => Proof::Drop(drop::check(site, thing)?),
        Action::PutBeside(thing, beside) => {
            Proof::PutBeside(put_beside::check(site, thing, beside)?)
        }
        Action::PutBack(thing) => Proof::PutBack(put_back::check(site, thing)?),
        Action::ThrowAway(thing) => Proof::PutIn(throw_away::check(site, thing)?),
        Action::Peel(thing, with) => Proof::Work(work::check(site, Work::Peel, thing, with)?),
        Action::Dice(thing, with) => Proof::Work(work::check(site, Work::Dice, thing, with)?),
        Action::Mash(thing, with) => Proof::Work(work::check(site, Work::Mash, thing, with)?),
        Action::Stir(thing, with) => Proof::Work(work::check(site, Work::Stir, thing, with)?),
        Action::Season(thing, with) => Proof::Work(work::check(site, Work::Season, thing, with)?),
        Action::Soap(thing, with) => Proof::Work(work::check(site, Work::Soap, thing, with)?),
        Action::Sharpen(thing, with) => Proof::Work(work::check(site, Work::Sharpen, thing, with)?),
        Action::Spread(what, on, with) => Proof::Work(work::check_spread(site, what, on, with)?),
        Action::Plug(thing) => Proof::Plug(plug::check(site, thing, true)?),
        Action::Unplug(thing) => Proof::Plug(plug::check(site, thing, false)?),
        Action::Say(ref words) => Proof::Say(say::check(words)),
        Action::Sit(thing) => Proof::Posture(posture::check(site, thing, Wanted::Sitting)?),
        Action::Lie(thing) => Proof::Posture(posture::check(site, thing, Wanted::Lying)?),
        Action::ClimbOnto(thing) => {
            Proof::Posture(posture::check(site, thing, Wanted::StandingOn)?)
        }
        Action::Stand => Proof::Posture(posture::check_up(site, false)?),
        Action::StepDown => Proof::Posture(posture::check_up(site, true)?),
        Action::SetDial(thing, level) => Proof::SetDial(set_dial::check(site, thing, level)?),
        Action::PutUnder(thing, of) => Proof::PutUnder(put_under::check(site, thing, of)?),
        Action::Refill(thing, with) => Proof::Refill(refill::check(site, thing, with)?),
        Action::Push(thing) => Proof::Push(push::check(site, thing)?),
        Action::HandOver(thing, to) => Proof::HandOver(hand_over::check(site, thing, to)?),
        Action::Ask(who, ref words) => Proof::Say(say::check_ask(site, who, words)?),
    })
}

/// Does the action. Returns what it changed, as the agent perceives it.
pub(crate) fn apply(world: &mut World, agent: Entity, proof: Proof) -> Vec<Fact> {
    match proof {
        Proof::Go(proof) => go::apply(world, agent, proof),
        Proof::Look(proof) => look::apply(world, agent, proof),
        Proof::Search(proof) => search::apply(world, agent, proof),
        Proof::Open(proof) => open::apply(world, agent, proof),
        Proof::Close(proof) => close::apply(world, agent, proof),
        Proof::Take(proof) => take::apply(world, agent, proof),
        Proof::PutOn(proof) => put_on::apply(world, agent, proof),
        Proof::PutIn(proof) => put_in::apply(world, agent, proof),
        Proof::Toggle(proof) => toggle::apply(world, agent, proof),
        Proof::Slice(proof) => slice::apply(world, agent, proof),
        Proof::Crack(proof) => crack::apply(world, agent, proof),
        Proof::Wait(proof) => wait::apply(proof),
        Proof::GiveUp(proof) => give_up::apply(proof),
        Proof::Wash(proof) => wash::apply(world, agent, proof),
        Proof::Wipe(proof) => wipe::apply(world, agent, proof),
        Proof::Dry(proof) => dry::apply(world, agent, proof),
        Proof::Pour(proof) => pour::apply(world, agent, proof),
        Proof::Fill(proof) => fill::apply(world, agent, proof),
        Proof::Drink(proof) => drink::apply(world, agent, proof),
        Proof::Eat(proof) => eat::apply(world, agent, proof),
        Proof::Drop(proof) => drop::apply(world, agent, proof),
        Proof::PutBeside(proof) => put_beside::apply(world, agent, proof),
        Proof::PutBack(proof) => put_back::apply(world, agent, proof),
        Proof::Work(proof) => work::apply(world, agent, proof),
        Proof::Plug(proof) => plug::apply(world, agent, proof),
        Proof::Say(proof) => say::apply(world, agent, proof),
        Proof::Posture(proof) => posture::apply(world, agent, proof),
        Proof::SetDial(proof) => set_dial::apply(world, agent, proof),
        Proof::PutUnder(proof) => put_under::apply(world, agent, proof),
        Proof::Refill(proof) => refill::apply(world, agent, proof),
        Proof::Push(proof) => push::apply(world, agent, proof),
        Proof::HandOver(proof) => hand_over::apply(world, agent, proof),
        Proof::Serve(proof) => serve::apply(world, agent, proof),
    }
}

/// The chance that the action gives to the fault tape: which fault, of which thing.
pub(crate) fn chance(
    site: &Site<'_>,
    action: &Action<ThingId>,
) -> Option<(FaultKind, ThingId, Refusal)> {
    match *action {
        Action::Open(thing) | Action::OpenTo(thing, _) | Action::Close(thing) => {
            Some((FaultKind::Stuck, thing, Refusal::Stuck))
        }
        Action::Search(thing) if !site.things.is_open(thing) => {
            Some((FaultKind::Stuck, thing, Refusal::Stuck))
        }
        Action::Take(thing) | Action::TakeIn(thing, _) => {
            Some((FaultKind::Slips, thing, Refusal::Slipped))
        }
        _ => None,
    }
}

fn no(refusal: Refusal) -> Refused {
    Refused { refusal, cause: Vec::new() }
}

fn no_because(refusal: Refusal, cause: Fact) -> Refused {
    Refused { refusal, cause: vec![cause] }
}

/// Whether the thing can be got at: nothing closed is around it, nobody else has it in hand or is on
/// it, and a hand reaches it.
fn can_handle(site: &Site<'_>, id: ThingId) -> Result<(), Refused> {
    if let Some(container) = site.things.closed_around(id) {
        return Err(no_because(Refusal::Closed, is(site, container, State::Open, false)));
    }
    if let Some(holder) = site.other_holder(id) {
        let held = Fact::At(site.things.noun(id).clone(), Place(Relation::HeldBy, holder.clone()));
        return Err(no_because(Refusal::HeldByOther, held));
    }
    if is_sat_on(site, id) {
        return Err(no(Refusal::Occupied));
    }
    match site.lies(id) {
        Lies::InReach(_) => Ok(()),
        Lies::TooHigh(_) => Err(no(Refusal::TooHigh)),
        Lies::TooFar => Err(no(Refusal::OutOfReach)),
    }
}

/// Whether the thing is in a hand.
fn must_hold(site: &Site<'_>, id: ThingId) -> Result<(), Refused> {
    if site.hands.holds(id) { Ok(()) } else { Err(no(Refusal::NotHeld)) }
}

fn is(site: &Site<'_>, id: ThingId, state: State, holds: bool) -> Fact {
    Fact::Is(site.things.noun(id).clone(), state, holds)
}

pub(crate) fn at(site: &Site<'_>, what: &Noun, relation: Relation, parent: ThingId) -> Fact {
    Fact::At(what.clone(), Place(relation, site.things.noun(parent).clone()))
}

pub(crate) fn not_at(site: &Site<'_>, what: &Noun, relation: Relation, parent: ThingId) -> Fact {
    Fact::NotAt(what.clone(), Place(relation, site.things.noun(parent).clone()))
}

fn held(site: &Site<'_>, id: ThingId) -> Fact {
    Fact::At(site.things.noun(id).clone(), Place(Relation::HeldBy, site.name.clone()))
}
