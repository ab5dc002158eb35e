//! Where a person can walk in a home.
//!
//! The plain geometry of it, for import and for tests: cells of the floor at which an upright
//! cylinder touches nothing, joined with those beside them. How an agent finds its way is the
//! business of the house.

use std::collections::VecDeque;

use scenario::checked::{Cuboid, Home, Thing};

use crate::plane::{Rect, Turned};

/// Who walks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Walker {
    /// The radius of the body, metres.
    pub radius_m: f32,
    /// The height of the body, metres; it walks under what is higher.
    pub height_m: f32,
    /// What is lower is stepped over, metres.
    pub step_m: f32,
    /// The side of a cell of the grid, metres.
    pub cell_m: f32,
}

impl Default for Walker {
    fn default() -> Self {
        Self { radius_m: 0.22, height_m: 1.8, step_m: 0.08, cell_m: 0.05 }
    }
}

/// The floor of a home on which somebody can walk.
#[derive(Debug, Clone, PartialEq)]
pub struct WalkableFloor {
    min: [f64; 2],
    cell_m: f64,
    columns: usize,
    rows: usize,
    /// By row, then column: free of furniture.
    free: Vec<bool>,
    /// By row, then column: part of the largest connected piece of free floor.
    walkable: Vec<bool>,
    /// The boxes of all furniture, as far as a body could stand in them.
    boxes: Vec<Turned>,
}

impl WalkableFloor {
    /// The walkable floor of `home`. Loose things are stepped around and do not count.
    pub fn of(home: &Home, walker: &Walker) -> Self {
        let rooms: Vec<Rect> = home
            .rooms
            .iter()
            .map(|room| Rect::new(room.min.map(f64::from), room.max.map(f64::from)))
            .collect();
        let around =
            Rect::around(rooms.iter().copied()).unwrap_or_else(|| Rect::new([0.0; 2], [0.0; 2]));
        let cell_m = f64::from(walker.cell_m.max(0.01));
        let cells = |axis: usize| ((around.size(axis) / cell_m).ceil() as usize).max(1);
        let (columns, rows) = (cells(0), cells(1));
        let mut floor = Self {
            min: around.min,
            cell_m,
            columns,
            rows,
            free: vec![true; columns * rows],
            walkable: Vec::new(),
            boxes: Vec::new(),
        };
        let fixed = || home.things.iter().filter(|thing| thing.kind.fixed);
        let is_in_the_way = |solid: &Cuboid| {
            let half = solid.size[1] / 2.0;
            solid.center[1] - half < walker.height_m && solid.center[1] + half > walker.step_m
        };
        floor.boxes = fixed()
            .filter_map(box_of)
            .filter(|cuboid| is_in_the_way(cuboid))
            .map(|cuboid| foot_of(&cuboid))
            .collect();
        let solids: Vec<Turned> = fixed()
            .flat_map(|thing| {
                if thing.solids.is_empty() {
                    box_of(thing).into_iter().collect()
                } else {
                    thing.solids.clone()
                }
            })
            .chain(home.walls.iter().copied())
            .filter(|cuboid| is_in_the_way(cuboid))
            .map(|cuboid| foot_of(&cuboid))
            .collect();
        floor.block(&rooms, &solids, f64::from(walker.radius_m));
        floor.walkable = floor.largest_part();
        floor
    }

    fn block(&mut self, rooms: &[Rect], solids: &[Turned], radius_m: f64) {
        for index in 0..self.free.len() {
            let center = self.center(index);
            self.free[index] = rooms.iter().any(|room| room.contains(center));
        }
        for solid in solids {
            let bounds = solid.bounds().grown(radius_m);
            let range = |axis: usize, count: usize| {
                let first = ((bounds.min[axis] - self.min[axis]) / self.cell_m).floor().max(0.0);
                let last = ((bounds.max[axis] - self.min[axis]) / self.cell_m).ceil().max(0.0);
                first as usize..(last as usize).min(count)
            };
            for row in range(1, self.rows) {
                for column in range(0, self.columns) {
                    let index = row * self.columns + column;
                    if solid.distance_to(self.center(index)) < radius_m {
                        self.free[index] = false;
                    }
                }
            }
        }
    }

    fn center(&self, index: usize) -> [f64; 2] {
        let (row, column) = (index / self.columns, index % self.columns);
        [
            self.min[0] + (column as f64 + 0.5) * self.cell_m,
            self.min[1] + (row as f64 + 0.5) * self.cell_m,
        ]
    }

    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (index / self.columns, index % self.columns);
        [
            (column > 0).then(|| index - 1),
            (column + 1 < self.columns).then_some(index + 1),
            (row > 0).then(|| index - self.columns),
            (row + 1 < self.rows).then_some(index + self.columns),
        ]
        .into_iter()
        .flatten()
    }

    /// Of equally large parts the one with the first cell.
    fn largest_part(&self) -> Vec<bool> {
        let mut seen = vec![false; self.free.len()];
        let mut largest: Vec<usize> = Vec::new();
        for start in 0..self.free.len() {
            if seen[start] || !self.free[start] {
                continue;
            }
            seen[start] = true;
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                for neighbour in self.neighbours(part[next]) {
                    if self.free[neighbour] && !seen[neighbour] {
                        seen[neighbour] = true;
                        part.push(neighbour);
                    }
                }
                next += 1;
            }
            if part.len() > largest.len() {
                largest = part;
            }
        }
        let mut walkable = vec![false; self.free.len()];
        for index in largest {
            walkable[index] = true;
        }
        walkable
    }

    /// Whether somebody can walk to within `tolerance_m` of the point.
    pub fn is_walkable(&self, at: [f32; 2], tolerance_m: f32) -> bool {
        self.nearest(at).is_some_and(|(_, away)| away <= f64::from(tolerance_m).max(self.cell_m))
    }

    /// The walkable place that is nearest to the point, and how far that is.
    fn nearest(&self, at: [f32; 2]) -> Option<(usize, f64)> {
        let at = at.map(f64::from);
        self.cells()
            .map(|index| (index, crate::plane::distance(self.center(index), at)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn cells(&self) -> impl Iterator<Item = usize> {
        (0..self.walkable.len()).filter(|index| self.walkable[*index])
    }

    /// The walkable floor, square metres.
    pub fn area_m2(&self) -> f32 {
        (self.cells().count() as f64 * self.cell_m * self.cell_m) as f32
    }

    /// A walkable place from which the nearest point of the thing is within `reach_m`, seen from
    /// above: the nearest such place.
    pub fn standing_spot(&self, thing: &Thing, reach_m: f32) -> Option<[f32; 2]> {
        let parts: Vec<Turned> = if thing.solids.is_empty() {
            box_of(thing).iter().map(foot_of).collect()
        } else {
            thing.solids.iter().map(foot_of).collect()
        };
        let away = |index: usize| {
            let center = self.center(index);
            parts.iter().map(|part| part.distance_to(center)).fold(f64::MAX, f64::min)
        };
        self.cells()
            .map(|index| (index, away(index)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|(_, away)| *away <= f64::from(reach_m))
            .map(|(index, _)| self.center(index).map(|metres| metres as f32))
    }

    /// The walkable place that is farthest from everything, and from the boxes around furniture.
    pub fn roomiest(&self) -> Option<[f32; 2]> {
        let is_off = |index: usize| {
            !self.walkable[index] || self.boxes.iter().any(|foot| foot.contains(self.center(index)))
        };
        let mut away: Vec<Option<u32>> =
            (0..self.free.len()).map(|index| is_off(index).then_some(0)).collect();
        let mut queue: VecDeque<usize> =
            (0..away.len()).filter(|index| away[*index].is_some()).collect();
        while let Some(index) = queue.pop_front() {
            let next = away[index].map(|steps| steps + 1);
            for neighbour in self.neighbours(index).collect::<Vec<_>>() {
                if away[neighbour].is_none() {
                    away[neighbour] = next;
                    queue.push_back(neighbour);
                }
            }
        }
        let middle = [0, 1].map(|axis: usize| {
            self.min[axis] + [self.columns, self.rows][axis] as f64 * self.cell_m / 2.0
        });
        self.cells()
            .filter(|index| away[*index] != Some(0))
            .min_by(|a, b| {
                let from_middle = |index: usize| crate::plane::distance(self.center(index), middle);
                // A place without any obstacle has no number at all.
                let steps = |index: usize| away[index].unwrap_or(u32::MAX);
                steps(*b).cmp(&steps(*a)).then(from_middle(*a).total_cmp(&from_middle(*b)))
            })
            .or_else(|| self.cells().next())
            .map(|index| self.center(index).map(|metres| metres as f32))
    }
}

fn box_of(thing: &Thing) -> Option<Cuboid> {
    thing.pose.map(|(center, yaw_deg)| Cuboid { center, size: thing.size, yaw_deg })
}

fn foot_of(cuboid: &Cuboid) -> Turned {
    let [x, _, z] = cuboid.center.map(f64::from);
    let [width, _, depth] = cuboid.size.map(f64::from);
    Turned::new([x, z], [width / 2.0, depth / 2.0], f64::from(cuboid.yaw_deg))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use base::{Noun, ThingId};
    use scenario::checked::{Kind, Room};

    use super::*;

    fn home(boxes: &[([f32; 3], [f32; 3])]) -> Home {
        let kind = Arc::new(Kind {
            name: "block".to_owned(),
            size: [1.0; 3],
            mass_kg: 1.0,
            fixed: true,
            surface: true,
            ..Kind::default()
        });
        let things = boxes.iter().enumerate().map(|(index, (center, size))| Thing {
            id: ThingId(index as u32),
            noun: Noun::new("block", &[]),
            kind: kind.clone(),
            size: *size,
            parent: None,
            pose: Some((*center, 0.0)),
            solids: Vec::new(),
            surfaces: Vec::new(),
            states: Vec::new(),
            portions: Vec::new(),
            controls: None,
            part_of: None,
        });
        Home {
            name: "test".to_owned(),
            rooms: vec![Room {
                noun: Noun::new("hall", &[]),
                min: [0.0, 0.0],
                max: [4.0, 3.0],
                height: 2.5,
            }],
            walls: Vec::new(),
            start: ([0.0, 0.0], 0.0),
            things: things.collect(),
        }
    }

    #[test]
    fn furniture_is_walked_around_and_cupboards_on_the_wall_under() {
        let floor =
            WalkableFloor::of(&home(&[([2.0, 0.5, 1.5], [1.0, 1.0, 1.0])]), &Walker::default());
        assert!(!floor.is_walkable([2.0, 1.5], 0.05));
        assert!(!floor.is_walkable([2.6, 1.5], 0.05), "the body is 22 cm thick");
        assert!(floor.is_walkable([2.8, 1.5], 0.05));
        let high = home(&[([2.0, 2.2, 1.5], [1.0, 0.5, 1.0])]);
        assert!(WalkableFloor::of(&high, &Walker::default()).is_walkable([2.0, 1.5], 0.05));
        let mat = home(&[([2.0, 0.02, 1.5], [1.0, 0.04, 1.0])]);
        assert!(WalkableFloor::of(&mat, &Walker::default()).is_walkable([2.0, 1.5], 0.05));
    }

    #[test]
    fn what_is_cut_off_cannot_be_walked_to() {
        let floor =
            WalkableFloor::of(&home(&[([1.0, 0.5, 1.5], [0.2, 1.0, 3.0])]), &Walker::default());
        assert!(floor.is_walkable([3.0, 1.5], 0.05));
        assert!(!floor.is_walkable([0.5, 1.5], 0.05));
    }

    #[test]
    fn a_thing_in_the_middle_of_a_block_is_out_of_reach() {
        let home = home(&[([2.0, 0.4, 1.5], [3.0, 0.8, 2.0]), ([2.0, 0.9, 1.5], [0.1, 0.1, 0.1])]);
        let floor = WalkableFloor::of(&home, &Walker { radius_m: 0.1, ..Walker::default() });
        assert_eq!(floor.standing_spot(&home.things[1], 1.0), None);
        assert!(floor.standing_spot(&home.things[1], 1.5).is_some());
        assert!(floor.standing_spot(&home.things[0], 0.2).is_some());
    }

    #[test]
    fn the_roomiest_place_keeps_away_from_furniture() {
        let home = home(&[([1.0, 0.5, 1.5], [2.0, 1.0, 3.0])]);
        let at = WalkableFloor::of(&home, &Walker::default()).roomiest().expect("there is floor");
        assert!(at[0] > 2.8, "{at:?}");
    }
}
