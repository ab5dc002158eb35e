//! The same again: snapshots, skipping, resets, shuffled systems.

use base::Action::*;
use base::{Action, Handle, Relation, SimTime};
use body::Step;
use house::HouseOptions;
use scenario::checked::{Change, TimelineEvent};

use crate::home::{Builder, Life, MORNING_S};

fn breakfast(life: &mut Life) -> Vec<base::Digest> {
    let script: [Action<&'static str>; 12] = [
        Go("right drawer"),
        Search("right drawer"),
        Take("knife"),
        Look,
        Go("bread"),
        Slice("bread", "knife"),
        Take("bread"),
        Go("toaster"),
        PutIn("bread", "toaster"),
        Toggle("toaster", true),
        Go("table"),
        PutOn("knife", "table"),
    ];
    let mut trace = Vec::new();
    for action in script {
        life.does([action]);
        trace.push(life.digest());
    }
    trace
}

#[test]
fn the_same_life_twice_has_the_same_bytes() {
    let scene = Builder::kitchen().build();
    let again = Builder::kitchen().build();
    let first = breakfast(&mut Life::new(&scene));
    assert_eq!(first, breakfast(&mut Life::new(&scene)));
    assert_eq!(first, breakfast(&mut Life::new(&again)));
}

#[test]
fn a_reset_world_is_a_new_world() {
    let scene = Builder::kitchen().build();
    let options = HouseOptions::default();
    let mut life = Life::new(&scene);
    let first = breakfast(&mut life);
    let before = life.world.entity_count();
    for _ in 0..3 {
        life.world.resource_mut::<body::Clock>().now = SimTime::of_day(1, MORNING_S);
        life.agent = house::reset(&mut life.world, &scene, &options);
        house::begin_day(&mut life.world, 1, MORNING_S, &[]);
        life.step();
        assert_eq!(breakfast(&mut life), first);
        assert_eq!(life.world.entity_count(), before, "no entity is left behind");
    }
}

#[test]
fn a_restored_world_goes_on_as_it_did() {
    let scene = Builder::kitchen().build();
    let mut life = Life::new(&scene);
    breakfast(&mut life);
    let go = |life: &Life| Go(life.handle("counter"));
    let action = go(&life);
    life.intend(action);
    for _ in 0..9 {
        life.step();
    }
    let kept = house::snapshot(&life.world);
    let goes_on = |life: &mut Life| {
        let mut trace = Vec::new();
        for _ in 0..400 {
            life.step();
            trace.push((life.digest(), format!("{:?}", life.percepts())));
        }
        trace
    };
    let first = goes_on(&mut life);
    house::restore(&kept, &mut life.world);
    assert_eq!(goes_on(&mut life), first);
    let mut other = Life::new(&scene);
    breakfast(&mut other);
    house::restore(&kept, &mut other.world);
    assert_eq!(goes_on(&mut other), first);
}

fn eventful(b: &Builder) -> Vec<TimelineEvent> {
    let event = |at_second, change| TimelineEvent { at_second, changes: vec![change], said: None };
    vec![
        event(30, Change::Move(b.id("red mug"), Relation::On, b.id("counter"))),
        event(95, Change::Move(b.id("plate"), Relation::On, b.id("table"))),
    ]
}

#[test]
fn skipping_equals_ticking_through() {
    let b = Builder::kitchen();
    let (scene, timeline) = (b.build(), eventful(&b));
    let begin = |first: Option<Action<&'static str>>| {
        let mut life = Life::with(&scene, &HouseOptions::default(), &timeline);
        life.does([Look, Go("bread"), Take("bread"), Go("toaster"), PutIn("bread", "toaster")]);
        life.does([Toggle("toaster", true)]);
        if let Some(action) = first {
            let action: Action<Handle> = action.map(|name| life.handle(name));
            life.intend(action);
        }
        life
    };
    for first in [None, Some(Go("table")), Some(Wait(40))] {
        let (mut ticking, mut skipping) = (begin(first.clone()), begin(first));
        let end = ticking.now() + 2500;
        let mut trace = Vec::new();
        while ticking.now() < end {
            let now = ticking.now();
            ticking.step();
            trace.push((now, ticking.digest()));
        }
        let mut jumps = 0;
        while skipping.now() < end {
            let next = house::next_event(&skipping.world).map_or(end, |event| event.min(end));
            house::skip_to(&mut skipping.world, next);
            jumps += 1;
            if skipping.now() < end {
                let digest = skipping.digest();
                let ticked = trace.iter().find(|(time, _)| *time + 1 == skipping.now());
                assert_eq!(
                    Some(&digest),
                    ticked.map(|(_, digest)| digest),
                    "at {}",
                    skipping.now()
                );
            }
        }
        assert!(jumps < 250, "{jumps} jumps for 2500 ticks");
        assert_eq!(ticking.digest(), skipping.digest());
        let at_once = {
            let mut life = skipping;
            life.step();
            ticking.step();
            format!("{:?}", life.percepts().seen)
        };
        assert_eq!(format!("{:?}", ticking.percepts().seen), at_once);
    }
}

#[test]
fn the_order_of_systems_does_not_matter() {
    let scene = Builder::kitchen().build();
    let lived = |shuffle| {
        let mut world = bevy_ecs::world::World::new();
        body::step::add_step(&mut world, SimTime::of_day(1, MORNING_S), shuffle);
        let agent = house::add_house(&mut world, &scene, &HouseOptions::default());
        let table = scene.landmarks().iter().find(|l| l.noun.as_str() == "table").expect("one");
        world.get_mut::<body::Intent>(agent).expect("one").0 = Some(Go(table.handle));
        for _ in 0..100 {
            world.run_schedule(Step);
        }
        (house::world_digest(&mut world), format!("{:?}", world.get::<body::Percepts>(agent)))
    };
    let first = lived(None);
    for shuffle in 0..5 {
        assert_eq!(lived(Some(shuffle)), first);
    }
}

#[test]
fn a_body_that_others_have_moved_about_leaves_no_trace() {
    // Spawning and despawning foreign entities changes every entity's number, and nothing else.
    let scene = Builder::kitchen().build();
    let first = breakfast(&mut Life::new(&scene));
    let mut life = Life::new(&scene);
    let foreign: Vec<_> = (0..50).map(|_| life.world.spawn_empty().id()).collect();
    for entity in foreign.into_iter().step_by(3) {
        life.world.despawn(entity);
    }
    assert_eq!(breakfast(&mut life), first);
}

/// A changed number here means that every recorded run changes: another process, another platform
/// and another level of optimisation must give the same.
#[test]
fn a_breakfast_has_the_same_bytes_everywhere() {
    let mut life = Life::kitchen();
    let trace = breakfast(&mut life);
    let last = trace.last().expect("there was something to do").short();
    assert_eq!(last, "50de5087805208f7");
}
