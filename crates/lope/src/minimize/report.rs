//! What a minimization tells about itself.

use std::time::Duration;

/// Declares how a minimization may end, with the list of all and each one's word.
macro_rules! outcomes {
    ($($(#[$doc:meta])* $Variant:ident = $word:literal,)+) => {
        /// How a minimization ended.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Outcome { $($(#[$doc])* $Variant,)+ }

        impl Outcome {
            /// Every one.
            pub const ALL: &'static [Self] = &[$(Self::$Variant,)+];

            /// The word in `stats.csv`.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$Variant => $word,)+ }
            }
        }
    };
}

outcomes! {
    /// The stopping rule holds.
    #[default]
    Converged = "converged",
    /// The iteration limit was reached first.
    MaxIterations = "max-iterations",
    /// No point along the direction lowers the objective enough.
    LineSearchFailed = "line-search-failed",
    /// The linear system could not be solved.
    LinearSolveFailed = "linear-solve-failed",
    /// Constraints leave no room.
    Infeasible = "infeasible",
    /// What must not meet is in the way, and nothing gives way. No method says so by itself: who knows what it is does.
    Locked = "contact-locked",
    /// A value or a derivative is not finite.
    NotFinite = "not-finite",
    /// Asked to stop from outside.
    Interrupted = "interrupted",
}

impl Outcome {
    /// The word in `stats.csv` for a step that converged in parts, cut by the policy `halve-step`.
    pub const HALVED: &'static str = "halved";
}

/// One iteration of the descent loop.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Iteration {
    /// Number of the iteration, from 0.
    pub number: usize,
    /// Value of the objective before it.
    pub value: f64,
    /// Euclidean norm of the gradient before it.
    pub gradient: f64,
    /// Size of the proposed step, as the objective measures it.
    pub size: f64,
    /// Iterations of the linear solver.
    pub linear_iterations: usize,
    /// Whether negative curvature was met.
    pub indefinite: bool,
    /// Step length taken; 0 if none.
    pub alpha: f64,
    /// Evaluations made by the line search.
    pub evaluations: usize,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop with [`Outcome::Interrupted`].
    Stop,
}

/// Called after every iteration.
pub type Watch<'a> = dyn FnMut(&Iteration) -> Control + 'a;

/// What a minimization did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// Iterations of the loop.
    pub iterations: usize,
    /// Linear systems solved.
    pub linear_solves: usize,
    /// Iterations of the linear solver, all solves together.
    pub linear_iterations: usize,
    /// Evaluations of value or gradient.
    pub evaluations: usize,
    /// Elements whose Hessian was projected, all iterations together.
    pub projected: usize,
    /// Elements that the Hessians were sums of, all iterations together: what `projected` is a part of.
    pub elements: usize,
    /// The stopping rule's measure at the end: the size of the step, or the norm of the gradient.
    pub residual: f64,
    /// The objective at the end.
    pub value: f64,
    /// Choices the method made, and why.
    pub notes: Vec<String>,
    /// Time in Hessian evaluation and assembly.
    pub hessian_time: Duration,
    /// Time in linear solves.
    pub linear_time: Duration,
    /// Time in line searches (and the first gradient).
    pub search_time: Duration,
    /// Time spent on finding who meets and how far ways are free, which is part of the others and of what comes between them.
    pub contact_time: Duration,
}

impl Report {
    /// Adds the counts and times of another minimization of the same step; keeps the worse outcome.
    pub fn absorb(&mut self, other: &Report) {
        if self.outcome == Outcome::Converged {
            self.outcome = other.outcome;
        }
        self.iterations += other.iterations;
        self.linear_solves += other.linear_solves;
        self.linear_iterations += other.linear_iterations;
        self.evaluations += other.evaluations;
        self.projected += other.projected;
        self.elements += other.elements;
        self.residual = self.residual.max(other.residual);
        self.value = other.value;
        self.notes.extend_from_slice(&other.notes);
        self.hessian_time += other.hessian_time;
        self.linear_time += other.linear_time;
        self.search_time += other.search_time;
        self.contact_time += other.contact_time;
    }
}
