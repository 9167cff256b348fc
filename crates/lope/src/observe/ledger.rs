//! The energy and momentum ledger.

/// What a state holds and what has passed through it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// ½ Σ m|v|², J.
    pub kinetic: f64,
    /// Stored by deformation, J.
    pub elastic: f64,
    /// Potential of the weight, J.
    pub gravity: f64,
    /// Potential of loads, J.
    pub load: f64,
    /// Potential of contact, J.
    pub contact: f64,
    /// Part of these that is not meant to be kept, J: that of collision springs.
    pub untracked: f64,
    /// What came and went since the start.
    pub books: Books,
    /// Σ m v, kg m/s.
    pub momentum: [f64; 3],
    /// Σ m x × v about the origin, kg m²/s.
    pub angular_momentum: [f64; 3],
    /// Smallest det F of all elements; absent without elements.
    pub min_det: Option<f64>,
    /// Elements with det F ≤ 0.
    pub inverted: usize,
}

impl Ledger {
    /// Total energy, J.
    pub fn total(&self) -> f64 {
        self.kinetic + self.elastic + self.gravity + self.load + self.contact
    }

    /// What depends on where heights are measured from, J: the potential of weight and loads.
    pub fn height(&self) -> f64 {
        self.gravity + self.load
    }

    /// The energy that is meant to be kept, J: the total without that of collision springs.
    pub fn tracked(&self) -> f64 {
        self.total() - self.untracked
    }

    /// The energy there would be, without that of collision springs, if the integrator neither lost nor gained any, J.
    pub fn target(&self) -> f64 {
        self.books.target()
    }

    /// What the integrator has lost since the start, J; less than nothing if it has made some.
    pub fn numerical(&self) -> f64 {
        self.target() - self.tracked()
    }
}

/// Energy that crossed the border of the system since the start, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Books {
    /// Total at the start.
    pub initial: f64,
    /// Work done by pins, attachments and obstacles that are moved, and by loads that change with time or are no potential.
    pub added: f64,
    /// Work taken by damping and friction.
    pub dissipated: f64,
    /// Taken where something was stopped by an obstacle that is a constraint, or heeded after the step.
    pub impact: f64,
}

impl Books {
    /// The energy there should be, J.
    pub fn target(&self) -> f64 {
        self.initial + self.added - self.dissipated - self.impact
    }
}
