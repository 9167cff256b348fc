//! Characters that are no animals with four limbs.

use super::super::primitive::Primitive;
use super::super::sdf::Sdf;
use super::{ball, both, egg, limb};

/// A cactus with two arms and ribs.
pub(super) fn cactus() -> Sdf {
    let mut parts = vec![limb([0.0, -0.42, 0.0], [0.0, 0.36, 0.0], 0.11)];
    for (s, y, top) in [(1.0, -0.08, 0.22), (-1.0, -0.2, 0.06)] {
        parts.push(limb([0.0, y, 0.0], [0.25 * s, y, 0.0], 0.068));
        parts.push(limb([0.25 * s, y, 0.0], [0.25 * s, top, 0.0], 0.074));
    }
    for rib in 0..8 {
        let (sin, cos) = (f64::from(rib) * std::f64::consts::FRAC_PI_4).sin_cos();
        let at = |y: f64, r: f64| [r * cos, y, r * sin];
        parts.push(limb(at(-0.44, 0.1), at(0.36, 0.1), 0.034));
    }
    let pot = Sdf::Simple(Primitive::Cylinder { radius: 0.17, height: 0.06 }).moved([0.0, -0.46, 0.0]);
    Sdf::Union(vec![Sdf::SmoothUnion { parts, radius: 0.025 }, pot]).moved([0.0, 0.005, 0.0])
}

/// A jellyfish: a bell that is hollow below, and tentacles.
pub(super) fn jellyfish() -> Sdf {
    let bell = Sdf::Difference(vec![
        egg([0.0, 0.2, 0.0], [0.36, 0.29, 0.36], [0.0; 3]),
        egg([0.0, 0.06, 0.0], [0.28, 0.26, 0.28], [0.0; 3]),
        Sdf::Simple(Primitive::Box { size: [1.0, 0.6, 1.0] }).moved([0.0, -0.22, 0.0]),
    ]);
    let rim = Sdf::Simple(Primitive::Torus { radius: 0.315, tube: 0.05 }).moved([0.0, 0.09, 0.0]);
    let mut parts = vec![bell, rim, limb([0.0, 0.3, 0.0], [0.0, -0.12, 0.0], 0.07)];
    for arm in 0..4 {
        let (sin, cos) = (f64::from(arm) * std::f64::consts::FRAC_PI_2 + 0.4).sin_cos();
        let at = |r: f64, y: f64| [r * cos, y, r * sin];
        parts.push(limb([0.0, -0.08, 0.0], at(0.09, -0.28), 0.05));
        parts.push(limb(at(0.09, -0.28), at(0.07, -0.42), 0.045));
    }
    for tentacle in 0..6 {
        let (sin, cos) = (f64::from(tentacle) * std::f64::consts::FRAC_PI_3).sin_cos();
        let at = |r: f64, y: f64| [r * cos, y, r * sin];
        parts.push(limb(at(0.315, 0.07), at(0.34, -0.14), 0.046));
        parts.push(limb(at(0.34, -0.14), at(0.3, -0.42), 0.044));
    }
    Sdf::SmoothUnion { parts, radius: 0.03 }.moved([0.0, -0.005, 0.0])
}

/// A skull: eye sockets, a nose and the mouth are cut out, the cut edges are sharp.
pub(super) fn skull() -> Sdf {
    let mut parts = vec![
        egg([0.0, 0.14, -0.08], [0.31, 0.33, 0.37], [0.0; 3]),
        egg([0.0, 0.0, 0.13], [0.23, 0.22, 0.17], [0.0; 3]),
        egg([0.0, -0.19, 0.17], [0.14, 0.13, 0.12], [0.0; 3]),
        egg([0.0, -0.38, 0.15], [0.145, 0.075, 0.13], [0.0; 3]),
        limb([0.0, 0.12, 0.25], [0.0, 0.02, 0.3], 0.05),
    ];
    parts.extend(both(|s| limb([0.2 * s, -0.04, 0.08], [0.16 * s, -0.1, 0.22], 0.06)));
    parts.extend(both(|s| limb([0.17 * s, -0.12, -0.04], [0.13 * s, -0.37, 0.1], 0.055)));
    let mut cuts = vec![Sdf::SmoothUnion { parts, radius: 0.06 }];
    cuts.extend(both(|s| egg([0.115 * s, 0.045, 0.3], [0.085, 0.08, 0.14], [0.0, 0.2 * s, 0.0])));
    cuts.push(
        Sdf::Simple(Primitive::Cone { radius: 0.055, height: 0.12, top: 0.0 })
            .scaled([1.0, 1.0, 2.2])
            .moved([0.0, -0.085, 0.3]),
    );
    cuts.push(Sdf::Simple(Primitive::Box { size: [0.17, 0.03, 0.2] }).moved([0.0, -0.3, 0.3]));
    cuts.push(ball([0.0, -0.42, -0.12], 0.15));
    Sdf::Difference(cuts).moved([0.0, 0.0, 0.05])
}
