//! Where VirtualHome's evolving graph is wrong, the house is right: a test for each line of the table
//! in `docs/virtualhome.md`.

use base::{Action::*, Refusal, Relation, State};

use crate::home::{Builder, Life, noun};

fn kitchen() -> Builder {
    let mut b = Builder::kitchen();
    b.add("jug", Some((Relation::On, "counter")), None);
    b.add("coffee-machine", Some((Relation::On, "table")), Some([3.5, 0.95, 3.5]));
    b
}

fn life() -> Life {
    Life::new(&kitchen().build())
}

#[test]
fn a_wall_blocks_the_way_and_the_view() {
    let mut life = life();
    life.does([Go("sink"), Look]);
    assert!(!life.sees("box"), "it is behind the wall");
    let [from_x, _, from_z] = life.percepts().feet;
    let began = life.now();
    life.does([Go("shelf")]);
    let [to_x, _, to_z] = life.percepts().feet;
    let seconds = life.now().ticks_since(began) as f32 / 10.0;
    let straight = crate::home::apart_m([from_x, from_z], [to_x, to_z]);
    assert!(to_x > 6.1 && seconds * house::WALK_M_PER_S > straight + 0.3, "round the corner");
}

#[test]
fn who_sat_can_stand_up_and_walk_and_sit_again() {
    let mut life = life();
    life.does([Go("stool"), Sit("stool")]);
    assert_eq!(life.try_do(Go("table")), Err(Refusal::NotStanding));
    life.does([Stand, Sit("stool"), Stand, Go("table")]);
}

#[test]
fn what_is_eaten_is_eaten_once() {
    let mut life = life();
    life.does([Look, Go("apple"), Take("apple")]);
    let apple = life.handle("apple");
    life.does([Eat("apple")]);
    let again = life.act(Eat(apple));
    assert_eq!(again.result.map_err(|refused| refused.refusal), Err(Refusal::NotPerceived));
}

#[test]
fn milk_that_is_poured_leaves_the_jug() {
    let mut life = life();
    life.does([Look, Go("jug"), Take("jug"), Look, Go("red mug")]);
    let ml = |life: &Life, name: &str| {
        house::truth(&life.world).liquid(life.id(name)).map_or(0, house::Mixture::ml)
    };
    let before = ml(&life, "jug");
    life.does([Pour("jug", "red mug", Some(200))]);
    assert_eq!((ml(&life, "jug"), ml(&life, "red mug")), (before - 200, 200));
}

#[test]
fn what_is_pulled_out_of_the_wall_does_not_run_on() {
    let mut life = life();
    life.does([Go("coffee-machine"), Toggle("coffee-machine", true)]);
    assert!(life.is("coffee-machine", State::Running));
    life.does([Unplug("coffee-machine")]);
    assert!(!life.is("coffee-machine", State::Running));
    let before = life.digest();
    assert_eq!(life.try_do(Toggle("coffee-machine", true)), Err(Refusal::NoPower));
    assert_eq!(life.digest(), before, "a refusal changes nothing");
}

#[test]
fn nothing_is_put_back_from_afar() {
    let mut life = life();
    life.does([Look, Go("red mug"), Take("red mug"), Go("sink")]);
    assert_eq!(life.try_do(PutBack("red mug")), Err(Refusal::OutOfReach));
    assert!(life.percepts().hands.iter().flatten().next().is_some(), "it is still in the hand");
}

#[test]
fn washing_takes_water_and_bread_does_not_wipe() {
    let mut b = kitchen();
    b.state("red mug", State::Dirty, true);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("bread"), Take("bread"), Look, Go("red mug")]);
    assert_eq!(life.try_do(Wipe("red mug", "bread")), Err(Refusal::WrongKind));
    life.does([Take("red mug"), Go("sink")]);
    assert_eq!(life.try_do(Wash("red mug")), Err(Refusal::NoWater));
}

#[test]
fn a_box_does_not_go_into_itself() {
    let mut life = life();
    life.does([Go("shelf"), Take("box"), Open("box")]);
    assert_eq!(life.try_do(PutIn("box", "box")), Err(Refusal::IntoItself));
    life.does([Take("bowl")]);
    assert_eq!(life.try_do(PutIn("box", "bowl")), Err(Refusal::NoRoom));
}

#[test]
fn only_what_is_closed_hides_at_whatever_remove() {
    let mut life = life();
    life.does([Go("shelf"), Open("box")]);
    assert!(life.sees("bowl") && life.sees("white egg"), "a bowl hides nothing");
    life.does([Take("box"), Go("fridge"), Open("fridge"), PutIn("box", "fridge")]);
    life.does([Close("fridge")]);
    assert!(!life.sees("white egg"), "the box is open, the fridge is not");
}

#[test]
fn what_is_put_somewhere_is_there_alone() {
    let mut life = life();
    life.does([Look, Go("red mug"), Take("red mug"), Go("left drawer"), Open("left drawer")]);
    life.does([PutIn("red mug", "left drawer")]);
    let truth = house::truth(&life.world);
    assert_eq!(
        truth.parent(life.id("red mug")),
        house::Parent::At(Relation::In, life.id("left drawer"))
    );
    let mugs = base::Condition::Exists(
        noun("red mug"),
        vec![base::Quality::At(Relation::On, noun("table"))],
    );
    assert!(!house::holds(&life.world, &mugs));
}
