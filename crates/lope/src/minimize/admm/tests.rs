//! A textbook function without physics: Σ ½(x − a)² + ¼x⁴, its second part split off.

use super::*;
use crate::minimize::{Abilities, ConstantMatrix, Mark, Memory};
use crate::sparse::{BlockMatrix, Operator, Pattern};

struct Quartic {
    a: Vec<f64>,
    penalty: f64,
    matrix: BlockMatrix,
}

impl Quartic {
    fn new(a: Vec<f64>) -> Self {
        let nodes: Vec<u32> = (0..a.len() as u32 / 3).collect();
        let pattern = Pattern::from_stencils(nodes.len(), [(1, nodes.as_slice())]);
        Self { a, penalty: 1.0, matrix: BlockMatrix::new(pattern.into()) }
    }

    fn diagonal(&mut self, of: impl Fn(usize) -> f64) {
        self.matrix.values_mut().fill(0.0);
        for node in 0..self.a.len() / 3 {
            for axis in 0..3 {
                self.matrix.values_mut()[9 * node + 4 * axis] = of(3 * node + axis);
            }
        }
    }

    /// The z with z³ + p(z − v) = 0.
    fn prox(&self, v: f64) -> f64 {
        let mut z = v;
        for _ in 0..50 {
            z -= (z * z * z + self.penalty * (z - v)) / (3.0 * z * z + self.penalty);
        }
        z
    }
}

impl Objective for Quartic {
    fn unknowns(&self) -> usize {
        self.a.len()
    }
    fn value(&mut self, x: &[f64]) -> f64 {
        x.iter().zip(&self.a).map(|(x, a)| 0.5 * (x - a) * (x - a) + 0.25 * x.powi(4)).sum()
    }
    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64 {
        (0..x.len()).for_each(|i| g[i] = x[i] - self.a[i] + x[i].powi(3));
        self.value(x)
    }
    fn hessian(&mut self, x: &[f64], _filter: Filter) {
        self.diagonal(|i| 1.0 + 3.0 * x[i] * x[i]);
    }
    fn operator(&self) -> &dyn Operator {
        &self.matrix
    }
    fn size(&self, p: &[f64]) -> f64 {
        p.iter().fold(0.0, |m, p| f64::max(m, p.abs()))
    }
    fn noise(&self) -> f64 {
        1e-15
    }

    fn abilities(&mut self) -> Option<&mut dyn Abilities> {
        Some(self)
    }
}

impl Abilities for Quartic {
    fn constant(&mut self) -> Option<&mut dyn ConstantMatrix> {
        Some(self)
    }

    fn split(&mut self) -> Option<&mut dyn Split> {
        Some(self)
    }
}

impl ConstantMatrix for Quartic {
    fn assemble(&mut self) {
        let penalty = self.penalty;
        self.diagonal(|_| 1.0 + penalty);
    }
    fn mark(&self) -> Option<Mark> {
        Some(Mark([self.penalty, 0.0, 0.0, 0.0]))
    }
}

impl Split for Quartic {
    fn split_len(&mut self) -> usize {
        self.a.len()
    }
    fn set_penalty(&mut self, penalty: f64) {
        self.penalty = penalty;
    }
    fn start(&mut self, x: &[f64], v: &mut [f64]) {
        let q = self.penalty.sqrt();
        (0..x.len()).for_each(|i| v[i] = q * (x[i] + x[i].powi(3) / self.penalty));
    }
    fn advance(&mut self, x: &[f64], relaxation: f64, (v, z): (&[f64], &[f64]), out: &mut [f64]) {
        let q = self.penalty.sqrt();
        (0..x.len()).for_each(|i| out[i] = v[i] + relaxation * (q * x[i] - z[i]));
    }
    fn local(&mut self, x: &[f64], v: &[f64], z: &mut [f64], g: &mut [f64]) -> SplitNorms {
        let q = self.penalty.sqrt();
        let mut norms = SplitNorms::default();
        for i in 0..x.len() {
            let copy = q * self.prox(v[i] / q);
            let square = |x: f64| x * x;
            norms += SplitNorms {
                primal: square(q * x[i] - copy),
                dual: square(copy - z[i]),
                image: square(q * x[i]),
                copy: square(copy),
                multiplier: square(v[i] - copy),
                unit: self.penalty,
            };
            g[i] = x[i] - self.a[i] + q * (q * x[i] - 2.0 * copy + v[i]);
            z[i] = copy;
        }
        norms
    }
}

fn settings(memory: usize, penalty: f64) -> AdmmSettings {
    AdmmSettings {
        absolute: 1e-9,
        relative: 1e-9,
        penalty,
        rescale: true,
        relaxation: 1.0,
        memory,
        finish: false,
        linear_max_iterations: 100,
        stop: Stop::Step(1e-9),
        limits: Limits { max_iterations: 2000, min_iterations: 0 },
    }
}

#[test]
fn a_quartic_is_minimized_however_it_is_coupled() {
    let a: Vec<f64> = (0..9).map(|i| 3.0 * f64::from(i) - 10.0).collect();
    let mut counts = Vec::new();
    for memory in [0, 5] {
        for penalty in [0.3, 3.0, 300.0] {
            let mut f = Quartic::new(a.clone());
            let mut x = vec![0.5; 9];
            let report =
                Admm::new(settings(memory, penalty)).minimize(&mut f, &mut x, &mut |_| Control::Continue);
            assert_eq!(report.outcome, Outcome::Converged, "{memory} {penalty}: {report:?}");
            for (x, a) in x.iter().zip(&a) {
                assert!((x - a + x.powi(3)).abs() < 1e-7, "{memory} {penalty}: {x} for {a}");
            }
            counts.push(report.iterations);
        }
    }
    assert!(counts[4] < counts[1], "acceleration helps: {counts:?}");
}

#[test]
fn limits_are_kept_and_the_penalty_is_remembered() {
    let mut f = Quartic::new(vec![5.0; 3]);
    let few = AdmmSettings { limits: Limits { max_iterations: 2, min_iterations: 0 }, ..settings(0, 1.0) };
    let mut method = Admm::new(few);
    let report = method.minimize(&mut f, &mut [0.0; 3], &mut |_| Control::Continue);
    assert_eq!((report.outcome, report.iterations), (Outcome::MaxIterations, 2));
    let report = method.minimize(&mut f, &mut [0.0; 3], &mut |_| Control::Stop);
    assert_eq!((report.outcome, report.iterations), (Outcome::Interrupted, 1));
    assert_eq!(method.memory().penalty, 1.0);
    method.recall(&Memory { penalty: 4.0, ..Memory::default() });
    assert_eq!(method.memory().penalty, 4.0);
}
