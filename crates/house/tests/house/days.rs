//! Days and nights.

use base::{Action::*, Relation, SimTime, State};
use house::{HouseOptions, Parent};
use scenario::checked::{Change, TimelineEvent};

use crate::home::{Builder, Life, MORNING_S};

#[test]
fn at_the_end_of_a_day_what_is_held_is_put_down() {
    let mut life = Life::kitchen();
    life.does([Look, Go("red mug"), Take("red mug"), Go("counter")]);
    house::begin_day(&mut life.world, 2, MORNING_S, &[]);
    life.step();
    let truth = house::truth(&life.world);
    let Parent::At(Relation::On, landmark) = truth.parent(life.id("red mug")) else {
        panic!("it is on something");
    };
    assert!(truth.thing(landmark).kind.surface);
    assert_eq!(life.percepts().hands, [None, None]);
    assert_eq!(life.now(), SimTime::of_day(2, MORNING_S) + 1);
    assert_eq!(house::drifts(&life.world), []);
}

#[test]
fn what_is_left_on_overnight_burns() {
    let mut life = Life::kitchen();
    life.does([Look, Go("bread"), Take("bread"), Go("toaster"), PutIn("bread", "toaster")]);
    life.does([Toggle("toaster", true)]);
    house::begin_day(&mut life.world, 3, MORNING_S, &[]);
    assert!(life.is("bread", State::Burnt));
}

#[test]
fn what_of_the_day_has_not_happened_yet_happens_unheard() {
    let b = Builder::kitchen();
    let event = TimelineEvent {
        at_second: 7200,
        changes: vec![Change::Move(b.id("red mug"), Relation::In, b.id("fridge"))],
        said: Some(("it is in the fridge".to_owned(), vec![])),
    };
    let mut life = Life::with(&b.build(), &HouseOptions::default(), &[event]);
    house::begin_day(&mut life.world, 2, MORNING_S, &[]);
    life.step();
    assert_eq!(
        house::truth(&life.world).parent(life.id("red mug")),
        Parent::At(Relation::In, life.id("fridge"))
    );
    assert!(life.percepts().heard.is_empty() && life.percepts().noticed.is_empty());
}
