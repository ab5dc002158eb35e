//! Washing, wiping and drying; warming and chilling in what must be closed for it.

use base::{Action::*, Fact, Refusal, State};

use crate::home::{Builder, Life, noun};

fn scullery() -> Life {
    let mut b = Builder::kitchen();
    b.state("red mug", State::Dirty, true);
    Life::new(&b.build())
}

#[test]
fn a_dirty_mug_is_washed_under_the_tap_and_dried() {
    let mut life = scullery();
    assert_eq!(life.try_do(Wash("red mug")), Err(Refusal::NotHeld));
    life.does([Look, Go("red mug"), Take("red mug"), Go("sink")]);
    assert_eq!(life.try_do(Wash("red mug")), Err(Refusal::NoWater));
    life.does([Toggle("tap", true), Wash("red mug")]);
    assert!(!life.is("red mug", State::Dirty) && life.is("red mug", State::Wet));
    assert_eq!(life.try_do(Wash("red mug")), Err(Refusal::AlreadySo));
    life.does([Toggle("tap", false), Look, Go("towel"), Take("towel")]);
    assert_eq!(life.try_do(Dry("towel", "towel")), Err(Refusal::IntoItself));
    life.does([Dry("red mug", "towel")]);
    assert!(!life.is("red mug", State::Wet));
    assert_eq!(life.try_do(Dry("red mug", "towel")), Err(Refusal::AlreadySo));
}

#[test]
fn running_water_rinses_what_lies_in_the_basin() {
    let mut life = scullery();
    life.does([Look, Go("red mug"), Take("red mug"), Go("sink"), PutIn("red mug", "sink")]);
    life.does([Toggle("tap", true), Wait(2)]);
    assert!(life.is("red mug", State::Dirty), "it takes three seconds");
    life.does([Wait(2)]);
    assert!(!life.is("red mug", State::Dirty) && life.is("red mug", State::Wet));
}

#[test]
fn the_dirt_goes_into_the_cloth() {
    let mut life = scullery();
    life.does([Look, Go("towel"), Take("towel"), Look, Go("red mug")]);
    assert_eq!(life.try_do(Wipe("table", "towel")), Err(Refusal::WrongKind));
    life.does([Wipe("red mug", "towel")]);
    assert!(!life.is("red mug", State::Dirty) && life.is("towel", State::Dirty));
}

#[test]
fn a_microwave_runs_only_while_it_is_closed() {
    let mut b = Builder::kitchen();
    b.add("green apple", Some((base::Relation::On, "counter")), None);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("green apple"), Take("green apple"), Go("microwave"), Open("microwave")]);
    assert_eq!(life.try_do(Toggle("microwave", true)), Err(Refusal::Ajar));
    life.does([PutIn("green apple", "microwave"), Close("microwave"), Toggle("microwave", true)]);
    let apple = life.id("green apple");
    life.does([Wait(40)]);
    assert!(life.is("green apple", State::Hot) && !life.is("green apple", State::Cooked));
    life.does([Wait(30)]);
    assert!(life.is("green apple", State::Cooked));
    let changes = life.try_do(Open("microwave")).expect("it opens");
    assert_eq!(changes.len(), 2, "it has stopped: {changes:?}");
    assert!(!life.is("microwave", State::Running));
    let warm = house::truth(&life.world).celsius(apple).expect("it is loose");
    life.does([Wait(60)]);
    assert!(house::truth(&life.world).celsius(apple).expect("it is loose") < warm);
    assert!(life.is("green apple", State::Cooked), "it stays so");
}

#[test]
fn a_fridge_cools_what_is_in_it_while_it_is_closed() {
    let mut life = Life::kitchen();
    assert!(house::truth(&life.world).celsius(life.id("egg")).expect("it is loose") < 5.0);
    life.does([Look, Go("red mug"), Take("red mug"), Go("fridge"), Open("fridge")]);
    life.does([PutIn("red mug", "fridge"), Wait(120)]);
    assert!(!life.is("red mug", State::Cold), "the door is open");
    life.does([Close("fridge"), Wait(130)]);
    assert!(life.is("red mug", State::Cold));
    life.does([Open("fridge")]);
    let mug = life.seen("red mug").expect("the fridge is open");
    assert!(mug.states.contains(&(State::Cold, true)));
}

#[test]
fn a_door_that_is_ajar_keeps_hands_out_and_the_cold_not_in() {
    let mut life = Life::kitchen();
    life.does([Look, Go("red mug"), Take("red mug"), Go("fridge")]);
    for share in [0, 101] {
        assert_eq!(life.try_do(OpenTo("fridge", share)), Err(Refusal::WrongKind));
    }
    let ajar = Fact::Is(noun("fridge"), State::Ajar, true);
    assert_eq!(life.try_do(OpenTo("fridge", 20)), Ok(vec![ajar]));
    assert!(!life.is("fridge", State::Open) && life.is("fridge", State::Ajar));
    assert!(!life.sees("egg"), "nobody looks in");
    assert_eq!(life.try_do(PutIn("red mug", "fridge")), Err(Refusal::Closed));
    assert_eq!(life.try_do(OpenTo("fridge", 20)), Err(Refusal::AlreadySo));
    let egg = life.id("egg");
    let cold = house::truth(&life.world).celsius(egg).expect("it is loose");
    life.does([Wait(120)]);
    assert!(house::truth(&life.world).celsius(egg).expect("it is loose") > cold + 1.0);
    life.does([OpenTo("fridge", 70), PutIn("red mug", "fridge")]);
    assert!(life.is("fridge", State::Open) && !life.is("fridge", State::Ajar));
    life.does([OpenTo("fridge", 10), Close("fridge")]);
    assert_eq!(life.try_do(Close("fridge")), Err(Refusal::AlreadySo));
    assert!(!life.is("fridge", State::Open) && !life.is("fridge", State::Ajar));
}

#[test]
fn what_is_on_a_plate_in_the_freezer_freezes_and_butter_melts() {
    let mut b = Builder::kitchen();
    b.add("freezer", None, Some([0.4, 0.4, 4.5]));
    b.add("green plate", Some((base::Relation::In, "freezer")), None);
    b.add("green apple", Some((base::Relation::On, "green plate")), None);
    b.add("butter", Some((base::Relation::In, "freezer")), None);
    let mut life = Life::new(&b.build());
    assert!(life.is("green apple", State::Frozen) && life.is("green apple", State::Cold));
    life.does([Go("freezer"), Open("freezer"), Take("butter"), Wait(600)]);
    assert!(!life.is("green apple", State::Frozen), "it thaws");
    assert!(!life.is("butter", State::Melted), "the room is no stove");
    life.does([Go("microwave"), Open("microwave"), PutIn("butter", "microwave")]);
    life.does([Close("microwave"), Toggle("microwave", true), Wait(30)]);
    assert!(life.is("butter", State::Melted));
}

fn with_soap() -> Builder {
    let mut b = Builder::kitchen();
    b.state("red mug", State::Stained, true);
    b.add("soap-bottle", Some((base::Relation::On, "table")), None);
    b
}

#[test]
fn water_alone_leaves_a_stain_and_soap_takes_it_away() {
    let mut b = with_soap();
    b.state("red mug", State::Dirty, true);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("red mug"), Take("red mug"), Go("sink"), Toggle("tap", true)]);
    life.does([Wash("red mug")]);
    assert!(!life.is("red mug", State::Dirty) && life.is("red mug", State::Stained));
    assert_eq!(life.try_do(Wash("red mug")), Err(Refusal::NoSoap));
    life.does([Look, Go("soap-bottle"), Take("soap-bottle")]);
    assert_eq!(life.try_do(Soap("soap-bottle", "soap-bottle")), Err(Refusal::WrongKind));
    life.does([Soap("red mug", "soap-bottle")]);
    assert!(life.is("red mug", State::Soapy) && life.is("red mug", State::Stained));
    assert_eq!(life.try_do(Soap("red mug", "soap-bottle")), Err(Refusal::AlreadySo));
    life.does([Go("sink")]);
    let changes = life.try_do(Wash("red mug")).expect("it is soapy");
    for state in [State::Stained, State::Soapy] {
        assert!(changes.contains(&Fact::Is(noun("red mug"), state, false)), "{changes:?}");
        assert!(!life.is("red mug", state));
    }
    assert_eq!(life.try_do(Wash("red mug")), Err(Refusal::AlreadySo));
}

#[test]
fn each_soaping_takes_one_dose() {
    let mut b = with_soap();
    b.add("green mug", Some((base::Relation::On, "table")), None);
    b.add("white mug", Some((base::Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("soap-bottle"), Take("soap-bottle"), Look]);
    assert!(life.is("soap-bottle", State::Full));
    life.does([Soap("red mug", "soap-bottle")]);
    assert!(life.is("soap-bottle", State::Filled) && !life.is("soap-bottle", State::Full));
    life.does([Soap("green mug", "soap-bottle")]);
    assert!(!life.is("soap-bottle", State::Filled));
    assert_eq!(life.try_do(Soap("white mug", "soap-bottle")), Err(Refusal::NotEnough));
}

#[test]
fn running_water_rinses_soap_and_stain_off() {
    let mut b = with_soap();
    b.state("red mug", State::Soapy, true);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("red mug"), Take("red mug"), Go("sink"), PutIn("red mug", "sink")]);
    life.does([Toggle("tap", true), Wait(4)]);
    assert!(!life.is("red mug", State::Soapy) && !life.is("red mug", State::Stained));
}

#[test]
fn a_stain_in_the_basin_stays_without_soap() {
    let mut life = Life::new(&with_soap().build());
    life.does([Look, Go("red mug"), Take("red mug"), Go("sink"), PutIn("red mug", "sink")]);
    life.does([Toggle("tap", true), Wait(4)]);
    assert!(life.is("red mug", State::Wet) && life.is("red mug", State::Stained));
}

#[test]
fn a_soapy_cloth_takes_a_stain_away_and_takes_up_soap() {
    let mut life = Life::new(&with_soap().build());
    life.does([Look, Go("towel"), Take("towel"), Look, Go("red mug")]);
    assert_eq!(life.try_do(Wipe("red mug", "towel")), Err(Refusal::NoSoap));
    life.does([Look, Take("soap-bottle"), Soap("towel", "soap-bottle"), Wipe("red mug", "towel")]);
    assert!(!life.is("red mug", State::Stained) && life.is("towel", State::Dirty));
    assert_eq!(life.try_do(Wipe("red mug", "towel")), Err(Refusal::AlreadySo));
    let mut b = with_soap();
    b.state("red mug", State::Soapy, true);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("towel"), Take("towel"), Look, Go("red mug"), Wipe("red mug", "towel")]);
    assert!(!life.is("red mug", State::Stained) && !life.is("red mug", State::Soapy));
    assert!(life.is("towel", State::Soapy), "the soap is in the cloth");
}
