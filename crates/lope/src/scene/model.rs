//! The scene: the serde model that is the file format, its schema and its documentation.
//!
//! Every field's doc comment is its description in the JSON Schema: meaning, unit, default, and when to change
//! it. Defaults are written out when a scene is serialized, so that a resolved scene does not depend on them.

pub mod body;
pub mod contact;
pub mod expect;
mod files;
pub mod joint;
pub mod level_set;
pub mod load;
pub mod material;
mod memory;
pub mod mesh;
pub mod method;
mod names;
pub mod number;
pub mod obstacle;
pub mod output;
pub mod pin;
pub mod preset;
pub mod probe;
pub mod rigid;
mod setter;
mod setting;
pub mod shape;
pub mod shell;
pub mod solver;
pub mod springs;
pub mod state;
pub mod time;
pub mod value;
pub mod view;

pub use body::{Attachment, Body, BodyKind, Copies, Damping, Inclusion, Rotation, Start};
pub use contact::{BarrierProfile, Contact, ContactForce, ContactPair, Mollifier};
pub use expect::{ColumnEnd, EnergySeries, Evidence, Expect, FieldEnd, Verdict};
pub use joint::{Joint, JointMotor, JointType};
pub use level_set::{GridInterpolation, GridSpec, LevelSet, ObstacleShape};
pub use load::{Guide, Load, Muscle, Tendon, Wind};
pub use material::{Constants, Material, Model};
pub use mesh::{Geometry, Mesh, SheetPattern, Tetrahedralize};
pub use method::{Keys, Method, Settings};
pub use number::{Cells, Number, Numbers3, Scale, array, vector};
pub use obstacle::{ContactModel, Obstacle};
pub use output::{Field, FrameFormat, Output};
pub use pin::{Keyframe, Motion, Pin, Spin, Where};
pub use preset::Preset;
pub use probe::{Probe, Quantity};
pub use rigid::Rigid;
pub use shape::{Shape, ShapePart};
pub use shell::{Shell, ShellModel, ShellRest};
pub use solver::{
    AdmmNumbers, Filter, Forcing, Linear, OnFailure, Preconditioner, ProgressiveNumbers, Projection, Solver,
    Wolfe,
};
pub use springs::{Diagonals, Edges, SpringLaw, Springs};
pub use state::State;
pub use time::{Integrator, Time};
pub use value::{Table, Table3, Value, Value3};
pub use view::View;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::problem::SceneError;

/// A scene: what is there, what happens to it, and how it is computed. SI units throughout. A number may be
/// written as a fraction in a string, for example `"1/24"`. Paths are relative to the scene file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// A short name for people. Default: empty.
    #[serde(default)]
    pub title: String,
    /// Acceleration of free fall, m/s². Default: [0, -9.81, 0], y pointing up.
    #[serde(default = "earth")]
    pub gravity: Numbers3,
    /// 3 for solids in space, 2 for plane strain in the xy plane (z stays 0). Default: 3.
    #[serde(default = "three")]
    pub dimension: u8,
    /// Steps, length and integrator.
    pub time: Time,
    /// How each step is solved. The defaults suit most scenes.
    #[serde(default, skip_serializing_if = "Solver::is_default")]
    pub solver: Solver,
    /// A run to go on from: bodies of a name that is there start where they are there. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// The things that move; at least one.
    #[serde(default)]
    pub body: Vec<Body>,
    /// Forces on all bodies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub load: Vec<Load>,
    /// Cables that run through bodies and pull.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tendon: Vec<Tendon>,
    /// What holds bodies together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joint: Vec<Joint>,
    /// What bodies meet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obstacle: Vec<Obstacle>,
    /// What is measured in every step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probe: Vec<Probe>,
    /// How bodies meet each other and themselves. Default: they pass through each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<Contact>,
    /// Where pictures and films are taken from.
    #[serde(default, skip_serializing_if = "View::is_default")]
    pub view: View,
    /// What a run writes.
    #[serde(default)]
    pub output: Output,
    /// What a run of this scene must show; checked by the test suite.
    #[serde(default)]
    pub expect: Expect,
}

fn earth() -> Numbers3 {
    [Number(0.0), Number(-9.81), Number(0.0)]
}

fn three() -> u8 {
    3
}

impl Scene {
    /// A scene with nothing in it and the defaults of the format.
    pub fn new(time: Time) -> Self {
        Self {
            title: String::new(),
            gravity: earth(),
            dimension: three(),
            time,
            solver: Solver::default(),
            state: None,
            body: Vec::new(),
            load: Vec::new(),
            tendon: Vec::new(),
            joint: Vec::new(),
            obstacle: Vec::new(),
            probe: Vec::new(),
            contact: None,
            view: View::default(),
            output: Output::default(),
            expect: Expect::default(),
        }
    }

    /// Fills in the defaults that depend on other keys: the linear solver of the method, its preconditioner,
    /// what presets of materials stand for, names of bodies, tendons, joints, probes and obstacles without one, the model of obstacles. Doing it twice changes nothing.
    pub fn resolve(&mut self) {
        self.time.resolve();
        // What minimizes nothing keeps the defaults, which are not written; any other value is refused.
        if !self.time.explicit() {
            self.solver.resolve();
        }
        let alone = self.body.len() == 1;
        for (index, body) in self.body.iter_mut().enumerate() {
            if body.name.is_empty() {
                body.name = if alone { "body".into() } else { format!("body{index}") };
            }
            // What is thin is neo-Hookean where nothing else is said.
            if let Some(material) = body
                .material
                .as_mut()
                .filter(|material| body.kind == BodyKind::Shell && material.preset.is_none())
            {
                material.model.get_or_insert(Model::NeoHookean);
            }
            body.material.iter_mut().for_each(Material::resolve);
            body.inclusion.iter_mut().for_each(|inclusion| inclusion.material.resolve());
        }
        let alone = self.tendon.len() == 1;
        for (index, tendon) in self.tendon.iter_mut().enumerate() {
            if tendon.name.is_empty() {
                tendon.name = if alone { "tendon".into() } else { format!("tendon{index}") };
            }
        }
        let alone = self.probe.len() == 1;
        for (index, probe) in self.probe.iter_mut().enumerate() {
            if probe.name.is_empty() {
                probe.name = if alone { "probe".into() } else { format!("probe{index}") };
            }
        }
        let alone = self.joint.len() == 1;
        for (index, joint) in self.joint.iter_mut().enumerate() {
            if joint.name.is_empty() {
                joint.name = if alone { "joint".into() } else { format!("joint{index}") };
            }
        }
        let barriers = self.contact.as_ref().is_some_and(|contact| contact.model == ContactModel::Ipc);
        let default = if barriers { ContactModel::Ipc } else { ContactModel::Spring };
        let alone = self.obstacle.len() == 1;
        for (index, obstacle) in self.obstacle.iter_mut().enumerate() {
            if obstacle.name.is_empty() {
                obstacle.name = if alone { "obstacle".into() } else { format!("obstacle{index}") };
            }
            obstacle.model.get_or_insert(default);
        }
    }

    /// The scene as TOML with every default written out: loading it again gives an equal scene.
    ///
    /// # Errors
    /// If a value does not fit the format (a whole number above 2⁶³, a mesh in memory).
    pub fn resolved_toml(&self) -> Result<String, SceneError> {
        if let Some(index) = self.body.iter().position(|body| body.mesh.memory.is_some()) {
            let message = "is in memory, and a scene names meshes by shape or file; write it to a file";
            return Err(SceneError::Write(format!("body.{index}.mesh: {message}")));
        }
        let mut resolved = self.clone();
        resolved.resolve();
        toml::to_string(&resolved).map_err(|error| SceneError::Write(error.to_string()))
    }
}
