//! What quantities look like.

use super::{Film, Look};
use crate::plot::Color;
use crate::preview::Scale;
use crate::show::Colour;

/// Bodies, one after the other.
const BODIES: [Color; 7] = [
    Color(224, 122, 60),
    Color(62, 130, 180),
    Color(96, 160, 92),
    Color(196, 92, 120),
    Color(226, 178, 66),
    Color(128, 108, 176),
    Color(72, 164, 160),
];

/// Obstacles.
pub(super) const OBSTACLE: Color = Color(150, 157, 166);
/// Bodies that do not have the quantity shown.
pub(super) const WITHOUT: Color = Color(168, 172, 178);
/// Inverted elements.
const INVERTED: Color = Color(222, 24, 36);
/// What is marked.
pub(super) const MARK: Color = Color(222, 24, 36);
/// Not projected, and projected.
const PROJECTED: [Color; 2] = [Color(150, 170, 190), Color(230, 112, 30)];

/// Colour of a body by its number.
pub(super) fn body(number: usize) -> Color {
    BODIES[number % BODIES.len()]
}

/// The scale of a film's quantity; none if colours say which body it is.
pub(super) fn scale(film: &Film, look: &Look) -> Option<Scale> {
    let range = |found: [f64; 2]| look.range.unwrap_or(found);
    match look.colour {
        Colour::Body => None,
        Colour::Speed
        | Colour::Energy
        | Colour::Contact
        | Colour::Displacement
        | Colour::Stress
        | Colour::Pressure
        | Colour::Reaction => Some(Scale::new(range([0.0, high(film)]), amount)),
        // Nothing is stretched less than a body at rest, but for one that is pressed from all sides.
        Colour::Stretch => Some(Scale::new(range([1.0, high(film).max(1.0 + 1e-9)]), amount)),
        // Less than nothing is inside out.
        Colour::Det => Some(Scale::new(range([0.0, 2.0]), volume).below(0.0, INVERTED)),
        // What is near stands out.
        Colour::Gap => Some(Scale::new(range([0.0, most(film)]), |share| amount(1.0 - share))),
        Colour::Projected => Some(Scale::new([0.0, 1.0], |share| PROJECTED[usize::from(share >= 0.5)])),
    }
}

/// Two kinds instead of a range, with their names.
pub(super) fn kinds(colour: Colour) -> Option<[(&'static str, Color); 2]> {
    (colour == Colour::Projected).then(|| [("not projected", PROJECTED[0]), ("projected", PROJECTED[1])])
}

/// From little to much. Lightness grows evenly, and no end is so dark that shadows are lost on it.
fn amount(share: f64) -> Color {
    blend(
        &[
            [62.0, 74.0, 156.0],
            [46.0, 112.0, 176.0],
            [38.0, 146.0, 172.0],
            [58.0, 174.0, 148.0],
            [112.0, 198.0, 108.0],
            [182.0, 218.0, 72.0],
            [252.0, 230.0, 74.0],
        ],
        share,
    )
}

/// From pressed together over as at rest to drawn apart.
fn volume(share: f64) -> Color {
    blend(
        &[
            [36.0, 56.0, 132.0],
            [76.0, 144.0, 200.0],
            [236.0, 236.0, 230.0],
            [228.0, 172.0, 92.0],
            [146.0, 90.0, 24.0],
        ],
        share,
    )
}

/// A colour between those at even distances.
fn blend(stops: &[[f64; 3]], share: f64) -> Color {
    let place = share.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let below = (place as usize).min(stops.len() - 2);
    let part = place - below as f64;
    let [r, g, b] = [0, 1, 2].map(|k| stops[below][k] + (stops[below + 1][k] - stops[below][k]) * part);
    Color(r.round() as u8, g.round() as u8, b.round() as u8)
}

/// The largest value.
fn most(film: &Film) -> f64 {
    let ranges = film.moments.iter().filter_map(|moment| moment.range());
    let most = ranges.map(|[_, most]| f64::from(most)).fold(0.0, f64::max);
    if most > 0.0 { most } else { 1.0 }
}

/// What all but a hundredth of the values is below: single elements should not darken everything else.
fn high(film: &Film) -> f64 {
    let mut values: Vec<f32> = film
        .moments
        .iter()
        .flat_map(|moment| moment.poses.iter().flat_map(|pose| &pose.values))
        .copied()
        .filter(|value| value.is_finite())
        .collect();
    if values.is_empty() {
        return 1.0;
    }
    let place = (values.len() - 1) * 99 / 100;
    let (_, high, _) = values.select_nth_unstable_by(place, f32::total_cmp);
    if *high > 0.0 { f64::from(*high) } else { 1.0 }
}
