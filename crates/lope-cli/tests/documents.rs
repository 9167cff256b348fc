//! The documents beside what they speak of: the table of materials, the gallery, messages that are explained, the scene of the README.

mod place;

use std::fs;
use std::path::{Path, PathBuf};

use lope::scene::Scene;
use lope::scene::builtin::SCENES;
use lope::scene::model::preset::PRESETS;
use place::Place;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).expect(file)
}

#[test]
fn the_table_of_materials_is_that_of_the_program() {
    let page = read("docs/materials.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .skip_while(|line| !line.starts_with("| `preset` |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), PRESETS.len(), "docs/materials.md has another number of materials");
    for (row, entry) in rows.iter().zip(PRESETS) {
        let number = |at: usize| row[at].parse::<f64>().expect("a number");
        let told = (row[0], number(1), number(2), number(3), row[4]);
        let name = format!("`{}`", entry.name);
        let expected = (name.as_str(), entry.young, entry.poisson, entry.density, entry.source);
        assert_eq!(told, expected, "docs/materials.md and scene/model/preset.rs say different things");
    }
}

#[test]
fn materials_are_listed_and_told_with_their_sources() {
    let place = Place::new("materials");
    let list = place.lope(&["materials"]).with(0).out;
    assert!(PRESETS.iter().all(|entry| list.lines().any(|line| line.starts_with(entry.name))), "{list}");
    let one = place.lope(&["materials", "silicone-ecoflex-30"]).with(0).out;
    for word in ["young = 1.18e5, poisson = 0.49, density = 1070", "Smooth-On, Inc."] {
        assert!(one.contains(word), "`{word}` is not in: {one}");
    }
    place.lope(&["materials", "stell"]).with(2).naming(&["stell", "did you mean \"steel\"?"]);
    // What check prints is what the scene of the run has.
    place.write(
        "a.toml",
        &place::SCENE
            .replace("model = \"fixed-corotated\", young = 1e5, poisson = 0.4", "preset = \"rubber\""),
    );
    let told = place.lope(&["check", "a.toml"]).with(0).out;
    assert!(told.contains("stable-neo-hookean, young 2e6 Pa, poisson 0.49, density 925 kg/m³"), "{told}");
    place.lope(&["run", "a.toml", "--steps", "1", "-q", "-o", "run"]).with(0);
    let resolved = fs::read_to_string(place.path("run/scene.toml")).expect("a scene");
    assert!(resolved.contains("young = 2000000.0") && !resolved.contains("preset"), "{resolved}");
}

#[test]
fn help_prints_a_section_and_knows_commands() {
    let place = Place::new("help");
    let told = place.lope(&["help", "contact-locked"]).with(0).out;
    assert!(told.starts_with("contact-locked\n\nWith barriers nothing passes anything"), "{told}");
    assert!(!told.contains("]("), "{told}");
    assert!(place.lope(&["help", "outcomes"]).with(0).out.contains("solver.on_failure"));
    assert!(place.lope(&["help", "run"]).with(0).out.contains("--resume"));
    assert!(place.lope(&["help", "mesh", "info"]).with(0).out.contains("--json"));
    let all = place.lope(&["help"]).with(0).out;
    assert!(all.contains("compare") && all.contains("max-iterations"), "{all}");
    place.lope(&["help", "contact-lock"]).with(2).naming(&["did you mean \"contact-locked\"?"]);
}

/// Words in backticks at the beginning of a section about a message are what the program says.
#[test]
fn messages_that_are_explained_exist() {
    let mut source = String::new();
    for krate in ["lope", "lope-io", "lope-cli"] {
        gather(&root().join("crates").join(krate).join("src"), &mut source);
    }
    let page = read("docs/troubleshooting.md");
    let part = page.split_once("\n## Messages before a run\n").expect("a part").1;
    let part = part.split_once("\n## ").expect("a part after it").0;
    let mut count = 0;
    for section in part.split("\n### ").skip(1) {
        let text = section.split_once("\n\n").expect("a text").1;
        let head = text.split(':').next().unwrap_or_default();
        for said in head.split('`').skip(1).step_by(2) {
            assert!(source.contains(said), "docs/troubleshooting.md explains `{said}`, and nothing says it");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}

fn gather(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, text);
        } else {
            *text += &fs::read_to_string(&path).unwrap_or_default();
        }
    }
}

#[test]
fn the_gallery_has_every_scene_and_every_picture() {
    let page = read("docs/gallery.md");
    let sections: Vec<(&str, &str)> =
        page.split("\n## ").skip(1).filter_map(|section| section.split_once('\n')).collect();
    let mut names: Vec<&str> = sections.iter().map(|section| section.0).collect();
    names.sort_unstable();
    let mut expected: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
    expected.sort_unstable();
    assert_eq!(names, expected, "docs/gallery.md and the built-in scenes");
    for (name, text) in sections {
        let title = SCENES.iter().find(|scene| scene.name == name).expect("a scene").title();
        for part in [
            format!("![{title}](images/{name}.png)"),
            format!("(../scenes/{name}.toml)"),
            format!("`lope render {name} "),
        ] {
            assert!(text.contains(&part), "docs/gallery.md: {name} has no {part}");
        }
        let picture = root().join(format!("docs/images/{name}.png"));
        assert!(
            fs::metadata(&picture).is_ok_and(|file| file.len() > 1000),
            "{} is missing",
            picture.display()
        );
    }
}

/// Every experiment has its row on one page, that of its paper.
#[test]
fn every_experiment_is_on_the_page_of_its_paper() {
    let place = Place::new("pages");
    let list = place.lope(&["reproduce"]).with(0).out;
    let mut pages = String::new();
    gather(&root().join("docs/experiments"), &mut pages);
    let cells =
        pages.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
    let cells: String = cells.collect();
    let mut count = 0;
    for name in list.lines().skip(2).map_while(|line| line.split_whitespace().next()) {
        assert!(cells.contains(&format!("`{name}`")), "docs/experiments has no row of {name}");
        count += 1;
    }
    assert!(count > 40, "{count} experiments in: {list}");
}

/// The first scene that anybody sees is checked and makes its first steps.
#[test]
fn the_scene_of_the_readme_runs() {
    let page = read("README.md");
    let scene = page.split_once("```toml\n").and_then(|(_, rest)| rest.split_once("```")).expect("a scene").0;
    let place = Place::new("readme");
    place.write("cube.toml", scene);
    let told = place.lope(&["check", "cube.toml"]).with(0).out;
    assert!(told.ends_with("ok\n") && !told.contains("warning"), "{told}");
    place.lope(&["run", "cube.toml", "--steps", "3", "-q", "-o", "run"]).with(0);
    let changed = ["body.0.material.preset=rubber".to_owned()];
    assert!(Scene::from_text("cube.toml", scene, &changed).is_ok(), "the last line of the README");
}
