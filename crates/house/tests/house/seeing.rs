//! What an agent sees, and what stays hidden.

use base::Action::*;
use base::{Fact, Place, Relation, State};
use house::HouseOptions;
use scenario::checked::{Change, Fault, FaultKind, TimelineEvent};

use crate::home::{Builder, Life, apart_m, noun};

/// VirtualHome hid an egg in a bowl, and showed an apple in an open box in a closed cupboard.
#[test]
fn an_egg_in_a_bowl_is_seen_and_what_is_in_a_closed_box_is_not() {
    let mut life = Life::kitchen();
    life.does([Go("shelf"), Look]);
    assert!(life.sees("box"), "{:?}", life.percepts().seen);
    assert!(!life.sees("bowl") && !life.sees("white egg"));
    life.does([Go("box"), Open("box")]);
    assert!(life.sees("bowl") && life.sees("white egg"));
    life.does([Close("box")]);
    assert!(!life.sees("bowl") && !life.sees("white egg"));
}

#[test]
fn an_open_box_in_a_closed_cupboard_is_hidden_with_all_that_is_in_it() {
    let mut b = Builder::furnished();
    b.add("box", Some((Relation::In, "high cupboard")), None);
    b.add("apple", Some((Relation::In, "box")), None);
    b.state("box", State::Open, true);
    let mut life = Life::new(&b.build());
    life.does([Go("high cupboard"), Look]);
    assert!(life.sees("high cupboard") && !life.sees("box") && !life.sees("apple"));
    life.does([Open("high cupboard")]);
    assert!(life.sees("box") && life.sees("apple"));
}

#[test]
fn a_wall_hides_the_other_room() {
    let mut life = Life::kitchen();
    life.does([Go("left drawer"), Look]);
    assert!(life.sees("table") && life.sees("red mug"));
    assert!(!life.sees("shelf") && !life.sees("box"));
}

#[test]
fn a_drawer_is_looked_into_from_near_by_only() {
    let mut b = Builder::kitchen();
    b.state("left drawer", State::Open, true);
    let mut life = Life::new(&b.build());
    life.does([Go("table"), Look]);
    let drawer = life.seen("left drawer").expect("its front is in view");
    assert!(drawer.states.contains(&(State::Open, true)) && !drawer.seen_whole);
    assert!(!life.sees("blue mug"));
    life.does([Go("left drawer")]);
    assert!(life.sees("blue mug") && life.seen("left drawer").is_some_and(|seen| seen.seen_whole));
}

#[test]
fn a_bowl_on_the_table_is_looked_into_from_afar() {
    let mut b = Builder::furnished();
    b.add("bowl", Some((Relation::On, "table")), None);
    b.add("egg", Some((Relation::In, "bowl")), None);
    let mut life = Life::new(&b.build());
    life.does([Look]);
    let egg = life.seen("egg").expect("one looks into an open bowl from above");
    assert_eq!(egg.place, Some((Relation::In, life.handle("bowl"))));
    assert!(!egg.in_reach);
}

#[test]
fn hidden_states_are_not_seen() {
    let mut b = Builder::kitchen();
    b.state("toaster", State::Broken, true);
    let mut life = Life::new(&b.build());
    life.does([Go("right drawer"), Search("right drawer"), Look]);
    let states = |name: &str| &life.seen(name).expect("it is in view").states;
    assert_eq!(*states("knife"), []);
    assert_eq!(*states("toaster"), [(State::Running, false)]);
    assert_eq!(*states("left drawer"), [(State::Open, false)]);
    assert!(states("bread").contains(&(State::Sliced, false)));
    assert!(states("bread").contains(&(State::Hot, false)));
    assert!(!states("red mug").iter().any(|(state, _)| *state == State::Hot));
}

#[test]
fn look_sees_all_sides_and_going_only_what_is_ahead() {
    let mut life = Life::kitchen();
    life.does([Look]);
    assert!(life.sees("table") && life.sees("fridge"));
    life.does([Go("table")]);
    assert!(life.sees("table") && !life.sees("fridge"));
    let table = life.seen("table").expect("it is ahead");
    assert!(table.in_reach && table.seen_whole);
    assert_eq!(life.percepts().standing_at, Some(life.handle("table")));
    assert_eq!(life.percepts().room, Some(noun("kitchen")));
}

#[test]
fn a_handle_lasts_while_the_thing_is_in_view_or_in_hand() {
    let mut life = Life::kitchen();
    life.does([Go("table"), Look]);
    let (mug, pan) = (life.handle("red mug"), life.handle("pan"));
    life.does([Go("red mug"), Take("red mug")]);
    assert_eq!(life.handle("red mug"), mug);
    life.does([Go("shelf"), Go("table"), Look]);
    assert_eq!(life.handle("red mug"), mug, "it was in the hand all the time");
    assert_ne!(life.handle("pan"), pan, "it was out of view");
    let landmarks = life.percepts().landmarks.len() as u32;
    assert!(mug.0 > landmarks && (1..=landmarks).contains(&life.handle("shelf").0));
}

#[test]
fn percepts_are_rewritten_twice_a_second_while_walking() {
    let mut life = Life::kitchen();
    let go = Go(life.handle("shelf"));
    life.intend(go);
    let mut rewritten = Vec::new();
    let mut revision = life.percepts().revision;
    let mut feet = Vec::new();
    loop {
        life.step();
        if life.percepts().revision != revision {
            revision = life.percepts().revision;
            rewritten.push(life.now().0);
            feet.push(life.percepts().feet);
        }
        if !life.is_busy() {
            break;
        }
    }
    assert!(rewritten.len() > 8, "{rewritten:?}");
    assert!(rewritten.windows(2).all(|pair| pair[1] - pair[0] == 5), "{rewritten:?}");
    let step = |pair: &[[f32; 3]]| apart_m([pair[0][0], pair[0][2]], [pair[1][0], pair[1][2]]);
    assert!(feet.windows(2).all(|pair| step(pair) < 0.51), "{feet:?}");
}

#[test]
fn a_change_that_is_seen_is_noticed() {
    let b = Builder::kitchen();
    let event = |at_second, change| TimelineEvent { at_second, changes: vec![change], said: None };
    let (mug, fridge, table) = (b.id("red mug"), b.id("fridge"), b.id("table"));
    let timeline = [
        event(30, Change::Move(mug, Relation::In, fridge)),
        event(40, Change::Set(b.id("toaster"), State::Running, true)),
        event(50, Change::Move(mug, Relation::On, table)),
    ];
    let mut life = Life::with(&b.build(), &HouseOptions::default(), &timeline);
    life.does([Go("table"), Look]);
    let mut noticed = Vec::new();
    for _ in 0..500 {
        let before = life.percepts().revision;
        life.step();
        if life.percepts().revision != before {
            noticed.extend(life.percepts().noticed.clone());
        }
    }
    let on_table = || Place(Relation::On, noun("table"));
    assert_eq!(
        noticed,
        [
            Fact::NotAt(noun("red mug"), on_table()),
            Fact::Is(noun("toaster"), State::Running, true),
            Fact::At(noun("red mug"), on_table()),
        ]
    );
}

#[test]
fn what_is_overlooked_is_seen_at_a_later_event() {
    let faults =
        vec![Fault { thing: noun("mug"), kind: FaultKind::Unseen, chance: 0.5, taken_for: None }];
    let scene = Builder::kitchen().build();
    let seen: Vec<Vec<bool>> = (0..8)
        .map(|seed| {
            let mut life = Life::with_faults(&scene, seed, faults.clone());
            // The table is before the agent from the first step on.
            let mut seen = vec![life.sees("red mug")];
            for _ in 0..4 {
                life.does([Look]);
                seen.push(life.sees("red mug"));
            }
            seen
        })
        .collect();
    assert!(seen.iter().any(|looks| !looks[0]) && seen.iter().any(|looks| looks[0]), "{seen:?}");
    assert!(seen.iter().all(|looks| looks.windows(2).all(|pair| pair[1] >= pair[0])), "{seen:?}");
}

#[test]
fn what_is_mistaken_is_seen_as_it_is_at_the_next_own_look() {
    let faults = vec![Fault {
        thing: noun("red mug"),
        kind: FaultKind::Mistaken,
        chance: 0.5,
        taken_for: Some(noun("green mug")),
    }];
    let scene = Builder::kitchen().build();
    let mut first = std::collections::BTreeSet::new();
    for seed in 0..8 {
        let mut life = Life::with_faults(&scene, seed, faults.clone());
        // The table is before the agent from the first step on.
        first.insert(life.sees("green mug"));
        assert_ne!(life.sees("green mug"), life.sees("red mug"), "it is seen once");
        life.does([Look]);
        assert!(life.sees("red mug") && !life.sees("green mug"));
    }
    assert_eq!(first.len(), 2, "chance decides");
}
