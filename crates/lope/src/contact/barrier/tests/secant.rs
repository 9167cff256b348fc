//! The secant against what it has to be: its work is the change of energy, and at rest it is the force of the barrier.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::energy::Weighted;

const DHAT: f64 = 0.1;

/// A sheet of 2 × 2 squares above the floor, and above it a point, or a tetrahedron with an edge down. Each node is a point.
fn scene(edge: bool) -> (Surfaces, Vec<f64>) {
    let at = |i: usize| [(i % 3) as f64, (i / 3) as f64, 0.0];
    let sheet: Vec<Vec3> = (0..9).map(at).collect();
    let squares = [0, 1, 3, 4];
    let triangles = squares.into_iter().flat_map(|a| [[a, a + 1, a + 3], [a + 1, a + 4, a + 3]]).collect();
    let (dart, sides) = if edge {
        let corners = vec![[0.8, 0.3, 0.05], [1.1, 0.5, 0.05], [0.9, 0.3, 1.0], [1.0, 0.5, 1.0]];
        (corners, vec![[0, 1, 2], [0, 1, 3], [1, 2, 3], [0, 2, 3]])
    } else {
        (vec![[0.9, 0.4, 0.05]], Vec::new())
    };
    let mut colliders = Vec::new();
    let mut x = Vec::new();
    for (points, triangles) in [(sheet, triangles), (dart, sides)] {
        let mut nodes = Weighted::default();
        (0..points.len()).for_each(|k| _ = nodes.push([((x.len() / 3 + k) as u32, 1.0)]));
        x.extend(points.as_flattened());
        colliders.push(Collider {
            points: nodes,
            rest: points,
            triangles,
            young: 1e3,
            ..Collider::default()
        });
    }
    let rules =
        Rules { stiffness: None, rigid: 1e3, friction: 0.0, pairs: BTreeMap::new(), apart: BTreeSet::new() };
    let planes = vec![Plane { name: "floor".into(), node: x.len() as u32 / 3, normal: [0.0, 0.0, 1.0] }];
    x.extend([0.0, 0.0, -0.05]);
    let gap = Gap { profile: Profile::Rational, dhat: DHAT, thickness: 0.0 };
    (Surfaces::new(CollisionMesh::new(&colliders, planes, 0.3), rules, gap).by_secant(), x)
}

/// The value and the gradient by nodes.
fn evaluate(barrier: &mut Barrier, x: &[f64]) -> (f64, Vec<f64>) {
    barrier.collect(x);
    let (mut g, mut value) = (vec![0.0; x.len()], 0.0);
    let count = barrier.stencils().len();
    let mut slots = vec![0.0; gradient_slot(4)];
    for element in 0..count {
        let room = Slots { gradient: &mut slots, hessian: &mut [] };
        value += barrier.eval(x, element..element + 1, Want::Gradient, Filter::Raw, room);
        for (corner, node) in barrier.stencils[element].into_iter().enumerate() {
            (0..3).for_each(|i| g[3 * node as usize + i] += slots[3 * corner + i]);
        }
    }
    (value, g)
}

/// Energy at a state, and the force over a step and its work.
fn step(barrier: &mut Barrier, from: &[f64], to: &[f64]) -> ([f64; 2], f64) {
    barrier.since(None);
    let energies = [from, to].map(|x| evaluate(barrier, x).0);
    barrier.since(Some(from));
    let g = evaluate(barrier, to).1;
    let work = g.iter().zip(from.iter().zip(to)).map(|(g, (a, b))| g * (b - a)).sum();
    (energies, work)
}

/// The dart elsewhere.
fn moved(x: &[f64], by: Vec3) -> Vec<f64> {
    let mut y = x.to_vec();
    let planes = y.len() - 3;
    y[27..planes].chunks_exact_mut(3).for_each(|p| (0..3).for_each(|i| p[i] += by[i]));
    y
}

#[test]
fn the_work_of_the_secant_is_the_change_of_energy_where_gaps_are_linear() {
    let ways = [
        ([0.0; 3], [0.0, 0.0, -0.03]),
        ([0.0, 0.0, -0.04], [0.0, 0.0, 0.04]),
        // From out of range, aslant, and back.
        ([0.1, -0.1, 0.3], [0.02, 0.0, -0.0499]),
        ([0.02, 0.0, -0.049], [0.15, 0.1, 0.5]),
        ([0.0, 0.0, 1e-9], [0.0; 3]),
    ];
    for (from, to) in ways {
        let (surfaces, x) = scene(false);
        let mut barrier = Barrier::new(surfaces);
        let ([before, after], work) = step(&mut barrier, &moved(&x, from), &moved(&x, to));
        let size = before.max(after);
        assert!(
            size > 0.0 && (work - (after - before)).abs() < 1e-9 * size,
            "{from:?} {to:?}: {before} {after} {work}"
        );
        // The slope at the end is another: the test would see it.
        barrier.since(None);
        let (x, y) = (moved(&x, from), moved(&x, to));
        let g = evaluate(&mut barrier, &y).1;
        let slope: f64 = g.iter().zip(x.iter().zip(&y)).map(|(g, (a, b))| g * (b - a)).sum();
        let same = (slope - (after - before)).abs() < 1e-3 * (after - before).abs();
        assert!(!same || from[2] < 1e-8 && from[2] > 0.0, "{from:?} {to:?}: {slope}");
    }
}

/// Over the crease between two squares, over one and another triangle: parts that count twice are taken back, then and now.
#[test]
fn nothing_counts_twice_wherever_it_comes_from() {
    let (surfaces, x) = scene(false);
    let mut barrier = Barrier::new(surfaces);
    // Never so near to a vertex of the sheet that it would meet the point.
    for from in [[0.1, 0.2, 0.0], [0.25, 0.3, 0.02], [-0.4, 0.3, 0.04]] {
        for to in [[0.1, 0.3, -0.02], [0.3, 0.0, -0.01], [0.05, 0.05, -0.02]] {
            let ([before, after], work) = step(&mut barrier, &moved(&x, from), &moved(&x, to));
            assert!(
                (work - (after - before)).abs() < 1e-9 * after,
                "{from:?} {to:?}: {before} {after} {work}"
            );
        }
    }
}

#[test]
fn at_rest_it_is_the_force_of_the_barrier() {
    for edge in [false, true] {
        let (surfaces, x) = scene(edge);
        let mut barrier = Barrier::new(surfaces);
        barrier.since(None);
        let count = barrier.len();
        let (_, force) = evaluate(&mut barrier, &x);
        barrier.since(Some(&x));
        let (_, secant) = evaluate(&mut barrier, &x);
        let size = force.iter().fold(0.0_f64, |most, f| most.max(f.abs()));
        assert!(size > 0.0 && count == 0);
        let off = force.iter().zip(&secant).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        assert!(off < 1e-12 * size, "{edge}: {off} of {size}");
    }
}

/// Who was near and has left is still pushed, and told of; whoever comes is not before it is there.
#[test]
fn what_leaves_gives_back_what_it_held() {
    let (surfaces, x) = scene(false);
    let mut barrier = Barrier::new(surfaces);
    let far = moved(&x, [0.0, 0.0, 1.0]);
    barrier.since(Some(&x));
    assert!(evaluate(&mut barrier, &far).1[29] < 0.0, "pushed up");
    barrier.since(Some(&far));
    let there = evaluate(&mut barrier, &far).1;
    assert!(there[27..30].iter().all(|g| *g == 0.0));
    barrier.since(None);
    assert!(evaluate(&mut barrier, &far).1[27..30].iter().all(|g| *g == 0.0));
}
