//! The truth of a house in the words of an activity.
//!
//! Nothing of how the goal became a condition is used here: [`bddl::judge`] grounds the goal as it
//! was written, and asks this what is so. Where the two verdicts differ, one of them is wrong.

use base::{Noun, Relation, State};
use bddl::Truth;
use bddl::words::{Object, Predicate, Type};

use super::cast::{Cast, Role, relation};
use super::meaning::{TOUCHING, state};

/// What is so in a house.
pub trait Facts {
    /// Whether the thing with exactly this noun is in that state.
    fn is(&self, thing: &Noun, state: State) -> bool;

    /// What the thing with exactly this noun is in or on, or in whose hand.
    fn place(&self, thing: &Noun) -> Option<(Relation, Noun)>;

    /// How much of exactly this was poured into the thing (`In`) or onto it (`On`), millilitres.
    fn poured(&self, thing: &Noun, relation: Relation, what: &Noun) -> u32;
}

/// The truth of a house in the words of one activity.
pub struct Judged<'a> {
    pub(super) cast: &'a Cast,
    pub(super) facts: &'a dyn Facts,
}

impl Judged<'_> {
    fn is(&self, word: &str, noun: &Noun) -> bool {
        let state = state(word, &self.cast.thing(noun).kind);
        state.is_some_and(|state| self.facts.is(noun, state))
    }

    /// Whether the object is there: a thing unless it was cut in halves, a half or pieces once
    /// something is cut.
    fn is_real(&self, object: &Object) -> bool {
        let is_cut = |noun: &Noun| self.facts.is(noun, State::Sliced);
        match self.cast.role(object) {
            Role::Thing(noun) => !(self.cast.is_halved(noun) && is_cut(noun)),
            Role::Half(of) => is_cut(of),
            Role::Pieces { of, cooked } => {
                of.iter().any(|of| is_cut(of) && (!cooked || self.is("cooked", of)))
            }
            Role::Missing(_) => false,
            Role::Nobody => true,
            Role::Substance(what) => {
                let inside = self.cast.vessels().into_iter();
                let on = self.cast.coverable();
                self.cast.has_source_of(what)
                    || inside
                        .map(|it| (it, Relation::In))
                        .chain(on.map(|it| (it, Relation::On)))
                        .any(|(thing, relation)| self.facts.poured(thing, relation, what) > 0)
            }
        }
    }

    fn is_part_there(&self, object: &Object) -> bool {
        !matches!(self.cast.role(object), Role::Half(_)) || self.is_real(object)
    }

    fn is_right_at(&self, word: &str, thing: &Noun, place: &Noun) -> bool {
        let Some((how, at)) = self.facts.place(thing) else { return false };
        relation(word, &self.cast.thing(place).kind) == Some(how)
            && self.cast.tops(place).any(|top| *top == at)
    }

    fn is_at(&self, word: &str, thing: &Noun, place: &Noun) -> bool {
        if self.is_right_at(word, thing, place) {
            return true;
        }
        // What lies on a plate in the fridge is in the fridge.
        word == "inside"
            && self.cast.thing(place).kind.fixed
            && self.facts.place(thing).is_some_and(|(_, vessel)| {
                self.cast.is_carrier(&vessel)
                    && vessel != *place
                    && self.is_right_at(word, &vessel, place)
            })
    }
}

impl Truth for Judged<'_> {
    fn objects(&self, of: &Type) -> Vec<Object> {
        self.cast.objects(of).to_vec()
    }

    fn unary(&self, predicate: &Predicate, object: &Object) -> bool {
        match predicate.as_str() {
            "real" => self.is_real(object),
            "future" => !self.is_real(object),
            word => {
                self.is_part_there(object)
                    && self.cast.noun(object).is_some_and(|noun| self.is(word, noun))
            }
        }
    }

    fn binary(&self, predicate: &Predicate, subject: &Object, other: &Object) -> bool {
        let word = predicate.as_str();
        let Some(thing) = self.cast.noun(subject) else { return false };
        match (word, self.cast.role(other)) {
            ("inroom", _) => true,
            ("ontop" | "inside", Role::Thing(place) | Role::Half(place)) => {
                self.is_part_there(subject) && self.is_at(word, thing, place)
            }
            ("contains", Role::Substance(what)) => self.facts.poured(thing, Relation::In, what) > 0,
            ("filled", Role::Substance(what)) => {
                let capacity = self.cast.thing(thing).kind.capacity_ml;
                let ml = self.facts.poured(thing, Relation::In, what);
                capacity.is_some_and(|capacity| ml > 0 && 2 * ml >= capacity)
            }
            ("touching", Role::Thing(at) | Role::Half(at)) => {
                let are_there = self.is_part_there(subject) && self.is_part_there(other);
                let touches = |word| self.is_at(word, thing, at) || self.is_at(word, at, thing);
                are_there && TOUCHING.into_iter().any(touches)
            }
            ("covered", Role::Substance(what))
                if self.facts.poured(thing, Relation::On, what) > 0 =>
            {
                true
            }
            ("covered", Role::Substance(what)) => {
                let was = self.cast.init.iter().any(|fact| {
                    fact.predicate == *predicate
                        && fact.subject == *subject
                        && fact.other.as_ref() == Some(other)
                });
                was && !self.cast.is_coat(thing, what) && self.facts.is(thing, State::Dirty)
            }
            ("contains" | "filled" | "covered", Role::Pieces { of, cooked }) => {
                let how = if word == "covered" { "ontop" } else { "inside" };
                of.iter().any(|of| {
                    self.facts.is(of, State::Sliced)
                        && (!cooked || self.is("cooked", of))
                        && self.is_at(how, of, thing)
                })
            }
            _ => false,
        }
    }
}
