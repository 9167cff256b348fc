//! Grids against the shapes they were sampled from, and against differences.

use std::sync::Arc;

use super::*;
use crate::contact::{Operation, PlacedShape, Pose, surface};
use crate::geometry::Primitive;

const BOTH: [Interpolation; 2] = [Interpolation::Linear, Interpolation::Cubic];

/// Points that repeat in no grid.
fn points(count: u32, size: f64) -> impl Iterator<Item = [f64; 3]> {
    (1..=count).map(move |n| {
        [0.754_877, 0.569_840, 0.430_159].map(|step: f64| size * (2.0 * (step * f64::from(n)).fract() - 1.0))
    })
}

fn moved(p: [f64; 3], axis: usize, by: f64) -> [f64; 3] {
    let mut p = p;
    p[axis] += by;
    p
}

#[test]
fn values_converge_to_the_distance_with_the_second_order() {
    // A torus has no fold near its surface.
    let shape = Shape::Simple(Primitive::Torus { radius: 0.6, tube: 0.25 });
    for interpolation in BOTH {
        let error = |cells: u32| {
            let grid = Grid::of_shape(&shape, cells, interpolation).unwrap();
            let near = points(4000, 0.85).filter(|p| shape.sample(*p).value.abs() < 0.07);
            near.map(|p| (grid.sample(p).value - shape.sample(p).value).abs()).fold(0.0, f64::max)
        };
        let [coarse, middle, fine] = [16, 32, 64].map(error);
        assert!(coarse / middle > 3.0 && middle / fine > 3.4, "{interpolation:?}: {coarse} {middle} {fine}");
        assert!(fine < 1e-3, "{interpolation:?}: {fine}");
    }
}

#[test]
fn derivatives_are_those_of_the_interpolant() {
    let shape = Shape::Simple(Primitive::Torus { radius: 0.6, tube: 0.25 });
    let step = 1e-6;
    for interpolation in BOTH {
        let grid = Grid::of_shape(&shape, 20, interpolation).unwrap();
        for p in points(500, 1.6) {
            // Away from the sides of the cells, and of the box that the grid ends at.
            let cell = |axis: usize| ((p[axis] - grid.low[axis]) / grid.spacing).rem_euclid(1.0);
            if (0..3).any(|axis| !(0.01..0.99).contains(&cell(axis))) {
                continue;
            }
            let Sample { gradient, hessian, .. } = grid.sample(p);
            for axis in 0..3 {
                let [ahead, behind] = [step, -step].map(|by| grid.sample(moved(p, axis, by)));
                let slope = (ahead.value - behind.value) / (2.0 * step);
                assert!((slope - gradient[axis]).abs() < 1e-7, "{interpolation:?} {p:?}");
                for row in 0..3 {
                    let bend = (ahead.gradient[row] - behind.gradient[row]) / (2.0 * step);
                    assert!((bend - hessian[row][axis]).abs() < 1e-5, "{interpolation:?} {p:?}");
                }
            }
        }
    }
}

#[test]
fn values_are_continuous_across_cells_and_cubic_gradients_too() {
    let shape = Shape::Simple(Primitive::Box { size: [1.0, 0.6, 0.8] });
    for interpolation in BOTH {
        let grid = Grid::of_shape(&shape, 16, interpolation).unwrap();
        let mut kink = 0.0_f64;
        for p in points(300, 0.45) {
            for axis in 0..3 {
                let cell = ((p[axis] - grid.low[axis]) / grid.spacing).round();
                let side = moved(p, axis, grid.low[axis] + cell * grid.spacing - p[axis]);
                let [above, below] = [1e-11, -1e-11].map(|by| grid.sample(moved(side, axis, by)));
                assert!((above.value - below.value).abs() < 1e-10, "{interpolation:?} {side:?}");
                let jump = sub(above.gradient, below.gradient);
                kink = kink.max(norm(jump));
            }
        }
        assert_eq!(kink < 1e-8, interpolation == Interpolation::Cubic, "{interpolation:?}: {kink}");
    }
}

#[test]
fn outside_the_grid_the_level_set_goes_on() {
    let shape = Shape::Simple(Primitive::Sphere { radius: 0.5 });
    for interpolation in BOTH {
        let grid = Grid::of_shape(&shape, 16, interpolation).unwrap();
        let end = grid.low.map(|x| x + grid.spacing);
        for p in points(300, 1.0) {
            for axis in 0..3 {
                let edge = moved(p, axis, end[axis] - p[axis]);
                let [inner, outer] = [1e-11, -1e-11].map(|by| grid.sample(moved(edge, axis, by)).value);
                assert!((inner - outer).abs() < 1e-10 && inner > 0.0, "{edge:?}: {inner} {outer}");
            }
            let far = p.map(|x| 20.0 * x);
            let found = grid.sample(far).value;
            assert!(found > 0.0 || norm(far) < 0.55, "{far:?}");
            assert!((found - shape.sample(far).value).abs() < 0.6, "{far:?}: {found}");
        }
    }
}

#[test]
fn the_nearest_point_is_on_the_surface_along_the_normal() {
    let shape = Shape::Simple(Primitive::Torus { radius: 0.6, tube: 0.3 });
    for interpolation in BOTH {
        let grid = Shape::Grid(Arc::new(Grid::of_shape(&shape, 32, interpolation).unwrap()));
        for p in points(400, 0.8) {
            let Nearest { distance, point, normal } = grid.nearest(p);
            assert!((dot(normal, normal) - 1.0).abs() < 1e-12, "{p:?}");
            assert!((dot(normal, sub(p, point)) - distance).abs() < 1e-12, "{p:?}");
            let exact = shape.nearest(p).distance;
            if exact.abs() < 0.05 {
                assert!((distance - exact).abs() < 0.02, "{interpolation:?} {p:?}: {distance} {exact}");
                assert!(grid.sample(point).value.abs() < 1e-9, "{interpolation:?} {p:?}");
            }
        }
    }
}

#[test]
fn a_mesh_gives_the_grid_of_its_solid_however_its_triangles_face() {
    let shape = Shape::Simple(Primitive::Cylinder { radius: 0.4, height: 1.0 });
    let mut mesh = surface(&shape, [0.0; 3], 1.0);
    let grid = Grid::of_mesh(&mesh, 24, Interpolation::Linear).unwrap();
    let exact = Grid::of_shape(&shape, 24, Interpolation::Linear).unwrap();
    assert_eq!((grid.count, grid.spacing), (exact.count, exact.spacing));
    for (a, b) in grid.values.iter().zip(&exact.values) {
        // 48 corners around: their chords are up to 1 − cos(π/48) nearer to the axis.
        assert!((a - b).abs() < 0.4 * 0.003, "{a} {b}");
    }
    mesh.triangles.iter_mut().step_by(3).for_each(|t| t.swap(0, 1));
    let turned = Grid::of_mesh(&mesh, 24, Interpolation::Linear).unwrap();
    assert!(turned.values.iter().zip(&grid.values).all(|(a, b)| (a - b).abs() < 1e-12));
}

#[test]
fn what_has_no_inside_or_no_end_is_refused() {
    let mut mesh = surface(&Shape::Simple(Primitive::Sphere { radius: 0.5 }), [0.0; 3], 1.0);
    let whole = mesh.clone();
    mesh.triangles.pop();
    let refused = Grid::of_mesh(&mesh, 8, Interpolation::Linear).unwrap_err();
    assert_eq!(refused, GridError::Open { edges: 3 });
    assert!(refused.to_string().contains("close the holes"));
    assert_eq!(Grid::of_mesh(&TriMesh::default(), 8, Interpolation::Linear), Err(GridError::Empty));
    for cells in [0, 1, 257, u32::MAX] {
        assert_eq!(Grid::of_mesh(&whole, cells, Interpolation::Cubic), Err(GridError::Cells { cells }));
    }
    for shape in [
        Shape::HalfSpace { normal: [0.0, 1.0, 0.0] },
        Shape::Plate { half: 0.1, hole: 0.2, rim: 0.0 },
        Shape::Simple(Primitive::Sphere { radius: 1.0 }).complement(),
    ] {
        assert_eq!(Grid::of_shape(&shape, 8, Interpolation::Linear), Err(GridError::Endless));
    }
}

#[test]
fn inside_is_where_the_value_is_negative_whether_looked_up_or_not() {
    // A thin shell with an edge, whose interpolant overshoots.
    let half = [0.6, 0.4, 0.5];
    let hollow = PlacedShape {
        shape: Shape::Simple(Primitive::Box { size: half.map(|h| 2.0 * (h - 0.05)) }),
        pose: Pose::default(),
    };
    let shape = Shape::composed(
        Operation::Difference,
        vec![
            PlacedShape {
                shape: Shape::Simple(Primitive::Box { size: half.map(|h| 2.0 * h) }),
                pose: Pose::default(),
            },
            hollow,
        ],
    );
    for interpolation in BOTH {
        let grid = Grid::of_shape(&shape, 30, interpolation).unwrap();
        let (mut inside, mut looked_up) = (0, 0);
        for p in points(60_000, 0.9) {
            let holds = grid.holds(p);
            assert_eq!(holds, grid.sample(p).value < 0.0, "{interpolation:?} {p:?}");
            inside += usize::from(holds);
            let [i, j, k] = [0, 1, 2].map(|i| grid.cell(i, (p[i] - grid.low[i]) / grid.spacing));
            looked_up += usize::from(grid.clear[(k * grid.count[1] + j) * grid.count[0] + i]);
        }
        assert!(inside > 1000 && looked_up > 5000, "{inside} {looked_up}");
    }
}
