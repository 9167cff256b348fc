//! The body-centred cubic lattice: the corners and the centres of a grid of cubes.
//!
//! Its tetrahedra are all alike: two centres of neighbouring cubes and an edge of the face between them, twelve a
//! cube. Long edges join equal points (corner to corner, centre to centre), short ones a centre to a corner.

use crate::math::vec3::Vec3;

/// Number of a lattice point: row by row (x), the corners of a row before its centres.
pub(super) type Point = usize;

/// Corners and centres.
pub(super) const CENTRE: usize = 1;

/// Edges a point owns: three long ones along the axes, and a centre's eight short ones.
pub(super) const DIRECTIONS: usize = 11;

/// A finite part of the lattice, with a margin outside the solid on every side.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    pub(super) origin: Vec3,
    /// Edge length of a cube.
    pub(super) h: f64,
    /// Points of each kind along each axis.
    pub(super) counts: [usize; 3],
}

impl Lattice {
    /// The point of a kind at a place of the grid.
    pub(super) fn point(&self, kind: usize, [i, j, k]: [usize; 3]) -> Point {
        ((k * self.counts[1] + j) * 2 + kind) * self.counts[0] + i
    }

    /// Kind and place of a point.
    pub(super) fn place(&self, point: Point) -> (usize, [usize; 3]) {
        let [nx, ny, _] = self.counts;
        let (half_row, i) = (point / nx, point % nx);
        let (row, kind) = (half_row / 2, half_row % 2);
        (kind, [i, row % ny, row / ny])
    }

    /// Where a point is before anything is moved.
    pub(super) fn position(&self, point: Point) -> Vec3 {
        let (kind, place) = self.place(point);
        self.coordinates(kind, place)
    }

    pub(super) fn coordinates(&self, kind: usize, place: [usize; 3]) -> Vec3 {
        let shift = if kind == CENTRE { 0.5 } else { 0.0 };
        [0, 1, 2].map(|k| self.origin[k] + self.h * (place[k] as f64 + shift))
    }

    /// Points in a row along x: its corners and its centres.
    pub(super) fn row_len(&self) -> usize {
        2 * self.counts[0]
    }

    pub(super) fn rows(&self) -> usize {
        self.counts[1] * self.counts[2]
    }

    pub(super) fn len(&self) -> usize {
        self.row_len() * self.rows()
    }

    /// The other end of the edge that a point owns in a direction; none where the lattice ends.
    pub(super) fn other_end(&self, point: Point, direction: usize) -> Option<Point> {
        let (kind, place) = self.place(point);
        if direction < 3 {
            let mut place = place;
            place[direction] += 1;
            return (place[direction] < self.counts[direction]).then(|| self.point(kind, place));
        }
        let corner = direction - 3;
        let place = [0, 1, 2].map(|k| place[k] + (corner >> k & 1));
        (kind == CENTRE && (0..3).all(|k| place[k] < self.counts[k])).then(|| self.point(0, place))
    }
}

/// How far the ends of the edges a point owns are in numbers: three long ones and, for a centre, eight short ones.
pub(super) fn strides(lattice: &Lattice) -> [isize; DIRECTIONS] {
    let row = lattice.row_len() as isize;
    let layer = row * lattice.counts[1] as isize;
    let back = -(lattice.counts[0] as isize);
    let mut strides = [1, row, layer, 0, 0, 0, 0, 0, 0, 0, 0];
    for corner in 0..8_isize {
        strides[3 + corner as usize] =
            back + (corner & 1) + (corner >> 1 & 1) * row + (corner >> 2 & 1) * layer;
    }
    strides
}

/// A tetrahedron of a cube, relative to the cube's place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CubeTet {
    /// Kind and place of the corners: centre, next centre, and the two corners of an edge, positively oriented.
    pub(super) corners: [(usize, [usize; 3]); 4],
    /// For each of [`EDGES`]: the corner that owns it, and its direction.
    pub(super) edges: [(usize, usize); 6],
}

/// The edges of a tetrahedron by its corners.
pub(super) const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The number in [`EDGES`] of the edge between two corners.
pub(super) fn edge_between(a: usize, b: usize) -> usize {
    EDGES.iter().position(|edge| *edge == [a.min(b), a.max(b)]).unwrap_or(0)
}

/// Doubled coordinates of a point relative to a cube.
pub(super) fn doubled((kind, place): (usize, [usize; 3])) -> [i32; 3] {
    place.map(|x| 2 * x as i32 + kind as i32)
}

/// The twelve tetrahedra of a cube.
pub(super) fn cube_tets() -> [CubeTet; 12] {
    let mut tets = [CubeTet::default(); 12];
    for axis in 0..3 {
        let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        let mut next = [0; 3];
        next[axis] = 1;
        let ring = |m: usize| {
            let mut corner = next;
            corner[u] = [0, 1, 1, 0][m % 4];
            corner[v] = [0, 0, 1, 1][m % 4];
            corner
        };
        for m in 0..4 {
            // Around the axis the ring turns counter-clockwise: (next − centre)·(e₀ × e₁) > 0.
            let corners = [(CENTRE, [0; 3]), (CENTRE, next), (0, ring(m)), (0, ring(m + 1))];
            tets[4 * axis + m] = CubeTet { corners, edges: EDGES.map(|edge| owner(corners, edge)) };
        }
    }
    tets
}

/// The corner that owns an edge, and the direction there.
fn owner(corners: [(usize, [usize; 3]); 4], [a, b]: [usize; 2]) -> (usize, usize) {
    if corners[a].0 == corners[b].0 {
        let axis = (0..3).find(|k| corners[a].1[*k] != corners[b].1[*k]).unwrap_or(0);
        let first = if corners[a].1[axis] < corners[b].1[axis] { a } else { b };
        return (first, axis);
    }
    let (centre, corner) = if corners[a].0 == CENTRE { (a, b) } else { (b, a) };
    let bits = (0..3).map(|k| (corners[corner].1[k] - corners[centre].1[k]) << k).sum::<usize>();
    (centre, 3 + bits)
}
