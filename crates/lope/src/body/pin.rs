//! Nodes led by a script, as exact constraints.

use super::motion::Motion;

/// Some nodes whose coordinates follow a script until it lets go.
#[derive(Clone, Debug)]
pub struct Pin {
    /// The nodes.
    pub nodes: Vec<u32>,
    /// Where each was when the simulation began.
    pub start: Vec<[f64; 3]>,
    /// The script.
    pub motion: Motion,
    /// Which coordinates are led.
    pub axes: [bool; 3],
    /// Time after which the nodes are free, s.
    pub release: Option<f64>,
}

impl Pin {
    /// Whether the pin still holds during a step that ends at `t`.
    pub fn holds_at(&self, t: f64) -> bool {
        // A step that ends at the release, but for rounding, is still led.
        self.release.is_none_or(|release| t <= release * (1.0 + 1e-12) + 1e-12)
    }
}
