//! Measured performance, as ratios.

use std::path::Path;

use serde::Serialize;

/// One measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Benchmark it belongs to.
    pub bench: String,
    /// What was measured.
    pub quantity: String,
    /// The number, with its unit.
    pub value: String,
    /// How it compares.
    pub ratio: String,
    /// With what.
    pub against: String,
}

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
        std::fs::write(path, json + "\n")
    }
}

/// Runs one benchmark, or all of them.
pub fn run(name: Option<&str>, _say: &mut dyn FnMut(&str)) -> Result<Report, String> {
    Err(format!("{}: no such benchmark", name.unwrap_or("all")))
}
