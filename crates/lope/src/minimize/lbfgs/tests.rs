use super::*;
use crate::math::Filter;
use crate::minimize::testing::Rosenbrock;
use crate::minimize::{Abilities, ConstantMatrix, Control, Minimizer, Outcome, Report};
use crate::sparse::vector::norm;
use crate::sparse::{BlockMatrix, Operator, Pattern};

fn method(stop: Stop) -> Descent<Lbfgs, StrongWolfe> {
    let settings = LbfgsSettings { history: 5, linear_max_iterations: 1000, stop };
    let limits = Limits { max_iterations: 500, min_iterations: 0 };
    Lbfgs::minimizer(settings, StrongWolfe::default(), limits)
}

fn run(method: &mut Descent<Lbfgs, StrongWolfe>, f: &mut dyn Objective, x: &mut [f64]) -> Report {
    method.minimize(f, x, &mut |_| Control::Continue)
}

/// ½xᵀAx + ¼εΣx⁴ − Σx with A a chain of springs whose first node is anchored.
struct Chain {
    matrix: BlockMatrix,
    quartic: f64,
    anchor: f64,
}

impl Chain {
    fn new(nodes: u32, quartic: f64, anchor: f64) -> Self {
        let links: Vec<u32> = (1..nodes).flat_map(|i| [i - 1, i]).collect();
        let pattern = Pattern::from_stencils(nodes as usize, [(2, links.as_slice())]);
        Self { matrix: BlockMatrix::new(pattern.into()), quartic, anchor }
    }

    fn fill(&mut self, x: Option<&[f64]>) {
        let (last, anchor, quartic) = (self.matrix.rows() - 1, self.anchor, self.quartic);
        self.matrix.update_rows(|node, columns, _, row| {
            row.fill(0.0);
            for (block, &column) in row.chunks_exact_mut(9).zip(columns) {
                let ends = usize::from(node == 0) + usize::from(node == last);
                for axis in 0..3 {
                    block[4 * axis] = if column as usize == node { 2.0 - ends as f64 } else { -1.0 };
                    if node == 0 && column == 0 {
                        block[4 * axis] += anchor;
                    }
                    if let Some(x) = x.filter(|_| column as usize == node) {
                        block[4 * axis] += 3.0 * quartic * x[3 * node + axis].powi(2);
                    }
                }
            }
        });
    }
}

impl Objective for Chain {
    fn unknowns(&self) -> usize {
        3 * self.matrix.rows()
    }
    fn value(&mut self, x: &[f64]) -> f64 {
        let mut g = vec![0.0; x.len()];
        self.gradient(x, &mut g)
    }
    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64 {
        self.fill(None);
        let mut value = 0.5 * self.matrix.apply_dot(x, g);
        for (x, g) in x.iter().zip(g) {
            value += 0.25 * self.quartic * x.powi(4) - x;
            *g += self.quartic * x.powi(3) - 1.0;
        }
        value
    }
    fn hessian(&mut self, x: &[f64], _filter: Filter) {
        self.fill(Some(x));
    }
    fn operator(&self) -> &dyn Operator {
        &self.matrix
    }
    fn size(&self, p: &[f64]) -> f64 {
        p.iter().fold(0.0, |a, p| a.max(p.abs()))
    }
    fn noise(&self) -> f64 {
        1e-11
    }

    fn abilities(&mut self) -> Option<&mut dyn Abilities> {
        Some(self)
    }
}

impl Abilities for Chain {
    fn constant(&mut self) -> Option<&mut dyn ConstantMatrix> {
        Some(self)
    }
}

impl ConstantMatrix for Chain {
    fn assemble(&mut self) {
        self.fill(None);
    }
}

#[test]
fn solves_rosenbrock_by_either_rule_without_a_matrix() {
    for stop in [Stop::Gradient(1e-8), Stop::Step(1e-8)] {
        for n in [3, 12, 30] {
            let mut x: Vec<f64> = (0..n).map(|i| if i % 2 == 0 { -1.2 } else { 1.0 }).collect();
            let mut method = method(stop);
            let report = run(&mut method, &mut Rosenbrock::new(n), &mut x);
            assert_eq!(report.outcome, Outcome::Converged, "{stop:?} {n}");
            let mut g = vec![0.0; n];
            Rosenbrock::new(n).gradient(&x, &mut g);
            assert!(norm(&g) < 1e-5, "{n}: {}", norm(&g));
            assert_eq!(method.direction().metric().factorizations(), 0);
        }
    }
}

#[test]
fn a_quadratic_with_its_own_matrix_is_solved_at_once() {
    let mut f = Chain::new(40, 0.0, 1.0);
    let mut x = vec![0.0; f.unknowns()];
    let report = run(&mut method(Stop::Gradient(1e-9)), &mut f, &mut x);
    assert_eq!((report.outcome, report.iterations, report.linear_solves), (Outcome::Converged, 1, 1));
}

#[test]
fn a_matrix_is_factored_again_only_if_it_has_changed() {
    let mut f = Chain::new(40, 0.5, 1.0);
    let mut method = method(Stop::Step(1e-6));
    for start in 0..10 {
        let mut x = vec![f64::from(start); f.unknowns()];
        let report = run(&mut method, &mut f, &mut x);
        assert_eq!(report.outcome, Outcome::Converged);
        assert!(report.iterations > 2);
        assert_eq!(method.direction().metric().factorizations(), 1, "start {start}");
    }
    f.anchor = 2.0;
    run(&mut method, &mut f, &mut vec![0.0; 120]);
    assert_eq!(method.direction().metric().factorizations(), 2);
    run(&mut method, &mut Rosenbrock::new(3), &mut [0.0; 3]);
    run(&mut method, &mut f, &mut vec![0.0; 120]);
    assert_eq!(method.direction().metric().factorizations(), 3);
}

/// A matrix a million times too stiff makes steps far too short.
#[test]
fn a_short_step_is_not_taken_for_convergence() {
    struct Steep(Chain);
    impl Objective for Steep {
        fn unknowns(&self) -> usize {
            self.0.unknowns()
        }
        fn value(&mut self, x: &[f64]) -> f64 {
            self.0.value(x)
        }
        fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64 {
            self.0.gradient(x, g)
        }
        fn hessian(&mut self, x: &[f64], filter: Filter) {
            self.0.hessian(x, filter);
        }
        fn operator(&self) -> &dyn Operator {
            self.0.operator()
        }
        fn size(&self, p: &[f64]) -> f64 {
            self.0.size(p)
        }
        fn noise(&self) -> f64 {
            self.0.noise()
        }

        fn abilities(&mut self) -> Option<&mut dyn Abilities> {
            Some(self)
        }
    }

    impl Abilities for Steep {
        fn constant(&mut self) -> Option<&mut dyn ConstantMatrix> {
            Some(self)
        }
    }
    impl ConstantMatrix for Steep {
        fn assemble(&mut self) {
            self.0.assemble();
            self.0.matrix.values_mut().iter_mut().for_each(|value| *value *= 1e6);
        }
    }
    let mut exact = vec![0.5; 120];
    run(&mut method(Stop::Gradient(1e-11)), &mut Chain::new(40, 0.5, 1.0), &mut exact);
    for tolerance in [1e-1, 1e-2, 1e-3] {
        let mut x = vec![1.2; 120];
        let mut speeds = vec![];
        let mut method = method(Stop::Step(tolerance));
        let report = method.minimize(&mut Steep(Chain::new(40, 0.5, 1.0)), &mut x, &mut |iteration| {
            speeds.push(iteration.size);
            Control::Continue
        });
        assert_eq!(report.outcome, Outcome::Converged);
        assert!(speeds[0] < 1e-3, "the first step is short: {speeds:?}");
        let off = x.iter().zip(&exact).fold(0.0f64, |off, (x, exact)| off.max((x - exact).abs()));
        assert!(off < tolerance, "{tolerance}: off by {off}");
    }
}
