//! Going on: bodies that start where a run left them.

use super::inclusion::Share;
use super::initial::State;
use super::{FrameBody, NamedFrame, Workshop};
use crate::body::Solid;
use crate::body::strained::edges;
use crate::math::small::det;
use crate::scene::model;
use crate::scene::nearest::hint;
use crate::scene::{Kind, Problem};

impl Workshop<'_> {
    /// Positions and velocities that a run left a body with; none if it is to start as the scene says.
    pub(super) fn left(
        &mut self,
        key: &str,
        body: &model::Body,
        solid: &Solid,
        shares: &[Share],
    ) -> Result<Option<State>, Problem> {
        let (state, at) = match (&body.state, &self.scene.state) {
            (Some(own), _) => (own, format!("{key}.state")),
            (None, Some(all)) => (all, "state".to_owned()),
            (None, None) => return Ok(None),
        };
        let wrong = |message: String| Problem::new(Kind::Impossible, at.clone(), message);
        let frame = self.files.frame(state).map_err(wrong)?;
        let place = format!("frame {} of {}", frame.number, state.run);
        let Some(there) = frame.bodies.iter().find(|there| there.name == body.name) else {
            if body.state.is_some() {
                return Err(wrong(format!("{place} has no body \"{}\"{}", body.name, others(&frame, body))));
            }
            self.notes.push(format!("{} is not in {place}: it starts as the scene says", body.name));
            return Ok(None);
        };
        let name = &body.name;
        let about = |what: String| wrong(format!("{name} cannot go on from {place}: {what}"));
        if let Some(difference) = difference(there, solid) {
            let remedy = "go on with the mesh the run was made with, or start anew";
            return Err(about(format!("it was made with another mesh ({difference}); {remedy}")));
        }
        if there.velocities.len() != there.points.len() {
            let remedy = "make that run again with \"velocity\" among output.fields";
            return Err(about(format!("it has no velocities; {remedy}")));
        }
        let numbers = || there.points.iter().chain(&there.velocities);
        if numbers().flatten().any(|number| !number.is_finite()) {
            return Err(about(
                "it has positions or velocities that are no numbers; take an earlier frame".into(),
            ));
        }
        if self.scene.dimension == 2 && numbers().any(|vector| vector[2] != 0.0) {
            return Err(about("in 2D everything stays in the xy plane, and there it does not".into()));
        }
        for Share { material, elements, .. } in shares {
            let Some(element) = material
                .needs_positive_det()
                .then(|| elements.iter().find(|element| flat(solid, &there.points, **element)))
                .flatten()
            else {
                continue;
            };
            let model = material.name();
            return Err(about(format!(
                "element {element} is flat or inverted there, where {model} has infinite energy; use a model that survives it, \
                 like fixed-corotated, or take an earlier frame"
            )));
        }
        self.going += 1;
        let note =
            format!("starts from {place}, where the time is {} s; here it begins at 0", round(frame.time));
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        Ok(Some((there.points.clone(), there.velocities.clone())))
    }

    /// A problem that many bodies may have is told once.
    pub(super) fn once(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Whoever goes on from a run that has nothing of the scene probably means another one.
    pub(super) fn nobody_goes_on(&mut self) {
        let Some(state) = &self.scene.state else { return };
        if self.going > 0
            || !self.problems.is_empty()
            || self.scene.body.iter().all(|body| body.state.is_some())
        {
            return;
        }
        let Ok(frame) = self.files.frame(state) else { return };
        let there: Vec<&str> = frame.bodies.iter().map(|body| body.name.as_str()).collect();
        let message = format!(
            "no body of the scene is in {}: bodies go on by their names, and there are {}",
            state.run,
            there.join(", ")
        );
        self.problems.push(Problem::new(Kind::Impossible, "state", message));
    }
}

/// The bodies there are.
fn others(frame: &NamedFrame, body: &model::Body) -> String {
    let names: Vec<&str> = frame.bodies.iter().map(|body| body.name.as_str()).collect();
    hint(&body.name, &names)
}

/// In what a body differs from that of the scene, if it does.
fn difference(there: &FrameBody, solid: &Solid) -> Option<String> {
    let arity = if solid.cells.is_empty() { there.arity } else { solid.cells.nodes(0).len() };
    let counts = [
        (there.points.len(), there.cells.len() / there.arity.max(1)),
        (solid.points.len(), solid.cells.len()),
    ];
    let told = |(points, cells): (usize, usize)| format!("{points} vertices and {cells} elements");
    if counts[0] != counts[1] {
        return Some(format!("{} there, {} here", told(counts[0]), told(counts[1])));
    }
    if there.arity != arity {
        return Some(format!("elements of {} vertices there, of {arity} here", there.arity));
    }
    let here = solid.cells.flat();
    let element = there.cells.chunks_exact(arity).zip(here.chunks_exact(arity)).position(|(a, b)| a != b)?;
    let corners = |cells: &[u32]| {
        let nodes: Vec<String> =
            cells[arity * element..arity * (element + 1)].iter().map(ToString::to_string).collect();
        nodes.join("-")
    };
    Some(format!(
        "both have {}, but element {element} joins vertices {} there and {} here",
        told(counts[0]),
        corners(&there.cells),
        corners(here)
    ))
}

/// Whether an element has no volume, or one of the other sign than at rest.
fn flat(solid: &Solid, points: &[[f64; 3]], element: u32) -> bool {
    let nodes = solid.cells.nodes(element as usize);
    let volume = |at: &[[f64; 3]]| det(&edges(nodes, 0, at.as_flattened()));
    let ratio = volume(points) / volume(&solid.points);
    ratio <= 0.0 || ratio.is_nan()
}

/// Six digits: step lengths are rarely round.
fn round(time: f64) -> f64 {
    (time * 1e6).round() / 1e6
}
