//! What is said about barriers that cannot be, and about starts that they cannot keep.

use super::with;
use crate::geometry::FileMesh;
use crate::scene::Kind::{self, Impossible, Missing};
use crate::scene::build::{MeshSource, NamedMesh, build, build_with, start_with};
use crate::scene::{Problem, Scene};

const IPC: &str = "contact={}";
const FLOOR: &str = "obstacle=[{name=\"floor\",shape=\"plane\",translate=[0,-0.51,0]}]";
/// Two cubes of 1 m, the second by so much above the first.
const BOTH: &str = "body=[{name=\"cube\",mesh={shape=\"box\",size=[1,1,1],cells=[4,4,4]},\
                    material={model=\"fixed-corotated\",young=1e5,poisson=0.4}},\
                    {name=\"second\",mesh={shape=\"box\",size=[1,1,1],cells=[2,2,2]},\
                    material={model=\"fixed-corotated\",young=1e6,poisson=0.4},translate=[0.03,HEIGHT,0.02]}]";

fn second(height: f64) -> String {
    BOTH.replace("HEIGHT", &height.to_string())
}

/// A file of the mesh that it holds.
struct Only(FileMesh);

impl MeshSource for Only {
    fn mesh(&self, _: &str) -> Result<NamedMesh, String> {
        Ok(NamedMesh { mesh: self.0.clone(), digest: String::new() })
    }
}

fn refused(scene: &Scene) -> Vec<Problem> {
    build(scene).map(|_| ()).expect_err("cannot start").iter().cloned().collect()
}

#[test]
fn impossible_barriers_are_explained_with_a_remedy() {
    let arap = "body.0.material={model=\"arap\",kappa=1e5}";
    // What is set, the key complained about, the kind and a part of the message.
    let table: [(&[&str], &str, Kind, &str); 26] = [
        (&["contact={dhat=0}"], "contact.dhat", Impossible, "greater than 0 m"),
        (&["contact={dhat=-1e-3}"], "contact.dhat", Impossible, "greater than 0 m"),
        (&["contact={stiffness=0}"], "contact.stiffness", Impossible, "greater than 0 Pa"),
        (&["contact={epsv=0}"], "contact.epsv", Impossible, "greater than 0 m/s"),
        (&["contact={thickness=-1}"], "contact.thickness", Impossible, "0 m or more"),
        (
            &["contact={force=\"secant\"}"],
            "contact.force",
            Impossible,
            "secant does not go with backward-euler: its work is the change of energy only in a scheme that goes by the middle",
        ),
        (
            &["contact={force=\"secant\"}", "time.integrator=stabilized", "time.stabilize=bdf2"],
            "contact.force",
            Impossible,
            "secant does not go with time.stabilize = bdf2",
        ),
        (
            &["contact={force=\"secant\",barrier=\"log\"}", "time.integrator=implicit-midpoint"],
            "contact.barrier",
            Impossible,
            "log does not go with the force secant, whose potential would be finite where a gap is closed; use rational",
        ),
        (
            &["contact={model=\"penalty\",stiffness=1e7,force=\"secant\"}"],
            "contact.force",
            Impossible,
            "would have no effect on the model penalty",
        ),
        (&["contact={friction=-0.1}"], "contact.friction", Impossible, "must be 0 or more"),
        (
            &["contact={pair=[{bodies=[\"cube\",\"cub\"]}]}"],
            "contact.pair.0.bodies.1",
            Impossible,
            "no body or obstacle \"cub\"; did you mean \"cube\"?",
        ),
        (
            &["contact={pair=[{bodies=[\"cube\",\"cube\"],friction=-1}]}"],
            "contact.pair.0.friction",
            Impossible,
            "must be 0 or more",
        ),
        (
            &[FLOOR, "contact={pair=[{bodies=[\"floor\",\"floor\"]}]}"],
            "contact.pair.0.bodies",
            Impossible,
            "obstacles do not meet each other: name a body",
        ),
        (
            &["obstacle=[{shape=\"plane\",model=\"ipc\"}]"],
            "obstacle.0.model",
            Impossible,
            "ipc needs [contact], which says how barriers are; add an empty one",
        ),
        (
            &["contact={model=\"penalty\",stiffness=1e7}", "obstacle=[{shape=\"plane\",model=\"ipc\"}]"],
            "obstacle.0.model",
            Impossible,
            "ipc does not go with penalty in [contact]; use one of them for both",
        ),
        (
            &[IPC, "obstacle=[{shape=\"plane\",model=\"spring\",stiffness=1e4}]"],
            "obstacle.0.model",
            Impossible,
            "spring does not go with barriers between bodies; remove this key, or [contact]",
        ),
        (
            &[IPC, "obstacle=[{shape=\"plane\",motion={rotation={axis=[0,0,1],rate=1}}}]"],
            "obstacle.0.motion",
            Impossible,
            "a plane with a barrier can be moved, not turned; turn a box",
        ),
        (
            &[IPC, "obstacle=[{shape=\"sphere\",radius=1,grid={cells=8},translate=[0,-3,0]}]"],
            "obstacle.0.grid",
            Impossible,
            "barriers take the surface itself; remove this key",
        ),
        (
            &["contact={model=\"penalty\",stiffness=1e7,dhat=1e-3}"],
            "contact.dhat",
            Impossible,
            "would have no effect on the model penalty; remove this key, or use ipc",
        ),
        (&["contact={model=\"penalty\"}"], "contact.stiffness", Missing, "required by the model penalty"),
        (
            &["contact={friction=0.3}", "time.integrator=quasistatic"],
            "contact.friction",
            Impossible,
            "goes by velocities, and quasistatic has none; set it to 0",
        ),
        (
            &[IPC, "obstacle=[{shape=\"plane\",friction=0.3}]", "time.integrator=quasistatic"],
            "contact.friction",
            Impossible,
            "goes by velocities",
        ),
        (&[IPC, "solver.method=lbfgs"], "contact.model", Impossible, "does not go with lbfgs, which knows"),
        (
            &[IPC, arap, "solver.method=local-global"],
            "contact.model",
            Impossible,
            "does not go with local-global",
        ),
        (&[IPC, "solver.method=admm"], "contact.model", Impossible, "does not go with admm"),
        (&[IPC, "solver.method=xpbd"], "contact.model", Impossible, "does not go with xpbd"),
    ];
    for (set, key, kind, message) in table {
        let error = with(set).expect_err(key);
        let [problem] = error.problems() else { panic!("{set:?}: {error}") };
        assert_eq!((problem.key.as_str(), problem.kind), (key, kind), "{set:?}: {problem}");
        assert!(problem.message.contains(message), "{set:?}: {problem}");
    }
}

#[test]
fn bodies_that_cross_are_refused_by_name_and_place() {
    assert!(build(&with(&[IPC, &second(1.01)]).expect("valid")).is_ok());
    let scene = with(&[IPC, &second(0.9)]).expect("valid");
    let problems = refused(&scene);
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    assert_eq!((problem.key.as_str(), problem.kind), ("contact", Impossible));
    for word in [
        "cube and second cross at the start: ",
        " pairs, for example triangle ",
        " of cube and triangle ",
        " of second at (",
        "move them apart",
        "collide = false",
        "--culprits DIR",
    ] {
        assert!(problem.message.contains(word), "{word}: {problem}");
    }
    // Where they are said to cross, both have a face.
    let place =
        problem.message.split(" at (").nth(1).and_then(|rest| rest.split(')').next()).expect("a place");
    let place: Vec<f64> = place.split(", ").map(|x| x.parse().expect("a number")).collect();
    let on = |center: [f64; 3]| (0..3).map(|k| (place[k] - center[k]).abs()).fold(0.0, f64::max);
    assert!((on([0.0; 3]) - 0.5).abs() < 1e-3 && (on([0.03, 0.9, 0.02]) - 0.5).abs() < 1e-3, "{place:?}");
    // It is a matter of both, and of nobody else.
    for pair in ["contact={between=false}", "contact={pair=[{bodies=[\"second\",\"cube\"],collide=false}]}"] {
        assert!(build(&with(&[pair, &second(0.9)]).expect("valid")).is_ok(), "{pair}");
    }
}

#[test]
fn bodies_that_touch_are_refused_too() {
    let problems = refused(&with(&[IPC, &second(1.0)]).expect("valid"));
    assert!(problems[0].message.contains("cube and second touch at the start: "), "{}", problems[0]);
    assert!(problems[0].message.contains("barriers need a gap: move them apart"), "{}", problems[0]);
    // The same gap, and a thickness that it is not larger than.
    let near = |gap: f64| with(&["contact={thickness=0.01}", &second(1.0 + gap)]).expect("valid");
    let problems = refused(&near(0.009));
    assert!(problems[0].message.contains("not farther apart than the thickness 0.0100 m"), "{}", problems[0]);
    assert!(build(&near(0.011)).is_ok());
}

#[test]
fn what_is_below_a_plane_is_refused_by_its_depth() {
    assert!(build(&with(&[IPC, FLOOR]).expect("valid")).is_ok());
    let problems = refused(&with(&[IPC, &FLOOR.replace("-0.51", "-0.4")]).expect("valid"));
    let message = &problems[0].message;
    assert!(
        message.starts_with(
            "cube is below the plane floor at the start: 25 vertices, the deepest by 0.100 m, vertex "
        ),
        "{message}"
    );
    assert!(build(&with(&[IPC, &FLOOR.replace("-0.51", "-0.5")]).expect("valid")).is_err(), "touches");
}

#[test]
fn a_surface_that_crosses_or_touches_itself_is_refused() {
    let cloth = "body=[{name=\"cloth\",kind=\"springs\",mesh={shape=\"sheet\",size=[1,1],cells=[4,4]},\
                 springs={stiffness=100,density=1}START}]";
    let scene = |start: &str| with(&[IPC, &cloth.replace("START", start)]).expect("valid");
    assert!(build(&scene("")).is_ok());
    let problems = refused(&scene(",start={stretch=[0,0,0]}"));
    assert!(problems[0].message.contains("cloth touches itself at the start"), "{}", problems[0]);
    let cube = with(&[IPC, "body.0.start={random={seed=3}}"]).expect("valid");
    let problems = refused(&cube);
    assert!(problems[0].message.contains("cube crosses itself at the start"), "{}", problems[0]);
    assert!(
        problems[0].message.contains("bodies = [\"cube\", \"cube\"], collide = false"),
        "{}",
        problems[0]
    );
    assert!(
        build(&with(&["contact={within=false}", "body.0.start={random={seed=3}}"]).expect("valid")).is_ok()
    );
}

#[test]
fn a_thickness_larger_than_the_gaps_at_rest_is_refused() {
    // Cells of 0.25 m: their altitudes are what is between a vertex and a triangle that it is not of.
    let problems = refused(&with(&["contact={thickness=0.2}"]).expect("valid"));
    assert_eq!(problems[0].key, "contact.thickness");
    assert!(
        problems[0].message.contains("must be smaller than what is between parts of cube at rest"),
        "{}",
        problems[0]
    );
    let alone = "contact={thickness=0.2,pair=[{bodies=[\"cube\",\"cube\"],collide=false}]}";
    assert!(build(&with(&[alone]).expect("valid")).is_ok());
}

#[test]
fn the_default_distance_is_the_least_of_three() {
    let told = |set: &[&str]| {
        build(&with(set).expect("valid")).expect("builds").start.expect("barriers").report()[0].clone()
    };
    let diagonal = told(&[IPC]);
    assert!(diagonal.starts_with("d̂ 0.00173 m (a thousandth of the diagonal)"), "{diagonal}");
    let plate = "body.0.mesh={shape=\"box\",size=[2,0.002,2],cells=[4,1,4]}";
    let rest = told(&[IPC, plate]);
    assert!(rest.starts_with("d̂ 0.00100 m (half of the least distance at rest)"), "{rest}");
    let fine = told(&[IPC, &second(500.0)]);
    assert!(fine.contains("a quarter of the median edge"), "{fine}");
    assert!(told(&["contact={dhat=0.01}"]).starts_with("d̂ 0.0100 m (contact.dhat)"));
    // A body that touches another at the start has a d̂ of its own all the same.
    let scene = with(&[IPC, &second(1.0)]).expect("valid");
    let start = start_with(&scene, &crate::scene::build::NoFiles).expect("built").expect("barriers");
    assert!(start.is_blocked() && start.report()[0].starts_with("d̂ 0.00"), "{}", start.report()[0]);
}

#[test]
fn a_check_says_what_there_is_to_know() {
    let body = "body=[{name=\"box\",mesh={shape=\"box\",size=[0.12,0.12,0.12],cells=[3,3,3]},\
                material={model=\"fixed-corotated\",young=1e5,poisson=0.4},translate=[0,0.07,0]}]";
    let floor = "obstacle=[{name=\"floor\",shape=\"plane\"}]";
    let scene = with(&[body, floor, "contact={friction=0.5}"]).expect("valid");
    let built = build(&scene).expect("builds");
    let lines = built.start.expect("barriers").report().join("\n");
    for words in [
        "κ 1.00e4 Pa",
        "surfaces of 56 vertices, 162 edges, 108 triangles",
        "least gap at the start 0.0100 m: vertex",
        "of box and the plane floor",
        "no surface is nearer to itself at rest than d̂",
        // [Li20]: ρ g h/κ = 0.1177.
        "box would rest about 1.69e-4 m above a floor: d̂ × 0.81",
        "what sticks on a slope of 13.3°, half of the angle of friction, creeps at 2.73e-4 m/s",
    ] {
        assert!(lines.contains(words), "{words}:\n{lines}");
    }
    assert!(built.notes.iter().all(|note| !note.contains("apart")), "{:?}", built.notes);
    let near = with(&[&body.replace("0.07", "0.06005"), floor, IPC]).expect("valid");
    let notes = build(&near).expect("builds").notes;
    assert!(notes.iter().any(|note| note.starts_with("box and floor start 5.00e-5 m apart")), "{notes:?}");
}

#[test]
fn who_is_nearer_to_itself_at_rest_is_named() {
    let plate = "body.0.mesh={shape=\"box\",size=[2,0.002,2],cells=[4,1,4]}";
    let told = |dhat: f64| {
        let scene = with(&[plate, &format!("contact={{dhat={dhat}}}")]).expect("valid");
        build(&scene).expect("builds").start.expect("barriers").report()[3].clone()
    };
    assert_eq!(told(0.0019), "no surface is nearer to itself at rest than d̂");
    let line = told(0.01);
    assert!(line.contains(" contacts of surfaces with themselves at rest"), "{line}");
    assert!(line.contains("The nearest are 0.00200 m apart: "), "{line}");
    assert_eq!(line.matches(" of cube").count(), 2, "{line}");
}

#[test]
fn every_kind_of_net_is_covered() {
    for (mesh, counts) in [
        ("{shape=\"sheet\",size=[1,1],cells=[4,4]}", "surfaces of 25 vertices, 56 edges, 32 triangles"),
        ("{shape=\"rope\",length=1,cells=8}", "surfaces of 9 vertices, 8 edges, 0 triangles"),
    ] {
        let body = format!(
            "body=[{{name=\"net\",kind=\"springs\",mesh={mesh},springs={{stiffness=100,density=1}},translate=[0,LIFT,0]}}]"
        );
        let floor = "obstacle=[{name=\"floor\",shape=\"plane\"}]";
        let built = build(&with(&[IPC, floor, &body.replace("LIFT", "1")]).expect("valid")).expect(mesh);
        let lines = built.start.expect("barriers").report();
        assert!(lines[1].contains(counts), "{}", lines[1]);
        let problems = refused(&with(&[IPC, floor, &body.replace("LIFT", "-1")]).expect("valid"));
        assert!(problems[0].message.contains("net is below the plane floor"), "{}", problems[0]);
    }
}

#[test]
fn obstacles_of_files_are_met_as_they_are() {
    let wire = "obstacle=[{name=\"wire\",shape=\"mesh\",path=\"wire.obj\"}]";
    let scene = with(&[IPC, wire]).expect("valid");
    let missing = refused(&scene);
    assert_eq!(missing[0].key, "obstacle.0.path");
    assert!(missing[0].message.contains("wire.obj"), "{}", missing[0]);
    let empty = build_with(&scene, &Only(FileMesh::default())).map(|_| ()).expect_err("nothing");
    assert!(empty[0].message.contains("has no vertices"), "{empty}");
    // An edge and a point, below the cube and then through it.
    let mesh = |height: f64| FileMesh {
        points: vec![[-1.0, height, 0.01], [1.0, height, 0.02], [0.0, -2.0, 0.0]],
        edges: vec![[0, 1]],
        ..FileMesh::default()
    };
    let built = build_with(&scene, &Only(mesh(-0.6))).expect("apart");
    let lines = built.start.expect("barriers").report();
    assert!(lines[2].starts_with("least gap at the start 0.1"), "{}", lines[2]);
    assert!(lines[2].contains(" of wire"), "{}", lines[2]);
    let crossed = build_with(&scene, &Only(mesh(-0.1))).map(|_| ()).expect_err("crosses");
    assert!(
        crossed[0].message.contains("cube and wire cross at the start: 2 pairs, for example triangle "),
        "{crossed}"
    );
    assert!(crossed[0].message.contains("edge 0-1 of wire"), "{crossed}");
}

#[test]
fn outlines_that_cross_in_the_plane_are_refused() {
    let rectangle = |name: &str, at: [f64; 2]| {
        let [x, y] = at;
        format!(
            "{{name=\"{name}\",mesh={{shape=\"rectangle\",size=[1,1],cells=2}},\
             material={{model=\"fixed-corotated\",young=1e5,poisson=0.4}},translate=[{x},{y},0]}}"
        )
    };
    let both = |y: f64| format!("body=[{},{}]", rectangle("a", [0.0, 0.0]), rectangle("b", [0.3, y]));
    let built = |y: f64| build(&with(&[IPC, "dimension=2", &both(y)]).expect("valid")).map(|_| ());
    assert!(built(1.01).is_ok());
    for y in [0.9, 0.2] {
        let problems = built(y).expect_err("crosses");
        assert!(problems[0].message.starts_with("a and b cross at the start: "), "{problems}");
        assert!(problems[0].message.contains("2 pairs, for example edge "), "{problems}");
    }
    assert!(built(1.0).expect_err("touches")[0].message.starts_with("a and b touch"));
}
