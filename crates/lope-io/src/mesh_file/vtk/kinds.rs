//! The kinds of cells of VTK, by the numbers its formats give them.

use crate::mesh_file::kind::{
    HEXAHEDRON, Kind, LINE, POINT, POLYGON, POLYLINE, PRISM, PYRAMID, QUADRANGLE, Shape, TETRAHEDRON,
    TETRAHEDRON_10, TRIANGLE,
};

pub(super) const POINTS: Kind = Kind::flat("sets of points", Shape::Dots, 0);
pub(super) const STRIP: Kind = Kind::flat("triangle strips", Shape::Strip, 0);

/// The kind of a number; none for numbers not in this list, whose cells are left out.
pub(super) fn kind(number: u8) -> Option<Kind> {
    use Shape::{Line, Other, Polygon, Tetrahedron, Triangle};
    let (name, shape, corners, nodes) = match number {
        1 => return Some(POINT),
        2 => return Some(POINTS),
        3 => return Some(LINE),
        4 => return Some(POLYLINE),
        5 => return Some(TRIANGLE),
        6 => return Some(STRIP),
        7 => return Some(POLYGON),
        8 => return Some(Kind::flat("pixels", Shape::Pixel, 4)),
        9 => return Some(QUADRANGLE),
        10 => return Some(TETRAHEDRON),
        11 => return Some(Kind::flat("voxels", Other, 8)),
        12 => return Some(HEXAHEDRON),
        13 => return Some(PRISM),
        14 => return Some(PYRAMID),
        15 => return Some(Kind::flat("pentagonal prisms", Other, 10)),
        16 => return Some(Kind::flat("hexagonal prisms", Other, 12)),
        24 => return Some(TETRAHEDRON_10),
        21 => ("3-node lines", Line, 2, 3),
        35 => ("4-node lines", Line, 2, 4),
        22 => ("6-node triangles", Triangle, 3, 6),
        34 => ("7-node triangles", Triangle, 3, 7),
        23 => ("8-node quadrangles", Polygon, 4, 8),
        28 => ("9-node quadrangles", Polygon, 4, 9),
        30 => ("6-node quadrangles", Polygon, 4, 6),
        25 => ("20-node hexahedra", Other, 8, 20),
        29 => ("27-node hexahedra", Other, 8, 27),
        33 => ("24-node hexahedra", Other, 8, 24),
        26 => ("15-node prisms", Other, 6, 15),
        31 => ("12-node prisms", Other, 6, 12),
        32 => ("18-node prisms", Other, 6, 18),
        27 => ("13-node pyramids", Other, 5, 13),
        37 => ("19-node pyramids", Other, 5, 19),
        41 => return Some(Kind::flat("convex point sets", Other, 0)),
        42 => return Some(Kind::flat("polyhedra", Other, 0)),
        68 | 75 => ("higher-order lines", Line, 2, 0),
        69 | 76 => ("higher-order triangles", Triangle, 3, 0),
        70 | 77 => ("higher-order quadrangles", Polygon, 4, 0),
        71 | 78 => ("higher-order tetrahedra", Tetrahedron, 4, 0),
        72 | 79 => ("higher-order hexahedra", Other, 8, 0),
        73 | 80 => ("higher-order prisms", Other, 6, 0),
        74 | 81 => ("higher-order pyramids", Other, 5, 0),
        _ => return None,
    };
    Some(Kind::curved(name, shape, corners, nodes))
}
