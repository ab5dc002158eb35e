//! Points, outlines and rays seen from above: x to the right, z down, metres.

/// A place seen from above: x and z, metres.
pub type Point = [f32; 2];

/// The level unit vector in which a yaw looks: 0 along z, 90 along x.
pub(crate) fn facing(yaw_deg: f32) -> Point {
    let (sin, cos) = libm::sincosf(yaw_deg.to_radians());
    [sin, cos]
}

pub(crate) fn along(from: Point, way: Point, by: f32) -> Point {
    [from[0] + way[0] * by, from[1] + way[1] * by]
}

pub(crate) fn dot(a: Point, b: Point) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(from: Point, a: Point, b: Point) -> f32 {
    (a[0] - from[0]) * (b[1] - from[1]) - (a[1] - from[1]) * (b[0] - from[0])
}

/// The corners of a rectangle that is turned about its middle.
pub(crate) fn turned(center: Point, size: Point, yaw_deg: f32) -> Vec<Point> {
    let ahead = facing(yaw_deg);
    let side = [ahead[1], -ahead[0]];
    [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
        .map(|(x, z)| along(along(center, side, x * size[0]), ahead, z * size[1]))
        .to_vec()
}

/// The corners of a rectangle along the axes.
pub(crate) fn rectangle(min: Point, max: Point) -> Vec<Point> {
    vec![min, [max[0], min[1]], max, [min[0], max[1]]]
}

/// The outline around all of the points.
pub(crate) fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let half = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., before, last] = chain[..]
                && cross(before, last, *point) <= 1e-7
            {
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut outline = half(&mut points.iter());
    outline.extend(half(&mut points.iter().rev()));
    outline
}

/// The least and the greatest x and z of the points.
pub(crate) fn bounds(points: impl IntoIterator<Item = Point>) -> (Point, Point) {
    points.into_iter().fold(([f32::MAX; 2], [f32::MIN; 2]), |(min, max), [x, z]| {
        ([min[0].min(x), min[1].min(z)], [max[0].max(x), max[1].max(z)])
    })
}

/// The middle between the least and the greatest x and z.
pub(crate) fn middle(points: &[Point]) -> Point {
    let (min, max) = bounds(points.iter().copied());
    [(min[0] + max[0]) * 0.5, (min[1] + max[1]) * 0.5]
}

/// Whether the point is within the outline, whose corners go around once.
pub(crate) fn contains(outline: &[Point], point: Point) -> bool {
    let sides = (0..outline.len()).map(|i| (outline[i], outline[(i + 1) % outline.len()]));
    let turns = sides.map(|(from, to)| cross(from, to, point));
    let (mut left, mut right) = (false, false);
    for turn in turns {
        left |= turn > 1e-6;
        right |= turn < -1e-6;
    }
    outline.len() > 2 && !(left && right)
}

/// How far a ray comes before it meets a side of one of the outlines, at most `farthest`.
pub(crate) fn ray(from: Point, way: Point, outlines: &[&[Point]], farthest: f32) -> f32 {
    let mut nearest = farthest;
    for outline in outlines {
        for i in 0..outline.len() {
            let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
            let side = [b[0] - a[0], b[1] - a[1]];
            let to_a = [a[0] - from[0], a[1] - from[1]];
            let turn = way[0] * side[1] - way[1] * side[0];
            if turn.abs() < 1e-7 {
                continue;
            }
            let distance = (to_a[0] * side[1] - to_a[1] * side[0]) / turn;
            let share = (to_a[0] * way[1] - to_a[1] * way[0]) / turn;
            if distance > 0.0 && (0.0..=1.0).contains(&share) {
                nearest = nearest.min(distance);
            }
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_leaves_out_what_lies_within() {
        let points = vec![[0.0, 0.0], [2.0, 0.0], [1.0, 0.5], [2.0, 2.0], [0.0, 2.0], [0.0, 1.0]];
        let outline = hull(points);
        assert_eq!(outline.len(), 4, "{outline:?}");
        assert!(contains(&outline, [1.0, 1.0]) && !contains(&outline, [2.1, 1.0]));
    }

    #[test]
    fn a_turned_rectangle_faces_where_its_yaw_says() {
        let corners = turned([0.0, 0.0], [2.0, 1.0], 90.0);
        let (min, max) = bounds(corners);
        assert!((max[0] - 0.5).abs() < 1e-5 && (min[1] + 1.0).abs() < 1e-5, "{min:?} {max:?}");
    }

    #[test]
    fn a_ray_ends_at_the_first_side() {
        let square = rectangle([1.0, -1.0], [2.0, 1.0]);
        assert!((ray([0.0, 0.0], [1.0, 0.0], &[&square], 8.0) - 1.0).abs() < 1e-6);
        assert!((ray([0.0, 0.0], [-1.0, 0.0], &[&square], 8.0) - 8.0).abs() < 1e-6);
    }
}
