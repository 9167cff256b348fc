//! Bodies of kind `shell` against what is known of membranes and plates, with every method, scheme and number of threads.

mod fixture;

use std::sync::Arc;

use fixture::{bits, built, distance, good_step, scene, step, sum, world};
use lope::body::Bends;
use lope::energy::bending::{Bending, QuadraticBending, RestAngle};
use lope::energy::strain::StrainEnergy;
use lope::geometry::sheet::{Pattern, sheet};
use lope::material::{Model, Parameters, build};
use lope::math::vec3::{self, norm};
use lope::minimize::Outcome;
use lope::observe::Nobody;
use lope::scene::model::{Integrator, Method};
use lope::scene::validate::{INTEGRATORS, METHODS};

/// A strip that hangs out over an edge.
const STRIP: &str = r#"
[time]
step = 0.02
steps = 3
[solver]
tolerance = 1e-8
[[body]]
name = "strip"
kind = "shell"
mesh = { shape = "sheet", size = [0.4, 0.2], cells = [8, 4], pattern = "random", seed = 3 }
material = { model = "arap", young = 1e5, poisson = 0.3, density = 500 }
shell = { thickness = 2e-3, bending = 1e-3, model = "quadratic" }
[[body.pin]]
where = { box = [[-0.21, -1, -1], [-0.14, 1, 1]] }
[[body.pin]]
where = { box = [[0.19, -1, -1], [0.21, 1, 1]] }
motion = { velocity = [0.2, 0.5, 0] }
"#;

const H: f64 = 0.02;

/// A strip of the length L and the width b that is stretched by ε and grows narrower by νε bears Eεbt at its ends and nothing at its
/// sides.
#[test]
fn a_pulled_strip_bears_what_plane_stress_says() {
    let (young, poisson, thickness, [length, width]) = (3e5, 0.4, 2e-3, [1.0, 0.25]);
    let made = sheet([length, width], [12, 4], Pattern::Random { seed: 5 }).unwrap();
    let rest = made.points.concat();
    let epsilon = 1e-6;
    let pulled: Vec<f64> = made
        .points
        .iter()
        .flat_map(|p| [p[0] * (1.0 + epsilon), 0.0, p[2] * (1.0 - poisson * epsilon)])
        .collect();
    let mut checked = 0;
    for model in Model::ALL.into_iter().filter(|model| model.has_both_lame()) {
        let parameters = Parameters::from_young_poisson(model, young, poisson).in_plane_stress();
        let nodes: Arc<[u32]> = made.triangles.as_flattened().into();
        let membrane =
            StrainEnergy::membranes(&rest, nodes, thickness, build(model, parameters, false)).unwrap();
        let (value, gradient) = sum(&membrane, &pulled);
        let force = young * epsilon * width * thickness;
        let mut end = [0.0; 3];
        for (point, gradient) in made.points.iter().zip(gradient.chunks_exact(3)) {
            if (point[0] - 0.5 * length).abs() < 1e-9 {
                (0..3).for_each(|i| end[i] += gradient[i]);
            } else if point[0] + 0.5 * length > 1e-9 {
                assert!(
                    norm([gradient[0], gradient[1], gradient[2]]) < 1e-5 * force,
                    "{model}: {gradient:?}"
                );
            }
        }
        assert!((end[0] - force).abs() < 1e-5 * force, "{model}: {} N, not {force}", end[0]);
        assert!(end[1].abs() + end[2].abs() < 1e-5 * force, "{model}: {end:?}");
        let stored = 0.5 * force * epsilon * length;
        assert!((value - stored).abs() < 1e-4 * stored, "{model}: {value} J, not {stored}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}

/// A sheet laid on a cylinder with its lines along the axis bends by θ at each line that is a distance a from the next one: with n
/// of them, ½D (θ/a)² for each area of n cells.
#[test]
fn edges_store_what_a_plate_stores_on_a_cylinder() {
    let (n, a, width, angle, stiffness) = (6, 0.1, 0.3, 0.2_f64, 0.7);
    let made = sheet([f64::from(n) * a, width], [n, 3], Pattern::Regular).unwrap();
    let (rest, bends) = (made.points.concat(), Bends::new(&made.triangles).unwrap());
    // Corners of a polygon with sides a.
    let mut polygon = vec![[0.0; 2]];
    for k in 0..n {
        let [x, y] = polygon[k as usize];
        let slope = angle * f64::from(k);
        polygon.push([x + a * slope.cos(), y + a * slope.sin()]);
    }
    let column = |p: &[f64; 3]| ((p[0] + 0.5 * f64::from(n) * a) / a).round() as usize;
    let bent: Vec<f64> =
        made.points.iter().flat_map(|p| [polygon[column(p)][0], polygon[column(p)][1], p[2]]).collect();
    let stored = 0.5 * stiffness * (angle / a).powi(2) * a * width * f64::from(n - 1);
    let edges = Bending::of_edges(&rest, bends.edges.clone(), stiffness, RestAngle::Flat);
    let value = sum(&edges, &bent).0;
    assert!((value - stored).abs() < 1e-10 * stored, "{value} J, not {stored}");
    // The other one has 2 sin θ/2 in place of θ.
    let quadratic = QuadraticBending::of_edges(&rest, bends.edges.clone(), stiffness);
    let expected = stored * (2.0 * (0.5 * angle).sin() / angle).powi(2);
    let value = sum(&quadratic, &bent).0;
    assert!((value - expected).abs() < 1e-10 * stored, "{value} J, not {expected}");
    // What is bent at rest stores nothing as it is, and the same where it is flat.
    let curved = Bending::of_edges(&bent, bends.edges, stiffness, RestAngle::Mesh);
    assert!(sum(&curved, &bent).0 == 0.0);
    let value = sum(&curved, &rest).0;
    assert!((value - stored).abs() < 1e-10 * stored, "{value} J, not {stored}");
}

/// On equilateral triangles any curvature is found exactly: E = A·D/2 ((κ₁+κ₂)² − 2(1−ν)(κ₁κ₂ − κ₁₂²)).
#[test]
fn triangles_store_what_a_plate_stores() {
    let (stiffness, poisson, side) = (0.7, 0.3, 0.2);
    let root = 0.75_f64.sqrt();
    let inner = [[0.0, 0.0], [1.0, 0.0], [0.5, root]];
    let outer = [[1.5, root], [-0.5, root], [0.5, -root]];
    let flat: Vec<[f64; 3]> = inner.iter().chain(&outer).map(|p| [side * p[0], side * p[1], 0.0]).collect();
    let area = 0.5 * side * side * root;
    for [xx, yy, xy] in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, -2.0, 0.5], [1.0, 1.0, 0.0]]
    {
        let tiny = 1e-5;
        let height =
            |p: &[f64; 3]| 0.5 * tiny * (xx * p[0] * p[0] + yy * p[1] * p[1] + 2.0 * xy * p[0] * p[1]);
        let bent: Vec<f64> = flat.iter().flat_map(|p| [p[0], p[1], height(p)]).collect();
        let plate = (xx + yy).powi(2) - 2.0 * (1.0 - poisson) * (xx * yy - xy * xy);
        let stored = 0.5 * area * stiffness * plate * tiny * tiny;
        let rest = flat.concat();
        let whole =
            Bending::of_triangles(&rest, vec![0, 1, 2, 3, 4, 5], 3, (stiffness, poisson), RestAngle::Flat);
        let value = sum(&whole, &bent).0;
        assert!((value - stored).abs() < 1e-6 * stored, "{xx} {yy} {xy}: {value} J, not {stored}");
    }
}

/// At a border the curvature is the one that costs least: never more than with an angle of zero there, and nothing is stored by a
/// triangle alone.
#[test]
fn borders_bend_freely() {
    let flat = [
        [0.0, 0.0, 0.0],
        [1.0, 0.1, 0.0],
        [0.3, 0.9, 0.0],
        [1.2, 1.1, 0.0],
        [-0.7, 0.6, 0.0],
        [0.4, -0.8, 0.0],
    ];
    let rest = flat.concat();
    let mut bent = rest.clone();
    bent[11] = 0.1;
    // Only the first edge is bent.
    let value = |nodes: Vec<u32>, edges: usize| {
        sum(&Bending::of_triangles(&rest, nodes, edges, (0.7, 0.3), RestAngle::Flat), &bent).0
    };
    let (one, two, three) =
        (value(vec![0, 1, 2, 3], 1), value(vec![0, 1, 2, 3, 4], 2), value((0..6).collect(), 3));
    assert!(0.0 < one && one < two && two < three, "{one} {two} {three}");
}

/// Every method that goes with a model of bending comes to the same place; others are refused with a reason.
#[test]
fn every_method_comes_to_the_same_place_or_says_why_not() {
    let (mut agreed, mut refused) = (0, 0);
    for model in ["hinge", "quadratic", "triangle"] {
        let model = format!("body.0.shell.model={model}");
        let mut reference: Option<Vec<f64>> = None;
        let all = std::iter::once(Method::StabilizedNewton).chain(METHODS.iter().copied());
        for method in all.filter(|method| !matches!(method, Method::Xpbd | Method::Newton)) {
            let name = format!("solver.method={method}");
            let set = [model.as_str(), &name, "solver.max_iterations=3000"];
            let set: Vec<String> = set.iter().map(ToString::to_string).collect();
            let scene = match lope::scene::Scene::from_text("law.toml", STRIP, &set) {
                Ok(scene) => scene,
                Err(error) => {
                    assert!(matches!(method, Method::LocalGlobal | Method::Admm), "{error}");
                    let error = error.to_string();
                    assert!(
                        error.contains("body.0.shell.model") && error.contains("use quadratic"),
                        "{error}"
                    );
                    refused += 1;
                    continue;
                }
            };
            let mut world = built(&scene).world;
            for _ in 0..3 {
                let record = step(&mut world, H);
                assert_eq!(
                    record.report.outcome,
                    Outcome::Converged,
                    "{model} {method}: {:?}",
                    record.report
                );
                assert_eq!((record.ledger.min_det, record.ledger.inverted), (None, 0));
            }
            let x = &world.state().x;
            let apart = reference.as_ref().map_or(0.0, |reference| distance(x, reference));
            assert!(apart < 2e-6, "{model} {method}: {apart} m from the reference");
            agreed += 1;
            reference.get_or_insert_with(|| x.clone());
        }
    }
    assert_eq!((agreed, refused), (3 * (METHODS.len() - 1) - 4, 4));
}

/// Position-based dynamics leaves out how the directions of constraints turn (\[Macklin16\] §4), so it comes to another place, however many iterations
/// it has: near by, beside what bending does.
#[test]
fn position_based_dynamics_bends_too() {
    for model in ["hinge", "quadratic", "triangle"] {
        let model = format!("body.0.shell.model={model}");
        let run = |set: &[&str]| {
            let mut world = world(STRIP, set);
            (0..3).for_each(|_| _ = step(&mut world, H));
            world.state().x.clone()
        };
        let reference = run(&[&model]);
        let stiff = run(&[&model, "body.0.shell.bending=0.1"]);
        let near = run(&[&model, "solver={method=\"xpbd\", iterations=1500}"]);
        let (apart, bending) = (distance(&near, &reference), distance(&stiff, &reference));
        assert!(
            apart < 2.5e-3 && apart < 0.3 * bending,
            "{model}: {apart} m apart; bending makes {bending} m"
        );
    }
}

/// A shell in flight keeps both momenta with schemes that keep them, and its energy with what it lost is what it had.
#[test]
fn a_shell_in_flight_keeps_its_momenta() {
    for model in ["hinge", "quadratic", "triangle"] {
        let model = format!("body.0.shell.model={model}");
        for name in [Integrator::ImplicitMidpoint, Integrator::SymplecticEuler, Integrator::EnergyBudget] {
            let explicit = name.explicit();
            let integrator = format!("time.integrator={name}");
            let set = [
                &model,
                &integrator,
                "gravity=[0,0,0]",
                "body.0.pin=[]",
                "body.0.velocity=[1,2,-0.5]",
                "body.0.angular_velocity=[3,-5,4]",
                "body.0.start.stretch=[1.05,1,0.97]",
            ];
            let text =
                if explicit { STRIP.replace("[solver]\ntolerance = 1e-8\n", "") } else { STRIP.to_owned() };
            let mut world = world(&text, &set);
            let start = world.ledger();
            let (h, steps) = if explicit { (2e-4, 400) } else { (0.01, 30) };
            for number in 1..=steps {
                let now = good_step(&mut world, h).ledger;
                let off = vec3::distance(now.momentum, start.momentum) / norm(start.momentum);
                assert!(off < 1e-7, "{model} {name}, step {number}: momentum {off}");
                let off = vec3::distance(now.angular_momentum, start.angular_momentum)
                    / norm(start.angular_momentum);
                assert!(off < 1e-5, "{model} {name}, step {number}: angular momentum {off}");
            }
            assert!(world.ledger().elastic > 0.0);
        }
    }
}

/// Every scheme makes steps of shells.
#[test]
fn every_scheme_goes_with_shells() {
    for &name in INTEGRATORS {
        let integrator = format!("time.integrator={name}");
        let text = if name.explicit() {
            STRIP.replace("[solver]\ntolerance = 1e-8\n", "")
        } else {
            STRIP.to_owned()
        };
        let mut world =
            world(&text, &[&integrator, "body.0.shell.model=triangle", "body.0.material.model=neo-hookean"]);
        let h = if name.explicit() { 1e-4 } else { H };
        for _ in 0..3 {
            let record = step(&mut world, h);
            assert!(record.committed, "{name}: {:?}", record.report);
        }
    }
}

/// A cloth that folds onto itself and what stands below it, with damping.
const DRAPE: &str = r#"
[time]
step = 0.02
steps = 6
[contact]
dhat = 2e-3
friction = 0.3
[[body]]
kind = "shell"
mesh = { shape = "sheet", size = [0.4, 0.4], cells = [24, 24] }
translate = [0, 0.105, 0]
velocity = [0, -1, 0]
material = { model = "neo-hookean", young = 1e5, poisson = 0.3, density = 200 }
shell = { thickness = 1e-3, bending = 1e-5 }
damping = { rayleigh = 1e-3 }
[[obstacle]]
shape = "sphere"
radius = 0.1
"#;

#[test]
fn shells_have_the_same_bits_for_any_number_of_threads() {
    let scene = scene(DRAPE, &[]);
    let runs = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut world = built(&scene).world;
            let rows: Vec<String> = (1..=4)
                .map(|number| {
                    let record = world.advance_to(0.02, 0.02 * f64::from(number), &mut Nobody);
                    assert!(record.committed, "{:?}", record.report);
                    format!("{record:?}")
                })
                .collect();
            assert!(world.ledger().contact > 0.0 && world.ledger().books.dissipated > 0.0);
            (bits(&world.state().x), bits(&world.state().v), rows)
        })
    });
    for other in &runs[1..] {
        assert!(runs[0] == *other, "differs with another number of threads");
    }
}

/// What a scene says of thickness: mass, and the stiffness of a plate.
#[test]
fn thickness_makes_mass_and_stiffness() {
    let world = world(STRIP, &[]);
    let mass: f64 = world.mass().iter().sum();
    assert!((mass - 500.0 * 2e-3 * 0.08).abs() < 1e-12, "{mass} kg");
    let plain = scene(STRIP, &["body.0.shell={thickness=2e-3}"]);
    let (body, shell) = (&plain.body[0], plain.body[0].shell.unwrap());
    let constants = body.material.as_ref().unwrap().constants().unwrap();
    let plate = 1e5 * 8e-9 / (12.0 * (1.0 - 0.09));
    assert!((shell.stiffness(&constants) - plate).abs() < 1e-12 * plate);
}
