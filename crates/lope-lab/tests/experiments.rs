//! Every experiment's claims hold at the small size.

use lope_lab::experiment::{self, Size};

fn claims_hold(name: &str) {
    let experiment = experiment::find(name).expect("an experiment of that name");
    let out = std::env::temp_dir().join(format!("lope-{name}-{}", std::process::id()));
    let report = experiment::reproduce(experiment, Size::Smoke, &out, &mut |_, _| {}).expect("it runs");
    assert!(out.join("reproduce.json").is_file());
    std::fs::remove_dir_all(&out).expect("the directory was made by this test");
    assert!(!report.claims.is_empty());
    for claim in &report.claims {
        assert!(
            claim.held,
            "{name}: {}: published {}, measured {}",
            claim.claim, claim.published, claim.measured
        );
    }
}

#[test]
fn gast_stretch() {
    claims_hold("gast-stretch");
}

#[test]
fn gast_pulse() {
    claims_hold("gast-pulse");
}

#[test]
fn gast_random() {
    claims_hold("gast-random");
}

#[test]
fn gast_point() {
    claims_hold("gast-point");
}

#[test]
fn gast_map() {
    claims_hold("gast-map");
}

/// An experiment that is listed and has no test above would go unchecked.
#[test]
fn every_experiment_is_tested() {
    let names: Vec<&str> = experiment::all().iter().map(|e| e.name()).collect();
    assert_eq!(names, ["gast-stretch", "gast-pulse", "gast-random", "gast-point", "gast-map"]);
}
