//! The one equation between integrators and minimizers.

/// One minimization of the incremental potential,
///
/// ```text
/// min_x  κ/2 ‖x − x̂‖²_M + (1/θ) Φ(θx + b) + B(x) + (1/c) R(cx + d)
/// ```
///
/// Φ: potentials at the force point of the scheme. B: energies with a feasible set, always at the end of the
/// step. R: dissipation as a function of the stage velocity. Joules and newtons throughout (κ = 1/h² for
/// backward Euler), never scaled by h², so that a tolerance means the same for every step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// Weight κ of the inertia, 1/s²; zero without inertia.
    pub kappa: f64,
    /// Inertial target x̂, m.
    pub target: Vec<f64>,
    /// Factor θ of the force point.
    pub theta: f64,
    /// Shift b of the force point, m; empty means zero.
    pub shift: Vec<f64>,
    /// Factor c of the stage velocity, 1/s; zero leaves dissipation out.
    pub rate: f64,
    /// Offset d of the stage velocity, m/s; empty where `rate` is zero.
    pub offset: Vec<f64>,
    /// Time at the end of the step, s: where scripted things are.
    pub end: f64,
    /// Length of the step, s: turns a displacement into the velocity that stopping rules measure.
    pub h: f64,
    /// Whether a constraint is felt in this stage alone while all other forces are means of two: it then pushes twice as
    /// hard as it does over the whole step.
    pub half_push: bool,
    /// Whether forces at the end may be means over the step, so that their work is the change of their energy: where the mean of
    /// the velocities at both ends is the way over h.
    pub mean: bool,
    /// Whether it starts close to its solution and is only blended in, so that a method with a fixed number of
    /// iterations may do with fewer (\[Dinev18\] §4.2: one).
    pub refining: bool,
}

impl Stage {
    /// Whether the force point is x itself, so that it needs no copy.
    pub fn force_point_is_end(&self) -> bool {
        self.theta == 1.0 && self.shift.is_empty()
    }

    /// The force point θx + b.
    pub fn force_point(&self, x: &[f64], y: &mut [f64]) {
        if self.shift.is_empty() {
            y.iter_mut().zip(x).for_each(|(y, x)| *y = self.theta * x);
        } else {
            y.iter_mut().zip(x).zip(&self.shift).for_each(|((y, x), b)| *y = self.theta * x + b);
        }
    }

    /// How long a force of the stage acts, s: the momentum that it gives, divided by it. The velocity at the end changes 1/θ
    /// times as much as that of the stage. Zero without inertia.
    pub fn lasts(&self) -> f64 {
        if self.kappa > 0.0 { self.rate / (self.kappa * self.theta) } else { 0.0 }
    }

    /// The stage velocity cx + d.
    pub fn velocity(&self, x: &[f64], v: &mut [f64]) {
        v.iter_mut().zip(x).zip(&self.offset).for_each(|((v, x), d)| *v = self.rate * x + d);
    }
}

/// Overwrites `out` with `f` of each pair, keeping its memory.
pub(super) fn refill(out: &mut Vec<f64>, a: &[f64], b: &[f64], f: impl Fn(f64, f64) -> f64) {
    out.clear();
    out.extend(a.iter().zip(b).map(|(&a, &b)| f(a, b)));
}
