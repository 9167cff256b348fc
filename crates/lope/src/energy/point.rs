//! What the energies of single nodes share.

use crate::math::Filter;

use super::{Slots, Want};

/// Writes the derivatives of an energy of one node whose Hessian is `curvature` times the identity.
pub(super) fn write(
    slots: &mut Slots<'_>,
    place: usize,
    want: Want,
    filter: Filter,
    gradient: [f64; 3],
    curvature: f64,
) {
    if want >= Want::Gradient {
        slots.gradient[3 * place..3 * place + 3].copy_from_slice(&gradient);
    }
    if want >= Want::Hessian {
        let c = filter.apply(curvature);
        slots.hessian[9 * place..9 * place + 9].copy_from_slice(&[c, 0.0, 0.0, 0.0, c, 0.0, 0.0, 0.0, c]);
    }
}
