//! How far a deformation can go along a line before it collapses.

use crate::math::small::{Matrix, cofactor, det, inverse, mul};

/// The smallest α in (0, 1] at which det(F + αD) reaches zero; nothing if it stays positive. Zero where F
/// itself is not in the domain.
///
/// With M = F⁻¹D the determinant is det F · (1 + α tr M + α² tr cof M + α³ det M), a polynomial with constant
/// term one. It is searched piece by piece between its turning points, which needs no case for a leading
/// coefficient that vanishes.
pub fn first_collapse<const D: usize>(f: &Matrix<f64, D>, d: &Matrix<f64, D>) -> Option<f64> {
    if det(f).is_nan() || det(f) <= 0.0 {
        return Some(0.0);
    }
    let mut m = match inverse(f) {
        Some(inverse) => mul(&inverse, d),
        None => return Some(0.0),
    };
    // Measured in t = size·α the entries of M are at most one, whatever the length of the step.
    let size = m.iter().flatten().fold(1.0, |a: f64, b| a.max(b.abs()));
    if m.iter().flatten().any(|entry| !entry.is_finite()) {
        return Some(0.0);
    }
    m.iter_mut().flatten().for_each(|entry| *entry /= size);
    let trace: f64 = (0..D).map(|i| m[i][i]).sum();
    let c = if D == 2 {
        [trace, det(&m), 0.0]
    } else {
        // tr cof M = (tr² M − tr M²)/2
        let cofactors = cofactor(&m);
        let second: f64 = (0..D).map(|i| cofactors[i][i]).sum();
        [trace, second, det(&m)]
    };
    first_root(c, size).map(|t| t / size)
}

/// The smallest root in (0, end] of 1 + c₀t + c₁t² + c₂t³.
fn first_root(c: [f64; 3], end: f64) -> Option<f64> {
    let value = |t: f64| 1.0 + t * (c[0] + t * (c[1] + t * c[2]));
    if end * (c[0].abs() + end * (c[1].abs() + end * c[2].abs())) < 1.0 {
        return None;
    }
    let [p, q] = turning_points(c);
    let mut low = 0.0;
    for high in [p, q, end] {
        if !(high > low && high <= end) {
            continue;
        }
        if value(high) <= 0.0 {
            // Monotone between low and high, positive at low: bisect to the last bits.
            let (mut a, mut b) = (low, high);
            for _ in 0..200 {
                let middle = 0.5 * (a + b);
                if middle <= a || middle >= b {
                    break;
                }
                if value(middle) > 0.0 { a = middle } else { b = middle }
            }
            return Some(a);
        }
        low = high;
    }
    None
}

/// Roots of the derivative c₀ + 2c₁t + 3c₂t² in ascending order; not a number where there is none.
fn turning_points(c: [f64; 3]) -> [f64; 2] {
    let (a, b) = (3.0 * c[2], c[1]);
    let root = (b * b - a * c[0]).sqrt();
    // The stable pair: neither subtracts nearly equal numbers.
    let w = -(b + root.copysign(b));
    let (x, y) = (w / a, c[0] / w);
    if x <= y || y.is_nan() { [x, y] } else { [y, x] }
}

/// d/dα det(F + αD) at 0: for tests of the above.
#[cfg(test)]
fn slope<const D: usize>(f: &Matrix<f64, D>, d: &Matrix<f64, D>) -> f64 {
    crate::math::small::contract(&cofactor(f), d)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn along<const D: usize>(f: &Matrix<f64, D>, d: &Matrix<f64, D>, t: f64) -> Matrix<f64, D> {
        let mut m = *f;
        for i in 0..D {
            for j in 0..D {
                m[i][j] += t * d[i][j];
            }
        }
        m
    }

    fn check<const D: usize>(f: &Matrix<f64, D>, d: &Matrix<f64, D>) {
        if det(f) < 1e-3 {
            return;
        }
        let found = first_collapse(f, d);
        let end = found.unwrap_or(1.0);
        for k in 0..200 {
            let t = end * 0.999 * f64::from(k) / 200.0;
            assert!(det(&along(f, d, t)) > 0.0, "{f:?} {d:?} {found:?} at {t}");
        }
        if let Some(t) = found {
            assert!(t > 0.0 && t <= 1.0);
            let speed = slope(&along(f, d, t), d).abs();
            let size: f64 = d.iter().flatten().map(|x| x.abs()).sum::<f64>() + 1.0;
            assert!(det(&along(f, d, t)).abs() < 1e-10 * size.powi(3) + 1e-10 * speed, "{f:?} {d:?} {t}");
        }
    }

    proptest! {
        #[test]
        fn finds_the_first_zero(a in prop::array::uniform9(-1.0..1.0f64), b in prop::array::uniform9(-4.0..4.0f64)) {
            let m = |x: &[f64; 9]| [[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]];
            check(&m(&a), &m(&b));
            check(&[[a[0], a[1]], [a[2], a[3]]], &[[b[0], b[1]], [b[2], b[3]]]);
        }
    }

    #[test]
    fn known_cases() {
        let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let scaled = |s: [f64; 3]| [[s[0], 0.0, 0.0], [0.0, s[1], 0.0], [0.0, 0.0, s[2]]];
        let close = |found: Option<f64>, t: f64| (found.unwrap() - t).abs() < 1e-12 * t;
        assert!(close(first_collapse(&unit, &scaled([-2.0, 0.0, 0.0])), 0.5));
        assert!(close(first_collapse(&unit, &scaled([-2.0, -4.0, 0.0])), 0.25));
        // A triple root is only known to the cube root of the rounding.
        let triple = first_collapse(&unit, &scaled([-2.0, -2.0, -2.0])).unwrap();
        assert!((triple - 0.5).abs() < 1e-5);
        assert!(close(first_collapse(&unit, &scaled([-1e9, 1e9, 3.0])), 1e-9));
        assert_eq!(first_collapse(&unit, &scaled([-0.5, 0.0, 7.0])), None);
        assert_eq!(first_collapse(&unit, &scaled([0.0; 3])), None);
        assert_eq!(first_collapse(&scaled([-1.0, 1.0, 1.0]), &unit), Some(0.0));
        assert_eq!(first_collapse(&unit, &scaled([f64::NAN, 0.0, 0.0])), Some(0.0));
    }
}
