//! The potential whose force is the secant of a barrier: what conserves energy over a step.
//!
//! With the force −(b(s) − b(s_n))/(s − s_n) in place of −b′(s), a gap that went from s_n to s has taken b(s) − b(s_n), whatever the
//! length of the step: a discrete gradient, as \[Gonzalez96\] has it. Where b is convex the secant grows with s, so it is the slope
//! of a convex potential S(s), which stands for b in the function of the step.
//!
//! S is as steep as ∫ b/s at a closing gap. So it is a barrier for (1 − s)³/s, where it grows as −ln(s)/s_n, and none for the
//! logarithm, whose secant has a finite integral: there is no other profile here.

/// What leaves may go so far, in units of the distance at which the barrier begins, before it is no longer pushed. The potential is
/// zero there, so it is never negative.
const FAR: f64 = 1e6;

/// What a part of a surface has of the potential. Where a vertex meets several, all share the gap that it began with; what holds beyond
/// the range of the barrier must not be counted for each, and goes by the nearest alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// All of it.
    All,
    /// What ends with the range of the barrier, without a kink.
    Near,
    /// The rest: in range a constant force, that of where the range ends.
    Far,
}

/// The secant of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Secant {
    /// The gap where the step began, in units of d̂.
    pub(super) then: f64,
    pub(super) share: Share,
}

impl Secant {
    /// The potential and its derivatives at the gap s.
    #[inline]
    pub(super) fn at(self, s: f64) -> [f64; 3] {
        if self.share == Share::All || s <= 0.0 && self.share == Share::Near {
            return at(s, self.then);
        }
        let far = if s < 1.0 {
            let [value, slope, _] = at(1.0, self.then);
            [value + slope * (s - 1.0), slope, 0.0]
        } else {
            at(s, self.then)
        };
        if self.share == Share::Far {
            return far;
        }
        let all = at(s, self.then);
        if s < 1.0 { [0, 1, 2].map(|i| all[i] - far[i]) } else { [0.0; 3] }
    }
}

/// S, S′ and S″ at the gap s of the barrier (1 − s)³/s, in a step that began with the gap `then`.
#[inline]
pub(super) fn at(s: f64, then: f64) -> [f64; 3] {
    if s <= 0.0 || s.is_nan() {
        return [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY];
    }
    let t = 1.0 - s;
    if then >= 1.0 {
        return if t > 0.0 { arriving(s, t, then - 1.0) } else { [0.0; 3] };
    }
    let u = 1.0 - then;
    let stored = u * u * u / then;
    if t <= 0.0 {
        let way = s - then;
        return if way < FAR {
            [stored * (FAR / way).ln(), -stored / way, stored / (way * way)]
        } else {
            [0.0; 3]
        };
    }
    // (b(s) − b(s_n))/(s − s_n) = −1/(s s_n) + 3 − s − s_n, without cancellation.
    let slope = -(t * t + t * u + u * u - t * u * (t + u)) / (s * then);
    let bend = (t * (1.0 + s) + u * s * s) / (s * s * then);
    let value = tail(2, s) + u * tail(1, s) + u * u / then * tail(0, s) + stored * (FAR / u).ln();
    [value, slope, bend]
}

/// Of what was out of range, by `off`: S = ∫ x³/((1 − x)(off + x)) dx from 0 to t = 1 − s.
fn arriving(s: f64, t: f64, off: f64) -> [f64; 3] {
    let slope = t * t * t / (s * (off + t));
    let bend = slope * (3.0 / t + 1.0 / s - 1.0 / (off + t));
    // In partial fractions: the part with the pole at −off.
    let rest = if off < t {
        let logarithm = if off > 0.0 { off * off * off * (t / off).ln_1p() } else { 0.0 };
        t * t * t / 3.0 - off * t * t / 2.0 + off * off * t - logarithm
    } else {
        // A hypergeometric series in t/(off + t) ≤ ½.
        let y = t / (off + t);
        let (mut sum, mut term, mut k) = (0.0, 1.0, 0.0);
        while term > 1e-17 {
            sum += term;
            term *= y * (k + 1.0) / (k + 5.0);
            k += 1.0;
        }
        t * t * t * y / 4.0 * sum
    };
    [(tail(3, s) + rest) / (1.0 + off), -slope, bend]
}

/// ∫ x^k/(1 − x) dx from 0 to 1 − s: the series of −ln s without its first k terms.
fn tail(k: i32, s: f64) -> f64 {
    let t = 1.0 - s;
    if t > 0.25 {
        return (1..=k).fold(-s.ln(), |sum, j| sum - t.powi(j) / f64::from(j));
    }
    let (mut sum, mut power, mut j) = (0.0, t.powi(k + 1), f64::from(k + 1));
    let least = 1e-17 * power;
    while power > least {
        sum += power / j;
        power *= t;
        j += 1.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::Profile;
    use super::*;

    const GAPS: [f64; 16] = [
        1e-9,
        1e-6,
        1e-3,
        0.02,
        0.2,
        0.5,
        0.7499,
        0.7501,
        0.9,
        0.999,
        1.0 - 1e-7,
        1.0 + 1e-7,
        1.3,
        2.0,
        37.0,
        3e4,
    ];

    #[test]
    fn the_slope_is_the_secant() {
        for then in GAPS {
            for s in GAPS.into_iter().filter(|s| *s != then) {
                let [b, stored] = [s, then].map(|s| Profile::Rational.at(s)[0]);
                let (due, [_, slope, _]) = ((b - stored) / (s - then), at(s, then));
                // What the difference of two values loses.
                let lost = 4.0 * f64::EPSILON * (b + stored) * (1.0 + 1.0 / s.min(then)) / (s - then).abs();
                assert!((slope - due).abs() <= 1e-12 * due.abs() + lost, "{s} from {then}: {slope}, {due}");
            }
        }
    }

    /// At no way at all it is the force of the barrier itself.
    #[test]
    fn the_secant_of_nothing_is_the_tangent() {
        for s in GAPS.into_iter().filter(|s| *s < 1.0) {
            let [_, slope, bend] = Profile::Rational.at(s);
            let [_, secant, turn] = at(s, s);
            assert!((secant - slope).abs() <= 1e-6 * slope.abs(), "{s}: {secant}, {slope}");
            assert!((turn - 0.5 * bend).abs() <= 1e-6 * bend.abs(), "{s}: {turn}, {bend}");
        }
    }

    #[test]
    fn derivatives_agree_with_differences() {
        for then in GAPS {
            for s in GAPS {
                let e = 1e-4 * s.min((1.0 - s).abs());
                let ([value, slope, bend], after, before) = (at(s, then), at(s + e, then), at(s - e, then));
                assert!(
                    value >= 0.0 && slope <= 0.0 && bend >= 0.0,
                    "{s} from {then}: convex and never negative"
                );
                let [first, second] = [0, 1].map(|k| (after[k] - before[k]) / (2.0 * e));
                let lost = 1e-15 * value / e;
                assert!(
                    (first - slope).abs() <= 1e-4 * slope.abs() + lost,
                    "{s} from {then}: {first}, {slope}"
                );
                let lost = 1e-15 * slope.abs() / e;
                assert!((second - bend).abs() <= 1e-4 * bend + lost, "{s} from {then}: {second}, {bend}");
            }
        }
    }

    /// Both ways to evaluate an integral agree where they change, and nothing jumps where a gap leaves the range.
    #[test]
    fn it_has_no_seams() {
        let near = |a: [f64; 3], b: [f64; 3], what: &str| {
            let same = a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-5 * a.abs().max(b.abs()) + 1e-18);
            assert!(same, "{what}: {a:?} {b:?}");
        };
        for then in GAPS {
            near(at(1.0 - 1e-13, then), at(1.0 + 1e-13, then), "leaving the range");
            near(at(0.75 - 1e-10, then), at(0.75 + 1e-10, then), "series of the logarithm");
        }
        for s in [1e-4, 0.1, 0.6, 0.99] {
            near(at(s, 2.0 - s - 1e-10), at(s, 2.0 - s + 1e-10), "series of the pole");
            near(at(s, 1.0 - 1e-10), at(s, 1.0 + 1e-10), "just in range and just out of it");
        }
        assert_eq!(at(1.0 + 2.0 * FAR, 0.5), [0.0; 3]);
        assert!(at(0.5 + FAR * (1.0 - 1e-12), 0.5)[0] < 1e-9);
    }

    /// What ends with the range ends smoothly, pushes away, and makes the whole with the rest.
    #[test]
    fn shares_make_the_whole() {
        for then in GAPS {
            for s in GAPS {
                let [near, far, all] =
                    [Share::Near, Share::Far, Share::All].map(|share| Secant { then, share }.at(s));
                let same = (0..3).all(|i| (near[i] + far[i] - all[i]).abs() <= 1e-12 * all[i].abs());
                assert!(same, "{s} from {then}: {near:?} {far:?} {all:?}");
                assert!(
                    far[1] <= 0.0 && near[1] <= 0.0 && near[2] >= 0.0 && far[2] >= 0.0,
                    "{s} from {then}"
                );
                assert!(near[0] >= -1e-14 * all[0], "{s} from {then}: {near:?}");
            }
            let [value, slope, _] = Secant { then, share: Share::Near }.at(1.0 - 1e-6);
            let whole = at(0.5, then)[1].abs();
            assert!(value.abs() < 1e-6 * whole && slope.abs() < 1e-4 * whole, "{then}: {value} {slope}");
        }
    }

    #[test]
    fn it_is_a_barrier() {
        for then in [1e-3, 0.5, 1.0, 40.0] {
            assert!(at(1e-300, then)[0] > 100.0 / then.max(1.0), "{then}: {:?}", at(1e-300, then));
            assert_eq!(at(0.0, then)[0], f64::INFINITY);
            assert_eq!(at(f64::NAN, then)[0], f64::INFINITY);
        }
    }
}
