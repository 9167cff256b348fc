//! The plots of a comparison.

use super::report::{Comparison, Row, Series};
use crate::plot::{Bars, Chart, Style, palette};

/// Width of every plot.
const WIDTH: f64 = 720.0;

/// A plot with the words under it.
pub(super) struct Plot {
    pub(super) svg: String,
    pub(super) caption: &'static str,
}

/// All plots, in the order of the page.
pub(super) fn plots(comparison: &Comparison) -> Vec<Plot> {
    vec![
        Plot { svg: times(comparison), caption: "Wall-clock time of all steps by phase." },
        Plot {
            svg: counts(comparison, "Newton iterations", |row| row.measures.iterations),
            caption: "Iterations of the minimizer over all steps.",
        },
        Plot {
            svg: counts(comparison, "Linear iterations", |row| row.measures.linear_iterations),
            caption: "Iterations of the linear solver over all systems.",
        },
        Plot {
            svg: sums(comparison, "Wall time so far", "wall time [s]", |s, i| s.wall_s[i]),
            caption: "A steep piece is a hard moment of the scene. A curve that ends early is a run that failed.",
        },
        Plot {
            svg: sums(comparison, "Newton iterations so far", "iterations", |s, i| s.iterations[i] as f64),
            caption: "Iterations of the minimizer up to a simulated time.",
        },
        Plot {
            svg: sums(comparison, "Projected elements so far", "element Hessians", |s, i| {
                s.projected[i] as f64
            }),
            caption: "Element Hessians made positive semidefinite up to a simulated time.",
        },
        Plot {
            svg: work_precision(comparison),
            caption: "Error against time, both logarithmic: down and to the left is better. The error is the largest \
                      distance of a node from the reference; runs at distance 0, the reference above all, have no \
                      place here.",
        },
    ]
}

fn times(comparison: &Comparison) -> String {
    let bars = ["Hessian", "linear solve", "line search", "other"]
        .into_iter()
        .fold(Bars::new("Time by phase").x_label("wall time [s]").width(WIDTH), Bars::part);
    let bar = |bars: Bars, row: &Row| {
        let m = &row.measures;
        let phases = [m.hessian_s, m.linear_s, m.search_s, m.other_s].map(|s| s.unwrap_or(0.0));
        bars.bar(&row.label, if m.wall_s.is_some() { &phases[..] } else { &[] })
    };
    comparison.rows.iter().fold(bars, bar).to_inline_svg()
}

fn counts(comparison: &Comparison, title: &str, get: impl Fn(&Row) -> Option<u64>) -> String {
    let bars = Bars::new(title).x_label("count").width(WIDTH);
    let bar = |bars: Bars, row: &Row| match get(row) {
        Some(count) => bars.bar(&row.label, &[count as f64]),
        None => bars.bar(&row.label, &[]),
    };
    comparison.rows.iter().fold(bars, bar).to_inline_svg()
}

/// A curve of sums for every run, from zero.
fn sums(comparison: &Comparison, title: &str, unit: &str, get: impl Fn(&Series, usize) -> f64) -> String {
    let chart = Chart::new(title).x_label("simulated time [s]").y_label(unit).from_zero().size(WIDTH, 380.0);
    let ran = comparison.rows.iter().filter(|row| !row.series.time.is_empty());
    let curve = |chart: Chart, (number, row): (usize, &Row)| {
        let series = &row.series;
        let (mut times, mut values, mut sum) = (vec![0.0], vec![0.0], 0.0);
        for (step, time) in series.time.iter().enumerate() {
            sum += get(series, step);
            times.push(*time);
            values.push(sum);
        }
        // When the colours begin again, the lines are broken.
        let again = (number / palette::SERIES.len()) % 2 == 1;
        chart.styled_series(&row.label, &times, &values, if again { Style::Dashed } else { Style::Solid })
    };
    ran.enumerate().fold(chart, curve).to_inline_svg()
}

/// Error against time. Runs that differ only in the key that sets the accuracy are joined by a line.
fn work_precision(comparison: &Comparison) -> String {
    let along = accuracy_key(comparison);
    let mut groups: Vec<(String, Vec<f64>, Vec<f64>)> = Vec::new();
    for row in &comparison.rows {
        let (Some(wall), Some(distance)) = (row.measures.wall_s, row.measures.distance) else { continue };
        if distance <= 0.0 || !row.outcome.finished() {
            continue;
        }
        let name = match along {
            Some(along) => {
                let mut others = row.choices.clone();
                if let Some(choice) = others.get_mut(along) {
                    *choice = None;
                }
                super::report::label(&comparison.short_keys(), &others)
            }
            None => row.label.clone(),
        };
        match groups.iter_mut().find(|(other, ..)| *other == name) {
            Some((_, times, errors)) => {
                times.push(wall);
                errors.push(distance);
            }
            None => groups.push((name, vec![wall], vec![distance])),
        }
    }
    let title = match along.map(|key| comparison.short_keys()[key]) {
        Some(key) => format!("Work and precision, along {key}"),
        None => "Work and precision".to_owned(),
    };
    let chart = Chart::new(title).x_label("wall time [s]").y_label("distance to the reference [m]");
    let chart = chart.log_x().log_y().size(WIDTH, 460.0);
    let style = if along.is_some() { Style::Marked } else { Style::Points };
    let line =
        |chart: Chart, (name, x, y): &(String, Vec<f64>, Vec<f64>)| chart.styled_series(name, x, y, style);
    groups.iter().fold(chart, line).to_inline_svg()
}

/// The varied key that sets the accuracy: a tolerance, else the step, else the last one that has several values, all
/// numbers.
fn accuracy_key(comparison: &Comparison) -> Option<usize> {
    let several_numbers = |key: &usize| {
        let mut values: Vec<f64> = Vec::new();
        for choice in comparison.rows.iter().filter_map(|row| row.choices[*key].as_ref()) {
            match choice.number() {
                Some(number) => values.push(number),
                None => return false,
            }
        }
        values.iter().any(|value| *value != values[0])
    };
    let candidates: Vec<usize> = (0..comparison.keys.len()).filter(several_numbers).collect();
    let called = |part: &str| candidates.iter().rev().find(|&&key| comparison.keys[key].contains(part));
    called("tolerance").or_else(|| called("time.step")).or(candidates.last()).copied()
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::sample;
    use super::*;

    #[test]
    fn runs_that_differ_in_tolerance_are_one_line() {
        let mut comparison = sample();
        assert_eq!(accuracy_key(&comparison), Some(1));
        comparison.rows[0].measures.distance = Some(1e-5);
        let svg = work_precision(&comparison);
        assert!(svg.contains("along tolerance") && svg.contains(">newton<"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 3, "two runs and the legend: {svg}");
    }

    #[test]
    fn nothing_measured_is_drawn_as_nothing() {
        let mut comparison = sample();
        comparison.rows.retain(|row| row.reason.is_some());
        for plot in plots(&comparison) {
            assert!(plot.svg.contains("no data") || plot.svg.contains(">–<"), "{}", plot.svg);
        }
    }
}
