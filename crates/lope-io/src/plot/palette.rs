//! Colours that readers with any colour vision can tell apart.

/// Red, green and blue of 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// As SVG and CSS write it: `#0072b2`.
    pub fn hex(self) -> String {
        let Self(r, g, b) = self;
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// Background.
pub const PAPER: Color = Color(255, 255, 255);
/// Titles.
pub const INK: Color = Color(33, 37, 41);
/// Labels and numbers.
pub const MUTED: Color = Color(84, 91, 98);
/// Axes.
pub const AXIS: Color = Color(134, 142, 150);
/// Grid lines.
pub const GRID: Color = Color(228, 231, 235);

/// Fine grid lines between them.
pub const FAINT: Color = Color(242, 244, 246);

/// The colours of Okabe and Ito, "Color Universal Design" (2008), for thin lines on white: their yellow is
/// left out for its want of contrast, and black stands for the eighth.
pub const SERIES: [Color; 7] = [
    Color(0, 114, 178),
    Color(213, 94, 0),
    Color(0, 158, 115),
    Color(204, 121, 167),
    Color(86, 180, 233),
    Color(230, 159, 0),
    Color(60, 60, 60),
];

/// Colour of the series with this number.
pub fn series(number: usize) -> Color {
    SERIES[number % SERIES.len()]
}

/// A ramp from dark blue over green to yellow whose lightness grows evenly, for quantities shown as colour:
/// 0 is its beginning, 1 its end; what is not a number is grey.
pub fn ramp(t: f64) -> Color {
    /// Samples of the map viridis by van der Walt and Smith, at even distances.
    const STOPS: [[f64; 3]; 9] = [
        [68.0, 1.0, 84.0],
        [71.0, 44.0, 122.0],
        [59.0, 81.0, 139.0],
        [44.0, 113.0, 142.0],
        [33.0, 144.0, 141.0],
        [39.0, 173.0, 129.0],
        [92.0, 200.0, 99.0],
        [170.0, 220.0, 50.0],
        [253.0, 231.0, 37.0],
    ];
    if t.is_nan() {
        return AXIS;
    }
    let place = t.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (place as usize).min(STOPS.len() - 2);
    let share = place - below as f64;
    let mix = |i: usize| (STOPS[below][i] * (1.0 - share) + STOPS[below + 1][i] * share).round() as u8;
    Color(mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(c: Color) -> f64 {
        0.2126 * f64::from(c.0) + 0.7152 * f64::from(c.1) + 0.0722 * f64::from(c.2)
    }

    #[test]
    fn the_ramp_grows_lighter_and_bears_any_number() {
        let light: Vec<f64> = (0..=40).map(|i| lightness(ramp(f64::from(i) / 40.0))).collect();
        assert!(light.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(ramp(-1.0), ramp(0.0));
        assert_eq!(ramp(f64::INFINITY), ramp(1.0));
        assert_eq!(ramp(f64::NAN), AXIS);
    }

    #[test]
    fn series_stand_out_from_paper_and_repeat() {
        assert!(SERIES.iter().all(|&c| lightness(PAPER) - lightness(c) > 80.0));
        assert_eq!(series(0), series(SERIES.len()));
    }
}
