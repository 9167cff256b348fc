//! What a minimizer sees.

use super::{Compliant, Split};
use crate::math::Filter;
use crate::sparse::vector::dot;
use crate::sparse::{Loose, Operator};

/// What the constant matrix of a stage is made of beside masses and energies, which stay.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LaplacianMark {
    /// Weight of the inertia, 1/s².
    pub kappa: f64,
    /// Factor of the potentials.
    pub theta: f64,
    /// Factor of the dissipation, 1/s.
    pub rate: f64,
    /// How stiffly a splitting method couples, see [`Split::set_penalty`].
    pub penalty: f64,
}

/// A twice differentiable scalar function, +∞ outside its domain.
pub trait Objective {
    /// Number of unknowns.
    fn len(&self) -> usize;

    /// Whether there is nothing to minimize over.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at `x`.
    fn value(&mut self, x: &[f64]) -> f64;

    /// The gradient at `x` into `g`; returns the value.
    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64;

    /// Evaluates the Hessian at `x`, which [`Objective::operator`] then holds.
    fn hessian(&mut self, x: &[f64], filter: Filter);

    /// Filters the eigenvalues of the elements of the Hessian at `x`, which was evaluated raw, where a component of
    /// the gradient `g` at one of their nodes exceeds `above` in absolute value; elements already filtered stay as
    /// they are. A negative `above` picks all. The operator is updated in place. Returns the number of elements
    /// filtered.
    fn project(&mut self, _x: &[f64], _g: &[f64], _above: f64, _filter: Filter) -> usize {
        0
    }

    /// Elements the Hessian is a sum of.
    fn elements(&self) -> usize {
        0
    }

    /// Where the unknowns are the positions of nodes: which coordinates of each node are held (bit 0 is x, bit 1 is
    /// y, bit 2 is z). Solvers use it to know the rigid motions, which cost nearly no energy.
    fn held(&self) -> Option<&[u8]> {
        None
    }

    /// Whether the matrix last evaluated is still near the Hessian at a point close to where it was evaluated.
    fn operator_stays_near(&self) -> bool {
        true
    }

    /// The matrix last evaluated.
    fn operator(&self) -> &dyn Operator;

    /// Evaluates a constant, positive semidefinite stand-in for the Hessian, which [`Objective::operator`] then
    /// holds: the same at every point, so it can be factored in advance. Returns whether there is one.
    fn laplacian(&mut self) -> bool {
        false
    }

    /// What tells one matrix of [`Objective::laplacian`] from another without assembling it: on the same pattern, with
    /// the same coordinates held and the same mark it is the same. None if that cannot be told.
    fn laplacian_mark(&self) -> Option<LaplacianMark> {
        None
    }

    /// Calls `visit` for every spring that the constant matrix lacks because it comes and goes.
    fn loose(&self, _visit: &mut dyn FnMut(Loose)) {}

    /// Whether the start is close to the minimum, so that a method with a fixed number of iterations may do with fewer.
    fn refining(&self) -> bool {
        false
    }

    /// Told at the start of a minimization: no constraint is active.
    fn release(&mut self) {}

    /// Brings `x` where constraints allow it, before it is evaluated: the paths of line searches are curved where some do.
    /// Returns whether there are any.
    fn confine(&mut self, _x: &mut [f64]) -> bool {
        false
    }

    /// Told at the start of every iteration: of the gradient `g` of the unconstrained function at `x` leaves what active
    /// constraints leave free, and keeps these active in Hessian and paths until told again. Returns whether
    /// any are active.
    fn register(&mut self, _x: &[f64], _g: &mut [f64]) -> bool {
        false
    }

    /// How fast the steps are, m/s, that a force `r` at `x` asks for and that a linear solve which ends at a small residual
    /// misses first: rigid motions of bodies that nothing holds. Zero where nothing is known.
    fn drift(&mut self, _x: &[f64], _r: &[f64]) -> f64 {
        0.0
    }

    /// The derivative of the value along the path through x + αp at the point last confined, where the gradient is `g`.
    fn slope(&self, g: &[f64], p: &[f64]) -> f64 {
        dot(g, p)
    }

    /// Values above this are of no interest: parts that are expensive and never negative may be left out of them.
    fn set_ceiling(&mut self, _ceiling: f64) {}

    /// The objective taken apart, for splitting methods; none if it cannot be.
    fn split(&mut self) -> Option<&mut dyn Split> {
        None
    }

    /// The objective as compliant constraints on top of an inertia, for position-based methods; none if it is not that.
    fn compliant(&mut self) -> Option<&mut dyn Compliant> {
        None
    }

    /// How much of the straight way `from` a point inside the domain `to` another point is free: 1 if all of it is inside, else
    /// less than the way to the first point outside. Line searches do not go farther.
    fn reach(&mut self, _from: &[f64], _to: &[f64]) -> f64 {
        1.0
    }

    /// Whether no wall stands between two points of the domain. Who jumps asks: beyond a wall values may be finite, and even
    /// lower.
    fn free(&mut self, _from: &[f64], _to: &[f64]) -> bool {
        true
    }

    /// The step `p` as the velocity that stopping rules measure, m/s: ‖p‖_∞/h over the nodes.
    fn speed(&self, p: &[f64]) -> f64;

    /// No Newton step at a point with a gradient of norm `gradient` is faster than this, m/s, as long as what is
    /// added to the inertia is convex there; infinite where nothing is known.
    fn speed_bound(&self, _gradient: f64) -> f64 {
        f64::INFINITY
    }

    /// Rounding error to expect in the last value. Differences below it carry no information.
    fn noise(&self) -> f64;
}
