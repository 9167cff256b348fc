//! The papers' experiments, each with its claims.

mod apart;
mod appendix_c;
mod contest;
mod course;
mod crash;
mod crossing;
mod dinev_cactus;
mod dinev_contact;
mod dinev_cube;
mod dinev_motion;
mod dinev_spring;
mod dinev_tables;
mod energy_contact;
mod film;
mod gast_crowd;
mod gast_map;
mod gast_recovery;
mod gast_ring;
mod gast_sphere;
mod gast_stretch;
mod heat;
mod ipc_gast;
mod ipc_laws;
mod ipc_shapes;
mod ppn_ablation;
mod ppn_cloth;
mod ppn_press;
mod ppn_press_sweep;
mod ppn_quasistatic;
mod ppn_race;
mod ppn_ratios;
mod ppn_roll;
mod ppn_slingshot;
mod ppn_sweep;
mod ppn_tumbler;
mod rigid_exact;
mod rigid_laws;
mod scene_run;
mod shell_laws;
mod ves;
mod ves_contact;
mod ves_motion;
mod ves_scaling;
mod ves_shape;

use std::fs;
use std::path::Path;
use std::time::Instant;

use lope_io::output::atomic;
use lope_io::plot::Image;
use serde::Serialize;

use crate::{Claim, MISSES, Miss, Verdict};

/// How large to run an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Seconds: the same phenomenon, small.
    Smoke,
    /// As published.
    Full,
}

/// What an experiment may report while it runs: a fraction of the whole and what it is doing.
pub type Progress<'a> = dyn FnMut(f64, &str) + 'a;

/// Why an experiment could not be run at all (as opposed to a claim that did not hold).
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A scene of the experiment was refused.
    #[error("{0}")]
    Scene(String),
    /// A file could not be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// Asked to stop from outside.
    #[error("interrupted")]
    Interrupted,
}

/// What is asked of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// How large to run it.
    pub size: Size,
    /// Where pictures and tables go.
    pub out: &'a Path,
    /// Changes to its scenes, as `KEY=VALUE`, that come after its own.
    pub overrides: &'a [String],
}

impl Task<'_> {
    /// Writes a file beside the others.
    fn write(&self, name: &str, text: &str) -> Result<(), ExperimentError> {
        let path = self.out.join(name);
        atomic::replace(&path, &[text.as_bytes()], false)
            .map_err(|source| ExperimentError::Write { path: path.display().to_string(), source })
    }

    /// Saves a picture beside the files.
    fn draw(&self, name: &str, image: &Image) -> Result<(), ExperimentError> {
        image.save_png(&self.out.join(name)).map_err(|e| ExperimentError::Scene(e.to_string()))
    }
}

/// A published experiment.
pub trait Experiment: Sync {
    /// Name to type.
    fn name(&self) -> &'static str;

    /// Paper and figure.
    fn source(&self) -> &'static str;

    /// One line on what it shows.
    fn summary(&self) -> &'static str;

    /// Runs it, writing pictures and tables as the task says.
    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError>;
}

/// Every experiment, in the order of the papers.
pub fn all() -> &'static [&'static dyn Experiment] {
    &[
        &gast_stretch::STRETCH,
        &gast_stretch::PULSE,
        &gast_recovery::RANDOM,
        &gast_recovery::POINT,
        &gast_map::GastMap,
        &gast_ring::TORUS,
        &gast_sphere::TWO,
        &gast_sphere::SPHERE,
        &gast_ring::HOLE,
        &gast_crowd::SQUEEZE,
        &gast_crowd::BOXES,
        &gast_crowd::BOWL,
        &dinev_spring::Spring,
        &dinev_cube::Cube,
        &dinev_cactus::Cactus,
        &dinev_motion::BAR,
        &dinev_motion::SWING,
        &dinev_motion::CLOTH,
        &dinev_motion::NOSE,
        &dinev_contact::HIPPO,
        &dinev_contact::SLIDE,
        &dinev_contact::SPHERES,
        &dinev_tables::Tables,
        &ves_contact::BOUNCE,
        &ves_motion::BAR,
        &ves_motion::CHARACTER,
        &ves_motion::BDF2,
        &ves_motion::JELLY,
        &ves_shape::BEAR,
        &ves_contact::BUNNY,
        &ves_shape::ARM,
        &ves_contact::MARSHMALLOW,
        &ves_shape::BEAM,
        &ves_contact::SKULL,
        &ves_contact::XPBD,
        &ves_scaling::Scaling,
        &appendix_c::AppendixC,
        &ppn_roll::Roll,
        &ppn_press::Press,
        &ppn_press_sweep::Sweep,
        &ppn_slingshot::Slingshot,
        &ppn_ablation::Ablation,
        &ppn_quasistatic::Quasistatic,
        &ppn_ratios::Ratios,
        &ppn_sweep::Sweep,
        &ppn_race::UTURN,
        &ppn_race::JELLY,
        &ppn_race::DROP,
        &ppn_cloth::Cloth,
        &ppn_tumbler::Tumbler,
        &ipc_laws::Laws,
        &ipc_gast::Frames,
        &energy_contact::EnergyContact,
        &shell_laws::Laws,
        &rigid_laws::Laws,
    ]
}

/// The experiment of that name.
pub fn find(name: &str) -> Option<&'static dyn Experiment> {
    all().iter().copied().find(|e| e.name() == name)
}

/// What `reproduce.json` holds.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the experiment.
    pub name: String,
    /// Paper and figure.
    pub source: String,
    /// How large it was run.
    pub size: Size,
    /// Changes to its scenes.
    pub overrides: Vec<String>,
    /// Version of lope.
    pub version: String,
    /// Threads used.
    pub threads: usize,
    /// Wall-clock time, s.
    pub wall_s: f64,
    /// Claims with their verdicts.
    pub claims: Vec<Claim>,
}

impl Report {
    /// Whether every claim held; a known miss did not.
    pub fn held(&self) -> bool {
        self.claims.iter().all(|claim| claim.held != Some(false))
    }

    /// What is not as [`MISSES`] has it, a line each: claims that failed, misses that hold, and misses of nothing.
    pub fn surprises(&self) -> Vec<String> {
        let said = |claim: &Claim, what: String| {
            let Claim { claim, published, measured, .. } = claim;
            format!("{}: {claim}: {what}: published {published}, measured {measured}", self.name)
        };
        let claims = self.claims.iter().filter_map(|claim| match (claim.verdict(), claim.known_miss) {
            (Verdict::Failed, None) => Some(said(claim, "failed".into())),
            (Verdict::Failed, Some(at)) => Some(said(claim, format!("worse than the known miss of {at}"))),
            (Verdict::Held | Verdict::Beside, Some(at)) => {
                Some(said(claim, format!("holds, though listed as a miss of {at}")))
            }
            _ => None,
        });
        let unknown = known(&self.name, self.size)
            .filter(|miss| self.claims.iter().all(|claim| claim.claim != miss.claim))
            .map(|miss| format!("{}: {}: listed as a miss, but not claimed", self.name, miss.claim));
        claims.chain(unknown).collect()
    }
}

/// The known misses of an experiment at a size.
fn known(experiment: &str, size: Size) -> impl Iterator<Item = &'static Miss> {
    MISSES.iter().filter(move |miss| miss.experiment == experiment && miss.size == size)
}

/// Runs an experiment and writes `reproduce.json` beside its files.
pub fn reproduce(
    experiment: &dyn Experiment,
    task: &Task<'_>,
    progress: &mut Progress<'_>,
) -> Result<Report, ExperimentError> {
    lope_io::clock::set();
    let out = task.out;
    let clock = Instant::now();
    let write = |path: &Path, source| ExperimentError::Write { path: path.display().to_string(), source };
    fs::create_dir_all(out).map_err(|e| write(out, e))?;
    let mut claims = experiment.run(task, progress)?;
    for miss in known(experiment.name(), task.size) {
        let missing = claims.iter_mut().filter(|claim| claim.claim == miss.claim);
        missing.for_each(|claim| claim.known_miss = Some(miss.at_worst));
    }
    let report = Report {
        name: experiment.name().into(),
        source: experiment.source().into(),
        size: task.size,
        overrides: task.overrides.to_vec(),
        version: env!("CARGO_PKG_VERSION").into(),
        threads: rayon::current_num_threads(),
        wall_s: clock.elapsed().as_secs_f64(),
        claims,
    };
    let path = out.join("reproduce.json");
    let json = serde_json::to_string_pretty(&report).map_err(|e| write(&path, e.into()))?;
    atomic::replace(&path, &[json.as_bytes(), b"\n"], true).map_err(|e| write(&path, e))?;
    Ok(report)
}
