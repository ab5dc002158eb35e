//! Dials, what is under what, what is used up, and what is pushed about.

use base::{Action::*, Condition, Fact, Noun, Place, Quality, Refusal, Relation, SimTime, State};
use scenario::checked::Cuboid;

use crate::home::{Builder, Life, MORNING_S, apart_m, noun};

fn part(center: [f32; 3], size: [f32; 3]) -> Cuboid {
    Cuboid { center, size, yaw_deg: 0.0 }
}

/// The kitchen, with a desk on four legs.
fn kitchen() -> Builder {
    let mut b = Builder::kitchen();
    b.add_kind("desk", crate::home::kind("table"), None, Some([1.2, 0.375, 3.4]));
    let leg = |x: f32, z: f32| part([x, 0.35, z], [0.06, 0.7, 0.06]);
    b.thing("desk").solids = vec![
        part([1.2, 0.725, 3.4], [1.4, 0.05, 0.8]),
        leg(0.55, 3.05),
        leg(1.85, 3.05),
        leg(0.55, 3.75),
        leg(1.85, 3.75),
    ];
    b
}

fn celsius(life: &Life, name: &str) -> f32 {
    house::truth(&life.world).celsius(life.id(name)).expect("it has a temperature")
}

#[test]
fn a_dial_at_half_heats_half_as_much() {
    let at_level = |level: u8| {
        let mut b = Builder::kitchen();
        b.thing("pan").parent = Some((Relation::On, b.id("burner")));
        let mut life = Life::new(&b.build());
        life.does([Go("knob"), SetDial("knob", level)]);
        assert_eq!(life.is("burner", State::Running), level > 0);
        house::skip_to(&mut life.world, SimTime::of_day(1, MORNING_S + 7200));
        celsius(&life, "pan")
    };
    let [full, half] = [6, 3].map(at_level);
    assert!((full - 300.0).abs() < 1.0, "{full}");
    assert!((half - 22.0 - (full - 22.0) / 2.0).abs() < 1.0, "{half}");
}

#[test]
fn a_dial_is_off_at_nought_and_has_no_level_beyond_its_last() {
    let mut life = Life::kitchen();
    life.does([Go("knob")]);
    assert_eq!(life.try_do(SetDial("knob", 0)), Err(Refusal::AlreadySo));
    assert_eq!(life.try_do(SetDial("knob", 7)), Err(Refusal::WrongKind));
    assert_eq!(life.try_do(SetDial("burner", 2)), Err(Refusal::WrongKind), "its knob has the dial");
    assert_eq!(life.try_do(SetDial("fridge", 2)), Err(Refusal::WrongKind));
    life.does([SetDial("knob", 2)]);
    assert_eq!(life.try_do(SetDial("knob", 2)), Err(Refusal::AlreadySo));
    assert_eq!(life.try_do(Toggle("knob", true)), Err(Refusal::AlreadySo), "it runs");
    life.does([SetDial("knob", 5), SetDial("knob", 0)]);
    assert!(!life.is("burner", State::Running) && !life.is("knob", State::Running));
    life.does([Toggle("knob", true)]);
    assert_eq!(
        life.try_do(SetDial("knob", 6)),
        Err(Refusal::AlreadySo),
        "switched on, it is full on"
    );
}

#[test]
fn a_box_under_the_desk_is_seen_and_judged_to_be_there() {
    let mut life = Life::new(&kitchen().build());
    let under = Condition::Exists(noun("box"), vec![Quality::At(Relation::Under, noun("desk"))]);
    life.does([Go("shelf"), Look, Take("box"), Go("table")]);
    assert_eq!(life.try_do(PutUnder("box", "table")), Err(Refusal::NoRoom), "it is solid");
    assert_eq!(life.try_do(PutUnder("box", "plate")), Err(Refusal::WrongKind));
    life.does([Go("desk")]);
    let there = Fact::At(noun("box"), Place(Relation::Under, noun("desk")));
    assert_eq!(life.try_do(PutUnder("box", "desk")), Ok(vec![there.clone()]));
    assert!(house::holds(&life.world, &under));
    life.does([Wait(2), Look]);
    assert!(life.percepts().facts().contains(&there), "{:?}", life.percepts().facts());
    assert_eq!(house::drifts(&life.world), []);
    life.does([Take("box")]);
    assert!(!house::holds(&life.world, &under));
}

#[test]
fn a_shaker_is_used_up_and_refilled() {
    let mut b = Builder::kitchen();
    for potato in ["potato", "red potato", "blue potato", "white potato"] {
        b.add(potato, Some((Relation::On, "table")), None);
    }
    b.add("salt-shaker", Some((Relation::On, "table")), None);
    b.add("salt-packet", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Go("table"), Look, Take("salt-shaker"), Season("potato", "salt-shaker")]);
    life.does([Season("red potato", "salt-shaker"), Season("blue potato", "salt-shaker")]);
    assert!(!life.is("salt-shaker", State::Filled));
    assert_eq!(life.try_do(Season("white potato", "salt-shaker")), Err(Refusal::NotEnough));
    assert_eq!(life.try_do(Refill("salt-shaker", "salt-packet")), Err(Refusal::NotHeld));
    life.does([Take("salt-packet")]);
    assert_eq!(life.try_do(Refill("potato", "salt-packet")), Err(Refusal::WrongKind));
    life.does([Refill("salt-shaker", "salt-packet")]);
    assert!(life.is("salt-shaker", State::Full) && life.is("salt-packet", State::Filled));
    assert_eq!(life.try_do(Refill("salt-shaker", "salt-packet")), Err(Refusal::NoRoom));
    life.does([Season("white potato", "salt-shaker"), Refill("salt-shaker", "salt-packet")]);
    assert!(life.is("salt-shaker", State::Full) && !life.is("salt-packet", State::Filled));
}

#[test]
fn what_is_too_heavy_to_carry_is_pushed_half_a_metre() {
    let mut b = kitchen();
    b.add("anvil", None, Some([3.0, 0.1, 2.2]));
    b.add("crate", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Look, Wait(1)]);
    let at = |life: &Life| {
        let [x, _, z] = house::truth(&life.world).position(life.id("anvil"));
        [x, z]
    };
    let before = at(&life);
    assert_eq!(life.try_do(Take("anvil")), Err(Refusal::NotPortable));
    assert_eq!(life.try_do(Push("anvil")), Ok(vec![]));
    life.does([Wait(2)]);
    assert!((apart_m(before, at(&life)) - 0.5).abs() < 0.03, "{before:?} {:?}", at(&life));
    life.does([Go("anvil")]);
    let before = at(&life);
    assert_eq!(life.try_do(Push("anvil")), Err(Refusal::NoRoom), "the table is in the way");
    assert_eq!(at(&life), before);
    life.does([Go("table")]);
    assert_eq!(life.try_do(Push("table")), Err(Refusal::NotPortable));
    assert_eq!(house::drifts(&life.world), []);
}

#[test]
fn nothing_is_pushed_over_the_edge() {
    let mut b = Builder::kitchen();
    b.add("crate", Some((Relation::On, "table")), Some([3.0, 0.93, 3.7]));
    let mut life = Life::new(&b.build());
    life.does([Go("table"), Look, Go("crate")]);
    assert_eq!(life.try_do(Push("crate")), Err(Refusal::NoRoom));
    let told: Noun = noun("crate");
    assert!(life.sees(told.as_str()));
}
