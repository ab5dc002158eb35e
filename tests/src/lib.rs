//! Tests that cross crates, and what they share.

use eval::roster::Arm;
use scenario::{Embedded, Scenario, parse_scenario};

/// Every scenario that comes with the program, with its path.
///
/// # Panics
///
/// Where one is not well formed.
pub fn built_in() -> Vec<(&'static str, Scenario)> {
    Embedded
        .files()
        .iter()
        .filter(|(path, _)| path.starts_with("scenarios/") && !path.starts_with("scenarios/thor/"))
        .map(|(path, text)| match parse_scenario(path, text, &Embedded) {
            Ok(scenario) => (*path, scenario),
            Err(errors) => panic!("{errors}"),
        })
        .collect()
}

/// Those that have a scored day.
///
/// # Panics
///
/// Where one is not well formed.
pub fn scored() -> Vec<Scenario> {
    let is_scored = |scenario: &Scenario| {
        let life = scenario.life(&scenario.variants[0].name, 0).expect("well formed");
        life.days.iter().any(|day| day.scored)
    };
    built_in().into_iter().map(|(_, scenario)| scenario).filter(is_scored).collect()
}

/// The arms with these names.
///
/// # Panics
///
/// Where there is none of that name.
pub fn arms(names: &[&str]) -> Vec<Arm> {
    names.iter().map(|name| Arm::named(name).expect("it is in the roster")).collect()
}
