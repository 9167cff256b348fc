//! Obstacles that push back harder the deeper a vertex is, \[Gast15\] §5.2.
//!
//! ```text
//! E(x) = k|φ|³ where φ < 0, and 0 elsewhere, units: k in N/m²
//! ∇E = −3kφ² ∇φ,   ∇²E = −6kφ ∇φ∇φᵀ − 3kφ² ∇²φ
//! ```
//!
//! Twice continuously differentiable through the surface, for any level set: also one that is interpolated on a grid,
//! whose derivatives are those of the interpolant. Things sink in until k|φ|³ carries them.

use std::ops::Range;

use super::encounter::{Encounter, Pushing};
use super::friction::Pushed;
use super::obstacle::{Obstacle, Pose};
use super::vertices::Vertices;
use crate::energy::{
    Abilities, Account, Energy, Interaction, Points, Slots, Stencils, Want, enlist, hessian_slot,
};
use crate::math::vec3::dot;
use crate::math::{Filter, eigen};

/// The pushes of one obstacle on some vertices.
#[derive(Clone, Debug)]
pub struct Penalty {
    encounter: Encounter,
    stiffness: f64,
    pose: Pose,
    /// Which of the vertices are inside.
    inside: Vec<Option<()>>,
}

impl Penalty {
    /// Penalties of stiffness k, N/m², with a coefficient of friction.
    pub fn new(
        name: impl Into<String>,
        vertices: Vertices,
        obstacle: Obstacle,
        stiffness: f64,
        friction: f64,
    ) -> Self {
        let pose = obstacle.pose(0.0);
        let encounter = Encounter::new(name.into(), vertices, obstacle, friction);
        Self { encounter, stiffness, pose, inside: Vec::new() }
    }

    /// The obstacle.
    pub fn obstacle(&self) -> &Obstacle {
        &self.encounter.obstacle
    }
}

enlist!(Penalty: Penalty);

impl Energy for Penalty {
    fn name(&self) -> &str {
        &self.encounter.name
    }

    fn account(&self) -> Account {
        Account::Contact
    }

    fn stencils(&self) -> Stencils<'_> {
        self.encounter.stencils()
    }

    fn begin(&mut self, _x: &[f64], end: f64) {
        self.pose = self.encounter.obstacle.pose(end);
        self.encounter.end = end;
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let k = self.stiffness;
        let mut sum = 0.0;
        for (place, element) in elements.enumerate() {
            let sample = self.encounter.obstacle.sample(&self.pose, self.encounter.at(x, element));
            let (depth, n) = ((-sample.value).max(0.0), sample.gradient);
            sum += k * depth * depth * depth;
            if want >= Want::Gradient {
                (0..3).for_each(|i| slots.gradient[3 * place + i] = -3.0 * k * depth * depth * n[i]);
            }
            if want >= Want::Hessian {
                let block = &mut slots.hessian[9 * place..9 * place + 9];
                for (index, entry) in block.iter_mut().enumerate() {
                    let (i, j) = (index % 3, index / 3);
                    *entry = 6.0 * k * depth * n[i] * n[j] - 3.0 * k * depth * depth * sample.hessian[i][j];
                }
                eigen::project(block, 3, filter);
            }
        }
        sum
    }

    /// Near the surface contacts are as soft as nothing.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian[..elements.len() * hessian_slot(1)].fill(0.0);
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            is_scripted: self.encounter.obstacle.moves(),
            not_projective: Some("a cubic penalty has no quadratic bound; the model spring has one"),
            impulse: if self.encounter.friction > 0.0 { Some(self) } else { None },
            source: Some(&self.encounter),
            ..Abilities::default()
        }
    }
}

impl Interaction for Penalty {
    fn collect(&mut self, x: &[f64]) {
        let Self { encounter, pose, inside, .. } = self;
        encounter.find(x, inside, |obstacle, at| obstacle.holds(pose, at).then_some(()));
    }

    fn points(&self) -> &Points {
        self.encounter.vertices.points()
    }
}

impl Pushing for Penalty {
    fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// \[Gast15\] §5.2: the gradient.
    fn pushed(&self, x: &[f64], element: usize) -> Option<Pushed> {
        let at = self.encounter.at(x, element);
        let sample = self.encounter.obstacle.sample(&self.pose, at);
        let steepness = dot(sample.gradient, sample.gradient).sqrt();
        let depth = (-sample.value).max(0.0);
        if steepness == 0.0 || depth == 0.0 {
            return None;
        }
        let normal = sample.gradient.map(|n| n / steepness);
        Some(Pushed { at, normal, force: 3.0 * self.stiffness * depth * depth * steepness })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::after::{Impulse, StepEnd};
    use crate::contact::Shape;
    use crate::geometry::Primitive;

    fn penalty(shape: Shape) -> Penalty {
        Penalty::new("ball", [0].into_iter().collect(), Obstacle::held(shape, Pose::default()), 200.0, 0.5)
    }

    /// The energy at `x`, and what slots there are.
    fn eval(energy: &Penalty, x: [f64; 3], want: Want) -> (f64, [f64; 3], [f64; 9]) {
        let mut energy = energy.clone();
        energy.collect(&x);
        let (mut gradient, mut hessian) = ([0.0; 3], [0.0; 9]);
        let slots = Slots { gradient: &mut gradient, hessian: &mut hessian };
        let value = energy.eval(&x, 0..energy.stencils().len(), want, Filter::Raw, slots);
        (value, gradient, hessian)
    }

    fn value(energy: &Penalty, x: [f64; 3]) -> f64 {
        eval(energy, x, Want::Value).0
    }

    #[test]
    fn derivatives_agree_with_differences_inside_and_out() {
        let shapes = [
            Shape::HalfSpace { normal: [0.6, 0.8, 0.0] },
            Shape::Simple(Primitive::Sphere { radius: 0.7 }),
            Shape::Simple(Primitive::Capsule { radius: 0.4, height: 0.6 }),
            Shape::Simple(Primitive::Box { size: [1.0, 0.8, 1.2] }),
        ];
        for shape in shapes {
            let energy = penalty(shape.clone());
            for x in
                [[0.1, -0.2, 0.15], [-0.3, 0.31, 0.2], [0.45, 0.1, 0.0], [2.0, 2.0, 2.0], [0.1, 0.05, 0.5]]
            {
                let (_, g, h) = eval(&energy, x, Want::Hessian);
                for i in 0..3 {
                    let s = 1e-6;
                    let step = |sign: f64| [0, 1, 2].map(|k| if k == i { x[k] + sign * s } else { x[k] });
                    let slope = (value(&energy, step(1.0)) - value(&energy, step(-1.0))) / (2.0 * s);
                    assert!(
                        (slope - g[i]).abs() < 1e-6 * (1.0 + slope.abs()),
                        "{shape:?} {x:?}: {slope} {g:?}"
                    );
                    let gradient = |x: [f64; 3]| eval(&energy, x, Want::Gradient).1;
                    let (high, low) = (gradient(step(1.0)), gradient(step(-1.0)));
                    for j in 0..3 {
                        let bend = (high[j] - low[j]) / (2.0 * s);
                        assert!((bend - h[3 * i + j]).abs() < 1e-5 * (1.0 + bend.abs()), "{shape:?} {x:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn friction_is_limited_by_the_push_and_only_takes() {
        let mut floor = penalty(Shape::HalfSpace { normal: [0.0, 1.0, 0.0] });
        // 3kφ² = 3 · 200 · 0.01 = 6 N; μ h f / m = 0.5 · 0.1 · 6 / 2 = 0.15 m/s of 5.
        let end = StepEnd { x: &[0.0, -0.1, 0.0], h: 0.1, mass: &[2.0] };
        let mut v = [3.0, -1.0, 4.0];
        floor.collect(end.x);
        floor.impulse(&end, &mut v);
        let share = 1.0 - 0.15 / 5.0;
        assert!((v[0] - 3.0 * share).abs() < 1e-14 && v[1] == -1.0 && (v[2] - 4.0 * share).abs() < 1e-14);
        let mut slow = [0.01, 2.0, 0.0];
        floor.impulse(&end, &mut slow);
        assert_eq!(slow, [0.0, 2.0, 0.0]);
    }
}
