//! Objectives without physics, for the tests of this room.

use super::{Abilities, LinearMethod, LinearSettings, Objective, PreconditionerKind, Summed};
use crate::math::Filter;
use crate::sparse::{BlockMatrix, Operator, Pattern};

/// Plain CG.
pub(crate) fn settings() -> LinearSettings {
    LinearSettings {
        method: LinearMethod::Cg,
        preconditioner: PreconditionerKind::Identity,
        max_iterations: 10_000,
    }
}

/// A function of the first coordinate, with a wall that may not be passed.
pub(crate) struct Curve {
    pub(crate) f: fn(f64) -> (f64, f64),
    pub(crate) edge: f64,
}

impl Objective for Curve {
    fn unknowns(&self) -> usize {
        3
    }
    fn value(&mut self, x: &[f64]) -> f64 {
        (self.f)(x[0]).0
    }
    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64 {
        let (value, slope) = (self.f)(x[0]);
        g.copy_from_slice(&[slope, 0.0, 0.0]);
        value
    }
    fn hessian(&mut self, _x: &[f64], _filter: Filter) {}
    fn operator(&self) -> &dyn Operator {
        unreachable!("line searches need no Hessian")
    }
    fn reach(&mut self, from: &[f64], to: &[f64]) -> f64 {
        if to[0] <= self.edge { 1.0 } else { (self.edge - from[0]) / (to[0] - from[0]) }
    }
    fn size(&self, p: &[f64]) -> f64 {
        p[0].abs()
    }
    fn noise(&self) -> f64 {
        1e-15
    }
}

/// The chained Rosenbrock function Σ 100(xᵢ₊₁ − xᵢ²)² + (1 − xᵢ)².
pub(crate) struct Rosenbrock {
    matrix: BlockMatrix,
    noise: f64,
}

impl Rosenbrock {
    pub(crate) fn new(n: usize) -> Self {
        let nodes = n / 3;
        let chain: Vec<u32> = (0..nodes as u32).flat_map(|i| [i, (i + 1).min(nodes as u32 - 1)]).collect();
        let stencils = [(2, chain.as_slice())];
        Self { matrix: BlockMatrix::new(Pattern::from_stencils(nodes, stencils).into()), noise: 0.0 }
    }

    fn add(&mut self, i: usize, j: usize, value: f64) {
        let block = self.matrix.find(i / 3, j / 3).expect("neighbours are in the pattern");
        self.matrix.values_mut()[9 * block + 3 * (j % 3) + i % 3] += value;
    }
}

impl Objective for Rosenbrock {
    fn unknowns(&self) -> usize {
        3 * self.matrix.rows()
    }

    fn value(&mut self, x: &[f64]) -> f64 {
        let mut g = vec![0.0; x.len()];
        self.gradient(x, &mut g)
    }

    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64 {
        g.fill(0.0);
        let mut value = 0.0;
        for i in 0..x.len() - 1 {
            let (a, b) = (x[i + 1] - x[i] * x[i], 1.0 - x[i]);
            value += 100.0 * a * a + b * b;
            g[i] += -400.0 * a * x[i] - 2.0 * b;
            g[i + 1] += 200.0 * a;
        }
        self.noise = 1e-14 * value;
        value
    }

    fn hessian(&mut self, x: &[f64], _filter: Filter) {
        self.matrix.values_mut().fill(0.0);
        for i in 0..x.len() - 1 {
            self.add(i, i, 1200.0 * x[i] * x[i] - 400.0 * x[i + 1] + 2.0);
            self.add(i, i + 1, -400.0 * x[i]);
            self.add(i + 1, i, -400.0 * x[i]);
            self.add(i + 1, i + 1, 200.0);
        }
    }

    fn operator(&self) -> &dyn Operator {
        &self.matrix
    }

    fn size(&self, p: &[f64]) -> f64 {
        p.iter().fold(0.0, |a, p| a.max(p.abs()))
    }

    fn noise(&self) -> f64 {
        self.noise
    }
}

/// Double wells Σ wᵢ((xᵢ² − 1)² + slope·xᵢ) + ½m‖x‖²: one element per coordinate, indefinite where |xᵢ| is small.
pub(crate) struct Wells {
    weights: Vec<f64>,
    shift: f64,
    matrix: BlockMatrix,
    /// Which elements are filtered.
    pub(crate) filtered: Vec<bool>,
    /// How often each element has been filtered since the start.
    pub(crate) count: usize,
    /// Hessians evaluated.
    pub(crate) hessians: usize,
}

impl Wells {
    /// So many coordinates, a multiple of three.
    pub(crate) fn new(weights: Vec<f64>, shift: f64) -> Self {
        let nodes = weights.len() / 3;
        let alone: Vec<u32> = (0..nodes as u32).collect();
        let matrix = BlockMatrix::new(Pattern::from_stencils(nodes, [(1, alone.as_slice())]).into());
        Self { filtered: vec![false; weights.len()], count: 0, hessians: 0, weights, shift, matrix }
    }

    fn curvature(&self, i: usize, x: f64) -> f64 {
        self.weights[i] * (12.0 * x * x - 4.0)
    }
}

impl Objective for Wells {
    fn unknowns(&self) -> usize {
        self.weights.len()
    }

    fn value(&mut self, x: &[f64]) -> f64 {
        let well = |(x, w): (&f64, &f64)| w * ((x * x - 1.0).powi(2) + 0.1 * x) + 0.5 * self.shift * x * x;
        x.iter().zip(&self.weights).map(well).sum()
    }

    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64 {
        for (i, g) in g.iter_mut().enumerate() {
            *g = self.weights[i] * (4.0 * x[i] * (x[i] * x[i] - 1.0) + 0.1) + self.shift * x[i];
        }
        self.value(x)
    }

    fn hessian(&mut self, x: &[f64], filter: Filter) {
        self.hessians += 1;
        self.matrix.values_mut().fill(0.0);
        self.filtered.fill(filter != Filter::Raw);
        for (i, &x) in x.iter().enumerate() {
            let k = self.matrix.pattern().diagonal()[i / 3];
            let curvature = filter.apply(self.curvature(i, x));
            self.matrix.block_mut(k)[4 * (i % 3)] = curvature + self.shift;
        }
    }

    fn operator(&self) -> &dyn Operator {
        &self.matrix
    }

    fn size(&self, p: &[f64]) -> f64 {
        p.iter().fold(0.0, |a, p| a.max(p.abs()))
    }

    fn noise(&self) -> f64 {
        1e-14
    }

    fn abilities(&mut self) -> Option<&mut dyn Abilities> {
        Some(self)
    }
}

impl Abilities for Wells {
    fn summed(&mut self) -> Option<&mut dyn Summed> {
        Some(self)
    }
}

impl Summed for Wells {
    fn project(&mut self, x: &[f64], g: &[f64], above: f64, filter: Filter) -> usize {
        let mut projected = 0;
        for i in 0..x.len() {
            if !self.filtered[i] && g[i].abs() > above {
                self.filtered[i] = true;
                projected += 1;
                let curvature = self.curvature(i, x[i]);
                let k = self.matrix.pattern().diagonal()[i / 3];
                self.matrix.block_mut(k)[4 * (i % 3)] += filter.apply(curvature) - curvature;
            }
        }
        self.count += projected;
        projected
    }

    fn elements(&self) -> usize {
        self.weights.len()
    }
}
