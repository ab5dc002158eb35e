//! Falling and breaking: what is fragile shatters when it is hit hard enough, and only then.

use base::{Action::*, Fact, Place, Relation, State};

use crate::home::{Builder, Life, noun};

/// A glass near the far edge of what it stands on, for the agent who stands before it; and the life once
/// it has been pushed over.
fn pushed_over(mut b: Builder, thing: &'static str) -> Life {
    b.home.start = ([3.0, 1.6], 0.0);
    let mut life = Life::new(&b.build());
    life.does([Look, Push(thing), Wait(3)]);
    assert_eq!(house::drifts(&life.world), []);
    life
}

/// On a step 8 cm high, or on a table, before the agent.
fn with_glass_on(name: &str, height_m: f32) -> Builder {
    let mut b = Builder::rooms();
    let kind = scenario::checked::Kind { size: [0.5, height_m, 0.4], ..crate::home::kind("step") };
    b.add_kind(name, kind, None, Some([3.0, height_m * 0.5, 2.2]));
    b.add("glass", Some((Relation::On, name)), Some([3.0, height_m + 0.06, 2.3]));
    b
}

#[test]
fn a_glass_breaks_when_it_is_pushed_off_a_worktop_and_not_off_a_step() {
    let life = pushed_over(with_glass_on("step", 0.9), "glass");
    assert!(life.is("glass", State::Shattered));
    let glass = house::truth(&life.world).position(life.id("glass"));
    assert!(glass[1] < 0.1 && glass[2] > 2.4, "{glass:?}");
    let mut life = pushed_over(with_glass_on("step", 0.08), "glass");
    assert!(!life.is("glass", State::Shattered));
    life.does([Go("glass"), Take("glass")]);
}

#[test]
fn a_glass_that_falls_onto_a_pillow_survives() {
    let mut b = with_glass_on("step", 0.9);
    b.add("pillow", None, Some([3.0, 0.075, 2.65]));
    let life = pushed_over(b, "glass");
    assert!(!life.is("glass", State::Shattered));
    let glass = house::truth(&life.world).position(life.id("glass"));
    assert!(glass[1] < 0.1, "it has rolled off: {glass:?}");
}

#[test]
fn what_falls_on_a_glass_breaks_it() {
    let mut b = with_glass_on("step", 0.9);
    b.thing("glass").noun = noun("small glass");
    b.thing("small glass").parent = None;
    b.thing("small glass").pose = Some(([3.0, 0.06, 2.5], 0.0));
    b.add("jug", Some((Relation::On, "step")), Some([3.0, 1.0, 2.3]));
    let life = pushed_over(b, "jug");
    assert!(life.is("small glass", State::Shattered));
}

#[test]
fn who_drops_a_glass_sees_and_hears_it_break() {
    let mut b = Builder::kitchen();
    b.add("glass", Some((Relation::On, "table")), None);
    let mut life = Life::new(&b.build());
    life.does([Look, Go("glass"), Take("glass")]);
    let name = life.world.get::<house::Name>(life.agent).expect("it has a name").0.clone();
    let gone = Fact::NotAt(noun("glass"), Place(Relation::HeldBy, name));
    assert_eq!(life.try_do(Drop("glass")), Ok(vec![gone]));
    assert!(!life.is("glass", State::Shattered), "it is still in the air");
    let shatters = Fact::Is(noun("glass"), State::Shattered, true);
    let mut told = Vec::new();
    for _ in 0..15 {
        life.step();
        let percepts = life.percepts();
        told.extend(percepts.noticed.clone());
        told.extend(percepts.heard.iter().flat_map(|heard| heard.facts.clone()));
    }
    assert!(told.contains(&shatters), "{told:?}");
    assert!(life.is("glass", State::Shattered));
}

#[test]
fn a_fall_goes_on_from_a_snapshot() {
    let mut b = Builder::kitchen();
    b.add("glass", Some((Relation::On, "table")), None);
    let scene = b.build();
    let mut life = Life::new(&scene);
    life.does([Look, Go("glass"), Take("glass"), Drop("glass")]);
    life.step();
    let kept = house::snapshot(&life.world);
    let end = |life: &mut Life| {
        (0..20).for_each(|_| life.step());
        assert!(life.is("glass", State::Shattered));
        life.digest()
    };
    let first = end(&mut life);
    house::restore(&kept, &mut life.world);
    assert_eq!(end(&mut life), first);
}
