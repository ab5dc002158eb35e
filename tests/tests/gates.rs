//! A family that tests memory ships only if it needs memory and memory suffices.
//!
//! Judged on dev by the bounds alone, never by a rival's score: `nothing` succeeds at most 40 %,
//! `oracle-memory` at least 95 % of the time. In families 3, 4, 5, 8 and 10 what is needed spans two
//! or more past events.

use std::sync::Arc;

use eval::life::Options;
use eval::matrix;
use eval::records::{EpisodeRecord, Outcome};
use eval::summary::{Metric, mean_of};
use models::Embed;
use models::testing::HashedWords;
use scenario::checked::Split;
use tests::{arms, scored};

/// Families that test memory; 11 tests that memory does not hurt.
const FAMILIES_OF_MEMORY: [u8; 10] = [1, 2, 3, 4, 5, 6, 8, 9, 10, 12];
/// Families in which no single past event is enough.
const FAMILIES_OF_SEVERAL_EVENTS: [u8; 5] = [3, 4, 5, 8, 10];
/// Variants that each of these families has for reporting.
const TEST_VARIANTS: usize = 12;

fn records() -> Vec<EpisodeRecord> {
    let scenarios = scored();
    let jobs = matrix::jobs(&scenarios, Some(Split::Dev), 0..2);
    let arms = arms(&["nothing", "oracle-memory"]);
    let embedder: Arc<dyn Embed> = Arc::new(HashedWords::default());
    matrix::run(&jobs, &arms, &Options::default(), &embedder, 2, Vec::new(), &|_| {})
        .expect("threads can be started")
}

#[test]
fn every_family_needs_memory_and_memory_suffices() {
    let records = records();
    for record in &records {
        assert!(
            !matches!(record.outcome, Outcome::Invalid | Outcome::Crash),
            "{}: {:?}",
            record.episode,
            record.note
        );
    }
    let success = |family: u8, arm: &str| {
        let own = records.iter().filter(|r| r.family == family && r.arm == arm);
        mean_of(own, Metric::Success)
    };
    for family in FAMILIES_OF_SEVERAL_EVENTS {
        for record in records.iter().filter(|record| record.family == family) {
            let relevant = record.relevant.unwrap_or(0);
            assert!(relevant >= 2, "{}: {relevant} events are enough", record.episode);
        }
    }
    for family in FAMILIES_OF_MEMORY {
        let [nothing, oracle] = ["nothing", "oracle-memory"].map(|arm| success(family, arm));
        assert!(nothing <= 0.40, "family {family}: nothing succeeds {nothing}");
        assert!(oracle >= 0.95, "family {family}: oracle-memory succeeds {oracle}");
    }
}

#[test]
fn there_are_variants_enough_for_reporting() {
    let scenarios = scored();
    for family in [2, 3, 4, 5, 6, 8, 9, 10, 11] {
        let of_family = scenarios.iter().filter(|scenario| scenario.family == family);
        let count = of_family
            .flat_map(|scenario| &scenario.variants)
            .filter(|variant| variant.split == Split::Test)
            .count();
        assert!(count >= TEST_VARIANTS, "family {family} has {count} test variants");
    }
}
