//! `[view]`: where a scene is seen from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::{Number, Numbers3, array};

/// Where pictures and films of the scene are taken from. What is left out is chosen so that everything is in view, at
/// all times. It changes nothing in the simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct View {
    /// Angle around the vertical axis, from the z axis towards the x axis, degrees. Default: 32; in 2D 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub azimuth: Option<Number>,
    /// Angle above the horizon, degrees. Default: 20; in 2D 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevation: Option<Number>,
    /// Where the camera stands, m; the angles do not count then. Default: as far away as has everything in view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye: Option<Numbers3>,
    /// What it looks at, m. Default: the middle of everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Numbers3>,
    /// Angle from the lower to the upper edge of the picture, degrees. Default: 26.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fov: Option<Number>,
}

impl View {
    /// Whether nothing is chosen.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// What no camera can be: keys, and why.
    pub fn problems(&self) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        if let Some(fov) = self.fov
            && !(fov.get() > 0.0 && fov.get() < 170.0)
        {
            let why = format!("{fov} is impossible: must be greater than 0 and less than 170 degrees");
            found.push(("fov", why));
        }
        if let Some(elevation) = self.elevation
            && elevation.get().abs() > 90.0
        {
            found.push(("elevation", format!("{elevation} is impossible: from -90 to 90 degrees")));
        }
        if let (Some(eye), Some(at)) = (self.eye, self.at)
            && array(&eye) == array(&at)
        {
            found.push(("eye", "the camera stands where it looks at; move one of eye and at".into()));
        }
        found
    }

    /// Takes what `over` chooses, and the rest from here.
    pub fn with(&self, over: &Self) -> Self {
        // A direction chosen later goes before a place chosen earlier.
        let turned = over.azimuth.is_some() || over.elevation.is_some();
        Self {
            azimuth: over.azimuth.or(self.azimuth),
            elevation: over.elevation.or(self.elevation),
            eye: over.eye.or(self.eye.filter(|_| !turned)),
            at: over.at.or(self.at),
            fov: over.fov.or(self.fov),
        }
    }
}
