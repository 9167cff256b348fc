//! Paths of pinned vertices: where a vertex that starts at X is at time t.
//!
//! A motion is up to four parts applied one after the other: an expression gives a place, keyframes turn and
//! shift it, a steady rotation turns it, a steady velocity shifts it. A motion is a pure function of time and
//! start, so a run that is resumed or repeated meets the same bits.

use super::formula::{Formula, FormulaError};
use crate::math::vec3::{add, along, cross, dot, norm, sub};

/// Why a motion cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MotionError {
    /// An axis of length zero, or not finite.
    #[error("the axis must have a length greater than 0")]
    Axis {
        /// The part with the axis: `rotation`, or the number of a keyframe.
        part: MotionPart,
    },
    /// Keyframe times must increase.
    #[error("keyframe times must increase: {after} comes after {before}")]
    Order {
        /// Number of the keyframe out of order.
        index: usize,
        /// Time of the keyframe before it, s.
        before: f64,
        /// Its own time, s.
        after: f64,
    },
    /// Turns of keyframes about different axes have no path between them that everyone would expect.
    #[error("every keyframe of a motion must turn about the same axis and center")]
    Axes {
        /// Number of the first keyframe that differs.
        index: usize,
    },
    /// An expression that is none.
    #[error("\"{text}\" is not an expression: {message}")]
    Expression {
        /// Which coordinate, 0 to 2.
        coordinate: usize,
        /// The expression.
        text: String,
        /// What is wrong with it.
        message: String,
    },
    /// A name in an expression that means nothing.
    #[error("\"{text}\" uses the unknown name \"{name}\"; known: t, x, y, z, pi")]
    Name {
        /// Which coordinate, 0 to 2.
        coordinate: usize,
        /// The expression.
        text: String,
        /// The name.
        name: String,
    },
}

/// Part of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionPart {
    /// The steady rotation.
    Rotation,
    /// A keyframe, by number from 0.
    Keyframe(usize),
}

/// A turn about an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Direction of the axis, not zero.
    pub axis: [f64; 3],
    /// A point of the axis, m.
    pub center: [f64; 3],
    /// Angle, radians.
    pub angle: f64,
}

/// Where vertices are at one time, relative to their start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keyframe {
    /// Time after the motion's start, s.
    pub t: f64,
    /// Shift, m, after the turn.
    pub translate: [f64; 3],
    /// Turn.
    pub turn: Option<Turn>,
}

/// An axis in space, of unit direction.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    direction: [f64; 3],
    center: [f64; 3],
}

/// Keyframes, the turns all about one axis.
#[derive(Clone, Debug)]
struct Track {
    axis: Option<Axis>,
    /// Time, shift, angle; times increase.
    keys: Vec<(f64, [f64; 3], f64)>,
}

/// A path for every start position.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    start: f64,
    expression: Option<[Formula; 3]>,
    track: Option<Track>,
    rotation: Option<(Axis, f64)>,
    velocity: [f64; 3],
    /// The point that the expression is of; all others keep their way from it.
    anchor: Option<[f64; 3]>,
}

impl Motion {
    /// Vertices that stay where they start.
    pub fn held() -> Self {
        Self::default()
    }

    /// Begins the motion at `start`, s; until then vertices are held, and times count from there.
    #[must_use]
    pub fn starting_at(self, start: f64) -> Self {
        Self { start, ..self }
    }

    /// Adds a steady shift, m/s.
    #[must_use]
    pub fn with_velocity(self, velocity: [f64; 3]) -> Self {
        Self { velocity, ..self }
    }

    /// Adds a steady turn of `rate` rad/s about the axis through `center`.
    ///
    /// # Errors
    /// If the axis has no direction.
    pub fn with_rotation(self, axis: [f64; 3], center: [f64; 3], rate: f64) -> Result<Self, MotionError> {
        let axis = Axis::new(axis, center).ok_or(MotionError::Axis { part: MotionPart::Rotation })?;
        Ok(Self { rotation: Some((axis, rate)), ..self })
    }

    /// Adds keyframes: linear in shift and angle between them, held before the first and after the last.
    ///
    /// # Errors
    /// If times do not increase, or turns are not all about the same axis.
    pub fn with_keyframes(self, keyframes: impl IntoIterator<Item = Keyframe>) -> Result<Self, MotionError> {
        let mut track = Track { axis: None, keys: Vec::new() };
        for (index, key) in keyframes.into_iter().enumerate() {
            if let Some(&(before, ..)) = track.keys.last()
                && key.t <= before
            {
                return Err(MotionError::Order { index, before, after: key.t });
            }
            let mut angle = 0.0;
            if let Some(turn) = key.turn {
                let part = MotionPart::Keyframe(index);
                let axis = Axis::new(turn.axis, turn.center).ok_or(MotionError::Axis { part })?;
                if *track.axis.get_or_insert(axis) != axis {
                    return Err(MotionError::Axes { index });
                }
                angle = turn.angle;
            }
            track.keys.push((key.t, key.translate, angle));
        }
        Ok(Self { track: (!track.keys.is_empty()).then_some(track), ..self })
    }

    /// Adds a place by formula: one for x, y and z each, of `t` (s after the start), the start position `x`,
    /// `y`, `z`, and `pi`.
    ///
    /// # Errors
    /// If a formula does not parse or uses another name.
    pub fn with_expression(self, formulas: [&str; 3]) -> Result<Self, MotionError> {
        let [x, y, z] = formulas;
        let expression = Some([formula(0, x)?, formula(1, y)?, formula(2, z)?]);
        Ok(Self { expression, ..self })
    }

    /// Lets nothing but rigid motions be: an expression moves `anchor`, and all others keep their way from it.
    #[must_use]
    pub fn rigid_about(self, anchor: [f64; 3]) -> Self {
        Self { anchor: Some(anchor), ..self }
    }

    /// Where a vertex that starts at `start` is at time `t`.
    pub fn position(&self, t: f64, start: [f64; 3]) -> [f64; 3] {
        if t < self.start {
            return start;
        }
        let t = t - self.start;
        let mut place = start;
        if let Some(formulas) = &self.expression {
            let of = self.anchor.unwrap_or(start);
            place = [0, 1, 2].map(|i| formulas[i].eval(t, of));
            if let Some(anchor) = self.anchor {
                place = add(place, sub(start, anchor));
            }
        }
        if let Some(track) = &self.track {
            let (translate, angle) = track.at(t);
            if let Some(axis) = &track.axis {
                place = axis.turn(place, angle);
            }
            place = add(place, translate);
        }
        if let Some((axis, rate)) = &self.rotation {
            place = axis.turn(place, rate * t);
        }
        along(place, t, self.velocity)
    }
}

impl Axis {
    fn new(direction: [f64; 3], center: [f64; 3]) -> Option<Self> {
        let length = norm(direction);
        (length > 0.0 && length.is_finite())
            .then(|| Self { direction: direction.map(|component| component / length), center })
    }

    /// Rodrigues' formula: v cos φ + (n × v) sin φ + n (n·v)(1 − cos φ).
    fn turn(&self, point: [f64; 3], angle: f64) -> [f64; 3] {
        let n = self.direction;
        let v = sub(point, self.center);
        let cross = cross(n, v);
        let (sin, cos) = angle.sin_cos();
        let along = dot(n, v) * (1.0 - cos);
        [0, 1, 2].map(|i| self.center[i] + v[i] * cos + cross[i] * sin + n[i] * along)
    }
}

impl Track {
    /// Shift and angle at time `t`.
    fn at(&self, t: f64) -> ([f64; 3], f64) {
        let next = self.keys.partition_point(|&(time, ..)| time <= t);
        let (before, after) = (next.saturating_sub(1), next.min(self.keys.len() - 1));
        let ((t0, a, angle0), (t1, b, angle1)) = (self.keys[before], self.keys[after]);
        if before == after {
            return (a, angle0);
        }
        let s = (t - t0) / (t1 - t0);
        let mix = |from: f64, to: f64| from + s * (to - from);
        ([0, 1, 2].map(|i| mix(a[i], b[i])), mix(angle0, angle1))
    }
}

/// The formula of a coordinate.
fn formula(coordinate: usize, text: &str) -> Result<Formula, MotionError> {
    Formula::new(text).map_err(|error| match error {
        FormulaError::Syntax { text, message } => MotionError::Expression { coordinate, text, message },
        FormulaError::Name { text, name } => MotionError::Name { coordinate, text, name },
    })
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    const X: [f64; 3] = [1.0, 2.0, 3.0];

    fn close(a: [f64; 3], b: [f64; 3]) {
        assert!((0..3).all(|i| (a[i] - b[i]).abs() < 1e-12), "{a:?} is not {b:?}");
    }

    #[test]
    fn held_and_moving_after_the_start() {
        assert_eq!(Motion::held().position(5.0, X), X);
        let pulled = Motion::held().with_velocity([2.0, 0.0, 0.0]).starting_at(1.0);
        assert_eq!(pulled.position(0.5, X), X);
        close(pulled.position(1.5, X), [2.0, 2.0, 3.0]);
    }

    #[test]
    fn rotation_turns_counter_clockwise_about_its_center() {
        let quarter = Motion::held().with_rotation([0.0, 0.0, 2.0], [1.0, 0.0, 0.0], PI / 2.0).unwrap();
        close(quarter.position(1.0, [2.0, 0.0, 5.0]), [1.0, 1.0, 5.0]);
        close(quarter.position(4.0, [2.0, 0.0, 5.0]), [2.0, 0.0, 5.0]);
        assert!(Motion::held().with_rotation([0.0; 3], [0.0; 3], 1.0).is_err());
    }

    #[test]
    fn keyframes_interpolate_and_hold() {
        let turn = |angle| Some(Turn { axis: [0.0, 1.0, 0.0], center: [0.0; 3], angle });
        let key = |t, x, turn| Keyframe { t, translate: [x, 0.0, 0.0], turn };
        let track =
            Motion::held().with_keyframes([key(1.0, 0.0, None), key(3.0, 4.0, turn(4.0 * PI))]).unwrap();
        let start = [0.0, 0.0, 1.0];
        close(track.position(0.0, start), start);
        close(track.position(2.0, start), [2.0, 0.0, 1.0]);
        close(track.position(1.5, start), [1.0, 0.0, -1.0]);
        close(track.position(9.0, start), [4.0, 0.0, 1.0]);
        let unordered = Motion::held().with_keyframes([key(1.0, 0.0, None), key(1.0, 0.0, None)]);
        assert!(matches!(unordered, Err(MotionError::Order { index: 1, .. })));
        let other = Some(Turn { axis: [1.0, 0.0, 0.0], center: [0.0; 3], angle: 1.0 });
        let mixed = Motion::held().with_keyframes([key(1.0, 0.0, turn(1.0)), key(2.0, 0.0, other)]);
        assert!(matches!(mixed, Err(MotionError::Axes { index: 1 })));
    }

    #[test]
    fn expressions_know_time_and_start() {
        let wave = Motion::held().with_expression(["x + 0.1*sin(2*pi*t)", "y", "z^2"]).unwrap();
        close(wave.position(0.25, X), [1.1, 2.0, 9.0]);
        let wrong = Motion::held().with_expression(["x", "y + u", "z"]);
        assert!(matches!(wrong, Err(MotionError::Name { coordinate: 1, name, .. }) if name == "u"));
        assert!(matches!(
            Motion::held().with_expression(["x +", "y", "z"]),
            Err(MotionError::Expression { coordinate: 0, .. })
        ));
    }

    #[test]
    fn parts_apply_in_order() {
        let both = Motion::held()
            .with_velocity([0.0, 1.0, 0.0])
            .with_rotation([0.0, 0.0, 1.0], [0.0; 3], PI / 2.0)
            .unwrap()
            .with_expression(["x + 1", "y", "z"])
            .unwrap();
        close(both.position(1.0, [0.0; 3]), [0.0, 2.0, 0.0]);
    }
}
