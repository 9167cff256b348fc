//! Bodies whose nodes are made anew in every step.

mod fixture;
mod particles;

use std::sync::{Arc, Mutex};

use fixture::world;
use lope::world::World;
use particles::{Particles, Swarm};

/// A cube that keeps its nodes, far away from the particles.
const SCENE: &str = r#"
gravity = [0, 0, 0]
[time]
step = 0.02
steps = 60
[solver]
method = "projected-newton"
tolerance = 1e-9
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [1, 1, 1] }
material = { model = "fixed-corotated", young = 1e4, poisson = 0.3 }
translate = [10, 0, 0]
velocity = [0.5, 0, 0]
"#;

fn both(particles: Particles, set: &[&str]) -> (World, Arc<Mutex<Swarm>>) {
    let seen = particles.seen.clone();
    let explicit = set.iter().any(|set| set.ends_with("symplectic-euler") || set.ends_with("rk4"));
    let solver = "[solver]\nmethod = \"projected-newton\"\ntolerance = 1e-9\n";
    assert!(SCENE.contains(solver));
    let text = if explicit { SCENE.replace(solver, "") } else { SCENE.to_owned() };
    (world(&text, set).with_interaction(Box::new(particles)), seen)
}

fn look(seen: &Mutex<Swarm>) -> Swarm {
    seen.lock().expect("nobody fails").clone()
}

fn apart(a: &Swarm, b: &Swarm) -> f64 {
    let numbers = |swarm: &Swarm| swarm.x.iter().chain(&swarm.v).flatten().copied().collect::<Vec<f64>>();
    numbers(a).iter().zip(numbers(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Steps of the same particles, all good; returns where they end.
fn flown(particles: Particles, set: &[&str], steps: usize) -> Swarm {
    let (mut world, seen) = both(particles, set);
    for _ in 0..steps {
        let record = world.advance(0.02);
        assert!(
            record.committed && record.report.outcome == lope::minimize::Outcome::Converged,
            "{record:?}"
        );
    }
    look(&seen)
}

#[test]
fn who_asks_for_a_factorization_is_told_once_where_there_is_none() {
    for (assembled, count) in [(true, 0), (false, 1)] {
        for method in ["projected-newton", "stabilized-newton", "auto"] {
            let method = format!("solver.method={method}");
            let (mut world, _) =
                both(Particles::block(50.0, assembled), &[&method, "solver.linear=cholesky"]);
            let records = [0; 3].map(|_| world.advance(0.02));
            assert!(records.iter().all(|record| record.committed), "{method}: {records:?}");
            let notes: Vec<&String> = records.iter().flat_map(|record| &record.report.notes).collect();
            let told =
                notes.iter().filter(|note| note.starts_with("conjugate gradients in place of cholesky"));
            assert_eq!(told.count(), count, "{method}, assembled {assembled}: {notes:?}");
        }
    }
}

#[test]
fn momentum_is_kept_by_every_scheme_without_a_past_and_by_every_newton_method() {
    let schemes = ["backward-euler", "implicit-midpoint", "trapezoid", "symplectic-euler", "rk4"];
    let methods =
        ["stabilized-newton", "projected-newton", "project-on-demand", "progressive", "auto", "lbfgs"];
    let cases = schemes.map(|scheme| vec![format!("time.integrator={scheme}")]).into_iter();
    for case in cases.chain(methods.map(|method| vec![format!("solver.method={method}")])) {
        let set: Vec<&str> = case.iter().map(String::as_str).collect();
        let particles = Particles::block(50.0, true);
        let before = look(&particles.seen);
        let after = flown(particles, &set, 30);
        for i in 0..3 {
            let (start, end) = (before.momentum()[i], after.momentum()[i]);
            assert!((start - end).abs() < 1e-6, "{set:?}: {start} {end}");
        }
        // They went, kept together, and changed cells on the way: 0.6 s at 1 m/s.
        let way = after.x[0][0] - before.x[0][0];
        assert!((0.3..0.9).contains(&way), "{set:?}: {way}");
    }
}

#[test]
fn a_hessian_that_is_not_assembled_leads_to_the_same_places() {
    for method in ["projected-newton", "project-on-demand", "progressive", "stabilized-newton"] {
        // Stabilized Newton chooses the accuracy of its solves itself.
        let accuracy = (method != "stabilized-newton").then_some("solver.linear_tolerance=1e-12");
        let method = format!("solver.method={method}");
        let set: Vec<&str> = [method.as_str(), "solver.linear=pcg"].into_iter().chain(accuracy).collect();
        let [one, other] = [true, false].map(|assembled| flown(Particles::block(50.0, assembled), &set, 20));
        let off = apart(&one, &other);
        assert!(off < 1e-8, "{method}: {off:e}");
        assert!(apart(&one, &flown(Particles::block(49.0, true), &set, 20)) > 1e-5, "the springs matter");
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    for assembled in [true, false] {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| flown(Particles::block(50.0, assembled), &["solver.method=auto"], 10))
        };
        assert!(run(1) == run(2) && run(1) == run(5), "{assembled}");
    }
}

/// Without springs nothing is lost but what a grid cannot hold of the velocities of particles. That is booked.
#[test]
fn what_is_lost_on_the_way_to_the_grid_is_booked() {
    let (mut world, seen) = both(Particles::block(0.0, true), &[]);
    let kinetic =
        |swarm: &Swarm| -> f64 { swarm.v.iter().flatten().map(|v| 0.5 * particles::MASS * v * v).sum() };
    let before = kinetic(&look(&seen));
    let (mut last, mut swarms) = (0.0, Vec::new());
    for step in 0..10 {
        assert!(world.advance(0.02).committed);
        let ledger = world.ledger();
        // The energy at the start is that of the first grid.
        assert!(ledger.books.dissipated > last || step == 0, "{ledger:?}");
        last = ledger.books.dissipated;
        let off = (ledger.tracked() - ledger.target()).abs();
        assert!(off < 1e-9 * ledger.tracked(), "off by {off:e}");
        swarms.push(look(&seen));
    }
    assert!(kinetic(&swarms[9]) < before && kinetic(&swarms[9]) > 0.3 * before);
}

#[test]
fn a_step_that_fails_leaves_the_particles_where_they_were() {
    let set = [
        "solver.max_iterations=1",
        "solver.tolerance=1e-12",
        "solver.on_failure=halve-step",
        "solver.max_halvings=1",
    ];
    let (mut world, seen) = both(Particles::block(5e4, true).faster(30.0), &set);
    let before = look(&seen);
    let mut failed = 0;
    for _ in 0..3 {
        let record = world.advance(0.02);
        failed += usize::from(!record.committed);
        assert!(record.committed || look(&seen) == before, "step {}", record.step);
    }
    assert_eq!(failed, 3);
    // And in parts they go on as if nothing had been.
    let (mut fine, other) = both(Particles::block(50.0, true), &["time.substeps=2"]);
    let (mut plain, third) = both(Particles::block(50.0, true), &[]);
    for _ in 0..5 {
        assert!(fine.advance(0.02).committed);
        assert!(plain.advance(0.01).committed && plain.advance(0.01).committed);
    }
    assert!(apart(&look(&other), &look(&third)) < 1e-12);
}

#[test]
fn schemes_that_need_a_past_refuse() {
    for scheme in ["bdf2", "variational-midpoint"] {
        let (mut world, seen) = both(Particles::block(50.0, true), &[&format!("time.integrator={scheme}")]);
        let before = look(&seen);
        let record = world.advance(0.02);
        let told = record.mistake.expect("a reason");
        assert!(told.contains(scheme) && told.contains("backward-euler"), "{told}");
        assert!(!record.committed && look(&seen) == before);
    }
}
