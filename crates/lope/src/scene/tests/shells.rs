//! Shells as users write them.

use super::with;
use crate::geometry::FileMesh;
use crate::scene::Kind::{Impossible, Missing};
use crate::scene::build::build;
use crate::scene::model::{Mesh, ShellModel, ShellRest};
use crate::scene::{Kind, Scene, SceneError};

/// A small sheet with a few lines that tests change.
const SHEET: &str = r#"[time]
step = 0.01
steps = 3
[[body]]
kind = "shell"
mesh = { shape = "sheet", size = [1, 1], cells = [4, 4] }
material = { model = "neo-hookean", young = 1e5, poisson = 0.3, density = 200 }
shell = { thickness = 1e-3 }
"#;

fn sheet(overrides: &[&str]) -> Result<Scene, SceneError> {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    Scene::from_text("scene.toml", SHEET, &overrides)
}

#[test]
fn shells_have_their_values_and_defaults() {
    let shell = sheet(&[]).unwrap().body[0].shell.unwrap();
    assert_eq!((shell.model, shell.rest, shell.bending), (ShellModel::Hinge, ShellRest::Mesh, None));
    let scene = sheet(&["body.0.shell={thickness=1e-3,bending=0,model=\"triangle\",rest=\"flat\"}"]).unwrap();
    let shell = scene.body[0].shell.unwrap();
    assert_eq!((shell.model, shell.rest), (ShellModel::Triangle, ShellRest::Flat));
    let resolved = scene.resolved_toml().unwrap();
    assert_eq!(Scene::from_text("scene.toml", &resolved, &[]).unwrap(), scene, "{resolved}");
}

/// Overrides, the key that is blamed, and a part of what is said.
type Case<'a> = (&'a [&'a str], &'a str, Kind, &'a str);

#[test]
fn what_shells_cannot_be_is_said() {
    let table: &[Case<'_>] = &[
        (&["body.0.shell.thickness=0"], "body.0.shell.thickness", Impossible, "must be greater than 0 m"),
        (&["body.0.shell.bending=-1"], "body.0.shell.bending", Impossible, "0 N·m or more"),
        (&["body.0.springs={stiffness=1}"], "body.0.springs", Impossible, "a shell has none"),
        (
            &["body.0.inclusion=[{where={all=true},material={model=\"arap\",kappa=1}}]"],
            "body.0.inclusion",
            Impossible,
            "of one material",
        ),
        (
            &["solver.method=\"local-global\"", "body.0.material.model=\"arap\""],
            "body.0.shell.model",
            Impossible,
            "use quadratic",
        ),
        (
            &["solver.method=\"xpbd\"", "body.0.shell.bending=0"],
            "body.0.material.model",
            Impossible,
            "use arap",
        ),
        (&["body.0.kind=\"solid\""], "body.0.shell", Impossible, "belongs to a body of kind = \"shell\""),
    ];
    for (set, key, kind, message) in table {
        let error = sheet(set).expect_err(set[0]);
        let [problem] = error.problems() else { panic!("{set:?}:\n{error}") };
        assert_eq!((problem.key.as_str(), problem.kind), (*key, *kind), "{set:?}: {error}");
        assert!(problem.message.contains(message), "{set:?}: {error}");
    }
    for (line, key) in [("shell = {", "body.0.shell"), ("material = {", "body.0.material")] {
        let text = SHEET.replace(line, &format!("# {line}"));
        let error = Scene::from_text("scene.toml", &text, &[]).unwrap_err();
        let [problem] = error.problems() else { panic!("{error}") };
        assert_eq!((problem.key.as_str(), problem.kind), (key, Missing), "{error}");
    }
    let error = with(&["body.0.shell={thickness=1}"]).unwrap_err().to_string();
    assert!(error.contains("and this one is solid"), "{error}");
}

#[test]
fn what_only_the_mesh_of_a_shell_shows_is_said_when_it_is_built() {
    let refused = |points: &[[f64; 3]], triangles: &[[u32; 3]]| {
        let mesh = FileMesh { points: points.to_vec(), triangles: triangles.to_vec(), ..FileMesh::default() };
        let mut scene = sheet(&[]).unwrap();
        scene.body[0].mesh = Mesh::from(mesh);
        build(&scene).err().map_or_else(String::new, |problems| problems[0].to_string())
    };
    let points = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, -1.0, 0.0],
        [5.0, 5.0, 5.0],
    ];
    assert_eq!(refused(&points[..4], &[[0, 1, 2], [1, 0, 3]]), "");
    let branch = refused(&points[..5], &[[0, 1, 2], [0, 1, 3], [0, 1, 4]]);
    assert!(
        branch.contains("the edge from vertex 0 to vertex 1 belongs to 3 triangles (0, 1, 2)"),
        "{branch}"
    );
    let loose = refused(&points, &[[0, 1, 2], [1, 0, 3], [0, 3, 4]]);
    assert!(loose.contains("vertices that belong to no cell") && loose.contains('5'), "{loose}");
    let flat = refused(&[[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], &[[0, 1, 2]]);
    assert!(flat.contains("flat cells"), "{flat}");
    let twice = refused(&points[..3], &[[0, 1, 2], [2, 1, 0]]);
    assert!(twice.contains("triangles 0 and 1 have the same vertices"), "{twice}");
    let bent =
        sheet(&["body.0.mesh={shape=\"sphere\",radius=1,cells=4}", "body.0.shell.model=\"quadratic\""]);
    let problems = build(&bent.unwrap()).err().expect("a sphere is not flat");
    assert_eq!(problems[0].key, "body.0.shell.model", "{problems:?}");
    let rope = sheet(&["body.0.mesh={shape=\"rope\",length=1,cells=4}"]).unwrap();
    let problems = build(&rope).err().expect("a rope is no surface");
    assert!(problems[0].message.contains("a shell is a surface"), "{problems:?}");
}

/// The skin of a solid shape is a shell without its inside.
#[test]
fn a_solid_shape_gives_its_skin() {
    let scene =
        sheet(&["body.0.mesh={shape=\"sphere\",radius=1,cells=6}", "body.0.shell.thickness=0.01"]).unwrap();
    let world = build(&scene).unwrap().world;
    let mass: f64 = world.mass().iter().sum();
    let area = 4.0 * std::f64::consts::PI;
    assert!((mass / (200.0 * 0.01) - area).abs() < 0.1 * area, "{mass} kg");
    let x: &[[f64; 3]] = world.state().x.as_chunks().0;
    assert!(x.iter().all(|p| (crate::math::vec3::norm(*p) - 1.0).abs() < 1e-9));
}
