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
        /// det F of every element: its volume relative to rest; negative where it is inverted.
        Det = "det",
        /// Strain energy density of every element, J/m³ of rest volume.
        Energy = "energy",
        /// 1 for every vertex with an element around it whose Hessian was projected in the last iteration, else 0.
        Projected = "projected",
        /// Force of contact on every vertex across the surfaces that touch, N: the mean of the last step.
        ContactForce = "contact-force",
        /// Force of friction on every vertex, N: the mean of the last step.
        FrictionForce = "friction-force",
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
