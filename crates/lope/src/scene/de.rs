//! From a tree of values to the model, with errors a person can act on.
//!
//! The tree's own deserializer answers with prose ("invalid type: string, expected f64") and no path. This
//! one keeps what went wrong as data, the dotted path included, and checks the keys of a table against the
//! fields of its struct before anything else, so that a typing mistake is never reported as something missing.

use std::fmt::Display;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use toml::Value;

use super::excerpt::excerpt;
use super::nearest::hint;
use super::problem::{Kind, Problem};

/// Reads `tree` as a `T`.
pub(super) fn read<T: DeserializeOwned>(tree: &Value) -> Result<T, Problem> {
    T::deserialize(Node(tree)).map_err(Fault::into_problem)
}

/// An error on its way up from where it was found; each level adds its key.
#[derive(Debug)]
struct Fault {
    kind: Kind,
    /// Innermost key first.
    path: Vec<String>,
    message: String,
}

impl Fault {
    fn new(kind: Kind, message: String) -> Self {
        Self { kind, path: Vec::new(), message }
    }

    fn expected(what: &str, found: &Value) -> Self {
        Self::new(Kind::WrongType, format!("expected {what}, found {}", describe(found)))
    }

    fn under(mut self, key: impl Into<String>) -> Self {
        self.path.push(key.into());
        self
    }

    fn into_problem(mut self) -> Problem {
        self.path.reverse();
        Problem::new(self.kind, self.path.join("."), self.message)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Kind::WrongType, message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Str(s) => format!("the string \"{}\"", excerpt(s)),
            Unexpected::Bool(b) => b.to_string(),
            Unexpected::Unsigned(n) => format!("the number {n}"),
            Unexpected::Signed(n) => format!("the number {n}"),
            Unexpected::Float(x) => format!("the number {x}"),
            Unexpected::Seq => "a list".into(),
            Unexpected::Map => "a table".into(),
            other => other.to_string(),
        };
        Self::new(Kind::WrongType, format!("expected {expected}, found {found}"))
    }

    fn invalid_value(found: Unexpected<'_>, _: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Unsigned(n) => n.to_string(),
            other => other.to_string(),
        };
        Self::new(Kind::WrongType, format!("{found} is out of range"))
    }

    fn unknown_variant(variant: &str, known: &'static [&'static str]) -> Self {
        Self::new(
            Kind::UnknownValue,
            format!("unknown value \"{}\"{}", excerpt(variant), hint(variant, known)),
        )
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        Self::new(Kind::UnknownKey, format!("unknown key{}", hint(field, known))).under(excerpt(field))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Kind::Missing, "required, but missing".into()).under(field)
    }
}

/// A value in words, for «expected …, found …».
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::String(s) => format!("the string \"{}\"", excerpt(s)),
        Value::Integer(n) => format!("the number {n}"),
        Value::Float(x) => format!("the number {x}"),
        Value::Boolean(b) => b.to_string(),
        Value::Datetime(d) => format!("the date {d}"),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Table(_) => "a table".into(),
    }
}

#[derive(Clone, Copy)]
struct Node<'de>(&'de Value);

/// Whole numbers: the range is the visitor's business, a fraction or another type is ours.
macro_rules! whole_numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match self.0 {
                Value::Integer(n) => match u64::try_from(*n) {
                    Ok(n) => visitor.visit_u64(n),
                    Err(_) => Err(Fault::expected("a whole number, 0 or more", self.0)),
                },
                other => Err(Fault::expected("a whole number", other)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(s) => visitor.visit_borrowed_str(s),
            Value::Integer(n) => visitor.visit_i64(*n),
            Value::Float(x) => visitor.visit_f64(*x),
            Value::Boolean(b) => visitor.visit_bool(*b),
            Value::Datetime(d) => visitor.visit_string(d.to_string()),
            Value::Array(items) => visitor.visit_seq(Items { items, at: 0 }),
            Value::Table(table) => visitor.visit_map(Entries { entries: table.iter(), value: None }),
        }
    }

    whole_numbers! { deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Boolean(b) => visitor.visit_bool(*b),
            other => Err(Fault::expected("true or false", other)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(s) => visitor.visit_borrowed_str(s),
            other => Err(Fault::expected("a string", other)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(Items { items, at: 0 }),
            other => Err(Fault::expected("a list", other)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Array(items) if items.len() == len => visitor.visit_seq(Items { items, at: 0 }),
            other => Err(Fault::expected(&format!("a list of {len}"), other)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let Value::Table(table) = self.0 else {
            let what = format!("a table with the keys {}", fields.join(", "));
            return Err(Fault::expected(&what, self.0));
        };
        match table.keys().find(|key| !fields.contains(&key.as_str())) {
            Some(key) => Err(de::Error::unknown_field(key, fields)),
            None => visitor.visit_map(Entries { entries: table.iter(), value: None }),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(name) if variants.contains(&name.as_str()) => {
                visitor.visit_enum(Choice { name, payload: None })
            }
            Value::String(name) => Err(de::Error::unknown_variant(name, variants)),
            Value::Table(table) => {
                if let Some(key) = table.keys().find(|key| !variants.contains(&key.as_str())) {
                    return Err(de::Error::unknown_field(key, variants));
                }
                let mut entries = table.iter();
                match (entries.next(), entries.next()) {
                    (Some((name, payload)), None) => {
                        visitor.visit_enum(Choice { name, payload: Some(payload) })
                    }
                    _ => Err(Fault::new(
                        Kind::WrongType,
                        format!("expected exactly one of {}, found {}", variants.join(", "), table.len()),
                    )),
                }
            }
            other => Err(Fault::expected(&format!("one of {}", variants.join(", ")), other)),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct map identifier
        ignored_any
    }
}

struct Items<'de> {
    items: &'de [Value],
    at: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some(item) = self.items.get(self.at) else { return Ok(None) };
        let at = self.at;
        self.at += 1;
        seed.deserialize(Node(item)).map(Some).map_err(|fault| fault.under(at.to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.at)
    }
}

struct Entries<'de> {
    entries: toml::map::Iter<'de, String, Value>,
    value: Option<(&'de str, &'de Value)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some((key, value));
        seed.deserialize(key.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let (key, value) = self.value.take().ok_or_else(|| de::Error::custom("a value without its key"))?;
        seed.deserialize(Node(value)).map_err(|fault| fault.under(key))
    }
}

/// A variant: `"name"`, or `{ name = payload }`.
struct Choice<'de> {
    name: &'de str,
    payload: Option<&'de Value>,
}

impl<'de> Choice<'de> {
    fn payload(&self) -> Result<Node<'de>, Fault> {
        self.payload.map(Node).ok_or_else(|| {
            let name = self.name;
            Fault::new(Kind::WrongType, format!("\"{name}\" needs a value: write {{ {name} = … }}"))
        })
    }
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de> VariantAccess<'de> for Choice<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.payload {
            None => Ok(()),
            Some(_) => Err(Fault::new(
                Kind::WrongType,
                format!("expected a name: write \"{}\" without a table", self.name),
            )),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        let payload = self.payload()?;
        seed.deserialize(payload).map_err(|fault| fault.under(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.payload()?.deserialize_tuple(len, visitor).map_err(|fault| fault.under(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.payload()?.deserialize_struct("", fields, visitor).map_err(|fault| fault.under(self.name))
    }
}
