//! Detection against brute force, and what the energy and friction keep.

use super::*;
use crate::geometry::TetMesh;
use crate::geometry::shape::{cuboid, sphere, torus};
use crate::math::vec3::{cross, dot, norm, sub};

/// Numbers of [−1, 1) that look random.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

const LAW: PenaltyLaw = PenaltyLaw { stiffness: 1e4, friction: 0.3, epsilon: 1e-15 };

/// Bodies one after the other, and where they are at rest.
fn fleshes(meshes: &[TetMesh]) -> (Vec<Flesh>, Vec<f64>) {
    let mut first = 0;
    let mut all = Vec::new();
    for mesh in meshes {
        let nodes = first..first + mesh.points.len() as u32;
        let tets = mesh.tets.iter().map(|tet| tet.map(|node| node + first)).collect();
        first = nodes.end;
        all.push(Flesh { nodes, tets, rest: mesh.points.clone() });
    }
    (all, meshes.iter().flat_map(|mesh| mesh.points.as_flattened()).copied().collect())
}

fn collision(meshes: &[TetMesh], scope: Scope) -> (SelfCollision, Vec<f64>) {
    let (fleshes, x) = fleshes(meshes);
    (SelfCollision::new("flesh", LAW, fleshes, scope), x)
}

fn three() -> Vec<TetMesh> {
    vec![
        sphere(0.5, 6).unwrap(),
        torus(0.6, 0.25, [14, 4]).unwrap(),
        cuboid([0.7, 0.9, 0.6], [4, 5, 3]).unwrap(),
    ]
}

/// Bent, sheared and shaken; for even seeds so much that bodies are in themselves and tetrahedra inside out.
fn deformed(rest: &[f64], seed: u64) -> Vec<f64> {
    let mut noise = Noise(seed);
    let [a, b, c] = [0; 3].map(|_| 2.0 * noise.next());
    let bend = |p: &[f64]| {
        [p[0] + 0.3 * (a * p[1]).sin(), p[1] + 0.4 * b * p[2] * p[0], 0.8 * p[2] + 0.3 * (c * p[0]).cos()]
    };
    let shake = if seed.is_multiple_of(2) { 0.2 } else { 0.04 };
    rest.chunks_exact(3).flat_map(|p| bend(p).map(|x| x + shake * noise.next())).collect()
}

/// Everything at `x`: values, gradients, Hessians.
fn evaluated(collision: &SelfCollision, x: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
    let count = collision.stencils().len();
    let mut gradient = vec![f64::NAN; count * gradient_slot(4)];
    let mut hessian = vec![f64::NAN; count * hessian_slot(4)];
    let slots = Slots { gradient: &mut gradient, hessian: &mut hessian };
    let value = collision.eval(x, 0..count, Want::Hessian, Filter::Raw, slots);
    (value, gradient, hessian)
}

#[test]
fn found_is_what_brute_force_finds_whatever_was_found_before() {
    for scope in [Scope::Within, Scope::Between, Scope::All] {
        let (mut remembering, rest) = collision(&three(), scope);
        let mut count = 0;
        for seed in 1..8 {
            let x = deformed(&rest, seed);
            let expected = remembering.detector.find_by_brute_force(&x);
            count += expected.len();
            let (mut fresh, _) = collision(&three(), scope);
            for found in [&mut remembering, &mut fresh] {
                found.collect(&x);
                assert!(found.stencils.iter().copied().eq(expected.iter().map(|touch| touch.stencil)));
                assert!(found.bodies.iter().copied().eq(expected.iter().map(|touch| touch.bodies)));
            }
        }
        assert!(count > 50, "{scope:?}: {count}");
    }
}

#[test]
fn found_is_the_same_for_any_number_of_threads() {
    let (collision, rest) = collision(&three(), Scope::All);
    let found = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut collision = collision.clone();
            collision.collect(&deformed(&rest, 1));
            let x = deformed(&rest, 2);
            collision.collect(&x);
            (collision.stencils.clone(), evaluated(&collision, &x))
        })
    };
    assert!(found(1) == found(2) && found(1) == found(3));
}

#[test]
fn bodies_apart_and_bodies_at_rest_have_nothing() {
    let mut meshes = three();
    for (number, mesh) in meshes.iter_mut().enumerate() {
        mesh.points.iter_mut().for_each(|point| point[0] += 3.0 * number as f64);
    }
    let (mut apart, x) = collision(&meshes, Scope::All);
    apart.collect(&x);
    assert!(apart.stencils().is_empty());
    assert_eq!(evaluated(&apart, &x).0, 0.0);
    assert_eq!(apart.deepest(&x), None);
    // One on top of the other, with a face in common: on the surface is not inside.
    let below = cuboid([1.0; 3], [3; 3]).unwrap();
    let mut above = below.clone();
    above.points.iter_mut().for_each(|point| point[1] += 1.0);
    let (mut stacked, x) = collision(&[below, above], Scope::All);
    assert!(stacked.penetrations(&x).is_empty());
    assert!(evaluated(&stacked, &x).2.iter().all(|h| h.abs() < 1e-2));
}

/// A ring, pressed together in the middle until its sides are in each other; no tetrahedron is turned inside out.
fn pinched(mesh: &TetMesh, radius: f64) -> Vec<f64> {
    let mut x = Vec::new();
    for [px, py, pz] in &mesh.points {
        let angle = px.atan2(*pz);
        let (sin, cos) = angle.sin_cos();
        let out = px.hypot(*pz) - radius;
        // The middle of the tube runs along this curve, and its sections stay across it.
        let (middle_x, middle_z) = (sin * (0.13 + 0.9 * cos * cos), 1.5 * cos);
        let (dx, dz) = (cos * (0.13 + 0.9 * cos * cos) - 1.8 * sin * sin * cos, -1.5 * sin);
        let speed = dx.hypot(dz);
        x.extend([middle_x - out * dz / speed, *py, middle_z + out * dx / speed]);
    }
    x
}

#[test]
fn a_ring_finds_itself_when_it_is_folded() {
    let mesh = torus(1.0, 0.15, [48, 4]).unwrap();
    let (mut ring, rest) = collision(std::slice::from_ref(&mesh), Scope::Within);
    ring.collect(&rest);
    assert!(ring.stencils().is_empty());
    let x = pinched(&mesh, 1.0);
    let points = x.as_chunks().0.to_vec();
    let folded = TetMesh { points, ..mesh };
    assert!((0..folded.tets.len()).all(|tet| folded.tet_volume(tet) > 0.0));
    let found = ring.penetrations(&x);
    assert!(found.len() >= 4, "{}", found.len());
    for (found, stencil) in found.iter().zip(&ring.stencils) {
        assert!(found.position[0].abs() < 0.021 && found.position[2].abs() < 0.5, "{found:?}");
        assert!(found.depth < 0.041 && found.body_entered == 0 && found.body_of_node == 0);
        // The way out is through the other side.
        let side = |node: u32| rest[3 * node as usize].signum();
        assert!(stencil[1..].iter().all(|corner| side(*corner) == -side(stencil[0])));
    }
    let deepest = found.iter().map(|one| one.depth).fold(0.0, f64::max);
    assert_eq!(ring.deepest(&x).map(|one| one.depth), Some(deepest));
    // The sides overlap by 0.04 in the middle; nodes of one get so far at most.
    assert!(deepest > 0.03, "{deepest}");
}

#[test]
fn forces_have_no_sum_and_no_torque() {
    let (mut collision, rest) = collision(&three(), Scope::All);
    let x = deformed(&rest, 3);
    collision.collect(&x);
    let (_, gradient, _) = evaluated(&collision, &x);
    let size = gradient.iter().fold(0.0_f64, |most, g| most.max(g.abs()));
    assert!(size > 1.0);
    for (stencil, slot) in collision.stencils.iter().zip(gradient.chunks_exact(12)) {
        let (mut force, mut torque) = ([0.0; 3], [0.0; 3]);
        for (node, g) in stencil.iter().zip(slot.chunks_exact(3)) {
            let turn = cross(at(&x, *node), [g[0], g[1], g[2]]);
            (0..3).for_each(|i| (force[i] += g[i], torque[i] += turn[i]).0);
        }
        assert!(force.iter().chain(&torque).all(|sum| sum.abs() < 1e-13 * size), "{force:?} {torque:?}");
    }
}

/// Depth does not change faster than the node moves, also where it goes in and out and where the nearest primitive
/// changes; and the kinks are ridges: second differences of the squared depth are those of |p − y|² or less.
#[test]
fn the_energy_is_continuous_with_ridges_only() {
    let probe = TetMesh {
        points: vec![[0.0; 3], [1e-3, 0.0, 0.0], [0.0, 1e-3, 0.0], [0.0, 0.0, 1e-3]],
        tets: vec![[0, 1, 2, 3]],
        ..TetMesh::default()
    };
    for (number, target) in three().into_iter().enumerate() {
        let probe_at = 3 * target.points.len();
        let (mut pair, rest) = collision(&[target, probe.clone()], Scope::Between);
        let mut noise = Noise(number as u64 + 9);
        let mut deepest = 0.0;
        for _ in 0..4 {
            let [from, way] = [1.2, 0.4].map(|size| [0; 3].map(|_| size * noise.next()));
            let steps = 1500;
            let way: Vec<f64> = (0..3).map(|i| (way[i] - from[i]) * 2.0 / steps as f64).collect();
            let step = way.iter().map(|x| x * x).sum::<f64>().sqrt();
            let mut depths = Vec::new();
            for s in 0..steps {
                let mut x = rest.clone();
                for corner in 0..4 {
                    (0..3).for_each(|i| x[probe_at + 3 * corner + i] += from[i] + s as f64 * way[i]);
                }
                let first = probe_at as u32 / 3;
                let found = pair.penetrations(&x);
                depths.push(found.iter().find(|one| one.node == first).map_or(0.0, |one| one.depth));
            }
            assert!(depths.windows(2).all(|d| (d[1] - d[0]).abs() <= step * (1.0 + 1e-9)));
            let bend = |d: &[f64]| d[0] * d[0] - 2.0 * d[1] * d[1] + d[2] * d[2];
            assert!(depths.windows(3).all(|d| bend(d) <= 2.0 * step * step * (1.0 + 1e-6)));
            deepest = depths.into_iter().fold(deepest, f64::max);
        }
        assert!(deepest > 0.05, "{number}: {deepest}");
    }
}

fn momentum(mass: &[f64], x: &[f64], v: &[f64]) -> ([f64; 3], [f64; 3], f64) {
    let (mut linear, mut angular, mut kinetic) = ([0.0; 3], [0.0; 3], 0.0);
    for (node, m) in mass.iter().enumerate() {
        let v = at(v, node as u32);
        let turn = cross(at(x, node as u32), v);
        for i in 0..3 {
            linear[i] += m * v[i];
            angular[i] += m * turn[i];
            kinetic += 0.5 * m * v[i] * v[i];
        }
    }
    (linear, angular, kinetic)
}

#[test]
fn friction_takes_energy_and_keeps_momentum() {
    let (mut collision, rest) = collision(&three(), Scope::All);
    let mut noise = Noise(4);
    let mass: Vec<f64> = (0..rest.len() / 3).map(|_| 1.5 + noise.next()).collect();
    let mut features = [0; 3];
    for (seed, friction) in [(2, 0.3), (3, 1e-3), (4, 1e9)] {
        collision.law.friction = friction;
        let x = deformed(&rest, seed);
        let mut v: Vec<f64> = (0..rest.len()).map(|_| noise.next()).collect();
        let before = momentum(&mass, &x, &v);
        collision.collect(&x);
        collision.impulse(&StepEnd { x: &x, h: 0.01, mass: &mass }, &mut v);
        let after = momentum(&mass, &x, &v);
        assert!(after.2 < before.2, "{} {}", after.2, before.2);
        assert!((0..3).all(|i| (after.0[i] - before.0[i]).abs() < 1e-11), "{before:?} {after:?}");
        assert!((0..3).all(|i| (after.1[i] - before.1[i]).abs() < 1e-11), "{before:?} {after:?}");
        for stencil in &collision.stencils {
            features[match closest(&x, stencil).0.feature {
                distance::Feature::Face => 0,
                distance::Feature::Edge(..) => 1,
                distance::Feature::Corner => 2,
            }] += 1;
        }
    }
    assert!(features.iter().all(|count| *count > 5), "faces, edges and corners: {features:?}");
}

/// One element: Coulomb's limit with the step in it, no slip below the limit, and both momenta kept. The slip is that of the
/// point past the triangle, which is taken as stiff down to where the point is.
#[test]
fn friction_is_coulombs() {
    let x = [0.25, -0.1, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0];
    let (closest, corners) = closest(&x, &[0, 1, 2, 3]);
    let mass = [2.0, 1.0, 3.0, 4.0];
    let v0 = [3.0, -1.0, 4.0, 0.1, 0.2, 0.3, 0.0, 0.5, 0.0, -0.2, 0.0, 0.7];
    // Points below the triangle lag behind as its normal turns: y velocities are 0.2 − 0.2 x + 0.3 z there.
    let slip = |v: &[f64]| {
        let tilt = [v[10] - v[4], v[7] - v[4]];
        let along =
            |i: usize, tilt: f64| v[i] - 0.5 * v[3 + i] - 0.25 * v[6 + i] - 0.25 * v[9 + i] - 0.1 * tilt;
        [along(0, tilt[0]), along(2, tilt[1])]
    };
    for (limit, sticks) in [(0.02, false), (1e3, true)] {
        let mut v = v0;
        friction::rub(&closest, &corners, [0, 1, 2, 3], limit, &mass, &mut v);
        let j = [0, 1, 2].map(|i| mass[0] * (v[i] - v0[i]));
        let size = norm(j);
        assert!(j[1].abs() < 1e-15, "only along the surface");
        if sticks {
            assert!(slip(&v).iter().all(|s| s.abs() < 1e-14), "{v:?}");
            assert!(size < limit);
        } else {
            assert!((size - limit).abs() < 1e-15);
        }
        let (before, after) = (momentum(&mass, &x, &v0), momentum(&mass, &x, &v));
        assert!((0..3).all(|i| (after.0[i] - before.0[i]).abs() < 1e-14));
        assert!((0..3).all(|i| (after.1[i] - before.1[i]).abs() < 1e-14));
        assert!(after.2 < before.2);
    }
    assert!((LAW.push(&closest) - 3.0 * LAW.stiffness * 0.01).abs() < 1e-6, "3 k depth²");
}

/// A small box goes through a ball many of whose tetrahedra are turned inside out. Its energy changes by no more than its
/// forces say: nowhere does it jump.
#[test]
fn the_energy_is_continuous_among_inverted_tetrahedra() {
    let ball = sphere(0.5, 5).unwrap();
    let tets = ball.tets.clone();
    let mut box_ = cuboid([0.02; 3], [1; 3]).unwrap();
    box_.points.iter_mut().for_each(|p| p[0] -= 1.0);
    let (mut both, rest) = collision(&[ball, box_], Scope::Between);
    let first = rest.len() / 3 - 8;
    let mut noise = Noise(8);
    let mut x = rest;
    x[..3 * first].iter_mut().for_each(|x| *x += 0.15 * noise.next());
    let inverted = |tet: &[u32; 4]| {
        let [a, b, c, d] = tet.map(|node| at(&x, node));
        let [u, v, w] = [b, c, d].map(|p| sub(p, a));
        dot(u, cross(v, w)) < 0.0
    };
    assert!(tets.iter().filter(|tet| inverted(tet)).count() > 20);
    let (step, mut before, mut met) = (5e-5, (0.0, 0.0), 0);
    for _ in 0..40_000 {
        x[3 * first..].iter_mut().step_by(3).for_each(|x| *x += step);
        both.collect(&x);
        let (value, gradient, _) = evaluated(&both, &x);
        let force: f64 =
            gradient.chunks_exact(3).map(|f| dot([f[0], f[1], f[2]], [f[0], f[1], f[2]]).sqrt()).sum();
        let most = 2.0 * step * (force + before.1) + 1e-6;
        assert!((value - before.0).abs() <= most, "{} {value} {most}", before.0);
        met += usize::from(force > 0.0);
        before = (value, force);
    }
    assert!(met > 5_000, "{met}");
}

#[test]
fn what_is_not_finite_is_nowhere() {
    let (mut collision, rest) = collision(&three(), Scope::All);
    let mut x = deformed(&rest, 2);
    (x[30], x[600], x[900]) = (f64::NAN, f64::INFINITY, -f64::INFINITY);
    collision.collect(&x);
    assert!(collision.stencils.iter().all(|stencil| ![10, 200, 300].contains(&stencil[0])));
}
