//! From a scene to a world.

mod initial;
mod mesh;
mod solver;

use std::path::Path;
use std::sync::Arc;

use super::model::{self, SpringLaw, array};
use super::{Kind, Problem, Scene};
use crate::body::motion::Motion;
use crate::body::select::Groups;
use crate::body::{Body, Pin, Solid};
use crate::energy::attachment::Attachment;
use crate::energy::drag::Drag;
use crate::energy::gravity::Gravity;
use crate::energy::rayleigh::Rayleigh;
use crate::energy::spring::{Law, Springs};
use crate::energy::Energy;
use crate::material::{self, Material, Parameters};
use crate::time::{BackwardEuler, History, Integrator, Quasistatic};
use crate::world::{Parts, World};

/// A world ready to run, and what its maker noticed.
pub struct Built {
    /// The world.
    pub world: World,
    /// Things a user should know that are not errors.
    pub notes: Vec<String>,
}

/// Builds the world of a valid scene. `directory` is where mesh files are looked for. All problems are
/// returned at once, each with its key.
pub fn build(scene: &Scene, directory: &Path) -> Result<Built, Vec<Problem>> {
    let mut workshop = Workshop { scene, directory, notes: Vec::new(), problems: Vec::new(), made: Made::default() };
    for (number, body) in scene.body.iter().enumerate() {
        workshop.body(number, body);
    }
    let Workshop { notes, problems, mut made, .. } = workshop;
    if !problems.is_empty() {
        return Err(problems);
    }
    let gravity = array(&scene.gravity);
    if gravity != [0.0; 3] {
        made.energies.push(Box::new(Gravity::new(0, &made.mass, gravity)));
    }
    let held = vec![if scene.dimension == 2 { 0b100 } else { 0 }; made.mass.len()];
    let world = World::new(Parts {
        bodies: made.bodies,
        mass: made.mass,
        state: made.state,
        held,
        pins: made.pins,
        energies: made.energies,
        integrator: integrator(scene.time.integrator),
        minimizer: solver::minimizer(&scene.solver),
        guess: solver::guess(&scene.solver),
        on_failure: solver::on_failure(&scene.solver),
    });
    Ok(Built { world, notes })
}

/// Validation lets only available integrators through.
fn integrator(name: model::Integrator) -> Box<dyn Integrator> {
    match name {
        model::Integrator::Quasistatic => Box::new(Quasistatic::default()),
        _ => Box::new(BackwardEuler::default()),
    }
}

/// What has been made so far.
#[derive(Default)]
struct Made {
    bodies: Vec<Body>,
    mass: Vec<f64>,
    state: History,
    pins: Vec<Pin>,
    energies: Vec<Box<dyn Energy>>,
}

struct Workshop<'a> {
    scene: &'a Scene,
    directory: &'a Path,
    notes: Vec<String>,
    problems: Vec<Problem>,
    made: Made,
}

impl Workshop<'_> {
    fn body(&mut self, number: usize, body: &model::Body) {
        let key = format!("body.{number}");
        let density = body.material.density.get();
        let (solid, groups, notes) = match mesh::solid(body, self.scene.dimension, self.directory, density) {
            Ok(made) => made,
            Err((below, message)) => {
                self.problems.push(Problem::new(Kind::Impossible, format!("{key}.{below}"), message));
                return;
            }
        };
        self.notes.extend(notes.into_iter().map(|note| format!("{}: {note}", body.name)));
        let Some(material) = self.material(&key, &body.material) else { return };

        let first = self.made.mass.len();
        let (x, v) = initial::state(body, &solid);
        let start: Vec<[f64; 3]> = x.clone();
        self.pins(&key, body, &solid, &groups, &start, first);
        self.forces(&key, body, &solid, &groups, &start, first, material);
        self.made.state.x.extend(x.into_iter().flatten());
        self.made.state.v.extend(v.into_iter().flatten());
        self.made.mass.extend(solid.mass);
    }

    fn material(&mut self, key: &str, material: &model::Material) -> Option<Arc<dyn Material>> {
        match material.constants() {
            Ok(model::Constants { mu, lambda, kappa }) => {
                let parameters = Parameters { mu, lambda, kappa };
                let model = material::Model::from_name(material.model.name())?;
                Some(material::build(model, parameters, material.log))
            }
            Err(complaints) => {
                self.problems.extend(complaints.into_iter().map(|(below, message)| {
                    Problem::new(Kind::Impossible, format!("{key}.material.{below}"), message)
                }));
                None
            }
        }
    }

    /// The nodes a region selects; an empty selection is a mistake.
    fn select(&mut self, key: &str, region: &model::Where, solid: &Solid, groups: &Groups) -> Option<Vec<u32>> {
        let wrong = match region.region().select(&solid.points, groups) {
            Ok(nodes) if !nodes.is_empty() => return Some(nodes),
            Ok(_) => {
                let bounds = mesh::bounds(&solid.points);
                format!("selects no vertex; the body spans {:?} to {:?} m", bounds[0], bounds[1])
            }
            Err(error) => error.to_string(),
        };
        self.problems.push(Problem::new(Kind::Impossible, format!("{key}.where"), wrong));
        None
    }

    fn motion(&mut self, key: &str, motion: Option<&model::Motion>) -> Motion {
        match motion.map_or_else(|| Ok(Motion::held()), model::Motion::compile) {
            Ok(motion) => motion,
            Err(error) => {
                self.problems.push(Problem::new(Kind::Impossible, format!("{key}.motion"), error.to_string()));
                Motion::held()
            }
        }
    }

    fn pins(
        &mut self,
        key: &str,
        body: &model::Body,
        solid: &Solid,
        groups: &Groups,
        start: &[[f64; 3]],
        first: usize,
    ) {
        for (number, pin) in body.pin.iter().enumerate() {
            let key = format!("{key}.pin.{number}");
            let motion = self.motion(&key, pin.motion.as_ref());
            let Some(nodes) = self.select(&key, &pin.region, solid, groups) else { continue };
            self.made.pins.push(Pin {
                start: nodes.iter().map(|&node| start[node as usize]).collect(),
                nodes: nodes.iter().map(|node| node + first as u32).collect(),
                motion,
                axes: pin.axes,
                release: pin.release.map(model::Number::get),
            });
        }
    }

    fn forces(
        &mut self,
        key: &str,
        body: &model::Body,
        solid: &Solid,
        groups: &Groups,
        start: &[[f64; 3]],
        first: usize,
        material: Arc<dyn Material>,
    ) {
        if material.kinks_in_valleys() {
            let note = "the corotated energy has valley-shaped kinks at which stabilized Newton can stall; \
                        fixed-corotated has none";
            self.notes.push(format!("{}: {note}", body.name));
        }
        let strain = Arc::new(solid.strain(first, material));
        self.made.energies.push(Box::new(strain.clone()));
        if let Some(springs) = body.springs {
            let law = match springs.law {
                SpringLaw::Hookean => Law::Hookean,
                SpringLaw::Squared => Law::Squared,
            };
            let edges: Vec<[u32; 2]> = solid.cells.edges();
            let springs = Springs::along(&solid.points, first as u32, &edges, springs.stiffness.get(), law);
            self.made.energies.push(Box::new(springs));
        }
        for (number, attach) in body.attach.iter().enumerate() {
            let key = format!("{key}.attach.{number}");
            let motion = self.motion(&key, attach.motion.as_ref());
            let Some(nodes) = self.select(&key, &attach.region, solid, groups) else { continue };
            let start: Vec<[f64; 3]> = nodes.iter().map(|&node| start[node as usize]).collect();
            let nodes = nodes.iter().map(|node| node + first as u32).collect();
            let script = attach.motion.is_some().then_some(motion);
            self.made.energies.push(Box::new(Attachment::new(nodes, attach.stiffness.get(), start, script.map(
                |motion| -> Box<dyn Fn(f64, [f64; 3]) -> [f64; 3] + Send + Sync> {
                    Box::new(move |t, start| motion.position(t, start))
                },
            ))));
        }
        if body.damping.drag.get() > 0.0 {
            self.made.energies.push(Box::new(Drag::new(first as u32, &solid.mass, body.damping.drag.get())));
        }
        if body.damping.rayleigh.get() > 0.0 {
            self.made.energies.push(Box::new(Rayleigh::new(strain.clone(), body.damping.rayleigh.get())));
        }
        self.made.bodies.push(Body {
            name: body.name.clone(),
            nodes: first..first + solid.points.len(),
            cells: solid.cells.clone(),
            strain,
        });
    }
}
