//! Where names and numbers stand: near what they name, and as little as possible on one another.
//!
//! Furniture has its name written on it where there is room, and a number elsewhere: drawers and
//! cupboards before their fronts, in order of height; what hangs, behind it. Loose things have
//! their names beside them; one that finds no free spot gets a number too. What is in something
//! closed is named in the legend alone.

use std::collections::BTreeMap;

use svg::node::element::{Circle, Group, Line, Text};

use super::area::Area;
use super::placing::{NUMBER_PX, Placing};
use super::{Sheet, px};
use crate::geometry::Point;
use crate::picture::Picture;

/// All labels of a plan.
pub(super) struct Labels {
    pub(super) placed: Vec<Label>,
    /// The number of each thing that has one.
    pub(super) numbers: BTreeMap<usize, usize>,
    /// Everything whose name is written on it or beside it.
    pub(super) named: Vec<usize>,
}

pub(super) struct Label {
    pub(super) thing: usize,
    pub(super) name: String,
    pub(super) words: Words,
    pub(super) area: Area,
    pub(super) is_faded: bool,
    /// The end of the line to what it names, where it stands apart.
    pub(super) leader: Option<Point>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Words {
    /// The name of a loose thing.
    Beside,
    /// The name of a piece of furniture, along the paper or up it.
    Within {
        upright: bool,
    },
    Number(usize),
}

impl Labels {
    pub(super) fn place(picture: &Picture, sheet: &Sheet) -> Self {
        let mut placing = Placing::new(picture, sheet);
        let furniture: Vec<usize> =
            (0..picture.things.len()).filter(|id| picture.things[*id].is_landmark()).collect();
        let mut by_size = furniture.clone();
        let area = |id: usize| {
            let [x, y] = Area::of(&picture.things[id].outline, sheet).size();
            x * y
        };
        by_size.sort_by(|a, b| area(*b).total_cmp(&area(*a)));
        for id in by_size {
            placing.write_on(id);
        }
        let mut unnamed: Vec<usize> = furniture;
        unnamed.retain(|id| !placing.labels.named.contains(id));
        for (nth, id) in unnamed.iter().enumerate() {
            placing.labels.numbers.insert(*id, nth + 1);
        }
        // The higher of two drawers stands nearer to the front.
        unnamed.sort_by(|a, b| {
            let top = |id: &usize| picture.things[*id].height.1;
            top(b).total_cmp(&top(a))
        });
        for id in unnamed {
            placing.number_furniture(id);
        }
        let open_to_view = |id: &usize| {
            let thing = &picture.things[*id];
            thing.is_loose() && thing.closed_in.is_none()
        };
        for id in (0..picture.things.len()).filter(open_to_view) {
            placing.name_loose(id);
        }
        placing.labels
    }

    pub(super) fn draw(self, colours: &BTreeMap<usize, usize>) -> Group {
        let mut group = Group::new();
        for label in &self.placed {
            if let Some([x, y]) = label.leader {
                let [from_x, from_y] = match label.words {
                    Words::Number(_) => label.area.center(),
                    _ => label.area.nearest_to([x, y]),
                };
                let line = Line::new().set("class", "leader").set("x1", px(from_x));
                group = group.add(line.set("y1", px(from_y)).set("x2", px(x)).set("y2", px(y)));
            }
        }
        for label in &self.placed {
            group = group.add(label.draw(colours));
        }
        group
    }
}

impl Label {
    fn draw(&self, colours: &BTreeMap<usize, usize>) -> Group {
        let [x, y] = self.area.center();
        let text = |words: &str, class: &str, lower: f32| {
            Text::new(words).set("class", class).set("x", px(x)).set("y", px(y + lower))
        };
        let faded = if self.is_faded { " unseen" } else { "" };
        let group = Group::new();
        match self.words {
            Words::Beside => group.add(text(&self.name, &format!("name{faded}"), 3.8)),
            Words::Within { upright } => {
                let name = text(&self.name, "piecename", 3.8);
                let turn = format!("rotate(-90 {} {})", px(x), px(y));
                group.add(if upright { name.set("transform", turn) } else { name })
            }
            Words::Number(number) => {
                let disc = Circle::new().set("class", "disc").set("cx", px(x)).set("cy", px(y));
                let mut group = group.add(disc.set("r", px(NUMBER_PX * 0.5)));
                if let Some(colour) = colours.get(&self.thing) {
                    let class = format!("c{colour}");
                    let ring = Circle::new().set("class", class).set("fill-opacity", "0.45");
                    let ring = ring.set("cx", px(x)).set("cy", px(y));
                    group = group.add(ring.set("r", px(NUMBER_PX * 0.5)));
                }
                group.add(text(&number.to_string(), &format!("number{faded}"), 3.3))
            }
        }
    }
}
