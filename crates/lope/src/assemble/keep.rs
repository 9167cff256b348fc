//! Rows of the matrix where nodes are kept on surfaces or held.

use super::Held;
use crate::energy::Kept;
use crate::math::{Filter, eigen};

/// Which nodes are kept in this iteration, and what stands for them in the matrix.
#[derive(Default)]
pub(super) struct Keep {
    kept: Vec<Kept>,
    /// Where each node is in `kept`, plus one; 0 if it is free.
    place: Vec<u32>,
    /// Whether the curvature has been filtered.
    filtered: Vec<bool>,
    /// The curvatures before the last filtering.
    former: Vec<[[f64; 3]; 3]>,
}

impl Keep {
    /// Takes the nodes of an iteration over, with their exact curvatures.
    pub(super) fn take(&mut self, kept: &[Kept], nodes: usize) {
        self.kept.iter().for_each(|old| self.place[old.node as usize] = 0);
        self.place.resize(nodes, 0);
        self.kept.clear();
        self.kept.extend_from_slice(kept);
        self.filtered.clear();
        self.filtered.resize(kept.len(), false);
        for (place, kept) in kept.iter().enumerate() {
            self.place[kept.node as usize] = place as u32 + 1;
        }
    }

    /// Whether every node is free.
    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The node if it is kept.
    fn of(&self, node: u32) -> Option<&Kept> {
        let place = self.place.get(node as usize).copied().unwrap_or(0);
        self.kept.get((place as usize).wrapping_sub(1))
    }

    /// Filters the curvatures, all or where `g` exceeds `above`; those already filtered stay. Returns how many changed.
    pub(super) fn project(&mut self, g: Option<(&[f64], f64)>, filter: Filter) -> usize {
        let mut count = 0;
        self.former.clear();
        self.former.extend(self.kept.iter().map(|kept| kept.curvature));
        for (kept, filtered) in self.kept.iter_mut().zip(&mut self.filtered).filter(|(_, done)| !**done) {
            let large =
                |(g, above): (&[f64], f64)| g[3 * kept.node as usize..][..3].iter().any(|g| g.abs() > above);
            if g.is_none_or(large) {
                *filtered = true;
                count += 1;
                eigen::project(kept.curvature.as_flattened_mut(), 3, filter);
            }
        }
        count
    }

    /// Q_a B Q_b of a block of a row, by columns, and zero where a coordinate is held.
    pub(super) fn between(&self, mut block: [f64; 9], row: u32, column: u32, held: &[Held]) -> [f64; 9] {
        let (mine, theirs) = (held[row as usize], held[column as usize]);
        for (k, entry) in block.iter_mut().enumerate() {
            if (mine >> (k % 3) | theirs >> (k / 3)) & 1 == 1 {
                *entry = 0.0;
            }
        }
        self.turn(&mut block, row, column);
        block
    }

    /// Leaves of a block by columns what both nodes are free to do.
    fn turn(&self, block: &mut [f64], row: u32, column: u32) {
        if let Some(Kept { tangent, .. }) = self.of(row) {
            for column in block.chunks_exact_mut(3) {
                let b = [column[0], column[1], column[2]];
                for i in 0..3 {
                    column[i] = tangent[i][0] * b[0] + tangent[i][1] * b[1] + tangent[i][2] * b[2];
                }
            }
        }
        if let Some(Kept { tangent, .. }) = self.of(column) {
            for i in 0..3 {
                let b = [block[i], block[3 + i], block[6 + i]];
                for j in 0..3 {
                    block[3 * j + i] = b[0] * tangent[0][j] + b[1] * tangent[1][j] + b[2] * tangent[2][j];
                }
            }
        }
    }

    /// Confines a row of the matrix: Q H Q, and on the diagonal the curvature of the surface within them and, across, as
    /// much as the block had, so that nothing moves there and the system stays well conditioned. A row already confined, to
    /// which something was added, is confined again, then without the curvature.
    pub(super) fn confine_row(
        &self,
        row: u32,
        columns: &[u32],
        diagonal: usize,
        values: &mut [f64],
        curved: bool,
    ) {
        if self.is_empty() {
            return;
        }
        let block = &values[9 * diagonal..9 * diagonal + 9];
        let stiffness = ((block[0] + block[4] + block[8]) / 3.0).abs();
        for (block, &column) in values.chunks_exact_mut(9).zip(columns) {
            self.turn(block, row, column);
        }
        let Some(kept) = self.of(row) else { return };
        let block = &mut values[9 * diagonal..9 * diagonal + 9];
        for j in 0..3 {
            for i in 0..3 {
                let across = f64::from(u8::from(i == j)) - kept.tangent[i][j];
                let along = if curved { kept.curvature[i][j] } else { 0.0 };
                block[3 * j + i] += stiffness * across + along;
            }
        }
    }

    /// Leaves of a vector what kept nodes are free to do.
    pub(super) fn flatten(&self, v: &mut [f64]) {
        for Kept { node, tangent, .. } in &self.kept {
            let own = &mut v[3 * *node as usize..][..3];
            let before = [own[0], own[1], own[2]];
            for (own, row) in own.iter_mut().zip(tangent) {
                *own = row[0] * before[0] + row[1] * before[1] + row[2] * before[2];
            }
        }
    }

    /// The curvature at a node as it is and as it was before the last filtering, by columns.
    pub(super) fn curvatures(&self, node: u32) -> [Option<[f64; 9]>; 2] {
        let place = (self.place.get(node as usize).copied().unwrap_or(0) as usize).wrapping_sub(1);
        let flat = |curvature: [[f64; 3]; 3]| std::array::from_fn(|k| curvature[k % 3][k / 3]);
        let now = self.kept.get(place).map(|kept| kept.curvature);
        [now.map(flat), self.former.get(place).copied().map(flat)]
    }
}
