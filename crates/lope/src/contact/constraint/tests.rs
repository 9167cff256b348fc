use super::*;
use crate::contact::Shape;
use crate::geometry::Primitive;

fn constraints(shapes: &[(Shape, [f64; 3])], nodes: u32) -> Constraints {
    let one = |(number, (shape, translation)): (usize, &(Shape, [f64; 3]))| Constraint {
        name: format!("obstacle-{number}"),
        nodes: (0..nodes).collect(),
        obstacle: Obstacle::held(shape.clone(), Pose { translation: *translation, ..Pose::default() }),
        friction: 0.5,
    };
    Constraints::new(shapes.iter().enumerate().map(one).collect(), 1.0)
}

const FLOOR: Shape = Shape::HalfSpace { normal: [0.0, 1.0, 0.0] };
const WALL: Shape = Shape::HalfSpace { normal: [-0.6, 0.8, 0.0] };

fn shapes() -> Vec<Vec<(Shape, [f64; 3])>> {
    vec![
        vec![(FLOOR, [0.0; 3])],
        vec![(Shape::Simple(Primitive::Sphere { radius: 0.7 }), [0.1, 0.0, 0.0])],
        vec![(Shape::Simple(Primitive::Capsule { radius: 0.3, height: 1.0 }), [0.0; 3])],
        vec![(Shape::Simple(Primitive::Box { size: [0.8, 0.6, 1.0] }), [0.0; 3])],
        vec![(FLOOR, [0.0; 3]), (WALL, [0.0; 3])],
        vec![(FLOOR, [0.0; 3]), (Shape::Simple(Primitive::Sphere { radius: 0.6 }), [0.0, 0.3, 0.0])],
    ]
}

fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

#[test]
fn projection_leads_out_and_stays_out() {
    let mut seed = 3;
    for shapes in shapes() {
        let mut all = constraints(&shapes, 1);
        for _ in 0..500 {
            let mut x = [random(&mut seed), random(&mut seed), random(&mut seed)];
            all.begin(&x, 0.0);
            all.release();
            all.confine(&mut x, &[0]);
            let least = (0..shapes.len()).map(|b| all.distance(b as u16, x)).fold(f64::INFINITY, f64::min);
            assert!(least > -1e-12, "{shapes:?} {x:?}: {least}");
            let once = x;
            all.confine(&mut x, &[0]);
            assert!((0..3).all(|i| (x[i] - once[i]).abs() < 1e-12), "{shapes:?}: P(P(x)) = P(x)");
        }
    }
}

/// The derivative of the path P(x + αp), active and violated, agrees with differences.
#[test]
fn slopes_are_those_of_the_path() {
    let mut seed = 5;
    for shapes in shapes() {
        let mut all = constraints(&shapes, 1);
        let mut checked = 0;
        for _ in 0..400 {
            let mut x = [0.6 * random(&mut seed), 0.4 * random(&mut seed), 0.6 * random(&mut seed)];
            all.begin(&x, 0.0);
            all.release();
            all.confine(&mut x, &[0]);
            // Pressed against what it touches, which then stays active.
            let mut g = all.list[0].obstacle.nearest(&all.poses[0], x).normal;
            all.register(&x, &mut g, &[0]);
            let p = [random(&mut seed), random(&mut seed), random(&mut seed)];
            let c = [random(&mut seed), random(&mut seed), random(&mut seed)];
            let mut along_path = |alpha: f64| {
                let mut y = along(x, alpha, p);
                all.confine(&mut y, &[0]);
                (dot(c, y), all.slope(&c, &p))
            };
            let (alpha, step) = (0.15, 1e-6);
            let (slope, low, high) =
                (along_path(alpha).1, along_path(alpha - step), along_path(alpha + step));
            let difference = (high.0 - low.0) / (2.0 * step);
            // Kinks and jumps of the path lie between some points and have no derivative.
            if (high.1 - low.1).abs() < 1e-3 {
                checked += 1;
                assert!((slope - difference).abs() < 1e-4, "{shapes:?} {x:?}: {slope} {difference}");
            }
        }
        assert!(checked > 300, "{shapes:?}: {checked}");
    }
}

/// Gradient and Hessian of E along the surface, for E′ = c·x + ½ xᵀAx, agree with differences of E′(P(x + t)) for
/// tangential t.
#[test]
fn second_derivatives_along_the_surface_are_exact() {
    let mut seed = 11;
    let a = [[2.0, 0.3, -0.2], [0.3, 1.5, 0.4], [-0.2, 0.4, 1.0]];
    for shapes in shapes().into_iter().filter(|shapes| shapes.len() == 1) {
        let mut all = constraints(&shapes, 1);
        let mut active = 0;
        for _ in 0..100 {
            let mut x = [0.4 * random(&mut seed), 0.3 * random(&mut seed), 0.4 * random(&mut seed)];
            all.begin(&x, 0.0);
            all.release();
            all.confine(&mut x, &[0]);
            let n = all.list[0].obstacle.nearest(&all.poses[0], x).normal;
            let c = [0, 1, 2].map(|i| 3.0 * n[i] + random(&mut seed));
            let energy = |x: [f64; 3]| dot(c, x) + 0.5 * dot(x, a.map(|row| dot(row, x)));
            let mut g = [0, 1, 2].map(|i| c[i] + dot(a[i], x));
            all.register(&x, &mut g, &[0]);
            let Some(kept) = all.kept().first().copied() else { continue };
            active += 1;
            let q = kept.tangent;
            let turn = |v: [f64; 3]| q.map(|row| dot(row, v));
            let t = turn([random(&mut seed), random(&mut seed), random(&mut seed)]);
            let hessian = dot(t, a.map(|row| dot(row, t))) + dot(t, kept.curvature.map(|row| dot(row, t)));
            let mut path = |s: f64| {
                let mut y = along(x, s, t);
                all.confine(&mut y, &[0]);
                energy(y)
            };
            let s = 1e-4;
            let (low, here, high) = (path(-s), path(0.0), path(s));
            assert!(((high - low) / (2.0 * s) - dot(g, t)).abs() < 1e-6, "{shapes:?}");
            let second = (high - 2.0 * here + low) / (s * s);
            // Near an edge the path goes around it.
            let near_edge =
                matches!(shapes[0].0, Shape::Simple(Primitive::Box { .. })) && (second - hessian).abs() > 1.0;
            assert!(near_edge || (second - hessian).abs() < 1e-4, "{shapes:?}: {second} {hessian}");
        }
        assert!(active > 30, "{shapes:?}: {active}");
    }
}

#[test]
fn held_coordinates_stay() {
    let mut all = constraints(&[(WALL, [0.0; 3])], 1);
    // The wall may only push along y.
    let mut x = [0.5, 0.1, 0.2];
    all.begin(&x, 0.0);
    all.confine(&mut x, &[0b101]);
    assert_eq!([x[0], x[2]], [0.5, 0.2]);
    assert!(all.distance(0, x).abs() < 1e-15);
    // And not at all.
    let mut x = [0.5, 0.1, 0.2];
    all.confine(&mut x, &[0b111]);
    assert_eq!(x, [0.5, 0.1, 0.2]);
}

#[test]
fn friction_takes_at_most_what_the_push_allows() {
    let mut all = constraints(&[(FLOOR, [0.0; 3])], 2);
    let x = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    all.begin(&x, 0.0);
    all.settle(&x, &[0.0, 6.0, 0.0, 0.0, -1.0, 0.0], &[0, 0]);
    assert_eq!(all.pushes().len(), 1);
    let mut v = [3.0, 0.0, 4.0, 3.0, 0.0, 4.0];
    all.impulse(&StepEnd { x: &x, h: 0.1, mass: &[2.0, 2.0] }, &mut v, &mut |_, _| {});
    // μ h f / m = 0.5 · 0.1 · 6 / 2 = 0.15 of a speed of 5.
    let share = 1.0 - 0.15 / 5.0;
    assert!((v[0] - 3.0 * share).abs() < 1e-14 && (v[2] - 4.0 * share).abs() < 1e-14);
    assert_eq!(&v[3..], [3.0, 0.0, 4.0]);
}

#[test]
fn what_cannot_be_met_is_told() {
    // Between a floor and a ceiling below it nothing is free.
    let ceiling = Shape::HalfSpace { normal: [0.0, -1.0, 0.0] };
    let mut all = constraints(&[(FLOOR, [0.0; 3]), (ceiling, [0.0, -0.2, 0.0])], 1);
    let mut x = [0.0, -0.1, 0.0];
    all.begin(&x, 0.0);
    all.confine(&mut x, &[0]);
    let (_, depth, count) = all.violation(&x).expect("violated");
    assert!(count == 1 && depth > 0.05);
}

/// On an edge of a box, whichever face rounding says is nearest: free if it is not led in, else along the face that hinders
/// less.
#[test]
fn around_an_edge_the_face_that_hinders_least_is_active() {
    let mut all = constraints(&[(Shape::Simple(Primitive::Box { size: [0.8, 0.6, 1.0] }), [0.0; 3])], 1);
    let a_little = 1e-16;
    for x in
        [[0.4, 0.3, 0.1], [0.4 + a_little, 0.3, 0.1], [0.4, 0.3 + a_little, 0.1], [0.4, 0.3 - a_little, 0.1]]
    {
        for (g, left) in [
            ([1.0, 2.0, 0.5], [0.0, 2.0, 0.5]),
            ([2.0, 1.0, 0.5], [2.0, 0.0, 0.5]),
            ([-1.0, 2.0, 0.5], [-1.0, 2.0, 0.5]),
            ([2.0, -1.0, 0.5], [2.0, -1.0, 0.5]),
            ([-1.0, -1.0, 0.5], [-1.0, -1.0, 0.5]),
        ] {
            all.begin(&x, 0.0);
            all.release();
            let mut free = g;
            all.register(&x, &mut free, &[0]);
            assert_eq!(free, left, "{x:?} {g:?}");
            assert_eq!(all.kept().len(), usize::from(g != left));
        }
    }
}

/// In an edge of a container nothing is left of what leads into either face, though they are of one obstacle.
#[test]
fn in_an_edge_of_a_container_both_faces_are_in_the_way() {
    let container = Shape::Simple(Primitive::Box { size: [0.8, 0.6, 1.0] }).complement();
    let mut all = constraints(&[(container, [0.0; 3])], 1);
    let x = [0.4, 0.3, 0.1];
    for (g, left) in [
        ([-1.0, -2.0, 0.5], [0.0, 0.0, 0.5]),
        ([1.0, -2.0, 0.5], [1.0, 0.0, 0.5]),
        ([1.0, 2.0, 0.5], [1.0, 2.0, 0.5]),
    ] {
        all.begin(&x, 0.0);
        all.release();
        let mut free = g;
        all.register(&x, &mut free, &[0]);
        assert!((0..3).all(|i| (free[i] - left[i]).abs() < 1e-15), "{g:?}: {free:?}");
    }
}
