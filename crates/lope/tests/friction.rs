//! Friction on surfaces of triangles: Coulomb's law holds whatever the mesh is, on flat and on hollow ones, and embedded bodies
//! collide as what is seen.

mod crossing;
mod fixture;

use std::collections::{BTreeMap, BTreeSet};

use crossing::Skin;
use fixture::{good_step, scene, sum};
use lope::contact::barrier::{
    Barrier, BarrierFriction, Collider, CollisionMesh, Gap, Profile, Rules, Sticking, Surfaces,
};
use lope::energy::{Energy, Interaction, Weighted};
use lope::geometry::FileMesh;
use lope::geometry::mesh::TetMesh;
use lope::geometry::shape::{cuboid, sphere};
use lope::geometry::surface::boundary;
use lope::math::vec3::Vec3;
use lope::scene::Scene;
use lope::scene::build::{MeshSource, NamedMesh, build_with};
use lope::world::World;

const G: f64 = 9.81;

/// Meshes that scenes name.
struct Meshes(Vec<(&'static str, FileMesh)>);

impl MeshSource for Meshes {
    fn mesh(&self, name: &str) -> Result<NamedMesh, String> {
        let found = self.0.iter().find(|(own, _)| *own == name).ok_or("no such mesh")?;
        Ok(NamedMesh { mesh: found.1.clone(), digest: name.to_owned() })
    }
}

/// A sheet of triangles over the square from −1 to 1 with heights; the diagonals of cells run to and fro.
fn sheet(cells: [u32; 2], height: impl Fn(f64, f64) -> f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for (i, k) in (0..=cells[0]).flat_map(|i| (0..=cells[1]).map(move |k| (i, k))) {
        let [x, z] = [(i, cells[0]), (k, cells[1])].map(|(i, n)| 2.0 * f64::from(i) / f64::from(n) - 1.0);
        points.push([x, height(x, z), z]);
    }
    let side = cells[1] + 1;
    for (i, k) in (0..cells[0]).flat_map(|i| (0..cells[1]).map(move |k| (i, k))) {
        let [a, b, c, d] = [side * i + k, side * i + k + 1, side * (i + 1) + k + 1, side * (i + 1) + k];
        triangles.extend(if (i + k) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
    }
    (points, triangles)
}

/// The same over the square from −`half` to `half`.
fn scaled_sheet(cells: u32, half: f64, height: impl Fn(f64, f64) -> f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut points, triangles) = sheet([cells; 2], |_, _| 0.0);
    points.iter_mut().for_each(|p| *p = [half * p[0], height(half * p[0], half * p[2]), half * p[2]]);
    (points, triangles)
}

/// The same times lengths.
fn scaled((mut points, triangles): (Vec<Vec3>, Vec<[u32; 3]>), by: [f64; 3]) -> FileMesh {
    points.iter_mut().for_each(|p| *p = [0, 1, 2].map(|i| p[i] * by[i]));
    FileMesh { points, triangles, ..FileMesh::default() }
}

/// The surface of a solid, as a mesh of its own.
fn shell(solid: &TetMesh) -> FileMesh {
    let surface = boundary(solid);
    let kept: Vec<u32> = surface.vertices();
    let place = |corner: u32| kept.iter().position(|vertex| *vertex == corner).expect("a vertex") as u32;
    let triangles = surface.triangles.iter().map(|t| t.map(place)).collect();
    let points = kept.iter().map(|vertex| solid.points[*vertex as usize]).collect();
    FileMesh { points, triangles, ..FileMesh::default() }
}

/// Points, or a sheet of them, above a sheet: the force of the barrier on each, and that of friction with the coefficient 1 if they slide along z.
fn pressed(
    (points, above): (&[Vec3], Vec<[u32; 3]>),
    sheet: (Vec<Vec3>, Vec<[u32; 3]>),
    dhat: f64,
) -> Vec<(Vec3, Vec3)> {
    let nodes = points.len() as u32;
    let weighted = |range: std::ops::Range<u32>| {
        let mut points = Weighted::default();
        range.for_each(|node| _ = points.push([(node, 1.0)]));
        points
    };
    let (rest, triangles) = sheet;
    let x: Vec<f64> = points.iter().chain(&rest).flatten().copied().collect();
    let dust = Collider {
        points: weighted(0..nodes),
        rest: points.to_vec(),
        triangles: above,
        young: 1e6,
        ..Collider::default()
    };
    let below = weighted(nodes..nodes + rest.len() as u32);
    let led = f64::INFINITY;
    let floor = Collider { points: below, rest, triangles, young: led, led: true, ..Collider::default() };
    let (pairs, apart) = (BTreeMap::new(), BTreeSet::from([[0, 0]]));
    let rules = Rules { stiffness: Some(1e4), rigid: 1e8, friction: 1.0, pairs, apart };
    let gap = Gap { profile: Profile::Log, dhat, thickness: 0.0 };
    let surfaces = Surfaces::new(CollisionMesh::new(&[dust, floor], Vec::new(), dhat), rules, gap);
    let mut barrier = Barrier::new(surfaces.clone());
    barrier.collect(&x);
    let mut friction = BarrierFriction::new(surfaces, 1e-9, Sticking::C1, 0);
    friction.begin(&x, 0.0);
    let v: Vec<f64> = (0..x.len()).map(|i| f64::from(u8::from(i % 3 == 2 && i < 3 * points.len()))).collect();
    let [push, rub] = [sum(&barrier, &x).1, sum(&friction, &v).1];
    let of = |list: &[f64], point: usize| [0, 1, 2].map(|i| -list[3 * point + i]);
    (0..points.len()).map(|point| (of(&push, point), of(&rub, point))).collect()
}

/// What the parts of a surface take back from each other must not be rubbed against.
#[test]
fn friction_on_flat_and_hollow_meshes_is_that_of_the_normal_force() {
    for cells in [2, 7, 40, 100] {
        for dhat in [0.01, 0.05] {
            // A floor, and troughs: straight for what slides.
            for depth in [0.0, 0.02, 0.25] {
                let trough = |x: f64, _: f64| depth * x * x;
                // Above the chords of the trough.
                let sag = depth / f64::from(cells * cells);
                // Of meshes that have nothing to do with each other but for the edge in the middle.
                let (points, triangles) = scaled_sheet(22, 0.8, |x, z| trough(x, z) + sag + 0.4 * dhat);
                let (mut normal, mut rubbing) = (0.0, 0.0);
                for (push, friction) in pressed((&points, triangles), sheet([cells; 2], trough), dhat) {
                    normal += push[0].hypot(push[1]);
                    rubbing -= friction[2];
                }
                let ratio = rubbing / normal;
                // Beside the rim of the sheet above, pushes are oblique.
                assert!((ratio - 1.0).abs() < 0.015, "{cells} cells, d̂ {dhat}, depth {depth}: {ratio}");
            }
        }
    }
}

/// In a groove of a right angle both sides push, and friction is that of both: √2 times that of their sum.
#[test]
fn friction_in_a_groove_is_that_of_both_sides() {
    let groove = |x: f64, _: f64| x.abs();
    for s in [0.05, 0.3, 0.6, 0.69] {
        // At a distance of s d̂ from both sides; the bottom is √2 times as far.
        let dhat = 0.05;
        let point = [0.0, s * dhat * 2_f64.sqrt(), 0.13];
        let (push, friction) = pressed((&[point], Vec::new()), sheet([2, 2], groove), dhat)[0];
        assert!(push[0].abs() < 1e-9 * push[1], "{push:?}");
        let ratio = -friction[2] / push[1];
        assert!((ratio / 2_f64.sqrt() - 1.0).abs() < 1e-9, "{s}: {ratio}");
    }
}

/// A box on an obstacle of triangles.
fn on_mesh(gravity: Vec3, h: f64, contact: &str, body: &str, mesh: FileMesh) -> World {
    let text = format!(
        "gravity = {gravity:?}\n[time]\nstep = {h}\nsteps = 1\n[solver]\ntolerance = 1e-7\nmax_iterations = 400\n\
         [contact]\n{contact}\n[[body]]\n{body}\n\
         material = {{ model = \"stable-neo-hookean\", log = true, young = 1e7, poisson = 0.4, density = 1000 }}\n\
         [[obstacle]]\nname = \"floor\"\nshape = \"mesh\"\npath = \"floor\"\n"
    );
    let meshes = Meshes(vec![("floor", mesh)]);
    build_with(&scene(&text, &[]), &meshes).expect("a scene").world
}

/// The acceleration of a body along z while it slides.
fn acceleration(world: &mut World, h: f64, [first, last]: [usize; 2]) -> f64 {
    let mass: f64 = world.mass().iter().sum();
    let (mut start, skin) = (0.0, Skin::of(world, &[]));
    for number in 1..=last {
        good_step(world, h);
        assert!(skin.crossings(&world.state().x).is_empty());
        if number == first {
            start = world.ledger().momentum[2];
        }
    }
    (world.ledger().momentum[2] - start) / mass / (h * (last - first) as f64)
}

#[test]
fn a_box_slides_down_a_slope_of_triangles_as_down_a_plane() {
    let (mu, tangent, h) = (0.4, 0.5_f64, 0.01);
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let gravity = [0.0, -G * cosine, G * tangent * cosine];
    let exact = G * cosine * (tangent - mu);
    let body =
        "mesh = { shape = \"box\", size = [0.1, 0.05, 0.1], cells = [4, 2, 4] }\ntranslate = [0, 0.0252, 0]";
    // As coarse as a box, as fine as the body with edges under its vertices, finer.
    for cells in [1, 16, 37] {
        let floor = scaled(sheet([cells; 2], |_, _| 0.0), [0.2, 1.0, 0.2]);
        let mut world = on_mesh(gravity, h, &format!("friction = {mu}"), body, floor);
        let found = acceleration(&mut world, h, [5, 25]);
        assert!((found / exact - 1.0).abs() < 0.02, "{cells} cells: {found} m/s², not {exact}");
    }
}

/// g (sin θ − √2 μ cos θ) in a groove of a right angle.
#[test]
fn a_box_slides_down_a_groove_with_the_friction_of_both_sides() {
    let (mu, tangent, h) = (0.2, 0.5_f64, 0.01);
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let gravity = [0.0, -G * cosine, G * tangent * cosine];
    let exact = G * cosine * (tangent - 2_f64.sqrt() * mu);
    let body = "mesh = { shape = \"box\", size = [0.08, 0.08, 0.1], cells = [4, 4, 3] }\n\
                rotate = { axis = [0, 0, 1], angle = 45 }\ntranslate = [0, 0.0571, 0]";
    for cells in [[2, 1], [18, 16]] {
        let groove = scaled(sheet(cells, |x, _| x.abs()), [0.15, 0.15, 0.3]);
        let mut world = on_mesh(gravity, h, &format!("friction = {mu}"), body, groove);
        let found = acceleration(&mut world, h, [8, 28]);
        assert!((found / exact - 1.0).abs() < 0.03, "{cells:?} cells: {found} m/s², not {exact}");
    }
}

#[test]
fn landing_on_triangles_has_friction_in_the_same_step() {
    let (h, mu, mass) = (0.002, 0.3, 0.5);
    let body = "mesh = { shape = \"box\", size = [0.1, 0.05, 0.1], cells = [2, 1, 2] }\ntranslate = [0, 0.03, 0]\n\
                velocity = [0, -1, 1]";
    let floor = scaled(sheet([9, 9], |_, _| 0.0), [0.2, 1.0, 0.2]);
    let mut world = on_mesh([0.0, -G, 0.0], h, "friction = 0.3", body, floor);
    let (mut before, mut landed) = (world.ledger().momentum, 0);
    for number in 1..=20 {
        good_step(&mut world, h);
        let now = world.ledger().momentum;
        let normal = now[1] - before[1] + mass * G * h;
        if normal > 1e-3 {
            landed += 1;
            let ratio = (before[2] - now[2]) / normal;
            assert!((ratio / mu - 1.0).abs() < 0.015, "step {number}: {ratio}");
        }
        before = now;
    }
    assert!(landed > 15);
}

/// A fine ball in a coarse solid falls on another one and on a block: what is seen never crosses, though the solids would.
#[test]
fn embedded_bodies_collide_as_what_is_seen() {
    let ball = shell(&sphere(0.05, 8).expect("a ball"));
    let block = shell(&cuboid([0.2, 0.04, 0.2], [5, 1, 5]).expect("a block"));
    let meshes = Meshes(vec![("ball", ball), ("block", block)]);
    let body = |file: &str, edge: f64, y: f64, more: &str| {
        format!(
            "[[body]]\nmesh = {{ file = \"{file}\", tetrahedralize = {{ edge = {edge} }}, embed = true }}\n\
             translate = [0.005, {y}, 0.003]\n\
             material = {{ model = \"stable-neo-hookean\", log = true, young = 2e4, poisson = 0.4, density = 1000 }}\n{more}\n"
        )
    };
    let text = "[time]\nstep = 0.01\nsteps = 1\n[contact]\ndhat = 1e-3\nfriction = 0.3\n".to_owned()
        + &body("ball", 0.05, 0.16, "velocity = [0, -2, 0]")
        + &body("ball", 0.05, 0.055, "")
        + &body("block", 0.04, -0.02, "[[body.pin]]\nwhere = { box = [[-1, -1, -1], [1, -0.019, 1]] }\n");
    let mut world = build_with(&scene(&text, &[]), &meshes).expect("a scene").world;
    let (mut triangles, mut first) = (Vec::new(), 0);
    for body in world.bodies() {
        let skin = body.skin.as_ref().expect("a skin");
        triangles.extend(skin.triangles.iter().map(|t| t.map(|i| i + first)));
        first += skin.embedding.len() as u32;
    }
    let seen = Skin::of_triangles(triangles);
    let solids = Skin::of(&world, &[]);
    let mut crossed = 0;
    for number in 1..=40 {
        good_step(&mut world, 0.01);
        let mut x = Vec::new();
        for (number, body) in world.bodies().iter().enumerate() {
            let skin = body.skin.as_ref().expect("a skin");
            let mut points = vec![0.0; 3 * skin.embedding.len()];
            skin.embedding.apply(world.points_of(number).as_flattened(), &mut points);
            x.extend(points);
        }
        let found = seen.crossings(&x);
        assert!(found.is_empty(), "step {number}: {} crossings, {:?}", found.len(), found[0]);
        crossed += solids.crossings(&world.state().x).len();
    }
    assert!(world.ledger().contact > 0.0, "they lie on each other");
    assert!(crossed > 0, "the solids around them do cross: it is the skins that meet");
}

/// The lowest place of what is seen of the only body, and of the nodes of its solid.
fn lowest(world: &World) -> [f64; 2] {
    let least = |x: &[f64]| x.iter().skip(1).step_by(3).copied().fold(f64::INFINITY, f64::min);
    let skin = world.bodies()[0].skin.as_ref().expect("a skin");
    let mut points = vec![0.0; 3 * skin.embedding.len()];
    skin.embedding.apply(&world.state().x, &mut points);
    [least(&points), least(&world.state().x)]
}

/// A fine block or ball that rides along in a coarse solid, above a floor.
fn embedded((file, edge): (&str, f64), floor: &str, more: &str, keys: &[&str]) -> World {
    let block = shell(&cuboid([0.2, 0.1, 0.2], [6, 3, 6]).expect("a block"));
    let ball = shell(&sphere(0.05, 8).expect("a ball"));
    let meshes = Meshes(vec![("block", block), ("ball", ball)]);
    let text = format!(
        "[time]\nstep = 0.005\nsteps = 1\n[solver]\ntolerance = 1e-6\n[[body]]\nname = \"block\"\n\
         mesh = {{ file = \"{file}\", tetrahedralize = {{ edge = {edge} }}, embed = true }}\n\
         material = {{ model = \"arap\", young = 1e5, poisson = 0.3, density = 1000 }}\n{more}\n\
         [[obstacle]]\nshape = \"plane\"\n{floor}\n"
    );
    build_with(&scene(&text, keys), &meshes).expect("a scene").world
}

/// Whatever pushes it and whoever solves it: what is seen of a ball comes to rest on the floor, and the solid around it does not.
#[test]
fn embedded_bodies_rest_on_penalties_and_collision_springs_as_what_is_seen() {
    let spring = "model = \"spring\"\nstiffness = 1e3\nmargin = 1e-3";
    let all = [
        ("model = \"penalty\"\nstiffness = 1e7", "newton"),
        (spring, "newton"),
        (spring, "local-global"),
        (spring, "admm"),
        (spring, "xpbd"),
    ];
    for (floor, method) in all {
        let more =
            "translate = [0, 0.052, 0]\nrotate = { axis = [1, 0, 1], angle = 30 }\n[body.damping]\ndrag = 5";
        let mut world = embedded(("ball", 0.05), floor, more, &[&format!("solver.method=\"{method}\"")]);
        let [seen, solid] = lowest(&world);
        assert!(
            (solid - seen).abs() > 0.004,
            "{method}: the solid begins at {solid} and what is seen at {seen}"
        );
        (0..200).for_each(|_| _ = world.advance(0.005));
        let [seen, solid] = lowest(&world);
        assert!(seen < -1e-5 && seen > -2.5e-3, "{floor} {method}: what is seen is at {seen}");
        assert!((solid - seen).abs() > 0.003, "{floor} {method}: the solid is at {solid}");
    }
}

/// An embedded block slides on and is slowed by μg, whoever pushes it up.
#[test]
fn friction_slows_what_is_seen_by_its_weight() {
    for floor in
        ["model = \"penalty\"\nstiffness = 1e7", "model = \"spring\"\nstiffness = 1e3\nmargin = 1e-3"]
    {
        let floor = format!("{floor}\nfriction = 0.2");
        let more = "translate = [0, 0.0495, 0]\nvelocity = [2, 0, 0]\n[body.damping]\nnonrigid = 0.2";
        let mut world = embedded(("block", 0.09), &floor, more, &[]);
        let speed = |world: &World| {
            let v = world.state().v.iter().step_by(3);
            let momentum: f64 = v.zip(world.mass()).map(|(v, mass)| v * mass).sum();
            momentum / world.mass().iter().sum::<f64>()
        };
        (0..60).for_each(|_| _ = good_step(&mut world, 0.005));
        let before = speed(&world);
        (0..60).for_each(|_| _ = good_step(&mut world, 0.005));
        let slowed = (before - speed(&world)) / 0.3;
        assert!((slowed - 0.2 * G).abs() < 0.02 * 0.2 * G, "{floor}: {slowed} m/s² of {}", 0.2 * G);
    }
}

/// A block hangs by vertices of its embedded surface: the springs carry the weight, and their force is told.
#[test]
fn attachments_hold_embedded_vertices() {
    let more = "translate = [0, 1, 0]\n[body.damping]\ndrag = 5\n[[body.attach]]\nembedded = true\nstiffness = 200\n\
                where = { box = [[-1, 0.049, -1], [1, 1, 1]] }";
    for method in ["newton", "local-global", "xpbd"] {
        let keys = [&*format!("solver.method=\"{method}\"")];
        let mut world = embedded(("block", 0.09), "stiffness = 1", more, &keys);
        let (_, hold) = world.grips().next().expect("an attachment");
        assert!(hold.is_embedded());
        let (count, targets) = (hold.targets().len(), hold.targets().to_vec());
        assert_eq!(count, 49, "the vertices on the upper side");
        assert!(targets.iter().all(|target| (target[1] - 1.05).abs() < 1e-12));
        (0..300).for_each(|_| _ = world.advance(0.005));
        let skin = world.bodies()[0].skin.as_ref().expect("a skin");
        let mut points = vec![0.0; 3 * skin.embedding.len()];
        skin.embedding.apply(&world.state().x, &mut points);
        // The upper vertices, each at its own place below its target.
        let sunk = |target: &[f64; 3]| {
            let near = |p: &&[f64; 3]| (p[0] - target[0]).abs() < 1e-2 && (p[2] - target[2]).abs() < 1e-2;
            let upper = points.as_chunks::<3>().0.iter().filter(near);
            target[1] - upper.map(|p| p[1]).fold(f64::NEG_INFINITY, f64::max)
        };
        let carried: f64 = targets.iter().map(|target| 200.0 * sunk(target)).sum();
        let weight = G * world.mass().iter().sum::<f64>();
        assert!((carried - weight).abs() < 0.01 * weight, "{method}: {carried} N of {weight} N");
    }
}

/// What has no embedded surface cannot be held by it, and such a surface has no groups.
#[test]
fn attachments_to_what_is_not_embedded_are_refused() {
    let text = |mesh: &str, region: &str| {
        format!(
            "[time]\nstep = 0.01\nsteps = 1\n[[body]]\nname = \"a\"\nmesh = {mesh}\nmaterial = {{ model = \"arap\", young = 1e5, poisson = 0.3 }}\n\
             [[body.attach]]\nembedded = true\nstiffness = 1\nwhere = {region}\n"
        )
    };
    let file = "{ file = \"a.obj\", tetrahedralize = { edge = 1 }, embed = true }";
    for (mesh, region, words) in [
        (
            "{ shape = \"box\" }",
            "{ all = true }",
            "body.0.attach.0.embedded: the body has no embedded surface",
        ),
        (file, "{ group = \"top\" }", "body.0.attach.0.where.group: groups are of the solid"),
    ] {
        let error = Scene::from_text("a.toml", &text(mesh, region), &[]).expect_err("refused").to_string();
        assert!(error.contains(words), "{error}");
    }
    assert!(Scene::from_text("a.toml", &text(file, "{ all = true }"), &[]).is_ok());
}
