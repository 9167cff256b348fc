//! What `lope mesh info` says about a file, as JSON.

use serde_json::{Map, Value, json};

use lope::geometry::FileMesh;
use lope::geometry::intersect::Meeting;
use lope::geometry::survey::{Histogram, Survey};

/// How many elements and vertices are listed of each kind.
const LISTED: usize = 10;

/// One object with everything, indented. Numbers that are not finite are `null`, and so is the volume of a
/// surface that encloses none.
pub fn json(mesh: &FileMesh, survey: &Survey) -> String {
    let skin = &survey.skin;
    let group = |(name, vertices, cells): &(String, usize, usize)| {
        (name.clone(), json!({ "vertices": vertices, "cells": cells }))
    };
    let first = |list: &[u32]| list.iter().take(LISTED).copied().collect::<Vec<u32>>();
    let clashes: Vec<Value> = survey
        .self_intersections
        .iter()
        .take(LISTED)
        .map(|clash| {
            let meeting = match clash.meeting {
                Meeting::Crossing => "crossing",
                Meeting::Overlapping => "overlapping",
            };
            json!({ "elements": clash.elements, "meeting": meeting, "near": clash.near })
        })
        .collect();
    let findings: Vec<Value> = survey
        .findings()
        .iter()
        .map(|f| json!({ "severity": f.severity.to_string(), "message": f.message }))
        .collect();
    let angles = if survey.tets > 0 { "dihedral_angles" } else { "corner_angles" };
    let value = json!({
        "format": mesh.format,
        "vertices": survey.vertices,
        "tets": survey.tets,
        "triangles": survey.triangles,
        "edges": mesh.edges.len(),
        "components": survey.components,
        "closed": skin.closed,
        "volume": survey.volume,
        "area": survey.area,
        "bounds": survey.bounds,
        "inverted": survey.inverted.len(),
        "degenerate": survey.degenerate.len(),
        "unreferenced": survey.unreferenced.len(),
        "groups": survey.groups.iter().map(group).collect::<Map<String, Value>>(),
        "notes": mesh.notes,
        "findings": findings,
        "surface": {
            "triangles": skin.triangles,
            "edges": skin.edges,
            "vertices": skin.vertices,
            "boundary_edges": skin.boundary.len(),
            "holes": skin.holes,
            "nonmanifold_edges": skin.non_manifold.len(),
            "nonmanifold_vertices": skin.non_manifold_vertices.len(),
            "inconsistent_edges": skin.inconsistent.len(),
        },
        "self_intersections": survey.self_intersections.len(),
        "duplicate_vertices": survey.duplicate_vertices.len(),
        "repeated_elements": survey.repeated_elements.len(),
        "quality": {
            angles: histogram(survey.angles.as_ref()),
            "aspect": histogram(survey.aspects.as_ref()),
            "edge_lengths": histogram(survey.lengths.as_ref()),
            "worst_element": survey.worst,
        },
        "first": {
            "inverted": first(&survey.inverted),
            "degenerate": first(&survey.degenerate),
            "unreferenced": first(&survey.unreferenced),
            "duplicate_vertices": first(&survey.duplicate_vertices),
            "repeated_elements": first(&survey.repeated_elements),
            "nonmanifold_vertices": first(&skin.non_manifold_vertices),
            "boundary_edges": skin.boundary.iter().take(LISTED).collect::<Vec<_>>(),
            "nonmanifold_edges": skin.non_manifold.iter().take(LISTED).collect::<Vec<_>>(),
            "inconsistent_edges": skin.inconsistent.iter().take(LISTED).collect::<Vec<_>>(),
            "self_intersections": clashes,
        },
    });
    serde_json::to_string_pretty(&value).unwrap_or_default()
}

fn histogram(of: Option<&Histogram>) -> Value {
    of.map_or(
        Value::Null,
        |h| json!({ "min": h.least, "mean": h.mean, "max": h.most, "bounds": h.bounds, "counts": h.counts }),
    )
}
