//! How a factor is cut into panels and units.

use std::ops::Range;

use faer::sparse::linalg::cholesky::supernodal::SymbolicSupernodalCholesky;
use rayon::prelude::*;

use crate::math::Quad;

/// Columns of a panel at most: their part of the right-hand sides stays in the first-level cache.
pub(super) const WIDTH: usize = 32;

/// Rows below the diagonal that are multiplied together.
pub(super) const GROUP: usize = 8;

/// The same for the last ones, if they are no more.
pub(super) const HALF: usize = GROUP / 2;

/// Numbers of a factor below which a subtree is not worth a task.
const LEAST: usize = 16 << 10;

/// Subtrees with less than the factor divided by this are not divided. With 16 in place of 48 two threads are a twentieth faster,
/// and rows of panels are shared above.
const PARTS: usize = 16;

/// Nodes per task when the solution is written.
const NODES: usize = 2048;

/// Columns of one supernode.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    /// First column, in the vector of its unit.
    pub(super) first: u32,
    pub(super) width: u32,
    /// Where the rows below it are in the list of rows.
    pub(super) rows: Range<u32>,
}

impl Panel {
    /// How many rows are in whole groups.
    pub(super) fn whole(&self) -> usize {
        whole(self.rows.len())
    }

    /// Numbers stored.
    pub(super) fn len(&self) -> usize {
        let width = self.width as usize;
        width * (width + 1) / 2 + width * self.rows.len().next_multiple_of(HALF)
    }
}

/// How many of so many rows are in whole groups; the last of these may lack some, and half a group may follow.
pub(super) fn whole(rows: usize) -> usize {
    if rows % GROUP > HALF { rows.next_multiple_of(GROUP) } else { rows - rows % GROUP }
}

/// A part of the elimination tree that one task works on.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) panels: Range<usize>,
    /// Numbers of its panels.
    pub(super) values: Range<usize>,
    /// Its columns, in elimination order.
    pub(super) columns: Range<usize>,
    /// Places in [`Plan::up`] of the rows below its columns that belong to units above.
    pub(super) rows: Range<usize>,
    /// Start of its vector: columns, then those rows.
    pub(super) local: usize,
    /// Start of the vectors of its subtree, of which its own is the last.
    pub(super) tree: usize,
    /// Places in [`Plan::children`].
    pub(super) children: Range<usize>,
}

/// The structure of a packed factor.
#[derive(Debug, Default)]
pub(in crate::sparse) struct Plan {
    /// Nodes in elimination order.
    pub(super) order: Vec<u32>,
    /// Place of each node in the memory of a solve.
    places: Vec<u32>,
    pub(super) panels: Vec<Panel>,
    /// Supernode of each panel, and its first column there.
    pub(super) sources: Vec<(u32, u32)>,
    /// Rows of panels, in the vector of their unit.
    pub(super) rows: Vec<u32>,
    /// Children before parents.
    pub(super) units: Vec<Unit>,
    pub(super) children: Vec<u32>,
    pub(super) roots: Vec<u32>,
    /// Where the rows of a unit that belong above are in the vector of its parent.
    pub(super) up: Vec<u32>,
    /// Numbers of the packed factor.
    pub(super) values: usize,
    /// Quads a solve needs.
    pub(in crate::sparse) work: usize,
}

impl Plan {
    /// Cuts the factor of a matrix with its nodes in `order`, which must be a postorder of the elimination tree. None if
    /// it is not, or has too many entries to be numbered.
    pub(in crate::sparse) fn new(
        order: &[usize],
        symbolic: &SymbolicSupernodalCholesky<usize>,
    ) -> Option<Self> {
        let tree = Tree::new(symbolic);
        let mut plan = Self { order: order.iter().map(|&node| node as u32).collect(), ..Self::default() };
        plan.places = vec![0; order.len()];
        u32::try_from(order.len()).ok()?;

        let mut waiting: Vec<u32> = Vec::new();
        let mut local = vec![u32::MAX; order.len()];
        let mut next = 0;
        for range in tree.units() {
            if range.start != next {
                return None;
            }
            next = range.end;
            let last = range.end - 1;
            let columns = symbolic.supernode_begin()[range.start]..symbolic.supernode_end()[last];
            let above = symbolic.supernode(last).pattern();
            for (place, row) in columns.clone().chain(above.iter().copied()).enumerate() {
                local[row] = place as u32;
            }
            let panels = plan.panels.len();
            let values = plan.values;
            for supernode in range.clone() {
                plan.add_supernode(symbolic, supernode, &local)?;
            }
            // The children are those waiting whose parent is in the unit: the last ones, since this is a postorder.
            let is_child = |&unit: &u32| {
                let last = plan.last_supernode(unit);
                tree.parent[last].is_some_and(|parent| range.contains(&parent))
            };
            let first = waiting.len() - waiting.iter().rev().take_while(|unit| is_child(unit)).count();
            let children = plan.children.len()..plan.children.len() + waiting.len() - first;
            for &child in &waiting[first..] {
                for place in plan.units[child as usize].rows.clone() {
                    // Held the row itself until the parent came.
                    plan.up[place] = *local.get(plan.up[place] as usize).filter(|&&row| row != u32::MAX)?;
                }
            }
            let tree_start = waiting.get(first).map_or(plan.work, |&child| plan.units[child as usize].tree);
            plan.children.extend(waiting.drain(first..));
            let rows = plan.up.len()..plan.up.len() + above.len();
            plan.up.extend(above.iter().map(|&row| row as u32));
            for (place, column) in columns.clone().enumerate() {
                plan.places[order[column]] = (plan.work + place) as u32;
            }
            for row in columns.clone().chain(above.iter().copied()) {
                local[row] = u32::MAX;
            }
            waiting.push(plan.units.len() as u32);
            plan.units.push(Unit {
                panels: panels..plan.panels.len(),
                values: values..plan.values,
                local: plan.work,
                tree: tree_start,
                columns: columns.clone(),
                rows,
                children,
            });
            plan.work += columns.len() + above.len();
            u32::try_from(plan.work).ok()?;
        }
        // What still waits has no parent.
        let rootless = |&unit: &u32| tree.parent[plan.last_supernode(unit)].is_some();
        if waiting.iter().any(rootless) {
            return None;
        }
        plan.roots = waiting;
        Some(plan)
    }

    /// Units.
    pub(in crate::sparse) fn tasks(&self) -> usize {
        self.units.len()
    }

    /// The last supernode of a unit.
    fn last_supernode(&self, unit: u32) -> usize {
        self.sources[self.units[unit as usize].panels.end - 1].0 as usize
    }

    /// Cuts a supernode into panels; the rows of each are the columns that follow it there and the rows below.
    fn add_supernode(
        &mut self,
        symbolic: &SymbolicSupernodalCholesky<usize>,
        supernode: usize,
        local: &[u32],
    ) -> Option<()> {
        let columns = symbolic.supernode_begin()[supernode]..symbolic.supernode_end()[supernode];
        let start = self.rows.len();
        let all = columns.clone().chain(symbolic.supernode(supernode).pattern().iter().copied());
        self.rows.extend(all.map(|row| local[row]));
        // Tasks share the rows of a panel by their places.
        if self.rows[start..].contains(&u32::MAX) || !self.rows[start..].is_sorted() {
            return None;
        }
        let end = u32::try_from(self.rows.len()).ok()?;
        for offset in (0..columns.len()).step_by(WIDTH) {
            let width = (columns.len() - offset).min(WIDTH);
            let panel = Panel {
                first: self.rows[start + offset],
                width: width as u32,
                rows: (start + offset + width) as u32..end,
            };
            self.values += panel.len();
            self.panels.push(panel);
            self.sources.push((supernode as u32, offset as u32));
        }
        Some(())
    }

    /// Writes the coordinates `axes` of every node from the memory of a solve.
    pub(super) fn scatter(&self, axes: &[usize], work: &[Quad], x: &mut [f64]) {
        x.par_chunks_mut(3 * NODES).zip(self.places.par_chunks(NODES)).for_each(|(x, places)| {
            for (x, &place) in x.chunks_exact_mut(3).zip(places) {
                let solved = &work[place as usize].0;
                axes.iter().for_each(|&axis| x[axis] = solved[axis]);
            }
        });
    }
}

/// The tree of supernodes.
struct Tree {
    parent: Vec<Option<usize>>,
    /// Numbers of the whole subtree.
    weight: Vec<usize>,
    /// First supernode of the subtree, of which the supernode itself is the last.
    first: Vec<usize>,
    largest: usize,
}

impl Tree {
    fn new(symbolic: &SymbolicSupernodalCholesky<usize>) -> Self {
        let count = symbolic.n_supernodes();
        let ends = symbolic.supernode_end();
        let above = |s: usize| symbolic.supernode(s).pattern().iter().copied().min();
        let parent: Vec<Option<usize>> =
            (0..count).map(|s| above(s).map(|row| ends.partition_point(|&end| end <= row))).collect();
        let (mut weight, mut first) = (vec![0; count], (0..count).collect::<Vec<_>>());
        for s in 0..count {
            let width = ends[s] - symbolic.supernode_begin()[s];
            weight[s] += width * (width + symbolic.supernode(s).pattern().len());
            if let Some(parent) = parent[s] {
                weight[parent] += weight[s];
                first[parent] = first[parent].min(first[s]);
            }
        }
        let total: usize = (0..count).filter(|&s| parent[s].is_none()).map(|s| weight[s]).sum();
        Self { parent, weight, first, largest: (total / PARTS).max(LEAST) }
    }

    /// Ranges of supernodes: small subtrees as a whole, and the supernodes above them one by one.
    fn units(&self) -> Vec<Range<usize>> {
        let small = |s: usize| self.weight[s] <= self.largest;
        let mut units = Vec::new();
        for s in 0..self.parent.len() {
            if !small(s) {
                units.push(s..s + 1);
            } else if !self.parent[s].is_some_and(small) {
                units.push(self.first[s]..s + 1);
            }
        }
        units
    }
}
