//! Eight boxes against one, in single precision.
#![allow(unsafe_code)]

/// Which of eight boxes have a point in common with another: a bit each. Boxes are their least and greatest coordinates, axis by
/// axis; boxes that touch have one, and what is not a number has none.
#[inline]
pub fn boxes_meet(low: &[[f32; 8]; 3], high: &[[f32; 8]; 3], [least, most]: [[f32; 3]; 2]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_mm_and_ps, _mm_cmple_ps, _mm_movemask_ps, _mm_set1_ps, _mm_setr_ps};
        // SAFETY: every x86-64 has SSE, and nothing is read but through references.
        unsafe {
            let half = |at: usize| {
                let four = |row: &[f32; 8]| _mm_setr_ps(row[at], row[at + 1], row[at + 2], row[at + 3]);
                let within = |k: usize| {
                    let below = _mm_cmple_ps(four(&low[k]), _mm_set1_ps(most[k]));
                    _mm_and_ps(below, _mm_cmple_ps(_mm_set1_ps(least[k]), four(&high[k])))
                };
                _mm_movemask_ps(_mm_and_ps(_mm_and_ps(within(0), within(1)), within(2))) as u32
            };
            half(0) | half(4) << 4
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let meets = |lane: usize| (0..3).all(|k| low[k][lane] <= most[k] && least[k] <= high[k][lane]);
        (0..8).fold(0, |bits, lane| bits | u32::from(meets(lane)) << lane)
    }
}
