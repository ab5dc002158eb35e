//! Writes homes, so that programs can make them and people read them.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::Relation;
use ron::ser::PrettyConfig;

use crate::checked::{Home, Kind};
use crate::kinds::Kinds;
use crate::resolve::name_of;
use crate::syntax::options;
use crate::written;

/// The home as a file, which [`parse_home`](crate::parse_home) reads as the same home.
///
/// Kinds that `kinds` lacks, or has otherwise, are written into the home.
pub fn write_home(home: &Home, kinds: &Kinds) -> String {
    written::Home::of(home, kinds).to_ron()
}

impl written::Home {
    /// The home as its author would have typed it.
    pub fn of(home: &Home, kinds: &Kinds) -> Self {
        let (at, yaw_deg) = home.start;
        let own: BTreeMap<&str, &Arc<Kind>> = home
            .things
            .iter()
            .map(|thing| (thing.kind.name.as_str(), &thing.kind))
            .filter(|(name, kind)| kinds.get(name) != Some(*kind))
            .collect();
        Self {
            name: home.name.clone(),
            rooms: home.rooms.iter().map(room).collect(),
            walls: written::Walls::Just(home.walls.clone()),
            start: written::Start { at, yaw_deg },
            things: home
                .things
                .iter()
                .filter(|thing| thing.part_of.is_none())
                .map(|thing| self::thing(home, thing))
                .collect(),
            kinds: own.into_values().map(|kind| Kind::clone(kind)).collect(),
        }
    }

    /// The home as a file: a line for each thing.
    pub fn to_ron(&self) -> String {
        // Deeper values stand in one line.
        let pretty =
            PrettyConfig::new().depth_limit(2).indentor("    ").separate_tuple_members(false);
        let text = options()
            .to_string_pretty(self, pretty)
            .expect("a home is made of numbers, texts and lists: all of them can be written");
        text + "\n"
    }
}

fn room(room: &crate::checked::Room) -> written::Room {
    let (min, max, height) = (room.min, room.max, room.height);
    written::Room { noun: room.noun.to_string(), min, max, height }
}

fn thing(home: &Home, thing: &crate::checked::Thing) -> written::Thing {
    let kind = &thing.kind;
    let (center, yaw_deg) = thing.pose.map_or((None, 0.0), |(center, yaw)| (Some(center), yaw));
    written::Thing {
        noun: thing.noun.to_string(),
        kind: (thing.noun.kind() != kind.name).then(|| kind.name.clone()),
        at: thing.parent.map(|(relation, id)| match relation {
            Relation::In => written::At::In(name_of(home, id)),
            Relation::On | Relation::HeldBy | Relation::Under => written::At::On(name_of(home, id)),
        }),
        stands: None,
        bottom: None,
        center,
        yaw_deg,
        size: (thing.size != kind.size).then_some(thing.size),
        states: thing.states.clone(),
        filled: portions(thing, Relation::In),
        covered: portions(thing, Relation::On),
        controls: thing.controls.map(|id| name_of(home, id)),
        solids: thing.solids.clone(),
        levels: None,
        surfaces: thing.surfaces.clone(),
    }
}

fn portions(thing: &crate::checked::Thing, relation: Relation) -> Vec<(String, u32)> {
    let there = thing.portions.iter().filter(|portion| portion.relation == relation);
    there.map(|portion| (portion.what.to_string(), portion.ml)).collect()
}
