//! The methods, and what each of them can be told: the one place where keys of `[solver]`, their types, defaults and
//! descriptions are written. A method has exactly the keys that its line names.

use schemars::{Schema, SchemaGenerator};
use toml::Value;

use super::names::names;
use super::number::Number;
pub use super::setting::{Key, Setting};
use super::setting::{field_default, field_doc, field_type, keys, methods, value};
use super::solver::{
    AdmmNumbers, Filter, Forcing, Linear, OnFailure, Preconditioner, ProgressiveNumbers, Projection, Wolfe,
};

keys! {
    /// How the minimum of a step is found.
    method: Method = Method::Auto;
    /// How the linear systems are solved.
    linear: Linear = Method::Auto.linear(), else "{method} solves no linear systems; remove this key";
    /// Preconditioner of pcg or minres. Default: block-jacobi for pcg (auto with method = "auto"), else none.
    preconditioner: Option<Preconditioner> = None,
        else "{value} would have no effect: {method} chooses its own; remove this key";
    /// What projection does to negative eigenvalues. With stabilized-newton, which does not project unless asked: solve
    /// again with projected element Hessians where conjugate gradients meet negative curvature, instead of taking their
    /// last iterate.
    filter: Filter = Filter::Clamp, else "{value} would have no effect: {method} does not project; remove this key";
    /// How projection finds eigenvalues.
    projection: Projection = Projection::Analytic;
    /// Numbers of progressive projection.
    progressive: ProgressiveNumbers = ProgressiveNumbers::default();
    /// Numbers of the alternating direction method of multipliers.
    admm: AdmmNumbers = AdmmNumbers::default();
    /// Iterations that go on projecting after one that had to.
    countdown: u32 = 4;
    /// How accurately linear systems are solved.
    forcing: Forcing = Forcing::Fixed, else "{value} would have no effect on {method}; remove this key";
    /// The stopping measure, a velocity, m/s: a step has converged when the iterates move by less than this per
    /// step length. The same meaning for every method. Lower it for accuracy.
    tolerance: f64 = 1e-3;
    /// If given, a step has converged when the norm of the gradient of the step's energy is below this, N,
    /// instead of by `tolerance`.
    gradient_tolerance: Option<f64> = None;
    /// Iterations after which a step counts as failed. Some methods make many cheap ones.
    max_iterations: u32 = 200;
    /// Iterations taken in any case.
    min_iterations: u32 = 0;
    /// What happens when a step does not converge.
    on_failure: OnFailure = OnFailure::Stop;
    /// How often halve-step may halve one step.
    max_halvings: u32 = 8;
    /// Relative tolerance of the linear solves; stabilized-newton sets its own (see `cg_scale`).
    linear_tolerance: f64 = crate::minimize::LINEAR_TOLERANCE;
    /// Iterations of one linear solve at most.
    linear_max_iterations: u32 = 10_000;
    /// σ of the relative tolerance min(1/2, σ √max(‖∇E‖, τ)) of a linear solve.
    cg_scale: f64 = 1.0;
    /// κ, the least cosine between a direction and the downhill one.
    downhill: f64 = 1e-2;
    /// The longest step of the search, m.
    length_clamp: f64 = 1e3;
    /// Conditions of the line search. Methods that only shorten their steps ask for c1 alone.
    wolfe: Wolfe = Wolfe::default();
    /// How many of the last iterations it learns from, 1 to 50.
    history: u32 = 5, else "would have no effect: {method} learns from no history; remove this key";
    /// So many iterations a step, neither more nor fewer, and no tolerance: the same time for every step. 10 are usual.
    /// Without it local-global goes on until the tolerance is met.
    iterations: Option<u32> = None,
        else "would have no effect: {method} goes on until the tolerance is met; remove this key";
    /// With `iterations`: so many in a part of a step that starts close to its solution, such as the backward Euler step
    /// that stabilizes another integrator. Default: 1.
    refining_iterations: Option<u32> = None,
        else "would have no effect: {method} goes on until the tolerance is met; remove this key";
}

methods! {
    /// Plain Newton without line search: fast when it converges, which nothing guarantees.
    Newton = "newton" {
        linear = Method::Newton.linear(), preconditioner, linear_tolerance = 1e-6, linear_max_iterations,
        gradient_tolerance, max_iterations, min_iterations,
    }
    /// Newton with conjugate gradients stopped at indefiniteness, downhill directions and a Wolfe line
    /// search (Gast et al. 2015).
    StabilizedNewton = "stabilized-newton" {
        linear = Method::StabilizedNewton.linear(), preconditioner, linear_max_iterations,
        filter: Option<Filter> = None, projection, cg_scale, downhill, length_clamp, wolfe,
        gradient_tolerance, max_iterations, min_iterations,
    }
    /// Newton with every element Hessian projected to positive semidefinite.
    ProjectedNewton = "projected-newton" {
        linear = Method::ProjectedNewton.linear(), preconditioner, linear_tolerance, linear_max_iterations,
        filter, projection, forcing, wolfe,
        gradient_tolerance, max_iterations, min_iterations,
    }
    /// Newton that projects only when the Hessian was found indefinite (Longva et al. 2023).
    ProjectOnDemand = "project-on-demand" {
        linear = Method::ProjectOnDemand.linear(), preconditioner, linear_tolerance, linear_max_iterations,
        filter, projection, forcing, countdown, wolfe,
        gradient_tolerance, max_iterations, min_iterations,
    }
    /// Newton that projects only elements that need it, progressively (Fernández-Fernández et al. 2026).
    Progressive = "progressive" {
        linear = Method::Progressive.linear(), preconditioner, linear_tolerance, linear_max_iterations,
        filter, projection, forcing, progressive, wolfe,
        gradient_tolerance, max_iterations, min_iterations,
    }
    /// Newton that decides in every iteration what is projected, how and how far it goes. The default.
    Auto = "auto" {
        linear = Method::Auto.linear(), preconditioner, linear_tolerance, linear_max_iterations,
        filter, projection, forcing = Forcing::Adaptive, progressive,
        // With bent Hessians the full step means less than with exact ones: it looks where along it the minimum is.
        wolfe = Wolfe { c2: 0.3, ..default::wolfe() },
        gradient_tolerance, max_iterations, min_iterations,
    }
    /// Local/global steps with one constant matrix (projective dynamics).
    LocalGlobal = "local-global" {
        linear = Method::LocalGlobal.linear(), preconditioner, linear_max_iterations,
        iterations, refining_iterations,
        gradient_tolerance, max_iterations = MANY, min_iterations,
    }
    /// Alternating direction method of multipliers (Mattos Da Silva et al. 2025).
    Admm = "admm" {
        linear = Method::Admm.linear(), preconditioner, linear_max_iterations, projection, admm,
        gradient_tolerance, max_iterations = MANY, min_iterations,
    }
    /// Limited-memory quasi-Newton on a prefactored constant matrix (Liu et al. 2017).
    Lbfgs = "lbfgs" {
        history, linear_max_iterations, wolfe,
        gradient_tolerance, max_iterations = MANY, min_iterations,
    }
    /// Extended position-based dynamics: fast and approximate (Macklin et al. 2016).
    Xpbd = "xpbd",
        else "would have no effect: {method} makes solver.iterations sweeps and stops; remove this key" {
        iterations: u32 = 10,
    }
}

/// Iterations that are cheap, and many.
const MANY: u32 = 1000;

impl Default for Settings {
    fn default() -> Self {
        default::method().into()
    }
}

impl Method {
    /// The linear solvers the method can use, its default first; none for methods that solve no system chosen here.
    pub const fn linear_solvers(self) -> &'static [Linear] {
        match self {
            // [Gast15] §3.1: indefinite systems are met, and conjugate gradients stop at them in time.
            // A factorization that meets a pivot that is not positive leaves the solve to them.
            Self::StabilizedNewton => {
                &[Linear::Cg, Linear::Pcg, Linear::Minres, Linear::Cholesky, Linear::Auto]
            }
            // Without a line search nothing keeps the iterates where the Hessian is positive definite.
            Self::Newton => &[Linear::Minres, Linear::Cholesky],
            Self::ProjectedNewton | Self::ProjectOnDemand | Self::Progressive | Self::Auto => {
                &[Linear::Pcg, Linear::Cg, Linear::Cholesky, Linear::Auto]
            }
            // A prefactored matrix is the point of it.
            Self::LocalGlobal | Self::Admm => &[Linear::Cholesky],
            Self::Lbfgs | Self::Xpbd => &[],
        }
    }

    /// The linear solver it has unless told otherwise.
    const fn linear(self) -> Linear {
        match self.linear_solvers() {
            [first, ..] => *first,
            [] => Linear::Pcg, // not a key of these
        }
    }

    /// Whether the method projects element Hessians.
    pub const fn projects(self) -> bool {
        matches!(self, Self::ProjectedNewton | Self::ProjectOnDemand | Self::Progressive | Self::Auto)
    }
}

/// A key that was given and that the method does not have.
#[derive(Clone, Debug, PartialEq)]
pub struct Unfit {
    /// The key.
    pub key: &'static str,
    /// Why it is refused.
    pub message: String,
}

impl Keys {
    /// What is given here and what a method does not have. A value that is the default asks for nothing, unless a key is one
    /// of those that nothing else explains.
    pub(super) fn left_for(&self, method: Method) -> Vec<Unfit> {
        let asks =
            |(key, value): &(&Key, Value)| !key.unfit.is_empty() || (key.default)().as_ref() != Some(value);
        let unfit = |(key, value): (&Key, Value)| {
            let words = [key.unfit, method.unfit(), "would have no effect on {method}; remove this key"];
            let words = words.into_iter().find(|words| !words.is_empty()).unwrap_or_default();
            let message = words.replace("{method}", method.name()).replace("{value}", &written(&value));
            Unfit { key: key.name, message }
        };
        self.given().into_iter().filter(asks).map(unfit).collect()
    }
}

/// A value as people write it.
fn written(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        Value::Float(x) => Number(*x).to_string(),
        Value::Table(table) => {
            let entries: Vec<String> =
                table.iter().map(|(key, value)| format!("{key} = {}", written(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

impl Key {
    /// The methods that have it; all if it is shared.
    pub fn methods(&self) -> Vec<Method> {
        let shared = Method::ALL.iter().all(|method| !method.keys().contains(&self.name));
        Method::ALL.iter().copied().filter(|method| shared || method.keys().contains(&self.name)).collect()
    }

    /// Its defaults, each with the methods that have it; that of the key first.
    fn defaults(&self) -> Vec<(Option<Value>, Vec<&'static str>)> {
        let own = (self.default)();
        let mut groups: Vec<(Option<Value>, Vec<&'static str>)> = vec![(own.clone(), Vec::new())];
        for method in self.methods() {
            let keys = Settings::from(method).keys().given();
            let shared = !method.keys().contains(&self.name);
            let value = keys.into_iter().find(|(key, _)| key.name == self.name).map(|(_, value)| value);
            let value = if shared { own.clone() } else { value };
            match groups.iter_mut().find(|(other, _)| *other == value) {
                Some((_, names)) => names.push(method.name()),
                None => groups.push((value, vec![method.name()])),
            }
        }
        groups.retain(|(_, names)| !names.is_empty());
        groups
    }

    /// What it is for, without its default.
    pub fn meaning(&self) -> &'static str {
        self.text.split(" Default: ").next().unwrap_or_default().trim()
    }

    /// Its default in words: its own, with the methods that have another one, or what is said instead of one.
    pub fn default_in_words(&self) -> String {
        if let Some((_, words)) = self.text.split_once(" Default: ") {
            return words.trim_end_matches('.').to_owned();
        }
        let words = |value: &Option<Value>| value.as_ref().map_or_else(|| "none".to_owned(), written);
        let mut groups = self.defaults().into_iter();
        let Some((first, _)) = groups.next() else { return String::new() };
        let others = groups.map(|(value, names)| format!("; {} for {}", words(&value), names.join(", ")));
        words(&first) + &others.collect::<String>()
    }
}

impl Keys {
    /// The schema of `[solver]`: the keys with their defaults, and the methods that have them.
    pub(super) fn described(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = <Self as schemars::JsonSchema>::json_schema(generator);
        schema.insert("description".into(), "How each step is solved. The defaults suit most scenes.".into());
        for key in Self::ALL {
            let property = schema.get_mut("properties").and_then(|all| all.get_mut(key.name));
            let Some(property) = property.and_then(serde_json::Value::as_object_mut) else { continue };
            let mut text = format!("{} Default: {}.", key.meaning(), key.default_in_words());
            let methods = key.methods();
            if methods.len() < Method::ALL.len() {
                let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
                text += &format!(" Of {}.", names.join(", "));
            }
            property.insert("description".into(), text.into());
            if let [(Some(default), _)] = key.defaults().as_slice()
                && let Ok(default) = serde_json::to_value(default)
            {
                property.insert("default".into(), default);
            }
        }
        schema
    }
}
