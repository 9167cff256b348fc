use std::sync::{Arc, Mutex};

use super::*;
use crate::body::motion::Motion;
use crate::energy::attachment::Attachment;
use crate::energy::gravity::Gravity;
use crate::math::Filter;
use crate::minimize::{
    Limits, LinearMethod, LinearSettings, Newton, Objective, Outcome, PreconditionerKind, Report,
    StabilizedNewton, StabilizedSettings, Stop, StrongWolfe, Watch,
};
use crate::observe::Nobody;
use crate::time::{BackwardEuler, ImplicitMidpoint, Stabilized};

const K: f64 = 50.0;
const M: f64 = 2.0;

fn linear(method: LinearMethod) -> LinearSettings {
    LinearSettings { method, preconditioner: PreconditionerKind::Identity, max_iterations: 100 }
}

fn newton(max_iterations: usize) -> Box<dyn Minimizer> {
    let limits = Limits { max_iterations, min_iterations: 0 };
    Box::new(Newton::minimizer(linear(LinearMethod::Minres), 1e-12, Stop::Step(1e-9), limits))
}

/// Nodes of mass `M` on springs to the origin, one beside the other.
fn parts(nodes: u32, energies: Vec<Box<dyn Energy>>) -> Parts {
    let x = (0..nodes).flat_map(|node| [1.0 + f64::from(node), 0.0, 0.0]).collect::<Vec<_>>();
    Parts {
        bodies: Vec::new(),
        mass: vec![M; nodes as usize],
        state: History { t: 0.0, v: vec![0.0; x.len()], x, ..History::default() },
        held: vec![0; nodes as usize],
        pins: Vec::new(),
        acts: energies.into(),
        contacts: Contacts::default(),
        after: After::default(),
        integrator: Box::<BackwardEuler>::default(),
        minimizer: newton(20),
        projection: crate::assemble::Projection::default(),
        guess: Guess::Inertial,
        on_failure: OnFailure::Stop,
    }
}

fn spring(nodes: u32) -> Attachment {
    Attachment::new((0..nodes).collect(), Vec::new(), K)
}

fn pin(nodes: &[u32], axes: [bool; 3], release: Option<f64>, velocity: [f64; 3]) -> Pin {
    Pin {
        key: "body.0.pin.0".into(),
        nodes: nodes.to_vec(),
        start: nodes.iter().map(|&node| [1.0 + f64::from(node), 0.0, 0.0]).collect(),
        motion: Motion::held().with_velocity(velocity),
        axes,
        release,
    }
}

#[test]
fn a_mass_on_a_spring_moves_as_backward_euler_says() {
    let mut world = World::new(parts(1, vec![Box::new(spring(1))]));
    let (mut x, mut v, h) = (1.0, 0.0, 0.1);
    for number in 1..=50 {
        let record = world.advance_to(h, f64::from(number) * h, &mut Nobody);
        assert!(record.committed && record.step == number as u64);
        x = (x + h * v) / (1.0 + h * h * K / M);
        v -= h * K / M * x;
        assert!((world.state().x[0] - x).abs() < 1e-12 && (world.state().v[0] - v).abs() < 1e-11);
    }
    let ledger = world.ledger();
    assert!(
        (ledger.kinetic - 0.5 * M * v * v).abs() < 1e-12 && (ledger.elastic - 0.5 * K * x * x).abs() < 1e-12
    );
    assert_eq!((ledger.books.initial, ledger.min_det, ledger.inverted), (0.5 * K, None, 0));
}

/// Forgets nothing it is asked: weights κ of the stages that were announced, and of those that were solved.
struct Witness {
    method: Box<dyn Minimizer>,
    announced: Arc<Mutex<Vec<f64>>>,
    solved: Arc<Mutex<Vec<f64>>>,
}

impl Minimizer for Witness {
    fn name(&self) -> &'static str {
        "witness"
    }

    fn prepare(&mut self, f: &mut dyn Objective) {
        self.announced.lock().unwrap().extend(f.constant().and_then(|f| f.mark()).map(|mark| mark.0[0]));
    }

    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report {
        self.solved.lock().unwrap().extend(f.constant().and_then(|f| f.mark()).map(|mark| mark.0[0]));
        self.method.minimize(f, x, watch)
    }
}

#[test]
fn the_stabilized_method_announces_what_it_may_blend_with() {
    let (announced, solved) = <(Arc<Mutex<Vec<f64>>>, Arc<Mutex<Vec<f64>>>)>::default();
    let mut parts = parts(1, vec![Box::new(spring(1))]);
    parts.minimizer =
        Box::new(Witness { method: newton(20), announced: announced.clone(), solved: solved.clone() });
    parts.integrator = Box::new(Stabilized::new(Box::<ImplicitMidpoint>::default(), 0.01));
    let mut world = World::new(parts);
    for number in 1..=3 {
        assert!(world.advance_to(0.1, f64::from(number) * 0.1, &mut Nobody).committed);
    }
    // The midpoint rule keeps the energy of a linear spring: it never blends, and is ready to.
    let close = |seen: &Mutex<Vec<f64>>, kappa: f64| {
        let seen = seen.lock().unwrap();
        seen.len() == 3 && seen.iter().all(|k| (k / kappa - 1.0).abs() < 1e-9)
    };
    assert!(close(&announced, 100.0) && close(&solved, 200.0), "{announced:?} {solved:?}");
}

#[test]
fn unknowns_are_what_is_free_at_the_start() {
    let mut parts = parts(4, vec![Box::new(spring(4))]);
    parts.held = vec![0b100; 4];
    parts.pins = vec![
        pin(&[0], [true; 3], None, [0.0; 3]),
        pin(&[1], [true, false, true], None, [0.0; 3]),
        pin(&[1], [true, false, false], None, [0.0; 3]),
    ];
    // In the plane: none of the first, one of the second, two each of the others.
    assert_eq!(World::new(parts).unknowns(), 5);
}

#[test]
fn pins_are_where_their_script_says_until_they_let_go() {
    let mut parts = parts(2, vec![Box::new(spring(2))]);
    parts.pins = vec![pin(&[1], [true, false, false], Some(0.3), [0.5, 9.0, 0.0])];
    let mut world = World::new(parts);
    for number in 1..=3 {
        let t = f64::from(number) * 0.1;
        world.advance_to(0.1, t, &mut Nobody);
        assert!((world.state().x[3] - (2.0 + 0.5 * t)).abs() < 1e-15, "led to the release itself");
        assert!(world.state().x[4].abs() < 1e-15, "an axis that is not led stays");
    }
    let speed = world.state().v[3];
    assert!((speed - 0.5).abs() < 1e-12);
    world.advance_to(0.1, 0.4, &mut Nobody);
    assert!(world.state().v[3] < speed, "let go, the spring pulls it back");
}

#[test]
fn work_on_a_held_node_is_booked() {
    let mut parts = parts(1, vec![Box::new(spring(1))]);
    parts.state.v = vec![0.5, 0.0, 0.0];
    parts.pins = vec![pin(&[0], [true; 3], None, [0.5, 0.0, 0.0])];
    let mut world = World::new(parts);
    for number in 1..=10 {
        world.advance_to(0.1, f64::from(number) * 0.1, &mut Nobody);
    }
    // ∫ K x dx by the right-hand rule, which is backward Euler's.
    let work: f64 = (1..=10).map(|n| K * (1.0 + 0.05 * f64::from(n)) * 0.05).sum();
    assert!((world.books().added - work).abs() < 1e-9, "{} {work}", world.books().added);
    assert_eq!(world.books().dissipated, 0.0);
}

#[test]
fn scripts_of_a_failed_step_are_taken_back() {
    let led = || spring(1).led(|t, _| [t, 0.0, 0.0]);
    let mut fails = parts(1, vec![Box::new(led())]);
    fails.minimizer = newton(1);
    let mut world = World::new(fails);
    let before = world.ledger();
    for _ in 0..3 {
        assert!(!world.advance_to(0.1, 0.1, &mut Nobody).committed);
    }
    assert_eq!(world.books(), before.books);
    world.parts.minimizer = newton(20);
    let late = world.advance_to(0.1, 0.1, &mut Nobody);
    let mut fresh = World::new(parts(1, vec![Box::new(led())]));
    let early = fresh.advance_to(0.1, 0.1, &mut Nobody);
    assert!(late.committed && world.state() == fresh.state());
    assert_eq!(late.ledger, early.ledger);
    // ½K((x − t)² − x²) at x = 1: a target that comes nearer takes energy out.
    assert!((late.ledger.books.added - 0.5 * K * (0.81 - 1.0)).abs() < 1e-12);
}

#[test]
fn restore_goes_back_to_the_bit() {
    let mut world = World::new(parts(3, vec![Box::new(spring(3).led(|t, i| [t * i as f64, 0.0, 0.0]))]));
    world.advance_to(0.1, 0.1, &mut Nobody);
    let (step, state, books) = (world.step_number(), world.state().clone(), world.books());
    let there = world.advance_to(0.1, 0.2, &mut Nobody).ledger;
    let end = world.state().clone();
    world.advance_to(0.1, 0.3, &mut Nobody);
    world.restore(step, state, books);
    assert_eq!(world.advance_to(0.1, 0.2, &mut Nobody).ledger, there);
    assert!(*world.state() == end && world.step_number() == 2);
}

#[test]
fn a_linear_problem_takes_the_same_step_from_either_guess() {
    let make = |guess| {
        let gravity = Gravity::new(Arc::from([0, 1]), vec![M; 2], [0.0, -9.81, 0.0]);
        let mut parts = parts(2, vec![Box::new(spring(2)), Box::new(gravity)]);
        let stop = Stop::Step(1e-10);
        let settings = StabilizedSettings {
            cg_scale: 1.0,
            downhill: 1e-2,
            length_clamp: 1e3,
            stop,
            filter: Filter::Raw,
        };
        let limits = Limits { max_iterations: 50, min_iterations: 0 };
        let method =
            StabilizedNewton::minimizer(settings, linear(LinearMethod::Cg), StrongWolfe::default(), limits);
        parts.minimizer = Box::new(method);
        parts.guess = guess;
        let mut world = World::new(parts);
        assert!(world.advance_to(0.5, 0.5, &mut Nobody).committed);
        world.state().x.clone()
    };
    let (a, b) = (make(Guess::Inertial), make(Guess::LowestEnergy));
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-9), "{a:?} {b:?}");
}

/// Lags behind at every minimum, and takes down how often it was taken anew before.
struct Laggard(Arc<Mutex<Vec<usize>>>);

impl crate::energy::Member for Laggard {
    fn kind(&self) -> crate::energy::Kind {
        crate::energy::Kind::Foreign
    }
}

impl Energy for Laggard {
    fn name(&self) -> &str {
        "laggard"
    }

    fn at(&self) -> crate::energy::At {
        crate::energy::At::End
    }

    fn account(&self) -> crate::energy::Account {
        crate::energy::Account::Contact
    }

    fn stencils(&self) -> crate::energy::Stencils<'_> {
        crate::energy::Stencils { arity: 1, nodes: &[] }
    }

    fn eval(
        &self,
        _: &[f64],
        _: std::ops::Range<usize>,
        _: crate::energy::Want,
        _: Filter,
        _: crate::energy::Slots<'_>,
    ) -> f64 {
        0.0
    }

    fn stand_in(&self, _: std::ops::Range<usize>, _: &mut [f64]) {}

    fn lagging(&mut self) -> Option<&mut dyn crate::energy::Lagging> {
        Some(self)
    }

    fn abilities(&self) -> crate::energy::Abilities<'_> {
        crate::energy::Abilities::default()
    }
}

impl Interaction for Laggard {
    fn collect(&mut self, _: &[f64]) {}
}

impl crate::energy::Lagging for Laggard {
    fn relag(&mut self, _: crate::energy::Reached<'_>, taken: usize) -> bool {
        self.0.lock().unwrap().push(taken);
        taken < 2
    }

    fn lag_left(&self) -> Option<f64> {
        Some(0.25)
    }
}

/// Solves its stage twice.
struct Twice(BackwardEuler);

impl Integrator for Twice {
    fn name(&self) -> &'static str {
        "twice"
    }

    fn order(&self) -> usize {
        1
    }

    fn step(
        &mut self,
        past: &History,
        h: f64,
        solver: &mut dyn crate::time::StageSolver,
        next: &mut Candidate,
    ) -> crate::time::Solved {
        self.0.step(past, h, solver, next);
        self.0.step(past, h, solver, next)
    }
}

/// What lags has its turns in every solve, however many the ones before took.
#[test]
fn what_lags_is_taken_anew_in_every_solve_of_a_step() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let mut parts = parts(1, vec![Box::new(spring(1))]);
    parts.acts.interactions.push(Box::new(Laggard(Arc::clone(&told))));
    parts.integrator = Box::new(Twice(BackwardEuler::default()));
    let record = World::new(parts).advance(0.1);
    assert_eq!((record.report.outcome, record.lag), (Outcome::Converged, Some(0.25)));
    assert_eq!(*told.lock().unwrap(), [0, 1, 2, 0, 1, 2]);
}
