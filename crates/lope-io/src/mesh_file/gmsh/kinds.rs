//! The kinds of elements of Gmsh, by the numbers its format gives them.

use crate::mesh_file::kind::{
    HEXAHEDRON, Kind, LINE, POINT, PRISM, PYRAMID, QUADRANGLE, Shape, TETRAHEDRON, TETRAHEDRON_10, TRIANGLE,
};

/// The kind of a number; none for numbers not in this list, whose elements are skipped line by line.
pub(super) fn kind(number: u64) -> Option<Kind> {
    use Shape::{Line, Other, Polygon, Tetrahedron, Triangle};
    let (name, shape, corners, nodes) = match number {
        15 => return Some(POINT),
        1 => return Some(LINE),
        2 => return Some(TRIANGLE),
        3 => return Some(QUADRANGLE),
        4 => return Some(TETRAHEDRON),
        5 => return Some(HEXAHEDRON),
        6 => return Some(PRISM),
        7 => return Some(PYRAMID),
        11 => return Some(TETRAHEDRON_10),
        8 => ("3-node lines", Line, 2, 3),
        26 => ("4-node lines", Line, 2, 4),
        27 => ("5-node lines", Line, 2, 5),
        28 => ("6-node lines", Line, 2, 6),
        9 => ("6-node triangles", Triangle, 3, 6),
        20 => ("9-node triangles", Triangle, 3, 9),
        21 => ("10-node triangles", Triangle, 3, 10),
        22 => ("12-node triangles", Triangle, 3, 12),
        23 => ("15-node triangles", Triangle, 3, 15),
        24 => ("15-node incomplete triangles", Triangle, 3, 15),
        25 => ("21-node triangles", Triangle, 3, 21),
        16 => ("8-node quadrangles", Polygon, 4, 8),
        10 => ("9-node quadrangles", Polygon, 4, 9),
        36 => ("16-node quadrangles", Polygon, 4, 16),
        37 => ("25-node quadrangles", Polygon, 4, 25),
        29 => ("20-node tetrahedra", Tetrahedron, 4, 20),
        30 => ("35-node tetrahedra", Tetrahedron, 4, 35),
        31 => ("56-node tetrahedra", Tetrahedron, 4, 56),
        17 => ("20-node hexahedra", Other, 8, 20),
        12 => ("27-node hexahedra", Other, 8, 27),
        92 => ("64-node hexahedra", Other, 8, 64),
        18 => ("15-node prisms", Other, 6, 15),
        13 => ("18-node prisms", Other, 6, 18),
        19 => ("13-node pyramids", Other, 5, 13),
        14 => ("14-node pyramids", Other, 5, 14),
        _ => return None,
    };
    Some(Kind::curved(name, shape, corners, nodes))
}

/// The most nodes of an element.
pub(super) const MOST_NODES: usize = 64;
