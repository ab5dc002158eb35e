//! Finds the spot for each label: of several candidates the one that covers least and is nearest.

use super::Sheet;
use super::area::Area;
use super::furniture::front_edge;
use super::labels::{Label, Labels, Words};
use crate::geometry::{Point, contains, facing, middle};
use crate::picture::{Picture, Place, Shape};

const CHARACTER_PX: f32 = 6.1;
const LINE_PX: f32 = 13.0;
/// The discs of numbers are so wide, pixels.
pub(super) const NUMBER_PX: f32 = 16.0;
/// A label farther than this from what it names has a line to it, pixels.
const NEAR_PX: f32 = 7.0;
/// A name that lies on others with more than this share of itself gives way to a number.
const MOST_COVERED: f32 = 0.1;

/// The labels placed so far, and what they should not cover.
pub(super) struct Placing<'a> {
    picture: &'a Picture,
    sheet: &'a Sheet,
    pub(super) labels: Labels,
    /// Loose things in the open, and the agent.
    things: Vec<Area>,
}

impl<'a> Placing<'a> {
    pub(super) fn new(picture: &'a Picture, sheet: &'a Sheet) -> Self {
        let open =
            picture.things.iter().filter(|thing| thing.is_loose() && thing.closed_in.is_none());
        let mut things: Vec<Area> = open.map(|thing| Area::of(&thing.outline, sheet)).collect();
        let body = house::RADIUS_M * 2.0 * sheet.scale;
        things.push(Area::around(sheet.at(picture.agent.feet), [body; 2]));
        let labels = Labels { placed: vec![], numbers: Default::default(), named: vec![] };
        Self { picture, sheet, labels, things }
    }

    /// Writes the name of a piece of furniture on it, where it fits and nothing is above it.
    pub(super) fn write_on(&mut self, id: usize) {
        let piece = &self.picture.things[id];
        if piece.hangs() || self.is_covered(id) {
            return;
        }
        let area = Area::of(&piece.outline, self.sheet);
        let text = [piece.noun.chars().count() as f32 * CHARACTER_PX, LINE_PX];
        let [width, depth] = area.size();
        let (upright, size) = match (text[0] + 6.0 <= width, text[0] + 6.0 <= depth) {
            (true, _) => (false, text),
            (false, true) => (true, [text[1], text[0]]),
            (false, false) => return,
        };
        let spare = [width - size[0] - 4.0, depth - size[1] - 4.0];
        if spare[0] < 0.0 || spare[1] < 0.0 {
            return;
        }
        let [x, y] = area.center();
        let spots = SHIFTS.iter().flat_map(|across| SHIFTS.iter().map(move |down| (across, down)));
        let candidates = spots.map(|(across, down)| {
            let spot = Area::around([x + across * spare[0], y + down * spare[1]], size);
            (spot, (across.abs() + down.abs()) * 8.0)
        });
        let above = self.above(id);
        let candidates = candidates.map(|(spot, far): (Area, f32)| {
            let hidden: f32 = above.iter().map(|other| spot.overlap(other)).sum();
            (spot, far + 100.0 * hidden / (size[0] * size[1]))
        });
        let (spot, _) = self.best(candidates.collect());
        if self.covered(&spot) < MOST_COVERED {
            self.labels.named.push(id);
            self.put(id, Words::Within { upright }, spot, None);
        }
    }

    /// Puts the number of a piece of furniture on it, before its front or behind it.
    pub(super) fn number_furniture(&mut self, id: usize) {
        let piece = &self.picture.things[id];
        let area = Area::of(&piece.outline, self.sheet);
        let ahead = facing(piece.front_deg);
        let (anchor, way) = if piece.hangs() {
            (area.center(), Some([-ahead[0], -ahead[1]]))
        } else if self.is_covered(id) {
            let (left, right, way) = front_edge(piece);
            (self.sheet.at(middle(&[left, right])), Some(way))
        } else {
            (area.center(), None)
        };
        let size = [NUMBER_PX; 2];
        let candidates = match way {
            Some(way) => {
                let side = [way[1], -way[0]];
                // What hangs has its number beyond the wall.
                let first = if piece.hangs() { piece_depth(&area, way) * 0.5 + 14.0 } else { 14.0 };
                let steps = (0..5).flat_map(|out| (-3_i32..=3).map(move |across| (out, across)));
                let spot = |(out, across): (i32, i32)| {
                    let (out, across) = (first + out as f32 * 17.0, across as f32 * 17.0);
                    let at = [
                        anchor[0] + way[0] * out + side[0] * across,
                        anchor[1] + way[1] * out + side[1] * across,
                    ];
                    (Area::around(at, size), (out - first) + across.abs() * 1.2)
                };
                steps.map(spot).collect()
            }
            None => around(&Area::around(anchor, [0.0; 2]), size, &[-8.0, 6.0, 22.0]),
        };
        let (spot, _) = self.best(candidates);
        let number = self.labels.numbers[&id];
        let is_apart = spot.gap(&Area::around(anchor, [0.0; 2])) > 1.0;
        self.put(id, Words::Number(number), spot, is_apart.then_some(anchor));
    }

    /// Writes the name of a loose thing beside it, or gives it a number.
    pub(super) fn name_loose(&mut self, id: usize) {
        let thing = &self.picture.things[id];
        let area = Area::of(&thing.outline, self.sheet);
        let size = [thing.noun.chars().count() as f32 * CHARACTER_PX, LINE_PX];
        let candidates = around(&area, size, &[2.0, 12.0, 26.0, 42.0]);
        let (mut spot, _) = self.best(candidates);
        let mut words = Words::Beside;
        if self.covered(&spot) > MOST_COVERED {
            let number = self.labels.numbers.len() + 1;
            self.labels.numbers.insert(id, number);
            words = Words::Number(number);
            (spot, _) = self.best(around(&area, [NUMBER_PX; 2], &[-12.0, 2.0, 14.0, 30.0, 46.0]));
        } else {
            self.labels.named.push(id);
        }
        let leader = (spot.gap(&area) > NEAR_PX).then(|| area.nearest_to(spot.center()));
        self.put(id, words, spot, leader);
    }

    fn put(&mut self, id: usize, words: Words, area: Area, leader: Option<Point>) {
        let thing = &self.picture.things[id];
        let is_faded = thing.is_loose() && !thing.is_seen && thing.place != Place::Held;
        let name = thing.noun.clone();
        self.labels.placed.push(Label { thing: id, name, words, area, is_faded, leader });
    }

    /// Whether other pieces are all over this one.
    fn is_covered(&self, id: usize) -> bool {
        let piece = &self.picture.things[id];
        let center = middle(&piece.outline);
        // The middle, and half the way to each corner.
        let inner = piece.outline.iter().map(|corner| middle(&[center, *corner]));
        let points: Vec<Point> = inner.chain([center]).collect();
        points.iter().all(|point| {
            let mut others = self.picture.things.iter().filter(|other| is_over(other, piece));
            others.any(|other| contains(&other.outline, *point))
        })
    }

    /// Where other pieces stand over this one.
    fn above(&self, id: usize) -> Vec<Area> {
        let piece = &self.picture.things[id];
        let higher = self.picture.things.iter().filter(|other| is_over(other, piece));
        higher.map(|other| Area::of(&other.outline, self.sheet)).collect()
    }

    /// The share of the area that other labels take, or that lies off the paper.
    fn covered(&self, area: &Area) -> f32 {
        let [width, height] = area.size();
        let paper = Area { min: [2.0; 2], max: [self.sheet.width - 2.0, self.sheet.height - 34.0] };
        let outside = width * height - area.overlap(&paper);
        let taken: f32 = self.labels.placed.iter().map(|other| area.overlap(&other.area)).sum();
        (taken + outside) / (width * height)
    }

    /// The candidate that costs least; of equal ones the first.
    fn best(&self, candidates: Vec<(Area, f32)>) -> (Area, f32) {
        let cost = |(area, far): &(Area, f32)| {
            let [width, height] = area.size();
            let things: f32 = self.things.iter().map(|thing| area.overlap(thing)).sum();
            self.covered(area) * 400.0 + things / (width * height) * 60.0 + far
        };
        candidates
            .into_iter()
            .min_by(|a, b| cost(a).total_cmp(&cost(b)))
            .expect("there are candidates")
    }
}

/// Whether the other is furniture that stands, and ends higher.
fn is_over(other: &Shape, piece: &Shape) -> bool {
    other.is_landmark() && !other.hangs() && other.height.1 > piece.height.1
}

/// How far a name on furniture is moved from its middle, as shares of the room that it has.
const SHIFTS: [f32; 7] = [0.0, 0.17, -0.17, 0.33, -0.33, 0.5, -0.5];

/// How far the area extends along the way.
fn piece_depth(area: &Area, way: Point) -> f32 {
    let [width, height] = area.size();
    width * way[0].abs() + height * way[1].abs()
}

/// Spots around an area, at each of these distances from it, nearer ones cheaper.
fn around(area: &Area, size: Point, gaps: &[f32]) -> Vec<(Area, f32)> {
    let [x, y] = area.center();
    let [width, height] = area.size();
    let mut spots = Vec::new();
    for gap in gaps {
        let across = (width + size[0]) * 0.5 + gap;
        let down = (height + size[1]) * 0.5 + gap;
        let ring = [
            (0.0, 1.0),
            (0.0, -1.0),
            (1.0, 0.0),
            (-1.0, 0.0),
            (0.6, 1.0),
            (-0.6, 1.0),
            (0.6, -1.0),
            (-0.6, -1.0),
            (1.0, 0.6),
            (-1.0, 0.6),
            (1.0, -0.6),
            (-1.0, -0.6),
        ];
        for (right, below) in ring {
            let at = [x + right * across, y + below * down];
            spots.push((Area::around(at, size), gap.max(0.0) * 0.9));
        }
    }
    spots
}
