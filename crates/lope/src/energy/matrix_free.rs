//! Hessians that are not assembled.

/// A Hessian that is only multiplied by: of elements with so many nodes that to sum them up would cost more than the products.
/// It is that of the state where [`linearize`](super::Interaction::linearize) was last told to take it.
pub trait MatrixFree: Send + Sync {
    /// y ← y + factor · Hp, of all nodes.
    fn add_product(&self, p: &[f64], factor: f64, y: &mut [f64]);

    /// Adds factor times the 3×3 blocks on the diagonal, one a node, by columns: what preconditioners need.
    fn add_diagonal(&self, factor: f64, blocks: &mut [[f64; 9]]);
}
