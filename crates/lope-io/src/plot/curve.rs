//! From data to the lines that are drawn: gaps, clipping, and no more points than can be seen.

use super::axis::Axis;
use super::canvas::{Point, Rect};

/// The unbroken pieces of a series in the plot area. What is not a number, or what a logarithm cannot show,
/// is a gap.
pub(super) fn pieces(xs: &[f64], ys: &[f64], x_axis: &Axis, y_axis: &Axis, area: Rect) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<Point> = Vec::new();
    for (&x, &y) in xs.iter().zip(ys) {
        match (x_axis.place(x), y_axis.place(y)) {
            (Some(u), Some(v)) => piece.push([area.x + u * area.w, area.y + (1.0 - v) * area.h]),
            _ => pieces.extend(some(std::mem::take(&mut piece))),
        }
    }
    pieces.extend(some(piece));
    pieces.iter().flat_map(|piece| clipped(&thinned(piece), area)).collect()
}

/// The data themselves, as far as they are in the plot area: where markers go.
pub(super) fn points<'a>(
    xs: &'a [f64],
    ys: &'a [f64],
    x_axis: &'a Axis,
    y_axis: &'a Axis,
    area: Rect,
) -> impl Iterator<Item = Point> + 'a {
    let places = xs.iter().zip(ys).filter_map(|(&x, &y)| Some([x_axis.place(x)?, y_axis.place(y)?]));
    let points = places.map(move |[u, v]| [area.x + u * area.w, area.y + (1.0 - v) * area.h]);
    points.filter(move |p| in_range(p[0], area.x, area.w) && in_range(p[1], area.y, area.h))
}

fn some(piece: Vec<Point>) -> Option<Vec<Point>> {
    (!piece.is_empty()).then_some(piece)
}

/// Keeps the first, lowest, highest and last point of every pixel column: the picture stays the same.
fn thinned(points: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for column in points.chunk_by(|a, b| (2.0 * a[0]).floor() == (2.0 * b[0]).floor()) {
        if column.len() <= 4 {
            kept.extend(column);
            continue;
        }
        let y = |i: &usize| column[*i][1];
        let places = 0..column.len();
        let low = places.clone().min_by(|a, b| y(a).total_cmp(&y(b))).unwrap_or(0);
        let high = places.clone().max_by(|a, b| y(a).total_cmp(&y(b))).unwrap_or(0);
        let mut chosen = [0, low.min(high), low.max(high), column.len() - 1].to_vec();
        chosen.dedup();
        kept.extend(chosen.into_iter().map(|i| column[i]));
    }
    kept
}

/// The parts of a line inside a rectangle.
fn clipped(points: &[Point], area: Rect) -> Vec<Vec<Point>> {
    if let [single] = points {
        let inside = in_range(single[0], area.x, area.w) && in_range(single[1], area.y, area.h);
        return if inside { vec![vec![*single]] } else { Vec::new() };
    }
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut part: Vec<Point> = Vec::new();
    for pair in points.windows(2) {
        match clip_segment(pair[0], pair[1], area) {
            Some([a, b]) => {
                if part.last() != Some(&a) {
                    parts.extend(some(std::mem::take(&mut part)));
                    part.push(a);
                }
                part.push(b);
            }
            None => parts.extend(some(std::mem::take(&mut part))),
        }
    }
    parts.extend(some(part));
    parts
}

fn in_range(value: f64, from: f64, length: f64) -> bool {
    value >= from - 0.5 && value <= from + length + 0.5
}

/// Liang and Barsky, "A new concept and method for line clipping" (1984): shrink the parameters of the
/// segment by one edge after the other. A point that is inside comes back unchanged.
fn clip_segment(a: Point, b: Point, area: Rect) -> Option<[Point; 2]> {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    let slack = 0.5;
    for (axis, low, length) in [(0, area.x, area.w), (1, area.y, area.h)] {
        let delta = b[axis] - a[axis];
        for (slope, room) in [(-delta, a[axis] - low + slack), (delta, low + length + slack - a[axis])] {
            if slope == 0.0 && room < 0.0 {
                return None;
            } else if slope < 0.0 {
                from = from.max(room / slope);
            } else if slope > 0.0 {
                to = to.min(room / slope);
            }
        }
    }
    let at = |t: f64| [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    (from <= to).then(|| [if from == 0.0 { a } else { at(from) }, if to == 1.0 { b } else { at(to) }])
}

#[cfg(test)]
mod tests {
    use super::super::axis::{Extent, Scale};
    use super::*;

    const AREA: Rect = Rect { x: 0.0, y: 0.0, w: 100.0, h: 100.0 };

    fn axis(high: f64) -> Axis {
        Axis::new(Extent { low: 0.0, high, whole: false }, Scale::Linear, 5.0, false)
    }

    #[test]
    fn gaps_break_the_line() {
        let (xs, ys) = ([0.0, 1.0, 2.0, 3.0, 4.0], [0.0, 1.0, f64::NAN, 2.0, f64::INFINITY]);
        let found = pieces(&xs, &ys, &axis(4.0), &axis(2.0), AREA);
        assert_eq!(found, [vec![[0.0, 100.0], [25.0, 50.0]], vec![[75.0, 0.0]]]);
    }

    #[test]
    fn markers_stand_at_data_only() {
        let (xs, ys) = ([0.0, 1.0, 2.0, 3.0], [0.0, 9.0, f64::NAN, 1.0]);
        let found: Vec<Point> = points(&xs, &ys, &axis(4.0), &axis(2.0), AREA).collect();
        assert_eq!(found, [[0.0, 100.0], [75.0, 50.0]]);
    }

    #[test]
    fn a_line_that_leaves_comes_back() {
        let points = [[10.0, 50.0], [30.0, 250.0], [50.0, 50.0], [60.0, 50.0]];
        let parts = clipped(&points, AREA);
        assert_eq!(parts.len(), 2);
        assert!(parts.iter().flatten().all(|p| (0.0..=100.5).contains(&p[1])));
        assert_eq!(parts[1].last(), Some(&[60.0, 50.0]));
        assert!(clipped(&[[200.0, 0.0], [300.0, 50.0]], AREA).is_empty());
        assert!(clipped(&[[200.0, 0.0]], AREA).is_empty());
    }

    #[test]
    fn thinning_keeps_peaks() {
        let points: Vec<Point> =
            (0..100_000).map(|i| [f64::from(i) / 1000.0, if i == 54_321 { -7.0 } else { 3.0 }]).collect();
        let kept = thinned(&points);
        assert!(kept.len() < 1000, "{}", kept.len());
        assert!(kept.contains(&points[54_321]));
        assert_eq!((kept.first(), kept.last()), (points.first(), points.last()));
    }
}
