//! Liquids in vessels: whole millilitres that are neither made nor lost on the way.
//!
//! What a source gives, a basin drains and somebody drinks is kept in the [`Ledger`], so what is in
//! all vessels together always equals what was there at the start, plus given, less drained and drunk.

use std::collections::BTreeMap;

use base::{Noun, ThingId};
use bevy_ecs::prelude::*;

use crate::digest::touch;
use crate::heat::Warmth;
use crate::moment::Moment;
use crate::things::{ThingIndex, Things};

/// What is in a vessel for liquids.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Liquid {
    /// Which liquid; none where it is empty.
    pub what: Option<Noun>,
    /// How much, millilitres.
    pub ml: u32,
}

/// Where liquids came from and went to, millilitres.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Account {
    /// Given by taps and machines.
    pub given: u64,
    /// Poured into a basin.
    pub drained: u64,
    /// Drunk.
    pub drunk: u64,
}

/// The account of each liquid.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger(pub(crate) BTreeMap<Noun, Account>);

impl Ledger {
    /// The account of each liquid that was moved.
    pub fn accounts(&self) -> &BTreeMap<Noun, Account> {
        &self.0
    }

    pub(crate) fn of(&mut self, liquid: &Noun) -> &mut Account {
        self.0.entry(liquid.clone()).or_default()
    }
}

/// The word for a liquid. Panics where it is no noun: the scenario has checked it.
pub(crate) fn liquid_noun(name: &str) -> Noun {
    name.parse().expect("a liquid is a noun")
}

/// How much more of a liquid goes in; none where the thing holds none.
pub(crate) fn room_ml(things: Things<'_>, id: ThingId) -> Option<u32> {
    let capacity = things.kind(id).capacity_ml?;
    Some(capacity.saturating_sub(things.get::<Liquid>(id)?.ml))
}

/// Whether the liquid may be added to what is in the thing.
pub(crate) fn mixes(things: Things<'_>, id: ThingId, liquid: &Noun) -> bool {
    things.get::<Liquid>(id).is_none_or(|held| held.what.as_ref().is_none_or(|is| is == liquid))
}

/// Adds so much of the liquid, so warm; there is room for it.
pub(crate) fn add(world: &mut World, id: ThingId, liquid: &Noun, ml: u32, celsius: f32) {
    if ml == 0 {
        return;
    }
    let entity = world.resource::<ThingIndex>().entity(id);
    let now = world.resource::<Moment>().0;
    let mut held = world.get_mut::<Liquid>(entity).expect("it holds liquids");
    let before = held.ml;
    *held = Liquid { what: Some(liquid.clone()), ml: before + ml };
    if let Some(mut warmth) = world.get_mut::<Warmth>(entity) {
        let share = ml as f32 / (before + ml) as f32;
        let mixed = warmth.celsius_at(now) * (1.0 - share) + celsius * share;
        *warmth = Warmth { since: now, celsius: mixed, ..*warmth };
    }
    touch(world, id);
    crate::processes::refresh(world, id);
}

/// Takes so much out; it is there. Returns what came out and how warm it is.
pub(crate) fn take(world: &mut World, id: ThingId, ml: u32) -> (Noun, f32) {
    let entity = world.resource::<ThingIndex>().entity(id);
    let now = world.resource::<Moment>().0;
    let celsius = world
        .get::<Warmth>(entity)
        .map_or(crate::heat::AIR_CELSIUS, |warmth| warmth.celsius_at(now));
    let mut held = world.get_mut::<Liquid>(entity).expect("it holds liquids");
    let liquid = held.what.clone().expect("something is in it");
    held.ml -= ml;
    if held.ml == 0 {
        held.what = None;
    }
    touch(world, id);
    if Things::of(world).kind(id).heat.is_some() {
        crate::processes::refresh(world, id);
    }
    (liquid, celsius)
}
