//! What the last steps told about curvature.

use crate::minimize::Metric;
use crate::sparse::vector::{add_scaled, axpy, dot, norm, scale};

/// A pair whose step and change of gradient are closer to a right angle than this, as a cosine, tells nothing.
const LEAST_COSINE: f64 = 1e-10;

/// A step and the change of the gradient over it, with 1/sᵀy.
#[derive(Debug, Default)]
struct Pair {
    s: Vec<f64>,
    y: Vec<f64>,
    inverse: f64,
}

/// The last pairs, oldest first, and the point they lead to.
#[derive(Debug, Default)]
pub(super) struct Memory {
    history: usize,
    pairs: Vec<Pair>,
    /// Memory of pairs that were dropped.
    spare: Vec<Pair>,
    x: Vec<f64>,
    g: Vec<f64>,
    q: Vec<f64>,
    a: Vec<f64>,
}

impl Memory {
    pub(super) fn new(history: usize) -> Self {
        Self { history, ..Self::default() }
    }

    /// Forgets the pairs and the point.
    pub(super) fn clear(&mut self) {
        self.forget();
        self.x.clear();
    }

    /// Forgets the pairs.
    pub(super) fn forget(&mut self) {
        self.spare.append(&mut self.pairs);
    }

    /// Takes the pair of the step from the last point to `x`, unless it has no positive curvature: the strong Wolfe
    /// conditions imply that, but a search may end at the edge of the domain or at a point that is merely lower.
    pub(super) fn learn(&mut self, x: &[f64], g: &[f64]) {
        if self.x.len() == x.len() {
            let mut pair = self.spare.pop().unwrap_or_default();
            pair.s.resize(x.len(), 0.0);
            pair.y.resize(x.len(), 0.0);
            add_scaled(x, -1.0, &self.x, &mut pair.s);
            add_scaled(g, -1.0, &self.g, &mut pair.y);
            let curvature = dot(&pair.s, &pair.y);
            if curvature > LEAST_COSINE * norm(&pair.s) * norm(&pair.y) {
                pair.inverse = 1.0 / curvature;
                if self.pairs.len() == self.history {
                    self.spare.push(self.pairs.remove(0));
                }
                self.pairs.push(pair);
            } else {
                self.spare.push(pair);
            }
        }
        self.x.clear();
        self.x.extend_from_slice(x);
        self.g.clear();
        self.g.extend_from_slice(g);
    }

    /// z = B⁻¹r with the matrix B that the pairs make of the metric (\[NW06\] Algorithm 7.4, the two-loop recursion).
    /// Returns the iterations of the solve with the metric.
    pub(super) fn apply(&mut self, metric: &mut Metric, r: &[f64], z: &mut [f64]) -> usize {
        let Self { pairs, q, a, .. } = self;
        q.clear();
        q.extend_from_slice(r);
        a.resize(pairs.len(), 0.0);
        for (pair, a) in pairs.iter().zip(a.iter_mut()).rev() {
            *a = pair.inverse * dot(&pair.s, q);
            axpy(-*a, &pair.y, q);
        }
        let iterations = metric.solve(q, z);
        // The identity has no scale of its own: give it that of the last pair ([NW06] eq. 7.20).
        if !metric.known()
            && let Some(last) = pairs.last()
        {
            scale(z, 1.0 / (last.inverse * dot(&last.y, &last.y)));
        }
        for (pair, a) in pairs.iter().zip(a.iter()) {
            let b = pair.inverse * dot(&pair.y, z);
            axpy(a - b, &pair.s, z);
        }
        iterations
    }
}
