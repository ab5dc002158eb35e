//! Demonstrated tasks as scenarios, on the data where it is at hand.

#![allow(clippy::disallowed_methods, reason = "tests read the files of others")]

use import::alfred::{NotPossible, TaskType, demonstrations, scenario};
use scenario::checked::Split;
use scenario::{Embedded, Library, parse_kinds, parse_scenario, write_home};

mod data;

struct OneHome(String);

impl Library for OneHome {
    fn text(&self, path: &str) -> Result<String, String> {
        if path == "plan.ron" { Ok(self.0.clone()) } else { Embedded.text(path) }
    }
}

#[test]
fn every_demonstration_on_a_given_plan_is_a_scenario_or_says_why_not() {
    let Some(kitchens) = data::text("ai2thor_procthor/kitchens.json") else { return };
    let Some(text) = data::packed("alfred/train_kitchens.jsonl.gz") else { return };
    let all = demonstrations(&text, "train_kitchens.jsonl").expect("they can be read");
    assert_eq!(all.len(), 3436);
    let kinds = Embedded.text("kinds.ron").expect("they come with the program");
    let kinds = parse_kinds("kinds.ron", &kinds).expect("our own kinds");
    let imported = import::thor::import(&kitchens, "kitchens.json", "FloorPlan4", &kinds)
        .expect("the plan can be imported");
    let library = OneHome(write_home(&imported.home, &kinds));
    let mut possible = std::collections::BTreeMap::<TaskType, u32>::new();
    for demonstration in all.iter().filter(|demonstration| demonstration.plan == "FloorPlan4") {
        match scenario(demonstration, &[], &imported.home, "plan.ron", Split::Dev, &kinds) {
            Ok(text) => {
                let read = parse_scenario(&demonstration.id, &text, &library)
                    .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
                assert_eq!(read.family, 13);
                *possible.entry(demonstration.task).or_default() += 1;
            }
            Err(NotPossible::NoPlace { .. }) => {}
            Err(why) => panic!("{}: {why}", demonstration.id),
        }
    }
    let all: u32 = possible.values().sum();
    assert!(all > 130, "of 142, {all} are possible");
    assert_eq!(possible.len(), TaskType::ALL.len(), "of every kind of task: {possible:?}");
}
