//! Every shape against its definition, and its derivatives against differences.

use super::*;
use crate::geometry::sdf::{Field, Sdf};
use crate::geometry::{Primitive, PrimitiveKind};

/// Every kind of solid; the numbers of the first five are used by name below.
fn solids() -> Vec<Shape> {
    vec![
        Shape::HalfSpace { normal: [0.6, 0.0, -0.8] },
        Shape::Simple(Primitive::Sphere { radius: 0.7 }),
        Shape::Simple(Primitive::Box { size: [1.0, 0.6, 1.6] }),
        Shape::Simple(Primitive::Box { size: [0.8, 0.6, f64::INFINITY] }),
        Shape::Simple(Primitive::Capsule { radius: 0.3, height: 1.0 }),
        Shape::Simple(Primitive::Cylinder { radius: 0.45, height: 1.3 }),
        Shape::Simple(Primitive::Cylinder { radius: 0.75, height: 0.5 }),
        Shape::Simple(Primitive::Torus { radius: 0.65, tube: 0.25 }),
        Shape::Simple(Primitive::Cone { radius: 0.55, height: 1.0, top: 0.0 }),
        Shape::Simple(Primitive::Cone { radius: 0.75, height: 1.0, top: 0.35 }),
        Shape::Plate { half: 0.25, hole: 0.45, rim: 0.0 },
        Shape::Plate { half: 0.25, hole: 0.45, rim: 0.125 },
        Shape::Plate { half: 0.25, hole: 0.45, rim: 0.25 },
        Shape::Simple(Primitive::Sphere { radius: 0.7 }).complement(),
        Shape::Simple(Primitive::Cylinder { radius: 0.45, height: 1.3 }).complement(),
    ]
}

/// Points of a lattice, some of them on axes, centres, edges and diagonals.
fn lattice(n: i32, size: f64) -> impl Iterator<Item = [f64; 3]> {
    let at = move |i: i32| size * f64::from(i) / f64::from(n);
    (-n..=n).flat_map(move |i| (-n..=n).flat_map(move |j| (-n..=n).map(move |k| [at(i), at(j), at(k)])))
}

/// Whether a point is in the solid, from its definition alone.
fn inside(shape: &Shape, p: [f64; 3]) -> bool {
    let across = p[0] * p[0] + p[2] * p[2];
    match *shape {
        Shape::HalfSpace { normal } => dot(normal, p) <= 0.0,
        Shape::Simple(Primitive::Sphere { radius }) => dot(p, p) <= radius * radius,
        Shape::Simple(Primitive::Box { size }) => (0..3).all(|i| p[i].abs() <= 0.5 * size[i]),
        Shape::Simple(Primitive::Capsule { radius, height }) => {
            let half = 0.5 * height;
            let caps = [half, -half].map(|y| [p[0], p[1] - y, p[2]]);
            let side = p[1].abs() <= half && across <= radius * radius;
            side || caps.iter().any(|c| dot(*c, *c) <= radius * radius)
        }
        Shape::Simple(Primitive::Cylinder { radius, height }) => {
            p[1].abs() <= 0.5 * height && across <= radius * radius
        }
        Shape::Simple(Primitive::Torus { radius, tube }) => {
            (across.sqrt() - radius).powi(2) + p[1] * p[1] <= tube * tube
        }
        Shape::Simple(Primitive::Cone { radius: base, height, top }) => {
            let half = 0.5 * height;
            let share = 0.5 * (p[1] / half + 1.0);
            p[1].abs() <= half && across.sqrt() <= base + share * (top - base)
        }
        Shape::Plate { half, hole, rim } => {
            let (rho, y) = (across.sqrt(), p[1].abs());
            let round = rho < hole + rim && y > half - rim;
            let kept = (rho - hole - rim).powi(2) + (y - half + rim).powi(2) <= rim * rim;
            y <= half && rho >= hole && (!round || kept)
        }
        Shape::Complement(ref inner) => !inside(inner, p),
        Shape::Composite(_) | Shape::Grid(_) => unreachable!("not in the list"),
    }
}

#[test]
fn the_answer_is_a_point_of_the_surface_straight_along_its_normal() {
    for shape in solids() {
        for p in lattice(6, 1.2) {
            let Nearest { distance, point, normal } = shape.nearest(p);
            assert!((dot(normal, normal) - 1.0).abs() < 1e-14, "{shape:?} {p:?}: {normal:?}");
            let back = along(point, distance, normal);
            assert!(dot(sub(back, p), sub(back, p)) < 1e-28, "{shape:?} {p:?}");
            assert!(
                distance.abs() < 1e-14 || inside(&shape, p) == (distance <= 0.0),
                "{shape:?} {p:?}: {distance}"
            );
            // Just outside along the normal is out, just inside is in.
            assert!(!inside(&shape, along(point, 1e-9, normal)), "{shape:?} {p:?}");
            // At an acute edge that way leads out again, and the one to the axis does not.
            let cone = matches!(shape, Shape::Simple(Primitive::Cone { .. }));
            let back = if cone { point.map(|x| (1.0 - 1e-9) * x) } else { along(point, -1e-9, normal) };
            assert!(inside(&shape, back), "{shape:?} {p:?}");
        }
    }
}

/// By brute force: no point of the other side is nearer than the answer, and some are hardly farther.
#[test]
fn no_sample_of_the_other_side_is_nearer() {
    let samples: Vec<[f64; 3]> = lattice(16, 1.5).collect();
    let pitch = 1.5 / 16.0 * 3f64.sqrt();
    for shape in solids() {
        let far: Vec<bool> = samples.iter().map(|s| inside(&shape, *s)).collect();
        for p in lattice(4, 0.9) {
            let here = shape.nearest(p).distance;
            let other = samples.iter().zip(&far).filter(|(_, s)| **s != (here <= 0.0));
            let least = other.map(|(s, _)| dot(sub(*s, p), sub(*s, p))).fold(f64::INFINITY, f64::min).sqrt();
            assert!(here.abs() <= least + 1e-12, "{shape:?} {p:?}: {here} but {least}");
            assert!(least <= here.abs() + 2.0 * pitch, "{shape:?} {p:?}: {here} but {least}");
        }
    }
}

#[test]
fn where_the_way_out_is_not_unique_there_is_one() {
    let solid = |number: usize| solids()[number].clone();
    for (shape, p, depth) in [
        (solid(1), [0.0; 3], 0.7),
        (solid(1), [1e-200, 0.0, -1e-170], 0.7),
        (solid(2), [0.0; 3], 0.3),
        (Shape::Simple(Primitive::Box { size: [1.0; 3] }), [0.25, -0.25, 0.25], 0.25),
        (Shape::Simple(Primitive::Box { size: [1.0; 3] }), [0.5, 0.5, -0.5], 0.0),
        (solid(4), [0.0, 0.2, 0.0], 0.3),
        (solid(4), [0.0, -0.5, 1e-180], 0.3),
        (solid(5), [0.0; 3], 0.45),
        (solid(5), [0.0, 0.65, 0.0], 0.0),
        (solid(7), [0.65, 0.0, 0.0], 0.25),
        (solid(8), [0.0, 0.5, 0.0], 0.0),
        (solid(10), [0.0, 3.0, 0.0], -2.75f64.hypot(0.45)),
    ] {
        let Nearest { distance, point, normal } = shape.nearest(p);
        assert!((distance + depth).abs() < 1e-15, "{shape:?}: {distance}");
        assert!(dot(normal, normal) == 1.0 && point.iter().all(|x| x.is_finite()), "{shape:?}");
        assert!(!inside(&shape, along(point, 1e-9, normal)), "{shape:?}");
    }
    // In the plane nothing is pushed along z.
    assert_eq!(solid(3).nearest([0.0, 0.1, 0.0]).normal, [0.0, 1.0, 0.0]);
}

/// Largest difference between the derivatives and central differences of what they are derivatives of.
fn worst_difference(shape: &Shape, p: [f64; 3]) -> [f64; 2] {
    let step = 1e-5;
    let Sample { gradient, hessian, .. } = shape.sample(p);
    let mut worst = [0.0_f64; 2];
    for axis in 0..3 {
        let moved = |by: f64| {
            let mut p = p;
            p[axis] += by;
            shape.sample(p)
        };
        let (ahead, behind) = (moved(step), moved(-step));
        let slope = (ahead.value - behind.value) / (2.0 * step);
        worst[0] = worst[0].max((slope - gradient[axis]).abs());
        for row in 0..3 {
            let bend = (ahead.gradient[row] - behind.gradient[row]) / (2.0 * step);
            worst[1] = worst[1].max((bend - hessian[row][axis]).abs());
        }
    }
    worst
}

#[test]
fn gradients_and_hessians_are_those_of_the_distance() {
    for shape in solids() {
        let (mut tried, mut kinks) = (0, 0);
        for p in lattice(9, 1.177) {
            // A lattice that misses most folds, moved off the axes, where there is no derivative.
            let p = [p[0] + 0.0131, p[1] + 0.0072, p[2] - 0.0093];
            let [slope, bend] = worst_difference(&shape, p);
            let Sample { gradient, hessian, .. } = shape.sample(p);
            assert!((dot(gradient, gradient) - 1.0).abs() < 1e-13, "{shape:?} {p:?}");
            // ∇²φ ∇φ = 0: along the normal a distance is straight.
            assert!(hessian.iter().all(|row| dot(*row, gradient).abs() < 1e-9), "{shape:?} {p:?}");
            tried += 1;
            // Across a fold the difference of gradients grows as 1/step; everywhere else it is a derivative.
            let fold = bend > 1e2;
            kinks += i32::from(fold);
            let close = 1e-7 * (1.0 + hessian.iter().flatten().fold(0.0, |a: f64, b| a.max(b.abs())).powi(3));
            assert!(fold || (slope < close && bend < close), "{shape:?} {p:?}: {slope} {bend}");
        }
        assert!(kinks * 100 <= tried, "{shape:?}: {kinks} folds of {tried}");
    }
}

#[test]
fn derivatives_are_finite_and_the_same_everywhere_on_the_lattice() {
    for shape in solids() {
        for p in lattice(8, 1.0) {
            for p in [p, p.map(|x| 0.5 * x), [0.0, p[1], 0.0], [1e-200 * p[0], p[1], 0.0]] {
                let Sample { value, gradient, hessian } = shape.sample(p);
                let all = hessian.iter().flatten().chain(&gradient).chain([&value]);
                assert!(all.into_iter().all(|x| x.is_finite()), "{shape:?} {p:?}");
                assert!((dot(gradient, gradient) - 1.0).abs() < 1e-14, "{shape:?} {p:?}");
                assert_eq!(shape.nearest(p).distance, value, "{shape:?} {p:?}");
                if p[2] == 0.0
                    && !matches!(shape, Shape::HalfSpace { .. } | Shape::Simple(Primitive::Box { .. }))
                {
                    assert_eq!(gradient[2], 0.0, "{shape:?} {p:?}");
                }
            }
        }
    }
}

#[test]
fn projecting_twice_is_projecting_once() {
    for shape in solids() {
        for p in lattice(7, 1.1) {
            let once = shape.nearest(p).point;
            let again = shape.nearest(once);
            assert!(again.distance.abs() < 1e-14, "{shape:?} {p:?}: {}", again.distance);
            let moved = sub(again.point, once);
            assert!(dot(moved, moved) < 1e-28, "{shape:?} {p:?}");
        }
    }
}

#[test]
fn only_formulas_are_analytic_and_a_complement_undoes_itself() {
    let ball = Shape::Simple(Primitive::Sphere { radius: 1.0 });
    assert_eq!(ball.clone().complement().complement(), ball);
    assert!(solids().iter().all(Shape::is_analytic));
    let grid = Grid::of_shape(&ball, 8, super::super::Interpolation::Linear).unwrap();
    let grid = Shape::Grid(Arc::new(grid));
    assert!(!grid.is_analytic() && !grid.complement().is_analytic());
}

/// The law of simple shapes: what is meshed and what is met are the same solid, but for rounding. Where both take the
/// same roots they agree in every bit.
#[test]
fn meshes_and_obstacles_mean_the_same_solid() {
    let tipped = Primitive::Cone { radius: 0.75, height: 1.0, top: 0.0 };
    let examples = PrimitiveKind::ALL.iter().map(|kind| kind.example());
    for solid in examples.chain([tipped]) {
        let points: Vec<[f64; 3]> = lattice(9, 1.3).collect();
        let mut meshed = vec![0.0; points.len()];
        Sdf::from(solid).values(&points, &mut meshed);
        for (p, value) in points.iter().zip(meshed) {
            let met = Shape::from(solid).nearest(*p).distance;
            let tolerance = match solid.kind() {
                PrimitiveKind::Box | PrimitiveKind::Sphere | PrimitiveKind::Capsule => 0.0,
                PrimitiveKind::Torus | PrimitiveKind::Cylinder | PrimitiveKind::Cone => 1e-15,
            };
            assert!((value - met).abs() <= tolerance, "{solid:?} {p:?}: {value} and {met}");
        }
    }
}
