//! The simple shapes: the one list of them, with their names, measures and checks.
//!
//! What is meshed ([`Sdf`](super::sdf::Sdf)) and what bodies meet (`contact::Shape`) are put together of the same
//! ones, and a scene asks for them by the same names and keys. What only one of the two can be stays with it: an
//! ellipsoid has no distance in closed form, a plane and a plate have no end.

use super::shape::{ShapeError, check_length};
use crate::math::vec3::{Vec3, norm};

/// Declares the shapes: name, and measures with those of an example.
macro_rules! primitives {
    ($($(#[$doc:meta])* $Name:ident = $name:literal {
        $($(#[$about:meta])* $key:ident: $Type:ty = $example:expr,)+
    })+) => {
        /// A simple solid, centred at the origin; its axis is y.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Primitive { $($(#[$doc])* $Name { $($(#[$about])* $key: $Type,)+ },)+ }

        /// Which of the simple shapes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum PrimitiveKind { $($(#[$doc])* $Name,)+ }

        impl PrimitiveKind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$Name,)+];

            /// What it is called in scenes and messages.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Name => $name,)+ }
            }

            /// Its measures, by the names they have in scenes.
            pub const fn keys(self) -> &'static [&'static str] {
                match self { $(Self::$Name => &[$(stringify!($key),)+],)+ }
            }

            /// One of about a metre.
            pub const fn example(self) -> Primitive {
                match self { $(Self::$Name => Primitive::$Name { $($key: $example,)+ },)+ }
            }
        }

        impl Primitive {
            /// Which one it is.
            pub const fn kind(&self) -> PrimitiveKind {
                match self { $(Self::$Name { .. } => PrimitiveKind::$Name,)+ }
            }
        }
    };
}

primitives! {
    /// A cuboid.
    Box = "box" {
        /// Edge lengths, m. Of an obstacle one may be infinite: there are no faces across.
        size: [f64; 3] = [1.0, 0.6, 1.4],
    }
    /// A ball; in the plane, a disc.
    Sphere = "sphere" {
        /// Its radius, m.
        radius: f64 = 0.7,
    }
    /// A ring around the y axis.
    Torus = "torus" {
        /// Radius of its middle circle, m.
        radius: f64 = 0.65,
        /// Radius of its tube, m, less than the other.
        tube: f64 = 0.25,
    }
    /// A cylinder along y with flat ends.
    Cylinder = "cylinder" {
        /// Its radius, m.
        radius: f64 = 0.45,
        /// Its height, m.
        height: f64 = 1.3,
    }
    /// A cylinder along y with half a ball on either end.
    Capsule = "capsule" {
        /// Radius of cylinder and balls, m.
        radius: f64 = 0.3,
        /// Height of the cylinder alone, which is the distance between the centres of the balls, m. Infinite: a
        /// cylinder without ends.
        height: f64 = 1.0,
    }
    /// A cone along y, perhaps without its tip; its base is at −height/2.
    Cone = "cone" {
        /// Radius of its base, m.
        radius: f64 = 0.75,
        /// Its height, m.
        height: f64 = 1.0,
        /// Radius at its upper end, m, less than the other; 0 for a tip.
        top: f64 = 0.35,
    }
}

impl Primitive {
    /// Whether every measure has a meaning.
    ///
    /// # Errors
    /// The first that has none.
    pub fn check(&self) -> Result<(), ShapeError> {
        let shape = self.kind().name();
        let length = |parameter: &'static str, value: f64| check_length(shape, parameter, value);
        match *self {
            Self::Box { size } => {
                let names = ["size along x", "size along y", "size along z"];
                (0..3).try_for_each(|k| length(names[k], size[k]))
            }
            Self::Sphere { radius } => length("radius", radius),
            Self::Torus { radius, tube } => {
                length("radius", radius)?;
                length("tube", tube)?;
                if tube < radius { Ok(()) } else { Err(ShapeError::Tube { radius, tube }) }
            }
            Self::Cylinder { radius, height } | Self::Capsule { radius, height } => {
                length("radius", radius)?;
                length("height", height)
            }
            Self::Cone { radius, height, top } => {
                length("radius", radius)?;
                length("height", height)?;
                let fits = (0.0..radius).contains(&top);
                if fits { Ok(()) } else { Err(ShapeError::Top { radius, top }) }
            }
        }
    }

    /// Whether its surface has edges or corners.
    pub const fn has_features(&self) -> bool {
        match self {
            Self::Box { .. } | Self::Cylinder { .. } | Self::Cone { .. } => true,
            Self::Sphere { .. } | Self::Torus { .. } | Self::Capsule { .. } => false,
        }
    }

    /// How far it reaches along the axes, to either side: infinite where it has no end.
    pub fn reach(&self) -> Vec3 {
        match *self {
            Self::Box { size } => size.map(|s| 0.5 * s),
            Self::Sphere { radius } => [radius; 3],
            Self::Torus { radius, tube } => [radius + tube, tube, radius + tube],
            Self::Cylinder { radius, height } => [radius, 0.5 * height, radius],
            Self::Capsule { radius, height } => [radius, radius + 0.5 * height, radius],
            Self::Cone { radius, height, top } => [radius.max(top), 0.5 * height, radius.max(top)],
        }
    }

    /// The support function, the largest d·x over the solid, for one that ends everywhere.
    pub fn support(&self, d: Vec3) -> f64 {
        let across = d[0].hypot(d[2]);
        match *self {
            Self::Box { size } => (0..3).map(|k| size[k] / 2.0 * d[k].abs()).sum(),
            Self::Sphere { radius } => radius * norm(d),
            Self::Torus { radius, tube } => radius * across + tube * norm(d),
            Self::Cylinder { radius, height } => radius * across + height / 2.0 * d[1].abs(),
            Self::Capsule { radius, height } => radius * norm(d) + height / 2.0 * d[1].abs(),
            Self::Cone { radius, height, top } => {
                (top * across + height / 2.0 * d[1]).max(radius * across - height / 2.0 * d[1])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_can_be_and_boxes_around_them_fit() {
        for kind in PrimitiveKind::ALL {
            let solid = kind.example();
            assert_eq!((solid.kind(), solid.check()), (*kind, Ok(())));
            for (k, reach) in solid.reach().into_iter().enumerate() {
                let mut axis = [0.0; 3];
                axis[k] = 1.0;
                assert_eq!(solid.support(axis), reach, "{kind:?}");
                assert_eq!(solid.support(axis.map(|x| -x)), reach, "{kind:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        let message = |solid: Primitive| solid.check().unwrap_err().to_string();
        let tall = Primitive::Cylinder { radius: 1.0, height: f64::INFINITY };
        assert_eq!(message(tall), "cylinder: height is inf; give a positive, finite length");
        let flat = Primitive::Box { size: [1.0, 0.0, 1.0] };
        assert_eq!(message(flat), "box: size along y is 0; give a positive, finite length");
        assert!(message(Primitive::Torus { radius: 0.3, tube: 0.3 }).starts_with("torus: tube is 0.3"));
        assert!(
            message(Primitive::Cone { radius: 0.3, height: 1.0, top: 0.4 }).starts_with("cone: top is 0.4")
        );
    }
}
