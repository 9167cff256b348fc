//! Bodies of springs as users write them.

use super::{GOOD, with};
use crate::scene::Kind::{Impossible, Missing};
use crate::scene::build::build;
use crate::scene::model::{Diagonals, Number, SpringLaw};
use crate::scene::{Kind, Scene, SceneError};

/// A small cloth with a few lines that tests change.
const CLOTH: &str = r#"[time]
step = 0.01
steps = 3
[[body]]
kind = "springs"
mesh = { shape = "sheet", size = [1, 1], cells = [4, 4] }
springs = { density = 0.2, stiffness = 100 }
"#;

fn cloth(overrides: &[&str]) -> Result<Scene, SceneError> {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    Scene::from_text("scene.toml", CLOTH, &overrides)
}

#[test]
fn springs_have_their_values_and_defaults() {
    let springs = cloth(&[]).unwrap().body[0].springs.unwrap();
    assert_eq!((springs.law, springs.shear, springs.bending), (SpringLaw::Hookean, None, None));
    let set =
        ["body.0.springs={vertex_mass=0.5,stiffness=1,shear=2,diagonals=\"alternating\",law=\"squared\"}"];
    let scene = cloth(&set).unwrap();
    let springs = scene.body[0].springs.unwrap();
    assert_eq!((springs.law, springs.diagonals), (SpringLaw::Squared, Some(Diagonals::Alternating)));
    assert_eq!((springs.shear, springs.vertex_mass), (Some(Number(2.0)), Some(Number(0.5))));
    let resolved = scene.resolved_toml().unwrap();
    assert_eq!(Scene::from_text("scene.toml", &resolved, &[]).unwrap(), scene, "{resolved}");
}

/// Overrides, the key that is blamed, and a part of what is said.
type Case<'a> = (&'a [&'a str], &'a str, Kind, &'a str);

#[test]
fn what_springs_cannot_be_is_said() {
    let table: &[Case<'_>] = &[
        (
            &["body.0.springs={density=1,mass=1,stiffness=1}"],
            "body.0.springs.mass",
            Impossible,
            "given together with density; keep one",
        ),
        (
            &["body.0.springs={mass=1,vertex_mass=1,stiffness=1}"],
            "body.0.springs.vertex_mass",
            Impossible,
            "given together with mass",
        ),
        (&["body.0.springs={stiffness=1}"], "body.0.springs", Missing, "needs density (kg/m of lines"),
        (&["body.0.springs={density=1}"], "body.0.springs.stiffness", Missing, "required, but missing"),
        (&["body.0.springs.density=0"], "body.0.springs.density", Impossible, "greater than 0 kg a metre"),
        (&["body.0.springs={mass=-1,stiffness=1}"], "body.0.springs.mass", Impossible, "greater than 0 kg"),
        (&["body.0.springs.stiffness=0"], "body.0.springs.stiffness", Impossible, "greater than 0 N/m"),
        (&["body.0.springs.shear=-1"], "body.0.springs.shear", Impossible, "0 N/m or more"),
        (&["body.0.springs.bending=-1"], "body.0.springs.bending", Impossible, "0 N/m or more"),
        (
            &["body.0.springs.diagonals=\"both\""],
            "body.0.springs.diagonals",
            Impossible,
            "none without springs.shear",
        ),
        (
            &["body.0.material={model=\"arap\",kappa=1}"],
            "body.0.material",
            Impossible,
            "a body of springs has no material: remove it",
        ),
        (
            &["body.0.inclusion=[{where={all=true},material={model=\"arap\",kappa=1}}]"],
            "body.0.inclusion",
            Impossible,
            "has no material",
        ),
        (
            &["body.0.damping.rayleigh=0.1"],
            "body.0.damping.rayleigh",
            Impossible,
            "use damping.nonrigid or damping.drag",
        ),
        (&["body.0.damping.nonrigid=1.5"], "body.0.damping.nonrigid", Impossible, "0 to 1"),
        (&["body.0.damping.nonrigid=-0.1"], "body.0.damping.nonrigid", Impossible, "0 to 1"),
        (
            &[
                "dimension=2",
                "body.0.mesh={shape=\"rope\",length=1,cells=1}",
                "body.0.start.positions=[[0,0,0],[1,0,2]]",
            ],
            "body.0.start.positions.1",
            Impossible,
            "the third number must be 0",
        ),
    ];
    for (set, key, kind, message) in table {
        let error = cloth(set).expect_err(set[0]);
        let [problem] = error.problems() else { panic!("{set:?}:\n{error}") };
        assert_eq!((problem.key.as_str(), problem.kind), (*key, *kind), "{set:?}: {error}");
        assert!(problem.message.contains(message), "{set:?}: {error}");
    }
}

#[test]
fn a_body_of_springs_needs_springs_and_a_solid_its_material() {
    let text = CLOTH.replace("springs = {", "# springs = {");
    let error = Scene::from_text("scene.toml", &text, &[]).unwrap_err().to_string();
    assert!(
        error.starts_with("scene.toml:4: body.0.springs: required by kind = \"springs\", but missing"),
        "{error}"
    );
    let text = GOOD.replace("material = {", "# material = {");
    let error = Scene::from_text("scene.toml", &text, &[]).unwrap_err().to_string();
    assert_eq!(error, "scene.toml:8: body.0.material: required, but missing");
    for key in ["shear", "bending", "density", "mass", "vertex_mass"] {
        let error = with(&[&format!("body.0.springs={{stiffness=1,{key}=1}}")]).unwrap_err();
        let [problem] = error.problems() else { panic!("{error}") };
        assert_eq!(problem.key, format!("body.0.springs.{key}"));
        assert!(
            problem.message.starts_with("belongs to a body of kind = \"springs\"; a solid has"),
            "{error}"
        );
    }
}

#[test]
fn what_only_the_mesh_shows_is_said_when_it_is_built() {
    let box_mesh = "body.0.mesh={shape=\"box\",size=[1,1,1],cells=[1,1,1]}";
    let rope = "body.0.mesh={shape=\"rope\",length=1,cells=4}";
    let crossed = "body.0.mesh={shape=\"sheet\",cells=[3,3],pattern=\"crossed\"}";
    let table: &[(&[&str], &str, &str)] = &[
        (
            &[crossed, "body.0.springs.shear=1"],
            "body.0.springs.shear",
            "only a grid has cells with diagonals",
        ),
        (&[rope, "body.0.springs.shear=1"], "body.0.springs.shear", "only a grid"),
        (&[box_mesh, "body.0.springs.bending=1"], "body.0.springs.bending", "only lines and surfaces bend"),
        (
            &[rope, "body.0.start.positions=[[0,0,0]]"],
            "body.0.start.positions",
            "1 places, but the mesh has 5",
        ),
        (
            &[
                "body.0.kind=\"solid\"",
                "body.0.springs={stiffness=1}",
                "body.0.material={model=\"arap\",kappa=1}",
            ],
            "body.0.mesh",
            "kind = \"springs\" makes cloth of them",
        ),
        (&["dimension=2", rope, "body.0.rotate={axis=[0,0,1],angle=90}", "body.0.translate=[0,0,0]"], "", ""),
    ];
    for (set, key, message) in table {
        let scene = cloth(set).unwrap_or_else(|error| panic!("{set:?}: {error}"));
        match build(&scene) {
            Ok(_) => assert!(key.is_empty(), "{set:?} was built"),
            Err(problems) => {
                assert_eq!(problems[0].key, *key, "{set:?}: {problems:?}");
                assert!(problems[0].message.contains(message), "{set:?}: {problems:?}");
            }
        }
    }
}
