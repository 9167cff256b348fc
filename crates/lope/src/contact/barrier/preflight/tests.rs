//! What is found, against all pairs one by one.

use super::*;
use crate::contact::barrier::{Collider, Plane};
use crate::energy::Weighted;
use crate::geometry::intersect::meeting;
use crate::geometry::{boundary, shape};

fn rules() -> Rules {
    Rules { stiffness: None, rigid: 1e8, friction: 0.0, pairs: BTreeMap::new(), apart: BTreeSet::new() }
}

/// Balls of radius 1 at these places, with all their nodes.
fn balls(places: &[Vec3]) -> (CollisionMesh, Vec<f64>) {
    let mesh = shape::sphere(1.0, 5).expect("a ball");
    let triangles = boundary(&mesh).triangles;
    let mut used: Vec<u32> = triangles.as_flattened().to_vec();
    used.sort_unstable();
    used.dedup();
    let place = |corner: u32| used.partition_point(|vertex| *vertex < corner) as u32;
    let (mut colliders, mut x) = (Vec::new(), Vec::new());
    for (number, center) in places.iter().enumerate() {
        let mut points = Weighted::default();
        let rest: Vec<Vec3> = used.iter().map(|v| along(*center, 1.0, mesh.points[*v as usize])).collect();
        for _ in &rest {
            points.push([((x.len() / 3 + points.len()) as u32, 1.0)]);
        }
        x.extend(rest.as_flattened());
        let triangles = triangles.iter().map(|corners| corners.map(place)).collect();
        let name = format!("ball-{number}");
        colliders.push(Collider { name, points, rest, triangles, young: 1e5, ..Collider::default() });
    }
    (CollisionMesh::new(&colliders, Vec::new(), 0.0), x)
}

#[test]
fn balls_that_cross_are_found_as_by_brute_force() {
    let (mesh, x) = balls(&[[0.0; 3], [0.71, 0.33, -0.2], [5.0, 0.0, 0.0], [3.1, 0.1, 0.2]]);
    let rules = rules();
    let flight = Preflight::new(&mesh, &rules, &x);
    let found = flight.culprits(0.0);
    let corners = |cell: &Cell| cell.corners.map(|corner| flight.at(corner));
    let mut expected = 0;
    for (number, one) in mesh.cells.iter().enumerate() {
        let others = mesh.cells[number + 1..].iter();
        expected += others.filter(|other| meeting(corners(one), corners(other)).is_some()).count();
    }
    assert!(expected > 20 && found.iter().all(|culprit| culprit.fault == Fault::Crossing(0.0)));
    assert_eq!(found.len(), expected);
    let balls: BTreeSet<[usize; 2]> = found.iter().map(|culprit| culprit.pieces.map(|p| p.member)).collect();
    assert_eq!(balls, BTreeSet::from([[0, 1], [2, 3]]));
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        assert_eq!(pool.install(|| flight.culprits(0.0)), found);
        assert_eq!(pool.install(|| flight.nearest_within()), flight.nearest_within());
    }
}

#[test]
fn the_nearest_are_found_as_by_brute_force() {
    let (mesh, x) = balls(&[[0.0; 3], [2.3, 0.33, -0.2], [2.1, -1.9, 0.4], [9.0, 0.0, 0.0]]);
    let rules = rules();
    let flight = Preflight::new(&mesh, &rules, &x);
    let mut least = [f64::INFINITY; 2];
    for (number, one) in mesh.cells.iter().enumerate() {
        for other in &mesh.cells[number + 1..] {
            let same = flight.member_of(one.corners[0]) == flight.member_of(other.corners[0]);
            if let Some((distance, _)) = flight.nearer(one, other, 1.0) {
                least[usize::from(!same)] = least[usize::from(!same)].min(distance);
            }
        }
    }
    let found =
        [flight.nearest_within(), flight.nearest_between()].map(|apart| apart.expect("some").distance);
    assert!(
        (found[0] - least[0]).abs() < 1e-14 && (found[1] - least[1]).abs() < 1e-14,
        "{found:?} {least:?}"
    );
    assert!(least[1] > 0.01 && least[1] < 1.0);
    // Whoever is nearer than that is found, whoever is not is not.
    assert_eq!(flight.culprits(0.9 * least[0].min(least[1])), []);
    assert!(!flight.culprits(1.1 * least[1]).is_empty());
}

#[test]
fn a_common_corner_hides_no_crossing() {
    let rest = vec![[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, 1.0], [1.5, 1.0, -1.0]];
    let mut points = Weighted::default();
    for node in 0..5 {
        points.push([(node, 1.0)]);
    }
    let x: Vec<f64> = rest.as_flattened().to_vec();
    let triangles = vec![[0, 1, 2], [0, 3, 4]];
    let sheet = Collider { name: "sheet".into(), points, rest, triangles, young: 1.0, ..Collider::default() };
    let below = Plane { name: "floor".into(), node: 0, normal: [0.0, 0.0, 1.0] };
    let (mesh, rules) = (CollisionMesh::new(&[sheet], vec![below], 0.0), rules());
    let found = Preflight::new(&mesh, &rules, &x).culprits(0.0);
    assert_eq!(found[0].fault, Fault::Crossing(0.0));
    assert_eq!(found[0].pieces.map(|piece| piece.corners().to_vec()), [[0, 1, 2], [0, 3, 4]]);
    // Four vertices are on the plane through the first, or below it.
    assert_eq!(found[1..].iter().map(|one| one.fault).collect::<Vec<_>>()[3], Fault::Crossing(1.0));
    assert_eq!(found.len(), 5);
}

#[test]
fn edges_that_pass_each_other_are_the_nearest() {
    let rest = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.1, -1.0], [0.0, 0.1, 1.0]];
    let x: Vec<f64> = rest.as_flattened().to_vec();
    let wire = |name: &str, nodes: &[u32], edges: Vec<[u32; 2]>| {
        let mut points = Weighted::default();
        for node in nodes {
            points.push([(*node, 1.0)]);
        }
        let rest = nodes.iter().map(|node| rest[*node as usize]).collect();
        Collider { name: name.into(), points, rest, edges, young: 1.0, ..Collider::default() }
    };
    let rules = rules();
    let one = CollisionMesh::new(&[wire("both", &[0, 1, 2, 3], vec![[0, 1], [2, 3]])], Vec::new(), 0.0);
    let two = [wire("a", &[0, 1], vec![[0, 1]]), wire("b", &[2, 3], vec![[0, 1]])];
    let two = CollisionMesh::new(&two, Vec::new(), 0.0);
    let within = Preflight::new(&one, &rules, &x).nearest_within().expect("near");
    let between = Preflight::new(&two, &rules, &x).nearest_between().expect("near");
    for found in [within, between] {
        assert!((found.distance - 0.1).abs() < 1e-15, "{found:?}");
        assert!(found.pieces.iter().all(|piece| piece.corners().len() == 2), "{found:?}");
    }
}
