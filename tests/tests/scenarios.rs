//! One golden line for each built-in scenario and arm: what came of it, and the digest of
//! everything that happened.
//!
//! No model is needed: the memories that embed get an embedder of hashed words. After reading why
//! a line changed, `cargo xtask accept` accepts it.

use std::fmt::Write;
use std::sync::Arc;

use eval::life::{Options, run_days, run_life};
use eval::roster::Arm;
use expect_test::expect_file;
use models::Embed;
use models::testing::HashedWords;
use scenario::Scenario;
use tests::{arms, built_in};

fn embedder() -> Arc<dyn Embed> {
    Arc::new(HashedWords::default())
}

/// The first variant with seed 0, for arms of each kind.
fn golden(scenario: &Scenario) -> String {
    let variant = &scenario.variants[0].name;
    let life = scenario.life(variant, 0).expect("a built-in scenario is well formed");
    let arms = arms(&["brainmem", "vector", "last-seen", "nothing", "oracle-memory"]);
    let is_scored = life.days.iter().any(|day| day.scored);
    let episodes = if is_scored {
        run_life(&life, &arms, &Options::default(), &embedder())
    } else {
        let nothing = Arm::named("nothing").expect("it is in the roster");
        run_days(&life, nothing, &Options::default(), &embedder())
    };
    let mut golden = String::new();
    for episode in episodes.expect("the home can be built") {
        assert_eq!(episode.unmet, [""; 0], "{}", episode.record.episode);
        let record = episode.record;
        writeln!(
            golden,
            "{}: {:?}, {} actions, {} ticks, {}",
            record.episode, record.outcome, record.actions, record.ticks, record.digest
        )
        .expect("a string takes every line");
    }
    golden
}

#[test]
fn every_built_in_scenario_comes_out_as_it_did() {
    for (path, scenario) in built_in() {
        let golden_file = format!("{}/golden/{}.txt", env!("CARGO_MANIFEST_DIR"), scenario.name);
        assert!(
            path.ends_with(&format!("{}.ron", scenario.name)),
            "{path} is named as it is called"
        );
        expect_file![golden_file].assert_eq(&golden(&scenario));
    }
}

#[test]
fn every_variant_of_every_scenario_is_well_formed() {
    for (path, scenario) in built_in() {
        if let Err(errors) = scenario.check_all(0..3) {
            panic!("{path}: {errors}");
        }
    }
}
