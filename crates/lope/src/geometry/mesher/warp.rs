//! Moving lattice points that are too near to the surface onto it.
//!
//! \[Labelle07\] §3: a cut point near the end of its edge would leave a sliver. Instead the end moves to the cut
//! point, and its other cut points vanish. How near is too near decides over
//! the angles that remain: with these limits, random solids have shown none below 10.0° or above 159.9° even before
//! the worst are improved.

use super::cut::Cut;
use super::lattice::Point;
use super::stencil::ZERO;
use crate::math::vec3::Vec3;

/// Nearest a cut point may be to the end of a long edge, as a fraction of its length.
const LONG: f64 = 0.249_99;
/// The same for short edges.
const SHORT: f64 = 0.411_89;

/// How near a cut point may be to an end of the edge in a direction.
pub(super) fn limit(direction: u8) -> f64 {
    if direction < 3 { LONG } else { SHORT }
}

/// Warps what is too near, nearest first, and returns the warped points with their new positions and what they
/// were before, ascending.
pub(super) fn warp(labels: &mut [i8], cuts: &mut [Cut]) -> Vec<(Point, Vec3, i8)> {
    // Every end with its cuts.
    let mut ends: Vec<(Point, u32)> = Vec::with_capacity(2 * cuts.len());
    for (number, cut) in cuts.iter().enumerate() {
        ends.push((cut.owner, number as u32));
        ends.push((cut.end, number as u32));
    }
    ends.sort_unstable();
    let mut near: Vec<(f64, Point, u32)> = Vec::new();
    for (number, cut) in cuts.iter().enumerate() {
        let (distance, point) = if cut.t < 0.5 { (cut.t, cut.owner) } else { (1.0 - cut.t, cut.end) };
        if distance < limit(cut.direction) {
            // Compared as lengths: a short edge is √3/2 as long as a long one.
            let length = if cut.direction < 3 { 1.0 } else { 0.75_f64.sqrt() };
            near.push((distance * length, point, number as u32));
        }
    }
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut warped = Vec::new();
    for (_, point, number) in near {
        if !cuts[number as usize].alive {
            continue;
        }
        warped.push((point, cuts[number as usize].position, labels[point]));
        labels[point] = ZERO;
        let first = ends.partition_point(|end| end.0 < point);
        ends[first..]
            .iter()
            .take_while(|end| end.0 == point)
            .for_each(|end| cuts[end.1 as usize].alive = false);
    }
    warped.sort_unstable_by_key(|(point, _, _)| *point);
    warped
}
