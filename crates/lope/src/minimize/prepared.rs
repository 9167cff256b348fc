//! Constant matrices, factored in advance and kept.
//!
//! A step may minimize several stages in turn: implicit midpoint and then backward Euler, whose matrices differ
//! (\[Dinev18\] §4.2). Each is assembled and factored when it is first met or announced, and known again by its mark.

use std::sync::Arc;

use super::{Mark, Metric, Objective};
use crate::sparse::{BlockMatrix, Pattern, Preconditioner, RankOne, Woodbury, vector};

/// Matrices kept: those of the stages of a step, and as many again for a step cut in parts.
const MOST_MATRICES: usize = 4;

/// A matrix with its inverse.
#[derive(Debug, Default)]
struct Entry {
    /// What it was made from; none if it has to be assembled to be known.
    mark: Option<Mark>,
    held: Vec<u8>,
    pattern: Option<Arc<Pattern>>,
    metric: Metric,
    woodbury: Woodbury,
    /// The matrix with passing terms in it, when they are too many to be corrected for.
    summed: Metric,
    /// Whether that is the one in force.
    added: bool,
}

impl Entry {
    fn fits(&self, f: &dyn Objective, mark: Mark) -> bool {
        let on_pattern = match (&self.pattern, f.operator().blocks()) {
            (Some(pattern), Some(matrix)) => matrix.is_on(pattern),
            _ => false,
        };
        self.mark == Some(mark) && on_pattern && f.held().unwrap_or_default() == self.held
    }

    /// Assembles and factors.
    fn prepare(&mut self, f: &mut dyn Objective, mark: Option<Mark>) {
        let known = f.constant().map(|f| f.assemble()).is_some();
        let matrix = if known { f.operator().blocks() } else { None };
        let before = self.metric.factorizations();
        self.metric.update(matrix);
        self.pattern = matrix.map(|matrix| matrix.pattern().clone());
        self.mark = mark;
        self.held.clear();
        self.held.extend_from_slice(f.held().unwrap_or_default());
        if self.metric.factorizations() != before {
            self.woodbury.clear();
        }
    }

    /// Puts passing terms in force.
    fn correct_for(&mut self, passing: &[RankOne]) {
        let Self { metric, woodbury, summed, .. } = self;
        let nodes = metric.matrix().map_or(0, BlockMatrix::rows);
        self.added = !woodbury.set(passing, nodes, |b, x| {
            metric.solve(b, x);
        });
        if let (true, Some(matrix)) = (self.added, metric.matrix()) {
            if !summed.known() {
                *summed = metric.beside();
            }
            summed.update(Some(&with_terms(matrix, passing)));
        }
    }

    fn solve(&mut self, b: &[f64], x: &mut [f64]) -> usize {
        if self.added {
            return self.summed.solve(b, x);
        }
        let iterations = self.metric.solve(b, x);
        self.woodbury.correct(x);
        iterations
    }
}

/// The constant matrices of the stages of a run, one of them in force.
#[derive(Debug, Default)]
pub struct Prepared {
    /// Last used first.
    entries: Vec<Entry>,
    passing: Vec<RankOne>,
}

impl Prepared {
    /// Puts the matrix of an objective in force. Nothing is assembled if it is known.
    pub fn take(&mut self, f: &mut dyn Objective) {
        let place = self.find(f);
        self.entries[..=place].rotate_right(1);
        self.passing.clear();
        if let Some(f) = f.constant() {
            f.passing(&mut |term| self.passing.push(term));
        }
        self.entries[0].correct_for(&self.passing);
    }

    /// Gets the matrix of an objective ready for the time when it is taken; the one in force stays.
    pub fn anticipate(&mut self, f: &mut dyn Objective) {
        // One without a mark would have to be assembled again to be known.
        if mark(f).is_some() {
            self.find(f);
        }
    }

    /// Where the matrix of an objective is, factored.
    fn find(&mut self, f: &mut dyn Objective) -> usize {
        let mark = mark(f);
        let known = mark.and_then(|mark| self.entries.iter().position(|entry| entry.fits(f, mark)));
        known.unwrap_or_else(|| {
            // One that has to be assembled anyway is compared with the last of its kind.
            let same_kind = self.entries.iter().position(|entry| entry.mark.is_none() && mark.is_none());
            let place = same_kind.unwrap_or_else(|| {
                if self.entries.len() < MOST_MATRICES {
                    let metric = self.entries.first().map(|entry| entry.metric.beside()).unwrap_or_default();
                    self.entries.push(Entry { metric, ..Entry::default() });
                }
                self.entries.len() - 1
            });
            self.entries[place].prepare(f, mark);
            place
        })
    }

    /// x = A⁻¹b with the matrix in force, the identity before there is one. Returns the iterations of the solve, 1 for a
    /// factor.
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) -> usize {
        match self.entries.first_mut() {
            Some(entry) => entry.solve(b, x),
            None => {
                x.copy_from_slice(b);
                0
            }
        }
    }

    /// Times a matrix was factored.
    pub fn factorizations(&self) -> usize {
        self.entries.iter().map(|e| e.metric.factorizations() + e.summed.factorizations()).sum()
    }
}

impl Preconditioner for Prepared {
    fn apply_dot(&mut self, r: &[f64], z: &mut [f64]) -> f64 {
        self.solve(r, z);
        vector::dot(r, z)
    }
}

/// The mark of the constant matrix of an objective, if it has both.
fn mark(f: &mut dyn Objective) -> Option<Mark> {
    f.constant()?.mark()
}

/// Part of a normal that is left out of the matrix. What was turned by a right angle leans by a rounding error, and
/// must not couple the axes: a factor of all of them together has nine times the entries.
const LEANING: f64 = 1e-9;

/// A matrix with k n nᵀ added to the diagonal block of each term's node.
fn with_terms(matrix: &BlockMatrix, terms: &[RankOne]) -> BlockMatrix {
    let mut sum = matrix.clone();
    for RankOne { node, normal, weight } in terms {
        let diagonal = sum.pattern().diagonal()[*node as usize];
        let least = LEANING * normal.iter().fold(0.0, |most: f64, n| most.max(n.abs()));
        let normal = normal.map(|n| if n.abs() > least { n } else { 0.0 });
        for (k, entry) in sum.block_mut(diagonal).iter_mut().enumerate() {
            *entry += weight * normal[k % 3] * normal[k / 3];
        }
    }
    sum
}
