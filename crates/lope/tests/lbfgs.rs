//! What L-BFGS promises on bodies: one factorization a run, and a stopping rule that means the same as that of a
//! Newton method.

mod fixture;

use fixture::{built, distance, good_step, scene, world};
use lope::assemble::{Assembler, StageObjective};
use lope::energy::Energy;
use lope::minimize::{Control, Lbfgs, LbfgsSettings, Limits, Minimizer, Outcome, Stop, StrongWolfe};
use lope::time::Stage;

/// A block whose one end is pulled away fast.
const STRETCH: &str = r#"
gravity = [0, 0, 0]
[time]
step = "1/24"
steps = 4
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [8, 8, 8] }
material = { model = "fixed-corotated", young = 1e5, poisson = 0.4, density = 1000 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
[[body.pin]]
where = { box = [[0.49, -1, -1], [0.51, 1, 1]] }
motion = { velocity = [2, 0, 0] }
"#;

/// A thin, stiff beam that bends under its weight: the Laplacian is far stiffer than the bending.
const BEAM: &str = r#"
[time]
step = "1/24"
steps = 4
[[body]]
mesh = { shape = "box", size = [1, 0.05, 0.05], cells = [20, 1, 1] }
material = { model = "fixed-corotated", young = 1e6, poisson = 0.4, density = 1000 }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
"#;

const H: f64 = 1.0 / 24.0;

#[test]
fn every_tolerance_is_kept() {
    for (name, text) in [("stretch", STRETCH), ("beam", BEAM)] {
        for tolerance in [1e-2, 1e-3, 1e-5] {
            let mut exact = world(text, &["solver.tolerance=1e-8"]);
            let mut quasi = world(text, &["solver.method=lbfgs", &format!("solver.tolerance={tolerance}")]);
            for number in 1..=4 {
                // Both from the same state: the error of one step.
                quasi.restore(exact.step_number(), exact.state().clone(), exact.books());
                let record = good_step(&mut quasi, H);
                good_step(&mut exact, H);
                let off = distance(&quasi.state().x, &exact.state().x);
                let what =
                    format!("{name}, step {number}, {tolerance} m/s: {off} m off, {:?}", record.report);
                assert!(off < 2.0 * tolerance * H, "{what}");
                // More than Newton's method takes: being checked by it, L-BFGS does not become it.
                assert!(record.report.iterations >= 5, "{what}");
            }
        }
    }
}

/// Without inertia and pins nothing resists a translation: the Laplacian is singular.
#[test]
fn a_body_let_go_without_inertia_finds_its_shape() {
    let free = ["time.integrator=quasistatic", "body.0.pin.0.release=0.05", "body.0.pin.1.release=0.05"];
    let mut world = world(STRETCH, &[&free[..], &["solver.method=lbfgs"]].concat());
    let stretched = good_step(&mut world, H).ledger.elastic;
    let relaxed = good_step(&mut world, H).ledger.elastic;
    assert!(stretched > 1.0 && relaxed < 1e-6 * stretched, "{stretched} J, then {relaxed} J");
}

#[test]
fn a_run_with_a_constant_step_factors_once() {
    let world = built(&scene(STRETCH, &["body.0.mesh.cells=[4,4,4]"])).world;
    let mass = world.mass().to_vec();
    let mut x = world.state().x.clone();
    let strain = world.bodies()[0].strain.clone().expect("a solid");
    let energies: Vec<Box<dyn Energy>> = vec![Box::new(strain)];
    let mut assembler = Assembler::new(mass.len(), &energies);
    let mut acts = lope::energy::Acts::from(energies);
    let held: Vec<u8> = x.chunks_exact(3).map(|x| if x[0].abs() > 0.49 { 7 } else { 0 }).collect();
    let stop = Stop::Step(1e-4);
    let settings = LbfgsSettings { history: 5, linear_max_iterations: 1000, stop };
    let limits = Limits { max_iterations: 200, min_iterations: 0 };
    let mut method = Lbfgs::minimizer(settings, StrongWolfe::default(), limits);
    let mut v = vec![0.0; x.len()];
    let mut step = |h: f64| {
        let before = x.clone();
        let target = x.iter().zip(&v).map(|(x, v)| x + h * v).collect();
        let stage = Stage { kappa: 1.0 / (h * h), target, theta: 1.0, h, ..Stage::default() };
        // The ends move apart.
        let ends = x.chunks_exact_mut(3).zip(&held).filter(|(_, held)| **held != 0);
        ends.for_each(|(x, _)| x[0] += 0.5 * h * x[0].signum());
        let mut f = StageObjective::new(&mut assembler, &mut acts, &stage, &mass, &held);
        let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert_eq!(report.outcome, Outcome::Converged);
        assert!(report.iterations > 2);
        v = x.iter().zip(&before).map(|(x, before)| (x - before) / h).collect();
        method.direction().metric().factorizations()
    };
    for _ in 0..12 {
        assert_eq!(step(H), 1);
    }
    assert_eq!(step(0.5 * H), 2, "another step length is another matrix");
    assert_eq!(step(0.5 * H), 2);
}
