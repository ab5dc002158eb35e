//! Whether a home can be made ready: why not, in words that name what to mend.

use base::{Handle, Noun, Relation};
use scenario::checked::{Home, Thing as HomeThing};

/// A home cannot be made ready.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SceneError {
    /// The home has no room.
    #[error("home \"{home}\" has no room")]
    NoRooms {
        /// The home.
        home: String,
    },
    /// A number is infinite, not a number, or not positive where it must be.
    #[error("home \"{home}\": {what} has a size or a place that is no sane number")]
    BadNumber {
        /// The home.
        home: String,
        /// What has it.
        what: String,
    },
    /// A landmark, or a thing on the floor, has no pose.
    #[error("home \"{home}\": the {thing} is in or on nothing and has no pose")]
    NoPose {
        /// The home.
        home: String,
        /// The thing.
        thing: Noun,
    },
    /// Two landmarks have the same noun.
    #[error("home \"{home}\" has two landmarks that are called \"{noun}\"; give one a mark")]
    SameNoun {
        /// The home.
        home: String,
        /// What both are called.
        noun: Noun,
    },
    /// A parent does not come before the thing, or the relation makes no sense.
    #[error(
        "home \"{home}\": the {thing} cannot be {relation} thing {parent}: a parent comes first and is not a hand"
    )]
    BadParent {
        /// The home.
        home: String,
        /// The thing.
        thing: Noun,
        /// In or on.
        relation: Relation,
        /// The number of the parent.
        parent: u32,
    },
    /// There is no room for a thing.
    #[error("home \"{home}\": there is no room for the {thing} {relation} the {parent}")]
    NoRoomFor {
        /// The home.
        home: String,
        /// The thing.
        thing: Noun,
        /// In or on.
        relation: Relation,
        /// In or on what.
        parent: Noun,
    },
    /// A thing does not stay where it is put.
    #[error(
        "home \"{home}\": the {thing} does not stay where it is put; give its support more room"
    )]
    Restless {
        /// The home.
        home: String,
        /// The thing.
        thing: Noun,
    },
    /// The agent cannot stand at the start.
    #[error(
        "home \"{home}\": nobody can stand at the start ({x}, {z}), nor within half a metre of it"
    )]
    StartBlocked {
        /// The home.
        home: String,
        /// Where it is.
        x: f32,
        /// Where it is.
        z: f32,
    },
}

pub(crate) fn check(home: &Home) -> Result<(), SceneError> {
    if home.rooms.is_empty() {
        return Err(SceneError::NoRooms { home: home.name.clone() });
    }
    let bad = |what: String| Err(SceneError::BadNumber { home: home.name.clone(), what });
    for room in &home.rooms {
        let sane = (0..2).all(|axis| room.max[axis] - room.min[axis] > 0.1);
        let sane = sane && room.min.iter().chain(&room.max).all(|number| number.abs() < 150.0);
        if !sane {
            return bad(format!("room \"{}\"", room.noun));
        }
    }
    for (index, wall) in home.walls.iter().enumerate() {
        if !is_sane(wall.center, wall.size) || !wall.yaw_deg.is_finite() {
            return bad(format!("wall {index}"));
        }
    }
    for (index, thing) in home.things.iter().enumerate() {
        let (center, yaw_deg) = thing.pose.unwrap_or(([0.0; 3], 0.0));
        let solids_sane = thing.solids.iter().all(|solid| is_sane(solid.center, solid.size));
        if !is_sane(center, thing.size) || !yaw_deg.is_finite() || !solids_sane {
            return bad(format!("the {}", thing.noun));
        }
        if let Some((relation, parent)) = thing.parent
            && (parent.0 as usize >= index
                || matches!(relation, Relation::HeldBy | Relation::Under))
        {
            return Err(SceneError::BadParent {
                home: home.name.clone(),
                thing: thing.noun.clone(),
                relation,
                parent: parent.0,
            });
        }
        let is_part = thing.part_of.is_some();
        if !is_part && thing.pose.is_none() && (thing.kind.fixed || thing.parent.is_none()) {
            return Err(SceneError::NoPose { home: home.name.clone(), thing: thing.noun.clone() });
        }
    }
    Ok(())
}

fn is_sane(center: [f32; 3], size: [f32; 3]) -> bool {
    center.iter().all(|number| number.abs() < 200.0)
        && size.iter().all(|length| *length > 0.0 && *length < 200.0)
}

/// The landmarks' handles: 1, 2, 3 in the order of their nouns.
pub(crate) fn landmark_handles(home: &Home) -> Result<Vec<Option<Handle>>, SceneError> {
    let mut landmarks: Vec<&HomeThing> =
        home.things.iter().filter(|thing| thing.kind.fixed).collect();
    landmarks.sort_by(|a, b| a.noun.cmp(&b.noun));
    if let Some(pair) = landmarks.windows(2).find(|pair| pair[0].noun == pair[1].noun) {
        return Err(SceneError::SameNoun { home: home.name.clone(), noun: pair[0].noun.clone() });
    }
    let mut handles = vec![None; home.things.len()];
    for (index, thing) in landmarks.iter().enumerate() {
        handles[thing.id.0 as usize] = Some(Handle(index as u32 + 1));
    }
    Ok(handles)
}
