//! What is poured together, what stays on a thing, and what recipes make of it.

use base::{Action::*, Condition, Quality, Refusal, Relation, State};

use crate::home::{Builder, Life, noun};

fn kitchen() -> Life {
    let mut b = Builder::kitchen();
    b.add("cooking-pot", Some((Relation::On, "table")), None);
    b.add("salt-jar", Some((Relation::On, "table")), None);
    b.add("sugar-jar", Some((Relation::On, "table")), None);
    b.add("cinnamon-jar", Some((Relation::On, "table")), None);
    b.add("jug", Some((Relation::On, "table")), None);
    b.add("fork", Some((Relation::On, "table")), None);
    b.add("butter", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("table")]);
    life
}

fn ml(life: &Life, name: &str, what: &str) -> u32 {
    house::truth(&life.world).liquid(life.id(name)).expect("it is a vessel").of(&noun(what))
}

fn on(life: &Life, name: &str, what: &str) -> u32 {
    house::truth(&life.world).coat(life.id(name)).expect("it can be covered").of(&noun(what))
}

fn is(life: &Life, thing: &str, quality: Quality) -> bool {
    house::holds(&life.world, &Condition::Exists(noun(thing), vec![quality]))
}

#[test]
fn what_mixes_is_poured_out_by_its_shares() {
    let mut life = kitchen();
    life.does([Take("jug"), Pour("jug", "cooking-pot", Some(800)), PutOn("jug", "table")]);
    life.does([Take("sugar-jar"), Pour("sugar-jar", "cooking-pot", Some(200))]);
    assert_eq!(
        (ml(&life, "cooking-pot", "milk"), ml(&life, "sugar-jar", "granulated-sugar")),
        (800, 100)
    );
    assert!(!is(&life, "cooking-pot", Quality::FilledWith(noun("milk"))), "800 of 2000");
    assert!(is(&life, "cooking-pot", Quality::Holds(noun("granulated-sugar"))));
    assert_eq!(
        life.try_do(Pour("sugar-jar", "jug", None)),
        Err(Refusal::OtherLiquid),
        "a jug that is not for mixing takes no sugar to its milk"
    );
    life.does([
        PutOn("sugar-jar", "table"),
        Take("cooking-pot"),
        Pour("cooking-pot", "red mug", Some(100)),
    ]);
    assert_eq!(life.try_do(Pour("cooking-pot", "red mug", Some(201))), Err(Refusal::NoRoom));
    assert_eq!((ml(&life, "red mug", "milk"), ml(&life, "red mug", "granulated-sugar")), (80, 20));
    let seen = life.seen("red mug").expect("it is in view");
    assert!(seen.has_portion(&noun("milk")) && seen.portions.iter().all(|portion| !portion.fills));
    life.does([Go("sink"), Empty("cooking-pot", "sink")]);
    let account = life.world.resource::<house::Ledger>().accounts()[&noun("milk")];
    assert_eq!((account.drained, account.used), (720, 0));
}

#[test]
fn a_thin_layer_stays_on_a_thing_until_it_is_washed() {
    let mut life = kitchen();
    life.does([Take("salt-jar"), Pour("salt-jar", "butter", None)]);
    assert_eq!((on(&life, "butter", "salt"), ml(&life, "salt-jar", "salt")), (5, 95));
    assert!(is(&life, "butter", Quality::CoveredWith(noun("salt"))));
    assert_eq!(life.try_do(Pour("salt-jar", "butter", None)), Err(Refusal::NoRoom));
    assert_eq!(
        life.try_do(Pour("salt-jar", "table", None)),
        Err(Refusal::WrongKind),
        "not washable"
    );
    life.does([Look, Go("towel"), Pour("salt-jar", "towel", Some(3))]);
    life.does([Take("towel"), Go("sink")]);
    assert_eq!(life.try_do(Wash("towel")), Err(Refusal::NoWater));
    life.does([Toggle("tap", true), Wash("towel")]);
    assert_eq!(on(&life, "towel", "salt"), 0);
    assert!(!is(&life, "towel", Quality::CoveredWith(noun("salt"))));
    let account = life.world.resource::<house::Ledger>().accounts()[&noun("salt")];
    assert_eq!(account.drained, 3);
}

#[test]
fn stirring_makes_one_of_two_to_the_millilitre() {
    let mut life = kitchen();
    for jar in ["sugar-jar", "cinnamon-jar"] {
        life.does([Take(jar), Pour(jar, "cooking-pot", None), PutOn(jar, "table")]);
    }
    assert_eq!(ml(&life, "cooking-pot", "cinnamon-sugar"), 0, "not yet");
    life.does([Take("fork"), Stir("cooking-pot", "fork")]);
    assert_eq!(ml(&life, "cooking-pot", "cinnamon-sugar"), 360);
    assert_eq!(ml(&life, "cooking-pot", "cinnamon"), 0);
    let accounts = life.world.resource::<house::Ledger>().accounts();
    assert_eq!(accounts[&noun("cinnamon-sugar")].made, 360);
    assert_eq!(accounts[&noun("cinnamon")].used, 60);
}

#[test]
fn heat_makes_a_dish_once_all_of_it_is_together() {
    let mut life = kitchen();
    life.does([Take("butter"), PutIn("butter", "cooking-pot"), Take("cooking-pot"), Go("burner")]);
    life.does([PutOn("cooking-pot", "burner"), Toggle("knob", true), Wait(5)]);
    assert_eq!(ml(&life, "cooking-pot", "melted-butter"), 0, "it is hardly warm");
    life.does([Wait(60)]);
    // Half of a box of 10 by 4 by 6 centimetres.
    assert_eq!(ml(&life, "cooking-pot", "melted-butter"), 120);
    assert_eq!(house::truth(&life.world).parent(life.id("butter")), house::Parent::Gone);
    assert_eq!(house::drifts(&life.world), []);
    assert!(!life.is("butter", State::Burnt));
}

#[test]
fn a_snapshot_keeps_what_was_poured() {
    let mut life = kitchen();
    life.does([
        Take("salt-jar"),
        Pour("salt-jar", "butter", None),
        Pour("salt-jar", "cooking-pot", Some(7)),
    ]);
    let (snapshot, digest) = (house::snapshot(&life.world), life.digest());
    life.does([Pour("salt-jar", "cooking-pot", Some(7))]);
    assert_ne!(life.digest(), digest);
    house::restore(&snapshot, &mut life.world);
    assert_eq!(life.digest(), digest);
    assert_eq!((ml(&life, "cooking-pot", "salt"), on(&life, "butter", "salt")), (7, 5));
}
