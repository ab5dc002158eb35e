//! What is heard in the same room and in the next.

use base::{Action, Action::*, Fact, Relation, SimTime, State};
use body::Heard;
use house::HouseOptions;
use scenario::checked::{Change, TimelineEvent};

use crate::home::{Builder, Life, MORNING_S, noun};

/// The kitchen and the hall, with a glass carafe and a vacuum cleaner in the hall.
fn house() -> Builder {
    let mut b = Builder::kitchen();
    b.add("glass carafe", Some((Relation::On, "shelf")), None);
    b.add("vacuum", None, Some([9.5, 0.45, 0.4]));
    b
}

fn sets(b: &Builder, at_second: u32, name: &str, state: State, holds: bool) -> TimelineEvent {
    TimelineEvent { at_second, changes: vec![Change::Set(b.id(name), state, holds)], said: None }
}

/// Does the action, and lives until that second of the day. Returns what was heard meanwhile.
fn heard_while(life: &mut Life, action: Action<&str>, until: u64) -> Vec<Heard> {
    let action = action.map(|name| life.handle(name));
    life.intend(action);
    let mut heard = Vec::new();
    let mut read = life.percepts().revision;
    while life.now() < SimTime::of_day(1, MORNING_S + until) {
        life.step();
        let percepts = life.percepts();
        if percepts.revision != read {
            read = percepts.revision;
            heard.extend(percepts.heard.iter().cloned());
        }
    }
    heard
}

/// What is heard in words by one who goes there and stays until that second.
fn words_heard(b: &Builder, events: &[TimelineEvent], there: &str, until: u64) -> Vec<String> {
    let mut life = Life::with(&b.build(), &HouseOptions::default(), events);
    heard_while(&mut life, Go(there), until).into_iter().map(|heard| heard.words).collect()
}

#[test]
fn glass_that_shatters_next_door_is_heard_from_near_by() {
    let b = house();
    let events = [sets(&b, 60, "glass carafe", State::Shattered, true)];
    assert_eq!(words_heard(&b, &events, "table", 100), ["something shatters in the hall"]);
    assert_eq!(words_heard(&b, &events, "left drawer", 100), Vec::<String>::new(), "it is too far");
    assert_eq!(words_heard(&b, &events, "shelf", 100), ["something shatters in the hall"]);
}

#[test]
fn without_a_doorway_nothing_is_heard_next_door() {
    let mut b = house();
    b.home.walls[4].size[2] = 5.0;
    b.home.walls[4].center[2] = 2.5;
    let events = [sets(&b, 60, "glass carafe", State::Shattered, true)];
    assert_eq!(words_heard(&b, &events, "table", 100), Vec::<String>::new());
}

#[test]
fn what_was_heard_says_what_kind_of_thing_it_was() {
    let b = house();
    let events = [sets(&b, 60, "glass carafe", State::Shattered, true)];
    let mut life = Life::with(&b.build(), &HouseOptions::default(), &events);
    life.does([Go("table")]);
    let heard = heard_while(&mut life, Wait(200), 62);
    assert_eq!(heard[0].facts, [Fact::Is(noun("carafe"), State::Shattered, true)]);
    assert!(!life.is_busy(), "the wait ends");
}

#[test]
fn an_appliance_is_heard_when_others_switch_it() {
    let b = house();
    let on = sets(&b, 60, "vacuum", State::Running, true);
    let off = sets(&b, 80, "vacuum", State::Running, false);
    let told = ["the vacuum begins to run in the hall", "the vacuum stops in the hall"];
    assert_eq!(words_heard(&b, &[on, off], "shelf", 100), told);
}

#[test]
fn what_one_does_oneself_one_does_not_hear() {
    let mut b = house();
    b.add("blue carafe", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Go("vacuum")]);
    assert_eq!(heard_while(&mut life, Toggle("vacuum", true), 60), []);
    life.does([Go("table"), Look, Go("blue carafe"), Take("blue carafe")]);
    let heard = heard_while(&mut life, Drop("blue carafe"), 90);
    let told: Vec<&str> = heard.iter().map(|heard| heard.words.as_str()).collect();
    assert_eq!(told, ["something shatters in the kitchen"], "but no fall");
    assert!(life.is("blue carafe", State::Shattered));
}

#[test]
fn a_kettle_whistles_once_when_it_boils() {
    let mut b = house();
    b.add("kettle", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Go("table"), Look, Go("kettle"), Toggle("kettle", true)]);
    let heard = heard_while(&mut life, Go("shelf"), 900);
    let told: Vec<&str> = heard.iter().map(|heard| heard.words.as_str()).collect();
    assert_eq!(told, ["the kettle whistles in the kitchen"]);
    assert!(life.is("kettle", State::Hot));
}
