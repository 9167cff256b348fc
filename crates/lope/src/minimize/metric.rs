//! The constant matrix of an objective, factored once.

use crate::sparse::{AxisCholesky, BlockJacobi, BlockMatrix, Cg, Cholesky, KrylovParams};

/// Solves by iteration have to look like one fixed linear map.
const KRYLOV: KrylovParams = KrylovParams { relative_tolerance: 1e-8, max_iterations: 1000 };

/// A constant, positive definite stand-in for the Hessian, with its inverse. It is factored again only when it has
/// changed: a run with a constant step in which the same nodes are held factors once.
#[derive(Debug, Default)]
pub struct Metric {
    /// The matrix last taken.
    matrix: Option<BlockMatrix>,
    inverse: Inverse,
    factorizations: usize,
}

/// How the matrix is inverted.
#[derive(Debug, Default)]
enum Inverse {
    /// There is no matrix: the identity.
    #[default]
    Identity,
    /// A factor that the axes share.
    Axes(Box<AxisCholesky>),
    /// A factor of a matrix that couples the axes.
    Whole(Box<Cholesky>),
    /// The factor is too large, or what couples the axes is not definite.
    Krylov(Box<(Cg, BlockJacobi)>),
}

impl Metric {
    /// Times a matrix was factored, successfully or not.
    pub fn factorizations(&self) -> usize {
        self.factorizations
    }

    /// Whether there is a matrix; if not, the metric is the identity and has no scale.
    pub fn known(&self) -> bool {
        self.matrix.is_some()
    }

    /// The matrix last taken.
    pub fn matrix(&self) -> Option<&BlockMatrix> {
        self.matrix.as_ref()
    }

    /// A metric for another matrix on the same pattern, which does not have to be ordered anew.
    pub fn beside(&self) -> Self {
        let inverse = match &self.inverse {
            Inverse::Axes(factor) => Inverse::Axes(Box::new(factor.another())),
            _ => Inverse::Identity,
        };
        Self { inverse, ..Self::default() }
    }

    /// Takes the matrix of an objective, if it has one, and factors it if it is not the last one.
    pub fn update(&mut self, matrix: Option<&BlockMatrix>) {
        let Some(matrix) = matrix else {
            (self.matrix, self.inverse) = (None, Inverse::Identity);
            return;
        };
        match &mut self.matrix {
            Some(last) if matrix.is_on(last.pattern()) => {
                if last.values() == matrix.values() {
                    return;
                }
                last.values_mut().copy_from_slice(matrix.values());
            }
            last => *last = Some(matrix.clone()),
        }
        self.factorizations += 1;
        let old = std::mem::take(&mut self.inverse);
        self.inverse = old.refactored(matrix).unwrap_or_else(|| {
            let mut block_jacobi = BlockJacobi::default();
            block_jacobi.update(matrix);
            Inverse::Krylov(Box::new((Cg::default(), block_jacobi)))
        });
    }

    /// x = A⁻¹b. Returns the iterations of the solve, 1 for a factor.
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) -> usize {
        match (&mut self.inverse, &self.matrix) {
            (Inverse::Axes(factor), _) => factor.solve(b, x),
            (Inverse::Whole(factor), _) => factor.solve(b, x),
            (Inverse::Krylov(krylov), Some(matrix)) => {
                let (cg, block_jacobi) = &mut **krylov;
                return cg.solve(matrix, block_jacobi, b, x, &KRYLOV).iterations;
            }
            (Inverse::Identity | Inverse::Krylov(_), _) => x.copy_from_slice(b),
        }
        1
    }
}

impl Inverse {
    /// The factor of another matrix, in the memory of this one if it fits; none if it cannot be factored.
    fn refactored(self, matrix: &BlockMatrix) -> Option<Self> {
        if AxisCholesky::applies_to(matrix) {
            let mut factor = match self {
                Self::Axes(factor) if factor.fits(matrix) => factor,
                _ => Box::new(AxisCholesky::new(matrix.pattern()).ok()?),
            };
            return factor.factor(matrix).ok().map(|()| Self::Axes(factor));
        }
        let mut factor = match self {
            Self::Whole(factor) if factor.fits(matrix) => factor,
            _ => Box::new(Cholesky::new(matrix.pattern()).ok()?),
        };
        factor.factor(matrix).ok().map(|()| Self::Whole(factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::{Operator, Pattern};

    /// Two springs that couple the axes, anchored, and a node that nothing acts on.
    fn coupled(loose: f64) -> BlockMatrix {
        let links = [0, 1, 1, 2, 2, 3];
        let mut a = BlockMatrix::new(Pattern::from_stencils(4, [(2, links.as_slice())]).into());
        let spring = [2.0, 1.0, 0.0, 1.0, 2.0, 0.5, 0.0, 0.5, 1.0];
        for (i, j, factor) in [(0, 0, 3.0), (0, 1, -1.0), (1, 1, 2.0), (1, 2, -1.0), (2, 2, 1.0)] {
            for (i, j) in [(i, j), (j, i)] {
                let k = a.find(i, j).unwrap();
                a.block_mut(k).iter_mut().zip(spring).for_each(|(entry, value)| *entry = factor * value);
            }
        }
        let k = a.find(3, 3).unwrap();
        (0..3).for_each(|axis| a.block_mut(k)[4 * axis] = loose);
        a
    }

    #[test]
    fn every_inverse_solves() {
        let b: Vec<f64> = (0..12).map(|i| if i < 9 { f64::from(i).cos() } else { 0.0 }).collect();
        let mut metric = Metric::default();
        for (loose, number) in [(1.0, 1), (1.0, 1), (0.0, 2), (2.0, 3)] {
            let a = coupled(loose);
            metric.update(Some(&a));
            assert_eq!(metric.factorizations(), number);
            let expected = if loose > 0.0 { "Whole" } else { "Krylov" };
            assert!(format!("{:?}", metric.inverse).starts_with(expected), "{:?}", metric.inverse);
            let (mut x, mut ax) = (vec![0.0; 12], vec![0.0; 12]);
            metric.solve(&b, &mut x);
            a.apply(&x, &mut ax);
            assert!(ax.iter().zip(&b).all(|(ax, b)| (ax - b).abs() < 1e-7), "{ax:?}");
        }
        metric.update(None);
        let mut x = vec![0.0; 12];
        metric.solve(&b, &mut x);
        assert!(!metric.known() && x == b);
    }
}
