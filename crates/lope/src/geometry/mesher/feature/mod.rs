//! Creases and corners, and the worst angles.
//!
//! Stuffing cuts creases off. Afterwards the vertices next to a crease move onto it, their neighbours make room,
//! and where that would leave an angle outside the limits everything goes back to where it was: the limits hold
//! by construction, and a crease that they forbid stays cut off.

mod detect;
mod flip;
mod patch;
mod probe;
mod split;

use std::collections::BTreeSet;

use super::super::mesh::TetMesh;
use super::super::sdf::Field;
use super::super::surface::FACES;
use super::angle::score;
use crate::math::vec3::{Vec3, along, cross, dot, norm, sub};
use detect::Crossing;
use patch::{Patch, Role};
use probe::Probe;

/// How often the surface is searched for edges that cross a crease.
const ROUNDS: usize = 3;
/// Sweeps over the neighbours of a moved vertex.
const SWEEPS: usize = 3;
/// What a sweep must gain for another to be worth it.
const HOPE: f64 = 0.003;
/// Scores below this, about 14° and 162°, are improved where they can be.
const POOR: f64 = 0.015;

/// The triangles of the boundary, outwards: faces of one tetrahedron with all corners on the surface.
pub(super) fn surface(mesh: &TetMesh, on_surface: &[bool]) -> Vec<[u32; 3]> {
    let mut faces: Vec<([u32; 3], [u32; 3])> = Vec::new();
    for tet in &mesh.tets {
        let on = tet.map(|v| on_surface[v as usize]);
        if on.iter().filter(|on| **on).count() < 3 {
            continue;
        }
        for face in FACES.into_iter().filter(|face| face.iter().all(|k| on[*k])) {
            let corners = face.map(|k| tet[k]);
            let mut sorted = corners;
            sorted.sort_unstable();
            faces.push((sorted, corners));
        }
    }
    faces.sort_unstable();
    faces.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() == 1).map(|same| same[0].1).collect()
}

/// Moves vertices onto creases and corners.
pub(super) fn keep(mesh: &mut TetMesh, on_surface: &mut Vec<bool>, field: &dyn Field, h: f64) {
    let probe = Probe { field, h };
    let mut triangles = surface(mesh, on_surface);
    let mut vertices: Vec<u32> = triangles.iter().flatten().copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    let normals = detect::normals(&probe, &mesh.points, &vertices);
    let normal = |v: u32| vertices.binary_search(&v).map_or([0.0; 3], |k| normals[k]);
    let edges = detect::surface_edges(&triangles);
    let mut crossings = detect::crossings(&probe, &mesh.points, &edges, &normal);
    if crossings.is_empty() {
        return;
    }
    let corners = detect::corners(&probe, &mesh.points, &crossings, &normal);
    let gap = |points: &[Vec3], crossing: &Crossing| {
        crossing
            .edge
            .map(|v| norm(sub(points[v as usize], crossing.at)))
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    };
    crossings.sort_by(|a, b| gap(&mesh.points, a).total_cmp(&gap(&mesh.points, b)).then(a.edge.cmp(&b.edge)));
    let seeds: Vec<u32> = crossings.iter().flat_map(|crossing| crossing.edge).collect();
    let mut patch = Patch::new(mesh, probe, on_surface, seeds.iter().copied(), 2);
    let mut missing = corners;
    let mut tried = BTreeSet::new();
    for round in 0..ROUNDS {
        if round > 0 {
            // Those that others brought about; what failed once would fail again.
            crossings = open_crossings(&patch, &triangles);
            crossings.retain(|crossing| !tried.contains(&crossing.edge));
            if crossings.is_empty() && missing.is_empty() {
                break;
            }
        }
        missing.retain(|corner| !snap_corner(&mut patch, &seeds, *corner));
        for crossing in &crossings {
            snap_crossing(&mut patch, crossing);
        }
        flip::turn(&mut patch, &mut triangles, &mut crossings);
        split::split(&mut patch, &mut triangles, &mut crossings);
        tried.extend(crossings.iter().map(|crossing| crossing.edge));
    }
    let all: Vec<u32> = patch.sites.keys().copied().collect();
    improve(&mut patch, &all);
    mesh.tets.retain(|tet| *tet != flip::GONE);
    // Vertices that were added are on creases.
    on_surface.resize(mesh.points.len(), true);
}

/// What still crosses a crease after the vertices moved.
fn open_crossings(patch: &Patch<'_>, triangles: &[[u32; 3]]) -> Vec<Crossing> {
    let mut edges = detect::surface_edges(triangles);
    edges.retain(|edge| flip::is_open(patch, *edge));
    let side =
        |v: u32| patch.sites.get(&v).and_then(|site| site.role.sides().first().copied()).unwrap_or([0.0; 3]);
    detect::crossings(&patch.probe, &patch.mesh.points, &edges, &side)
}

/// Improves the worst angles of a mesh without features to keep.
pub(super) fn polish(mesh: &mut TetMesh, on_surface: &[bool], field: &dyn Field, h: f64) {
    let poor = |tet: &&[u32; 4]| {
        tet.iter().any(|v| on_surface[*v as usize]) && score(tet.map(|v| mesh.points[v as usize]), h) < POOR
    };
    let mut seeds: Vec<u32> = mesh.tets.iter().filter(poor).flatten().copied().collect();
    seeds.sort_unstable();
    seeds.dedup();
    if seeds.is_empty() {
        return;
    }
    let mut patch = Patch::new(mesh, Probe { field, h }, on_surface, seeds.iter().copied(), 0);
    improve(&mut patch, &seeds);
}

fn improve(patch: &mut Patch<'_>, vertices: &[u32]) {
    for _ in 0..SWEEPS {
        for v in vertices {
            if patch.score(*v) < POOR {
                patch.relax(*v);
            }
        }
    }
}

/// Moves the nearest vertex into a corner, of those that are not in one.
fn snap_corner(patch: &mut Patch<'_>, candidates: &[u32], corner: Vec3) -> bool {
    let distance = |patch: &Patch<'_>, v: u32| norm(sub(patch.mesh.points[v as usize], corner));
    let mut near: Vec<(f64, u32)> = candidates
        .iter()
        .map(|v| (distance(patch, *v), *v))
        .filter(|(d, v)| {
            *d < 1.2 * patch.probe.h && matches!(patch.role(*v), Role::Face(_) | Role::Crease(_))
        })
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.dedup();
    near.iter().take(4).any(|(_, v)| snap(patch, *v, corner, Role::Fixed))
}

/// Moves one end of an edge that crosses a crease onto it, the nearer one first.
fn snap_crossing(patch: &mut Patch<'_>, crossing: &Crossing) {
    if !flip::is_open(patch, crossing.edge) {
        return;
    }
    let mut ends = crossing.edge.map(|v| (norm(sub(patch.mesh.points[v as usize], crossing.at)), v));
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, v) in ends {
        if !matches!(patch.role(v), Role::Face(_)) {
            continue;
        }
        // The nearest point of the crease, which is not the one on this edge.
        let from = patch.mesh.points[v as usize];
        let nearest = patch.probe.onto_crease(nearest_on_axis(from, crossing), crossing.normals);
        let (at, normals) = nearest.unwrap_or((crossing.at, crossing.normals));
        let differ = norm(sub(at, crossing.at)) > 0.2 * patch.probe.h;
        if snap(patch, v, at, Role::Crease(normals))
            || differ && snap(patch, v, crossing.at, Role::Crease(crossing.normals))
        {
            return;
        }
    }
}

fn nearest_on_axis(from: Vec3, crossing: &Crossing) -> Vec3 {
    match probe::unit(cross(crossing.normals[0], crossing.normals[1])) {
        Some(axis) => along(crossing.at, dot(sub(from, crossing.at), axis), axis),
        None => crossing.at,
    }
}

/// Moves a vertex and its neighbours out of the way; all of it or nothing.
fn snap(patch: &mut Patch<'_>, vertex: u32, to: Vec3, role: Role) -> bool {
    let ring = patch.ring(vertex);
    let before: Vec<(u32, Vec3, Role)> =
        ring.iter().chain([&vertex]).map(|v| (*v, patch.mesh.points[*v as usize], patch.role(*v))).collect();
    // What the neighbours give up to make room counts too.
    let around = |patch: &Patch<'_>| before.iter().map(|(v, _, _)| patch.score(*v)).fold(0.0, f64::min);
    let accepted = around(patch);
    patch.mesh.points[vertex as usize] = to;
    if let Some(site) = patch.sites.get_mut(&vertex) {
        site.role = role;
    }
    let mut last = f64::NEG_INFINITY;
    for _ in 0..=SWEEPS {
        let now = around(patch).min(patch.score(vertex));
        if now >= accepted {
            return true;
        }
        // What has not become much better by now will not become good.
        if now < last + HOPE {
            break;
        }
        last = now;
        ring.iter().for_each(|v| patch.relax(*v));
        patch.relax(vertex);
    }
    for (v, point, role) in before {
        patch.mesh.points[v as usize] = point;
        if let Some(site) = patch.sites.get_mut(&v) {
            site.role = role;
        }
    }
    false
}
