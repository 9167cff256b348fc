//! Every experiment's claims hold at the small size.

use lope_lab::experiment::{self, Size, Task};

/// One after the other: each uses all threads itself.
#[test]
fn claims_hold() {
    for experiment in experiment::all() {
        let name = experiment.name();
        let out = std::env::temp_dir().join(format!("lope-{name}-{}", std::process::id()));
        let task = Task { size: Size::Smoke, out: &out, overrides: &[] };
        let report = experiment::reproduce(*experiment, &task, &mut |_, _| {}).expect("it runs");
        assert!(out.join("reproduce.json").is_file());
        std::fs::remove_dir_all(&out).expect("the directory was made by this test");
        assert!(!report.claims.is_empty());
        for claim in &report.claims {
            let (published, measured) = (&claim.published, &claim.measured);
            assert!(!claim.failed(), "{name}: {}: published {published}, measured {measured}", claim.claim);
        }
    }
}
