//! Enums that are a plain list of names in the scene file.

/// Declares an enum whose variants are written as names in a scene, with the list of all variants and each
/// one's name. The name is the variant's in kebab-case, which a test checks.
macro_rules! names {
    ($(#[$meta:meta])* $Enum:ident { $($(#[$doc:meta])* $Variant:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum $Enum { $($(#[$doc])* $Variant,)+ }

        impl $Enum {
            /// Every value, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$Variant,)+];

            /// The name in a scene file.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name,)+ }
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use names;

/// Says which names of a list of shapes are those of the simple shapes: all of them, in every list.
macro_rules! simple {
    ($Shape:ident) => {
        $crate::scene::model::names::simple!($Shape: Box Sphere Torus Cylinder Capsule Cone);
    };
    ($Shape:ident: $($Kind:ident)+) => {
        impl From<$crate::geometry::PrimitiveKind> for $Shape {
            fn from(kind: $crate::geometry::PrimitiveKind) -> Self {
                match kind { $($crate::geometry::PrimitiveKind::$Kind => Self::$Kind,)+ }
            }
        }

        impl $Shape {
            /// The simple shape it is, if it is one.
            pub const fn primitive(self) -> Option<$crate::geometry::PrimitiveKind> {
                match self { $(Self::$Kind => Some($crate::geometry::PrimitiveKind::$Kind),)+ _ => None }
            }
        }
    };
}

pub(crate) use simple;

#[cfg(test)]
mod tests {
    use crate::scene::model::*;

    #[test]
    fn names_are_what_serde_writes() {
        macro_rules! check {
            ($($Enum:ident)*) => {$(
                for &value in $Enum::ALL {
                    assert_eq!(toml::Value::try_from(value).unwrap().as_str(), Some(value.name()));
                }
            )*};
        }
        check!(Integrator Method Linear Preconditioner Filter OnFailure BodyKind JointType Shape SheetPattern Model SpringLaw);
        check!(ShellModel ShellRest);
        check!(FrameFormat Quantity Field Diagonals ObstacleShape GridInterpolation ContactModel BarrierProfile ContactForce Mollifier);
    }
}
