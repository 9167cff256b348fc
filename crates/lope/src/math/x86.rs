//! Four doubles in one AVX register.
//!
//! Safety of the whole file rests on one rule: values of [`F64x4`] are only made inside functions that enable
//! `avx2,fma`, which [`super::dispatch`] enters after asking the processor. The type is not public, so
//! nothing outside this room can break the rule.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::lane::{Lane, Quad, Real};
use super::svd3::{self, Spectrum};

/// A pack of four.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct F64x4(__m256d);

macro_rules! elementwise {
    ($($operator:ident $method:ident $intrinsic:ident),*) => {$(
        impl $operator for F64x4 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: a value of this type exists, so the processor has AVX2 and FMA (see above).
                F64x4(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    )*};
}
elementwise!(Add add _mm256_add_pd, Sub sub _mm256_sub_pd, Mul mul _mm256_mul_pd, Div div _mm256_div_pd);

impl Neg for F64x4 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: as for every method, the processor has AVX2 and FMA.
        F64x4(unsafe { _mm256_xor_pd(self.0, _mm256_set1_pd(-0.0)) })
    }
}

// SAFETY of every block below: lane code only runs inside functions that enable AVX2 and FMA.
impl Real for F64x4 {
    const N: usize = 4;
    type Mask = __m256d;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        F64x4(unsafe { _mm256_set1_pd(value) })
    }

    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> f64) -> Self {
        let values = Quad([f(0), f(1), f(2), f(3)]);
        F64x4(unsafe { _mm256_load_pd(values.0.as_ptr()) })
    }

    #[inline(always)]
    fn get(self, lane: usize) -> f64 {
        let mut values = Quad::ZERO;
        self.store(&mut values, 0);
        values.0[lane]
    }

    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        F64x4(unsafe { _mm256_fmadd_pd(self.0, b.0, c.0) })
    }

    #[inline(always)]
    fn neg_mul_add(a: Self, b: Self, c: Self) -> Self {
        F64x4(unsafe { _mm256_fnmadd_pd(a.0, b.0, c.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        F64x4(unsafe { _mm256_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        F64x4(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        F64x4(unsafe { _mm256_min_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        F64x4(unsafe { _mm256_max_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn lt(a: Self, b: Self) -> __m256d {
        unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(a.0, b.0) }
    }

    #[inline(always)]
    fn le(a: Self, b: Self) -> __m256d {
        unsafe { _mm256_cmp_pd::<_CMP_LE_OQ>(a.0, b.0) }
    }

    #[inline(always)]
    fn select(mask: __m256d, a: Self, b: Self) -> Self {
        F64x4(unsafe { _mm256_blendv_pd(b.0, a.0, mask) })
    }

    #[inline(always)]
    fn and(a: __m256d, b: __m256d) -> __m256d {
        unsafe { _mm256_and_pd(a, b) }
    }

    #[inline(always)]
    fn or(a: __m256d, b: __m256d) -> __m256d {
        unsafe { _mm256_or_pd(a, b) }
    }

    #[inline(always)]
    fn any(mask: __m256d) -> bool {
        unsafe { _mm256_movemask_pd(mask) != 0 }
    }

    #[inline(always)]
    fn all(mask: __m256d) -> bool {
        unsafe { _mm256_movemask_pd(mask) == 0b1111 }
    }
}

impl Lane for F64x4 {
    #[inline(always)]
    fn load(quad: &Quad, _part: usize) -> Self {
        // SAFETY: a quad is 32 bytes, aligned to 32.
        F64x4(unsafe { _mm256_load_pd(quad.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, quad: &mut Quad, _part: usize) {
        // SAFETY: a quad is 32 bytes, aligned to 32.
        unsafe { _mm256_store_pd(quad.0.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn gather3(x: &[f64], nodes: &[u32]) -> [Self; 3] {
        let nodes = &nodes[..4];
        let row = |n: u32| &x[3 * n as usize..][..3];
        let rows = [row(nodes[0]), row(nodes[1]), row(nodes[2]), row(nodes[3])];
        // SAFETY: each row has three numbers in bounds, and the mask keeps the fourth from being touched.
        unsafe {
            let mask = _mm256_setr_epi64x(-1, -1, -1, 0);
            let m0 = _mm256_maskload_pd(rows[0].as_ptr(), mask);
            let m1 = _mm256_maskload_pd(rows[1].as_ptr(), mask);
            let m2 = _mm256_maskload_pd(rows[2].as_ptr(), mask);
            let m3 = _mm256_maskload_pd(rows[3].as_ptr(), mask);
            let [a, b, c, _] = transpose([m0, m1, m2, m3]);
            [F64x4(a), F64x4(b), F64x4(c)]
        }
    }

    #[inline(always)]
    fn store_transposed(values: &[Self], out: &mut [f64], stride: usize, count: usize) {
        let whole = values.len() / 4 * 4;
        if count >= 4 {
            assert!(out.len() >= 3 * stride + values.len());
            let base = out.as_mut_ptr();
            let mut k = 0;
            while k < whole {
                // SAFETY: k + 3 < values.len(), and the assertion above keeps 3·stride + k + 3 in bounds.
                unsafe {
                    let rows = transpose([values[k].0, values[k + 1].0, values[k + 2].0, values[k + 3].0]);
                    _mm256_storeu_pd(base.add(k), rows[0]);
                    _mm256_storeu_pd(base.add(stride + k), rows[1]);
                    _mm256_storeu_pd(base.add(2 * stride + k), rows[2]);
                    _mm256_storeu_pd(base.add(3 * stride + k), rows[3]);
                }
                k += 4;
            }
            for k in whole..values.len() {
                let mut quad = Quad::ZERO;
                values[k].store(&mut quad, 0);
                for lane in 0..4 {
                    out[lane * stride + k] = quad.0[lane];
                }
            }
        } else {
            for (k, value) in values.iter().enumerate() {
                let mut quad = Quad::ZERO;
                value.store(&mut quad, 0);
                for lane in 0..count {
                    out[lane * stride + k] = quad.0[lane];
                }
            }
        }
    }

    #[inline(always)]
    fn svd3(matrices: &[[Quad; 9]], out: &mut [Spectrum]) {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn outlined(matrices: &[[Quad; 9]], out: &mut [Spectrum]) {
            svd3::each_pair::<F64x4, true>(matrices, out);
        }
        // SAFETY: lane code only runs where the processor has AVX2 and FMA.
        unsafe { outlined(matrices, out) }
    }

    #[inline(always)]
    fn singular3(matrices: &[[Quad; 9]], out: &mut [Spectrum]) {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn outlined(matrices: &[[Quad; 9]], out: &mut [Spectrum]) {
            svd3::each_pair::<F64x4, false>(matrices, out);
        }
        // SAFETY: lane code only runs where the processor has AVX2 and FMA.
        unsafe { outlined(matrices, out) }
    }
}

/// Rows of a 4×4 matrix to its columns.
#[inline(always)]
fn transpose(rows: [__m256d; 4]) -> [__m256d; 4] {
    // SAFETY: lane code only runs where the processor has AVX2 and FMA.
    unsafe {
        let low01 = _mm256_unpacklo_pd(rows[0], rows[1]);
        let high01 = _mm256_unpackhi_pd(rows[0], rows[1]);
        let low23 = _mm256_unpacklo_pd(rows[2], rows[3]);
        let high23 = _mm256_unpackhi_pd(rows[2], rows[3]);
        [
            _mm256_permute2f128_pd::<0x20>(low01, low23),
            _mm256_permute2f128_pd::<0x20>(high01, high23),
            _mm256_permute2f128_pd::<0x31>(low01, low23),
            _mm256_permute2f128_pd::<0x31>(high01, high23),
        ]
    }
}
