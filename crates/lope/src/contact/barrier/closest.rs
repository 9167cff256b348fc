//! The nearest points of two simplices, as weights of their corners.
//!
//! The vector between them is u = Σ cᵢxᵢ with Σ cᵢ = 0. Where a nearest point can slide, on an edge or a face, c depends on one
//! or two parameters; its slopes by these are constant, and Σ c′ᵢxᵢ is the direction in which the point slides.

use crate::contact::self_collision::{Closest as Nearest, Feature as OnTriangle};
use crate::math::vec3::{Vec3, along, dot, sub};

/// What of a simplex a nearest point is inside of, by the numbers of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// All of it.
    Inside,
    /// Its edge between two corners.
    Edge(usize, usize),
    /// A corner.
    Corner(usize),
}

/// The nearest points of two simplices of four corners together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closest {
    /// c.
    pub(super) weights: [f64; 4],
    /// Slopes of c by the parameters.
    pub(super) slopes: [[f64; 4]; 2],
    /// How many parameters there are.
    pub(super) parameters: u8,
    /// |u|².
    pub(super) squared: f64,
}

/// An edge whose direction differs from that of another by less than this is parallel to it: the sine of the angle.
const PARALLEL: f64 = 1e-8;

/// Corner 0 and the triangle of the others: the nearest point of it, and where it is.
#[inline]
pub(super) fn vertex_triangle(x: &[Vec3; 4]) -> (Closest, Feature) {
    let found = Nearest::on_triangle(x[0], &[x[1], x[2], x[3]]);
    let mut closest = Closest {
        weights: found.coefficients(),
        slopes: [[0.0; 4]; 2],
        parameters: 0,
        squared: found.squared,
    };
    let feature = match found.feature {
        OnTriangle::Face => {
            closest.slopes = [[0.0, 1.0, -1.0, 0.0], [0.0, 1.0, 0.0, -1.0]];
            closest.parameters = 2;
            Feature::Inside
        }
        OnTriangle::Edge(from, to) => {
            (closest.slopes[0][1 + from], closest.slopes[0][1 + to]) = (1.0, -1.0);
            closest.parameters = 1;
            Feature::Edge(1 + from, 1 + to)
        }
        OnTriangle::Corner => {
            let corner = (1..4).find(|&i| closest.weights[i] != 0.0).unwrap_or(1);
            Feature::Corner(corner)
        }
    };
    (closest, feature)
}

/// Corner 0 and the edge of corners 1 and 2; corner 3 has no part.
#[inline]
pub(super) fn vertex_edge(x: &[Vec3; 3]) -> (Closest, Feature) {
    let (edge, start) = (sub(x[2], x[1]), sub(x[0], x[1]));
    let (length, along_it) = (dot(edge, edge), dot(edge, start));
    if along_it <= 0.0 || length <= f64::MIN_POSITIVE {
        return (corner([1.0, -1.0, 0.0, 0.0], start), Feature::Corner(1));
    }
    if along_it >= length {
        return (corner([1.0, 0.0, -1.0, 0.0], sub(x[0], x[2])), Feature::Corner(2));
    }
    let t = along_it / length;
    let u = along(start, -t, edge);
    let slopes = [[0.0, 1.0, -1.0, 0.0], [0.0; 4]];
    let weights = [1.0, t - 1.0, -t, 0.0];
    (Closest { weights, slopes, parameters: 1, squared: dot(u, u) }, Feature::Edge(1, 2))
}

/// Two points, with these weights.
#[inline]
pub(super) fn corner(weights: [f64; 4], u: Vec3) -> Closest {
    Closest { weights, slopes: [[0.0; 4]; 2], parameters: 0, squared: dot(u, u) }
}

/// The edge of corners 0 and 1 and that of 2 and 3, \[Ericson05\] §5.1.9.
#[inline]
pub(super) fn edge_edge(x: &[Vec3; 4]) -> Closest {
    let (a, b, r) = (sub(x[1], x[0]), sub(x[3], x[2]), sub(x[0], x[2]));
    let (aa, bb, ab, ar, br) = (dot(a, a), dot(b, b), dot(a, b), dot(a, r), dot(b, r));
    let on_unit = |numerator: f64, denominator: f64| {
        if denominator > f64::MIN_POSITIVE { (numerator / denominator).clamp(0.0, 1.0) } else { 0.0 }
    };
    let determinant = aa * bb - ab * ab;
    let mut s = if determinant > PARALLEL * PARALLEL * aa * bb {
        ((ab * br - ar * bb) / determinant).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let mut t = if bb > f64::MIN_POSITIVE { (ab * s + br) / bb } else { 0.0 };
    if t <= 0.0 {
        t = 0.0;
        s = on_unit(-ar, aa);
    } else if t >= 1.0 {
        t = 1.0;
        s = on_unit(ab - ar, aa);
    }
    let inside = |t: f64| t > 0.0 && t < 1.0;
    let (mut slopes, mut parameters) = ([[0.0; 4]; 2], 0);
    let parallel = determinant <= PARALLEL * PARALLEL * aa * bb;
    if inside(s) && !(parallel && inside(t)) {
        slopes[parameters] = [-1.0, 1.0, 0.0, 0.0];
        parameters += 1;
    }
    if inside(t) {
        slopes[parameters] = [0.0, 0.0, 1.0, -1.0];
        parameters += 1;
    }
    let u = along(along(r, s, a), -t, b);
    let weights = [1.0 - s, s, t - 1.0, -t];
    Closest { weights, slopes, parameters: parameters as u8, squared: dot(u, u) }
}
