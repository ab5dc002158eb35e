//! What an agent can do, and what the house refuses.

use base::{Action::*, Fact, Hand, Place, Refusal, Relation, State};
use house::{Scene, SceneError};

use crate::home::{Builder, Life, apart_m, kind, noun};

#[test]
fn the_scene_of_a_kitchen_has_a_place_for_everything() {
    let life = Life::kitchen();
    assert_eq!(house::drifts(&life.world), []);
}

#[test]
fn a_mug_is_fetched_from_a_drawer_and_put_on_the_table() {
    let mut life = Life::kitchen();
    assert!(!life.sees("blue mug"));
    life.does([Go("left drawer"), Search("left drawer")]);
    assert!(life.sees("blue mug"));
    let taken = life.try_do(Take("blue mug")).expect("it can be taken");
    assert_eq!(taken, [Fact::At(noun("blue mug"), Place(Relation::HeldBy, noun("robot")))]);
    life.does([Go("table"), PutOn("blue mug", "table")]);
    let mug = life.seen("blue mug").expect("it is in view");
    assert_eq!(mug.place, Some((Relation::On, life.handle("table"))));
    assert_eq!(house::drifts(&life.world), []);
}

#[test]
fn what_a_plate_carries_comes_along() {
    let mut life = Life::kitchen();
    life.does([Look, Go("plate"), Take("plate")]);
    assert!(life.sees("apple"));
    life.does([Go("table"), PutOn("plate", "table")]);
    let apple = life.seen("apple").expect("it is in view");
    assert_eq!(apple.place, Some((Relation::On, life.handle("plate"))));
    assert!(apple.position[2] > 2.5, "{apple:?}");
    assert_eq!(house::drifts(&life.world), []);
}

#[test]
fn what_is_out_of_reach_or_shut_away_is_refused() {
    let mut life = Life::kitchen();
    life.does([Look]);
    assert_eq!(life.try_do(Open("left drawer")), Err(Refusal::OutOfReach));
    life.does([Go("left drawer")]);
    assert_eq!(life.try_do(Close("left drawer")), Err(Refusal::AlreadySo));
    assert_eq!(life.try_do(Take("left drawer")), Err(Refusal::NotPortable));
    assert_eq!(life.try_do(PutIn("left drawer", "left drawer")), Err(Refusal::NotHeld));
    assert_eq!(life.try_do(Toggle("left drawer", true)), Err(Refusal::WrongKind));
    assert!(!life.is("left drawer", State::Open));
}

#[test]
fn actions_take_their_time_and_not_a_tick_more() {
    let mut life = Life::kitchen();
    life.does([Go("left drawer")]);
    let mut ticks = |action: base::Action<&'static str>| {
        let action = action.map(|name| life.handle(name));
        let outcome = life.act(action);
        outcome.ended.ticks_since(outcome.started)
    };
    assert_eq!(ticks(Open("left drawer")), 15);
    assert_eq!(ticks(Open("left drawer")), 10, "a refusal costs a second");
    assert_eq!(ticks(Take("blue mug")), 10);
    assert_eq!(ticks(PutIn("blue mug", "left drawer")), 10);
    assert_eq!(ticks(Search("left drawer")), 30);
    assert_eq!(ticks(Look), 20);
    assert_eq!(ticks(Wait(3)), 30);
}

#[test]
fn walking_takes_as_long_as_the_way_is() {
    let mut life = Life::kitchen();
    let [x, _, z] = life.percepts().feet;
    let shelf = life.handle("shelf");
    let outcome = life.act(Go(shelf));
    let [to_x, _, to_z] = life.percepts().feet;
    let beeline_m = apart_m([x, z], [to_x, to_z]);
    let seconds = outcome.ended.ticks_since(outcome.started) as f32 / 10.0;
    assert!(seconds > beeline_m && seconds < beeline_m * 1.3 + 2.0, "{seconds} s, {beeline_m} m");
}

#[test]
fn what_no_way_leads_to_is_refused() {
    let mut b = Builder::kitchen();
    // The doorway is walled up.
    b.home.walls.push(scenario::checked::Cuboid {
        center: [6.05, 1.25, 3.0],
        size: [0.1, 2.5, 1.0],
        yaw_deg: 0.0,
    });
    let mut life = Life::new(&b.build());
    assert_eq!(life.try_do(Go("shelf")), Err(Refusal::NoPath));
}

#[test]
fn nobody_reaches_through_a_wall() {
    let mut b = Builder::furnished();
    b.home.start = ([5.75, 1.0], 90.0);
    b.add("lamp", None, Some([6.3, 0.2, 1.0]));
    let mut life = Life::new(&b.build());
    assert_eq!(life.try_do(Toggle("lamp", true)), Err(Refusal::OutOfReach));
    life.does([Go("lamp"), Toggle("lamp", true)]);
    assert!(life.is("lamp", State::Running));
}

#[test]
fn two_hands_hold_two_things() {
    let mut life = Life::kitchen();
    life.does([Look, Go("red mug"), Take("red mug"), Look, Go("pan"), Take("pan")]);
    let hands = [Some(life.handle("red mug")), Some(life.handle("pan"))];
    assert_eq!(life.percepts().hands, hands);
    life.does([Look, Go("bread")]);
    let bread = life.handle("bread");
    let refused = life.act(Take(bread)).result.expect_err("both hands are full");
    assert_eq!(refused.refusal, Refusal::HandsFull);
    assert_eq!(refused.cause.len(), 2);
    assert_eq!(life.try_do(Take("pan")), Err(Refusal::AlreadySo));
}

/// VirtualHome put a box into itself.
#[test]
fn nothing_goes_into_or_onto_itself_or_what_is_in_it() {
    let mut b = Builder::furnished();
    b.add("box", Some((Relation::On, "table")), None);
    b.add("plate", Some((Relation::In, "box")), None);
    b.state("box", State::Open, true);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("box"), Take("box")]);
    assert_eq!(life.try_do(PutIn("box", "box")), Err(Refusal::IntoItself));
    assert_eq!(life.try_do(PutOn("box", "plate")), Err(Refusal::IntoItself));
}

/// VirtualHome left a carried box in the old room, and what was in it without a container.
#[test]
fn a_carried_box_takes_its_contents_to_the_other_room() {
    let mut life = Life::kitchen();
    life.does([Go("shelf"), Look, Go("box"), Open("box"), Take("box")]);
    life.does([Go("table"), PutOn("box", "table")]);
    let truth = house::truth(&life.world);
    let table = truth.position(life.id("table"));
    for name in ["box", "bowl", "white egg"] {
        let at = truth.position(life.id(name));
        let apart_m = apart_m([at[0], at[2]], [table[0], table[2]]);
        assert!(apart_m < 0.8, "{name} is at {at:?}");
    }
    assert_eq!(truth.ancestors(life.id("white egg")).len(), 3);
    assert!(life.sees("white egg"));
}

/// ai2thor#1210: "no valid positions" on an open, empty fridge.
#[test]
fn an_open_empty_fridge_has_room_until_it_is_full() {
    let mut b = Builder::furnished();
    for index in 0..4 {
        b.add(&format!("{index} box"), Some((Relation::On, "counter")), None);
    }
    let mut life = Life::new(&b.build());
    life.does([Go("fridge"), Open("fridge")]);
    for name in ["0 box", "1 box", "2 box", "3 box"] {
        life.does([Go("counter"), Look, Go(name), Take(name), Go("fridge")]);
        life.does([PutIn(name, "fridge")]);
    }
    assert_eq!(house::truth(&life.world).contents(life.id("fridge")).len(), 4);
    life.does([Go("left drawer"), Open("left drawer"), Go("fridge"), Take("0 box")]);
    life.does([Go("left drawer")]);
    assert_eq!(life.try_do(PutIn("0 box", "left drawer")), Err(Refusal::NoRoom));
    assert!(life.percepts().holds(life.handle("0 box")), "nothing is lost");
}

#[test]
fn a_thing_that_is_too_heavy_stays() {
    let mut b = Builder::furnished();
    b.add("anvil", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("anvil")]);
    assert_eq!(life.try_do(Take("anvil")), Err(Refusal::NotPortable));
}

#[test]
fn an_intent_while_busy_is_refused_and_disturbs_nothing() {
    let mut life = Life::kitchen();
    let shelf = life.handle("shelf");
    life.intend(Go(shelf));
    life.step();
    life.intend(Look);
    assert_eq!(house::can(&life.world, life.agent, &Look), Err(Refusal::Busy));
    life.step();
    let outcome = life.next_outcome().expect("it is told at once");
    assert_eq!(outcome.result.map_err(|refused| refused.refusal), Err(Refusal::Busy));
    while life.is_busy() {
        life.step();
    }
    let outcome = life.next_outcome().expect("the walk has ended");
    assert_eq!((outcome.action, outcome.result), (Go(noun("shelf")), Ok(())));
}

/// habitat-lab#2100: what cannot be lived in is an error, not a warning.
#[test]
fn a_home_that_makes_no_sense_is_refused_with_a_reason() {
    let error = |change: &dyn Fn(&mut Builder)| {
        let mut b = Builder::kitchen();
        change(&mut b);
        Scene::build(&b.home).err().expect("it makes no sense")
    };
    let twice = error(&|b| {
        b.add("table", None, Some([1.0, 0.375, 4.0]));
    });
    assert_eq!(
        twice.to_string(),
        "home \"two-rooms\" has two landmarks that are called \"table\"; give one a mark"
    );
    assert!(matches!(error(&|b| b.home.rooms.clear()), SceneError::NoRooms { .. }));
    assert!(matches!(error(&|b| b.home.start.0 = [-9.0, 0.0]), SceneError::StartBlocked { .. }));
    assert!(matches!(error(&|b| b.thing("table").pose = None), SceneError::NoPose { .. }));
    assert!(matches!(
        error(&|b| b.thing("pan").size = [f32::NAN, 1.0, 1.0]),
        SceneError::BadNumber { .. }
    ));
    let full = error(&|b| {
        b.add_kind(
            "large box",
            kind("fridge"),
            Some((Relation::In, "left drawer")),
            Some([0.0; 3]),
        );
        let large = b.thing("large box");
        large.kind = kind("box").into();
    });
    assert_eq!(
        full.to_string(),
        "home \"two-rooms\": there is no room for the large box in the left drawer"
    );
}

#[test]
fn a_place_that_hangs_over_an_edge_is_mended() {
    let mut b = Builder::furnished();
    b.add("plate", Some((Relation::On, "table")), Some([3.69, 0.76, 3.4]));
    b.add("mug", Some((Relation::On, "table")), Some([3.0, 0.8, 3.4]));
    b.add("blue mug", Some((Relation::On, "table")), Some([3.01, 0.8, 3.4]));
    let life = Life::new(&b.build());
    assert_eq!(house::drifts(&life.world), []);
    let truth = house::truth(&life.world);
    let at = |name: &str| truth.position(life.id(name));
    assert!((at("mug")[0] - 3.0).abs() < 0.01, "a good place is kept");
    let [x, _, z] = at("blue mug");
    assert!(apart_m([x, z], [3.0, 3.4]) > 0.08, "one of two moves");
}

/// ai2thor-rearrangement#6, BEHAVIOR-1K#2164: what rests goes on resting, whatever wakes it.
#[test]
fn fifty_things_on_three_tables_lie_still_while_awake() {
    let mut life = Life::new(&Builder::piled(50).build());
    let moved = house::settle(&mut life.world, 2.0);
    assert!(moved.iter().all(|moved| moved.metres < 0.02 && !moved.left_parent), "{moved:?}");
}

#[test]
fn a_large_home_has_a_place_for_everything() {
    let mut life = Life::new(&Builder::large().build());
    assert_eq!(house::truth(&life.world).len(), 300);
    assert_eq!(house::drifts(&life.world), []);
    let moved = house::settle(&mut life.world, 2.0);
    assert!(moved.iter().all(|moved| moved.metres < 0.02 && !moved.left_parent), "{moved:?}");
    life.does([Look, Go("3-only fridge")]);
}

#[test]
fn one_chooses_the_hand() {
    let mut b = Builder::kitchen();
    b.add("cauldron", Some((base::Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("red mug"), TakeIn("red mug", Hand::Left)]);
    assert_eq!(life.percepts().hands, [None, Some(life.handle("red mug"))]);
    let pan = life.handle("pan");
    let outcome = life.act(TakeIn(pan, Hand::Left));
    let refused = outcome.result.expect_err("the left hand is full");
    let robot = life.world.get::<house::Name>(life.agent).expect("it has a name").0.clone();
    let held = Fact::At(noun("red mug"), Place(Relation::HeldBy, robot));
    assert_eq!((refused.refusal, refused.cause), (Refusal::HandFull, vec![held]));
    assert_eq!(outcome.action, TakeIn(noun("pan"), Hand::Left));
    life.does([TakeIn("pan", Hand::Right)]);
    let both = [Some(life.handle("pan")), Some(life.handle("red mug"))];
    assert_eq!(life.percepts().hands, both);
    life.does([PutOn("pan", "table"), PutOn("red mug", "table"), TakeIn("cauldron", Hand::Left)]);
    let hands = life.percepts().hands;
    assert!(hands[0].is_some() && hands[0] == hands[1], "it takes both anyway");
    assert_eq!(house::drifts(&life.world), []);
}
