//! What is poured, strewn or spread in an activity: where there is any of it, and what can be made.

use std::collections::{BTreeMap, BTreeSet};

use base::{Noun, Relation};
use bddl::Problem;
use bddl::formula::{Formula, Term};
use bddl::words::{Object, Type};
use scenario::Recipes;
use scenario::checked::{COAT_ML, Portion, Thing};

use super::cast::{Cast, Role, Scope, type_of};
use super::synsets::Synsets;

/// How much there is at the beginning of what is said to be in or on something.
const CONTAINED_SHARE: u32 = 10;

impl Cast {
    /// Finds what there is to be poured, and puts it where it is at the beginning.
    pub(super) fn find_poured(&mut self, problem: &Problem) {
        let wanted = wanted_covers(problem, self);
        let mut inside: BTreeMap<Noun, Vec<(Noun, u32)>> = BTreeMap::new();
        for fact in self.init.clone() {
            let Some(Role::Substance(what)) = fact.other.as_ref().map(|other| self.role(other))
            else {
                continue;
            };
            let what = what.clone();
            let Some(thing) = self.noun(&fact.subject).cloned() else { continue };
            match fact.predicate.as_str() {
                "insource" if self.thing(&thing).kind.basin => {
                    self.poured.insert(what);
                }
                word @ ("filled" | "insource" | "contains") => {
                    let kind = &self.thing(&thing).kind;
                    let Some(capacity) = kind.capacity_ml else { continue };
                    let ml = match word {
                        "contains" => capacity / CONTAINED_SHARE,
                        _ if kind.mixes => capacity / 2,
                        _ => capacity,
                    };
                    let there = inside.entry(thing).or_default();
                    if !there.iter().any(|(known, _)| *known == what) {
                        there.push((what.clone(), ml));
                    }
                    self.poured.insert(what);
                }
                "covered" if wanted.contains(&what) && self.thing(&thing).kind.can_be_covered() => {
                    let portion =
                        Portion { relation: Relation::On, what: what.clone(), ml: COAT_ML };
                    self.portions_mut(&thing).push(portion);
                    self.coats.insert((thing, what));
                }
                _ => {}
            }
        }
        for (thing, there) in inside {
            let capacity = self.thing(&thing).kind.capacity_ml.unwrap_or(0);
            let all: u32 = there.iter().map(|(_, ml)| ml).sum();
            for (what, ml) in there {
                let ml = if all > capacity { ml * capacity / all } else { ml };
                self.portions_mut(&thing).push(Portion { relation: Relation::In, what, ml });
            }
        }
    }

    fn portions_mut(&mut self, thing: &Noun) -> &mut Vec<Portion> {
        &mut self.things.get_mut(thing).expect("it plays").portions
    }

    /// Finds what can be made of what there is, and what of that, and so on.
    pub(super) fn find_made(&mut self, recipes: &Recipes) {
        loop {
            let new = recipes.iter().find(|recipe| {
                !self.poured.contains(&recipe.gives)
                    && recipe.takes.iter().all(|taken| {
                        let fits = |thing: &&Noun| taken.what.fits(thing);
                        self.poured.contains(&taken.what)
                            || self.things.keys().filter(fits).count() >= taken.count as usize
                    })
            });
            match new {
                Some(recipe) => self.poured.insert(recipe.gives.clone()),
                None => return,
            };
        }
    }

    /// Whether there is any of it to be poured, or it can be made.
    pub(super) fn is_poured(&self, what: &Noun) -> bool {
        self.poured.contains(what)
    }

    /// Whether that is on the thing at the beginning, and is not to be cleaned off.
    pub(super) fn is_coat(&self, thing: &Noun, what: &Noun) -> bool {
        self.coats.contains(&(thing.clone(), what.clone()))
    }

    /// Everything into which something can be poured, what stands on a stove first.
    pub(super) fn vessels(&self) -> Vec<&Noun> {
        let vessels = self.things.iter().filter(|(_, thing)| thing.kind.capacity_ml.is_some());
        let mut vessels: Vec<(&Noun, &Thing)> = vessels.collect();
        vessels.sort_by_key(|(_, thing)| !thing.kind.conducts);
        vessels.into_iter().map(|(noun, _)| noun).collect()
    }

    /// Everything on which what is poured stays.
    pub(super) fn coverable(&self) -> impl Iterator<Item = &Noun> {
        let things = self.things.iter().filter(|(_, thing)| thing.kind.can_be_covered());
        things.map(|(noun, _)| noun)
    }

    /// Whether water or the like comes out of something that plays.
    pub(super) fn has_source_of(&self, what: &Noun) -> bool {
        self.init.iter().any(|fact| {
            fact.predicate.as_str() == "insource"
                && self.noun(&fact.subject).is_some_and(|thing| self.thing(thing).kind.basin)
                && fact
                    .other
                    .as_ref()
                    .is_some_and(|of| *self.role(of) == Role::Substance(what.clone()))
        })
    }
}

/// Whether it is made by a recipe, or a recipe takes it though it is no thing.
pub(super) fn is_made(of: &Type, is_future: bool, synsets: &Synsets, recipes: &Recipes) -> bool {
    is_future && recipes.giving(&synsets.substance(of.as_str())).next().is_some()
}

/// What the goal wants something to be covered with.
fn wanted_covers(problem: &Problem, cast: &Cast) -> BTreeSet<Noun> {
    let mut wanted = BTreeSet::new();
    let mut visit = |atom: &bddl::formula::Atom, scope: &Scope| {
        let objects: Vec<&Object> = match atom.other.as_ref().map(|other| &other.it) {
            Some(Term::Object(object)) => vec![object],
            Some(Term::Variable(variable)) => type_of(variable, scope)
                .into_iter()
                .flat_map(|of| cast.types.get(&of).into_iter().flatten())
                .collect(),
            None => Vec::new(),
        };
        if atom.predicate.as_str() == "covered" {
            let roles = objects.into_iter().map(|object| cast.role(object));
            wanted.extend(roles.filter_map(|role| match role {
                Role::Substance(what) => Some(what.clone()),
                _ => None,
            }));
        }
    };
    each_wanted(&problem.goal, true, &mut Vec::new(), &mut visit);
    wanted
}

/// Visits every atom that stands under an even number of negations.
fn each_wanted(
    formula: &Formula,
    wanted: bool,
    scope: &mut Scope,
    visit: &mut dyn FnMut(&bddl::formula::Atom, &Scope),
) {
    match formula {
        Formula::Atom(atom) if wanted => visit(atom, scope),
        Formula::Atom(_) => {}
        Formula::Not(body) => each_wanted(body, !wanted, scope, visit),
        Formula::Imply(first, second) => {
            each_wanted(first, !wanted, scope, visit);
            each_wanted(second, wanted, scope, visit);
        }
        _ => {
            let before = scope.len();
            let bounds = formula.bounds().into_iter();
            scope.extend(bounds.map(|bound| (bound.variable.it.clone(), bound.of.it.clone())));
            for part in formula.parts() {
                each_wanted(part, wanted, scope, visit);
            }
            scope.truncate(before);
        }
    }
}
