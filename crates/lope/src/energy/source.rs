//! Who pushes whom: forces that are told by name.

/// Which part of a force is told: what holds, what pushes across a surface, what rubs along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It holds.
    Hold,
    /// It is a load.
    Load,
    /// It pushes across a surface.
    Normal,
    /// It rubs along a surface.
    Friction,
}

/// Between whom an element acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// Something from outside, by its number among the [names](Source::names), and bodies.
    Outside(u32),
    /// Two bodies, the lower number first.
    Bodies([u32; 2]),
    /// A body and itself.
    Within,
}

/// An element as a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Who meets.
    pub between: Between,
    /// The corners of its stencil on which the force is told, as bits: those of bodies, or of the first body.
    pub on: u64,
}

/// An energy whose forces are told by name: it comes from outside of bodies, or acts between them.
pub trait Source: Send + Sync {
    /// Names of what is outside.
    fn names(&self) -> Vec<String>;

    /// What its force is.
    fn part(&self) -> Part;

    /// Between whom an element acts; of an interaction, one of those last collected.
    fn meeting(&self, element: usize) -> Meeting;
}

/// The meeting of a single node with the only thing outside.
pub(crate) const ALONE: Meeting = Meeting { between: Between::Outside(0), on: 1 };
