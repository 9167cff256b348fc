//! Everything that acts: an energy is a set of stencils of nodes and a formula on each.
//!
//! An energy never scatters and never threads. It writes the derivatives of each element into the element's
//! own slot, and `assemble` gathers the slots in a fixed order: that is what makes the sums the same for any
//! number of threads, and what keeps the element Hessians for minimizers that project some of them later.

mod abilities;
mod acts;
pub mod attachment;
pub mod bending;
mod compliance;
mod confinement;
mod domain;
pub mod drag;
pub mod gravity;
mod interaction;
pub mod joint;
mod kind;
pub mod load;
mod matrix_free;
mod nodes;
mod point;
mod points;
pub mod rayleigh;
mod remembering;
mod source;
mod splitting;
pub mod spring;
pub mod strain;
mod timed;

use std::ops::Range;
use std::sync::Arc;

use crate::math::Filter;
pub use abilities::{Abilities, Passing, Rounding};
pub use acts::Acts;
pub use compliance::{Compliance, FILLER};
pub use confinement::{Confinement, Kept};
pub use domain::Domain;
pub use interaction::{Adaptive, InTheWay, Interaction, Lagging, Reached};
pub(crate) use kind::enlist;
pub use kind::{Kind, Member, Owner, Register};
pub use matrix_free::MatrixFree;
pub use nodes::{NodeMaker, Nodes};
pub use points::{Points, Weighted};
pub use remembering::Remembering;
pub(crate) use source::ALONE;
pub use source::{Between, Meeting, Part, Source};
pub use splitting::{Coupling, SplitNorms, Splitting};
pub use timed::Timed;

/// How far an evaluation goes; each level includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Want {
    /// The value alone.
    Value,
    /// Value and gradient.
    Gradient,
    /// Value, gradient and Hessian.
    Hessian,
}

/// Which argument of the stage an energy is a function of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A potential Φ at the force point θx + b of the scheme.
    ForcePoint,
    /// A potential with a feasible set, at the end x of the step.
    End,
    /// A dissipation potential R of the stage velocity cx + d.
    Velocity,
}

/// The column of the ledger an energy is booked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Stored by deformation: strain, springs, attachments.
    Elastic,
    /// Potential of the weight.
    Gravity,
    /// Penalties and barriers.
    Contact,
    /// The same, but not counted as energy of the system: collision springs are put in and taken out as contacts come and
    /// go, and \[Dinev18\] §4.3 leaves them out of the energy that is kept.
    UntrackedContact,
    /// Potential of loads.
    Load,
    /// Not stored: what it does is booked as added.
    Work,
    /// Not stored: what it takes is lost.
    Dissipation,
}

impl Account {
    /// Whether it is energy that a state has.
    pub fn is_stored(self) -> bool {
        !matches!(self, Self::Work | Self::Dissipation)
    }
}

/// The nodes each element acts on: `arity` of them per element, one element after the other.
#[derive(Clone, Copy, Debug)]
pub struct Stencils<'a> {
    /// Nodes per element.
    pub arity: usize,
    /// Node numbers, `arity` per element.
    pub nodes: &'a [u32],
}

impl Stencils<'_> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.nodes.len() / self.arity
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// Numbers in the gradient slot of an element of `arity` nodes: one 3-vector a node.
pub const fn gradient_slot(arity: usize) -> usize {
    3 * arity
}

/// Numbers in the Hessian slot of an element of `arity` nodes: its upper triangle of 3×3 blocks (a ≤ b, row
/// by row), each block stored by columns.
pub const fn hessian_slot(arity: usize) -> usize {
    9 * arity * (arity + 1) / 2
}

/// Place of block (a, b), a ≤ b, in the Hessian slot of an element of `arity` nodes, in blocks.
pub const fn block_place(arity: usize, a: usize, b: usize) -> usize {
    a * arity - a * (a + 1) / 2 + b
}

/// Overwrites a 3×3 block with `value` times the identity of the first `axes` axes.
fn write_isotropic(block: &mut [f64], value: f64, axes: usize) {
    block.fill(0.0);
    (0..axes).for_each(|axis| block[4 * axis] = value);
}

/// Elements handed to one call of [`Energy::eval`] at most. Fixed, so that the partial sums of a value, and
/// with them its bits, do not depend on the number of threads; a multiple of every SIMD width.
pub const CHUNK: usize = 256;

/// Relative rounding error of a sum over a chunk whose terms are exact but for a few digits.
pub const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Rounding error of an energy `value` that comes from a strain, where a strain of one would store half of `unit`, J: the strain
/// is a difference of numbers near one, and its error times the stress is that of the energy.
fn rounding_of_strain(value: f64, unit: f64) -> f64 {
    ROUNDING * (value.abs() + (2.0 * unit * value.abs()).sqrt() + ROUNDING * unit)
}

/// Where the derivatives of one chunk of elements go. Slices not wanted are empty.
#[derive(Debug)]
pub struct Slots<'a> {
    /// [`gradient_slot`] numbers per element of the chunk.
    pub gradient: &'a mut [f64],
    /// [`hessian_slot`] numbers per element of the chunk.
    pub hessian: &'a mut [f64],
}

/// A scalar function of node positions (or velocities), a sum over elements. Every one is in the register of [`Kind`]s.
pub trait Energy: Member + Send + Sync {
    /// Name for logs and reports.
    fn name(&self) -> &str;

    /// Which argument of the stage this is a function of.
    fn at(&self) -> At {
        At::ForcePoint
    }

    /// Column of the ledger.
    fn account(&self) -> Account;

    /// The elements' nodes; of an [`Interaction`], the points of those collected last.
    fn stencils(&self) -> Stencils<'_>;

    /// Evaluates `elements` (at most [`CHUNK`], starting at a multiple of four) at `x`, interleaved xyz of all
    /// nodes. Returns the sum of their values, +∞ outside the domain, and fills the slots that `want` names.
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64;

    /// Writes a constant stand-in for the Hessian of `elements` into their slots: positive semidefinite and the
    /// same however the state is moved or turned, so each 3×3 block is a multiple of the identity (in the plane,
    /// of the identity of the plane). It is as stiff as the energy is near rest, and is what methods with a
    /// prefactored matrix start from. Not asked of a linear energy, which has no slots, and not of what is
    /// [passing](Passing).
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]);

    /// Told once before every step: the state it starts from and the time it ends at. Scripted quantities are moved here.
    fn begin(&mut self, _x: &[f64], _end: f64) {}

    /// What of it is kept from step to step beside the state, if something is; to be read among its [abilities](Abilities).
    fn remembering(&mut self) -> Option<&mut dyn Remembering> {
        None
    }

    /// What of it lags, if something does.
    fn lagging(&mut self) -> Option<&mut dyn Lagging> {
        None
    }

    /// What of it goes by the time within a step, if something does.
    fn timed(&mut self) -> Option<&mut dyn Timed> {
        None
    }

    /// Takes lagged quantities at `x`, as often as the integrator says. False if there is nothing to take there: outside
    /// the domain.
    fn lag(&mut self, _x: &[f64]) -> bool {
        true
    }

    /// What it can do besides.
    fn abilities(&self) -> Abilities<'_> {
        Abilities::default()
    }
}

impl<E: Energy + ?Sized + 'static> Member for Arc<E> {
    fn kind(&self) -> Kind {
        (**self).kind()
    }
}

impl<E: Energy + ?Sized + 'static> Energy for Arc<E> {
    fn name(&self) -> &str {
        (**self).name()
    }
    fn at(&self) -> At {
        (**self).at()
    }
    fn account(&self) -> Account {
        (**self).account()
    }
    fn stencils(&self) -> Stencils<'_> {
        (**self).stencils()
    }
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        (**self).eval(x, elements, want, filter, slots)
    }
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        (**self).stand_in(elements, hessian);
    }
    fn abilities(&self) -> Abilities<'_> {
        (**self).abilities()
    }
}
