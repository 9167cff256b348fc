//! Formulas in time and place, as scripts of pins and loads are written.

use std::f64::consts::PI;

use exmex::{Express, FlatEx};

/// Names an expression may use; `pi` is the constant, the others are given at evaluation.
const NAMES: [&str; 5] = ["pi", "t", "x", "y", "z"];

/// Why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// It does not parse.
    #[error("\"{text}\" is not an expression: {message}")]
    Syntax {
        /// The text.
        text: String,
        /// What is wrong with it.
        message: String,
    },
    /// A name in it means nothing.
    #[error("\"{text}\" uses the unknown name \"{name}\"; known: t, x, y, z, pi")]
    Name {
        /// The text.
        text: String,
        /// The name.
        name: String,
    },
}

/// A formula, and which of the names it may use each of its arguments is.
#[derive(Clone, Debug)]
pub struct Formula {
    compiled: FlatEx<f64>,
    arguments: Vec<usize>,
}

impl Formula {
    /// A formula of `t`, `x`, `y`, `z` and `pi`.
    ///
    /// # Errors
    /// If the text does not parse or uses another name.
    pub fn new(text: &str) -> Result<Self, FormulaError> {
        let compiled = FlatEx::<f64>::parse(&plain(text))
            .map_err(|error| FormulaError::Syntax { text: text.into(), message: error.to_string() })?;
        let place = |name: &String| {
            let known = NAMES.iter().position(|known| known == name);
            known.ok_or_else(|| FormulaError::Name { text: text.into(), name: name.clone() })
        };
        let arguments = compiled.var_names().iter().map(place).collect::<Result<_, _>>()?;
        Ok(Self { compiled, arguments })
    }

    /// Its value at a time, s, and a place, m.
    pub fn eval(&self, t: f64, [x, y, z]: [f64; 3]) -> f64 {
        let values = [PI, t, x, y, z];
        let arguments: Vec<f64> = self.arguments.iter().map(|&index| values[index]).collect();
        self.compiled.eval(&arguments).unwrap_or(f64::NAN)
    }

    /// Whether it depends on time.
    pub fn changes(&self) -> bool {
        self.arguments.contains(&1)
    }

    /// Whether it depends on the place.
    pub fn varies(&self) -> bool {
        self.arguments.iter().any(|&index| index > 1)
    }
}

/// The text with its numbers written without exponents, which the parser does not know: 0.001 for 1e-3.
fn plain(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let end = |more: fn(char) -> bool| rest.find(|c| !more(c)).unwrap_or(rest.len());
        let is_name = first.is_alphabetic() || first == '_';
        let is_number = first.is_ascii_digit() || first == '.';
        let mut length = match (is_name, is_number) {
            (true, _) => end(|c| c.is_alphanumeric() || c == '_'),
            (_, true) => end(|c| c.is_ascii_digit() || c == '.'),
            _ => first.len_utf8(),
        };
        let after = rest[length..].strip_prefix(['e', 'E']).filter(|_| is_number);
        let digits = after.map(|after| after.strip_prefix(['+', '-']).unwrap_or(after));
        if let Some(digits) = digits.filter(|digits| digits.starts_with(|c: char| c.is_ascii_digit())) {
            let exponent = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            length = rest.len() - digits.len() + exponent;
            if let Ok(number) = rest[..length].parse::<f64>() {
                out += &number.to_string();
                rest = &rest[length..];
                continue;
            }
        }
        out += &rest[..length];
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_exponents() {
        let of = |text: &str| Formula::new(text).unwrap().eval(2.0, [3.0, 5.0, 7.0]);
        assert_eq!(of("5e4*t"), 1e5);
        assert_eq!(of("1.5E-3 + 2e+2*x"), 600.0015);
        assert_eq!(of("exp(0)*2.5e1 - 1e0"), 24.0);
        assert!(Formula::new("2e").is_err() && Formula::new("te3").is_err());
    }
}
