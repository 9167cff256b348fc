//! The angles a mesh may have, as a score that is cheap to compute.

use super::super::mesh::six_volumes;
use crate::math::vec3::{Vec3, cross, dot, norm, sub};

/// Cosine of the least dihedral angle, 10°, with a little to spare.
const COS_LEAST: f64 = 0.984_5;
/// Cosine of the greatest, 165°, with a little to spare.
const COS_GREATEST: f64 = -0.965_2;

/// How far the dihedral angles of a tetrahedron are within the limits: 0 at a limit, 0.65 for a regular one. Below
/// −2 for an inverted one, the less the larger it is for its edge length `h`.
pub(super) fn score(corners: [Vec3; 4], h: f64) -> f64 {
    let volume = six_volumes(corners);
    if volume <= 1e-9 * h * h * h {
        return -2.0 + volume / (h * h * h);
    }
    let [a, b, c, d] = corners;
    let (u, v, w) = (sub(b, a), sub(c, a), sub(d, a));
    let (x, y) = (sub(c, b), sub(d, b));
    // Opposite to a, b, c, d, all outwards.
    let normals = [cross(x, y), cross(w, v), cross(u, w), cross(v, u)];
    let lengths = normals.map(norm);
    let mut least = f64::INFINITY;
    for (f, g) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let cosine = -dot(normals[f], normals[g]) / (lengths[f] * lengths[g]);
        least = least.min(COS_LEAST - cosine).min(cosine - COS_GREATEST);
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_zero_at_the_limits() {
        // Two faces at the x axis with the angle θ between them.
        let wedge = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            score([[0.0; 3], [1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.5, cos, sin]], 1.0)
        };
        assert!(wedge(9.9) < 0.0 && wedge(10.2) > 0.0, "{} {}", wedge(9.9), wedge(10.2));
        assert!(wedge(165.1) < 0.0 && wedge(-20.0) < -1.0);
        let regular = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0]];
        assert!((score(regular, 1.0) - (COS_LEAST - 1.0 / 3.0)).abs() < 1e-12);
    }
}
