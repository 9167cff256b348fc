//! What no simulation can have, and what this version does not have: all of it, each with its key and a remedy.

mod body;
mod contact;
mod joint;
mod load;
mod obstacle;
mod pin;
mod probe;
mod rigid;
mod shell;
mod solver;
mod springs;

use std::fmt::Display;

use toml::Value;

use super::model::{
    BodyKind, ContactModel, Field, FieldEnd, Integrator, Method, Number, Numbers3, Scene, Solver, Time,
};
use super::problem::{Kind, Problem, Problems};

/// Integrators this version has.
pub const INTEGRATORS: &[Integrator] = &[
    Integrator::ForwardEuler,
    Integrator::SymplecticEuler,
    Integrator::Rk4,
    Integrator::BackwardEuler,
    Integrator::ImplicitMidpoint,
    Integrator::Trapezoid,
    Integrator::Bdf2,
    Integrator::VariationalMidpoint,
    Integrator::Stabilized,
    Integrator::EnergyBudget,
    Integrator::EnergyConstraint,
    Integrator::Quasistatic,
];

/// Schemes that can be corrected: those whose whole state is positions and velocities.
const STARTS: [Integrator; 7] = [
    Integrator::ImplicitMidpoint,
    Integrator::Trapezoid,
    Integrator::Bdf2,
    Integrator::BackwardEuler,
    Integrator::SymplecticEuler,
    Integrator::ForwardEuler,
    Integrator::Rk4,
];

/// Methods this version has.
pub const METHODS: &[Method] = &[
    Method::Newton,
    Method::StabilizedNewton,
    Method::ProjectedNewton,
    Method::ProjectOnDemand,
    Method::Progressive,
    Method::Auto,
    Method::Lbfgs,
    Method::LocalGlobal,
    Method::Admm,
    Method::Xpbd,
];

/// Kinds of bodies this version has.
pub const KINDS: &[BodyKind] = &[BodyKind::Solid, BodyKind::Shell, BodyKind::Springs, BodyKind::Rigid];

/// Models of contact this version has.
pub const MODELS: &[ContactModel] = &[
    ContactModel::Constraint,
    ContactModel::Penalty,
    ContactModel::Spring,
    ContactModel::Post,
    ContactModel::Ipc,
];

impl Scene {
    /// Whether the scene can be built, as far as can be said without its meshes. Expects a resolved scene.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn validate(&self) -> Result<(), Problems> {
        let mut check = Check::default();
        check.finite(self);
        if !check.found.is_empty() {
            return Problems::if_any(check.found); // comparisons with NaN would only repeat it
        }
        check.scene(self);
        check.time(&self.time);
        if self.time.explicit() {
            check.without_solver(self);
        } else {
            check.solver(&self.solver);
            check.inertia(self);
        }
        for (index, body) in self.body.iter().enumerate() {
            check.body(&format!("body.{index}"), body, self.dimension);
            check.energies(&format!("body.{index}"), body, self.solver.method());
            check.bending(&format!("body.{index}"), body, self.solver.method());
        }
        check.rigid_bodies(self);
        check.joints(self);
        check.loads(self);
        check.probes(self);
        check.obstacles(self);
        check.contact(self);
        for (key, message) in self.view.problems() {
            check.impossible(format!("view.{key}"), message);
        }
        check.expect(self);
        Problems::if_any(check.found)
    }
}

/// Collects problems.
#[derive(Default)]
struct Check {
    found: Vec<Problem>,
}

impl Check {
    fn impossible(&mut self, key: impl Display, message: impl Display) {
        self.found.push(Problem::new(Kind::Impossible, key.to_string(), message.to_string()));
    }

    /// A valid request for something that is not there yet.
    fn available<T: Copy + PartialEq + Display>(&mut self, key: impl Display, wanted: T, have: &[T]) {
        if !have.contains(&wanted) {
            let list = have.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let message = format!("{wanted} is not available yet: available are {list}");
            self.found.push(Problem::new(Kind::Unsupported, key.to_string(), message));
        }
    }

    fn positive(&mut self, key: impl Display, value: Number, unit: &str) {
        if value.get() <= 0.0 {
            self.impossible(key, format!("{value} is impossible: must be greater than 0{}", spaced(unit)));
        }
    }

    fn not_negative(&mut self, key: impl Display, value: Number, unit: &str) {
        if value.get() < 0.0 {
            self.impossible(key, format!("{value} is impossible: must be 0{} or more", spaced(unit)));
        }
    }

    fn direction(&mut self, key: impl Display, vector: &Numbers3) {
        if vector.iter().all(|component| component.get() == 0.0) {
            self.impossible(key, "a vector of length 0 has no direction");
        }
    }

    /// No number anywhere may be infinite or undefined.
    fn finite(&mut self, scene: &Scene) {
        match Value::try_from(scene) {
            Ok(tree) => self.finite_below(&tree, &mut Vec::new()),
            Err(error) => self.impossible("", error),
        }
    }

    fn finite_below(&mut self, value: &Value, path: &mut Vec<String>) {
        match value {
            Value::Float(x) if !x.is_finite() => {
                self.impossible(path.join("."), format!("{x} is not a finite number"));
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    path.push(index.to_string());
                    self.finite_below(item, path);
                    path.pop();
                }
            }
            Value::Table(table) => {
                for (key, item) in table {
                    path.push(key.clone());
                    self.finite_below(item, path);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    fn scene(&mut self, scene: &Scene) {
        match scene.dimension {
            2 if scene.gravity[2].get() != 0.0 => {
                self.impossible("gravity", "in 2D nothing moves along z: the third number must be 0");
            }
            2 | 3 => {}
            other => self.impossible("dimension", format!("{other} is impossible: must be 2 or 3")),
        }
        if scene.body.is_empty() {
            let message = "a scene needs something that moves: add a [[body]] with mesh and material";
            self.found.push(Problem::new(Kind::Missing, "body", message));
        }
        for (index, body) in scene.body.iter().enumerate() {
            if let Some(first) = scene.body[..index].iter().position(|other| other.name == body.name) {
                let message = format!("\"{}\" is already the name of body.{first}", body.name);
                self.impossible(format!("body.{index}.name"), message);
            }
        }
        self.not_negative("output.checkpoint_every", scene.output.checkpoint_every, "s");
    }

    fn time(&mut self, time: &Time) {
        self.positive("time.step", time.step, "s");
        match (time.duration, time.steps) {
            (Some(_), Some(_)) => {
                self.impossible("time.steps", "given together with time.duration; keep one of them");
            }
            (None, None) => {
                self.found.push(Problem::new(Kind::Missing, "time", "needs duration (s) or steps"));
            }
            (Some(duration), None) => self.not_negative("time.duration", duration, "s"),
            (None, Some(_)) => {}
        }
        if let Some(substeps @ (0 | 10_001..)) = time.substeps {
            let message = format!("{substeps} is impossible: must be between 1 and 10000");
            self.impossible("time.substeps", message);
        }
        if let Some(rate) = time.frame_rate {
            self.positive("time.frame_rate", rate, "frames a second");
        }
        self.available("time.integrator", time.integrator, INTEGRATORS);
        let integrator = time.integrator;
        if let Some(start) = time.stabilize {
            if !integrator.corrects() {
                let message =
                    format!("would have no effect: {integrator} corrects no other scheme; remove this key");
                self.impossible("time.stabilize", message);
            } else if !STARTS.contains(&start) {
                let list = STARTS.map(Integrator::name).join(", ");
                self.impossible(
                    "time.stabilize",
                    format!("{start} cannot be corrected: choose one of {list}"),
                );
            }
        }
        if let Some(epsilon) = time.epsilon {
            if integrator != Integrator::Stabilized {
                let message = format!("would have no effect on {integrator}; remove this key");
                self.impossible("time.epsilon", message);
            } else if !(epsilon.get() > 0.0 && epsilon.get() < 1.0) {
                let message = format!("{epsilon} is impossible: must be between 0 and 1; 0.01 works well");
                self.impossible("time.epsilon", message);
            }
        }
    }

    /// Position-based methods move nodes by their inertia.
    fn inertia(&mut self, scene: &Scene) {
        let (method, integrator) = (scene.solver.method(), scene.time.integrator);
        if method == Method::Xpbd && integrator == Integrator::Quasistatic {
            let message = format!(
                "{method} moves nodes by their inertia, and {integrator} has none; use another method"
            );
            self.impossible("solver.method", message);
        }
    }

    /// An explicit scheme solves nothing: settings of a solver would be ignored in silence.
    fn without_solver(&mut self, scene: &Scene) {
        let solver = &scene.solver;
        let method = solver.method();
        let plain = Solver { settings: method.into(), ..Solver::default() };
        let kept = Solver { on_failure: solver.on_failure, max_halvings: solver.max_halvings, ..plain };
        let kept = kept.keys().given();
        let chosen = (method != Solver::default().method()).then_some("method");
        let given = solver.keys().given();
        let changed = given.iter().filter(|(key, value)| {
            kept.iter().find(|(other, _)| other.name == key.name).is_none_or(|(_, kept)| kept != value)
        });
        let unfit = solver.unfit.iter().map(|unfit| unfit.key);
        for key in chosen.into_iter().chain(changed.map(|(key, _)| key.name)).chain(unfit) {
            let name = scene.time.integrator;
            let message =
                format!("would have no effect: {name} is explicit and minimizes nothing; remove this key");
            self.impossible(format!("solver.{key}"), message);
        }
    }

    fn expect(&mut self, scene: &Scene) {
        let expect = &scene.expect;
        let limits = [
            ("mean_linear_solves", expect.mean_linear_solves),
            ("energy_drift", expect.energy_drift),
            ("energy_gain", expect.energy_gain),
            ("momentum_drift", expect.momentum_drift),
            ("angular_momentum_drift", expect.angular_momentum_drift),
            ("final_center_of_mass.tolerance", expect.final_center_of_mass.map(|near| near.tolerance)),
        ];
        for (key, limit) in limits {
            if let Some(limit) = limit {
                self.not_negative(format!("expect.{key}"), limit, "");
            }
        }
        for (key, ends) in [("probe", &expect.probe), ("force", &expect.force)] {
            for (number, end) in ends.iter().enumerate() {
                self.not_negative(format!("expect.{key}.{number}.tolerance"), end.tolerance, "");
            }
        }
        for (number, end) in expect.field.iter().enumerate() {
            self.expected_field(&format!("expect.field.{number}"), end, scene);
        }
    }

    fn expected_field(&mut self, at: &str, end: &FieldEnd, scene: &Scene) {
        if end.least.is_none() && end.most.is_none() {
            self.impossible(at, "expects nothing: give least, most or both");
        }
        if matches!(end.field, Field::Stress | Field::FirstPiola | Field::Stretch) {
            let message =
                format!("{} is several numbers an element; expect von-mises, det or energy", end.field);
            self.impossible(format!("{at}.field"), message);
        }
        if end.body.is_none() && (scene.body.len() != 1 || scene.body[0].copies.is_some()) {
            self.impossible(format!("{at}.body"), "is needed where there are several");
        }
    }
}

fn spaced(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}
