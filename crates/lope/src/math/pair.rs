//! Two packs side by side.
//!
//! A Jacobi rotation is one long chain of dependent square roots and divisions. Running two of them
//! interleaved fills the time each would wait, which is worth more than the registers it costs.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::lane::Real;

/// Two packs that take the same path.
#[derive(Clone, Copy, Debug)]
pub struct Pair<R>(pub R, pub R);

macro_rules! elementwise {
    ($($operator:ident $method:ident),*) => {$(
        impl<R: Real> $operator for Pair<R> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Pair(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    )*};
}
elementwise!(Add add, Sub sub, Mul mul, Div div);

impl<R: Real> Neg for Pair<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Pair(-self.0, -self.1)
    }
}

impl<R: Real> Real for Pair<R> {
    const N: usize = 2 * R::N;
    type Mask = (R::Mask, R::Mask);

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Pair(R::splat(value), R::splat(value))
    }

    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> f64) -> Self {
        let first = R::from_fn(&mut f);
        Pair(first, R::from_fn(|lane| f(R::N + lane)))
    }

    #[inline(always)]
    fn get(self, lane: usize) -> f64 {
        if lane < R::N { self.0.get(lane) } else { self.1.get(lane - R::N) }
    }

    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        Pair(self.0.mul_add(b.0, c.0), self.1.mul_add(b.1, c.1))
    }

    #[inline(always)]
    fn neg_mul_add(a: Self, b: Self, c: Self) -> Self {
        Pair(R::neg_mul_add(a.0, b.0, c.0), R::neg_mul_add(a.1, b.1, c.1))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Pair(self.0.sqrt(), self.1.sqrt())
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Pair(self.0.abs(), self.1.abs())
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Pair(self.0.min(other.0), self.1.min(other.1))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Pair(self.0.max(other.0), self.1.max(other.1))
    }

    #[inline(always)]
    fn lt(a: Self, b: Self) -> Self::Mask {
        (R::lt(a.0, b.0), R::lt(a.1, b.1))
    }

    #[inline(always)]
    fn le(a: Self, b: Self) -> Self::Mask {
        (R::le(a.0, b.0), R::le(a.1, b.1))
    }

    #[inline(always)]
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
        Pair(R::select(mask.0, a.0, b.0), R::select(mask.1, a.1, b.1))
    }

    #[inline(always)]
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        (R::and(a.0, b.0), R::and(a.1, b.1))
    }

    #[inline(always)]
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        (R::or(a.0, b.0), R::or(a.1, b.1))
    }

    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        R::any(mask.0) | R::any(mask.1)
    }

    #[inline(always)]
    fn all(mask: Self::Mask) -> bool {
        R::all(mask.0) & R::all(mask.1)
    }
}
