//! What the world says of a step: whether it is one, what is left of it, whose fault it is, and what crossed the border.
#![allow(clippy::panic, reason = "what cannot be made is a failed test")]

use std::sync::Arc;

use lope::body::Pin;
use lope::body::motion::Motion;
use lope::energy::Energy;
use lope::energy::attachment::Attachment;
use lope::energy::drag::Drag;
use lope::minimize::{
    Limits, LinearMethod, LinearSettings, Minimizer, Newton, Objective, Outcome, PreconditionerKind, Report,
    Stop, Watch,
};
use lope::observe::{Books, Nobody};
use lope::time::{
    BackwardEuler, EnergyBudget, EnergyConstraint, ForwardEuler, History, ImplicitMidpoint, Integrator, Rk4,
    Stabilized, SymplecticEuler,
};
use lope::world::{After, Contacts, Guess, OnFailure, Parts, World};

const K: f64 = 50.0;
const M: f64 = 2.0;

fn newton(max_iterations: usize) -> Box<dyn Minimizer> {
    let linear = LinearSettings {
        method: LinearMethod::Minres,
        preconditioner: PreconditionerKind::Identity,
        max_iterations: 100,
    };
    let limits = Limits { max_iterations, min_iterations: 0 };
    Box::new(Newton::minimizer(linear, 1e-12, Stop::Step(1e-9), limits))
}

/// Nodes of mass `M`, one beside the other.
fn parts(nodes: u32, energies: Vec<Box<dyn Energy>>) -> Parts {
    let x = (0..nodes).flat_map(|node| [1.0 + f64::from(node), 0.0, 0.0]).collect::<Vec<_>>();
    Parts {
        bodies: Vec::new(),
        mass: vec![M; nodes as usize],
        state: History::new(0.0, x.clone(), vec![0.0; x.len()]),
        held: vec![0; nodes as usize],
        pins: Vec::new(),
        acts: energies.into(),
        contacts: Contacts::default(),
        after: After::default(),
        integrator: Box::<BackwardEuler>::default(),
        minimizer: newton(20),
        projection: lope::assemble::Projection::default(),
        guess: Guess::Inertial,
        on_failure: OnFailure::Stop,
    }
}

/// Springs to the origin.
fn spring(nodes: u32) -> Attachment {
    Attachment::new((0..nodes).collect(), Vec::new(), K)
}

/// Leads nodes along x.
fn pin(nodes: &[u32], speed: f64) -> Pin {
    Pin {
        key: "body.0.pin.0".into(),
        nodes: nodes.to_vec(),
        start: nodes.iter().map(|&node| [1.0 + f64::from(node), 0.0, 0.0]).collect(),
        motion: Motion::held().with_velocity([speed, 0.0, 0.0]),
        axes: [true; 3],
        release: None,
    }
}

/// Says of the first stage of every step that more was left of it than of any.
struct Loud {
    method: Box<dyn Minimizer>,
    count: usize,
}

impl Minimizer for Loud {
    fn name(&self) -> &'static str {
        "loud"
    }

    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report {
        self.count += 1;
        let report = self.method.minimize(f, x, watch);
        Report { residual: if self.count == 1 { 7.0 } else { 1e-10 }, ..report }
    }
}

#[test]
fn the_residual_is_that_of_the_stages_which_made_the_step() {
    let mut parts = parts(1, vec![Box::new(spring(1))]);
    parts.minimizer = Box::new(Loud { method: newton(20), count: 0 });
    parts.integrator = Box::<EnergyConstraint>::default();
    let mut world = World::new(parts);
    // More energy is due than there is: the first stage has too little, and the multiplier has to be found.
    let (state, books) = (world.state().clone(), world.books());
    world.restore(0, state, Books { initial: 1.01 * books.initial, ..books });
    let record = world.advance_to(0.1, 0.1, &mut Nobody);
    assert!(record.ledger.numerical().abs() < 1e-6, "{:?}", record.ledger);
    assert_eq!(record.report.residual, 1e-10);
}

#[test]
fn the_residual_of_a_halved_step_is_that_of_its_halves() {
    let mut parts = parts(1, vec![Box::new(spring(1))]);
    parts.minimizer =
        Box::new(Loud { method: Box::new(FailsFirst { method: newton(20), count: 0 }), count: 0 });
    parts.on_failure = OnFailure::HalveStep { max_halvings: 2 };
    let record = World::new(parts).advance_to(0.1, 0.1, &mut Nobody);
    assert!(record.committed && record.parts == 2, "{record:?}");
    assert_eq!(record.report.residual, 1e-10);
}

/// Fails the first time.
struct FailsFirst {
    method: Box<dyn Minimizer>,
    count: usize,
}

impl Minimizer for FailsFirst {
    fn name(&self) -> &'static str {
        "fails-first"
    }

    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report {
        self.count += 1;
        let report = self.method.minimize(f, x, watch);
        if self.count == 1 { Report { outcome: Outcome::MaxIterations, ..report } } else { report }
    }
}

#[test]
fn substeps_are_not_cuts() {
    let mut world = World::new(parts(1, vec![Box::new(spring(1))])).with_substeps(4);
    let record = world.advance_to(0.1, 0.1, &mut Nobody);
    assert!(record.committed);
    assert_eq!(record.parts, 1);
    let mut cut = parts(1, vec![Box::new(spring(1))]);
    cut.minimizer = Box::new(FailsFirst { method: newton(20), count: 0 });
    cut.on_failure = OnFailure::HalveStep { max_halvings: 2 };
    let record = World::new(cut).with_substeps(4).advance_to(0.1, 0.1, &mut Nobody);
    assert_eq!((record.committed, record.parts), (true, 2));
}

#[test]
fn a_state_without_finite_energy_is_no_step() {
    for integrator in [
        Box::<ForwardEuler>::default() as Box<dyn Integrator>,
        Box::<SymplecticEuler>::default(),
        Box::<Rk4>::default(),
    ] {
        let name = integrator.name();
        let mut parts = parts(1, vec![Box::new(spring(1))]);
        parts.integrator = integrator;
        let mut world = World::new(parts);
        let failed =
            (1..200).map(|n| world.advance_to(1e3, 1e3 * f64::from(n), &mut Nobody)).find(|record| {
                assert!(record.ledger.total().is_finite(), "{name}: {:?}", record.ledger);
                !record.committed
            });
        let failed = failed.unwrap_or_else(|| panic!("{name} is not stable at this step"));
        assert_eq!(failed.report.outcome, Outcome::NotFinite, "{name}");
        assert!(failed.report.notes.iter().any(|note| note.contains("shorten the step")), "{failed:?}");
        let state = world.state();
        assert!(state.x.iter().chain(&state.v).all(|x| x.is_finite()), "{name}");
    }
}

#[test]
fn with_everything_pinned_energies_are_finite() {
    for integrator in [
        Box::<EnergyConstraint>::default() as Box<dyn Integrator>,
        Box::new(EnergyBudget::new(Box::<ImplicitMidpoint>::default())),
        Box::new(Stabilized::new(Box::<ImplicitMidpoint>::default(), 0.01)),
        Box::<Rk4>::default(),
    ] {
        let name = integrator.name();
        let mut parts = parts(2, vec![Box::new(spring(2))]);
        parts.integrator = integrator;
        parts.pins = vec![pin(&[0, 1], 0.5)];
        let mut world = World::new(parts);
        for number in 1..=5 {
            let record = world.advance_to(0.1, 0.1 * f64::from(number), &mut Nobody);
            assert!(record.committed && record.ledger.total().is_finite(), "{name}: {record:?}");
            assert!(record.ledger.numerical().is_finite(), "{name}: {:?}", record.ledger);
        }
    }
}

#[test]
fn a_pin_that_leads_nowhere_is_named_with_the_time() {
    for on_failure in [OnFailure::Stop, OnFailure::Accept, OnFailure::HalveStep { max_halvings: 3 }] {
        let mut parts = parts(2, vec![Box::new(spring(2))]);
        parts.on_failure = on_failure;
        let mut lost = pin(&[1], 0.0);
        lost.motion = Motion::held().with_expression(["x + sqrt(0.25 - t)", "y", "z"]).unwrap();
        parts.pins = vec![lost];
        let mut world = World::new(parts);
        assert!(world.advance_to(0.2, 0.2, &mut Nobody).committed);
        let record = world.advance_to(0.2, 0.4, &mut Nobody);
        assert!(!record.committed && record.report.iterations == 0, "{record:?}");
        let mistake = record.mistake.unwrap();
        assert!(mistake.contains("body.0.pin.0.motion") && mistake.contains("t = 0.4 s"), "{mistake}");
    }
}

/// Backward Euler loses energy, so every step is blended with one of forward Euler; what crosses the border is what both
/// book, blended as they are.
#[test]
fn blended_steps_book_blended_traffic() {
    let (h, k, speed) = (0.1, 0.5, 0.4);
    let drag = Drag::new(Arc::from([0, 1]), vec![M; 2], k);
    let mut parts = parts(2, vec![Box::new(spring(2)), Box::new(drag)]);
    parts.pins = vec![pin(&[1], speed)];
    parts.state.v = vec![0.3, 0.0, 0.0, speed, 0.0, 0.0];
    parts.integrator = Box::new(Stabilized::new(Box::<BackwardEuler>::default(), 1e-9));
    let mut world = World::new(parts);
    for number in 1..=5 {
        let (x, v) = (world.state().x.clone(), world.state().v.clone());
        let before = world.books();
        let record = world.advance_to(h, h * f64::from(number), &mut Nobody);
        let alpha = -record.alpha.unwrap();
        assert!(alpha > 0.0 && alpha < 1.0, "{alpha}");
        // Backward: M(v′ − v) = −h(Kx′ + kMv′), x′ = x + hv′. Forward: forces at the start.
        let backward = (M * v[0] - h * K * x[0]) / (M * (1.0 + h * k) + h * h * K);
        let led = x[3] + h * speed;
        let dissipated = |v: f64, way: f64| k * M * (v * way + speed * h * speed);
        let added = |place: f64| (K * place + k * M * speed) * h * speed;
        let mix = |a: f64, b: f64| a + alpha * (b - a);
        let due = mix(dissipated(backward, h * backward), dissipated(v[0], h * v[0]));
        let found = world.books().dissipated - before.dissipated;
        assert!((found - due).abs() < 1e-9, "step {number}: {found} J dissipated, not {due}");
        let due = mix(added(led), added(x[3]));
        let found = world.books().added - before.added;
        assert!((found - due).abs() < 1e-9, "step {number}: {found} J added, not {due}");
    }
}
