//! Cutting the nodes into aggregates.
//!
//! Only the graph is looked at: bodies that start as a tangle have positions that say nothing about who is near
//! whom.

use crate::sparse::Pattern;

/// Nodes grouped into aggregates: those of aggregate a are `nodes[start[a]..start[a + 1]]`.
pub(super) struct Aggregates {
    pub(super) nodes: Vec<u32>,
    pub(super) start: Vec<usize>,
}

impl Aggregates {
    /// Cuts every connected part of the pattern in halves of equal numbers of nodes, across its longest way, until
    /// no piece has more than `size` nodes.
    pub(super) fn new(pattern: &Pattern, size: usize) -> Self {
        let n = pattern.rows();
        let mut cutter =
            Cutter { pattern, inside: vec![0; n], seen: vec![0; n], stamp: 0, order: Vec::new() };
        let mut cut = Self { nodes: Vec::with_capacity(n), start: vec![0] };
        // Nodes that nothing joins, such as those of obstacles, would be an aggregate each.
        let (alone, parts): (Vec<_>, Vec<_>) =
            cutter.components().into_iter().partition(|part| part.len() == 1);
        for mut part in parts {
            let pieces = part.len().div_ceil(size).max(1);
            cutter.bisect(&mut part, pieces, &mut cut);
        }
        for piece in alone.concat().chunks(size) {
            cut.nodes.extend_from_slice(piece);
            cut.start.push(cut.nodes.len());
        }
        cut
    }

    pub(super) fn len(&self) -> usize {
        self.start.len() - 1
    }

    pub(super) fn of(&self, aggregate: usize) -> &[u32] {
        &self.nodes[self.start[aggregate]..self.start[aggregate + 1]]
    }
}

/// Walks over the graph, with marks that are never cleared but outdated by the next stamp.
struct Cutter<'a> {
    pattern: &'a Pattern,
    /// Stamp of the piece each node is in.
    inside: Vec<u32>,
    /// Stamp of the walk that last saw each node.
    seen: Vec<u32>,
    stamp: u32,
    order: Vec<u32>,
}

impl Cutter<'_> {
    fn next_stamp(&mut self) -> u32 {
        self.stamp += 1;
        self.stamp
    }

    /// Connected parts of the graph, each with its nodes in ascending order.
    fn components(&mut self) -> Vec<Vec<u32>> {
        let (inside, seen) = (self.next_stamp(), self.next_stamp());
        self.inside.fill(inside);
        let mut parts = Vec::new();
        for first in 0..self.pattern.rows() as u32 {
            if self.seen[first as usize] != seen {
                self.order.clear();
                self.walk(first, inside, seen);
                let mut part = self.order.clone();
                part.sort_unstable();
                parts.push(part);
            }
        }
        parts
    }

    /// Appends all that can be reached from `first` inside the piece, nearest first.
    fn walk(&mut self, first: u32, inside: u32, seen: u32) {
        let mut next = self.order.len();
        self.order.push(first);
        self.seen[first as usize] = seen;
        while next < self.order.len() {
            for &other in self.pattern.row(self.order[next] as usize) {
                let other = other as usize;
                if self.inside[other] == inside && self.seen[other] != seen {
                    self.seen[other] = seen;
                    self.order.push(other as u32);
                }
            }
            next += 1;
        }
    }

    /// Puts the piece in the order of the distance from one of its ends.
    fn sort_by_distance(&mut self, piece: &mut [u32]) {
        let inside = self.next_stamp();
        piece.iter().for_each(|&node| self.inside[node as usize] = inside);
        // The farthest node from anywhere is near an end; two walks find one, the third counts from it.
        let mut first = piece[0];
        for _ in 0..3 {
            let seen = self.next_stamp();
            self.order.clear();
            self.walk(first, inside, seen);
            first = self.order[self.order.len() - 1];
            // A piece may have come apart when it was cut off.
            for &node in &*piece {
                if self.seen[node as usize] != seen {
                    self.walk(node, inside, seen);
                }
            }
        }
        piece.copy_from_slice(&self.order);
    }

    /// Appends the piece, cut into `pieces`.
    fn bisect(&mut self, piece: &mut [u32], pieces: usize, cut: &mut Aggregates) {
        if pieces <= 1 || piece.len() <= 1 {
            // In the order of their numbers neighbours in memory stay neighbours.
            piece.sort_unstable();
            cut.nodes.extend_from_slice(piece);
            cut.start.push(cut.nodes.len());
            return;
        }
        self.sort_by_distance(piece);
        let left = pieces / 2;
        let middle = (piece.len() * left / pieces).clamp(1, piece.len() - 1);
        let (near, far) = piece.split_at_mut(middle);
        self.bisect(near, left, cut);
        self.bisect(far, pieces - left, cut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_in_one_aggregate_and_none_spans_two_bodies() {
        let chain = |from: u32| (from..from + 19).flat_map(|i| [i, i + 1]).collect::<Vec<u32>>();
        let (first, second) = (chain(0), chain(20));
        let pattern = Pattern::from_stencils(40, [(2, &first[..]), (2, &second[..])]);
        let cut = Aggregates::new(&pattern, 6);
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

    #[test]
    fn a_star_that_falls_apart_is_cut_all_the_same() {
        // Without its centre the arms are not connected.
        let star: Vec<u32> = (1..30).flat_map(|i| [0, i]).collect();
        let pattern = Pattern::from_stencils(30, [(2, &star[..])]);
        let cut = Aggregates::new(&pattern, 4);
        let mut all = cut.nodes.clone();
        all.sort_unstable();
        assert_eq!(all, (0..30).collect::<Vec<u32>>());
        assert!((0..cut.len()).all(|a| (1..=4).contains(&cut.of(a).len())));
    }
}
