//! Sitting, climbing, heavy and hot things, what breaks and what goes off.

use base::{Action::*, Fact, Place, Refusal, Relation, State};

use crate::home::{Builder, Life, noun};

fn kitchen() -> Builder {
    let mut b = Builder::kitchen();
    b.add("cauldron", Some((Relation::On, "table")), None);
    b.add("mitt", Some((Relation::On, "table")), None);
    b
}

#[test]
fn who_sits_does_not_walk() {
    let mut life = Life::new(&kitchen().build());
    assert_eq!(life.try_do(Sit("table")), Err(Refusal::WrongKind));
    life.does([Go("stool")]);
    let on = Place(Relation::On, noun("stool"));
    assert_eq!(life.try_do(Sit("stool")), Ok(vec![Fact::At(noun("robot"), on.clone())]));
    assert_eq!(life.try_do(Go("table")), Err(Refusal::NotStanding));
    assert_eq!(life.try_do(ClimbOnto("stool")), Err(Refusal::NotStanding));
    assert_eq!(life.try_do(StepDown), Err(Refusal::AlreadySo));
    assert_eq!(life.try_do(Stand), Ok(vec![Fact::NotAt(noun("robot"), on)]));
    assert_eq!(life.try_do(Stand), Err(Refusal::AlreadySo));
    life.does([Go("table")]);
}

#[test]
fn standing_on_a_stool_one_reaches_higher() {
    let mut b = kitchen();
    b.add("far cupboard", None, Some([5.6, 2.6, 4.8]));
    let mut life = Life::new(&b.build());
    life.does([Go("far cupboard")]);
    assert_eq!(life.try_do(Open("far cupboard")), Err(Refusal::TooHigh));
    life.does([Go("stool")]);
    assert_eq!(life.try_do(Open("far cupboard")), Err(Refusal::TooHigh));
    life.does([ClimbOnto("stool"), Open("far cupboard")]);
    assert!(life.is("far cupboard", State::Open));
    life.does([StepDown]);
    assert_eq!(life.try_do(Close("far cupboard")), Err(Refusal::TooHigh));
    life.does([Go("table")]);
    assert_eq!(life.try_do(Close("far cupboard")), Err(Refusal::OutOfReach));
}

#[test]
fn nobody_climbs_onto_what_does_not_bear_is_too_high_or_gives_way() {
    let mut b = kitchen();
    b.state("stool", State::Broken, true);
    let mut life = Life::new(&b.build());
    life.does([Go("table")]);
    assert_eq!(life.try_do(ClimbOnto("table")), Err(Refusal::WrongKind));
    life.does([Go("stool")]);
    assert_eq!(life.try_do(ClimbOnto("stool")), Err(Refusal::Broken));
}

#[test]
fn what_is_heavy_takes_both_hands_and_what_is_hot_a_mitt() {
    let mut b = kitchen();
    b.state("cauldron", State::Hot, true);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("cauldron")]);
    assert_eq!(life.try_do(Take("cauldron")), Err(Refusal::TooHot));
    life.does([Take("mitt")]);
    assert_eq!(life.try_do(Take("cauldron")), Err(Refusal::HandsFull), "it is heavy, too");
    life.does([PutOn("mitt", "table"), Wait(120), Take("cauldron")]);
    let hands = life.percepts().hands;
    assert!(hands[0].is_some() && hands[0] == hands[1]);
    assert_eq!(life.try_do(Take("mitt")), Err(Refusal::HandsFull));
    life.does([PutOn("cauldron", "table"), Take("mitt")]);
    assert_eq!(house::drifts(&life.world), []);
}

#[test]
fn a_glass_shatters_when_it_is_dropped_and_its_milk_is_spilt() {
    let mut b = kitchen();
    b.add("carafe", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("carafe"), Take("carafe"), Drop("carafe"), Wait(2)]);
    assert!(life.is("carafe", State::Shattered) && !life.is("carafe", State::Filled));
    let account = life.world.resource::<house::Ledger>().accounts()[&noun("milk")];
    assert_eq!(account.drained, 500);
    life.does([Look]);
    assert_eq!(life.try_do(Take("carafe")), Err(Refusal::Shattered));
}

#[test]
fn food_goes_off_and_later_in_the_cold() {
    let mut b = kitchen();
    b.add("warm fish", Some((Relation::On, "table")), None);
    b.add("cold fish", Some((Relation::In, "fridge")), None);
    let mut life = Life::new(&b.build());
    let hours = |hours: u64| base::SimTime::of_day(1, crate::home::MORNING_S + hours * 3600);
    house::skip_to(&mut life.world, hours(5));
    assert!(!life.is("warm fish", State::Spoiled));
    house::skip_to(&mut life.world, hours(7));
    assert!(life.is("warm fish", State::Spoiled) && !life.is("cold fish", State::Spoiled));
    house::skip_to(&mut life.world, hours(25));
    assert!(life.is("cold fish", State::Spoiled));
}
