//! A small home made by hand, and a driver that lives in it.

use std::sync::Arc;

use base::{Action, Fact, Handle, Noun, Refusal, Relation, SimTime, State, ThingId};
use bevy_ecs::prelude::*;
use body::{Activity, Intent, Outcome, Percepts, Seen, Step};
use house::{HouseOptions, Scene};
use scenario::checked::{
    Cuboid, Edge, Fault, Gives, HeatChange, HeatSource, Heating, Home, Kind, Room, Surface, Thing,
    TimelineEvent, Work,
};

pub fn noun(text: &str) -> Noun {
    text.parse().expect("a noun")
}

/// How far two level places are apart.
pub fn apart_m(one: [f32; 2], other: [f32; 2]) -> f32 {
    let [x, z] = [one[0] - other[0], one[1] - other[1]];
    (x * x + z * z).sqrt()
}

/// A kind without any gift.
pub fn plain(name: &str, size: [f32; 3]) -> Kind {
    Kind { name: name.to_owned(), size, mass_kg: 0.3, ..Kind::default() }
}

pub fn kind(name: &str) -> Kind {
    let landmark = |size| Kind { fixed: true, mass_kg: 60.0, ..plain(name, size) };
    let heats = |celsius, rate_per_s, mode, applies| {
        let (needs_on, needs_closed) = (true, false);
        Some(HeatSource { celsius, rate_per_s, mode, applies, needs_on, needs_closed })
    };
    let shut = |celsius, rate_per_s, mode, needs_on| {
        let (applies, needs_closed) = (Relation::In, true);
        Some(HeatSource { celsius, rate_per_s, mode, applies, needs_on, needs_closed })
    };
    let becomes = |by, at_celsius, becomes, needs| HeatChange { by, at_celsius, becomes, needs };
    match name {
        "counter" => Kind { surface: true, ..landmark([2.4, 0.9, 0.6]) },
        "drawer" => Kind { opens: true, holds: true, ..landmark([0.45, 0.2, 0.52]) },
        "fridge" => Kind {
            opens: true,
            holds: true,
            heat: shut(4.0, 0.01, Heating::Cooling, false),
            ..landmark([0.7, 1.8, 0.7])
        },
        "freezer" => Kind {
            opens: true,
            holds: true,
            heat: shut(-18.0, 0.01, Heating::Cooling, false),
            ..landmark([0.6, 0.8, 0.6])
        },
        "microwave" => Kind {
            opens: true,
            holds: true,
            switch: true,
            heat: shut(100.0, 0.02, Heating::Warming, true),
            watts: Some(1200),
            ..landmark([0.45, 0.28, 0.35])
        },
        "bin" => Kind { holds: true, bin: true, ..landmark([0.4, 0.5, 0.4]) },
        "breaker" => {
            Kind { switch: true, breaks_at_watts: Some(2000), ..landmark([0.06, 0.1, 0.05]) }
        }
        "coffee-machine" => Kind {
            surface: true,
            switch: true,
            plug: true,
            watts: Some(1000),
            gives: Some(Gives {
                liquid: "coffee".to_owned(),
                celsius: 85.0,
                applies: Relation::On,
            }),
            ..landmark([0.3, 0.35, 0.3])
        },
        "jug" => Kind {
            capacity_ml: Some(1000),
            full_of: Some("milk".to_owned()),
            can_be: vec![Work::Stir],
            ..plain(name, [0.12, 0.2, 0.12])
        },
        "cooking-pot" => Kind {
            holds: true,
            conducts: true,
            washable: true,
            capacity_ml: Some(2000),
            mixes: true,
            can_be: vec![Work::Stir],
            ..plain(name, [0.2, 0.12, 0.2])
        },
        "salt-jar" => Kind {
            capacity_ml: Some(100),
            full_of: Some("salt".to_owned()),
            ..plain(name, [0.05, 0.1, 0.05])
        },
        "sugar-jar" => Kind {
            capacity_ml: Some(300),
            full_of: Some("granulated-sugar".to_owned()),
            ..plain(name, [0.08, 0.1, 0.08])
        },
        "cinnamon-jar" => Kind {
            capacity_ml: Some(60),
            full_of: Some("cinnamon".to_owned()),
            ..plain(name, [0.05, 0.08, 0.05])
        },
        "potato" => Kind {
            edible: true,
            can_be: vec![Work::Peel, Work::Dice, Work::Mash, Work::Season],
            ..plain(name, [0.07, 0.06, 0.07])
        },
        "fork" => Kind {
            tool_for: vec![Work::Mash, Work::Peel, Work::Stir, Work::Season],
            ..plain(name, [0.02, 0.015, 0.2])
        },
        "whetstone" => Kind { tool_for: vec![Work::Sharpen], ..plain(name, [0.06, 0.03, 0.18]) },
        "stool" => Kind { seat: true, bears: true, ..landmark([0.36, 0.45, 0.36]) },
        "salt-shaker" => {
            Kind { doses: Some(3), tool_for: vec![Work::Season], ..plain(name, [0.05, 0.1, 0.05]) }
        }
        "salt-packet" => Kind {
            doses: Some(4),
            refills: Some("salt-shaker".to_owned()),
            ..plain(name, [0.1, 0.15, 0.05])
        },
        "kettle" => Kind {
            switch: true,
            whistles: true,
            holds: true,
            capacity_ml: Some(1000),
            full_of: Some("water".to_owned()),
            heat: heats(110.0, 0.02, Heating::Warming, Relation::In),
            ..plain(name, [0.2, 0.2, 0.2])
        },
        "vacuum" => Kind { switch: true, noisy: true, ..landmark([0.3, 0.9, 0.3]) },
        "pie" => Kind {
            sliceable: true,
            cooks_at_celsius: Some(70.0),
            spoils_after_h: Some(24),
            parts: Some(4),
            part_kind: Some("pie-slice".to_owned()),
            ..plain(name, [0.2, 0.06, 0.2])
        },
        "pie-slice" => Kind {
            edible: true,
            cooks_at_celsius: Some(70.0),
            spoils_after_h: Some(24),
            ..plain(name, [0.08, 0.05, 0.1])
        },
        "mitt" => Kind { mitt: true, ..plain(name, [0.1, 0.03, 0.2]) },
        "carafe" => Kind {
            fragile: true,
            capacity_ml: Some(500),
            full_of: Some("milk".to_owned()),
            ..plain(name, [0.1, 0.2, 0.1])
        },
        "glass" => Kind {
            fragile: true,
            mass_kg: 0.25,
            washable: true,
            capacity_ml: Some(200),
            ..plain(name, [0.07, 0.12, 0.07])
        },
        "pillow" => Kind { soft: true, ..plain(name, [0.5, 0.15, 0.4]) },
        "step" => Kind { surface: true, ..landmark([0.5, 0.08, 0.5]) },
        "soap-bottle" => {
            Kind { doses: Some(2), tool_for: vec![Work::Soap], ..plain(name, [0.07, 0.2, 0.07]) }
        }
        "fish" => Kind {
            edible: true,
            chills: true,
            freezes: true,
            spoils_after_h: Some(6),
            ..plain(name, [0.1, 0.04, 0.2])
        },
        "cauldron" => Kind {
            holds: true,
            conducts: true,
            two_handed: true,
            hot_to_touch: true,
            mass_kg: 6.0,
            ..plain(name, [0.3, 0.15, 0.3])
        },
        "tap" => Kind { switch: true, tap: true, ..landmark([0.05, 0.2, 0.1]) },
        "towel" => Kind { absorbent: true, washable: true, ..plain(name, [0.2, 0.02, 0.2]) },
        "cupboard" => Kind { opens: true, holds: true, ..landmark([0.8, 0.5, 0.35]) },
        "table" => Kind { surface: true, ..landmark([1.4, 0.75, 0.8]) },
        "shelf" => Kind { surface: true, ..landmark([0.8, 1.6, 0.35]) },
        "sink" => Kind { holds: true, basin: true, ..landmark([0.5, 0.2, 0.4]) },
        "stove" => Kind { surface: true, ..landmark([0.6, 0.9, 0.6]) },
        "burner" => Kind {
            surface: true,
            heat: heats(300.0, 0.02, Heating::Frying, Relation::On),
            levels: Some(6),
            ..landmark([0.24, 0.02, 0.24])
        },
        "knob" => Kind { switch: true, ..landmark([0.05, 0.05, 0.04]) },
        "lamp" => Kind { switch: true, ..landmark([0.2, 0.4, 0.2]) },
        "toaster" => Kind {
            holds: true,
            switch: true,
            heat: heats(250.0, 0.03, Heating::Toasting, Relation::In),
            ..landmark([0.3, 0.2, 0.2])
        },
        "box" => Kind { opens: true, holds: true, ..plain(name, [0.3, 0.2, 0.3]) },
        "bowl" => Kind { holds: true, ..plain(name, [0.18, 0.08, 0.18]) },
        "pan" => Kind { holds: true, conducts: true, ..plain(name, [0.24, 0.08, 0.24]) },
        "plate" => Kind { surface: true, ..plain(name, [0.26, 0.02, 0.26]) },
        "crate" => Kind { surface: true, mass_kg: 4.0, ..plain(name, [0.4, 0.35, 0.4]) },
        "anvil" => Kind { mass_kg: 40.0, ..plain(name, [0.3, 0.2, 0.2]) },
        "knife" => Kind {
            edge: Some(Edge { sharpness: 1.0, wear: 0.3 }),
            ..plain(name, [0.22, 0.02, 0.03])
        },
        "mug" => Kind {
            washable: true,
            chills: true,
            capacity_ml: Some(300),
            can_be: vec![Work::Stir],
            ..plain(name, [0.09, 0.1, 0.09])
        },
        "apple" => Kind {
            sliceable: true,
            edible: true,
            chills: true,
            freezes: true,
            cooks_at_celsius: Some(70.0),
            ..plain(name, [0.07, 0.07, 0.07])
        },
        "butter" => Kind {
            melts_at_celsius: Some(34.0),
            tool_for: vec![Work::Spread],
            ..plain(name, [0.1, 0.04, 0.06])
        },
        "bread" => Kind {
            edible: true,
            can_be: vec![Work::Spread],
            sliceable: true,
            heat_changes: vec![becomes(
                Heating::Toasting,
                150.0,
                State::Toasted,
                Some(State::Sliced),
            )],
            burns_at_celsius: Some(220.0),
            ..plain(name, [0.11, 0.02, 0.11])
        },
        "egg" => Kind {
            crackable: true,
            heat_changes: vec![becomes(Heating::Frying, 120.0, State::Fried, Some(State::Cracked))],
            burns_at_celsius: Some(240.0),
            ..plain(name, [0.05, 0.05, 0.05])
        },
        _ => panic!("no kind {name}"),
    }
}

/// Builds a home thing by thing.
pub struct Builder {
    pub home: Home,
}

impl Builder {
    /// A kitchen of 6 by 5 metres, and a hall of 4 by 5 behind a doorway at z = 3.
    pub fn rooms() -> Self {
        let wall = |x: f32, z: f32, width: f32, depth: f32| Cuboid {
            center: [x, 1.25, z],
            size: [width, 2.5, depth],
            yaw_deg: 0.0,
        };
        let room = |name, min, max| Room { noun: noun(name), min, max, height: 2.5 };
        let home = Home {
            name: "two-rooms".to_owned(),
            rooms: vec![
                room("kitchen", [0.0, 0.0], [6.0, 5.0]),
                room("hall", [6.1, 0.0], [10.0, 5.0]),
            ],
            walls: vec![
                wall(5.0, -0.05, 10.2, 0.1),
                wall(5.0, 5.05, 10.2, 0.1),
                wall(-0.05, 2.5, 0.1, 5.0),
                wall(10.05, 2.5, 0.1, 5.0),
                wall(6.05, 1.25, 0.1, 2.5),
                wall(6.05, 4.25, 0.1, 1.5),
            ],
            start: ([3.0, 1.6], 0.0),
            things: Vec::new(),
        };
        Self { home }
    }

    pub fn add(
        &mut self,
        name: &str,
        at: Option<(Relation, &str)>,
        pose: Option<[f32; 3]>,
    ) -> ThingId {
        self.add_kind(name, kind(noun(name).kind()), at, pose)
    }

    pub fn add_kind(
        &mut self,
        name: &str,
        kind: Kind,
        at: Option<(Relation, &str)>,
        pose: Option<[f32; 3]>,
    ) -> ThingId {
        let id = ThingId(self.home.things.len() as u32);
        self.home.things.push(Thing {
            id,
            noun: noun(name),
            size: kind.size,
            kind: Arc::new(kind),
            parent: at.map(|(relation, parent)| (relation, self.id(parent))),
            pose: pose.map(|center| (center, 0.0)),
            solids: Vec::new(),
            surfaces: Vec::new(),
            states: Vec::new(),
            portions: Vec::new(),
            controls: None,
            part_of: None,
        });
        self.add_parts_of(id);
        id
    }

    /// What the thing falls into when it is sliced.
    fn add_parts_of(&mut self, whole: ThingId) {
        let thing = self.home.things[whole.0 as usize].clone();
        let parts = thing.kind.parts.unwrap_or(0);
        for ordinal in ["first", "second", "third", "fourth"].into_iter().take(parts.into()) {
            let name = thing.kind.part_kind.as_deref().expect("its parts have a kind");
            let marks: Vec<&str> = thing.noun.marks().chain([ordinal]).collect();
            let kind = kind(name);
            self.home.things.push(Thing {
                id: ThingId(self.home.things.len() as u32),
                noun: Noun::new(name, &marks),
                size: kind.size,
                kind: Arc::new(kind),
                parent: None,
                pose: None,
                states: Vec::new(),
                portions: Vec::new(),
                part_of: Some(whole),
                ..thing.clone()
            });
        }
    }

    pub fn id(&self, name: &str) -> ThingId {
        let wanted = noun(name);
        let thing = self.home.things.iter().find(|thing| thing.noun == wanted);
        thing.unwrap_or_else(|| panic!("no {name} in the home")).id
    }

    pub fn thing(&mut self, name: &str) -> &mut Thing {
        let id = self.id(name);
        &mut self.home.things[id.0 as usize]
    }

    pub fn state(&mut self, name: &str, state: State, holds: bool) -> &mut Self {
        self.thing(name).states.push((state, holds));
        self
    }

    /// Gives the thing that was added last a state at the start.
    pub fn state_of_last(&mut self, state: State, holds: bool) {
        self.home.things.last_mut().expect("one was added").states.push((state, holds));
    }

    /// The landmarks of the kitchen and the hall.
    pub fn furnished() -> Self {
        let mut b = Self::rooms();
        b.add("counter", None, Some([1.3, 0.45, 0.3]));
        b.add("left drawer", None, Some([0.5, 0.75, 0.37]));
        b.add("right drawer", None, Some([1.1, 0.75, 0.37]));
        b.add("toaster", Some((Relation::On, "counter")), Some([2.2, 1.0, 0.2]));
        b.add("stove", None, Some([3.0, 0.45, 0.3]));
        b.add("burner", Some((Relation::On, "stove")), Some([3.0, 0.91, 0.25]));
        b.add("knob", Some((Relation::On, "stove")), Some([3.0, 0.8, 0.62]));
        let burner = b.id("burner");
        b.thing("knob").controls = Some(burner);
        b.add("fridge", None, Some([4.0, 0.9, 0.35]));
        b.add("sink", None, Some([5.2, 0.8, 0.25]));
        b.add("tap", None, Some([5.2, 1.1, 0.05]));
        let sink = b.id("sink");
        b.thing("tap").controls = Some(sink);
        b.add("microwave", None, Some([3.0, 1.65, 0.2]));
        b.add("stool", None, Some([5.6, 0.225, 4.6]));
        b.add("high cupboard", None, Some([0.6, 1.7, 0.18]));
        b.add("table", None, Some([3.0, 0.375, 3.4]));
        b.add("shelf", None, Some([9.0, 0.8, 4.8]));
        let level =
            |height| Surface { min: [8.6, 4.625], max: [9.4, 4.975], height, clearance: 0.45 };
        b.thing("shelf").surfaces = vec![level(0.5), level(1.0), level(1.5)];
        b
    }

    /// With what a breakfast needs.
    pub fn kitchen() -> Self {
        let mut b = Self::furnished();
        b.add("blue mug", Some((Relation::In, "left drawer")), None);
        b.add("red mug", Some((Relation::On, "table")), None);
        b.add("knife", Some((Relation::In, "right drawer")), None);
        b.add("bread", Some((Relation::On, "counter")), None);
        b.add("egg", Some((Relation::In, "fridge")), None);
        b.add("pan", Some((Relation::On, "table")), None);
        b.add("plate", Some((Relation::On, "counter")), None);
        b.add("apple", Some((Relation::On, "plate")), None);
        b.add("box", Some((Relation::On, "shelf")), None);
        b.add("bowl", Some((Relation::In, "box")), None);
        b.add("white egg", Some((Relation::In, "bowl")), None);
        b.add("towel", Some((Relation::On, "counter")), None);
        b
    }

    /// Four rooms in a row with 100 landmarks and 200 loose things, to be measured.
    pub fn large() -> Self {
        let mut b = Self::rooms();
        b.home.name = "large".to_owned();
        b.home.rooms.clear();
        b.home.walls.clear();
        let wall = |x: f32, z: f32, width: f32, depth: f32| Cuboid {
            center: [x, 1.25, z],
            size: [width, 2.5, depth],
            yaw_deg: 0.0,
        };
        for room in 0..4 {
            let left = room as f32 * 7.0;
            let name = noun(&format!("{room} room"));
            let (min, max) = ([left, 0.0], [left + 6.9, 6.0]);
            b.home.rooms.push(Room { noun: name, min, max, height: 2.5 });
            let middle = left + 3.5;
            b.home.walls.extend([wall(middle, -0.05, 7.0, 0.1), wall(middle, 6.05, 7.0, 0.1)]);
            b.home
                .walls
                .extend([wall(left - 0.05, 1.2, 0.1, 2.4), wall(left - 0.05, 4.8, 0.1, 2.4)]);
            let mut add = |name: String, x: f32, y: f32, z: f32| {
                b.add(&format!("{room}-{name}"), None, Some([left + x, y, z]));
            };
            for n in 0..2 {
                let x = 1.5 + 2.6 * n as f32;
                add(format!("{n} counter"), x, 0.45, 0.3);
                for (drawer, dx) in [-0.9, -0.3, 0.3, 0.9].into_iter().enumerate() {
                    add(format!("{n}-{drawer} drawer"), x + dx, 0.75, 0.37);
                }
                add(format!("{n} cupboard"), x, 1.7, 0.18);
                add(format!("{n}-high cupboard"), x + 0.9, 1.7, 0.18);
                add(format!("{n} table"), 1.6 + 3.0 * n as f32, 0.375, 3.4);
                add(format!("{n} shelf"), 2.0 + 3.0 * n as f32, 0.8, 5.8);
                add(format!("{n} lamp"), 0.2 + 6.4 * n as f32, 0.2, 2.0);
            }
            add("only fridge".to_owned(), 6.0, 0.9, 0.35);
            add("only sink".to_owned(), 6.5, 0.8, 2.3);
            add("only toaster".to_owned(), 2.4, 1.0, 0.15);
        }
        let landmarks = b.home.things.len();
        let surfaces: Vec<String> = ["table", "counter"]
            .iter()
            .flat_map(|kind| {
                (0..4).flat_map(move |room| (0..2).map(move |n| format!("{room}-{n} {kind}")))
            })
            .collect();
        let containers: Vec<String> = (0..4)
            .flat_map(|room| {
                (0..2).flat_map(move |n| (0..4).map(move |d| format!("{room}-{n}-{d} drawer")))
            })
            .collect();
        let kinds = ["mug", "bread", "apple", "bowl", "knife", "plate"];
        for index in 0..(300 - landmarks) {
            let name = format!("{index} {}", kinds[index % kinds.len()]);
            let at = if index % 5 < 3 {
                (Relation::On, surfaces[index % surfaces.len()].as_str())
            } else {
                (Relation::In, containers[index % containers.len()].as_str())
            };
            b.add(&name, Some(at), None);
        }
        b
    }

    /// An empty room with so many loose things on its tables.
    pub fn piled(count: usize) -> Self {
        let mut b = Self::rooms();
        for n in 0..3 {
            b.add(&format!("{n} table"), None, Some([1.2 + 1.8 * n as f32, 0.375, 3.0]));
        }
        let kinds = ["mug", "bread", "apple", "bowl", "knife", "plate"];
        for index in 0..count {
            let name = format!("{index} {}", kinds[index % kinds.len()]);
            b.add(&name, Some((Relation::On, &format!("{} table", index % 3))), None);
        }
        b
    }

    pub fn build(&self) -> Scene {
        Scene::build(&self.home).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// A world with a house, and a hand to drive its agent.
pub struct Life {
    pub world: World,
    pub agent: Entity,
    outcomes: bevy_ecs::message::MessageCursor<Outcome>,
    drifts: bevy_ecs::message::MessageCursor<house::Drift>,
}

pub const MORNING_S: u64 = 7 * 3600;

impl Life {
    pub fn new(scene: &Scene) -> Self {
        Self::with(scene, &HouseOptions::default(), &[])
    }

    pub fn kitchen() -> Self {
        Self::new(&Builder::kitchen().build())
    }

    pub fn with_faults(scene: &Scene, seed: u64, faults: Vec<Fault>) -> Self {
        Self::with(scene, &HouseOptions { seed, faults, ..HouseOptions::default() }, &[])
    }

    pub fn with(scene: &Scene, options: &HouseOptions, timeline: &[TimelineEvent]) -> Self {
        let mut world = World::new();
        body::step::add_step(&mut world, SimTime::of_day(1, MORNING_S), None);
        let agent = house::add_house(&mut world, scene, options);
        house::begin_day(&mut world, 1, MORNING_S, timeline);
        let mut life =
            Self { world, agent, outcomes: Default::default(), drifts: Default::default() };
        life.step();
        life
    }

    pub fn step(&mut self) {
        self.world.run_schedule(Step);
        let drifts: Vec<house::Drift> =
            self.drifts.read(self.world.resource::<Messages<house::Drift>>()).cloned().collect();
        assert_eq!(drifts, [], "symbols and geometry agree");
    }

    pub fn now(&self) -> SimTime {
        self.world.resource::<body::Clock>().now
    }

    pub fn percepts(&self) -> &Percepts {
        self.world.get::<Percepts>(self.agent).expect("the agent perceives")
    }

    pub fn seen(&self, name: &str) -> Option<&Seen> {
        let wanted = noun(name);
        self.percepts().seen.iter().find(|seen| seen.noun == wanted)
    }

    pub fn sees(&self, name: &str) -> bool {
        self.seen(name).is_some()
    }

    /// The handle of what the noun names: a landmark, or a thing in view.
    pub fn handle(&self, name: &str) -> Handle {
        let wanted = noun(name);
        let landmarks = &self.percepts().landmarks;
        let landmark = landmarks.iter().find(|landmark| landmark.noun == wanted);
        landmark.map(|landmark| landmark.handle).unwrap_or_else(|| {
            self.seen(name).unwrap_or_else(|| panic!("no {name} in view")).handle
        })
    }

    pub fn id(&self, name: &str) -> ThingId {
        house::truth(&self.world).fitting(&noun(name))[0]
    }

    pub fn is(&self, name: &str, state: State) -> bool {
        house::truth(&self.world).is(self.id(name), state)
    }

    pub fn intend(&mut self, action: Action<Handle>) {
        self.world.get_mut::<Intent>(self.agent).expect("the agent intends").0 = Some(action);
    }

    pub fn is_busy(&self) -> bool {
        self.world.get::<Activity>(self.agent).expect("the agent acts").0.is_some()
    }

    pub fn next_outcome(&mut self) -> Option<Outcome> {
        self.outcomes.read(self.world.resource::<Messages<Outcome>>()).next().cloned()
    }

    /// Does the action to its end, and perceives what came of it.
    pub fn act(&mut self, action: Action<Handle>) -> Outcome {
        self.intend(action);
        let outcome = loop {
            self.step();
            if let Some(outcome) = self.next_outcome() {
                break outcome;
            }
        };
        self.step();
        outcome
    }

    /// The same over the names of things, which must be landmarks or in view.
    pub fn try_do(&mut self, action: Action<&str>) -> Result<Vec<Fact>, Refusal> {
        let action = action.map(|name| self.handle(name));
        let outcome = self.act(action);
        outcome.result.map(|()| outcome.changes).map_err(|refused| refused.refusal)
    }

    /// Does all of it; nothing may be refused.
    pub fn does(&mut self, actions: impl IntoIterator<Item = Action<&'static str>>) {
        for action in actions {
            let told = format!("{action:?}");
            let done = self.try_do(action);
            assert!(done.is_ok(), "{told}: {}", done.expect_err("it is refused"));
        }
    }

    pub fn digest(&mut self) -> base::Digest {
        let digest = house::world_digest(&mut self.world);
        assert_eq!(digest, house::world_digest_afresh(&self.world), "the digest is up to date");
        digest
    }
}
