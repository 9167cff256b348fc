//! Surfaces of obstacles, to be looked at.

use std::f64::consts::PI;

use super::shape::{Shape, along, dot, sub};
use crate::geometry::TriMesh;

/// Corners around the axis of what is round.
const AROUND: u32 = 48;
/// Rows of triangles from a pole to the equator.
const ROWS: u32 = 12;

/// The surface of a shape in its own coordinates, seen from outside counter-clockwise. Of a half space a square that
/// lies under a ball of things to see: its centre, in the same coordinates, and its radius. An infinite edge of a
/// cuboid is drawn as long as the shortest.
pub fn surface(shape: &Shape, center: [f64; 3], radius: f64) -> TriMesh {
    match *shape {
        Shape::HalfSpace { normal } => square(normal, center, radius),
        Shape::Ball { radius } => capsule(radius, 0.0),
        Shape::Cuboid { half } => cuboid(half),
        Shape::Capsule { radius, half } => capsule(radius, half),
    }
}

fn square(normal: [f64; 3], center: [f64; 3], radius: f64) -> TriMesh {
    // The axis farthest from the normal gives a tangent, normal × tangent the other.
    let axis = (1..3).fold(0, |best, i| if normal[i].abs() < normal[best].abs() { i } else { best });
    let mut tangent = [0.0; 3];
    tangent[axis] = 1.0;
    let tangent = along(tangent, -normal[axis], normal);
    let length = dot(tangent, tangent).sqrt();
    let u = tangent.map(|x| x / length);
    let n = normal;
    let v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
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

/// A profile from pole to pole, turned about y.
fn capsule(radius: f64, half: f64) -> TriMesh {
    let ring = |row: u32, side: f64| {
        let angle = 0.5 * PI * f64::from(row) / f64::from(ROWS);
        (radius * angle.sin(), side * (half + radius * angle.cos()))
    };
    // From the upper pole to the upper equator, from the lower equator to the lower pole; a ball has one equator.
    let up = (1..=ROWS).map(|row| ring(row, 1.0));
    let down = (1..=ROWS).rev().skip(usize::from(half == 0.0)).map(|row| ring(row, -1.0));
    let rings: Vec<(f64, f64)> = up.chain(down).collect();
    let mut points = vec![[0.0, half + radius, 0.0]];
    for &(r, y) in &rings {
        points.extend((0..AROUND).map(|k| {
            let (sin, cos) = (2.0 * PI * f64::from(k) / f64::from(AROUND)).sin_cos();
            [r * sin, y, r * cos]
        }));
    }
    let last = points.len() as u32;
    points.push([0.0, -half - radius, 0.0]);
    let at = |ring: u32, k: u32| 1 + ring * AROUND + k % AROUND;
    let bottom = rings.len() as u32 - 1;
    let mut triangles = Vec::new();
    for k in 0..AROUND {
        triangles.push([0, at(0, k), at(0, k + 1)]);
        triangles.push([last, at(bottom, k + 1), at(bottom, k)]);
        for ring in 0..bottom {
            let (a, b, c, d) = (at(ring, k), at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1));
            triangles.extend([[a, c, d], [a, d, b]]);
        }
    }
    TriMesh { points, triangles, ..TriMesh::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surfaces_face_outwards_and_lie_on_their_shapes() {
        for (shape, volume) in [
            (Shape::Ball { radius: 0.7 }, 4.0 / 3.0 * PI * 0.7f64.powi(3)),
            (Shape::Cuboid { half: [0.5, 0.3, 0.8] }, 8.0 * 0.5 * 0.3 * 0.8),
            (Shape::Capsule { radius: 0.3, half: 0.5 }, PI * 0.09 * (1.0 + 4.0 / 3.0 * 0.3)),
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
    fn a_half_space_is_a_square_under_what_is_seen() {
        let shape = Shape::HalfSpace { normal: [0.6, 0.8, 0.0] };
        let mesh = surface(&shape, [3.0, 4.0, 1.0], 2.0);
        assert!(mesh.points.iter().all(|p| shape.nearest(*p).distance.abs() < 1e-14));
        let middle = [0, 1, 2].map(|i| mesh.points.iter().map(|p| p[i]).sum::<f64>() / 4.0);
        assert!(dot(sub(middle, [0.0, 0.0, 1.0]), sub(middle, [0.0, 0.0, 1.0])) < 1e-28, "{middle:?}");
        assert!(mesh.area() >= 64.0);
        let [a, b, c] = mesh.corners(0);
        let (u, v) = (sub(b, a), sub(c, a));
        let out = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        assert!(dot(out, [0.6, 0.8, 0.0]) > 0.0);
    }
}
