//! Looking at states after the fact, and the record of gaps that a run leaves.

mod fixture;

use fixture::{step, world};
use lope::scene::Scene;
use lope::scene::build::{Audit, Finding, NoFiles, audit_with};
use lope::scene::model::ContactModel;

/// Two cubes above each other, and a floor that is led upwards.
const SCENE: &str = r#"
gravity = [0, -9.81, 0]
time = { step = "1/100", steps = 20 }
[contact]
dhat = 1e-3
[[body]]
name = "low"
mesh = { shape = "box", size = [0.1, 0.1, 0.1], cells = [2, 2, 2] }
material = { model = "stable-neo-hookean", young = 1e6, poisson = 0.4 }
[[body]]
name = "high"
mesh = { shape = "box", size = [0.1, 0.1, 0.1], cells = [2, 2, 2] }
material = { model = "stable-neo-hookean", young = 1e6, poisson = 0.4 }
translate = [0.013, 0.12, 0.017]
[[obstacle]]
name = "floor"
shape = "plane"
translate = [0, -0.06, 0]
motion = { velocity = [0, 0.1, 0] }
"#;

fn audit(text: &str) -> Audit {
    let scene = Scene::from_text("scene", text, &[]).expect("a scene");
    audit_with(&scene, &NoFiles).expect("surfaces")
}

/// The bodies where they start, the second one moved.
fn moved(text: &str, by: [f64; 3]) -> Vec<Vec<[f64; 3]>> {
    let world = world(text, &[]);
    let mut bodies: Vec<Vec<[f64; 3]>> = (0..2).map(|body| world.points_of(body).to_vec()).collect();
    bodies[1].iter_mut().for_each(|p| (0..3).for_each(|k| p[k] += by[k]));
    bodies
}

fn look(audit: &Audit, t: f64, by: [f64; 3]) -> Finding {
    audit.look(t, &moved(SCENE, by)).expect("bodies that fit")
}

#[test]
fn crossings_are_found_and_gaps_are_distances() {
    let audit = audit(SCENE);
    assert_eq!((audit.bodies(), audit.name(1), audit.models()), (2, "high", &[ContactModel::Ipc][..]));
    let apart = look(&audit, 0.0, [0.0, -0.015, 0.0]);
    let (gap, [a, b]) = apart.least.expect("a gap");
    assert!((gap - 0.005).abs() < 1e-12 && (a + &b).contains("low"), "{gap}");
    assert_eq!((apart.crossings.len(), apart.undecided), (0, 0));

    let deep = look(&audit, 0.0, [0.0, -0.03, 0.0]);
    assert!(!deep.crossings.is_empty());
    assert!(deep.crossings.iter().all(|one| one.who.iter().any(|who| who.ends_with("of high"))));
    // By less than a billionth of the size: signs decide, not distances.
    let just = look(&audit, 0.0, [0.0, -0.02 - 1e-11, 0.0]);
    assert!(!just.crossings.is_empty(), "{just:?}");
    let barely = look(&audit, 0.0, [0.0, -0.02 + 1e-11, 0.0]);
    assert_eq!((barely.crossings.len(), barely.undecided), (0, 0), "{barely:?}");
    let touching = look(&audit, 0.0, [0.0, -0.02, 0.0]);
    assert!(touching.crossings.is_empty() && touching.undecided > 0, "as near as rounding: {touching:?}");
}

#[test]
fn obstacles_are_where_their_script_has_them() {
    let audit = audit(SCENE);
    // The floor reaches the lower cube, at −0.05, after a tenth of a second.
    assert!(look(&audit, 0.09, [0.0; 3]).crossings.is_empty());
    let found = look(&audit, 0.11, [0.0; 3]);
    assert_eq!(found.crossings.len(), 9, "all vertices of its lower side");
    assert!(found.crossings.iter().all(|one| (one.depth - 0.001).abs() < 1e-12));
}

#[test]
fn scenes_without_barriers_are_looked_at_in_the_same_way() {
    let spring = SCENE.replace("[contact]\ndhat = 1e-3", "").replace("motion", "stiffness = 1e3\nmotion");
    let audit = audit(&spring);
    assert_eq!(audit.models(), [ContactModel::Spring]);
    let finding = |t, by| audit.look(t, &moved(&spring, by)).expect("bodies that fit");
    assert!(finding(0.0, [0.0; 3]).crossings.is_empty());
    assert!(!finding(0.0, [0.0, -0.03, 0.0]).crossings.is_empty());
    assert_eq!(finding(0.11, [0.0; 3]).crossings.len(), 9);
}

#[test]
fn what_does_not_fit_is_refused_by_number() {
    let audit = audit(SCENE);
    let mut bodies = moved(SCENE, [0.0; 3]);
    bodies[1].pop();
    assert_eq!(audit.look(0.0, &bodies), Err(1));
    let mut bodies = moved(SCENE, [0.0; 3]);
    bodies[0][3][1] = f64::NAN;
    assert_eq!(audit.look(0.0, &bodies), Err(0));
    assert_eq!(audit.look(0.0, &[]), Err(0));
}

/// The record of a step is what looking at its end finds.
#[test]
fn every_step_tells_its_least_gap() {
    let (audit, mut world) = (audit(SCENE), world(SCENE, &[]));
    let mut near = 0;
    for _ in 0..16 {
        let record = step(&mut world, 0.01);
        assert!(record.committed);
        let told = record.gap.expect("there are barriers");
        let bodies: Vec<Vec<[f64; 3]>> = (0..2).map(|body| world.points_of(body).to_vec()).collect();
        let found = audit.look(world.time(), &bodies).expect("bodies that fit");
        let (gap, _) = found.least.expect("a gap");
        if gap < 1e-3 {
            near += 1;
            assert!((told - gap).abs() < 1e-12, "{told} and {gap}");
        } else {
            assert_eq!(told, f64::INFINITY, "{gap}");
        }
        assert!(found.crossings.is_empty());
    }
    assert!(near > 3, "{near}");
    let text = SCENE.replace("[contact]\ndhat = 1e-3", "").replace("motion", "stiffness = 1e3\nmotion");
    assert_eq!(step(&mut fixture::world(&text, &[]), 0.01).gap, None, "no barriers");
}
