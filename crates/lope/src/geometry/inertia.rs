//! Volume, centre and second moments of what a surface encloses or tetrahedra fill.
//!
//! All are integrals of polynomials over tetrahedra, and exact but for rounding: a closed surface is the sum of the
//! tetrahedra between its triangles and any point, with their signs.

use super::mesh::six_volumes;
use super::topology::{edges, half_edges};
use crate::math::small::{Matrix, zero};
use crate::math::vec3::{Vec3, add, along, scaled, sub};

/// A body of density one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// Volume, m³; negative if the surface faces inwards.
    pub volume: f64,
    /// Centre of the volume, m.
    pub center: Vec3,
    /// ∫ x xᵀ about the centre, m⁵.
    pub second: Matrix<f64, 3>,
}

impl Moments {
    /// Of tetrahedra.
    pub fn of_tets(points: &[Vec3], tets: &[[u32; 4]]) -> Self {
        let about = middle(points);
        Self::sum(about, tets.iter().map(|tet| tet.map(|v| sub(points[v as usize], about))))
    }

    /// Of what a closed surface encloses that faces outwards.
    pub fn of_surface(points: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let about = middle(points);
        let tet = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|v| sub(points[v as usize], about));
            [[0.0; 3], a, b, c]
        };
        Self::sum(about, triangles.iter().map(tet))
    }

    /// Over a tetrahedron of the volume V with corners a, b, c, d ∫ x xᵀ = V/20 (aaᵀ + bbᵀ + ccᵀ + ddᵀ + ssᵀ), s = a + b + c + d.
    fn sum(about: Vec3, tets: impl Iterator<Item = [Vec3; 4]>) -> Self {
        let (mut volume, mut first, mut second) = (0.0, [0.0; 3], zero::<f64, 3>());
        for corners in tets {
            let part = six_volumes(corners) / 6.0;
            let total = corners.into_iter().fold([0.0; 3], add);
            volume += part;
            first = along(first, 0.25 * part, total);
            for x in corners.into_iter().chain([total]) {
                add_square(&mut second, part / 20.0, x);
            }
        }
        let center = if volume == 0.0 { [0.0; 3] } else { scaled(first, 1.0 / volume) };
        add_square(&mut second, -volume, center);
        Self { volume, center: add(about, center), second }
    }

    /// The inertia of a body of this density about its centre, kg m²: tr(C) 1 − C with C = ρ∫ x xᵀ.
    pub fn inertia(&self, density: f64) -> Matrix<f64, 3> {
        let trace: f64 = (0..3).map(|i| self.second[i][i]).sum();
        let entry = |i: usize, j: usize| density * (if i == j { trace } else { 0.0 } - self.second[i][j]);
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)))
    }
}

/// m += w x xᵀ.
fn add_square(m: &mut Matrix<f64, 3>, w: f64, x: Vec3) {
    for (row, a) in m.iter_mut().zip(x) {
        row.iter_mut().zip(x).for_each(|(entry, b)| *entry += w * a * b);
    }
}

/// Numbers near it are small, and lose few digits.
fn middle(points: &[Vec3]) -> Vec3 {
    let sum = points.iter().copied().fold([0.0; 3], add);
    scaled(sum, 1.0 / points.len().max(1) as f64)
}

/// How many edges have not as many triangles that run one way as the other: none if the surface is closed.
pub fn open_edges(triangles: &[[u32; 3]]) -> usize {
    let half = half_edges(triangles);
    edges(&half).filter(|edge| 2 * edge.iter().filter(|side| side.forward).count() != edge.len()).count()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::geometry::mesh::{TetMesh, Transform};
    use crate::geometry::{boundary, shape};
    use crate::math::vec3::dot;

    fn close(found: f64, exact: f64, part: f64) {
        assert!((found - exact).abs() <= part * exact.abs(), "{found} is not {exact}");
    }

    /// Of the tetrahedra and of the surface around them.
    fn both(mesh: &TetMesh) -> [Moments; 2] {
        let skin = boundary(mesh).triangles;
        [Moments::of_tets(&mesh.points, &mesh.tets), Moments::of_surface(&mesh.points, &skin)]
    }

    #[test]
    fn a_box_anywhere_has_the_moments_of_the_textbook() {
        let size = [0.3, 0.2, 0.1];
        let mut mesh = shape::cuboid(size, [3, 2, 1]).unwrap();
        let turned =
            Transform { translation: [5.0, -3.0, 7.0], ..Transform::default() }.rotated([0.4, 1.0, -0.3]);
        mesh.transform(&turned);
        for moments in both(&mesh) {
            close(moments.volume, 0.006, 1e-13);
            assert!((0..3).all(|i| (moments.center[i] - turned.translation[i]).abs() < 1e-13));
            let inertia = moments.inertia(1000.0);
            for axis in 0..3 {
                let along = [0, 1, 2].map(|i| turned.rotation[i][axis]);
                let about = dot(along, inertia.map(|row| dot(row, along)));
                let others = (0..3).filter(|i| *i != axis).map(|i| size[i] * size[i]).sum::<f64>();
                close(about, 6.0 / 12.0 * others, 1e-12);
            }
        }
    }

    #[test]
    fn a_ball_and_a_torus_of_many_triangles_are_near_theirs() {
        let ball = shape::sphere(0.5, 24).unwrap();
        for moments in both(&ball) {
            let mass = moments.volume;
            close(mass, 4.0 / 3.0 * PI * 0.125, 1e-2);
            let inertia = moments.inertia(1.0);
            (0..3).for_each(|i| close(inertia[i][i], 0.4 * mass * 0.25, 1e-2));
            assert!(inertia[0][1].abs() < 1e-3 * inertia[0][0]);
        }
        let (big, small) = (0.5_f64, 0.15_f64);
        let torus = shape::torus(big, small, [96, 16]).unwrap();
        for moments in both(&torus) {
            let mass = moments.volume;
            close(mass, 2.0 * PI * PI * big * small * small, 1e-2);
            let mut about: Vec<f64> = (0..3).map(|i| moments.inertia(1.0)[i][i]).collect();
            about.sort_by(f64::total_cmp);
            close(about[2], mass * (big * big + 0.75 * small * small), 1e-2);
            close(about[0], mass * (0.5 * big * big + 0.625 * small * small), 1e-2);
            close(about[1], about[0], 1e-2);
        }
    }

    #[test]
    fn a_surface_with_a_hole_is_open() {
        let mut skin = boundary(&shape::cuboid([1.0; 3], [2, 2, 2]).unwrap()).triangles;
        assert_eq!(open_edges(&skin), 0);
        skin.pop();
        assert_eq!(open_edges(&skin), 3);
    }
}
