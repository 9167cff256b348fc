//! Making element Hessians safe to descend with.

use super::Real;
use super::eigen3::eigen3;

/// What to do with the negative eigenvalues of an element Hessian.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Filter {
    /// Leave them: the exact Hessian.
    #[default]
    Raw,
    /// Raise every eigenvalue to at least this floor.
    Clamp(f64),
    /// Take absolute values, and raise them to at least this floor.
    Mirror(f64),
}

impl Filter {
    /// The eigenvalue that takes the place of `value`.
    #[inline(always)]
    pub fn apply<R: Real>(self, value: R) -> R {
        match self {
            Filter::Raw => value,
            Filter::Clamp(floor) => value.max(R::splat(floor)),
            Filter::Mirror(floor) => value.abs().max(R::splat(floor)),
        }
    }

    /// Filters the symmetric matrix of diagonal `a[0], a[1]` and off-diagonal `a[2]`.
    #[inline(always)]
    pub fn apply2<R: Real>(self, a: [R; 3]) -> [R; 3] {
        let Some(floor) = self.floor() else { return a };
        let floor = R::splat(floor);
        // Eigenvalues mean ± radius; the filtered matrix is s·A + t·I with the two filtered values.
        let half = R::splat(0.5);
        let (mean, d) = ((a[0] + a[1]) * half, (a[0] - a[1]) * half);
        let radius = d.mul_add(d, a[2] * a[2]).sqrt();
        let safe = R::le(floor, mean - radius);
        if R::all(safe) {
            return a;
        }
        let (high, low) = (self.apply(mean + radius), self.apply(mean - radius));
        let (m, r) = ((high + low) * half, (high - low) * half);
        let tiny = R::le(radius, R::splat(f64::MIN_POSITIVE));
        let s = R::select(tiny, R::splat(0.0), r / R::select(tiny, R::splat(1.0), radius));
        let out = [s.mul_add(d, m), R::neg_mul_add(s, d, m), s * a[2]];
        [R::select(safe, a[0], out[0]), R::select(safe, a[1], out[1]), R::select(safe, a[2], out[2])]
    }

    /// Filters the symmetric matrix stored as (00, 11, 22, 01, 02, 12). A matrix already above the floor is
    /// returned bit for bit.
    #[inline(always)]
    pub fn apply3<R: Real>(self, a: [R; 6]) -> [R; 6] {
        let Some(floor) = self.floor() else { return a };
        let safe = above3(a, R::splat(floor));
        if R::all(safe) {
            return a;
        }
        let (values, q) = eigen3(a);
        let w = [self.apply(values[0]), self.apply(values[1]), self.apply(values[2])];
        let mut out = a;
        for (k, (i, j)) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            let mut sum = q[i][0] * w[0] * q[j][0];
            sum = (q[i][1] * w[1]).mul_add(q[j][1], sum);
            sum = (q[i][2] * w[2]).mul_add(q[j][2], sum);
            out[k] = R::select(safe, a[k], sum);
        }
        out
    }

    /// The floor, or nothing where no eigenvalue changes.
    #[inline(always)]
    pub fn floor(self) -> Option<f64> {
        match self {
            Filter::Raw => None,
            Filter::Clamp(floor) | Filter::Mirror(floor) => Some(floor),
        }
    }
}

/// Whether A − floor·I is positive definite, by the pivots of its LDLᵀ factorization.
#[inline(always)]
fn above3<R: Real>(a: [R; 6], floor: R) -> R::Mask {
    let zero = R::splat(0.0);
    let p0 = a[0] - floor;
    let first = R::lt(zero, p0);
    let inv0 = R::splat(1.0) / R::select(first, p0, R::splat(1.0));
    let (l1, l2) = (a[3] * inv0, a[4] * inv0);
    let p1 = R::neg_mul_add(l1, a[3], a[1] - floor);
    let second = R::lt(zero, p1);
    let off = R::neg_mul_add(l1, a[4], a[5]);
    let l3 = off / R::select(second, p1, R::splat(1.0));
    let p2 = R::neg_mul_add(l3, off, R::neg_mul_add(l2, a[4], a[2] - floor));
    R::and(R::and(first, second), R::lt(zero, p2))
}
