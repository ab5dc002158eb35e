//! Whether a goal is reached, how nearly, and what is missing.

use std::fmt;

use crate::formula::Formula;
use crate::ground::{Ground, TooBig};
use crate::options::{self, Literal};
use crate::problem::GroundAtom;
use crate::truth::Truth;

/// What a world makes of a goal. Its `Display` is the explanation, one line for each thing missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the goal holds.
    pub satisfied: bool,
    /// The ground conditions of the best way to reach it, in the order of the goal; nothing where
    /// no way is free of contradiction.
    pub conditions: Option<Vec<Condition>>,
    /// Exact counts that are exceeded, each with how many there are.
    pub exceeded: Vec<(String, usize)>,
}

/// A ground condition of a way to reach a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// What it is about.
    pub atom: GroundAtom,
    /// Whether it is to be so, or not.
    pub wanted: bool,
    /// Whether that is met.
    pub met: bool,
}

/// Judges a goal in a world.
///
/// # Errors
///
/// When the goal is too big, which happens only where quantifiers over many objects stand in one
/// another.
pub fn judge(goal: &Formula, truth: &dyn Truth) -> Result<Verdict, TooBig> {
    let ground = Ground::of(goal, truth)?;
    let satisfied = ground.holds();
    let condition = |(atom, wanted): Literal| Condition {
        atom: ground.atoms[atom].clone(),
        wanted,
        met: ground.truths[atom] == wanted,
    };
    let way = options::best(&ground)?;
    let conditions = way.map(|way| way.into_iter().map(condition).collect());
    let mut exceeded = Vec::new();
    if !satisfied {
        ground.root.exceeded(&ground.truths, &mut exceeded);
    }
    Ok(Verdict { satisfied, conditions, exceeded })
}

impl Verdict {
    /// How many conditions of the best way are met, and of how many.
    pub fn part(&self) -> (usize, usize) {
        let conditions = self.conditions.as_deref().unwrap_or_default();
        (conditions.iter().filter(|condition| condition.met).count(), conditions.len())
    }

    /// The part of the best way that is met, from 0 to 1; 1 when the goal is reached.
    ///
    /// It is also 1 when the goal is not reached for an exact count that is exceeded and nothing
    /// else: as in the reference, a way says what must be so and not what must be left.
    pub fn credit(&self) -> f64 {
        match self.part() {
            _ if self.satisfied => 1.0,
            (_, 0) => f64::from(u8::from(self.conditions.is_some())),
            (met, of) => met as f64 / of as f64,
        }
    }

    /// The conditions of the best way that are not met; nothing when the goal is reached.
    pub fn missing(&self) -> impl Iterator<Item = &Condition> {
        let conditions = self.conditions.as_deref().unwrap_or_default();
        conditions.iter().filter(|condition| !condition.met && !self.satisfied)
    }
}

impl Condition {
    fn says(&self) -> String {
        let not = if self.wanted { "" } else { "not " };
        format!("{not}{}", self.atom.predicate)
    }
}

/// `not ontop cup.n.01_1 table.n.02_1`.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.wanted { "" } else { "not " }, self.atom)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.satisfied {
            return write!(f, "satisfied");
        }
        if self.conditions.is_none() {
            return write!(f, "not satisfied, and nothing could: every way contradicts itself");
        }
        let (met, of) = self.part();
        write!(f, "not satisfied: {met} of {of} conditions hold")?;
        let width = |text: fn(&Condition) -> usize| self.missing().map(text).max().unwrap_or(0);
        let says = width(|condition| condition.says().chars().count());
        let subject = width(|condition| condition.atom.subject.as_str().chars().count());
        for condition in self.missing() {
            write!(f, "\n  missing  {:says$}  ", condition.says())?;
            match &condition.atom.other {
                None => write!(f, "{}", condition.atom.subject)?,
                Some(other) => write!(f, "{:subject$}  {other}", condition.atom.subject)?,
            }
        }
        for (text, count) in &self.exceeded {
            write!(f, "\n  too many {count} are so in  {text}")?;
        }
        Ok(())
    }
}
