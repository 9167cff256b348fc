//! Normals for shading: smooth over what is meant to be round, sharp over what is meant to be an edge.

use lope::math::vec3::{Vec3, add, cross, dot, sub, unit};
use rayon::prelude::*;

/// Neighbouring triangles whose normals differ by less than this are one smooth surface; cosine.
const CREASE: f64 = 0.64;

/// The normal of each triangle, as long as twice its area.
pub(super) fn flat(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let normal = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| points[v as usize]);
        cross(sub(b, a), sub(c, a))
    };
    triangles.par_iter().map(normal).collect()
}

/// A normal for each corner of each triangle: the mean over the triangles around it that are not beyond a crease.
pub(super) fn smooth(
    points: &[Vec3],
    triangles: &[[u32; 3]],
    flat: &[Vec3],
    units: &[Vec3],
) -> Vec<[Vec3; 3]> {
    let mut start = vec![0_u32; points.len() + 1];
    triangles.iter().flatten().for_each(|v| start[*v as usize + 1] += 1);
    (1..start.len()).for_each(|v| start[v] += start[v - 1]);
    let mut next = start.clone();
    let mut around = vec![0_u32; 3 * triangles.len()];
    for (number, t) in triangles.iter().enumerate() {
        for v in t {
            around[next[*v as usize] as usize] = number as u32;
            next[*v as usize] += 1;
        }
    }
    let corner = |t: usize, v: u32| {
        let list = &around[start[v as usize] as usize..start[v as usize + 1] as usize];
        let near = list.iter().filter(|other| dot(units[t], units[**other as usize]) > CREASE);
        unit(near.fold([0.0; 3], |sum, other| add(sum, flat[*other as usize])))
    };
    (0..triangles.len()).into_par_iter().map(|t| triangles[t].map(|v| corner(t, v))).collect()
}
