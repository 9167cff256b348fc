//! How far each vertex is from the nearest other thing.

use lope::geometry::bvh::{Aabb, Bvh};
use lope::geometry::closest::{closest_on_segment, closest_on_triangle};
use lope::math::vec3::{dot, sub};
use rayon::prelude::*;

use super::{Pose, Role, ShownPart};

/// Gaps are told up to this part of the diagonal of the bodies: five times the d̂ that barriers have by default.
const REACH: f64 = 5e-3;

/// A part with a tree of its cells.
struct Near {
    points: Vec<[f64; 3]>,
    tree: Bvh,
}

/// Gives each vertex of a body its distance to other bodies and obstacles, m; the reach where nothing is nearer. No values where
/// there is nothing else.
pub(super) fn measure(parts: &[ShownPart], poses: &mut [Pose]) {
    let near = |(part, pose): (&ShownPart, &Pose)| {
        let points: Vec<[f64; 3]> = pose.points.as_chunks().0.iter().map(|p| p.map(f64::from)).collect();
        let cells = part.corners.chunks_exact(part.shown.arity());
        let around = |cell: &[u32]| {
            cell.iter().fold(Aabb::EMPTY, |all, v| all.union(&Aabb::around(&[points[*v as usize]])))
        };
        let boxes: Vec<Aabb> = cells.map(around).collect();
        Near { tree: Bvh::new(&boxes), points }
    };
    let all: Vec<Near> = parts.iter().zip(&*poses).map(near).collect();
    let things = |part: &ShownPart| part.role != Role::Mark;
    if parts.iter().filter(|part| things(part)).count() < 2 {
        return;
    }
    let bodies = parts.iter().zip(&all).filter(|(part, _)| part.role == Role::Body);
    let bounds = bodies.fold(Aabb::EMPTY, |bounds, (_, near)| bounds.union(&Aabb::around(&near.points)));
    let reach = REACH * bounds.diagonal();
    for (own, pose) in poses.iter_mut().enumerate().filter(|(own, _)| parts[*own].role == Role::Body) {
        let gap = |p: &[f64; 3]| {
            let others = (0..parts.len()).filter(|other| *other != own && things(&parts[*other]));
            let squared =
                others.fold(reach * reach, |bound, other| nearest(*p, bound, &parts[other], &all[other]));
            squared.sqrt() as f32
        };
        pose.values = all[own].points.par_iter().map(gap).collect();
    }
}

/// The squared distance to a part, or the bound if that is less.
fn nearest(p: [f64; 3], mut bound: f64, part: &ShownPart, near: &Near) -> f64 {
    let arity = part.shown.arity();
    let at = |v: u32| near.points[v as usize];
    let mut least = bound;
    near.tree.nearest(p, bound, |start, end, limit| {
        bound = limit;
        for &cell in &near.tree.items()[start..end] {
            let found = match part.corners[arity * cell as usize..][..arity] {
                [a, b, c] => closest_on_triangle(p, [at(a), at(b), at(c)]),
                [a, b] => closest_on_segment(p, [at(a), at(b)]),
                [a] => at(a),
                _ => continue,
            };
            let away = sub(found, p);
            bound = bound.min(dot(away, away));
        }
        least = least.min(bound);
        bound
    });
    least
}

#[cfg(test)]
mod tests {
    use lope::math::vec3::distance;

    use super::super::Shown;
    use super::*;

    fn part(role: Role, shown: Shown, corners: &[u32], points: &[[f32; 3]]) -> (ShownPart, Pose) {
        let part = ShownPart {
            name: "part".into(),
            role,
            shown,
            corners: corners.to_vec(),
            vertices: points.len(),
            moves: true,
        };
        (part, Pose { points: points.as_flattened().to_vec(), values: Vec::new() })
    }

    #[test]
    fn gaps_are_those_to_the_nearest_other_thing_and_end_at_the_reach() {
        let floor = [[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]];
        let body = [[0.0, 0.001, 0.0], [1.0, 0.5, 0.0], [0.0, 0.004, 0.5]];
        let wire = [[1.0, 0.502, 1.0], [1.0, 0.502, -1.0]];
        let all = [
            part(Role::Obstacle, Shown::Faces, &[0, 1, 2], &floor),
            part(Role::Body, Shown::Faces, &[0, 1, 2], &body),
            part(Role::Body, Shown::Lines, &[0, 1], &wire),
            // What only marks is not met.
            part(Role::Mark, Shown::Points, &[0], &[[0.0, 0.0011, 0.0]]),
        ];
        let (parts, mut poses): (Vec<ShownPart>, Vec<Pose>) = all.into_iter().unzip();
        measure(&parts, &mut poses);
        let reach = 5e-3 * distance([0.0, 0.001, -1.0], [1.0, 0.502, 1.0]) as f32;
        for (found, expected) in poses[1].values.iter().zip([0.001, 0.002, 0.004]) {
            assert!((found - expected).abs() < 1e-7, "{:?}", poses[1].values);
        }
        assert!(poses[2].values.iter().all(|gap| (gap - reach).abs() < 1e-6), "{:?}", poses[2].values);
        assert!(poses[0].values.is_empty() && poses[3].values.is_empty());
        let mut alone = [poses[1].clone()];
        alone[0].values.clear();
        measure(&parts[1..2], &mut alone);
        assert!(alone[0].values.is_empty(), "nothing else is there");
    }
}
