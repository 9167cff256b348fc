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

/// A formula, and which of [`NAMES`] each of its arguments is.
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
        let compiled = FlatEx::<f64>::parse(text)
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
