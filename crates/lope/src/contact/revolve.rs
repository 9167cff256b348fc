//! Bodies of revolution about y: a distance in the half plane of radius ρ and height y, lifted into space.
//!
//! A distance in a plane has one curvature κ, along its tangent t. Turned about the axis it gets a second one, along
//! the circle with the direction θ around the axis:
//!
//! ```text
//! n = φ_ρ ρ̂ + φ_y ŷ,   ∇²φ = κ t tᵀ + (φ_ρ/ρ) θ θᵀ
//! ```
//!
//! On the axis ρ̂ has no direction and is taken to be x̂, so that in the plane z = 0 nothing points along z.

use super::shape::{NOWHERE, Sample};

/// A distance in the half plane, at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flat {
    /// Distance, negative inside.
    pub(super) value: f64,
    /// Its gradient along ρ and y, of length 1.
    pub(super) normal: [f64; 2],
    /// Curvature of the level line.
    pub(super) bend: f64,
}

/// A profile turned about y.
pub(super) fn turned(p: [f64; 3], profile: impl Fn([f64; 2]) -> Flat) -> Sample {
    let radius = p[0].hypot(p[2]);
    let out = if radius > NOWHERE { [p[0] / radius, 0.0, p[2] / radius] } else { [1.0, 0.0, 0.0] };
    let Flat { value, normal: [a, b], bend } = profile([radius, p[1]]);
    // On the axis: round as in the half plane where the surface crosses it, and no answer where it has a fold.
    let on_axis = if a == 0.0 { bend } else { 0.0 };
    let hoop = if radius > NOWHERE { a / radius } else { on_axis };
    let tangent = [-b * out[0], a, -b * out[2]];
    let around = [-out[2], 0.0, out[0]];
    let entry = |i: usize, j: usize| bend * tangent[i] * tangent[j] + hoop * around[i] * around[j];
    Sample {
        value,
        gradient: [a * out[0], b, a * out[2]],
        hessian: [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j))),
    }
}

/// A cylinder: the rectangle ρ ≤ radius, |y| ≤ half.
pub(super) fn cylinder([rho, y]: [f64; 2], radius: f64, half: f64) -> Flat {
    let Flat { value, normal: [u, v], bend } = corner(rho - radius, y.abs() - half);
    Flat { value, normal: [u, v * 1f64.copysign(y)], bend }
}

/// A plate with a hole: ρ ≥ hole, |y| ≤ half, its rim rounded.
pub(super) fn plate([rho, y]: [f64; 2], half: f64, hole: f64, rim: f64) -> Flat {
    // What is rounded is smaller by the radius of its rounding.
    let Flat { value, normal: [u, v], bend } = corner(hole + rim - rho, y.abs() - (half - rim));
    Flat { value: value - rim, normal: [-u, v * 1f64.copysign(y)], bend }
}

/// The quarter plane u ≤ 0, v ≤ 0.
fn corner(u: f64, v: f64) -> Flat {
    let distance = u.hypot(v);
    if u > 0.0 && v > 0.0 && distance > NOWHERE {
        return Flat { value: distance, normal: [u / distance, v / distance], bend: 1.0 / distance };
    }
    let (value, normal) = if u >= v { (u, [1.0, 0.0]) } else { (v, [0.0, 1.0]) };
    Flat { value, normal, bend: 0.0 }
}

/// A torus: a disc at a distance from the axis.
pub(super) fn torus([rho, y]: [f64; 2], radius: f64, tube: f64) -> Flat {
    let Flat { value, normal, bend } = point([rho - radius, y], [1.0, 0.0]);
    Flat { value: value - tube, normal, bend }
}

/// Distance from the origin; `otherwise` is the normal there.
fn point([u, v]: [f64; 2], otherwise: [f64; 2]) -> Flat {
    let value = u.hypot(v);
    let somewhere = value > NOWHERE;
    let normal = if somewhere { [u / value, v / value] } else { otherwise };
    Flat { value, normal, bend: if somewhere { 1.0 / value } else { 0.0 } }
}

/// A cone, perhaps without its tip: radii at the bottom, y = −half, and at the top, y = half.
pub(super) fn cone([rho, y]: [f64; 2], base: f64, top: f64, half: f64) -> Flat {
    let side = Side::new(base, top, half);
    let low = [rho - base, y + half];
    let depth = side.normal[0] * low[0] + side.normal[1] * low[1];
    let faces = [(depth, side.normal), (y - half, [0.0, 1.0]), (-y - half, [0.0, -1.0])];
    let highest = faces.into_iter().fold(faces[0], |best, face| if face.0 > best.0 { face } else { best });
    if highest.0 <= 0.0 {
        return Flat { value: highest.0, normal: highest.1, bend: 0.0 };
    }
    // Outside: straight above a face, or around the circle where two meet.
    if y > half && rho <= top {
        return Flat { value: y - half, normal: [0.0, 1.0], bend: 0.0 };
    }
    if y < -half && rho <= base {
        return Flat { value: -y - half, normal: [0.0, -1.0], bend: 0.0 };
    }
    let way = -side.normal[1] * low[0] + side.normal[0] * low[1];
    if way <= 0.0 {
        point(low, side.normal)
    } else if way >= side.length {
        point([rho - top, y - half], side.normal)
    } else {
        Flat { value: depth, normal: side.normal, bend: 0.0 }
    }
}

/// The line from (base, −half) to (top, half).
pub(super) struct Side {
    /// Outwards.
    pub(super) normal: [f64; 2],
    length: f64,
}

impl Side {
    pub(super) fn new(base: f64, top: f64, half: f64) -> Self {
        let length = (2.0 * half).hypot(base - top);
        Self { normal: [2.0 * half / length, (base - top) / length], length }
    }
}

/// The inside of a cone without a base, its tip at the origin, opening downwards; `normal` points out of its side.
pub(super) fn funnel(at: [f64; 2], normal: [f64; 2]) -> Flat {
    let depth = normal[0] * at[0] + normal[1] * at[1];
    let way = normal[1] * at[0] - normal[0] * at[1];
    if way <= 0.0 { point(at, [0.0, 1.0]) } else { Flat { value: depth, normal, bend: 0.0 } }
}
