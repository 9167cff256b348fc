//! Muscles: active stress along fibres.
//!
//! ψ = σ/2 (|F a|² − 1) for the direction a of the fibres at rest: the second Piola–Kirchhoff stress is σ a ⊗ a, so that a fibre of the
//! length λ pulls with σλ for each square metre of rest area. It is quadratic in the positions.

use std::ops::Range;
use std::sync::Arc;

use super::clock::{Clock, Fill, Window};
use super::face::place;
use crate::energy::{
    Abilities, Account, Energy, Slots, Stencils, Timed, Want, block_place, enlist, gradient_slot,
    hessian_slot, write_isotropic,
};
use crate::math::Filter;
use crate::math::vec3::{Vec3, along, cross, dot, norm, sub};

/// Elements with fibres.
#[derive(Clone, Debug)]
pub struct Fibres {
    arity: usize,
    nodes: Arc<[u32]>,
    /// F a = Σ cᵢ xᵢ.
    weights: Vec<[f64; 4]>,
    /// Rest volumes, m³.
    volumes: Vec<f64>,
    /// |F a|² at rest: 1 but for triangles that the direction is not in.
    rest: Vec<f64>,
}

impl Fibres {
    /// Fibres of the elements of `arity` nodes, 4 of tetrahedra or 3 of triangles a metre thick, at rest positions `rest`, along a
    /// direction for each.
    pub fn new(arity: usize, nodes: Arc<[u32]>, rest: &[f64], directions: &[Vec3]) -> Self {
        let mut this =
            Self { arity, nodes: nodes.clone(), weights: Vec::new(), volumes: Vec::new(), rest: Vec::new() };
        for (element, direction) in nodes.chunks_exact(arity).zip(directions) {
            let length = norm(*direction);
            let a = direction.map(|d| if length > 0.0 { d / length } else { 0.0 });
            let edge = |k: usize| sub(place(rest, element[k]), place(rest, element[0]));
            let (e1, e2) = (edge(1), edge(2));
            let across = cross(e1, e2);
            // The coefficients of a in the edges: by Cramer's rule, the normal being the third edge of a triangle.
            let e3 = if arity == 4 { edge(3) } else { across };
            let det = dot(e1, cross(e2, e3));
            let c = [dot(a, cross(e2, e3)), dot(a, cross(e3, e1)), dot(a, cross(e1, e2))].map(|c| c / det);
            let (third, volume) =
                if arity == 4 { (c[2], det.abs() / 6.0) } else { (0.0, norm(across) / 2.0) };
            let along_fibre = along(e1.map(|e| c[0] * e), c[1], e2);
            let along_fibre = along(along_fibre, third, e3);
            this.weights.push([-c[0] - c[1] - third, c[0], c[1], third]);
            this.volumes.push(volume);
            this.rest.push(dot(along_fibre, along_fibre));
        }
        this
    }

    /// How many elements.
    pub fn len(&self) -> usize {
        self.volumes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.volumes.is_empty()
    }
}

/// The energy of fibres that pull.
#[derive(Clone)]
pub struct Muscle {
    called: String,
    fibres: Fibres,
    clock: Clock<f64>,
}

impl Muscle {
    /// Fibres under a stress σ, Pa, by a law of one value for each element. The key names it in messages. `changes` says whether
    /// the law depends on time.
    pub fn new(
        [called, key]: [&str; 2],
        fibres: Fibres,
        window: Window,
        changes: bool,
        law: Fill<f64>,
    ) -> Self {
        let clock = Clock::new(key, window, changes, fibres.len(), law);
        Self { called: called.to_owned(), fibres, clock }
    }

    fn stiffness(&self, element: usize) -> f64 {
        self.clock.values()[element] * self.fibres.volumes[element]
    }

    /// Writes (k cₐc_b + `rest` δ) times the identity.
    fn write(&self, element: usize, k: f64, rest: f64, slot: &mut [f64]) {
        let (arity, c) = (self.fibres.arity, &self.fibres.weights[element]);
        for (a, b) in (0..arity).flat_map(|a| (a..arity).map(move |b| (a, b))) {
            let value = k * c[a] * c[b] + if a == b { rest } else { 0.0 };
            write_isotropic(&mut slot[9 * block_place(arity, a, b)..][..9], value, 3);
        }
    }
}

enlist!(Muscle: Muscle);

impl Energy for Muscle {
    fn name(&self) -> &str {
        &self.called
    }

    fn account(&self) -> Account {
        Account::Load
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: self.fibres.arity, nodes: &self.fibres.nodes }
    }

    fn begin(&mut self, _x: &[f64], end: f64) {
        self.clock.begin(end);
    }

    fn timed(&mut self) -> Option<&mut dyn Timed> {
        Some(self)
    }

    fn abilities(&self) -> Abilities<'_> {
        let driven = self.clock.is_driven();
        let not_projective = if driven {
            Some("its stiffness changes with time, and one matrix is factored for all of it")
        } else if self.clock.values().iter().any(|stress| *stress < 0.0) {
            Some("fibres that push have no least energy")
        } else {
            None
        };
        Abilities { is_scripted: driven, is_driven: driven, not_projective, ..Abilities::default() }
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let Fibres { arity, nodes, weights, rest, .. } = &self.fibres;
        let (start, row, slot) = (elements.start, gradient_slot(*arity), hessian_slot(*arity));
        let mut sum = 0.0;
        for element in elements {
            let (k, c) = (self.stiffness(element), &weights[element]);
            let corners = nodes[arity * element..][..*arity].iter().zip(c);
            let fa = corners.fold([0.0; 3], |sum, (node, c)| along(sum, *c, place(x, *node)));
            sum += 0.5 * k * (dot(fa, fa) - rest[element]);
            if want >= Want::Gradient {
                let own = &mut slots.gradient[(element - start) * row..][..row];
                for (corner, c) in own.chunks_exact_mut(3).zip(c) {
                    corner.copy_from_slice(&fa.map(|f| k * c * f));
                }
            }
            if want >= Want::Hessian {
                // k c cᵀ has the eigenvalues k|c|² and 0.
                let size: f64 = c[..*arity].iter().map(|c| c * c).sum();
                let least = filter.apply(0.0);
                let (k, own) = (filter.apply(k * size) - least, (element - start) * slot);
                let k = if size > 0.0 { k / size } else { 0.0 };
                self.write(element, k, least, &mut slots.hessian[own..own + slot]);
            }
        }
        sum
    }

    /// The Hessian itself, where it is constant and positive.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        let driven = self.clock.is_driven();
        for (element, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(self.fibres.arity))) {
            let k = if driven { 0.0 } else { self.stiffness(element).max(0.0) };
            self.write(element, k, 0.0, slot);
        }
    }
}

impl Timed for Muscle {
    fn clock(&mut self, t: f64) {
        self.clock.set(t);
    }

    fn mistake(&self) -> Option<String> {
        self.clock.wrong().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretched_fibres_store_half_sigma_lambda_squared() {
        let rest = [0.1, 0.2, 0.3, 1.1, 0.2, 0.3, 0.1, 1.2, 0.3, 0.1, 0.2, 1.3];
        let law: Fill<f64> = Arc::new(|_, values| values.fill(12.0));
        let fibres = Fibres::new(4, (0..4).collect(), &rest, &[[0.0, 2.0, 0.0]]);
        let muscle = Muscle::new(["muscle", "load"], fibres, Window::default(), false, law);
        let energy = |x: &[f64]| {
            muscle.eval(x, 0..1, Want::Value, Filter::Raw, Slots { gradient: &mut [], hessian: &mut [] })
        };
        assert!(energy(&rest).abs() < 1e-14);
        let stretched: Vec<f64> = rest.iter().enumerate().map(|(i, x)| x * [5.0, 1.5, 7.0][i % 3]).collect();
        // σ/2 (1.5² − 1) V = 6 · 1.25/6.
        assert!((energy(&stretched) - 1.25).abs() < 1e-12, "{}", energy(&stretched));
        let turned: Vec<f64> = rest.chunks_exact(3).flat_map(|x| [x[1], x[2], x[0]]).collect();
        assert!(energy(&turned).abs() < 1e-14, "a turn stores nothing");
    }
}
