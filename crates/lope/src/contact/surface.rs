//! Surfaces of obstacles, to be looked at.

use std::f64::consts::PI;

use super::march::march;
use super::profile::Profile;
use super::shape::Shape;
use crate::geometry::{Primitive, TriMesh};
use crate::math::vec3::{along, cross, dot, norm, sub};

/// Corners around the axis of what is round.
const AROUND: u32 = 48;
/// Cells along the longest edge of what has no surface of its own.
const CELLS: u32 = 56;

/// The surface of a shape in its own coordinates, seen from outside counter-clockwise. What has no end is shown as far
/// as it lies around a ball of things to see: its centre, in the same coordinates, and its radius. A half space is a
/// square under it, and an infinite edge of a cuboid is drawn as long as the shortest.
pub fn surface(shape: &Shape, center: [f64; 3], radius: f64) -> TriMesh {
    match *shape {
        Shape::HalfSpace { normal } => square(normal, center, radius),
        Shape::Simple(Primitive::Box { size }) => cuboid(size.map(|length| 0.5 * length)),
        Shape::Simple(solid) => turned(&Profile::of(solid)),
        Shape::Plate { half, hole, rim } => {
            turned(&Profile::plate(half, hole, rim, hole + 2.0 * radius + center[0].hypot(center[2])))
        }
        Shape::Complement(ref inner) => {
            let mut mesh = surface(inner, center, radius);
            mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
            mesh
        }
        Shape::Composite(_) | Shape::Grid(_) => marched(shape, center, radius),
    }
}

fn turned(profile: &Profile) -> TriMesh {
    match profile {
        Profile::Open(points) => open(points),
        Profile::Closed(points) => closed(points),
    }
}

/// By marching over a lattice: edges are cut off within a cell.
fn marched(shape: &Shape, center: [f64; 3], radius: f64) -> TriMesh {
    march(|p| shape.bound(p), lattice(shape, center, radius, (CELLS, 3)), CELLS)
}

/// What a lattice of so many cells along the longest of the first axes has to cover: a shape, or where it has no end what is seen of it.
pub(super) fn lattice(
    shape: &Shape,
    center: [f64; 3],
    radius: f64,
    (cells, axes): (u32, usize),
) -> [[f64; 3]; 2] {
    let [low, high] = shape.reach();
    let low = [0, 1, 2].map(|i| if low[i].is_finite() { low[i] } else { center[i] - 2.0 * radius });
    let high = [0, 1, 2].map(|i| if high[i].is_finite() { high[i] } else { center[i] + 2.0 * radius });
    let pad = 1.5 / f64::from(cells) * (0..axes).map(|i| high[i] - low[i]).fold(0.0, f64::max);
    [low.map(|x| x - pad), high.map(|x| x + pad)]
}

fn square(normal: [f64; 3], center: [f64; 3], radius: f64) -> TriMesh {
    // The axis farthest from the normal gives a tangent, normal × tangent the other.
    let axis = (1..3).fold(0, |best, i| if normal[i].abs() < normal[best].abs() { i } else { best });
    let mut tangent = [0.0; 3];
    tangent[axis] = 1.0;
    let tangent = along(tangent, -normal[axis], normal);
    let length = norm(tangent);
    let u = tangent.map(|x| x / length);
    let n = normal;
    let v = cross(n, u);
    let height = dot(n, center);
    let foot = sub(center, n.map(|n| height * n));
    let half = 2.0 * radius + height.abs();
    let corner = |a: f64, b: f64| along(along(foot, a * half, u), b * half, v);
    TriMesh {
        points: vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..TriMesh::default()
    }
}

fn cuboid(half: [f64; 3]) -> TriMesh {
    let shortest = half.iter().copied().fold(f64::INFINITY, f64::min);
    let half = half.map(|h| if h.is_finite() { h } else { shortest });
    // Bit i of a corner's number says which side of axis i it is on.
    let corner = |k: usize| [0, 1, 2].map(|i| if k >> i & 1 == 1 { half[i] } else { -half[i] });
    let mut triangles = Vec::new();
    for axis in 0..3 {
        let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
        let high = 1 << axis;
        triangles.extend([[high, high + u, high + u + v], [high, high + u + v, high + v]]);
        triangles.extend([[0, u + v, u], [0, v, u + v]]);
    }
    TriMesh { points: (0..8).map(corner).collect(), triangles, ..TriMesh::default() }
}

/// A profile from a point of the axis down to another, turned about y.
fn open(profile: &[[f64; 2]]) -> TriMesh {
    let [top, rings @ .., bottom] = profile else { return TriMesh::default() };
    let mut mesh = TriMesh { points: vec![[0.0, top[1], 0.0]], ..TriMesh::default() };
    mesh.points.extend(rings.iter().flat_map(around));
    let last = mesh.points.len() as u32;
    mesh.points.push([0.0, bottom[1], 0.0]);
    let at = |ring: u32, k: u32| 1 + ring * AROUND + k % AROUND;
    let lowest = rings.len() as u32 - 1;
    for k in 0..AROUND {
        mesh.triangles.push([0, at(0, k), at(0, k + 1)]);
        mesh.triangles.push([last, at(lowest, k + 1), at(lowest, k)]);
        for ring in 0..lowest {
            let (a, b, c, d) = (at(ring, k), at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1));
            mesh.triangles.extend([[a, c, d], [a, d, b]]);
        }
    }
    mesh
}

/// A closed profile, downwards on its outer side, turned about y.
fn closed(profile: &[[f64; 2]]) -> TriMesh {
    let points = profile.iter().flat_map(around).collect();
    let rings = profile.len() as u32;
    let at = |ring: u32, k: u32| ring % rings * AROUND + k % AROUND;
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for k in 0..AROUND {
            let (a, b, c, d) = (at(ring, k), at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1));
            triangles.extend([[a, c, d], [a, d, b]]);
        }
    }
    TriMesh { points, triangles, ..TriMesh::default() }
}

fn around(&[r, y]: &[f64; 2]) -> impl Iterator<Item = [f64; 3]> + use<> {
    (0..AROUND).map(move |k| {
        let (sin, cos) = (2.0 * PI * f64::from(k) / f64::from(AROUND)).sin_cos();
        [r * sin, y, r * cos]
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::contact::{Grid, Interpolation, Operation, PlacedShape, Pose};

    #[test]
    fn surfaces_face_outwards_and_lie_on_their_shapes() {
        for (shape, volume) in [
            (Shape::Simple(Primitive::Sphere { radius: 0.7 }), 4.0 / 3.0 * PI * 0.7f64.powi(3)),
            (Shape::Simple(Primitive::Box { size: [1.0, 0.6, 1.6] }), 8.0 * 0.5 * 0.3 * 0.8),
            (
                Shape::Simple(Primitive::Capsule { radius: 0.3, height: 1.0 }),
                PI * 0.09 * (1.0 + 4.0 / 3.0 * 0.3),
            ),
            (Shape::Simple(Primitive::Cylinder { radius: 0.3, height: 1.0 }), PI * 0.09),
            (Shape::Simple(Primitive::Torus { radius: 0.6, tube: 0.2 }), 2.0 * PI * PI * 0.6 * 0.04),
            (Shape::Simple(Primitive::Cone { radius: 0.3, height: 1.0, top: 0.0 }), PI * 0.09 / 3.0),
            (
                Shape::Simple(Primitive::Cone { radius: 0.6, height: 1.0, top: 0.3 }),
                PI * (0.36 + 0.18 + 0.09) / 3.0,
            ),
        ] {
            let mesh = surface(&shape, [0.0; 3], 1.0);
            assert!(mesh.points.iter().all(|p| shape.nearest(*p).distance.abs() < 1e-14), "{shape:?}");
            let enclosed = mesh.enclosed_volume();
            assert!((0.98..=1.0 + 1e-12).contains(&(enclosed / volume)), "{shape:?}: {enclosed} of {volume}");
            // Closed: every edge is passed once in each direction.
            let mut edges: Vec<[u32; 2]> =
                mesh.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
            edges.sort_unstable();
            assert!(edges.windows(2).all(|pair| pair[0] != pair[1]), "{shape:?}");
            assert!(edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok()), "{shape:?}");
        }
    }

    #[test]
    fn a_plate_is_shown_around_its_hole() {
        for rim in [0.0, 0.05, 0.1] {
            let plate = Shape::Plate { half: 0.1, hole: 0.5, rim };
            let mesh = surface(&plate, [0.3, 2.0, 0.4], 1.0);
            let far = 3.0;
            for p in mesh.points.iter().filter(|p| p[0].hypot(p[2]) < far - 1e-9) {
                assert!(plate.nearest(*p).distance.abs() < 1e-14, "{rim} {p:?}");
            }
            let flat = PI * (far * far - 0.25) * 0.2;
            let share = mesh.enclosed_volume() / flat;
            assert!((0.98..1.0).contains(&share), "{rim}: {share}");
        }
    }

    #[test]
    fn compositions_grids_and_containers_have_surfaces() {
        let part =
            |shape, x| PlacedShape { shape, pose: Pose { translation: [x, 0.0, 0.0], ..Pose::default() } };
        let bodies = [-0.4, 0.4].map(|x| part(Shape::Simple(Primitive::Box { size: [0.6, 1.0, 1.0] }), x));
        let lone = Shape::composed(Operation::Union, bodies.into());
        let grid =
            Grid::of_shape(&Shape::Simple(Primitive::Sphere { radius: 0.5 }), 24, Interpolation::Cubic)
                .unwrap();
        let ball = Shape::Grid(Arc::new(grid));
        for (shape, volume) in [(lone, 1.2), (ball, PI / 6.0)] {
            let mesh = surface(&shape, [0.0; 3], 1.0);
            assert!((mesh.enclosed_volume() / volume - 1.0).abs() < 0.03, "{}", mesh.enclosed_volume());
            let mut edges: Vec<[u32; 2]> =
                mesh.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
            edges.sort_unstable();
            assert!(edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok()));
            let inside = surface(&shape.complement(), [0.0; 3], 1.0);
            assert_eq!(inside.enclosed_volume(), -mesh.enclosed_volume());
        }
        // What has no end is cut off where nobody looks.
        let floors = [0.0, 0.5].map(|x| part(Shape::HalfSpace { normal: [0.6, 0.8, 0.0] }, x));
        let mesh = surface(&Shape::composed(Operation::Union, floors.into()), [5.0, 0.0, 0.0], 1.0);
        assert!(!mesh.triangles.is_empty());
    }

    #[test]
    fn a_half_space_is_a_square_under_what_is_seen() {
        let shape = Shape::HalfSpace { normal: [0.6, 0.8, 0.0] };
        let mesh = surface(&shape, [3.0, 4.0, 1.0], 2.0);
        assert!(mesh.points.iter().all(|p| shape.nearest(*p).distance.abs() < 1e-14));
        let middle = [0, 1, 2].map(|i| mesh.points.iter().map(|p| p[i]).sum::<f64>() / 4.0);
        assert!(dot(sub(middle, [0.0, 0.0, 1.0]), sub(middle, [0.0, 0.0, 1.0])) < 1e-28, "{middle:?}");
        assert!(mesh.area() >= 64.0);
        let [a, b, c] = mesh.corners(0);
        let (u, v) = (sub(b, a), sub(c, a));
        let out = cross(u, v);
        assert!(dot(out, [0.6, 0.8, 0.0]) > 0.0);
    }
}
