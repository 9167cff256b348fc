//! Obstacles placed in a world, and who may touch them.

use std::collections::BTreeMap;
use std::path::Path;

use super::Workshop;
use crate::body::{Body, Cells, motion};
use crate::contact::{CollisionSprings, Law, Obstacle, Pose, surface};
use crate::geometry::mesh::{TetMesh, Transform, TriMesh, bounds};
use crate::geometry::surface::boundary;
use crate::scene::mesh_file::read_mesh;
use crate::scene::mesh_info;
use crate::scene::model::{self, array};
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

/// Less than this of the size of what moves is not inside: rounding of what was meant to touch.
const TOUCHING: f64 = 1e-9;

impl Workshop<'_> {
    /// Makes the energies of all obstacles, once all bodies are there.
    pub(super) fn obstacles(&mut self) -> Vec<Scenery> {
        let scene = self.scene;
        if scene.obstacle.is_empty() {
            return Vec::new();
        }
        let starts: Vec<[f64; 3]> = self.made.state.x.as_chunks().0.to_vec();
        let [low, high] = bounds(&starts).unwrap_or_default();
        let center = [0, 1, 2].map(|i| 0.5 * (low[i] + high[i]));
        let radius = 0.5 * (0..3).map(|i| (high[i] - low[i]).powi(2)).sum::<f64>().sqrt();
        let mut shown = Vec::new();
        for (number, described) in scene.obstacle.iter().enumerate() {
            let obstacle = match place(described, self.directory) {
                Ok(obstacle) => obstacle,
                Err((key, message)) => {
                    let key = format!("obstacle.{number}.{key}");
                    self.problems.push(Problem::new(Kind::Impossible, key, message));
                    continue;
                }
            };
            let candidates = self.candidates(described);
            let pose = obstacle.pose(0.0);
            let depths =
                candidates.iter().map(|&node| -obstacle.nearest(&pose, starts[node as usize]).distance);
            let inside: Vec<f64> = depths.filter(|depth| *depth > TOUCHING * radius).collect();
            if !inside.is_empty() {
                let (count, deepest) = (inside.len(), inside.iter().copied().fold(0.0, f64::max));
                self.notes.push(format!(
                    "{}: {count} vertices start inside, the deepest by {deepest:.3} m; they are pushed out",
                    described.name
                ));
            }
            let surface = surface(obstacle.shape(), pose.back(center), radius);
            let law = Law {
                stiffness: described.stiffness.map_or(0.0, model::Number::get),
                friction: described.friction.get(),
                margin: described.margin.get(),
            };
            let springs = CollisionSprings::new(&described.name, candidates.into(), obstacle.clone(), law);
            self.made.energies.push(Box::new(springs));
            shown.push(Scenery { name: described.name.clone(), obstacle, surface });
        }
        shown
    }

    /// The nodes that may touch: the surfaces of solids, everything of other bodies.
    fn candidates(&self, obstacle: &model::Obstacle) -> Vec<u32> {
        // Bodies are in the order of the scene, each followed by its copies.
        let names = self.scene.body.iter().flat_map(|body| {
            let copies = body.copies.map_or(1, |copies| copies.count.iter().product::<u32>());
            (0..copies).map(|_| &body.name)
        });
        let meant = |name: &String| obstacle.bodies.is_empty() || obstacle.bodies.contains(name);
        let bodies = self.made.bodies.iter().zip(names).filter(|(_, name)| meant(name));
        bodies.flat_map(|(body, _)| touching(body, self.scene.dimension)).collect()
    }
}

/// The obstacle in its place; validation has refused what cannot be.
fn place(described: &model::Obstacle, directory: &Path) -> Result<Obstacle, (String, String)> {
    let first = |complaints: Vec<(String, String)>| complaints.into_iter().next().unwrap_or_default();
    let shape = described.level_set().form(&|path| closed_surface(path, directory)).map_err(first)?;
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

/// The triangles of a file; of tetrahedra those around them.
fn closed_surface(path: &str, directory: &Path) -> Result<TriMesh, String> {
    let read = read_mesh(&directory.join(path)).map_err(|error| error.to_string())?;
    let triangles = mesh_info::surface(&read);
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
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    let alone = edges.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).flat_map(|same| same[0]);
    let mut vertices: Vec<u32> = alone.collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}
