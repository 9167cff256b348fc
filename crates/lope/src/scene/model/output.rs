//! `[output]`: what a run writes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::Number;

names! {
    /// File formats of frames.
    FrameFormat {
        /// VTK's XML format for unstructured grids, read by ParaView, PyVista and others.
        Vtu = "vtu",
        /// Wavefront OBJ: the surface alone, read by every modelling program.
        Obj = "obj",
    }
}

names! {
    /// What a frame carries besides positions.
    Field {
        /// Velocity of every vertex, m/s.
        Velocity = "velocity",
        /// How far every vertex is from where it is at rest, m.
        Displacement = "displacement",
        /// det F of every element: its volume relative to rest; negative where it is inverted.
        Det = "det",
        /// Strain energy density of every element, J/m³ of rest volume.
        Energy = "energy",
        /// Cauchy stress of every element, Pa: xx, yy, zz, xy, yz, xz.
        Stress = "stress",
        /// Equivalent stress of von Mises of every element, Pa.
        VonMises = "von-mises",
        /// First Piola–Kirchhoff stress of every element, Pa: by rows.
        FirstPiola = "first-piola",
        /// Principal stretches of every element, the largest first.
        Stretch = "stretch",
        /// 1 for every vertex with an element around it whose Hessian was projected in the last iteration, else 0.
        Projected = "projected",
        /// Force of contact on every vertex across the surfaces that touch, N: the mean of the last step.
        ContactForce = "contact-force",
        /// Force of friction on every vertex, N: the mean of the last step.
        FrictionForce = "friction-force",
        /// Force of contact across surfaces by the area around every vertex, Pa: the mean of the last step.
        ContactPressure = "contact-pressure",
        /// Force of pins and attachments on every vertex, N: the mean of the last step.
        Reaction = "reaction",
    }
}

impl Field {
    /// Whether it is a force on vertices, which a world has to be asked for before its first step.
    pub const fn is_force(self) -> bool {
        matches!(self, Self::ContactForce | Self::FrictionForce | Self::ContactPressure | Self::Reaction)
    }
}

/// What a run writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Output {
    /// Where to, relative to the scene file; `-o` goes before it. Default: `out/` and the scene's name, or the next free
    /// one with a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    /// Formats of the frames; an empty list writes none. Default: vtu.
    pub formats: Vec<FrameFormat>,
    /// What a frame carries besides positions. Default: velocity and det.
    pub fields: Vec<Field>,
    /// Wall-clock time between checkpoints, s; 0 writes one after every step. Default: 30.
    pub checkpoint_every: Number,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            directory: None,
            formats: vec![FrameFormat::Vtu],
            fields: vec![Field::Velocity, Field::Det],
            checkpoint_every: Number(30.0),
        }
    }
}
