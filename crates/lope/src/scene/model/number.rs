//! Numbers as people write them: `0.5`, `1`, `"1/24"`.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::scene::excerpt::excerpt;

/// A real number, written as a number or as a fraction in a string: `0.5`, `"1/24"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Number(
    /// The value.
    pub f64,
);

/// Three numbers: x, y, z.
pub type Numbers3 = [Number; 3];

/// The plain values of a list of numbers.
pub fn array<const N: usize>(numbers: &[Number; N]) -> [f64; N] {
    numbers.map(Number::get)
}

/// Plain values as numbers.
pub fn vector<const N: usize>(values: [f64; N]) -> [Number; N] {
    values.map(Number)
}

impl Number {
    /// The value.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Reads a number or a fraction of two; the message says what is wrong with anything else.
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("expected a number or a fraction like \"1/24\", found the string \"{}\"", excerpt(text))
        };
        let read = |part: &str| part.trim().parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(wrong);
        match text.split_once('/') {
            None => read(text).map(Self),
            Some((above, below)) => match (read(above)?, read(below)?) {
                (_, 0.0) => Err(format!("\"{}\" divides by zero", excerpt(text))),
                (above, below) => Ok(Self(above / below)),
            },
        }
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self(value)
    }
}

impl From<Number> for f64 {
    fn from(number: Number) -> Self {
        number.0
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size != 0.0 && !(1e-4..1e6).contains(&size) { write!(f, "{:e}", self.0) } else { self.0.fmt(f) }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl Visitor<'_> for Read {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Number, E> {
                Ok(Number(value))
            }

            #[allow(clippy::cast_precision_loss)]
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Number, E> {
                Ok(Number(value as f64))
            }

            #[allow(clippy::cast_precision_loss)]
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Number, E> {
                Ok(Number(value as f64))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
                Number::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Read)
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let decimal = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?";
        json_schema!({
            "description": "A number, or a fraction in a string: \"1/24\".",
            "anyOf": [
                { "type": "number" },
                { "type": "string", "pattern": format!(r"^\s*{decimal}\s*(/\s*{decimal}\s*)?$") },
            ],
        })
    }
}

/// A factor of size: one number for all directions, or one a direction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Scale(
    /// The factors of x, y and z.
    pub Numbers3,
);

impl Default for Scale {
    fn default() -> Self {
        Self([Number(1.0); 3])
    }
}

impl<'de> Deserialize<'de> for Scale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match OneOrMany::deserialize(deserializer, "a number or a list of 3")? {
            OneOrMany::One(factor) => Ok(Self([factor; 3])),
            OneOrMany::Many(list) => {
                let count = list.len();
                let wrong = |_| {
                    de::Error::custom(format!("expected a number or a list of 3, found a list of {count}"))
                };
                Numbers3::try_from(list).map(Self).map_err(wrong)
            }
        }
    }
}

impl JsonSchema for Scale {
    fn schema_name() -> Cow<'static, str> {
        "Scale".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (one, many) = (generator.subschema_for::<Number>(), generator.subschema_for::<Numbers3>());
        json_schema!({ "description": "One factor, or one a direction.", "anyOf": [one, many] })
    }
}

/// How finely a shape is divided: one number, or one a direction of the shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Cells(
    /// Numbers of cells.
    pub Vec<u32>,
);

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers = match OneOrMany::deserialize(deserializer, "a whole number or a list of them")? {
            OneOrMany::One(number) => vec![number],
            OneOrMany::Many(list) => list,
        };
        let whole = |Number(value): Number| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            if value.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&value) {
                Ok(value as u32)
            } else {
                Err(de::Error::custom(format!("expected whole numbers, 0 or more, found {value}")))
            }
        };
        numbers.into_iter().map(whole).collect::<Result<_, _>>().map(Self)
    }
}

impl JsonSchema for Cells {
    fn schema_name() -> Cow<'static, str> {
        "Cells".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let count = json_schema!({ "type": "integer", "minimum": 1 });
        json_schema!({
            "description": "One number of cells, or one a direction of the shape.",
            "anyOf": [count, { "type": "array", "items": count, "minItems": 1, "maxItems": 3 }],
        })
    }
}

/// A number or a list of numbers.
enum OneOrMany {
    One(Number),
    Many(Vec<Number>),
}

impl OneOrMany {
    fn deserialize<'de, D: Deserializer<'de>>(deserializer: D, what: &'static str) -> Result<Self, D::Error> {
        struct Read(&'static str);

        impl<'de> Visitor<'de> for Read {
            type Value = OneOrMany;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.0)
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<OneOrMany, E> {
                Ok(OneOrMany::One(Number(value)))
            }

            #[allow(clippy::cast_precision_loss)]
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<OneOrMany, E> {
                Ok(OneOrMany::One(Number(value as f64)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<OneOrMany, E> {
                Number::parse(text).map(OneOrMany::One).map_err(E::custom)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<OneOrMany, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(OneOrMany::Many(list))
            }
        }
        deserializer.deserialize_any(Read(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_numbers() {
        assert_eq!(Number::parse("1/24"), Ok(Number(1.0 / 24.0)));
        assert_eq!(Number::parse(" -3 / 4 "), Ok(Number(-0.75)));
        assert_eq!(Number::parse("2.5e-1"), Ok(Number(0.25)));
        for wrong in ["", "one", "1/2/3", "1/", "inf", "nan", "1/0"] {
            assert!(Number::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_shown_short() {
        let shown = |x: f64| Number(x).to_string();
        assert_eq!(
            [shown(0.0), shown(-0.5), shown(100_000.0), shown(1e9), shown(1e-9)],
            ["0", "-0.5", "100000", "1e9", "1e-9"]
        );
    }
}
