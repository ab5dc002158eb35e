//! How much room there is in and on a thing.
//!
//! Rough on purpose: the house finds the exact place. These checks find what can never fit, with
//! the thing upright and its sides along those of the place. On what is loose a thing may stick out
//! over the edge; in an open vessel it may stick out at the top or be stood on its end.

use base::{Relation, ThingId};

use crate::checked::{Home, Surface, Thing};
use crate::problem::Problem;

/// How thick the sides, floors and lids of things are, metres; thinner where the thing is small.
const WALL_M: f32 = 0.015;
/// A surface so near to the top of a thing is its top, metres.
const TOP_M: f32 = 0.02;
/// So much larger than its place may a thing be, metres.
const TIGHT_M: f32 = 0.002;
/// Things stand apart by so much, metres.
const BETWEEN_M: f32 = 0.01;
/// No more than this share of a surface is covered.
const MOST_COVERED: f32 = 0.7;
/// No more than this share of the room inside is filled.
const MOST_FILLED: f32 = 0.5;

/// This share of a thing must lie over a loose thing, along and across, to stay on it.
pub const SUPPORTED_SHARE: f32 = 0.6;

/// A level on which things can stand: width, clearance and depth, metres.
pub(crate) type Level = [f32; 3];

/// The levels in or on the thing.
pub(crate) fn levels(place: &Thing, relation: Relation) -> Vec<Level> {
    let [width, height, depth] = place.size;
    let kind = &place.kind;
    let top = place.pose.map(|(center, _)| center[1] + height / 2.0 - TOP_M);
    // What both holds and is a surface has its own surfaces inside, except those at its top.
    let is_inside = |at: f32| kind.holds && top.is_none_or(|top| at < top);
    let wanted = match relation {
        Relation::On if kind.surface => false,
        Relation::In if kind.holds => true,
        _ => return Vec::new(),
    };
    let own: Vec<Level> = place
        .surfaces
        .iter()
        .filter(|surface| is_inside(surface.height) == wanted)
        .map(|surface| {
            let [x, z] = [0, 1].map(|axis| surface.max[axis] - surface.min[axis]);
            [x, surface.clearance, z]
        })
        .collect();
    if !own.is_empty() {
        return own;
    }
    if relation == Relation::On {
        return vec![[width, f32::INFINITY, depth]];
    }
    let inside = place.size.map(|length| length - 2.0 * wall(length));
    let height = if kind.is_open_vessel() { f32::INFINITY } else { inside[1] };
    vec![[inside[0], height, inside[2]]]
}

fn wall(length: f32) -> f32 {
    WALL_M.min(length * 0.05)
}

/// The floors inside of a container with this size and middle: so many of equal height, turned by
/// 90 degrees or not.
pub(crate) fn floors(
    size: [f32; 3],
    center: [f32; 3],
    turned: bool,
    count: u32,
) -> impl Iterator<Item = Surface> {
    let [width, height, depth] = size;
    let [width, depth] = if turned { [depth, width] } else { [width, depth] };
    let half = [width, depth].map(|length| length / 2.0 - wall(length));
    let bottom = center[1] - height / 2.0 + WALL_M;
    let each = (height - WALL_M) / count as f32;
    (0..count).map(move |level| Surface {
        min: [center[0] - half[0], center[2] - half[1]],
        max: [center[0] + half[0], center[2] + half[1]],
        height: bottom + each * level as f32,
        clearance: each - WALL_M,
    })
}

/// Whether a thing of that size (width, height and depth, metres) fits in or on the place while
/// nothing else is there.
pub fn fits(size: [f32; 3], place: &Thing, relation: Relation) -> bool {
    let [width, height, depth] = size;
    let is_open = relation == Relation::In && place.kind.is_open_vessel();
    let supported =
        if relation == Relation::On && !place.kind.fixed { SUPPORTED_SHARE } else { 1.0 };
    levels(place, relation).into_iter().any(|level| {
        let is_lower = height <= level[1] + TIGHT_M;
        let stands = is_open && level[1].is_infinite() && lies(width.min(depth), height, level);
        is_lower && (lies(width * supported, depth * supported, level) || stands)
    })
}

fn lies(width: f32, depth: f32, level: Level) -> bool {
    let [level_width, level_depth] = [level[0] + TIGHT_M, level[2] + TIGHT_M];
    (width <= level_width && depth <= level_depth) || (depth <= level_width && width <= level_depth)
}

/// Why the thing cannot be put there.
pub(crate) fn problem(thing: &Thing, place: &Thing, relation: Relation) -> Problem {
    let levels = levels(place, relation);
    let area = |level: &Level| level[0] * level[2];
    let Some(biggest) = levels.into_iter().max_by(|a, b| area(a).total_cmp(&area(b))) else {
        return Problem::NoPlace {
            place: place.noun.to_string(),
            kind: place.kind.name.clone(),
            relation: relation.to_string(),
        };
    };
    Problem::TooBig {
        thing: thing.noun.to_string(),
        thing_size: in_words(thing.size),
        relation: relation.to_string(),
        place: place.noun.to_string(),
        place_size: in_words(biggest),
    }
}

/// Whether there may be room for a thing of that size beside what is there already.
///
/// Generous: what an author places is refused only where it can hardly be.
pub(crate) fn may_have_room(
    home: &Home,
    size: [f32; 3],
    place: ThingId,
    relation: Relation,
) -> bool {
    let mut sizes = loose_sizes(home, place, relation);
    sizes.push(size);
    let levels = levels(home.thing(place), relation);
    let (taken, room): (f32, f32) = match relation {
        // Things pile up inside.
        Relation::In => {
            let volume = |[width, height, depth]: [f32; 3]| width * height * depth;
            let taken = sizes.iter().map(|size| volume(*size)).sum();
            (taken, MOST_FILLED * levels.into_iter().map(volume).sum::<f32>())
        }
        Relation::On | Relation::HeldBy | Relation::Under => {
            let taken = sizes.iter().map(|size| footprint(*size)).sum();
            (taken, MOST_COVERED * area(&levels))
        }
    };
    sizes.len() < 2 || taken <= room
}

/// The sizes of the loose things there whose places are still to be found.
pub(crate) fn loose_sizes(home: &Home, place: ThingId, relation: Relation) -> Vec<[f32; 3]> {
    let there = home.things.iter().filter(|thing| thing.parent == Some((relation, place)));
    there.filter(|thing| thing.pose.is_none()).map(|thing| thing.size).collect()
}

/// Whether there is certainly room there for things of these sizes at the same time.
///
/// Strict: what the seed places must fit in every life. It counts rows of equal rectangles, as
/// large as the largest thing, and the things on a surface from its middle outwards.
pub(crate) fn surely_has_room(
    home: &Home,
    sizes: &[[f32; 3]],
    place: &Thing,
    relation: Relation,
) -> bool {
    let largest = |of: fn(f32, f32) -> f32| {
        sizes.iter().map(|[width, _, depth]| of(*width, *depth)).fold(0.0, f32::max)
    };
    let (long, short) = (largest(f32::max), largest(f32::min));
    let levels = levels(place, relation);
    let room: u32 = levels
        .iter()
        .map(|[width, _, depth]| {
            let in_rows = |across: f32, along: f32| {
                row(*width, across, relation) * row(*depth, along, relation)
            };
            let counts = [in_rows(long, short), in_rows(short, long)];
            counts.into_iter().filter(|count| *count > 0).min().unwrap_or(0)
        })
        .sum();
    let furniture: f32 = home
        .things
        .iter()
        .filter(|thing| thing.parent == Some((relation, place.id)) && thing.pose.is_some())
        .map(|thing| footprint(thing.size))
        .sum();
    // What stands in the way breaks up the rows.
    let left = (1.0 - 2.0 * furniture / area(&levels)).max(0.0);
    sizes.len() as f32 <= (room as f32 * left).floor()
}

/// How many things of that length fit in a row.
fn row(room: f32, length: f32, relation: Relation) -> u32 {
    let count = |room: f32| (room / (length + BETWEEN_M)) as u32;
    if length > room + TIGHT_M {
        0
    } else if relation == Relation::On {
        1 + 2 * count((room - length) / 2.0)
    } else {
        count(room).max(1)
    }
}

fn area(levels: &[Level]) -> f32 {
    levels.iter().map(|[width, _, depth]| width * depth).sum()
}

fn footprint(size: [f32; 3]) -> f32 {
    size[0] * size[2]
}

/// A size in words: `0.12 × 0.095 × 0.09 m`.
fn in_words(size: [f32; 3]) -> String {
    // To the millimetre; a height without end goes unsaid.
    let [width, height, depth] = size.map(|length| (length * 1000.0).round() / 1000.0);
    if height.is_finite() {
        format!("{width} × {height} × {depth} m")
    } else {
        format!("{width} × {depth} m")
    }
}
