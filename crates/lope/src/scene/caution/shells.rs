//! What a mesh and a model of bending are for each other.

use super::Caution;
use crate::geometry::{Finding, Severity};
use crate::scene::model::{Scene, SheetPattern, ShellModel};

/// Shells whose hinges prefer directions.
pub(super) fn cautions(scene: &Scene) -> impl Iterator<Item = Caution> + '_ {
    scene.body.iter().filter_map(|body| {
        let shell = body.shell.as_ref()?;
        let bends = shell.bending.is_none_or(|bending| bending.get() > 0.0);
        if !bends || shell.model == ShellModel::Triangle {
            return None;
        }
        let (severity, message) = match body.mesh.pattern {
            Some(SheetPattern::Diagonal) => (
                Severity::Warning,
                "the hinges of a sheet with parallel diagonals bend and twist one way more easily than the other; use pattern = \
                 \"random\", or shell.model = \"triangle\"",
            ),
            _ => return None,
        };
        Some(Caution { subject: body.name.clone(), finding: Finding { severity, message: message.into() } })
    })
}
