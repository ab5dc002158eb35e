//! The given AI2-THOR kitchens in a house: what stands stays, and an agent gets at things.

#![allow(clippy::disallowed_methods, reason = "this test reads the files of others")]

mod data;

use base::{Action, Handle, Refusal, Relation, SimTime, ThingId};
use bevy_ecs::prelude::*;
use body::step::{Step, add_step};
use body::{Activity, Intent};
use import::thor::{self, ImportedHome};
use scenario::{Embedded, Library, parse_kinds};

const SOURCE: &str = "ai2thor_procthor/kitchens.json";
/// How far anything may drift, metres.
const MOST_M: f32 = 0.02;

fn kitchens() -> Option<Vec<ImportedHome>> {
    let json = data::text(SOURCE)?;
    let text = Embedded.text("kinds.ron").expect("it comes with the program");
    let kinds = parse_kinds("kinds.ron", &text).expect("it is sound");
    let import = |plan: String| {
        thor::import(&json, SOURCE, &plan, &kinds).unwrap_or_else(|error| panic!("{error}"))
    };
    Some(
        thor::Plans::read(&json, SOURCE)
            .expect("a table of plans")
            .names()
            .into_iter()
            .map(import)
            .collect(),
    )
}

struct Life {
    world: World,
    agent: Entity,
    plan: String,
}

impl Life {
    fn new(imported: &ImportedHome) -> Self {
        let plan = imported.home.name.clone();
        let scene =
            house::Scene::build(&imported.home).unwrap_or_else(|error| panic!("{plan}: {error}"));
        let mut world = World::new();
        add_step(&mut world, SimTime::of_day(1, 7 * 3600), None);
        let agent = house::add_house(&mut world, &scene, &house::HouseOptions::default());
        house::begin_day(&mut world, 1, 7 * 3600, &[]);
        world.run_schedule(Step);
        Self { world, agent, plan }
    }

    fn handle(&self, thing: ThingId) -> Option<Handle> {
        house::handle_of_thing(&self.world, self.agent, thing)
    }

    fn seen(&self, thing: ThingId) -> Result<Handle, Refusal> {
        self.handle(thing).ok_or(Refusal::NotPerceived)
    }

    /// Does the action, as far as the house lets it.
    fn act(&mut self, action: Action<Handle>) -> Result<(), Refusal> {
        house::can(&self.world, self.agent, &action)?;
        self.world.get_mut::<Intent>(self.agent).expect("an agent has intents").0 = Some(action);
        self.world.run_schedule(Step);
        let mut ticks = 0;
        while self.world.get::<Activity>(self.agent).expect("an agent acts").0.is_some() {
            self.world.run_schedule(Step);
            ticks += 1;
            assert!(ticks < 5000, "{}: the action does not end", self.plan);
        }
        self.world.run_schedule(Step);
        Ok(())
    }

    /// Everything awake for two seconds.
    #[track_caller]
    fn stays(&mut self, imported: &ImportedHome, when: &str) -> f32 {
        let plan = &self.plan;
        let name = |thing: ThingId| imported.home.thing(thing).noun.to_string();
        let mut most = 0.0_f32;
        for moved in house::settle(&mut self.world, 2.0) {
            let thing = name(moved.thing);
            assert!(!moved.left_parent, "{plan}, {when}: the {thing} leaves its place");
            assert!(moved.metres <= MOST_M, "{plan}, {when}: the {thing} moves {} m", moved.metres);
            most = most.max(moved.metres);
        }
        let drifts: Vec<String> = house::drifts(&self.world)
            .into_iter()
            .map(|drift| format!("the {}: {}", name(drift.thing), drift.what))
            .collect();
        assert!(drifts.is_empty(), "{plan}, {when}: {drifts:?}");
        most
    }
}

#[test]
fn nothing_moves_and_things_can_be_taken_and_put() {
    let Some(kitchens) = kitchens() else { return };
    let (mut all, mut not_got) = (0, 0);
    for imported in &kitchens {
        let home = &imported.home;
        let mut life = Life::new(imported);
        let at_rest = life.stays(imported, "at the start");
        let (mut taken, mut put, mut out_of_reach) = (0, 0, Vec::new());
        let mut most = 0.0_f32;
        for thing in home.things.iter().filter(|thing| !thing.kind.fixed) {
            let Some((Relation::On, support)) = thing.parent else { continue };
            let support = home.thing(support);
            let landmark = life.handle(support.id).filter(|_| support.kind.fixed);
            let Some(there) = landmark else { continue };
            // Search, and take it from where that was; else go nearer to it.
            let mut got = life
                .act(Action::Go(there))
                .and_then(|()| life.act(Action::Search(there)))
                .and_then(|()| life.act(Action::Take(life.seen(thing.id)?)));
            if got.is_err() {
                got = life
                    .seen(thing.id)
                    .and_then(|it| life.act(Action::Go(it)))
                    .and_then(|()| life.act(Action::Take(life.seen(thing.id)?)));
            }
            if let Err(refusal) = got {
                out_of_reach.push(format!("{} on {} ({refusal:?})", thing.noun, support.noun));
                continue;
            }
            taken += 1;
            most = most.max(life.stays(imported, &format!("after taking the {}", thing.noun)));
            let held = life.handle(thing.id).expect("what is held has a handle");
            match life.act(Action::PutOn(held, there)) {
                Ok(()) => put += 1,
                Err(refusal) => {
                    println!("    {}: {} on {}: {refusal:?}", life.plan, thing.noun, support.noun);
                    let mut tops =
                        home.things.iter().filter(|top| top.kind.surface && top.kind.fixed);
                    let done = tops.any(|top| {
                        life.handle(top.id).is_some_and(|there| {
                            life.act(Action::Go(there)).is_ok()
                                && life.act(Action::PutOn(held, there)).is_ok()
                        })
                    });
                    assert!(done, "{}: the {} cannot be put anywhere", life.plan, thing.noun);
                }
            }
            most = most.max(life.stays(imported, &format!("after putting the {}", thing.noun)));
        }
        println!(
            "{}: moved at most {:.1} mm at rest, {:.1} mm later; taken {taken}, put back {put}, \
             not got {out_of_reach:?}",
            life.plan,
            at_rest * 1000.0,
            most * 1000.0,
        );
        all += taken + out_of_reach.len();
        not_got += out_of_reach.len();
    }
    assert!(not_got * 50 <= all, "{not_got} of {all} could not be taken");
}

#[test]
fn everything_that_opens_can_be_walked_to_opened_and_looked_through() {
    let Some(kitchens) = kitchens() else { return };
    let (mut all, mut failed) = (0, 0);
    for imported in &kitchens {
        let home = &imported.home;
        let mut life = Life::new(imported);
        for thing in home.things.iter().filter(|thing| thing.kind.fixed && thing.kind.holds) {
            let (center, _) = thing.pose.expect("landmarks have a place");
            if center[1] - thing.size[1] / 2.0 > house::REACH_UP_M {
                continue;
            }
            all += 1;
            let handle = life.handle(thing.id).expect("landmarks keep their handles");
            let mut tried = life.act(Action::Go(handle));
            if thing.kind.opens {
                tried = tried.and_then(|()| life.act(Action::Open(handle)));
            }
            tried = tried.and_then(|()| life.act(Action::Search(handle)));
            let inside: Vec<_> = home
                .things
                .iter()
                .filter(|inner| inner.parent == Some((Relation::In, thing.id)))
                .collect();
            for inner in inside {
                if tried.is_ok() {
                    tried = match life.handle(inner.id) {
                        Some(inner) => life.act(Action::Take(inner)),
                        None => Err(Refusal::NotPerceived),
                    };
                    if tried.is_ok() {
                        let held = life.handle(inner.id).expect("what is held has a handle");
                        tried = life.act(Action::PutIn(held, handle));
                    }
                }
            }
            if let Err(refusal) = tried {
                failed += 1;
                println!("{}: {}: {refusal:?}", life.plan, thing.noun);
            }
        }
        life.stays(imported, "after everything was opened");
    }
    println!("{failed} of {all} failed");
    assert!(failed * 50 <= all, "{failed} of {all}");
}
