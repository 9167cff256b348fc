//! The nearest right name for a wrong one, by edit distance.

/// The candidate most like `wrong`, if one is like it at all: at most a third of its letters (and at least
/// two edits) away, or one beginning with the other.
pub(crate) fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    candidates
        .into_iter()
        .map(|name| (distance(&lower, name), name))
        .filter(|&(edits, name)| {
            edits <= (wrong.chars().count() / 3).max(2) && edits < name.chars().count().max(2)
                || (lower.len() > 2 && (name.starts_with(&lower) || lower.starts_with(name)))
        })
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, name)| name)
}

/// «; did you mean "x"? (known: a, b, x)»: the tail of every message about a name that does not exist.
pub(crate) fn hint(wrong: &str, known: &[&str]) -> String {
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
}
