//! A new vertex on the crease, where no old one can go there.

use super::detect::Crossing;
use super::patch::{Patch, Role, Site};
use crate::math::vec3::Vec3;

/// Cuts every edge that still crosses a crease where it does, as long as the angles allow it, and keeps the
/// crossings for which they do not.
pub(super) fn split(patch: &mut Patch<'_>, triangles: &mut Vec<[u32; 3]>, crossings: &mut Vec<Crossing>) {
    crossings.retain(|crossing| !split_one(patch, triangles, crossing));
}

fn split_one(patch: &mut Patch<'_>, triangles: &mut Vec<[u32; 3]>, crossing: &Crossing) -> bool {
    let [u, v] = crossing.edge;
    let around: Vec<u32> =
        patch.sites[&u].star.iter().copied().filter(|t| patch.mesh.tets[*t as usize].contains(&v)).collect();
    if around.is_empty() {
        return true;
    }
    let middle = patch.mesh.points.len() as u32;
    let old: Vec<[u32; 4]> = around.iter().map(|t| patch.mesh.tets[*t as usize]).collect();
    let mut vertices: Vec<u32> = old.iter().flatten().copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    let before: Vec<(u32, Site, Vec3)> = vertices
        .iter()
        .filter_map(|v| Some((*v, patch.sites.get(v)?.clone(), patch.mesh.points[*v as usize])))
        .collect();
    let (least, first) =
        (before.iter().map(|(v, _, _)| patch.score(*v)).fold(0.0, f64::min), patch.mesh.tets.len());
    patch.mesh.points.push(crossing.at);
    let replaced = |tet: &[u32; 4], from: u32| tet.map(|v| if v == from { middle } else { v });
    for (t, tet) in around.iter().zip(&old) {
        patch.mesh.tets[*t as usize] = replaced(tet, v);
        patch.mesh.tets.push(replaced(tet, u));
    }
    let added = || first as u32..(first + old.len()) as u32;
    patch.sites.insert(
        middle,
        Site { role: Role::Crease(crossing.normals), star: around.iter().copied().chain(added()).collect() },
    );
    for (w, _, _) in &before {
        if let Some(site) = patch.sites.get_mut(w) {
            if *w == v {
                site.star.retain(|t| !around.contains(t));
            }
            site.star.extend(added().filter(|t| patch.mesh.tets[*t as usize].contains(w)));
        }
    }
    let mut last = f64::NEG_INFINITY;
    for _ in 0..=super::SWEEPS {
        let all = before.iter().map(|(w, _, _)| *w).chain([middle]);
        let now = all.clone().map(|w| patch.score(w)).fold(0.0, f64::min);
        if now >= least {
            split_triangles(triangles, [u, v], middle);
            return true;
        }
        if now < last + super::HOPE {
            break;
        }
        last = now;
        all.for_each(|w| patch.relax(w));
    }
    patch.mesh.tets.truncate(first);
    patch.mesh.points.pop();
    patch.sites.remove(&middle);
    around.iter().zip(old).for_each(|(t, tet)| patch.mesh.tets[*t as usize] = tet);
    for (w, site, point) in before {
        patch.mesh.points[w as usize] = point;
        patch.sites.insert(w, site);
    }
    false
}

fn split_triangles(triangles: &mut Vec<[u32; 3]>, [u, v]: [u32; 2], middle: u32) {
    for t in 0..triangles.len() {
        let triangle = triangles[t];
        if triangle.contains(&u) && triangle.contains(&v) {
            triangles[t] = triangle.map(|w| if w == v { middle } else { w });
            triangles.push(triangle.map(|w| if w == u { middle } else { w }));
        }
    }
}
