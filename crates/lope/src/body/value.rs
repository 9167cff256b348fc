//! Numbers that may change with time and place: of loads.

use super::formula::{Formula, FormulaError};

/// A number that may change with time and place.
#[derive(Clone, Debug)]
pub enum Value {
    /// The same always.
    Fixed(f64),
    /// A formula.
    Formula(Box<Formula>),
    /// Linear between times, which increase, and held before the first and after the last.
    Table(Vec<(f64, f64)>),
}

/// Why a table means nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TableError {
    /// There is nothing in it.
    #[error("has no times; give one at least, each with its value")]
    Empty,
    /// Not as many values as times.
    #[error("has {values} values for {times} times; give one for each")]
    Count {
        /// Times given.
        times: usize,
        /// Values given.
        values: usize,
    },
    /// Times must increase.
    #[error("times must increase: {after} comes after {before}")]
    Order {
        /// Number of the time out of order.
        index: usize,
        /// The time before it, s.
        before: f64,
        /// The time, s.
        after: f64,
    },
}

impl Value {
    /// A formula of `t`, `x`, `y`, `z` and `pi`.
    ///
    /// # Errors
    /// If the text is none.
    pub fn formula(text: &str) -> Result<Self, FormulaError> {
        Formula::new(text).map(|formula| Self::Formula(Box::new(formula)))
    }

    /// Values at times, s.
    ///
    /// # Errors
    /// If times do not increase, or are not as many as values.
    pub fn table(times: &[f64], values: &[f64]) -> Result<Self, TableError> {
        if times.is_empty() {
            return Err(TableError::Empty);
        }
        if times.len() != values.len() {
            return Err(TableError::Count { times: times.len(), values: values.len() });
        }
        if let Some(index) = (1..times.len()).find(|&i| times[i] <= times[i - 1]) {
            return Err(TableError::Order { index, before: times[index - 1], after: times[index] });
        }
        Ok(Self::Table(times.iter().copied().zip(values.iter().copied()).collect()))
    }

    /// What it is at a time, s, and a place, m.
    pub fn at(&self, t: f64, place: [f64; 3]) -> f64 {
        match self {
            Self::Fixed(value) => *value,
            Self::Formula(formula) => formula.eval(t, place),
            Self::Table(list) => {
                let next = list.partition_point(|&(time, _)| time <= t);
                let (before, after) = (list[next.saturating_sub(1)], list[next.min(list.len() - 1)]);
                if before.0 == after.0 {
                    return before.1;
                }
                before.1 + (t - before.0) / (after.0 - before.0) * (after.1 - before.1)
            }
        }
    }

    /// Whether it depends on time.
    pub fn changes(&self) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::Formula(formula) => formula.changes(),
            Self::Table(list) => list.len() > 1,
        }
    }

    /// Whether it depends on the place.
    pub fn varies(&self) -> bool {
        matches!(self, Self::Formula(formula) if formula.varies())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_linear_and_held_beyond_their_ends() {
        let table = Value::table(&[1.0, 2.0, 4.0], &[0.0, 10.0, -10.0]).unwrap();
        let at = |t: f64| table.at(t, [0.0; 3]);
        assert_eq!([at(0.0), at(1.0), at(1.5), at(2.0), at(3.0), at(9.0)], [0.0, 0.0, 5.0, 10.0, 0.0, -10.0]);
        assert!(table.changes() && !table.varies());
    }

    #[test]
    fn tables_that_go_back_are_refused() {
        let error = |t: &[f64], v: &[f64]| Value::table(t, v).unwrap_err().to_string();
        assert_eq!(error(&[0.0, 2.0, 1.0], &[0.0; 3]), "times must increase: 1 comes after 2");
        assert_eq!(error(&[0.0], &[0.0; 3]), "has 3 values for 1 times; give one for each");
        assert!(Value::table(&[], &[]).is_err());
    }

    #[test]
    fn formulas_say_what_they_depend_on() {
        let of = |text: &str| Value::formula(text).unwrap();
        assert_eq!((of("2*pi").changes(), of("2*t").changes(), of("sin(x)*t").varies()), (false, true, true));
        assert_eq!(of("10*t + z").at(2.0, [0.0, 0.0, 3.0]), 23.0);
        assert!(Value::formula("2*u").unwrap_err().to_string().contains("unknown name \"u\""));
    }
}
