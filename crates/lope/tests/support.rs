//! What goes with what: `docs/methods.md` says it in tables, and this law makes them from the engine's own answers. The
//! keys of `[solver]` in `docs/scene.md` are those of the model.
//!
//! `LOPE_WRITE=1 cargo test --test support` writes the tables anew.

mod fixture;

use std::fmt::Display;
use std::path::Path;

use lope::material::Model;
use lope::scene::Scene;
use lope::scene::build::build;
use lope::scene::model::{Keys, Method};
use lope::scene::validate::{INTEGRATORS, METHODS};

/// A block above the ground.
const BLOCK: &str = r#"
[time]
step = 0.01
steps = 1
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "arap", young = 1e5, poisson = 0.3, density = 1000 }
"#;

/// A column: its name, and the overrides that ask for it.
struct Column {
    name: String,
    set: Vec<String>,
}

fn columns<T: Display>(key: &str, values: impl IntoIterator<Item = T>) -> Vec<Column> {
    let one = |value: T| Column { name: format!("`{value}`"), set: vec![format!("{key}={value}")] };
    values.into_iter().map(one).collect()
}

fn named(list: &[(&str, &str)]) -> Vec<Column> {
    list.iter().map(|(name, set)| Column { name: (*name).to_owned(), set: vec![(*set).to_owned()] }).collect()
}

/// Whether a scene is taken.
fn taken(set: &[String]) -> bool {
    let Ok(scene) = Scene::from_text("law.toml", BLOCK, set) else { return false };
    build(&scene).is_ok()
}

/// A table of rows against columns.
fn table(corner: &str, rows: &[Column], columns: &[Column]) -> String {
    let head: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let mut text = format!("| {corner} | {} |\n|{}\n", head.join(" | "), "---|".repeat(columns.len() + 1));
    for row in rows {
        let cell = |column: &Column| {
            let set: Vec<String> = column.set.iter().chain(&row.set).cloned().collect();
            if taken(&set) { "yes" } else { "–" }
        };
        let cells: Vec<&str> = columns.iter().map(cell).collect();
        text += &format!("| {} | {} |\n", row.name, cells.join(" | "));
    }
    text
}

fn tables() -> String {
    let methods = columns("solver.method", METHODS);
    let implicit = || INTEGRATORS.iter().filter(|integrator| !integrator.explicit());
    let contacts = named(&[
        ("`spring`", "obstacle=[{shape='plane', translate=[0,-2,0], model='spring', stiffness=1e4}]"),
        ("`penalty`", "obstacle=[{shape='plane', translate=[0,-2,0], model='penalty', stiffness=1e8}]"),
        ("`constraint`", "obstacle=[{shape='plane', translate=[0,-2,0], model='constraint'}]"),
        ("`post`", "obstacle=[{shape='plane', translate=[0,-2,0], model='post'}]"),
        ("`[contact]`", "contact={model='penalty', stiffness=1e6}"),
    ]);
    let others = named(&[
        ("springs, `hookean`", "body.0.springs={stiffness=10}"),
        ("springs, `squared`", "body.0.springs={stiffness=10, law='squared'}"),
        ("`attach`", "body.0.attach=[{where={vertices=[0]}, stiffness=10}]"),
        ("`drag`", "body.0.damping={drag=0.1}"),
        ("`rayleigh`", "body.0.damping={rayleigh=0.01}"),
        ("`nonrigid`", "body.0.damping={nonrigid=0.1}"),
    ]);
    let parts = [
        ("Materials", table("`solver.method`", &methods, &columns("body.0.material.model", Model::ALL))),
        ("Integrators", table("`solver.method`", &methods, &columns("time.integrator", implicit()))),
        ("Obstacles and contact", table("`solver.method`", &methods, &contacts)),
        (
            "Obstacles and contact, by integrator",
            table("`time.integrator`", &columns("time.integrator", INTEGRATORS), &contacts),
        ),
        ("What else acts", table("`solver.method`", &methods, &others)),
    ];
    parts.map(|(title, table)| format!("### {title}\n\n{table}")).join("\n")
}

/// The keys of `[solver]`: defaults, the methods that have them, and what they are for.
fn keys() -> String {
    let mut text = "| key | default | of | meaning |\n|---|---|---|---|\n".to_owned();
    for key in Keys::ALL {
        let named = |list: &[&Method]| list.iter().map(|m| format!("`{m}`")).collect::<Vec<_>>().join(", ");
        let have = key.methods();
        let (with, without): (Vec<&Method>, Vec<&Method>) =
            Method::ALL.iter().partition(|m| have.contains(m));
        let of = match without.len() {
            0 => "all".to_owned(),
            1..4 => format!("all but {}", named(&without)),
            _ => named(&with),
        };
        text += &format!("| `{}` | {} | {of} | {} |\n", key.name, key.default_in_words(), key.meaning());
    }
    text
}

/// Holds what stands between two marks of a document against what it should be, or writes it.
fn hold(file: &str, (begin, end): (&str, &str), made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file);
    let text = std::fs::read_to_string(&path).expect(file);
    let (head, rest) = text.split_once(begin).expect("a mark before the tables");
    let (found, tail) = rest.split_once(end).expect("a mark after the tables");
    if std::env::var_os("LOPE_WRITE").is_some() {
        std::fs::write(&path, format!("{head}{begin}{made}{end}{tail}")).expect(file);
        return;
    }
    assert!(found == made, "docs/{file} is stale; LOPE_WRITE=1 writes it anew:\n{made}");
}

#[test]
fn the_tables_of_the_guide_are_what_the_engine_says() {
    let made = tables();
    hold("methods.md", ("<!-- tables -->\n\n", "\n<!-- end of tables -->"), &made);
    assert!(made.matches("yes").count() > 150 && made.matches("| –").count() > 20, "{made}");
}

#[test]
fn the_keys_of_the_solver_are_documented_as_they_are() {
    hold("scene.md", ("<!-- keys of solver -->\n\n", "\n<!-- end of keys -->"), &keys());
}
