//! Liquids, powders and pastes in vessels and on things: whole millilitres that are neither made nor
//! lost on the way.
//!
//! What a source gives, a basin drains, somebody drinks and a recipe turns into something else is kept
//! in the [`Ledger`], so what is in and on all things together always equals what was there at the
//! start, plus given and made, less drained, drunk and used.

use std::collections::BTreeMap;

use base::{Noun, ThingId};
use bevy_ecs::prelude::*;
use scenario::checked::COAT_ML;

use crate::digest::touch;
use crate::heat::Warmth;
use crate::moment::Moment;
use crate::things::{ThingIndex, Things};

/// Liquids, powders and pastes together: so many millilitres of each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mixture(BTreeMap<Noun, u32>);

/// What is in a vessel for liquids.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Liquid(pub Mixture);

/// What is on a thing on which such stays. Each takes up to [`COAT_ML`] of its own.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Coat(pub Mixture);

impl Mixture {
    /// Nothing but so much of this.
    pub fn of_one(what: &Noun, ml: u32) -> Self {
        let mut mixture = Self::default();
        mixture.add(what, ml);
        mixture
    }

    /// How much there is in all, millilitres.
    pub fn ml(&self) -> u32 {
        self.0.values().sum()
    }

    /// How much there is of exactly this, millilitres.
    pub fn of(&self, what: &Noun) -> u32 {
        self.0.get(what).copied().unwrap_or(0)
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What there is and how much of it, millilitres, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Noun, u32)> {
        self.0.iter().map(|(what, ml)| (what, *ml))
    }

    /// Adds so much.
    pub(crate) fn add(&mut self, what: &Noun, ml: u32) {
        if ml > 0 {
            *self.0.entry(what.clone()).or_default() += ml;
        }
    }

    fn add_all(&mut self, other: &Self) {
        other.iter().for_each(|(what, ml)| self.add(what, ml));
    }

    /// Takes all there is of exactly this.
    pub(crate) fn remove(&mut self, what: &Noun) -> u32 {
        self.0.remove(what).unwrap_or(0)
    }

    /// Takes so many millilitres, of each as much as its share; what rounding leaves over is of the
    /// first names that have some left.
    pub(crate) fn split_off(&mut self, ml: u32) -> Self {
        let all = self.ml();
        let ml = ml.min(all);
        let mut taken = Self::default();
        for (what, there) in self.iter() {
            let share = u64::from(there) * u64::from(ml) / u64::from(all.max(1));
            taken.add(what, u32::try_from(share).expect("no more than there is"));
        }
        let mut short = ml - taken.ml();
        let names: Vec<Noun> = self.0.keys().cloned().collect();
        for what in names {
            let more = short.min(self.of(&what) - taken.of(&what));
            taken.add(&what, more);
            short -= more;
        }
        for (what, ml) in taken.iter() {
            let left = self.0.get_mut(what).expect("it was taken from here");
            *left -= ml;
        }
        self.0.retain(|_, ml| *ml > 0);
        taken
    }
}

/// Where liquids came from and went to, millilitres.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Account {
    /// Given by taps and machines.
    pub given: u64,
    /// Poured into a basin, spilt or washed off.
    pub drained: u64,
    /// Drunk.
    pub drunk: u64,
    /// Made by a recipe of other things.
    pub made: u64,
    /// Used by a recipe for something else.
    pub used: u64,
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

    /// Notes that all of it is gone.
    pub(crate) fn drain(&mut self, mixture: &Mixture) {
        mixture.iter().for_each(|(what, ml)| self.of(what).drained += u64::from(ml));
    }
}

/// The word for a liquid. Panics where it is no noun: the scenario has checked it.
pub(crate) fn liquid_noun(name: &str) -> Noun {
    name.parse().expect("a liquid is a noun")
}

/// Whether so much fills at least half of the vessel.
pub(crate) fn fills(things: Things<'_>, id: ThingId, ml: u32) -> bool {
    things.kind(id).capacity_ml.is_some_and(|capacity| ml > 0 && 2 * ml >= capacity)
}

/// How much more of a liquid goes in; none where the thing holds none.
pub(crate) fn room_ml(things: Things<'_>, id: ThingId) -> Option<u32> {
    let capacity = things.kind(id).capacity_ml?;
    Some(capacity.saturating_sub(things.get::<Liquid>(id)?.0.ml()))
}

/// How much more of all that is poured stays on the thing; none where nothing does.
pub(crate) fn room_on(things: Things<'_>, id: ThingId, poured: &Mixture) -> Option<u32> {
    let coat = &things.get::<Coat>(id)?.0;
    poured.iter().map(|(what, _)| COAT_ML.saturating_sub(coat.of(what))).min()
}

/// Whether all of it may be added to what is in the thing.
pub(crate) fn mixes(things: Things<'_>, id: ThingId, poured: &Mixture) -> bool {
    let is_same = |held: &Liquid| held.0.is_empty() || held.0.0.keys().eq(poured.0.keys());
    things.kind(id).mixes || things.get::<Liquid>(id).is_none_or(is_same)
}

/// Adds it all, so warm, to what is in the vessel; there is room for it.
pub(crate) fn add(world: &mut World, id: ThingId, poured: &Mixture, celsius: f32) {
    let ml = poured.ml();
    if ml == 0 {
        return;
    }
    let entity = world.resource::<ThingIndex>().entity(id);
    let now = world.resource::<Moment>().0;
    let mut held = world.get_mut::<Liquid>(entity).expect("it holds liquids");
    let before = held.0.ml();
    held.0.add_all(poured);
    if let Some(mut warmth) = world.get_mut::<Warmth>(entity) {
        let share = ml as f32 / (before + ml) as f32;
        let mixed = warmth.celsius_at(now) * (1.0 - share) + celsius * share;
        *warmth = Warmth { since: now, celsius: mixed, ..*warmth };
    }
    touch(world, id);
    crate::processes::refresh(world, id);
}

/// Adds it all to what is on the thing; it stays there.
pub(crate) fn add_on(world: &mut World, id: ThingId, poured: &Mixture) {
    let entity = world.resource::<ThingIndex>().entity(id);
    world.get_mut::<Coat>(entity).expect("it can be covered").0.add_all(poured);
    touch(world, id);
}

/// Takes so much out; it is there. Returns what came out and how warm it is.
pub(crate) fn take(world: &mut World, id: ThingId, ml: u32) -> (Mixture, f32) {
    let entity = world.resource::<ThingIndex>().entity(id);
    let now = world.resource::<Moment>().0;
    let celsius = world
        .get::<Warmth>(entity)
        .map_or(crate::heat::AIR_CELSIUS, |warmth| warmth.celsius_at(now));
    let mut held = world.get_mut::<Liquid>(entity).expect("it holds liquids");
    let taken = held.0.split_off(ml);
    touch(world, id);
    if Things::of(world).kind(id).heat.is_some() {
        crate::processes::refresh(world, id);
    }
    (taken, celsius)
}

/// Takes all that is on the thing away, and down the drain. Returns what it was.
pub(crate) fn wash_off(world: &mut World, id: ThingId) -> Mixture {
    let entity = world.resource::<ThingIndex>().entity(id);
    let Some(mut coat) = world.get_mut::<Coat>(entity).filter(|coat| !coat.0.is_empty()) else {
        return Mixture::default();
    };
    let gone = std::mem::take(&mut coat.0);
    world.resource_mut::<Ledger>().drain(&gone);
    touch(world, id);
    gone
}

/// Divides what is on the first among the others, to the millilitre.
pub(crate) fn hand_on(world: &mut World, from: ThingId, to: &[ThingId]) {
    let entity = world.resource::<ThingIndex>().entity(from);
    let Some(mut coat) = world.get_mut::<Coat>(entity).filter(|coat| !coat.0.is_empty()) else {
        return;
    };
    let mut left = std::mem::take(&mut coat.0);
    let takers: Vec<ThingId> =
        to.iter().copied().filter(|id| Things::of(world).get::<Coat>(*id).is_some()).collect();
    for (index, id) in takers.iter().enumerate() {
        let share = left.ml().div_ceil((takers.len() - index) as u32);
        let part = left.split_off(share);
        add_on(world, *id, &part);
    }
    world.resource_mut::<Ledger>().drain(&left);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixture(parts: &[(&str, u32)]) -> Mixture {
        let mut mixture = Mixture::default();
        parts.iter().for_each(|(what, ml)| mixture.add(&liquid_noun(what), *ml));
        mixture
    }

    #[test]
    fn a_mixture_is_divided_by_its_shares_to_the_millilitre() {
        let mut drink = mixture(&[("cola", 200), ("lime-juice", 10), ("vodka", 40)]);
        let sip = drink.split_off(33);
        assert_eq!(sip, mixture(&[("cola", 27), ("lime-juice", 1), ("vodka", 5)]));
        assert_eq!(drink, mixture(&[("cola", 173), ("lime-juice", 9), ("vodka", 35)]));
        assert_eq!(drink.split_off(1000).ml(), 217);
        assert!(drink.is_empty() && drink.split_off(1).is_empty());
    }
}
