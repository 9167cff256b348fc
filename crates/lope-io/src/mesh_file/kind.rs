//! Kinds of cells, as all formats share them: what a mesh takes of a cell, and what its kind is called.

/// What becomes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Single vertices.
    Dots,
    /// A line through its corners.
    Line,
    Triangle,
    /// A fan of triangles around the first corner.
    Polygon,
    /// A polygon of four whose last two corners are swapped.
    Pixel,
    /// Triangles that share edges one after the other.
    Strip,
    Tetrahedron,
    /// Nothing: the cell is counted and left out.
    Other,
}

/// A kind of cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// For notes, plural.
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// The first nodes of a cell; the others lie on its edges, faces and inside. 0 if all are corners.
    pub(super) corners: usize,
    /// All nodes of a cell; 0 if the number varies.
    pub(super) nodes: usize,
}

impl Kind {
    /// A kind whose cells have nodes at their corners only.
    pub(super) const fn flat(name: &'static str, shape: Shape, corners: usize) -> Kind {
        Kind { name, shape, corners, nodes: corners }
    }

    /// A kind whose cells have further nodes between the corners.
    pub(super) const fn curved(name: &'static str, shape: Shape, corners: usize, nodes: usize) -> Kind {
        Kind { name, shape, corners, nodes }
    }

    pub(super) fn is_curved(self) -> bool {
        self.nodes != self.corners && self.corners != 0
    }

    /// The least number of nodes that makes a cell of this kind.
    pub(super) fn least_nodes(self) -> usize {
        let least = match self.shape {
            Shape::Dots => 1,
            Shape::Line => 2,
            Shape::Triangle | Shape::Polygon | Shape::Strip => 3,
            Shape::Pixel | Shape::Tetrahedron => 4,
            Shape::Other => 0,
        };
        least.max(self.nodes).max(self.corners)
    }

    /// The dimension of what a mesh takes of it; none if nothing.
    pub(super) fn dimension(self) -> Option<usize> {
        match self.shape {
            Shape::Dots => Some(0),
            Shape::Line => Some(1),
            Shape::Triangle | Shape::Polygon | Shape::Pixel | Shape::Strip => Some(2),
            Shape::Tetrahedron => Some(3),
            Shape::Other => None,
        }
    }
}

pub(super) const POINT: Kind = Kind::flat("points", Shape::Dots, 1);
pub(super) const LINE: Kind = Kind::flat("lines", Shape::Line, 2);
pub(super) const POLYLINE: Kind = Kind::flat("polylines", Shape::Line, 0);
pub(super) const TRIANGLE: Kind = Kind::flat("triangles", Shape::Triangle, 3);
pub(super) const QUADRANGLE: Kind = Kind::flat("quadrangles", Shape::Polygon, 4);
pub(super) const POLYGON: Kind = Kind::flat("polygons", Shape::Polygon, 0);
pub(super) const TETRAHEDRON: Kind = Kind::flat("tetrahedra", Shape::Tetrahedron, 4);
pub(super) const TETRAHEDRON_10: Kind = Kind::curved("10-node tetrahedra", Shape::Tetrahedron, 4, 10);
pub(super) const HEXAHEDRON: Kind = Kind::flat("hexahedra", Shape::Other, 8);
pub(super) const PRISM: Kind = Kind::flat("prisms", Shape::Other, 6);
pub(super) const PYRAMID: Kind = Kind::flat("pyramids", Shape::Other, 5);

/// The kind of a polygon of so many corners.
pub(super) fn polygon(corners: usize) -> Kind {
    match corners {
        3 => TRIANGLE,
        4 => QUADRANGLE,
        _ => POLYGON,
    }
}
