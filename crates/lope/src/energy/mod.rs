//! Everything that acts: an energy is a set of stencils of nodes and a formula on each.
//!
//! An energy never scatters and never threads. It writes the derivatives of each element into the element's
//! own slot, and `assemble` gathers the slots in a fixed order: that is what makes the sums the same for any
//! number of threads, and what keeps the element Hessians for minimizers that project some of them later.

pub mod attachment;
mod compliance;
mod confinement;
mod domain;
pub mod drag;
pub mod gravity;
mod interaction;
mod kind;
pub mod nonrigid_damping;
mod point;
mod points;
pub mod rayleigh;
mod splitting;
pub mod spring;
pub mod strain;

use std::ops::Range;
use std::sync::Arc;

use crate::math::Filter;
pub use crate::sparse::Loose;
use attachment::Attachment;
pub use compliance::{Compliance, FILLER};
pub use confinement::{Confinement, Kept};
pub use domain::Domain;
pub use interaction::{Interaction, POINTS};
pub(crate) use kind::enlist;
pub use kind::{Kind, Member, Owner, Register};
pub use points::{Points, Weighted};
pub use splitting::{Coupling, SplitNorms, Splitting};

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
    Stage,
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
    /// Not stored: what it takes is lost.
    Dissipation,
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

/// What an energy sees of a step once it is solved.
#[derive(Clone, Copy, Debug)]
pub struct StepEnd<'a> {
    /// Positions at its end, interleaved xyz of all nodes, m.
    pub x: &'a [f64],
    /// Its length, s.
    pub h: f64,
    /// Mass of each node, kg.
    pub mass: &'a [f64],
}

/// A scalar function of node positions (or velocities), a sum over elements. Every one is in the register of [`Kind`]s.
pub trait Energy: Member + Send + Sync {
    /// Name for logs and reports.
    fn name(&self) -> &str;

    /// Which argument of the stage this is a function of.
    fn at(&self) -> At {
        At::Stage
    }

    /// Column of the ledger.
    fn account(&self) -> Account;

    /// The elements' nodes.
    fn stencils(&self) -> Stencils<'_>;

    /// Whether the Hessian is not identically zero. A linear energy (gravity) has no Hessian slots.
    fn curved(&self) -> bool {
        true
    }

    /// Evaluates `elements` (at most [`CHUNK`], starting at a multiple of it) at `x`, interleaved xyz of all
    /// nodes. Returns the sum of their values, +∞ outside the domain, and fills the slots that `want` names.
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64;

    /// Rounding error to expect in `value`, which [`Energy::eval`] returned for the same chunk of `elements`, with no
    /// coordinate of a node larger than `extent` in absolute value, m. A difference of values below it tells
    /// nothing. Energies that come from small differences of large numbers have more than the digits of the value.
    fn rounding(&self, _elements: Range<usize>, value: f64, _extent: f64) -> f64 {
        ROUNDING * value.abs()
    }

    /// Whether [`Energy::eval`] filters eigenvalues itself, in closed form. If not, it is asked for the exact
    /// Hessian, and the whole element matrix is decomposed numerically.
    fn filters(&self) -> bool {
        true
    }

    /// Writes a constant stand-in for the Hessian of `elements` into their slots: positive semidefinite and the
    /// same however the state is moved or turned, so each 3×3 block is a multiple of the identity (in the plane,
    /// of the identity of the plane). It is as stiff as the energy is near rest, and is what methods with a
    /// prefactored matrix start from. An energy that is not curved has no slots and writes nothing. Contacts are the
    /// exception: they come and go, so theirs is constant only during a step, and along their normals.
    fn laplacian(&self, elements: Range<usize>, hessian: &mut [f64]);

    /// Why it is not projective, if it is not. A projective energy is w/2‖Gx − p(x)‖² with p(x) the point nearest to Gx
    /// in some set (\[Bouaziz14\]), or quadratic, and its Laplacian is wGᵀG or majorizes its Hessian. Then a
    /// local/global iteration is a step x − A⁻¹∇E in the constant matrix A of all Laplacians, and always goes down.
    fn not_projective(&self) -> Option<&'static str> {
        None
    }

    /// Its local steps, if it can be taken apart from the positions. What cannot takes part in splitting methods by
    /// its Laplacian if it is projective.
    fn splitting(&self) -> Option<&dyn Splitting> {
        None
    }

    /// Its elements as compliant constraints, if that is what they are.
    fn compliance(&self) -> Option<&dyn Compliance> {
        None
    }

    /// Whether its stand-in comes and goes with the state. Such an energy takes no part in the prefactored matrix, and
    /// says what there is of it by [`Energy::loose`]; its [`Energy::laplacian`] is not asked for.
    fn is_loose(&self) -> bool {
        false
    }

    /// Calls `visit` for every loose spring there is in this step, always in the same order: with them, but
    /// unscaled, the matrix majorizes the Hessian.
    fn loose(&self, _visit: &mut dyn FnMut(Loose)) {}

    /// Told once before every step: the state it starts from and the time it ends at. Scripted quantities are moved here.
    fn begin_step(&mut self, _x: &[f64], _end: f64) {}

    /// Takes lagged quantities at `x`, as often as the integrator says. False if there is nothing to take there: outside
    /// the domain.
    fn lag(&mut self, _x: &[f64]) -> bool {
        true
    }

    /// Whether [`Energy::begin_step`] can change the value at a fixed state, and so put energy in.
    fn scripted(&self) -> bool {
        false
    }

    /// The attachment that it is, if it is one: attachments can be moved while a world runs.
    fn attachment(&self) -> Option<&Attachment> {
        None
    }

    /// The same, to be moved.
    fn attachment_mut(&mut self) -> Option<&mut Attachment> {
        None
    }

    /// Whether what it stores counts as energy of the system. Collision springs are put in and taken out as contacts
    /// come and go: \[Dinev18\] §4.3 leaves them out of the energy that is kept.
    fn tracked(&self) -> bool {
        true
    }

    /// Whether [`Energy::impulse`] does anything.
    fn impulsive(&self) -> bool {
        false
    }

    /// Changes the velocities `v` of all nodes once a step is solved: damping and friction that come after the
    /// integration (\[Dinev18\] §4.3). It may only take kinetic energy; the world books what it took.
    fn impulse(&mut self, _end: &StepEnd<'_>, _v: &mut [f64]) {}

    /// The work that something led by a script does on the bodies while it moves, in a step of length `h` with
    /// forces taken at `x`, J. For what is not tracked: a potential that is has it in its change.
    fn carried(&self, _x: &[f64], _h: f64) -> f64 {
        0.0
    }

    /// Where it ends, if it is not finite everywhere.
    fn domain(&self) -> Option<&dyn Domain> {
        None
    }
}

impl<E: Energy + ?Sized> Member for Arc<E> {
    fn kind(&self) -> Kind {
        (**self).kind()
    }
}

impl<E: Energy + ?Sized> Energy for Arc<E> {
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
    fn curved(&self) -> bool {
        (**self).curved()
    }
    fn filters(&self) -> bool {
        (**self).filters()
    }
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        (**self).eval(x, elements, want, filter, slots)
    }
    fn rounding(&self, elements: Range<usize>, value: f64, extent: f64) -> f64 {
        (**self).rounding(elements, value, extent)
    }
    fn laplacian(&self, elements: Range<usize>, hessian: &mut [f64]) {
        (**self).laplacian(elements, hessian);
    }
    fn not_projective(&self) -> Option<&'static str> {
        (**self).not_projective()
    }
    fn splitting(&self) -> Option<&dyn Splitting> {
        (**self).splitting()
    }
    fn compliance(&self) -> Option<&dyn Compliance> {
        (**self).compliance()
    }
    fn is_loose(&self) -> bool {
        (**self).is_loose()
    }
    fn loose(&self, visit: &mut dyn FnMut(Loose)) {
        (**self).loose(visit);
    }
    fn tracked(&self) -> bool {
        (**self).tracked()
    }
    fn domain(&self) -> Option<&dyn Domain> {
        (**self).domain()
    }
}
