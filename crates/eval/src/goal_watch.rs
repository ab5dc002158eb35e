//! Watches a goal over the time in which it is pursued.
//!
//! `Within`, `Never`, `InOrder` and `AtOnce` are about moments, so the end alone does not tell whether they
//! hold: an egg that burnt and was thrown away has been burnt all the same.

use base::{Condition, SimTime};
use house::Truth;

/// What has been so since the goal was given.
#[derive(Debug, Clone)]
pub struct GoalWatch {
    condition: Condition,
    given: SimTime,
    /// One for each condition about moments, in the order of writing.
    moments: Vec<Moments>,
}

/// What has been so of one condition about moments.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Moments {
    /// `Within`: whether it was reached in time.
    Within(bool),
    /// `Never`: whether it has been so.
    Never(bool),
    /// `InOrder`: how many have been reached, one after the other.
    InOrder(usize),
    /// `AtOnce`: whether all were so at one moment.
    AtOnce(bool),
}

impl GoalWatch {
    /// Watches the condition from this moment on.
    pub fn new(condition: &Condition, given: SimTime) -> Self {
        let mut moments = Vec::new();
        collect(condition, &mut moments);
        Self { condition: condition.clone(), given, moments }
    }

    /// Whether the end alone tells whether the condition holds.
    pub fn is_idle(&self) -> bool {
        self.moments.is_empty()
    }

    /// Takes down what is so at this moment.
    pub fn note(&mut self, now: SimTime, truth: Truth<'_>) {
        let mut left = self.moments.iter_mut();
        note(&self.condition, now.ticks_since(self.given), truth, &mut left);
    }

    /// Whether the condition holds, with all that has been noted.
    pub fn holds(&self, truth: Truth<'_>) -> bool {
        judge(&self.condition, truth, &mut self.moments.iter())
    }
}

fn collect(condition: &Condition, into: &mut Vec<Moments>) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| collect(part, into));
        }
        Condition::Not(part) => collect(part, into),
        Condition::Within(..) => into.push(Moments::Within(false)),
        Condition::Never(_) => into.push(Moments::Never(false)),
        Condition::InOrder(_) => into.push(Moments::InOrder(0)),
        Condition::AtOnce(_) => into.push(Moments::AtOnce(false)),
        Condition::Exists(..)
        | Condition::ForAll(..)
        | Condition::Count { .. }
        | Condition::Together { .. }
        | Condition::Apart { .. } => {}
    }
}

fn note<'m>(
    condition: &Condition,
    ticks: u64,
    truth: Truth<'_>,
    left: &mut impl Iterator<Item = &'m mut Moments>,
) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| note(part, ticks, truth, left));
        }
        Condition::Not(part) => note(part, ticks, truth, left),
        Condition::Within(seconds, part) => {
            if let Some(Moments::Within(reached)) = left.next() {
                let in_time = ticks <= u64::from(*seconds) * base::time::TICKS_PER_SECOND;
                *reached |= in_time && truth.holds(part);
            }
        }
        Condition::Never(part) => {
            if let Some(Moments::Never(happened)) = left.next() {
                *happened |= truth.holds(part);
            }
        }
        Condition::InOrder(parts) => {
            if let Some(Moments::InOrder(reached)) = left.next() {
                while parts.get(*reached).is_some_and(|part| truth.holds(part)) {
                    *reached += 1;
                }
            }
        }
        Condition::AtOnce(parts) => {
            if let Some(Moments::AtOnce(happened)) = left.next() {
                *happened |= parts.iter().all(|part| truth.holds(part));
            }
        }
        Condition::Exists(..)
        | Condition::ForAll(..)
        | Condition::Count { .. }
        | Condition::Together { .. }
        | Condition::Apart { .. } => {}
    }
}

fn judge<'m>(
    condition: &Condition,
    truth: Truth<'_>,
    left: &mut impl Iterator<Item = &'m Moments>,
) -> bool {
    match condition {
        // Every part takes its moments, also where the others have decided already.
        Condition::All(parts) => {
            let each: Vec<bool> = parts.iter().map(|part| judge(part, truth, left)).collect();
            each.into_iter().all(|holds| holds)
        }
        Condition::Any(parts) => {
            let each: Vec<bool> = parts.iter().map(|part| judge(part, truth, left)).collect();
            each.into_iter().any(|holds| holds)
        }
        Condition::Not(part) => !judge(part, truth, left),
        Condition::Within(..) => matches!(left.next(), Some(Moments::Within(true))),
        Condition::Never(_) => matches!(left.next(), Some(Moments::Never(false))),
        Condition::AtOnce(_) => matches!(left.next(), Some(Moments::AtOnce(true))),
        Condition::InOrder(parts) => {
            matches!(left.next(), Some(Moments::InOrder(reached)) if *reached == parts.len())
        }
        Condition::Exists(..)
        | Condition::ForAll(..)
        | Condition::Count { .. }
        | Condition::Together { .. }
        | Condition::Apart { .. } => truth.holds(condition),
    }
}
