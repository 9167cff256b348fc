//! `KEY=A,B,C`: what is varied, and all combinations of it.

use lope::scene::model::Number;
use lope::scene::overrides::parse_value;
use serde::Deserialize;
use toml::Value;

use super::CompareError;

/// More combinations than this are a slip of the finger.
pub const MOST_COMBINATIONS: usize = 1000;

/// One value of a varied key: as it was written, and as the scene will read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// As written.
    pub text: String,
    /// As read: TOML, or else a plain string.
    pub value: Value,
}

impl Choice {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.into(), value: parse_value(text) }
    }

    /// What tables and legends show: strings without their quotes.
    pub fn label(&self) -> &str {
        self.value.as_str().unwrap_or(&self.text)
    }

    /// The value as a number, fractions included.
    pub fn number(&self) -> Option<f64> {
        Number::deserialize(self.value.clone()).ok().map(Number::get)
    }

    /// Whether this is a word, as the names of methods are. Whether a name can be used depends on what it
    /// stands beside; whether a number can, on the number.
    pub(super) fn is_name(&self) -> bool {
        self.value.as_str().is_some_and(|text| text.starts_with(|c: char| c.is_alphabetic()))
    }
}

/// A key and the values it takes in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    /// The key as a dotted path.
    pub key: String,
    /// Its values, in the order given.
    pub choices: Vec<Choice>,
}

impl Varied {
    /// Reads `KEY=A,B,C`. Values are what `--set` takes; only commas outside of brackets, braces and quotes
    /// separate them, so `[1,2],[3,4]` is two.
    ///
    /// # Errors
    /// If a part is missing, a value is given twice, or a bracket or quote is not closed.
    pub fn parse(text: &str) -> Result<Self, CompareError> {
        let wrong = |message: String| CompareError::argument("--vary", text, message);
        let Some((key, values)) = text.split_once('=') else {
            return Err(wrong("expected KEY=A,B,C, for example solver.tolerance=1e-2,1e-4".into()));
        };
        let key = key.trim();
        if key.is_empty() || key.split('.').any(str::is_empty) {
            return Err(wrong("expected a dotted path of names before the = sign".into()));
        }
        let mut choices: Vec<Choice> = Vec::new();
        for part in split(values).map_err(&wrong)? {
            if part.is_empty() {
                return Err(wrong(
                    "expected a value before and after every comma; \"\" is empty text".into(),
                ));
            }
            let choice = Choice::new(part);
            if choices.iter().any(|other| other.value == choice.value) {
                return Err(wrong(format!("{part} is given twice")));
            }
            choices.push(choice);
        }
        Ok(Self { key: key.into(), choices })
    }

    /// Reads all of them.
    ///
    /// # Errors
    /// As [`Varied::parse`]; if a key is given twice, or one inside another; if there are too many combinations.
    pub fn parse_all(texts: &[String]) -> Result<Vec<Self>, CompareError> {
        let mut all: Vec<Self> = Vec::new();
        for text in texts {
            let varied = Self::parse(text)?;
            if let Some(other) = all.iter().find(|other| overlap(&other.key, &varied.key)) {
                let message = match other.key == varied.key {
                    true => "the key is given twice; list all its values in one --vary".to_owned(),
                    false => {
                        format!("is varied together with {}, of which one is part of the other", other.key)
                    }
                };
                return Err(CompareError::argument("--vary", &varied.key, message));
            }
            all.push(varied);
        }
        let count = all.iter().try_fold(1_usize, |n, v| n.checked_mul(v.choices.len()));
        match count {
            Some(count) if count <= MOST_COMBINATIONS => Ok(all),
            _ => Err(CompareError::argument(
                "--vary",
                texts.join(" --vary "),
                format!("more than {MOST_COMBINATIONS} combinations"),
            )),
        }
    }
}

/// Whether one dotted path is the other or leads through it.
pub(super) fn overlap(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Every combination as the number of the choice of each key; the last key changes fastest.
pub fn combinations(varied: &[Varied]) -> Vec<Vec<usize>> {
    varied.iter().fold(vec![Vec::new()], |shorter, next| {
        let extended = |head: &Vec<usize>| {
            let head = head.clone();
            (0..next.choices.len()).map(move |choice| [head.as_slice(), &[choice]].concat())
        };
        shorter.iter().flat_map(extended).collect()
    })
}

/// The parts between top-level commas, trimmed.
pub(super) fn split(text: &str) -> Result<Vec<&str>, String> {
    let mut parts = Vec::new();
    let mut open: Vec<char> = Vec::new();
    let mut quote = None;
    let mut start = 0;
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        if let Some(mark) = quote {
            match c {
                '\\' if mark == '"' => _ = characters.next(),
                _ if c == mark => quote = None,
                _ => {}
            }
            continue;
        }
        match c {
            // An apostrophe inside a word is no quote.
            '"' | '\'' if !open.is_empty() || text[start..at].trim().is_empty() => quote = Some(c),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ']' | '}' if open.pop() != Some(c) => return Err(format!("{c} closes nothing")),
            ',' if open.is_empty() => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if let Some(missing) = quote.or(open.pop()) {
        return Err(format!("{missing} is missing"));
    }
    parts.push(text[start..].trim());
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        Varied::parse(text).unwrap().choices.into_iter().map(|choice| choice.text).collect()
    }

    fn wrong(all: &[&str]) -> String {
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        Varied::parse_all(&all).unwrap_err().to_string()
    }

    #[test]
    fn only_commas_at_the_top_separate() {
        assert_eq!(texts("a=1, 2 ,3"), ["1", "2", "3"]);
        assert_eq!(texts("a=[1,2],[3,4]"), ["[1,2]", "[3,4]"]);
        assert_eq!(texts("a=[[1,2],[3,4]],[]"), ["[[1,2],[3,4]]", "[]"]);
        assert_eq!(texts("a={x=1,y=[2,3]},{x=2}"), ["{x=1,y=[2,3]}", "{x=2}"]);
        assert_eq!(texts(r#"a="x,y",'u,"v',"\",]""#), [r#""x,y""#, r#"'u,"v'"#, r#""\",]""#]);
        assert_eq!(texts("a=['x]',2],don't,1/24"), ["['x]',2]", "don't", "1/24"]);
        assert_eq!(texts("a=x=y"), ["x=y"], "only the first = is the one");
    }

    #[test]
    fn choices_know_what_they_are() {
        let choices = Varied::parse("a=newton,\"quoted\",1e-3,1/4,[1]").unwrap().choices;
        let labels: Vec<&str> = choices.iter().map(Choice::label).collect();
        assert_eq!(labels, ["newton", "quoted", "1e-3", "1/4", "[1]"]);
        let numbers: Vec<Option<f64>> = choices.iter().map(Choice::number).collect();
        assert_eq!(numbers, [None, None, Some(1e-3), Some(0.25), None]);
        let names: Vec<bool> = choices.iter().map(Choice::is_name).collect();
        assert_eq!(names, [true, true, false, false, false]);
    }

    #[test]
    fn what_cannot_be_read_is_explained() {
        for (all, expected) in [
            (&["solver.method"][..], "--vary solver.method: expected KEY=A,B,C"),
            (&["=1,2"], "expected a dotted path"),
            (&["a..b=1"], "expected a dotted path"),
            (&["a="], "expected a value"),
            (&["a=1,,2"], "expected a value"),
            (&["a=1,"], "expected a value"),
            (&["a=[1,2"], "] is missing"),
            (&["a=1]"], "] closes nothing"),
            (&["a=[1}"], "} closes nothing"),
            (&["a=\"x"], "\" is missing"),
            (&["a=0.001,1e-3"], "1e-3 is given twice"),
            (&["a=1", "a=2"], "--vary a: the key is given twice"),
            (&["a.b=1", "a={b=2}"], "--vary a: is varied together with a.b"),
            (
                &["a=0,1,2,3,4,5,6,7,8,9", "b=0,1,2,3,4,5,6,7,8,9", "c=0,1,2,3,4,5,6,7,8,9", "d=1,2"],
                "more than 1000",
            ),
        ] {
            let message = wrong(all);
            assert!(message.contains(expected), "{message}");
        }
        assert!(Varied::parse_all(&["a=1".into(), "ab=2".into()]).is_ok(), "ab is not inside a");
    }

    #[test]
    fn every_combination_once_and_the_last_key_fastest() {
        let all = Varied::parse_all(&["a=1,2".into(), "b=x,y,z".into()]).unwrap();
        assert_eq!(combinations(&all), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(combinations(&[]), [[0; 0]]);
    }
}
