//! Numbers that look random and are the same every time: directions of rays, and points for tests.

/// A linear congruential generator with Knuth's constants.
pub(super) struct Noise(u64);

impl Noise {
    /// Starts a sequence.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1))
    }

    /// The next number of [−1, 1).
    pub(super) fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// The next point of the cube from −1 to 1.
    pub(super) fn point(&mut self) -> [f64; 3] {
        [self.signed(), self.signed(), self.signed()]
    }
}
