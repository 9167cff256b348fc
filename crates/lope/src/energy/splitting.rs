//! Energies that can be taken apart from the positions they depend on.

use std::ops::Range;

pub use crate::math::SplitNorms;

/// How far to relax, and how stiff the coupling is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coupling {
    /// The coupling as a multiple of the stiffness of the energy near rest, which its Laplacian has.
    pub penalty: f64,
    /// Over-relaxation: 1 for none.
    pub relaxation: f64,
}

/// An energy Σ w ψ(F) of deformations F that are linear in the positions, and whose ψ has a proximal map. Copies Z take the
/// place of F, coupled to it by ½q²‖F − Z + T‖² with q² = penalty · stiffness · w and multipliers q²T.
///
/// Split variables are scaled by q, so that plain norms and products of them are energies. They lie in memory by fours of
/// elements, entry by entry: [`Splitting::width`] numbers for four elements, zero beyond the last element. Each call takes
/// at most [`CHUNK`](super::CHUNK) elements, starting at a multiple of it.
pub trait Splitting: Sync {
    /// Numbers in the split variables of four elements.
    fn width(&self) -> usize;

    /// V = F + T at positions `x`, with the multipliers that belong to the stress there: the point to start from.
    fn start(&self, x: &[f64], elements: Range<usize>, coupling: Coupling, v: &mut [f64]);

    /// V = F + T after a global step to `x`, with the multipliers T = V − Z of the last local one.
    fn advance(
        &self,
        x: &[f64],
        elements: Range<usize>,
        coupling: Coupling,
        last: (&[f64], &[f64]),
        out: &mut [f64],
    );

    /// The local step Z = prox(V) with T = V − Z, and at positions `x` the gradient of the coupling, into the gradient slots
    /// of the elements. `z` holds the copies of the last local step before.
    fn local(
        &self,
        x: &[f64],
        elements: Range<usize>,
        coupling: Coupling,
        v: &[f64],
        z: &mut [f64],
        gradient: &mut [f64],
    ) -> SplitNorms;
}
