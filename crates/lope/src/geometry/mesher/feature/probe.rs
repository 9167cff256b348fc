//! Questions to a field: normals, and the nearest point of a face, a crease or a corner.
//!
//! Only values are asked for, so that every field has features, whatever it is made of. A crease is where two
//! smooth sides meet: each is probed a little aside of it, where it is alone.

use super::super::super::sdf::Field;
use crate::math::vec3::{Vec3, along, cross, dot, norm, sub};

/// A field seen at the scale of a mesh.
#[derive(Clone, Copy)]
pub(super) struct Probe<'a> {
    pub(super) field: &'a dyn Field,
    /// Edge length of the mesh.
    pub(super) h: f64,
}

/// Distances from a crease at which its sides are probed, in edge lengths: coarse first, to find it.
const ASIDE: [f64; 4] = [0.1, 0.01, 1e-3, 1e-4];

pub(super) fn unit(a: Vec3) -> Option<Vec3> {
    let length = norm(a);
    (length > 1e-12).then(|| a.map(|x| x / length))
}

/// A plane {x : n·x = d}.
type Plane = (Vec3, f64);

impl Probe<'_> {
    pub(super) fn value(&self, point: Vec3) -> f64 {
        let mut value = [0.0];
        self.field.values(&[point], &mut value);
        value[0]
    }

    /// Values and unit gradients at many points; a zero gradient where there is none.
    pub(super) fn gradients(&self, points: &[Vec3]) -> (Vec<f64>, Vec<Vec3>) {
        let step = 1e-6 * self.h;
        let mut stencil = Vec::with_capacity(7 * points.len());
        for p in points {
            stencil.push(*p);
            for k in 0..3 {
                let [mut low, mut high] = [*p; 2];
                low[k] -= step;
                high[k] += step;
                stencil.extend([low, high]);
            }
        }
        let mut values = vec![0.0; stencil.len()];
        self.field.values(&stencil, &mut values);
        let gradients = values.chunks(7).map(|f| {
            let gradient = [f[2] - f[1], f[4] - f[3], f[6] - f[5]].map(|d| d / (2.0 * step));
            // The value is wanted per unit of distance, like an exact one.
            let slope = norm(gradient);
            if slope > 1e-3 { (f[0] / slope, gradient.map(|x| x / slope)) } else { (f[0], [0.0; 3]) }
        });
        gradients.unzip()
    }

    /// The tangent plane of the smooth side that is alone at `point`.
    fn plane(&self, point: Vec3) -> Plane {
        let (value, normal) = self.gradients(&[point]);
        (normal[0], dot(normal[0], point) - value[0])
    }

    /// The point of the surface on the line through `point` along `normal`, if it is near.
    pub(super) fn onto_face(&self, point: Vec3, normal: Vec3) -> Option<Vec3> {
        let (mut s, mut f) = (0.0, self.value(point));
        if f.abs() < 1e-14 * self.h {
            return Some(point);
        }
        let mut t = -f;
        for _ in 0..12 {
            let next = self.value(along(point, t, normal));
            if next.abs() < 1e-14 * self.h || next == f {
                break;
            }
            (s, t, f) = (t, t - next * (t - s) / (next - f), next);
            if t.abs() > self.h || !t.is_finite() {
                return None;
            }
        }
        let found = along(point, t, normal);
        (self.value(found).abs() < 1e-9 * self.h).then_some(found)
    }

    /// The point of the crease next to `point` between two sides with these normals, and the normals there.
    pub(super) fn onto_crease(&self, point: Vec3, mut normals: [Vec3; 2]) -> Option<(Vec3, [Vec3; 2])> {
        let mut at = point;
        for aside in ASIDE {
            let axis = unit(cross(normals[0], normals[1]))?;
            // Into each side, away from the other: at a convex crease against the other normal, at a concave one
            // along it. Both are tried, and the one where the side is alone is taken.
            let mut planes = [([0.0; 3], 0.0); 2];
            for side in 0..2 {
                let away = cross(normals[side], axis);
                let best = [1.0, -1.0]
                    .map(|sign| along(at, sign * aside * self.h, away))
                    .map(|p| self.plane(p))
                    .into_iter()
                    .max_by(|a, b| dot(a.0, normals[side]).total_cmp(&dot(b.0, normals[side])))?;
                planes[side] = best;
            }
            let found = [planes[0].0, planes[1].0];
            if (0..2).any(|side| dot(found[side], normals[side]) < 0.7) || dot(found[0], found[1]) > 0.985 {
                return None;
            }
            normals = found;
            at = meet_two(at, planes)?;
        }
        let near = norm(sub(at, point)) < 1.5 * self.h && self.value(at).abs() < 1e-6 * self.h;
        near.then_some((at, normals))
    }

    /// The corner where three sides meet, seen from one point on each of them.
    pub(super) fn onto_corner(&self, from: [Vec3; 3], normals: [Vec3; 3]) -> Option<Vec3> {
        let plane = |k: usize| (normals[k], dot(normals[k], from[k]));
        let mut at = meet_three([plane(0), plane(1), plane(2)])?;
        for aside in ASIDE {
            let mut planes = [([0.0; 3], 0.0); 3];
            for k in 0..3 {
                let away = sub(from[k], at);
                let length = norm(away);
                if length <= 1e-12 * self.h {
                    return None;
                }
                planes[k] = self.plane(along(at, aside * self.h, away.map(|x| x / length)));
            }
            at = meet_three(planes)?;
            if from.iter().any(|p| norm(sub(at, *p)) > 2.5 * self.h) {
                return None;
            }
        }
        (self.value(at).abs() < 1e-6 * self.h).then_some(at)
    }
}

/// The point of the common line of two planes that is nearest to `point`.
pub(super) fn meet_two(point: Vec3, [a, b]: [Plane; 2]) -> Option<Vec3> {
    let (c, s) = (dot(a.0, b.0), [a.1 - dot(a.0, point), b.1 - dot(b.0, point)]);
    let determinant = 1.0 - c * c;
    if determinant < 1e-3 {
        return None;
    }
    let [u, v] = [(s[0] - c * s[1]) / determinant, (s[1] - c * s[0]) / determinant];
    Some(along(along(point, u, a.0), v, b.0))
}

fn meet_three([a, b, c]: [Plane; 3]) -> Option<Vec3> {
    let determinant = dot(a.0, cross(b.0, c.0));
    if determinant.abs() < 0.03 {
        return None;
    }
    let sum = along(along(cross(b.0, c.0).map(|x| a.1 * x), b.1, cross(c.0, a.0)), c.1, cross(a.0, b.0));
    Some(sum.map(|x| x / determinant))
}
