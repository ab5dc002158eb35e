//! The legend: what the numbers stand for, what is in and on what, and what the signs mean.

use std::collections::BTreeMap;

use svg::node::element::{Circle, Group, Line, Rectangle, TSpan, Text};

use super::labels::Labels;
use super::{Sheet, px};
use crate::picture::{Picture, Place, Shape};

/// A legend ready to be drawn.
pub(super) struct Legend {
    pub(super) group: Group,
    pub(super) width: f32,
    pub(super) height: f32,
}

const COLUMN_PX: f32 = 288.0;
const LINE_PX: f32 = 15.5;
const TOP_PX: f32 = 70.0;
/// A legend is at least so high before it takes another column, pixels.
const LEAST_PX: f32 = 620.0;
/// So many characters fit into a line beside the number.
const LINE_CHARACTERS: usize = 42;

/// A line of the legend: words, each hidden or not.
#[derive(Default)]
struct Entry {
    number: Option<usize>,
    colour: Option<usize>,
    lines: Vec<Vec<(String, bool)>>,
}

pub(super) fn draw(
    picture: &Picture,
    labels: &Labels,
    colours: &BTreeMap<usize, usize>,
    sheet: &Sheet,
) -> Legend {
    let signs = signs();
    let column_height = sheet.height.max(LEAST_PX) - TOP_PX - 20.0;
    let mut column = 0;
    let mut y = SIGNS_PX;
    let mut group = Group::new().add(signs);
    for entry in entries(picture, labels, colours) {
        let height = entry.lines.len() as f32 * LINE_PX;
        if y + height > column_height {
            (column, y) = (column + 1, 0.0);
        }
        let at = format!("translate({} {})", px(column as f32 * COLUMN_PX), px(y));
        group = group.add(entry.draw().set("transform", at));
        y += height + 2.0;
    }
    let at = format!("translate({} {})", px(sheet.width), px(TOP_PX));
    let tallest = if column == 0 { y } else { column_height };
    Legend {
        group: group.set("transform", at),
        width: (column + 1) as f32 * COLUMN_PX + 16.0,
        height: tallest + TOP_PX + 20.0,
    }
}

fn entries(picture: &Picture, labels: &Labels, colours: &BTreeMap<usize, usize>) -> Vec<Entry> {
    let of = |id: usize| {
        let thing = &picture.things[id];
        let holds = thing.is_landmark() && picture.loose_contents(id).next().is_some();
        let number = labels.numbers.get(&id).copied();
        if number.is_none() && !holds {
            return None;
        }
        let mut words = vec![(with_state(thing), thing.is_loose() && !thing.is_seen)];
        if thing.is_landmark() && holds {
            words[0].0.push(':');
            words.extend(contents(picture, labels, id));
        }
        Some(Entry { number, colour: colours.get(&id).copied(), lines: wrapped(words) })
    };
    let mut held: Vec<Entry> = Vec::new();
    if !picture.held().is_empty() {
        let words = vec![(format!("in hand: {}", picture.held().join(", ")), false)];
        held.push(Entry { lines: wrapped(words), ..Entry::default() });
    }
    let mut entries: Vec<Entry> = (0..picture.things.len()).filter_map(of).collect();
    entries.sort_by_key(|entry| entry.number.unwrap_or(0));
    held.into_iter().chain(entries).collect()
}

/// The noun, whether it is open, and its states.
fn with_state(thing: &Shape) -> String {
    let open = match thing.is_open {
        Some(true) => Some("open"),
        _ => None,
    };
    let states: Vec<&str> = open.into_iter().chain(thing.states.iter().copied()).collect();
    if states.is_empty() {
        return thing.noun.clone();
    }
    format!("{} ({})", thing.noun, states.join(", "))
}

/// What is in or on the thing, with what is in or on that in brackets.
fn contents(picture: &Picture, labels: &Labels, id: usize) -> Vec<(String, bool)> {
    let all: Vec<usize> = picture.loose_contents(id).collect();
    let last = all.len().saturating_sub(1);
    let mut words = Vec::new();
    for (nth, inner) in all.into_iter().enumerate() {
        let thing = &picture.things[inner];
        let number = labels.numbers.get(&inner).map_or(String::new(), |n| format!("[{n}] "));
        let is_on = matches!(thing.place, Place::On(_));
        let comma = if nth == last { "" } else { "," };
        let mut told = format!("{number}{}", with_state(thing));
        let within: Vec<String> =
            picture.contents(inner).map(|id| with_state(&picture.things[id])).collect();
        if !within.is_empty() {
            let with = if is_on { "with" } else { "holding" };
            told = format!("{told} {with} {}", within.join(" and "));
        }
        words.push((format!("{told}{comma}"), !thing.is_seen));
    }
    words
}

/// The words in lines that fit.
fn wrapped(words: Vec<(String, bool)>) -> Vec<Vec<(String, bool)>> {
    let mut lines: Vec<Vec<(String, bool)>> = vec![Vec::new()];
    let mut length = 0;
    for (phrase, hidden) in words {
        for word in phrase.split(' ') {
            let characters = word.chars().count() + 1;
            if length > 0 && length + characters > LINE_CHARACTERS {
                lines.push(Vec::new());
                length = 0;
            }
            length += characters;
            let line = lines.last_mut().expect("there is a line");
            match line.last_mut() {
                Some((before, was_hidden)) if *was_hidden == hidden => {
                    before.push(' ');
                    before.push_str(word);
                }
                _ => line.push((word.to_owned(), hidden)),
            }
        }
    }
    lines
}

impl Entry {
    fn draw(self) -> Group {
        let mut group = Group::new();
        let disc = |class: String, opacity: &str| {
            let disc = Circle::new().set("class", class).set("fill-opacity", opacity);
            disc.set("cx", "10")
                .set("cy", "-4")
                .set("r", if self.number.is_some() { "8" } else { "5" })
        };
        if self.number.is_some() {
            group = group.add(disc("disc".to_owned(), "1"));
        }
        if let Some(colour) = self.colour {
            let opacity = if self.number.is_some() { "0.45" } else { "1" };
            group = group.add(disc(format!("c{colour}"), opacity));
        }
        if let Some(number) = self.number {
            let number = Text::new(number.to_string()).set("class", "number");
            group = group.add(number.set("x", "10").set("y", "-0.6"));
        }
        for (nth, line) in self.lines.into_iter().enumerate() {
            let mut text = Text::new("").set("x", "24").set("y", px(nth as f32 * LINE_PX));
            // The line break between two spans in the file is read as a blank.
            for (words, hidden) in line {
                let span = TSpan::new(words);
                text = text.add(if hidden { span.set("class", "hidden") } else { span });
            }
            group = group.add(text);
        }
        group
    }
}

/// The height of the explanation of the signs, pixels.
const SIGNS_PX: f32 = 122.0;

fn signs() -> Group {
    let mut group = Group::new();
    let text = |words: &str, x: f32, y: f32| Text::new(words).set("x", px(x)).set("y", px(y));
    let swatch = |class: &str, x: f32, y: f32| {
        let swatch = Rectangle::new().set("class", class).set("x", px(x)).set("y", px(y - 10.0));
        swatch.set("width", "16").set("height", "11")
    };
    let signs = [
        ("thing c0", "in view", "thing c0 unseen", "out of view"),
        ("closed unseen c0", "in something closed", "hung", "hangs on the wall"),
        ("walk", "where one can stand", "fov", "field of view"),
    ];
    for (row, (left, left_words, right, right_words)) in signs.into_iter().enumerate() {
        let y = row as f32 * 19.0;
        group = group.add(swatch(left, 2.0, y)).add(text(left_words, 24.0, y));
        group = group.add(swatch(right, 150.0, y)).add(text(right_words, 172.0, y));
    }
    let y = 57.0;
    let line = |class: &str, x: f32| {
        let line = Line::new().set("class", class).set("x1", px(x)).set("x2", px(x + 16.0));
        line.set("y1", px(y - 4.0)).set("y2", px(y - 4.0))
    };
    group = group.add(line("reach", 2.0)).add(text("reach of a hand", 24.0, y));
    group = group.add(line("front", 150.0)).add(text("door or drawer", 172.0, y));
    let rule = Line::new().set("class", "rule").set("x1", "2").set("x2", px(COLUMN_PX - 24.0));
    let words = "Colours: what a thing is in or on.";
    group
        .add(text(words, 2.0, y + 21.0).set("class", "told"))
        .add(rule.set("y1", px(y + 36.0)).set("y2", px(y + 36.0)))
}
