//! Shapes of obstacles as users write them.

use std::collections::BTreeMap;

use super::with;
use crate::contact::surface;
use crate::geometry::FileMesh;
use crate::scene::Kind;
use crate::scene::build::{MeshSource, NamedMesh, build, build_with};
use crate::scene::model::{LevelSet, ObstacleShape, Scene};

/// The good scene with one obstacle of springs.
fn scene(keys: &str) -> Result<Scene, String> {
    with(&[&format!("obstacle=[{{stiffness=1e4,{keys}}}]")]).map_err(|error| error.to_string())
}

#[test]
fn impossible_shapes_are_explained_with_a_remedy() {
    let missing = "required by the shape, but missing";
    let table = [
        ("shape=\"cylinder\",radius=1", "height", missing),
        (
            "shape=\"cylinder\",radius=1,height=1,tube=1",
            "tube",
            "belong to a cylinder; its keys are radius, height",
        ),
        ("shape=\"torus\",radius=1,tube=1", "tube", "1 is impossible: must be less than the radius, 1 m"),
        ("shape=\"cone\",radius=1,height=1,top=1.5", "top", "rotate turns a cone over"),
        ("shape=\"cone\",radius=1,height=1,top=-1", "top", "-1 is impossible: must be 0 m or more"),
        ("shape=\"plate\",radius=1", "thickness", missing),
        ("shape=\"plate\",radius=1,thickness=0.2,rim=0.2", "rim", "at most half the thickness, 0.1 m"),
        ("shape=\"union\"", "parts", "union needs a list of shapes in parts"),
        (
            "shape=\"intersection\",radius=1,parts=[{shape=\"sphere\",radius=1}]",
            "radius",
            "does not belong to an intersection; its keys are parts",
        ),
        (
            "shape=\"union\",parts=[{shape=\"plane\"},{shape=\"difference\",parts=[{shape=\"torus\",radius=1}]}]",
            "parts.1.parts.0.tube",
            missing,
        ),
        (
            "shape=\"union\",parts=[{shape=\"plane\",rotate={axis=[0,0,0],angle=1}}]",
            "parts.0.rotate.axis",
            "a vector of length 0 has no direction",
        ),
        ("shape=\"union\",parts=[{shape=\"rectangle\"}]", "parts.0.shape", "set dimension = 2, or use box"),
        ("shape=\"mesh\"", "path", missing),
        ("shape=\"mesh\",path=\"a.obj\",scale=0", "scale", "0 is impossible: must be greater than 0"),
        ("shape=\"sphere\",radius=1,grid={cells=1000}", "grid.cells", "give a number from 2 to 256"),
    ];
    for (keys, key, message) in table {
        let error = with(&[&format!("obstacle=[{{stiffness=1e4,{keys}}}]")]).expect_err(keys);
        let [problem] = error.problems() else { panic!("{keys}: {error}") };
        assert_eq!(
            (problem.key.as_str(), problem.kind),
            (&*format!("obstacle.0.{key}"), Kind::Impossible),
            "{keys}"
        );
        assert!(problem.message.contains(message), "{keys}: {problem}");
    }
    // Deeper than the parser of TOML goes.
    let plane = scene("shape=\"plane\"").unwrap().obstacle[0].level_set();
    let around =
        |inner: LevelSet, _| LevelSet { shape: ObstacleShape::Union, parts: vec![inner], ..plane.clone() };
    let problems = (0..40).fold(plane.clone(), around).problems();
    assert!(problems.iter().any(|(_, message)| message == "more than 32 shapes deep"), "{problems:?}");
}

#[test]
fn in_the_plane_nothing_pushes_out_of_it() {
    let flat = |keys: &str| {
        let body = "body.0.mesh={shape=\"rectangle\",size=[1,1],cells=4}";
        with(&["dimension=2", body, &format!("obstacle=[{{stiffness=1e4,{keys}}}]")])
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let parts = "{shape=\"rectangle\"},{shape=\"cone\",radius=1,height=1,translate=[1,0,0]}";
    assert_eq!(flat(&format!("shape=\"union\",parts=[{parts}]")), Ok(()));
    for (keys, words) in [
        ("shape=\"mesh\",path=\"a.obj\"", "mesh does not fit a scene of dimension 2"),
        ("shape=\"sphere\",radius=1,grid={}", "a grid would push out of it"),
        (
            "shape=\"union\",parts=[{shape=\"sphere\",radius=1,translate=[0,0,1]}]",
            "obstacle.0.parts.0.translate",
        ),
    ] {
        assert!(flat(keys).is_err_and(|error| error.contains(words)), "{keys}: {:?}", flat(keys));
    }
}

#[test]
fn shapes_are_what_they_are_called() {
    // Keys, a point, the distance there, and whether it is a formula.
    let table = [
        ("shape=\"cylinder\",radius=0.5,height=2", [3.5, 0.0, 0.0], 3.0, true),
        ("shape=\"torus\",radius=2,tube=0.5", [0.0, 0.0, 0.0], 1.5, true),
        ("shape=\"cone\",radius=1,height=2", [0.0, 3.0, 0.0], 2.0, true),
        ("shape=\"cone\",radius=1,height=2,top=0.5", [0.5, 3.0, 0.0], 2.0, true),
        ("shape=\"plate\",thickness=0.2,radius=0.5,rim=0.1", [0.0, 0.0, 0.0], 0.5, true),
        ("shape=\"sphere\",radius=1,inside=true", [0.0, 0.75, 0.0], 0.25, true),
        (
            "shape=\"sphere\",radius=1,grid={cells=16,interpolation=\"linear\"}",
            [1.125, 0.0, 0.0],
            0.125,
            false,
        ),
        (
            "shape=\"difference\",parts=[{shape=\"box\",size=[2,2,2],translate=[0,1,0]},{shape=\"sphere\",radius=1}]",
            [0.0, 0.0, 0.0],
            1.0,
            true,
        ),
        (
            "shape=\"union\",parts=[{shape=\"box\",size=[4,1,1],rotate={axis=[0,0,1],angle=90}},{shape=\"plane\"}]",
            [0.0, 5.0, 0.0],
            3.0,
            true,
        ),
    ];
    for (keys, p, distance, analytic) in table {
        let scene = scene(keys).unwrap();
        let described: LevelSet = scene.obstacle[0].level_set();
        let shape = described.form(&|_| Err("no files here".into())).expect(keys);
        let found = shape.sample(p).value;
        assert!((found - distance).abs() < 1e-12, "{keys}: {found} instead of {distance}");
        assert_eq!((described.is_analytic(), shape.is_analytic()), (analytic, analytic), "{keys}");
        // Written out and read again it is the same.
        let again = Scene::from_text("scene.toml", &scene.resolved_toml().unwrap(), &[]).unwrap();
        assert_eq!(again.obstacle, scene.obstacle, "{keys}");
    }
}

/// Meshes by their names.
struct Shelf(BTreeMap<&'static str, FileMesh>);

impl MeshSource for Shelf {
    fn mesh(&self, name: &str) -> Result<NamedMesh, String> {
        let mesh = self.0.get(name).ok_or_else(|| format!("{name}: is not on the shelf"))?;
        Ok(NamedMesh { mesh: mesh.clone(), digest: format!("word for {name}") })
    }
}

#[test]
fn a_closed_surface_from_a_file_is_an_obstacle_and_an_open_one_is_refused() {
    let cone = scene("shape=\"cone\",radius=1,height=2").unwrap().obstacle[0].level_set();
    let mesh = surface(&cone.form(&|_| Err(String::new())).unwrap(), [0.0; 3], 1.0);
    let closed = FileMesh { points: mesh.points, triangles: mesh.triangles, ..FileMesh::default() };
    let mut open = closed.clone();
    open.triangles.pop();
    let shelf = Shelf([("cone.obj", closed), ("open.obj", open)].into());
    let keys = "shape=\"mesh\",path=\"cone.obj\",scale=2,translate=[0,-5,0],grid={cells=32}";
    let Ok(built) = build_with(&scene(keys).unwrap(), &shelf) else { panic!("{keys}") };
    let obstacle = &built.obstacles[0].obstacle;
    let found = obstacle.sample(&obstacle.pose(0.0), [0.0, -2.5, 0.0]).value;
    assert!((found - 0.5).abs() < 0.02, "{found}");
    assert!(!built.obstacles[0].surface.triangles.is_empty());
    assert_eq!(built.inputs, ["word for cone.obj"]);
    // Who has no files says so.
    let Err(problems) = build(&scene(keys).unwrap()) else { panic!("{keys}") };
    assert_eq!(problems[0].key, "obstacle.0.path");
    assert!(problems[0].message.starts_with("cone.obj: no file can be read here; "), "{}", problems[0]);
    for (keys, key, words) in [
        (
            "shape=\"mesh\",path=\"open.obj\"",
            "path",
            ["open.obj: the surface is open: 3 edges", "close the holes"],
        ),
        ("shape=\"mesh\",path=\"none.obj\"", "path", ["none.obj: is not on the shelf", ""]),
        ("shape=\"union\",parts=[{shape=\"mesh\",path=\"open.obj\"}]", "parts.0.path", ["is open", ""]),
        ("shape=\"plane\",grid={}", "grid", ["has no end", "intersection"]),
    ] {
        let Err(problems) = build_with(&scene(keys).unwrap(), &shelf) else { panic!("{keys}") };
        assert_eq!(problems[0].key, format!("obstacle.0.{key}"), "{keys}");
        assert!(words.iter().all(|word| problems[0].message.contains(word)), "{keys}: {}", problems[0]);
    }
}
