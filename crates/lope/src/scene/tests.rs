//! The format as users meet it: what is accepted, what is refused, and in which words.

mod barrier;
mod contact;
mod level_set;
mod preset;
mod refused;
mod shells;
mod springs;

use super::Scene;
use super::builtin::{self, SCENES};
use super::model::{
    Geometry, Integrator, Linear, Method, Number, Preconditioner, Solver, Start, Where, array,
};
use super::problem::SceneError;
use super::schema::schema;

/// A small scene with a few lines that tests change.
const GOOD: &str = r#"title = "Stretched cube"
gravity = [0, -9.81, 0]
[time]
step = "1/24"
duration = 3
[solver]
tolerance = 1e-3
[[body]]
name = "cube"
mesh = { shape = "box", size = [1, 1, 1], cells = [4, 4, 4] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
motion = { velocity = [1, 0, 0] }
"#;

fn parse(text: &str) -> Result<Scene, SceneError> {
    Scene::from_text("scene.toml", text, &[])
}

fn with(overrides: &[&str]) -> Result<Scene, SceneError> {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    Scene::from_text("scene.toml", GOOD, &overrides)
}

#[test]
fn a_good_scene_has_its_values_and_defaults() {
    let scene = parse(GOOD).unwrap();
    assert_eq!(scene.time.step, Number(1.0 / 24.0));
    assert_eq!(scene.time.integrator, Integrator::BackwardEuler);
    assert_eq!(scene.time.step_count(), 72);
    assert_eq!(scene.dimension, 3);
    assert_eq!(scene.solver.method(), Method::Auto);
    assert_eq!(scene.solver.keys().linear, Some(Linear::Pcg));
    assert_eq!(scene.solver.keys().preconditioner, Some(Preconditioner::Auto));
    let body = &scene.body[0];
    assert_eq!(body.material.as_ref().unwrap().mass_per_volume(), Number(1000.0));
    assert_eq!(body.mesh.geometry(), Ok(Geometry::Box { size: [1.0; 3], cells: [4; 3], inner: true }));
    assert!(matches!(body.pin[0].region, Where::Box(_)));
    let motion = body.pin[0].motion.as_ref().unwrap().compile().unwrap();
    assert_eq!(motion.position(2.0, [0.5, 0.0, 0.0]), [2.5, 0.0, 0.0]);
}

#[test]
fn linear_solver_follows_the_method_unless_given() {
    let newton = with(&["solver.method=newton"]).unwrap().solver.keys();
    assert_eq!((newton.linear, newton.linear_tolerance), (Some(Linear::Minres), Some(Number(1e-6))));
    let pcg = with(&["solver.method=stabilized-newton", "solver.linear=pcg"]).unwrap().solver.keys();
    assert_eq!(pcg.preconditioner, Some(Preconditioner::BlockJacobi));
    let lbfgs = with(&["solver.method=lbfgs"]).unwrap().solver.keys();
    assert_eq!((lbfgs.linear, lbfgs.preconditioner, lbfgs.history), (None, None, Some(5)));
    assert_eq!((newton.max_iterations, lbfgs.max_iterations), (Some(200), Some(1000)));
}

/// Every method is the same by its name, by its settings and by a scene that says nothing else of it, and writes exactly
/// its own keys beside those that all have.
#[test]
fn a_method_has_its_own_keys_and_one_set_of_defaults() {
    for &method in Method::ALL {
        let solver = Solver { settings: method.into(), ..Solver::default() };
        let text = toml::to_string(&solver).unwrap();
        assert_eq!(toml::from_str::<Solver>(&text).unwrap(), solver, "{text}");
        assert_eq!(toml::from_str::<Solver>(&format!("method = \"{method}\"")).unwrap(), solver);
        for key in toml::from_str::<toml::Table>(&text).unwrap().keys() {
            let shared = ["method", "tolerance", "on_failure", "max_halvings"].contains(&key.as_str());
            assert!(shared || method.keys().contains(&key.as_str()), "{method} writes {key}");
        }
    }
    let wolfe = |text: &str| toml::from_str::<Solver>(text).unwrap().keys().wolfe.unwrap();
    assert_eq!(
        wolfe("wolfe = { c1 = 1e-3 }").c2,
        Some(Number(0.3)),
        "what is not given is as the method has it"
    );
    assert_eq!(wolfe("method = \"lbfgs\"").c2, Some(Number(0.9)));
}

/// Runs of earlier versions wrote all keys, whatever the method.
#[test]
fn values_that_ask_for_nothing_are_no_mistake() {
    let all = "solver={method=\"newton\",cg_scale=1,downhill=0.01,length_clamp=1000,countdown=4,projection=\"analytic\",\
               wolfe={c1=1e-4,c2=0.9},progressive={alpha=0.5,beta=2,epsilon=1e-12}}";
    assert_eq!(with(&[all]).unwrap(), with(&["solver={method=\"newton\"}"]).unwrap());
}

#[test]
fn overrides_reach_every_key() {
    let scene = with(&[
        "body.0.material.young=1e6",
        "time.step=1/48",
        "time.steps=7",
        "body.0.scale=2",
        "body.0.start.random.seed=3",
        "expect.final_center_of_mass={value = [0, 1, 0], tolerance = 1e-3}",
    ])
    .unwrap();
    assert_eq!(scene.body[0].material.as_ref().unwrap().young, Some(Number(1e6)));
    assert_eq!((scene.time.step, scene.time.step_count()), (Number(1.0 / 48.0), 7));
    assert_eq!(array(&scene.body[0].scale.0), [2.0; 3]);
    assert_eq!(scene.body[0].start, Some(Start::Random { seed: 3 }));
    assert!(scene.expect.final_center_of_mass.is_some());
}

#[test]
fn all_problems_are_reported_each_in_its_place() {
    let text = GOOD.replace("young = 1e5", "young = -1").replace("duration = 3", "duration = -3");
    let error =
        Scene::from_text("scene.toml", &text, &["solver.tolerance=-1".into()]).unwrap_err().to_string();
    assert_eq!(
        error,
        "scene.toml:5: time.duration: -3 is impossible: must be 0 s or more\n\
         --set solver.tolerance: -1 is impossible: must be greater than 0 m/s\n\
         scene.toml:11: body.0.material.young: -1 is impossible: must be greater than 0 Pa"
    );
}

#[test]
fn overrides_are_named_instead_of_a_line() {
    let error = |set: &str| with(&[set]).unwrap_err().to_string();
    assert!(
        error("solver.metod=newton").starts_with("--set solver.metod: unknown key; did you mean \"method\"?")
    );
    assert!(
        error("output.format=vtu").starts_with("--set output.format: unknown key; did you mean \"formats\"?")
    );
    assert!(error("body.1.name=x").starts_with("--set body.1.name: body has no entry 1"));
    assert!(error("body.0.start.seed=1").starts_with("--set body.0.start.seed: unknown key; known: random,"));
}

#[test]
fn a_sphere_may_be_a_bent_cube_and_nothing_else() {
    let ball = |more: &str| format!("body.0.mesh={{shape=\"sphere\",radius=0.5,cells=3{more}}}");
    let vertices = |more: &str| {
        let scene = with(&["body.0.pin=[]", &ball(more)]).unwrap();
        crate::scene::build::build(&scene).unwrap().world.mass().len()
    };
    assert_eq!((vertices(",cube=true"), vertices(",cube=false")), (64, vertices("")));
    for (mesh, words) in [
        (ball(",cube=true,grading=2"), "given together with grading; keep one"),
        ("body.0.mesh={shape=\"box\",cells=3,cube=true}".to_owned(), "does not belong to the shape box"),
        ("body.0.mesh={file=\"a.msh\",cube=true}".to_owned(), "belongs to a shape, not to a file; remove it"),
    ] {
        let problems = with(&[&mesh]).unwrap_err().to_string();
        assert!(problems.contains("body.0.mesh.cube") && problems.contains(words), "{problems}");
    }
}

#[test]
fn bodies_of_one_name_are_refused() {
    let body = &GOOD[GOOD.find("[[body]]").unwrap()..];
    let error = parse(&format!("{GOOD}{body}")).unwrap_err().to_string();
    assert_eq!(error, "scene.toml:16: body.1.name: \"cube\" is already the name of body.0");
    let nameless = format!("{GOOD}{body}").replace("name = \"cube\"\n", "");
    let names: Vec<String> = parse(&nameless).unwrap().body.into_iter().map(|body| body.name).collect();
    assert_eq!(names, ["body0", "body1"]);
}

#[test]
fn a_barrier_material_cannot_start_inverted() {
    for start in ["{random={seed=1}}", "{point=[0,0,0]}", "{stretch=[1,-1,1]}"] {
        let start = format!("body.0.start={start}");
        assert!(with(&[&start]).is_ok(), "{start}");
        let error = with(&[&start, "body.0.material.model=neo-hookean"]).unwrap_err().to_string();
        assert!(error.contains("infinite energy"), "{error}");
    }
    assert!(with(&["body.0.start={stretch=[2,1,1]}", "body.0.material.model=neo-hookean"]).is_ok());
}

#[test]
fn two_dimensional_scenes_stay_in_their_plane() {
    let flat = ["dimension=2", "body.0.mesh={shape=\"rectangle\",size=[2,1],cells=[8,4]}"];
    assert_eq!(
        with(&flat).unwrap().body[0].mesh.geometry(),
        Ok(Geometry::Rectangle { size: [2.0, 1.0], cells: [8, 4] })
    );
    for (set, key) in [
        ("gravity=[0,0,1]", "gravity"),
        ("body.0.translate=[0,0,1]", "body.0.translate"),
        ("body.0.angular_velocity=[1,0,0]", "body.0.angular_velocity"),
    ] {
        let error = with(&[flat[0], flat[1], set]).unwrap_err();
        assert_eq!(error.problems()[0].key, key, "{error}");
    }
}

/// A scene that uses every part of the format.
fn rich() -> Scene {
    with(&[
        "time.frame_rate=30",
        "solver.gradient_tolerance=1e-6",
        "solver.on_failure=halve-step",
        "body.0.rotate={axis=[0,1,0],angle=30}",
        "body.0.scale=[1,\"1/3\",1]",
        "body.0.start.stretch=[1.5,1,1]",
        "body.0.damping={drag=0.1,rayleigh=1e-3,nonrigid=0.2}",
        "body.0.springs={stiffness=10,law=\"squared\"}",
        "body.0.attach=[{where={plane={point=[0,0,0],normal=[0,1,0]}},stiffness=5,motion={velocity=[0,1,0]}}]",
        "body.0.pin.0.motion={start=0.1,velocity=[0,0,1],rotation={axis=[1,0,0],rate=2},\
         keyframes=[{t=0},{t=1,translate=[0,1,0],rotate={axis=[0,0,1],angle=90}}],expression=[\"x\",\"y\",\"z*t\"]}",
        "body.0.pin.0.release=0.7",
        "body.0.pin.0.axes=[true,false,true]",
        "output={directory=\"runs\",formats=[\"obj\",\"vtu\"]}",
        "expect={energy_drift=0.1,final_center_of_mass={value=[0,0,0],tolerance=1}}",
    ])
    .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_resolved_scene_loads_as_an_equal_scene() {
    let scene = rich();
    let toml = scene.resolved_toml().unwrap();
    assert_eq!(parse(&toml).unwrap_or_else(|error| panic!("{error}\n{toml}")), scene);
    assert!(toml.contains("linear = \"pcg\"") && toml.contains("density = 1000.0"), "defaults are written");
    let json = serde_json::to_string_pretty(&scene).unwrap();
    assert_eq!(Scene::from_text("scene.json", &json, &[]).unwrap(), scene);
}

#[test]
fn json_is_the_same_model() {
    let json = r#"{
  "time": { "step": "1/24", "steps": 2, "duration": null },
  "solver": { "metod": "newton" }
}"#;
    let error = Scene::from_text("scene.json", json, &[]).unwrap_err().to_string();
    assert!(
        error.starts_with("scene.json:3: solver.metod: unknown key; did you mean \"method\"?"),
        "{error}"
    );
    let error = Scene::from_text("scene.json", "{\n\"time\": 1,\n}", &[]).unwrap_err().to_string();
    assert!(error.starts_with("scene.json:3: not valid JSON: "), "{error}");
    let error = Scene::from_text("scene.json", "{\n\"a\": 1,\n\"a\": 2}", &[]).unwrap_err().to_string();
    assert_eq!(error, "scene.json:3: not valid JSON: a is given twice");
}

#[test]
fn every_built_in_scene_is_valid_and_titled() {
    assert!(builtin::find(builtin::DEFAULT).is_some());
    for builtin in SCENES {
        let scene = builtin.scene(&[]).unwrap_or_else(|error| panic!("{error}"));
        assert!(!builtin.title().is_empty() && builtin.title() == scene.title, "{}", builtin.name);
        assert_eq!(parse(&scene.resolved_toml().unwrap()).unwrap(), scene, "{}", builtin.name);
    }
}

#[test]
fn the_schema_describes_every_key() {
    fn walk(value: &serde_json::Value, path: &str, keys: &mut usize) {
        if let Some(properties) = value.get("properties").and_then(|properties| properties.as_object()) {
            // The only key of a variant is described by the variant.
            let variant = properties.len() == 1 && value.get("description").is_some();
            for (key, property) in properties {
                *keys += 1;
                assert!(variant || property.get("description").is_some(), "{path}.{key} is not described");
            }
            assert_eq!(value.get("additionalProperties"), Some(&false.into()), "{path} accepts any key");
        }
        match value {
            serde_json::Value::Object(object) => {
                object.iter().for_each(|(key, value)| walk(value, &format!("{path}.{key}"), keys));
            }
            serde_json::Value::Array(items) => items.iter().for_each(|value| walk(value, path, keys)),
            _ => {}
        }
    }
    let schema: serde_json::Value = serde_json::from_str(&schema()).unwrap();
    let mut keys = 0;
    walk(&schema, "", &mut keys);
    assert!(keys > 80, "{keys}");
    assert_eq!(schema["$defs"]["Solver"]["properties"]["tolerance"]["default"], 1e-3);
}
