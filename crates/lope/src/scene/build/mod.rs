//! From a scene to a world.

mod audit;
mod barrier;
mod contact;
mod files;
mod going;
mod inclusion;
mod initial;
mod integrator;
mod joint;
mod load;
mod mesh;
mod obstacle;
mod probe;
mod rigid;
mod shell;
mod solver;
mod springs;
mod start;

use std::sync::Arc;

pub use audit::{Audit, Crossing, Finding, audit_with};
use files::Files;
pub use files::{FrameBody, MeshSource, NamedFrame, NamedMesh, NoFiles};
use inclusion::Share;
use load::Outline;
use mesh::Placed;
pub use mesh::make_mesh;
pub use obstacle::Scenery;
pub use start::{Start, Suspect};

use super::model::{self, array};
use super::{Kind, Problem, Problems, Scene};
use crate::after::NonrigidDamping;
use crate::body::motion::Motion;
use crate::body::select::Groups;
use crate::body::{Body, Inclusion, Pin};
use crate::energy::Acts;
use crate::energy::attachment::Attachment;
use crate::energy::drag::Drag;
use crate::energy::gravity::Gravity;
use crate::energy::rayleigh::Rayleigh;
use crate::geometry::{FileMesh, sheet};
use crate::material::{self, Material, Parameters};
use crate::math::vec3;
use crate::time::History;
use crate::world::{After, Contacts, Parts, World};

/// A world ready to run, and what its maker noticed.
pub struct Built {
    /// The world.
    pub world: World,
    /// What bodies meet, to be shown.
    pub obstacles: Vec<Scenery>,
    /// The mesh of each body of the scene, as it was made or read.
    pub meshes: Vec<FileMesh>,
    /// Things a user should know that are not errors.
    pub notes: Vec<String>,
    /// Where things start if barriers keep them apart.
    pub start: Option<Start>,
    /// A word for the content of every file that was read, in the order of [`Scene::files`].
    pub inputs: Vec<String>,
}

/// Builds the world of a valid scene that names no files. All problems are returned at once, each with its key.
///
/// # Errors
/// Everything that only shows when the scene is built.
pub fn build(scene: &Scene) -> Result<Built, Problems> {
    build_with(scene, &NoFiles)
}

/// As [`build`], with the meshes that the scene names from a source.
///
/// # Errors
/// As [`build`], and what the source says.
pub fn build_with(scene: &Scene, source: &dyn MeshSource) -> Result<Built, Problems> {
    let files = Files::new(source);
    let mut workshop = Workshop::new(scene, &files);
    let obstacles = workshop.furnish();
    if workshop.problems.is_empty() {
        workshop.loads();
        workshop.joints();
        workshop.contact();
    }
    let probes = if workshop.problems.is_empty() { workshop.probes() } else { Vec::new() };
    let Workshop { meshes, notes, problems, mut made, start, .. } = workshop;
    Problems::if_any(problems)?;
    let gravity = array(&scene.gravity);
    if gravity != [0.0; 3] {
        // What is led has no weight.
        let (nodes, mass): (Vec<u32>, Vec<f64>) =
            (0..).zip(made.mass.iter().copied()).filter(|(_, mass)| *mass > 0.0).unzip();
        made.acts.energies.push(Box::new(Gravity::new(nodes.into(), mass, gravity)));
    }
    let contacts = std::mem::take(&mut made.contacts);
    Problems::if_any(solver::unfit(&scene.solver, &made.acts))?;
    let held = vec![if scene.dimension == 2 { 0b100 } else { 0 }; made.mass.len()];
    let world = World::new(Parts {
        bodies: made.bodies,
        mass: made.mass,
        state: made.state,
        held,
        pins: made.pins,
        acts: made.acts,
        contacts,
        after: made.after,
        integrator: integrator::integrator(&scene.time),
        minimizer: solver::minimizer(&scene.solver),
        projection: solver::projection(&scene.solver),
        guess: solver::guess(&scene.solver),
        on_failure: solver::on_failure(&scene.solver),
    });
    let world = world.with_substeps(scene.time.substeps.unwrap_or(1)).with_probes(probes, made.rest);
    Ok(Built { world, obstacles, meshes, notes, start, inputs: files.digests(scene) })
}

/// Where things start if barriers keep them apart, also if they cross or touch and the scene is refused for it. None without
/// barriers.
///
/// # Errors
/// Everything else that only shows when the scene is built.
pub fn start_with(scene: &Scene, source: &dyn MeshSource) -> Result<Option<Start>, Problems> {
    let files = Files::new(source);
    let mut workshop = Workshop::new(scene, &files);
    workshop.furnish();
    match workshop.start {
        Some(start) => Ok(Some(start)),
        None => Problems::if_any(workshop.problems).map(|()| None),
    }
}

/// What has been made so far.
#[derive(Default)]
struct Made {
    bodies: Vec<Body>,
    mass: Vec<f64>,
    /// Rest positions of all nodes, interleaved xyz.
    rest: Vec<f64>,
    state: History,
    pins: Vec<Pin>,
    acts: Acts,
    contacts: Contacts,
    after: After,
}

struct Workshop<'a> {
    scene: &'a Scene,
    files: &'a Files<'a>,
    meshes: Vec<FileMesh>,
    notes: Vec<String>,
    problems: Vec<Problem>,
    made: Made,
    /// Of every body, where loads need them.
    outlines: Vec<Outline>,
    start: Option<Start>,
    /// How many bodies start where a run left them.
    going: usize,
}

impl<'a> Workshop<'a> {
    fn new(scene: &'a Scene, files: &'a Files<'a>) -> Self {
        let (meshes, notes, problems) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            scene,
            files,
            meshes,
            notes,
            problems,
            made: Made::default(),
            outlines: Vec::new(),
            start: None,
            going: 0,
        }
    }
}

impl Workshop<'_> {
    /// Makes all bodies and obstacles.
    fn furnish(&mut self) -> Vec<Scenery> {
        for (number, body) in self.scene.body.iter().enumerate() {
            self.body(number, body);
        }
        self.nobody_goes_on();
        if self.problems.is_empty() { self.obstacles() } else { Vec::new() }
    }

    fn body(&mut self, number: usize, body: &model::Body) {
        let key = format!("body.{number}");
        let made = match mesh::make(&body.mesh, self.files, &mut |_| {}) {
            Ok(made) => made,
            Err(wrong) => return self.wrong(&key, wrong),
        };
        self.meshes.push(made.mesh.clone());
        let Some(copies) = body.copies else { return self.one(number, body, made, [0.0; 3]) };
        // Every copy is a body of its own, with the pins and forces of the one in the scene.
        for (i, offset) in sheet::copies(copies.count, array(&copies.spacing)).enumerate() {
            let copy = model::Body { name: format!("{}-{}", body.name, i + 1), ..body.clone() };
            self.one(number, &copy, made.clone(), offset);
        }
    }

    fn wrong(&mut self, key: &str, (below, message): (String, String)) {
        self.problems.push(Problem::new(Kind::Impossible, format!("{key}.{below}"), message));
    }

    fn one(&mut self, number: usize, body: &model::Body, made: mesh::Made, offset: [f64; 3]) {
        let key = &format!("body.{number}");
        let mut placed = match mesh::place(body, made, offset, self.scene.dimension) {
            Ok(placed) => placed,
            Err(wrong) => return self.wrong(key, wrong),
        };
        self.notes.extend(placed.notes.iter().map(|note| format!("{}: {note}", body.name)));
        let Some(shares) = self.shares(key, body, &placed) else { return };
        inclusion::weigh(&mut placed.solid, &shares);

        let first = self.made.mass.len();
        // Where the scene puts it, which is where attachments hold it, also if a run has moved it since.
        let (origin, velocity) = match initial::state(body, &placed.solid) {
            Ok(state) => state,
            Err(wrong) => return self.wrong(key, wrong),
        };
        let (x, mut v) = match self.left(key, body, &placed.solid, &shares) {
            Ok(left) => left.unwrap_or_else(|| (origin.clone(), velocity)),
            Err(problem) => return self.once(problem),
        };
        self.made.rest.extend(placed.solid.points.iter().flatten());
        self.pins(key, body, &placed, &x, &mut v, first);
        self.forces(key, body, &placed, &origin, first, &shares);
        self.made.state.x.extend(x.into_iter().flatten());
        self.made.state.v.extend(v.into_iter().flatten());
        self.made.mass.extend(placed.solid.mass);
        let modulus = shares.iter().map(|share| share.material.modulus()).fold(0.0, f64::max);
        let Placed { own, groups, place, .. } = placed;
        self.outlines.push(Outline { described: number, own, groups, place, modulus });
    }

    /// The material of a solid, or of a sheet that may grow thin.
    fn material(&mut self, key: &str, material: &model::Material, thin: bool) -> Option<Arc<dyn Material>> {
        match material.constants() {
            Ok(model::Constants { mu, lambda, kappa }) => {
                let solid = Parameters { mu, lambda, kappa };
                let parameters = if thin { solid.in_plane_stress() } else { solid };
                let model: material::Model = material.model().name().parse().ok()?;
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

    /// The nodes a region selects.
    fn select(&mut self, key: &str, region: &model::Where, placed: &Placed) -> Option<Vec<u32>> {
        self.pick(key, region, &placed.own, &placed.groups)
    }

    /// The points a region selects.
    fn pick(
        &mut self,
        key: &str,
        region: &model::Where,
        points: &[[f64; 3]],
        groups: &Groups,
    ) -> Option<Vec<u32>> {
        match region.region().select(points, groups) {
            Ok(picked) => Some(picked),
            Err(error) => {
                self.problems.push(Problem::new(Kind::Impossible, format!("{key}.where"), error.to_string()));
                None
            }
        }
    }

    fn motion(&mut self, key: &str, motion: Option<&model::Motion>) -> Motion {
        match motion.map_or_else(|| Ok(Motion::held()), model::Motion::compile) {
            Ok(motion) => motion,
            Err(error) => {
                self.problems.push(Problem::new(
                    Kind::Impossible,
                    format!("{key}.motion"),
                    error.to_string(),
                ));
                Motion::held()
            }
        }
    }

    fn pins(
        &mut self,
        key: &str,
        body: &model::Body,
        placed: &Placed,
        start: &[[f64; 3]],
        velocity: &mut [[f64; 3]],
        first: usize,
    ) {
        for (number, pin) in body.pin.iter().enumerate() {
            let key = format!("{key}.pin.{number}");
            let motion = self.motion(&key, pin.motion.as_ref());
            let rigid = placed.volume.is_some();
            let picked = match rigid {
                true => self.whole(&key, &pin.region, placed),
                false => self.select(&key, &pin.region, placed),
            };
            let Some(nodes) = picked else { continue };
            // Nodes of a rigid body keep their distances, whatever the expression says of each.
            let motion = if rigid { motion.rigid_about(mean(start)) } else { motion };
            // What is held does not move, whatever the velocity of the body.
            if pin.motion.is_none() {
                for &node in &nodes {
                    (0..3).filter(|&i| pin.axes[i]).for_each(|i| velocity[node as usize][i] = 0.0);
                }
            }
            self.made.pins.push(Pin {
                key,
                start: nodes.iter().map(|&node| start[node as usize]).collect(),
                nodes: nodes.iter().map(|node| node + first as u32).collect(),
                motion,
                axes: pin.axes,
                release: pin.release.map(model::Number::get),
            });
        }
    }

    /// The vertices meant, held where they are: of the solid, or of the surface that rides along in it.
    fn attachment(
        &mut self,
        key: &str,
        attach: &model::Attachment,
        placed: &Placed,
        start: &[[f64; 3]],
        first: u32,
    ) -> Option<Attachment> {
        let stiffness = attach.stiffness.get();
        let rides = attach.embedded || placed.volume.is_some();
        let Some(skin) = placed.skin.as_ref().filter(|_| rides) else {
            let nodes = self.select(key, &attach.region, placed)?;
            let targets = nodes.iter().map(|&node| start[node as usize]).collect();
            return Some(Attachment::new(
                nodes.iter().map(|node| node + first).collect(),
                targets,
                stiffness,
            ));
        };
        let picked = self.pick(key, &attach.region, &placed.fine, &Groups::new())?;
        let held: Vec<([u32; 4], [f64; 4])> = skin.embedding.points().collect();
        let mut places = vec![0.0; 3 * held.len()];
        skin.embedding.apply(start.as_flattened(), &mut places);
        let places: &[[f64; 3]] = places.as_chunks().0;
        let targets = picked.iter().map(|&vertex| places[vertex as usize]).collect();
        let points = picked.iter().map(|&vertex| {
            let (nodes, weights) = held[vertex as usize];
            (nodes.map(|node| node + first), weights)
        });
        Some(Attachment::embedded(points, targets, stiffness))
    }

    fn forces(
        &mut self,
        key: &str,
        body: &model::Body,
        placed: &Placed,
        start: &[[f64; 3]],
        first: usize,
        shares: &[Share],
    ) {
        let solid = &placed.solid;
        if shares.iter().any(|share| share.material.kinks_in_valleys()) {
            let note = "the corotated energy has valley-shaped kinks at which stabilized Newton can stall; \
                        fixed-corotated has none";
            self.notes.push(format!("{}: {note}", body.name));
        }
        let made = match (&body.shell, shares) {
            _ if placed.volume.is_some() => self
                .stiffening(body, placed, first as u32)
                .map(|strain| (Some(strain.clone()), vec![Inclusion { strain, elements: vec![0] }]))
                .map_err(|error| ("mesh".into(), error.to_string())),
            (Some(shell), [own]) => self.shell(body, shell, placed, first as u32, &own.material),
            _ => inclusion::strains(&body.name, solid, &self.made.rest, first as u32, shares)
                .map_err(|error| ("mesh".into(), error.to_string())),
        };
        let (strain, parts) = match made {
            Ok(strains) => strains,
            Err(wrong) => return self.wrong(key, wrong),
        };
        let present = || parts.iter().filter(|part| !part.elements.is_empty());
        for part in present() {
            self.made.acts.energies.push(Box::new(part.strain.clone()));
        }
        let springs = self.springs(key, body, placed, first);
        for (number, attach) in body.attach.iter().enumerate() {
            let key = format!("{key}.attach.{number}");
            let motion = self.motion(&key, attach.motion.as_ref());
            let Some(attachment) = self.attachment(&key, attach, placed, start, first as u32) else {
                continue;
            };
            let mut attachment = attachment.called(format!("{}.attach{number}", body.name));
            if attach.motion.is_some() {
                let targets = attachment.targets().to_vec();
                attachment = attachment.led(move |t, i| motion.position(t, targets[i]));
            }
            self.made.acts.energies.push(Box::new(attachment));
        }
        if body.damping.drag.get() > 0.0 {
            let nodes = (first as u32..(first + solid.mass.len()) as u32).collect();
            self.made.acts.energies.push(Box::new(Drag::new(
                nodes,
                solid.mass.clone(),
                body.damping.drag.get(),
            )));
        }
        if body.damping.rayleigh.get() > 0.0 {
            for part in present() {
                let rayleigh = Rayleigh::new(part.strain.clone(), body.damping.rayleigh.get());
                self.made.acts.energies.push(Box::new(rayleigh));
            }
        }
        if body.damping.nonrigid.get() > 0.0 {
            let nodes = first..first + solid.mass.len();
            self.made.after.damping.push(NonrigidDamping::new(nodes, body.damping.nonrigid.get()));
        }
        self.made.bodies.push(Body {
            name: body.name.clone(),
            nodes: first..first + solid.points.len(),
            cells: solid.cells.clone(),
            strain,
            springs,
            // The first part is of the body's own material.
            inclusions: parts.into_iter().skip(1).collect(),
            skin: placed.skin.clone(),
            rigid: placed.volume.is_some(),
        });
    }
}

/// The centre of some points.
fn mean(points: &[[f64; 3]]) -> [f64; 3] {
    let sum = points.iter().copied().fold([0.0; 3], vec3::add);
    vec3::scaled(sum, 1.0 / points.len().max(1) as f64)
}
