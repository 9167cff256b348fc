//! Larger tetrahedra inside.
//!
//! Cubes that are deep enough inside join into cubes of twice, four times … their edge. Neighbours differ by at
//! most one doubling, and every cube at the surface has the smallest size, so the angles there are those of the
//! uniform mesh. The tetrahedra between cubes of different size follow \[Labelle07\] §4.

use super::lattice::{CENTRE, Lattice, Point, doubled};
use super::stencil::INSIDE;

/// The size of the cube that each cube of the lattice belongs to.
pub(super) struct Levels {
    counts: [usize; 3],
    /// The edge is 2^level cubes; aligned to multiples of itself.
    levels: Vec<u8>,
    vertices: Vec<bool>,
}

impl Levels {
    /// Joins what may be joined, up to an edge of 2^`most` cubes.
    pub(super) fn new(lattice: &Lattice, labels: &[i8], most: u8) -> Self {
        let counts = lattice.counts;
        let index = |[i, j, k]: [usize; 3]| (k * counts[1] + j) * counts[0] + i;
        let depth = depths(lattice, labels);
        let mut levels = vec![0_u8; depth.len()];
        for level in 1..=most {
            let size = 1_usize << level;
            for_each(counts.map(|n| n / size), |place| {
                let low = place.map(|x| x * size);
                let cells = move |c: usize| [c % size, c / size % size, c / size / size];
                let all = || (0..size * size * size).map(|c| [0, 1, 2].map(|k| low[k] + cells(c)[k]));
                // A cube that touches this one is at least half as deep: neighbours differ by one level at most.
                if all().all(|cell| usize::from(depth[index(cell)]) >= size) {
                    all().for_each(|cell| levels[index(cell)] = level);
                }
            });
        }
        let mut result = Levels { counts, levels, vertices: vec![false; lattice.len()] };
        for_each(counts.map(|n| n - 1), |place| {
            let level = result.level(place);
            if !result.is_first(place, level) {
                return;
            }
            let size = 1 << level;
            for corner in 0..8 {
                let at = [0, 1, 2].map(|k| place[k] + (corner >> k & 1) * size);
                result.vertices[lattice.point(0, at)] = true;
            }
            result.vertices[centre(lattice, place, level)] = true;
        });
        result
    }

    fn level(&self, [i, j, k]: [usize; 3]) -> u8 {
        self.levels[(k * self.counts[1] + j) * self.counts[0] + i]
    }

    fn is_first(&self, place: [usize; 3], level: u8) -> bool {
        place.iter().all(|x| x & ((1 << level) - 1) == 0)
    }

    /// Whether a point is a corner or a centre of a cube.
    pub(super) fn is_vertex(&self, point: Point) -> bool {
        self.vertices[point]
    }

    /// Whether a cube and its next neighbour along an axis are both of the smallest size.
    pub(super) fn is_uniform(&self, place: [usize; 3], axis: usize) -> bool {
        let mut next = place;
        next[axis] += 1;
        self.level(place) == 0 && self.level(next) == 0
    }

    /// The tetrahedra that are not between two cubes of the smallest size: of the cube that starts at `place`, on
    /// its side of every face, or between two equal cubes on both sides of its upper faces.
    pub(super) fn tets(&self, lattice: &Lattice, place: [usize; 3], emit: &mut dyn FnMut([Point; 4])) {
        let level = self.level(place);
        if !self.is_first(place, level) {
            return;
        }
        let size = 1_usize << level;
        let apex = centre(lattice, place, level);
        for axis in 0..3 {
            for upper in [false, true] {
                let mut beside = place;
                if upper {
                    beside[axis] += size;
                } else if place[axis] == 0 {
                    continue;
                } else {
                    beside[axis] -= 1;
                }
                let other = self.level(beside);
                let mut face = place;
                face[axis] += if upper { size } else { 0 };
                if other == level {
                    if upper && level > 0 {
                        let next = centre(lattice, beside, level);
                        self.between(lattice, [apex, next], face, axis, level, emit);
                    }
                } else if other > level {
                    // The diagonal ends in the middle of the larger face.
                    let larger = 2 * size;
                    let middle =
                        [0, 1, 2].map(|k| if k == axis { face[k] } else { face[k] / larger * larger + size });
                    quad(lattice, apex, face, axis, size, middle, emit);
                } else {
                    let half = size / 2;
                    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
                    let mut middle = face;
                    middle[u] += half;
                    middle[v] += half;
                    for part in 0..4 {
                        let mut small = face;
                        small[u] += (part & 1) * half;
                        small[v] += (part >> 1) * half;
                        quad(lattice, apex, small, axis, half, middle, emit);
                    }
                }
            }
        }
    }

    /// Around the line between the centres of two equal cubes: one tetrahedron for each edge of their common face,
    /// two where a smaller cube splits the edge.
    fn between(
        &self,
        lattice: &Lattice,
        [a, b]: [Point; 2],
        face: [usize; 3],
        axis: usize,
        level: u8,
        emit: &mut dyn FnMut([Point; 4]),
    ) {
        let size = 1_usize << level;
        let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        for (along, across, far) in [(u, v, 0), (u, v, 1), (v, u, 0), (v, u, 1)] {
            let mut from = face;
            from[across] += far * size;
            let mut to = from;
            to[along] += size;
            // The other two cubes at this edge lie beyond it, on both sides of the face.
            let split = [0, 1].into_iter().any(|back| {
                let mut beyond = from;
                beyond[axis] -= back;
                beyond[across] -= 1 - far;
                self.level(beyond) < level
            });
            let [start, end] = [from, to].map(|place| lattice.point(0, place));
            if split {
                let mut middle = from;
                middle[along] += size / 2;
                let middle = lattice.point(0, middle);
                emit(oriented(lattice, [a, b, start, middle]));
                emit(oriented(lattice, [a, b, middle, end]));
            } else {
                emit(oriented(lattice, [a, b, start, end]));
            }
        }
    }
}

/// The pyramid over a square face, cut by the diagonal through `end`, one of its corners.
fn quad(
    lattice: &Lattice,
    apex: Point,
    low: [usize; 3],
    axis: usize,
    size: usize,
    end: [usize; 3],
    emit: &mut dyn FnMut([Point; 4]),
) {
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let mut opposite = low;
    opposite[u] = 2 * low[u] + size - end[u];
    opposite[v] = 2 * low[v] + size - end[v];
    for k in [u, v] {
        let mut third = end;
        third[k] = opposite[k];
        emit(oriented(
            lattice,
            [apex, lattice.point(0, end), lattice.point(0, opposite), lattice.point(0, third)],
        ));
    }
}

/// The centre of a cube: of a joined one, a corner of the lattice.
fn centre(lattice: &Lattice, place: [usize; 3], level: u8) -> Point {
    match level {
        0 => lattice.point(CENTRE, place),
        _ => lattice.point(0, place.map(|x| x + (1 << (level - 1)))),
    }
}

fn oriented(lattice: &Lattice, tet: [Point; 4]) -> [Point; 4] {
    let [a, b, c, d] = tet.map(|point| doubled(lattice.place(point)));
    let [u, v, w] = [b, c, d].map(|x| [x[0] - a[0], x[1] - a[1], x[2] - a[2]]);
    let cross = [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
    let positive = u[0] * cross[0] + u[1] * cross[1] + u[2] * cross[2] > 0;
    if positive { tet } else { [tet[0], tet[1], tet[3], tet[2]] }
}

/// For each cube, how many cubes it is away from the nearest that is not wholly inside, diagonals counting one.
fn depths(lattice: &Lattice, labels: &[i8]) -> Vec<u8> {
    let [nx, ny, nz] = lattice.counts;
    let mut depth = vec![0_u8; nx * ny * nz];
    let index = |[i, j, k]: [usize; 3]| (k * ny + j) * nx + i;
    for_each([nx - 1, ny - 1, nz - 1], |place| {
        let corner = |c: usize| lattice.point(0, [0, 1, 2].map(|k| place[k] + (c >> k & 1)));
        let inside =
            labels[lattice.point(CENTRE, place)] == INSIDE && (0..8).all(|c| labels[corner(c)] == INSIDE);
        depth[index(place)] = if inside { u8::MAX } else { 0 };
    });
    // The largest cube within reach grows by one step: two sweeps over all earlier and all later neighbours.
    for pass in 0..2 {
        for_each([nx, ny, nz], |place| {
            let place = if pass == 0 { place } else { [0, 1, 2].map(|k| lattice.counts[k] - 1 - place[k]) };
            let mut least = depth[index(place)];
            if least == 0 {
                return;
            }
            for neighbour in 0..13_usize {
                // The thirteen neighbours before this one, or mirrored, after it.
                let offset = [neighbour % 3, neighbour / 3 % 3, neighbour / 9].map(|x| x as isize - 1);
                let sign = if pass == 0 { 1 } else { -1 };
                let at = [0, 1, 2].map(|k| place[k].wrapping_add_signed(sign * offset[k]));
                let known = (0..3).all(|k| at[k] < lattice.counts[k]);
                least = least.min(if known { depth[index(at)].saturating_add(1) } else { 1 });
            }
            depth[index(place)] = least;
        });
    }
    depth
}

/// Every place of a grid, x fastest.
fn for_each(counts: [usize; 3], mut visit: impl FnMut([usize; 3])) {
    for k in 0..counts[2] {
        for j in 0..counts[1] {
            (0..counts[0]).for_each(|i| visit([i, j, k]));
        }
    }
}
