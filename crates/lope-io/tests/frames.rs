//! What is written to be seen: frames of bodies and of obstacles.

mod fixture;

use std::fs;

use fixture::{Directory, built, load, scene};
use lope::observe::Nobody;
use lope::scene::Scene;
use lope::scene::model::Field;
use lope::scene::schedule::Schedule;
use lope_io::output::pvd::Collection;
use lope_io::output::vtu::CellKind;
use lope_io::run::{End, Run, RunDirectory};
use lope_io::show::vtu_read;

const CUBE: &str = r#"
[time]
step = "1/60"
steps = 400
[solver]
tolerance = 1e-6
[[body]]
name = "cube"
mesh = { shape = "box", size = [0.5, 0.5, 0.5], cells = [2, 3, 2] }
material = { model = "fixed-corotated", young = 1e6, poisson = 0.3, density = 1000 }
translate = [0, 0.25, 0]
[[obstacle]]
name = "floor"
shape = "plane"
stiffness = 1e4
"#;

#[test]
fn obstacles_are_written_to_be_seen() {
    let place = Directory::new("scenery");
    let set = [
        "time.steps=3",
        "time.frame_rate=60",
        "output.formats=[\"vtu\",\"obj\"]",
        "obstacle.0.motion={velocity=[0,-60,0]}",
    ];
    let ball = "[[obstacle]]\nname = \"ball\"\nshape = \"sphere\"\nradius = 2\ntranslate = [9, 0, 0]\nstiffness = 1\n";
    let scene: Scene = scene(&format!("{CUBE}{ball}"), &set);
    let path = place.join("run");
    let directory = RunDirectory::prepare(&path).expect("a directory");
    let resolved = scene.resolved_toml().expect("a scene that can be written");
    assert_eq!(fixture::scene(&resolved, &[]), scene);
    let run = Run::start(&scene, built(&scene), Schedule::new(&scene.time), directory, &resolved);
    assert_eq!(run.expect("a run").finish(&mut Nobody).expect("no trouble").end, End::Done);

    let mut files: Vec<String> = fs::read_dir(path.join("obstacles"))
        .expect("obstacles")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let moving = (0..4).flat_map(|i| ["obj", "vtu"].map(|format| format!("floor_{i:06}.{format}")));
    let expected: Vec<String> =
        ["ball.obj".to_owned(), "ball.vtu".to_owned()].into_iter().chain(moving).collect();
    assert_eq!(files, expected);
    // The list of frames finds them: a body and two obstacles at four times.
    let list = Collection::load(&path.join("frames")).expect("a list").entries;
    assert_eq!(list.len(), 12);
    assert!(list.iter().all(|entry| path.join("frames").join(&entry.file).is_file()));
    let floor = vtu_read::read(&path.join("obstacles/floor_000003.vtu")).expect("a surface").points;
    assert!(floor.chunks(3).all(|point| (point[1] + 3.0).abs() < 1e-12), "{floor:?}");
}

const CLOTH: &str = r#"
[time]
step = "1/30"
steps = 2
[[body]]
name = "cloth"
kind = "springs"
mesh = { shape = "sheet", size = [2, 1], cells = [100, 100] }
springs = { density = 0.3, stiffness = 100, shear = 50 }
"#;

#[test]
fn frames_show_cloth_as_triangles_and_ropes_as_lines() {
    let place = Directory::new("springs-frames");
    let rope = "[[body]]\nname = \"rope\"\nkind = \"springs\"\nmesh = { shape = \"rope\", length = 1, cells = 5 }\n\
                springs = { density = 0.1, stiffness = 10, bending = 1 }\ndamping.nonrigid = 0.5\n";
    let point = "[[body]]\nname = \"point\"\nkind = \"springs\"\nmesh = { file = \"point.obj\" }\n\
                 springs = { mass = 2, stiffness = 10 }\n";
    fs::write(place.join("point.obj"), "v 1 2 3\n").expect("a file");
    fs::write(place.join("scene.toml"), format!("{CLOTH}{rope}{point}")).expect("a file");
    let set = [
        "body.0.mesh.cells=[3,2]",
        "output.formats=[\"vtu\",\"obj\"]",
        "output.fields=[\"velocity\",\"det\",\"energy\"]",
    ];
    let loaded = load(&place.join("scene.toml"), &set);
    let out = place.join("run");
    let directory = RunDirectory::prepare(&out).expect("a directory");
    let schedule = Schedule::new(&loaded.scene.time);
    let resolved = loaded.resolved_toml(&out).expect("a scene that can be written");
    let built = loaded.build().expect("a scene that builds");
    let run = Run::start(&loaded.scene, built, schedule, directory, &resolved).expect("a run");
    let finished = run.finish(&mut Nobody).expect("a run without trouble on the disk");
    let springs = (9 + 8 + 12) + (5 + 4);
    assert_eq!((finished.summary.elements, finished.summary.vertices), (springs, 12 + 6 + 1));

    let mut frames: Vec<String> = fs::read_dir(out.join("frames"))
        .expect("frames")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    frames.sort();
    for (body, kind, cells) in
        [("cloth", CellKind::Triangle, 12), ("rope", CellKind::Line, 5), ("point", CellKind::Vertex, 1)]
    {
        let own: Vec<&String> =
            frames.iter().filter(|name| name.starts_with(body) && name.ends_with(".vtu")).collect();
        assert_eq!(own.len(), 3, "{frames:?}");
        let frame = vtu_read::read(&out.join("frames").join(own[2])).expect("a frame");
        assert_eq!((frame.kind, frame.cells.len()), (kind, cells * kind.arity()), "{body}");
        let names: Vec<&str> = frame.point_data.iter().map(|field| field.name.as_str()).collect();
        assert_eq!((names, frame.cell_data.len()), (vec!["velocity"], 0), "{body}");
        assert!(frame.points.iter().all(|x| x.is_finite()));
    }
    let single = vtu_read::read(&out.join("frames").join(
        frames.iter().rfind(|name| name.starts_with("point") && name.ends_with(".vtu")).expect("a frame"),
    ))
    .expect("a frame");
    // Two steps of backward Euler from rest fall 3 g h².
    let fall = 3.0 * 9.81 / 900.0;
    assert!((single.points[1] - (2.0 - fall)).abs() < 1e-9, "{:?}", single.points);
}

/// Every field that can be asked for is there, with as many numbers as the documents say, and those of forces are what the table of
/// forces has.
#[test]
fn frames_carry_every_field() {
    let place = Directory::new("fields");
    let all: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
    let fields = format!("output.fields={all:?}");
    let attach =
        "body.0.attach=[{where={box=[[-1,0.2,-1],[1,0.3,1]]}, stiffness=300, motion={velocity=[0.1,0,0]}}]";
    let scene: Scene =
        scene(CUBE, &["time.steps=20", "time.frame_rate=3", &fields, attach, "obstacle.0.friction=0.3"]);
    let path = place.join("run");
    let directory = RunDirectory::prepare(&path).expect("a directory");
    let resolved = scene.resolved_toml().expect("a scene that can be written");
    let run = Run::start(&scene, built(&scene), Schedule::new(&scene.time), directory, &resolved);
    assert_eq!(run.expect("a run").finish(&mut Nobody).expect("no trouble").end, End::Done);

    let frame = vtu_read::read(&path.join("frames/cube_000001.vtu")).expect("a frame");
    let there: Vec<(&str, usize)> = frame
        .point_data
        .iter()
        .chain(&frame.cell_data)
        .map(|field| (field.name.as_str(), field.components))
        .collect();
    let expected = [
        ("velocity", 3),
        ("displacement", 3),
        ("projected", 1),
        ("contact-force", 3),
        ("friction-force", 3),
        ("contact-pressure", 1),
        ("reaction", 3),
        ("det", 1),
        ("energy", 1),
        ("stress", 6),
        ("von-mises", 1),
        ("first-piola", 9),
        ("stretch", 3),
    ];
    assert_eq!(there, expected);
    assert_eq!(there.len(), Field::ALL.len(), "a field that is not tested here");

    let of = |name: &str| {
        let fields = frame.point_data.iter().chain(&frame.cell_data);
        fields.into_iter().find(|field| field.name == name).expect("a field").values.clone()
    };
    let sum = |values: &[f64], axis: usize| values.iter().skip(axis).step_by(3).sum::<f64>();
    let forces = fs::read_to_string(path.join("forces.csv")).expect("forces");
    let head: Vec<&str> = forces.lines().next().expect("a head").split(',').collect();
    let last: Vec<&str> = forces.lines().last().expect("a row").split(',').collect();
    let told = |name: &str| -> f64 {
        let place = head.iter().position(|column| *column == name).expect("a column");
        last[place].parse().expect("a number")
    };
    for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
        for (field, source) in [
            ("contact-force", "floor.normal"),
            ("friction-force", "floor.friction"),
            ("reaction", "cube.attach0"),
        ] {
            let (nodes, whole) = (sum(&of(field), axis), told(&format!("{source}.f{letter}")));
            assert!((nodes - whole).abs() < 1e-9 * (1.0 + whole.abs()), "{field} {letter}: {nodes} {whole}");
        }
    }
    assert!(told("floor.fy") > 500.0 && told("cube.attach0.fx") > 10.0, "it stands and is drawn: {last:?}");
    // The pressure on what stands is its weight by what it stands on, spread over the vertices there.
    let pressures = of("contact-pressure");
    let (most, mean) = (pressures.iter().copied().fold(0.0, f64::max), told("floor.normal.fy") / 0.25);
    assert!(most > 0.5 * mean && most < 3.0 * mean, "{most} Pa, {mean} Pa in the mean");
    assert!(frame.points.chunks(3).zip(&pressures).all(|(x, p)| *p == 0.0 || x[1] < 0.1), "only below");
    // From rest to here.
    let first = vtu_read::read(&path.join("frames/cube_000000.vtu")).expect("a frame");
    let gone = of("displacement");
    let off =
        frame.points.iter().zip(&first.points).zip(&gone).map(|((x, rest), gone)| (x - rest - gone).abs());
    assert!(off.fold(0.0, f64::max) < 1e-12);
    // σ = P Fᵀ/det F has no part that turns, and is what von Mises is made of.
    for (s, mises) in of("stress").chunks(6).zip(of("von-mises")) {
        let normal = (s[0] - s[1]).powi(2) + (s[1] - s[2]).powi(2) + (s[2] - s[0]).powi(2);
        let shear = s[3].powi(2) + s[4].powi(2) + s[5].powi(2);
        assert!(((0.5 * normal + 3.0 * shear).sqrt() - mises).abs() < 1e-9 * (1.0 + mises));
    }
    for (stretch, det) in of("stretch").chunks(3).zip(of("det")) {
        assert!((stretch.iter().product::<f64>() - det).abs() < 1e-12, "det F is the product of stretches");
    }
}
