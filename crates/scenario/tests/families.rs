//! The scenarios that come with the program can be lived, whatever the seed.

use std::collections::{BTreeMap, BTreeSet};

use base::{Condition, Digest};
use scenario::checked::{Life, Split};
use scenario::{Embedded, Scenario, parse_scenario};

fn scenarios() -> Vec<Scenario> {
    let files = Embedded.files().iter().filter(|(path, _)| path.starts_with("scenarios/"));
    files
        .map(|(path, text)| {
            parse_scenario(path, text, &Embedded).unwrap_or_else(|errors| panic!("{errors}"))
        })
        .collect()
}

fn life(scenario: &Scenario, variant: usize, seed: u64) -> Life {
    let name = &scenario.variants[variant].name;
    scenario.life(name, seed).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn every_variant_has_a_life_with_every_seed() {
    for scenario in scenarios() {
        scenario.check_all(0..25).unwrap_or_else(|errors| panic!("{errors}"));
    }
}

#[test]
fn the_same_seed_gives_the_same_life_and_another_one_another() {
    for scenario in scenarios() {
        for variant in 0..scenario.variants.len() {
            let lives = [1, 1, 2, 3].map(|seed| life(&scenario, variant, seed));
            assert_eq!(lives[0], lives[1]);
            let differ = |a: &Life, b: &Life| a.days != b.days || a.home != b.home;
            assert!(differ(&lives[0], &lives[2]) || differ(&lives[0], &lives[3]));
        }
    }
}

#[test]
fn a_life_is_that_of_every_platform() {
    // A changed digest here means that every recorded run of this scenario changes.
    let scenarios = scenarios();
    let moved = scenarios.iter().find(|scenario| scenario.name == "moved").expect("it is embedded");
    let life = life(moved, 0, 7);
    let text = format!("{:?} {:?}", life.home, life.days);
    expect_test::expect!["6f93338f30b366c8"].assert_eq(&Digest::of(text.as_bytes()).short());
}

#[test]
fn families_that_score_are_built_to_compare() {
    let mut families: BTreeMap<u8, Vec<(Scenario, usize)>> = BTreeMap::new();
    for scenario in scenarios() {
        for variant in 0..scenario.variants.len() {
            if life(&scenario, variant, 1).days.iter().any(|day| day.scored) {
                families.entry(scenario.family).or_default().push((scenario.clone(), variant));
            }
        }
    }
    for (family, variants) in families {
        let homes = |split: Split| -> Vec<String> {
            let infos = variants.iter().map(|(scenario, variant)| &scenario.variants[*variant]);
            infos.filter(|info| info.split == split).map(|info| info.home.clone()).collect()
        };
        let (dev, test) = (homes(Split::Dev), homes(Split::Test));
        assert!(dev.len() >= 6 && test.len() >= 12, "{family}: {} and {}", dev.len(), test.len());
        // Dev and test share no kitchen.
        assert!(!dev.iter().any(|home| test.contains(home)), "family {family}");
    }
}

#[test]
fn what_is_fetched_is_told_apart() {
    for scenario in scenarios().iter().filter(|scenario| [1, 2].contains(&scenario.family)) {
        let mut words = BTreeSet::new();
        for (variant, info) in scenario.variants.iter().enumerate() {
            let life = life(scenario, variant, 1);
            let goal = life.days.last().and_then(|day| day.goal.as_ref()).expect("it is scored");
            assert!(words.insert(goal.words.clone()), "{}: said twice", goal.words);
            check_target(&life, &goal.condition, &info.name);
        }
    }
}

/// The thing that is asked for is told apart from all others, and none of these is it.
fn check_target(life: &Life, condition: &Condition, variant: &str) {
    let Condition::Exists(target, _) = condition else {
        panic!("{variant}: {condition} is not about one thing");
    };
    assert_eq!(life.home.fitting(target).count(), 1, "{variant}: \"{target}\"");
    let alike = life.home.things.iter().filter(|thing| thing.noun.kind() == target.kind()).count();
    assert!(alike >= 5, "{variant}: {alike} look alike");
    for thing in &life.home.things {
        for other in &life.home.things {
            let hides = thing.id != other.id && !thing.kind.fixed && thing.noun.fits(&other.noun);
            assert!(!hides, "{variant}: \"{}\" fits \"{}\"", thing.noun, other.noun);
        }
    }
}

#[test]
fn where_the_thing_is_at_last_depends_on_the_seed() {
    for scenario in scenarios().iter().filter(|scenario| [1, 2].contains(&scenario.family)) {
        let mut places = BTreeSet::new();
        for seed in 0..40 {
            let life = life(scenario, 0, seed);
            let goal = life.days.last().and_then(|day| day.goal.clone()).expect("it is scored");
            let Condition::Exists(target, _) = goal.condition else { panic!("one thing") };
            let scripts = life.days.iter().flat_map(|day| &day.script);
            let mut last = scripts.filter_map(|action| match action {
                base::Action::PutIn(thing, place) if *thing == target => Some(place.clone()),
                _ => None,
            });
            places.insert(last.next_back().expect("it is put somewhere"));
        }
        assert!(places.len() >= 10, "{}: {places:?}", scenario.name);
    }
}
