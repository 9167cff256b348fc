//! The scenes that the methods are compared on: those that are built in, those of the experiments that project, and small ones of
//! every kind.

use lope::scene::Scene;
use lope::scene::builtin;

/// A scene, and what of it is run.
pub(super) struct Case {
    /// What it is called.
    pub(super) name: String,
    /// The text, or nothing for a built-in scene of that name.
    text: Option<String>,
    /// What makes it small, and what it is varied by.
    set: Vec<String>,
    /// Stopping measure, m/s.
    tolerance: f64,
    /// Iterations of one step at most.
    most: u32,
}

impl Case {
    /// The scene with a method: the keys of `[solver]` beside those that all methods have.
    pub(super) fn scene(&self, method: &str) -> Result<Scene, String> {
        let Self { tolerance, most, .. } = self;
        let mut set = self.set.clone();
        set.push(format!("solver={{ {method}, tolerance = {tolerance:e}, max_iterations = {most} }}"));
        match &self.text {
            Some(text) => Scene::from_text(&self.name, text, &set).map_err(|error| error.to_string()),
            None => {
                let name = self.name.split(',').next().unwrap_or_default();
                let builtin = builtin::find(name).ok_or_else(|| format!("no scene {name}"))?;
                builtin.scene(&set).map_err(|error| error.to_string())
            }
        }
    }
}

/// Built-in scenes, and how many of their steps are made.
const BUILTIN: [(&str, u32); 13] = [
    ("bar-20k", 30),
    ("bar-70k", 6),
    ("bear", 36),
    ("cloth", 60),
    ("drop", 120),
    ("eight", 10),
    ("finger", 6),
    ("jelly", 60),
    ("pile", 60),
    ("press", 16),
    ("roll", 30),
    ("stretch", 30),
    ("twist", 40),
];

/// Scenes of the experiments: name, text, what makes them small, and what varies.
const EXPERIMENTS: &[(&str, &str, &[&str])] = &[
    (
        "ppn-uturn, alike",
        include_str!("../../experiment/ppn_uturn.toml"),
        &["body.0.mesh.cells=[4,12]", "body.1.mesh.cells=[4,12]", "time.steps=30"],
    ),
    (
        "ppn-uturn, 1:100",
        include_str!("../../experiment/ppn_uturn.toml"),
        &[
            "body.0.mesh.cells=[4,12]",
            "body.1.mesh.cells=[4,12]",
            "time.steps=30",
            "body.1.material.young=1e8",
        ],
    ),
    (
        "ppn-uturn, 1:10,000",
        include_str!("../../experiment/ppn_uturn.toml"),
        &[
            "body.0.mesh.cells=[4,12]",
            "body.1.mesh.cells=[4,12]",
            "time.steps=30",
            "body.1.material.young=1e10",
        ],
    ),
    (
        "ppn-jelly",
        include_str!("../../experiment/ppn_jelly.toml"),
        &["body.0.mesh.cells=[12,1,12]", "body.1.mesh.cells=4", "time.steps=12"],
    ),
    (
        "ppn-drop",
        include_str!("../../experiment/ppn_drop.toml"),
        &["body.0.mesh.edge=0.2", "body.0.copies.count=[1,2,1]", "time.steps=30"],
    ),
    (
        "ppn-press",
        include_str!("../../experiment/ppn_press.toml"),
        &[
            "body.0.mesh.cells=[3,3,3]",
            "body.1.mesh.cells=[3,3,3]",
            "body.2.mesh.cells=[3,3,3]",
            "body.3.mesh.cells=[3,3,3]",
            "time.steps=40",
        ],
    ),
    ("ppn-roll", include_str!("../../experiment/ppn_roll.toml"), &["body.0.mesh.cells=5", "time.steps=40"]),
    (
        "ppn-slingshot",
        include_str!("../../experiment/ppn_slingshot.toml"),
        &["body.0.mesh.edge=0.055", "time.duration=0.6"],
    ),
    ("ppn-ratios, alike", RATIOS, &["body.0.mesh.cells=[12,4,4]"]),
    (
        "ppn-ratios, stiffness 1:10,000",
        RATIOS,
        &["body.0.mesh.cells=[12,4,4]", "body.0.inclusion.0.material.young=1e10"],
    ),
    (
        "ppn-ratios, density 1:1000",
        RATIOS,
        &[
            "body.0.mesh.cells=[12,4,4]",
            "body.0.material.density=10",
            "body.0.inclusion.0.material.density=1e4",
        ],
    ),
    ("ppn-sweep, 100 ms", SWEEP, &["body.0.mesh.cells=[15,5,5]", "time.step=0.1", "time.steps=3"]),
    ("ppn-sweep, 10 ms", SWEEP, &["body.0.mesh.cells=[15,5,5]", "time.step=0.01", "time.steps=10"]),
    ("ppn-sweep, 1 ms", SWEEP, &["body.0.mesh.cells=[15,5,5]", "time.step=0.001", "time.steps=20"]),
    ("ppn-quasistatic, ν 0.3", QUASISTATIC, &["body.0.mesh.cells=9", "body.0.material.poisson=0.3"]),
    ("ppn-quasistatic, ν 0.49", QUASISTATIC, &["body.0.mesh.cells=9", "body.0.material.poisson=0.49"]),
    (
        "gast-stretch",
        include_str!("../../experiment/gast_stretch.toml"),
        &["body.0.mesh.cells=[8,8,8]", "time.duration=1"],
    ),
    (
        "gast-random, stiff",
        RECOVERY,
        &["body.0.start={ random = { seed = 1 } }", "body.0.material.young=1e7"],
    ),
    (
        "gast-random, middle",
        RECOVERY,
        &["body.0.start={ random = { seed = 1 } }", "body.0.material.young=1e6"],
    ),
    (
        "gast-random, soft",
        RECOVERY,
        &["body.0.start={ random = { seed = 1 } }", "body.0.material.young=1e4", "time.steps=12"],
    ),
    ("gast-point, stiff", RECOVERY, &["body.0.start={ point = [0, 0, 0] }", "body.0.material.young=1e7"]),
    ("gast-point, middle", RECOVERY, &["body.0.start={ point = [0, 0, 0] }", "body.0.material.young=1e6"]),
    (
        "gast-point, soft",
        RECOVERY,
        &["body.0.start={ point = [0, 0, 0] }", "body.0.material.young=1e4", "time.steps=12"],
    ),
    (
        "gast-sphere",
        include_str!("../../experiment/gast_sphere.toml"),
        &["body.0.mesh.cells=8", "time.duration=1"],
    ),
    (
        "gast-torus",
        include_str!("../../experiment/gast_torus.toml"),
        &["body.0.mesh.cells=[15,6]", "body.0.material.young=3e4", "time.duration=0.7"],
    ),
    ("ves-arm", include_str!("../../experiment/ves_arm.toml"), &["time.duration=0.5"]),
    (
        "ves-skull",
        include_str!("../../experiment/ves_skull.toml"),
        &["body.0.mesh.cells=12", "time.duration=0.3"],
    ),
];

const RATIOS: &str = include_str!("../../experiment/ppn_ratios.toml");
const SWEEP: &str = include_str!("../../experiment/ppn_sweep.toml");
const QUASISTATIC: &str = include_str!("../../experiment/ppn_quasistatic.toml");

/// A cube that starts as a tangle.
const RECOVERY: &str = r#"
gravity = [0, 0, 0]
time = { step = "1/24", steps = 5 }
body = [{ mesh = { shape = "box", size = [1, 1, 1], cells = [8, 8, 8] }, material = { model = "fixed-corotated", young = 1e5, poisson = 0.45, density = 1000 } }]
"#;

/// A bar of 1 × 0.2 × 0.2 m that is held at one end.
const BAR: &str = r#"
mesh = { shape = "box", size = [1, 0.2, 0.2], cells = [15, 3, 3] }
pin = [{ where = { box = [[-0.51, -1, -1], [-0.499, 1, 1]] } }]
"#;

/// Another pin at the other end, and how it moves.
const LED: &str = r#"
mesh = { shape = "box", size = [1, 0.2, 0.2], cells = [15, 3, 3] }
pin = [
    { where = { box = [[-0.51, -1, -1], [-0.499, 1, 1]] } },
    { where = { box = [[0.499, -1, -1], [0.51, 1, 1]] }, motion = { MOTION } },
]
"#;

/// Small scenes: name, what stands above the body, and the body.
fn small() -> Vec<(&'static str, String)> {
    let scene = |time: &str, body: &str, more: &str| format!("{time}\n[[body]]\n{body}\n{more}\n");
    let film = "time = { step = \"1/30\", steps = 30 }";
    let of = |model: &str, young: f64, poisson: f64| {
        format!(
            "material = {{ model = \"{model}\", young = {young:e}, poisson = {poisson}, density = 1000 }}"
        )
    };
    let bar = |young: f64, poisson: f64| format!("{BAR}{}", of("stable-neo-hookean", young, poisson));
    let led = |motion: &str, material: &str| format!("{}{material}", LED.replace("MOTION", motion));
    let inclusion = |where_: &str, young: f64, density: f64| {
        format!(
            "[[body.inclusion]]\nwhere = {{ {where_} }}\n\
             material = {{ model = \"stable-neo-hookean\", young = {young:e}, poisson = 0.4, density = {density} }}"
        )
    };
    let half = "plane = { point = [0, 0.001, 0], normal = [0, -1, 0] }";
    let middle = "box = [[-0.2, -1, -1], [0.2, 1, 1]]";
    let press = "keyframes = [{ t = 0 }, { t = 0.5, translate = [-0.35, 0, 0] }]";
    let wring = "rotation = { axis = [1, 0, 0], rate = 6 }";
    let cube = |at: [f64; 3], young: f64, density: f64| {
        format!(
            "mesh = {{ shape = \"box\", size = [0.1, 0.1, 0.1], cells = [4, 4, 4] }}\ntranslate = {at:?}\n\
             rotate = {{ axis = [1, 0, 1], angle = 20 }}\n\
             material = {{ model = \"stable-neo-hookean\", young = {young:e}, poisson = 0.4, density = {density} }}"
        )
    };
    let ground = "[[obstacle]]\nshape = \"plane\"\n[contact]\ndhat = 1e-3\nfriction = 0.4";
    let net = |kind: &str, springs: &str, time: &str| {
        scene(
            time,
            &format!("kind = \"springs\"\nmesh = {{ {kind} }}\nsprings = {{ {springs} }}"),
            "[[body.pin]]\nwhere = { vertices = [0] }",
        )
    };
    let cells = "cells = [15, 3, 3]";
    vec![
        ("bar, soft", scene(film, &bar(1e4, 0.4), "")),
        ("bar, stiff", scene(film, &bar(1e8, 0.3), "")),
        ("bar, near-incompressible", scene(film, &bar(1e5, 0.495), "")),
        ("bar, fine", scene(film, &bar(1e5, 0.45).replace(cells, "cells = [40, 8, 8]"), "")),
        ("bar, long steps", scene("time = { step = 0.2, steps = 10 }", &bar(1e5, 0.4), "")),
        ("bar, short steps", scene("time = { step = 1e-4, steps = 60 }", &bar(1e6, 0.4), "")),
        (
            "bar, implicit midpoint",
            scene(
                "time = { step = 0.01, steps = 60, integrator = \"implicit-midpoint\" }",
                &bar(1e5, 0.4),
                "",
            ),
        ),
        (
            "bar, stabilized, arap",
            scene(
                "time = { step = \"1/30\", steps = 30, integrator = \"stabilized\" }",
                &format!("{BAR}{}", of("arap", 1e5, 0.3)),
                "",
            ),
        ),
        ("stiff half, 1:10,000", scene(film, &bar(1e4, 0.4), &inclusion(half, 1e8, 1000.0))),
        ("stiff piece, 1:1,000", scene(film, &bar(3e4, 0.4), &inclusion(middle, 3e7, 1000.0))),
        ("heavy half, 1:100", scene(film, &bar(1e5, 0.4), &inclusion(half, 1e5, 1e5))),
        ("pressed until it buckles", scene(film, &led(press, &of("stable-neo-hookean", 1e5, 0.45)), "")),
        ("pressed, neo-Hookean", scene(film, &led(press, &of("neo-hookean", 1e5, 0.4)), "")),
        ("wrung, fixed-corotated", scene(film, &led(wring, &of("fixed-corotated", 1e5, 0.4)), "")),
        ("wrung, St. Venant–Kirchhoff", scene(film, &led(wring, &of("stvk", 1e5, 0.3)), "")),
        (
            "wrung, stiff and long steps",
            scene("time = { step = 0.1, steps = 8 }", &led(wring, &of("stable-neo-hookean", 1e7, 0.48)), ""),
        ),
        (
            "equilibrium under weight",
            scene("time = { step = 1, steps = 2, integrator = \"quasistatic\" }", &bar(1e5, 0.45), ""),
        ),
        (
            "equilibria of a twist",
            scene(
                "time = { step = 0.1, steps = 6, integrator = \"quasistatic\" }",
                &led("rotation = { axis = [1, 0, 0], rate = 3 }", &of("stable-neo-hookean", 1e6, 0.4)),
                "",
            ),
        ),
        (
            "plane strain",
            scene(
                "dimension = 2\ntime = { step = \"1/30\", steps = 30 }",
                &format!(
                    "mesh = {{ shape = \"rectangle\", size = [1, 0.2], cells = [40, 8] }}\n{}",
                    of("stable-neo-hookean", 1e5, 0.45)
                ),
                "[[body.pin]]\nwhere = { box = [[-0.51, -1, -1], [-0.499, 1, 1]] }",
            ),
        ),
        (
            "net of springs",
            net(
                "shape = \"sheet\", size = [1, 1], cells = [16, 16]",
                "density = 0.2, stiffness = 300, shear = 100, bending = 2",
                film,
            ),
        ),
        (
            "stiff rope",
            net("shape = \"rope\", length = 2, cells = 60", "vertex_mass = 0.01, stiffness = 1e5", film),
        ),
        (
            "tangle, stable neo-Hookean",
            scene(
                "gravity = [0, 0, 0]\ntime = { step = \"1/30\", steps = 6 }",
                &format!(
                    "mesh = {{ shape = \"box\", size = [1, 0.3, 0.3], cells = [12, 4, 4] }}\n\
                     start = {{ random = {{ seed = 3 }} }}\n{}",
                    of("stable-neo-hookean", 1e5, 0.4)
                ),
                "",
            ),
        ),
        (
            "turned inside out",
            scene(
                "gravity = [0, 0, 0]\ntime = { step = \"1/30\", steps = 10 }",
                &format!(
                    "mesh = {{ shape = \"box\", size = [1, 0.3, 0.3], cells = [12, 4, 4] }}\n\
                     start = {{ point = [0, 0, 0] }}\n{}",
                    of("arap", 1e5, 0.3)
                ),
                "",
            ),
        ),
        ("cube falls on the ground", scene(film, &cube([0.0, 0.12, 0.0], 1e5, 1000.0), ground)),
        (
            "stack of soft on stiff",
            scene(
                film,
                &cube([0.0, 0.1, 0.0], 1e4, 1000.0),
                &format!("[[body]]\n{}\n{ground}", cube([0.02, 0.25, 0.01], 1e7, 1000.0)),
            ),
        ),
        (
            "heavy on light, pushed together",
            scene(
                "time = { step = \"1/60\", steps = 40 }",
                &cube([0.0, 0.1, 0.0], 3e4, 50.0),
                &format!("[[body]]\n{}\n{ground}", cube([0.02, 0.25, 0.01], 1e6, 5000.0)),
            ),
        ),
        (
            "ball thrown at springs of an obstacle",
            scene(
                "time = { step = \"1/60\", steps = 40 }",
                "mesh = { shape = \"sphere\", radius = 0.2, cells = 8 }\ntranslate = [0, 0.4, 0]\nvelocity = [1, -3, 0]\n\
                 material = { model = \"fixed-corotated\", young = 5e4, poisson = 0.45, density = 500 }",
                "[[obstacle]]\nshape = \"plane\"\nstiffness = 1e4\nfriction = 0.5",
            ),
        ),
    ]
}

/// Every case.
pub(super) fn all() -> Vec<Case> {
    let builtin = BUILTIN.iter().map(|(name, steps)| Case {
        name: (*name).to_owned(),
        text: None,
        set: vec![format!("time.steps={steps}")],
        tolerance: 1e-3,
        most: 1000,
    });
    let experiments = EXPERIMENTS.iter().map(|(name, text, set)| Case {
        name: (*name).to_owned(),
        text: Some((*text).to_owned()),
        set: set.iter().map(|&set| set.to_owned()).collect(),
        tolerance: if name.contains("quasistatic") { 5e-4 } else { 1e-3 },
        most: 2000,
    });
    let small = small().into_iter().map(|(name, text)| Case {
        name: name.to_owned(),
        text: Some(text),
        set: Vec::new(),
        tolerance: 1e-3,
        most: 2000,
    });
    builtin.chain(experiments).chain(small).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_a_scene() {
        for case in all() {
            case.scene("method = \"auto\"").unwrap_or_else(|error| panic!("{}: {error}", case.name));
        }
    }
}
