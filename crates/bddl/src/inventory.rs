//! Which words an activity uses, so that an importer can say which activities it can run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::formula::{Formula, Term};
use crate::problem::Problem;
use crate::words::{Object, Predicate, Type};

/// The words that problems use, and how often.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Each predicate with the number of times that it is written.
    pub predicates: BTreeMap<Predicate, Uses>,
    /// Each type with the number of its objects.
    pub types: BTreeMap<Type, usize>,
    /// The types of which all further objects of a room are meant.
    pub wildcards: BTreeSet<Type>,
    /// Each room with the number of times that it is written.
    pub rooms: BTreeMap<Object, usize>,
    /// The words of the language itself in goals: `and`, `forall`.
    pub connectives: BTreeMap<String, usize>,
}

/// How often a predicate is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Uses {
    /// At the beginning.
    pub init: usize,
    /// In the goal.
    pub goal: usize,
}

/// What an inventory has and somebody does not know; see [`Inventory::beyond`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beyond {
    /// Predicates that are not known.
    pub predicates: BTreeSet<Predicate>,
    /// Types that are not known.
    pub types: BTreeSet<Type>,
}

impl Inventory {
    /// The words of one problem. Formulas beside the goal are counted with it.
    pub fn of(problem: &Problem) -> Self {
        let mut inventory = Self::default();
        for declared in &problem.objects {
            if declared.object.is_wildcard() {
                inventory.wildcards.insert(declared.of.it.clone());
            }
            *inventory.types.entry(declared.of.it.clone()).or_default() += 1;
        }
        for fact in &problem.init {
            inventory.predicates.entry(fact.predicate.it.clone()).or_default().init += 1;
            if let Some(room) = fact.other.as_ref().filter(|_| fact.predicate.as_str() == "inroom")
            {
                *inventory.rooms.entry(room.it.clone()).or_default() += 1;
            }
        }
        for goal in std::iter::once(&problem.goal).chain(&problem.beside_goal) {
            inventory.add_goal(goal);
        }
        inventory
    }

    fn add_goal(&mut self, goal: &Formula) {
        goal.walk(&mut |formula| match formula {
            Formula::Atom(atom) => {
                self.predicates.entry(atom.predicate.it.clone()).or_default().goal += 1;
                if atom.predicate.as_str() == "inroom"
                    && let Some(Term::Object(room)) = atom.other.as_ref().map(|other| &other.it)
                {
                    *self.rooms.entry(room.clone()).or_default() += 1;
                }
            }
            other => *self.connectives.entry(other.head().to_owned()).or_default() += 1,
        });
    }

    /// Adds what another one counts.
    pub fn add(&mut self, other: &Self) {
        for (predicate, uses) in &other.predicates {
            let sum = self.predicates.entry(predicate.clone()).or_default();
            sum.init += uses.init;
            sum.goal += uses.goal;
        }
        add_counts(&mut self.types, &other.types);
        add_counts(&mut self.rooms, &other.rooms);
        add_counts(&mut self.connectives, &other.connectives);
        self.wildcards.extend(other.wildcards.iter().cloned());
    }

    /// What is in here that somebody does not know, given what is known.
    pub fn beyond(
        &self,
        knows_predicate: impl Fn(&Predicate) -> bool,
        knows_type: impl Fn(&Type) -> bool,
    ) -> Beyond {
        let predicates = self.predicates.keys().filter(|it| !knows_predicate(it)).cloned();
        let types = self.types.keys().filter(|it| !knows_type(it)).cloned();
        Beyond { predicates: predicates.collect(), types: types.collect() }
    }
}

impl Beyond {
    /// Whether everything is known.
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty() && self.types.is_empty()
    }
}

fn add_counts<K: Ord + Clone>(sums: &mut BTreeMap<K, usize>, counts: &BTreeMap<K, usize>) {
    for (key, count) in counts {
        *sums.entry(key.clone()).or_default() += count;
    }
}

/// `predicates draped, on_fire; types apple.n.01`.
impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let predicates: Vec<&str> = self.predicates.iter().map(Predicate::as_str).collect();
        let types: Vec<&str> = self.types.iter().map(Type::as_str).collect();
        let named = [("predicates", predicates), ("types", types)]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("{what} {}", names.join(", ")));
        f.write_str(&named.collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, Source, read_problem};

    #[test]
    fn an_importer_learns_what_it_lacks() {
        let text = "(define (problem p) (:domain omnigibson)
            (:objects rag_1 - rag car_1 car_* - car)
            (:init (inroom car_1 garage) (covered rag_1 car_1))
            (:goal (and (draped ?rag_1 ?car_1) (not (covered ?rag_1 ?car_1)))))";
        let read = read_problem(&Source::new("p.bddl", text), &Domain::built_in());
        let inventory = Inventory::of(&read.expect("it is sound"));
        let covered = inventory.predicates[&Predicate::read("covered")];
        assert_eq!((covered.init, covered.goal), (1, 1));
        assert_eq!(inventory.rooms[&Object::read("garage")], 1);
        assert_eq!(inventory.wildcards.len(), 1);

        let beyond = inventory.beyond(|it| it.as_str() != "draped", |it| it.as_str() != "car");
        assert_eq!(beyond.to_string(), "predicates draped; types car");
        assert!(inventory.beyond(|_| true, |_| true).is_empty());

        let mut sum = inventory.clone();
        sum.add(&inventory);
        assert_eq!(sum.types[&Type::read("car")], 4);
    }
}
