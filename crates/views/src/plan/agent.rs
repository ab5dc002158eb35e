//! The agent: its body and reach, its field of view, and lines to what it sees.

use house::{EYE_M, FIELD_SIDE_DEG, RADIUS_M, REACH_M, SIGHT_M};
use svg::node::element::{Circle, Group, Line, Polygon, Text};

use super::{Sheet, px};
use crate::geometry::{Point, along, facing, middle, ray, rectangle};
use crate::picture::{Agent, Picture, Place};

/// One ray of the field of view for each so many degrees.
const RAY_DEG: f32 = 1.0;

/// The field of view at the height of the eyes.
pub(super) fn field(picture: &Picture, sheet: &Sheet) -> Polygon {
    let field = field_of_view(picture);
    Polygon::new().set("class", "fov").set("points", sheet.points(&field))
}

/// A line to each loose thing in view.
pub(super) fn sight_lines(picture: &Picture, sheet: &Sheet) -> Group {
    let mut group = Group::new();
    let [x, y] = sheet.at(picture.agent.feet);
    let seen = picture
        .things
        .iter()
        .filter(|thing| thing.is_loose() && thing.is_seen && thing.place != Place::Held);
    for thing in seen {
        let [to_x, to_y] = sheet.at(middle(&thing.outline));
        let line = Line::new().set("class", "sightline").set("x1", px(x)).set("y1", px(y));
        group = group.add(line.set("x2", px(to_x)).set("y2", px(to_y)));
    }
    group
}

/// What nothing as high as the eyes hides. What is lower is looked over, so more may be in view
/// than on a plan, and less: whether a thing is seen is told by how it is drawn.
fn field_of_view(picture: &Picture) -> Vec<Point> {
    let agent = &picture.agent;
    let rooms: Vec<Vec<Point>> =
        picture.rooms.iter().map(|(_, min, max)| rectangle(*min, *max)).collect();
    let tall = picture
        .things
        .iter()
        .filter(|thing| thing.is_landmark() && thing.height.0 < EYE_M && thing.height.1 > EYE_M);
    let mut blocks: Vec<&[Point]> = tall.map(|thing| thing.outline.as_slice()).collect();
    blocks.extend(picture.walls.iter().map(Vec::as_slice));
    if picture.walls.is_empty() {
        blocks.extend(rooms.iter().map(Vec::as_slice));
    }
    let (half, mut field) = match agent.looks_around {
        true => (180.0, Vec::new()),
        false => (FIELD_SIDE_DEG, vec![agent.feet]),
    };
    let rays = (2.0 * half / RAY_DEG) as u32;
    field.extend((0..=rays).map(|nth| {
        let way = facing(agent.yaw_deg - half + nth as f32 * RAY_DEG);
        along(agent.feet, way, ray(agent.feet, way, &blocks, SIGHT_M))
    }));
    field
}

/// The others who live there, each with the name.
pub(super) fn draw_others(picture: &Picture, sheet: &Sheet) -> Group {
    let mut group = Group::new();
    for (name, other) in &picture.others {
        let [x, y] = sheet.at(other.feet);
        let label = Text::new(name).set("class", "name").set("x", px(x));
        let below = y + RADIUS_M * sheet.scale + 12.0;
        group = group.add(body("other", other, sheet)).add(label.set("y", px(below)));
    }
    group
}

/// The body with its nose, and how far it reaches.
pub(super) fn draw(picture: &Picture, sheet: &Sheet) -> Group {
    let reach = circle("reach", REACH_M, &picture.agent, sheet);
    Group::new().add(reach).add(body("body", &picture.agent, sheet))
}

fn circle(class: &str, radius_m: f32, around: &Agent, sheet: &Sheet) -> Circle {
    let [x, y] = sheet.at(around.feet);
    let circle = Circle::new().set("class", class).set("cx", px(x)).set("cy", px(y));
    circle.set("r", px(radius_m * sheet.scale))
}

fn body(class: &str, agent: &Agent, sheet: &Sheet) -> Group {
    let ahead = facing(agent.yaw_deg);
    let side = [ahead[1], -ahead[0]];
    let nose = [
        along(agent.feet, ahead, RADIUS_M * 0.85),
        along(along(agent.feet, ahead, -RADIUS_M * 0.25), side, RADIUS_M * 0.5),
        along(along(agent.feet, ahead, -RADIUS_M * 0.25), side, -RADIUS_M * 0.5),
    ];
    Group::new()
        .add(circle(class, RADIUS_M, agent, sheet))
        .add(Polygon::new().set("class", "nose").set("points", sheet.points(&nose)))
}
