//! What a comparison must show: `brainmem>vector:success:family=2`.

use std::str::FromStr;

use crate::records::{EpisodeRecord, Outcome};
use crate::statistics::Difference;
use crate::summary::{Metric, difference, mean_of};

/// A requirement on the results of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Requirement {
    text: String,
    left: String,
    relation: Relation,
    right: Side,
    metric: Metric,
    family: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Above,
    AtLeast,
    AtMost,
}

/// What the left arm is compared with.
#[derive(Debug, Clone, PartialEq)]
enum Side {
    /// Another arm, less a margin for `>=`.
    Arm(String, f64),
    /// A number.
    Number(f64),
}

/// What became of a requirement.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The requirement as it was written.
    pub requirement: String,
    /// Whether it holds.
    pub holds: bool,
    /// The figures that decide.
    pub figures: String,
}

/// A requirement could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{text}\" is not a requirement: {reason}; write for example \
     \"brainmem>vector:success:family=2\", \"brainmem>=nothing-0.05:success:family=11\" or \
     \"oracle-memory>=0.95:success\""
)]
pub struct NotARequirement {
    text: String,
    reason: String,
}

impl FromStr for Requirement {
    type Err = NotARequirement;

    /// Reads `LEFT REL RIGHT : METRIC [: family=N]`.
    ///
    /// `a>b` holds where the 95 % interval of the difference lies wholly on the better side of
    /// zero; `a>=b-0.05` and `a>=0.95` compare means, `a<=0.4` likewise.
    fn from_str(text: &str) -> Result<Self, NotARequirement> {
        let wrong = |reason: String| NotARequirement { text: text.to_owned(), reason };
        let mut parts = text.split(':').map(str::trim);
        let sides = parts.next().unwrap_or_default();
        let (left, relation, right) =
            [(">=", Relation::AtLeast), ("<=", Relation::AtMost), (">", Relation::Above)]
                .into_iter()
                .find_map(|(sign, relation)| {
                    sides
                        .split_once(sign)
                        .map(|(left, right)| (left.trim(), relation, right.trim()))
                })
                .ok_or_else(|| wrong("it has none of >, >= and <=".to_owned()))?;
        if left.is_empty() || right.is_empty() {
            return Err(wrong("a side of it is empty".to_owned()));
        }
        let metric = parts.next().unwrap_or("success");
        let metric = Metric::named(metric).ok_or_else(|| {
            let names: Vec<&str> = Metric::ALL.iter().map(|metric| metric.name()).collect();
            wrong(format!("no metric is named \"{metric}\" (there are {})", names.join(", ")))
        })?;
        let mut family = None;
        for part in parts {
            let number = part.strip_prefix("family=").and_then(|number| number.parse().ok());
            family = Some(number.ok_or_else(|| wrong(format!("\"{part}\" is not family=N")))?);
        }
        let right = match right.parse::<f64>() {
            Ok(number) if relation == Relation::Above => {
                return Err(wrong(format!("compare with {number} by >= or <=")));
            }
            Ok(number) => Side::Number(number),
            Err(_) => {
                match right.rsplit_once('-').and_then(|(arm, m)| Some((arm, m.parse().ok()?))) {
                    Some((arm, margin)) => Side::Arm(arm.to_owned(), margin),
                    None => Side::Arm(right.to_owned(), 0.0),
                }
            }
        };
        Ok(Self { text: text.to_owned(), left: left.to_owned(), relation, right, metric, family })
    }
}

impl Requirement {
    /// The arms that it needs to have run.
    pub fn arms(&self) -> Vec<&str> {
        match &self.right {
            Side::Arm(right, _) => vec![&self.left, right],
            Side::Number(_) => vec![&self.left],
        }
    }

    /// Judges the scored, valid records.
    pub fn judge(&self, records: &[EpisodeRecord]) -> Verdict {
        let relevant: Vec<&EpisodeRecord> = records
            .iter()
            .filter(|record| record.scored && record.outcome != Outcome::Invalid)
            .filter(|record| self.family.is_none_or(|family| record.family == family))
            .collect();
        let own = |arm: &str| relevant.iter().copied().filter(|r| r.arm == arm).collect::<Vec<_>>();
        let left = own(&self.left);
        let (holds, figures) = match &self.right {
            _ if left.is_empty() => (false, format!("\"{}\" has no episodes", self.left)),
            Side::Number(bound) => {
                let mean = mean_of(left, self.metric);
                let holds = match self.relation {
                    Relation::AtMost => mean <= *bound,
                    Relation::AtLeast | Relation::Above => mean >= *bound,
                };
                (holds, format!("{mean:.3}"))
            }
            Side::Arm(right, margin) => {
                match difference(&relevant, &self.left, right, self.metric) {
                    Some(found) => self.judge_difference(found, *margin),
                    None => (false, format!("\"{right}\" shares no episode with it")),
                }
            }
        };
        Verdict { requirement: self.text.clone(), holds, figures }
    }

    fn judge_difference(&self, found: Difference, margin: f64) -> (bool, String) {
        let better = if self.metric.more_is_better() { 1.0 } else { -1.0 };
        let holds = match self.relation {
            Relation::Above => (found.low * better).min(found.high * better) > 0.0,
            Relation::AtLeast => found.difference >= -margin,
            Relation::AtMost => found.difference <= margin,
        };
        let figures = format!(
            "difference {:+.3} [{:+.3}, {:+.3}], p {:.4}, {} pairs",
            found.difference, found.low, found.high, found.p, found.n
        );
        (holds, figures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::example;

    fn records() -> Vec<EpisodeRecord> {
        let mut records = Vec::new();
        for variant in ["a", "b", "c", "d", "e", "f"] {
            for seed in 0..5 {
                records.push(example("brainmem", variant, seed, Outcome::Success));
                records.push(example("vector", variant, seed, Outcome::Failure));
            }
        }
        records
    }

    fn holds(requirement: &str) -> bool {
        requirement.parse::<Requirement>().expect("a requirement").judge(&records()).holds
    }

    #[test]
    fn a_requirement_is_judged_by_the_interval() {
        assert!(holds("brainmem>vector:success:family=2"));
        assert!(!holds("vector>brainmem:success:family=2"));
        assert!(!holds("brainmem>vector:success:family=3"), "no episodes show nothing");
        assert!(!holds("brainmem>vector:actions"), "no difference is not a difference");
        assert!(holds("brainmem>=0.95:success"));
        assert!(holds("vector<=0.4"));
        assert!(holds("brainmem>=vector-0.05:success"));
        assert!(!holds("vector>=brainmem-0.05:success"));
    }

    #[test]
    fn what_is_no_requirement_is_explained() {
        for (text, reason) in [
            ("brainmem", "none of"),
            ("a>b:winning", "no metric is named"),
            ("a>b:success:fam=2", "family=N"),
            (">b", "empty"),
            ("a>0.5", "compare with"),
        ] {
            let error = text.parse::<Requirement>().expect_err("not a requirement").to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
