//! Numbers of loads: fixed, by formula, or by a table over time.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::number::{Number, Numbers3, array};
use crate::body::value;

/// A number, a formula or a table over time.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    /// The same always.
    Fixed(Number),
    /// A formula, for example "10*sin(2*pi*t)". Names: t (time, s), x, y, z (rest position, m), pi; + - * / ^ and functions
    /// like sin, cos, exp, sqrt, abs.
    Formula(String),
    /// A table over time.
    Table(Table),
}

/// Values at times, linear between them, held before the first and after the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Times, s; they increase.
    pub t: Vec<Number>,
    /// The value at each time.
    pub value: Vec<Number>,
}

/// Three numbers, x, y, z, each fixed, a formula or a table over time; or a table of three.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Value3 {
    /// One by one.
    Each([Value; 3]),
    /// A table over time.
    Table(Table3),
}

/// Three numbers at times, linear between them, held before the first and after the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table3 {
    /// Times, s; they increase.
    pub t: Vec<Number>,
    /// x, y and z at each time.
    pub value: Vec<Numbers3>,
}

/// A key below, and what is wrong with it.
type Complaint = (String, String);

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Fixed(Number(value))
    }
}

impl From<&str> for Value {
    fn from(formula: &str) -> Self {
        Self::Formula(formula.to_owned())
    }
}

impl From<[f64; 3]> for Value3 {
    fn from(values: [f64; 3]) -> Self {
        Self::Each(values.map(Value::from))
    }
}

impl From<[&str; 3]> for Value3 {
    fn from(formulas: [&str; 3]) -> Self {
        Self::Each(formulas.map(Value::from))
    }
}

fn table(times: &[Number], values: &[f64]) -> Result<value::Value, Complaint> {
    let times: Vec<f64> = times.iter().map(|t| t.get()).collect();
    value::Value::table(&times, values).map_err(|error| {
        let key = match &error {
            value::TableError::Empty => "t".to_owned(),
            value::TableError::Count { .. } => "value".to_owned(),
            value::TableError::Order { index, .. } => format!("t.{index}"),
        };
        (key, error.to_string())
    })
}

impl Value {
    /// The number ready to be evaluated.
    ///
    /// # Errors
    /// What is wrong, with the key below this one.
    pub fn compile(&self) -> Result<value::Value, Complaint> {
        match self {
            Self::Fixed(number) => Ok(value::Value::Fixed(number.get())),
            Self::Formula(text) => {
                value::Value::formula(text).map_err(|error| (String::new(), error.to_string()))
            }
            Self::Table(Table { t, value }) => {
                table(t, &value.iter().map(|value| value.get()).collect::<Vec<_>>())
            }
        }
    }
}

impl Value3 {
    /// The numbers ready to be evaluated.
    ///
    /// # Errors
    /// What is wrong, with the key below this one.
    pub fn compile(&self) -> Result<[value::Value; 3], Complaint> {
        let each = |i: usize| match self {
            Self::Each(values) => values[i].compile().map_err(|(key, message)| {
                let key = if key.is_empty() { i.to_string() } else { format!("{i}.{key}") };
                (key, message)
            }),
            Self::Table(Table3 { t, value }) => {
                table(t, &value.iter().map(|value| array(value)[i]).collect::<Vec<_>>())
            }
        };
        Ok([each(0)?, each(1)?, each(2)?])
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a formula in a string, or a table { t = […], value = […] }")
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
                Ok(Value::Fixed(Number(value)))
            }

            #[allow(clippy::cast_precision_loss)]
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
                Ok(Value::Fixed(Number(value as f64)))
            }

            #[allow(clippy::cast_precision_loss)]
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
                Ok(Value::Fixed(Number(value as f64)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Formula(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
                Table::deserialize(MapAccessDeserializer::new(map)).map(Value::Table)
            }
        }
        deserializer.deserialize_any(Read)
    }
}

impl<'de> Deserialize<'de> for Value3 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = Value3;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of 3, or a table { t = […], value = [[x, y, z], …] }")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value3, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                let count = list.len();
                let wrong = |_| de::Error::custom(format!("expected a list of 3, found a list of {count}"));
                list.try_into().map(Value3::Each).map_err(wrong)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value3, A::Error> {
                Table3::deserialize(MapAccessDeserializer::new(map)).map(Value3::Table)
            }
        }
        deserializer.deserialize_any(Read)
    }
}
