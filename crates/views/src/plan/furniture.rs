//! Rooms, walls, furniture with its fronts, and loose things.

use std::collections::BTreeMap;

use base::State;
use svg::node::element::{Group, Line, Path, Polygon, Rectangle, Text};

use super::{Sheet, px};
use crate::geometry::{Point, along, dot, facing, rectangle};
use crate::picture::{Picture, Place, Shape, Sort};

pub(super) fn rooms(picture: &Picture, sheet: &Sheet) -> Group {
    let mut group = Group::new();
    for (_, min, max) in &picture.rooms {
        group = group.add(polygon(sheet, "room", &rectangle(*min, *max)));
    }
    let mut walk = Group::new().set("shape-rendering", "crispEdges");
    for (min, max) in &picture.floor {
        let ([x, y], [right, below]) = (sheet.at(*min), sheet.at(*max));
        let stretch = Rectangle::new().set("class", "walk").set("x", px(x)).set("y", px(y));
        walk =
            walk.add(stretch.set("width", px(right - x)).set("height", px(below - y + OVERLAP_PX)));
    }
    group = group.add(walk);
    if picture.walls.is_empty() {
        for (_, min, max) in &picture.rooms {
            group = group.add(polygon(sheet, "border", &rectangle(*min, *max)));
        }
    }
    for wall in &picture.walls {
        group = group.add(polygon(sheet, "wall", wall));
    }
    if picture.rooms.len() > 1 {
        for (name, min, max) in &picture.rooms {
            let [x, y] = sheet.at([(min[0] + max[0]) * 0.5, (min[1] + max[1]) * 0.5]);
            let name = Text::new(name.to_uppercase()).set("class", "roomname");
            group = group.add(name.set("x", px(x)).set("y", px(y)));
        }
    }
    group
}

/// Rows of floor overlap by so much, so that no line shows between them, pixels.
const OVERLAP_PX: f32 = 0.6;

/// The furniture, the lower below the higher; then all fronts; then what hangs above it.
pub(super) fn draw(picture: &Picture, sheet: &Sheet) -> Group {
    let mut pieces: Vec<&Shape> =
        picture.things.iter().filter(|thing| thing.is_landmark()).collect();
    pieces.sort_by(|a, b| a.height.1.total_cmp(&b.height.1));
    let mut group = Group::new();
    for piece in pieces.iter().filter(|piece| !piece.hangs()) {
        group = group.add(body(piece, sheet));
    }
    for piece in &pieces {
        if piece.hangs() {
            group = group.add(polygon(sheet, "hung", &piece.outline));
        }
        if let Some(is_open) = piece.is_open {
            group = group.add(front(piece, is_open, sheet));
        }
    }
    group
}

fn body(piece: &Shape, sheet: &Sheet) -> Group {
    let sort = match piece.sort {
        Sort::Loose => "loose",
        Sort::Surface => "surface",
        Sort::Cupboard => "cupboard",
        Sort::Drawer => "drawer",
        Sort::Appliance => "appliance",
        Sort::Basin => "basin",
        Sort::Control => "control",
    };
    let on = if piece.states.contains(&State::Running.adjective(true)) { " on" } else { "" };
    let class = format!("piece {sort}{on}");
    let mut group = Group::new();
    let whole = [piece.outline.clone()];
    let parts = if piece.parts.is_empty() { &whole[..] } else { &piece.parts[..] };
    for part in parts {
        group = group.add(polygon(sheet, &class, part));
    }
    for top in &piece.tops {
        group = group.add(polygon(sheet, "top", top));
    }
    group
}

/// The edge at which a piece opens: its two ends, and the way out.
pub(super) fn front_edge(piece: &Shape) -> (Point, Point, Point) {
    let ahead = facing(piece.front_deg);
    let side = [ahead[1], -ahead[0]];
    let most =
        |way: Point| piece.outline.iter().map(|corner| dot(*corner, way)).fold(f32::MIN, f32::max);
    let (front, left, right) = (most(ahead), -most([-side[0], -side[1]]), most(side));
    let at = |across: f32| along(along([0.0, 0.0], ahead, front), side, across);
    (at(left), at(right), ahead)
}

/// A closed front is a line. An open drawer is pulled out, an open door stands away from it.
fn front(piece: &Shape, is_open: bool, sheet: &Sheet) -> Group {
    let (left, right, ahead) = front_edge(piece);
    let line = |from: Point, to: Point| {
        let ([x1, y1], [x2, y2]) = (sheet.at(from), sheet.at(to));
        let line = Line::new().set("x1", px(x1)).set("y1", px(y1));
        line.set("x2", px(x2)).set("y2", px(y2))
    };
    let inset = |from: Point, to: Point| along(from, [to[0] - from[0], to[1] - from[1]], 0.06);
    let closed = line(inset(left, right), inset(right, left))
        .set("class", if piece.hangs() { "hungfront" } else { "front" });
    if !is_open {
        return Group::new().add(closed);
    }
    let across = [right[0] - left[0], right[1] - left[1]];
    let width = dot(across, across).sqrt();
    if piece.sort == Sort::Drawer {
        let out = PULLED_OUT_M.min(width);
        let drawer = [left, right, along(right, ahead, out), along(left, ahead, out)];
        return Group::new().add(polygon(sheet, "opened", &drawer));
    }
    let leaf = along(left, ahead, width);
    let ([x, y], [to_x, to_y]) = (sheet.at(leaf), sheet.at(right));
    let radius = px(width * sheet.scale);
    let swing = format!("M{} {} A{radius} {radius} 0 0 0 {} {}", px(x), px(y), px(to_x), px(to_y));
    Group::new()
        .add(line(left, leaf).set("class", "opened"))
        .add(Path::new().set("class", "opened").set("stroke-dasharray", "2 3").set("d", swing))
}

/// How far an open drawer is drawn out, metres.
const PULLED_OUT_M: f32 = 0.3;

/// Loose things: those that carry others first, so that these lie on them.
pub(super) fn loose(picture: &Picture, sheet: &Sheet, colours: &BTreeMap<usize, usize>) -> Group {
    let mut order: Vec<usize> =
        (0..picture.things.len()).filter(|id| picture.things[*id].is_loose()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (&picture.things[*a], &picture.things[*b]);
        let hidden_first = |thing: &Shape| thing.closed_in.is_none();
        hidden_first(a).cmp(&hidden_first(b)).then(a.height.0.total_cmp(&b.height.0))
    });
    let mut group = Group::new();
    for id in order {
        let thing = &picture.things[id];
        let colour = colour_class(picture, id, colours);
        let how = match (thing.closed_in, thing.is_seen) {
            (Some(_), _) => "closed unseen",
            (None, false) => "thing unseen",
            (None, true) => "thing",
        };
        let class = format!("{how} {colour}");
        group = group.add(polygon(sheet, &class, &thing.outline));
    }
    group
}

/// The class that colours a loose thing by what it is in, on or held by.
fn colour_class(picture: &Picture, id: usize, colours: &BTreeMap<usize, usize>) -> String {
    if picture.things[id].place == Place::Held {
        return "held".to_owned();
    }
    let colour = picture.furniture_of(id).and_then(|holder| colours.get(&holder));
    colour.map_or_else(|| "free".to_owned(), |colour| format!("c{colour}"))
}

fn polygon(sheet: &Sheet, class: &str, outline: &[Point]) -> Polygon {
    Polygon::new().set("class", class).set("points", sheet.points(outline))
}
