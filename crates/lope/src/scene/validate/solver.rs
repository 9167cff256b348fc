//! `[solver]`: ranges, and choices that go together.

use super::{Check, METHODS};
use crate::scene::model::{AdmmNumbers, Linear, Method, Preconditioner, Solver};

impl Check {
    pub(super) fn solver(&mut self, solver: &Solver) {
        self.positive("solver.tolerance", solver.tolerance, "m/s");
        if let Some(tolerance) = solver.gradient_tolerance {
            self.positive("solver.gradient_tolerance", tolerance, "N");
        }
        let max_iterations = solver.max_iterations();
        if max_iterations == 0 {
            self.impossible("solver.max_iterations", "0 is impossible: must be 1 or more");
        }
        if solver.min_iterations > max_iterations {
            let message = format!(
                "{} is impossible: more than max_iterations, {}",
                solver.min_iterations, max_iterations
            );
            self.impossible("solver.min_iterations", message);
        }
        if let Some(tolerance) = solver.linear_tolerance
            && !(tolerance.get() > 0.0 && tolerance.get() < 1.0)
        {
            let message = format!("{tolerance} is impossible: must be between 0 and 1");
            self.impossible("solver.linear_tolerance", message);
        }
        if solver.linear_max_iterations == 0 {
            self.impossible("solver.linear_max_iterations", "0 is impossible: must be 1 or more");
        }
        self.positive("solver.cg_scale", solver.cg_scale, "");
        self.positive("solver.length_clamp", solver.length_clamp, "m");
        let downhill = solver.downhill;
        if !(downhill.get() > 0.0 && downhill.get() < 1.0) {
            let message = format!("{downhill} is impossible: a cosine between 0 and 1; 1e-2 works well");
            self.impossible("solver.downhill", message);
        }
        let (c1, c2) = (solver.wolfe.c1, solver.curvature());
        if !(c1.get() > 0.0 && c1 < c2 && c2.get() < 1.0) {
            let message = format!("c1 = {c1} and c2 = {c2} are impossible: must be 0 < c1 < c2 < 1");
            self.impossible("solver.wolfe", message);
        }
        let (alpha, beta) = (solver.progressive.alpha, solver.progressive.beta);
        if !(alpha.get() > 0.0 && alpha.get() < 1.0) {
            let message = format!("{alpha} is impossible: must be between 0 and 1; 0.5 works well");
            self.impossible("solver.progressive.alpha", message);
        }
        if beta.get() < 1.0 {
            let message = format!("{beta} is impossible: must be 1 or more; 2 works well");
            self.impossible("solver.progressive.beta", message);
        }
        self.positive("solver.progressive.epsilon", solver.progressive.epsilon, "N");
        self.admm(&solver.admm);
        self.available("solver.method", solver.method, METHODS);
        self.combination(solver);
    }

    /// Method, linear solver, preconditioner and filter.
    fn combination(&mut self, solver: &Solver) {
        let method = solver.method;
        let fitting = method.linear_solvers();
        if let Some(linear) = solver.linear
            && !fitting.contains(&linear)
        {
            let message = match fitting.iter().map(|linear| linear.name()).collect::<Vec<_>>().join(", ") {
                list if list.is_empty() => format!("{method} solves no linear systems; remove this key"),
                list => format!("{linear} does not go with {method}; {method} takes {list}"),
            };
            self.impossible("solver.linear", message);
        }
        match (solver.linear, solver.preconditioner) {
            (Some(Linear::Pcg), Some(Preconditioner::None)) => {
                let message = "pcg needs one: jacobi, block-jacobi, two-level or auto (without one it is linear = \"cg\")";
                self.impossible("solver.preconditioner", message);
            }
            (Some(linear @ (Linear::Cg | Linear::Cholesky)), Some(p)) if p != Preconditioner::None => {
                let message =
                    format!("{p} would have no effect on {linear}; use linear = \"pcg\", or \"none\"");
                self.impossible("solver.preconditioner", message);
            }
            _ => {}
        }
        if let Some(filter) = solver.filter
            && !(method.projects() || method == Method::StabilizedNewton)
        {
            let message =
                format!("{filter} would have no effect: {method} does not project; remove this key");
            self.impossible("solver.filter", message);
        }
        if let Some(forcing) = solver.forcing
            && !method.projects()
        {
            let message = format!("{forcing} would have no effect on {method}; remove this key");
            self.impossible("solver.forcing", message);
        }
        match solver.history {
            Some(_) if method != Method::Lbfgs => {
                let message =
                    format!("would have no effect: {method} learns from no history; remove this key");
                self.impossible("solver.history", message);
            }
            Some(history @ (0 | 51..)) => {
                let message = format!("{history} is impossible: must be between 1 and 50");
                self.impossible("solver.history", message);
            }
            _ => {}
        }
        self.iterations(solver);
        if fitting.is_empty()
            && solver.linear.is_none()
            && let Some(preconditioner) = solver.preconditioner
        {
            let message =
                format!("{preconditioner} would have no effect: {method} chooses its own; remove this key");
            self.impossible("solver.preconditioner", message);
        }
    }

    fn admm(&mut self, admm: &AdmmNumbers) {
        self.positive("solver.admm.absolute", admm.absolute, "");
        self.positive("solver.admm.relative", admm.relative, "");
        self.positive("solver.admm.penalty", admm.penalty, "");
        let relaxation = admm.relaxation;
        if !(relaxation.get() > 0.0 && relaxation.get() < 2.0) {
            let message = format!("{relaxation} is impossible: must be between 0 and 2; 1 is none");
            self.impossible("solver.admm.relaxation", message);
        }
        if admm.memory > 16 {
            let message = format!("{} is impossible: must be between 0 and 16", admm.memory);
            self.impossible("solver.admm.memory", message);
        }
    }

    /// A fixed number of iterations.
    fn iterations(&mut self, solver: &Solver) {
        let method = solver.method;
        if method == Method::Xpbd {
            let keys = [
                ("max_iterations", solver.max_iterations.is_some()),
                ("min_iterations", solver.min_iterations > 0),
                ("gradient_tolerance", solver.gradient_tolerance.is_some()),
                ("linear_tolerance", solver.linear_tolerance.is_some()),
            ];
            for (key, _) in keys.into_iter().filter(|(_, given)| *given) {
                let message =
                    "would have no effect: xpbd makes solver.iterations sweeps and stops; remove this key";
                self.impossible(format!("solver.{key}"), message);
            }
        }
        let keys = [("iterations", solver.iterations), ("refining_iterations", solver.refining_iterations)];
        for (key, count) in keys {
            let takes = method == Method::LocalGlobal || method == Method::Xpbd && key == "iterations";
            let key = format!("solver.{key}");
            match count {
                Some(_) if !takes => {
                    let message = format!(
                        "would have no effect: {method} goes on until the tolerance is met; remove this key"
                    );
                    self.impossible(key, message);
                }
                Some(0) => self.impossible(key, "0 is impossible: must be 1 or more"),
                _ => {}
            }
        }
        if let (Method::LocalGlobal, None, Some(_)) = (method, solver.iterations, solver.refining_iterations)
        {
            let message = "would have no effect without solver.iterations; give both, or remove this key";
            self.impossible("solver.refining_iterations", message);
        }
    }
}
