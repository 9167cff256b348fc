//! Numbers as colours.

use super::vector::{Vec3, mix};
use super::{Color, linear};

/// Entries of the table.
const STEPS: usize = 256;

/// A range of numbers and the colours that stand for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    range: [f64; 2],
    colors: Vec<Color>,
    lights: Vec<Vec3>,
    below: Option<Color>,
}

impl Scale {
    /// Colours of the numbers from `low` to `high`, given for 0 to 1; others take the colour of the nearer end.
    pub fn new([low, high]: [f64; 2], color: impl Fn(f64) -> Color) -> Self {
        let colors: Vec<Color> = (0..STEPS).map(|i| color(i as f64 / (STEPS - 1) as f64)).collect();
        let lights = colors.iter().map(|c| linear(*c)).collect();
        Self { range: [low, high], colors, lights, below: None }
    }

    /// Gives all numbers below the range, and its end, a colour of their own.
    pub fn below(mut self, color: Color) -> Self {
        self.below = Some(color);
        self
    }

    /// The range.
    pub fn range(&self) -> [f64; 2] {
        self.range
    }

    /// The colour of what is below the range, if it has one of its own.
    pub fn color_below(&self) -> Option<Color> {
        self.below
    }

    /// The colour of a share of the range, 0 to 1.
    pub fn color(&self, share: f64) -> Color {
        self.colors[((share.clamp(0.0, 1.0) * (STEPS - 1) as f64).round() as usize).min(STEPS - 1)]
    }

    /// Linear light of a number.
    pub(super) fn light(&self, value: f32) -> Vec3 {
        let [low, high] = self.range;
        let value = f64::from(value);
        if let Some(below) = self.below
            && value <= low
        {
            return linear(below);
        }
        let width = high - low;
        let share = if width > 0.0 { (value - low) / width } else { 0.5 };
        if !share.is_finite() {
            return [0.25; 3];
        }
        let place = share.clamp(0.0, 1.0) * (STEPS - 1) as f64;
        let first = (place as usize).min(STEPS - 2);
        mix(self.lights[first], self.lights[first + 1], place - first as f64)
    }
}
