//! What came of a comparison with the reference.

use std::fmt;

/// One part of the comparison.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// What it is about.
    pub name: &'static str,
    /// Whether its file is there.
    pub present: bool,
    /// How many cases were compared.
    pub cases: usize,
    /// How many steps were done or refused in them.
    pub steps: usize,
    /// How many cases were the same.
    pub same: usize,
    /// How many cases were not compared, since what they need is absent.
    pub skipped: usize,
    /// What is absent, once each.
    pub absent: Vec<String>,
}

impl Part {
    /// How many cases were different.
    pub fn different(&self) -> usize {
        self.cases - self.same
    }

    pub(crate) fn skip(&mut self, absent: String) {
        self.skipped += 1;
        if !self.absent.contains(&absent) {
            self.absent.push(absent);
        }
    }
}

/// A case that was different from the reference, at the first difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The part it belongs to.
    pub part: &'static str,
    /// The program.
    pub program: String,
    /// The step, the first being 1; none where it is about the end.
    pub step: Option<usize>,
    /// What the reference gave.
    pub expected: String,
    /// What came instead.
    pub got: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.program)?;
        match self.step {
            Some(step) => write!(f, ", step {step}")?,
            None => write!(f, ", at the end")?,
        }
        write!(f, "\n  expected {}\n  got      {}", self.expected, self.got)
    }
}

/// All parts of the comparison, and every difference.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Programs in the base scene, each step's change.
    pub traces: Part,
    /// The same programs without one step: verdict, step, reason and end.
    pub mutants: Part,
    /// Programs in other homes: each step's change, verdict, step and reason.
    pub crossings: Part,
    /// The conditions that hold at the end of programs in the base scene.
    pub goals: Part,
    /// Refusals of the right class in other words than the reference's.
    pub reworded: usize,
    /// Every difference, in the order of the parts and of their files.
    pub differences: Vec<Difference>,
}

impl Report {
    /// The parts, in order.
    pub fn parts(&self) -> [&Part; 4] {
        [&self.traces, &self.mutants, &self.crossings, &self.goals]
    }

    /// Whether nothing was different.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }
}
