//! Choosing the lanes when the program runs.
#![allow(unsafe_code)]

use super::lane::Lane;

/// Work that can be done with lanes of any type.
///
/// Implementations of `run`, and everything generic over lanes that it calls, must be `#[inline(always)]`:
/// only what is inlined into [`dispatch`] is compiled with the instructions the lanes stand for.
pub trait Kernel {
    /// What the work returns.
    type Out;

    /// Does the work with lanes `L`.
    fn run<L: Lane>(self) -> Self::Out;
}

/// Runs a kernel with the widest lanes this processor has.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Out {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor was just asked for both features.
        return unsafe { with_avx2(kernel) };
    }
    kernel.run::<f64>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Out {
    kernel.run::<super::x86::F64x4>()
}
