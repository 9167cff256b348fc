//! The law of scenes: every scene that comes with lope runs and shows what its `[expect]` table says.

mod fixture;

use std::path::Path;

use fixture::Directory;
use lope::observe::Nobody;
use lope::scene::builtin::{self, SCENES};
use lope::scene::model::Cells;
use lope::scene::schedule::Schedule;
use lope_io::Loaded;
use lope_io::run::{End, Finished, Run, RunDirectory};

/// Elements times steps that a test may take: some seconds.
const BUDGET: u64 = 400_000;

fn run(loaded: &Loaded, at_most: u64, path: &Path) -> Finished {
    let directory = RunDirectory::prepare(path).expect("a directory");
    let built = loaded.build().expect("a scene that builds");
    let schedule = Schedule::new(&loaded.scene.time).at_most(at_most);
    let resolved = loaded.resolved_toml(path).expect("a scene that can be written");
    let run = Run::start(&loaded.scene, built, schedule, directory, &resolved).expect("a run");
    run.finish(&mut Nobody).expect("a run without trouble on the disk")
}

fn elements(loaded: &Loaded) -> u64 {
    loaded
        .build()
        .expect("a scene that builds")
        .world
        .bodies()
        .iter()
        .map(|body| body.elements() as u64)
        .sum()
}

/// The scene, with meshes as coarse as the budget needs.
fn affordable(scene: &builtin::Builtin) -> Loaded {
    let mut loaded = Loaded::builtin(scene, &[]).expect("a scene that loads");
    let steps = Schedule::new(&loaded.scene.time).steps;
    while elements(&loaded) * steps > BUDGET {
        let mut coarser = false;
        for cells in loaded.scene.body.iter_mut().filter_map(|body| body.mesh.cells.as_mut()) {
            let Cells(counts) = cells;
            for count in counts {
                coarser |= *count > 3;
                *count = (*count * 2 / 3).max(2);
            }
        }
        assert!(coarser, "{}: {steps} steps are too many for a test", scene.name);
    }
    loaded
}

#[test]
fn every_scene_meets_its_expectations() {
    let place = Directory::new("scenes");
    for scene in SCENES {
        let loaded = affordable(scene);
        let finished = run(&loaded, u64::MAX, &place.join(scene.name));
        assert_eq!(finished.end, End::Done, "{}", scene.name);
        let verdicts = loaded.scene.expect.judge(&finished.evidence);
        assert!(!verdicts.is_empty(), "{} expects nothing", scene.name);
        for verdict in verdicts {
            assert!(verdict.held, "{}: {verdict:?}", scene.name);
        }
        let plots = lope_io::plot::plot_run(&place.join(scene.name), None).expect("plots");
        assert!(plots.iter().all(|path| path.is_file()) && !plots.is_empty(), "{}: {plots:?}", scene.name);
    }
}

#[test]
fn every_scene_starts_at_its_full_size() {
    let place = Directory::new("scenes-start");
    for scene in SCENES {
        let loaded = Loaded::builtin(scene, &[]).expect("a scene that loads");
        let finished = run(&loaded, 2, &place.join(scene.name));
        assert_eq!((finished.end, finished.summary.steps), (End::Done, 2), "{}", scene.name);
        assert!(finished.evidence.all_converged, "{}", scene.name);
        assert_eq!(finished.summary.elements as u64, elements(&loaded));
    }
}

#[test]
fn there_is_a_default_scene() {
    assert!(builtin::find(builtin::DEFAULT).is_some());
}
