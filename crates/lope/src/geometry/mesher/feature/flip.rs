//! Edges that still cross a crease are turned.
//!
//! Where both vertices opposite to such an edge are on the crease, the edge between those two belongs on the
//! surface instead. At a convex crease one more tetrahedron brings it there, at a concave one less.

use super::super::super::mesh::six_volumes;
use super::super::angle::score;
use super::detect::{Crossing, SAME_SIDE};
use super::patch::{Patch, Role};
use crate::math::vec3::dot;

/// A tetrahedron that is gone; dropped at the end, so that the others keep their numbers.
pub(super) const GONE: [u32; 4] = [u32::MAX; 4];

/// Whether the ends of an edge have no side in common, so that it cuts a crease off.
pub(super) fn is_open(patch: &Patch<'_>, [u, v]: [u32; 2]) -> bool {
    let (Some(a), Some(b)) = (patch.sites.get(&u), patch.sites.get(&v)) else { return false };
    let (a, b) = (a.role.sides(), b.role.sides());
    !a.is_empty() && !b.is_empty() && a.iter().all(|n| b.iter().all(|m| dot(*n, *m) < SAME_SIDE))
}

/// Turns what can be turned, in the order of the crossings, and keeps only those that are still open.
pub(super) fn turn(patch: &mut Patch<'_>, triangles: &mut [[u32; 3]], crossings: &mut Vec<Crossing>) {
    crossings.retain(|crossing| {
        is_open(patch, crossing.edge) && turn_one(patch, triangles, crossing.edge).is_none()
    });
}

fn turn_one(patch: &mut Patch<'_>, triangles: &mut [[u32; 3]], [u, v]: [u32; 2]) -> Option<()> {
    // The triangle that runs from u to v, and the one that runs back.
    let runs = |triangle: &[u32; 3], from: u32, to: u32| {
        (0..3).find(|k| triangle[*k] == from && triangle[(k + 1) % 3] == to).map(|k| triangle[(k + 2) % 3])
    };
    let find = |from: u32, to: u32| {
        triangles.iter().enumerate().find_map(|(t, triangle)| Some((t, runs(triangle, from, to)?)))
    };
    let ((first, w), (second, x)) = (find(u, v)?, find(v, u)?);
    let on_crease = |v: u32| matches!(patch.sites.get(&v)?.role, Role::Crease(_) | Role::Fixed).then_some(());
    on_crease(w)?;
    on_crease(x)?;
    let tet = [u, v, w, x];
    let corners = tet.map(|v| patch.mesh.points[v as usize]);
    let around = |patch: &Patch<'_>, all: &[u32]| -> Vec<u32> {
        let star = &patch.sites[&all[0]].star;
        star.iter()
            .copied()
            .filter(|t| all.iter().all(|v| patch.mesh.tets[*t as usize].contains(v)))
            .collect()
    };
    if six_volumes(corners) > 0.0 {
        if score(corners, patch.probe.h) < 0.0 || !around(patch, &[w, x]).is_empty() {
            return None;
        }
        let number = patch.mesh.tets.len() as u32;
        patch.mesh.tets.push(tet);
        for v in tet {
            patch.sites.get_mut(&v)?.star.push(number);
        }
    } else {
        let [only] = around(patch, &[u, v])[..] else { return None };
        let other = patch.mesh.tets[only as usize];
        // The edge between the other two must leave the inside, and not be on the surface already.
        if !tet.iter().all(|v| other.contains(v)) || around(patch, &[w, x]).len() < 3 {
            return None;
        }
        if triangles.iter().any(|t| runs(t, w, x).is_some() || runs(t, x, w).is_some()) {
            return None;
        }
        patch.mesh.tets[only as usize] = GONE;
        for v in tet {
            patch.sites.get_mut(&v)?.star.retain(|t| *t != only);
        }
    }
    triangles[first] = [u, x, w];
    triangles[second] = [v, w, x];
    Some(())
}
