//! What is so in a world.

use std::collections::{BTreeMap, BTreeSet};

use crate::problem::{GroundAtom, Problem};
use crate::words::{Object, Predicate, Type};

/// A world that can be asked what there is and what is so.
///
/// It may not change while a goal is judged.
pub trait Truth {
    /// The objects of a type, each once, in an order that is always the same.
    fn objects(&self, of: &Type) -> Vec<Object>;

    /// Whether a predicate holds of one object.
    fn unary(&self, predicate: &Predicate, object: &Object) -> bool;

    /// Whether a predicate holds of two objects; for `inroom` the second is a room.
    fn binary(&self, predicate: &Predicate, subject: &Object, other: &Object) -> bool;
}

/// A world that is nothing but what is said of it: what is not said is not so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    objects: BTreeMap<Type, Vec<Object>>,
    facts: BTreeSet<GroundAtom>,
}

impl State {
    /// An empty world.
    pub fn new() -> Self {
        Self::default()
    }

    /// The world as a problem begins. Wildcards stand for no object in it; who has further objects
    /// of that type adds them.
    pub fn at_start_of(problem: &Problem) -> Self {
        let mut state = Self::new();
        for declared in &problem.objects {
            if !declared.object.is_wildcard() {
                state.add(declared.of.it.clone(), declared.object.it.clone());
            }
        }
        // As with the reference, what is said to be so is so, whatever else is said.
        let so = problem.init.iter().filter(|fact| fact.holds);
        so.for_each(|fact| state.set(fact.atom(), true));
        state
    }

    /// Adds an object; nothing happens where it is there already.
    pub fn add(&mut self, of: Type, object: Object) {
        let objects = self.objects.entry(of).or_default();
        if !objects.contains(&object) {
            objects.push(object);
        }
    }

    /// Makes something so, or not so.
    pub fn set(&mut self, atom: GroundAtom, holds: bool) {
        if holds {
            self.facts.insert(atom);
        } else {
            self.facts.remove(&atom);
        }
    }

    /// Everything that is so.
    pub fn facts(&self) -> impl Iterator<Item = &GroundAtom> {
        self.facts.iter()
    }
}

impl Truth for State {
    fn objects(&self, of: &Type) -> Vec<Object> {
        self.objects.get(of).cloned().unwrap_or_default()
    }

    fn unary(&self, predicate: &Predicate, object: &Object) -> bool {
        let (predicate, subject) = (predicate.clone(), object.clone());
        self.facts.contains(&GroundAtom { predicate, subject, other: None })
    }

    fn binary(&self, predicate: &Predicate, subject: &Object, other: &Object) -> bool {
        let (predicate, subject) = (predicate.clone(), subject.clone());
        self.facts.contains(&GroundAtom { predicate, subject, other: Some(other.clone()) })
    }
}
