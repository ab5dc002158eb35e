//! Liquids, food, tools, plugs: what else one does in a kitchen.

use base::{Action::*, Condition, Fact, Place, Quality, Refusal, Relation, State};

use crate::home::{Builder, Life, noun};

fn kitchen() -> Builder {
    let mut b = Builder::kitchen();
    b.add("bin", None, Some([4.7, 0.3, 4.7]));
    b.add("coffee-machine", Some((Relation::On, "table")), Some([3.5, 0.95, 3.5]));
    b.add("jug", Some((Relation::On, "counter")), None);
    b.add("potato", Some((Relation::On, "counter")), None);
    b.add("fork", Some((Relation::On, "table")), None);
    b.add("whetstone", Some((Relation::On, "table")), None);
    b
}

fn ml(life: &Life, name: &str) -> u32 {
    house::truth(&life.world).liquid(life.id(name)).expect("it holds liquids").ml()
}

#[test]
fn milk_is_poured_drunk_and_drained_to_the_millilitre() {
    let mut life = Life::new(&kitchen().build());
    life.does([Look, Go("jug"), Take("jug")]);
    assert!(life.seen("jug").is_some_and(|jug| jug.has_portion(&noun("milk"))));
    life.does([Look, Go("red mug")]);
    assert_eq!(life.try_do(Pour("jug", "jug", None)), Err(Refusal::IntoItself));
    assert_eq!(life.try_do(Pour("jug", "red mug", Some(301))), Err(Refusal::NoRoom));
    assert_eq!(life.try_do(Pour("jug", "coffee-machine", None)), Err(Refusal::WrongKind));
    let poured = life.try_do(Pour("jug", "red mug", Some(280))).expect("there is room");
    let inside = Place(Relation::In, noun("red mug"));
    assert!(poured.contains(&Fact::At(noun("milk"), inside.clone())));
    assert!(poured.contains(&Fact::Is(noun("red mug"), State::Full, true)));
    assert_eq!((ml(&life, "jug"), ml(&life, "red mug")), (720, 280));
    let milk = Condition::Exists(noun("mug"), vec![Quality::Holds(noun("milk"))]);
    assert!(house::holds(&life.world, &milk));
    life.does([Take("red mug")]);
    let drunk = life.try_do(Drink("red mug")).expect("there is milk in it");
    assert!(drunk.contains(&Fact::NotAt(noun("milk"), inside)));
    assert_eq!(life.try_do(Drink("red mug")), Err(Refusal::NotEnough));
    life.does([Go("sink"), Empty("jug", "sink")]);
    let account = life.world.resource::<house::Ledger>().accounts()[&noun("milk")];
    assert_eq!((account.given, account.drunk, account.drained), (0, 280, 720));
}

#[test]
fn a_tap_and_a_machine_fill_what_is_held_or_stands_there() {
    let mut life = Life::new(&kitchen().build());
    life.does([Look, Go("red mug"), Take("red mug")]);
    life.does([Go("sink")]);
    assert_eq!(life.try_do(Fill("red mug", "sink")), Err(Refusal::NoWater));
    life.does([Toggle("tap", true), Fill("red mug", "sink")]);
    assert_eq!(life.try_do(Fill("red mug", "sink")), Err(Refusal::NoRoom));
    life.does([Empty("red mug", "sink"), PutIn("red mug", "sink"), Wait(8), Wait(8)]);
    assert_eq!(ml(&life, "red mug"), 300, "it stood under the tap");
    life.does([Take("red mug"), Empty("red mug", "sink"), Go("coffee-machine")]);
    life.does([
        PutOn("red mug", "coffee-machine"),
        Toggle("coffee-machine", true),
        Wait(8),
        Wait(8),
    ]);
    let coffee = Condition::Exists(noun("red mug"), vec![Quality::Holds(noun("coffee"))]);
    assert!(house::holds(&life.world, &coffee) && life.is("red mug", State::Hot));
    let facts = life.percepts().facts();
    assert!(facts.contains(&Fact::At(noun("coffee"), Place(Relation::In, noun("red mug")))));
}

#[test]
fn what_is_eaten_is_gone_and_what_is_thrown_away_is_in_the_bin() {
    let mut life = Life::new(&kitchen().build());
    life.does([Look, Go("apple"), Take("apple"), Eat("apple")]);
    assert!(!life.sees("apple"));
    assert_eq!(house::truth(&life.world).parent(life.id("apple")), house::Parent::Gone);
    let any = Condition::Exists(noun("apple"), vec![]);
    assert!(!house::holds(&life.world, &any));
    assert_eq!(house::drifts(&life.world), []);
    life.does([Look, Go("potato"), Take("potato")]);
    assert_eq!(life.try_do(ThrowAway("potato")), Err(Refusal::OutOfReach));
    life.does([Go("bin"), ThrowAway("potato")]);
    let potato = house::truth(&life.world).parent(life.id("potato"));
    assert_eq!(potato, house::Parent::At(Relation::In, life.id("bin")));
}

#[test]
fn things_are_dropped_put_beside_and_put_back() {
    let mut life = Life::new(&kitchen().build());
    life.does([Look, Go("red mug"), Take("red mug"), PutBack("red mug")]);
    let on_table = house::Parent::At(Relation::On, life.id("table"));
    assert_eq!(house::truth(&life.world).parent(life.id("red mug")), on_table);
    life.does([Take("red mug"), PutBeside("red mug", "pan")]);
    assert_eq!(house::truth(&life.world).parent(life.id("red mug")), on_table);
    life.does([Take("red mug"), Drop("red mug"), Wait(2)]);
    assert_eq!(house::truth(&life.world).parent(life.id("red mug")), house::Parent::None);
    assert_eq!(house::drifts(&life.world), []);
    life.does([Look, Take("red mug")]);
    assert_eq!(life.try_do(PutBack("red mug")), Err(Refusal::WrongKind), "from the floor");
}

#[test]
fn food_is_worked_on_with_the_right_tool() {
    let mut life = Life::new(&kitchen().build());
    life.does([Look, Go("fork"), Take("fork"), Look, Go("potato")]);
    assert_eq!(life.try_do(Dice("potato", "fork")), Err(Refusal::WrongKind));
    life.does([Mash("potato", "fork")]);
    assert!(life.is("potato", State::Mashed));
    assert_eq!(life.try_do(Mash("potato", "fork")), Err(Refusal::AlreadySo));
    life.does([Go("right drawer"), Search("right drawer"), Take("knife"), Go("potato")]);
    life.does([Dice("potato", "knife")]);
    life.does([
        Look,
        Go("bread"),
        Slice("bread", "knife"),
        Look,
        Go("apple"),
        Slice("apple", "knife"),
    ]);
    assert!(!life.is("knife", State::Sharp));
    life.does([Look, Go("whetstone"), Sharpen("knife", "whetstone")]);
    assert!(life.is("knife", State::Sharp));
}

#[test]
fn nothing_runs_without_power_and_too_much_trips_the_breaker() {
    let mut b = kitchen();
    b.add("breaker", None, Some([0.03, 1.4, 2.5]));
    let mut life = Life::new(&b.build());
    life.does([Go("coffee-machine"), Unplug("coffee-machine")]);
    assert_eq!(life.try_do(Toggle("coffee-machine", true)), Err(Refusal::NoPower));
    life.does([Plug("coffee-machine"), Toggle("coffee-machine", true)]);
    life.does([Go("microwave"), Toggle("microwave", true)]);
    assert!(!life.is("breaker", State::Running), "it has tripped");
    assert!(!life.is("microwave", State::Running) && !life.is("coffee-machine", State::Running));
    assert_eq!(life.try_do(Toggle("microwave", true)), Err(Refusal::NoPower));
    life.does([Go("breaker"), Toggle("breaker", true), Go("microwave"), Toggle("microwave", true)]);
    assert!(life.is("microwave", State::Running));
}
