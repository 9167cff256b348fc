//! What is hard to meet: plates of unrelated meshes, what is fast, sharp, tight, slender or without room.

use std::collections::{BTreeMap, BTreeSet};

use lope::contact::barrier::{Barrier, Collider, CollisionMesh, Gap, Profile, Rules, Surfaces};
use lope::energy::{CHUNK, Energy, Interaction, Slots, Want, Weighted, gradient_slot};
use lope::geometry::mesh::TetMesh;
use lope::math::Filter;
use lope::math::vec3::{Vec3, cross, dot, sub};
use lope::minimize::Outcome;
use lope::{Body, Contact, ContactModel, Material, Model, Simulation};

use super::ExperimentError;
use super::crossing::Skin;
use super::ipc_laws::{Court, DOWN, PLANE, block, head, wall};
use crate::{Asked, Claim};

/// Numbers of a fixed sequence, from −1 to 1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// A square plate of triangles with `cells` along an edge, vertices inside moved by chance; nodes from `first` on.
fn plate(half: f64, cells: u32, first: u32, dice: &mut Dice) -> Collider {
    let (side, size) = (cells + 1, 2.0 * half / f64::from(cells));
    let (mut rest, mut triangles) = (Vec::new(), Vec::new());
    for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
        let inside = i > 0 && j > 0 && i < cells && j < cells;
        let mut shake = || if inside { 0.25 * size * dice.roll() } else { 0.0 };
        rest.push([size * f64::from(i) - half + shake(), size * f64::from(j) - half + shake(), 0.0]);
    }
    for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
        let [a, b, c, d] = [side * i + j, side * (i + 1) + j, side * (i + 1) + j + 1, side * i + j + 1];
        triangles.extend(if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
    }
    let mut points = Weighted::default();
    for node in 0..rest.len() as u32 {
        points.push([(first + node, 1.0)]);
    }
    Collider { points, rest, triangles, young: 1e6, ..Collider::default() }
}

/// The force on the first nodes along z.
fn force(barrier: &Barrier, x: &[f64], nodes: usize) -> f64 {
    let stencils = barrier.stencils();
    let mut sum = 0.0;
    for start in (0..stencils.len()).step_by(CHUNK) {
        let elements = start..(start + CHUNK).min(stencils.len());
        let mut gradient = vec![0.0; elements.len() * gradient_slot(4)];
        let slots = Slots { gradient: &mut gradient, hessian: &mut [] };
        barrier.eval(x, elements, Want::Gradient, Filter::Raw, slots);
        for (g, node) in gradient.chunks_exact(3).zip(&stencils.nodes[4 * start..]) {
            sum -= if (*node as usize) < nodes { g[2] } else { 0.0 };
        }
    }
    sum
}

/// Two parallel plates, one over the middle of the other.
pub(super) fn plates(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let (mut dice, mut worst, mut count) = (Dice(41), 0.0_f64, 0);
    let (dhat, kappa, rounds) = (2e-3, 1e5, if court.full() { 20 } else { 3 });
    for (mine, theirs) in [(10, 16), (10, 40), (24, 16), (16, 26), (30, 21), (24, 9), (33, 60)] {
        for _ in 0..rounds {
            let small = plate(0.5, mine, 0, &mut dice);
            let large = plate(0.85, theirs, small.rest.len() as u32, &mut dice);
            let (s, (sin, cos)) = (0.3 + 0.2 * dice.roll(), (3.0 * dice.roll()).sin_cos());
            let (dx, dy) = (0.1 * dice.roll(), 0.1 * dice.roll());
            let above = small
                .rest
                .iter()
                .map(|p| [cos * p[0] - sin * p[1] + dx, sin * p[0] + cos * p[1] + dy, s * dhat]);
            let x: Vec<f64> = above.chain(large.rest.iter().copied()).flatten().collect();
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
            let exact = kappa * Profile::Log.at(s)[1].abs();
            worst = worst.max((force(&barrier, &x, nodes) / exact - 1.0).abs());
            count += 1;
        }
    }
    claims.push(
        Claim::number(
            "two parallel plates of unrelated meshes: force off Aκ|β′| by, at worst",
            "5 %",
            (100.0 * worst, "%"),
            Asked::AtMost(5.0),
        )
        .noting(format!("of {count} pairs")),
    );
    Ok(())
}

/// Tetrahedra turned so that their volumes are positive.
fn upright(points: Vec<Vec3>, mut tets: Vec<[u32; 4]>) -> TetMesh {
    for tet in &mut tets {
        let [a, b, c, d] = tet.map(|i| points[i as usize]);
        if dot(sub(b, a), cross(sub(c, a), sub(d, a))) < 0.0 {
            tet.swap(2, 3);
        }
    }
    TetMesh { points, tets, ..TetMesh::default() }
}

/// A pyramid on three sides with its tip at the origin.
fn spike(height: f64) -> TetMesh {
    let base = |x: f64, z: f64| [x, height, z];
    upright(vec![[0.0; 3], base(0.05, 0.0), base(-0.025, 0.043), base(-0.025, -0.043)], vec![[0, 1, 2, 3]])
}

/// A prism with its edge on the axis z.
fn wedge(height: f64) -> TetMesh {
    let end = |z: f64| [[0.0, 0.0, z], [0.04, height, z], [-0.04, height, z]];
    upright([end(-0.05), end(0.05)].concat(), vec![[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]])
}

fn across(mut mesh: TetMesh) -> TetMesh {
    mesh.points.iter_mut().for_each(|p| *p = [p[2], p[1], -p[0]]);
    mesh
}

/// A box from and to these x and y: five tetrahedra.
fn brick(x: [f64; 2], y: [f64; 2]) -> TetMesh {
    let corner = |i: usize| [x[i & 1], y[i >> 1 & 1], [-0.05, 0.05][i >> 2 & 1]];
    let tets = vec![[0, 1, 3, 5], [0, 3, 2, 6], [0, 5, 4, 6], [3, 5, 6, 7], [0, 3, 6, 5]];
    upright((0..8).map(corner).collect(), tets)
}

/// Fast cubes, sharp pairs and a tight fit.
pub(super) fn pairs(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let mut none = |claim: &str, count: usize, published: &str| {
        claims.push(Claim::number(claim, published, (count as f64, ""), Asked::AtMost(0.0)));
    };
    let (before, mut behind) = (court.crossings, 0);
    let held = "[[body.pin]]\nwhere = { box = [[-0.3,-1,-1],[-0.19,1,1]] }\n[[body.pin]]\nwhere = { box = [[0.19,-1,-1],[0.3,1,1]] }\n";
    let (cells, cube) = if court.full() { ([24, 2, 24], [6; 3]) } else { ([12, 1, 12], [3; 3]) };
    for speed in [12.0, 20.0, 200.0] {
        let scene = head(DOWN, 1.0 / 30.0, 10, 1e-3, "")
            + &block([0.4, 0.01, 0.4], cells, [0.0; 3], 1e6, held)
            + &block([0.05; 3], cube, [0.0, 0.06, 0.0], 1e6, &format!("velocity = [0, -{speed}, 0]"));
        court.play("cube", &scene, &mut |world, _| {
            // Behind the plate nothing crosses either.
            let near = |p: &&Vec3| p[0].abs() < 0.06 && p[2].abs() < 0.06;
            let plate = world.points_of(0).iter().filter(near).map(|p| p[1]).fold(f64::INFINITY, f64::min);
            let points = world.points_of(1);
            let cube = points.iter().map(|p| p[1]).sum::<f64>() / points.len() as f64;
            behind += usize::from(cube < plate);
        })?;
    }
    none(
        "a cube of 5 cm at 12, 20 and 200 m/s on a plate of 1 cm at h = 1/30: crossings, and steps that end behind it",
        court.crossings - before + behind,
        "others let it through at 12 m/s",
    );

    let before = court.crossings;
    let crack = || vec![brick([-0.1, -0.004], [-0.1, 0.0]), brick([0.004, 0.1], [-0.1, 0.0])];
    let cliff = || vec![brick([-0.1, 0.0], [-0.1, 0.0])];
    for (name, falling, below) in [
        ("spike on spike", spike(0.06), vec![spike(-0.06)]),
        ("spike on wedge", spike(0.06), vec![wedge(-0.06)]),
        ("wedge across wedge", across(wedge(0.06)), vec![wedge(-0.06)]),
        ("wedge along wedge", wedge(0.06), vec![wedge(-0.06)]),
        ("spike in a crack", spike(0.06), crack()),
        ("wedge in a crack", wedge(0.06), crack()),
        ("wedge across a crack", across(wedge(0.06)), crack()),
        ("spike on a cliff", spike(0.06), cliff()),
        ("wedge on a cliff", wedge(0.06), cliff()),
        ("brick on a cliff", brick([0.0, 0.1], [0.0, 0.05]), cliff()),
    ] {
        let rubber = || Material::new(Model::StableNeoHookean).young(1e6).poisson(0.4).density(1000.0);
        let body = Body::solid(falling, rubber()).translate([0.0, 0.005, 0.0]).velocity([0.0, -2.0, 0.0]);
        let mut simulation =
            Simulation::new().tolerance(1e-4).contact(Contact::new(ContactModel::Ipc)).body(body);
        for mesh in below {
            let bottom = mesh.points.iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
            simulation = simulation.body(Body::solid(mesh, rubber()).pin(move |p| p[1] < bottom + 1e-6));
        }
        let mut world = simulation.build().map_err(|e| ExperimentError::Scene(e.to_string()))?;
        let skin = Skin::of(&world, &[])?;
        let (h, steps) = if court.full() { (0.005, 100) } else { (0.01, 15) };
        for _ in 0..steps {
            let record = world.advance(h);
            if !court.witness(name, &world, &skin, &record) {
                break;
            }
        }
    }
    none("spikes, wedges, cliffs and cracks: crossings", court.crossings - before, "none");

    let slot = |x: f64| wall([0.1, 0.4, 0.3], [x, -0.3, 0.0], "");
    let scene = head(DOWN, 0.01, 15, 1e-5, "dhat = 1e-3\nstiffness = 1e4")
        + &block([0.1; 3], [3; 3], [0.0; 3], 1e6, "velocity = [0, -0.5, 0]")
        + &slot(-0.1007)
        + &slot(0.1007);
    let world = court.play("fit", &scene, &mut |_, _| {})?;
    let top = world.points_of(0).iter().map(|p| p[1]).fold(f64::NEG_INFINITY, f64::max);
    // Free fall from 0.05 m.
    let free = 0.05 - 0.5 * 0.15 - 0.5 * 9.81 * 0.15 * 0.15;
    claims.push(Claim::number(
        "a tight fit, 0.7 d̂ on each side: behind free fall after 0.15 s",
        "ours: 2 cm",
        (100.0 * (top - free), "cm"),
        Asked::AtMost(2.0),
    ));
    Ok(())
}

/// Two bars that are twisted around each other, and cloth. Pins go straight from where they are to where a step ends, so that one
/// radian a step is about as much as the two leave free.
pub(super) fn slender(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let (before, unsolved) = (court.crossings, court.unsolved);
    let lengths: &[f64] = if court.full() { &[0.002, 0.02, 0.1, 0.5, 2.0] } else { &[0.1, 0.5, 2.0] };
    for &h in lengths {
        let mut scene = head([0.0; 3], h, (6.0 / h).round() as usize, 1e-3, "");
        for x in [-0.012, 0.012] {
            let ends = "[[body.pin]]\nwhere = { box = [[-1,-0.16,-1],[1,-0.1499,1]] }\n[[body.pin]]\n\
                        where = { box = [[-1,0.1499,-1],[1,0.16,1]] }\n\
                        motion = { rotation = { axis = [0,1,0], center = [0,0.15,0], rate = 0.5 } }\n";
            scene += &block([0.02, 0.3, 0.02], [2, 20, 2], [x, 0.0, 0.0], 1e6, ends);
        }
        court.play("twist", &scene, &mut |_, _| {})?;
    }
    claims.push(
        Claim::number(
            "two bars twisted around each other in steps up to 2 s: crossings",
            "none",
            ((court.crossings - before) as f64, ""),
            Asked::AtMost(0.0),
        )
        .noting(format!("h of {lengths:?} s, {} steps unsolved", court.unsolved - unsolved)),
    );
    let before = court.crossings;
    let n = if court.full() { 30 } else { 10 };
    let sheet = format!(
        "[[body]]\nkind = \"springs\"\nmesh = {{ shape = \"sheet\", size = [0.4, 0.4], cells = [{n}, {n}] }}\n\
         springs = {{ density = 0.3, stiffness = 50, shear = 30, bending = 1 }}\n"
    );
    let contact = "friction = 0.2\ndhat = 2e-3";
    let on_body = head(DOWN, 0.02, 40, 1e-3, contact)
        + &sheet
        + "translate = [0.02, 0.08, 0.03]\n"
        + &block([0.12; 3], [2; 3], [0.0; 3], 1e5, "[[body.pin]]\nwhere = { all = true }\n")
        + "[[obstacle]]\nshape = \"plane\"\ntranslate = [0, -0.1, 0]\n";
    let on_itself = head(DOWN, 0.02, 40, 1e-3, contact)
        + &sheet
        + "rotate = { axis = [0.97, 0.1, 0.2], angle = 83 }\ntranslate = [0, 0.3, 0]\nvelocity = [0, -2, 0]\n"
        + PLANE;
    court.play("cloth on a body", &on_body, &mut |_, _| {})?;
    court.play("cloth on itself", &on_itself, &mut |_, _| {})?;
    claims.push(Claim::number(
        "cloth on a body and on itself: crossings",
        "none",
        ((court.crossings - before) as f64, ""),
        Asked::AtMost(0.0),
    ));
    Ok(())
}

/// A body between plates that meet: they cannot, and a step has to say so.
pub(super) fn squeezed(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let plate = |y: f64, v: f64| {
        wall([1.0, 0.1, 1.0], [0.0, y, 0.0], &format!("motion = {{ velocity = [0, {v}, 0] }}"))
    };
    let scene = head([0.0; 3], 1.0 / 30.0, 15, 1e-4, "")
        + &block([0.1; 3], [2; 3], [0.0; 3], 1e5, "")
        + &plate(0.12, -0.2)
        + &plate(-0.12, 0.2);
    let (unsolved, before) = (court.unsolved, court.crossings);
    let mut last = None;
    let world = court.play("squeezed", &scene, &mut |_, record| last = Some(record.report.outcome))?;
    let (made, crossed) = (world.step_number(), court.crossings - before);
    let word = last.map_or("none", Outcome::word);
    let honest = made < 15 && last == Some(Outcome::Locked);
    claims.push(Claim::new(
        "a body between plates that meet: an honest outcome, and nothing crossed",
        "yes",
        format!("{made} of 15 steps made, then `{word}`, {crossed} crossings"),
        honest && crossed == 0,
    ));
    court.unsolved = unsolved;
    Ok(())
}
