//! The front door: what a program writes is what a scene file says, to the bit, and is refused in the same words.

use std::error::Error;
use std::fs;
use std::path::Path;

use lope::geometry::shape::cuboid;
use lope::method::StabilizedNewton;
use lope::observe::Nobody;
use lope::scene::build::build;
use lope::scene::model::{Damping, Number, Shape, Start, Where};
use lope::scene::schedule::Schedule;
use lope::scene::{Problem, Scene};
use lope::world::World;
use lope::{
    Body, Contact, ContactModel, Integrator, Material, Mesh, Method, Model, Motion, Obstacle, Pin, Problems,
    Simulation, Springs,
};

mod fixture;

use fixture::bits;

fn jelly() -> Material {
    Material::new(Model::FixedCorotated).young(1e5).poisson(0.4)
}

/// A body of the mesh, alone in the world.
fn alone(mesh: impl Into<Mesh>) -> Simulation {
    Simulation::new().body(Body::solid(mesh, jelly()))
}

fn refused(simulation: &Simulation) -> Problems {
    simulation.build().err().expect("refused")
}

/// The one thing that is wrong, as a line.
fn complaint(simulation: &Simulation) -> String {
    let problems = refused(simulation);
    assert_eq!(problems.len(), 1, "{problems}");
    problems.to_string()
}

/// Runs both, the scene as the runner does; they must agree in every bit after every step.
fn same(simulation: &Simulation, text: &str) -> World {
    let scene = Scene::from_text("door.toml", text, &[]).expect("a valid scene");
    let mut theirs = build(&scene).expect("a scene that builds").world;
    let mut ours = simulation.build().expect("a simulation that builds");
    let schedule = Schedule::new(&scene.time);
    assert_eq!(ours.ledger(), theirs.ledger(), "at the start");
    for number in 1..=schedule.steps {
        let theirs = theirs.advance_to(schedule.length(number), schedule.time(number), &mut Nobody);
        let step = ours.advance(schedule.step_length());
        assert!(step.committed && theirs.committed, "{:?}", step.report);
        assert_eq!(
            (step.time.to_bits(), step.ledger),
            (theirs.time.to_bits(), theirs.ledger),
            "step {number}"
        );
    }
    assert_eq!(bits(&ours.state().x), bits(&theirs.state().x));
    assert_eq!(bits(&ours.state().v), bits(&theirs.state().v));
    ours
}

#[test]
fn a_hanging_cube_has_the_bits_of_its_scene() {
    let cube = Body::solid(Mesh::cuboid([1.0; 3], [3; 3]), jelly()).pin(|[_, y, _]| y > 0.49);
    let world = same(
        &Simulation::new().body(cube),
        r#"
            [time]
            step = 0.1
            steps = 8
            [[body]]
            mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
            material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
            pin = [{ where = { plane = { point = [0, 0.49, 0], normal = [0, 1, 0] } } }]
        "#,
    );
    assert_eq!(world.time().to_bits(), (8.0 * 0.1_f64).to_bits(), "no rounding adds up");
    assert_eq!(world.bodies()[0].name, "body");
}

#[test]
fn bodies_obstacles_contact_and_scripts_have_the_bits_of_their_scene() {
    let rubber = Material::new(Model::StableNeoHookean).mu(4e4).lambda(6e4).density(900.0);
    let pulled = Pin::new(|[x, _, _]| x > 0.49)
        .motion(Motion::new().start(0.05).velocity([0.0, 0.5, 0.0]).rotation(
            [1.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            2.0,
        ))
        .release(0.15);
    let bar = Body::solid(Mesh::cuboid([1.0, 0.25, 0.25], [4, 1, 1]), rubber)
        .name("bar")
        .rotate([0.0, 1.0, 0.0], 30.0)
        .translate([0.0, 2.0, 0.0])
        .rayleigh(0.01)
        .pin_vertices([0, 1, 2])
        .pin_with(pulled);
    let cube = Body::solid(Mesh::cuboid([1.0; 3], [2; 3]), jelly())
        .name("cube")
        .scale([0.5, 0.4, 0.5])
        .translate([0.2, 0.25, 0.0])
        .velocity([0.5, -2.0, 0.0])
        .angular_velocity([0.0, 0.0, 1.0])
        .drag(0.1);
    let simulation = Simulation::new()
        .gravity([0.0, -5.0, 0.0])
        .integrator(Integrator::Bdf2)
        .substeps(2)
        .method(Method::ProjectedNewton)
        .tolerance(1e-5)
        .body(bar)
        .body(cube)
        .obstacle(
            Obstacle::plane([0.0; 3], [0.0, 1.0, 0.0])
                .model(ContactModel::Penalty)
                .stiffness(1e6)
                .friction(0.2),
        )
        .obstacle(
            Obstacle::sphere([0.4, 0.0, 0.0], 0.1)
                .stiffness(1e4)
                .motion(Motion::new().velocity([-0.1, 0.0, 0.0])),
        )
        .contact(Contact::penalty(1e6).friction(0.1));
    same(
        &simulation,
        r#"
            gravity = [0, -5, 0]
            [time]
            step = "1/24"
            steps = 6
            integrator = "bdf2"
            substeps = 2
            [solver]
            method = "projected-newton"
            tolerance = 1e-5
            [[body]]
            name = "bar"
            mesh = { shape = "box", size = [1, 0.25, 0.25], cells = [4, 1, 1] }
            material = { model = "stable-neo-hookean", mu = 4e4, lambda = 6e4, density = 900 }
            rotate = { axis = [0, 1, 0], angle = 30 }
            translate = [0, 2, 0]
            damping = { rayleigh = 0.01 }
            [[body.pin]]
            where = { vertices = [0, 1, 2] }
            [[body.pin]]
            where = { box = [[0.49, -1, -1], [1, 1, 1]] }
            motion = { start = 0.05, velocity = [0, 0.5, 0], rotation = { axis = [1, 0, 0], center = [0, 2, 0], rate = 2 } }
            release = 0.15
            [[body]]
            name = "cube"
            mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
            material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
            scale = [0.5, 0.4, 0.5]
            translate = [0.2, 0.25, 0]
            velocity = [0.5, -2, 0]
            angular_velocity = [0, 0, 1]
            damping = { drag = 0.1 }
            [[obstacle]]
            shape = "plane"
            normal = [0, 1, 0]
            model = "penalty"
            stiffness = 1e6
            friction = 0.2
            [[obstacle]]
            shape = "sphere"
            radius = 0.1
            translate = [0.4, 0, 0]
            stiffness = 1e4
            motion = { velocity = [-0.1, 0, 0] }
            [contact]
            model = "penalty"
            stiffness = 1e6
            friction = 0.1
        "#,
    );
}

#[test]
fn memory_and_shapes_are_the_same_mesh() {
    let mesh = cuboid([1.0, 0.5, 0.5], [4, 2, 2]).expect("a box");
    let text = |mesh: &str| {
        format!(
            "[time]\nstep = \"1/24\"\nsteps = 3\n[[body]]\nmesh = {mesh}\n\
             material = {{ model = \"fixed-corotated\", young = 1e5, poisson = 0.4 }}\n\
             pin = [{{ where = {{ box = [[-0.51, -1, -1], [-0.49, 1, 1]] }} }}]"
        )
    };
    let shape = text("{ shape = \"box\", size = [1, 0.5, 0.5], cells = [4, 2, 2] }");
    let pinned = |mesh: Mesh| Simulation::new().body(Body::solid(mesh, jelly()).pin(|p| p[0] < -0.49));
    same(&pinned(Mesh::cuboid([1.0, 0.5, 0.5], [4, 2, 2])), &shape);
    same(&pinned(Mesh::tets(mesh.points.clone(), mesh.tets.clone())), &shape);
    same(&pinned(mesh.into()), &shape);
}

#[test]
fn cloth_and_plane_solids_have_the_bits_of_their_scenes() {
    let sheet = Mesh { size: Some(vec![Number(1.0); 2]), ..Mesh::new(Shape::Sheet, 4) };
    let springs = Springs::new(500.0).shear(100.0).bending(10.0).density(0.2);
    same(
        &Simulation::new().body(Body::springs(sheet, springs).pin_vertices([0, 4])),
        r#"
            [time]
            step = "1/24"
            steps = 4
            [[body]]
            kind = "springs"
            mesh = { shape = "sheet", size = [1, 1], cells = 4 }
            springs = { stiffness = 500, shear = 100, bending = 10, density = 0.2 }
            pin = [{ where = { vertices = [0, 4] } }]
        "#,
    );
    let start = Start::Stretch([1.2, 0.9, 1.0].map(Number));
    let plate = Body::solid(Mesh::rectangle([1.0, 0.5], [4, 2]), jelly()).with(|body| {
        body.start = Some(start);
        body.damping = Damping { nonrigid: Number(0.1), ..Damping::default() };
    });
    let plate = plate.pin_with(Pin::new(|p| p[0] < -0.49).axes([true, false, false]));
    let plate = plate.pin_with(Pin::region(Where::Vertices(vec![0])));
    same(
        &Simulation::new()
            .dimension(2)
            .body(plate)
            .method(StabilizedNewton { max_iterations: 50, ..Default::default() }),
        r#"
            dimension = 2
            [time]
            step = "1/24"
            steps = 4
            [solver]
            method = "stabilized-newton"
            max_iterations = 50
            [[body]]
            mesh = { shape = "rectangle", size = [1, 0.5], cells = [4, 2] }
            material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
            start = { stretch = [1.2, 0.9, 1] }
            damping = { nonrigid = 0.1 }
            pin = [
                { where = { box = [[-1, -1, -1], [-0.49, 1, 1]] }, axes = [true, false, false] },
                { where = { vertices = [0] } },
            ]
        "#,
    );
    // The same plate from memory.
    let (points, triangles) = (vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
    let triangle = Body::solid(Mesh::triangles(points.clone(), triangles.clone()), jelly());
    assert!(Simulation::new().dimension(2).body(triangle).build().is_ok());
    let cloth = Body::springs(Mesh::triangles(points.clone(), triangles), Springs::new(10.0).mass(1.0));
    let rope = Body::springs(Mesh::lines(points, vec![[0, 1], [1, 2]]), Springs::new(10.0).mass(1.0));
    let world = Simulation::new().body(cloth).body(rope).build().expect("a cloth and a rope");
    assert_eq!(world.bodies().iter().map(|body| body.springs).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(world.points_of(1)[1], [1.0, 0.0, 0.0]);
}

#[test]
fn what_is_wrong_is_said_in_the_words_of_the_scene() {
    let words = |problems: &[Problem]| -> Vec<(String, String)> {
        problems.iter().map(|problem| (problem.key.clone(), problem.message.clone())).collect()
    };
    let text = |rest: &str, material: &str| {
        format!(
            "[time]\nstep = 0.1\nsteps = 3\n{rest}\n[[body]]\nmesh = {{ shape = \"box\", cells = [2, 2, 0] }}\n\
             material = {{ {material} }}\npin = [{{ where = {{ vertices = [99] }}, release = -1 }}]"
        )
    };
    let material = Material::new(Model::FixedCorotated).young(-1.0).poisson(0.7).density(0.0);
    let mesh = Mesh::cuboid([1.0; 3], [2, 2, 0]);
    let pin = || Pin::vertices([99]).release(-1.0);
    let all = Simulation::new()
        .integrator(Integrator::Rk4)
        .tolerance(1e-6)
        .body(Body::solid(mesh, material).pin_with(pin()));
    let toml = text(
        "integrator = \"rk4\"\n[solver]\ntolerance = 1e-6",
        "model = \"fixed-corotated\", young = -1, poisson = 0.7, density = 0",
    );
    let theirs = Scene::from_text("door.toml", &toml, &[]).expect_err("wrong in six ways");
    let ours = refused(&all);
    assert_eq!(words(&ours), words(theirs.problems()));
    assert_eq!(ours.len(), 6, "{ours}");
    assert_eq!(ours.to_string().lines().count(), 6);

    assert!(complaint(&Simulation::new()).starts_with("body: a scene needs something that moves"));
    let cube = || Mesh::cuboid([1.0; 3], [2; 3]);
    let line = complaint(&Simulation::new().body(Body::solid(cube(), jelly()).pin_vertices([99])));
    assert_eq!(line, "body.0.pin.0.where: there is no vertex 99: the mesh has 27, numbered from 0");
    let line = complaint(&Simulation::new().body(Body::solid(cube(), jelly()).pin(|_| false)));
    assert_eq!(line, "body.0.pin.0.where.vertices: selects no vertex");
    let line = complaint(&alone(cube()).gravity([0.0, f64::NAN, 0.0]));
    assert_eq!(line, "gravity.1: NaN is not a finite number");
    let line = complaint(&alone(cube()).obstacle(Obstacle::sphere([0.0; 3], 1.0)));
    assert!(line.starts_with("obstacle.0.stiffness: "), "{line}");
    let line = complaint(&alone(Mesh::file("nowhere.msh")));
    assert!(line.starts_with("body.0.mesh.file: nowhere.msh"), "{line}");
    let held = Body::solid(Mesh::file("nowhere.msh"), jelly()).pin(|p| p[0] > 0.0);
    assert_eq!(complaint(&Simulation::new().body(held)), line, "a function that has nothing to choose from");
}

#[test]
fn bad_meshes_in_memory_are_refused() {
    let points = || vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let tets = |points, tets| complaint(&alone(Mesh::tets(points, tets)));
    let line = tets(points(), vec![[0, 1, 2, 3], [0, 1, 2, 4]]);
    assert_eq!(
        line,
        "body.0.mesh: cells that name a vertex beyond the 4 there are: 1; vertices count from 0"
    );
    for bad in [f64::NAN, f64::INFINITY] {
        let mut points = points();
        points[2][1] = bad;
        let line = tets(points, vec![[0, 1, 2, 3]]);
        assert!(line.starts_with("body.0.mesh: vertices with a coordinate that is not finite: 2;"), "{line}");
    }
    assert!(tets(points(), vec![[0, 1, 2, 2]]).contains("cells that name a vertex twice: 0"));
    let flat = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    assert!(tets(flat, vec![[0, 1, 2, 3]]).contains("flat cells"));
    let mut loose = points();
    loose.push([2.0; 3]);
    assert!(
        tets(loose, vec![[0, 1, 2, 3]]).contains("vertices that belong to no cell and so have no mass: 4")
    );
    assert!(tets(points(), Vec::new()).contains("a solid needs tetrahedra"));
    assert!(tets(Vec::new(), Vec::new()).contains("a solid needs tetrahedra"));
    // Nets are not looked at by the gate of solids.
    let rope = Body::springs(Mesh::lines(points(), vec![[0, 1], [3, 4]]), Springs::new(1.0).mass(1.0));
    assert!(complaint(&Simulation::new().body(rope)).contains("beyond the 4 there are: 1;"));
    // A group that names what is not there.
    let mut mesh = cuboid([1.0; 3], [1; 3]).expect("a box");
    mesh.groups.entry("left".into()).or_default().vertices = vec![0, 8];
    assert!(complaint(&alone(mesh)).contains("the group \"left\" names a vertex beyond the 8 there are"));
    // Keys of shapes and files.
    let both = Mesh { file: Some("a.msh".into()), ..Mesh::tets(points(), vec![[0, 1, 2, 3]]) };
    assert!(complaint(&alone(both)).ends_with("is in memory, and has shape or file as well; keep one"));
    let stray = Mesh { radius: Some(Number(1.0)), ..Mesh::tets(points(), vec![[0, 1, 2, 3]]) };
    assert!(complaint(&alone(stray)).starts_with("body.0.mesh.radius: does not belong"));
}

/// The numbering of corners is a convention, and many programs have the other one: as with files, it is mended and told.
#[test]
fn tetrahedra_numbered_the_other_way_round_are_turned_and_told() {
    let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let simulation = alone(Mesh::tets(points, vec![[0, 2, 1, 3]]));
    let built = build(&simulation.scene().expect("a valid scene")).expect("a world");
    assert_eq!(built.notes, ["body: turned 1 flipped cells to positive orientation: 0"]);
    assert_eq!(built.world.ledger().inverted, 0);
}

#[test]
fn a_mesh_in_memory_is_not_written_into_a_scene() {
    let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let scene = alone(Mesh::tets(points, vec![[0, 1, 2, 3]])).scene().expect("a valid scene");
    let error = scene.resolved_toml().expect_err("no key for it");
    assert!(error.to_string().contains("body.0.mesh: is in memory"), "{error}");
    let scene = alone(Mesh::sphere(0.5, 4)).scene().expect("a valid scene");
    let text = scene.resolved_toml().expect("a scene");
    assert_eq!(Scene::from_text("again.toml", &text, &[]).expect("a valid scene"), scene);
}

#[test]
fn problems_are_an_error_like_any_other() {
    fn build_it(simulation: &Simulation) -> Result<World, Box<dyn Error>> {
        Ok(build(&simulation.scene()?)?.world)
    }
    let wrong = alone(Mesh::cuboid([1.0; 3], [2; 3])).tolerance(0.0).dimension(4);
    let error = build_it(&wrong).err().expect("two mistakes");
    assert_eq!(error.to_string(), refused(&wrong).to_string());
    let problems = error.downcast_ref::<Problems>().expect("the list is there");
    let keys: Vec<&str> = problems.iter().map(|problem| problem.key.as_str()).collect();
    assert_eq!(keys, ["dimension", "solver.tolerance"]);
    assert!(build_it(&alone(Mesh::cuboid([1.0; 3], [2; 3]))).is_ok());
}

#[test]
fn a_world_keeps_its_own_time() {
    let mut world = alone(Mesh::cuboid([1.0; 3], [1; 3])).build().expect("a world");
    assert_eq!(world.ledger(), world.audit(), "at the start");
    for h in [0.0, -0.1, f64::NAN, f64::INFINITY] {
        let record = world.advance(h);
        let mistake = record.mistake.expect("a mistake");
        assert!(!record.committed && mistake.contains("its length must be greater than 0"), "{mistake}");
    }
    let h = 0.1;
    let sum = (0..10).fold(0.0, |t, _| t + h);
    (0..10).for_each(|_| assert!(world.advance(h).committed));
    assert!(sum < 1.0, "rounding adds up");
    assert_eq!(world.time(), 1.0);
    assert!(world.advance(0.05).committed && world.advance(h).committed);
    assert!((world.time() - 1.15).abs() < 1e-14 && world.step_number() == 12);
    assert_eq!(world.ledger(), world.audit());
    assert_eq!(world.points().len(), 8);
    let speed = -9.81 * world.time();
    assert!(world.velocities().iter().all(|v| (v[1] - speed).abs() < 1e-6), "{:?}", world.velocities());
}

/// The README shows what the documentation of the library shows, which is compiled and run.
#[test]
fn the_readme_shows_the_example_of_the_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect(path);
    let (readme, library) = (read("../../README.md"), read("src/lib.rs"));
    let shown = readme.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```")).expect("Rust").0;
    let docs: String = library
        .lines()
        .filter_map(|l| l.strip_prefix("//!"))
        .map(|l| format!("{}\n", l.strip_prefix(' ').unwrap_or(l)))
        .collect();
    let run = docs.split_once("```\n").and_then(|(_, rest)| rest.split_once("```")).expect("an example").0;
    assert_eq!(shown, run);
}
