//! Compositions against formulas, against brute force, and their derivatives against differences.

use super::*;
use crate::geometry::Primitive;
use crate::math::vec3::{dot, sub};

fn at(shape: Shape, translation: [f64; 3]) -> PlacedShape {
    PlacedShape { shape, pose: Pose { translation, ..Pose::default() } }
}

/// A turn about z, then one about x.
fn turned(shape: Shape, translation: [f64; 3]) -> PlacedShape {
    let (s, c) = (0.7_f64.sin(), 0.7_f64.cos());
    let about_z = Pose { rotation: [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]], ..Pose::default() };
    let about_x = Pose { rotation: [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]], translation };
    PlacedShape { shape, pose: about_x.then(&about_z) }
}

fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    Shape::Simple(Primitive::Box { size: [2.0 * x, 2.0 * y, 2.0 * z] })
}

/// Points off every plane of symmetry.
fn lattice(n: i32, size: f64) -> impl Iterator<Item = [f64; 3]> {
    let at = move |i: i32, off: f64| size * f64::from(i) / f64::from(n) + off;
    let point = move |i, j, k| [at(i, 0.0131), at(j, -0.0072), at(k, 0.0053)];
    (-n..=n).flat_map(move |i| (-n..=n).flat_map(move |j| (-n..=n).map(move |k| point(i, j, k))))
}

fn examples() -> Vec<(&'static str, Shape)> {
    use Operation::{Difference, Intersection, Union};
    let ball = |radius: f64| Shape::Simple(Primitive::Sphere { radius });
    let bored = Shape::composed(
        Difference,
        vec![
            at(cuboid(0.9, 0.3, 0.8), [0.0; 3]),
            at(Shape::Simple(Primitive::Cylinder { radius: 0.4, height: 2.0 }), [0.1, 0.0, 0.0]),
        ],
    );
    let corner =
        vec![at(cuboid(0.8, 0.2, 0.5), [0.0, -0.6, 0.0]), at(cuboid(0.2, 0.6, 0.5), [-0.6, 0.2, 0.0])];
    vec![
        (
            "two balls",
            Shape::composed(Union, vec![at(ball(0.6), [-0.3, 0.0, 0.0]), at(ball(0.5), [0.4, 0.1, 0.0])]),
        ),
        (
            "a lens",
            Shape::composed(
                Intersection,
                vec![at(ball(0.8), [-0.3, 0.0, 0.0]), at(ball(0.7), [0.4, 0.1, 0.0])],
            ),
        ),
        (
            "a bowl",
            Shape::composed(Difference, vec![at(ball(0.8), [0.0; 3]), at(ball(0.7), [0.0, 0.3, 0.0])]),
        ),
        ("a bored box", bored.clone()),
        ("an angle of boxes that touch", Shape::composed(Union, corner)),
        (
            "boxes askew",
            Shape::composed(
                Union,
                vec![at(cuboid(0.6, 0.3, 0.5), [0.0; 3]), turned(cuboid(0.3, 0.7, 0.4), [0.3, 0.1, 0.1])],
            ),
        ),
        (
            "a cone in a ring",
            Shape::composed(
                Union,
                vec![
                    at(Shape::Simple(Primitive::Cone { radius: 0.6, height: 1.2, top: 0.0 }), [0.0; 3]),
                    turned(Shape::Simple(Primitive::Torus { radius: 0.5, tube: 0.2 }), [0.1, 0.0, 0.0]),
                ],
            ),
        ),
        (
            "a container with a bump",
            Shape::composed(
                Union,
                vec![at(cuboid(0.9, 0.8, 0.7).complement(), [0.0; 3]), at(ball(0.4), [0.1, -0.8, 0.0])],
            ),
        ),
        (
            "nested",
            Shape::composed(Intersection, vec![turned(bored, [0.1, 0.0, 0.0]), at(ball(0.85), [0.0; 3])]),
        ),
    ]
}

/// Points of the surface, from the parts alone: feet of a fine lattice on the bound's zero set.
fn surface_points(shape: &Shape) -> Vec<[f64; 3]> {
    let [low, high] = [[-1.6; 3], [1.6; 3]];
    crate::contact::march::march(|p| shape.bound(p), [low, high], 64).points
}

#[test]
fn no_point_of_the_surface_is_nearer() {
    for (name, shape) in examples() {
        let surface = surface_points(&shape);
        // Points of the marched surface are off by at most the depth of a cut edge, a cell's diagonal.
        let cell = 3.2 / 64.0 * 3f64.sqrt();
        for p in lattice(5, 0.93) {
            let Nearest { distance, point, .. } = shape.nearest(p);
            let least =
                surface.iter().map(|s| dot(sub(*s, p), sub(*s, p))).fold(f64::INFINITY, f64::min).sqrt();
            assert_eq!(distance <= 0.0, shape.bound(p) <= 0.0, "{name} {p:?}");
            assert!(distance.abs() <= least + cell, "{name} {p:?}: {distance} but {least}");
            assert!(least <= distance.abs() + cell, "{name} {p:?}: {distance} but {least}");
            // The bound is one, and the answer is on the surface.
            assert!(shape.bound(p).abs() <= distance.abs() + 1e-12, "{name} {p:?}");
            assert!(shape.bound(point).abs() < 1e-11, "{name} {p:?}: {}", shape.bound(point));
            let again = shape.nearest(point).point;
            assert!(dot(sub(again, point), sub(again, point)).sqrt() < 1e-10, "{name} {p:?}");
        }
    }
}

#[test]
fn derivatives_are_those_of_the_distance_also_about_creases_and_corners() {
    let step = 1e-5;
    for (name, shape) in examples() {
        let (mut tried, mut folds) = (0, 0);
        for p in lattice(4, 1.13) {
            let Sample { gradient, hessian, .. } = shape.sample(p);
            assert!((dot(gradient, gradient) - 1.0).abs() < 1e-12, "{name} {p:?}");
            let largest = hessian.iter().flatten().fold(0.0, |a: f64, b| a.max(b.abs()));
            let (mut slope, mut bend) = (0.0_f64, 0.0_f64);
            for axis in 0..3 {
                let moved = |by: f64| {
                    let mut p = p;
                    p[axis] += by;
                    shape.sample(p)
                };
                let (ahead, behind) = (moved(step), moved(-step));
                slope = slope.max(((ahead.value - behind.value) / (2.0 * step) - gradient[axis]).abs());
                for row in 0..3 {
                    let change = (ahead.gradient[row] - behind.gradient[row]) / (2.0 * step);
                    bend = bend.max((change - hessian[row][axis]).abs());
                }
            }
            tried += 1;
            // Where the nearest point jumps there is a fold, and the difference of gradients grows as 1/step.
            if bend > 1e2 * (1.0 + largest) {
                folds += 1;
                continue;
            }
            let close = 1e-6 * (1.0 + largest.powi(3));
            assert!(slope < close && bend < close, "{name} {p:?}: {slope} {bend} of {largest}");
        }
        assert!(folds * 50 <= tried, "{name}: {folds} folds of {tried}");
    }
}

#[test]
fn a_bored_slab_is_a_plate_with_a_hole() {
    for rim in [0.0, 0.1] {
        let plate = Shape::Plate { half: 0.2, hole: 0.5, rim };
        let parts = vec![
            at(cuboid(f64::INFINITY, 0.2, f64::INFINITY), [0.0; 3]),
            at(Shape::Simple(Primitive::Cylinder { radius: 0.5, height: 4.0 }), [0.0; 3]),
        ];
        let cut = Shape::composed(Operation::Difference, parts);
        // The plate itself, taken apart and put together again.
        let same = Shape::composed(Operation::Union, vec![at(plate.clone(), [0.0; 3])]);
        for p in lattice(6, 0.95) {
            let expected = plate.sample(p);
            for found in [same.sample(p)].into_iter().chain((rim == 0.0).then(|| cut.sample(p))) {
                assert!((found.value - expected.value).abs() < 1e-12, "{rim} {p:?}: {found:?} {expected:?}");
                let apart = sub(found.gradient, expected.gradient);
                assert!(norm(apart) < 1e-9, "{rim} {p:?}: {found:?} {expected:?}");
                for (a, b) in found.hessian.iter().flatten().zip(expected.hessian.iter().flatten()) {
                    assert!((a - b).abs() < 1e-7 * (1.0 + b.abs()), "{rim} {p:?}: {found:?} {expected:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_taken_apart_is_the_same() {
    for shape in [
        cuboid(0.5, 0.3, 0.7),
        Shape::Simple(Primitive::Cylinder { radius: 0.4, height: 1.2 }),
        Shape::Simple(Primitive::Cone { radius: 0.7, height: 1.0, top: 0.0 }),
        Shape::Simple(Primitive::Cone { radius: 0.7, height: 1.0, top: 0.3 }),
        Shape::Simple(Primitive::Cylinder { radius: 0.4, height: 1.2 }).complement(),
    ] {
        let whole = Shape::composed(Operation::Intersection, vec![at(shape.clone(), [0.1, 0.2, 0.3])]);
        for p in lattice(6, 1.1) {
            let (found, expected) = (whole.sample(p), shape.sample(sub(p, [0.1, 0.2, 0.3])));
            assert!((found.value - expected.value).abs() < 1e-12, "{shape:?} {p:?}: {found:?} {expected:?}");
            for (a, b) in found.hessian.iter().flatten().zip(expected.hessian.iter().flatten()) {
                assert!(
                    (a - b).abs() < 1e-8 * (1.0 + b.abs().powi(2)),
                    "{shape:?} {p:?}: {found:?} {expected:?}"
                );
            }
        }
    }
}

#[test]
fn the_crease_of_two_balls_is_a_circle() {
    let ball = |x: f64| at(Shape::Simple(Primitive::Sphere { radius: 0.5 }), [x, 0.0, 0.0]);
    let lens = Shape::composed(Operation::Intersection, vec![ball(-0.3), ball(0.3)]);
    // The circle of radius 0.4 in the plane x = 0.
    let Sample { value, gradient, hessian } = lens.sample([0.0, 1.4, 0.0]);
    assert!((value - 1.0).abs() < 1e-12 && (gradient[1] - 1.0).abs() < 1e-12);
    // Round across the circle with radius 1, along it with radius 1.4.
    let expected = [[1.0, 0.0, 0.0], [0.0; 3], [0.0, 0.0, 1.0 / 1.4]];
    for (a, b) in hessian.iter().flatten().zip(expected.iter().flatten()) {
        assert!((a - b).abs() < 1e-10, "{hessian:?}");
    }
    // On the axis every point of the circle is as near; in the middle one is chosen, and nothing is infinite.
    let union = Shape::composed(Operation::Union, vec![ball(-0.3), ball(0.3)]);
    let middle = union.sample([0.0; 3]);
    assert!((middle.value + 0.4).abs() < 1e-12, "{middle:?}");
    assert!(middle.hessian.iter().flatten().all(|h| h.is_finite()));
}

#[test]
fn parts_that_share_a_face_are_one() {
    let halves = [-0.5, 0.5].map(|x| at(cuboid(0.5, 0.4, 0.4), [x, 0.0, 0.0]));
    let joined = Shape::composed(Operation::Union, halves.into());
    let whole = cuboid(1.0, 0.4, 0.4);
    for p in lattice(6, 1.3).chain([[0.0; 3], [0.0, 0.1, 0.2], [0.0, 0.4, 0.0], [1e-9, 0.3, 0.0]]) {
        let (found, expected) = (joined.sample(p).value, whole.sample(p).value);
        assert!((found - expected).abs() < 1e-12, "{p:?}: {found} {expected}");
    }
}

/// A face that two parts share and where one of them ends, at the foot of a step, is a face of the whole again: both
/// parts have it, seen from opposite sides, and the first one asked must not decide which side is out.
#[test]
fn steps_of_parts_that_share_a_face_are_one_whatever_their_order() {
    use Operation::{Difference, Union};
    let low = at(cuboid(0.5, 0.5, 1.0), [0.5, 0.5, 0.0]);
    let high = at(cuboid(0.5, 0.75, 1.0), [-0.5, 0.75, 0.0]);
    let block = at(cuboid(1.0, 0.75, 1.0), [0.0, 0.75, 0.0]);
    let notch = at(cuboid(1.0, 1.0, 3.0), [1.0, 2.0, 0.0]);
    let step = Shape::composed(Difference, vec![block, notch]);
    // A ball in the hole that it makes, sticking out of it.
    let wall = at(cuboid(0.9, 0.4, 0.8), [0.0; 3]);
    let ball = at(Shape::Simple(Primitive::Sphere { radius: 0.5 }), [0.1, 0.3, 0.0]);
    let hollow = at(Shape::composed(Difference, vec![wall.clone(), ball.clone()]), [0.0; 3]);
    let plain = Shape::composed(Union, vec![wall, ball.clone()]);
    let on_the_plane = [[0.0, 1.2, 0.1], [0.0, 1.0, 0.0], [0.0, 0.4, 0.1], [0.0, 0.9, -0.2]];
    for (parts, whole) in [([low, high], step), ([hollow, ball], plain)] {
        for order in [[0, 1], [1, 0]] {
            let joined = Shape::composed(Union, order.map(|i: usize| parts[i].clone()).into());
            for p in lattice(7, 1.7).chain(on_the_plane) {
                let (found, expected) = (joined.sample(p), whole.sample(p));
                assert!((found.value - expected.value).abs() < 1e-11, "{p:?}: {found:?} {expected:?}");
                assert_eq!(joined.holds(p), whole.holds(p), "{p:?}: {found:?} {expected:?}");
                // On a fold there are two ways out.
                if on_the_plane.contains(&p) {
                    continue;
                }
                let apart = sub(found.gradient, expected.gradient);
                assert!(norm(apart) < 1e-8, "{p:?}: {found:?} {expected:?}");
                for (a, b) in found.hessian.iter().flatten().zip(expected.hessian.iter().flatten()) {
                    assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "{p:?}: {found:?} {expected:?}");
                }
            }
        }
    }
}

/// Parts that meet up to rounding have no gap: 0.1 + 0.2 is not 0.3.
#[test]
fn what_rounding_leaves_between_parts_is_no_gap() {
    let (left, seam) = (0.1 + 0.2, 0.3);
    assert!(left > seam);
    // From −0.7 to 0.3, and from a little more to 1.3.
    let halves = [
        at(cuboid(0.5, 0.4, 0.4), [seam - 0.5, 0.0, 0.0]),
        at(cuboid(0.5, 0.4, 0.4), [0.5 + left, 0.0, 0.0]),
    ];
    let joined = Shape::composed(Operation::Union, halves.into());
    for x in [seam, left, 0.5 * (seam + left), 0.31] {
        for (y, value) in [(0.3, -0.1), (0.39999, -1e-5), (0.5, 0.1)] {
            let found = joined.sample([x, y, 0.0]);
            assert!((found.value - value).abs() < 1e-12, "{x} {y}: {found:?}");
            assert!((found.gradient[1] - 1.0).abs() < 1e-9, "{x} {y}: {found:?}");
            assert!(found.hessian.iter().flatten().all(|h| h.abs() < 1e-6), "{x} {y}: {found:?}");
            assert_eq!(joined.holds([x, y, 0.0]), value < 0.0, "{x} {y}");
        }
    }
}

#[test]
fn grids_and_nothing_are_answered_by_the_extreme_of_the_parts() {
    let grid = super::super::Grid::of_shape(&cuboid(0.3, 0.3, 0.3), 12, super::super::Interpolation::Linear);
    let grid = Shape::Grid(Arc::new(grid.unwrap()));
    let both = Shape::composed(
        Operation::Union,
        vec![
            at(grid, [-1.0, 0.0, 0.0]),
            at(Shape::Simple(Primitive::Sphere { radius: 0.3 }), [1.0, 0.0, 0.0]),
        ],
    );
    assert!((both.sample([0.9, 0.5, 0.0]).value - (0.01f64 + 0.25).sqrt() + 0.3).abs() < 1e-12);
    assert!(!both.is_analytic());
    // Balls apart have nothing in common: far from an inside everywhere, and finite.
    let ball = |x: f64| at(Shape::Simple(Primitive::Sphere { radius: 0.5 }), [x, 0.0, 0.0]);
    let nothing = Shape::composed(Operation::Intersection, vec![ball(-1.0), ball(1.0)]);
    assert!(lattice(3, 2.0).all(|p| nothing.sample(p).value > 0.0));
    let empty = Shape::composed(Operation::Union, Vec::new());
    assert!(empty.sample([0.0; 3]).value > 0.0);
}
