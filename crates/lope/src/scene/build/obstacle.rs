//! Obstacles placed in a world, and who may touch them.

use std::collections::BTreeMap;

use super::Workshop;
use super::barrier::scripted;
use super::files::Files;
use crate::body::{Body, Cells, motion};
use crate::contact::{
    CollisionSpringLaw, CollisionSprings, Constraint, Constraints, Obstacle, Passage, Penalty, Pose,
    PostProcess, Shape, Vertices, surface,
};
use crate::energy::Weighted;
use crate::geometry::mesh::{TetMesh, Transform, TriMesh, bounds};
use crate::geometry::surface::boundary;
use crate::math::vec3::distance;
use crate::scene::model::{self, ContactModel, array};
use crate::scene::problem::{Kind, Problem};

/// An obstacle of a scene, to be shown.
#[derive(Clone, Debug)]
pub struct Scenery {
    /// Its name.
    pub name: String,
    /// Where it is when.
    pub obstacle: Obstacle,
    /// Its surface in its own coordinates; of a plane the piece that bodies start above.
    pub surface: TriMesh,
}

/// Up to this of the size of what moves, vertices that start inside a constraint are put on its surface at once.
const SMALL: f64 = 1e-2;

/// Less than this of the size of what moves is not inside: rounding of what was meant to touch.
const TOUCHING: f64 = 1e-9;

impl Workshop<'_> {
    /// Makes the energies of all obstacles, once all bodies are there.
    pub(super) fn obstacles(&mut self) -> Vec<Scenery> {
        let scene = self.scene;
        let mut placed = Vec::new();
        let starts: Vec<[f64; 3]> = self.made.state.x.as_chunks().0.to_vec();
        let [low, high] = bounds(&starts).unwrap_or_default();
        let center = [0, 1, 2].map(|i| 0.5 * (low[i] + high[i]));
        let radius = 0.5 * distance(high, low);
        let (mut shown, mut constraints) = (Vec::new(), Vec::new());
        for (number, described) in scene.obstacle.iter().enumerate() {
            let obstacle = match place(described, self.files) {
                Ok(obstacle) => obstacle,
                Err((key, message)) => {
                    let key = format!("obstacle.{number}.{key}");
                    self.problems.push(Problem::new(Kind::Impossible, key, message));
                    continue;
                }
            };
            if described.contact() == ContactModel::Constraint && !obstacle.shape().is_analytic() {
                let message = "constraint needs an exact distance, and one interpolated on a grid is not: a point projected \
                               out of it would move again if projected once more, and line searches would get stuck; use \
                               penalty";
                let key = format!("obstacle.{number}.model");
                self.problems.push(Problem::new(Kind::Impossible, key, message));
                continue;
            }
            let pose = obstacle.pose(0.0);
            let surface = if is_scripted(described) {
                match scripted(described, self.files) {
                    Ok((mesh, _)) => mesh,
                    Err((key, message)) => {
                        let key = format!("obstacle.{number}.{key}");
                        self.problems.push(Problem::new(Kind::Impossible, key, message));
                        continue;
                    }
                }
            } else {
                surface(obstacle.shape(), pose.back(center), radius)
            };
            if described.contact() == ContactModel::Ipc {
                shown.push(Scenery { name: described.name.clone(), obstacle: obstacle.clone(), surface });
                placed.push((number, obstacle));
                continue;
            }
            let vertices = self.candidates(described);
            self.preflight(described, &obstacle, &vertices, radius);
            let (name, friction) = (described.name.clone(), described.friction.get());
            let stiffness = described.stiffness.map_or(0.0, model::Number::get);
            self.made.contacts.passages.push(Passage {
                name: name.clone(),
                vertices: vertices.clone(),
                obstacle: obstacle.clone(),
            });
            shown.push(Scenery { name: name.clone(), obstacle: obstacle.clone(), surface });
            match described.contact() {
                ContactModel::Constraint => {
                    let nodes = vertices.numbers().into();
                    constraints.push(Constraint { name, nodes, obstacle, friction });
                }
                ContactModel::Penalty => {
                    let penalty = Penalty::new(name, vertices, obstacle, stiffness, friction);
                    self.made.acts.interactions.push(Box::new(penalty));
                }
                ContactModel::Post => {
                    let nodes = vertices.numbers().into();
                    self.made.after.posts.push(PostProcess { name, nodes, obstacle, friction });
                }
                ContactModel::Spring | ContactModel::Ipc => {
                    let law = CollisionSpringLaw { stiffness, friction, margin: described.margin.get() };
                    let springs = CollisionSprings::new(name, vertices, obstacle, law);
                    self.made.acts.interactions.push(Box::new(springs));
                }
            }
        }
        if !constraints.is_empty() {
            self.made.contacts.constraints = Some(Constraints::new(constraints, 2.0 * radius));
        }
        if let Some(contact) = scene.contact.as_ref().filter(|_| self.has_barriers()) {
            self.barriers(contact, &placed);
        }
        shown
    }

    /// Tells which vertices start inside; a constraint puts those on the surface that are only just.
    fn preflight(
        &mut self,
        described: &model::Obstacle,
        obstacle: &Obstacle,
        vertices: &Vertices,
        radius: f64,
    ) {
        let pose = obstacle.pose(0.0);
        let place = |point: u32| vertices.at(&self.made.state.x, point);
        let depth = |point: u32| -obstacle.nearest(&pose, place(point)).distance;
        let all = vertices.numbers().iter().map(|&point| (point, depth(point)));
        let inside: Vec<(u32, f64)> = all.filter(|(_, d)| *d > TOUCHING * radius).collect();
        let Some(&(deepest, depth)) = inside.iter().reduce(|a, b| if b.1 > a.1 { b } else { a }) else {
            return;
        };
        let (count, place) = (inside.len(), place(deepest).map(|x| format!("{x:.3}")).join(", "));
        let constraint = described.contact() == ContactModel::Constraint;
        let small = constraint && depth <= SMALL * radius;
        let remedy = match described.contact() {
            _ if small => "they are put on its surface",
            ContactModel::Constraint => {
                "they are put on its surface within the first step, which will be violent"
            }
            ContactModel::Post => "they are put on its surface after the first step",
            _ => "they are pushed out",
        };
        if small {
            // The vertices of constraints are nodes.
            let x: &mut [[f64; 3]] = self.made.state.x.as_chunks_mut().0;
            for &(node, _) in &inside {
                x[node as usize] = obstacle.nearest(&pose, x[node as usize]).point;
            }
        }
        self.notes.push(format!(
            "{}: {count} vertices start inside, the deepest by {depth:.3} m at ({place}); {remedy}",
            described.name
        ));
    }

    /// The vertices that may touch: for collision springs the surfaces of solids, otherwise all, since elements that are
    /// turned inside out have their insides outside. Of a body with a surface that rides along these are its vertices: it is met as
    /// what is seen. Constraints and `post` put nodes in their places, and have nodes alone.
    fn candidates(&self, obstacle: &model::Obstacle) -> Vertices {
        // Bodies are in the order of the scene, each followed by its copies.
        let names = self.scene.body.iter().flat_map(|body| {
            let copies = body.copies.map_or(1, |copies| copies.count.iter().product::<u32>());
            (0..copies).map(|_| &body.name)
        });
        let meant = |name: &String| obstacle.bodies.is_empty() || obstacle.bodies.contains(name);
        let bodies = self.made.bodies.iter().zip(names).filter(|(_, name)| meant(name));
        let everything = obstacle.contact() != ContactModel::Spring;
        let of = |body: &Body| -> Vec<u32> {
            match everything {
                true => (body.nodes.start as u32..body.nodes.end as u32).collect(),
                false => touching(body, self.scene.dimension),
            }
        };
        let on_nodes = matches!(obstacle.contact(), ContactModel::Constraint | ContactModel::Post);
        let mut points = Weighted::default();
        for (body, _) in bodies {
            match body.skin.as_ref().filter(|_| !on_nodes) {
                Some(skin) => {
                    let first = body.nodes.start as u32;
                    for (nodes, weights) in skin.embedding.points() {
                        points.push(nodes.into_iter().map(|node| node + first).zip(weights));
                    }
                }
                None => of(body).into_iter().for_each(|node| {
                    points.push([(node, 1.0)]);
                }),
            }
        }
        points.into()
    }
}

/// The obstacle in its place; validation has refused what cannot be.
fn place(described: &model::Obstacle, files: &Files<'_>) -> Result<Obstacle, (String, String)> {
    let first = |complaints: Vec<(String, String)>| complaints.into_iter().next().unwrap_or_default();
    let shape = if is_scripted(described) {
        // Barriers take the triangles as they are; of the obstacle only its pose is asked for.
        Shape::HalfSpace { normal: [0.0, 1.0, 0.0] }
    } else {
        described.level_set().form(&|path| closed_surface(path, files)).map_err(first)?
    };
    let turn = described.rotate.map_or([0.0; 3], |turn| turn.vector());
    let rotation = Transform::default().rotated(turn).rotation;
    let pose = Pose { rotation, translation: array(&described.translate) };
    let Some(motion) = &described.motion else { return Ok(Obstacle::held(shape, pose)) };
    let compile = |motion: &model::Motion| {
        motion.compile().map_err(|error: motion::MotionError| ("motion".to_owned(), error.to_string()))
    };
    // An expression may send every point elsewhere. An obstacle stays rigid: only its origin follows it.
    let (path, turning) = (compile(motion)?, compile(&model::Motion { expression: None, ..motion.clone() })?);
    Ok(Obstacle::led(shape, move |t| {
        let origin = turning.position(t, [0.0; 3]);
        let moved = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| turning.position(t, axis));
        let turn = |i: usize, j: usize| moved[j][i] - origin[i];
        let entry = |i: usize, j: usize| (0..3).map(|k| turn(i, k) * pose.rotation[k][j]).sum();
        let rotation = [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)));
        Pose { rotation, translation: path.position(t, pose.translation) }
    }))
}

/// Whether it is met as the triangles, edges and points of a file.
pub(super) fn is_scripted(described: &model::Obstacle) -> bool {
    described.contact() == ContactModel::Ipc && described.shape == model::ObstacleShape::Mesh
}

/// The triangles of a file; of tetrahedra those around them.
fn closed_surface(path: &str, files: &Files<'_>) -> Result<TriMesh, String> {
    let read = files.mesh(path)?;
    let triangles = read.surface();
    if triangles.is_empty() {
        return Err(format!("{path}: has no triangles, and an obstacle needs a closed surface of them"));
    }
    if let Some(vertex) = read.points.iter().position(|point| point.iter().any(|x| !x.is_finite())) {
        return Err(format!("{path}: vertex {vertex} has a coordinate that is not a finite number"));
    }
    Ok(TriMesh { points: read.points, triangles, ..TriMesh::default() })
}

fn touching(body: &Body, dimension: u8) -> Vec<u32> {
    let first = body.nodes.start as u32;
    let own = match &body.cells {
        Cells::Tets(tets) => {
            let points = vec![[0.0; 3]; body.nodes.len()];
            boundary(&TetMesh { points, tets: tets.clone(), groups: BTreeMap::new() }).vertices()
        }
        Cells::Triangles(triangles) if dimension == 2 => outline(triangles),
        _ => (0..body.nodes.len() as u32).collect(),
    };
    own.into_iter().map(|node| first + node).collect()
}

/// The vertices of edges that belong to one triangle, ascending.
fn outline(triangles: &[[u32; 3]]) -> Vec<u32> {
    let mut vertices = outline_edges(triangles).into_flattened();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// The edges that belong to one triangle, ascending.
pub(super) fn outline_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    edges.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).map(|same| same[0]).collect()
}
