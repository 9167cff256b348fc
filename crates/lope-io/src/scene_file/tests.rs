use std::path::Path;

use lope::scene::builtin::SCENES;
use lope::scene::{Scene, SceneError};

use super::*;
use crate::output::test_directory::TestDirectory;

const CUBE: &str = r#"
[time]
step = "1/24"
duration = 3
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [4, 4, 4] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.4 }
"#;

#[test]
fn a_resolved_scene_means_the_same_files_from_elsewhere() {
    let set = ["body.0.mesh={file=\"../meshes/bunny.msh\"}".into(), "output.directory=runs".into()];
    let scene = Scene::from_text("scene.toml", CUBE, &set).unwrap();
    let loaded = Loaded::new(scene, "x", Path::new("a/scenes")).unwrap();
    let text = loaded.resolved_toml(Path::new("a/out/x")).unwrap();
    assert!(text.contains("file = \"../../meshes/bunny.msh\""), "{text}");
    assert!(text.contains("directory = \"../../scenes/runs\""), "{text}");
}

#[test]
fn files_and_built_in_scenes_are_found() {
    let directory = TestDirectory::new("scene");
    let path = directory.path().join("mine.toml");
    std::fs::write(&path, CUBE).unwrap();
    let loaded = Loaded::open(path.to_str().unwrap(), &[]).unwrap();
    assert_eq!((loaded.name.as_str(), loaded.directory.as_path()), ("mine", directory.path()));
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(Loaded::load(&path, &[]), Err(SceneError::Read { .. })));
    assert_eq!(Loaded::open("twist", &[]).unwrap().name, "twist");
    let error = Loaded::open("twst", &[]).unwrap_err().to_string();
    assert!(error.contains("did you mean \"twist\"?"), "{error}");
}

#[test]
fn every_scene_file_is_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, SCENES.iter().map(|scene| scene.name).collect::<Vec<_>>());
}
