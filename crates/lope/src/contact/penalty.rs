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
use std::sync::Arc;

use super::friction::{at, rub};
use super::obstacle::{Obstacle, Pose};
use super::shape::dot;
use crate::energy::{Account, Energy, Slots, Stencils, StepEnd, Want, enlist, hessian_slot};
use crate::math::{Filter, eigen};

/// The pushes of one obstacle on some vertices.
#[derive(Clone, Debug)]
pub struct Penalty {
    name: String,
    nodes: Arc<[u32]>,
    obstacle: Obstacle,
    stiffness: f64,
    friction: f64,
    pose: Pose,
    end: f64,
}

impl Penalty {
    /// Penalties of stiffness k, N/m², with a coefficient of friction.
    pub fn new(
        name: impl Into<String>,
        nodes: Arc<[u32]>,
        obstacle: Obstacle,
        stiffness: f64,
        friction: f64,
    ) -> Self {
        let pose = obstacle.pose(0.0);
        Self { name: name.into(), nodes, obstacle, stiffness, friction, pose, end: 0.0 }
    }

    /// The obstacle.
    pub fn obstacle(&self) -> &Obstacle {
        &self.obstacle
    }
}

enlist!(Penalty: Penalty);

impl Energy for Penalty {
    fn name(&self) -> &str {
        &self.name
    }

    fn account(&self) -> Account {
        Account::Contact
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 1, nodes: &self.nodes }
    }

    fn scripted(&self) -> bool {
        self.obstacle.moves()
    }

    fn begin_step(&mut self, _x: &[f64], end: f64) {
        self.pose = self.obstacle.pose(end);
        self.end = end;
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let (k, start) = (self.stiffness, elements.start);
        let mut sum = 0.0;
        for element in elements {
            let place = element - start;
            let here = at(x, self.nodes[element]);
            let inside = self.obstacle.holds(&self.pose, here);
            if want >= Want::Gradient {
                slots.gradient[3 * place..3 * place + 3].fill(0.0);
            }
            if want >= Want::Hessian {
                slots.hessian[9 * place..9 * place + 9].fill(0.0);
            }
            if !inside {
                continue;
            }
            let sample = self.obstacle.sample(&self.pose, here);
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

    /// Contacts come and go, and near the surface they are as soft as nothing.
    fn laplacian(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian[..elements.len() * hessian_slot(1)].fill(0.0);
    }

    fn not_projective(&self) -> Option<&'static str> {
        Some("a cubic penalty has no quadratic bound; the model spring has one")
    }

    fn impulsive(&self) -> bool {
        self.friction > 0.0
    }

    /// \[Gast15\] §5.2: the push at the end of the step limits what friction takes.
    fn impulse(&mut self, end: &StepEnd<'_>, v: &mut [f64]) {
        let journey = self.obstacle.journey(self.end, end.h);
        for &node in self.nodes.iter() {
            let here = at(end.x, node);
            if !self.obstacle.holds(&self.pose, here) {
                continue;
            }
            let sample = self.obstacle.sample(&self.pose, here);
            let steepness = dot(sample.gradient, sample.gradient).sqrt();
            let depth = (-sample.value).max(0.0);
            if steepness == 0.0 || depth == 0.0 {
                continue;
            }
            let normal = sample.gradient.map(|n| n / steepness);
            let force = 3.0 * self.stiffness * depth * depth * steepness;
            let surface = journey.travel(here).map(|d| d / end.h);
            rub(v, node, surface, normal, self.friction * end.h * force / end.mass[node as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Shape;

    fn penalty(shape: Shape) -> Penalty {
        Penalty::new("ball", [0].into(), Obstacle::held(shape, Pose::default()), 200.0, 0.5)
    }

    fn value(energy: &Penalty, x: [f64; 3]) -> f64 {
        energy.eval(&x, 0..1, Want::Value, Filter::Raw, Slots { gradient: &mut [], hessian: &mut [] })
    }

    #[test]
    fn derivatives_agree_with_differences_inside_and_out() {
        let shapes = [
            Shape::HalfSpace { normal: [0.6, 0.8, 0.0] },
            Shape::Ball { radius: 0.7 },
            Shape::Capsule { radius: 0.4, half: 0.3 },
            Shape::Cuboid { half: [0.5, 0.4, 0.6] },
        ];
        for shape in shapes {
            let energy = penalty(shape.clone());
            for x in
                [[0.1, -0.2, 0.15], [-0.3, 0.31, 0.2], [0.45, 0.1, 0.0], [2.0, 2.0, 2.0], [0.1, 0.05, 0.5]]
            {
                let (mut g, mut h) = ([0.0; 3], [0.0; 9]);
                let slots = Slots { gradient: &mut g, hessian: &mut h };
                energy.eval(&x, 0..1, Want::Hessian, Filter::Raw, slots);
                for i in 0..3 {
                    let s = 1e-6;
                    let step = |sign: f64| [0, 1, 2].map(|k| if k == i { x[k] + sign * s } else { x[k] });
                    let slope = (value(&energy, step(1.0)) - value(&energy, step(-1.0))) / (2.0 * s);
                    assert!(
                        (slope - g[i]).abs() < 1e-6 * (1.0 + slope.abs()),
                        "{shape:?} {x:?}: {slope} {g:?}"
                    );
                    let gradient = |x: [f64; 3]| {
                        let mut g = [0.0; 3];
                        let slots = Slots { gradient: &mut g, hessian: &mut [] };
                        energy.eval(&x, 0..1, Want::Gradient, Filter::Raw, slots);
                        g
                    };
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
        floor.impulse(&end, &mut v);
        let share = 1.0 - 0.15 / 5.0;
        assert!((v[0] - 3.0 * share).abs() < 1e-14 && v[1] == -1.0 && (v[2] - 4.0 * share).abs() < 1e-14);
        let mut slow = [0.01, 2.0, 0.0];
        floor.impulse(&end, &mut slow);
        assert_eq!(slow, [0.0, 2.0, 0.0]);
    }
}
