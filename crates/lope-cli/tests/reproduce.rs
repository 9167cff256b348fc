//! `lope reproduce`: its verdicts, and that it never exits with 0 if a claim did not hold.

mod place;

use place::Place;

#[test]
fn a_miss_is_called_one_and_is_no_success() {
    let place = Place::new("reproduce");
    let held = place.lope(&["reproduce", "ves-arm"]).with(0).out;
    for word in ["claim", "published", "asked", "measured", "verdict", "held"] {
        assert!(held.contains(word), "`{word}` is not in: {held}");
    }
    assert!(!held.contains("miss") && !held.contains("FAILED"), "{held}");

    let missed = place.lope(&["reproduce", "dinev-hippo", "-o", "hippo"]).with(1).out;
    assert!(missed.contains("at most 1 %") && missed.contains("miss (known)"), "{missed}");
    assert!(!missed.contains("FAILED"), "{missed}");
    let report = std::fs::read_to_string(place.path("hippo/reproduce.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let claims = report["claims"].as_array().expect("a list");
    let miss = claims.iter().find(|claim| claim["held"] == false).expect("one that did not hold");
    assert_eq!(miss["asked"]["at_most"], 1.0, "{miss}");
    assert!(
        miss["value"].as_f64() > Some(1.0) && miss["value"].as_f64() <= miss["known_miss"].as_f64(),
        "{miss}"
    );

    let short = ["reproduce", "ves-arm", "--set", "time.duration=0.05", "-o", "short"];
    let failed = place.lope(&short).with(1).out;
    assert!(failed.contains("FAILED"), "what is no known miss has failed: {failed}");
}
