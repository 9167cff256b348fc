//! The register of energies: every type that is an [`Energy`](super::Energy) has a kind of its own.
//!
//! An energy has to be a [`Member`], and a type of this library becomes one by [`enlist!`], which asks for a [`Kind`] that
//! nobody else has: two types of one kind are two implementations of [`Owner`] for the same number, which do not compile. A
//! law that goes over [`Kind::ALL`] and matches every kind covers every energy, or does not compile either.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {
        /// Which energy it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
            /// One that is not of this library: whoever brings it tests it.
            Foreign,
        }

        impl Kind {
            /// Every kind of this library.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];
        }
    };
}

kinds! {
    /// [`StrainEnergy`](super::strain::StrainEnergy).
    Strain,
    /// [`Rayleigh`](super::rayleigh::Rayleigh) damping.
    Rayleigh,
    /// [`Bending`](super::bending::Bending).
    Bending,
    /// [`QuadraticBending`](super::bending::QuadraticBending).
    QuadraticBending,
    /// [`Springs`](super::spring::Springs).
    Springs,
    /// [`Attachment`](super::attachment::Attachment).
    Attachment,
    /// [`Gravity`](super::gravity::Gravity).
    Gravity,
    /// [`Drag`](super::drag::Drag).
    Drag,
    /// [`DeadLoad`](super::load::DeadLoad).
    DeadLoad,
    /// [`Pressure`](super::load::Pressure).
    Pressure,
    /// [`Follower`](super::load::Follower).
    Follower,
    /// [`Wind`](super::load::Wind).
    Wind,
    /// [`Muscle`](super::load::Muscle).
    Muscle,
    /// [`Tendon`](super::load::Tendon).
    Tendon,
    /// [`Joints`](super::joint::Joints).
    Joint,
    /// The collision springs of the room `contact`.
    CollisionSprings,
    /// The penalties of the room `contact`.
    Penalty,
    /// Collisions of bodies with each other and with themselves, of the room `contact`.
    SelfCollision,
    /// The barriers of the room `contact`.
    Barrier,
    /// Their friction.
    BarrierFriction,
}

/// What is in the register, and can be told from others by its type.
pub trait Member: std::any::Any {
    /// Which energy it is.
    fn kind(&self) -> Kind;
}

/// Whose a kind is: implemented for [`Register`] once for each.
pub trait Owner<const KIND: u8> {}

/// The register.
#[derive(Clone, Copy, Debug)]
pub struct Register;

/// Puts a type into the register: `enlist!(Gravity: Gravity)`, type and kind.
macro_rules! enlist {
    ($type:ty: $kind:ident) => {
        impl $crate::energy::Member for $type {
            fn kind(&self) -> $crate::energy::Kind {
                $crate::energy::Kind::$kind
            }
        }

        impl $crate::energy::Owner<{ $crate::energy::Kind::$kind as u8 }> for $crate::energy::Register {}
    };
}
pub(crate) use enlist;
