//! Animals: bodies with a head, limbs, ears and a tail.

use super::super::primitive::Primitive;
use super::super::sdf::Sdf;
use super::{ball, both, egg, limb};

/// A sitting teddy bear.
pub(super) fn bear() -> Sdf {
    let mut parts = vec![
        egg([0.0, -0.17, -0.02], [0.23, 0.27, 0.2], [0.0; 3]),
        egg([0.0, -0.2, 0.1], [0.16, 0.18, 0.13], [0.0; 3]),
        egg([0.0, 0.24, 0.02], [0.2, 0.18, 0.18], [0.0; 3]),
        egg([0.0, 0.19, 0.19], [0.09, 0.07, 0.08], [0.0; 3]),
        ball([0.0, 0.225, 0.265], 0.032),
        ball([0.0, -0.33, -0.21], 0.06),
    ];
    parts.extend(both(|s| ball([0.165 * s, 0.395, 0.0], 0.075)));
    parts.extend(both(|s| limb([0.19 * s, 0.0, 0.02], [0.33 * s, -0.16, 0.13], 0.07)));
    parts.extend(both(|s| limb([0.13 * s, -0.34, 0.05], [0.22 * s, -0.38, 0.28], 0.08)));
    parts.extend(both(|s| egg([0.23 * s, -0.345, 0.31], [0.075, 0.11, 0.055], [0.0; 3])));
    Sdf::SmoothUnion { parts, radius: 0.05 }.moved([0.0, 0.0, -0.05])
}

/// A sitting bunny with long ears.
pub(super) fn bunny() -> Sdf {
    let mut parts = vec![
        egg([0.0, -0.27, -0.09], [0.19, 0.2, 0.24], [0.0; 3]),
        egg([0.0, -0.18, 0.1], [0.14, 0.19, 0.13], [0.3, 0.0, 0.0]),
        egg([0.0, 0.08, 0.17], [0.135, 0.125, 0.15], [0.0; 3]),
        egg([0.0, 0.045, 0.29], [0.07, 0.055, 0.06], [0.0; 3]),
        ball([0.0, -0.3, -0.34], 0.08),
    ];
    parts.extend(both(|s| egg([0.085 * s, 0.3, 0.06], [0.05, 0.19, 0.036], [-0.35, 0.3 * s, -0.17 * s])));
    parts.extend(both(|s| egg([0.15 * s, -0.33, -0.07], [0.085, 0.14, 0.16], [0.0; 3])));
    parts.extend(both(|s| limb([0.15 * s, -0.435, 0.0], [0.16 * s, -0.435, 0.15], 0.05)));
    parts.extend(both(|s| limb([0.08 * s, -0.2, 0.19], [0.075 * s, -0.42, 0.25], 0.046)));
    Sdf::SmoothUnion { parts, radius: 0.05 }.moved([0.0, 0.0, 0.04])
}

/// A standing hippo.
pub(super) fn hippo() -> Sdf {
    let mut parts = vec![
        egg([0.0, 0.0, -0.2], [0.33, 0.33, 0.5], [0.0; 3]),
        egg([0.0, 0.12, 0.3], [0.22, 0.22, 0.26], [0.3, 0.0, 0.0]),
        egg([0.0, 0.04, 0.56], [0.23, 0.17, 0.17], [0.0; 3]),
        limb([0.0, 0.1, -0.64], [0.0, -0.1, -0.76], 0.035),
    ];
    parts.extend(both(|s| ball([0.11 * s, 0.17, 0.64], 0.055)));
    parts.extend(both(|s| ball([0.12 * s, 0.31, 0.36], 0.06)));
    parts.extend(both(|s| egg([0.17 * s, 0.36, 0.2], [0.05, 0.075, 0.035], [0.0, 0.0, -0.5 * s])));
    parts.extend(both(|s| limb([0.19 * s, -0.15, 0.08], [0.19 * s, -0.33, 0.1], 0.1)));
    parts.extend(both(|s| limb([0.19 * s, -0.15, -0.48], [0.19 * s, -0.33, -0.5], 0.11)));
    Sdf::SmoothUnion { parts, radius: 0.07 }.moved([0.0, 0.0, 0.04])
}

/// An armadillo-like creature on two legs, with ears, a snout, plates on its back and a tail.
pub(super) fn armadillo() -> Sdf {
    let mut parts = vec![
        egg([0.0, -0.02, 0.0], [0.17, 0.24, 0.15], [0.15, 0.0, 0.0]),
        egg([0.0, 0.25, 0.06], [0.11, 0.105, 0.115], [0.0; 3]),
        limb([0.0, 0.23, 0.13], [0.0, 0.19, 0.25], 0.045),
        limb([0.0, -0.17, -0.12], [0.0, -0.34, -0.25], 0.065),
        limb([0.0, -0.34, -0.25], [0.0, -0.42, -0.42], 0.042),
    ];
    // The plates: rings around the body.
    for (y, radius) in [(-0.14, 0.115), (-0.05, 0.14), (0.04, 0.135), (0.12, 0.11)] {
        parts.push(
            Sdf::Simple(Primitive::Torus { radius, tube: 0.035 }).placed([0.25, 0.0, 0.0], [0.0, y, -0.045]),
        );
    }
    parts.extend(both(|s| egg([0.11 * s, 0.395, 0.02], [0.04, 0.11, 0.032], [0.0, 0.0, -0.45 * s])));
    parts.extend(both(|s| limb([0.14 * s, 0.1, 0.04], [0.3 * s, 0.16, 0.08], 0.048)));
    parts.extend(both(|s| limb([0.3 * s, 0.16, 0.08], [0.37 * s, 0.3, 0.17], 0.042)));
    parts.extend(both(|s| ball([0.375 * s, 0.32, 0.185], 0.056)));
    parts.extend(both(|s| limb([0.1 * s, -0.17, 0.02], [0.17 * s, -0.32, 0.09], 0.07)));
    parts.extend(both(|s| limb([0.17 * s, -0.32, 0.09], [0.17 * s, -0.45, 0.02], 0.05)));
    parts.extend(both(|s| egg([0.175 * s, -0.46, 0.08], [0.06, 0.045, 0.115], [0.0; 3])));
    Sdf::SmoothUnion { parts, radius: 0.035 }.moved([0.0, 0.0, 0.11])
}
