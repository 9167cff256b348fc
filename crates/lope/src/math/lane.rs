//! The numbers that kernels compute with: one `f64`, or several that take the same path together.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::svd3::{self, Spectrum};

/// Arithmetic of a pack of numbers. Comparisons give masks instead of branches.
pub trait Real:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Numbers in the pack.
    const N: usize;
    /// One truth value per number.
    type Mask: Copy;

    /// The same number everywhere.
    fn splat(value: f64) -> Self;
    /// The pack of `f(0), f(1), …`. Not for hot loops.
    fn from_fn(f: impl FnMut(usize) -> f64) -> Self;
    /// The number at place `lane`. Not for hot loops.
    fn get(self, lane: usize) -> f64;
    /// self·b + c, fused where the processor can.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// c − a·b, fused where the processor can.
    fn neg_mul_add(a: Self, b: Self, c: Self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Absolute value.
    fn abs(self) -> Self;
    /// The smaller; `other` where either is not a number.
    fn min(self, other: Self) -> Self;
    /// The larger; `other` where either is not a number.
    fn max(self, other: Self) -> Self;
    /// a < b.
    fn lt(a: Self, b: Self) -> Self::Mask;
    /// a ≤ b.
    fn le(a: Self, b: Self) -> Self::Mask;
    /// `a` where the mask is true, else `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// Both.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// At least one of the two.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Whether the mask is true somewhere.
    fn any(mask: Self::Mask) -> bool;
    /// Whether the mask is true everywhere.
    fn all(mask: Self::Mask) -> bool;

    /// Natural logarithm, one number after the other.
    #[inline(always)]
    fn ln(self) -> Self {
        Self::from_fn(|lane| self.get(lane).ln())
    }
}

/// Four numbers in memory. Element data is stored in fours whatever the width of the lanes, so that files,
/// layouts and sums do not depend on the processor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct Quad(pub [f64; 4]);

impl Quad {
    /// Numbers in a quad.
    pub const LEN: usize = 4;
    /// Four zeros.
    pub const ZERO: Quad = Quad([0.0; 4]);
    /// Four ones.
    pub const ONE: Quad = Quad([1.0; 4]);
}

/// A pack that fits in a [`Quad`] a whole number of times, with the memory operations kernels need.
pub trait Lane: Real {
    /// Packs per quad.
    const PER_QUAD: usize = Quad::LEN / Self::N;

    /// Reads pack `part` of a quad.
    fn load(quad: &Quad, part: usize) -> Self;

    /// Writes pack `part` of a quad.
    fn store(self, quad: &mut Quad, part: usize);

    /// The xyz of `N` nodes in interleaved positions `x`, transposed: all x, all y, all z.
    fn gather3(x: &[f64], nodes: &[u32]) -> [Self; 3];

    /// Writes number `lane` of `values[k]` to `out[lane · stride + k]`, for lanes below `count`.
    fn store_transposed(values: &[Self], out: &mut [f64], stride: usize, count: usize);

    /// Singular value decompositions of many 3×3 matrices (by rows). One function per lane type, never
    /// inlined: every kernel that needs it shares its code.
    fn svd3(matrices: &[[Quad; 9]], out: &mut [Spectrum]);

    /// Signed singular values alone: leaves the rotations in `out` as they are.
    fn singular3(matrices: &[[Quad; 9]], out: &mut [Spectrum]);
}

impl Real for f64 {
    const N: usize = 1;
    type Mask = bool;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> f64) -> Self {
        f(0)
    }

    #[inline(always)]
    fn get(self, _lane: usize) -> f64 {
        self
    }

    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        // Without the instruction f64::mul_add is a slow library call.
        if cfg!(target_feature = "fma") { f64::mul_add(self, b, c) } else { self * b + c }
    }

    #[inline(always)]
    fn neg_mul_add(a: Self, b: Self, c: Self) -> Self {
        Real::mul_add(-a, b, c)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn lt(a: Self, b: Self) -> bool {
        a < b
    }

    #[inline(always)]
    fn le(a: Self, b: Self) -> bool {
        a <= b
    }

    #[inline(always)]
    fn select(mask: bool, a: Self, b: Self) -> Self {
        if mask { a } else { b }
    }

    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }

    #[inline(always)]
    fn or(a: bool, b: bool) -> bool {
        a | b
    }

    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }

    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }
}

impl Lane for f64 {
    #[inline(always)]
    fn load(quad: &Quad, part: usize) -> Self {
        quad.0[part]
    }

    #[inline(always)]
    fn store(self, quad: &mut Quad, part: usize) {
        quad.0[part] = self;
    }

    #[inline(always)]
    fn gather3(x: &[f64], nodes: &[u32]) -> [Self; 3] {
        let at = 3 * nodes[0] as usize;
        [x[at], x[at + 1], x[at + 2]]
    }

    #[inline(always)]
    fn store_transposed(values: &[Self], out: &mut [f64], _stride: usize, count: usize) {
        if count > 0 {
            out[..values.len()].copy_from_slice(values);
        }
    }

    #[inline(never)]
    fn svd3(matrices: &[[Quad; 9]], out: &mut [Spectrum]) {
        svd3::each::<f64, true>(matrices, out);
    }

    #[inline(never)]
    fn singular3(matrices: &[[Quad; 9]], out: &mut [Spectrum]) {
        svd3::each::<f64, false>(matrices, out);
    }
}
