//! The law of order: the error of an integrator falls with the step as fast as it says. The registry is
//! `INTEGRATORS`, so that an integrator without a law fails.

mod fixture;

use fixture::{distance, elastic, good_step, world};
use lope::scene::model;
use lope::scene::validate::INTEGRATORS;
use lope::time::{BackwardEuler, Integrator, Quasistatic};
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

#[test]
fn every_integrator_has_the_order_it_says() {
    for &name in INTEGRATORS {
        let integrator: Box<dyn Integrator> = match name {
            model::Integrator::BackwardEuler => Box::<BackwardEuler>::default(),
            model::Integrator::Quasistatic => Box::<Quasistatic>::default(),
            other => panic!("{other} is registered, but has no law of order"),
        };
        assert_eq!(integrator.name(), name.name());
        match integrator.order() {
            0 => rests_in_equilibrium(name),
            order => converges(name, order),
        }
    }
}

/// Runs the strip to `DURATION` in equal steps.
fn swing(name: model::Integrator, steps: usize) -> Vec<f64> {
    let mut world = world(STRIP, &[&format!("time.integrator={name}")]);
    (0..steps).for_each(|_| _ = good_step(&mut world, DURATION / steps as f64));
    world.state().x.clone()
}

fn converges(name: model::Integrator, order: usize) {
    let exact = runge_kutta(&world(STRIP, &[]), 4000);
    let errors: Vec<f64> =
        [32, 64, 128, 256].into_iter().map(|steps| distance(&swing(name, steps), &exact)).collect();
    assert!(errors[0] < 0.1, "{name}: the coarsest run is already close, but is {} off", errors[0]);
    for pair in errors.windows(2).skip(1) {
        let measured = (pair[0] / pair[1]).log2();
        assert!((measured - order as f64).abs() < 0.15, "{name}: order {measured}, not {order}; {errors:?}");
    }
}

/// The strip by an explicit method of fourth order that knows nothing of stages and minimizers.
fn runge_kutta(world: &World, steps: usize) -> Vec<f64> {
    let start = world.state();
    let free = |i: usize| i % 3 < 2 && start.x[i - i % 3] > fixed_end(&start.x);
    let acceleration = |x: &[f64]| -> Vec<f64> {
        let (_, force) = elastic(world, x);
        let at = |i: usize| -force[i] / world.mass()[i / 3] - if i % 3 == 1 { 2.0 } else { 0.0 };
        (0..x.len()).map(|i| if free(i) { at(i) } else { 0.0 }).collect()
    };
    let h = DURATION / steps as f64;
    let shifted =
        |a: &[f64], s: f64, b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + s * b).collect() };
    let mut x = start.x.clone();
    let mut v: Vec<f64> = (0..x.len()).map(|i| if free(i) { start.v[i] } else { 0.0 }).collect();
    for _ in 0..steps {
        let a1 = acceleration(&x);
        let v2 = shifted(&v, 0.5 * h, &a1);
        let a2 = acceleration(&shifted(&x, 0.5 * h, &v));
        let v3 = shifted(&v, 0.5 * h, &a2);
        let a3 = acceleration(&shifted(&x, 0.5 * h, &v2));
        let v4 = shifted(&v, h, &a3);
        let a4 = acceleration(&shifted(&x, h, &v3));
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
