//! SPDX licence expressions: `MIT OR (Apache-2.0 WITH LLVM-exception AND BSD-3-Clause)`.
//!
//! Also read: the slash of old manifests (`MIT/Apache-2.0`, an OR) and a `+` after a licence (that version or
//! a later one).

/// A licence expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    /// One licence, with its exception if it has one: `Apache-2.0 WITH LLVM-exception`.
    License(String),
    /// Both apply.
    And(Box<Expression>, Box<Expression>),
    /// The user chooses.
    Or(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Reads an expression. AND binds tighter than OR.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
        let mut words: Vec<&str> = spaced.split_whitespace().collect();
        words.reverse();
        let expression =
            any(&mut words).map_err(|reason| format!("licence expression `{text}`: {reason}"))?;
        match words.pop() {
            None => Ok(expression),
            Some(word) => Err(format!("licence expression `{text}`: unexpected `{word}`")),
        }
    }

    /// Whether the allowed licences are enough to satisfy the expression.
    pub(crate) fn satisfied(&self, allowed: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::License(name) => allowed(name) || name.strip_suffix('+').is_some_and(allowed),
            Self::And(left, right) => left.satisfied(allowed) && right.satisfied(allowed),
            Self::Or(left, right) => left.satisfied(allowed) || right.satisfied(allowed),
        }
    }
}

/// Whether a licence is of the GPL family that asks the whole program to be under it.
pub(crate) fn is_strong_copyleft(license: &str) -> bool {
    let upper = license.to_uppercase();
    ["GPL", "AGPL"].iter().any(|family| upper == *family || upper.starts_with(&format!("{family}-")))
}

/// `and (OR and)*`, on words in reverse order.
fn any(words: &mut Vec<&str>) -> Result<Expression, String> {
    let mut left = every(words)?;
    while take(words, "OR") {
        left = Expression::Or(Box::new(left), Box::new(every(words)?));
    }
    Ok(left)
}

/// `one (AND one)*`.
fn every(words: &mut Vec<&str>) -> Result<Expression, String> {
    let mut left = one(words)?;
    while take(words, "AND") {
        left = Expression::And(Box::new(left), Box::new(one(words)?));
    }
    Ok(left)
}

/// A licence, perhaps with an exception, or an expression in parentheses.
fn one(words: &mut Vec<&str>) -> Result<Expression, String> {
    if take(words, "(") {
        let inner = any(words)?;
        return if take(words, ")") { Ok(inner) } else { Err("`)` is missing".to_owned()) };
    }
    let license = name(words)?;
    if take(words, "WITH") {
        let exception = name(words)?;
        return Ok(Expression::License(format!("{license} WITH {exception}")));
    }
    Ok(Expression::License(license))
}

/// A word that is not an operator.
fn name(words: &mut Vec<&str>) -> Result<String, String> {
    match words.pop() {
        None => Err("ends where a licence should stand".to_owned()),
        Some(word @ ("AND" | "OR" | "WITH" | "(" | ")")) => {
            Err(format!("`{word}` where a licence should stand"))
        }
        Some(word) => Ok(word.to_owned()),
    }
}

fn take(words: &mut Vec<&str>, expected: &str) -> bool {
    let there = words.last() == Some(&expected);
    if there {
        words.pop();
    }
    there
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, allowed: &[&str]) -> bool {
        Expression::parse(text).unwrap().satisfied(&|license| allowed.contains(&license))
    }

    #[test]
    fn either_side_of_an_or_is_enough() {
        assert!(holds("MIT OR GPL-3.0-only", &["MIT"]));
        assert!(holds("GPL-3.0-only OR MIT", &["MIT"]));
        assert!(!holds("GPL-3.0-only OR AGPL-3.0-only", &["MIT"]));
        assert!(holds("MIT/Apache-2.0", &["Apache-2.0"]));
        assert!(holds("MIT / Apache-2.0", &["Apache-2.0"]));
    }

    #[test]
    fn both_sides_of_an_and_are_needed() {
        assert!(!holds("MIT AND Unicode-3.0", &["MIT"]));
        assert!(holds("MIT AND Unicode-3.0", &["MIT", "Unicode-3.0"]));
        assert!(!holds("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT", "Apache-2.0"]));
        assert!(holds("(MIT OR Apache-2.0) AND Unicode-3.0", &["Apache-2.0", "Unicode-3.0"]));
    }

    #[test]
    fn and_binds_tighter_than_or() {
        assert!(holds("MIT OR Zlib AND GPL-2.0-only", &["MIT"]));
        assert!(holds("GPL-2.0-only AND Zlib OR MIT", &["MIT"]));
        assert!(!holds("(MIT OR Zlib) AND GPL-2.0-only", &["MIT", "Zlib"]));
    }

    #[test]
    fn an_exception_is_part_of_the_licence() {
        let text = "Apache-2.0 WITH LLVM-exception";
        assert!(!holds(text, &["Apache-2.0"]));
        assert!(holds(text, &["Apache-2.0 WITH LLVM-exception"]));
        assert!(holds("Apache-2.0 WITH LLVM-exception OR MIT", &["MIT"]));
    }

    #[test]
    fn or_later_includes_the_version_named() {
        assert!(holds("Apache-2.0+", &["Apache-2.0"]));
        assert!(!holds("Apache-2.0+", &["Apache-1.1"]));
    }

    #[test]
    fn malformed_expressions_say_what_is_wrong() {
        for (text, reason) in [
            ("", "ends where"),
            ("MIT OR", "ends where"),
            ("(MIT", "`)` is missing"),
            ("MIT)", "unexpected `)`"),
            ("MIT Apache-2.0", "unexpected `Apache-2.0`"),
            ("AND MIT", "`AND` where"),
        ] {
            let error = Expression::parse(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn the_lesser_gpl_is_not_the_gpl() {
        assert!(is_strong_copyleft("GPL-3.0-or-later") && is_strong_copyleft("AGPL-3.0-only"));
        assert!(is_strong_copyleft("gpl-2.0+") && is_strong_copyleft("GPL"));
        assert!(!is_strong_copyleft("LGPL-2.1-only") && !is_strong_copyleft("MIT"));
    }
}
