//! How far to follow a direction.

use super::Objective;
use super::descent::{Landing, Line, Search};
use crate::sparse::vector::add_scaled;

/// Always the full step, whatever it does to the value: plain Newton. Only where it would leave the domain it ends before.
#[derive(Clone, Copy, Debug, Default)]
pub struct FullStep;

impl Search for FullStep {
    fn search(&mut self, f: &mut dyn Objective, line: Line<'_>) -> Landing {
        add_scaled(line.x, 1.0, line.p, line.x_new);
        let alpha = f.reach(line.x, line.x_new);
        if alpha < 1.0 {
            add_scaled(line.x, alpha, line.p, line.x_new);
        }
        let bent = f.confine(line.x_new);
        if alpha <= 0.0 || (bent && f.reach(line.x, line.x_new) < 1.0) {
            return Landing { alpha: 0.0, value: line.value, evaluations: 0, accepted: false };
        }
        let value = f.gradient(line.x_new, line.g_new);
        Landing { alpha, value, evaluations: 1, accepted: true }
    }

    fn descends(&self) -> bool {
        false
    }
}

/// The full step, halved until the value has decreased enough (\[NW06\] Algorithm 3.1): for directions whose length
/// means something.
///
/// Every trial evaluates the gradient along with the value. The first one is nearly always taken, and then the loop
/// has the gradient it needs next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backtracking {
    /// Sufficient decrease, c₁.
    pub decrease: f64,
    /// Evaluations after which the search gives up.
    pub max_evaluations: usize,
}

impl Default for Backtracking {
    fn default() -> Self {
        Self { decrease: 1e-4, max_evaluations: 50 }
    }
}

impl Search for Backtracking {
    fn search(&mut self, f: &mut dyn Objective, line: Line<'_>) -> Landing {
        let failed = Landing { alpha: 0.0, value: line.value, evaluations: 0, accepted: false };
        if line.slope >= 0.0 || line.slope.is_nan() {
            return failed;
        }
        let rule = StrongWolfe { decrease: self.decrease, ..StrongWolfe::default() };
        let mut walk = Walk::new(rule, f, line);
        let mut alpha = walk.allow(1.0);
        while alpha > 0.0 && walk.evaluations < self.max_evaluations {
            let now = walk.try_at(alpha);
            if walk.decreases(&now) {
                return walk.land(now, true);
            }
            alpha *= 0.5;
        }
        Landing { evaluations: walk.evaluations, ..failed }
    }
}

/// A step that satisfies the strong Wolfe conditions (\[NW06\] Algorithms 3.5 and 3.6).
///
/// The full step is tried first and is nearly always taken once Newton's method converges; if the function
/// still falls steeply there, the search goes beyond it. Where the change of the value drowns in its rounding
/// error, the sufficient decrease is judged by slopes alone (\[Hager05\], the approximate Wolfe conditions):
/// without that, no objective could be minimized to round-off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrongWolfe {
    /// Sufficient decrease, c₁.
    pub decrease: f64,
    /// Curvature, c₂.
    pub curvature: f64,
    /// Evaluations after which the search gives up.
    pub max_evaluations: usize,
}

impl Default for StrongWolfe {
    fn default() -> Self {
        Self { decrease: 1e-4, curvature: 0.9, max_evaluations: 60 }
    }
}

/// A point along the line.
#[derive(Clone, Copy, Debug)]
struct Trial {
    alpha: f64,
    value: f64,
    slope: f64,
}

/// One search under way.
struct Walk<'a, 'b> {
    rule: StrongWolfe,
    f: &'a mut dyn Objective,
    line: Line<'b>,
    evaluations: usize,
    last: f64,
    /// How far the line is known to be free, and whether it is known not to be beyond that.
    free: f64,
    ends: bool,
}

impl<'a, 'b> Walk<'a, 'b> {
    /// What is higher than the start is never taken: its value need not be known exactly.
    fn new(rule: StrongWolfe, f: &'a mut dyn Objective, line: Line<'b>) -> Self {
        let ceiling = line.value + f.noise();
        f.set_ceiling(ceiling);
        Self { rule, f, line, evaluations: 0, last: f64::NAN, free: 0.0, ends: false }
    }
}

impl Drop for Walk<'_, '_> {
    fn drop(&mut self) {
        self.f.set_ceiling(f64::INFINITY);
    }
}

impl Walk<'_, '_> {
    /// So far along the line, or as far as it is free.
    fn allow(&mut self, alpha: f64) -> f64 {
        if alpha > self.free && !self.ends {
            add_scaled(self.line.x, alpha, self.line.p, self.line.x_new);
            self.last = f64::NAN;
            let part = self.f.reach(self.line.x, self.line.x_new);
            self.ends = part < 1.0;
            self.free = self.free.max(part * alpha);
        }
        alpha.min(self.free)
    }

    fn try_at(&mut self, alpha: f64) -> Trial {
        add_scaled(self.line.x, alpha, self.line.p, self.line.x_new);
        let bent = self.f.confine(self.line.x_new);
        let value = self.f.gradient(self.line.x_new, self.line.g_new);
        self.evaluations += 1;
        self.last = alpha;
        let slope = self.f.slope(self.line.g_new, self.line.p);
        // Outside the domain, beyond its border, or overflowed: higher than everything.
        let passed = bent && self.f.reach(self.line.x, self.line.x_new) < 1.0;
        let valid = value.is_finite() && slope.is_finite() && !passed;
        Trial {
            alpha,
            value: if valid { value } else { f64::INFINITY },
            slope: if valid { slope } else { 0.0 },
        }
    }

    fn decreases(&self, at: &Trial) -> bool {
        at.value <= self.line.value + self.rule.decrease * at.alpha * self.line.slope || self.level(at)
    }

    /// Approximate Wolfe: the value has not changed measurably, and the slope has not turned up too far.
    fn level(&self, at: &Trial) -> bool {
        (at.value - self.line.value).abs() <= self.f.noise()
            && at.slope <= (2.0 * self.rule.decrease - 1.0) * self.line.slope
    }

    fn flat(&self, at: &Trial) -> bool {
        at.slope.abs() <= -self.rule.curvature * self.line.slope
    }

    fn exhausted(&self) -> bool {
        self.evaluations >= self.rule.max_evaluations
    }

    fn land(&mut self, at: Trial, accepted: bool) -> Landing {
        if at.alpha > 0.0 && self.last != at.alpha {
            self.try_at(at.alpha);
        }
        Landing { alpha: at.alpha, value: at.value, evaluations: self.evaluations, accepted }
    }

    /// \[NW06\] Algorithm 3.5.
    fn bracket(&mut self) -> Landing {
        let start = Trial { alpha: 0.0, value: self.line.value, slope: self.line.slope };
        let mut before = start;
        let mut alpha = self.allow(1.0);
        if alpha <= 0.0 {
            return Landing { alpha: 0.0, value: start.value, evaluations: 0, accepted: false };
        }
        loop {
            let now = self.try_at(alpha);
            if !self.decreases(&now) || (before.alpha > 0.0 && now.value >= before.value && !self.level(&now))
            {
                return self.zoom(before, now);
            }
            if self.flat(&now) {
                return self.land(now, true);
            }
            if now.slope >= 0.0 {
                return self.zoom(now, before);
            }
            if self.ends && alpha >= self.free || self.exhausted() {
                return self.land(now, true);
            }
            // Secant estimate of the minimum, at least twice and at most ten times as far.
            let bend = now.slope - before.slope;
            let ahead =
                if bend > 0.0 { alpha - now.slope * (alpha - before.alpha) / bend } else { f64::INFINITY };
            before = now;
            let wanted = self.allow(ahead.clamp(2.0 * alpha, 10.0 * alpha));
            if wanted <= alpha {
                // The border is nearer than it is worth while.
                return self.land(now, true);
            }
            alpha = wanted;
        }
    }

    /// \[NW06\] Algorithm 3.6: `low` is the lowest point that decreases enough, and its slope points to `high`.
    fn zoom(&mut self, mut low: Trial, mut high: Trial) -> Landing {
        let start = self.line.value;
        while !self.exhausted() {
            let width = (high.alpha - low.alpha).abs();
            if width <= 1e-14 * low.alpha.max(high.alpha) || width == 0.0 {
                break;
            }
            let now = self.try_at(interpolate(&low, &high));
            if !self.decreases(&now) || (now.value >= low.value && !self.level(&now)) {
                high = now;
            } else {
                if self.flat(&now) {
                    return self.land(now, true);
                }
                if now.slope * (high.alpha - low.alpha) >= 0.0 {
                    high = low;
                }
                low = now;
            }
        }
        // No strong Wolfe point, but a lower one is progress all the same.
        let lower = low.alpha > 0.0 && low.value < start;
        if lower {
            return self.land(low, true);
        }
        Landing { alpha: 0.0, value: start, evaluations: self.evaluations, accepted: false }
    }
}

/// Minimum of the cubic through both ends (\[NW06\] eq. 3.59), kept away from them; the middle where one end is
/// outside the domain.
fn interpolate(a: &Trial, b: &Trial) -> f64 {
    let middle = 0.5 * (a.alpha + b.alpha);
    if !(a.value.is_finite() && b.value.is_finite()) {
        // Close to the edge of the domain values explode: approach it from the known side.
        return a.alpha + 0.2 * (b.alpha - a.alpha);
    }
    let d1 = a.slope + b.slope - 3.0 * (a.value - b.value) / (a.alpha - b.alpha);
    let radicand = d1 * d1 - a.slope * b.slope;
    if radicand < 0.0 {
        return middle;
    }
    let d2 = (b.alpha - a.alpha).signum() * radicand.sqrt();
    let cubic = b.alpha - (b.alpha - a.alpha) * (b.slope + d2 - d1) / (b.slope - a.slope + 2.0 * d2);
    let (from, to) = (a.alpha + 0.1 * (b.alpha - a.alpha), a.alpha + 0.9 * (b.alpha - a.alpha));
    if cubic.is_finite() { cubic.clamp(from.min(to), from.max(to)) } else { middle }
}

impl Search for StrongWolfe {
    fn search(&mut self, f: &mut dyn Objective, line: Line<'_>) -> Landing {
        if line.slope >= 0.0 || line.slope.is_nan() {
            return Landing { alpha: 0.0, value: line.value, evaluations: 0, accepted: false };
        }
        Walk::new(*self, f, line).bracket()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimize::testing::Curve;

    /// Nothing ends anywhere.
    const FREE: f64 = f64::INFINITY;

    fn search_on(f: fn(f64) -> (f64, f64), limit: f64) -> (f64, usize, bool) {
        let mut curve = Curve { f, edge: limit };
        let (value, slope) = f(0.0);
        let (mut x_new, mut g_new) = (vec![0.0; 3], vec![0.0; 3]);
        let line =
            Line { x: &[0.0; 3], p: &[1.0, 0.0, 0.0], value, slope, x_new: &mut x_new, g_new: &mut g_new };
        let landing = StrongWolfe::default().search(&mut curve, line);
        assert!(
            landing.alpha == 0.0 || x_new[0] == landing.alpha,
            "the point returned is the point evaluated"
        );
        (landing.alpha, landing.evaluations, landing.accepted)
    }

    #[test]
    fn takes_the_full_step_where_it_is_good() {
        let (alpha, evaluations, accepted) = search_on(|a| ((a - 1.0).powi(2), 2.0 * (a - 1.0)), FREE);
        assert_eq!((alpha, evaluations, accepted), (1.0, 1, true));
    }

    #[test]
    fn backtracking_takes_the_first_halving_that_decreases_enough() {
        let search = |f: fn(f64) -> (f64, f64), edge| {
            let (value, slope) = f(0.0);
            let (mut x_new, mut g_new) = (vec![0.0; 3], vec![0.0; 3]);
            let (x, p) = (&[0.0; 3], &[1.0, 0.0, 0.0]);
            let line = Line { x, p, value, slope, x_new: &mut x_new, g_new: &mut g_new };
            let landing = Backtracking::default().search(&mut Curve { f, edge }, line);
            assert_eq!(x_new[0], landing.alpha);
            assert_eq!(g_new[0], if landing.accepted { f(landing.alpha).1 } else { 0.0 });
            (landing.alpha, landing.evaluations, landing.accepted)
        };
        assert_eq!(search(|a| ((a - 1.0).powi(2), 2.0 * (a - 1.0)), FREE), (1.0, 1, true));
        assert_eq!(search(|a| ((a - 0.1).powi(2), 2.0 * (a - 0.1)), FREE), (0.125, 4, true));
        assert_eq!(search(|a| (-a, -1.0), 0.3), (0.3, 1, true));
        assert_eq!(search(|a| (a, 1.0), FREE), (0.0, 0, false));
        let nowhere = |a: f64| (if a == 0.0 { 0.0 } else { f64::INFINITY }, -1.0);
        assert!(!search_backtracking_nowhere(nowhere));
    }

    fn search_backtracking_nowhere(f: fn(f64) -> (f64, f64)) -> bool {
        let (mut x_new, mut g_new) = (vec![0.0; 3], vec![0.0; 3]);
        let (x, p) = (&[0.0; 3], &[1.0, 0.0, 0.0]);
        let line = Line { x, p, value: 0.0, slope: -1.0, x_new: &mut x_new, g_new: &mut g_new };
        Backtracking::default().search(&mut Curve { f, edge: FREE }, line).accepted
    }

    #[test]
    fn goes_beyond_the_full_step() {
        let f = |a: f64| ((a - 40.0).powi(2), 2.0 * (a - 40.0));
        let (alpha, _, accepted) = search_on(f, FREE);
        assert!(accepted && alpha > 1.0 && f(alpha).1.abs() <= 0.9 * 80.0);
    }

    #[test]
    fn shortens_a_step_that_climbs() {
        let f = |a: f64| ((a - 0.01).powi(2) * 1e4, 2e4 * (a - 0.01));
        let (alpha, _, accepted) = search_on(f, FREE);
        assert!(accepted && alpha < 0.02 && f(alpha).0 < f(0.0).0);
    }

    #[test]
    fn stays_inside_the_domain() {
        // −log(½ − a) falls nowhere here: minimum of a barrier plus a slope, domain a < ½.
        let f = |a: f64| {
            if a >= 0.5 { (f64::INFINITY, 0.0) } else { (-3.0 * a - (0.5 - a).ln(), -3.0 + 1.0 / (0.5 - a)) }
        };
        let (alpha, _, accepted) = search_on(f, FREE);
        assert!(accepted && alpha > 0.0 && alpha < 0.5);
        let (alpha, _, accepted) = search_on(f, 0.45);
        assert!(accepted && alpha <= 0.45);
    }

    /// The value falls on and on behind the wall, and the search would like to go there.
    #[test]
    fn never_goes_past_a_wall() {
        let falls = |a: f64| (-a, -1.0);
        for wall in [1e-3, 0.5, 1.0, 1.5, 30.0] {
            let (alpha, _, accepted) = search_on(falls, wall);
            assert!(accepted && alpha <= wall && alpha > 0.5 * wall, "{alpha} of {wall}");
        }
        assert_eq!(search_on(falls, 0.0), (0.0, 0, false));
        let line =
            |x_new, g_new| Line { x: &[0.0; 3], p: &[1.0, 0.0, 0.0], value: 0.0, slope: -1.0, x_new, g_new };
        let (mut x_new, mut g_new) = ([0.0; 3], [0.0; 3]);
        let landing = FullStep.search(&mut Curve { f: falls, edge: 0.3 }, line(&mut x_new, &mut g_new));
        assert!(landing.accepted && landing.alpha == 0.3 && x_new[0] == 0.3);
    }

    #[test]
    fn refuses_a_direction_that_climbs() {
        assert_eq!(search_on(|a| (a, 1.0), FREE), (0.0, 0, false));
    }
}
