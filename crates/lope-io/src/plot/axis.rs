//! Where the ticks of an axis go and what they say.

/// How numbers become places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Linear,
    Log,
}

/// Numbers beyond this, or for a logarithm below its inverse, are not shown: differences of them overflow.
pub(super) const LARGEST: f64 = 1e300;

/// What must be known of the data: the finite range, and whether all values are whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) whole: bool,
}

impl Extent {
    /// Of those values that the scale can show; none if there are none.
    pub(super) fn of(values: impl Iterator<Item = f64>, scale: Scale) -> Option<Self> {
        let shown = |v: &f64| v.abs() <= LARGEST && (scale == Scale::Linear || *v >= 1.0 / LARGEST);
        values.filter(shown).fold(None, |extent, v| {
            let e = extent.unwrap_or(Self { low: v, high: v, whole: true });
            Some(Self { low: e.low.min(v), high: e.high.max(v), whole: e.whole && v.fract() == 0.0 })
        })
    }
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) label: String,
}

/// An axis ready to draw.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<Tick>,
    /// Fine grid lines of a logarithmic axis.
    pub(super) minor: Vec<f64>,
    /// What every label is to be multiplied by and added to, in words; empty if nothing.
    pub(super) note: String,
}

impl Axis {
    /// An axis over `extent` with room for about `count` ticks. `pad` leaves air at both ends of a linear one.
    pub(super) fn new(extent: Extent, scale: Scale, count: f64, pad: bool) -> Self {
        match scale {
            Scale::Linear => Self::linear(extent, count, pad),
            Scale::Log => Self::log(extent, count),
        }
    }

    fn linear(extent: Extent, count: f64, pad: bool) -> Self {
        let (mut low, mut high) = (extent.low, extent.high);
        let size = low.abs().max(high.abs());
        let nothing = size < 1.0 / LARGEST;
        // A range of rounding errors is shown as the constant it is.
        if nothing || high - low <= 1e-10 * size {
            let air = if nothing { 1.0 } else { 0.1 * size };
            (low, high) = (low - air, high + air);
        } else if pad {
            let air = 0.05 * (high - low);
            low = if low == 0.0 { low } else { low - air };
            high += air;
        }
        let mut step = nice_step((high - low) / count.max(1.0));
        if extent.whole {
            step = step.max(1.0);
        }
        let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
        let values: Vec<f64> =
            (0..=(last - first).max(0.0) as usize).map(|i| (first + i as f64) * step).collect();
        let (labels, note) = linear_labels(&values, step);
        let ticks = values.into_iter().zip(labels).map(|(value, label)| Tick { value, label }).collect();
        Self { scale: Scale::Linear, low, high, ticks, minor: Vec::new(), note }
    }

    fn log(extent: Extent, count: f64) -> Self {
        let first = extent.low.log10().floor() as i32;
        let last = (extent.high.log10().ceil() as i32).max(first + 1);
        let every = (f64::from(last - first) / count.max(1.0)).ceil().max(1.0) as usize;
        let power = |k: i32| 10.0_f64.powi(k);
        let ticks = (first..=last).step_by(every).map(|k| Tick { value: power(k), label: power_of_ten(k) });
        let fine = (first..last).flat_map(|k| (2..10).map(move |m| f64::from(m) * power(k)));
        let minor = if last - first <= 4 { fine.collect() } else { Vec::new() };
        let (low, high) = (power(first), power(last));
        Self { scale: Scale::Log, low, high, ticks: ticks.collect(), minor, note: String::new() }
    }

    /// Place of a value, 0 at the low end and 1 at the high one; none where it cannot be shown.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        let place = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).log10() / (self.high / self.low).log10(),
        };
        // Far outside is outside: the lines are clipped, and should not overflow before.
        place.is_finite().then(|| place.clamp(-1e6, 1e6))
    }
}

/// Round numbers in a range, about so many, with their labels, and what all labels are to be multiplied by and added
/// to.
pub(crate) fn ticks([low, high]: [f64; 2], count: f64) -> (Vec<(f64, String)>, String) {
    let axis = Axis::new(Extent { low, high, whole: false }, Scale::Linear, count, false);
    (axis.ticks.into_iter().map(|tick| (tick.value, tick.label)).collect(), axis.note)
}

/// The nearest of 1, 2, 5 times a power of ten.
fn nice_step(rough: f64) -> f64 {
    let power = 10.0_f64.powi(rough.log10().floor() as i32);
    // Nearest by ratio: the bounds are √2, √10 and √50.
    let factor = match rough / power {
        r if r < 1.414 => 1.0,
        r if r < 3.162 => 2.0,
        r if r < 7.071 => 5.0,
        _ => 10.0,
    };
    factor * power
}

/// Labels as short as they can be, and the note that says what was taken out of them.
fn linear_labels(values: &[f64], step: f64) -> (Vec<String>, String) {
    let size = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    // Small changes of a large number: labels are the changes.
    let far = size > 1e5 * step && values.iter().all(|v| v.signum() == values[0].signum());
    let base = if far { values[0] } else { 0.0 };
    let top = values.iter().fold(0.0_f64, |m, v| m.max((v - base).abs()));
    let exponent = if top > 0.0 { (top * (1.0 + 1e-9)).log10().floor() as i32 } else { 0 };
    let power = if (-3..5).contains(&exponent) { 0 } else { exponent };
    let decimals = |unit: f64| (-(unit * (1.0 + 1e-9)).log10().floor()).clamp(0.0, 17.0) as usize;
    let unit = 10.0_f64.powi(power);
    let digits = decimals(step / unit);
    let label = |v: &f64| signed(format!("{:.digits$}", (v - base) / unit));
    let mut note = Vec::new();
    if power != 0 {
        note.push(format!("×{}", power_of_ten(power)));
    }
    if far {
        note.push(signed(format!("{base:+.*}", decimals(step))));
    }
    (values.iter().map(label).collect(), note.join("  "))
}

/// With a true minus sign, and never minus zero.
fn signed(text: String) -> String {
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().any(|c| ('1'..='9').contains(&c)) => format!("−{rest}"),
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

fn power_of_ten(exponent: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = exponent.to_string();
    let raised = raised.chars().map(|c| c.to_digit(10).map_or('⁻', |d| DIGITS[d as usize]));
    std::iter::once('1').chain(std::iter::once('0')).chain(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(low: f64, high: f64, whole: bool) -> Axis {
        Axis::new(Extent { low, high, whole }, Scale::Linear, 5.0, false)
    }

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|t| t.label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_and_labels_short() {
        assert_eq!(labels(&axis(0.0, 3.0, false)), ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"]);
        assert_eq!(labels(&axis(-0.42, 0.61, false)), ["−0.4", "−0.2", "0.0", "0.2", "0.4", "0.6"]);
        assert_eq!(labels(&axis(1.0, 3.0, true)), ["1", "2", "3"], "no half iterations");
        assert_eq!(labels(&axis(0.0, 40_000.0, false)), ["0", "10000", "20000", "30000", "40000"]);
    }

    #[test]
    fn large_and_small_numbers_share_a_power_and_close_ones_a_base() {
        let large = axis(0.0, 4e6, false);
        assert_eq!((labels(&large), large.note.as_str()), (vec!["0", "1", "2", "3", "4"], "×10⁶"));
        let small = axis(0.0, 2e-5, false);
        assert_eq!((labels(&small), small.note.as_str()), (vec!["0.0", "0.5", "1.0", "1.5", "2.0"], "×10⁻⁵"));
        let close = axis(1000.0, 1000.004, false);
        assert_eq!(close.note, "+1000.000");
        assert_eq!(labels(&close), ["0.000", "0.001", "0.002", "0.003", "0.004"]);
    }

    #[test]
    fn labels_tell_the_values_of_any_range() {
        for exponent in -300..300 {
            for (low, high) in [(-1.3, 2.7), (0.0, 9.99), (4.0, 4.1), (-8.0, -7.0), (5.0, 5.0)] {
                let unit = 10.0_f64.powi(exponent);
                let axis = axis(low * unit, high * unit, false);
                assert!((2..=13).contains(&axis.ticks.len()), "{} at {exponent}", axis.ticks.len());
                let mut unique = labels(&axis);
                unique.dedup();
                assert_eq!(unique.len(), axis.ticks.len(), "{axis:?}");
                assert!(axis.ticks.iter().all(|t| t.label.chars().count() <= 8), "{axis:?}");
                let places: Vec<f64> = axis.ticks.iter().map(|t| axis.place(t.value).unwrap()).collect();
                assert!(places.iter().all(|p| (-1e-6..=1.0 + 1e-6).contains(p)), "{axis:?}");
            }
        }
    }

    #[test]
    fn the_widest_range_does_not_overflow() {
        let values = [f64::MAX, -1e300, 1e300, f64::NEG_INFINITY, 0.0];
        let extent = Extent::of(values.into_iter(), Scale::Linear).unwrap();
        let axis = Axis::new(extent, Scale::Linear, 5.0, true);
        assert!(axis.ticks.iter().all(|t| t.value.is_finite()) && !axis.ticks.is_empty());
        assert_eq!(axis.place(0.0), Some(0.5));
        assert_eq!(axis.place(f64::INFINITY), None);
    }

    #[test]
    fn rounding_errors_are_shown_as_a_constant() {
        let axis = axis(1.0, 1.0 + 1e-14, false);
        assert!(axis.low < 0.95 && axis.high > 1.05);
    }

    #[test]
    fn decades_are_named_and_thinned() {
        let extent = Extent::of([0.0, -1.0, f64::NAN, 2e-3, 40.0].into_iter(), Scale::Log).unwrap();
        let axis = Axis::new(extent, Scale::Log, 8.0, true);
        assert_eq!(labels(&axis), ["10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹", "10²"]);
        assert_eq!(axis.place(-1.0), None);
        assert!((axis.place(1.0).unwrap() - 0.6).abs() < 1e-12);
        let wide = Axis::new(Extent { low: 1e-16, high: 1e4, whole: false }, Scale::Log, 5.0, true);
        assert!(wide.ticks.len() <= 6 && wide.minor.is_empty());
        assert!(Extent::of([0.0].into_iter(), Scale::Log).is_none());
    }
}
