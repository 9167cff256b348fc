//! Constant matrices, factored in advance and kept.
//!
//! A step may minimize several stages in turn: implicit midpoint and then backward Euler, whose matrices differ
//! (\[Dinev18\] §4.2). Each is assembled and factored when it is first met or announced, and known again by its mark.

use std::sync::Arc;

use super::{Mark, Metric, Objective};
use crate::math::vec3::Vec3;
use crate::sparse::{BlockMatrix, Pattern, Preconditioner, RankOne, RankOnes, Woodbury, vector};

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
    fn correct_for(&mut self, passing: &RankOnes) {
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
    passing: RankOnes,
}

impl Prepared {
    /// Puts the matrix of an objective in force. Nothing is assembled if it is known.
    pub fn take(&mut self, f: &mut dyn Objective) {
        let place = self.find(f);
        self.entries[..=place].rotate_right(1);
        self.passing.clear();
        if let Some(f) = f.constant() {
            f.passing(&mut self.passing);
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

/// A matrix with k u uᵀ of all terms added. Where it has no block for two nodes of a term, their part is bounded by what is on
/// the diagonal, 2(a·x)(b·y) ≤ (a·x)² + (b·y)²: the sum is as large or larger, and methods that go down still do.
fn with_terms(matrix: &BlockMatrix, terms: &RankOnes) -> BlockMatrix {
    let mut sum = matrix.clone();
    for RankOne { parts, weight } in terms.iter() {
        for (a, b) in parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b))) {
            let place = sum.find(a.0 as usize, b.0 as usize);
            let (place, b) = place.map_or((sum.pattern().diagonal()[a.0 as usize], a), |place| (place, b));
            let [n, m] = [upright(a.1), upright(b.1)];
            for (k, entry) in sum.block_mut(place).iter_mut().enumerate() {
                *entry += weight * n[k % 3] * m[k / 3];
            }
        }
    }
    sum
}

/// A vector without what leans.
fn upright(normal: Vec3) -> Vec3 {
    let least = LEANING * normal.iter().fold(0.0, |most: f64, n| most.max(n.abs()));
    normal.map(|n| if n.abs() > least { n } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::Operator;
    use crate::sparse::testing::{grid, laplacian, random_vector};

    #[test]
    fn terms_are_added_exactly_where_there_is_room_and_bounded_where_there_is_none() {
        let a = laplacian(grid(4, 3, 3), 0.05);
        let (near, far) = (a.pattern().row(5)[0], a.rows() as u32 - 1);
        assert!(near != 5 && a.find(5, far as usize).is_none());
        let (n, m) = ([0.3, -0.4, 0.5], [-0.2, 0.7, 0.1]);
        for (other, exact) in [(near, true), (far, false)] {
            let mut terms = RankOnes::default();
            terms.push(7.0, [(5, n), (other, m)]);
            let sum = with_terms(&a, &terms);
            for seed in 0..20 {
                let x = random_vector(a.len(), seed);
                let times = |matrix: &BlockMatrix| {
                    let mut y = vec![0.0; a.len()];
                    matrix.apply(&x, &mut y);
                    vector::dot(&x, &y)
                };
                let part = |node: u32, n: Vec3| (0..3).map(|i| n[i] * x[3 * node as usize + i]).sum::<f64>();
                let (added, term) = (times(&sum) - times(&a), 7.0 * (part(5, n) + part(other, m)).powi(2));
                assert!(
                    if exact { (added - term).abs() < 1e-12 } else { added > term - 1e-12 },
                    "{added} {term}"
                );
            }
        }
    }
}
