//! What is written becomes the life that it says.

use base::{Action, Fact, Noun};
use scenario::checked::{ActionBudget, Change, Expectation, Life};
use scenario::{Embedded, parse_scenario};

/// A life in the galley of a scenario with these draws, things and days.
fn life(draw: &str, things: &str, days: &str, seed: u64) -> Life {
    let text = format!(
        r#"Scenario(
            name: "test", family: 1, summary: "A test.", agent: "Kim",
            variants: [(name: "one", split: Dev, home: "kitchens/galley.ron",
                bind: {{"target": "old frying-pan", "said": "the $target", "list": ["fork", "spoon"]}})],
            draw: [{draw}], things: [{things}], days: [{days}],
            faults: [(thing: "drawer", kind: Stuck, chance: 0.25)],
        )"#
    );
    let scenario =
        parse_scenario("test.ron", &text, &Embedded).unwrap_or_else(|errors| panic!("{errors}"));
    scenario.life("one", seed).unwrap_or_else(|errors| panic!("{errors}"))
}

fn noun(text: &str) -> Noun {
    text.parse().expect("a noun")
}

#[test]
fn days_are_numbered_by_numbers_gaps_and_repetitions() {
    let days = r#"Day(script: [Look]), Day(gap: 3, script: [Look]), Day(number: 10, script: [Look]),
        Repeat(times: 3, every_days: 7, days: [Day(gap: 2, script: [Wait(1)]), Day(script: [Wait(2)]),
            Repeat(times: 2, days: [Day(script: [Look])])]),
        Day(script: [Look])"#;
    let life = life("", "", days, 1);
    let numbers: Vec<u32> = life.days.iter().map(|day| day.number).collect();
    assert_eq!(numbers, [1, 4, 10, 12, 13, 14, 15, 19, 20, 21, 22, 26, 27, 28, 29, 30]);
}

#[test]
fn a_repetition_counts_through_lists() {
    let draw = r#"Draw(name: "place", places: Surface, count: 3)"#;
    let days = r#"Repeat(times: 2, draw: [Draw(name: "which", from: ["$list"])], days: [
        Day(script: [PutOn("$list[i]", "$place[i+1]"), Go("$place[i]"), Take("$which"), Go("$place1")]),
    ])"#;
    let things =
        r#"(noun: "$list[1]", at: On("$place[1]")), (noun: "$list2", at: Somewhere(Closed))"#;
    let life = life(draw, things, days, 5);
    let script = |day: usize, step: usize| life.days[day].script[step].things().next().cloned();
    let place = |day: usize| match &life.days[day].script[0] {
        Action::PutOn(thing, place) => (thing.clone(), place.clone()),
        other => panic!("{other}"),
    };
    assert_eq!([place(0).0, place(1).0], [noun("fork"), noun("spoon")]);
    assert_eq!(script(1, 1), Some(place(0).1), "the second of the list in both");
    assert_eq!(script(0, 1), script(1, 3), "the first of the list in both");
}

#[test]
fn one_more_draw_changes_no_other() {
    let days = r#"Day(script: [PutIn("fork", "$place"), PutIn("spoon", "$other")])"#;
    let things =
        r#"(noun: "fork", at: Somewhere(Anywhere)), (noun: "spoon", at: Somewhere(Anywhere))"#;
    let place = r#"(name: "place", places: Closed)"#;
    let other = r#"(name: "other", places: Closed)"#;
    let more = r#"(name: "more", places: Closed, count: 50)"#;
    for seed in 0..20 {
        let plain = life(&format!("{place}, {other}"), things, days, seed);
        let with_more = life(&format!("{more}, {other}, {place}"), things, days, seed);
        assert_eq!(plain, with_more);
        let another_thing = format!(r#"(noun: "teaspoon", at: Somewhere(Anywhere)), {things}"#);
        let with_thing = life(&format!("{place}, {other}"), &another_thing, days, seed);
        assert_eq!(plain.days, with_thing.days);
        let spoon = |life: &Life| {
            let spoon = noun("spoon");
            let parent = life.home.fitting(&spoon).next().and_then(|thing| thing.parent);
            parent.map(|(relation, place)| (relation, life.home.thing(place).noun.clone()))
        };
        assert_eq!(spoon(&plain), spoon(&with_thing));
    }
}

#[test]
fn everything_of_a_day_arrives() {
    let days = r#"Day(start: "07:30", script: [PutOn("$target", "dining table")],
        timeline: [
            At(second: 90, set: [("stove", Broken, true)]),
            At(second: 60, move: [("old frying-pan", On, "bread counter")],
                say: Say(words: "Ann says: $said is on the bread counter; $$1!",
                    facts: [At("$target", (On, "bread counter"))])),
        ],
        goal: Goal(words: "put away $said", wants: Not(Exists("$target", [At(In, "tall cupboard")]))),
        expect: [Refused("put_on", "not_held"), Holds(Exists("frying-pan", [IsNot(Hot)]))])"#;
    // A goal that is reached at the start is a mistake, so the pan starts in the cupboard.
    let life = life("", r#"(noun: "$target", at: In("tall cupboard"))"#, days, 1);
    assert_eq!((life.agent.as_str(), life.variant.as_str(), life.family), ("Kim", "one", 1));
    assert_eq!(life.faults.len(), 1);
    let day = &life.days[0];
    assert_eq!(day.start_second, 27_000);
    assert_eq!(day.timeline.iter().map(|event| event.at_second).collect::<Vec<_>>(), [60, 90]);
    assert!(matches!(day.timeline[0].changes[..], [Change::Move(..)]));
    let (words, facts) = day.timeline[0].said.clone().expect("something is said");
    assert_eq!(words, "Ann says: the old frying pan is on the bread counter; $1!");
    assert!(matches!(&facts[..], [Fact::At(pan, _)] if *pan == noun("old frying-pan")));
    let goal = day.goal.as_ref().expect("there is a goal");
    assert_eq!(goal.words, "put away the old frying pan");
    assert_eq!((goal.actions, goal.seconds), (ActionBudget::TimesOracle(2.0), 900));
    assert!(matches!(&day.expect[..], [Expectation::Refused(..), Expectation::Holds(_)]));
}
