//! A plan of a home from above, as SVG.
//!
//! What the agent sees is drawn solid, what is hidden from it faded; what is in something closed is
//! dotted. Everything on it is as large and turned as it truly is. A loose thing has the colour of
//! the furniture that it is in or on. Names that find no room become numbers, which the legend
//! explains. Colours follow the reader's light or dark scheme. Equal pictures give equal bytes.

mod agent;
mod area;
mod furniture;
mod labels;
mod legend;
mod placing;
mod style;

use std::collections::BTreeMap;

use svg::Document;
use svg::node::element::{Group, Line, Rectangle, Style, Text, Title};

use crate::geometry::{Point, bounds};
use crate::picture::{Picture, Sort};
use labels::Labels;

/// The longest side of the plan without its margins, and the most for a metre, pixels.
const LONGEST_PX: f32 = 900.0;
const MOST_PX_PER_M: f32 = 190.0;
/// Around the home, pixels: room for the numbers of what hangs on the walls.
const MARGIN_PX: f32 = 64.0;
/// Above the plan, for its title, pixels.
const HEAD_PX: f32 = 58.0;

/// The picture as SVG, with this title above it.
pub fn plan(picture: &Picture, title: &str) -> String {
    let sheet = Sheet::of(picture);
    let colours = colours(picture);
    let labels = Labels::place(picture, &sheet);
    let legend = legend::draw(picture, &labels, &colours, &sheet);
    let width = sheet.width + legend.width;
    let height = sheet.height.max(legend.height);
    let paper = Rectangle::new().set("class", "paper").set("width", px(width));
    let drawing = Group::new()
        .add(furniture::rooms(picture, &sheet))
        .add(agent::field(picture, &sheet))
        .add(furniture::draw(picture, &sheet))
        .add(agent::sight_lines(picture, &sheet))
        .add(furniture::loose(picture, &sheet, &colours))
        .add(agent::draw_others(picture, &sheet))
        .add(agent::draw(picture, &sheet))
        .add(labels.draw(&colours));
    let document = Document::new()
        .set("viewBox", format!("0 0 {} {}", px(width), px(height)))
        .set("width", px(width))
        .set("height", px(height))
        .set("role", "img")
        .add(Title::new(title))
        .add(Style::new(style::CSS))
        .add(paper.set("height", px(height)))
        .add(heading(picture, title))
        .add(drawing)
        .add(scale_bar(&sheet))
        .add(legend.group);
    format!("{document}\n")
}

/// The title, and in small how much of it all is in view.
fn heading(picture: &Picture, title: &str) -> Group {
    let loose = || picture.things.iter().filter(|thing| thing.sort == Sort::Loose);
    let seen = loose().filter(|thing| thing.is_seen).count();
    let closed = loose().filter(|thing| thing.closed_in.is_some()).count();
    let told = format!(
        "day {}, {}. The agent sees {seen} of {} loose things; {closed} are in something closed.",
        picture.moment.0,
        picture.clock(),
        loose().count()
    );
    let line = |class: &str, y: f32, words: &str| {
        Text::new(words).set("class", class).set("x", px(MARGIN_PX)).set("y", px(y))
    };
    Group::new().add(line("title", 30.0, title)).add(line("told", 49.0, &told))
}

fn scale_bar(sheet: &Sheet) -> Group {
    let (x, y) = (MARGIN_PX, sheet.height - 22.0);
    let end = x + sheet.scale;
    let line = |x1: f32, y1: f32, x2: f32, y2: f32| {
        Line::new()
            .set("class", "scale")
            .set("x1", px(x1))
            .set("y1", px(y1))
            .set("x2", px(x2))
            .set("y2", px(y2))
    };
    Group::new()
        .add(line(x, y, end, y))
        .add(line(x, y - 4.0, x, y + 4.0))
        .add(line(x + sheet.scale * 0.5, y - 2.0, x + sheet.scale * 0.5, y + 2.0))
        .add(line(end, y - 4.0, end, y + 4.0))
        .add(Text::new("1 m").set("class", "told").set("x", px(end + 8.0)).set("y", px(y + 4.0)))
}

/// Which of the palette's colours each piece of furniture with loose things in or on it has.
fn colours(picture: &Picture) -> BTreeMap<usize, usize> {
    let mut holders: Vec<usize> = (0..picture.things.len())
        .filter(|thing| !picture.things[*thing].is_landmark())
        .filter_map(|thing| picture.furniture_of(thing))
        .collect();
    holders.sort_unstable();
    holders.dedup();
    holders.into_iter().enumerate().map(|(nth, holder)| (holder, nth % style::COLOURS)).collect()
}

/// Where the home lies on the paper.
pub(crate) struct Sheet {
    /// Pixels a metre.
    scale: f32,
    /// The point of the home at the paper's upper left corner.
    origin: Point,
    /// The plan with its margins, pixels.
    width: f32,
    height: f32,
}

impl Sheet {
    fn of(picture: &Picture) -> Self {
        let rooms = picture.rooms.iter().flat_map(|(_, min, max)| [*min, *max]);
        let corners = rooms.chain(picture.walls.iter().flatten().copied());
        let (min, max) = bounds(corners.chain([picture.agent.feet]));
        let size = [max[0] - min[0], max[1] - min[1]];
        let scale = (LONGEST_PX / size[0].max(size[1]).max(1.0)).min(MOST_PX_PER_M);
        Self {
            scale,
            origin: [min[0] - MARGIN_PX / scale, min[1] - (MARGIN_PX + HEAD_PX) / scale],
            width: size[0] * scale + 2.0 * MARGIN_PX,
            height: size[1] * scale + 2.0 * MARGIN_PX + HEAD_PX,
        }
    }

    /// Where the point is on the paper.
    fn at(&self, point: Point) -> Point {
        [(point[0] - self.origin[0]) * self.scale, (point[1] - self.origin[1]) * self.scale]
    }

    /// An outline as the attribute `points`.
    fn points(&self, outline: &[Point]) -> String {
        let point = |point: &Point| {
            let [x, y] = self.at(*point);
            format!("{},{}", px(x), px(y))
        };
        outline.iter().map(point).collect::<Vec<_>>().join(" ")
    }
}

/// A length in the file: tenths of a pixel.
fn px(length: f32) -> String {
    let tenths = (f64::from(length) * 10.0).round() / 10.0;
    // There is no "-0".
    format!("{}", tenths + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::small_kitchen;

    /// The classes of the polygons and how often each is drawn.
    fn drawn(svg: &str) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for line in svg.lines().filter(|line| line.starts_with("<polygon")) {
            let class = line.split('"').nth(1).unwrap_or_default();
            *counts.entry(class.to_owned()).or_default() += 1;
        }
        counts
    }

    #[test]
    fn equal_pictures_give_equal_bytes() {
        let svg = plan(&small_kitchen(), "test");
        assert_eq!(svg, plan(&small_kitchen(), "test"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("\"-0\""), "{svg}");
    }

    #[test]
    fn what_is_seen_hidden_held_and_shut_away_is_told_apart() {
        let drawn = drawn(&plan(&small_kitchen(), "test"));
        for class in ["thing c1", "thing unseen c0", "closed unseen c2", "thing held", "hung"] {
            assert_eq!(drawn.get(class), Some(&1), "{class} in {drawn:?}");
        }
    }

    #[test]
    fn names_are_written_where_there_is_room_and_numbered_elsewhere() {
        let picture = small_kitchen();
        let labels = Labels::place(&picture, &Sheet::of(&picture));
        let named: Vec<&str> =
            labels.named.iter().map(|id| picture.things[*id].noun.as_str()).collect();
        let all = ["long counter", "dining table", "blue mug", "old & green book", "red cup"];
        assert_eq!(named, all);
        // The drawer is below the counter, and the shelf above it.
        assert_eq!(labels.numbers.into_iter().collect::<Vec<_>>(), [(2, 1), (3, 2)]);
    }

    #[test]
    fn words_are_escaped() {
        let svg = plan(&small_kitchen(), "<A & B>");
        assert!(svg.contains("&lt;A &amp; B&gt;") && svg.contains("old &amp; green book"));
        assert!(!svg.contains("old & green"));
    }
}
