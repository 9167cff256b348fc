//! A small zoo of made characters for experiments: round bodies with limbs, ears and tails.
//!
//! Each is an expression of a few primitives, so that it can be meshed at any resolution. All are centred at the
//! origin, about a metre tall, look along +z, and are one closed piece.

mod animal;
mod other;

use super::primitive::Primitive;
use super::sdf::Sdf;
use crate::math::vec3::{norm, sub};

/// A character by name.
type Character = (&'static str, fn() -> Sdf);

/// All characters.
const ALL: [Character; 7] = [
    ("armadillo", animal::armadillo),
    ("bear", animal::bear),
    ("bunny", animal::bunny),
    ("cactus", other::cactus),
    ("hippo", animal::hippo),
    ("jellyfish", other::jellyfish),
    ("skull", other::skull),
];

/// The names of all characters, ascending.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}

/// The character of a name.
pub fn character(name: &str) -> Option<Sdf> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, make)| make())
}

fn ball(at: [f64; 3], radius: f64) -> Sdf {
    Sdf::Simple(Primitive::Sphere { radius }).moved(at)
}

/// An ellipsoid, turned and moved.
fn egg(at: [f64; 3], radii: [f64; 3], turn: [f64; 3]) -> Sdf {
    Sdf::Ellipsoid { radii }.placed(turn, at)
}

/// A capsule from one point to another.
fn limb(from: [f64; 3], to: [f64; 3], radius: f64) -> Sdf {
    let d = sub(to, from);
    let height = norm(d);
    // The turn from y to d: about y × d, by the angle between them.
    let (across, angle) = (d[0].hypot(d[2]), d[0].hypot(d[2]).atan2(d[1]));
    let turn = if across > 0.0 { [angle * d[2] / across, 0.0, -angle * d[0] / across] } else { [0.0; 3] };
    Sdf::Simple(Primitive::Capsule { radius, height })
        .placed(turn, [0, 1, 2].map(|k| (from[k] + to[k]) / 2.0))
}

/// A part on both sides of the plane x = 0.
fn both(part: impl Fn(f64) -> Sdf) -> [Sdf; 2] {
    [part(1.0), part(-1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::sdf::Field;

    #[test]
    fn characters_are_centred_and_about_a_metre_tall() {
        for name in names() {
            let made = character(name).unwrap();
            made.check().unwrap();
            let [low, high] = made.bounds();
            println!("{name}: {low:?} {high:?}");
            assert!((0.85..1.3).contains(&(high[1] - low[1])), "{name}: {low:?} {high:?}");
            for k in 0..3 {
                assert!((low[k] + high[k]).abs() < 0.08, "{name}: {low:?} {high:?}");
            }
        }
        assert_eq!(character("unicorn"), None);
        assert!(names().is_sorted());
    }

    #[test]
    fn a_limb_reaches_from_end_to_end() {
        let (from, to) = ([0.3, -0.2, 0.1], [-0.4, 0.5, 0.7]);
        let mut values = [0.0; 2];
        limb(from, to, 0.1).values(&[from, to], &mut values);
        assert!(values.iter().all(|v| (v + 0.1).abs() < 1e-12), "{values:?}");
    }
}
