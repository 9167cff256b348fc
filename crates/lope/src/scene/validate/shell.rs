//! Shells: what goes with them, and with which methods.

use super::Check;
use crate::scene::model::{Body, BodyKind, Method, ShellModel};

impl Check {
    /// The table `shell`, which shells have and nothing else.
    pub(super) fn shell(&mut self, at: &str, body: &Body, dimension: u8) {
        let is_shell = body.kind == BodyKind::Shell;
        let Some(shell) = &body.shell else {
            if is_shell {
                let message = "required by kind = \"shell\", but missing: needs thickness, m";
                self.missing(format!("{at}.shell"), message);
            }
            return;
        };
        if !is_shell {
            let message = format!(
                "belongs to a body of kind = \"shell\", and this one is {}: remove it, or change kind",
                body.kind
            );
            return self.impossible(format!("{at}.shell"), message);
        }
        self.positive(format!("{at}.shell.thickness"), shell.thickness, "m");
        if let Some(bending) = shell.bending {
            self.not_negative(format!("{at}.shell.bending"), bending, "N·m");
        }
        if dimension == 2 {
            let message = "a shell is a surface in space: set dimension = 3, or use kind = \"solid\"";
            self.impossible(format!("{at}.kind"), message);
        }
        if body.material.is_none() {
            self.missing(format!("{at}.material"), "required by kind = \"shell\", but missing");
        }
        if body.springs.is_some() {
            self.impossible(
                format!("{at}.springs"),
                "a shell has none: remove it, or use kind = \"springs\"",
            );
        }
        if !body.inclusion.is_empty() {
            let message = "a shell is of one material: remove it, and make a body of each part";
            self.impossible(format!("{at}.inclusion"), message);
        }
        if body.mesh.embed {
            self.impossible(
                format!("{at}.mesh.embed"),
                "a surface rides along in solids; a shell is one itself. Remove this key",
            );
        }
    }

    /// Bending that a method cannot deal with.
    pub(super) fn bending(&mut self, at: &str, body: &Body, method: Method) {
        let Some(shell) = body.shell.as_ref().filter(|_| body.kind == BodyKind::Shell) else { return };
        let bends = shell.bending.is_none_or(|bending| bending.get() > 0.0);
        if bends
            && shell.model != ShellModel::Quadratic
            && matches!(method, Method::LocalGlobal | Method::Admm)
        {
            let message = format!(
                "{} does not go with {method}: angles are no linear function of the positions; use quadratic, or another \
                 solver.method",
                shell.model
            );
            self.impossible(format!("{at}.shell.model"), message);
        }
    }
}
