//! Looking at a state after the fact: who crosses whom, and who is nearest.
//!
//! A scene is looked at as barriers would meet it, whatever keeps things apart in it: bodies by their surfaces, obstacles by the
//! triangles that are drawn. Who crosses is decided as at the start of a run with barriers, by signs that are exact.

use super::files::{Files, MeshSource};
use super::{Start, Workshop};
use crate::contact::barrier::{Apart, Culprit, Fault, Preflight};
use crate::math::vec3::Vec3;
use crate::scene::model::{Contact, ContactModel, Integrator, Number, Solver};
use crate::scene::{Kind, Problem, Problems, Scene};

/// Some distance at which barriers would begin in a scene that has none, m. Nothing that is found depends on it.
const ANY: f64 = 1e-3;

/// A scene whose states are looked at.
#[derive(Debug)]
pub struct Audit {
    start: Start,
    /// How things are kept apart, if they are.
    models: Vec<ContactModel>,
    /// A word for the content of every file that was read, in the order of [`Scene::files`].
    pub inputs: Vec<String>,
}

/// Two that cross.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// What they are called: `triangle 3-4-5 of ball`.
    pub who: [String; 2],
    /// Where, m.
    pub place: [f64; 3],
    /// How deep a vertex is below a plane, m; zero of all others.
    pub depth: f64,
}

/// What is found at a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// All pairs that cross.
    pub crossings: Vec<Crossing>,
    /// Pairs that are not farther apart than rounding: nobody knows whether they cross.
    pub undecided: usize,
    /// The nearest that have no corner in common: how far they are apart less the thickness, m, and what they are called.
    pub least: Option<(f64, [String; 2])>,
    /// So much is rounding, m.
    pub rounding: f64,
}

/// Makes the surfaces of a scene, with the meshes that it names from a source.
///
/// # Errors
/// Everything that is wrong with the scene, and what of it barriers could not meet.
pub fn audit_with(scene: &Scene, source: &dyn MeshSource) -> Result<Audit, Problems> {
    let models = models(scene);
    let mut met = scene.clone();
    if models != [ContactModel::Ipc] {
        as_with_barriers(&mut met);
        met.validate()?;
    }
    let files = Files::new(source);
    let mut workshop = Workshop::new(&met, &files);
    workshop.furnish();
    let inputs = files.digests(scene);
    match workshop.start {
        Some(start) => Ok(Audit { start, models, inputs }),
        None => {
            Problems::if_any(workshop.problems)?;
            let message = "there is nothing that could meet; give the scene a body";
            Err(Problem::new(Kind::Impossible, "body", message).into())
        }
    }
}

/// How a scene keeps things apart, each way once.
fn models(scene: &Scene) -> Vec<ContactModel> {
    let contact = scene.contact.iter().map(|contact| contact.model);
    let mut models: Vec<ContactModel> = Vec::new();
    for model in contact.chain(scene.obstacle.iter().map(|obstacle| obstacle.contact())) {
        if !models.contains(&model) {
            models.push(model);
        }
    }
    models
}

/// The same things in the same places, with barriers between them.
fn as_with_barriers(scene: &mut Scene) {
    let (within, between) = match &scene.contact {
        Some(contact) => (contact.within, contact.between),
        None => (true, true),
    };
    let dhat = Some(Number(ANY));
    scene.contact = Some(Contact { within, between, dhat, ..Contact::new(ContactModel::Ipc) });
    for obstacle in &mut scene.obstacle {
        obstacle.model = Some(ContactModel::Ipc);
        (obstacle.stiffness, obstacle.grid) = (None, None);
        (obstacle.margin, obstacle.friction) = (Number::default(), Number::default());
    }
    // No step is made.
    scene.solver = Solver::default();
    scene.time.integrator = Integrator::BackwardEuler;
    (scene.time.substeps, scene.time.stabilize, scene.time.epsilon) = (None, None, None);
    scene.resolve();
}

impl Audit {
    /// How things are kept apart in the scene, each way once; nothing where nobody does.
    pub fn models(&self) -> &[ContactModel] {
        &self.models
    }

    /// The number of bodies, copies counted.
    pub fn bodies(&self) -> usize {
        self.start.masses.len()
    }

    /// The name of a body.
    pub fn name(&self, body: usize) -> &str {
        self.start.surfaces.mesh().name(body)
    }

    /// The vertices of a body of which only those of its surface are known.
    ///
    /// # Errors
    /// How many there are, if that is another number.
    pub fn spread(&self, body: usize, surface: Vec<Vec3>) -> Result<Vec<Vec3>, usize> {
        self.start.surfaces.mesh().spread(body, surface)
    }

    /// Looks at the time `t` at bodies whose vertices are at `bodies`: those of its skin if a body has one, or else all of its
    /// nodes.
    ///
    /// # Errors
    /// The number of the first body that has too few vertices, or one that is nowhere.
    pub fn look(&self, t: f64, bodies: &[Vec<Vec3>]) -> Result<Finding, usize> {
        let (mesh, rules) = (self.start.surfaces.mesh(), &self.start.rules);
        let mut x = self.start.x.clone();
        let nodes: &mut [Vec3] = x.as_chunks_mut().0;
        for pin in &self.start.led {
            for (node, start) in pin.nodes.iter().zip(&pin.start) {
                nodes[*node as usize] = pin.motion.position(t, *start);
            }
        }
        let mut points = Vec::new();
        mesh.positions(&x, &mut points);
        for body in 0..self.bodies() {
            let vertices = bodies.get(body).map_or(&[][..], Vec::as_slice);
            let finite = vertices.iter().flatten().all(|x| x.is_finite());
            if !finite || !mesh.place(body, vertices, &mut points) {
                return Err(body);
            }
        }
        let flight = Preflight::at_points(mesh, rules, points);
        let culprits = flight.culprits(0.0);
        let called = |culprit: &Culprit| culprit.pieces.map(|piece| mesh.called(&piece));
        let crossing = |culprit: &Culprit| match culprit.fault {
            Fault::Crossing(depth) if flight.is_sure(culprit) => {
                Some(Crossing { who: called(culprit), place: culprit.place, depth })
            }
            _ => None,
        };
        let crossings: Vec<Crossing> = culprits.iter().filter_map(crossing).collect();
        let undecided = culprits.len() - crossings.len();
        let nearer = |a: Apart, b: Apart| if b.distance < a.distance { b } else { a };
        let least = [flight.nearest_between(), flight.nearest_within()].into_iter().flatten().reduce(nearer);
        let least = least.map(|Apart { pieces, distance }| {
            (distance - self.start.gap.thickness, pieces.map(|piece| mesh.called(&piece)))
        });
        Ok(Finding { crossings, undecided, least, rounding: flight.rounding() })
    }
}
