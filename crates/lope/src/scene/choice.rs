//! What will solve the steps of a scene, and why: what `lope check` tells about `[solver]`.
//!
//! Half of the keys are usually not given, and some values stand for a rule. Here every choice is said with its reason.

use super::model::{Filter, Forcing, Linear, Method, Preconditioner, Scene, Settings};
use crate::minimize::{LOOSEST, PROBE};

/// One choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The key of `[solver]`.
    pub key: &'static str,
    /// Its value.
    pub value: String,
    /// Where the value is from, and what it does.
    pub why: String,
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} = {}: {}", self.key, self.value, self.why)
    }
}

impl Scene {
    /// Method, linear solver, preconditioner, forcing and filter, each with its reason; nothing of explicit schemes, which solve
    /// nothing.
    pub fn choices(&self) -> Vec<Choice> {
        if self.time.explicit() {
            return Vec::new();
        }
        let mut resolved = self.solver.clone();
        resolved.resolve();
        let (keys, method) = (resolved.keys(), resolved.method());
        let usual = Settings::from(method).keys();
        let default_method = Settings::default().method();
        let mut all = vec![Choice {
            key: "method",
            value: method.name().into(),
            why: format!("{}; {}", origin(method == default_method, None), of_method(method)),
        }];
        let mut add = |key, value: &str, is_usual: bool, what: String| {
            let why = format!("{}; {what}", origin(is_usual, Some(method)));
            all.push(Choice { key, value: value.into(), why });
        };
        if let Some(linear) = keys.linear {
            add("linear", linear.name(), usual.linear == Some(linear), of_linear(linear).into());
        }
        if let Some(preconditioner) = keys.preconditioner.filter(|_| keys.linear != Some(Linear::Cholesky)) {
            let own = keys.linear.map(|linear| self.solver.preconditioner(linear, None));
            let what = of_preconditioner(preconditioner);
            add("preconditioner", preconditioner.name(), own == Some(preconditioner), what);
        }
        if let (Some(forcing), Some(tightest)) = (keys.forcing, keys.linear_tolerance) {
            let what = of_forcing(forcing, tightest.get());
            add("forcing", forcing.name(), usual.forcing == Some(forcing), what);
        }
        if let Some(filter) = keys.filter {
            let what = of_filter(filter, method).into();
            add("filter", filter.name(), usual.filter == Some(filter), what);
        }
        all
    }
}

/// Who chose.
fn origin(is_usual: bool, of: Option<Method>) -> String {
    match (is_usual, of) {
        (true, None) => "the default".into(),
        (true, Some(method)) => format!("the default of {method}"),
        (false, _) => "as the scene says".into(),
    }
}

fn of_method(method: Method) -> &'static str {
    match method {
        Method::Auto => {
            "the exact Hessian, which converges fastest; where it is indefinite, the elements with the largest residuals are \
             projected, and all if that is not enough"
        }
        Method::Newton => "the exact Hessian and full steps, which nothing makes converge",
        Method::StabilizedNewton => {
            "the exact Hessian as far as its curvature is positive, and a search along it"
        }
        Method::ProjectedNewton => "every element is projected in every iteration",
        Method::ProjectOnDemand => {
            "all elements are projected once the Hessian was indefinite, and for some iterations more"
        }
        Method::Progressive => {
            "elements are projected from the largest residual on until the Hessian is positive definite"
        }
        Method::LocalGlobal => "one constant matrix, factored in advance",
        Method::Admm => "elements for themselves, and one constant matrix, factored in advance",
        Method::Lbfgs => "many cheap iterations on one constant matrix, factored in advance",
        Method::Xpbd => "a fixed number of sweeps over constraints; it does not look for the minimum",
    }
}

fn of_linear(linear: Linear) -> &'static str {
    match linear {
        Linear::Cg | Linear::Pcg => {
            "conjugate gradients, which find out by themselves whether the Hessian is indefinite"
        }
        Linear::Auto => {
            "conjugate gradients, which find out by themselves whether the Hessian is indefinite, and a factorization where nodes are \
             few, nothing touches and they need many iterations"
        }
        Linear::Minres => "minimal residuals, which also solve indefinite systems",
        Linear::Cholesky => {
            "a factorization; where a pivot is not positive, it says that the matrix is indefinite"
        }
    }
}

fn of_preconditioner(preconditioner: Preconditioner) -> String {
    match preconditioner {
        Preconditioner::None => "nothing".into(),
        Preconditioner::Jacobi => "the diagonal".into(),
        Preconditioner::BlockJacobi => "the 3×3 diagonal blocks".into(),
        Preconditioner::TwoLevel => {
            "the 3×3 diagonal blocks and rigid motions of pieces of the bodies".into()
        }
        Preconditioner::Auto => format!(
            "block-jacobi, and two-level from the first solve on that has not ended after {PROBE} iterations (log.txt of a \
             run says so)"
        ),
    }
}

fn of_forcing(forcing: Forcing, tightest: f64) -> String {
    match forcing {
        Forcing::Fixed => format!("every system to a relative {tightest}"),
        Forcing::Adaptive => format!(
            "systems to a relative {LOOSEST} far from the minimum and to {tightest} at most near it, never more than a tenth of \
             solver.tolerance needs"
        ),
    }
}

fn of_filter(filter: Filter, method: Method) -> &'static str {
    match (filter, method) {
        (Filter::Clamp, Method::Auto) => {
            "negative eigenvalues are mirrored, but clamped where the last iteration gained more than was promised"
        }
        (Filter::Clamp, _) => "negative eigenvalues become a small positive number",
        (Filter::Mirror, _) => "negative eigenvalues become positive ones of their size",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(set: &[&str]) -> Vec<Choice> {
        let set: Vec<String> = set.iter().map(ToString::to_string).collect();
        let text = "[[body]]\nmesh = { shape = \"box\", size = [1, 1, 1], cells = 2 }\n\
                    material = { model = \"arap\", young = 1e5, poisson = 0.3 }\n[time]\nstep = 0.01\nsteps = 1\n";
        Scene::from_text("cube.toml", text, &set).unwrap().choices()
    }

    fn of<'a>(all: &'a [Choice], key: &str) -> &'a Choice {
        all.iter().find(|choice| choice.key == key).unwrap_or_else(|| panic!("{key}: {all:?}"))
    }

    #[test]
    fn what_was_not_given_is_told_as_a_default_of_its_method() {
        let all = choices(&[]);
        assert_eq!(of(&all, "method").value, "auto");
        assert!(of(&all, "method").why.starts_with("the default;"));
        assert_eq!(of(&all, "linear").value, "pcg");
        assert_eq!(of(&all, "preconditioner").value, "auto");
        assert!(of(&all, "forcing").why.starts_with("the default of auto;"));
        assert!(of(&all, "filter").why.contains("mirrored"));
    }

    #[test]
    fn what_was_given_is_told_as_given() {
        let all = choices(&["solver.method=progressive", "solver.preconditioner=two-level"]);
        assert!(of(&all, "method").why.starts_with("as the scene says;"));
        assert!(of(&all, "preconditioner").why.starts_with("as the scene says;"));
        assert!(of(&all, "linear").why.starts_with("the default of progressive;"));
        assert!(of(&all, "forcing").why.contains("0.0001"));
        let all = choices(&["solver.linear=cholesky"]);
        assert!(of(&all, "linear").why.starts_with("as the scene says;"));
        assert!(all.iter().all(|choice| choice.key != "preconditioner"), "{all:?}");
    }

    #[test]
    fn every_method_tells_what_it_has_and_explicit_schemes_nothing() {
        for method in Method::ALL {
            let all = choices(&[&format!("solver.method={}", method.name())]);
            assert_eq!(of(&all, "method").value, method.name());
            let has = |key: &str| method.keys().contains(&key);
            assert_eq!(all.iter().any(|choice| choice.key == "linear"), has("linear"), "{method}");
            assert_eq!(all.iter().any(|choice| choice.key == "forcing"), has("forcing"), "{method}");
        }
        assert!(choices(&["time.integrator=symplectic-euler"]).is_empty());
    }
}
