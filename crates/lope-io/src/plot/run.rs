//! The plots of a run, from its table of steps.

use std::path::{Path, PathBuf};

use super::{Chart, Figure, Style};
use crate::output::probes::{self, Group, Probes};
use crate::output::stats::{self, StatsRow};
use crate::output::summary::Summary;
use crate::output::{OutputError, Result, atomic};

/// Directory of the plots in the directory of a run.
pub const DIRECTORY: &str = "plots";

/// Draws the run in `directory`: energies, momenta, the solver's work and its time, each as SVG and PNG, and all of
/// them on one page. They go into its `plots`, or into another directory. Returns the files written.
pub fn plot_run(directory: &Path, into: Option<&Path>) -> Result<Vec<PathBuf>> {
    let rows = read_run(directory)?;
    let [energy, linear, angular, solver, inner, time] = charts(&rows);
    let mut pages = vec![
        ("energy", vec![energy.clone()]),
        ("momentum", vec![linear.clone(), angular.clone()]),
        ("solver", vec![solver.clone(), inner.clone()]),
        ("time", vec![time.clone()]),
    ];
    let measured = probes::read(directory)?.map(|table| probe_charts(&table)).unwrap_or_default();
    if !measured.is_empty() {
        pages.push(("probes", measured));
    }
    let overview = [energy, time, linear, angular, solver, inner];
    let into = into.map_or_else(|| directory.join(DIRECTORY), Path::to_path_buf);
    write_pages(&into, &pages, overview.into(), title(directory))
}

/// Title of the scene. It is a courtesy: a run still going has no summary yet.
pub(super) fn title(directory: &Path) -> String {
    Summary::load(directory).map_or_else(|_| String::new(), |summary| summary.title)
}

/// Writes each page as SVG and PNG, and the overview as PNG. Returns the files.
pub(super) fn write_pages(
    directory: &Path,
    pages: &[(&str, Vec<Chart>)],
    overview: Vec<Chart>,
    title: String,
) -> Result<Vec<PathBuf>> {
    atomic::create_directory(directory)?;
    let mut written = Vec::new();
    let mut write = |name: String, bytes: &[u8]| {
        let path = directory.join(name);
        atomic::write_parts(&path, &[bytes], false)?;
        written.push(path);
        Ok(())
    };
    for (name, charts) in pages {
        let columns = if charts.len() > 2 { 2 } else { 1 };
        let page = charts.iter().cloned().fold(Figure::new().columns(columns), Figure::chart);
        write(format!("{name}.svg"), page.to_svg().as_bytes())?;
        write(format!("{name}.png"), &page.to_png()?)?;
    }
    let page = overview
        .into_iter()
        // Smaller cells, so that the words stay readable when the page is shown small.
        .map(|chart| chart.size(480.0, 300.0))
        .fold(Figure::new().title(title).columns(2), Figure::chart);
    write("overview.png".into(), &page.to_png()?)?;
    Ok(written)
}

/// The rows of a run, or why there are none.
pub(super) fn read_run(directory: &Path) -> Result<Vec<StatsRow>> {
    const REMEDY: &str = "name the directory that `lope run -o DIR` wrote";
    if !directory.exists() {
        return Err(OutputError::content(directory, "does not exist", REMEDY));
    }
    if !directory.is_dir() {
        return Err(OutputError::content(directory, "is a file, not the directory of a run", REMEDY));
    }
    if !directory.join(stats::FILE_NAME).exists() {
        return Err(OutputError::content(directory, "is not a run: it has no stats.csv", REMEDY));
    }
    let rows = stats::read(directory)?;
    if rows.is_empty() {
        let path = directory.join(stats::FILE_NAME);
        return Err(OutputError::content(&path, "has no steps yet", "wait until the run has made some"));
    }
    Ok(rows)
}

/// A chart for every quantity of every probe.
fn probe_charts(table: &Probes) -> Vec<Chart> {
    let times: Vec<f64> = table.rows.iter().map(|(_, time, _)| *time).collect();
    let charts = probes::groups(&table.columns).into_iter().map(|Group { title, unit, curves }| {
        let chart = Chart::new(title).x_label("time [s]").y_label(format!("[{unit}]"));
        curves.into_iter().fold(chart, |chart, (place, called)| {
            let values: Vec<f64> = table.rows.iter().map(|(.., values)| values[place]).collect();
            chart.series(called, &times, &values)
        })
    });
    charts.collect()
}

/// Energy, momentum, angular momentum, iterations, inner iterations, wall time.
fn charts(rows: &[StatsRow]) -> [Chart; 6] {
    let times: Vec<f64> = rows.iter().map(|r| r.time).collect();
    let steps: Vec<f64> = rows.iter().map(|r| r.step as f64).collect();
    let over_time = |title: &str, unit: &str| Chart::new(title).x_label("time [s]").y_label(unit);
    let per_step = |title: &str, unit: &str| Chart::new(title).x_label("step").y_label(unit).from_zero();
    let values = |get: &dyn Fn(&StatsRow) -> Option<f64>| -> Vec<f64> {
        rows.iter().map(|r| get(r).unwrap_or(f64::NAN)).collect()
    };
    // A column without values, or of zeros for something the scene has not, is no line.
    let add = |chart: Chart, name: &str, xs: &[f64], ys: Vec<f64>, style: Style| {
        if ys.iter().all(|y| y.is_nan()) { chart } else { chart.styled_series(name, xs, &ys, style) }
    };
    let line = |chart, name: &str, get: &dyn Fn(&StatsRow) -> Option<f64>| {
        add(chart, name, &times, values(get), Style::Solid)
    };
    let count = |chart, name: &str, get: &dyn Fn(&StatsRow) -> Option<u64>| {
        add(chart, name, &steps, values(&|r| get(r).map(|n| n as f64)), Style::Solid)
    };

    let energy = over_time("Energy", "energy [J]");
    let energy = line(energy, "kinetic", &|r| r.kinetic);
    let energy = line(energy, "elastic", &|r| r.elastic);
    let energy = line(energy, "gravity", &|r| r.gravity);
    let energy = line(energy, "contact", &|r| r.contact);
    let loaded = rows.iter().any(|row| row.load.is_some_and(|load| load != 0.0));
    let energy = if loaded { line(energy, "load", &|r| r.load) } else { energy };
    let energy =
        add(energy, "total", &times, values(&|r| r.total), Style::Solid).color(super::palette::SERIES[6]);
    let energy = add(energy, "target", &times, values(&|r| r.target), Style::Dashed);

    let linear = over_time("Momentum", "momentum [kg m/s]");
    let linear = line(line(line(linear, "x", &|r| r.px), "y", &|r| r.py), "z", &|r| r.pz);
    let angular = over_time("Angular momentum", "angular momentum [kg m²/s]");
    let angular = line(line(line(angular, "x", &|r| r.lx), "y", &|r| r.ly), "z", &|r| r.lz);

    let solver = per_step("Work a step", "count");
    let solver = count(count(solver, "iterations", &|r| r.iterations), "linear solves", &|r| r.linear_solves);
    let inner = count(per_step("Iterations of the linear solver", "count"), "", &|r| r.linear_iterations);

    let slowest = rows.iter().fold(0.0_f64, |m, r| m.max(r.wall_s));
    let (unit, label) = if slowest < 1.0 { (1e3, "wall time [ms]") } else { (1.0, "wall time [s]") };
    let wall: Vec<f64> = rows.iter().map(|r| r.wall_s * unit).collect();
    let time = per_step("Time a step", label).series("", &steps, &wall);
    [energy, linear, angular, solver, inner, time]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::output::stats::StatsWriter;
    use crate::output::test_directory::TestDirectory;

    /// A bouncing, slowly tiring body.
    pub(in crate::plot) fn sample(directory: &Path, steps: u64) {
        let mut writer = StatsWriter::create(directory).unwrap();
        for step in 1..=steps {
            let t = step as f64 / 24.0;
            let (swing, decay) = ((4.0 * t).sin(), (-0.3 * t).exp());
            let kinetic = 900.0 * decay * (1.0 - swing * swing);
            let elastic = 900.0 * decay * swing * swing * 0.6;
            let gravity = 1500.0 + 900.0 * decay * swing * swing * 0.4;
            let row = StatsRow {
                step,
                time: t,
                wall_s: 0.021 + 0.008 * (7.0 * t).sin().abs(),
                outcome: "converged".into(),
                iterations: Some(4 + (6.0 * swing.abs()) as u64),
                linear_solves: Some(4 + (7.0 * swing.abs()) as u64),
                linear_iterations: Some(300 + (400.0 * swing.abs()) as u64),
                kinetic: Some(kinetic),
                elastic: Some(elastic),
                gravity: Some(gravity),
                contact: Some(40.0 * decay * swing.max(0.0)),
                total: Some(kinetic + elastic + gravity),
                target: (step > 20).then_some(2300.0),
                px: Some(1e-13 * (31.0 * t).sin()),
                py: Some(-1200.0 * decay * (4.0 * t).cos()),
                pz: Some(0.0),
                lx: Some(2e-7 * swing),
                ly: Some(1e-7 * decay),
                lz: Some(-3e-7 * decay * swing),
                ..StatsRow::default()
            };
            writer.append(&row).unwrap();
        }
        let summary = Summary { title: "Stretched cube".into(), ..Summary::default() };
        summary.save(directory).unwrap();
    }

    #[test]
    fn a_run_gets_its_plots() {
        let dir = TestDirectory::new("plot-run");
        sample(dir.path(), 240);
        let written = plot_run(dir.path(), None).unwrap();
        let names: Vec<_> = written.iter().map(|p| p.file_name().unwrap().to_str().unwrap()).collect();
        let expected = ["energy", "momentum", "solver", "time"]
            .map(|page| [format!("{page}.svg"), format!("{page}.png")]);
        assert_eq!(names[..8], *expected.as_flattened());
        assert_eq!(names[8], "overview.png");
        let energy = std::fs::read_to_string(&written[0]).unwrap();
        for name in ["kinetic", "elastic", "gravity", "contact", "total", "target"] {
            assert!(energy.contains(&format!(">{name}</text>")), "{name}");
        }
        let first: Vec<_> = written.iter().map(|p| std::fs::read(p).unwrap()).collect();
        plot_run(dir.path(), None).unwrap();
        let again: Vec<_> = written.iter().map(|p| std::fs::read(p).unwrap()).collect();
        assert!(first == again, "the same table gave other plots");
    }

    #[test]
    fn what_is_not_a_run_is_named() {
        let dir = TestDirectory::new("plot-not-a-run");
        let says = |path: &Path, words: &str| {
            let message = plot_run(path, None).unwrap_err().to_string();
            assert!(message.contains(words) && message.contains(path.to_str().unwrap()), "{message}");
        };
        says(&dir.path().join("absent"), "does not exist");
        says(dir.path(), "no stats.csv");
        let file = dir.path().join("file");
        std::fs::write(&file, "").unwrap();
        says(&file, "is a file");
        StatsWriter::create(dir.path()).unwrap();
        says(dir.path(), "no steps yet");
        assert!(!dir.path().join(DIRECTORY).exists(), "a refusal writes nothing");
    }
}
