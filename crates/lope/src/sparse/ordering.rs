//! In which order to eliminate the nodes.
//!
//! The order decides how much a Cholesky factor fills in, and with it most of its cost. Nested dissection of
//! the graph of nodes (a third of the unknowns) is followed by a postorder of the elimination tree, which changes
//! no fill but puts columns of equal structure next to each other, where they form dense blocks.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::cholesky::simplicial::{
    prefactorize_symbolic_cholesky, prefactorize_symbolic_cholesky_scratch,
};
use feral_metis::CscPattern;

use super::Pattern;

/// The nodes in elimination order, or `None` if the graph is too large to be ordered.
pub(super) fn nested_dissection(pattern: &Pattern) -> Option<Vec<usize>> {
    let mut start = Vec::with_capacity(pattern.rows() + 1);
    start.push(0);
    let mut neighbours = Vec::with_capacity(pattern.blocks());
    for i in 0..pattern.rows() {
        for &j in pattern.row(i).iter().filter(|&&j| j as usize != i) {
            neighbours.push(i32::try_from(j).ok()?);
        }
        start.push(i32::try_from(neighbours.len()).ok()?);
    }
    let graph = CscPattern::new(pattern.rows(), &start, &neighbours)?;
    let order = feral_metis::metis_order(&graph).ok()?;
    let order: Vec<usize> = order.into_iter().map(|i| i as usize).collect();
    let tree = elimination_tree(pattern, &order);
    Some(postorder(&tree).into_iter().map(|k| order[k]).collect())
}

/// Place of each node in `order`.
pub(super) fn inverse(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (place, &node) in order.iter().enumerate() {
        places[node] = place;
    }
    places
}

/// Parent of each place of `order` in the elimination tree, negative for a root.
fn elimination_tree(pattern: &Pattern, order: &[usize]) -> Vec<isize> {
    let n = order.len();
    let places = inverse(order);
    let mut start = Vec::with_capacity(n + 1);
    start.push(0);
    let mut upper = Vec::with_capacity(pattern.blocks() / 2 + n);
    for (place, &node) in order.iter().enumerate() {
        let first = upper.len();
        upper.extend(pattern.row(node).iter().map(|&j| places[j as usize]).filter(|&p| p <= place));
        upper[first..].sort_unstable();
        start.push(upper.len());
    }
    let upper_pattern = SymbolicSparseColMatRef::new_checked(n, n, &start, None, &upper);
    let (mut tree, mut counts) = (vec![0; n], vec![0; n]);
    let mut memory = MemBuffer::new(prefactorize_symbolic_cholesky_scratch::<usize>(n, upper.len()));
    prefactorize_symbolic_cholesky(&mut tree, &mut counts, upper_pattern, MemStack::new(&mut memory));
    tree
}

/// The places of a forest, every child right before its parent's other children or the parent. Children come
/// in the order of their places.
fn postorder(parents: &[isize]) -> Vec<usize> {
    let n = parents.len();
    const NONE: usize = usize::MAX;
    // Lists of children; the last entry is that of a root above all roots.
    let (mut first_child, mut next_sibling) = (vec![NONE; n + 1], vec![NONE; n]);
    for (place, &parent) in parents.iter().enumerate().rev() {
        let parent = usize::try_from(parent).unwrap_or(n);
        next_sibling[place] = first_child[parent];
        first_child[parent] = place;
    }
    let mut order = Vec::with_capacity(n);
    let mut path = vec![n];
    while let Some(&top) = path.last() {
        let child = first_child[top];
        if child == NONE {
            path.pop();
            if top != n {
                order.push(top);
            }
        } else {
            first_child[top] = next_sibling[child];
            path.push(child);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::grid;

    #[test]
    fn a_postorder_lists_children_before_parents_and_subtrees_together() {
        //     5         6
        //    / \        |
        //   2   4       3
        //   |
        //   0   1 is a root of its own
        assert_eq!(postorder(&[2, -1, 5, 6, 5, -1, -1]), [1, 0, 2, 4, 5, 3, 6]);
        assert_eq!(postorder(&[]), [0; 0]);
    }

    #[test]
    fn the_order_is_a_postordered_permutation() {
        let pattern = grid(9, 8, 7);
        let order = nested_dissection(&pattern).unwrap();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..pattern.rows()));
        let tree = elimination_tree(&pattern, &order);
        assert!(postorder(&tree).into_iter().eq(0..pattern.rows()));
    }
}
