//! Recipes at work: what becomes of what is together in a vessel in which things mix.
//!
//! Heated ones come about when the vessel has got hot enough, machines' while the machine runs, and
//! stirred ones by stirring. Of two that take the same the one that takes more comes about. What a recipe
//! takes is gone, what it gives is as much, to the millilitre; a thing counts for half of its box. What
//! does not go in runs over.

use std::sync::{Arc, OnceLock};

use base::{Fact, Place, Relation, SimTime, State, ThingId};
use bevy_ecs::prelude::*;
use scenario::{Ingredient, Making, Recipe, Recipes};

use crate::heat::Warmth;
use crate::liquid::{self, Ledger, Liquid, Mixture, room_ml};
use crate::moving::relocate;
use crate::things::{Parent, ThingIndex, Things};

/// The recipes of the house.
#[derive(Resource, Clone)]
pub(crate) struct KnownRecipes(Arc<Recipes>);

impl Default for KnownRecipes {
    fn default() -> Self {
        static BUILT_IN: OnceLock<Arc<Recipes>> = OnceLock::new();
        Self(BUILT_IN.get_or_init(|| Arc::new(Recipes::built_in())).clone())
    }
}

/// Brings about what heat or a running machine makes of what is in the vessel.
pub(crate) fn take_effect(world: &mut World, id: ThingId, now: SimTime) {
    if !may_make(Things::of(world), id) {
        return;
    }
    let ready = |things: Things<'_>, by: &Making| match by {
        Making::Heating(celsius) => {
            things.get::<Warmth>(id).is_some_and(|warmth| warmth.celsius_at(now) >= *celsius)
        }
        Making::Running(kinds) => things.is_running(id) && kinds.contains(&things.kind(id).name),
        Making::Stirring => false,
    };
    if let Some(recipe) = first(world, id, ready) {
        // What comes of it is refreshed, and may be what the next recipe takes.
        make(world, id, &recipe);
    }
}

/// Brings about what stirring makes of what is in the vessel. Returns what changed.
pub(crate) fn stirred(world: &mut World, id: ThingId) -> Vec<Fact> {
    if !may_make(Things::of(world), id) {
        return Vec::new();
    }
    match first(world, id, |_, by| matches!(by, Making::Stirring)) {
        Some(recipe) => make(world, id, &recipe),
        None => Vec::new(),
    }
}

/// When the vessel next gets hot enough for a recipe whose ingredients are there.
pub(crate) fn next_crossing(world: &World, id: ThingId, now: SimTime) -> Option<SimTime> {
    let things = Things::of(world);
    if !may_make(things, id) {
        return None;
    }
    let warmth = things.get::<Warmth>(id)?;
    let celsius = warmth.celsius_at(now);
    let recipes = world.resource::<KnownRecipes>().0.clone();
    let thresholds = recipes.iter().filter_map(|recipe| match recipe.by {
        Making::Heating(from) if celsius < from && has_all(things, id, recipe) => Some(from),
        _ => None,
    });
    let ticks = thresholds.filter_map(|from| warmth.ticks_until(now, from)).min()?;
    Some(now + ticks.max(1))
}

/// Whether things mix in it, and something is in it.
fn may_make(things: Things<'_>, id: ThingId) -> bool {
    let is_empty = || {
        things.contents(id).is_empty()
            && things.get::<Liquid>(id).is_none_or(|liquid| liquid.0.is_empty())
    };
    things.kind(id).mixes && !is_empty()
}

fn first(
    world: &World,
    id: ThingId,
    ready: impl Fn(Things<'_>, &Making) -> bool,
) -> Option<Recipe> {
    let things = Things::of(world);
    let recipes = &world.resource::<KnownRecipes>().0;
    let all = || recipes.iter().filter(|recipe| has_all(things, id, recipe));
    let waits = |recipe: &Recipe| {
        // What a richer dish on the fire needs is not used up by a poorer one before it is ready.
        let is_on_fire = |recipe: &Recipe| matches!(recipe.by, Making::Heating(_));
        is_on_fire(recipe)
            && all().any(|richer| {
                is_on_fire(richer)
                    && richer.takes.len() > recipe.takes.len()
                    && recipe.takes.iter().any(|taken| richer.takes.contains(taken))
            })
    };
    all().find(|recipe| ready(things, &recipe.by) && !waits(recipe)).cloned()
}

fn has_all(things: Things<'_>, id: ThingId, recipe: &Recipe) -> bool {
    recipe.takes.iter().all(|taken| {
        let liquid = things.get::<Liquid>(id);
        liquid.is_some_and(|liquid| liquid.0.of(&taken.what) > 0)
            || taken_things(things, id, taken).len() >= taken.count as usize
    })
}

/// The things in the vessel that the recipe takes.
fn taken_things(things: Things<'_>, id: ThingId, taken: &Ingredient) -> Vec<ThingId> {
    let is_taken = |thing: &ThingId| {
        taken.what.fits(things.noun(*thing))
            && things.parent(*thing) == Parent::At(Relation::In, id)
            && (!taken.sliced || things.became(*thing).is(State::Sliced))
    };
    things.contents(id).iter().copied().filter(is_taken).collect()
}

/// Makes what the recipe gives of all that it takes. Returns what changed.
fn make(world: &mut World, id: ThingId, recipe: &Recipe) -> Vec<Fact> {
    let entity = world.resource::<ThingIndex>().entity(id);
    let inside = Place(Relation::In, Things::of(world).noun(id).clone());
    let mut ml = 0;
    let mut changes = Vec::new();
    for taken in &recipe.takes {
        let mut held = world.get_mut::<Liquid>(entity).expect("it is a vessel");
        let used = held.0.remove(&taken.what);
        ml += used;
        if used > 0 {
            world.resource_mut::<Ledger>().of(&taken.what).used += u64::from(used);
            changes.push(Fact::NotAt(taken.what.clone(), inside.clone()));
            continue;
        }
        for thing in taken_things(Things::of(world), id, taken) {
            let things = Things::of(world);
            let noun = things.noun(thing).clone();
            ml += half_of_its_box_ml(things.solid(thing).half.to_array());
            let frame = things.frame(thing);
            liquid::wash_off(world, thing);
            relocate(world, thing, Parent::Gone, frame);
            changes.push(Fact::NotAt(noun, inside.clone()));
        }
    }
    let things = Things::of(world);
    let room = room_ml(things, id).unwrap_or(0);
    let now = world.resource::<crate::moment::Moment>().0;
    let celsius =
        things.get::<Warmth>(id).map_or(crate::heat::AIR_CELSIUS, |warmth| warmth.celsius_at(now));
    let mut ledger = world.resource_mut::<Ledger>();
    let account = ledger.of(&recipe.gives);
    account.made += u64::from(ml);
    account.drained += u64::from(ml.saturating_sub(room));
    liquid::add(world, id, &Mixture::of_one(&recipe.gives, ml.min(room)), celsius);
    changes.push(Fact::At(recipe.gives.clone(), inside));
    changes
}

fn half_of_its_box_ml([x, y, z]: [f32; 3]) -> u32 {
    // Of half sizes in metres: eight boxes of a million millilitres, halved.
    ((x * y * z * 4_000_000.0) as u32).max(1)
}
