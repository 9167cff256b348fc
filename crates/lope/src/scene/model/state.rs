//! `state`: going on from where a run left things.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A moment of a run, whose positions and velocities a body starts with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The directory of the run, relative to the scene file.
    pub run: String,
    /// The number of the frame, as in the names of its files. Default: the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u32>,
}
