//! Taking hold of a running world: what hands put in is booked, and an integrator that keeps the energy keeps it.

mod fixture;

use fixture::{CUBE, distance, good_step, world};
use lope::world::GripError;

const H: f64 = 0.02;

#[test]
fn what_hands_put_in_is_booked() {
    for set in [
        &["time.integrator=stabilized"][..],
        &["time.integrator=energy-budget"],
        // The same through the prefactored path.
        &[
            "time.integrator=stabilized",
            "body.0.material.model=arap",
            "solver.method=local-global",
            "solver.tolerance=1e-9",
        ],
    ] {
        let mut world = world(CUBE, set);
        let corner = world.state().x[..3].to_vec();
        let grip = world.grab(&[0, 1], 2000.0).unwrap();
        assert_eq!(world.grips().count(), 1);
        let mut put_in = 0.0;
        for n in 1..=60 {
            let t = f64::from(n) * H;
            let place = [corner[0] + 0.4 * (3.0 * t).sin(), corner[1] + 0.5 * t, corner[2]];
            let neighbour = world.grips().next().unwrap().1.targets()[1];
            put_in += world.drag(grip, &[place, neighbour]).unwrap();
            let now = good_step(&mut world, H).ledger;
            assert!((now.books.added - put_in).abs() < 1e-9 * put_in.abs().max(1.0), "{set:?}, step {n}");
            // Energies that the scheme has asked for already are not those of the hold before.
            assert_eq!(now, world.audit(), "{set:?}, step {n}");
            let off = (now.tracked() - now.target()).abs();
            let moving = now.kinetic + now.elastic + put_in.abs();
            assert!(off < 0.0101 * moving, "{set:?}, step {n}: {off} J of {moving} J");
        }
        assert!(put_in > 10.0, "{set:?}: the hands did {put_in} J");

        let before = world.ledger();
        world.let_go(grip).unwrap();
        assert_eq!(world.grips().count(), 0);
        let after = world.ledger();
        assert!((before.total() - after.total() - (before.books.added - after.books.added)).abs() < 1e-9);
        for _ in 0..20 {
            good_step(&mut world, H);
        }
        // The place is used again, by another node.
        assert_eq!(world.grab(&[5], 100.0).unwrap(), grip);
    }
}

#[test]
fn a_hold_pulls_as_an_attachment_of_the_scene_does() {
    let attached = "body.0.attach=[{where={vertices=[3]}, stiffness=500}]";
    let mut scripted = world(CUBE, &[attached, "body.0.velocity=[1, 0, 0]"]);
    let mut gripped = world(CUBE, &["body.0.velocity=[1, 0, 0]"]);
    gripped.grab(&[3], 500.0).unwrap();
    for _ in 0..20 {
        good_step(&mut scripted, H);
        good_step(&mut gripped, H);
    }
    assert!(distance(&scripted.state().x, &gripped.state().x) < 1e-10);
}

/// The nodes of the first tetrahedron.
fn tetrahedron(world: &lope::world::World) -> [u32; 4] {
    let nodes = world.bodies()[0].cells.nodes(0);
    std::array::from_fn(|k| nodes[k])
}

/// A point between nodes is held as an attachment of the scene would hold it: a force on it goes to its nodes by their
/// weights. A node is the point that has all the weight.
#[test]
fn a_point_is_held_as_the_node_it_is_or_between_nodes() {
    for set in [
        &["time.integrator=stabilized"][..],
        &[
            "time.integrator=stabilized",
            "body.0.material.model=arap",
            "solver.method=local-global",
            "solver.tolerance=1e-9",
        ],
    ] {
        let [mut by_node, mut by_point] = [world(CUBE, set), world(CUBE, set)];
        let nodes = tetrahedron(&by_node);
        let start = [0, 1, 2].map(|axis| by_node.state().x[3 * nodes[2] as usize + axis]);
        let grips = [
            by_node.grab(&nodes[2..3], 2000.0).unwrap(),
            by_point.grab_points(&[(nodes, [0.0, 0.0, 1.0, 0.0])], 2000.0).unwrap(),
        ];
        for n in 1..=20 {
            let target = [start[0], start[1] + 0.02 * f64::from(n), start[2]];
            let [one, other] = [(&mut by_node, grips[0]), (&mut by_point, grips[1])].map(|(world, grip)| {
                let put_in = world.drag(grip, &[target]).unwrap();
                good_step(world, H);
                put_in
            });
            assert!((one - other).abs() < 1e-6, "{one} {other}");
        }
        let apart = distance(&by_node.state().x, &by_point.state().x);
        assert!(apart < 1e-6, "{set:?}: {apart}");

        // Between nodes the pull is at the point: without other forces the body follows it, books and all.
        let mut world = world(CUBE, set);
        let weights = [0.4, 0.3, 0.2, 0.1];
        let point = |x: &[f64]| {
            [0, 1, 2].map(|axis| (0..4).map(|k| weights[k] * x[3 * nodes[k] as usize + axis]).sum::<f64>())
        };
        let from = point(&world.state().x);
        let grip = world.grab_points(&[(nodes, weights)], 2000.0).unwrap();
        assert!(world.ledger().elastic.abs() < 1e-12, "it is held where it is");
        let mut put_in = 0.0;
        for n in 1..=40 {
            put_in += world.drag(grip, &[[from[0] + 0.02 * f64::from(n), from[1], from[2]]]).unwrap();
            let now = good_step(&mut world, H).ledger;
            assert!((now.books.added - put_in).abs() < 1e-9 * put_in, "{set:?}, step {n}");
        }
        let moved = point(&world.state().x)[0] - from[0];
        assert!(put_in > 1.0 && moved > 0.3, "{set:?}: {put_in} J, {moved} m");
    }
}

#[test]
fn a_hold_that_makes_no_sense_is_refused() {
    let led = "body.0.attach=[{where={vertices=[3]}, stiffness=500, motion={velocity=[1, 0, 0]}}]";
    let mut world = world(CUBE, &[led]);
    let scripted = world.grips().next().unwrap().0;
    assert_eq!(world.drag(scripted, &[[0.0; 3]]), Err(GripError::Scripted));
    assert_eq!(world.grab(&[99], 1.0), Err(GripError::NoNode { node: 99, nodes: 27 }));
    assert!(matches!(world.grab(&[1], f64::NAN), Err(GripError::Stiffness { .. })));
    let nodes = tetrahedron(&world);
    let middle = [0.25; 4];
    assert_eq!(
        world.grab_points(&[([0, 1, 2, 99], middle)], 1.0),
        Err(GripError::NoNode { node: 99, nodes: 27 })
    );
    assert_eq!(
        world.grab_points(&[(nodes, middle), ([0, 1, 2, 26], middle)], 1.0),
        Err(GripError::Apart { point: 1 })
    );
    assert_eq!(world.grab_points(&[(nodes, [0.0; 4])], 1.0), Err(GripError::Weights { point: 0 }));
    assert!(matches!(world.grab_points(&[(nodes, middle)], 0.0), Err(GripError::Stiffness { .. })));
    let grip = world.grab(&[1], 1.0).unwrap();
    assert_eq!(world.drag(grip, &[]), Err(GripError::Count { targets: 0, nodes: 1 }));
    assert_eq!(world.drag(grip, &[[f64::INFINITY; 3]]), Err(GripError::Target));
    world.let_go(grip).unwrap();
    assert_eq!(world.let_go(grip), Err(GripError::Gone));
}
