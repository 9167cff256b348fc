//! Small dense mathematics: no physics, no allocation.
//!
//! The element kernels of lope are written once over [`Lane`], a pack of numbers that go through the same
//! formula together, and [`dispatch()`] picks the widest pack the processor has when the program runs. All that
//! is generic over lanes is inlined into the function that enables the instructions, so one binary serves
//! every machine.

pub mod dispatch;
pub mod eigen;
pub mod eigen3;
pub mod eight;
mod filter;
pub mod lane;
mod pages;
pub mod pair;
mod prefetch;
pub mod rotation;
pub mod small;
mod split;
pub mod svd2;
pub mod svd3;
pub mod vec3;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use dispatch::{Kernel, dispatch};
pub use filter::Filter;
pub use lane::{Lane, Quad, Real};
pub use pages::prefer_huge_pages;
pub use prefetch::prefetch;
pub use split::SplitNorms;
pub use svd3::Spectrum;
