//! The law of loads: what pushes does what the textbook says, every method comes to the same minimum or refuses, and what means
//! nothing is named.

mod fixture;

use fixture::{good_step, scene, world};
use lope::observe::StepRecord;
use lope::scene::Scene;
use lope::scene::build::build;
use lope::scene::model::{Integrator, Method};
use lope::scene::validate::METHODS;
use lope::world::World;

/// A beam in the plane, one metre long and deep, clamped at its left end; its material has no Poisson's ratio, so that the textbook's
/// beam is the limit of its mesh.
fn beam(height: f64, cells: [usize; 2], load: &str) -> String {
    let [along, across] = cells;
    format!(
        r#"
gravity = [0, 0, 0]
dimension = 2
[time]
step = 0.1
steps = 10
integrator = "quasistatic"
[solver]
method = "project-on-demand"
linear = "cholesky"
tolerance = 1e-7
[[body]]
name = "beam"
mesh = {{ shape = "rectangle", size = [1, {height}], cells = [{along}, {across}] }}
material = {{ model = "stvk", young = 1e6, poisson = 0, density = 1000 }}
[[body.pin]]
where = {{ box = [[-0.51, -1, -1], [-0.4999, 1, 1]] }}
[[body.load]]
where = {{ box = [[0.4999, -1, -1], [0.51, 1, 1]] }}
{load}
"#
    )
}

fn run(text: &str, steps: usize, h: f64) -> (World, Vec<StepRecord>) {
    let mut world = world(text, &[]);
    let records = (0..steps).map(|_| good_step(&mut world, h)).collect();
    (world, records)
}

/// How far the middle of the right end goes.
fn bent(height: f64, cells: [usize; 2], load: &str, steps: usize) -> [f64; 2] {
    let text = beam(height, cells, load);
    let rest = world(&text, &[]).points_of(0).to_vec();
    let (world, _) = run(&text, steps, 1.0 / steps as f64);
    let end: Vec<usize> = (0..rest.len()).filter(|i| rest[*i][0] > 0.4999).collect();
    let middle =
        |at: &[[f64; 3]], axis: usize| end.iter().map(|i| at[*i][axis]).sum::<f64>() / end.len() as f64;
    [0, 1].map(|axis| middle(world.points_of(0), axis) - middle(&rest, axis))
}

/// Errors of three meshes, each twice as fine: they fall with the second power, and the last is below `last`.
fn converges(errors: [f64; 3], last: f64, what: &str) {
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!(order > 1.6, "{what}: order {order}, {errors:?}");
    }
    assert!(errors[2] < last, "{what}: {errors:?}");
}

/// P L³/3EI, and what shear adds.
#[test]
fn a_force_at_the_tip_bends_a_cantilever_as_the_textbook_says() {
    let (e, h, p) = (1e6, 0.1, 1e-3);
    let inertia = h * h * h / 12.0;
    let exact = p / (3.0 * e * inertia) + 1.2 * p / (0.5 * e * h);
    let errors = [4, 8, 16].map(|n| {
        let [_, down] = bent(h, [10 * n, n], &format!("force = [0, -{p}, 0]"), 1);
        (-down / exact - 1.0).abs()
    });
    converges(errors, 0.02, "tip force");
}

/// The elastica of \[Mattiasson81\]: P L²/EI = 2 brings the tip 0.49346 down and 0.16064 back.
#[test]
fn a_large_force_at_the_tip_makes_an_elastica() {
    let (e, h) = (1e6, 0.04_f64);
    let p = 2.0 * e * h.powi(3) / 12.0;
    let errors = [4, 8, 16].map(|n| {
        let [back, down] = bent(h, [25 * n, n], &format!("force = [0, '-{p}*t', 0]"), 10);
        (down + 0.49346).hypot(back + 0.16064) / 0.49346
    });
    converges(errors, 0.02, "elastica");
}

/// M = EI κ: a quarter of a circle.
#[test]
fn an_end_moment_bends_a_cantilever_to_a_circle() {
    let (e, h) = (1e6, 0.04_f64);
    let quarter = std::f64::consts::FRAC_PI_2;
    let moment = e * h.powi(3) / 12.0 * quarter;
    let errors = [4, 8, 16].map(|n| {
        let [x, y] = bent(h, [25 * n, n], &format!("torque = [0, 0, '{moment}*t']"), 10);
        (x + 1.0 - 1.0 / quarter).hypot(y - 1.0 / quarter) * quarter
    });
    converges(errors, 0.02, "end moment");
    let small = 1e-3 * moment;
    let [_, y] = bent(h, [400, 16], &format!("torque = [0, 0, {small}]"), 1);
    let exact = 0.5 * 1e-3 * quarter;
    assert!((y / exact - 1.0).abs() < 0.02, "{y} {exact}");
}

/// A block under traction is stretched the same everywhere, whatever its mesh, and its pin holds what pulls.
#[test]
fn a_tensile_patch_is_exact() {
    let text = r#"
gravity = [0, 0, 0]
[time]
step = 1
steps = 1
integrator = "quasistatic"
[solver]
method = "projected-newton"
linear = "cholesky"
tolerance = 1e-12
[[body]]
mesh = { shape = "box", size = [2, 1, 0.5], cells = [4, 3, 2] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.3, density = 1000 }
[[body.pin]]
where = { box = [[-1.01, -1, -1], [-0.99, 1, 1]] }
axes = [true, false, false]
[[body.pin]]
where = { box = [[-1.01, -0.51, -0.26], [-0.99, -0.49, -0.24]] }
[[body.pin]]
where = { box = [[-1.01, 0.49, -0.26], [-0.99, 0.51, -0.24]] }
axes = [false, false, true]
[[body.load]]
where = { box = [[0.99, -1, -1], [1.01, 1, 1]] }
traction = [30000, 0, 0]
"#;
    let mut world = world(text, &[]);
    world.tell_forces(false);
    good_step(&mut world, 1.0);
    let body = &world.bodies()[0];
    let dets = body.dets(&world.state().x).expect("a solid");
    let energies = body.densities(&world.state().x).expect("a solid");
    for list in [&dets, &energies] {
        assert!(list.iter().all(|one| (one / list[0] - 1.0).abs() < 1e-9), "not the same everywhere");
    }
    assert!(dets[0] > 1.05, "{}", dets[0]);
    let forces = world.forces().expect("forces");
    let named = |name: &str| {
        let number = world.force_sources().iter().position(|one| one.name == name).expect("a source");
        forces[number].total()
    };
    // Half a square metre.
    let pulled = named("body.load0");
    assert!((pulled[0] - 15000.0).abs() < 1e-8, "{pulled:?}");
    let held: f64 = (0..3).map(|pin| named(&format!("body.pin{pin}"))[0]).sum();
    assert!((held + 15000.0).abs() < 1e-6, "{held}");
    // E of small strain: a hundredth of the load.
    let small = world_of(text, &["body.0.load.0.traction=[3,0,0]"]);
    let longest = small.points_of(0).iter().map(|x| x[0]).fold(0.0, f64::max) - 1.0;
    assert!((longest / (2.0 * 3e-5) - 1.0).abs() < 1e-4, "{longest}");
}

fn world_of(text: &str, set: &[&str]) -> World {
    let mut made = world(text, set);
    good_step(&mut made, 1.0);
    made
}

/// Three supports that hold a body without straining it.
const LOOSE: &str = r#"
[[body.pin]]
where = { vertices = [A] }
[[body.pin]]
where = { vertices = [B] }
axes = [false, true, true]
[[body.pin]]
where = { vertices = [C] }
axes = [false, false, true]
"#;

/// The cavity of a thick sphere under pressure, by Lamé: u(a) = p a³/(b³ − a³) ((1 − 2ν) a/E + (1 + ν) b³/(2 E a²)).
#[test]
fn a_thick_sphere_under_pressure_is_lames() {
    let (a, b, e, nu, p) = (0.5_f64, 1.0_f64, 1e5, 0.3, 20.0);
    let exact = p * a.powi(3) / (b.powi(3) - a.powi(3))
        * ((1.0 - 2.0 * nu) * a / e + (1.0 + nu) * b.powi(3) / (2.0 * e * a * a));
    let error = |edge: f64| {
        let text = format!(
            r#"
gravity = [0, 0, 0]
[time]
step = 1
steps = 1
integrator = "quasistatic"
[solver]
method = "projected-newton"
linear = "cholesky"
tolerance = 1e-12
[[body]]
mesh = {{ shape = "difference", edge = {edge}, parts = [{{ shape = "sphere", radius = {b} }}, {{ shape = "sphere", radius = {a} }}] }}
material = {{ model = "stvk", young = {e}, poisson = {nu}, density = 1000 }}
[[body.load]]
where = {{ sphere = {{ center = [0, 0, 0], radius = 0.75 }} }}
pressure = {p}
"#
        );
        let start = world(&text, &[]);
        let rest = start.points_of(0).to_vec();
        // Three vertices far from each other: no rigid motion is left, and no force.
        let farthest = |axis: usize| {
            (0..rest.len()).max_by(|i, j| rest[*i][axis].total_cmp(&rest[*j][axis])).expect("some")
        };
        let pins = LOOSE
            .replace(
                'A',
                &(0..rest.len())
                    .min_by(|i, j| rest[*i][0].total_cmp(&rest[*j][0]))
                    .expect("some")
                    .to_string(),
            )
            .replace('B', &farthest(0).to_string())
            .replace('C', &farthest(1).to_string());
        let mut world = world(&(text + &pins), &[]);
        good_step(&mut world, 1.0);
        // The cavity grows: by the mean distance of its vertices from their centre.
        let inner: Vec<usize> =
            (0..rest.len()).filter(|i| rest[*i].iter().map(|x| x * x).sum::<f64>().sqrt() < 0.51).collect();
        let radius = |at: &[[f64; 3]]| {
            let n = inner.len() as f64;
            let c = [0, 1, 2].map(|k| inner.iter().map(|i| at[*i][k]).sum::<f64>() / n);
            let far = |i: &usize| (0..3).map(|k| (at[*i][k] - c[k]).powi(2)).sum::<f64>().sqrt();
            inner.iter().map(far).sum::<f64>() / n
        };
        (radius(world.points_of(0)) - radius(&rest)) / exact - 1.0
    };
    let errors = [0.2, 0.1].map(error);
    assert!(errors[1].abs() < 0.03 && errors[1].abs() < 0.5 * errors[0].abs(), "{errors:?}");
}

/// M L/GJ.
#[test]
fn a_torque_twists_a_round_bar_as_the_textbook_says() {
    let (radius, length, g, moment) = (0.1_f64, 1.0, 1e5 / 2.6, 0.01);
    let exact = moment * length / (g * std::f64::consts::FRAC_PI_2 * radius.powi(4));
    let error = |across: usize| {
        let text = format!(
            r#"
gravity = [0, 0, 0]
[time]
step = 1
steps = 1
integrator = "quasistatic"
[solver]
method = "projected-newton"
linear = "cholesky"
tolerance = 1e-10
[[body]]
mesh = {{ shape = "cylinder", radius = {radius}, height = {length}, cells = [{across}, {along}] }}
material = {{ model = "fixed-corotated", young = 1e5, poisson = 0.3, density = 1000 }}
[[body.pin]]
where = {{ box = [[-1, -0.51, -1], [1, -0.499, 1]] }}
[[body.load]]
where = {{ box = [[-1, 0.499, -1], [1, 0.51, 1]] }}
torque = [0, {moment}, 0]
"#,
            along = 4 * across
        );
        let start = world(&text, &[]);
        let rest = start.points_of(0).to_vec();
        let (world, _) = run(&text, 1, 1.0);
        let rim =
            (0..rest.len()).filter(|i| rest[*i][1] > 0.499 && rest[*i][0].hypot(rest[*i][2]) > 0.99 * radius);
        let (mut sum, mut count) = (0.0, 0);
        for i in rim {
            let angle = |x: [f64; 3]| (-x[2]).atan2(x[0]);
            let turn = angle(world.points_of(0)[i]) - angle(rest[i]);
            sum +=
                (turn + std::f64::consts::PI).rem_euclid(2.0 * std::f64::consts::PI) - std::f64::consts::PI;
            count += 1;
        }
        sum / f64::from(count) / exact - 1.0
    };
    let errors = [10, 20].map(error);
    assert!(errors[1].abs() < 0.03 && errors[1].abs() < 0.4 * errors[0].abs(), "{errors:?}");
}

/// A sheet across the wind.
const SHEET: &str = r#"
gravity = [0, 0, 0]
[time]
step = 0.01
steps = 1
[solver]
tolerance = 1e-10
[[body]]
kind = "springs"
mesh = { shape = "sheet", size = [2, 1], cells = [8, 4] }
springs = { stiffness = 1e3, density = 0.2 }
"#;

#[test]
fn a_sheet_that_is_held_feels_its_drag() {
    let pin = "body.0.pin=[{where={all=true}}]";
    let blown = "body.0.load=[{wind={speed=[3,7,0], drag=1.1, lift=0.4}}]";
    let mut world = world(SHEET, &[pin, blown]);
    world.tell_forces(false);
    (0..3).for_each(|_| _ = good_step(&mut world, 0.01));
    let forces = world.forces().expect("forces");
    let number = world.force_sources().iter().position(|one| one.name == "body.load0").expect("a load");
    let drag = 0.5 * 1.2 * 1.1 * 2.0 * 49.0;
    // |w| (w·n) n − (w·n)² w/|w|.
    let fast = 58.0_f64.sqrt();
    let factor = 0.5 * 1.2 * 0.4 * 2.0;
    let lift = [-factor * 49.0 * 3.0 / fast, factor * (fast * 7.0 - 49.0 * 7.0 / fast)];
    let told = forces[number].total();
    assert!((told[0] - lift[0]).abs() < 1e-9 && (told[1] - drag - lift[1]).abs() < 1e-9, "{told:?}");
}

/// √(2 m g/(ρ C A)).
#[test]
fn a_sheet_falls_at_its_terminal_velocity() {
    let set = ["gravity=[0,-9.81,0]", "body.0.load=[{wind={speed=[0,0,0], drag=1.3}}]", "time.step=0.05"];
    let exact = (2.0_f64 * 0.2 * 9.81 / (1.2 * 1.3)).sqrt();
    for integrator in ["backward-euler", "bdf2", "implicit-midpoint"] {
        let scheme = format!("time.integrator={integrator}");
        let mut world = world(SHEET, &[&set[..], &[&scheme]].concat());
        (0..80).for_each(|_| _ = good_step(&mut world, 0.05));
        let falls = world.velocities().iter().map(|v| -v[1]).sum::<f64>() / world.velocities().len() as f64;
        assert!((falls / exact - 1.0).abs() < 1e-4, "{integrator}: {falls} {exact}");
        let books = world.books();
        assert!(books.added < -1.0 && books.dissipated == 0.0, "air takes: {books:?}");
    }
}

/// A steady pressure in a closed cavity is a potential: nothing is booked, and what the cavity gives is in the wall.
#[test]
fn the_work_of_a_steady_pressure_is_that_on_its_volume() {
    let text = r#"
gravity = [0, 0, 0]
[time]
step = 0.02
steps = 50
integrator = "stabilized"
[solver]
tolerance = 1e-8
[[body]]
mesh = { shape = "difference", edge = 0.12, parts = [{ shape = "sphere", radius = 0.5 }, { shape = "sphere", radius = 0.25 }] }
material = { model = "stable-neo-hookean", young = 1e4, poisson = 0.3, density = 500 }
[[body.load]]
where = { sphere = { center = [0, 0, 0], radius = 0.4 } }
pressure = 1500
"#;
    let mut world = world(text, &[]);
    let mut most = 0.0_f64;
    for _ in 0..30 {
        let record = good_step(&mut world, 0.02);
        assert_eq!(record.ledger.books.added, 0.0, "a steady load is a potential");
        most = most.max(-record.ledger.load);
        let off = record.ledger.numerical().abs() / (record.ledger.kinetic + record.ledger.elastic);
        assert!(off < 0.03, "{off}");
    }
    assert!(most > 1.0, "{most}");
    let total = world.ledger().total();
    assert!(total.abs() < 0.05 * most, "what the cavity gives is in the wall: {total} of {most}");
}

const CUBE: &str = r#"
gravity = [0, -9.81, 0]
[time]
step = 0.02
steps = 5
[[body]]
name = "cube"
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "arap", young = 1e4, poisson = 0.3, density = 1000 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
"#;

/// Every method comes to where the others come, or says why it does not go.
#[test]
fn every_method_comes_to_the_same_place_or_refuses() {
    let top = "where={box=[[0.49,-1,-1],[0.51,1,1]]}";
    let loads = [
        ("force", format!("{{{top}, force=[0,'900*t',300]}}"), 0),
        ("pressure", "{pressure=800}".to_owned(), 0),
        ("open pressure", format!("{{{top}, pressure=800}}"), 0),
        ("torque", format!("{{{top}, torque=[200,0,0]}}"), 0),
        ("steady muscle", "{muscle={direction=[1,0,0], stress=2000}}".to_owned(), 1),
        ("muscle", "{muscle={direction=[1,0,0], stress='50000*t'}}".to_owned(), 3),
        ("wind", "{wind={speed=[0,0,20], density=5}}".to_owned(), 3),
    ];
    for (what, load, refusing) in loads {
        let (mut refused, mut reference) = (Vec::new(), Option::<Vec<f64>>::None);
        for &method in METHODS {
            let load = format!("body.0.load=[{load}]");
            let name = format!("solver.method={method}");
            let mut set = vec![load, name];
            match method {
                Method::Xpbd => set.push("solver.iterations=400".into()),
                _ => set.push("solver.tolerance=1e-7".into()),
            }
            let built = Scene::from_text("law.toml", CUBE, &set).ok().and_then(|scene| build(&scene).ok());
            let Some(built) = built else {
                refused.push(method);
                continue;
            };
            let mut world = built.world;
            (0..5).for_each(|_| _ = good_step(&mut world, 0.02));
            let x = world.state().x.clone();
            // What lags is taken anew until it changes by a hundredth, and position-based dynamics is approximate.
            let close = if method == Method::Xpbd { 2e-3 } else { 2e-4 };
            match &reference {
                Some(reference) => {
                    let apart = fixture::distance(&x, reference);
                    assert!(apart < close, "{what} by {method}: {apart} m apart");
                }
                None => reference = Some(x),
            }
        }
        assert_eq!(refused.len(), refusing, "{what}: {refused:?}");
    }
}

/// The load is written in the resolved scene as it was given.
#[test]
fn loads_are_written_as_they_were_read() {
    let scene = scene(
        CUBE,
        &[
            "body.0.load=[{force=[0,'2*t',{t=[0,1],value=[0,3]}], start=0.1, end=2}, {pressure={t=[0,1],value=[0,'1/2']}}]",
            "load=[{acceleration={t=[0,1],value=[[0,0,0],[1,2,3]]}}]",
            "tendon=[{path=[{point=[0,0,0]},{body='cube',point=[0,0.1,0]}], length='1-t'}]",
        ],
    );
    let text = scene.resolved_toml().expect("a scene");
    assert_eq!(Scene::from_text("again.toml", &text, &[]).expect("the same"), scene, "{text}");
    assert_eq!(scene.tendon[0].name, "tendon");
}

fn complaint(set: &[&str]) -> String {
    let set: Vec<String> = set.iter().map(ToString::to_string).collect();
    match Scene::from_text("scene.toml", CUBE, &set) {
        Err(error) => error.to_string(),
        Ok(scene) => match build(&scene) {
            Err(problems) => format!("{problems:?}"),
            Ok(_) => "no complaint".to_owned(),
        },
    }
}

#[test]
fn what_means_nothing_is_named_with_its_remedy() {
    let inside = "where={sphere={center=[0,0,0],radius=0.1}}";
    let table: &[(&str, &str, &str)] = &[
        ("body.0.load=[{}]", "body.0.load.0", "give one of force, traction, pressure"),
        (
            "body.0.load=[{force=[1,0,0],pressure=3}]",
            "body.0.load.0.pressure",
            "given together with body.0.load.0.force",
        ),
        (
            "body.0.load=[{where={box=[[5,5,5],[6,6,6]]},force=[1,0,0]}]",
            "body.0.load.0.where",
            "selects no vertex",
        ),
        (&format!("body.0.load=[{{{inside},traction=[1,0,0]}}]"), "body.0.load.0.where", "acts on a surface"),
        (&format!("body.0.load=[{{{inside},pressure=1}}]"), "body.0.load.0.where", "acts on a surface"),
        (
            &format!("body.0.load=[{{{inside},muscle={{direction=[1,0,0],stress=1}}}}]"),
            "body.0.load.0.where",
            "elements",
        ),
        ("body.0.load=[{force=[0,'2*u',0]}]", "body.0.load.0.force.1", "unknown name"),
        ("body.0.load=[{force=[0,'x',0]}]", "body.0.load.0.force.1", "may depend on t, and not on x, y, z"),
        ("body.0.load=[{force=[0,'1/(t-0)',0]}]", "body.0.load.0.force", "at t = 0 s it is"),
        (
            "body.0.load=[{pressure={t=[0,2,1],value=[0,1,2]}}]",
            "body.0.load.0.pressure.t.2",
            "times must increase: 1 comes after 2",
        ),
        (
            "body.0.load=[{force={t=[0,1],value=[[0,0,0]]}}]",
            "body.0.load.0.force",
            "has 1 values for 2 times",
        ),
        ("body.0.load=[{force=[1,0]}]", "body.0.load.0.force", "expected a list of 3"),
        ("body.0.load=[{force=[1,0,0],start=2,end=1}]", "body.0.load.0.end", "is not after start"),
        ("body.0.load=[{forse=[1,0,0]}]", "body.0.load.0.forse", "did you mean \"force\""),
        (
            "body.0.load=[{muscle={direction=[0,0,0],stress=1}}]",
            "body.0.load.0.muscle.direction",
            "no direction",
        ),
        (
            "body.0.load=[{muscle={direction=['0*x','0','0'],stress=1}}]",
            "body.0.load.0.muscle.direction",
            "no direction",
        ),
        ("load=[{where={vertices=[1]},force=[1,0,0]}]", "load.0.where", "of one mesh"),
        ("load=[{where={box=[[5,5,5],[6,6,6]]},force=[1,0,0]}]", "load.0.where", "selects no vertex"),
        ("tendon=[{path=[{body='cube',point=[0,0,0]}],pull=1}]", "tendon.0.path", "give 2 to 64"),
        (
            "tendon=[{path=[{body='cub',point=[0,0,0]},{point=[0,1,0]}],pull=1}]",
            "tendon.0.path.0.body",
            "there is no body \"cub\"",
        ),
        (
            "tendon=[{path=[{body='cube',point=[0,3,0]},{point=[0,1,0]}],pull=1}]",
            "tendon.0.path.0.point",
            "outside of the body",
        ),
        (
            "tendon=[{path=[{point=[0,3,0]},{point=[0,1,0]}],pull=1}]",
            "tendon.0.path",
            "no place is in a body",
        ),
        (
            "tendon=[{path=[{body='cube',point=[0,0,0]},{point=[0,1,0]}],pull=-1}]",
            "tendon.0.pull",
            "must be 0 N or more",
        ),
        (
            "tendon=[{path=[{body='cube',point=[0,0,0]},{point=[0,1,0]}],pull='t-1'}]",
            "tendon.0.pull",
            "a tendon only pulls",
        ),
        (
            "tendon=[{path=[{body='cube',point=[0,0,0]},{point=[0,1,0]}]}]",
            "tendon.0",
            "give pull (N) or length (m)",
        ),
    ];
    for (set, key, words) in table {
        let complaint = complaint(&[set]);
        assert!(complaint.contains(key) && complaint.contains(words), "{set}: {complaint}");
    }
    let still = complaint(&["time.integrator=quasistatic", "body.0.load=[{wind={speed=[1,0,0]}}]"]);
    assert!(still.contains("body.0.load.0.wind") && still.contains("velocities"), "{still}");
}

/// A formula that ends in the middle of a run stops it, and the state stays.
#[test]
fn a_formula_that_ends_is_named_with_its_time() {
    let mut world = world(CUBE, &["body.0.load=[{force=[0,'sqrt(0.05-t)',0]}]"]);
    good_step(&mut world, 0.02);
    good_step(&mut world, 0.02);
    let before = world.state().clone();
    let record = fixture::step(&mut world, 0.02);
    let mistake = record.mistake.expect("it is no number any more");
    assert!(!record.committed && world.state() == &before);
    assert!(mistake.starts_with("body.0.load.0.force: at t = 0.06 s it is"), "{mistake}");
}

/// A load acts in its window, and what it puts in when it begins and takes out when it ends is booked.
#[test]
fn a_load_begins_and_ends_with_its_books() {
    let set = ["body.0.load=[{force=[0,0,4000], start=0.04, end=0.1}]", "solver.tolerance=1e-9"];
    for integrator in [Integrator::BackwardEuler, Integrator::Trapezoid, Integrator::ImplicitMidpoint] {
        let scheme = format!("time.integrator={integrator}");
        let mut world = world(CUBE, &[&set[..], &[&scheme]].concat());
        let mut pushed = Vec::new();
        world.tell_forces(false);
        for _ in 0..8 {
            let record = good_step(&mut world, 0.02);
            assert_eq!(world.audit(), record.ledger, "{integrator}");
            let number = world.force_sources().iter().position(|one| one.name == "cube.load0").expect("told");
            pushed.push(world.forces().expect("forces")[number].total()[2]);
        }
        let steps: Vec<bool> = pushed.iter().map(|f| *f > 1.0).collect();
        assert_eq!(steps, [false, false, true, true, true, false, false, false], "{integrator}: {pushed:?}");
        assert!(world.ledger().load == 0.0 && world.books().added > 0.1, "{:?}", world.ledger());
    }
}
