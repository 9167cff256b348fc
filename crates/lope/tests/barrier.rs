//! What barriers promise, \[Li20\]: nothing passes through anything, gaps and forces are those of textbooks whatever the mesh is,
//! and friction holds and slides as it should.

mod crossing;
mod differences;
mod fixture;

use std::collections::{BTreeMap, BTreeSet};

use crossing::{Skin, flat_crossings};
use differences::Random;
use fixture::{step, sum, world};
use lope::contact::barrier::{Barrier, Collider, CollisionMesh, Gap, Profile, Rules, Surfaces};
use lope::contact::{Operation, PlacedShape, Pose, Shape};
use lope::energy::{Interaction, Weighted};
use lope::geometry::Primitive;
use lope::geometry::mesh::TetMesh;
use lope::geometry::shape::cuboid;
use lope::math::vec3::{Vec3, cross, dot, norm, scaled, sub, unit};
use lope::minimize::Outcome;
use lope::world::World;
use lope::{Body, Contact, ContactModel, Material, Model, Simulation};

/// The start of a scene with barriers.
fn head(h: f64, tolerance: f64, contact: &str) -> String {
    format!(
        "[time]\nstep = {h}\nsteps = 1\n[solver]\ntolerance = {tolerance}\nmax_iterations = 400\n[contact]\n{contact}\n"
    )
}

/// A box of a rubber of a kilogram a litre.
fn block(size: [f64; 3], cells: [u32; 3], at: [f64; 3], young: f64, more: &str) -> String {
    format!(
        "[[body]]\nmesh = {{ shape = \"box\", size = {size:?}, cells = {cells:?} }}\ntranslate = {at:?}\n\
         material = {{ model = \"stable-neo-hookean\", log = true, young = {young:e}, poisson = 0.4, density = 1000 }}\n{more}\n"
    )
}

const PLANE: &str = "[[obstacle]]\nshape = \"plane\"\n";

/// A fixed box.
fn wall(size: [f64; 3], at: [f64; 3]) -> String {
    format!("[[obstacle]]\nshape = \"box\"\nsize = {size:?}\ntranslate = {at:?}\n")
}

/// Steps that converge and leave nothing crossed.
fn run(world: &mut World, skin: &Skin, h: f64, steps: usize, what: &str) {
    for number in 1..=steps {
        let record = step(world, h);
        let crossed = skin.crossings(&world.state().x);
        assert!(crossed.is_empty(), "{what}, step {number}: {} crossings, {:?}", crossed.len(), crossed[0]);
        assert_eq!(record.report.outcome, Outcome::Converged, "{what}, step {number}: {:?}", record.report);
    }
}

/// Momentum of all bodies, kg m/s.
fn momentum(world: &World) -> Vec3 {
    world.ledger().momentum
}

/// Mean gap of the lowest vertices of the only body over the height 0, m.
fn mean_gap(world: &World) -> f64 {
    let points = world.points_of(0);
    let least = points.iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
    let low: Vec<&Vec3> = points.iter().filter(|p| p[1] < least + 0.004).collect();
    // Vertices inside have the whole area of a cell, those at sides and corners a half and a quarter.
    let weight =
        |p: &Vec3| [0, 2].iter().map(|&i| if p[i].abs() > 0.0595 { 0.5 } else { 1.0 }).product::<f64>();
    low.iter().map(|p| weight(p) * p[1]).sum::<f64>() / low.iter().map(|p| weight(p)).sum::<f64>()
}

/// β′(s) = −ρ g L/κ at s = 0.815. The lowest vertices have a part of the area of the sides too, which is in proportion to the length of
/// a cell.
#[test]
fn the_rest_gap_tends_to_the_textbook_one() {
    for floor in ["plane", "mesh"] {
        let gap = |cells: u32| {
            let mut text = head(0.1, 1e-6, "stiffness = 1e4\ndhat = 1e-3");
            text += &block([0.12; 3], [cells; 3], [0.0, 0.0609, 0.0], 1e7, "");
            text += &match floor {
                "plane" => PLANE.to_owned(),
                _ => wall([1.0, 0.1, 1.0], [0.03, -0.05, 0.02]),
            };
            let mut world = world(&text, &[]);
            (0..20).for_each(|_| assert!(step(&mut world, 0.1).committed));
            mean_gap(&world) / 1e-3
        };
        let all = [3, 6, 12].map(gap);
        let errors = all.map(|s| (s - 0.815).abs());
        assert!(errors[1] < 0.62 * errors[0] && errors[2] < 0.62 * errors[1], "{floor}: {all:?}");
        let limit = 2.0 * all[2] - all[1];
        assert!((limit - 0.815).abs() < 0.003, "{floor}: {all:?} tend to {limit}");
    }
}

/// A plate of triangles, `cells` along an edge of the length 2`half`, with vertices inside moved by chance.
fn plate(half: f64, cells: u32, first: u32, random: &mut Random) -> Collider {
    let side = cells + 1;
    let size = 2.0 * half / f64::from(cells);
    let mut rest = Vec::new();
    for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
        let inside = i > 0 && j > 0 && i < cells && j < cells;
        let mut shake = || if inside { 0.25 * size * random.next() } else { 0.0 };
        let (x, y) = (size * f64::from(i) - half + shake(), size * f64::from(j) - half + shake());
        rest.push([x, y, 0.0]);
    }
    let mut triangles = Vec::new();
    for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
        let [a, b, c, d] = [side * i + j, side * (i + 1) + j, side * (i + 1) + j + 1, side * i + j + 1];
        triangles.extend(if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
    }
    let mut points = Weighted::default();
    (0..rest.len() as u32).for_each(|k| _ = points.push([(first + k, 1.0)]));
    Collider { points, rest, triangles, young: 1e6, ..Collider::default() }
}

#[test]
fn two_plates_feel_their_area_times_the_pressure() {
    let mut random = Random(41);
    let (dhat, kappa) = (2e-3, 1e5);
    for (mine, theirs) in [(10, 16), (10, 40), (24, 16), (16, 26), (30, 21), (24, 9), (33, 60)] {
        for _ in 0..3 {
            // The first lies over the middle of the second, turned.
            let small = plate(0.5, mine, 0, &mut random);
            let large = plate(0.85, theirs, small.rest.len() as u32, &mut random);
            let (s, angle) = (0.3 + 0.2 * random.next(), 3.0 * random.next());
            let (dx, dy) = (0.1 * random.next(), 0.1 * random.next());
            let mut x: Vec<Vec3> = Vec::new();
            for p in &small.rest {
                let (sin, cos) = angle.sin_cos();
                x.push([cos * p[0] - sin * p[1] + dx, sin * p[0] + cos * p[1] + dy, s * dhat]);
            }
            x.extend(&large.rest);
            // And both anyhow in space.
            let a = unit([random.next(), random.next(), random.next()]);
            let b = unit(cross(a, [0.3, 0.8, -0.5]));
            let c = cross(a, b);
            let turn = |p: &Vec3| [0, 1, 2].map(|i| p[0] * a[i] + p[1] * b[i] + p[2] * c[i]);
            let x: Vec<f64> = x.iter().flat_map(turn).collect();
            let nodes = small.rest.len();
            let rules = Rules {
                stiffness: Some(kappa),
                rigid: 1e8,
                friction: 0.0,
                pairs: BTreeMap::new(),
                apart: BTreeSet::new(),
            };
            let gap = Gap { profile: Profile::Log, dhat, thickness: 0.0 };
            let mesh = CollisionMesh::new(&[small, large], Vec::new(), dhat);
            let mut barrier = Barrier::new(Surfaces::new(mesh, rules, gap));
            barrier.collect(&x);
            let (_, gradient) = sum(&barrier, &x);
            let force: Vec3 =
                [0, 1, 2].map(|i| -gradient[..3 * nodes].iter().skip(i).step_by(3).sum::<f64>());
            let [_, slope, _] = Profile::Log.at(s);
            let expected = kappa * slope.abs();
            let ratio = dot(force, c) / expected;
            assert!((ratio - 1.0).abs() < 0.05, "{mine} and {theirs} cells: {ratio} of it");
            let aside = norm(sub(force, scaled(c, dot(force, c)))) / expected;
            assert!(aside < 0.01, "{mine} and {theirs} cells: {aside} of it aside");
        }
    }
}

#[test]
fn a_box_without_friction_does_not_drift() {
    let text = head(1.0 / 60.0, 1e-7, "stiffness = 1e4")
        + &block([0.12; 3], [4; 3], [0.0, 0.061, 0.0], 1e5, "")
        + &wall([1.0, 0.1, 1.0], [0.03, -0.05, 0.02]);
    let mut world = world(&text, &[]);
    let skin = Skin::of(&world, &[[1.0, 0.1, 1.0]]);
    run(&mut world, &skin, 1.0 / 60.0, 60, "a box");
    let count = world.points_of(0).len() as f64;
    let middle = [0, 2].map(|i| world.points_of(0).iter().map(|p| p[i]).sum::<f64>() / count);
    assert!(middle[0].hypot(middle[1]) < 1e-5, "{middle:?}");
}

/// A box thrown along the ground has friction in the step in which it lands, and in all that follow.
#[test]
fn landing_has_friction_in_the_same_step() {
    let (h, mu, mass) = (0.002, 0.3, 0.5);
    let thrown = "velocity = [1, -1, 0]";
    let text = head(h, 1e-7, "friction = 0.3")
        + &block([0.1, 0.05, 0.1], [2, 1, 2], [0.0, 0.03, 0.0], 1e7, thrown)
        + PLANE;
    let mut world = world(&text, &[]);
    let (mut before, mut landed) = (momentum(&world), 0);
    for number in 1..=20 {
        assert!(step(&mut world, h).committed);
        let now = momentum(&world);
        let normal = now[1] - before[1] + mass * 9.81 * h;
        if normal > 1e-3 {
            landed += 1;
            let ratio = (before[0] - now[0]) / normal;
            // The forces of a step lag behind by a hundredth at most.
            assert!((ratio / mu - 1.0).abs() < 0.01, "step {number}: {ratio}");
        }
        before = now;
    }
    assert!(landed > 15);
}

/// How far forces of friction lag behind is told: all of it where what lands had none before, little where they are taken anew.
#[test]
fn what_friction_lags_behind_is_told() {
    let lag = |contact: &str| {
        let text = head(0.01, 1e-7, contact)
            + &block([0.1, 0.05, 0.1], [2, 1, 2], [0.0, 0.03, 0.0], 1e7, "velocity = [1, -1, 0]")
            + PLANE;
        let mut world = world(&text, &[]);
        step(&mut world, 0.01).lag
    };
    assert_eq!(lag(""), None);
    assert_eq!(lag("friction = 0.3\nfriction_iterations = 0"), Some(1.0));
    let few = lag("friction = 0.3\nfriction_iterations = 1").expect("some");
    let many = lag("friction = 0.3\nfriction_iterations = 20").expect("some");
    assert!(few < 0.5 && many <= 0.01 && many <= few, "{few} {many}");
}

/// Gravity as a box on a slope of tan θ feels it.
fn slope(tangent: f64) -> String {
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    format!("gravity=[{}, {}, 0]", 9.81 * tangent * cosine, -9.81 * cosine)
}

fn on_slope(tangent: f64, h: f64, cells: [u32; 3], contact: &str) -> World {
    let text = head(h, 1e-7, contact) + &block([0.1, 0.05, 0.1], cells, [0.0, 0.0252, 0.0], 1e7, "") + PLANE;
    world(&text, &[&slope(tangent)])
}

#[test]
fn a_box_on_a_slope_slides_with_what_friction_leaves_or_creeps_as_the_formula_says() {
    // g (sin θ − μ cos θ) of tan θ = 0.5.
    let mut world = on_slope(0.5, 0.01, [2, 1, 2], "friction = 0.49\nepsv = 1e-4");
    (0..40).for_each(|_| assert!(step(&mut world, 0.01).committed));
    let early = momentum(&world)[0];
    (0..60).for_each(|_| assert!(step(&mut world, 0.01).committed));
    let acceleration = (momentum(&world)[0] - early) / 0.5 / 0.6;
    assert!((acceleration / 0.08774 - 1.0).abs() < 0.02, "{acceleration} m/s²");

    let tangent = 20_f64.to_radians().tan();
    let creep = 1e-3 * (1.0 - (1.0 - tangent / 0.6).sqrt());
    for (h, cells) in [(1.0 / 30.0, [2, 1, 2]), (1.0 / 30.0, [5, 2, 4]), (1.0 / 240.0, [3, 1, 3])] {
        let mut world = on_slope(tangent, h, cells, "friction = 0.6");
        (0..60).for_each(|_| assert!(step(&mut world, h).committed));
        let speed = momentum(&world)[0] / 0.5;
        assert!(speed < 1.01 * creep && speed > 0.9 * creep, "{cells:?} at {h}: {speed} m/s, not {creep}");
    }
}

#[test]
fn a_fast_cube_does_not_pass_a_thin_plate() {
    let held = "[[body.pin]]\nwhere = { box = [[-0.3,-1,-1],[-0.19,1,1]] }\n[[body.pin]]\nwhere = { box = [[0.19,-1,-1],[0.3,1,1]] }\n";
    for speed in [12.0, 20.0, 200.0] {
        let text = head(1.0 / 30.0, 1e-3, "")
            + &block([0.4, 0.01, 0.4], [12, 1, 12], [0.0; 3], 1e6, held)
            + &block([0.05; 3], [3; 3], [0.0, 0.06, 0.0], 1e6, &format!("velocity = [0, -{speed}, 0]"));
        let mut world = world(&text, &[]);
        let skin = Skin::of(&world, &[]);
        for number in 1..=6 {
            run(&mut world, &skin, 1.0 / 30.0, 1, &format!("{speed} m/s"));
            // It is above what it has hit: nothing crosses behind the plate either.
            let near = |p: &&Vec3| p[0].abs() < 0.06 && p[2].abs() < 0.06;
            let plate = world.points_of(0).iter().filter(near).map(|p| p[1]).fold(f64::INFINITY, f64::min);
            let cube = world.points_of(1).iter().map(|p| p[1]).sum::<f64>() / world.points_of(1).len() as f64;
            assert!(
                cube > plate,
                "{speed} m/s, step {number}: the cube is at {cube} m, the plate at {plate} m"
            );
        }
    }
}

/// A prism along z over a triangle of the plane: three tetrahedra.
fn prism(corners: [[f64; 2]; 3], depth: f64) -> TetMesh {
    let points = [-0.5, 0.5].iter().flat_map(|z| corners.map(|[x, y]| [x, y, z * depth])).collect();
    TetMesh { points, tets: vec![[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]], ..TetMesh::default() }
}

/// Tetrahedra turned so that their volumes are positive.
fn upright(mut mesh: TetMesh) -> TetMesh {
    for tet in &mut mesh.tets {
        let [a, b, c, d] = tet.map(|i| mesh.points[i as usize]);
        if dot(sub(b, a), cross(sub(c, a), sub(d, a))) < 0.0 {
            tet.swap(2, 3);
        }
    }
    mesh
}

/// A pyramid on three sides, its tip at the origin and the rest above or below.
fn spike(height: f64) -> TetMesh {
    let base = |x: f64, z: f64| [x, height, z];
    let points = vec![[0.0; 3], base(0.05, 0.0), base(-0.025, 0.043), base(-0.025, -0.043)];
    upright(TetMesh { points, tets: vec![[0, 1, 2, 3]], ..TetMesh::default() })
}

fn wedge(height: f64) -> TetMesh {
    upright(prism([[0.0, 0.0], [0.04, height], [-0.04, height]], 0.1))
}

fn brick(x: [f64; 2], y: [f64; 2]) -> TetMesh {
    let mut mesh = cuboid([x[1] - x[0], y[1] - y[0], 0.1], [1, 1, 1]).expect("a box");
    for p in &mut mesh.points {
        *p = [p[0] + 0.5 * (x[0] + x[1]), p[1] + 0.5 * (y[0] + y[1]), p[2]];
    }
    mesh
}

/// The pairs that collision detection finds hard, each exactly above the other: points on points, edges on edges, into cracks.
#[test]
fn spikes_wedges_cliffs_and_cracks() {
    let rubber = || Material::new(Model::StableNeoHookean).young(1e6).poisson(0.4).density(1000.0);
    let crack = || vec![brick([-0.1, -0.004], [-0.1, 0.0]), brick([0.004, 0.1], [-0.1, 0.0])];
    let cliff = || vec![brick([-0.1, 0.0], [-0.1, 0.0])];
    let turned = |mut mesh: TetMesh| {
        mesh.points.iter_mut().for_each(|p| *p = [p[2], p[1], -p[0]]);
        mesh
    };
    let cases: Vec<(&str, TetMesh, Vec<TetMesh>)> = vec![
        ("spike on spike", spike(0.06), vec![spike(-0.06)]),
        ("spike on wedge", spike(0.06), vec![wedge(-0.06)]),
        ("wedge across wedge", turned(wedge(0.06)), vec![wedge(-0.06)]),
        ("wedge along wedge", wedge(0.06), vec![wedge(-0.06)]),
        ("spike in a crack", spike(0.06), crack()),
        ("wedge in a crack", wedge(0.06), crack()),
        ("wedge across a crack", turned(wedge(0.06)), crack()),
        ("spike on a cliff", spike(0.06), cliff()),
        ("wedge on a cliff", wedge(0.06), cliff()),
        ("brick on a cliff", brick([0.0, 0.1], [0.0, 0.05]), cliff()),
        ("brick over a cliff", brick([-0.05, 0.05], [0.0, 0.05]), cliff()),
    ];
    for (name, falling, below) in cases {
        let mut simulation = Simulation::new().tolerance(1e-4).contact(Contact::new(ContactModel::Ipc));
        let body = Body::solid(falling, rubber()).translate([0.0, 0.005, 0.0]).velocity([0.0, -2.0, 0.0]);
        simulation = simulation.body(body);
        for mesh in below {
            let bottom = mesh.points.iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
            simulation = simulation.body(Body::solid(mesh, rubber()).pin(move |p| p[1] < bottom + 1e-6));
        }
        let mut world = simulation.build().unwrap_or_else(|problems| panic!("{name}: {problems}"));
        let skin = Skin::of(&world, &[]);
        run(&mut world, &skin, 0.01, 15, name);
    }
}

/// A box pushed into a slot that is wider by less than the range of the barrier.
#[test]
fn a_tight_fit_slides() {
    let text = head(0.01, 1e-5, "dhat = 1e-3\nstiffness = 1e4")
        + &block([0.1, 0.1, 0.1], [3, 3, 3], [0.0, 0.0, 0.0], 1e6, "velocity = [0, -0.5, 0]")
        + &wall([0.1, 0.4, 0.3], [-0.1007, -0.3, 0.0])
        + &wall([0.1, 0.4, 0.3], [0.1007, -0.3, 0.0]);
    let mut world = world(&text, &[]);
    let skin = Skin::of(&world, &[[0.1, 0.4, 0.3]; 2]);
    run(&mut world, &skin, 0.01, 15, "a tight fit");
    let top = world.points_of(0).iter().map(|p| p[1]).fold(f64::NEG_INFINITY, f64::max);
    assert!(top < -0.04, "it is stuck at {top} m");
}

const SHEET: &str = r#"
[[body]]
kind = "springs"
mesh = { shape = "sheet", size = [0.4, 0.4], cells = [10, 10] }
springs = { density = 0.3, stiffness = 50, shear = 30, bending = 1 }
"#;

#[test]
fn cloth_lies_on_a_body_and_on_itself() {
    let text = head(0.02, 1e-3, "friction = 0.2\ndhat = 2e-3")
        + SHEET
        + "translate = [0.02, 0.08, 0.03]\n"
        + &block([0.12; 3], [2; 3], [0.0; 3], 1e5, "[[body.pin]]\nwhere = { all = true }\n")
        + "[[obstacle]]\nshape = \"plane\"\ntranslate = [0, -0.1, 0]\n";
    let mut over = world(&text, &[]);
    let skin = Skin::of(&over, &[]);
    run(&mut over, &skin, 0.02, 40, "cloth on a body");
    // Thrown on its edge, it folds.
    let text = head(0.02, 1e-3, "friction = 0.2\ndhat = 2e-3")
        + SHEET
        + "rotate = { axis = [0.97, 0.1, 0.2], angle = 83 }\ntranslate = [0, 0.3, 0]\nvelocity = [0, -2, 0]\n"
        + PLANE;
    let mut folded = world(&text, &[]);
    let skin = Skin::of(&folded, &[]);
    run(&mut folded, &skin, 0.02, 40, "cloth on itself");
    let height = folded.points_of(0).iter().map(|p| p[1]).fold(f64::NEG_INFINITY, f64::max);
    let least = folded.points_of(0).iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
    assert!(height < 0.2 && least > 0.0, "{least} to {height} m");
}

/// A rope falls across another that is held by its ends: the lower one carries it.
#[test]
fn ropes_cross_and_stay_crossed() {
    let rope = |more: &str| {
        format!(
            "[[body]]\nkind = \"springs\"\nmesh = {{ shape = \"rope\", length = 1, cells = [12] }}\n\
             springs = {{ density = 0.05, stiffness = 100 }}\n{more}\n"
        )
    };
    let held = "[[body.pin]]\nwhere = { box = [[-1,-1,-1],[-0.49,1,1]] }\n[[body.pin]]\nwhere = { box = [[0.49,-1,-1],[1,1,1]] }\n";
    let across = "rotate = { axis = [0,1,0], angle = 90 }\ntranslate = [0.013, 0.01, 0]\n\
                  [[body.pin]]\nwhere = { box = [[-1,-1,-1],[-0.49,1,1]] }\nmotion = { velocity = [0, -0.3, 0] }\n\
                  [[body.pin]]\nwhere = { box = [[0.49,-1,-1],[1,1,1]] }\nmotion = { velocity = [0, -0.3, 0] }\n";
    let text = head(0.02, 1e-4, "dhat = 2e-3") + &rope(held) + &rope(across);
    let mut world = world(&text, &[]);
    for number in 1..=25 {
        let record = step(&mut world, 0.02);
        assert_eq!(record.report.outcome, Outcome::Converged, "step {number}: {:?}", record.report);
        assert!(over(world.points_of(1), world.points_of(0)) > 0, "step {number}");
    }
}

/// How often one line goes over another, seen from above; it must not go under it.
fn over(high: &[Vec3], low: &[Vec3]) -> usize {
    let mut count = 0;
    for (a, b) in high.windows(2).flat_map(|a| low.windows(2).map(move |b| (a, b))) {
        let (p, q) = (sub(a[1], a[0]), sub(b[1], b[0]));
        let (r, across) = (sub(b[0], a[0]), p[0] * q[2] - p[2] * q[0]);
        let [s, t] = [q, p].map(|d| (r[0] * d[2] - r[2] * d[0]) / across);
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            let gap = a[0][1] + s * p[1] - b[0][1] - t * q[1];
            assert!(gap > 0.0, "it is {gap} m under it");
            count += 1;
        }
    }
    count
}

/// Plates that meet leave no room: a step says so, and nothing is crossed.
#[test]
fn a_body_between_plates_that_meet_is_an_honest_outcome() {
    let plate = |y: f64, v: f64| {
        wall([1.0, 0.1, 1.0], [0.0, y, 0.0]) + &format!("[obstacle.motion]\nvelocity = [0, {v}, 0]\n")
    };
    let text = head(1.0 / 30.0, 1e-4, "")
        + &block([0.1; 3], [2; 3], [0.0; 3], 1e5, "")
        + &plate(0.12, -0.2)
        + &plate(-0.12, 0.2);
    let mut world = world(&text, &["gravity=[0,0,0]", "solver.max_iterations=60"]);
    let skin = Skin::of(&world, &[[1.0, 0.1, 1.0]; 2]);
    let mut ended = None;
    for number in 1..=15 {
        let record = step(&mut world, 1.0 / 30.0);
        assert!(skin.crossings(&world.state().x).is_empty(), "step {number}");
        if !record.committed {
            ended = Some((number, record.report));
            break;
        }
    }
    let (number, report) = ended.expect("there is no room");
    assert!(number > 3 && report.outcome == Outcome::Locked, "step {number}: {report:?}");
    let note = report.notes.iter().find(|note| note.starts_with("contact-locked: ")).expect("who it is");
    assert!(note.contains("d̂ × ") && note.contains("step lengths were "), "{note}");
}

/// A block in the plane.
fn flat_block(x: f64, y: f64, angle: f64) -> String {
    format!(
        "[[body]]\nmesh = {{ shape = \"rectangle\", size = [0.2, 0.1], cells = [4, 2] }}\ntranslate = [{x}, {y}, 0]\n\
         rotate = {{ axis = [0, 0, 1], angle = {angle} }}\n\
         material = {{ model = \"stable-neo-hookean\", young = 1e5, poisson = 0.3, density = 1000 }}\n"
    )
}

#[test]
fn blocks_in_the_plane_pile_up() {
    let text = String::from("dimension = 2\n")
        + &head(0.02, 1e-4, "friction = 0.3")
        + &flat_block(0.0, 0.06, 0.0)
        + &flat_block(0.05, 0.21, 12.0)
        + &flat_block(-0.06, 0.4, -20.0)
        + PLANE;
    let mut world = world(&text, &[]);
    for number in 1..=50 {
        let record = step(&mut world, 0.02);
        assert_eq!(record.report.outcome, Outcome::Converged, "step {number}: {:?}", record.report);
        assert_eq!(flat_crossings(&world, &[]), 0, "step {number}");
        assert!(world.points().iter().all(|p| p[1] > -1e-12), "step {number}: below the ground");
    }
}

#[test]
fn blocks_in_the_plane_meet_what_is_round_and_what_is_put_together() {
    let disc = |radius: f64, x: f64| PlacedShape {
        shape: Shape::Simple(Primitive::Sphere { radius }),
        pose: Pose { translation: [x, 0.0, 0.0], ..Pose::default() },
    };
    let shapes = [
        Shape::Simple(Primitive::Sphere { radius: 0.15 }),
        Shape::Simple(Primitive::Capsule { radius: 0.05, height: 0.3 }),
        Shape::composed(Operation::Union, vec![disc(0.2, -0.1), disc(0.2, 0.1)]),
    ];
    let text = String::from("dimension = 2\n")
        + &head(0.02, 1e-4, "friction = 0.3")
        + &flat_block(-0.5, 0.3, 20.0)
        + &flat_block(0.0, 0.3, 10.0)
        + &flat_block(0.6, 0.35, 0.0)
        + "[[obstacle]]\nshape = \"sphere\"\nradius = 0.15\ntranslate = [-0.5, 0, 0]\n\
           [[obstacle]]\nshape = \"capsule\"\nradius = 0.05\nheight = 0.3\n\
           [[obstacle]]\nshape = \"union\"\ntranslate = [0.6, 0, 0]\n\
           parts = [{ shape = \"sphere\", radius = 0.2, translate = [-0.1, 0, 0] }, \
           { shape = \"sphere\", radius = 0.2, translate = [0.1, 0, 0] }]\n"
        + PLANE
        + "translate = [0, -0.4, 0]\n";
    let mut world = world(&text, &[]);
    for number in 1..=60 {
        let record = step(&mut world, 0.02);
        assert_eq!(record.report.outcome, Outcome::Converged, "step {number}: {:?}", record.report);
        assert_eq!(flat_crossings(&world, &shapes), 0, "step {number}");
    }
    // The last one lies in the hollow between two discs, at √(r² − a²) = 0.173 m where they meet.
    let lowest = world.points_of(2).iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
    assert!((0.17..0.21).contains(&lowest), "{lowest}");
}
