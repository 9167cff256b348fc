//! Numbers as colours.

use lope::math::vec3::{Vec3, mix};

use super::{Color, linear};

/// Entries of the table.
const STEPS: usize = 256;

/// A range of numbers and the colours that stand for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    range: [f64; 2],
    colors: Vec<Color>,
    lights: Vec<Vec3>,
    below: Option<(f64, Color)>,
}

impl Scale {
    /// Colours of the numbers from `low` to `high`, given for 0 to 1; others take the colour of the nearer end.
    pub fn new([low, high]: [f64; 2], color: impl Fn(f64) -> Color) -> Self {
        let colors: Vec<Color> = (0..STEPS).map(|i| color(i as f64 / (STEPS - 1) as f64)).collect();
        let lights = colors.iter().map(|c| linear(*c)).collect();
        Self { range: [low, high], colors, lights, below: None }
    }

    /// Gives a number and all below it a colour of their own.
    pub fn below(mut self, limit: f64, color: Color) -> Self {
        self.below = Some((limit, color));
        self
    }

    /// The range.
    pub fn range(&self) -> [f64; 2] {
        self.range
    }

    /// The colour of its own that what is below a limit has.
    pub fn color_below(&self) -> Option<Color> {
        self.below.map(|(_, color)| color)
    }

    /// The colour of a share of the range, 0 to 1.
    pub fn color(&self, share: f64) -> Color {
        self.colors[((share.clamp(0.0, 1.0) * (STEPS - 1) as f64).round() as usize).min(STEPS - 1)]
    }

    /// Linear light of a number.
    pub(super) fn light(&self, value: f32) -> Vec3 {
        let [low, high] = self.range;
        let value = f64::from(value);
        if let Some((limit, color)) = self.below
            && value <= limit
        {
            return linear(color);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_get_the_colours_of_their_range() {
        let scale = Scale::new([1.0, 3.0], |share| Color((255.0 * share).round() as u8, 0, 0));
        let red = |value: f32| scale.light(value)[0];
        assert!(red(1.0) == 0.0 && red(0.0) == 0.0 && red(3.0) == 1.0 && red(9.0) == 1.0);
        assert!(red(1.5) < red(2.0) && red(2.0) < red(2.5));
        assert_eq!(scale.light(f32::NAN), [0.25; 3]);
        let signal = scale.clone().below(0.5, Color(0, 0, 255));
        assert_eq!((signal.light(0.5)[2], signal.light(0.6)[2]), (1.0, 0.0));
        assert_eq!((scale.color_below(), signal.color_below()), (None, Some(Color(0, 0, 255))));
        assert_eq!(Scale::new([2.0, 2.0], |_| Color(9, 9, 9)).light(2.0), linear(Color(9, 9, 9)));
    }
}
