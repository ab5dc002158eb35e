//! The pages about scenarios are up to date.

use expect_test::expect_file;
use scenario::{Embedded, parse_scenario};

#[test]
fn the_reference_is_up_to_date() {
    expect_file!["../../../docs/scenario-reference.md"].assert_eq(&scenario::reference());
}

#[test]
fn the_examples_of_the_guide_can_be_lived() {
    let page = include_str!("../../../docs/scenarios.md");
    let examples: Vec<&str> = page
        .split("```ron\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        // A piece of a day is put into one.
        let text = if example.contains("Scenario(") {
            example.to_owned()
        } else {
            format!(
                "(name: \"x\", family: 3, summary: \"x\", variants: [(name: \"x\", split: Dev, \
                 home: \"kitchens/galley.ron\")], things: [(noun: \"red knife\", at: In(\"knife-rack\"))], \
                 days: [Day(timeline: [{example}])])"
            )
        };
        parse_scenario("docs/scenarios.md", &text, &Embedded)
            .and_then(|scenario| scenario.check_all(0..50))
            .unwrap_or_else(|errors| panic!("{errors}"));
    }
}
