//! Bodies of springs against what is known of springs.

mod fixture;

use fixture::{built, good_step, scene, world};
use lope::body::Cells;
use std::f64::consts::TAU;

/// Half a kilogram at the end of a spring of a metre that hangs from the origin.
const HANGING: &str = r#"
[time]
step = 0.002
steps = 10
[solver]
tolerance = 1e-11
[[body]]
kind = "springs"
mesh = { shape = "rope", length = 1, cells = 1 }
rotate = { axis = [0, 0, 1], angle = -90 }
translate = [0, -0.5, 0]
springs = { vertex_mass = 0.5, stiffness = 50 }
[[body.pin]]
where = { vertices = [0] }
"#;

/// A cloth of 101 by 101 vertices.
const CLOTH: &str = r#"
[time]
step = "1/30"
steps = 2
[[body]]
name = "cloth"
kind = "springs"
mesh = { shape = "sheet", size = [2, 1], cells = [100, 100] }
springs = { density = 0.3, stiffness = 100, shear = 50 }
"#;

#[test]
fn a_hanging_mass_rests_where_the_spring_carries_it() {
    let weight = 0.5 * 9.81;
    // Hooke: k (l − 1) = m g. Squared: k/2 l (l² − 1) = m g, found by bisection.
    let (mut low, mut high) = (1.0_f64, 2.0_f64);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let pull = 25.0 * middle * (middle * middle - 1.0);
        if pull < weight { low = middle } else { high = middle }
    }
    for (law, length) in [("hookean", 1.0 + weight / 50.0), ("squared", low)] {
        let law = format!("body.0.springs.law=\"{law}\"");
        let mut world = world(HANGING, &["time.integrator=\"quasistatic\"", &law]);
        good_step(&mut world, 0.002);
        let y = world.state().x[4];
        assert!((y + length).abs() < 1e-9, "{law}: {y}, not {}", -length);
    }
}

#[test]
fn a_hanging_mass_swings_with_its_period() {
    let (h, omega) = (0.002, 10.0);
    let mut world = world(HANGING, &[]);
    let rest = -1.0 - 0.5 * 9.81 / 50.0;
    let mut crossings = Vec::new();
    let mut before = world.state().x[4] - rest;
    for n in 1..2000 {
        good_step(&mut world, h);
        let now = world.state().x[4] - rest;
        if before > 0.0 && now <= 0.0 {
            crossings.push(h * (f64::from(n) - now / (now - before)));
        }
        before = now;
    }
    let count = crossings.len() - 1;
    let period = (crossings[count] - crossings[0]) / count as f64;
    assert!(count >= 5 && (period - TAU / omega).abs() < 5e-4 * period, "{period} s, not {}", TAU / omega);
    // Backward Euler turns the phase by atan(ωh) a step.
    let exact = TAU * h / (omega * h).atan();
    assert!((period - exact).abs() < 2e-5 * exact, "{period} s, not {exact}");
}

/// [Dinev18] §3: ½·10⁵ (‖x‖² − 1)², half a kilogram at (1.5, 0, 0) with the velocity (0, 10, 0).
#[test]
fn one_squared_spring_is_that_of_the_paper() {
    let set = [
        "gravity=[0,0,0]",
        "body.0.springs={vertex_mass=0.5,stiffness=4e5,law=\"squared\"}",
        "body.0.start.positions=[[0,0,0],[1.5,0,0]]",
        "body.0.velocity=[0,10,0]",
    ];
    let mut world = world(HANGING, &set);
    let ledger = world.ledger();
    assert_eq!((world.unknowns(), world.mass()[1], world.bodies()[0].springs), (3, 0.5, 1));
    let stored = 0.5e5 * (2.25_f64 - 1.0).powi(2);
    assert!((ledger.elastic - stored).abs() < 1e-12 * stored, "{} J, not {stored}", ledger.elastic);
    // The end that is held does not move.
    assert!((ledger.kinetic - 25.0).abs() < 1e-12, "{} J", ledger.kinetic);
    assert_eq!(ledger.angular_momentum, [0.0, 0.0, 7.5]);
    assert_eq!((ledger.min_det, ledger.inverted), (None, 0));
    good_step(&mut world, 1e-4);
}

/// [Dinev18] appendix C: two springs of length √2 between (0, ±1) and a mass at (x, 0) have the energy
/// k (√(x² + 1) − √2)².
#[test]
fn two_springs_and_three_vertices_have_two_wells() {
    let energy = |x: f64| {
        let set = [
            "gravity=[0,0,0]",
            "body.0.mesh={shape=\"rope\",length=2.8284271247461903,cells=2}",
            "body.0.pin=[{where={vertices=[0,2]}}]",
            &format!("body.0.start.positions=[[0,1,0],[{x},0,0],[0,-1,0]]"),
        ];
        world(HANGING, &set).ledger().elastic
    };
    for x in [0.0, 0.3, 1.0, 2.0] {
        let exact = 50.0 * (f64::hypot(x, 1.0) - 2_f64.sqrt()).powi(2);
        assert!((energy(x) - exact).abs() < 1e-12, "{x}: {} J, not {exact}", energy(x));
    }
}

#[test]
fn a_cloth_has_the_springs_and_the_mass_it_should() {
    let sum = |mass: &[f64]| mass.iter().sum::<f64>();
    let plain = world(CLOTH, &[]);
    assert_eq!((plain.bodies()[0].springs, plain.bodies()[0].elements()), (40_200, 40_200));
    assert_eq!((plain.mass().len(), plain.unknowns()), (10_201, 30_603));
    assert!((sum(plain.mass()) - 0.6).abs() < 1e-12);
    assert!(matches!(&plain.bodies()[0].cells, Cells::Triangles(t) if t.len() == 20_000));
    let published = ["body.0.springs={mass=1,stiffness=1,shear=1,diagonals=\"alternating\",bending=1}"];
    let world = world(CLOTH, &published);
    // With the two that hold its corners: 50,200.
    assert_eq!(world.bodies()[0].springs, 50_198);
    assert!((sum(world.mass()) - 1.0).abs() < 1e-12);
}

#[test]
fn every_mesh_can_be_a_net() {
    let small = |mesh: &str, springs: &str| {
        let set = [format!("body.0.mesh={mesh}"), format!("body.0.springs={springs}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let mut world = world(CLOTH, &[&set[..], &["gravity=[0,-1,0]"]].concat());
        good_step(&mut world, 0.01);
        (world.bodies()[0].springs, world.mass().iter().sum::<f64>())
    };
    let near = |found: (usize, f64), springs: usize, mass: f64| {
        assert!(found.0 == springs && (found.1 - mass).abs() < 1e-12, "{found:?}, not {springs}, {mass}");
    };
    // A cube of six tetrahedra: 12 edges, 6 diagonals of faces, one through the middle.
    near(small("{shape=\"box\",size=[2,1,1],cells=1}", "{density=10,stiffness=5}"), 19, 20.0);
    near(small("{shape=\"rope\",length=2,cells=8}", "{density=3,stiffness=5,bending=1}"), 8 + 7, 6.0);
    // Four triangles and a middle: 8 edges, and one bend for each spoke, the two of a diagonal alike.
    let crossed = "{shape=\"sheet\",cells=1,pattern=\"crossed\"}";
    near(small(crossed, "{density=3,stiffness=5,bending=1}"), 8 + 2, 3.0);
    let flat = world(
        CLOTH,
        &[
            "dimension=2",
            "gravity=[0,-1,0]",
            "body.0.mesh={shape=\"rectangle\",size=[2,1],cells=[4,2]}",
            "body.0.velocity=[1,0,0]",
        ],
    );
    assert_eq!((flat.bodies()[0].springs, flat.unknowns()), (10 + 12 + 2 * 8, 30));
}

#[test]
fn bodies_of_springs_stand_beside_solids() {
    let solid = "[[body]]\nname = \"cube\"\nmesh = { shape = \"box\", cells = 2 }\n\
                 material = { model = \"arap\", young = 1e4, poisson = 0.3 }\nsprings = { stiffness = 20 }\n";
    let scene = scene(&format!("{CLOTH}{solid}"), &["body.0.mesh.cells=3"]);
    let mut world = lope::scene::build::build(&scene).map(|built| built.world).expect("a world");
    let record = good_step(&mut world, 0.01);
    assert_eq!(record.ledger.inverted, 0);
    assert!(record.ledger.min_det > Some(0.9), "{:?}", record.ledger.min_det);
    let cube = &world.bodies()[1];
    assert_eq!((cube.elements(), cube.springs), (cube.cells.len(), cube.cells.edges().len()));
    assert!(built(&scene).notes.is_empty());
}
