//! Cutting the nodes into aggregates.

use crate::sparse::Pattern;

/// Nodes grouped into aggregates: those of aggregate a are `nodes[start[a]..start[a + 1]]`.
pub(super) struct Aggregates {
    pub(super) nodes: Vec<u32>,
    pub(super) start: Vec<usize>,
}

impl Aggregates {
    /// Cuts every connected part of the pattern in halves of equal numbers of nodes, across its longest side, until
    /// no piece has more than `size` nodes.
    pub(super) fn new(pattern: &Pattern, positions: &[f64], size: usize) -> Self {
        let mut nodes = Vec::with_capacity(pattern.rows());
        let mut start = vec![0];
        for mut part in components(pattern) {
            let pieces = part.len().div_ceil(size).max(1);
            bisect(&mut part, positions, pieces, &mut nodes, &mut start);
        }
        Self { nodes, start }
    }

    pub(super) fn len(&self) -> usize {
        self.start.len() - 1
    }

    pub(super) fn of(&self, aggregate: usize) -> &[u32] {
        &self.nodes[self.start[aggregate]..self.start[aggregate + 1]]
    }
}

/// Connected parts of the graph, each with its nodes in ascending order.
fn components(pattern: &Pattern) -> Vec<Vec<u32>> {
    let mut seen = vec![false; pattern.rows()];
    let mut parts = Vec::new();
    for first in 0..pattern.rows() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut part = vec![first as u32];
        let mut next = 0;
        while next < part.len() {
            for &other in pattern.row(part[next] as usize) {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    part.push(other);
                }
            }
            next += 1;
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Appends `part`, cut into `pieces`.
fn bisect(part: &mut [u32], positions: &[f64], pieces: usize, nodes: &mut Vec<u32>, start: &mut Vec<usize>) {
    if pieces <= 1 || part.len() <= 1 {
        // In the order of their numbers neighbours in memory stay neighbours.
        part.sort_unstable();
        nodes.extend_from_slice(part);
        start.push(nodes.len());
        return;
    }
    let axis = longest_side(part, positions);
    let left = pieces / 2;
    let middle = (part.len() * left / pieces).clamp(1, part.len() - 1);
    let place = |node: u32| positions[3 * node as usize + axis];
    part.select_nth_unstable_by(middle, |&a, &b| place(a).total_cmp(&place(b)).then(a.cmp(&b)));
    let (low, high) = part.split_at_mut(middle);
    bisect(low, positions, left, nodes, start);
    bisect(high, positions, pieces - left, nodes, start);
}

fn longest_side(part: &[u32], positions: &[f64]) -> usize {
    let extent = |axis: usize| {
        let along = part.iter().map(|&node| positions[3 * node as usize + axis]);
        let (low, high) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        high - low
    };
    let sides = [extent(0), extent(1), extent(2)];
    let mut longest = 0;
    for axis in 1..3 {
        if sides[axis] > sides[longest] {
            longest = axis;
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_in_one_aggregate_and_none_spans_two_bodies() {
        // Two chains of springs that lie on top of each other.
        let chain = |from: u32| (from..from + 19).flat_map(|i| [i, i + 1]).collect::<Vec<u32>>();
        let (first, second) = (chain(0), chain(20));
        let pattern = Pattern::from_stencils(40, [(2, &first[..]), (2, &second[..])]);
        let positions: Vec<f64> = (0..40).flat_map(|i| [0.0, f64::from(i % 20), 1.0]).collect();
        let cut = Aggregates::new(&pattern, &positions, 6);
        assert_eq!(cut.len(), 8);
        let mut all = cut.nodes.clone();
        all.sort_unstable();
        assert_eq!(all, (0..40).collect::<Vec<u32>>());
        for a in 0..cut.len() {
            let nodes = cut.of(a);
            assert_eq!(nodes.len(), 5);
            assert!(nodes.iter().all(|&n| n / 20 == nodes[0] / 20), "{nodes:?}");
            assert!(nodes.windows(2).all(|n| n[1] == n[0] + 1), "pieces of a chain are chains: {nodes:?}");
        }
    }
}
