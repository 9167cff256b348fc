//! What is put together is one body: of a union with a part that is a grid, too, only what is outside is a surface.

mod differences;

use std::sync::Arc;

use differences::Random;
use lope::contact::{Grid, Interpolation, Operation, PlacedShape, Pose, Shape};
use lope::geometry::Primitive;

/// Edge of the cells of grids of an edge of 1 m.
const CELL: f64 = 1.0 / 40.0;

fn cuboid(size: [f64; 3]) -> Shape {
    Shape::Simple(Primitive::Box { size })
}

fn grid(shape: &Shape, interpolation: Interpolation) -> Shape {
    Shape::Grid(Arc::new(Grid::of_shape(shape, 40, interpolation).expect("a box has an end")))
}

fn at(shape: Shape, translation: [f64; 3]) -> PlacedShape {
    PlacedShape { shape, pose: Pose { translation, ..Pose::default() } }
}

fn union(parts: Vec<PlacedShape>) -> Shape {
    Shape::composed(Operation::Union, parts)
}

/// A cube on a block, the same with the cube, with both and with the lower half space as grids, beside the exact one.
fn statues(interpolation: Interpolation) -> [(Shape, Shape); 4] {
    let (cube, block) = (cuboid([1.0; 3]), cuboid([1.6, 1.0, 1.6]));
    let (above, below) = ([0.1, 0.5, 0.0], [0.0, -0.5, 0.0]);
    let exact = union(vec![at(cube.clone(), above), at(block.clone(), below)]);
    let ground = Shape::HalfSpace { normal: [0.0, 1.0, 0.0] };
    let on_the_ground = union(vec![at(cube.clone(), above), at(ground.clone(), [0.0; 3])]);
    let [cube_grid, block_grid] = [&cube, &block].map(|shape| grid(shape, interpolation));
    [
        (union(vec![at(cube_grid.clone(), above), at(block.clone(), below)]), exact.clone()),
        (union(vec![at(block, below), at(cube_grid.clone(), above)]), exact.clone()),
        (union(vec![at(cube_grid.clone(), above), at(block_grid, below)]), exact),
        (union(vec![at(cube_grid, above), at(ground, [0.0; 3])]), on_the_ground),
    ]
}

/// On the face that both have, and wherever else it is deep inside, the depth is that of the whole but for some cells, and
/// nearer to the surface it is that of the part.
#[test]
fn a_part_that_is_a_grid_leaves_no_face_inside_a_union() {
    for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
        for (number, (found, exact)) in statues(interpolation).iter().enumerate() {
            let mut random = Random(7);
            let (mut inside, mut on_the_face) = (0, 0);
            for n in 0..4000 {
                let mut p = [0.9, 0.8, 0.9].map(|reach| reach * random.next());
                if n % 3 == 0 {
                    p[1] = 0.0;
                }
                let (value, depth) = (found.sample(p).value, -exact.sample(p).value);
                let what = format!("{interpolation:?} {number} {p:?}: {value}, not {}", -depth);
                if depth < 0.0 {
                    // The edges of a grid are rounded by half a cell.
                    assert!(value > -CELL && !found.holds(p) || depth > -CELL, "{what}");
                    assert!((value + depth).abs() < CELL || depth < -0.3, "{what}");
                    continue;
                }
                // Half of the ground is deeper than it is looked for.
                let known = depth.min(0.45);
                assert!(value < 4.0 * CELL - known && value > -depth - CELL, "{what}");
                assert!(found.holds(p) || depth < 4.0 * CELL, "{what}");
                inside += 1;
                on_the_face += usize::from(p[1] == 0.0 && depth > 0.2);
            }
            assert!(inside > 1000 && on_the_face > 100, "{inside} {on_the_face}");
        }
    }
}

/// What pushes out of it is the derivative of something.
#[test]
fn the_depth_of_a_union_with_a_grid_has_the_derivatives_it_says() {
    let (found, _) = &statues(Interpolation::Cubic)[0];
    let (mut random, mut judged, step) = (Random(3), 0, 1e-6);
    for _ in 0..500 {
        let p = [0.4 * random.next(), 0.1 * random.next(), 0.4 * random.next()];
        let sample = found.sample(p);
        for axis in 0..3 {
            let [ahead, behind] = [step, -step].map(|by| {
                let mut p = p;
                p[axis] += by;
                found.sample(p)
            });
            let slope = (ahead.value - behind.value) / (2.0 * step);
            let bend = [0, 1, 2].map(|i| (ahead.gradient[i] - behind.gradient[i]) / (2.0 * step));
            // Between triangles there are kinks; what changes by more than a curvature is one.
            if bend.iter().any(|bend| bend.abs() > 100.0) {
                continue;
            }
            assert!((slope - sample.gradient[axis]).abs() < 1e-5, "{p:?}: {slope} {sample:?}");
            for row in 0..3 {
                assert!((bend[row] - sample.hessian[row][axis]).abs() < 1e-3, "{p:?}: {bend:?} {sample:?}");
            }
            judged += 1;
        }
    }
    assert!(judged > 1000, "{judged}");
}

/// Gaps that no grid could hold are none, others are.
#[test]
fn a_gap_between_parts_is_one_if_the_grid_can_tell() {
    let cube = grid(&cuboid([1.0; 3]), Interpolation::Linear);
    let apart = |gap: f64| {
        union(vec![
            at(cube.clone(), [-0.5 - 0.5 * gap, 0.0, 0.0]),
            at(cube.clone(), [0.5 + 0.5 * gap, 0.0, 0.0]),
        ])
    };
    for gap in [0.0, 1e-9, 0.1 * CELL, 0.5 * CELL] {
        let value = apart(gap).sample([0.0; 3]).value;
        assert!(value < -0.5 + 6.0 * CELL, "{gap}: {value}");
        assert!(apart(gap).holds([0.0; 3]), "{gap}");
    }
    let value = apart(6.0 * CELL).sample([0.0; 3]).value;
    assert!((value - 3.0 * CELL).abs() < 1e-9, "{value}");
}
