//! The law of order: the error of an integrator falls with the step as fast as it says. The registry is
//! `INTEGRATORS`, so that an integrator without a law fails.

mod fixture;

use fixture::{distance, elastic, good_step, sum, world};
use lope::energy::rayleigh::Rayleigh;
use lope::scene::model;
use lope::scene::validate::INTEGRATORS;
use lope::time::{
    BackwardEuler, Bdf2, EnergyBudget, EnergyConstraint, ForwardEuler, ImplicitMidpoint, Integrator,
    Quasistatic, Rk4, Stabilized, SymplecticEuler, Trapezoid, VariationalMidpoint,
};
use lope::world::World;

/// A strip in the plane, held at its left end, pulled long and let swing under its weight.
const STRIP: &str = r#"
gravity = [0, -2, 0]
dimension = 2
[time]
step = 0.01
steps = 1
[solver]
tolerance = 1e-10
[[body]]
mesh = { shape = "rectangle", size = [1, 0.5], cells = [3, 2] }
material = { model = "fixed-corotated", young = 1e4, poisson = 0.3, density = 1000 }
velocity = [0, 0.5, 0]
start = { stretch = [1.2, 0.9, 1] }
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
"#;

const DURATION: f64 = 0.25;

/// Drag, 1/s, and internal friction, s.
#[derive(Clone, Copy, Debug)]
struct Damping {
    drag: f64,
    rayleigh: f64,
}

/// With damping, too, an integrator has its order: forces that depend on velocity are taken where its forces are.
const DAMPINGS: [Damping; 3] = [
    Damping { drag: 0.0, rayleigh: 0.0 },
    Damping { drag: 3.0, rayleigh: 0.0 },
    Damping { drag: 0.0, rayleigh: 0.05 },
];

impl Damping {
    fn set(self) -> Vec<String> {
        let Self { drag, rayleigh } = self;
        vec![format!("body.0.damping.drag={drag}"), format!("body.0.damping.rayleigh={rayleigh}")]
    }
}

#[test]
fn every_integrator_has_the_order_it_says() {
    let exact = DAMPINGS.map(|damping| (damping, runge_kutta(damping, 4000)));
    for &name in INTEGRATORS {
        let midpoint = || Box::<ImplicitMidpoint>::default();
        let (integrator, order): (Box<dyn Integrator>, _) = match name {
            model::Integrator::ForwardEuler => (Box::<ForwardEuler>::default(), 1),
            model::Integrator::SymplecticEuler => (Box::<SymplecticEuler>::default(), 1),
            model::Integrator::Rk4 => (Box::<Rk4>::default(), 4),
            model::Integrator::BackwardEuler => (Box::<BackwardEuler>::default(), 1),
            model::Integrator::ImplicitMidpoint => (midpoint(), 2),
            model::Integrator::Trapezoid => (Box::<Trapezoid>::default(), 2),
            model::Integrator::Bdf2 => (Box::<Bdf2>::default(), 2),
            model::Integrator::VariationalMidpoint => (Box::<VariationalMidpoint>::default(), 2),
            model::Integrator::Stabilized => (Box::new(Stabilized::new(midpoint(), 0.01)), 2),
            model::Integrator::EnergyBudget => (Box::new(EnergyBudget::new(midpoint())), 2),
            model::Integrator::EnergyConstraint => (Box::<EnergyConstraint>::default(), 2),
            model::Integrator::Quasistatic => (Box::<Quasistatic>::default(), 0),
        };
        assert_eq!(integrator.name(), name.name());
        assert_eq!(integrator.order(), order, "{name}");
        assert_eq!(integrator.explicit(), name.explicit(), "{name}");
        match integrator.order() {
            0 => rests_in_equilibrium(name),
            order => exact.iter().for_each(|(damping, exact)| converges(name, order, *damping, exact)),
        }
    }
}

/// The strip under an integrator.
fn strip(name: model::Integrator, damping: Damping) -> World {
    let text =
        if name.explicit() { STRIP.replace("[solver]\ntolerance = 1e-10\n", "") } else { STRIP.to_owned() };
    let (integrator, damping) = (format!("time.integrator={name}"), damping.set());
    let set: Vec<&str> = std::iter::once(&integrator).chain(&damping).map(String::as_str).collect();
    world(&text, &set)
}

/// Runs the strip to `DURATION` in equal steps.
fn swing(name: model::Integrator, damping: Damping, steps: usize) -> Vec<f64> {
    let mut world = strip(name, damping);
    (0..steps).for_each(|_| _ = good_step(&mut world, DURATION / steps as f64));
    world.state().x.clone()
}

/// Steps that grow and shrink by a half must not cost the order: what a scheme of two steps takes from the past has to
/// be weighed by the lengths of both.
#[test]
fn changing_steps_keep_the_order() {
    for &name in INTEGRATORS.iter().filter(|&&name| name != model::Integrator::Quasistatic) {
        let exact = runge_kutta(DAMPINGS[0], 4000);
        let uneven = |steps: usize| {
            let mut world = strip(name, DAMPINGS[0]);
            let lengths = (0..steps).map(|i| [1.0, 1.5, 0.75, 0.5, 1.0][i % 5]);
            let total: f64 = lengths.clone().sum();
            for length in lengths {
                good_step(&mut world, DURATION * length / total);
            }
            distance(&world.state().x, &exact)
        };
        let (steps, order) = match name {
            model::Integrator::Rk4 => (80, 4.0),
            model::Integrator::ForwardEuler
            | model::Integrator::SymplecticEuler
            | model::Integrator::BackwardEuler => (640, 1.0),
            _ => (160, 2.0),
        };
        let (coarse, fine) = (uneven(steps), uneven(2 * steps));
        let measured = (coarse / fine).log2();
        assert!(
            (measured - order).abs() < 0.15,
            "{name}: order {measured}, not {order}; {coarse} and {fine}"
        );
    }
}

fn converges(name: model::Integrator, order: usize, damping: Damping, exact: &[f64]) {
    // Explicit schemes of first order come near only with shorter steps.
    let finer = if order == 1 && name.explicit() { 8 } else { 1 };
    let errors: Vec<f64> = [32, 64, 128, 256]
        .into_iter()
        .map(|steps| distance(&swing(name, damping, finer * steps), exact))
        .collect();
    assert!(errors[0] < 0.1, "{name}, {damping:?}: the coarsest run is {} off", errors[0]);
    for pair in errors.windows(2).skip(1) {
        let measured = (pair[0] / pair[1]).log2();
        // The matrix of internal friction is the positive part of another: it has kinks, and they show beyond second order.
        let kinks = damping.rayleigh > 0.0 && order > 2;
        let off = measured - if kinks { 2.0 } else { order as f64 };
        assert!(
            off > -0.15 && (kinks || off < 0.15),
            "{name}, {damping:?}: order {measured}, not {order}; {errors:?}"
        );
    }
}

/// The strip by an explicit method of fourth order that knows nothing of stages and minimizers.
fn runge_kutta(damping: Damping, steps: usize) -> Vec<f64> {
    let world = &strip(model::Integrator::BackwardEuler, damping);
    let start = world.state();
    let strain = world.bodies()[0].strain.as_ref().expect("a solid");
    let free = |i: usize| i % 3 < 2 && start.x[i - i % 3] > fixed_end(&start.x);
    let acceleration = |x: &[f64], v: &[f64]| -> Vec<f64> {
        let (_, mut force) = elastic(world, x);
        if damping.rayleigh > 0.0 {
            let mut inner = Rayleigh::new(strain.clone(), damping.rayleigh);
            inner.relag(x);
            force.iter_mut().zip(sum(&inner, v).1).for_each(|(force, inner)| *force += inner);
        }
        let weight = |i: usize| if i % 3 == 1 { 2.0 } else { 0.0 };
        let at = |i: usize| -force[i] / world.mass()[i / 3] - weight(i) - damping.drag * v[i];
        (0..x.len()).map(|i| if free(i) { at(i) } else { 0.0 }).collect()
    };
    let h = DURATION / steps as f64;
    let shifted =
        |a: &[f64], s: f64, b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + s * b).collect() };
    let mut x = start.x.clone();
    let mut v: Vec<f64> = (0..x.len()).map(|i| if free(i) { start.v[i] } else { 0.0 }).collect();
    for _ in 0..steps {
        let a1 = acceleration(&x, &v);
        let v2 = shifted(&v, 0.5 * h, &a1);
        let a2 = acceleration(&shifted(&x, 0.5 * h, &v), &v2);
        let v3 = shifted(&v, 0.5 * h, &a2);
        let a3 = acceleration(&shifted(&x, 0.5 * h, &v2), &v3);
        let v4 = shifted(&v, h, &a3);
        let a4 = acceleration(&shifted(&x, h, &v3), &v4);
        for i in 0..x.len() {
            x[i] += h / 6.0 * (v[i] + 2.0 * v2[i] + 2.0 * v3[i] + v4[i]);
            v[i] += h / 6.0 * (a1[i] + 2.0 * a2[i] + 2.0 * a3[i] + a4[i]);
        }
    }
    x
}

/// The x coordinate of the held end.
fn fixed_end(x: &[f64]) -> f64 {
    x.iter().step_by(3).copied().fold(f64::INFINITY, f64::min) + 1e-9
}

/// Without time there is no order: the forces cancel, and the place is where damped motion comes to rest.
fn rests_in_equilibrium(name: model::Integrator) {
    let mut still = world(STRIP, &[&format!("time.integrator={name}")]);
    good_step(&mut still, 0.1);
    let x = &still.state().x;
    let (_, force) = elastic(&still, x);
    let weight: f64 = 2.0 * still.mass().iter().sum::<f64>();
    for (node, m) in still.mass().iter().enumerate().filter(|&(node, _)| x[3 * node] > fixed_end(x)) {
        let (fx, fy) = (force[3 * node], force[3 * node + 1] + 2.0 * m);
        assert!(fx.hypot(fy) < 1e-8 * weight, "{name}: node {node} is pulled by [{fx}, {fy}] N");
    }
    let mut swinging = world(STRIP, &["time.integrator=backward-euler", "body.0.damping.drag=3"]);
    (0..400).for_each(|_| _ = good_step(&mut swinging, 0.1));
    let apart = distance(x, &swinging.state().x);
    assert!(apart < 1e-7, "{name}: {apart} m from where damped motion ends");
}
