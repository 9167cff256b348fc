//! From what a Gmsh file holds to a mesh: names the groups, drops the nodes of curved elements, tells what else
//! there was.

use std::collections::BTreeMap;

use super::FileMesh;
use super::error::ReadError;
use super::gmsh41::{BETWEEN, Content, Place};
use crate::geometry::Group;

/// The mesh, or `nothing` with a message where there is no tetrahedron.
pub(super) fn finish(mut content: Content, nothing: ReadError) -> Result<FileMesh, ReadError> {
    if content.tets.is_empty() {
        return Err(no_tetrahedra(&content, nothing));
    }
    note_kinds(&mut content);
    let mut groups = named_groups(&mut content);
    let dropped = drop_between(&mut content, &mut groups);
    if dropped > 0 {
        content.notes.push(format!("left out {dropped} nodes between the corners of curved elements"));
    }
    Ok(FileMesh { points: content.points, tets: content.tets, groups, notes: content.notes })
}

fn no_tetrahedra(content: &Content, error: ReadError) -> ReadError {
    let others = kinds_listed(content, |_| true);
    let message = if others.is_empty() {
        "the file has no elements, only nodes".to_owned()
    } else {
        format!("the file has no tetrahedra, only {others}")
    };
    let triangles = content.kinds.values().any(|(kind, _)| kind.is_some_and(|kind| kind.is_triangle()));
    let remedy = if triangles {
        "a solid needs a volume mesh: fill the surface with tetrahedra (Gmsh: gmsh -3)"
    } else {
        "a solid needs tetrahedra: mesh the volume with them (Gmsh: gmsh -3)"
    };
    ReadError { line: None, message, ..error }.remedy(remedy)
}

/// "24 triangles, 8 points", of the kinds that are wanted.
fn kinds_listed(content: &Content, wanted: impl Fn(u64) -> bool) -> String {
    let there = content.kinds.iter().filter(|(number, (_, count))| *count > 0 && wanted(**number));
    let text = there.map(|(number, (kind, count))| match kind {
        Some(kind) => format!("{count} {}", kind.name),
        None => format!("{count} elements of type {number}"),
    });
    text.collect::<Vec<_>>().join(", ")
}

fn note_kinds(content: &mut Content) {
    let tetrahedron = |number| content.kinds[&number].0.is_some_and(|kind| kind.is_tetrahedron());
    let curved = |number| content.kinds[&number].0.is_some_and(|kind| kind.nodes > kind.corners);
    let reduced = kinds_listed(content, |number| tetrahedron(number) && curved(number));
    let others = kinds_listed(content, |number| !tetrahedron(number));
    if !reduced.is_empty() {
        content.notes.push(format!("reduced to their corners: {reduced}"));
    }
    if !others.is_empty() {
        content.notes.push(format!("not part of the solid: {others}"));
    }
}

/// Groups by name; those without one are called after dimension and tag, like `volume_3`. A volume and a
/// surface of the same name are one group.
fn named_groups(content: &mut Content) -> BTreeMap<String, Group> {
    let mut groups = BTreeMap::<String, Group>::new();
    let names = std::mem::take(&mut content.names);
    for (place, members) in std::mem::take(&mut content.groups) {
        let name = names.get(&place).cloned().unwrap_or_else(|| unnamed(place));
        let group = groups.entry(name).or_default();
        group.vertices.extend(members.vertices);
        group.cells.extend(members.cells);
    }
    for group in groups.values_mut() {
        for list in [&mut group.vertices, &mut group.cells] {
            list.sort_unstable();
            list.dedup();
        }
    }
    for name in names.into_values().filter(|name| !groups.contains_key(name)) {
        content.notes.push(format!("physical group \"{name}\" has no elements"));
    }
    groups
}

fn unnamed((dimension, tag): Place) -> String {
    let kind = ["point", "curve", "surface"].get(dimension as usize).unwrap_or(&"volume");
    format!("{kind}_{tag}")
}

/// Removes the nodes that only lie between the corners of elements, and returns how many those were.
fn drop_between(content: &mut Content, groups: &mut BTreeMap<String, Group>) -> usize {
    let kept = |v: usize| content.role[v] != BETWEEN;
    let mut new = Vec::with_capacity(content.points.len());
    let mut points = Vec::with_capacity(content.points.len());
    for (v, point) in content.points.iter().enumerate() {
        new.push(points.len() as u32);
        if kept(v) {
            points.push(*point);
        }
    }
    let dropped = content.points.len() - points.len();
    if dropped > 0 {
        // Cells and groups name corners only, which are all kept.
        let group_vertices = groups.values_mut().flat_map(|group| &mut group.vertices);
        content.tets.iter_mut().flatten().chain(group_vertices).for_each(|v| *v = new[*v as usize]);
        content.points = points;
    }
    dropped
}
