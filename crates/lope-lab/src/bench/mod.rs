//! Measured performance, as ratios.
//!
//! Seconds say little about a program and much about a machine, so every goal is a ratio: against the memory
//! bandwidth and the arithmetic peak of the same machine in the same run, against a plain version of the same
//! thing, or against itself with fewer threads or a smaller problem.

mod admm;
mod bars;
mod clock;
mod contact;
mod cube;
mod element;
mod local_global;
mod machine;
mod matrix;
mod memory;
mod mesh_io;
mod mesher;
mod methods;
mod newton;
mod plain;
mod render;
mod row;
mod threads;
mod timed;
mod view;
mod winding;

use std::path::Path;

use lope_io::output::atomic;
use serde::Serialize;

use machine::Machine;
pub use row::{Goal, Row};

/// What `bench.json` holds.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of lope.
    pub version: String,
    /// Threads used.
    pub threads: usize,
    /// The measurements.
    pub rows: Vec<Row>,
}

impl Report {
    /// Writes the report as JSON.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let json = serde_json::to_string_pretty(self)?;
        atomic::replace(path, &[json.as_bytes(), b"\n"], true)
    }
}

/// A benchmark that can be asked for by name.
pub struct Benchmark {
    /// Name to type.
    pub name: &'static str,
    /// One line on what it measures.
    pub summary: &'static str,
    measure: fn(&mut Session<'_>) -> Result<(), String>,
}

/// Every benchmark, in the order they run.
pub const ALL: &[Benchmark] = &[
    Benchmark {
        name: "machine",
        summary: "read bandwidth and arithmetic peak: the base of the ratios, part of every run",
        measure: |_| Ok(()),
    },
    Benchmark {
        name: "matrix",
        summary: "product of the block matrix and a vector, against bandwidth and faer",
        measure: matrix::measure,
    },
    Benchmark {
        name: "element",
        summary: "fixed-corotated tetrahedra, against a plain nalgebra version",
        measure: element::measure,
    },
    Benchmark {
        name: "threads",
        summary: "element kernels and assembly, two threads against one",
        measure: threads::measure,
    },
    Benchmark {
        name: "newton",
        summary: "one Newton iteration by phase, 824k unknowns against 108k",
        measure: newton::measure,
    },
    Benchmark {
        name: "bars",
        summary: "the projecting methods by phase, and seconds a step against the published ones",
        measure: bars::measure,
    },
    Benchmark {
        name: "methods",
        summary: "the default method against those chosen by hand, on scenes of every kind",
        measure: methods::measure,
    },
    Benchmark {
        name: "contact",
        summary: "scenes with barriers, seconds a step against the published ones",
        measure: contact::measure,
    },
    Benchmark {
        name: "local-global",
        summary: "steps of a fixed number of iterations against the published ones; triangular solves against bandwidth and faer",
        measure: local_global::measure,
    },
    Benchmark {
        name: "admm",
        summary: "local steps against a plain nalgebra version; whole steps against progressive at the same residual",
        measure: admm::measure,
    },
    Benchmark {
        name: "mesh-io",
        summary: "reading files of a million tetrahedra, against reading their bytes",
        measure: mesh_io::measure,
    },
    Benchmark {
        name: "winding",
        summary: "winding numbers by a tree, against the sum over all triangles; distances; self-intersections",
        measure: winding::measure,
    },
    Benchmark {
        name: "mesher",
        summary: "tetrahedra a second for a ball and the zoo, with their angles",
        measure: mesher::measure,
    },
    Benchmark {
        name: "view",
        summary: "the viewer with 50 sockets, half of which never read, against one page",
        measure: view::measure,
    },
    Benchmark {
        name: "render",
        summary: "a picture of 1280 × 720 pixels of 20,000 triangles, against 0.3 s",
        measure: render::measure,
    },
];

/// What a benchmark measures with and reports to.
struct Session<'a> {
    machine: Machine,
    rows: Vec<Row>,
    say: &'a mut dyn FnMut(&str),
}

/// Runs one benchmark, or all of them. An error lists the names there are.
pub fn run(name: Option<&str>, say: &mut dyn FnMut(&str)) -> Result<Report, String> {
    let chosen: Vec<&Benchmark> = ALL.iter().filter(|b| name.is_none_or(|name| name == b.name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = ALL.iter().map(|b| b.name).collect();
        return Err(format!(
            "{}: no such benchmark; there are {}",
            name.unwrap_or_default(),
            names.join(", ")
        ));
    }
    lope_io::clock::set();
    let threads = rayon::current_num_threads();
    say("machine: read bandwidth and arithmetic peak");
    let machine = Machine::measure(threads)?;
    let mut session = Session { machine, rows: machine.rows(), say };
    for benchmark in chosen {
        (benchmark.measure)(&mut session)?;
    }
    Ok(Report { version: env!("CARGO_PKG_VERSION").into(), threads, rows: session.rows })
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_unknown_name_is_refused_with_the_names_there_are() {
        let error = super::run(Some("matricks"), &mut |_| {}).unwrap_err();
        for benchmark in super::ALL {
            assert!(error.contains(benchmark.name), "{error}");
        }
    }
}
