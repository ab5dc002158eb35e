//! From records to the numbers of a summary: every arm, every pair of arms, whole and by family.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::records::{EpisodeRecord, Outcome};
use crate::statistics::{
    ByVariant, Difference, Estimate, bootstrap, holm, mcnemar, mean, sign_flips, wilson,
};

/// A number that each episode gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Whether the goal was reached.
    Success,
    /// The share of the goal's conditions reached.
    GoalRate,
    /// Success weighted by the oracle's actions over the agent's: s·L*/max(L, L*).
    PathWeightedSuccess,
    /// Actions begun.
    Actions,
    /// Actions begun for each action of the oracle.
    ActionRatio,
    /// The share of actions not refused.
    Executability,
    /// How well the plan matches the oracle's.
    PlanMatch,
    /// Errors made again.
    RepeatedErrors,
    /// Actions on beliefs that were not so any more.
    StaleActions,
    /// The share of relevant events recalled.
    Coverage,
    /// The share of recalled events that are relevant.
    Precision,
}

impl Metric {
    /// All metrics, the primary one first.
    pub const ALL: [Self; 11] = [
        Self::Success,
        Self::GoalRate,
        Self::PathWeightedSuccess,
        Self::Actions,
        Self::ActionRatio,
        Self::Executability,
        Self::PlanMatch,
        Self::RepeatedErrors,
        Self::StaleActions,
        Self::Coverage,
        Self::Precision,
    ];

    /// The name in `summary.json` and in `--require`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::GoalRate => "goal_rate",
            Self::PathWeightedSuccess => "path_weighted_success",
            Self::Actions => "actions",
            Self::ActionRatio => "action_ratio",
            Self::Executability => "executability",
            Self::PlanMatch => "plan_match",
            Self::RepeatedErrors => "repeated_errors",
            Self::StaleActions => "stale_actions",
            Self::Coverage => "coverage",
            Self::Precision => "precision",
        }
    }

    /// The metric with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// Whether more of it is better.
    pub const fn more_is_better(self) -> bool {
        !matches!(
            self,
            Self::Actions | Self::ActionRatio | Self::RepeatedErrors | Self::StaleActions
        )
    }

    /// What the episode gives; none where the metric says nothing about it.
    pub fn of(self, record: &EpisodeRecord) -> Option<f64> {
        Some(match self {
            Self::Success => f64::from(u8::from(record.is_success())),
            Self::GoalRate => record.goal_rate,
            Self::PathWeightedSuccess => {
                let longest = record.actions.max(record.oracle_actions).max(1);
                f64::from(u8::from(record.is_success())) * f64::from(record.oracle_actions)
                    / f64::from(longest)
            }
            Self::Actions => f64::from(record.actions),
            Self::ActionRatio => {
                f64::from(record.actions) / f64::from(record.oracle_actions.max(1))
            }
            Self::Executability => record.executability,
            Self::PlanMatch => record.plan_match,
            Self::RepeatedErrors => f64::from(record.repeated_errors),
            Self::StaleActions => f64::from(record.stale_actions),
            Self::Coverage => return record.coverage,
            Self::Precision => return record.precision,
        })
    }
}

/// The numbers of one set of episodes.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Numbers {
    /// How many scored, valid episodes each arm has.
    pub episodes: BTreeMap<String, usize>,
    /// By arm and metric.
    pub arms: BTreeMap<String, BTreeMap<&'static str, Estimate>>,
    /// By pair (`a_vs_b`) and metric.
    pub pairs: BTreeMap<String, BTreeMap<&'static str, Difference>>,
}

/// All numbers of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Over all families.
    #[serde(flatten)]
    pub all: Numbers,
    /// For each family.
    pub families: BTreeMap<u8, Numbers>,
    /// Scored episodes that are invalid, by scenario and variant, with the reason.
    pub invalid: BTreeMap<String, String>,
    /// Episodes that crashed, with the reason.
    pub crashed: BTreeMap<String, String>,
    /// Success of each pair, Holm-adjusted over all pairs.
    pub holm: BTreeMap<String, f64>,
}

/// Sums up the scored records. Arms are compared in the order `arms`.
pub fn summarise(records: &[EpisodeRecord], arms: &[String]) -> Summary {
    let scored: Vec<&EpisodeRecord> = records.iter().filter(|record| record.scored).collect();
    let valid: Vec<&EpisodeRecord> =
        scored.iter().copied().filter(|record| record.outcome != Outcome::Invalid).collect();
    let families: BTreeSet<u8> = valid.iter().map(|record| record.family).collect();
    let note = |record: &EpisodeRecord| record.note.clone().unwrap_or_default();
    let with = |outcome| scored.iter().filter(move |record| record.outcome == outcome);
    let all = numbers(&valid, arms);
    let p_values: Vec<(String, f64)> = all
        .pairs
        .iter()
        .filter_map(|(pair, by_metric)| Some((pair.clone(), by_metric.get("success")?.p)))
        .collect();
    let adjusted = holm(&p_values.iter().map(|(_, p)| *p).collect::<Vec<f64>>());
    Summary {
        families: families
            .into_iter()
            .map(|family| {
                let of_family: Vec<&EpisodeRecord> =
                    valid.iter().copied().filter(|record| record.family == family).collect();
                (family, numbers(&of_family, arms))
            })
            .collect(),
        invalid: with(Outcome::Invalid)
            .map(|record| {
                let key = format!("{}/{} seed {}", record.scenario, record.variant, record.seed);
                (key, note(record))
            })
            .collect(),
        crashed: with(Outcome::Crash).map(|r| (r.episode.clone(), note(r))).collect(),
        holm: p_values.into_iter().map(|(pair, _)| pair).zip(adjusted).collect(),
        all,
    }
}

fn numbers(records: &[&EpisodeRecord], arms: &[String]) -> Numbers {
    let mut numbers = Numbers::default();
    for arm in arms {
        let own: Vec<&EpisodeRecord> =
            records.iter().copied().filter(|record| record.arm == *arm).collect();
        numbers.episodes.insert(arm.clone(), own.len());
        let estimates = Metric::ALL
            .into_iter()
            .filter_map(|metric| Some((metric.name(), estimate(&own, metric)?)))
            .collect();
        numbers.arms.insert(arm.clone(), estimates);
    }
    for (index, first) in arms.iter().enumerate() {
        for second in &arms[index + 1..] {
            let differences = Metric::ALL
                .into_iter()
                .filter_map(|metric| {
                    Some((metric.name(), difference(records, first, second, metric)?))
                })
                .collect();
            numbers.pairs.insert(format!("{first}_vs_{second}"), differences);
        }
    }
    numbers
}

fn estimate(own: &[&EpisodeRecord], metric: Metric) -> Option<Estimate> {
    let mut by_variant: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for record in own {
        if let Some(value) = metric.of(record) {
            by_variant.entry((&record.scenario, &record.variant)).or_default().push(value);
        }
    }
    if by_variant.is_empty() {
        return None;
    }
    if metric == Metric::Success {
        let successes = own.iter().filter(|record| record.is_success()).count();
        return Some(wilson(successes, own.len()));
    }
    let values: Vec<Vec<f64>> = by_variant.into_values().collect();
    Some(bootstrap(&values, metric.name()))
}

/// How the two arms differ in a metric, over the episodes that both have. None where they share no
/// episode about which the metric says something.
pub fn difference(
    records: &[&EpisodeRecord],
    first: &str,
    second: &str,
    metric: Metric,
) -> Option<Difference> {
    let of_arm = |arm: &str| {
        let mut by_pairing = BTreeMap::new();
        for record in records.iter().filter(|record| record.arm == arm) {
            if let Some(value) = metric.of(record) {
                by_pairing.insert(record.pairing(), value);
            }
        }
        by_pairing
    };
    let (ours, theirs) = (of_arm(first), of_arm(second));
    let mut by_variant: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    let (mut only_first, mut only_second) = (0, 0);
    for (pairing, value) in &ours {
        let Some(other) = theirs.get(pairing) else {
            continue;
        };
        by_variant.entry((pairing.1, pairing.2)).or_default().push(value - other);
        only_first += u64::from(value > other);
        only_second += u64::from(value < other);
    }
    if by_variant.is_empty() {
        return None;
    }
    let differences: Vec<Vec<f64>> = by_variant.into_values().collect();
    let interval = bootstrap(&differences, metric.name());
    let p = match metric {
        Metric::Success => mcnemar(only_first, only_second),
        _ => sign_flips(&differences, metric.name()),
    };
    Some(Difference {
        difference: interval.mean,
        low: interval.low,
        high: interval.high,
        p,
        n: count(&differences),
    })
}

fn count(values: &ByVariant) -> usize {
    values.iter().map(Vec::len).sum()
}

/// The mean of a metric over the records about which it says something.
pub fn mean_of<'a>(records: impl IntoIterator<Item = &'a EpisodeRecord>, metric: Metric) -> f64 {
    mean(records.into_iter().filter_map(|record| metric.of(record)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::example;

    fn comparison() -> Vec<EpisodeRecord> {
        let mut records = Vec::new();
        for variant in ["a", "b", "c", "d", "e", "f"] {
            for seed in 0..5 {
                records.push(example("brainmem", variant, seed, Outcome::Success));
                let other = if seed == 0 { Outcome::Success } else { Outcome::Failure };
                records.push(example("vector", variant, seed, other));
            }
        }
        records
    }

    fn arms() -> Vec<String> {
        ["brainmem", "vector"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_clear_difference_has_an_interval_away_from_zero() {
        let summary = summarise(&comparison(), &arms());
        let success = summary.all.pairs["brainmem_vs_vector"]["success"];
        assert_eq!((success.difference, success.n), (0.8, 30));
        assert!(success.low > 0.0 && success.p < 0.001);
        assert_eq!(summary.families[&2], summary.all);
        assert_eq!(summary.all.arms["vector"]["success"].mean, 0.2);
    }

    #[test]
    fn a_crash_counts_as_a_failure_and_an_invalid_episode_not_at_all() {
        let mut records = comparison();
        records[0].outcome = Outcome::Crash;
        records[1].outcome = Outcome::Invalid;
        let summary = summarise(&records, &arms());
        assert_eq!(summary.all.episodes["brainmem"], 30);
        assert_eq!(summary.all.episodes["vector"], 29);
        assert!(summary.all.arms["brainmem"]["success"].mean < 1.0);
        assert_eq!((summary.crashed.len(), summary.invalid.len()), (1, 1));
    }

    #[test]
    fn a_metric_that_says_nothing_is_left_out() {
        let summary = summarise(&comparison(), &arms());
        assert!(!summary.all.arms["vector"].contains_key("precision"));
        assert!(summary.all.arms["vector"].contains_key("coverage"));
    }

    #[test]
    fn path_weighting_never_exceeds_success() {
        let mut record = example("vector", "a", 0, Outcome::Success);
        record.actions = 3;
        assert_eq!(Metric::PathWeightedSuccess.of(&record), Some(1.0));
        record.actions = 12;
        assert_eq!(Metric::PathWeightedSuccess.of(&record), Some(0.5));
        record.outcome = Outcome::Failure;
        assert_eq!(Metric::PathWeightedSuccess.of(&record), Some(0.0));
    }
}
