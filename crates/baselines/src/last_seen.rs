//! A plain table: for every thing the newest fact about its place and about each of its states,
//! and for every action the newest failure.
//!
//! What a programmer writes in an afternoon, and hard to beat where only the newest fact counts:
//! the belief base of symbolic robot planners (each `(at ?x)` overwritten by the next), with the
//! units kept as proof. What the table cannot do is deliberate: it has no past beyond the newest
//! row, so asked how something was done it gives the newest facts about the things and no
//! procedure; asked about a time it gives nothing.
//!
//! Rows are found by the nouns of the question (and, for free words, by the nouns they mention): a
//! row answers for `blue mug` when the asked noun fits its thing.

use std::collections::{BTreeMap, BTreeSet};

use base::{Action, Noun, UnitId};
use memory::postings::{Postings, Topic, matters_of};
use memory::recall::best_within;
use memory::shelf::Recorded;
use memory::{
    Ask, Budget, MemoryError, MemorySystem, MemoryUnit, Question, Recall, Shelf, Trace, Work,
};

/// The newest fact about everything, and the failures.
#[derive(Debug, Clone, Default)]
pub struct LastSeen {
    shelf: Shelf,
    postings: Postings,
    /// For each thing its matters, each with the number of units that speak about it.
    matters: BTreeMap<Noun, BTreeMap<Topic, u32>>,
    /// What failed, under the action, oldest first.
    failures: BTreeMap<Action<Noun>, BTreeSet<(base::SimTime, UnitId)>>,
}

/// What a row weighs in the order of the answer; the newer comes first among equals.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row(f32);

const ASKED_FOR: Row = Row(1.0);
const ABOUT_THE_THING: Row = Row(0.5);

impl LastSeen {
    /// An empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// The units in the rows that answer the question, each with its best row.
    fn rows(&self, question: &Question) -> BTreeMap<UnitId, Row> {
        let mut found: BTreeMap<UnitId, Row> = BTreeMap::new();
        let mut add = |id: UnitId, row: Row| {
            let best = found.entry(id).or_insert(row);
            best.0 = best.0.max(row.0);
        };
        let nouns = match &question.ask {
            Ask::Words(words) => self.mentioned(words),
            _ => question.nouns(),
        };
        for thing in nouns.iter().flat_map(|noun| self.postings.fitting(noun)) {
            for matter in self.matters.get(thing).into_iter().flat_map(BTreeMap::keys) {
                let is_place = matches!(matter, Topic::Whereabouts(_) | Topic::Presence(..));
                let row = match (&question.ask, is_place) {
                    (Ask::WhereIs(_), true)
                    | (Ask::WhatStoodInTheWay(_) | Ask::WhatGotOver { .. }, false) => ASKED_FOR,
                    (Ask::WhereIs(_), false) => continue,
                    _ => ABOUT_THE_THING,
                };
                if let Some((_, id)) = self.postings.newest(matter) {
                    add(id, row);
                }
            }
        }
        if let Ask::WhatStoodInTheWay(action) | Ask::WhatGotOver { action, .. } = &question.ask {
            for (failed, units) in &self.failures {
                let alike = failed.kind() == action.kind()
                    && action.things().zip(failed.things()).all(|(asked, met)| asked.fits(met));
                if let (true, Some((_, id))) = (alike, units.last()) {
                    add(*id, ASKED_FOR);
                }
            }
        }
        found
    }

    /// The things in the table that a text mentions by all their words.
    fn mentioned(&self, text: &str) -> Vec<Noun> {
        let text =
            format!(" {} ", text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " "));
        let mentions = |noun: &&Noun| text.contains(&format!(" {} ", noun.words()));
        self.matters.keys().filter(mentions).cloned().collect()
    }
}

impl MemorySystem for LastSeen {
    fn name(&self) -> &str {
        "last-seen"
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        let recorded = self.shelf.record(unit)?;
        if let Recorded::New(id) = recorded {
            let unit = self.shelf.get(id).expect("it was recorded just now");
            self.postings.add(id, unit);
            for fact in unit.evidence() {
                let matters = self.matters.entry(fact.subject().clone()).or_default();
                for matter in matters_of(fact) {
                    *matters.entry(matter).or_default() += 1;
                }
            }
            for action in unit.actions.iter().filter(|_| unit.valence < 0.0) {
                self.failures.entry(action.clone()).or_default().insert((unit.lived, id));
            }
        }
        Ok(recorded.id())
    }

    fn recall(&self, question: &Question, budget: &Budget) -> Result<Recall, MemoryError> {
        let rows = self.rows(question);
        let work = Work { units_visited: rows.len() as u64, ..Work::default() };
        let recalled = rows.into_iter().map(|(id, row)| {
            let lived = self.shelf.get(id).expect("every row names a unit on the shelf").lived;
            let recency = crate::recency(question.now, lived, 1.0);
            self.shelf
                .recalled(id, Trace::product(&[("row", row.0), ("recency", recency)], vec![id]))
        });
        Ok(best_within(recalled.collect(), budget, work))
    }

    fn erase(&mut self, id: UnitId) -> bool {
        let Some(unit) = self.shelf.erase(id) else { return false };
        self.postings.remove(id, &unit);
        for fact in unit.evidence() {
            let Some(matters) = self.matters.get_mut(fact.subject()) else { continue };
            for matter in matters_of(fact) {
                let count = matters.get_mut(&matter).expect("counted when it was recorded");
                *count -= 1;
                if *count == 0 {
                    matters.remove(&matter);
                }
            }
            if matters.is_empty() {
                self.matters.remove(fact.subject());
            }
        }
        for action in &unit.actions {
            if let Some(units) = self.failures.get_mut(action) {
                units.remove(&(unit.lived, id));
                if units.is_empty() {
                    self.failures.remove(action);
                }
            }
        }
        true
    }

    crate::kept_on_the_shelf!();
}

#[cfg(test)]
mod tests {
    use base::{Condition, Quality, Relation, SimTime, State};
    use memory::testing::{self, is, noun};

    use super::*;

    fn told(units: &[MemoryUnit], ask: Ask) -> Vec<String> {
        let mut memory = LastSeen::new();
        for unit in units {
            memory.record(unit.clone()).expect("finite numbers");
        }
        let question = Question::new(ask, SimTime(1_000));
        let recall = memory.recall(&question, &Budget::default()).expect("it always answers");
        recall.units.iter().map(|recalled| recalled.unit.words.clone()).collect()
    }

    #[test]
    fn it_keeps_the_promises() {
        memory::conformance::check(|| Box::new(LastSeen::new()));
        memory::conformance::check_order(|| Box::new(LastSeen::new()));
    }

    #[test]
    fn only_the_newest_place_is_in_the_table() {
        let mut units: Vec<_> = (0..30)
            .map(|time| testing::saw("blue mug", Relation::On, "counter", 1, time))
            .collect();
        units.push(testing::put_in("blue mug", "left drawer", 2, 40));
        units.push(testing::saw("red mug", Relation::On, "table", 2, 50));
        assert_eq!(
            told(&units, Ask::WhereIs(noun("blue mug"))),
            ["I put the blue mug in the left drawer.", "I saw the blue mug on the counter."]
        );
        assert_eq!(told(&units, Ask::WhereIs(noun("mug")))[0], "I saw the red mug on the table.");
    }

    #[test]
    fn a_failure_comes_with_what_has_become_of_its_cause() {
        let slice = Action::Slice(noun("bread"), noun("red knife"));
        let units = [
            testing::failed(slice.clone(), is("red knife", State::Sharp, false), 1, 5),
            testing::heard(
                "I sharpened the red knife",
                vec![is("red knife", State::Sharp, true)],
                2,
                50,
            ),
        ];
        let words = told(&units, Ask::WhatStoodInTheWay(slice));
        assert_eq!(words.len(), 2);
        assert!(words[0].starts_with("Ann said"));
    }

    #[test]
    fn of_a_procedure_it_knows_only_the_last_row() {
        let units = [
            testing::put_in("bread", "toaster", 1, 1),
            testing::switched_on("toaster", 1, 2),
            testing::noticed("bread", State::Toasted, 1, 3),
        ];
        let toasted = Condition::Exists(noun("bread"), vec![Quality::Is(State::Toasted)]);
        let words = told(&units, Ask::WhatBringsAbout(toasted));
        assert!(!words.contains(&"I switched on the toaster.".to_owned()), "{words:?}");
        assert!(words.contains(&"The bread is toasted.".to_owned()));
    }
}
