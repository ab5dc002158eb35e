//! Sets the loose things down so that they stay where they are.
//!
//! Each thing that stands on something is put exactly onto its surface, with its middle over it and
//! nothing in it. Things that overlap push each other apart a little at a time; what still overlaps
//! then is put on the nearest free spot; what has no free spot goes into a container nearby.

use base::Relation;

use super::body::Body;
use super::piece::{Patch, Piece};
use super::report::{Note, Report, Shift};
use crate::plane::{Point, Rect, Turned, distance, nearest_in};

/// The gap between a thing and what it stands on, metres.
const GAP: f64 = 0.001;
/// The gap between two things, or a thing and furniture, metres.
const APART: f64 = 0.001;
/// How much each box is smaller than the file has it, metres on every side.
const HAIR: f64 = 0.001;
/// How much of its half a thing must stand on, so that it does not tip.
const STANDS_ON: f64 = 0.5;
/// How often things push each other.
const PUSHES: usize = 120;
/// How far from its place a free spot is looked for, metres.
const FARTHEST: f64 = 2.0;
/// Of what is no support, so much is cut away rather than things pushed, metres.
const TRIM: f64 = 0.06;
/// What may be trimmed: nothing stands on it.
const TRIMMED: &[&str] =
    &["Fridge", "Window", "Blinds", "Curtains", "Faucet", "Cabinet", "Drawer", "Microwave"];
/// A smaller shift is not worth telling, metres.
const TOLD_FROM: f64 = 0.002;

/// A loose thing that stands on something.
struct Item {
    piece: usize,
    /// Where the file has its middle.
    wanted: Point,
    foot: Turned,
    bottom: f64,
    top: f64,
    /// Where its middle may be.
    allowed: Vec<Rect>,
}

impl Item {
    fn body(&self) -> Body {
        Body { foot: self.foot.grown(APART / 2.0), bottom: self.bottom, top: self.top }
    }
}

/// Settles all loose pieces. `walls` are in the way like furniture.
pub(super) fn settle(pieces: &mut [Piece], room: &Rect, walls: &[Body], report: &mut Report) {
    let before: Vec<Body> = pieces.iter().map(|piece| piece.body).collect();
    for piece in pieces.iter_mut().filter(|piece| piece.is_loose()) {
        piece.body.foot = piece.body.foot.grown(-HAIR);
    }
    snap_furniture(pieces);
    // What stands on a loose thing is settled after that thing, and moves with it.
    for depth in 0.. {
        let layer: Vec<usize> = (0..pieces.len())
            .filter(|&at| pieces[at].is_loose() && standing_depth(pieces, at) == Some(depth))
            .collect();
        if layer.is_empty() && depth > 0 {
            break;
        }
        settle_layer(pieces, &layer, room, walls, report);
    }
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.is_loose()) {
        let stands = !piece.homeless && standing_depth(pieces, at).is_some();
        if !stands {
            report.stowed += 1;
            continue;
        }
        report.standing += 1;
        let level = distance(piece.body.center(), before[at].center());
        let up = piece.body.bottom - before[at].bottom;
        if level >= TOLD_FROM || up.abs() >= TOLD_FROM {
            report.shifts.push(Shift {
                object: piece.id.clone(),
                level_m: level as f32,
                up_m: up as f32,
            });
        }
    }
    report.shifts.sort_by(|a, b| a.object.cmp(&b.object));
}

/// How many loose things are below one that stands; none for what is in something.
fn standing_depth(pieces: &[Piece], at: usize) -> Option<usize> {
    let mut depth = 0;
    let mut here = at;
    loop {
        match pieces[here].place {
            Some((Relation::In | Relation::HeldBy | Relation::Under, _)) => return None,
            Some((Relation::On, below)) if pieces[below].is_loose() => {
                depth += 1;
                here = below;
            }
            Some((Relation::On, _)) | None => return Some(depth),
        }
    }
}

/// Sets appliances down onto what they stand on.
fn snap_furniture(pieces: &mut [Piece]) {
    for at in 0..pieces.len() {
        let Some((Relation::On, below)) = pieces[at].place else { continue };
        if pieces[at].is_loose() {
            continue;
        }
        let center = pieces[at].body.center();
        let height = height_below(&pieces[below].patches(), center);
        let piece = &mut pieces[at];
        let up = height - piece.body.bottom;
        for body in piece.solids.iter_mut().chain([&mut piece.body]) {
            body.bottom += up;
            body.top += up;
        }
        for patch in &mut piece.surfaces {
            patch.height += up;
        }
    }
}

/// The height of the patch that is nearest to the point.
fn height_below(patches: &[Patch], point: Point) -> f64 {
    patches
        .iter()
        .min_by(|a, b| {
            let away = |patch: &Patch| distance(patch.rect.nearest(point), point);
            away(a).total_cmp(&away(b))
        })
        .map_or(0.0, |patch| patch.height)
}

fn settle_layer(
    pieces: &mut [Piece],
    layer: &[usize],
    room: &Rect,
    walls: &[Body],
    report: &mut Report,
) {
    let mut items: Vec<Item> = layer.iter().map(|&at| item_of(pieces, at, room)).collect();
    trim_furniture(pieces, &items);
    let in_layer: std::collections::BTreeSet<usize> = layer.iter().copied().collect();
    let furniture: Vec<Body> = pieces
        .iter()
        .enumerate()
        .filter(|(at, piece)| {
            let stands = !piece.homeless && standing_depth(pieces, *at).is_some();
            piece.kind.fixed || stands && !in_layer.contains(at) && is_settled(pieces, *at, layer)
        })
        .flat_map(|(_, piece)| piece.parts().to_vec())
        .chain(walls.iter().copied())
        .collect();
    push_apart(&mut items, &furniture);
    let homeless = find_spots(&mut items, &furniture);
    for item in &items {
        let piece = &mut pieces[item.piece];
        let moved = [0, 1].map(|axis: usize| item.foot.center[axis] - piece.body.center()[axis]);
        piece.body = Body { foot: item.foot, bottom: item.bottom, top: item.top };
        move_what_stands_on(pieces, item.piece, moved);
    }
    for at in homeless {
        stow(pieces, at, report);
    }
}

/// Whether the loose piece belongs to a layer below this one.
fn is_settled(pieces: &[Piece], at: usize, layer: &[usize]) -> bool {
    let depth = |at: usize| standing_depth(pieces, at);
    layer.first().is_some_and(|&first| depth(at) < depth(first))
}

fn item_of(pieces: &[Piece], at: usize, room: &Rect) -> Item {
    let piece = &pieces[at];
    let body = piece.body;
    let bounds = body.bounds();
    let half = [bounds.size(0) / 2.0, bounds.size(1) / 2.0];
    let patches = match piece.place {
        Some((_, below)) => pieces[below].patches(),
        None => vec![Patch { rect: *room, height: 0.0, clearance: super::piece::OPEN_ABOVE }],
    };
    // On a patch of the file's height that has room above, if there is one; of the rest, any.
    let fits: Vec<&Patch> =
        patches.iter().filter(|patch| patch.clearance >= body.height() + GAP).collect();
    let chosen: Vec<&Patch> = if fits.is_empty() { patches.iter().collect() } else { fits };
    let height = {
        let owned: Vec<Patch> = chosen.iter().map(|patch| **patch).collect();
        height_below(&owned, body.center())
    };
    let allowed = chosen
        .iter()
        .filter(|patch| (patch.height - height).abs() < 1e-6)
        .map(|patch| {
            let mut rect = patch.rect;
            for (axis, half) in half.into_iter().enumerate() {
                // On something small it stands in the middle.
                let margin = (half * STANDS_ON).min(rect.size(axis) / 2.0 - 1e-4).max(0.0);
                rect.min[axis] += margin;
                rect.max[axis] -= margin;
            }
            rect
        })
        .collect();
    let bottom = height + GAP;
    Item {
        piece: at,
        wanted: body.center(),
        foot: body.foot,
        bottom,
        top: bottom + body.height(),
        allowed,
    }
}

/// Cuts furniture out of the things that it barely touches: a fridge whose box includes its handle.
fn trim_furniture(pieces: &mut [Piece], items: &[Item]) {
    for piece in pieces.iter_mut().filter(|piece| piece.is_sort(TRIMMED)) {
        let is_straight = piece.body.foot.yaw_deg.rem_euclid(90.0) == 0.0;
        if !piece.solids.is_empty() || !is_straight {
            continue;
        }
        for item in items {
            let thing = item.body();
            let (mut rect, hit) = (piece.body.bounds(), thing.bounds());
            if !thing.is_level_with(&piece.body) || rect.intersection(&hit).is_none() {
                continue;
            }
            let cuts = [
                (hit.max[0] - rect.min[0], 0, false),
                (rect.max[0] - hit.min[0], 0, true),
                (hit.max[1] - rect.min[1], 1, false),
                (rect.max[1] - hit.min[1], 1, true),
            ];
            let least = cuts.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("four sides");
            let (depth, axis, is_high) = least;
            if depth > TRIM || depth > rect.size(axis) * 0.3 {
                continue;
            }
            if is_high {
                rect.max[axis] -= depth + APART;
            } else {
                rect.min[axis] += depth + APART;
            }
            piece.body = Body::along_axes(rect, piece.body.bottom, piece.body.top);
        }
    }
}

/// Lets overlapping things push each other apart, furniture and surfaces holding their ground.
fn push_apart(items: &mut [Item], furniture: &[Body]) {
    for item in items.iter_mut() {
        keep_on_surface(item);
    }
    for _ in 0..PUSHES {
        let mut is_calm = true;
        for at in 0..items.len() {
            for other in at + 1..items.len() {
                let (a, b) = (items[at].body(), items[other].body());
                if !a.is_level_with(&b) {
                    continue;
                }
                let Some(way) = a.foot.way_out_of(&b.foot) else { continue };
                is_calm = false;
                // Half the way each, and a little so that they do not meet again.
                shift(&mut items[at], way, 0.51);
                shift(&mut items[other], way, -0.51);
            }
        }
        for item in items.iter_mut() {
            for solid in furniture {
                let body = item.body();
                if !body.is_level_with(solid) {
                    continue;
                }
                if let Some(way) = body.foot.way_out_of(&solid.foot) {
                    is_calm = false;
                    shift(item, way, 1.01);
                }
            }
            keep_on_surface(item);
        }
        if is_calm {
            return;
        }
    }
}

fn shift(item: &mut Item, way: Point, share: f64) {
    let center = item.foot.center;
    item.foot = item.foot.at([center[0] + way[0] * share, center[1] + way[1] * share]);
}

fn keep_on_surface(item: &mut Item) {
    if let Some(nearest) = nearest_in(&item.allowed, item.foot.center) {
        item.foot = item.foot.at(nearest);
    }
}

/// Puts what still overlaps something on the nearest free spot, large things first. Returns the
/// pieces for which there is none.
fn find_spots(items: &mut [Item], furniture: &[Body]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    let area = |item: &Item| item.foot.half[0] * item.foot.half[1];
    order.sort_by(|a, b| area(&items[*b]).total_cmp(&area(&items[*a])).then(a.cmp(b)));
    let mut placed: Vec<Body> = Vec::new();
    let mut homeless = Vec::new();
    for at in order {
        let item = &items[at];
        let is_free = |foot: Turned| {
            let on_surface = item.allowed.iter().any(|rect| rect.grown(1e-9).contains(foot.center));
            let body = Body { foot, ..item.body() };
            let body = Body { foot: body.foot.grown(APART / 2.0), ..body };
            on_surface && !placed.iter().chain(furniture).any(|other| body.overlaps(other))
        };
        let spots =
            std::iter::once(item.foot.center).chain(spots_around(item.wanted, &item.allowed));
        let found = spots.map(|center| item.foot.at(center)).find(|foot| is_free(*foot));
        match found {
            Some(foot) => {
                items[at].foot = foot;
                placed.push(items[at].body());
            }
            None => homeless.push(items[at].piece),
        }
    }
    homeless.sort_unstable();
    homeless
}

/// Places ever farther from `wanted`, and the places of the allowed rectangles that are nearest.
fn spots_around(wanted: Point, allowed: &[Rect]) -> impl Iterator<Item = Point> {
    const RINGS: usize = 120;
    const STEPS: usize = 40;
    let nearest = nearest_in(allowed, wanted).unwrap_or(wanted);
    (0..RINGS).flat_map(move |ring| {
        let share = ring as f64 / RINGS as f64;
        // Fine near the middle, coarser farther out.
        let radius = FARTHEST * share * (0.3 + 0.7 * share);
        (0..STEPS).map(move |step| {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * step as f64 / STEPS as f64);
            [nearest[0] + radius * sin, nearest[1] + radius * cos]
        })
    })
}

fn move_what_stands_on(pieces: &mut [Piece], below: usize, moved: Point) {
    for at in 0..pieces.len() {
        if pieces[at].place.is_some_and(|(_, parent)| parent == below) {
            let center = pieces[at].body.center();
            let foot = pieces[at].body.foot;
            pieces[at].body.foot = foot.at([center[0] + moved[0], center[1] + moved[1]]);
            move_what_stands_on(pieces, at, moved);
        }
    }
}

/// Puts a piece into the nearest container that it fits in.
fn stow(pieces: &mut [Piece], at: usize, report: &mut Report) {
    let body = pieces[at].body;
    let need = [2.0 * body.foot.half[0], body.height(), 2.0 * body.foot.half[1]];
    let container = (0..pieces.len())
        .filter(|&other| pieces[other].kind.fixed && pieces[other].kind.holds)
        .filter(|&other| {
            let around = &pieces[other].body;
            let room = [2.0 * around.foot.half[0], around.height(), 2.0 * around.foot.half[1]];
            let (wide, narrow) = (room[0].max(room[2]) - 0.05, room[0].min(room[2]) - 0.05);
            need[1] < room[1] - 0.03 && need[0].max(need[2]) < wide && need[0].min(need[2]) < narrow
        })
        .min_by(|a, b| {
            let away = |other: usize| pieces[other].body.foot.distance_to(body.center());
            away(*a).total_cmp(&away(*b)).then(a.cmp(b))
        });
    let piece = &mut pieces[at];
    piece.homeless = true;
    report.homeless.push(piece.id.clone());
    match container {
        Some(container) => piece.place = Some((Relation::In, container)),
        None => {
            let id = piece.id.clone();
            report.notes.push(Note::new(&id, "there is no room for it, nor a container"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::furniture::shape_furniture;
    use super::super::place::find_places;
    use super::super::source::Object;
    use super::super::testing::{object, pieces_of};
    use super::*;

    fn table() -> Object {
        object("DiningTable", [0.0, 0.4, 0.0], [1.0, 0.8, 1.1])
    }

    fn apple(x: f64, z: f64) -> Object {
        let mut apple = object("Apple", [x, 0.84, z], [0.1, 0.1, 0.1]);
        apple.parents = vec![table().id];
        apple
    }

    fn settled(objects: &[Object]) -> (Vec<Piece>, Report) {
        let mut pieces = pieces_of(objects);
        find_places(&mut pieces, objects, &mut Vec::new());
        shape_furniture(&mut pieces);
        let mut report = Report::default();
        let room = Rect::new([-3.0, -3.0], [3.0, 3.0]);
        settle(&mut pieces, &room, &[], &mut report);
        let bodies: Vec<Body> = pieces
            .iter()
            .filter(|piece| !piece.homeless)
            .flat_map(|p| p.parts().to_vec())
            .collect();
        for (at, body) in bodies.iter().enumerate() {
            for other in &bodies[at + 1..] {
                let joined = pieces
                    .iter()
                    .any(|piece| piece.parts().contains(body) && piece.parts().contains(other));
                assert!(joined || !body.overlaps(other), "{body:?} overlaps {other:?}");
            }
        }
        (pieces, report)
    }

    #[test]
    fn what_sinks_in_is_set_onto_the_surface() {
        let (pieces, report) = settled(&[table(), apple(0.0, 0.0)]);
        let gap = pieces[1].body.bottom - 0.79;
        assert!(gap > 0.0 && gap < 0.002, "{gap}");
        assert_eq!(report.standing, 1);
    }

    #[test]
    fn two_in_one_place_move_a_little_each() {
        let (_, report) = settled(&[table(), apple(0.0, 0.0), apple(0.06, 0.01)]);
        assert_eq!(report.shifts.len(), 2);
        assert!(report.longest_shift_m() < 0.03, "{report}");
    }

    #[test]
    fn what_hangs_over_the_edge_is_drawn_back() {
        let (pieces, _) = settled(&[table(), apple(0.52, 0.0)]);
        let body = pieces[1].body;
        assert!(body.center()[0] <= 0.5 - 0.02, "{body:?}");
    }

    #[test]
    fn what_a_thing_carries_moves_with_it() {
        let mut plate = object("Plate", [0.55, 0.81, 0.0], [0.24, 0.02, 0.24]);
        plate.parents = vec![table().id];
        let mut top = object("Apple", [0.55, 0.86, 0.0], [0.08, 0.08, 0.08]);
        top.parents = vec![plate.id.clone()];
        let (pieces, _) = settled(&[table(), plate, top]);
        assert!(distance(pieces[1].body.center(), pieces[2].body.center()) < 0.01);
        assert!(pieces[2].body.bottom > pieces[1].body.top);
    }

    #[test]
    fn a_fridge_gives_way_where_it_barely_touches() {
        let fridge = object("Fridge", [0.88, 0.9, 0.0], [0.7, 1.8, 0.7]);
        let (pieces, report) = settled(&[table(), fridge, apple(0.47, 0.0)]);
        assert_eq!(report.longest_shift_m(), 0.0, "{report}");
        assert!(pieces[1].body.bounds().min[0] > 0.52);
    }

    #[test]
    fn what_has_no_room_is_stowed_and_told() {
        let small = object("DiningTable", [0.0, 0.4, 0.0], [0.1, 0.8, 0.1]);
        let cabinet = object("Cabinet", [1.0, 0.5, 0.0], [0.5, 0.8, 0.5]);
        let on_small = |x: f64| {
            let mut apple = apple(x, 0.0);
            apple.parents = vec![small.id.clone()];
            apple
        };
        let (apples, small_id) = ([on_small(0.0), on_small(0.01)], small.id.clone());
        let [first, second] = apples;
        let (pieces, report) = settled(&[small, cabinet, first, second]);
        assert_eq!(report.homeless.len(), 1, "{report} on {small_id}");
        let stowed = pieces.iter().find(|piece| piece.homeless).expect("one is stowed");
        assert_eq!(stowed.place, Some((Relation::In, 1)));
    }
}
