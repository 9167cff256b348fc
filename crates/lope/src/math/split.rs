//! What the two sides of a splitting method tell each other.

/// Squared norms of the parts of a split step: what its stopping rule weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SplitNorms {
    /// ‖F − Z‖²: how far the copies are from what they stand for.
    pub primal: f64,
    /// ‖Z − Z before‖²: how far they still move.
    pub dual: f64,
    /// ‖F‖².
    pub image: f64,
    /// ‖Z‖².
    pub copy: f64,
    /// ‖T‖², of the scaled multipliers.
    pub multiplier: f64,
    /// The same of F = 1, for absolute tolerances.
    pub unit: f64,
}

impl std::ops::AddAssign for SplitNorms {
    fn add_assign(&mut self, other: Self) {
        self.primal += other.primal;
        self.dual += other.dual;
        self.image += other.image;
        self.copy += other.copy;
        self.multiplier += other.multiplier;
        self.unit += other.unit;
    }
}
