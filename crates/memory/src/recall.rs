//! What a memory answers, and why.

use std::sync::Arc;

use base::UnitId;
use serde::{Deserialize, Serialize};

use crate::question::Budget;
use crate::unit::MemoryUnit;

/// The answer to one question.
#[derive(Debug, Clone, Default)]
pub struct Recall {
    /// What came to mind, best first.
    pub units: Vec<Recalled>,
    /// What it cost.
    pub work: Work,
}

/// A unit that came to mind.
#[derive(Debug, Clone)]
pub struct Recalled {
    /// Its id.
    pub id: UnitId,
    /// The unit, as it is held.
    pub unit: Arc<MemoryUnit>,
    /// Why it came.
    pub trace: Trace,
}

/// How a score came about: recomputing it from here gives the same bits.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// What went into the score, in the order of multiplication or summing that `rule` names.
    pub signals: Vec<Signal>,
    /// How the signals make the score.
    pub rule: Rule,
    /// The units through which it was reached, from the seed to itself. A unit that was a seed
    /// has itself alone.
    pub path: Vec<UnitId>,
    /// The score.
    pub score: f32,
}

/// How signals make a score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    /// The values are multiplied, in order.
    #[default]
    Product,
    /// The weighted values are summed, in order.
    Sum,
}

/// One thing that speaks for a unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// What it is: `similarity`, `activation`, `strength`, `recency`.
    pub name: String,
    /// How much of it there is.
    pub value: f32,
    /// Its weight in a sum; 1 in a product.
    pub weight: f32,
}

impl Trace {
    /// A trace whose score is the product of the named values.
    pub fn product(signals: &[(&str, f32)], path: Vec<UnitId>) -> Self {
        Self::new(Rule::Product, signals.iter().map(|&(name, value)| (name, value, 1.0)), path)
    }

    /// A trace whose score is the sum of the named values, each times its weight.
    pub fn sum(signals: &[(&str, f32, f32)], path: Vec<UnitId>) -> Self {
        Self::new(Rule::Sum, signals.iter().copied(), path)
    }

    fn new<'a>(
        rule: Rule,
        signals: impl Iterator<Item = (&'a str, f32, f32)>,
        path: Vec<UnitId>,
    ) -> Self {
        let signals = signals
            .map(|(name, value, weight)| Signal { name: name.to_owned(), value, weight })
            .collect();
        let mut trace = Self { signals, rule, path, score: 0.0 };
        trace.score = trace.recomputed();
        trace
    }

    /// The score, computed anew from the signals.
    pub fn recomputed(&self) -> f32 {
        let values = self.signals.iter();
        match self.rule {
            Rule::Product => values.fold(1.0, |product, signal| product * signal.value),
            Rule::Sum => values.fold(0.0, |sum, signal| sum + signal.value * signal.weight),
        }
    }
}

/// What a recall cost, counted and not timed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Units looked at.
    pub units_visited: u64,
    /// Links followed.
    pub links_walked: u64,
    /// Tokens of the recalled words.
    pub tokens: u32,
}

/// Keeps the best of `candidates` within `budget`, in the order of score, then newer, then lower
/// id. A unit that no longer fits is passed over, so that shorter ones behind it still come.
pub fn best_within(mut candidates: Vec<Recalled>, budget: &Budget, mut work: Work) -> Recall {
    candidates.sort_by(|a, b| {
        b.trace
            .score
            .total_cmp(&a.trace.score)
            .then(b.unit.lived.cmp(&a.unit.lived))
            .then(a.id.cmp(&b.id))
    });
    take_within(candidates, budget, &mut work)
}

/// Keeps the first of `ordered` that fit into `budget`, in their order.
pub fn take_within(ordered: Vec<Recalled>, budget: &Budget, work: &mut Work) -> Recall {
    let mut units = Vec::new();
    for recalled in ordered {
        let tokens = recalled.unit.tokens();
        if units.len() as u32 >= budget.units {
            break;
        }
        if work.tokens + tokens <= budget.tokens {
            work.tokens += tokens;
            units.push(recalled);
        }
    }
    Recall { units, work: *work }
}
