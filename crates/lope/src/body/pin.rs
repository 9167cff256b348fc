//! Nodes led by a script, as exact constraints.

use super::motion::Motion;

/// Some nodes whose coordinates follow a script until it lets go.
#[derive(Clone, Debug)]
pub struct Pin {
    /// Where it is written in the scene: `body.0.pin.1`.
    pub key: String,
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

    /// What is wrong with the script at the time `t`, if it leads to no place.
    pub fn mistake(&self, t: f64) -> Option<String> {
        let lost = |start: &&[f64; 3]| {
            let place = self.motion.position(t, **start);
            (0..3).any(|axis| self.axes[axis] && !place[axis].is_finite())
        };
        let start = self.start.iter().find(lost)?;
        let place = self.motion.position(t, *start);
        Some(format!(
            "{}.motion: at t = {t} s the vertex that starts at {start:?} is led to {place:?}, which is no place; \
             give a motion that is finite until the end of the run, or release the pin before",
            self.key
        ))
    }
}
