//! How what recipes give can be made here and now.
//!
//! A procedure for a product is one for the "state" of being [`State::Filled`] with it, of a thing that
//! is called as it is: some vessel is filled with it.

use std::collections::BTreeMap;

use base::{Action, Noun, Relation, State};
use mind::Procedure;
use scenario::checked::Work;
use scenario::{Ingredient, Making, Recipe, Recipes};

use super::{put, seconds_to};
use crate::truth::{TrueThing, Truth};

/// How many things that are made of made things are made at most.
const MOST_NESTED: u32 = 3;
/// In how many vessels a recipe is tried.
const MOST_VESSELS: usize = 4;

/// For each product the procedures by which it can be made, for recipes of which everything is there.
pub(super) fn ways_to_make(truth: &Truth) -> Vec<Procedure> {
    if !truth.things.iter().any(|thing| thing.kind.mixes) {
        return Vec::new();
    }
    let recipes = Recipes::built_in();
    let kitchen = Kitchen { truth, recipes: &recipes };
    let mut products: BTreeMap<&Noun, Vec<Procedure>> = BTreeMap::new();
    for recipe in recipes.iter() {
        let ways = kitchen.ways(recipe, 0).into_iter().map(|(_, steps)| Procedure {
            thing: recipe.gives.clone(),
            state: State::Filled,
            steps,
            takes: None,
            evidence: Vec::new(),
        });
        products.entry(&recipe.gives).or_default().extend(ways);
    }
    products.into_values().flatten().collect()
}

struct Kitchen<'a> {
    truth: &'a Truth,
    recipes: &'a Recipes,
}

impl Kitchen<'_> {
    /// The vessels in which the recipe can come about, with all the steps for each.
    fn ways(&self, recipe: &Recipe, nested: u32) -> Vec<(Noun, Vec<Action<Noun>>)> {
        let vessels = self.truth.things.iter().filter(|vessel| self.serves(vessel, &recipe.by));
        let mut vessels: Vec<&TrueThing> = vessels.collect();
        // What holds an ingredient already, then what is empty.
        vessels.sort_by_key(|vessel| {
            let holds = recipe.takes.iter().any(|taken| Truth::ml_in(vessel, &taken.what) > 0);
            let is_foul = vessel.portions.iter().any(|(relation, what, _)| {
                *relation == Relation::In && !recipe.takes.iter().any(|taken| taken.what == *what)
            });
            (is_foul, !holds)
        });
        let ways = vessels.into_iter().filter_map(|vessel| {
            let mut steps = self.steps_to_gather(recipe, vessel, nested)?;
            steps.extend(self.steps_to_make(&recipe.by, vessel)?);
            Some((vessel.noun.clone(), steps))
        });
        ways.take(MOST_VESSELS).collect()
    }

    fn serves(&self, vessel: &TrueThing, by: &Making) -> bool {
        vessel.kind.mixes
            && vessel.kind.capacity_ml.is_some()
            && match by {
                Making::Heating(_) => !vessel.kind.switch || heats_itself(vessel),
                Making::Stirring => vessel.kind.can_be.contains(&Work::Stir),
                Making::Running(kinds) => kinds.contains(&vessel.kind.name),
            }
    }

    /// Puts and pours everything together; none where something is missing.
    fn steps_to_gather(
        &self,
        recipe: &Recipe,
        vessel: &TrueThing,
        nested: u32,
    ) -> Option<Vec<Action<Noun>>> {
        let capacity = vessel.kind.capacity_ml?;
        let poured = recipe.takes.iter().filter(|taken| self.things(taken).is_none()).count();
        let mut share = capacity * 9 / 10 / u32::try_from(poured.max(1)).ok()?;
        let (mut first, mut things, mut pours, mut last) = (vec![], vec![], vec![], vec![]);
        for taken in &recipe.takes {
            if Truth::ml_in(vessel, &taken.what) > 0 {
                continue;
            }
            if let Some(found) = self.things(taken) {
                for thing in found {
                    if taken.sliced && !thing.is(State::Sliced) {
                        first.push(Action::Slice(thing.noun.clone(), self.knife()?.noun.clone()));
                    }
                    things.push(Action::PutIn(thing.noun.clone(), vessel.noun.clone()));
                }
                continue;
            }
            let there =
                self.truth.things.iter().map(|from| (from, Truth::ml_in(from, &taken.what)));
            let (from, ml) = there.max_by_key(|(_, ml)| *ml)?;
            if ml > 0 {
                // Half of what there is: another way may be tried if this one fails.
                pours.push((from.noun.clone(), ml.div_ceil(2)));
            } else if taken.what.as_str() == "water" {
                // A tap fills to the brim; there must be room for what comes later.
                let basin = || self.basin().map(|basin| basin.noun.clone());
                last.push(Action::Fill(vessel.noun.clone(), basin()?));
                let spare = Some(capacity / 5);
                last.push(Action::Pour(vessel.noun.clone(), basin()?, spare));
            } else if nested < MOST_NESTED {
                let made = self.recipes.giving(&taken.what);
                let ways: Vec<_> = made.flat_map(|recipe| self.ways(recipe, nested + 1)).collect();
                let elsewhere = ways.iter().find(|(from, _)| *from != vessel.noun);
                let (from, steps) = elsewhere.or(ways.first())?;
                first.extend(steps.iter().cloned());
                if *from == vessel.noun {
                    // It fills most of the vessel.
                    share = share.min(capacity / 20);
                } else {
                    last.push(Action::Pour(from.clone(), vessel.noun.clone(), None));
                }
            } else {
                return None;
            }
        }
        let pours = pours.into_iter().map(|(from, ml): (Noun, u32)| {
            Action::Pour(from, vessel.noun.clone(), Some(ml.min(share)))
        });
        Some([first, things, pours.collect(), last].concat())
    }

    fn steps_to_make(&self, by: &Making, vessel: &TrueThing) -> Option<Vec<Action<Noun>>> {
        let noun = || vessel.noun.clone();
        match by {
            Making::Heating(celsius) => self.steps_to_heat(*celsius, vessel),
            Making::Stirring => {
                let tool =
                    self.truth.things.iter().find(|it| it.kind.tool_for.contains(&Work::Stir))?;
                Some(vec![Action::Stir(noun(), tool.noun.clone())])
            }
            Making::Running(_) => {
                Some(vec![Action::Toggle(noun(), true), Action::Toggle(noun(), false)])
            }
        }
    }

    /// Heats the vessel by itself, where it can, or at the source that does it soonest.
    fn steps_to_heat(&self, celsius: f32, vessel: &TrueThing) -> Option<Vec<Action<Noun>>> {
        if let Some(heat) = vessel.kind.heat.filter(|_| heats_itself(vessel)) {
            let switch = |on| Action::Toggle(vessel.noun.clone(), on);
            return Some(vec![
                switch(true),
                Action::Wait(seconds_to(celsius, &heat)?),
                switch(false),
            ]);
        }
        let sources = self.truth.things.iter().filter_map(|source| {
            let heat = source.kind.heat.filter(|heat| heat.needs_on)?;
            let reaches = heat.applies == Relation::In || vessel.kind.conducts;
            let works = reaches && !source.is(State::Broken) && source.kind.fixed;
            let fits = heat.applies == Relation::On || fits_into(vessel, source);
            let seconds = seconds_to(celsius, &heat).filter(|_| works && fits)?;
            Some((seconds, source, heat, self.truth.switch_of(source)?))
        });
        let (seconds, source, heat, switch) = sources.min_by_key(|(seconds, ..)| *seconds)?;
        let mut steps = vec![put(&vessel.noun, heat.applies, &source.noun)];
        if heat.needs_closed {
            steps.push(Action::Close(source.noun.clone()));
        }
        steps.push(Action::Toggle(switch.clone(), true));
        steps.push(Action::Wait(seconds));
        if heat.needs_closed {
            steps.push(Action::Open(source.noun.clone()));
        } else {
            steps.push(Action::Toggle(switch.clone(), false));
        }
        Some(steps)
    }

    /// As many things as the recipe takes, where it takes things and they are there.
    fn things(&self, taken: &Ingredient) -> Option<Vec<&TrueThing>> {
        let fitting = self.truth.things.iter().filter(|thing| taken.what.fits(&thing.noun));
        let found: Vec<&TrueThing> = fitting.take(taken.count as usize).collect();
        (!found.is_empty() && found.len() == taken.count as usize).then_some(found)
    }

    fn knife(&self) -> Option<&TrueThing> {
        self.truth.things.iter().find(|thing| thing.is(State::Sharp))
    }

    fn basin(&self) -> Option<&TrueThing> {
        self.truth.things.iter().find(|thing| thing.kind.basin)
    }
}

/// Whether it heats what is poured into it, as a kettle does.
fn heats_itself(vessel: &TrueThing) -> bool {
    vessel.kind.switch && vessel.kind.heat.is_some_and(|heat| heat.applies == Relation::In)
}

fn fits_into(vessel: &TrueThing, source: &TrueThing) -> bool {
    let ([w, h, d], [width, height, depth]) = (vessel.kind.size, source.kind.size);
    w.min(d) < width.min(depth) && w.max(d) < width.max(depth) && h < height
}
