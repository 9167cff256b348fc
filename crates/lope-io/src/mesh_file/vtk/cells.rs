//! Cells as VTK stores them: a list of types, a list of all nodes, and where the nodes of each cell end.

use super::kinds::kind;
use crate::mesh_file::error::{ReadError, ReadErrorKind};
use crate::mesh_file::harvest::Harvest;
use crate::mesh_file::scalar::Numbers;

/// The ends of the nodes of each cell: ascending, the last is the number of nodes.
pub(super) fn ends(offsets: &Numbers<'_>, nodes: usize) -> Result<Vec<usize>, ReadError> {
    let mut ends = Vec::with_capacity(offsets.len());
    let mut last = 0;
    for i in 0..offsets.len() {
        let end = offsets.integer(i).and_then(|end| usize::try_from(end).ok());
        match end.filter(|end| (last..=nodes).contains(end)) {
            Some(end) => ends.push(end),
            None => {
                let message = format!("the nodes of cell {i} end outside of the list of nodes");
                return Err(ReadError::new(ReadErrorKind::Reference, message));
            }
        }
        last = ends[i];
    }
    Ok(ends)
}

/// Adds cells. `first_point` is added to their nodes and `first_cell` to their numbers; there are `points` of
/// the former to be named.
pub(super) fn add(
    harvest: &mut Harvest,
    types: &[u8],
    ends: &[usize],
    nodes: &mut [u32],
    (first_point, points): (u32, usize),
    first_cell: u64,
) -> Result<(), ReadError> {
    if let Some(place) = nodes.iter().position(|node| *node as usize >= points) {
        let cell = ends.partition_point(|end| *end <= place);
        let message = format!("cell {cell} (from 0) has point {}, there are {points} points", nodes[place]);
        return Err(ReadError::new(ReadErrorKind::Reference, message));
    }
    if first_point > 0 {
        nodes.iter_mut().for_each(|node| *node += first_point);
    }
    let mut counts = [0; 256];
    let mut start = 0;
    for (number, (code, end)) in types.iter().zip(ends).enumerate() {
        let nodes = nodes.get(start..*end).unwrap_or_default();
        start = *end;
        counts[*code as usize] += 1;
        let cell = first_cell + number as u64;
        match kind(*code) {
            Some(kind)
                if nodes.len() < kind.least_nodes() || (kind.nodes != 0 && nodes.len() != kind.nodes) =>
            {
                let message = format!(
                    "cell {number} (from 0) has {} nodes, too few or too many for {}",
                    nodes.len(),
                    kind.name
                );
                return Err(ReadError::new(ReadErrorKind::Count, message));
            }
            Some(kind) => harvest.cell(kind, nodes, cell),
            None => harvest.left_out.extend(nodes),
        }
    }
    for (code, count) in (0..=255).zip(counts).filter(|(_, count)| *count > 0) {
        match kind(code) {
            Some(kind) => harvest.count(kind, count),
            None => harvest.count_unknown(u64::from(code), count),
        }
    }
    Ok(())
}

/// Points from a list of coordinates, which must be finite.
pub(super) fn points(coordinates: Vec<f64>) -> Result<Vec<[f64; 3]>, ReadError> {
    if let Some(place) = coordinates.iter().position(|x| !x.is_finite()) {
        let (axis, point) = (["x", "y", "z"][place % 3], place / 3);
        let message =
            format!("{axis} of point {point} (from 0) is {}, expected a finite number", coordinates[place]);
        return Err(ReadError::new(ReadErrorKind::NotFinite, message));
    }
    Ok(coordinates.as_chunks().0.to_vec())
}
