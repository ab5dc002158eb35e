//! A plan of characters with the story beside it: one frame of watching an episode.
//!
//! Furniture is shaded and has its initials, a loose thing in view is the small first letter of its
//! kind, one out of view a comma, the agent an arrow and its walk a line of dots, the others a capital letter. What is in
//! something closed does not show.

use crate::geometry::{Point, bounds, contains, middle};
use crate::picture::{Picture, Place, Shape, Sort};

/// What stands beside the plan.
#[derive(Debug, Clone, Copy, Default)]
pub struct Panel<'a> {
    /// What is watched.
    pub title: &'a str,
    /// What the agent is asked for.
    pub goal: Option<&'a str>,
    /// The story so far, oldest first; as much of its end as fits is shown.
    pub story: &'a [String],
    /// Where the agent has walked, oldest first.
    pub walk: &'a [Point],
}

/// How large a frame is, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Characters in a line.
    pub columns: usize,
    /// Lines.
    pub rows: usize,
}

/// The narrowest and the shortest frame in which something can be shown.
const LEAST: Size = Size { columns: 48, rows: 14 };
/// The most that one character is wide, metres: a small room does not fill a large screen.
const FINEST_M: f32 = 0.07;
/// A character is so many times as high as it is wide.
const TALL: f32 = 2.0;

/// One frame: exactly `size.rows` lines, none longer than `size.columns`.
pub fn frame(picture: &Picture, panel: &Panel<'_>, size: Size) -> String {
    let size = Size { columns: size.columns.max(LEAST.columns), rows: size.rows.max(LEAST.rows) };
    let most = Size { columns: size.columns * 3 / 5, rows: size.rows.saturating_sub(7) };
    let mut left = Chart::of(picture, most).lines(picture, panel.walk);
    let plan_columns = left.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(24);
    let held = match picture.held() {
        held if held.is_empty() => "nothing".to_owned(),
        held => held.join(", "),
    };
    left.extend(wrapped(&format!("in hand: {held}"), plan_columns));
    left.extend(wrapped(&format!("in view: {}", in_view(picture)), plan_columns));
    left.extend(wrapped(&format!("open: {}", open(picture)), plan_columns));
    left.extend(wrapped(&initials_explained(picture), plan_columns));

    let mut right: Vec<String> = Vec::new();
    let story_columns = size.columns.saturating_sub(plan_columns + 3).max(12);
    for line in panel.story {
        right.extend(wrapped(line, story_columns));
    }
    let rows = size.rows - 2;
    right.drain(..right.len().saturating_sub(rows));

    let day = format!("day {}  {}", picture.moment.0, picture.clock());
    let goal = panel.goal.map_or_else(|| "no goal".to_owned(), |goal| format!("\"{goal}\""));
    let mut lines = vec![cut(&format!("{day}  {}  {goal}", panel.title), size.columns)];
    lines.push("─".repeat(size.columns));
    for row in 0..rows {
        let left = left.get(row).map_or("", String::as_str);
        let right = right.get(row).map_or("", String::as_str);
        let line = format!("{left:plan_columns$} │ {right}");
        lines.push(cut(line.trim_end(), size.columns));
    }
    lines.join("\n")
}

/// How the home lies on a grid of characters.
struct Chart {
    columns: usize,
    rows: usize,
    min: Point,
    column_m: f32,
}

impl Chart {
    fn of(picture: &Picture, most: Size) -> Self {
        let corners = picture.rooms.iter().flat_map(|(_, min, max)| [*min, *max]);
        let (min, max) = bounds(corners.chain([picture.agent.feet]));
        let size = [max[0] - min[0], max[1] - min[1]];
        // Two characters on each side are for the border.
        let fits = [most.columns.saturating_sub(2), most.rows.saturating_sub(2)].map(|n| n.max(4));
        let column_m =
            (size[0] / fits[0] as f32).max(size[1] / fits[1] as f32 / TALL).max(FINEST_M);
        Self {
            columns: (size[0] / column_m).ceil() as usize,
            rows: (size[1] / column_m / TALL).ceil() as usize,
            min,
            column_m,
        }
    }

    fn point(&self, column: usize, row: usize) -> Point {
        [
            self.min[0] + (column as f32 + 0.5) * self.column_m,
            self.min[1] + (row as f32 + 0.5) * self.column_m * TALL,
        ]
    }

    fn cell(&self, point: Point) -> (usize, usize) {
        let along = |axis: usize, side: f32, count: usize| {
            let cell = ((point[axis] - self.min[axis]) / side).floor().max(0.0) as usize;
            cell.min(count.saturating_sub(1))
        };
        (along(0, self.column_m, self.columns), along(1, self.column_m * TALL, self.rows))
    }

    fn lines(&self, picture: &Picture, walk: &[Point]) -> Vec<String> {
        let mut grid = vec![vec![' '; self.columns]; self.rows];
        let mut fill = |outline: &[Point], sign: char| {
            for (row, line) in grid.iter_mut().enumerate() {
                for (column, cell) in line.iter_mut().enumerate() {
                    if contains(outline, self.point(column, row)) {
                        *cell = sign;
                    }
                }
            }
        };
        let mut pieces: Vec<&Shape> = standing(picture).collect();
        pieces.sort_by(|a, b| a.height.1.total_cmp(&b.height.1));
        for piece in &pieces {
            fill(&piece.outline, shade(piece));
        }
        for wall in &picture.walls {
            fill(wall, '█');
        }
        let mut put = |point: Point, words: &str| {
            let (column, row) = self.cell(point);
            let first = column.saturating_sub(words.chars().count() / 2);
            for (sign, cell) in words.chars().zip(grid[row].iter_mut().skip(first)) {
                *cell = sign;
            }
        };
        for piece in pieces.iter().filter(|piece| is_worth_a_name(piece)) {
            put(middle(&piece.outline), &initials(&piece.noun));
        }
        for point in walk {
            put(*point, "·");
        }
        let loose = || picture.things.iter().filter(|thing| is_in_the_open(thing));
        for thing in loose().filter(|thing| !thing.is_seen) {
            put(middle(&thing.outline), ",");
        }
        for thing in loose().filter(|thing| thing.is_seen) {
            let kind = thing.noun.rsplit(' ').next().unwrap_or_default();
            put(middle(&thing.outline), &kind.chars().take(1).collect::<String>());
        }
        for (name, other) in &picture.others {
            put(other.feet, &name.chars().take(1).flat_map(char::to_uppercase).collect::<String>());
        }
        put(picture.agent.feet, arrow(picture.agent.yaw_deg));
        let border = "─".repeat(self.columns);
        let mut lines = vec![format!("┌{border}┐")];
        lines.extend(grid.into_iter().map(|line| format!("│{}│", String::from_iter(line))));
        lines.push(format!("└{border}┘"));
        lines
    }
}

/// Furniture that stands, with nothing above it that would hide it.
fn standing(picture: &Picture) -> impl Iterator<Item = &Shape> {
    let pieces = || picture.things.iter().filter(|thing| thing.is_landmark() && !thing.hangs());
    pieces().filter(move |piece| {
        let center = middle(&piece.outline);
        !pieces().any(|other| other.height.1 > piece.height.1 && contains(&other.outline, center))
    })
}

fn is_worth_a_name(piece: &Shape) -> bool {
    piece.sort != Sort::Control
}

fn is_in_the_open(thing: &Shape) -> bool {
    thing.is_loose() && thing.closed_in.is_none() && thing.place != Place::Held
}

fn shade(piece: &Shape) -> char {
    match piece.sort {
        Sort::Surface | Sort::Loose => '░',
        Sort::Cupboard | Sort::Drawer => '▒',
        Sort::Appliance | Sort::Control => '▓',
        Sort::Basin => '≈',
    }
}

/// The first letter of each word.
fn initials(noun: &str) -> String {
    noun.split(' ').filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect()
}

/// Ahead on the paper is down: yaw 0 looks along z.
fn arrow(yaw_deg: f32) -> &'static str {
    const ARROWS: [&str; 8] = ["↓", "↘", "→", "↗", "↑", "↖", "←", "↙"];
    ARROWS[(yaw_deg.rem_euclid(360.0) / 45.0).round() as usize % 8]
}

fn in_view(picture: &Picture) -> String {
    let seen = picture
        .things
        .iter()
        .filter(|thing| thing.is_loose() && thing.is_seen && thing.place != Place::Held);
    told(seen.map(|thing| match thing.states.as_slice() {
        [] => thing.noun.clone(),
        states => format!("{} ({})", thing.noun, states.join(", ")),
    }))
}

fn open(picture: &Picture) -> String {
    told(picture.things.iter().filter(|t| t.is_open == Some(true)).map(|t| t.noun.clone()))
}

fn initials_explained(picture: &Picture) -> String {
    let named = standing(picture).filter(|piece| is_worth_a_name(piece));
    told(named.map(|piece| format!("{} {}", initials(&piece.noun), piece.noun)))
}

fn told(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

/// The words in lines of at most so many characters; a line that goes on is set in a little.
fn wrapped(words: &str, columns: usize) -> Vec<String> {
    let leading = words.chars().take_while(|sign| *sign == ' ').count();
    let set_in = " ".repeat((leading + 2).min(columns / 2));
    let mut lines = vec![String::new()];
    for word in words.split_inclusive(' ') {
        let last = lines.last_mut().expect("there is a line");
        let length = last.chars().count() + word.trim_end().chars().count();
        if length > columns && !last.trim().is_empty() {
            lines.push(format!("{set_in}{word}"));
        } else {
            last.push_str(word);
        }
    }
    lines.into_iter().map(|line| cut(line.trim_end(), columns)).collect()
}

fn cut(line: &str, columns: usize) -> String {
    line.chars().take(columns).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::small_kitchen;

    const SIZE: Size = Size { columns: 100, rows: 22 };

    #[test]
    fn a_frame_shows_the_room_and_the_story() {
        let story = ["07:01:20  decided   take red cup", "07:01:30  done      take red cup"];
        let story = story.map(str::to_owned);
        let walk = [[0.4, 2.2], [0.8, 1.8], [1.2, 1.4]];
        let panel =
            Panel { title: "test", goal: Some("bring the cup"), story: &story, walk: &walk };
        expect![[r#"
            day 3  07:01:30  test  "bring the cup"
            ────────────────────────────────────────────────────────────────────────────────────────────────────
            ┌─────────────────────────────────────────┐ │ 07:01:20  decided   take red cup
            │░░░░░░░░░░░░░░░░░░░░                     │ │ 07:01:30  done      take red cup
            │░░░░░░░░░LC░░░░m░░░░                     │ │
            │░░░░░░░░░░░░░░░░░░░░                     │ │
            │                                         │ │
            │                                         │ │
            │                                         │ │
            │                                         │ │
            │            ↑         ░░░░░░░░░░░░       │ │
            │                      ░░░░░░░░░░░░       │ │
            │        ·             ░░░░░DT░,░░░       │ │
            │                      ░░░░░░░░░░░░       │ │
            │    ·                                    │ │
            │                                         │ │
            └─────────────────────────────────────────┘ │
            in hand: red cup                            │
            in view: blue mug (dirty)                   │
            open: nothing                               │
            DT dining table, LC long counter            │
                                                        │"#]].assert_eq(&frame(&small_kitchen(), &panel, SIZE));
    }

    #[test]
    fn a_frame_has_the_size_that_it_is_given() {
        let story: Vec<String> =
            (0..99).map(|nth| format!("{nth} {}", "long ".repeat(40))).collect();
        let panel = Panel { story: &story, ..Panel::default() };
        for size in [SIZE, LEAST, Size { columns: 220, rows: 60 }] {
            let frame = frame(&small_kitchen(), &panel, size);
            assert_eq!(frame.lines().count(), size.rows);
            assert!(frame.lines().all(|line| line.chars().count() <= size.columns), "{frame}");
        }
        // The newest of the story is what is shown.
        assert!(frame(&small_kitchen(), &panel, SIZE).contains("98 long"));
    }

    #[test]
    fn the_arrow_points_where_the_agent_looks() {
        let arrows = [0.0, 90.0, 180.0, -90.0, 359.0, 45.0].map(arrow);
        assert_eq!(arrows, ["↓", "→", "↑", "←", "↓", "↘"]);
    }
}
