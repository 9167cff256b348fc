//! A shape as a function of space.

/// A signed function whose zeros are a surface.
pub trait Field: Sync {
    /// The values at many points: negative inside, and no farther from zero than the surface is away.
    fn values(&self, points: &[[f64; 3]], out: &mut [f64]);

    /// A box around everything inside.
    fn bounds(&self) -> [[f64; 3]; 2];

    /// Whether the size of a value is never more than the distance to the surface.
    fn is_distance_bound(&self) -> bool {
        true
    }
}
