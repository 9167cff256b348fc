//! The nearest right name for a wrong one: what is meant by it elsewhere, or else by edit distance.

/// Names that people bring along, and what they are called here; the first that is known counts.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("cube", &["box"]),
    ("cuboid", &["box"]),
    ("block", &["box"]),
    ("brick", &["box"]),
    ("ball", &["sphere"]),
    ("sphere", &["ball"]),
    ("donut", &["torus"]),
    ("doughnut", &["torus"]),
    ("ring", &["torus"]),
    ("tube", &["cylinder", "capsule"]),
    ("rod", &["cylinder", "rope"]),
    ("pill", &["capsule"]),
    ("egg", &["ellipsoid"]),
    ("rect", &["rectangle"]),
    ("square", &["rectangle"]),
    ("cloth", &["sheet"]),
    ("grid", &["sheet"]),
    ("string", &["rope"]),
    ("floor", &["plane"]),
    ("ground", &["plane"]),
    ("halfspace", &["plane"]),
    ("rabbit", &["bunny"]),
    ("e", &["young"]),
    ("nu", &["poisson"]),
    ("rho", &["density"]),
    ("dt", &["step"]),
    ("implicit-euler", &["backward-euler"]),
    ("bfgs", &["lbfgs"]),
    ("fcr", &["fixed-corotated"]),
    ("ecoflex", &["silicone-ecoflex-30"]),
    ("ecoflex-00-30", &["silicone-ecoflex-30"]),
    ("dragon-skin", &["silicone-dragon-skin-30"]),
    ("silicone", &["silicone-ecoflex-30"]),
    ("sylgard-184", &["pdms-sylgard-184"]),
    ("ninjaflex", &["tpu-85a"]),
    ("jelly", &["gelatin-10"]),
    ("jello", &["gelatin-10"]),
    ("gelatine", &["gelatin-10"]),
    ("wood", &["wood-spruce"]),
    ("brain", &["brain-grey"]),
    ("iron", &["steel"]),
    ("pmma", &["acrylic"]),
];

/// The candidate that `wrong` stands for, or the one most like it, if one is like it at all: at most a third of its
/// letters (and at least two edits) away, or one beginning with the other.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let known = |name: &&str| candidates.iter().find(|candidate| *candidate == name).copied();
    let meant =
        SYNONYMS.iter().find(|(said, _)| *said == lower).and_then(|(_, names)| names.iter().find_map(known));
    if meant.is_some() {
        return meant;
    }
    let length = lower.chars().count();
    let most = (length / 3).max(2);
    let mut best: Option<(usize, &str)> = None;
    for name in candidates {
        let begins = length > 2 && (name.starts_with(&lower) || lower.starts_with(name));
        let own = name.chars().count();
        // So many letters are too many or missing at least: no need to count, however long the wrong name is.
        let apart = length.abs_diff(own);
        let edits = if apart > most { apart } else { distance(&lower, name) };
        let like = begins || (edits <= most && edits < own.max(2));
        if like && best.is_none_or(|(fewest, _)| edits < fewest) {
            best = Some((edits, name));
        }
    }
    best.map(|(_, name)| name)
}

/// «; did you mean "x"? (known: a, b, x)»: the tail of every message about a name that does not exist.
pub fn hint(wrong: &str, known: &[&str]) -> String {
    let list = known.join(", ");
    match nearest(wrong, known.iter().copied()) {
        Some(name) => format!("; did you mean \"{name}\"? (known: {list})"),
        None if known.is_empty() => String::new(),
        None => format!("; known: {list}"),
    }
}

/// Edits (insert, delete, replace, swap neighbours) from `a` to `b`: the optimal string alignment distance.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!(distance("metod", "method"), 1);
        assert_eq!(distance("yuong", "young"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn only_likely_names_are_offered() {
        let known = ["method", "linear", "tolerance"];
        assert_eq!(nearest("metod", known), Some("method"));
        assert_eq!(nearest("Method", known), Some("method"));
        assert_eq!(nearest("tol", known), Some("tolerance"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("xy", ["t", "mu"]), None);
    }

    #[test]
    fn a_cube_is_a_box_and_not_a_cone() {
        let shapes = ["box", "sphere", "torus", "cone", "cylinder"];
        for (said, meant) in [("cube", "box"), ("Cuboid", "box"), ("ball", "sphere"), ("donut", "torus")] {
            assert_eq!(nearest(said, shapes), Some(meant));
        }
        assert_eq!(nearest("cube", ["cone", "plane"]), Some("cone"), "what is not known is not offered");
        assert_eq!(nearest("sphere", ["plane", "ball"]), Some("ball"));
    }

    #[test]
    fn a_megabyte_of_a_wrong_name_is_soon_known_to_be_like_nothing() {
        // Counted out, the edits alone would be 5·10¹² operations.
        let known: Vec<String> = (0..500).map(|n| format!("name-{n}")).collect();
        let wrong = "n".repeat(10_000_000);
        assert_eq!(nearest(&wrong, known.iter().map(String::as_str)), None);
        assert!(nearest(&format!("method{wrong}"), ["method"]).is_some());
    }
}
