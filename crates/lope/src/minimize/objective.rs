//! What a minimizer sees.

use super::{Compliant, Split};
use crate::math::Filter;
use crate::sparse::vector::dot;
use crate::sparse::{Operator, RankOnes};

/// A twice differentiable scalar function, +∞ outside its domain. What it can do besides are traits of their own.
pub trait Objective {
    /// Number of unknowns.
    fn unknowns(&self) -> usize;

    /// The value at `x`.
    fn value(&mut self, x: &[f64]) -> f64;

    /// The gradient at `x` into `g`; returns the value.
    fn gradient(&mut self, x: &[f64], g: &mut [f64]) -> f64;

    /// Evaluates the Hessian at `x`, which [`Objective::operator`] then holds.
    fn hessian(&mut self, x: &[f64], filter: Filter);

    /// The matrix last evaluated.
    fn operator(&self) -> &dyn Operator;

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

    /// The size of the step `p`, as stopping rules measure it.
    fn size(&self, p: &[f64]) -> f64;

    /// Rounding error to expect in the last value. Differences below it carry no information.
    fn noise(&self) -> f64;

    /// Where the unknowns are the positions of nodes: which coordinates of each node are held (bit 0 is x, bit 1 is
    /// y, bit 2 is z). Solvers use it to know the rigid motions, which cost nearly nothing.
    fn held(&self) -> Option<&[u8]> {
        None
    }

    /// Where the unknowns are the positions of nodes: the first of every four in a row that are a rigid body, ascending.
    fn rigid(&self) -> &[u32] {
        &[]
    }

    /// What it can do besides; none of a plain function.
    fn abilities(&mut self) -> Option<&mut dyn Abilities> {
        None
    }
}

/// What an objective can do besides being evaluated, each ability asked for where it is needed. Those it does not name it has not.
pub trait Abilities {
    /// A bound on sizes that needs no matrix.
    fn bounded(&mut self) -> Option<&mut dyn Bounded> {
        None
    }

    /// The objective as a sum over elements.
    fn summed(&mut self) -> Option<&mut dyn Summed> {
        None
    }

    /// The constraints on its unknowns.
    fn constrained(&mut self) -> Option<&mut dyn Constrained> {
        None
    }

    /// A matrix that does not change from point to point.
    fn constant(&mut self) -> Option<&mut dyn ConstantMatrix> {
        None
    }

    /// The objective taken apart, for splitting methods.
    fn split(&mut self) -> Option<&mut dyn Split> {
        None
    }

    /// The objective as compliant constraints on top of a quadratic, for position-based methods.
    fn compliant(&mut self) -> Option<&mut dyn Compliant> {
        None
    }
}

/// An objective that knows how large Newton steps can be.
pub trait Bounded {
    /// No Newton step at a point with a gradient of norm `gradient` is larger than this, as long as what is added to
    /// its constant quadratic is convex there.
    fn size_bound(&self, gradient: f64) -> f64;

    /// How large the steps are that a residual `r` at `x` asks for and that a linear solve which ends at a small residual
    /// misses first: motions along which the rest is flat.
    fn drift(&mut self, x: &[f64], r: &[f64]) -> f64;
}

/// An objective whose Hessian is a sum over elements.
pub trait Summed {
    /// Elements there are.
    fn elements(&self) -> usize;

    /// Filters the eigenvalues of the elements of the Hessian at `x`, which was evaluated raw, where a component of
    /// the gradient `g` at one of their nodes exceeds `above` in absolute value; elements already filtered stay as
    /// they are. A negative `above` picks all. The operator is updated in place. Returns the number of elements
    /// filtered.
    fn project(&mut self, x: &[f64], g: &[f64], above: f64, filter: Filter) -> usize;

    /// Whether the elements are always the same, so that the matrix last evaluated is still near the Hessian at a point close
    /// to where it was evaluated.
    fn are_lasting(&self) -> bool {
        true
    }

    /// Values above this are of no interest: elements that are expensive and never negative may be left out of them.
    fn set_ceiling(&mut self, _ceiling: f64) {}
}

/// An objective with constraints, along which paths are curved.
pub trait Constrained {
    /// Told at the start of a minimization: no constraint is active.
    fn release(&mut self);

    /// Brings `x` where constraints allow it, before it is evaluated: the paths of line searches are curved where some do.
    fn confine(&mut self, x: &mut [f64]);

    /// Told at the start of every iteration: of the gradient `g` of the unconstrained function at `x` leaves what active
    /// constraints leave free, and keeps these active in Hessian and paths until told again. Returns whether
    /// any are active.
    fn register(&mut self, x: &[f64], g: &mut [f64]) -> bool;

    /// The derivative of the value along the path through x + αp at the point last confined, where the gradient is `g`.
    fn slope(&self, g: &[f64], p: &[f64]) -> f64;
}

/// What tells one constant matrix from another without assembling it: on the same pattern, with the same coordinates held and
/// the same mark it is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mark(pub [f64; 4]);

/// An objective with a constant, positive semidefinite stand-in for its Hessian: the same at every point, so it can be factored
/// in advance.
pub trait ConstantMatrix {
    /// Assembles it; [`Objective::operator`] holds it then.
    fn assemble(&mut self);

    /// Its mark; none if it cannot be told without assembling it.
    fn mark(&self) -> Option<Mark> {
        None
    }

    /// Adds every term that the matrix lacks because it comes and goes.
    fn passing(&self, _into: &mut RankOnes) {}

    /// Whether the start is close to the minimum, so that a method with a fixed number of iterations may do with fewer.
    fn is_near(&self) -> bool {
        false
    }
}

/// Questions to any objective: one that has not the ability says what is true without it.
impl dyn Objective + '_ {
    /// [`Abilities::bounded`].
    pub fn bounded(&mut self) -> Option<&mut dyn Bounded> {
        self.abilities()?.bounded()
    }

    /// [`Abilities::summed`].
    pub fn summed(&mut self) -> Option<&mut dyn Summed> {
        self.abilities()?.summed()
    }

    /// [`Abilities::constrained`].
    pub fn constrained(&mut self) -> Option<&mut dyn Constrained> {
        self.abilities()?.constrained()
    }

    /// [`Abilities::constant`].
    pub fn constant(&mut self) -> Option<&mut dyn ConstantMatrix> {
        self.abilities()?.constant()
    }

    /// [`Abilities::split`].
    pub fn split(&mut self) -> Option<&mut dyn Split> {
        self.abilities()?.split()
    }

    /// [`Abilities::compliant`].
    pub fn compliant(&mut self) -> Option<&mut dyn Compliant> {
        self.abilities()?.compliant()
    }

    /// [`Bounded::size_bound`]; infinite where nothing is known.
    pub fn size_bound(&mut self, gradient: f64) -> f64 {
        self.bounded().map_or(f64::INFINITY, |f| f.size_bound(gradient))
    }

    /// [`Bounded::drift`]; zero where nothing is known.
    pub fn drift(&mut self, x: &[f64], r: &[f64]) -> f64 {
        self.bounded().map_or(0.0, |f| f.drift(x, r))
    }

    /// [`Summed::elements`].
    pub fn elements(&mut self) -> usize {
        self.summed().map_or(0, |f| f.elements())
    }

    /// [`Summed::project`].
    pub fn project(&mut self, x: &[f64], g: &[f64], above: f64, filter: Filter) -> usize {
        self.summed().map_or(0, |f| f.project(x, g, above, filter))
    }

    /// [`Summed::are_lasting`].
    pub fn is_lasting(&mut self) -> bool {
        self.summed().is_none_or(|f| f.are_lasting())
    }

    /// [`Summed::set_ceiling`].
    pub fn set_ceiling(&mut self, ceiling: f64) {
        if let Some(f) = self.summed() {
            f.set_ceiling(ceiling);
        }
    }

    /// [`Constrained::release`].
    pub fn release(&mut self) {
        if let Some(f) = self.constrained() {
            f.release();
        }
    }

    /// [`Constrained::confine`]; returns whether there are constraints.
    pub fn confine(&mut self, x: &mut [f64]) -> bool {
        self.constrained().map(|f| f.confine(x)).is_some()
    }

    /// [`Constrained::register`].
    pub fn register(&mut self, x: &[f64], g: &mut [f64]) -> bool {
        self.constrained().is_some_and(|f| f.register(x, g))
    }

    /// [`Constrained::slope`].
    pub fn slope(&mut self, g: &[f64], p: &[f64]) -> f64 {
        self.constrained().map_or_else(|| dot(g, p), |f| f.slope(g, p))
    }
}
