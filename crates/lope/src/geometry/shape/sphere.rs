//! The ball, grown from an icosahedron.
//!
//! A cube grid bent into a ball is flat along the former edges of the cube. The twenty tetrahedra between the
//! centre and the faces of an icosahedron are nearly regular; cutting each into n³ and moving the layers onto
//! spheres keeps them so, and none has more than one face on the surface. The bent grid is there as well, because scenes of others
//! are made of it.

use super::super::mesh::TetMesh;
use super::super::primitive::Primitive;
use super::{ShapeError, check_cells, cuboid, room};
use crate::math::vec3::{cross, dot, norm, sub};

/// The golden ratio.
const GOLDEN: f64 = 1.618_033_988_749_895;

/// A ball of radius `radius`, centred at the origin. `cells` counts across the diameter; an odd count is rounded
/// up. Vertices are numbered layer by layer, outwards.
pub fn sphere(radius: f64, cells: u32) -> Result<TetMesh, ShapeError> {
    Primitive::Sphere { radius }.check()?;
    check_cells("sphere", "across the diameter", cells, 1)?;
    let n = cells.div_ceil(2);
    let layers = f64::from(n);
    let point_count = 1.0 + 2.0 * layers + 5.0 * layers * (layers + 1.0) * (2.0 * layers + 1.0) / 3.0;
    let (mut points, mut tets) = room("sphere", point_count, 20.0 * layers.powi(3))?;
    let icosahedron = Icosahedron::new();
    points.push([0.0; 3]);
    for layer in 1..=n {
        icosahedron.add_layer(layer, radius * f64::from(layer) / layers, &mut points);
    }
    for face in 0..20 {
        icosahedron.add_tets(face, n, &mut tets);
    }
    // Neighbouring layers next to each other: the assembly walks through memory instead of jumping in it.
    tets.sort_by_key(|tet| tet.iter().copied().min());
    Ok(TetMesh { points, tets, ..TetMesh::default() })
}

/// A ball of radius `radius`, centred at the origin: a cube of `cells` cubes along each edge, bent round. The point (x, y, z) of
/// [−1, 1]³ goes to x√(1 − y²/2 − z²/2 + y²z²/3) and so on in turn, which takes the cube of every size to a sphere.
pub fn sphere_of_cube(radius: f64, cells: u32) -> Result<TetMesh, ShapeError> {
    Primitive::Sphere { radius }.check()?;
    check_cells("sphere", "across the diameter", cells, 1)?;
    let mut mesh = cuboid([2.0; 3], [cells; 3])?;
    for point in &mut mesh.points {
        let [x, y, z] = point.map(|x| x * x);
        let factor = |y: f64, z: f64| radius * (1.0 - 0.5 * y - 0.5 * z + y * z / 3.0).sqrt();
        let factors = [factor(y, z), factor(z, x), factor(x, y)];
        *point = std::array::from_fn(|k| factors[k] * point[k]);
    }
    Ok(mesh)
}

/// Corners, edges and faces of an icosahedron, by which the vertices of a layer are numbered: corners first,
/// then the insides of the edges, then the insides of the faces.
struct Icosahedron {
    corners: Vec<[f64; 3]>,
    /// (lower, higher) corner.
    edges: Vec<[usize; 2]>,
    /// Corners, counter-clockwise seen from outside.
    faces: Vec<[usize; 3]>,
}

impl Icosahedron {
    fn new() -> Self {
        let mut corners = Vec::new();
        for (a, b) in [(1.0, GOLDEN), (1.0, -GOLDEN), (-1.0, GOLDEN), (-1.0, -GOLDEN)] {
            corners.extend([[0.0, a, b], [a, b, 0.0], [b, 0.0, a]]);
        }
        let near = |a: usize, b: usize| norm(sub(corners[a], corners[b])) < 2.1;
        let (mut edges, mut faces) = (Vec::new(), Vec::new());
        for a in 0..12 {
            for b in (a + 1..12).filter(|b| near(a, *b)) {
                edges.push([a, b]);
                for c in (b + 1..12).filter(|c| near(a, *c) && near(b, *c)) {
                    let outwards = dot(corners[a], cross(corners[b], corners[c])) > 0.0;
                    faces.push(if outwards { [a, b, c] } else { [a, c, b] });
                }
            }
        }
        Icosahedron { corners, edges, faces }
    }

    /// Appends the vertices of a layer: the corners, edges and faces cut into `layer` parts, moved outwards
    /// onto the sphere.
    fn add_layer(&self, layer: u32, radius: f64, points: &mut Vec<[f64; 3]>) {
        let mut add = |weighted: &[(usize, u32)]| {
            let mut sum = [0.0; 3];
            for (corner, weight) in weighted {
                let warped = spread(f64::from(*weight) / f64::from(layer));
                (0..3).for_each(|k| sum[k] += warped * self.corners[*corner][k]);
            }
            let length = norm(sum);
            points.push(sum.map(|x| radius * (x / length)));
        };
        (0..12).for_each(|corner| add(&[(corner, layer)]));
        for [a, b] in &self.edges {
            (1..layer).for_each(|j| add(&[(*a, layer - j), (*b, j)]));
        }
        for [a, b, c] in &self.faces {
            for j in 1..layer {
                (1..layer - j).for_each(|i| add(&[(*a, layer - i - j), (*b, i), (*c, j)]));
            }
        }
    }

    /// Number of the vertex of `layer` that is `i` steps towards the second and `j` towards the third corner of
    /// a face.
    fn place(&self, face: usize, layer: u32, i: u32, j: u32) -> u32 {
        if layer == 0 {
            return 0;
        }
        let corners = self.faces[face];
        let steps = [layer - i - j, i, j];
        // Layer k has 10k² + 2 vertices, and the centre one.
        let inside = layer - 1;
        let first = 1 + 5 * inside * layer * (2 * layer - 1) / 3 + 2 * inside;
        let zeros = steps.iter().filter(|steps| **steps == 0).count();
        if zeros == 2 {
            let corner = (0..3).find(|k| steps[*k] > 0).unwrap_or(0);
            return first + corners[corner] as u32;
        }
        if zeros == 1 {
            let missing = (0..3).find(|k| steps[*k] == 0).unwrap_or(0);
            let (a, b) = ((missing + 1) % 3, (missing + 2) % 3);
            let (low, high) = if corners[a] < corners[b] { (a, b) } else { (b, a) };
            let edge = self.edges.iter().position(|edge| *edge == [corners[low], corners[high]]).unwrap_or(0);
            return first + 12 + edge as u32 * inside + steps[high] - 1;
        }
        // Row j has layer − 1 − j of them.
        let in_face = inside * (inside - 1) / 2;
        let rows_before = (j - 1) * inside - j * (j - 1) / 2;
        first + 12 + 30 * inside + face as u32 * in_face + rows_before + i - 1
    }

    /// Appends the n³ tetrahedra between the centre and a face: the part 0 ≤ z ≤ y ≤ x ≤ n of Kuhn's
    /// subdivision of the cubes of a grid, sheared so that x is the layer. On every side of that part the cut
    /// is the regular one into n² equal triangles, so that neighbours agree.
    fn add_tets(&self, face: usize, n: u32, tets: &mut Vec<[u32; 4]>) {
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
        let inside = |[x, y, z]: [u32; 3]| z <= y && y <= x && x <= n;
        for x in 0..n {
            for y in 0..=x {
                for z in 0..=y {
                    for (number, order) in ORDERS.into_iter().enumerate() {
                        let mut at = [x, y, z];
                        let mut path = [at; 4];
                        for (step, axis) in order.into_iter().enumerate() {
                            at[axis] += 1;
                            path[step + 1] = at;
                        }
                        if path.into_iter().all(inside) {
                            let mut tet = path.map(|[x, y, z]| self.place(face, x, y - z, z));
                            if number >= 3 {
                                tet.swap(2, 3);
                            }
                            tets.push(tet);
                        }
                    }
                }
            }
        }
    }
}

/// Evens out the angles between the vertices of a layer: the straight cut of an edge, seen from the centre,
/// has wide angles in its middle and narrow ones at its ends.
fn spread(weight: f64) -> f64 {
    /// The angle between two neighbouring corners of the icosahedron, 2 atan(1/φ).
    const EDGE: f64 = 1.107_148_717_794_090_4;
    (weight * EDGE).sin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let mesh = sphere(1.0, 8).unwrap();
        assert_eq!(mesh.points.len(), 1 + 12 + 42 + 92 + 162);
        assert_eq!(mesh.tets.len(), 20 * 64);
        assert_eq!(sphere(1.0, 7).unwrap(), mesh);
    }

    #[test]
    fn a_bent_cube_has_the_vertices_of_the_cube_at_their_places() {
        let mesh = sphere_of_cube(0.075, 9).unwrap();
        assert_eq!((mesh.points.len(), mesh.tets.len()), (1000, 6 * 729));
        // The corner (1, 1, 1) of the cube, and the middle third of an edge, (1/3, 1, 1).
        let third = 1.0_f64 / 3.0;
        for (cube, ball) in [
            ([1.0; 3], [third.sqrt(); 3]),
            (
                [third, 1.0, 1.0],
                [
                    third * third.sqrt(),
                    (0.5 - third * third / 6.0).sqrt(),
                    (0.5 - third * third / 6.0).sqrt(),
                ],
            ),
        ] {
            let at = |p: &[f64; 3]| norm(sub(p.map(|x| x / 0.075), ball)) < 1e-15;
            assert!(mesh.points.iter().any(at), "{cube:?}");
        }
    }

    #[test]
    fn edges_are_cut_at_equal_angles() {
        let mut points = Vec::new();
        let icosahedron = Icosahedron::new();
        icosahedron.add_layer(6, 1.0, &mut points);
        let [a, b] = icosahedron.edges[0];
        let mut along = vec![points[a]];
        along.extend(&points[12..17]);
        along.push(points[b]);
        let lengths: Vec<f64> = along.windows(2).map(|pair| norm(sub(pair[0], pair[1]))).collect();
        assert!(lengths.iter().all(|length| (length - lengths[0]).abs() < 1e-14), "{lengths:?}");
    }
}
