//! What becomes of a claim: held, missed as is known, or failed.

use lope_lab::experiment::Report;
use lope_lab::{Asked, Claim, MISSES, Verdict};

fn verdict(value: f64, asked: Asked, known_miss: Option<f64>) -> Verdict {
    Claim { known_miss, ..Claim::number("c", "47 %", (value, "%"), asked) }.verdict()
}

#[test]
fn a_known_miss_is_no_failure_until_it_is_worse() {
    let most = Asked::AtMost(47.0);
    assert_eq!(verdict(47.0, most, None), Verdict::Held);
    assert_eq!(verdict(47.1, most, None), Verdict::Failed);
    assert_eq!(verdict(53.0, most, Some(53.7)), Verdict::Miss);
    assert_eq!(verdict(53.8, most, Some(53.7)), Verdict::Failed);
    assert_eq!(verdict(f64::NAN, most, Some(53.7)), Verdict::Failed);
    assert_eq!(verdict(f64::INFINITY, most, Some(53.7)), Verdict::Failed);
    assert_eq!(verdict(40.0, most, Some(53.7)), Verdict::Held);
    let least = Asked::AtLeast(3.0);
    assert_eq!(verdict(2.0, least, Some(2.0)), Verdict::Miss);
    assert_eq!(verdict(1.0, least, Some(2.0)), Verdict::Failed);
    assert_eq!(verdict(3.0, least, Some(2.0)), Verdict::Held);
}

#[test]
fn what_is_not_judged_has_no_verdict() {
    let claim = Claim::number("c", "0.42 s", (0.6, "s"), Asked::AtMost(0.21)).judged(false);
    assert_eq!((claim.verdict(), claim.number), (Verdict::Beside, None));
}

#[test]
fn numbers_are_shown_to_three_digits() {
    let shown = |value, unit| Claim::number("c", "p", (value, unit), Asked::AtMost(0.0)).measured;
    let all =
        [(0.0, "0"), (53.71, "53.7"), (3.0, "3"), (1213.4, "1213"), (0.057, "0.057"), (1e-5, "1.00e-5")];
    for (value, text) in all {
        assert_eq!(shown(value, ""), text);
    }
    assert_eq!(shown(2.5, "×"), "2.5×");
    assert_eq!(shown(f64::INFINITY, "%"), "inf %");
}

/// A report on the experiment of the first listed miss, with that claim alone.
fn report(claims: Vec<Claim>) -> Report {
    Report {
        name: MISSES[0].experiment.into(),
        source: String::new(),
        size: MISSES[0].size,
        overrides: Vec::new(),
        version: String::new(),
        threads: 1,
        wall_s: 0.0,
        claims,
    }
}

#[test]
fn a_list_of_misses_that_is_not_true_is_told() {
    let miss = &MISSES[0];
    let others: Vec<Claim> = MISSES[1..]
        .iter()
        .filter(|other| (other.experiment, other.size) == (miss.experiment, miss.size))
        .map(|other| claim(other.claim, 1.5, Some(1.5)))
        .collect();
    let told = |claim: Option<Claim>| {
        let report = report(others.iter().cloned().chain(claim).collect());
        (report.surprises(), report.held())
    };
    let (as_listed, held) = told(Some(claim(miss.claim, 2.0, Some(2.0))));
    assert_eq!(
        (as_listed.as_slice(), held),
        ([].as_slice(), false),
        "a known miss is no surprise, and none that held"
    );
    for (wrong, word) in [
        (Some(claim(miss.claim, 2.1, Some(2.0))), "worse"),
        (Some(claim(miss.claim, 0.9, Some(2.0))), "holds"),
        (Some(claim(miss.claim, 2.0, None)), "failed"),
        (None, "not claimed"),
    ] {
        let (surprises, _) = told(wrong);
        assert!(surprises.len() == 1 && surprises[0].contains(word), "{word}: {surprises:?}");
    }
}

fn claim(name: &str, value: f64, known_miss: Option<f64>) -> Claim {
    Claim { known_miss, ..Claim::number(name, "1", (value, ""), Asked::AtMost(1.0)) }
}
