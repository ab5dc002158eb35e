//! A household to live in: things that open, heat, cut and fall, and a body that sees little of it.
//!
//! [`Scene::build`] makes a [`scenario::checked::Home`] ready, once. [`add_house`] moves it into a
//! bevy `World` whose `Step` then runs it: each step is a tenth of a second. The agent's
//! [`body::Intent`] goes in; [`body::Percepts`] and [`body::Outcome`]s come out.
//!
//! ```
//! use std::sync::Arc;
//!
//! use base::{Action, Noun, SimTime, ThingId};
//! use bevy_ecs::prelude::*;
//! use body::{Activity, Intent, Percepts, Step};
//! use scenario::checked::{Home, Kind, Room, Thing};
//!
//! let kind = Kind {
//!     name: "table".to_owned(),
//!     size: [1.2, 0.75, 0.8],
//!     mass_kg: 30.0,
//!     fixed: true,
//!     surface: true,
//!     ..Kind::default()
//! };
//! let table = Thing {
//!     id: ThingId(0),
//!     noun: Noun::new("table", &[]),
//!     size: kind.size,
//!     kind: Arc::new(kind),
//!     parent: None,
//!     pose: Some(([3.0, 0.375, 2.0], 0.0)),
//!     solids: vec![],
//!     surfaces: vec![],
//!     states: vec![],
//!     portions: vec![],
//!     controls: None,
//!     part_of: None,
//! };
//! let kitchen =
//!     Room { noun: Noun::new("kitchen", &[]), min: [0.0, 0.0], max: [5.0, 4.0], height: 2.5 };
//! let home = Home {
//!     name: "one-table".to_owned(),
//!     rooms: vec![kitchen],
//!     walls: vec![],
//!     start: ([1.0, 1.0], 0.0),
//!     things: vec![table],
//! };
//!
//! let scene = house::Scene::build(&home)?;
//! let mut world = World::new();
//! body::step::add_step(&mut world, SimTime::of_day(1, 7 * 3600), None);
//! let agent = house::add_house(&mut world, &scene, &house::HouseOptions::default());
//! house::begin_day(&mut world, 1, 7 * 3600, &[]);
//!
//! world.run_schedule(Step); // the first look
//! let table = scene.landmarks()[0].handle;
//! world.get_mut::<Intent>(agent).unwrap().0 = Some(Action::Go(table));
//! world.run_schedule(Step);
//! while world.get::<Activity>(agent).unwrap().0.is_some() {
//!     world.run_schedule(Step);
//! }
//! world.run_schedule(Step); // sees what has come of it
//! let percepts = world.get::<Percepts>(agent).unwrap();
//! assert!(percepts.seen(table).is_some_and(|table| table.in_reach && table.seen_whole));
//! # Ok::<(), house::SceneError>(())
//! ```
//!
//! - [`begin_day`], [`next_event`], [`skip_to`]: days, and jumping over quiet stretches.
//! - [`can`]: whether an action would be refused. [`truth()`]: what is really so. Both are for the
//!   evaluation and tests, never for an agent.
//! - [`snapshot()`], [`restore`], [`reset`]: going on from a lived past, or from the beginning.
//! - [`world_digest`]: the fingerprint of the world.
//! - `credit`: how nearly a goal is reached, and what is missing.
//! - [`settle`], [`drifts`]: whether symbols and geometry agree.
//!
//! Where what is decided:
//!
//! - `scene`, `sound`, `furnish`, `tops`, `statics`, `nav`: what is made ready once.
//! - `things`, `agent`, `people`: the components, and who lives here. `moving`, `states`: the only ways to change them.
//! - `placing`, `spots`, `under`, `reach`: where things fit and what a hand reaches.
//! - `seeing`, `noise`, `handles`, `sensing`: what the agent perceives.
//! - `actions`, `doing`, `walking`: what it does.
//! - `liquid`, `recipes`, `power`: what is in vessels and on things, what comes of it, and what runs.
//! - `processes`, `heat`, `rinse`, `spoiling`, `crossings`, `timeline`, `faults`, `physics`, `falling`, `breaking`: what goes on without it.
//! - `advance`, `day`: time.
//!
//! One house has one thread, and nothing depends on the order of entities: things are always
//! walked in order of their [`base::ThingId`].

mod actions;
mod advance;
mod agent;
mod breaking;
mod credit;
mod crossings;
mod day;
mod digest;
mod doing;
mod falling;
mod faults;
mod furnish;
mod handles;
mod heat;
mod liquid;
mod living;
mod moment;
mod moving;
mod nav;
mod noise;
mod people;
mod physics;
mod placing;
mod power;
mod processes;
mod reach;
mod recipes;
mod reconcile;
mod rinse;
mod scene;
mod seeing;
mod sensing;
mod snapshot;
mod solid;
mod sound;
mod spoiling;
mod spots;
mod states;
mod statics;
mod things;
mod timeline;
mod tops;
mod truth;
mod under;
mod walking;

pub use advance::{Moved, next_event, settle, skip_to};
pub use agent::{Body, EYE_M, Hands, Name, Posture, SELF, TURN_DEG_PER_S, WALK_M_PER_S};
pub use day::begin_day;
pub use digest::{world_digest, world_digest_afresh};
pub use doing::can;
pub use heat::{AIR_CELSIUS, COLD_BELOW_CELSIUS, HOT_FROM_CELSIUS, Warmth};
pub use liquid::{Account, Coat, Ledger, Liquid, Mixture};
pub use living::{HouseOptions, add_house, reset};
pub use nav::{HEIGHT_M, RADIUS_M};
pub use noise::{HEARD_M, HEARD_NEXT_ROOM_M};
pub use physics::SUBSTEPS_PER_TICK;
pub use reach::{REACH_M, REACH_UP_M};
pub use reconcile::{Drift, drifts};
pub use scene::{Scene, SceneError};
pub use seeing::{FIELD_SIDE_DEG, SIGHT_M};
pub use sensing::perceive_now;
pub use snapshot::{Snapshot, restore, snapshot};
pub use things::{Became, Contents, Edge, Openable, Parent, Pose, Size, Switch, Thing, ThingIndex};
pub use timeline::change_world;
pub use truth::{Truth, agent_named, agents, handle_of_thing, holds, thing_of_handle, truth};
