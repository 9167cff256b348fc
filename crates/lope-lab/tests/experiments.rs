//! Every experiment's claims at the small size: each holds, or misses by no more than is listed.

use lope_lab::experiment::{self, Size, Task};
use lope_lab::{MISSES, Miss};

/// A test for each experiment, named after it, and one that none is missing.
macro_rules! experiments {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(&stringify!($name).replace('_', "-"));
        })*

        #[test]
        fn every_experiment_has_its_test() {
            let tested = [$(stringify!($name)),*].map(|name| name.replace('_', "-"));
            let all: Vec<&str> = experiment::all().iter().map(|e| e.name()).collect();
            assert_eq!(tested.as_slice(), all, "the list in this file and `experiment::all` differ");
        }
    };
}

experiments! {
    gast_stretch gast_pulse gast_random gast_point gast_map gast_torus gast_two_spheres gast_sphere gast_hole
    gast_squeeze gast_boxes gast_bowl
    dinev_spring dinev_cube dinev_cactus dinev_bar dinev_swing dinev_cloth dinev_nose dinev_hippo dinev_slide
    dinev_spheres dinev_tables
    ves_bounce ves_bar ves_character ves_bdf2 ves_jelly ves_bear ves_bunny ves_arm ves_marshmallow ves_beam
    ves_skull ves_xpbd ves_scaling
    appendix_c
    ppn_roll ppn_press ppn_press_sweep ppn_slingshot ppn_ablation ppn_quasistatic ppn_ratios ppn_sweep ppn_uturn ppn_jelly ppn_drop ppn_cloth ppn_tumbler
    ipc_laws ipc_gast energy_contact shell_laws rigid_laws
}

fn check(name: &str) {
    let experiment = experiment::find(name).expect("it is in the list of all");
    let out = std::env::temp_dir().join(format!("lope-{name}-{}", std::process::id()));
    let task = Task { size: Size::Smoke, out: &out, overrides: &[] };
    let report = experiment::reproduce(experiment, &task, &mut |_, _| {}).expect("it runs");
    assert!(out.join("reproduce.json").is_file());
    std::fs::remove_dir_all(&out).expect("the directory was made by this test");
    assert!(report.claims.iter().any(|claim| claim.held.is_some()), "{name} claims nothing");
    let surprises = report.surprises();
    assert!(surprises.is_empty(), "{} of its claims:\n{}", surprises.len(), surprises.join("\n"));
    let missing = MISSES.iter().any(|miss| miss.experiment == name && miss.size == Size::Smoke);
    assert_eq!(report.held(), !missing, "a run with a miss does not hold");
}

/// The rows of the table under the heading «Misses», cell by cell.
fn documented() -> Vec<Vec<String>> {
    let page = include_str!("../../../docs/experiments.md");
    let section = page.split("\n## Misses\n").nth(1).expect("the page has the heading");
    let section = section.split("\n##").next().unwrap_or_default();
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    section.lines().filter(|line| line.starts_with("| `")).map(cells).collect()
}

#[test]
fn the_page_lists_the_misses_of_the_code_with_their_numbers() {
    let row = |miss: &Miss| {
        let size = if miss.size == Size::Smoke { "smoke" } else { "full" };
        [format!("`{}`", miss.experiment), size.to_owned(), miss.claim.to_owned(), miss.at_worst.to_string()]
    };
    let listed: Vec<[String; 4]> = MISSES.iter().map(row).collect();
    let shown: Vec<[String; 4]> = documented()
        .iter()
        .map(|cells| {
            let cell = |number: usize| cells.get(number).cloned().unwrap_or_default();
            let at_worst =
                cell(4).split_whitespace().next().unwrap_or_default().trim_end_matches('×').to_owned();
            [cell(0), cell(1), cell(2), at_worst]
        })
        .collect();
    assert_eq!(listed, shown);
}
