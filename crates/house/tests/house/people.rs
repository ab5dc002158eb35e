//! Several who live in one house: they see, hear, help and hinder one another.

use base::Action::{self, *};
use base::{Digest, Fact, Noun, Place, Refusal, Relation, SimTime, State};
use bevy_ecs::prelude::*;
use body::{Activity, Intent, Outcome, Percepts, Step};
use house::{HouseOptions, Scene, agent_named};
use proptest::prelude::*;
use scenario::checked::Person;

use crate::home::{Builder, MORNING_S, noun};

/// A house in which robot, ann and bob live, and hands to drive them all.
struct Several {
    world: World,
    outcomes: bevy_ecs::message::MessageCursor<Outcome>,
    drifts: bevy_ecs::message::MessageCursor<house::Drift>,
}

const NAMES: [&str; 3] = ["robot", "ann", "bob"];

fn options(others: &[&str]) -> HouseOptions {
    let others = others.iter().map(|name| Person { name: (*name).to_owned(), at: None });
    HouseOptions { others: others.collect(), ..HouseOptions::default() }
}

impl Several {
    fn new(scene: &Scene, options: &HouseOptions) -> Self {
        let mut world = World::new();
        body::step::add_step(&mut world, SimTime::of_day(1, MORNING_S), None);
        house::add_house(&mut world, scene, options);
        house::begin_day(&mut world, 1, MORNING_S, &[]);
        let mut several = Self { world, outcomes: Default::default(), drifts: Default::default() };
        several.step();
        several
    }

    fn kitchen() -> Self {
        Self::new(&kitchen().build(), &options(&["ann", "bob"]))
    }

    fn step(&mut self) {
        self.world.run_schedule(Step);
        let drifts: Vec<house::Drift> =
            self.drifts.read(self.world.resource::<Messages<house::Drift>>()).cloned().collect();
        assert_eq!(drifts, [], "symbols and geometry agree");
    }

    fn who(&self, name: &str) -> Entity {
        agent_named(&self.world, &noun(name)).unwrap_or_else(|| panic!("{name} lives here"))
    }

    fn percepts(&self, name: &str) -> &Percepts {
        self.world.get::<Percepts>(self.who(name)).expect("an agent perceives")
    }

    fn feet(&self, name: &str) -> [f32; 2] {
        self.world.get::<house::Body>(self.who(name)).expect("an agent has a body").feet
    }

    fn sees(&self, name: &str, thing: &str) -> bool {
        self.percepts(name).seen.iter().any(|seen| seen.noun == noun(thing))
    }

    fn intend(&mut self, name: &str, action: Action<&str>) {
        let percepts = self.percepts(name);
        let action = action.map(|thing| {
            let thing = noun(thing);
            let landmark = percepts.landmarks.iter().find(|known| known.noun == thing);
            let seen = percepts.seen.iter().find(|seen| seen.noun == thing);
            let handle = landmark.map(|known| known.handle).or(seen.map(|seen| seen.handle));
            handle.unwrap_or(base::Handle(60_000))
        });
        let who = self.who(name);
        self.world.get_mut::<Intent>(who).expect("an agent intends").0 = Some(action);
    }

    fn is_anybody_busy(&self) -> bool {
        let busy = |agent: &Entity| {
            self.world.get::<Activity>(*agent).is_some_and(|activity| activity.0.is_some())
        };
        house::agents(&self.world).iter().any(busy)
    }

    /// All begin at once; ends when all are done and have looked. What came of it by name.
    fn at_once(&mut self, all: &[(&str, Action<&str>)]) -> Vec<(Noun, Outcome)> {
        for (name, action) in all {
            self.intend(name, action.clone());
        }
        let mut outcomes = Vec::new();
        loop {
            self.step();
            let messages = self.world.resource::<Messages<Outcome>>();
            outcomes.extend(self.outcomes.read(messages).cloned());
            if !self.is_anybody_busy() {
                break;
            }
        }
        self.step();
        let name = |outcome: &Outcome| {
            let entity = house::agents(&self.world)[usize::from(outcome.agent.0)];
            self.world.get::<house::Name>(entity).expect("an agent has a name").0.clone()
        };
        outcomes.into_iter().map(|outcome| (name(&outcome), outcome)).collect()
    }

    fn try_do(&mut self, name: &str, action: Action<&str>) -> Result<Vec<Fact>, Refusal> {
        let (_, outcome) = self.at_once(&[(name, action)]).remove(0);
        outcome.result.map(|()| outcome.changes).map_err(|refused| refused.refusal)
    }

    fn does(&mut self, name: &str, actions: impl IntoIterator<Item = Action<&'static str>>) {
        for action in actions {
            let told = format!("{name}: {action:?}");
            let done = self.try_do(name, action);
            assert!(done.is_ok(), "{told}: {}", done.expect_err("it is refused"));
        }
    }

    fn digest(&mut self) -> Digest {
        let digest = house::world_digest(&mut self.world);
        assert_eq!(digest, house::world_digest_afresh(&self.world), "the digest is up to date");
        digest
    }

    fn holder(&self, thing: &str) -> Option<Noun> {
        let truth = house::truth(&self.world);
        truth.holder(truth.fitting(&noun(thing))[0]).cloned()
    }
}

fn kitchen() -> Builder {
    let mut b = Builder::kitchen();
    b.add("cauldron", Some((Relation::On, "table")), None);
    b
}

fn held_by(thing: &str, who: &str) -> Fact {
    Fact::At(noun(thing), Place(Relation::HeldBy, noun(who)))
}

#[test]
fn they_see_one_another_and_not_themselves() {
    let mut home = Several::kitchen();
    for name in NAMES {
        home.does(name, [Look]);
        for other in NAMES {
            assert_eq!(home.sees(name, other), name != other, "{name} sees {other}");
        }
    }
    home.does("ann", [Go("red mug"), Take("red mug")]);
    home.does("robot", [Look]);
    let seen = &home.percepts("robot").seen;
    let of = |thing: &str| seen.iter().find(|seen| seen.noun == noun(thing)).expect("in view");
    assert_eq!(of("red mug").place, Some((Relation::HeldBy, of("ann").handle)));
    assert!(home.percepts("ann").holds(home.percepts("ann").hands[0].expect("the mug")));
    assert_eq!(house::drifts(&home.world), []);
}

#[test]
fn what_one_does_another_watches() {
    let mut home = Several::kitchen();
    home.does("ann", [Go("red mug"), Take("red mug")]);
    home.does("robot", [Look]);
    home.does("ann", [Go("left drawer"), Open("left drawer")]);
    home.does("robot", [Go("table"), Look]);
    home.intend("ann", PutIn("red mug", "left drawer"));
    let deed = loop {
        home.step();
        if let Some(deed) = home.percepts("robot").deeds.first() {
            break deed.clone();
        }
    };
    assert_eq!(deed.who, noun("ann"));
    assert_eq!(deed.action, PutIn(noun("red mug"), noun("left drawer")));
    assert_eq!(deed.result, Ok(()));
    let there = Fact::At(noun("red mug"), Place(Relation::In, noun("left drawer")));
    assert!(deed.changes.contains(&there), "{:?}", deed.changes);
    // Told with the deed, it is not noticed besides.
    assert!(!home.percepts("robot").noticed.contains(&there));
    assert!(home.percepts("ann").deeds.is_empty(), "nobody watches themselves");
}

#[test]
fn what_happens_behind_a_wall_is_not_watched() {
    let mut home = Several::kitchen();
    let rooms =
        house::truth(&home.world).position(house::truth(&home.world).fitting(&noun("shelf"))[0]);
    assert!(rooms[0] > 6.0, "the shelf is in the other room: {rooms:?}");
    home.does("ann", [Go("shelf")]);
    home.does("robot", [Go("stove")]);
    home.does("ann", [Look, Take("box")]);
    assert!(!home.sees("robot", "ann"));
    assert!(home.percepts("robot").deeds.is_empty());
    assert_eq!(home.holder("box"), Some(noun("ann")));
}

#[test]
fn one_hands_another_what_it_holds() {
    let mut home = Several::kitchen();
    home.does("robot", [Go("red mug"), Take("red mug"), Look]);
    assert_eq!(home.try_do("robot", HandOver("red mug", "table")), Err(Refusal::WrongKind));
    assert_eq!(home.try_do("robot", HandOver("pan", "ann")), Err(Refusal::NotHeld));
    home.does("robot", [Go("ann")]);
    let done = home.try_do("robot", HandOver("red mug", "ann"));
    assert_eq!(done, Ok(vec![held_by("red mug", "ann")]));
    assert_eq!(home.holder("red mug"), Some(noun("ann")));
    assert_eq!(home.percepts("robot").hands, [None, None]);
    home.step();
    let mug = home.percepts("ann").hands[0].expect("ann has it");
    assert_eq!(home.percepts("ann").noun(mug), Some(&noun("red mug")));
    // What somebody else has in hand is not taken from them.
    home.does("robot", [Look]);
    assert_eq!(home.try_do("robot", Take("red mug")), Err(Refusal::HeldByOther));
    assert_eq!(home.try_do("robot", PutOn("red mug", "table")), Err(Refusal::NotHeld));
    home.does("ann", [Go("table"), PutOn("red mug", "table")]);
    assert_eq!(house::drifts(&home.world), []);
}

#[test]
fn one_serves_another_at_the_table() {
    let mut home = Several::kitchen();
    home.does("ann", [Go("table")]);
    home.does("robot", [Look, Go("plate"), Take("plate"), Look]);
    assert_eq!(home.try_do("robot", Serve("plate", "ann")), Err(Refusal::NoRoom), "from afar");
    home.does("robot", [Go("ann"), Serve("plate", "ann")]);
    let truth = house::truth(&home.world);
    let plate = truth.fitting(&noun("plate"))[0];
    let table = truth.fitting(&noun("table"))[0];
    assert_eq!(truth.parent(plate), house::Parent::At(Relation::On, table));
    home.does("ann", [Take("plate")]);
}

#[test]
fn full_hands_take_nothing() {
    let mut home = Several::kitchen();
    home.does("ann", [Go("red mug"), Take("red mug"), Take("pan")]);
    home.does("robot", [Look, Go("plate"), Take("plate"), Look, Go("ann")]);
    let (_, outcome) = home.at_once(&[("robot", HandOver("plate", "ann"))]).remove(0);
    let refused = outcome.result.expect_err("both hands are full");
    assert_eq!(refused.refusal, Refusal::HandsFull);
    assert_eq!(refused.cause, [held_by("red mug", "ann"), held_by("pan", "ann")]);
    home.does("ann", [PutOn("pan", "table")]);
    home.does("robot", [Go("ann"), HandOver("plate", "ann")]);
    assert_eq!(home.holder("plate"), Some(noun("ann")));
    let truth = house::truth(&home.world);
    let [plate, apple] = ["plate", "apple"].map(|name| truth.fitting(&noun(name))[0]);
    assert_eq!(truth.parent(apple), house::Parent::At(Relation::On, plate), "it comes along");
}

#[test]
fn of_two_who_reach_for_it_one_gets_it() {
    let mut got = std::collections::BTreeSet::new();
    for wait in 0..12 {
        let mut home = Several::kitchen();
        home.does("ann", [Go("red mug")]);
        home.does("bob", [Go("red mug")]);
        home.does("ann", [Wait(1 + wait)]);
        let both = home.at_once(&[("ann", Take("red mug")), ("bob", Take("red mug"))]);
        let holder = home.holder("red mug").expect("somebody has it");
        assert_eq!(both.len(), 2);
        for (name, outcome) in both {
            match outcome.result {
                Ok(()) => assert_eq!(name, holder),
                Err(refused) => {
                    assert_ne!(name, holder);
                    assert_eq!(refused.refusal, Refusal::HeldByOther);
                    assert_eq!(refused.cause, [held_by("red mug", holder.as_str())]);
                }
            }
        }
        got.insert(holder);
    }
    assert_eq!(got.len(), 2, "lots favour nobody");
}

#[test]
fn who_began_earlier_comes_first() {
    for wait in 0..8 {
        let mut home = Several::kitchen();
        home.does("ann", [Go("red mug")]);
        home.does("bob", [Go("red mug")]);
        home.does("ann", [Wait(1 + wait)]);
        home.intend("bob", Take("red mug"));
        home.step();
        let outcomes = home.at_once(&[("ann", Take("red mug"))]);
        assert_eq!(home.holder("red mug"), Some(noun("bob")));
        assert_eq!(outcomes.len(), 2);
    }
}

#[test]
fn no_two_stand_in_the_same_place() {
    let mut home = Several::kitchen();
    let all = NAMES.map(|name| (name, Go("left drawer")));
    let outcomes = home.at_once(&all);
    let arrived: Vec<&str> = NAMES
        .into_iter()
        .filter(|name| {
            outcomes.iter().any(|(who, outcome)| *who == noun(name) && outcome.result.is_ok())
        })
        .collect();
    assert!(arrived.len() >= 2, "there is room for two: {outcomes:?}");
    for (index, one) in arrived.iter().enumerate() {
        for other in &arrived[..index] {
            let [a, b] = [home.feet(one), home.feet(other)];
            let [x, z] = [a[0] - b[0], a[1] - b[1]];
            let apart = (x * x + z * z).sqrt();
            assert!(apart >= 2.0 * house::RADIUS_M - 1e-4, "{one} and {other}: {apart} m");
        }
    }
    for (_, outcome) in outcomes {
        if let Err(refused) = outcome.result {
            assert_eq!(refused.refusal, Refusal::Occupied);
        }
    }
}

#[test]
fn a_stool_that_somebody_sits_on_is_theirs() {
    let mut home = Several::kitchen();
    home.does("ann", [Go("stool"), Sit("stool")]);
    home.does("robot", [Look, Go("stool")]);
    let stool = home.percepts("robot").seen.iter().find(|seen| seen.noun == noun("stool"));
    let (stool, ann) = (stool.map(|seen| seen.handle).expect("in view"), noun("ann"));
    let seen = home.percepts("robot").seen.iter().find(|seen| seen.noun == ann);
    assert_eq!(seen.expect("in view").place, Some((Relation::On, stool)));
    for action in [Sit("stool"), ClimbOnto("stool"), Take("stool"), Push("stool")] {
        let refused = home.try_do("robot", action.clone()).expect_err("ann sits there");
        assert!(
            matches!(refused, Refusal::Occupied | Refusal::NotPortable),
            "{action:?}: {refused}"
        );
    }
    home.does("ann", [Stand]);
    home.does("robot", [Sit("stool")]);
}

#[test]
fn the_place_to_step_down_to_stays_free() {
    let mut home = Several::kitchen();
    home.does("ann", [Go("stool")]);
    let before = home.feet("ann");
    home.does("ann", [ClimbOnto("stool")]);
    for name in ["robot", "bob"] {
        home.does(name, [Look]);
        if home.try_do(name, Go("stool")).is_ok() {
            let [x, z] = [0, 1].map(|axis| home.feet(name)[axis] - before[axis]);
            assert!((x * x + z * z).sqrt() >= 2.0 * house::RADIUS_M - 1e-4, "{name}");
        }
    }
    home.does("ann", [StepDown]);
    assert_eq!(home.feet("ann"), before);
}

#[test]
fn what_is_said_is_heard_by_the_others() {
    let mut home = Several::kitchen();
    home.does("robot", [Look]);
    let words = |home: &Several, name: &str| -> Vec<String> {
        home.percepts(name).heard.iter().map(|heard| heard.words.clone()).collect()
    };
    home.intend("ann", Say("the kettle is hot".to_owned()));
    let heard = loop {
        home.step();
        let heard = words(&home, "robot");
        if !heard.is_empty() {
            break heard;
        }
    };
    assert_eq!(heard, ["ann said: the kettle is hot"]);
    assert!(words(&home, "ann").is_empty());
    let mut home = Several::kitchen();
    home.does("robot", [Look]);
    assert_eq!(
        home.try_do("robot", Ask("table", "where is it?".to_owned())),
        Err(Refusal::WrongKind)
    );
    home.intend("robot", Ask("ann", "where is the pan?".to_owned()));
    let heard = loop {
        home.step();
        let heard = words(&home, "bob");
        if !heard.is_empty() {
            break heard;
        }
    };
    assert_eq!(heard, ["robot asked ann: where is the pan?"]);
}

#[test]
fn what_somebody_drops_is_heard_and_not_by_them() {
    let mut home = Several::kitchen();
    home.does("ann", [Go("pan"), Take("pan")]);
    home.intend("ann", Drop("pan"));
    loop {
        home.step();
        let heard = &home.percepts("bob").heard;
        if let Some(heard) = heard.first() {
            assert_eq!(heard.words, "something falls in the kitchen");
            assert_eq!(heard.facts, []);
            break;
        }
    }
    assert_eq!(home.percepts("ann").heard, []);
}

#[test]
fn a_day_begins_with_empty_hands_and_everybody_in_place() {
    let scene = kitchen().build();
    let table = scene.home().things.iter().find(|thing| thing.noun == noun("table"));
    let at = table.map(|thing| thing.id);
    let people = vec![Person { name: "ann".to_owned(), at }, Person { name: "bob".to_owned(), at }];
    let mut home = Several::new(&scene, &HouseOptions { others: people, ..options(&[]) });
    let starts = NAMES.map(|name| home.feet(name));
    home.does("ann", [Go("red mug"), Take("red mug"), Go("shelf")]);
    house::begin_day(&mut home.world, 2, MORNING_S, &[]);
    home.step();
    assert_eq!(NAMES.map(|name| home.feet(name)), starts);
    assert_eq!(home.holder("red mug"), None);
    assert_ne!(starts[1], starts[2], "nobody stands in another's place");
    assert_eq!(house::drifts(&home.world), []);
}

#[test]
#[should_panic(expected = "two are called ann")]
fn names_are_told_apart() {
    Several::new(&kitchen().build(), &options(&["ann", "ann"]));
}

/// What one of the three might do.
fn deeds() -> impl Strategy<Value = Action<&'static str>> {
    let thing = || {
        prop::sample::select(vec![
            "red mug", "blue mug", "knife", "bread", "egg", "pan", "plate", "apple", "stool",
        ])
    };
    let place = || {
        prop::sample::select(vec![
            "table",
            "counter",
            "left drawer",
            "right drawer",
            "fridge",
            "shelf",
        ])
    };
    prop_oneof![
        4 => thing().prop_map(Go),
        4 => place().prop_map(Go),
        4 => thing().prop_map(Take),
        2 => (thing(), place()).prop_map(|(thing, place)| PutOn(thing, place)),
        2 => (thing(), place()).prop_map(|(thing, place)| PutIn(thing, place)),
        2 => place().prop_map(Open),
        1 => place().prop_map(Close),
        1 => Just(Look),
        1 => Just(Sit("stool")),
        1 => Just(Stand),
        2 => prop::sample::select(NAMES.to_vec()).prop_map(Go),
        2 => (thing(), prop::sample::select(NAMES.to_vec())).prop_map(|(t, who)| HandOver(t, who)),
        1 => (1_u32..4).prop_map(Wait),
    ]
}

/// Everything that could show an order: the world, what came of what was done, what is perceived.
fn lived(order: [usize; 3], script: &[(usize, Action<&'static str>)]) -> Vec<String> {
    let others: Vec<&str> =
        order.into_iter().map(|index| NAMES[index]).filter(|name| *name != "robot").collect();
    let mut home = Several::new(&kitchen().build(), &options(&others));
    let mut told = Vec::new();
    for chunk in script.chunks(3) {
        let mut all: Vec<(&str, Action<&str>)> = Vec::new();
        for index in order {
            // The first of what is meant for somebody counts; in whichever order it is set.
            let own = chunk.iter().find(|(who, _)| *who == index);
            all.extend(own.map(|(who, action)| (NAMES[*who], action.clone())));
        }
        if all.is_empty() {
            continue;
        }
        for (name, outcome) in home.at_once(&all) {
            told.push(format!(
                "{name} {:?} {:?} {:?}",
                outcome.action, outcome.result, outcome.ended
            ));
        }
        told.push(format!("{:?}", home.digest()));
        for name in NAMES {
            let percepts = home.percepts(name);
            told.push(format!(
                "{name} {:?} {:?} {:?}",
                percepts.seen, percepts.deeds, percepts.heard
            ));
        }
    }
    told
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn in_which_order_people_are_listed_and_intend_changes_nothing(
        script in prop::collection::vec((0_usize..3, deeds()), 30),
    ) {
        let first = lived([0, 1, 2], &script);
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            prop_assert_eq!(&first, &lived(order, &script), "{:?}", order);
        }
    }

    #[test]
    fn whatever_they_do_each_thing_is_in_one_place(
        script in prop::collection::vec((0_usize..3, deeds()), 45),
    ) {
        let mut home = Several::kitchen();
        for chunk in script.chunks(3) {
            let mut all: Vec<(&str, Action<&str>)> = Vec::new();
            for (index, name) in NAMES.into_iter().enumerate() {
                let own = chunk.iter().find(|(who, _)| *who == index);
                all.extend(own.map(|(_, action)| (name, action.clone())));
            }
            if all.is_empty() {
                continue;
            }
            home.at_once(&all);
            let truth = house::truth(&home.world);
            let mut in_hands = Vec::new();
            for agent in house::agents(&home.world) {
                let hands = home.world.get::<house::Hands>(*agent).expect("an agent has hands");
                in_hands.extend(hands.0.into_iter().flatten());
            }
            let count = in_hands.len();
            in_hands.sort_unstable();
            in_hands.dedup();
            prop_assert_eq!(count, in_hands.len(), "two have the same thing");
            for thing in truth.things() {
                let is_held = truth.holder(thing.id).is_some();
                prop_assert_eq!(is_held, in_hands.contains(&thing.id), "{}", &thing.noun);
                let ancestors = truth.ancestors(thing.id);
                prop_assert!(ancestors.iter().all(|(_, other)| *other != thing.id));
            }
        }
    }

    #[test]
    fn a_snapshot_of_several_goes_on_bit_by_bit(
        before in prop::collection::vec((0_usize..3, deeds()), 9),
        after in prop::collection::vec((0_usize..3, deeds()), 9),
        ticks in 0_usize..20,
    ) {
        let scene = kitchen().build();
        let go_on = |home: &mut Several| {
            let mut digests = Vec::new();
            for (who, action) in &after {
                home.at_once(&[(NAMES[*who], action.clone())]);
                digests.push(home.digest());
                digests.push(base::Digester::new("percepts").str(&format!("{:?}", home.percepts("robot").seen)).finish());
            }
            digests
        };
        let mut home = Several::new(&scene, &options(&["ann", "bob"]));
        for (who, action) in before {
            home.intend(NAMES[who], action);
            for _ in 0..ticks {
                home.step();
            }
        }
        // Outcomes of before the snapshot are not read after it.
        home.outcomes = home.world.resource::<Messages<Outcome>>().get_cursor_current();
        let snapshot = house::snapshot(&home.world);
        let first = go_on(&mut home);
        let mut other = Several::new(&scene, &options(&["bob", "ann"]));
        other.outcomes = other.world.resource::<Messages<Outcome>>().get_cursor_current();
        house::restore(&snapshot, &mut other.world);
        prop_assert_eq!(first, go_on(&mut other));
    }
}

#[test]
fn a_switch_that_two_turn_at_once_is_turned_once() {
    let mut home = Several::kitchen();
    home.does("robot", [Go("toaster")]);
    home.does("ann", [Go("toaster")]);
    let both =
        home.at_once(&[("robot", Toggle("toaster", true)), ("ann", Toggle("toaster", true))]);
    let refused: Vec<Refusal> = both
        .iter()
        .filter_map(|(_, outcome)| Some(outcome.result.as_ref().err()?.refusal))
        .collect();
    assert_eq!(refused, [Refusal::AlreadySo]);
    let truth = house::truth(&home.world);
    assert!(truth.is(truth.fitting(&noun("toaster"))[0], State::Running));
}
