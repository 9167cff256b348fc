//! The law of walls: nothing gets behind a wall, whatever is simulated how.
//!
//! The wall is an energy that is +∞ in a slab and nothing behind it, so who jumps over it has won: the values there are finite and
//! lower than anything on this side. Bodies are thrown at it, or pushed against it, farther in a step than it is thick. Every
//! search, integrator and method must stay on this side, or refuse the step. The registries are `INTEGRATORS` and `METHODS`.

mod fixture;

use std::ops::Range;

use fixture::step;
use lope::energy::{
    Abilities, Account, At, Domain, Energy, Interaction, Kind, Member, Slots, Stencils, Want,
};
use lope::math::Filter;
use lope::scene::Scene;
use lope::scene::build::build;
use lope::scene::model::{Integrator, Method};
use lope::scene::validate::{INTEGRATORS, METHODS};

/// Where the slab begins and ends, m.
const SLAB: [f64; 2] = [1.0, 1.1];
/// From where on the wall pushes back, m, if it does.
const LAYER: f64 = 0.1;

/// A slab across the x axis that no node may enter.
struct Wall {
    nodes: Vec<u32>,
    /// Of the barrier before it, J; 0: nothing is felt of the wall before it is met.
    stiffness: f64,
}

impl Member for Wall {
    fn kind(&self) -> Kind {
        Kind::Foreign
    }
}

impl Domain for Wall {
    fn reach(&self, from: &[f64], to: &[f64], elements: Range<usize>) -> f64 {
        let part = |&node: &u32| {
            let (a, b) = (from[3 * node as usize], to[3 * node as usize]);
            if b < SLAB[0] { 1.0 } else { (0.9 * (SLAB[0] - a) / (b - a)).max(0.0) }
        };
        self.nodes[elements].iter().map(part).fold(1.0, f64::min)
    }

    fn is_wall(&self) -> bool {
        true
    }
}

impl Energy for Wall {
    fn name(&self) -> &str {
        "wall"
    }

    fn at(&self) -> At {
        At::End
    }

    fn account(&self) -> Account {
        Account::Contact
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 1, nodes: &self.nodes }
    }

    /// −k (1 − s)² ln s with the gap s in units of the layer.
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, _: Filter, slots: Slots<'_>) -> f64 {
        let mut sum = 0.0;
        for (place, &node) in self.nodes[elements].iter().enumerate() {
            let x = x[3 * node as usize];
            let s = (SLAB[0] - x) / LAYER;
            let [value, first, second] = match s {
                _ if (SLAB[0]..=SLAB[1]).contains(&x) => [f64::INFINITY, 0.0, 0.0],
                s if s <= 0.0 || s >= 1.0 => [0.0; 3],
                s => [
                    -(1.0 - s).powi(2) * s.ln(),
                    2.0 * (1.0 - s) * s.ln() - (1.0 - s).powi(2) / s,
                    -2.0 * s.ln() + 4.0 * (1.0 - s) / s + ((1.0 - s) / s).powi(2),
                ],
            };
            sum += if value.is_finite() { self.stiffness * value } else { value };
            if want >= Want::Gradient {
                let force = [-self.stiffness * first / LAYER, 0.0, 0.0];
                slots.gradient[3 * place..3 * place + 3].copy_from_slice(&force);
            }
            if want >= Want::Hessian {
                slots.hessian[9 * place..9 * place + 9].fill(0.0);
                slots.hessian[9 * place] = self.stiffness * second / (LAYER * LAYER);
            }
        }
        sum
    }

    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian[..9 * elements.len()].fill(0.0);
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities { domain: Some(self), ..Abilities::default() }
    }
}

/// The same as an interaction: only nodes that feel it are elements.
struct Met {
    wall: Wall,
    near: Wall,
}

impl Member for Met {
    fn kind(&self) -> Kind {
        Kind::Foreign
    }
}

impl Energy for Met {
    fn name(&self) -> &str {
        "wall"
    }

    fn account(&self) -> Account {
        Account::Contact
    }

    fn stencils(&self) -> Stencils<'_> {
        self.near.stencils()
    }

    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        self.near.stand_in(elements, hessian);
    }

    fn at(&self) -> At {
        At::End
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        self.near.eval(x, elements, want, filter, slots)
    }
}

impl Interaction for Met {
    fn collect(&mut self, x: &[f64]) {
        let near = |&&node: &&u32| (SLAB[0] - LAYER..=SLAB[1]).contains(&x[3 * node as usize]);
        self.near.nodes = self.wall.nodes.iter().filter(near).copied().collect();
    }

    fn reach(&mut self, from: &[f64], to: &[f64]) -> f64 {
        self.wall.reach(from, to, 0..self.wall.nodes.len())
    }
}

const THROWN: &str = r#"
[time]
step = "1/24"
steps = 1
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "arap", young = 2e5, poisson = 0, density = 1000 }
"#;

const PUSHED: &str = r#"
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
motion = { velocity = [SPEED, 0, 0] }
"#;

/// Some steps toward the wall: how many were made, and where the foremost node ever was.
fn run(
    integrator: Integrator,
    method: Method,
    speed: f64,
    (pushed, met): (bool, bool),
    set: &[&str],
    stiffness: f64,
) -> Result<(usize, f64), String> {
    let mut text = THROWN.to_owned();
    text.push_str(if pushed { PUSHED } else { "velocity = [SPEED, 3, 1]\n" });
    let text = text.replace("SPEED", &speed.to_string());
    let mut all = vec![format!("time.integrator={integrator}")];
    if !integrator.explicit() {
        all.push(format!("solver.method={method}"));
    }
    if !(integrator.explicit() || matches!(method, Method::Xpbd)) {
        all.push("solver.max_iterations=30".to_owned());
    }
    all.extend(set.iter().map(ToString::to_string));
    let scene = Scene::from_text("wall.toml", &text, &all).map_err(|error| error.to_string())?;
    let world = build(&scene).map_err(|problems| format!("{problems:?}"))?.world;
    let nodes = (0..world.mass().len() as u32).collect();
    let wall = Wall { nodes, stiffness };
    let mut world = match met {
        true => world.with_interaction(Box::new(Met { near: Wall { nodes: Vec::new(), ..wall }, wall })),
        false => world.with_energy(Box::new(wall)),
    };
    let (mut made, mut foremost) = (0, f64::NEG_INFINITY);
    for _ in 0..6 {
        made += usize::from(step(&mut world, 1.0 / 24.0).committed);
        let x = world.state().x.iter().step_by(3).copied();
        foremost = x.fold(foremost, f64::max);
    }
    Ok((made, foremost))
}

#[test]
fn nothing_gets_behind_a_wall() {
    let (mut runs, mut made) = (0, 0);
    for &integrator in INTEGRATORS {
        for &method in METHODS {
            for (speed, pushed, met) in [
                (15.0, false, false),
                (15.0, false, true),
                (60.0, false, false),
                (60.0, false, true),
                (60.0, true, false),
            ] {
                for (stiffness, set) in [(0.0, &[][..]), (1e4, &[]), (1e4, &["solver.on_failure=accept"])] {
                    let what = format!(
                        "{integrator} × {method}, {speed} m/s, pushed: {pushed}, met: {met}, k = {stiffness}, {set:?}"
                    );
                    let (steps, foremost) =
                        match run(integrator, method, speed, (pushed, met), set, stiffness) {
                            Ok(end) => end,
                            // What does not go together is refused when the scene is read.
                            Err(why) => {
                                assert!(refused(integrator, method), "{what}: {why}");
                                continue;
                            }
                        };
                    assert!(foremost < SLAB[0], "{what}: a node is at {foremost} m after {steps} steps");
                    runs += 1;
                    made += steps;
                }
            }
        }
    }
    // Some get along with the wall.
    assert!(runs > 400 && made > runs, "{runs} runs, {made} steps");
}

/// Combinations that no scene may have.
fn refused(integrator: Integrator, method: Method) -> bool {
    integrator == Integrator::Quasistatic && method == Method::Xpbd
}
