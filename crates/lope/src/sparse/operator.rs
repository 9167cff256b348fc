//! What an iterative solver needs to know of a matrix.

use super::{BlockMatrix, ContactBlocks, vector};

/// A symmetric linear map on vectors of three numbers per node, assembled or not.
pub trait Operator: Sync {
    /// Length of the vectors.
    fn len(&self) -> usize;

    /// Whether the vectors are empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// y = Ax.
    fn apply(&self, x: &[f64], y: &mut [f64]);

    /// y = Ax; returns xᵀAx.
    fn apply_dot(&self, x: &[f64], y: &mut [f64]) -> f64 {
        self.apply(x, y);
        vector::dot(x, y)
    }

    /// Writes the 3×3 blocks on the diagonal, one per node, by columns. Returns whether it can.
    fn block_diagonal(&self, _out: &mut [[f64; 9]]) -> bool {
        false
    }

    /// The assembled matrix, if this is one and nothing beside it.
    fn blocks(&self) -> Option<&BlockMatrix> {
        None
    }

    /// The assembled matrix and what is beside its pattern, if this is made of both.
    fn core(&self) -> Option<(&BlockMatrix, &ContactBlocks)> {
        None
    }
}
