//! The constant matrix of an objective, factored once.

use crate::sparse::{AxisCholesky, BlockJacobi, BlockMatrix, Cg, Cholesky, KrylovParams};

/// Solves by iteration have to look like one fixed linear map.
const KRYLOV: KrylovParams = KrylovParams { relative_tolerance: 1e-8, max_iterations: 10_000 };

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

    /// Takes the matrix of an objective, if it has one, and factors it if it is not the last one.
    pub fn update(&mut self, matrix: Option<&BlockMatrix>) {
        let Some(matrix) = matrix else {
            (self.matrix, self.inverse) = (None, Inverse::Identity);
            return;
        };
        match &mut self.matrix {
            Some(last) if last.pattern() == matrix.pattern() => {
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
