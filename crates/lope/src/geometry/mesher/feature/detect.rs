//! Where the surface has creases and corners.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::probe::{Probe, meet_two};
use crate::math::vec3::{Vec3, cross, dot, mix, norm, sub};

/// Normals that differ by less than this, about 18°, belong to one smooth side.
pub(super) const SAME_SIDE: f64 = 0.95;
/// Bisections of an edge: the jump of the normal is found to 1/4096 of it.
const BISECTIONS: usize = 12;
/// Points or edges asked about together.
const BATCH: usize = 64;

/// An edge of the surface that a crease crosses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub(super) edge: [u32; 2],
    pub(super) at: Vec3,
    /// On the side of each end.
    pub(super) normals: [Vec3; 2],
}

/// Edges of a closed surface, each once as (lower, higher), ascending.
pub(super) fn surface_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]])
        .filter(|[a, b]| a < b)
        .map(|[a, b]| [*a, *b])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Normals at vertices.
pub(super) fn normals(probe: &Probe<'_>, points: &[Vec3], vertices: &[u32]) -> Vec<Vec3> {
    let batches: Vec<Vec<Vec3>> = vertices
        .par_chunks(BATCH)
        .map(|batch| {
            let places: Vec<Vec3> = batch.iter().map(|v| points[*v as usize]).collect();
            probe.gradients(&places).1
        })
        .collect();
    batches.concat()
}

/// The crossings among edges, given the normals of their ends.
pub(super) fn crossings(
    probe: &Probe<'_>,
    points: &[Vec3],
    edges: &[[u32; 2]],
    normal: &(dyn Fn(u32) -> Vec3 + Sync),
) -> Vec<Crossing> {
    let sharp: Vec<[u32; 2]> =
        edges.iter().copied().filter(|[a, b]| dot(normal(*a), normal(*b)) < SAME_SIDE).collect();
    let found: Vec<Vec<Crossing>> = sharp
        .par_chunks(BATCH)
        .map(|edges| {
            let mut intervals: Vec<[Vec3; 2]> =
                edges.iter().map(|edge| edge.map(|v| points[v as usize])).collect();
            let mut sides: Vec<[Vec3; 2]> = edges.iter().map(|edge| edge.map(normal)).collect();
            for _ in 0..BISECTIONS {
                let middles: Vec<Vec3> = intervals.iter().map(|[a, b]| mix(*a, *b, 0.5)).collect();
                let (_, gradients) = probe.gradients(&middles);
                for (i, gradient) in gradients.into_iter().enumerate() {
                    let side = usize::from(dot(gradient, sides[i][0]) < dot(gradient, sides[i][1]));
                    intervals[i][side] = middles[i];
                    sides[i][side] = gradient;
                }
            }
            let crossing = |i: usize| -> Option<Crossing> {
                // Where the normal turns smoothly, the ends agree by now.
                if dot(sides[i][0], sides[i][1]) > SAME_SIDE {
                    return None;
                }
                let (values, found) = probe.gradients(&intervals[i]);
                let plane = |k: usize| (found[k], dot(found[k], intervals[i][k]) - values[k]);
                let near = meet_two(mix(intervals[i][0], intervals[i][1], 0.5), [plane(0), plane(1)])?;
                let (at, normals) = probe.onto_crease(near, [found[0], found[1]])?;
                Some(Crossing { edge: edges[i], at, normals })
            };
            (0..edges.len()).filter_map(crossing).collect()
        })
        .collect();
    found.concat()
}

/// The corners next to crossings: where three sides that meet around a vertex have a common point.
pub(super) fn corners(
    probe: &Probe<'_>,
    points: &[Vec3],
    crossings: &[Crossing],
    normal: &dyn Fn(u32) -> Vec3,
) -> Vec<Vec3> {
    let mut around = BTreeMap::<u32, Vec<u32>>::new();
    for crossing in crossings {
        let [a, b] = crossing.edge;
        around.entry(a).or_default().push(b);
        around.entry(b).or_default().push(a);
    }
    let mut found: Vec<Vec3> = Vec::new();
    for (vertex, others) in &around {
        // One vertex for each side, of those around the vertex and around its neighbours.
        let second = others.iter().filter_map(|v| around.get(v)).flatten();
        let mut sides = vec![*vertex];
        for v in others.iter().chain(second) {
            if sides.iter().all(|side| dot(normal(*side), normal(*v)) < SAME_SIDE) {
                sides.push(*v);
            }
        }
        sides.truncate(5);
        for i in 1..sides.len() {
            for j in i + 1..sides.len() {
                let three = [sides[0], sides[i], sides[j]];
                let n = three.map(normal);
                if dot(n[0], cross(n[1], n[2])).abs() < 0.05 {
                    continue;
                }
                if let Some(at) = probe.onto_corner(three.map(|v| points[v as usize]), n)
                    && found.iter().all(|other| norm(sub(*other, at)) > 0.1 * probe.h)
                {
                    found.push(at);
                }
            }
        }
    }
    found
}
