//! The true outline of a counter, of which the file only has the box around it.
//!
//! Counters in an L or a U have boxes that cover the floor they surround. What is certain is where
//! something stands on them, what is built in below and above them, and the run of counter between
//! two such pieces along one wall. The floor is the large empty rectangles that are left and can be
//! entered from outside.

use crate::plane::{Point, Rect, Turned};

/// A side of a rectangle: the axis across it, and whether it is the greater one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    pub axis: usize,
    pub is_high: bool,
}

impl Side {
    pub const ALL: [Self; 4] = [
        Self { axis: 0, is_high: false },
        Self { axis: 0, is_high: true },
        Self { axis: 1, is_high: false },
        Self { axis: 1, is_high: true },
    ];

    pub fn opposite(self) -> Self {
        Self { is_high: !self.is_high, ..self }
    }

    /// How far `point` is inside of the side.
    pub fn depth_of(self, around: &Rect, point: Point) -> f64 {
        if self.is_high {
            around.max[self.axis] - point[self.axis]
        } else {
            point[self.axis] - around.min[self.axis]
        }
    }

    /// The depths at which a rectangle begins and ends.
    pub fn depths_of(self, around: &Rect, rect: &Rect) -> (f64, f64) {
        let (low, high) = (self.depth_of(around, rect.min), self.depth_of(around, rect.max));
        (low.min(high), low.max(high))
    }

    /// The strip along the side from `from` to `to`, `depth` deep.
    pub fn strip(self, around: &Rect, from: f64, to: f64, depth: f64) -> Rect {
        let along = 1 - self.axis;
        let mut strip = *around;
        (strip.min[along], strip.max[along]) = (from, to);
        if self.is_high {
            strip.min[self.axis] = around.max[self.axis] - depth;
        } else {
            strip.max[self.axis] = around.min[self.axis] + depth;
        }
        strip
    }
}

/// Something that shows that there is counter where it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Evidence {
    pub foot: Turned,
    /// The side that it has its back to, if it is built in.
    pub back: Option<Side>,
    /// Whether its depth is that of the counter: a drawer's is, a cupboard's on the wall is not.
    pub as_deep_as_counter: bool,
}

/// How deep a counter is whose cupboards do not tell, metres.
const USUAL_DEPTH: f64 = 0.62;
/// Between two built-in pieces so far apart along a wall the counter goes on: a dishwasher, or a
/// stool to sit at.
const WIDEST_GAP: f64 = 1.6;
/// From the last piece of a run to the corner where it meets another.
const WIDEST_CORNER: f64 = 0.9;
/// From the last piece of a run to a free end.
const WIDEST_END: f64 = 0.4;
/// The least width of a piece of floor, metres. Nobody walks where it is narrower.
const NARROWEST_FLOOR: f64 = 0.4;
/// The same beside floor that has been found already.
const NARROWEST_REST: f64 = 0.3;
/// A board stands out less in front of its cupboards than this, and a box with more in front of
/// them than that is no straight counter, metres.
const LEDGE: std::ops::Range<f64> = 0.05..0.3;
/// At most so many pieces of floor are cut out of a counter.
const MOST_CUTS: usize = 12;
/// A counter that is narrower than this has no floor within.
const NARROWEST_ANGLE: f64 = 1.1;
/// Turned pieces are taken apart into cells of this size, metres.
const LATTICE: f64 = 0.05;

/// The pieces of floor within the box of a counter. `blocks` are what stands on the floor there
/// and is no counter, such as a fridge: no run of counter goes through them.
pub(super) fn floor_within(around: &Rect, evidence: &[Evidence], blocks: &[Rect]) -> Vec<Rect> {
    let is_backed = evidence.iter().any(|piece| piece.back.is_some());
    let narrow = around.size(0).min(around.size(1)) < NARROWEST_ANGLE;
    // An island stands free; its middle is as much counter as its rim.
    if !is_backed || narrow && !faces_inward(around, evidence) {
        return ledges(around, evidence);
    }
    let mut feet: Vec<Turned> = evidence.iter().map(|piece| piece.foot).collect();
    feet.extend(runs(around, evidence, blocks).into_iter().map(Turned::along_axes));
    Cells::new(around, &feet).cut_floor()
}

/// What a straight counter's box has in front of its cupboards, where nothing stands: the box is
/// that of the widest part.
fn ledges(around: &Rect, evidence: &[Evidence]) -> Vec<Rect> {
    let mut ledges = Vec::new();
    for side in Side::ALL {
        let along = 1 - side.axis;
        let backed = evidence.iter().filter(|piece| piece.back == Some(side));
        let fronts = backed.filter(|piece| piece.as_deep_as_counter);
        let spans: Vec<Rect> = fronts.map(|piece| piece.foot.bounds()).collect();
        let Some(depth) = spans.iter().map(|span| side.depths_of(around, span).1).reduce(f64::max)
        else {
            continue;
        };
        let ledge = around.size(side.axis) - depth;
        let reach = Rect::around(spans).map(|span| (span.min[along], span.max[along]));
        let Some((from, to)) = reach.filter(|_| LEDGE.contains(&ledge)) else { continue };
        let from = from.max(around.min[along]);
        let to = to.min(around.max[along]);
        let strip = side.opposite().strip(around, from, to, ledge);
        let things: Vec<Rect> = evidence
            .iter()
            .filter(|piece| piece.back != Some(side))
            .map(|piece| piece.foot.bounds())
            .collect();
        ledges.extend(crate::plane::subtract_all(&[strip], &things));
    }
    ledges
}

/// Whether a drawer opens towards the inside of the box: then there is room to open it.
fn faces_inward(around: &Rect, evidence: &[Evidence]) -> bool {
    evidence.iter().filter(|piece| piece.as_deep_as_counter).any(|piece| {
        piece.back.is_some_and(|back| {
            let (_, front) = back.depths_of(around, &piece.foot.bounds());
            around.size(back.axis) - front >= NARROWEST_FLOOR
        })
    })
}

/// The runs of counter along the sides.
fn runs(around: &Rect, evidence: &[Evidence], blocks: &[Rect]) -> Vec<Rect> {
    let depths = Side::ALL.map(|side| depth_along(side, around, evidence));
    let mut runs = Vec::new();
    for (index, side) in Side::ALL.into_iter().enumerate() {
        let Some(depth) = depths[index] else { continue };
        let along = 1 - side.axis;
        // What is built in along this side, and what stands on the run of counter.
        let mut spans: Vec<(f64, f64)> = evidence
            .iter()
            .filter(|piece| match piece.back {
                Some(back) => back == side,
                None => side.depth_of(around, piece.foot.center) < depth + 0.05,
            })
            .map(|piece| {
                let bounds = piece.foot.bounds();
                (bounds.min[along], bounds.max[along])
            })
            .collect();
        let built_in = evidence.iter().filter(|piece| piece.back == Some(side));
        let Some((first, last)) = built_in
            .map(|piece| (piece.foot.bounds().min[along], piece.foot.bounds().max[along]))
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
        else {
            continue;
        };
        // The ends of the box count where another run, or this one's own last piece, is near.
        let across = |is_high: bool| {
            let other = Side { axis: along, is_high };
            let position = Side::ALL.iter().position(|side| *side == other);
            position.and_then(|position| depths[position])
        };
        let low_corner = across(false).map_or(WIDEST_END, |depth| depth + WIDEST_CORNER);
        let high_corner = across(true).map_or(WIDEST_END, |depth| depth + WIDEST_CORNER);
        spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let least = spans.iter().map(|span| span.0).fold(first, f64::min);
        let greatest = spans.iter().map(|span| span.1).fold(last, f64::max);
        if least - around.min[along] <= low_corner {
            spans.push((around.min[along], around.min[along]));
        }
        if around.max[along] - greatest <= high_corner {
            spans.push((around.max[along], around.max[along]));
        }
        spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut reached: Option<f64> = None;
        for (from, to) in spans {
            let start = match reached {
                Some(end) if from - end <= WIDEST_GAP => end.min(from),
                _ => from,
            };
            let run = side.strip(around, start, to, depth);
            let is_blocked = start < from
                && blocks.iter().any(|block| {
                    let gap = side.strip(around, start, from, depth);
                    block.intersection(&gap).is_some_and(|both| both.area() > 0.3 * gap.area())
                });
            let run = if is_blocked { side.strip(around, from, to, depth) } else { run };
            if !run.is_empty() {
                runs.push(run);
            }
            reached = Some(reached.map_or(to, |end| end.max(to)));
        }
    }
    runs
}

/// How deep the counter along a side is; none where nothing is built in along it.
fn depth_along(side: Side, around: &Rect, evidence: &[Evidence]) -> Option<f64> {
    let backed = || evidence.iter().filter(move |piece| piece.back == Some(side));
    backed().next()?;
    let mut depths: Vec<f64> = backed()
        .filter(|piece| piece.as_deep_as_counter)
        .map(|piece| side.depths_of(around, &piece.foot.bounds()).1)
        .collect();
    depths.sort_by(f64::total_cmp);
    Some(depths.get(depths.len() / 2).copied().unwrap_or(USUAL_DEPTH).min(around.size(side.axis)))
}

/// The box of a counter, cut up along the edges of everything in it.
struct Cells {
    xs: Vec<f64>,
    zs: Vec<f64>,
    /// By column, then row: certainly counter.
    counter: Vec<Vec<bool>>,
    /// By column, then row: cut out as floor.
    floor: Vec<Vec<bool>>,
}

impl Cells {
    fn new(around: &Rect, feet: &[Turned]) -> Self {
        let edges = |axis: usize| {
            let mut edges = vec![around.min[axis], around.max[axis]];
            for foot in feet {
                let bounds = foot.bounds();
                edges.extend([bounds.min[axis], bounds.max[axis]]);
                if foot.yaw_deg.rem_euclid(90.0) != 0.0 {
                    let steps = (bounds.size(axis) / LATTICE) as usize;
                    edges.extend((1..=steps).map(|step| bounds.min[axis] + LATTICE * step as f64));
                }
            }
            edges.retain(|edge| (around.min[axis]..=around.max[axis]).contains(edge));
            edges.sort_by(f64::total_cmp);
            edges.dedup_by(|b, a| *b - *a < 1e-3);
            edges
        };
        let (xs, zs) = (edges(0), edges(1));
        let counter = xs
            .windows(2)
            .map(|x| {
                let cells = zs.windows(2).map(|z| {
                    let middle = [(x[0] + x[1]) / 2.0, (z[0] + z[1]) / 2.0];
                    feet.iter().any(|foot| foot.contains(middle))
                });
                cells.collect()
            })
            .collect();
        let floor = vec![vec![false; zs.len() - 1]; xs.len() - 1];
        Self { xs, zs, counter, floor }
    }

    /// Cuts out the largest piece of floor again and again, until none is worth it.
    fn cut_floor(mut self) -> Vec<Rect> {
        let mut cuts: Vec<Rect> = Vec::new();
        while cuts.len() < MOST_CUTS {
            let Some(block) = self.largest_floor() else { break };
            for column in block.first[0]..block.end[0] {
                self.floor[column][block.first[1]..block.end[1]].fill(true);
            }
            cuts.push(self.rect(&block));
        }
        cuts
    }

    fn rect(&self, block: &Block) -> Rect {
        let corner = |[column, row]: [usize; 2]| [self.xs[column], self.zs[row]];
        Rect::new(corner(block.first), corner(block.end))
    }

    /// The block of cells that wins most new floor.
    fn largest_floor(&self) -> Option<Block> {
        let (columns, rows) = (self.xs.len() - 1, self.zs.len() - 1);
        let mut best: Option<(f64, Block)> = None;
        for first in 0..columns {
            let mut free = vec![true; rows];
            for last in first..columns {
                for (free, counter) in free.iter_mut().zip(&self.counter[last]) {
                    *free &= !counter;
                }
                if self.xs[last + 1] - self.xs[first] < NARROWEST_REST {
                    continue;
                }
                let mut from = 0;
                while from < rows {
                    if !free[from] {
                        from += 1;
                        continue;
                    }
                    let to = (from..rows).find(|&row| !free[row]).unwrap_or(rows);
                    let block = Block { first: [first, from], end: [last + 1, to] };
                    let most = best.map_or(0.0, |(most, _)| most + 1e-9);
                    // Counting what is won takes long, so first ask whether it can be enough.
                    if self.rect(&block).area() > most {
                        let won = self.won(&block);
                        if won > most && self.is_floor(&block) {
                            best = Some((won, block));
                        }
                    }
                    from = to;
                }
            }
        }
        best.map(|(_, block)| block)
    }

    /// The area of the block that is not floor yet.
    fn won(&self, block: &Block) -> f64 {
        let mut area = 0.0;
        for column in block.first[0]..block.end[0] {
            let width = self.xs[column + 1] - self.xs[column];
            for row in block.first[1]..block.end[1] {
                if !self.floor[column][row] {
                    area += width * (self.zs[row + 1] - self.zs[row]);
                }
            }
        }
        area
    }

    fn is_floor(&self, block: &Block) -> bool {
        let rect = self.rect(block);
        let at_edge = block.first.contains(&0)
            || block.end[0] == self.xs.len() - 1
            || block.end[1] == self.zs.len() - 1;
        let overlaps_floor = (block.first[0]..block.end[0])
            .any(|column| self.floor[column][block.first[1]..block.end[1]].contains(&true));
        let narrowest = if overlaps_floor { NARROWEST_REST } else { NARROWEST_FLOOR };
        rect.size(0).min(rect.size(1)) >= narrowest
            && (at_edge || overlaps_floor)
            && self.won(block) >= 0.5 * narrowest * narrowest
            && self.leaves_every_side(block)
    }

    /// The box is the smallest around the counter, so the counter reaches each of its sides.
    fn leaves_every_side(&self, block: &Block) -> bool {
        let (last_column, last_row) = (self.xs.len() - 2, self.zs.len() - 2);
        let is_left = |column: usize, row: usize| {
            let cut = (block.first[0]..block.end[0]).contains(&column)
                && (block.first[1]..block.end[1]).contains(&row);
            !cut && !self.floor[column][row]
        };
        (0..=last_row).any(|row| is_left(0, row))
            && (0..=last_row).any(|row| is_left(last_column, row))
            && (0..=last_column).any(|column| is_left(column, 0))
            && (0..=last_column).any(|column| is_left(column, last_row))
    }
}

/// A rectangle of cells: column and row of the first one, and of the one after the last.
#[derive(Debug, Clone, Copy)]
struct Block {
    first: [usize; 2],
    end: [usize; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Side = Side { axis: 0, is_high: false };
    const RIGHT: Side = Side { axis: 0, is_high: true };
    const LOW: Side = Side { axis: 1, is_high: false };

    fn rect(x0: f64, z0: f64, x1: f64, z1: f64) -> Rect {
        Rect::new([x0, z0], [x1, z1])
    }

    fn unit(foot: Rect, back: Side) -> Evidence {
        Evidence { foot: Turned::along_axes(foot), back: Some(back), as_deep_as_counter: true }
    }

    fn thing(x: f64, z: f64) -> Evidence {
        let foot = rect(x - 0.1, z - 0.1, x + 0.1, z + 0.1);
        Evidence { foot: Turned::along_axes(foot), back: None, as_deep_as_counter: false }
    }

    fn is_floor(floor: &[Rect], x: f64, z: f64) -> bool {
        floor.iter().any(|rect| rect.contains([x, z]))
    }

    #[test]
    fn an_l_gives_its_inner_corner_back() {
        let around = rect(0.0, 0.0, 2.0, 3.0);
        let left = unit(rect(0.0, 0.7, 0.6, 2.9), LEFT);
        let low = unit(rect(0.7, 0.0, 1.9, 0.65), LOW);
        assert_eq!(floor_within(&around, &[left, low], &[]), [rect(0.6, 0.65, 2.0, 3.0)]);
    }

    #[test]
    fn a_dishwasher_between_two_cupboards_is_counter() {
        let around = rect(0.0, 0.0, 2.0, 4.0);
        let pieces = [
            unit(rect(0.0, 0.7, 0.6, 1.2), LEFT),
            unit(rect(0.0, 2.2, 0.6, 4.0), LEFT),
            unit(rect(0.7, 0.0, 2.0, 0.6), LOW),
        ];
        let floor = floor_within(&around, &pieces, &[]);
        assert!(!is_floor(&floor, 0.3, 1.7) && is_floor(&floor, 1.0, 1.7), "{floor:?}");
    }

    #[test]
    fn a_fridge_between_two_cupboards_ends_the_counter() {
        let around = rect(0.0, 0.0, 2.0, 4.0);
        let pieces = [
            unit(rect(0.0, 0.7, 0.6, 1.2), LEFT),
            unit(rect(0.0, 2.2, 0.6, 4.0), LEFT),
            unit(rect(0.7, 0.0, 2.0, 0.6), LOW),
        ];
        let fridge = rect(0.0, 1.25, 0.7, 2.15);
        let floor = floor_within(&around, &pieces, &[fridge]);
        assert!(is_floor(&floor, 0.3, 1.7), "{floor:?}");
    }

    #[test]
    fn a_u_gives_its_middle_back() {
        let around = rect(0.0, 0.0, 4.0, 3.0);
        let pieces = [
            unit(rect(0.0, 0.7, 0.6, 3.0), LEFT),
            unit(rect(3.4, 1.0, 4.0, 2.8), RIGHT),
            unit(rect(0.7, 0.0, 3.3, 0.6), LOW),
        ];
        let floor = floor_within(&around, &pieces, &[]);
        assert_eq!(floor.len(), 1, "{floor:?}");
        assert!((floor[0].area() - 2.8 * 2.4).abs() < 1e-6, "{floor:?}");
    }

    #[test]
    fn an_island_has_no_floor_within() {
        let around = rect(0.0, 0.0, 2.0, 2.0);
        assert!(floor_within(&around, &[thing(0.2, 0.2), thing(1.8, 1.8)], &[]).is_empty());
    }

    #[test]
    fn a_straight_counter_has_no_floor_within() {
        let around = rect(0.0, 0.0, 0.63, 3.0);
        assert!(floor_within(&around, &[unit(rect(0.0, 1.0, 0.6, 1.5), LEFT)], &[]).is_empty());
    }

    #[test]
    fn a_straight_counter_ends_at_its_cupboards() {
        let around = rect(0.0, 0.0, 0.75, 3.0);
        let pieces = [unit(rect(0.1, 0.0, 0.65, 1.5), LEFT), thing(0.7, 1.3)];
        let floor = floor_within(&around, &pieces, &[]);
        assert!(is_floor(&floor, 0.7, 0.5) && !is_floor(&floor, 0.7, 1.3), "{floor:?}");
        assert!(!is_floor(&floor, 0.7, 2.0) && !is_floor(&floor, 0.6, 0.5), "{floor:?}");
    }

    #[test]
    fn a_narrow_angle_has_floor_where_a_drawer_opens() {
        let around = rect(0.0, 0.0, 1.7, 0.9);
        let high = Side { axis: 1, is_high: true };
        let pieces = [unit(rect(0.8, 0.45, 1.6, 0.9), high), unit(rect(0.0, 0.0, 0.6, 0.4), LEFT)];
        let floor = floor_within(&around, &pieces, &[]);
        assert!(is_floor(&floor, 1.2, 0.2) && !is_floor(&floor, 0.3, 0.2), "{floor:?}");
    }

    #[test]
    fn what_stands_on_it_keeps_its_counter() {
        let around = rect(0.0, 0.0, 2.0, 3.0);
        let left = unit(rect(0.0, 0.0, 0.6, 3.0), LEFT);
        let low = unit(rect(0.0, 0.0, 2.0, 0.6), LOW);
        let floor = floor_within(&around, &[left, low, thing(1.8, 2.8)], &[]);
        assert!(!is_floor(&floor, 1.8, 2.8) && is_floor(&floor, 1.0, 1.5), "{floor:?}");
    }
}
