//! Shapes as functions: a few numbers in, a conforming mesh out.
//!
//! Every shape is centred at the origin, its axis of symmetry is y (up), its cells are positively oriented, and
//! the vertices of its boundary lie on the exact surface. All are built from regular pieces (cubes, or triangles
//! around a centre) so that refining them keeps the angles.

mod cuboid;
mod cylinder;
mod disc;
mod rectangle;
mod sphere;
mod torus;

pub use cuboid::{cuboid, cuboid_of_surface};
pub use cylinder::cylinder;
pub use rectangle::rectangle;
pub use sphere::{sphere, sphere_of_cube};
pub use torus::torus;

/// Why a shape cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A length is zero, negative or not finite.
    #[error("{shape}: {parameter} is {value}; give a positive, finite length")]
    Length {
        /// Name of the shape.
        shape: &'static str,
        /// Name of the parameter.
        parameter: &'static str,
        /// Its value.
        value: f64,
    },
    /// A count is too small.
    #[error("{shape}: cells is {value} {direction}; give at least {least}")]
    Cells {
        /// Name of the shape.
        shape: &'static str,
        /// Which of the counts.
        direction: &'static str,
        /// Its value.
        value: u32,
        /// The smallest count that works.
        least: u32,
    },
    /// The tube of a torus would overlap itself.
    #[error(
        "torus: tube is {tube} and radius {radius}; the tube must be thinner than the radius of the ring"
    )]
    Tube {
        /// Radius of the ring.
        radius: f64,
        /// Radius of the tube.
        tube: f64,
    },
    /// A cone would grow upwards.
    #[error("cone: top is {top} and radius {radius}; give a top of 0 or more, less than the radius")]
    Top {
        /// Radius of the base.
        radius: f64,
        /// Radius at the upper end.
        top: f64,
    },
    /// A box without inner vertices has too many.
    #[error(
        "box: a surface of {count:e} vertices is too fine to be connected without inner ones (at most {most:e}); \
             give fewer cells, or inner = true"
    )]
    Surface {
        /// Vertices of the surface.
        count: f64,
        /// As many are possible.
        most: f64,
    },
    /// The mesh cannot be numbered with 32 bits, or does not fit into memory.
    #[error(
        "{shape}: these cells make about {count:e} corners of elements, too many to number or to store; \
             give fewer cells"
    )]
    TooMany {
        /// Name of the shape.
        shape: &'static str,
        /// Corners of all elements.
        count: f64,
    },
}

/// A length has to be positive and finite.
pub(super) fn check_length(
    shape: &'static str,
    parameter: &'static str,
    value: f64,
) -> Result<(), ShapeError> {
    if value.is_finite() && value > 0.0 {
        Ok(())
    } else {
        Err(ShapeError::Length { shape, parameter, value })
    }
}

/// A count has to be large enough.
pub(super) fn check_cells(
    shape: &'static str,
    direction: &'static str,
    value: u32,
    least: u32,
) -> Result<(), ShapeError> {
    if value >= least { Ok(()) } else { Err(ShapeError::Cells { shape, direction, value, least }) }
}

/// Points, and cells of `N` corners.
type Lists<const N: usize> = (Vec<[f64; 3]>, Vec<[u32; N]>);

/// Empty lists with room for `points` points and `cells` cells of `N` corners, where both can be numbered: the
/// coordinates of the points, and the corners of the cells. Counts come as floats, which do not overflow.
fn room<const N: usize>(shape: &'static str, points: f64, cells: f64) -> Result<Lists<N>, ShapeError> {
    let too_many = ShapeError::TooMany { shape, count: N as f64 * cells };
    let limit = f64::from(u32::MAX);
    if 3.0 * points > limit || N as f64 * cells > limit {
        return Err(too_many);
    }
    let (mut point_list, mut cell_list) = (Vec::new(), Vec::new());
    if point_list.try_reserve_exact(points as usize).is_err()
        || cell_list.try_reserve_exact(cells as usize).is_err()
    {
        return Err(too_many);
    }
    Ok((point_list, cell_list))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::geometry::{TetMesh, boundary, inspect, inspect_triangles, quality};
    use proptest::prelude::*;

    /// Every face belongs to one or two tets, two that share a face see it from opposite sides, and on the
    /// boundary every edge belongs to two triangles that run through it in opposite directions.
    fn assert_conforming(mesh: &TetMesh) {
        assert!(inspect(mesh).is_clean(), "{:?}", inspect(mesh));
        let mut faces = BTreeMap::<[u32; 3], Vec<bool>>::new();
        for tet in &mesh.tets {
            for face in crate::geometry::surface::FACES {
                let [a, b, c] = face.map(|k| tet[k]);
                let mut key = [a, b, c];
                key.sort_unstable();
                let even = [[a, b, c], [b, c, a], [c, a, b]].contains(&key);
                faces.entry(key).or_default().push(even);
            }
        }
        for (face, sides) in &faces {
            assert!(
                sides.len() == 1 || (sides.len() == 2 && sides[0] != sides[1]),
                "face {face:?}: {sides:?}"
            );
        }
        let surface = boundary(mesh);
        assert_eq!(surface.triangles.len(), faces.values().filter(|sides| sides.len() == 1).count());
        let mut edges = BTreeMap::<(u32, u32), [u32; 2]>::new();
        for [a, b, c] in &surface.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let directions = edges.entry((*from.min(to), *from.max(to))).or_default();
                directions[usize::from(from < to)] += 1;
            }
        }
        assert!(edges.values().all(|directions| *directions == [1, 1]));
    }

    /// V − E + F of the boundary: 2 for a ball, 0 for a torus.
    fn euler(mesh: &TetMesh) -> i64 {
        let surface = boundary(mesh);
        let faces = surface.triangles.len() as i64;
        surface.vertices().len() as i64 - 3 * faces / 2 + faces
    }

    #[test]
    fn shapes_conform() {
        for (mesh, characteristic) in [
            (cuboid([1.0, 2.0, 3.0], [3, 2, 4]).unwrap(), 2),
            (cuboid([1.0, 1.0, 1.0], [1, 1, 1]).unwrap(), 2),
            (cuboid_of_surface([1.0, 2.0, 3.0], [6, 5, 7]).unwrap(), 2),
            (sphere(1.0, 1).unwrap(), 2),
            (sphere(1.0, 10).unwrap(), 2),
            (sphere_of_cube(1.0, 9).unwrap(), 2),
            (cylinder(1.0, 2.0, [1, 1]).unwrap(), 2),
            (cylinder(1.0, 2.0, [8, 7]).unwrap(), 2),
            (torus(1.0, 0.4, [3, 1]).unwrap(), 0),
            (torus(1.0, 0.4, [20, 6]).unwrap(), 0),
        ] {
            assert_conforming(&mesh);
            assert_eq!(euler(&mesh), characteristic);
        }
    }

    #[test]
    fn smallest_dihedral_angles() {
        let measured = [
            ("cuboid", quality(&cuboid([1.0; 3], [4; 3]).unwrap()), 44.9),
            ("sphere 12", quality(&sphere(1.0, 12).unwrap()), 39.0),
            ("sphere 32", quality(&sphere(1.0, 32).unwrap()), 38.0),
            ("bent cube", quality(&sphere_of_cube(1.0, 9).unwrap()), 2.5),
            ("cylinder", quality(&cylinder(0.5, 1.0, [12, 12]).unwrap()), 35.0),
            ("torus", quality(&torus(1.0, 0.4, [40, 8]).unwrap()), 20.0),
        ];
        for (name, quality, least) in measured {
            let quality = quality.unwrap();
            println!(
                "{name}: dihedral angles {:.1}° to {:.1}°, edges {:.4} to {:.4}",
                quality.min_dihedral, quality.max_dihedral, quality.min_edge, quality.max_edge
            );
            assert!(quality.min_dihedral > least, "{name}: {quality:?}");
        }
    }

    #[test]
    fn volumes_converge_with_second_order() {
        use std::f64::consts::PI;
        let errors = |exact: f64, mesh: &dyn Fn(u32) -> TetMesh| {
            [8, 16, 32].map(|cells| (mesh(cells).volume() - exact).abs() / exact)
        };
        for (name, errors) in [
            ("sphere", errors(4.0 / 3.0 * PI * 0.5_f64.powi(3), &|n| sphere(0.5, n).unwrap())),
            ("bent cube", errors(4.0 / 3.0 * PI * 0.5_f64.powi(3), &|n| sphere_of_cube(0.5, n).unwrap())),
            ("cylinder", errors(PI * 0.5, &|n| cylinder(0.5, 2.0, [n, n]).unwrap())),
            ("torus", errors(2.0 * PI * PI * 0.3 * 0.3, &|n| torus(1.0, 0.3, [4 * n, n]).unwrap())),
        ] {
            println!(
                "{name}: relative errors of the volume {:.1e} {:.1e} {:.1e}",
                errors[0], errors[1], errors[2]
            );
            assert!(errors[0] / errors[1] > 3.8 && errors[1] / errors[2] > 3.9, "{name}: {errors:?}");
        }
    }

    #[test]
    fn boundaries_lie_on_the_exact_surface() {
        let check = |mesh: TetMesh, distance: &dyn Fn([f64; 3]) -> f64| {
            for v in boundary(&mesh).vertices() {
                let off = distance(mesh.points[v as usize]);
                assert!(off.abs() < 1e-15, "vertex {v} is {off:e} off");
            }
        };
        check(sphere(1.0, 9).unwrap(), &|[x, y, z]| (x * x + y * y + z * z).sqrt() - 1.0);
        check(sphere_of_cube(1.0, 9).unwrap(), &|[x, y, z]| (x * x + y * y + z * z).sqrt() - 1.0);
        check(cylinder(1.0, 1.0, [7, 5]).unwrap(), &|[x, y, z]| (x.hypot(z) - 1.0).max(y.abs() - 0.5));
        check(torus(1.0, 0.25, [16, 6]).unwrap(), &|[x, y, z]| (x.hypot(z) - 1.0).hypot(y) - 0.25);
    }

    #[test]
    fn impossible_parameters_are_refused_with_a_remedy() {
        let refused = [
            cuboid([0.0, 1.0, 1.0], [1; 3]).unwrap_err(),
            cuboid([1.0, f64::NAN, 1.0], [1; 3]).unwrap_err(),
            cuboid([1.0; 3], [1, 0, 1]).unwrap_err(),
            cuboid([1.0; 3], [u32::MAX; 3]).unwrap_err(),
            cuboid([1.0; 3], [2000; 3]).unwrap_err(),
            cuboid_of_surface([1.0, -1.0, 1.0], [4; 3]).unwrap_err(),
            cuboid_of_surface([1.0; 3], [200; 3]).unwrap_err(),
            sphere(-1.0, 4).unwrap_err(),
            sphere(1.0, 0).unwrap_err(),
            sphere(1.0, u32::MAX).unwrap_err(),
            sphere_of_cube(-1.0, 4).unwrap_err(),
            sphere_of_cube(1.0, 0).unwrap_err(),
            sphere_of_cube(1.0, u32::MAX).unwrap_err(),
            cylinder(1.0, f64::INFINITY, [4, 4]).unwrap_err(),
            cylinder(1.0, 1.0, [4, 0]).unwrap_err(),
            cylinder(1.0, 1.0, [u32::MAX; 2]).unwrap_err(),
            torus(1.0, 1.0, [8, 4]).unwrap_err(),
            torus(1.0, 0.2, [2, 4]).unwrap_err(),
            torus(1.0, 0.2, [u32::MAX; 2]).unwrap_err(),
            rectangle([1.0, -1.0], [1, 1]).unwrap_err(),
            rectangle([1.0, 1.0], [0, 1]).unwrap_err(),
            rectangle([1.0, 1.0], [u32::MAX; 2]).unwrap_err(),
        ];
        for error in refused {
            let text = error.to_string();
            assert!(text.contains("give ") || text.contains("must be"), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn any_small_counts_make_conforming_meshes(i in 1_u32..6, j in 3_u32..8, k in 1_u32..5) {
            for mesh in [
                cuboid([1.0, 0.3, 2.0], [i, j, k]),
                cuboid_of_surface([1.0, 0.3, 2.0], [i, j, k]),
                sphere(0.7, i),
                sphere_of_cube(0.7, i),
                cylinder(0.2, 1.5, [i, k]),
                torus(1.0, 0.3, [j, k]),
            ] {
                assert_conforming(&mesh.unwrap());
            }
            let flat = rectangle([2.0, 0.5], [i, j]).unwrap();
            prop_assert!(inspect_triangles(&flat).is_clean());
            prop_assert!((flat.plane_area() - 1.0).abs() < 1e-13);
        }
    }
}
