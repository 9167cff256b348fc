//! The kinds of elements of Gmsh, by the numbers its format gives them.

/// A kind of element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// For notes, plural.
    pub(super) name: &'static str,
    pub(super) dimension: u8,
    /// The first nodes of an element; the others lie on its edges, faces and inside.
    pub(super) corners: usize,
    /// All nodes of an element.
    pub(super) nodes: usize,
}

impl Kind {
    pub(super) fn is_tetrahedron(self) -> bool {
        self.dimension == 3 && self.corners == 4
    }

    pub(super) fn is_triangle(self) -> bool {
        self.dimension == 2 && self.corners == 3
    }
}

/// The kind of a number; none for numbers not in this list, whose elements are skipped line by line.
pub(super) fn kind(number: u64) -> Option<Kind> {
    let (name, dimension, corners, nodes) = match number {
        15 => ("points", 0, 1, 1),
        1 => ("lines", 1, 2, 2),
        8 => ("3-node lines", 1, 2, 3),
        26 => ("4-node lines", 1, 2, 4),
        27 => ("5-node lines", 1, 2, 5),
        28 => ("6-node lines", 1, 2, 6),
        2 => ("triangles", 2, 3, 3),
        9 => ("6-node triangles", 2, 3, 6),
        20 => ("9-node triangles", 2, 3, 9),
        21 => ("10-node triangles", 2, 3, 10),
        22 => ("12-node triangles", 2, 3, 12),
        23 => ("15-node triangles", 2, 3, 15),
        24 => ("15-node incomplete triangles", 2, 3, 15),
        25 => ("21-node triangles", 2, 3, 21),
        3 => ("quadrangles", 2, 4, 4),
        16 => ("8-node quadrangles", 2, 4, 8),
        10 => ("9-node quadrangles", 2, 4, 9),
        4 => ("tetrahedra", 3, 4, 4),
        11 => ("10-node tetrahedra", 3, 4, 10),
        29 => ("20-node tetrahedra", 3, 4, 20),
        30 => ("35-node tetrahedra", 3, 4, 35),
        31 => ("56-node tetrahedra", 3, 4, 56),
        5 => ("hexahedra", 3, 8, 8),
        17 => ("20-node hexahedra", 3, 8, 20),
        12 => ("27-node hexahedra", 3, 8, 27),
        6 => ("prisms", 3, 6, 6),
        18 => ("15-node prisms", 3, 6, 15),
        13 => ("18-node prisms", 3, 6, 18),
        7 => ("pyramids", 3, 5, 5),
        19 => ("13-node pyramids", 3, 5, 13),
        14 => ("14-node pyramids", 3, 5, 14),
        _ => return None,
    };
    Some(Kind { name, dimension, corners, nodes })
}
