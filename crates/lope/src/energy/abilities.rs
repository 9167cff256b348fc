//! What an energy can do besides being evaluated.

use std::ops::Range;

use super::{Adaptive, Compliance, Domain, MatrixFree, Remembering, Source, Splitting};
use crate::after::{Carrier, Impulse};
use crate::sparse::RankOnes;

/// The abilities of an energy, each asked for where it is needed. Those it does not name it has not.
#[derive(Clone, Copy)]
pub struct Abilities<'a> {
    /// Whether it filters eigenvalues itself, in closed form. If not, it is asked for exact Hessians, and whole element
    /// matrices are decomposed numerically.
    pub filters: bool,
    /// Whether its Hessian is zero everywhere: then it has no slots for one.
    pub is_linear: bool,
    /// Whether a script can change its value at a fixed state when a step begins, and so put energy in.
    pub is_scripted: bool,
    /// Whether the integrator books its work: it changes with time within a step, or is no potential at all.
    pub is_driven: bool,
    /// Why it is not projective, if it is not. A projective energy is w/2‖Gx − p(x)‖² with p(x) the point nearest to Gx
    /// in some set (\[Bouaziz14\]), or quadratic, and its stand-in is wGᵀG or majorizes its Hessian. Then a
    /// local/global iteration is a step x − A⁻¹∇E in the constant matrix A of all stand-ins, and always goes down.
    pub not_projective: Option<&'static str>,
    /// It knows its rounding errors: more than the last digits of its value.
    pub rounding: Option<&'a dyn Rounding>,
    /// It ends somewhere.
    pub domain: Option<&'a dyn Domain>,
    /// It can be taken apart from the positions. What cannot takes part in splitting methods by its stand-in if it is
    /// projective.
    pub splitting: Option<&'a dyn Splitting>,
    /// Its Hessian is not assembled, and has no slots. Interactions alone can have one like that.
    pub matrix_free: Option<&'a dyn MatrixFree>,
    /// Its elements are compliant constraints.
    pub compliance: Option<&'a dyn Compliance>,
    /// It will not stay for long.
    pub passing: Option<&'a dyn Passing>,
    /// It changes velocities once a step is solved.
    pub impulse: Option<&'a dyn Impulse>,
    /// It is led by a script and works on the bodies while it moves. For what is not tracked: a potential that is has it in
    /// its change.
    pub carrier: Option<&'a dyn Carrier>,
    /// Its forces are told by name.
    pub source: Option<&'a dyn Source>,
    /// It changes from step to step.
    pub adaptive: Option<&'a dyn Adaptive>,
    /// It keeps something from step to step.
    pub remembering: Option<&'a dyn Remembering>,
}

impl Default for Abilities<'_> {
    fn default() -> Self {
        Self {
            filters: true,
            is_linear: false,
            is_scripted: false,
            is_driven: false,
            not_projective: None,
            rounding: None,
            domain: None,
            splitting: None,
            matrix_free: None,
            compliance: None,
            passing: None,
            impulse: None,
            carrier: None,
            source: None,
            adaptive: None,
            remembering: None,
        }
    }
}

/// An energy that comes from small differences of large numbers.
pub trait Rounding: Send + Sync {
    /// Rounding error to expect in `value`, which was evaluated for the same chunk of `elements`, with no coordinate of a node
    /// larger than `extent` in absolute value, m. A difference of values below it tells nothing.
    fn rounding(&self, elements: Range<usize>, value: f64, extent: f64) -> f64;
}

/// An energy whose stand-in comes and goes. It takes no part in a prefactored matrix; methods that have one correct for it.
pub trait Passing: Send + Sync {
    /// Adds all terms of its stand-in in this step, always in the same order: with them the matrix majorizes the Hessian.
    fn terms(&self, into: &mut RankOnes);
}
