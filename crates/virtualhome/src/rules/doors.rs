//! The way from one room to another, through doors.
//!
//! In v1.0.0 a closed door is in the way, except for somebody who walks to that door. The later
//! release asks nothing.

use std::collections::{BTreeMap, VecDeque};

use crate::home::Place;
use crate::refusal::Reason;
use crate::simulator::{No, Release, Simulator};
use crate::vocabulary::{Relation, State};

/// The room in which the target is, where one may walk there from this room.
pub(super) fn way(sim: &Simulator, from: Place, target: Place) -> Result<Place, No> {
    let no_room = || No::crash("AttributeError: it is in no room");
    let to = sim.room_of(target);
    let joins =
        sim.has(target, Relation::Between, from) || sim.has(from, Relation::Between, target);
    if sim.release == Release::V2 || sim.home.is_door(target) && joins {
        return to.ok_or_else(no_room);
    }
    let open = |door: Place| !sim.is(door, State::Closed);
    let to = to.ok_or_else(no_room)?;
    if reached(sim, from, open)?.contains_key(&to) {
        return Ok(to);
    }
    let came_from = reached(sim, from, |_| true)?;
    if !came_from.contains_key(&to) {
        return Err(sim.no(Reason::NoPath, &[from, to]));
    }
    let mut closed = Vec::new();
    let mut at = to;
    while let Some(Some((before, door))) = came_from.get(&at) {
        if !open(*door) {
            closed.push(*door);
        }
        at = *before;
    }
    // To the nearest closed door one may walk.
    if closed.is_empty() || closed.last() == Some(&target) {
        return Ok(to);
    }
    let doors: Vec<String> = closed.iter().map(|door| sim.home.shown(*door)).collect();
    let nodes = [doors.join(", "), sim.home.shown(from), sim.home.shown(to)];
    Err(No { reason: Reason::DoorsClosed, sentences: vec![Reason::DoorsClosed.about(&nodes)] })
}

/// The rooms that can be reached through such doors, with the room and the door before each.
fn reached(
    sim: &Simulator,
    from: Place,
    passes: impl Fn(Place) -> bool,
) -> Result<BTreeMap<Place, Option<(Place, Place)>>, No> {
    let mut came_from = BTreeMap::from([(from, None)]);
    let mut queue = VecDeque::from([from]);
    while let Some(room) = queue.pop_front() {
        let passages = &sim.home.passages[usize::from(room)];
        if passages.is_empty() {
            return Err(No::crash("KeyError: a room without doors"));
        }
        for passage in passages {
            if passes(passage.door) && !came_from.contains_key(&passage.to) {
                came_from.insert(passage.to, Some((room, passage.door)));
                queue.push_back(passage.to);
            }
        }
    }
    Ok(came_from)
}
