//! VTU: all cells, tetrahedra first. A group becomes an array of 0 and 1 on the points and, if it has cells, on
//! the cells, named after it behind `group:`.

use super::FileMesh;
use crate::mesh_file::group::GROUP_PREFIX;
use crate::output::vtu::{Appended, CellKind, Compression, FOOT, bytes_of, f64_bytes};

pub(super) fn encode(mesh: &FileMesh) -> Vec<u8> {
    // In the order in which groups number cells: theirs come first.
    let parts = [
        (CellKind::Tetrahedron, mesh.tets.as_flattened()),
        (CellKind::Triangle, mesh.triangles.as_flattened()),
        (CellKind::Line, mesh.edges.as_flattened()),
    ];
    let cells = parts.iter().map(|(kind, nodes)| nodes.len() / kind.arity()).sum();
    let mut file = Appended::new(Compression::default(), mesh.points.len(), cells);
    let flags = |count: usize, members: &[u32]| {
        let mut flags = vec![0; count];
        members.iter().for_each(|k| flags[*k as usize] = 1);
        flags
    };
    file.line("      <PointData>");
    for (name, group) in &mesh.groups {
        file.array("UInt8", &format!("{GROUP_PREFIX}{name}"), 1, flags(mesh.points.len(), &group.vertices));
    }
    file.line("      </PointData>\n      <CellData>");
    for (name, group) in mesh.groups.iter().filter(|(_, group)| !group.cells.is_empty()) {
        file.array("UInt8", &format!("{GROUP_PREFIX}{name}"), 1, flags(cells, &group.cells));
    }
    file.line("      </CellData>\n      <Points>");
    file.array("Float64", "Points", 3, f64_bytes(mesh.points.as_flattened()));
    file.line("      </Points>\n      <Cells>");
    let nodes: Vec<u32> = parts.iter().flat_map(|(_, nodes)| nodes.iter().copied()).collect();
    let ends = parts.iter().flat_map(|(kind, nodes)| vec![kind.arity(); nodes.len() / kind.arity()]);
    let ends: Vec<u64> =
        ends.scan(0, |end, arity| Some(std::mem::replace(end, *end + arity as u64) + arity as u64)).collect();
    if nodes.len() <= i32::MAX as usize && mesh.points.len() <= i32::MAX as usize {
        file.array("Int32", "connectivity", 1, bytes_of(nodes.iter().map(|n| n.to_le_bytes())));
        file.array("Int32", "offsets", 1, bytes_of(ends.iter().map(|end| (*end as u32).to_le_bytes())));
    } else {
        file.array("Int64", "connectivity", 1, bytes_of(nodes.iter().map(|n| u64::from(*n).to_le_bytes())));
        file.array("Int64", "offsets", 1, bytes_of(ends.iter().map(|end| end.to_le_bytes())));
    }
    let types = parts.iter().flat_map(|(kind, nodes)| vec![kind.vtk_type(); nodes.len() / kind.arity()]);
    file.array("UInt8", "types", 1, types.collect());
    let (head, arrays) = file.finish();
    let mut bytes = head.into_bytes();
    arrays.iter().for_each(|array| bytes.extend(array));
    bytes.extend(FOOT);
    bytes
}
