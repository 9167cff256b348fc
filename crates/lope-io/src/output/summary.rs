//! `summary.json`: a run on one page, for people and for scripts.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{OutputError, Result, atomic};

/// Name of the summary in the directory of a run.
pub const FILE_NAME: &str = "summary.json";

/// What a run was and what it took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Version of lope that ran it.
    pub version: String,
    /// Title of the scene.
    pub title: String,
    /// Bodies of the scene.
    pub bodies: usize,
    /// Vertices of all bodies.
    pub vertices: usize,
    /// Elements of all bodies.
    pub elements: usize,
    /// Coordinates that are free to move.
    pub unknowns: usize,
    /// Steps computed.
    pub steps: u64,
    /// Steps that failed.
    pub failures: u64,
    /// Elements that are inverted at the end.
    #[serde(default)]
    pub inverted: u64,
    /// Simulated time, s.
    pub time: f64,
    /// Wall-clock time of the run, s.
    pub wall_s: f64,
    /// Where that time went.
    pub phases: Vec<Phase>,
    /// Threads used.
    pub threads: usize,
    /// Energies at the end.
    pub energies: Energies,
}

/// A part of the work and its wall-clock time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// Name of the phase.
    pub name: String,
    /// Wall-clock time, s.
    pub seconds: f64,
}

/// Energies in joules; null where one does not apply or is not a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Energies {
    /// Kinetic.
    pub kinetic: Option<f64>,
    /// Elastic.
    pub elastic: Option<f64>,
    /// Of weight.
    pub gravity: Option<f64>,
    /// Of penalties and barriers.
    pub contact: Option<f64>,
    /// Of loads.
    #[serde(default)]
    pub load: Option<f64>,
    /// Sum of them.
    pub total: Option<f64>,
}

impl Summary {
    /// Writes `summary.json` in `directory`.
    pub fn save(&self, directory: &Path) -> Result<()> {
        let path = directory.join(FILE_NAME);
        let json = serde_json::to_string_pretty(self)
            .map_err(|e| OutputError::shape(format!("the summary does not fit JSON: {e}")))?;
        atomic::write(&path, (json + "\n").as_bytes())
    }

    /// Reads `summary.json` from `directory`.
    pub fn load(directory: &Path) -> Result<Self> {
        let path = directory.join(FILE_NAME);
        serde_json::from_slice(&atomic::read(&path)?)
            .map_err(|e| OutputError::content(&path, format!("does not read: {e}"), "run the scene again"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_directory::TestDirectory;
    use super::*;

    #[test]
    fn reads_back_and_names_a_damaged_file() {
        let dir = TestDirectory::new("summary");
        let summary = Summary {
            title: "Stretched \"cube\"".into(),
            steps: 72,
            phases: vec![Phase { name: "linear".into(), seconds: 0.1 + 0.2 }],
            energies: Energies { kinetic: Some(1.0 / 3.0), ..Energies::default() },
            ..Summary::default()
        };
        summary.save(dir.path()).unwrap();
        assert_eq!(Summary::load(dir.path()).unwrap(), summary);
        std::fs::write(dir.path().join(FILE_NAME), "{").unwrap();
        let message = Summary::load(dir.path()).unwrap_err().to_string();
        assert!(message.contains("summary.json"), "{message}");
    }

    #[test]
    fn an_energy_that_is_not_a_number_still_reads() {
        let dir = TestDirectory::new("summary-nan");
        let energies = Energies { total: Some(f64::NAN), ..Energies::default() };
        Summary { energies, ..Summary::default() }.save(dir.path()).unwrap();
        assert_eq!(Summary::load(dir.path()).unwrap().energies.total, None);
    }
}
