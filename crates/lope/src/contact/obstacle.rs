//! A shape in the world, held or led by a script.

use std::fmt;
use std::sync::Arc;

use super::shape::{Nearest, Sample, Shape};
use crate::math::vec3::{dot, sub};

/// Where a rigid thing is: turned, then shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Rotation matrix, rows first.
    pub rotation: [[f64; 3]; 3],
    /// Where its origin is, m.
    pub translation: [f64; 3],
}

impl Default for Pose {
    fn default() -> Self {
        let rotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Self { rotation, translation: [0.0; 3] }
    }
}

impl Pose {
    /// Where a point of the thing is in the world.
    pub fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        let turned = self.turn(p);
        [0, 1, 2].map(|i| turned[i] + self.translation[i])
    }

    /// A direction of the thing, in the world.
    pub fn turn(&self, d: [f64; 3]) -> [f64; 3] {
        self.rotation.map(|row| dot(row, d))
    }

    /// Which point of the thing is at a place of the world.
    pub fn back(&self, x: [f64; 3]) -> [f64; 3] {
        let from = sub(x, self.translation);
        [0, 1, 2].map(|j| (0..3).map(|i| self.rotation[i][j] * from[i]).sum())
    }

    /// A level set of the thing, in the world.
    pub fn carry(&self, Sample { value, gradient, hessian }: Sample) -> Sample {
        // R H Rᵀ, a row at a time.
        let half = self.rotation.map(|row| [0, 1, 2].map(|j| (0..3).map(|k| row[k] * hessian[k][j]).sum()));
        Sample { value, gradient: self.turn(gradient), hessian: half.map(|row: [f64; 3]| self.turn(row)) }
    }

    /// Where a part of the thing is, placed in it by another pose.
    pub fn then(&self, part: &Pose) -> Pose {
        let entry = |i: usize, j: usize| (0..3).map(|k| self.rotation[i][k] * part.rotation[k][j]).sum();
        let rotation = [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)));
        Pose { rotation, translation: self.apply(part.translation) }
    }
}

/// Where an obstacle is at a time, s.
type Script = dyn Fn(f64) -> Pose + Send + Sync;

/// A shape in the world. It moves bodies, and no body moves it.
#[derive(Clone)]
pub struct Obstacle {
    shape: Shape,
    place: Place,
}

#[derive(Clone)]
enum Place {
    Held(Pose),
    Led(Arc<Script>),
}

impl Obstacle {
    /// A shape that stays where it is.
    pub fn held(shape: Shape, pose: Pose) -> Self {
        Self { shape, place: Place::Held(pose) }
    }

    /// A shape led by a script, a function of time alone.
    pub fn led(shape: Shape, script: impl Fn(f64) -> Pose + Send + Sync + 'static) -> Self {
        Self { shape, place: Place::Led(Arc::new(script)) }
    }

    /// Its shape, in its own coordinates.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Whether a script leads it.
    pub fn moves(&self) -> bool {
        matches!(self.place, Place::Led(_))
    }

    /// Where it is at a time, s.
    pub fn pose(&self, t: f64) -> Pose {
        match &self.place {
            Place::Held(pose) => *pose,
            Place::Led(script) => script(t),
        }
    }

    /// Its way in a step of length `h` that ends at the time `end`, s.
    pub fn journey(&self, end: f64, h: f64) -> Journey {
        Journey { now: self.pose(end), before: self.moves().then(|| self.pose(end - h)) }
    }

    /// The nearest point of its surface when it is in that pose, all in the world.
    pub fn nearest(&self, pose: &Pose, x: [f64; 3]) -> Nearest {
        let Nearest { distance, point, normal } = self.shape.nearest(pose.back(x));
        Nearest { distance, point: pose.apply(point), normal: pose.turn(normal) }
    }

    /// Whether a point is inside when it is in that pose.
    pub fn holds(&self, pose: &Pose, x: [f64; 3]) -> bool {
        self.shape.holds(pose.back(x))
    }

    /// Its level set when it is in that pose, all in the world.
    pub fn sample(&self, pose: &Pose, x: [f64; 3]) -> Sample {
        pose.carry(self.shape.sample(pose.back(x)))
    }
}

/// Where an obstacle is at the end of a step and, if it moves, was at the start.
#[derive(Clone, Copy, Debug)]
pub struct Journey {
    now: Pose,
    before: Option<Pose>,
}

impl Journey {
    /// How far the point of the obstacle that is here at the end has come in the step.
    pub fn travel(&self, here: [f64; 3]) -> [f64; 3] {
        self.before.map_or([0.0; 3], |before| sub(here, before.apply(self.now.back(here))))
    }
}

impl fmt::Debug for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Obstacle");
        out.field("shape", &self.shape).field("moves", &self.moves()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Primitive;

    #[test]
    fn a_pose_turns_then_shifts_and_goes_back() {
        let quarter = Pose {
            rotation: [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
            translation: [0.0, 0.0, 5.0],
        };
        assert_eq!(quarter.apply([1.0, 2.0, 3.0]), [-2.0, 1.0, 8.0]);
        assert_eq!(quarter.back([-2.0, 1.0, 8.0]), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_script_takes_the_surface_along() {
        let shift = |t: f64| Pose { translation: [2.0 * t, 0.0, 0.0], ..Pose::default() };
        let ball = Obstacle::led(Shape::Simple(Primitive::Sphere { radius: 0.5 }), shift);
        let near = ball.nearest(&ball.pose(1.0), [2.0, 0.25, 0.0]);
        assert_eq!(near, Nearest { distance: -0.25, point: [2.0, 0.5, 0.0], normal: [0.0, 1.0, 0.0] });
        assert!(ball.moves() && !Obstacle::held(ball.shape().clone(), Pose::default()).moves());
    }
}
