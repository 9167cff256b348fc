//! The law of determinism: the same bits for any number of threads. (After any interruption as well, says `lope-io`.)

mod fixture;

use fixture::{bits, built, scene};
use lope::observe::{Ledger, Nobody};
use lope::scene::model::Method;
use lope::scene::validate::METHODS;

/// 6000 tetrahedra with everything that acts.
const BLOCK: &str = r#"
[time]
step = "1/48"
steps = 3
[solver]
tolerance = 1e-4
[[body]]
name = "block"
mesh = { shape = "box", size = [1, 1, 1], cells = [10, 10, 10] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.4 }
start = { stretch = [1.1, 0.95, 1] }
angular_velocity = [0, 2, 0]
damping = { drag = 0.1, rayleigh = 0.01 }
springs = { stiffness = 10 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
motion = { velocity = [-0.5, 0, 0] }
[[body.attach]]
where = { box = [[0.49, 0.4, -1], [0.51, 1, 1]] }
stiffness = 100
motion = { expression = ["x", "y + 0.1*sin(20*t)", "z"] }
[[obstacle]]
shape = "plane"
translate = [0, -0.46, 0]
stiffness = 50
friction = 0.3
margin = 0.02
"#;

#[test]
fn the_same_bits_for_any_number_of_threads() {
    for method in METHODS {
        let arap = matches!(method, Method::LocalGlobal | Method::Admm | Method::Xpbd);
        let model = if arap { "arap" } else { "stable-neo-hookean" };
        // Position-based dynamics has no damping by the rate of strain.
        let rayleigh = if *method == Method::Xpbd { 0.0 } else { 0.01 };
        let set = [
            format!("solver.method={method}"),
            format!("body.0.material.model={model}"),
            format!("body.0.damping.rayleigh={rayleigh}"),
        ];
        let scene = scene(BLOCK, &set.each_ref().map(String::as_str));
        let runs = [1, 2, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| {
                assert_eq!(rayon::current_num_threads(), threads);
                let mut world = built(&scene).world;
                let mut rows = Vec::new();
                for number in 1..=3 {
                    let record = world.advance_to(1.0 / 48.0, f64::from(number) / 48.0, &mut Nobody);
                    assert!(
                        record.committed && record.report.iterations > 1,
                        "{method}: {:?}",
                        record.report
                    );
                    // Nobody has set a clock, so all times are zero.
                    rows.push(format!("{record:?}"));
                }
                assert!(world.bodies()[0].cells.len() > 5000);
                (bits(&world.state().x), bits(&world.state().v), rows)
            })
        });
        for (other, threads) in runs[1..].iter().zip([2, 3]) {
            assert!(runs[0].0 == other.0, "{method}: x differs with {threads} threads");
            assert!(runs[0].1 == other.1, "{method}: v differs with {threads} threads");
            assert_eq!(runs[0].2, other.2, "{method}: rows differ with {threads} threads");
        }
    }
}

/// Boxes that fall on each other and on what stands there, and rub.
const PILE: &str = r#"
[time]
step = "1/48"
steps = 6
[solver]
tolerance = 1e-5
[contact]
friction = 0.4
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [7, 7, 7] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.4 }
translate = [0, 0.51, 0]
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [5, 6, 7] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.4 }
translate = [0.2, 1.53, 0.1]
velocity = [0.5, -1, 0]
rotate = { axis = [0, 1, 0], angle = 30 }
[[obstacle]]
shape = "box"
size = [3, 1, 3]
translate = [0.1, -0.5, 0]
[[obstacle]]
shape = "box"
size = [1, 1, 1]
translate = [-1.003, 0.6, 0]
"#;

/// Contacts and friction, in whole steps and in halves of steps that fail.
#[test]
fn contacts_have_the_same_bits_for_any_number_of_threads() {
    let halved = ["solver.max_iterations=14", "solver.on_failure=halve-step"];
    let secant = ["contact.force=secant", "time.integrator=stabilized"];
    for set in [&["solver.method=projected-newton"][..], &["solver.method=auto"], &halved, &secant] {
        let scene = scene(PILE, set);
        let runs = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| {
                let mut world = built(&scene).world;
                let mut rows = Vec::new();
                for number in 1..=6 {
                    let record = world.advance_to(1.0 / 48.0, f64::from(number) / 48.0, &mut Nobody);
                    assert!(record.committed, "{set:?}, step {number}: {:?}", record.report);
                    rows.push(format!("{record:?}"));
                }
                let Ledger { contact, books, .. } = world.ledger();
                assert!(contact > 0.0 && books.dissipated > 0.0, "{set:?}: nothing touches");
                (bits(&world.state().x), bits(&world.state().v), rows)
            })
        });
        for (other, threads) in runs[1..].iter().zip([2, 5]) {
            assert!(runs[0].0 == other.0, "{set:?}: x differs with {threads} threads");
            assert!(runs[0].1 == other.1, "{set:?}: v differs with {threads} threads");
            assert_eq!(runs[0].2, other.2, "{set:?}: rows differ with {threads} threads");
        }
    }
}
