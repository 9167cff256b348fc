//! `[solver]`: ranges, and choices that go together. Keys that a method does not have were found when it was read.

use super::{Check, METHODS};
use crate::scene::model::{AdmmNumbers, Keys, Linear, Method, Number, Preconditioner, Solver};

impl Check {
    pub(super) fn solver(&mut self, solver: &Solver) {
        let (method, keys) = (solver.method(), solver.keys());
        self.positive("solver.tolerance", Number(solver.tolerance), "m/s");
        if let Some(tolerance) = keys.gradient_tolerance {
            self.positive("solver.gradient_tolerance", tolerance, "N");
        }
        if let (Some(most), Some(least)) = (keys.max_iterations, keys.min_iterations) {
            if most == 0 {
                self.impossible("solver.max_iterations", "0 is impossible: must be 1 or more");
            }
            if least > most {
                let message = format!("{least} is impossible: more than max_iterations, {most}");
                self.impossible("solver.min_iterations", message);
            }
        }
        if let Some(tolerance) = keys.linear_tolerance
            && !(tolerance.get() > 0.0 && tolerance.get() < 1.0)
        {
            let message = format!("{tolerance} is impossible: must be between 0 and 1");
            self.impossible("solver.linear_tolerance", message);
        }
        if keys.linear_max_iterations == Some(0) {
            self.impossible("solver.linear_max_iterations", "0 is impossible: must be 1 or more");
        }
        for (key, value, unit) in
            [("solver.cg_scale", keys.cg_scale, ""), ("solver.length_clamp", keys.length_clamp, "m")]
        {
            if let Some(value) = value {
                self.positive(key, value, unit);
            }
        }
        if let Some(downhill) = keys.downhill
            && !(downhill.get() > 0.0 && downhill.get() < 1.0)
        {
            let message = format!("{downhill} is impossible: a cosine between 0 and 1; 1e-2 works well");
            self.impossible("solver.downhill", message);
        }
        if let Some((c1, c2)) = keys.wolfe.and_then(|wolfe| wolfe.c1.zip(wolfe.c2))
            && !(c1.get() > 0.0 && c1 < c2 && c2.get() < 1.0)
        {
            let message = format!("c1 = {c1} and c2 = {c2} are impossible: must be 0 < c1 < c2 < 1");
            self.impossible("solver.wolfe", message);
        }
        if let Some(progressive) = keys.progressive {
            let (alpha, beta) = (progressive.alpha, progressive.beta);
            if !(alpha > 0.0 && alpha < 1.0) {
                let message =
                    format!("{} is impossible: must be between 0 and 1; 0.5 works well", Number(alpha));
                self.impossible("solver.progressive.alpha", message);
            }
            if beta < 1.0 {
                let message = format!("{} is impossible: must be 1 or more; 2 works well", Number(beta));
                self.impossible("solver.progressive.beta", message);
            }
            self.positive("solver.progressive.epsilon", Number(progressive.epsilon), "N");
        }
        if let Some(admm) = &keys.admm {
            self.admm(admm);
        }
        if let Some(history @ (0 | 51..)) = keys.history {
            let message = format!("{history} is impossible: must be between 1 and 50");
            self.impossible("solver.history", message);
        }
        self.available("solver.method", method, METHODS);
        self.linear(method, &keys);
        self.iterations(&keys);
        for unfit in &solver.unfit {
            self.impossible(format!("solver.{}", unfit.key), &unfit.message);
        }
    }

    /// Linear solver and preconditioner.
    fn linear(&mut self, method: Method, keys: &Keys) {
        let fitting = method.linear_solvers();
        if let Some(linear) = keys.linear
            && !fitting.contains(&linear)
        {
            let list = fitting.iter().map(|linear| linear.name()).collect::<Vec<_>>().join(", ");
            self.impossible(
                "solver.linear",
                format!("{linear} does not go with {method}; {method} takes {list}"),
            );
        }
        match (keys.linear, keys.preconditioner) {
            (Some(Linear::Pcg | Linear::Auto), Some(Preconditioner::None)) => {
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
    }

    fn admm(&mut self, admm: &AdmmNumbers) {
        self.positive("solver.admm.absolute", Number(admm.absolute), "");
        self.positive("solver.admm.relative", Number(admm.relative), "");
        self.positive("solver.admm.penalty", Number(admm.penalty), "");
        let relaxation = admm.relaxation;
        if !(relaxation > 0.0 && relaxation < 2.0) {
            let message = format!("{} is impossible: must be between 0 and 2; 1 is none", Number(relaxation));
            self.impossible("solver.admm.relaxation", message);
        }
        if admm.memory > 16 {
            let message = format!("{} is impossible: must be between 0 and 16", admm.memory);
            self.impossible("solver.admm.memory", message);
        }
    }

    /// A fixed number of iterations.
    fn iterations(&mut self, keys: &Keys) {
        for (key, count) in
            [("iterations", keys.iterations), ("refining_iterations", keys.refining_iterations)]
        {
            if count == Some(0) {
                self.impossible(format!("solver.{key}"), "0 is impossible: must be 1 or more");
            }
        }
        if let (None, Some(_)) = (keys.iterations, keys.refining_iterations) {
            let message = "would have no effect without solver.iterations; give both, or remove this key";
            self.impossible("solver.refining_iterations", message);
        }
    }
}
