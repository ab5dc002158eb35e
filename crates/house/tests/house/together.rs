//! Goals about several things and one place, or several.

use base::{Action::*, Condition, Quality, Relation, Share, State};

use crate::home::{Builder, Life, noun};

fn kitchen() -> Life {
    let mut b = Builder::kitchen();
    b.add("green mug", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Look]);
    life
}

fn together(that: Vec<Quality>) -> Condition {
    let share = |of: &str, at_least| Share { of: noun(of), that: Vec::new(), at_least };
    Condition::Together {
        each: vec![share("mug", 2), share("knife", 1)],
        relation: Relation::In,
        at: noun("drawer"),
        that,
    }
}

fn apart(at_least: u32) -> Condition {
    let (of, that, at) = (noun("mug"), vec![Quality::IsNot(State::Dirty)], noun("drawer"));
    Condition::Apart { of, that, at_least, relation: Relation::In, at }
}

fn missing(life: &Life, condition: &Condition) -> Vec<String> {
    house::truth(&life.world).missing(condition)
}

#[test]
fn things_are_together_in_one_place_only() {
    let mut life = kitchen();
    let all = together(vec![Quality::IsNot(State::Open)]);
    assert!(!house::holds(&life.world, &all));
    life.does([Go("left drawer"), Open("left drawer"), Look, Go("red mug"), Take("red mug")]);
    life.does([Go("right drawer"), Open("right drawer"), PutIn("red mug", "right drawer")]);
    assert!(!house::holds(&life.world, &all), "two mugs in two drawers are not together");
    assert_eq!(
        missing(&life, &all),
        ["of the right drawer, in which all should be, 1 of 2 mug are in it, and it is not closed"]
    );
    life.does([
        Look,
        Go("green mug"),
        Take("green mug"),
        Go("right drawer"),
        PutIn("green mug", "right drawer"),
    ]);
    assert!(house::holds(&life.world, &together(Vec::new())));
    assert!(!house::holds(&life.world, &all), "the drawer is open");
    life.does([Close("right drawer")]);
    assert!(house::holds(&life.world, &all) && missing(&life, &all).is_empty());
}

#[test]
fn things_are_apart_in_as_many_places() {
    let mut life = kitchen();
    assert!(house::holds(&life.world, &apart(1)), "the blue mug");
    assert_eq!(
        missing(&life, &apart(2)),
        [
            "1 of 2 have one, the left drawer: at least 2 mug that is clean are in a different drawer each"
        ]
    );
    life.does([Go("left drawer"), Open("left drawer"), Look, Go("red mug"), Take("red mug")]);
    life.does([Go("left drawer"), PutIn("red mug", "left drawer")]);
    assert!(!house::holds(&life.world, &apart(2)), "both are in the same one");
    life.does([
        Take("red mug"),
        Go("right drawer"),
        Open("right drawer"),
        PutIn("red mug", "right drawer"),
    ]);
    assert!(house::holds(&life.world, &apart(2)));
}

#[test]
fn credit_is_given_for_each_thing_and_each_place() {
    let mut life = kitchen();
    let share = |life: &Life, condition: &Condition| house::truth(&life.world).share(condition);
    let all = together(vec![Quality::IsNot(State::Open)]);
    // Of two mugs, a knife and a closed drawer: the knife is in a closed one.
    assert_eq!(share(&life, &all), 2.0 / 4.0);
    assert_eq!(share(&life, &apart(2)), 0.5);
    assert_eq!(share(&life, &Condition::All(vec![all.clone(), apart(4)])), 0.375);
    life.does([Go("right drawer"), Open("right drawer"), Look, Go("red mug"), Take("red mug")]);
    assert_eq!(share(&life, &all), 2.0 / 4.0, "now the other one, with a mug");
    life.does([Go("right drawer"), PutIn("red mug", "right drawer"), Close("right drawer")]);
    assert_eq!(share(&life, &all), 3.0 / 4.0);
    assert_eq!(share(&life, &apart(2)), 1.0);
    assert!(house::holds(&life.world, &apart(2)) && !house::holds(&life.world, &all));
}
