//! Turns the finished pieces into a home.

use std::collections::BTreeMap;

use base::{Noun, Relation, State, ThingId};
use scenario::checked::{Cuboid, Home, Kind, Room, Surface, Thing};

use super::ImportedHome;
use super::body::Body;
use super::noun::{in_order, nouns};
use super::piece::Piece;
use super::report::{Note, Report};
use super::source::Object;
use super::stove::guess_knobs;
use crate::plane::{Rect, Turned, distance};
use crate::walk::{WalkableFloor, Walker};

/// The home that the pieces make.
pub(super) fn build(
    plan: &str,
    room: &Rect,
    height: f64,
    walls: &[Body],
    pieces: &[Piece],
    objects: &[Object],
    mut report: Report,
) -> ImportedHome {
    let order = in_order(pieces);
    let nouns = nouns(pieces);
    let mut numbers = vec![ThingId(0); pieces.len()];
    for (number, &at) in order.iter().enumerate() {
        numbers[at] = ThingId(u32::try_from(number).expect("a plan has fewer objects"));
    }
    let mut segments: BTreeMap<String, Vec<ThingId>> = BTreeMap::new();
    let mut by_segment: Vec<usize> = (0..pieces.len()).collect();
    by_segment.sort_by_key(|&at| pieces[at].segment);
    for at in by_segment {
        segments.entry(pieces[at].id.clone()).or_default().push(numbers[at]);
    }
    let ids: BTreeMap<String, ThingId> =
        segments.iter().map(|(id, parts)| (id.clone(), parts[0])).collect();
    segments.retain(|_, parts| parts.len() > 1);
    let objects: BTreeMap<&str, &Object> =
        objects.iter().map(|object| (object.id.as_str(), object)).collect();
    let controls = controls_of(pieces, &objects, &ids, &numbers);
    let mut things = Vec::with_capacity(pieces.len());
    for &at in &order {
        let piece = &pieces[at];
        let stowed = matches!(piece.place, Some((Relation::In, _)));
        let body = match piece.place {
            Some((Relation::In, around)) => within(&piece.body, &pieces[around].body),
            _ => piece.body,
        };
        // A shape of its own is only for furniture: things are boxes.
        let (solids, surfaces) =
            if piece.is_loose() { (Vec::new(), Vec::new()) } else { shape_of(piece) };
        things.push(Thing {
            id: numbers[at],
            noun: nouns[at].clone(),
            kind: piece.kind.clone(),
            size: size_of(&body),
            parent: piece.place.map(|(relation, parent)| (relation, numbers[parent])),
            pose: (!piece.homeless || !stowed).then(|| {
                let Cuboid { center, yaw_deg, .. } = cuboid(&body);
                (center, yaw_deg)
            }),
            solids,
            surfaces,
            states: states_of(&piece.kind, objects[piece.id.as_str()], &mut report),
            portions: Vec::new(),
            controls: controls.get(&at).copied(),
            part_of: None,
        });
    }
    report.landmarks = things.iter().filter(|thing| thing.kind.fixed).count();
    let [min, max] = [room.min, room.max].map(|point| point.map(|metres| metres as f32));
    let mut home = Home {
        name: plan.to_owned(),
        rooms: vec![Room { noun: Noun::new("kitchen", &[]), min, max, height: height as f32 }],
        walls: walls.iter().map(cuboid).collect(),
        start: ([0.0, 0.0], 0.0),
        things,
    };
    home.start = start_in(&home, room);
    ImportedHome { home, ids, segments, report }
}

fn cuboid(body: &Body) -> Cuboid {
    let [x, z] = body.center();
    let y = (body.bottom + body.top) / 2.0;
    Cuboid {
        center: [x, y, z].map(|metres| metres as f32),
        size: size_of(body),
        yaw_deg: body.foot.yaw_deg as f32,
    }
}

fn size_of(body: &Body) -> [f32; 3] {
    let [x, z] = body.foot.half;
    [2.0 * x, body.height(), 2.0 * z].map(|metres| metres as f32)
}

/// The body, moved so that it lies within the container's box.
fn within(body: &Body, around: &Body) -> Body {
    let local = around.foot.local(body.center());
    let as_seen = Turned::new([0.0; 2], body.foot.half, body.foot.yaw_deg - around.foot.yaw_deg);
    let half = as_seen.bounds().max;
    let inside = |middle: f64, reach: f64, half: f64| {
        let most = (reach - half - WITHIN).max(0.0);
        middle.clamp(-most, most)
    };
    let offset = around.foot.turn([
        inside(local[0], around.foot.half[0], half[0]),
        inside(local[1], around.foot.half[1], half[1]),
    ]);
    let [x, z] = around.center();
    let level = (around.bottom + around.top) / 2.0;
    let up = (body.bottom + body.top) / 2.0 - level;
    let middle = level + inside(up, around.height() / 2.0, body.height() / 2.0);
    Body {
        foot: body.foot.at([x + offset[0], z + offset[1]]),
        bottom: middle - body.height() / 2.0,
        top: middle + body.height() / 2.0,
    }
}

/// How far what is in a container keeps from its sides, metres.
const WITHIN: f64 = 0.001;

fn shape_of(piece: &Piece) -> (Vec<Cuboid>, Vec<Surface>) {
    let solids = piece.solids.iter().map(cuboid).collect();
    // Where nothing can be put on it, and its inside is its whole box, surfaces say nothing.
    let patches = if piece.kind.surface { piece.surfaces.as_slice() } else { &[] };
    let surfaces = patches
        .iter()
        .map(|patch| Surface {
            min: patch.rect.min.map(|metres| metres as f32),
            max: patch.rect.max.map(|metres| metres as f32),
            height: patch.height as f32,
            clearance: patch.clearance as f32,
        })
        .collect();
    (solids, surfaces)
}

fn states_of(kind: &Kind, object: &Object, report: &mut Report) -> Vec<(State, bool)> {
    let mut states = Vec::new();
    for (flag, state, can) in [
        ("isOpen", State::Open, kind.opens),
        ("isToggled", State::Running, kind.switch),
        ("isSliced", State::Sliced, kind.sliceable),
        ("isBroken", State::Broken, true),
    ] {
        if object.is(flag) {
            if can {
                states.push((state, true));
            } else {
                let text = format!("it is flagged \"{flag}\", which a {} cannot be", kind.name);
                report.notes.push(Note::new(&object.id, text));
            }
        }
    }
    states
}

/// What each knob and tap controls, by piece. The other switches control nothing.
fn controls_of(
    pieces: &[Piece],
    objects: &BTreeMap<&str, &Object>,
    ids: &BTreeMap<String, ThingId>,
    numbers: &[ThingId],
) -> BTreeMap<usize, ThingId> {
    let mut controls = BTreeMap::new();
    let mut silent = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let named = objects[piece.id.as_str()].controls.iter().find_map(|id| ids.get(id));
        match named {
            Some(&named) if piece.kind.switch && named != numbers[at] => {
                controls.insert(at, named);
            }
            _ if piece.is_sort(&["StoveKnob"]) => silent.push(at),
            _ if piece.kind.tap => {
                controls.extend(basin_below(pieces, at).map(|basin| (at, numbers[basin])));
            }
            _ => {}
        }
    }
    // A plan names what its knobs control either for all of them or for none.
    if !silent.is_empty() {
        let taken: Vec<ThingId> = controls.values().copied().collect();
        for (knob, burner) in guess_knobs(pieces, &silent) {
            if !taken.contains(&numbers[burner]) {
                controls.insert(knob, numbers[burner]);
            }
        }
    }
    controls
}

/// How far from the middle of its basin a tap may be, metres.
const TAP_REACHES: f64 = 0.8;

/// The basin into which the water of a tap runs: the nearest, one of a sink before the sink itself.
fn basin_below(pieces: &[Piece], tap: usize) -> Option<usize> {
    let away = |at: usize| distance(pieces[at].body.center(), pieces[tap].body.center());
    let basins = (0..pieces.len())
        .filter(|&at| pieces[at].kind.basin && pieces[at].segment == 0 && away(at) < TAP_REACHES);
    basins.min_by(|&a, &b| {
        let is_sink = |at: usize| pieces[at].is_sort(&["Sink"]);
        is_sink(a).cmp(&is_sink(b)).then(away(a).total_cmp(&away(b))).then(a.cmp(&b))
    })
}

/// Where an agent has most room around it, looking to the middle of the room.
fn start_in(home: &Home, room: &Rect) -> ([f32; 2], f32) {
    let floor = WalkableFloor::of(home, &Walker::default());
    let middle = room.center().map(|metres| metres as f32);
    let at = floor.roomiest().unwrap_or(middle);
    let [x, z] = [middle[0] - at[0], middle[1] - at[1]];
    let yaw = libm::atan2f(x, z).to_degrees().round();
    (at, if yaw.is_finite() { yaw } else { 0.0 })
}
