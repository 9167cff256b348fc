//! How methods and the keys of `[solver]` are declared: once, in [`method`](super::method).
//!
//! `keys!` takes the keys of the format with their types, defaults and descriptions, `methods!` the methods with the keys
//! that each of them has. Everything else is made from the two: a struct with `Default` for every method, the table of a
//! scene file, its schema and documentation, and what is said of a key that a method does not have.

use toml::Value;

use super::number::Number;
use super::solver::{
    AdmmNumbers, Filter, Forcing, Linear, OnFailure, Preconditioner, ProgressiveNumbers, Projection, Wolfe,
    WolfeKeys,
};

/// A value of a method, and how it stands in a scene.
pub trait Setting: Sized {
    /// What stands there.
    type Key;

    /// The value that is meant, of a method with this default.
    fn read(key: Self::Key, default: Self) -> Self;

    /// As it is written; nothing for what is absent.
    fn write(&self) -> Option<Self::Key>;
}

macro_rules! setting {
    ($($Type:ty as $Key:ty),+ $(,)?) => {$(
        impl Setting for $Type {
            type Key = $Key;

            fn read(key: $Key, _: Self) -> Self {
                key.into()
            }

            fn write(&self) -> Option<$Key> {
                Some((*self).into())
            }
        }

        impl Setting for Option<$Type> {
            type Key = $Key;

            fn read(key: $Key, _: Self) -> Self {
                Some(key.into())
            }

            fn write(&self) -> Option<$Key> {
                self.map(Into::into)
            }
        }
    )+};
}

setting! {
    f64 as Number,
    u32 as u32,
    super::method::Method as super::method::Method,
    Linear as Linear,
    Preconditioner as Preconditioner,
    Filter as Filter,
    Projection as Projection,
    Forcing as Forcing,
    OnFailure as OnFailure,
    ProgressiveNumbers as ProgressiveNumbers,
    AdmmNumbers as AdmmNumbers,
}

impl Setting for Wolfe {
    type Key = WolfeKeys;

    fn read(key: WolfeKeys, default: Self) -> Self {
        let or = |key: Option<Number>, default| key.map_or(default, Number::get);
        Self { c1: or(key.c1, default.c1), c2: or(key.c2, default.c2) }
    }

    fn write(&self) -> Option<WolfeKeys> {
        Some(WolfeKeys { c1: Some(Number(self.c1)), c2: Some(Number(self.c2)) })
    }
}

/// A key of `[solver]`.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it is for, and what is said instead of a default if there is none.
    pub(super) text: &'static str,
    /// What is said where a method does not have it, if it has words of its own: `{method}` and `{value}` stand for both.
    pub(super) unfit: &'static str,
    /// Its default, if the method has no other one.
    pub(super) default: fn() -> Option<Value>,
}

/// A value as a scene has it.
pub(super) fn value(key: &impl serde::Serialize) -> Option<Value> {
    Value::try_from(key).ok()
}

/// Declares the keys: `name: Type = default`, and what is said where a method does not have it.
macro_rules! keys {
    ($($(#[doc = $doc:literal])+ $key:ident: $Type:ty = $default:expr $(, else $unfit:literal)?;)+) => {
        $(
            #[allow(unused_macros)]
            macro_rules! $key {
                (type) => { $Type };
                (doc) => { concat!($($doc, "\n",)+) };
                (default) => { field_doc!($key $default) };
            }
        )+

        /// `[solver]` as it stands in a scene: the keys of all methods beside each other.
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        #[schemars(rename = "Solver")]
        pub struct Keys {$(
            $(#[doc = $doc])+
            #[serde(skip_serializing_if = "Option::is_none")]
            pub $key: Option<<$Type as Setting>::Key>,
        )+}

        /// What is meant where nothing is said.
        pub(super) mod default {
            #[allow(unused_imports)]
            use super::*;

            $(pub(in crate::scene::model) fn $key() -> $Type { $default })+
        }

        impl Keys {
            /// Every key, in the order of the documentation.
            pub const ALL: &'static [Key] = &[$(Key {
                name: stringify!($key),
                text: concat!($($doc,)+),
                unfit: concat!($($unfit)?),
                default: || default::$key().write().as_ref().and_then(value),
            },)+];

            /// The keys that are given, and their values.
            pub fn given(&self) -> Vec<(&'static Key, Value)> {
                let values = [$(self.$key.as_ref().and_then(value),)+];
                Self::ALL.iter().zip(values).filter_map(|(key, value)| Some((key, value?))).collect()
            }
        }
    };
}

/// The type of a field: its own, or that of the key.
macro_rules! field_type {
    ($key:ident) => {
        $key!(type)
    };
    ($key:ident $Type:ty) => {
        $Type
    };
}

/// The default of a field: its own, or that of the key.
macro_rules! field_default {
    ($key:ident) => {
        default::$key()
    };
    ($key:ident $value:expr) => {
        $value
    };
}

/// What is said of the default of a field.
macro_rules! field_doc {
    ($key:ident) => {
        $key!(default)
    };
    ($key:ident $value:expr) => {
        concat!("\n By `Default`: `", stringify!($value), "`.")
    };
}

/// Declares the methods: each with its keys, and with its own default where it has another one.
macro_rules! methods {
    ($($(#[doc = $doc:literal])+ $Method:ident = $name:literal $(, else $unfit:literal)? {
        $($key:ident $(: $Type:ty)? $(= $default:expr)?,)+
    })+) => {
        names! {
            /// How the minimum of a step is found.
            Method { $($(#[doc = $doc])+ $Method = $name,)+ }
        }

        /// A method with its settings.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Settings {$(
            $(#[doc = $doc])+
            $Method($Method),
        )+}

        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $Method {$(
                #[doc = $key!(doc)]
                #[doc = field_doc!($key $($default)?)]
                pub $key: field_type!($key $($Type)?),
            )+}

            impl Default for $Method {
                fn default() -> Self {
                    Self { $($key: field_default!($key $($default)?),)+ }
                }
            }

            impl From<$Method> for Settings {
                fn from(settings: $Method) -> Self {
                    Self::$Method(settings)
                }
            }
        )+

        impl From<Method> for Settings {
            fn from(method: Method) -> Self {
                match method { $(Method::$Method => $Method::default().into(),)+ }
            }
        }

        impl Settings {
            /// The name of the method.
            pub const fn method(&self) -> Method {
                match self { $(Self::$Method(_) => Method::$Method,)+ }
            }

            /// Takes what the method has out of the keys.
            pub(super) fn read(keys: &mut Keys) -> Self {
                match Self::from(keys.method.take().unwrap_or_else(default::method)) {$(
                    Self::$Method(default) => Self::$Method($Method {$(
                        $key: keys.$key.take().map_or(default.$key, |key| Setting::read(key, default.$key)),
                    )+}),
                )+}
            }

            /// As it is written in a scene: every key that the method has, with its value.
            pub fn keys(&self) -> Keys {
                let mut keys = Keys { method: Some(self.method()), ..Keys::default() };
                match self {$(
                    Self::$Method(settings) => { $(keys.$key = settings.$key.write();)+ }
                )+}
                keys
            }
        }

        impl Method {
            /// The keys of `[solver]` that are its own.
            pub const fn keys(self) -> &'static [&'static str] {
                match self { $(Self::$Method => &[$(stringify!($key),)+],)+ }
            }

            /// What is said of keys that it does not have, if it has words of its own.
            const fn unfit(self) -> &'static str {
                match self { $(Self::$Method => concat!($($unfit)?),)+ }
            }
        }
    };
}

pub(super) use {field_default, field_doc, field_type, keys, methods};
