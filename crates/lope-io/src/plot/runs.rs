//! Several runs in one plot each of what they have in common.

use std::path::{Path, PathBuf};

use lope::math::vec3::norm;

use super::run::{read_run, title, write_pages};
use super::{Chart, Style, palette};
use crate::output::Result;
use crate::output::stats::StatsRow;

/// A run under its name.
struct Named {
    name: String,
    rows: Vec<StatsRow>,
}

/// A number of a step; none where it does not apply.
type Quantity = fn(&StatsRow) -> Option<f64>;

/// Draws the runs in `directories` over one another: energies, momenta, iterations and times, each as SVG and PNG, and
/// the most important on one page. Returns the files written to `into`.
pub fn plot_runs(directories: &[PathBuf], into: &Path) -> Result<Vec<PathBuf>> {
    let rows: Vec<Vec<StatsRow>> = directories.iter().map(|d| read_run(d)).collect::<Result<_>>()?;
    let runs: Vec<Named> =
        names(directories).into_iter().zip(rows).map(|(name, rows)| Named { name, rows }).collect();
    let chart = |name: &str, unit: &str, get: Quantity| chart(&runs, name, unit, get);
    let joules = "energy [J]";
    let total = chart("Total energy", joules, |r| r.total);
    let momentum = chart("Momentum", "|p| [kg m/s]", |r| Some(norm([r.px?, r.py?, r.pz?])));
    let angular = chart("Angular momentum", "|L| [kg m²/s]", |r| Some(norm([r.lx?, r.ly?, r.lz?])));
    let iterations = chart("Iterations a step", "count", |r| count(r.iterations)).from_zero();
    let inner = chart("Iterations of the linear solver", "count", |r| count(r.linear_iterations)).from_zero();
    let time = chart("Time a step", "wall time [ms]", |r| Some(1e3 * r.wall_s)).from_zero();
    let spent = spent(&runs);
    let mut energy = vec![
        total.clone(),
        chart("Kinetic energy", joules, |r| r.kinetic),
        chart("Elastic energy", joules, |r| r.elastic),
        chart("Gravity", joules, |r| r.gravity),
    ];
    // What no run has is no chart.
    if runs.iter().flat_map(|run| &run.rows).any(|row| row.contact.is_some_and(|energy| energy != 0.0)) {
        energy.push(chart("Contact", joules, |r| r.contact));
    }
    let pages = [
        ("energy", energy),
        ("momentum", vec![momentum.clone(), angular.clone()]),
        ("solver", vec![iterations.clone(), inner]),
        ("time", vec![time, spent.clone()]),
    ];
    write_pages(into, &pages, vec![total, iterations, momentum, spent], headline(directories))
}

/// What all runs are called, if they are called the same.
fn headline(directories: &[PathBuf]) -> String {
    let mut titles: Vec<String> = directories.iter().map(|directory| title(directory)).collect();
    titles.dedup();
    match titles.as_slice() {
        [title] => title.clone(),
        _ => format!("{} runs", directories.len()),
    }
}

/// The last part of each path, or all of it where two would be called the same.
fn names(directories: &[PathBuf]) -> Vec<String> {
    let last =
        |path: &PathBuf| path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let short: Vec<String> = directories.iter().map(last).collect();
    let name = |(path, short_name): (&PathBuf, &String)| {
        let clear = !short_name.is_empty() && short.iter().filter(|other| *other == short_name).count() == 1;
        if clear { short_name.clone() } else { path.display().to_string() }
    };
    directories.iter().zip(&short).map(name).collect()
}

fn count(number: Option<u64>) -> Option<f64> {
    number.map(|n| n as f64)
}

/// A line for each run, in its colour: beyond the number of colours, a dashed one.
fn line(chart: Chart, number: usize, name: &str, xs: &[f64], ys: &[f64]) -> Chart {
    let style = if number < palette::SERIES.len() { Style::Solid } else { Style::Dashed };
    chart.styled_series(name, xs, ys, style).color(palette::series(number))
}

fn chart(runs: &[Named], title: &str, unit: &str, get: Quantity) -> Chart {
    let empty = Chart::new(title).x_label("time [s]").y_label(unit);
    runs.iter().enumerate().fold(empty, |chart, (number, run)| {
        let times: Vec<f64> = run.rows.iter().map(|row| row.time).collect();
        let values: Vec<f64> = run.rows.iter().map(|row| get(row).unwrap_or(f64::NAN)).collect();
        line(chart, number, &run.name, &times, &values)
    })
}

/// Wall-clock time since the start.
fn spent(runs: &[Named]) -> Chart {
    let empty = Chart::new("Time spent").x_label("time [s]").y_label("wall time [s]").from_zero();
    runs.iter().enumerate().fold(empty, |chart, (number, run)| {
        let times: Vec<f64> = run.rows.iter().map(|row| row.time).collect();
        let mut sum = 0.0;
        let sums = run.rows.iter().map(|row| {
            sum += row.wall_s;
            sum
        });
        line(chart, number, &run.name, &times, &sums.collect::<Vec<_>>())
    })
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::sample;
    use super::*;
    use crate::output::test_directory::TestDirectory;

    #[test]
    fn runs_are_drawn_over_one_another_under_their_names() {
        let place = TestDirectory::new("plot-runs");
        let runs = ["one", "two"].map(|name| place.path().join(name));
        for (directory, steps) in runs.iter().zip([40, 80]) {
            std::fs::create_dir(directory).unwrap();
            sample(directory, steps);
        }
        let into = place.path().join("both");
        let written = plot_runs(&runs, &into).unwrap();
        assert_eq!(written.len(), 9);
        for file in written.iter().filter(|file| file.extension().is_some_and(|e| e == "svg")) {
            let text = std::fs::read_to_string(file).unwrap();
            assert!(text.contains(">one</text>") && text.contains(">two</text>"), "{}", file.display());
        }
        let energy = std::fs::read_to_string(into.join("energy.svg")).unwrap();
        assert!(["Total energy", "Kinetic energy", "Contact"].iter().all(|title| energy.contains(title)));
    }

    #[test]
    fn names_are_short_where_they_are_clear() {
        let paths = ["a/run", "b/run", "c/other"].map(PathBuf::from);
        assert_eq!(names(&paths), ["a/run", "b/run", "other"]);
    }

    #[test]
    fn a_run_that_is_none_is_named_and_nothing_is_written() {
        let place = TestDirectory::new("plot-runs-bad");
        let run = place.path().join("run");
        std::fs::create_dir(&run).unwrap();
        sample(&run, 3);
        let into = place.path().join("both");
        let message = plot_runs(&[run, place.path().join("gone")], &into).unwrap_err().to_string();
        assert!(message.contains("gone") && message.contains("does not exist"), "{message}");
        assert!(!into.exists());
    }
}
