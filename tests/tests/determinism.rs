//! Same seed, same bytes: twice, in whatever order systems run, on one thread or two.
//!
//! Two processes are compared in `crates/cli/tests/cli`.

use std::sync::Arc;

use base::Digest;
use eval::life::{Options, run_life};
use eval::matrix;
use models::Embed;
use models::testing::HashedWords;
use scenario::checked::Split;
use tests::{arms, built_in, scored};

fn embedder() -> Arc<dyn Embed> {
    Arc::new(HashedWords::default())
}

#[test]
fn the_order_of_systems_does_not_matter() {
    let arms = arms(&["brainmem", "vector", "nothing"]);
    for scenario in scored() {
        let variant = scenario.variants.last().expect("a scenario has variants");
        let life = scenario.life(&variant.name, 1).expect("well formed");
        let digests = |shuffle_seed| -> Vec<Digest> {
            let options = Options { shuffle_seed, ..Options::default() };
            let episodes = run_life(&life, &arms, &options, &embedder()).expect("it can be run");
            episodes.iter().map(|episode| episode.record.digest).collect()
        };
        let first = digests(None);
        assert_eq!(first, digests(None), "{}: twice", scenario.name);
        assert_eq!(first, digests(Some(7)), "{}: shuffled", scenario.name);
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let scenarios: Vec<_> = built_in()
        .into_iter()
        .map(|(_, scenario)| scenario)
        .filter(|scenario| scenario.family == 2)
        .collect();
    let jobs = matrix::jobs(&scenarios, Some(Split::Dev), 0..1);
    let arms = arms(&["brainmem", "bm25", "nothing"]);
    let run = |threads| {
        let options = Options::default();
        matrix::run(&jobs, &arms, &options, &embedder(), threads, Vec::new(), &|_| {})
            .expect("threads can be started")
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn seeds_differ() {
    for scenario in scored() {
        let variant = &scenario.variants[0].name;
        let [one, other] = [0, 1].map(|seed| scenario.life(variant, seed).expect("well formed"));
        assert_ne!((&one.home, &one.days), (&other.home, &other.days), "{}", scenario.name);
        assert_eq!(one, scenario.life(variant, 0).expect("well formed"), "{}", scenario.name);
    }
}
