//! Rigid bodies: four nodes that weigh what the body weighs.
//!
//! An affine motion of a body is given by that of four points. Masses of a quarter each at
//!
//! ```text
//! x_c + R √(Λ/m) s,   s = (1, 1, 1), (1, −1, −1), (−1, 1, −1), (−1, −1, 1),
//! ```
//!
//! with the centre x_c and C = ∫ρxxᵀ = RΛRᵀ about it, have the mass, the centre and every second moment of the body: Σ s = 0
//! and Σ ssᵀ = 4. So the kinetic energy of every affine motion is exact, and masses stay lumped. A stiff strain energy
//! holds the shape (an affine body, \[Lan22\]).

use super::{Cells, Solid};
use crate::math::eigen3::eigen3;
use crate::math::small::{Matrix, det};
use crate::math::vec3::Vec3;

/// Least of C, as a part of its largest: thin bodies keep a shape that four nodes can have.
const THINNEST: f64 = 1e-6;

/// The corners of a tetrahedron of positive volume.
const CORNERS: [Vec3; 4] = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0]];

/// Mass and how it is spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heft {
    /// Mass, kg.
    pub mass: f64,
    /// Its centre, m.
    pub center: Vec3,
    /// C = ∫ρxxᵀ about the centre, kg m².
    pub second: Matrix<f64, 3>,
}

impl Heft {
    /// With this inertia about the centre, kg m², C = ½ tr(I) 1 − I. None if no body has such an inertia: one moment is more
    /// than the other two together.
    pub fn with_inertia(self, inertia: Matrix<f64, 3>) -> Option<Self> {
        let half = 0.5 * (inertia[0][0] + inertia[1][1] + inertia[2][2]);
        let second = [0, 1, 2].map(|i| [0, 1, 2].map(|j| if i == j { half } else { 0.0 } - inertia[i][j]));
        let this = Self { second, ..self };
        let (values, _) = this.principal();
        let largest = values.into_iter().fold(0.0, f64::max);
        (largest > 0.0 && values.iter().all(|value| *value >= -1e-9 * largest)).then_some(this)
    }

    fn principal(&self) -> (Vec3, Matrix<f64, 3>) {
        let c = &self.second;
        eigen3([c[0][0], c[1][1], c[2][2], c[0][1], c[0][2], c[1][2]])
    }

    /// The four nodes.
    pub fn solid(&self) -> Solid {
        let (values, mut axes) = self.principal();
        if det(&axes) < 0.0 {
            axes.iter_mut().for_each(|row| row[2] = -row[2]);
        }
        let largest = values.into_iter().fold(0.0, f64::max);
        let lengths = values.map(|value| (value.max(THINNEST * largest) / self.mass).sqrt());
        let corner = |s: Vec3| {
            let arm = [0, 1, 2].map(|k| lengths[k] * s[k]);
            [0, 1, 2].map(|i| self.center[i] + (0..3).map(|k| axes[i][k] * arm[k]).sum::<f64>())
        };
        Solid {
            points: CORNERS.map(corner).to_vec(),
            mass: vec![0.25 * self.mass; 4],
            cells: Cells::Tets(vec![[0, 1, 2, 3]]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::inertia::Moments;
    use crate::geometry::mesh::{Transform, six_volumes};
    use crate::geometry::shape;
    use crate::math::vec3::{dot, sub};

    fn heft(size: Vec3) -> Heft {
        let mut mesh = shape::cuboid(size, [2, 2, 2]).unwrap();
        mesh.transform(
            &Transform { translation: [1.0, -2.0, 0.5], ..Transform::default() }.rotated([0.4, 1.0, -0.3]),
        );
        let moments = Moments::of_tets(&mesh.points, &mesh.tets);
        Heft {
            mass: 700.0 * moments.volume,
            center: moments.center,
            second: moments.second.map(|row| row.map(|c| 700.0 * c)),
        }
    }

    #[test]
    fn four_nodes_have_the_mass_the_centre_and_all_second_moments() {
        let heft = heft([0.3, 0.2, 0.1]);
        let Solid { points, mass, .. } = heft.solid();
        assert!((mass.iter().sum::<f64>() - 700.0 * 0.006).abs() < 1e-12);
        let corners: [Vec3; 4] = points.clone().try_into().unwrap();
        assert!(six_volumes(corners) > 0.0);
        for i in 0..3 {
            let center: f64 = points.iter().zip(&mass).map(|(x, m)| m * x[i]).sum::<f64>() / heft.mass;
            assert!((center - heft.center[i]).abs() < 1e-14);
            for j in 0..3 {
                let arm = |x: &Vec3, k: usize| x[k] - heft.center[k];
                let c: f64 = points.iter().zip(&mass).map(|(x, m)| m * arm(x, i) * arm(x, j)).sum();
                assert!((c - heft.second[i][j]).abs() < 1e-14, "{c} {}", heft.second[i][j]);
            }
        }
    }

    #[test]
    fn an_inertia_of_one_s_own_is_that_of_the_nodes() {
        let own = [[2.0, 0.3, 0.0], [0.3, 3.0, -0.2], [0.0, -0.2, 4.0]];
        let heft = heft([0.3, 0.2, 0.1]).with_inertia(own).expect("possible");
        let Solid { points, mass, .. } = heft.solid();
        for i in 0..3 {
            for j in 0..3 {
                let of = |(x, m): (&Vec3, &f64)| {
                    let r = sub(*x, heft.center);
                    m * (if i == j { dot(r, r) } else { 0.0 } - r[i] * r[j])
                };
                let found: f64 = points.iter().zip(&mass).map(of).sum();
                assert!((found - own[i][j]).abs() < 1e-12, "{found} {}", own[i][j]);
            }
        }
        let impossible = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 3.0]];
        assert!(heft.with_inertia(impossible).is_none());
    }

    #[test]
    fn a_sheet_still_has_a_volume() {
        let heft = heft([1.0, 1.0, 1e-6]);
        let corners: [Vec3; 4] = heft.solid().points.try_into().unwrap();
        assert!(six_volumes(corners) > 1e-5);
    }
}
