//! Finding where a function of the blend α changes its sign.

/// An interval in which the sign changes, and the last point outside of it.
///
/// The energy of a blend is nearly quadratic in α, so the root of the parabola through three known points is mostly good
/// enough: two or three evaluations do what takes bisection ten. Where the parabola misleads, every second cut is a
/// bisection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bracket {
    low: Point,
    high: Point,
    outside: Option<Point>,
    halve: bool,
}

#[derive(Clone, Copy, Debug)]
struct Point {
    alpha: f64,
    value: f64,
}

/// The least part of the interval that a guess takes off: from a chord, and from a parabola, which knows more.
const LEAST_CHORD: f64 = 0.05;
const LEAST_PARABOLA: f64 = 1e-3;

impl Bracket {
    /// From α = 0 to 1, with the values there, which have different signs.
    pub(super) fn new(first: f64, last: f64) -> Self {
        let (low, high) = (Point { alpha: 0.0, value: first }, Point { alpha: 1.0, value: last });
        Self { low, high, outside: None, halve: false }
    }

    /// Its ends.
    pub(super) fn ends(&self) -> [f64; 2] {
        [self.low.alpha, self.high.alpha]
    }

    /// Where the function should be evaluated next.
    pub(super) fn guess(&self) -> f64 {
        let width = self.high.alpha - self.low.alpha;
        let (part, least) = match self.parabola() {
            Some(part) => (part, LEAST_PARABOLA),
            None => (self.low.value / (self.low.value - self.high.value), LEAST_CHORD),
        };
        let part = if self.halve || !part.is_finite() { 0.5 } else { part.clamp(least, 1.0 - least) };
        self.low.alpha + part * width
    }

    /// Where in the interval, as a part of it, the parabola through the three points has its root.
    fn parabola(&self) -> Option<f64> {
        let Self { low, high, outside, .. } = *self;
        let outside = outside?;
        let width = high.alpha - low.alpha;
        // Values along the interval are c + b t + a t², with t from 0 to 1.
        let slope = high.value - low.value;
        let t = (outside.alpha - low.alpha) / width;
        let a = ((outside.value - low.value) / t - slope) / (t - 1.0);
        let (b, c) = (slope - a, low.value);
        let root = (b * b - 4.0 * a * c).sqrt();
        let q = -0.5 * (b + root.copysign(b));
        [c / q, q / a].into_iter().find(|t| (0.0..=1.0).contains(t))
    }

    /// Takes note of a value inside.
    pub(super) fn cut(&mut self, alpha: f64, value: f64) {
        let width = self.high.alpha - self.low.alpha;
        let point = Point { alpha, value };
        let end = if value * self.low.value > 0.0 { &mut self.low } else { &mut self.high };
        self.outside = Some(std::mem::replace(end, point));
        self.halve = self.high.alpha - self.low.alpha > 0.5 * width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Evaluations until |f| ≤ `tolerance`, and where.
    fn search(f: impl Fn(f64) -> f64, tolerance: f64) -> (usize, f64) {
        let mut bracket = Bracket::new(f(0.0), f(1.0));
        for count in 1..=200 {
            let alpha = bracket.guess();
            let [low, high] = bracket.ends();
            assert!(low < alpha && alpha < high, "{alpha} is not between {low} and {high}");
            if f(alpha).abs() <= tolerance {
                return (count, alpha);
            }
            bracket.cut(alpha, f(alpha));
        }
        panic!("not found");
    }

    #[test]
    fn parabolas_are_seen_through() {
        for root in [1e-6, 0.003, 0.2, 0.5, 0.9, 0.999] {
            for sign in [-1.0, 1.0] {
                for other in [-30.0, -0.1, 1.5, 400.0] {
                    let f = |x: f64| sign * (x - root) * (x - other);
                    let (count, alpha) = search(f, 1e-9);
                    assert!(count <= 6, "{count} evaluations for {root}, {other}");
                    assert!((alpha - root).abs() < 1e-7, "{alpha} instead of {root}");
                }
            }
        }
    }

    #[test]
    fn every_second_cut_halves_whatever_the_function() {
        // A jump: no curve through it is of any help.
        for root in [1e-5, 0.1234, 0.87] {
            let jump = |x: f64| if x < root { -1e-3 } else { 1e6 };
            let mut bracket = Bracket::new(jump(0.0), jump(1.0));
            for _ in 0..60 {
                let alpha = bracket.guess();
                bracket.cut(alpha, jump(alpha));
            }
            let [low, high] = bracket.ends();
            assert!(low <= root && root <= high && high - low < 1e-8, "{low} {high}");
        }
        // Values that are not finite do not stop it.
        let wall = |x: f64| if x < 0.3 { x - 0.2 } else { f64::INFINITY };
        assert!((search(wall, 1e-9).1 - 0.2).abs() < 1e-8);
    }
}
