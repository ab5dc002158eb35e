//! Where a body can stand and how it gets there.
//!
//! A grid of cells over the rooms; a cell is free where the middle of an upright body of
//! [`RADIUS_M`] can be. Loose things do not stand in the way: a body steps around them.

use pathfinding::directed::astar::astar;
use rapier3d::math::Vector;
use scenario::checked::Room;

use crate::statics::Static;

/// The radius of the body, metres.
pub const RADIUS_M: f32 = 0.22;
/// The height of the body, metres.
pub const HEIGHT_M: f32 = 1.7;
/// The side of a cell, metres.
const CELL_M: f32 = 0.05;
/// What is lower than this is stepped over, metres.
const STEP_M: f32 = 0.08;
/// How far outside of every room a doorway may lie, metres.
const DOORWAY_M: f32 = 0.3;
/// Costs of one step, in thousandths of a cell.
const STRAIGHT: u32 = 1000;
const DIAGONAL: u32 = 1414;

/// A cell of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell(u32);

/// The grid.
pub(crate) struct Nav {
    /// The least x and z.
    origin: [f32; 2],
    columns: u32,
    rows: u32,
    /// For each cell the number of the connected part it belongs to; 0 where it is not free.
    part: Vec<u16>,
}

impl Nav {
    pub(crate) fn new(rooms: &[Room], statics: &[Static]) -> Self {
        let low = |axis: usize| rooms.iter().map(|room| room.min[axis]).fold(f32::MAX, f32::min);
        let high = |axis: usize| rooms.iter().map(|room| room.max[axis]).fold(f32::MIN, f32::max);
        let cells = |axis: usize| (((high(axis) - low(axis)) / CELL_M).ceil() as u32).max(1);
        let (columns, rows) = (cells(0), cells(1));
        let mut nav = Self {
            origin: [low(0), low(1)],
            columns,
            rows,
            part: vec![1; (columns * rows) as usize],
        };
        nav.block_outside(rooms);
        for part in statics {
            nav.block_around(part);
        }
        nav.number_parts();
        nav
    }

    /// Free places around the point to which a way leads from there, on a spiral of a quarter of a metre,
    /// nearest first.
    pub(crate) fn places_around(&self, point: [f32; 2]) -> Vec<[f32; 2]> {
        const STRIDE_M: f32 = 0.25;
        const STRIDES: i32 = 16;
        let part = self.nearest_free(point).and_then(|cell| self.part_of(cell));
        let mut offsets: Vec<(i32, i32, i32)> = (-STRIDES..=STRIDES)
            .flat_map(|x| (-STRIDES..=STRIDES).map(move |z| (x * x + z * z, x, z)))
            .collect();
        offsets.sort_unstable();
        offsets
            .into_iter()
            .filter_map(|(_, x, z)| {
                let [x, z] = [x as f32 * STRIDE_M, z as f32 * STRIDE_M];
                let place = [point[0] + x, point[1] + z];
                let cell = self.nearest_free(place).filter(|cell| self.part_of(*cell) == part)?;
                let center = self.center(cell);
                let off = [center[0] - place[0], center[1] - place[1]];
                (off[0].abs() <= CELL_M && off[1].abs() <= CELL_M).then_some(center)
            })
            .collect()
    }

    fn block_outside(&mut self, rooms: &[Room]) {
        for index in 0..self.part.len() {
            let [x, z] = self.center(Cell(index as u32));
            let near = |room: &&Room, margin: f32| {
                x >= room.min[0] - margin
                    && x <= room.max[0] + margin
                    && z >= room.min[1] - margin
                    && z <= room.max[1] + margin
            };
            let inside = rooms.iter().any(|room| near(&room, 0.0));
            let in_doorway = rooms.iter().filter(|room| near(room, DOORWAY_M)).count() > 1;
            if !inside && !in_doorway {
                self.part[index] = 0;
            }
        }
    }

    fn block_around(&mut self, part: &Static) {
        let (min, max) = (part.solid.min(), part.solid.max());
        if min.y >= HEIGHT_M || max.y <= STEP_M {
            return;
        }
        let range = |low: f32, high: f32, origin: f32, count: u32| {
            let first = ((low - RADIUS_M - origin) / CELL_M).floor().max(0.0) as u32;
            let last = ((high + RADIUS_M - origin) / CELL_M).ceil().max(0.0) as u32;
            first..last.min(count)
        };
        for row in range(min.z, max.z, self.origin[1], self.rows) {
            for column in range(min.x, max.x, self.origin[0], self.columns) {
                let cell = Cell(row * self.columns + column);
                let [x, z] = self.center(cell);
                let axis = Vector::new(x, part.solid.center().y, z);
                let gap = part.solid.nearest_to(axis) - axis;
                if gap.x * gap.x + gap.z * gap.z < RADIUS_M * RADIUS_M {
                    self.part[cell.0 as usize] = 0;
                }
            }
        }
    }

    fn number_parts(&mut self) {
        const UNNUMBERED: u16 = u16::MAX;
        for part in &mut self.part {
            *part = if *part == 0 { 0 } else { UNNUMBERED };
        }
        let mut next = 1;
        for index in 0..self.part.len() {
            if self.part[index] != UNNUMBERED {
                continue;
            }
            let mut open = vec![Cell(index as u32)];
            self.part[index] = next;
            while let Some(cell) = open.pop() {
                let first_new = open.len();
                open.extend(
                    self.neighbours(cell)
                        .map(|(neighbour, _)| neighbour)
                        .filter(|neighbour| self.part[neighbour.0 as usize] == UNNUMBERED),
                );
                for neighbour in &open[first_new..] {
                    self.part[neighbour.0 as usize] = next;
                }
            }
            next = (next + 1).min(UNNUMBERED - 1);
        }
    }

    /// The middle of the cell, x and z.
    pub(crate) fn center(&self, cell: Cell) -> [f32; 2] {
        let (column, row) = (cell.0 % self.columns, cell.0 / self.columns);
        [
            self.origin[0] + (column as f32 + 0.5) * CELL_M,
            self.origin[1] + (row as f32 + 0.5) * CELL_M,
        ]
    }

    fn at(&self, column: i64, row: i64) -> Option<Cell> {
        let within = (0..i64::from(self.columns)).contains(&column)
            && (0..i64::from(self.rows)).contains(&row);
        within.then(|| Cell(row as u32 * self.columns + column as u32))
    }

    fn column_row(&self, point: [f32; 2]) -> (i64, i64) {
        let along = |axis: usize| ((point[axis] - self.origin[axis]) / CELL_M).floor() as i64;
        (along(0), along(1))
    }

    /// The connected part that the cell belongs to; none where no body can stand.
    pub(crate) fn part_of(&self, cell: Cell) -> Option<u16> {
        Some(self.part[cell.0 as usize]).filter(|part| *part != 0)
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.part[cell.0 as usize] != 0
    }

    /// The free cell nearest to the point, within half a metre.
    pub(crate) fn nearest_free(&self, point: [f32; 2]) -> Option<Cell> {
        let (column, row) = self.column_row(point);
        let rings = (0.5 / CELL_M) as i64;
        let distance = |cell: Cell| {
            let [x, z] = self.center(cell);
            (x - point[0]) * (x - point[0]) + (z - point[1]) * (z - point[1])
        };
        (-rings..=rings)
            .flat_map(|down| (-rings..=rings).map(move |across| (across, down)))
            .filter_map(|(across, down)| self.at(column + across, row + down))
            .filter(|cell| self.is_free(*cell))
            .min_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)))
    }

    /// The part of the floor that the point belongs to, as one rectangle for each stretch of cells
    /// of a row.
    pub(crate) fn stretches(&self, point: [f32; 2]) -> Vec<([f32; 2], [f32; 2])> {
        let part = self.nearest_free(point).and_then(|cell| self.part_of(cell));
        let corner = |column: u32, row: u32| {
            [self.origin[0] + column as f32 * CELL_M, self.origin[1] + row as f32 * CELL_M]
        };
        let mut stretches = Vec::new();
        for row in 0..self.rows {
            let mut first = None;
            for column in 0..=self.columns {
                let is_in = column < self.columns
                    && part.is_some()
                    && self.part_of(Cell(row * self.columns + column)) == part;
                match (first, is_in) {
                    (None, true) => first = Some(column),
                    (Some(from), false) => {
                        stretches.push((corner(from, row), corner(column, row + 1)));
                        first = None;
                    }
                    _ => {}
                }
            }
        }
        stretches
    }

    /// The free cells within `margin` of the rectangle, in order.
    pub(crate) fn free_near(
        &self,
        min: [f32; 2],
        max: [f32; 2],
        margin: f32,
    ) -> impl Iterator<Item = Cell> {
        let (first_column, first_row) = self.column_row([min[0] - margin, min[1] - margin]);
        let (last_column, last_row) = self.column_row([max[0] + margin, max[1] + margin]);
        let columns = first_column.max(0)..=last_column.min(i64::from(self.columns) - 1);
        let rows = first_row.max(0)..=last_row.min(i64::from(self.rows) - 1);
        rows.flat_map(move |row| columns.clone().filter_map(move |column| self.at(column, row)))
            .filter(|cell| self.is_free(*cell))
    }

    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Cell, u32)> {
        const AROUND: [(i64, i64); 8] =
            [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
        let (column, row) = (i64::from(cell.0 % self.columns), i64::from(cell.0 / self.columns));
        let free = move |across: i64, down: i64| {
            self.at(column + across, row + down).filter(|cell| self.is_free(*cell))
        };
        AROUND.into_iter().filter_map(move |(across, down)| {
            if across == 0 || down == 0 {
                return Some((free(across, down)?, STRAIGHT));
            }
            // No cutting of corners.
            free(across, 0)?;
            free(0, down)?;
            Some((free(across, down)?, DIAGONAL))
        })
    }

    /// The shortest way from `from` to a cell that `is_goal`, as corners after the start.
    ///
    /// `around` and `goal_radius_m` say where the goal cells lie: none farther from that point.
    pub(crate) fn way(
        &self,
        from: [f32; 2],
        around: [f32; 2],
        goal_radius_m: f32,
        is_goal: impl Fn(Cell) -> bool,
    ) -> Option<Vec<[f32; 2]>> {
        let start = self.nearest_free(from)?;
        let (goal_column, goal_row) = self.column_row(around);
        let slack = ((goal_radius_m / CELL_M).ceil() as i64 + 2) * i64::from(DIAGONAL);
        let at_least = |cell: &Cell| {
            let across = (i64::from(cell.0 % self.columns) - goal_column).abs();
            let down = (i64::from(cell.0 / self.columns) - goal_row).abs();
            let (long, short) = (across.max(down), across.min(down));
            let octile = (long - short) * i64::from(STRAIGHT) + short * i64::from(DIAGONAL);
            (octile - slack).max(0) as u32
        };
        let (cells, _) =
            astar(&start, |cell| self.neighbours(*cell), at_least, |cell| is_goal(*cell))?;
        Some(self.corners(from, &cells))
    }

    /// Leaves out the cells that a straight walk between others passes.
    fn corners(&self, from: [f32; 2], cells: &[Cell]) -> Vec<[f32; 2]> {
        let points: Vec<[f32; 2]> = cells.iter().map(|cell| self.center(*cell)).collect();
        let Some(last) = points.len().checked_sub(1).filter(|last| *last > 0) else {
            return Vec::new();
        };
        let mut corners = Vec::new();
        let mut anchor = from;
        let mut index = 0;
        while index < last {
            let mut next = index + 1;
            while next < last && self.is_straight(anchor, points[next + 1]) {
                next += 1;
            }
            corners.push(points[next]);
            anchor = points[next];
            index = next;
        }
        corners
    }

    fn is_straight(&self, from: [f32; 2], to: [f32; 2]) -> bool {
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
        let steps = (length / (CELL_M * 0.4)).ceil() as u32;
        (0..=steps).all(|step| {
            let share = step as f32 / steps.max(1) as f32;
            let (column, row) =
                self.column_row([from[0] + way[0] * share, from[1] + way[1] * share]);
            self.at(column, row).is_some_and(|cell| self.is_free(cell))
        })
    }
}

#[cfg(test)]
mod tests {
    use base::Noun;

    use super::*;
    use crate::solid::Solid;

    fn room() -> Room {
        Room { noun: Noun::new("hall", &[]), min: [0.0, 0.0], max: [4.0, 3.0], height: 2.5 }
    }

    fn wall(x: f32, z: f32, size: [f32; 2]) -> Static {
        let center = Vector::new(x, 1.25, z);
        Static {
            soft: false,
            owner: None,
            solid: Solid::upright(center, 0.0, Vector::new(size[0], 2.5, size[1])),
        }
    }

    fn way_to(nav: &Nav, to: [f32; 2]) -> Option<Vec<[f32; 2]>> {
        let goal = nav.nearest_free(to)?;
        nav.way([0.5, 0.5], to, 0.1, |cell| cell == goal)
    }

    #[test]
    fn a_way_leads_around_a_wall_and_keeps_its_distance() {
        let nav = Nav::new(&[room()], &[wall(2.0, 1.0, [0.2, 2.0])]);
        let way = way_to(&nav, [3.5, 0.5]).expect("a way");
        assert!(way.len() >= 2, "{way:?}");
        assert!(way.iter().any(|corner| corner[1] > 2.2), "{way:?}");
        assert_eq!(way, way_to(&nav, [3.5, 0.5]).expect("the same way again"));
    }

    #[test]
    fn a_straight_way_has_one_corner() {
        let nav = Nav::new(&[room()], &[]);
        assert_eq!(way_to(&nav, [3.5, 2.5]).expect("a way").len(), 1);
        assert_eq!(way_to(&nav, [0.5, 0.5]).expect("no way to go").len(), 0);
    }

    #[test]
    fn no_way_leads_through_a_wall() {
        let nav = Nav::new(&[room()], &[wall(2.0, 1.5, [0.2, 3.0])]);
        let [left, right] =
            [[0.5, 0.5], [3.5, 0.5]].map(|at| nav.nearest_free(at).and_then(|c| nav.part_of(c)));
        assert!(left.is_some() && right.is_some() && left != right);
        assert_eq!(way_to(&nav, [3.5, 0.5]), None);
    }
}
